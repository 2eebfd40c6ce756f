"""Engine: one door to the programs that know a single game very well."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from os import PathLike, fspath
from typing import Any, ClassVar, Protocol

from gamegrove import _core, levels
from gamegrove.engines.analysis import Analysis, Choice, EngineProgress, Move
from gamegrove.engines.connect_four import ConnectFourEngine
from gamegrove.engines.limits import Allowance, Limit, check_stop, is_whole
from gamegrove.engines.othello import OthelloEngine
from gamegrove.engines.stream import AnalysisStream
from gamegrove.errors import GamegroveError
from gamegrove.games import catalogue
from gamegrove.position import Position
from gamegrove.textbook.observation import StopSign

AnyPosition = Position | str | Sequence[Move]
"""A position, its text in any of the game's formats, or the moves that lead to it."""


class GameEngine(Protocol):
    """The engine of one game, behind the class Engine. It keeps what it has found out from call to call."""

    game: ClassVar[str]
    """The game's name in the catalogue."""
    positions: ClassVar[type]
    """The class of the game's positions."""

    @property
    def estimates(self) -> bool:
        """Whether it can judge positions that it cannot solve."""

    def __init__(
        self,
        start: Any,  # noqa: ANN401 - one of `positions`
        *,
        threads: int,
        table_mib: int,
        book: bool | str,
        weights: str | None,
    ) -> None:
        """An engine for the game that begins with a position."""

    def analyse(
        self,
        position: Any,  # noqa: ANN401 - one of `positions`
        allowance: Allowance,
        on_progress: Callable[[EngineProgress], None] | None = None,
        *,
        lines: int | None = None,
        winner_only: bool = False,
    ) -> Analysis:
        """The score of a position, of so many of its moves (None for all), and the best play."""

    def score(self, position: Any) -> int:  # noqa: ANN401
        """The exact score alone."""

    def choose(self, position: Any, level: int, source: random.Random, allowance: Allowance) -> Choice:  # noqa: ANN401
        """The move that a level plays."""

    def is_in_reach(self, position: Any) -> bool:  # noqa: ANN401
        """Whether it makes sense to wait for the exact score of every move."""

    def shares(self, position: Any) -> float:  # noqa: ANN401
        """How many shares of a clock's time a move in a position is worth."""

    def forget(self) -> None:
        """Begin again with an empty memory."""


MOST = {"threads": _core.most_threads, "table_mib": _core.most_table_mib}
"""The most that can be asked for."""
ENGINES: tuple[type[GameEngine], ...] = (ConnectFourEngine, OthelloEngine)
"""The games that have an engine."""


