"""Programs as players: they read questions from their standard input and write moves to their standard output.

Every question is one JSON object on one line:

    {"command": "begin", "game": "othello", "position": "othello ... X", "side": 0}
    {"command": "choose", "position": "othello ... X", "moves": ["d3", "c4", "f5", "e6"], "clock": {...}}

Only the second wants an answer, also on one line: the move alone, or an object such as {"move": "f5", "value": 3}.
"""

from __future__ import annotations

import json
import os
import select
import shlex
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict
from typing import IO, Any

from gamegrove.clocks import NO_CLOCK, Clock
from gamegrove.errors import GamegroveError
from gamegrove.players.protocol import Decision
from gamegrove.position import Position, legal_move
from gamegrove.textbook.observation import StopSign

GRACE = 0.5
"""How many seconds after its clock has run out a program counts as hanging. Whoever keeps the clock decides earlier."""
PATIENCE = 0.05
"""How often the stop sign is looked at, in seconds."""
FAREWELL = 0.5
"""How many seconds a program has to end by itself, and again after it was told to."""
LONGEST_ANSWER = 100_000
"""In bytes."""


class PlayerError(GamegroveError):
    """A player cannot go on: its program died, hangs or answers nonsense."""


class PipePlayer:
    """Lets a program choose the moves. It is started with the first game and ended by close()."""

    def __init__(self, command: str) -> None:
        self.name = f"pipe:{command}"
        self.command = command
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise GamegroveError(f"pipe:{command} cannot be read as a command line: {error}") from None
        if not self._words:
            raise GamegroveError("pipe needs the command line of a program, as in pipe:python3 my_player.py")
        self._program: _Program | None = None

    def begin(self, start: Position, side: int) -> None:
        """Tell the program of a new game."""
        if self._program is not None and self._program.has_ended():
            self.close()
        if self._program is None:
            self._program = _Program(self._words)
        self._program.tell({"command": "begin", "game": start.spec, "position": start.line, "side": side})

    def choose(self, position: Position, clock: Clock = NO_CLOCK, stop: StopSign | None = None) -> Decision:
        """Ask the program. If it is asked to stop it is ended, and the first legal move is played."""
        deadline = time.monotonic() + clock.limit + GRACE
        if self._program is None:
            self.begin(position, position.turn)
        try:
            answer = self._ask(position, clock, deadline, stop)
        except PlayerError:
            self.close()  # what it may still say belongs to no question
            raise
        if answer is None:
            self.close()
            return Decision(position.legal_moves[0])
        return self._decision(position, answer)

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.end()
            self._program = None

    def _ask(self, position: Position, clock: Clock, deadline: float, stop: StopSign | None) -> str | None:
        assert self._program is not None
        moves = [str(move) for move in position.legal_moves]
        self._program.tell({"command": "choose", "position": position.line, "moves": moves, "clock": asdict(clock)})
        return self._program.answer(deadline, stop)

    def _decision(self, position: Position, answer: str) -> Decision:
        told = _read_answer(answer)
        move = str(told.get("move") or "")
        if not move:
            raise PlayerError(f"{self.command} answered {answer.strip()[:100]!r}, in which there is no move")
        # What is not legal is for the referee to judge.
        legal = legal_move(position, move)
        return Decision(move if legal is None else legal, **_thoughts(told))


def _read_answer(answer: str) -> dict[str, Any]:
    """An object of JSON, or the move alone, in one word."""
    try:
        told = json.loads(answer)
    except (ValueError, RecursionError):
        told = None
    if isinstance(told, dict):
        return told
    return {"move": answer.strip()} if len(answer.split()) == 1 else {}


def _thoughts(told: dict[str, Any]) -> dict[str, Any]:
    """What a program says of its move beside the move itself, as far as it makes sense."""
    kinds = {"value": int, "value_text": str, "depth": int, "nodes": int}
    thoughts = {name: told[name] for name, kind in kinds.items() if type(told.get(name)) is kind}
    if "value_text" in thoughts:  # it goes to terminals
        thoughts["value_text"] = "".join(each for each in thoughts["value_text"] if each.isprintable())[:80]
    if "value" in thoughts:
        thoughts.setdefault("value_text", f"{thoughts['value']:+d}")
    return thoughts


class _Program:
    """A running program, with pipes to both ends."""

    def __init__(self, words: list[str]) -> None:
        self._name = shlex.join(words)
        self._complaints: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the program runs
        self._unread = b""
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                bufsize=0,
                start_new_session=True,  # Ctrl-C is for us
            )
        except OSError as error:
            self._complaints.close()
            raise PlayerError(f"{self._name} cannot be started: {error.strerror}") from None

    def tell(self, message: dict[str, Any]) -> None:
        """Write one line."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
        except OSError:
            raise self._dead() from None

    def answer(self, deadline: float, stop: StopSign | None) -> str | None:
        """Read one line; None if somebody raises the stop sign."""
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        while b"\n" not in self._unread:
            if stop is not None and stop.is_set():
                return None
            if time.monotonic() > deadline:
                raise PlayerError(f"{self._name} has not answered in time{self._said()}")
            if not select.select([pipe], [], [], PATIENCE)[0]:
                continue
            more = os.read(pipe, 65536)
            if not more:
                raise self._dead()
            self._unread += more
            if len(self._unread) > LONGEST_ANSWER:
                raise PlayerError(f"{self._name} answered nonsense, and no end of it: {self._unread[:100]!r}")
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode(errors="replace")

    def has_ended(self) -> bool:
        """Whether the program runs no more."""
        return self._process.poll() is not None

    def end(self) -> None:
        """Close its input, ask it to end, make it end: it and what it has started."""
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()
        for order in (signal.SIGTERM, signal.SIGKILL):
            try:
                self._process.wait(FAREWELL)
                break
            except subprocess.TimeoutExpired:
                self._send(order)
        self._process.wait()
        self._complaints.close()

    def _send(self, order: signal.Signals) -> None:
        """To the whole session of the program, so that what a shell has started ends, too."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, order)

    def _dead(self) -> PlayerError:
        try:
            status = f"with status {self._process.wait(FAREWELL)}"
        except subprocess.TimeoutExpired:
            status = "its output, not itself"
        return PlayerError(f"{self._name} has ended {status}{self._said()}")

    def _said(self) -> str:
        """The last line that the program has written to its standard error, else what it has begun to answer."""
        # Not seek() and read(): the program writes where we would read.
        text = os.pread(self._complaints.fileno(), LONGEST_ANSWER, 0).decode(errors="replace").strip()
        last = text.splitlines()[-1] if text else self._unread.decode(errors="replace").strip()
        return f": {last[:200]}" if last else ""
