"""A played game judged move by move: which moves kept what the position was worth, and which threw it away."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from gamegrove._core import ConnectFour, Othello
from gamegrove.charts import check_chart, save_chart
from gamegrove.engines import Analysis, Engine, Limit, MoveScore
from gamegrove.engines.analysis import Bounded, sign
from gamegrove.engines.connect_four_score import Scale
from gamegrove.engines.engine import check_function
from gamegrove.engines.scales import scale_of
from gamegrove.errors import GamegroveError
from gamegrove.evaluation import cells_of
from gamegrove.games import catalogue
from gamegrove.record import Record
from gamegrove.textbook.observation import StopSign
from gamegrove.textbook.values import Bounds

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ENOUGH_PLIES = 6
"""A search that was stopped before it had looked so far ahead has judged nothing."""
SECONDS_A_MOVE = 1.0
"""How long a position is looked at without a limit that nobody could wait to see solved."""


class Mark(StrEnum):
    """What a move made of the position, seen by the player who made it.

    In Connect Four the result counts, in Othello the discs.
    """

    best = "best"
    slower_win = "slower win"
    quicker_loss = "quicker loss"
    gave_away_win = "gave away the win"
    gave_away_draw = "gave away the draw"
    missed_win = "missed the win"
    """The opponent's last move had just offered it."""
    missed_draw = "missed the draw"
    """The opponent's last move had just offered it."""
    good = "good"
    """It lost a disc, which between two estimates means nothing."""
    inaccuracy = "inaccuracy"
    """It lost a few discs."""
    mistake = "mistake"
    """It lost at least four discs."""
    blunder = "blunder"
    """It lost at least ten discs."""
    unknown = "unknown"
    """The engine was stopped before it knew enough."""

    @property
    def is_mistake(self) -> bool:
        """Whether the move changed the result of the game, or lost discs that may do so."""
        return self.changes_result or self in (Mark.mistake, Mark.blunder)

    @property
    def changes_result(self) -> bool:
        """Whether the move changed the result of the game."""
        return self in (Mark.gave_away_win, Mark.gave_away_draw, Mark.missed_win, Mark.missed_draw)

    @property
    def sign(self) -> str:
        """The mark as annotators write it."""
        if self.is_mistake:
            return "??" if self is Mark.blunder else "?"
        return "?!" if self in (Mark.slower_win, Mark.quicker_loss, Mark.inaccuracy) else ""


MARKS_BY_DISCS = (
    (10, Mark.blunder),
    (4, Mark.mistake),
    (2, Mark.inaccuracy),
    (1, Mark.good),
    (0, Mark.best),
)
"""How many discs a move of Othello must lose at least to be called that."""


@dataclass(frozen=True)
class ReviewedMove:
    """One move of a game, and what it was worth. All scores are seen by the player who made it."""

    number: int
    """Its number in the game, from 1."""
    side: int
    """Who made it: 0 the first player, 1 the second."""
    analysis: Analysis
    """What the engine says of the position in which it was made, and what follows from the rest of the game."""
    after: MoveScore
    """The move, and what it was worth.

    Beside an estimate of the position it is one of the same search, though the rest of the game may tell the score: the
    best move's estimate may be as wrong as its own.
    """
    mark: Mark
    """What it changed."""

    @property
    def move(self) -> str:
        """The move in the game's notation."""
        return str(self.after.move)

    @property
    def best(self) -> tuple[str, ...]:
        """The moves that are known to be best or, in Othello, seem so.

        If there is none, those that are known to keep the win or the draw that was sure.
        """
        before = self.analysis
        best = tuple(str(each.move) for each in before.moves if each.lower >= before.upper)
        if not best and before.estimate is not None:
            return tuple(str(each.move) for each in before.moves if each.value == before.estimate)
        if best or before.lower < 0:
            return best
        return tuple(str(each.move) for each in before.moves if each.lower >= before.lower)

    @property
    def is_unjudged(self) -> bool:
        """Whether the search was stopped at its beginning: what it believed then is no judgement."""
        before = self.analysis
        return before.stopped == "stop" and not before.exact and (before.depth or ENOUGH_PLIES) < ENOUGH_PLIES

    @property
    def lost(self) -> int | None:
        """By how much the move is worse than the best, by scores or estimates; None when these are not known."""
        if self.is_unjudged:
            return None
        best, played = self.analysis.value, self.after.value
        return None if best is None or played is None else best - played

    def description(self) -> dict[str, Any]:
        """The move as plain data, for JSON."""
        return {
            "number": self.number,
            "side": self.side,
            "move": self.move,
            "mark": str(self.mark),
            "before": self.analysis.score,
            "before_text": self.analysis.text,
            "before_estimate": self.analysis.estimate,
            "best": list(self.best),
            "after": self.after.score,
            "after_text": self.after.text,
            "after_estimate": self.after.estimate,
            "lost": self.lost,
        }