class Engine:
    """Analyses and plays one game as well as can be; what it has found out helps it from call to call.

    `game` is a game's name, with its rules where they are not the usual ones, a position of it, or the class of its
    positions. `threads` search together, and `table_mib` mebibytes remember what they find. `book` is True for the
    opening book that comes with the package, if there is one for the game, False for none, or a file. `weights` is a
    file that `gamegrove train othello-patterns` has made, in place of what the package knows of an Othello board.
    `level` and `seed` are for choose(). One engine serves one thread at a time.

    >>> engine = Engine("connect-four")
    >>> engine.analyse("4455").text
    'wins in 3'
    """

    def __init__(
        self,
        game: str | Position | type = "connect-four",
        *,
        threads: int = 1,
        table_mib: int = 64,
        book: bool | str | PathLike[str] = True,
        weights: str | PathLike[str] | None = None,
        level: int = levels.MOST_LEVEL,
        seed: int | None = None,
    ) -> None:
        levels.check_level(level)
        check_numbers(threads=threads, table_mib=table_mib)
        if seed is not None and not is_whole(seed):
            raise GamegroveError(f"seed must be a whole number, or None for chance, not {seed!r}")
        kind, self._start = _find(game)
        self.game = self._start.spec
        """The game and its rules as text."""
        self.threads = threads
        self.table_mib = table_mib
        self.book = book if isinstance(book, bool) else _file("book", book, "True, False")
        self.weights = None if weights is None else _file("weights", weights, "None")
        self.level = level
        self.seed = seed
        self._engine = kind(self._start, threads=threads, table_mib=table_mib, book=self.book, weights=self.weights)
        self._source = random.Random(seed)
        self._in_use = threading.Lock()

    def analyse(
        self,
        position: AnyPosition,
        limit: Limit | None = None,
        *,
        moves: bool = True,
        lines: int | None = None,
        winner_only: bool = False,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: StopSign | None = None,
        on_progress: Callable[[EngineProgress], None] | None = None,
    ) -> Analysis:
        """The score of a position, of every move, and the line of best play.

        `lines` asks for so many of the best moves only, and without `moves` no more is found out about them than the
        line needs; with `winner_only`, who wins and not by how much or how soon, which is quicker. A limit, or its
        parts by name, or a raised `stop` sign ends it with what is known then. `on_progress` is called whenever
        something new is known.
        """
        allowance = Allowance(Limit.chosen(limit, depth=depth, seconds=seconds, nodes=nodes), stop)
        check_truths(moves=moves, winner_only=winner_only)
        check_function("on_progress", on_progress, arguments=1)
        with self._alone():
            return self._engine.analyse(
                self.position(position), allowance, on_progress, lines=_lines(moves, lines), winner_only=winner_only
            )

    def stream(
        self,
        position: AnyPosition,
        limit: Limit | None = None,
        *,
        moves: bool = True,
        lines: int | None = None,
        winner_only: bool = False,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: StopSign | None = None,
    ) -> AnalysisStream:
        """The same as analyse(), step by step, while the engine searches in the background.

        >>> with Engine("connect-four:size=5x4").stream("3333") as steps:
        ...     known = [step.text for step in steps]
        >>> known[-1], steps.result.text
        ('draw', 'draw')
        """
        read = self.position(position)
        check_truths(moves=moves, winner_only=winner_only)
        check_stop(stop)
        chosen, asked = Limit.chosen(limit, depth=depth, seconds=seconds, nodes=nodes), _lines(moves, lines)

        def ask(stop: StopSign, on_progress: Callable[[EngineProgress], None]) -> Analysis:
            return self.analyse(read, chosen, lines=asked, winner_only=winner_only, stop=stop, on_progress=on_progress)

        return AnalysisStream(ask, stop)

    def score(self, position: AnyPosition) -> int:
        """The exact score of a position, and nothing else.

        >>> Engine("connect-four").score("4455")
        18
        """
        with self._alone():
            return self._engine.score(self.position(position))

    def scores(self, positions: Iterable[AnyPosition]) -> list[int]:
        """The exact scores of many positions, such as those of a data set that wants labels."""
        if isinstance(positions, str) or not isinstance(positions, Iterable):
            raise GamegroveError(f"{positions!r} should be a list of positions; for one position there is score()")
        return [self.score(position) for position in positions]

    def choose(
        self,
        position: AnyPosition,
        limit: Limit | None = None,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: StopSign | None = None,
    ) -> Choice:
        """The move that the engine plays at its level; when a limit ends its thinking, the best that it knows then."""
        allowance = Allowance(Limit.chosen(limit, depth=depth, seconds=seconds, nodes=nodes), stop)
        read = self.position(position)
        if not read.legal_moves:
            raise GamegroveError("the game is over: there is no move to choose")
        with self._alone():
            return self._engine.choose(read, self.level, self._source, allowance)

    def position(self, position: AnyPosition) -> Position:
        """The position that is meant: one of this engine's game, its text, or the moves that lead to it.

        >>> Engine("connect-four:size=5x4").position(["3", "3"]).line
        'connect-four:size=5x4 5/5/2O2/2X2 X'
        """
        if isinstance(position, str):
            return self._check(_read(position, self.game))
        if isinstance(position, type):  # a class has the methods of a position, but is none
            raise GamegroveError(f"position must be a position, its text or a list of moves, not {position!r}")
        return self._check(position) if isinstance(position, Position) else _played(self._start, position)

    @property
    def estimates(self) -> bool:
        """Whether it can judge positions of this board that it cannot solve."""
        return self._engine.estimates

    def is_in_reach(self, position: AnyPosition) -> bool:
        """Whether it makes sense to wait for the exact score of every move."""
        return self._engine.is_in_reach(self.position(position))

    def shares(self, position: AnyPosition) -> float:
        """How many shares of a clock's time a move in a position is worth: more where it may settle the game."""
        return self._engine.shares(self.position(position))

    def forget(self) -> None:
        """Begin again with an empty memory."""
        with self._alone():
            self._engine.forget()

    def _check(self, position: Position) -> Position:
        if position.spec == self.game:
            return position
        other = f": ask Engine('{position.spec}')" if has_engine(position.spec) else ""
        raise GamegroveError(f"this engine plays {self.game}, and the position is one of {position.spec}{other}")

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Refuse a second question before the first is answered: both would use the same memory."""
        if not self._in_use.acquire(blocking=False):
            raise GamegroveError("this engine is answering another question: make an Engine for every thread")
        try:
            yield
        finally:
            self._in_use.release()

    def _options(self) -> dict[str, Any]:
        names = ("threads", "table_mib", "book", "weights", "level", "seed")
        return {name: getattr(self, name) for name in names}

    def __repr__(self) -> str:
        options = (f"{name}={value!r}" for name, value in self._options().items())
        return f"Engine({', '.join([repr(self.game), *options])})"

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Engine, self.game, **self._options()), ()


def check_numbers(**asked: int) -> None:
    """Say that somebody asks for too many threads, or for a table that cannot be."""
    for name, number in asked.items():
        if not is_whole(number) or not 1 <= number <= MOST[name]:
            raise GamegroveError(f"{name} must be a whole number from 1 to {MOST[name]:,}, not {number!r}")


def check_truths(**asked: bool) -> None:
    """Refuse what is neither True nor False: most things are taken for true."""
    for name, value in asked.items():
        if not isinstance(value, bool):
            raise GamegroveError(f"{name} must be True or False, not {value!r}")


def check_function(name: str, value: object, *, arguments: int) -> None:
    """Refuse what cannot be called; None asks for no calls."""
    if value is not None and not callable(value):
        takes = "1 argument" if arguments == 1 else f"{arguments} arguments"
        raise GamegroveError(f"{name} must be a function of {takes}, not {value!r}")


def _file(name: str, path: str | PathLike[str], others: str) -> str:
    """The name of a file that an option gives; `others` is what it might be instead."""
    if not isinstance(path, str | PathLike) or not fspath(path):
        raise GamegroveError(f"{name} must be {others} or the name of a file, not {path!r}")
    return fspath(path)


def _lines(moves: bool, lines: int | None) -> int | None:
    """How many moves get a score of their own; None for all."""
    if lines is not None and (not is_whole(lines) or lines < 1):
        raise GamegroveError(f"lines must be a whole number, 1 or more, not {lines!r}")
    return lines if moves else 1


def _find(game: str | Position | type) -> tuple[type[GameEngine], Position]:
    """The engine for a game, and the position with which that begins."""
    spec = _spec(game)
    name = spec.partition(":")[0].lower()
    for kind in ENGINES:
        if name == kind.game:
            return kind, catalogue.position(spec)
    known = ", ".join(kind.game for kind in ENGINES)
    raise GamegroveError(f"there is no engine for '{name[:40]}'; there is one for {known}")


def has_engine(spec: str) -> bool:
    """Whether there is an engine for a game.

    >>> has_engine("connect-four:size=5x4"), has_engine("tic-tac-toe")
    (True, False)
    """
    return spec.partition(":")[0] in (kind.game for kind in ENGINES)


def _spec(game: str | Position | type) -> str:
    """The text that names a game: itself, that of a position, or that of the class of its positions."""
    if not isinstance(game, str | type):
        if not isinstance(game, Position):
            raise GamegroveError(
                f"game must be a name such as 'othello', a position or a class of positions, not {game!r}"
            )
        return game.spec
    name, more = catalogue.split_line(game if isinstance(game, str) else game.__name__)
    if more:
        raise GamegroveError(
            f"game must be a name with its rules, such as 'othello:size=6': '{more}' does not belong to '{name}'"
        )
    return next((kind.game for kind in ENGINES if kind.positions.__name__ == name), name)


def _read(text: str, game: str) -> Position:
    """A position from its text, with the name of the game before it or without."""
    return catalogue.position(text) if catalogue.begins_with_game(text) else catalogue.position(game, text)


def _played(start: Position, moves: Sequence[Move]) -> Position:
    if not isinstance(moves, Iterable) or isinstance(moves, bytes | Mapping):
        raise GamegroveError(f"position must be a position, its text or a list of moves, not {moves!r}")
    position = start
    for move in moves:
        try:
            position = position.after(move)
        except TypeError:
            raise GamegroveError(f"a move must be a text such as '{start.legal_moves[0]}', not {move!r}") from None
    return position
