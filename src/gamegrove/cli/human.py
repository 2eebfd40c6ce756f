"""The people at the table: the moves and commands that they type."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamegrove.cli import opinion
from gamegrove.cli.table import Played, Table
from gamegrove.cli.thinking import ask
from gamegrove.errors import GamegroveError, TextError
from gamegrove.players import Clock, Decision, Player
from gamegrove.position import legal_move

with contextlib.suppress(ImportError):
    import readline  # noqa: F401 - gives input() its history and arrow keys

HINT = Clock(move_seconds=1.0)
"""How long the adviser may think."""


class Stopped(Exception):  # noqa: N818 - not an error: somebody has had enough
    """A human wants to stop."""


class People:
    """Those of the two sides whose moves are typed, and what they can ask for."""

    def __init__(self, table: Table, sides: set[int], adviser: Player) -> None:
        self.table = table
        self.sides = sides
        self.adviser = adviser

    def take_turn(self) -> None:
        """Show the board and ask until it has changed. A human has no limit of time."""
        self.show()
        begin = time.monotonic()
        while True:
            word = self._ask()
            move = self._legal_move(word)
            if move is not None:
                self.table.play(Played(Decision(move), time.monotonic() - begin))
                return
            if self._obey(word):
                return

    def _ask(self) -> str:
        # The prompt is readline's own: it is drawn when the terminal is ready, and stays when the line is edited.
        word = input("" if self.table.console.quiet else "> ").strip()
        if not sys.stdin.isatty():
            self.table.say(word)  # so that a scripted game reads like a typed one
        return word

    def _legal_move(self, word: str) -> Any:  # noqa: ANN401 - a move is whatever the game says it is
        """The move that a word means; None if it is none, or could be several."""
        position = self.table.position
        if (move := legal_move(position, word)) is not None:
            return move
        if word in position.legal_moves:
            with contextlib.suppress(TextError):
                return position.read_moves(word)[0]
        return None

    def _obey(self, word: str) -> bool:
        """Do what a command says; the answer is whether the board has changed."""
        name, _, rest = word.partition(" ")
        command = COMMANDS.get(ALIASES.get(name.lower(), name.lower()))
        if command is None:
            self._explain(word)
            return False
        if command.takes_file != bool(rest.strip()):
            usage = f"{name} FILE" if command.takes_file else f"{name} alone"
            self._complain(f"the command is: {usage}")
            return False
        try:
            return command.run(self, *([Path(rest.strip()).expanduser()] if command.takes_file else []))
        except GamegroveError as error:
            self._complain(str(error))
        except OSError as error:
            self._complain(f"{error.filename}: {error.strerror}" if error.strerror else str(error))
        return False

    def _explain(self, word: str) -> None:
        """Say why a word is no move."""
        try:
            self.table.position.read_moves(word)
        except TextError as error:
            self._complain(f"{error.message}; type help for help")
        else:
            self._complain("one move at a time, please")

    def _complain(self, text: str) -> None:
        self.table.say(text, style="red")

    def show(self) -> bool:
        """Draw the board with the legal moves."""
        self.table.show(marks_moves=True)
        return False

    def help(self) -> bool:
        """Say what can be typed."""
        self.table.say(f"a move, such as {self.table.position.legal_moves[0]}, or")
        for name, command in COMMANDS.items():
            self.table.say(f"  {name + ' FILE' if command.takes_file else name:10} {command.summary}")
        return False

    def list_moves(self) -> bool:
        """Say which moves are legal."""
        self.table.say(" ".join(str(move) for move in self.table.position.legal_moves))
        return False

    def hint(self) -> bool:
        """Say what the adviser would play."""
        advice = self._ask_adviser()
        self.table.say(f"hint: {opinion.words(advice)}")
        return False

    def evaluate(self) -> bool:
        """Say what the position is worth, and no move."""
        self.table.say(opinion.bar(self.table.position, self._ask_adviser()) or "nothing is known")
        return False

    def _ask_adviser(self) -> Decision:
        position = self.table.position
        self.adviser.begin(self.table.start, position.turn)
        try:
            decision, _ = ask(self.adviser, position, "the adviser", HINT)
        finally:
            self.adviser.close()
        return decision

    def undo(self) -> bool:
        """Back to the last decision of a human: forced passes and other players' moves go too."""
        now = len(self.table.moves)
        return self._go_to_decision(range(now - 1, -1, -1), "there is no move of yours to take back")

    def redo(self) -> bool:
        """Forward to the next decision of a human that was taken back."""
        now = len(self.table.moves)
        return self._go_to_decision(range(now + 1, self.table.known_plies + 1), "there is no move to play again")

    def _go_to_decision(self, plies: range, otherwise: str) -> bool:
        """Go to the first of the plies at which a human has a choice."""
        for ply in plies:
            position = self.table.position_at(ply)
            if position.turn in self.sides and not position.must_pass():
                self.table.go_to(ply)
                return True
        self.table.say(otherwise)
        return False

    def save(self, file: Path) -> bool:
        """Write the game into a file."""
        self.table.save(file)
        self.table.say(f"saved in {file}")
        return False

    def load(self, file: Path) -> bool:
        """Put the game of a file on the table."""
        self.table.load(file)
        self.table.say(f"this is the game in {file}")
        return True

    def quit(self) -> bool:
        """Stop playing."""
        raise Stopped


@dataclass(frozen=True)
class Command:
    """Something that a human can ask for instead of playing."""

    summary: str
    """What it does."""
    run: Callable[..., bool]
    """A method of People; its answer is whether the board has changed."""
    takes_file: bool = False
    """Whether the name of a file stands behind it."""


COMMANDS = {
    "moves": Command("list the legal moves", People.list_moves),
    "hint": Command("what would you play? (a second at most; Ctrl-C ends it)", People.hint),
    "eval": Command("who is ahead? (the same without the move)", People.evaluate),
    "undo": Command("take back your last move", People.undo),
    "redo": Command("play again what you took back", People.redo),
    "save": Command("write the game into a file", People.save, takes_file=True),
    "load": Command("go on with the game in a file", People.load, takes_file=True),
    "show": Command("draw the board again", People.show),
    "help": Command("this list", People.help),
    "quit": Command("stop; says how to go on later", People.quit),
}
ALIASES = {"": "help", "?": "help", "q": "quit", "exit": "quit"}