@dataclass(frozen=True)
class Review:
    """A whole game, every move with its mark."""

    record: Record
    """The game."""
    moves: tuple[ReviewedMove, ...]
    """Its moves, the first one first."""
    nodes: int
    """How many nodes the engine has searched for it."""
    seconds: float
    """How long it took."""

    @property
    def decisive(self) -> ReviewedMove | None:
        """The move that changed the result for good: the last that did, unless a later move is unknown."""
        last = self._last_mistake()
        if last is None or any(each.mark is Mark.unknown for each in self.moves[last.number :]):
            return None
        return last

    @property
    def costliest(self) -> ReviewedMove | None:
        """The move that lost most, the first one of equals; None when none is known to have lost anything."""
        most = max((each.lost or 0 for each in self.moves), default=0)
        return next((each for each in self.moves if each.lost == most), None) if most else None

    @property
    def lost(self) -> tuple[int, int]:
        """How much the moves of the first and of the second player have lost together, as far as that is known."""
        first, second = (sum(each.lost or 0 for each in self.moves if each.side == side) for side in (0, 1))
        return first, second

    @property
    def counts_discs(self) -> bool:
        """Whether moves are judged by the discs that they lose, and not by the result alone."""
        return isinstance(self.record.start, Othello)

    @property
    def mistakes(self) -> tuple[int, int]:
        """How many mistakes the first and the second player made."""
        sides = [each.side for each in self.moves if each.mark.is_mistake]
        return sides.count(0), sides.count(1)

    @property
    def unknown(self) -> int:
        """How many moves could not be judged."""
        return sum(each.mark is Mark.unknown for each in self.moves)

    @property
    def course(self) -> tuple[int | None, ...]:
        """The score or its estimate after every move, seen by the first player; None where it is not known."""
        values = (None if each.is_unjudged else each.after.value for each in self.moves)
        return tuple(
            value if each.side == 0 or value is None else -value for each, value in zip(self.moves, values, strict=True)
        )

    @property
    def most(self) -> int:
        """The score of a full bar: a win with the first disc that can win; in Othello half of all discs."""
        start = self.record.start
        if isinstance(start, ConnectFour):
            return max(1, replace(Scale.of(start), stones=2 * (start.in_a_row - 1)).highest)
        return cells_of(start) // 2

    @property
    def verdict(self) -> str:
        """One sentence: which move threw the win, the draw or most discs away, and what should have been played."""
        if self.counts_discs:
            return self._verdict_by_discs()
        last = self._last_mistake()
        if last is None:
            return self._without_mistakes()
        if last is not self.decisive:
            lead = f"Of the moves that could be judged, {last.number} was the last to change the result"
        elif self.record.position.is_over():
            lead = f"Move {last.number} decided the game"
        else:
            lead = f"Move {last.number} was the last to change the result"
        name = self.record.start.players[last.side]
        return f"{lead}: {name} {last.mark} with {last.move} ({last.after.text}); {_better(last)}."

    def count(self, side: int, mark: Mark) -> int:
        """How many moves of a player have a mark."""
        return sum(each.side == side and each.mark is mark for each in self.moves)

    def draw(self, file: Path) -> None:
        """A chart of the score over the game, as SVG, PNG or PDF, whichever the file's name says."""
        draw_review(self, file)

    def description(self) -> dict[str, Any]:
        """The review as plain data, for JSON."""
        return {
            "game": self.record.start.spec,
            "start": self.record.start.line,
            "record": self.record.text,
            "players": list(self.record.start.players),
            "over": self.record.position.is_over(),
            "moves": [each.description() for each in self.moves],
            "course": list(self.course),
            "mistakes": list(self.mistakes),
            "lost": list(self.lost),
            "costliest": None if self.costliest is None else self.costliest.number,
            "decisive": None if self.decisive is None else self.decisive.number,
            "verdict": self.verdict,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }

    def _last_mistake(self) -> ReviewedMove | None:
        return next((each for each in reversed(self.moves) if each.mark.changes_result), None)

    def _verdict_by_discs(self) -> str:
        worst, is_certain = self.costliest, all(each.analysis.exact for each in self.moves)
        if worst is not None:
            name = self.record.start.players[worst.side]
            discs = "1 disc" if worst.lost == 1 else f"{worst.lost} discs"
            if self.unknown:
                lead = f"Of the moves that could be judged, {worst.number} was the costliest"
            else:
                lead = f"Move {worst.number} was the costliest{'' if is_certain else ' as far as is seen'}"
            if worst.analysis.exact:
                return f"{lead}: {name} lost {discs} with {worst.move} ({worst.after.text}); {_better(worst)}."
            return f"{lead}: {name} lost about {discs} with {worst.move}; better was {_either(worst.best)}."
        if self.unknown:
            return f"No move is known to have lost a disc, but {self.unknown} of {len(self.moves)} could not be judged."
        if not self.moves:
            return "There are no moves to judge."
        return "No move lost a disc." if is_certain else "No move lost a disc, as far as is seen."

    def _without_mistakes(self) -> str:
        if self.unknown:
            return f"No mistake was found, but {self.unknown} of {len(self.moves)} moves could not be judged."
        if not self.moves:
            return "There are no moves to judge."
        first = self.moves[0]
        result = _result(first.analysis)
        if not result:
            return "No move changed the result: the game was a draw all the time."
        winner = self.record.start.players[first.side if result > 0 else 1 - first.side]
        return f"No move changed the result: {winner} was winning all the time."


