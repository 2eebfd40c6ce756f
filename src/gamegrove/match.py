"""Games between two players: the referee of one game, and matches of many."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from gamegrove.adjudication import check_adjudication, exact_outcome
from gamegrove.clocks import GameClock, TimeControl
from gamegrove.errors import GamegroveError
from gamegrove.game_log import Forfeit, GameLog, Result, Turn
from gamegrove.games import catalogue
from gamegrove.levels import empty_cells
from gamegrove.openings import ALL, Opening, number_of_openings, openings, read_opening, usual_openings
from gamegrove.players import Clock, HumanPlayer, Player, player
from gamegrove.position import Position, legal_move
from gamegrove.textbook.observation import StopSign
from gamegrove.work import Executor, Finished, Here, Interrupted, Task, perform
from gamegrove.work.task import Data

if TYPE_CHECKING:
    from gamegrove.store import Run

Now = Callable[[], float]
UNLIMITED = TimeControl()
USUAL_GAMES = 10
"""How many games a match has unless somebody says it, or the openings do."""


class _Forfeited(Exception):  # noqa: N818 - the end of a game
    """A side has lost the game without playing it to its end."""

    def __init__(self, side: int, how: Forfeit, reason: str) -> None:
        super().__init__(reason)
        self.result = Result(1 - side, None, reason, how)


def play_game(
    start: Position,
    players: tuple[Player, Player],
    controls: TimeControl | tuple[TimeControl, TimeControl] = UNLIMITED,
    *,
    adjudicate: int | None = None,
    stop: StopSign | None = None,
    now: Now = time.monotonic,
) -> GameLog:
    """Play one game. Who oversteps the clock, plays an illegal move or raises an exception loses it.

    One control is for both sides, two are for the first and the second player. With so few empty cells as
    `adjudicate` says, perfect play decides the game. A raised `stop` sign ends it unfinished, with Interrupted; `now`
    is the referee's watch.
    """
    if adjudicate is not None:
        check_adjudication(start, adjudicate)
    pair = (controls, controls) if isinstance(controls, TimeControl) else controls
    table = _Table(start, players, GameClock(*pair), adjudicate=adjudicate, stop=stop, now=now)
    try:
        result = table.play()
    except _Forfeited as forfeited:
        result = forfeited.result
    return GameLog(
        players=(players[0].name, players[1].name),
        start=start.line,
        moves=tuple(table.turns),
        result=result,
        final=table.position.line,
        game=start.line,
    )


class _Table:
    """A game in progress: the position, the clocks, and what has been played."""

    def __init__(
        self,
        start: Position,
        players: tuple[Player, Player],
        clock: GameClock,
        *,
        adjudicate: int | None,
        stop: StopSign | None,
        now: Now,
    ) -> None:
        self.position = start
        self.players = players
        self.clock = clock
        self.adjudicate = adjudicate
        self.stop = stop
        self.now = now
        self.turns: list[Turn] = []

    def play(self) -> Result:
        """The result, once the game is won, drawn, forfeited or decided by perfect play."""
        for side, each in enumerate(self.players):
            with self._blaming(side):
                each.begin(self.position, side)
        while (result := self._result()) is None:
            self._one_turn(self.position.turn)
        return result

    def _result(self) -> Result | None:
        """The result by the rules, or else by perfect play; None while the game goes on."""
        outcome = self.position.outcome()
        return self._adjudicated() if outcome is None else Result.of(outcome)

    def _adjudicated(self) -> Result | None:
        """The result by perfect play, if it is asked for and found; None while there is more to be played."""
        if self.adjudicate is None or (empty_cells(self.position) or 0) > self.adjudicate:
            return None
        outcome = exact_outcome(self.position, self.stop)
        if self._is_stopped():
            raise Interrupted
        return None if outcome is None else Result.of(outcome, adjudicated=True)

    def _one_turn(self, side: int) -> None:
        seen = self.clock.turn(side)
        begin = self.now()
        with self._blaming(side):
            decision = self.players[side].choose(self.position, seen, _Sign(self.stop, begin, seen, self.now))
            turn = Turn.of(side, decision, self.now() - begin)
        if self._is_stopped():
            raise Interrupted
        if not self.clock.spend(side, turn.seconds):
            reason = f"{self.players[side].name} took {turn.seconds:g} s, and had {seen.limit:g} s"
            raise _Forfeited(side, Forfeit.clock, reason)
        move = legal_move(self.position, turn.move)
        if move is None:
            reason = f"{self.players[side].name} played {turn.move[:40]}, which is not legal"
            raise _Forfeited(side, Forfeit.illegal, reason)
        self.turns.append(turn)
        self.position = self.position.after(move)

    @contextmanager
    def _blaming(self, side: int) -> Iterator[None]:
        """Whatever a player raises loses it the game, unless the game was stopped."""
        try:
            yield
        except (Exception, SystemExit) as error:
            if self._is_stopped():
                raise Interrupted from error
            message = " ".join(f"{type(error).__name__}: {error}".split())[:200]
            raise _Forfeited(side, Forfeit.crash, f"{self.players[side].name} crashed: {message}") from error

    def _is_stopped(self) -> bool:
        return self.stop is not None and self.stop.is_set()


@dataclass(frozen=True)
class _Sign:
    """Tells a player to answer at once: the game is stopped, or its time is over and nothing can be gained by more."""

    stop: StopSign | None
    begin: float
    seen: Clock
    now: Now

    def is_set(self) -> bool:
        """Whether the player should end its search."""
        if self.stop is not None and self.stop.is_set():
            return True
        return self.now() - self.begin > self.seen.limit


def seat(who: int, number: int) -> int:
    """The side that A (0) or B (1) has in a game, and as well who has that side: they swap from game to game."""
    return who ^ (number % 2)


CLOCK = " clock="
"""Stands between a player and a clock of its own: `mtdf:depth=6 clock=60+1`."""


def split_clock(text: str, usual: TimeControl = UNLIMITED) -> tuple[str, TimeControl]:
    """A player, and the time that it has: its own, or the usual one.

    >>> split_clock("mtdf:depth=6 clock=60+1")
    ('mtdf:depth=6', TimeControl(move_seconds=None, game_seconds=60.0, increment=1.0))
    """
    name, found, control = text.rpartition(CLOCK)
    return (name.strip(), TimeControl.read(control)) if found else (text, usual)


@dataclass(frozen=True)
class Match:
    """Everything that decides which games two players play. Equal matches play the same games, unless a clock decides.

    Games 2k and 2k+1 begin with opening k; in the even one A is first, in the odd one B. Players are made anew for
    every game, so that each game depends on its number alone, whatever happened in the others.
    """

    a: str
    """The player A, as text, with its own clock if it has one: `mtdf:depth=6 clock=60+1`."""
    b: str
    """The player B, as text."""
    game: str = "othello"
    """The game with its rules, or a whole position's line to start from."""
    games: int | None = None
    """How many games, an even number; None for ten, or for each of `all:PLIES` openings once with either colour."""
    openings: str | tuple[str, ...] | None = None
    """`start`, `random:PLIES`, `balanced:PLIES`, `all:PLIES`, or the openings themselves; None for a number of random
    moves that fits the game."""
    seed: int = 1
    """Makes openings and players repeatable."""
    control: TimeControl = UNLIMITED
    """How much time a player has that has no clock of its own."""
    megabytes: float | None = None
    """How much memory each player may take."""
    adjudicate: int | None = None
    """With how few empty cells the exact result decides; None for games that are played to their end."""

    def __post_init__(self) -> None:
        """Read a control that is given as text, and refuse matches in which one player would have an advantage."""
        if isinstance(self.control, str):
            object.__setattr__(self, "control", TimeControl.read(self.control))
        if not isinstance(self.game, str):
            raise GamegroveError(f"game must be a text, such as othello:size=6, not {self.game!r}")
        if not isinstance(self.games, int | None):
            raise GamegroveError(f"games must be a number, not {self.games!r}")
        if self.games is not None and (self.games < 2 or self.games % 2):
            near = max(2, self.games + self.games % 2)
            raise GamegroveError(
                f"games must be an even number, such as {near}, not {self.games}: "
                "each opening is played twice, with the colours swapped"
            )

    @property
    def players(self) -> tuple[str, str]:
        """A and B."""
        return self.a, self.b

    @cached_property
    def start(self) -> Position:
        """Where the openings begin."""
        return catalogue.position(self.game)

    @cached_property
    def chosen_openings(self) -> list[Opening]:
        """The openings, one for each pair of games."""
        return openings(self.start, self.asked_openings, self.number_of_games // 2, self.seed)

    @cached_property
    def asked_openings(self) -> str | tuple[str, ...]:
        """What was asked for, or what is usual for the game."""
        return usual_openings(self.start) if self.openings is None else self.openings

    @cached_property
    def number_of_games(self) -> int:
        """How many games there are to be played."""
        if self.games is not None:
            return self.games
        asked = self.asked_openings
        lines = number_of_openings(self.start, asked) if str(asked).startswith(f"{ALL}:") else None
        return USUAL_GAMES if lines is None else 2 * lines

    def names(self, number: int) -> tuple[str, str]:
        """Who is first and who is second in a game."""
        return self.players[seat(0, number)], self.players[seat(1, number)]

    def check(self) -> None:
        """Say what is wrong with the openings or a player before any game is played."""
        first = self.chosen_openings[0].position
        if self.adjudicate is not None:
            check_adjudication(self.start, self.adjudicate)
        for side, text in enumerate(self.players):
            with _seated(split_clock(text)[0], self.seed, self.megabytes) as each:
                if isinstance(each, HumanPlayer):
                    raise GamegroveError("a human plays in `gamegrove play`; name another player for a match")
                each.begin(first, side)

    def tasks(self, prefix: str = "") -> list[Task]:
        """The games as tasks, labelled with their numbers."""
        return [Task("game", f"{prefix}{number}", self._payload(number)) for number in range(self.number_of_games)]

    def play(self, number: int, stop: StopSign | None = None) -> GameLog:
        """Play one of the games."""
        return _play(self._payload(number), stop)

    def _payload(self, number: int) -> Data:
        """All that decides a game."""
        names = self.names(number)
        return {
            "game": self.game,
            "number": number,
            "players": list(names),
            "opening": self.chosen_openings[number // 2].text,
            "controls": [str(split_clock(name, self.control)[1]) for name in names],
            "seeds": [self._player_seed(number, side) for side in range(2)],
            "memory": self.megabytes,
            "adjudicate": self.adjudicate,
        }

    def _player_seed(self, number: int, side: int) -> int:
        return random.Random(f"{self.seed} {number} {side}").getrandbits(31)


def run_game(payload: Data, stop: StopSign | None = None) -> Data:
    """Play the game that a task describes."""
    return {"games": [_play(payload, stop).description()]}


def games_of(finished: Iterable[Finished], prefix: str = "") -> list[GameLog]:
    """The games among finished tasks whose labels begin with a prefix, in the order of their numbers."""
    found = [
        GameLog.read(game) for each in finished if each.task.label.startswith(prefix) for game in each.result["games"]
    ]
    return sorted(found, key=lambda game: game.number)


def _play(payload: Data, stop: StopSign | None) -> GameLog:
    opening = read_opening(catalogue.position(payload["game"]), payload["opening"])
    first, second = (TimeControl.read(control) for control in payload["controls"])
    with ExitStack() as stack:
        seated = (
            stack.enter_context(_seated(split_clock(text)[0], seed, payload["memory"]))
            for text, seed in zip(payload["players"], payload["seeds"], strict=True)
        )
        log = play_game(
            opening.position, (next(seated), next(seated)), (first, second), adjudicate=payload["adjudicate"], stop=stop
        )
    names = payload["players"]
    return replace(
        log, players=(names[0], names[1]), number=payload["number"], game=payload["game"], opening=opening.text
    )


@contextmanager
def _seated(name: str, seed: int, megabytes: float | None) -> Iterator[Player]:
    """A player for one game. What goes wrong when it leaves is nobody's concern."""
    made = player(name, seed=seed, megabytes=megabytes)
    try:
        yield made
    finally:
        with suppress(Exception):
            made.close()


def play_match(match: Match, executor: Executor | None = None, run: Run | None = None) -> Iterator[GameLog]:
    """The games of a match as they are finished: here one after another, or wherever an executor plays them.

    With a run of a store each game is stored before it is given, and those that are stored already come first.
    """
    match.check()
    for finished in perform(match.tasks(), executor or Here(), run):
        yield from games_of([finished])
