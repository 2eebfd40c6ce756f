"""Games between players: the referee of one game, and matches of many."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import gamegrove
from gamegrove.clocks import GameClock, TimeControl
from gamegrove.errors import GamegroveError
from gamegrove.game_log import (
    FORMAT,
    FORMAT_VERSION,
    Forfeit,
    GameLog,
    Header,
    LogFile,
    Result,
    Turn,
    stored_field,
)
from gamegrove.games import catalogue
from gamegrove.openings import Opening, openings, read_opening, usual_openings
from gamegrove.players import Clock, HumanPlayer, Player, player
from gamegrove.position import Position, legal_move
from gamegrove.textbook.observation import StopSign

Now = Callable[[], float]
UNLIMITED = TimeControl()


class Interrupted(Exception):  # noqa: N818 - not an error: somebody has had enough
    """A game was stopped before it was over."""


class _Forfeited(Exception):  # noqa: N818 - the end of a game
    """A side has lost the game without playing it to its end."""

    def __init__(self, side: int, how: Forfeit, reason: str) -> None:
        super().__init__(reason)
        self.result = Result(1 - side, None, reason, how)


def play_game(
    start: Position,
    players: tuple[Player, Player],
    control: TimeControl = UNLIMITED,
    *,
    stop: StopSign | None = None,
    now: Now = time.monotonic,
) -> GameLog:
    """Play one game. Who oversteps the clock, plays an illegal move or raises an exception loses it.

    A raised `stop` sign ends the game unfinished, with Interrupted; `now` is the referee's watch.
    """
    table = _Table(start, players, control, stop, now)
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
    )


class _Table:
    """A game in progress: the position, the clocks, and what has been played."""

    def __init__(
        self, start: Position, players: tuple[Player, Player], control: TimeControl, stop: StopSign | None, now: Now
    ) -> None:
        self.position = start
        self.players = players
        self.clock = GameClock(control)
        self.stop = stop
        self.now = now
        self.turns: list[Turn] = []

    def play(self) -> Result:
        """The result, once somebody has won, drawn or forfeited the game."""
        for side, each in enumerate(self.players):
            with self._blaming(side):
                each.begin(self.position, side)
        while (outcome := self.position.outcome()) is None:
            self._one_turn(self.position.turn)
        return Result.of(outcome)

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


@dataclass(frozen=True)
class Match:
    """Everything that decides which games two players play. Equal matches play the same games, unless a clock decides.

    Games 2k and 2k+1 begin with opening k; in the even one A is first, in the odd one B. Players are made anew for
    every game, so that each game depends on its number alone, whatever happened in the others.
    """

    a: str
    """The player A, as text."""
    b: str
    """The player B, as text."""
    game: str = "othello"
    """The game with its rules, or a whole position's line to start from."""
    games: int = 2
    """How many games, an even number."""
    openings: str | tuple[str, ...] | None = None
    """`start`, `random:PLIES`, or the openings themselves; None for a number of random moves that fits the game."""
    seed: int = 1
    """Makes openings and players repeatable."""
    control: TimeControl = UNLIMITED
    """How much time the players have."""
    megabytes: float | None = None
    """How much memory each player may take."""

    def __post_init__(self) -> None:
        """Read a control that is given as text, and refuse matches in which one player would have an advantage."""
        if isinstance(self.control, str):
            object.__setattr__(self, "control", TimeControl.read(self.control))
        if not isinstance(self.game, str):
            raise GamegroveError(f"game must be a text, such as othello:size=6, not {self.game!r}")
        if self.games < 2 or self.games % 2:
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
        return openings(self.start, self._asked_openings, self.games // 2, self.seed)

    @property
    def _asked_openings(self) -> str | tuple[str, ...]:
        return usual_openings(self.start) if self.openings is None else self.openings

    def names(self, number: int) -> tuple[str, str]:
        """Who is first and who is second in a game."""
        return self.players[seat(0, number)], self.players[seat(1, number)]

    def check(self) -> None:
        """Say what is wrong with the openings or a player before any game is played."""
        first = self.chosen_openings[0].position
        for side, name in enumerate(self.players):
            with _seated(name, self.seed, self.megabytes) as each:
                if isinstance(each, HumanPlayer):
                    raise GamegroveError("a human plays in `gamegrove play`; name another player for a match")
                each.begin(first, side)

    def play(self, number: int, stop: StopSign | None = None) -> GameLog:
        """Play one of the games."""
        opening = self.chosen_openings[number // 2]
        names = self.names(number)
        with ExitStack() as stack:
            first, second = (
                stack.enter_context(_seated(name, self._player_seed(number, side), self.megabytes))
                for side, name in enumerate(names)
            )
            log = play_game(opening.position, (first, second), self.control, stop=stop)
        return replace(log, players=names, number=number, opening=opening.text)

    def _player_seed(self, number: int, side: int) -> int:
        return random.Random(f"{self.seed} {number} {side}").getrandbits(31)

    def check_stored(self, game: GameLog) -> None:
        """Refuse a stored game that is none of this match."""
        if not 0 <= game.number < self.games:
            raise GamegroveError(f"game {game.number} is damaged: the match has games 0 to {self.games - 1}")
        if game.players != self.names(game.number):
            raise GamegroveError(f"game {game.number} is damaged: in it {' and '.join(self.names(game.number))} play")
        if game.opening != self.chosen_openings[game.number // 2].text:
            raise GamegroveError(f"game {game.number} is damaged: it has the opening of another game")

    def replay(self, game: GameLog) -> list[Position]:
        """All positions of a stored game; an error says where it breaks the rules."""
        try:
            opening = read_opening(self.start, game.opening)
        except GamegroveError as error:
            raise GamegroveError(f"game {game.number} is damaged: {error}") from None
        return game.replay(opening.position)

    def header(self) -> Header:
        """The match as plain data: the first line of its log."""
        asked = self._asked_openings
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "players": list(self.players),
            "game": self.game,
            "games": self.games,
            "openings": asked if isinstance(asked, str) else list(asked),
            "seed": self.seed,
            "control": str(self.control),
            "memory": self.megabytes,
            "version": gamegrove.__version__,
        }

    @classmethod
    def read(cls, header: Header) -> Match:
        """The match that a header describes."""
        players = stored_field(header, "players", list)
        asked = stored_field(header, "openings", (str, list))
        if len(players) != 2 or not all(isinstance(text, str) for text in [*players, *asked]):
            raise GamegroveError("'players' and 'openings' should be texts")
        a, b = players
        return cls(
            a,
            b,
            game=stored_field(header, "game", str),
            games=stored_field(header, "games", int),
            openings=asked if isinstance(asked, str) else tuple(asked),
            seed=stored_field(header, "seed", int),
            control=TimeControl.read(stored_field(header, "control", str)),
            megabytes=stored_field(header, "memory", (int, float, type(None))),
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


def play_match(
    match: Match, output: Path | str | None = None, *, resume: bool = False, stop: StopSign | None = None
) -> Iterator[GameLog]:
    """The games of a match as they are finished, each stored in `output` before it is given and the next one begins.

    With `resume` the match goes on where the log ends: the games it holds come first, then those that are missing. A
    raised `stop` sign ends the match; the game in progress is dropped.
    """
    match.check()
    if output is None:
        return _missing_games(match, (), stop)
    return _stored_games(match, LogFile(Path(output), match.header(), resume=resume), stop)


def _missing_games(match: Match, done: Collection[int], stop: StopSign | None) -> Iterator[GameLog]:
    with suppress(Interrupted):
        for number in range(match.games):
            if number not in done:
                yield match.play(number, stop)


def _stored_games(match: Match, log: LogFile, stop: StopSign | None) -> Iterator[GameLog]:
    with log:
        for game in log.games:
            match.check_stored(game)
        yield from tuple(log.games)
        for game in _missing_games(match, {game.number for game in log.games}, stop):
            log.append(game)
            yield game