def review(
    game: Record | str,
    engine: Engine | None = None,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: StopSign | None = None,
    on_move: Callable[[int, int], None] | None = None,
) -> Review:
    """Judge every move of a game, also of one that is not over.

    `game` is a record, or the moves as text, with the name of the game before them or from the start of the engine's
    game on. Without an engine one is made for the game. `seconds` and `nodes` limit what the engine spends on a
    position, and `depth` how far it looks ahead before the end of an Othello game, which is solved all the same;
    without any of them a position that nobody could wait to see solved gets a second. `stop` ends it with what is known
    so far. `on_move` is called with the moves done and the moves to do.

    >>> import gamegrove
    >>> judged = gamegrove.review("connect-four:size=5x4 334422")
    >>> judged.mistakes, judged.decisive.number, str(judged.decisive.mark), judged.decisive.best
    ((1, 1), 4, 'missed the win', ('2',))
    """
    begin = time.monotonic()
    if engine is not None and not isinstance(engine, Engine):
        raise GamegroveError(f"engine must be an Engine, or None for a new one, not {engine!r}")
    check_function("on_move", on_move, arguments=2)
    record = _record(game, engine)
    engine = engine or Engine(record.start)
    positions = list(record.positions())[:-1]
    analyses: list[Analysis] = []
    is_free = (depth, seconds, nodes) == (None, None, None)
    for position in reversed(positions):  # what is found near the end is remembered for what comes before it
        is_in_reach = engine.is_in_reach(position)
        limit = Limit(
            None if is_in_reach and isinstance(position, Othello) else depth,
            SECONDS_A_MOVE if is_free and not is_in_reach else seconds,
            nodes,
        )
        analyses.insert(0, engine.analyse(position, limit, stop=stop))
        if on_move is not None:
            on_move(len(analyses), len(positions))
    moves = _judged(record, _combined(record, analyses))
    return Review(record, moves, sum(each.nodes for each in analyses), time.monotonic() - begin)


def _record(game: Record | str, engine: Engine | None) -> Record:
    """The game that is meant; an engine says of which one moves are that do not."""
    if isinstance(game, Record):
        return game
    if not isinstance(game, str):
        raise GamegroveError(f"game must be a Record or the moves as text, not {game!r}")
    if catalogue.begins_with_game(game):
        spec, moves = catalogue.split_line(game)
        return Record.read(catalogue.position(spec), moves)
    if engine is None:
        raise GamegroveError(
            "say of which game the moves are, as in review('othello f5d6c3'), or give a Record or an Engine"
        )
    return Record.read(engine.position(()), game)


class _Known:
    """What is known of one position of the game, while its neighbours add to it.

    The position is worth as much as its best move, so its bounds and those of its moves narrow each other.
    """

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self._words = scale_of(analysis.position).words
        self.whole = Bounds(analysis.lower, analysis.upper)
        self.moves = {str(each.move): Bounds(each.lower, each.upper) for each in analysis.moves}
        self._conclude()

    def learn(self, known: Bounds) -> None:
        """Take new bounds of the position."""
        self.whole = _common(self.whole, known)
        self._conclude()

    def learn_of(self, move: str, known: Bounds) -> None:
        """Take new bounds of a move."""
        self.moves[move] = _common(self.moves[move], known)
        self._conclude()

    def narrowed(self) -> Analysis:
        """The analysis with all that is known now; estimates stay together until the score is known."""
        before, (lower, upper, _) = self.analysis, self.whole
        if before.estimate is not None and lower < upper:
            return before
        moves = tuple(self.score_of(str(each.move)) for each in before.moves)
        after = _with_bounds(replace(before, moves=moves), self.whole, self._words)
        return after if before.move in after.best else replace(after, move=after.best[0], line=after.best[:1])

    def score_of(self, move: str) -> MoveScore:
        """All that is known of a move now."""
        return _with_bounds(_score_of(move, self.analysis), self.moves[move], self._words)

    def played(self, move: str) -> MoveScore:
        """What to compare with the position; of two estimates, that of the same search."""
        is_estimated = self.analysis.estimate is not None and not self.narrowed().exact
        return _score_of(move, self.analysis) if is_estimated else self.score_of(move)

    def _conclude(self) -> None:
        known = self.moves.values()
        best = Bounds(max(each.lower for each in known), max(each.upper for each in known))
        self.whole = _common(self.whole, best)
        for move, each in self.moves.items():
            self.moves[move] = _common(each, Bounds(upper=self.whole.upper))
        able = [move for move, each in self.moves.items() if each.upper >= self.whole.lower]
        if len(able) == 1:
            self.moves[able[0]] = self.whole


def _score_of(move: str, analysis: Analysis) -> MoveScore:
    return next(each for each in analysis.moves if str(each.move) == move)


def _combined(record: Record, analyses: list[Analysis]) -> list[_Known]:
    """What is known of every position with all others: the position after a move is the one before the next.

    So after(i) = -before(i + 1). Once from the end to the start and once back carries everything everywhere, since the
    positions of a game are a chain.
    """
    known = [_Known(each) for each in analyses]
    moves = [str(move) for move in record.moves]
    steps = list(zip(known, moves, known[1:], strict=False))
    for before, move, after in reversed(steps):
        before.learn_of(move, _seen_by_opponent(after.whole))
    for before, move, after in steps:
        after.learn(_seen_by_opponent(before.moves[move]))
    return known


def _common(one: Bounds, other: Bounds) -> Bounds:
    return Bounds(max(one.lower, other.lower), min(one.upper, other.upper))


def _seen_by_opponent(known: Bounds) -> Bounds:
    return Bounds(-known.upper, -known.lower)


K = TypeVar("K", Analysis, MoveScore)


def _with_bounds(known: K, bounds: Bounds, words: Callable[[int, int], str]) -> K:
    """What is known with narrower bounds; an estimate stays one until these meet."""
    lower, upper, _ = bounds
    if known.estimate is not None and lower < upper:
        return replace(known, lower=lower, upper=upper)
    return replace(known, lower=lower, upper=upper, text=words(lower, upper), estimate=None)


def _judged(record: Record, known: list[_Known]) -> tuple[ReviewedMove, ...]:
    """The moves with their marks, from the first on: whether a win was offered is seen by the mark before."""
    judged: list[ReviewedMove] = []
    for number, (move, before) in enumerate(zip(record.moves, known, strict=True), 1):
        analysis, after = before.narrowed(), before.played(str(move))
        is_offered = bool(judged) and judged[-1].mark.is_mistake
        move_judged = ReviewedMove(number, analysis.position.turn, analysis, after, Mark.unknown)
        by_discs = isinstance(analysis.position, Othello)
        mark = _mark_by_discs(move_judged.lost) if by_discs else _mark(analysis, after, is_offered)
        judged.append(replace(move_judged, mark=mark))
    return tuple(judged)


def _mark_by_discs(lost: int | None) -> Mark:
    if lost is None:
        return Mark.unknown
    return next(mark for least, mark in MARKS_BY_DISCS if lost >= least)


def _mark(before: Analysis, after: MoveScore, is_offered: bool) -> Mark:
    """The mark, as soon as the bounds decide it: the scores need not be exact."""
    had = _result(before)
    if all(after.lower >= other.upper for other in before.moves if other.move != after.move):
        return Mark.best
    if had == 1 and after.upper <= 0:
        return Mark.missed_win if is_offered else Mark.gave_away_win
    if had == 0 and after.upper < 0:
        return Mark.missed_draw if is_offered else Mark.gave_away_draw
    if after.upper < before.lower and after.lower > 0:
        return Mark.slower_win
    if after.upper < before.lower and had == -1:
        return Mark.quicker_loss
    return Mark.unknown


def _result(known: Bounded) -> int | None:
    """1 for a win, 0 for a draw, -1 for a loss; None when the bounds do not say."""
    return sign(known.lower) if sign(known.lower) == sign(known.upper) else None


def _better(judged: ReviewedMove) -> str:
    best = judged.best
    return f"better was {_either(best)} ({judged.analysis.text})" if best else "the best move is not known"


def _either(moves: tuple[str, ...]) -> str:
    *others, last = moves
    return f"{', '.join(others)} or {last}" if others else last


def draw_review(reviewed: Review, file: Path) -> None:
    """Draw a bar for every move: up where the first player wins, down where the second does; mistakes are marked."""
    check_chart(file)
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4), layout="constrained")
    panel = figure.subplots()
    _draw_bars(reviewed, panel)
    first, second = reviewed.record.start.players
    panel.set_xlabel("move")
    panel.set_ylabel(f"score: above 0 {first} wins, below {second}")
    panel.set_title(reviewed.verdict, fontsize="small", wrap=True)
    panel.axhline(0, color="grey", linewidth=0.8)
    panel.grid(alpha=0.3)
    save_chart(figure, file)


def _draw_bars(reviewed: Review, panel: Axes) -> None:
    heights = [score or 0 for score in reviewed.course]
    for each, height in zip(reviewed.moves, heights, strict=True):
        panel.bar(each.number, height, color="tab:red" if each.mark.is_mistake else "tab:blue")
        if each.mark.is_mistake:
            shift = -8 if height < 0 else 8  # the label stands behind the end of the bar
            panel.annotate(
                f"{each.move}{each.mark.sign}",
                (each.number, height),
                xytext=(0, shift),
                textcoords="offset points",
                ha="center",
                va="center",
                color="tab:red",
            )
    margin = 1.2  # for the labels
    most = max(reviewed.most, *map(abs, heights)) if heights else reviewed.most
    panel.set_ylim(-margin * most, margin * most)
    panel.set_xlim(0.4, len(heights) + 0.6)
    panel.locator_params(integer=True)
