"""Measures how far shallow searches of the Othello engine are off, which Multi-ProbCut has to know.

Positions of games that the engine plays against itself are searched to many depths with nothing left out. The
logarithm of the deviation between a shallow and a deep value is then fitted as a sum of factors times 1, the depth, the
shallow depth and the empty cells. Two such sums are made: one for searches to a depth, and one for the end of the game.
"""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import count, groupby
from statistics import fmean
from typing import Any

from gamegrove._core import (
    Othello,
    OthelloEngine,
    OthelloSchool,
    othello_first_foreseen_depth,
    othello_shallow_depth,
)
from gamegrove.engines.othello_weights import Doubt, OthelloWeights
from gamegrove.errors import GamegroveError
from gamegrove.levels import empty_cells

FEWEST_EMPTIES = 5
"""With fewer empty cells the search to the end is hardly deeper than the one that is to foresee it."""
LEAST_DEPTH = 6
"""Up to the depth before, what depth and shallow depth do to the deviation cannot be told apart."""
BUCKET = 4
"""So many numbers of empty cells are measured together."""
FEWEST_PAIRS = 8
"""With fewer pairs of values a deviation means nothing."""
FEWEST_DISCS = 8
"""Positions with fewer discs are always the same few."""
LEAST_DEVIATION = 0.4
"""Values are whole discs: rounding two of them is off by so much."""
POSITIONS_A_CALL = 64
"""So many positions are searched before the progress is told."""
RANDOM_PLIES = 20
"""A game begins with fewer random moves than these."""
TEMPERATURES = (0.7, 1.5, 3.0, 6.0)
"""How many discs of noise are added to what moves are worth, one of these for a whole game."""
TABLE_MIB = 1
"""Evaluations need no table; this is the smallest."""
MIDGAME_COLUMNS = (0, 1, 2, 3)
ENDGAME_COLUMNS = (0, 2, 3)
"""To the end of the game the depth is the number of empty cells, so one factor does for both."""


def usual_empties(start: Othello) -> tuple[int, int]:
    """The fewest and the most empty cells from which the end of the game on a board is to be foreseen.

    >>> usual_empties(Othello()), usual_empties(Othello(size=4))
    ((13, 20), (5, 12))
    """
    all_empties = empty_cells(start)
    return (13, 20) if all_empties >= 20 else (FEWEST_EMPTIES, all_empties)


@dataclass(frozen=True)
class DoubtPlan:
    """Everything that decides the outcome of a measurement."""

    start: Othello
    """The start of the game on the board in question."""
    games: int = 100
    """How many games give positions, each one of every kind."""
    depth: int = 12
    """The deepest search to a depth."""
    fewest_empties: int = 13
    """The fewest empty cells from which the end of the game is to be foreseen."""
    most_empties: int = 20
    """The most of them."""
    seed: int = 1
    """Makes the games repeatable."""

    def __post_init__(self) -> None:
        if self.depth < LEAST_DEPTH:
            raise GamegroveError(f"depth {self.depth} is too low: the fit needs at least {LEAST_DEPTH}")
        moves = empty_cells(self.start)
        if self.depth > moves:
            raise GamegroveError(
                f"depth {self.depth} is too high: a game of {self.start.spec} has {moves} moves at most"
            )
        if not (FEWEST_EMPTIES <= self.fewest_empties < self.most_empties and _decides(self.empties)):
            raise GamegroveError(
                f"empties {self.fewest_empties}..{self.most_empties} should be two numbers from {FEWEST_EMPTIES} on, "
                "the smaller one first and some apart, such as 13..20"
            )
        if self.most_empties > moves:
            raise GamegroveError(f"empties {self.most_empties} are more than a board of {self.start.spec} has")

    @property
    def empties(self) -> range:
        """All numbers of empty cells from which the end of the game is to be foreseen."""
        return range(self.fewest_empties, self.most_empties + 1)


@dataclass(frozen=True)
class Cell:
    """How far a shallow search was off for some neighbouring numbers of empty cells."""

    kind: str
    """What was to be foreseen: midgame, a search to a depth; or endgame, the end of the game."""
    depth: int
    """The depth of the search that was to be foreseen; for the end of the game, the empty cells."""
    shallow: int
    """The depth of the search that foresaw it."""
    empties: float
    """The mean number of empty cells."""
    pairs: int
    """How many pairs of values were compared."""
    deviation: float
    """The root of the mean square of the differences, in discs."""
    bias: float
    """The mean of deep value less shallow value."""

    @property
    def factors(self) -> tuple[float, float, float, float]:
        """What the coefficients are multiplied with."""
        return 1.0, float(self.depth), float(self.shallow), self.empties


@dataclass(frozen=True)
class Measured:
    """What a measurement found."""

    cells: Sequence[Cell]
    """The deviations by kind, depth and empty cells."""
    midgame: Doubt
    """The factors that foresee a search to a depth."""
    endgame: Doubt
    """The factors that foresee the end of the game."""

    def fitted(self, cell: Cell) -> float:
        """What the fit says in place of a cell's deviation."""
        return deviation(self.midgame if cell.kind == "midgame" else self.endgame, cell.factors)

    def as_dict(self) -> dict[str, Any]:
        """All of it, for a file."""
        return {
            "midgame": list(self.midgame),
            "endgame": list(self.endgame),
            "cells": [{**asdict(cell), "fitted": round(self.fitted(cell), 4)} for cell in self.cells],
        }


def deviation(doubt: Doubt, factors: Iterable[float]) -> float:
    """The deviation that fitted coefficients foresee."""
    return math.exp(sum(c * x for c, x in zip(doubt, factors, strict=True)))


Progress = Callable[[int, int], None]


def measure(
    plan: DoubtPlan,
    weights: OthelloWeights,
    *,
    threads: int = 1,
    on_progress: Progress = lambda _done, _all: None,
) -> Measured:
    """How far shallow searches with some weights are off; the number of threads changes nothing."""
    games = list(_games(plan, weights))
    midgame, endgame = _midgame_searches(plan, games), _endgame_searches(plan, games)
    searcher = _Searcher(plan.start, weights, threads, on_progress)
    searcher.expect([*midgame, *endgame])
    cells = [*_midgame_cells(midgame, searcher), *_endgame_cells(endgame, searcher)]
    return Measured(cells, _fit(cells, "midgame", MIDGAME_COLUMNS), _fit(cells, "endgame", ENDGAME_COLUMNS))


def _decides(empties: Iterable[int]) -> bool:
    """Whether the end of the game, seen from so many empty cells, tells apart what these and the depth do."""
    rows = [[1.0, othello_shallow_depth(each, is_end=True), each] for each in empties]
    return least_squares(rows, [0.0] * len(rows), [1] * len(rows)) is not None


# -- Positions


def _games(plan: DoubtPlan, weights: OthelloWeights) -> Iterator[list[Othello]]:
    """The positions with a move to choose of games, some nearly at random and some nearly as well as it can."""
    try:
        engine = OthelloEngine(plan.start, table_mib=TABLE_MIB, weights=weights.data)
    except ValueError as error:
        raise GamegroveError(f"the weights of board {weights.board}: {error}") from None
    for number in range(plan.games):
        yield list(_game(plan.start, engine, random.Random(f"{plan.seed} {number}")))


def _game(start: Othello, engine: OthelloEngine, source: random.Random) -> Iterator[Othello]:
    position, random_plies, temperature = start, source.randrange(RANDOM_PLIES), source.choice(TEMPERATURES)
    for ply in count():
        if position.is_over():
            return
        if not position.must_pass():
            yield position
        moves = list(position.legal_moves)
        if ply < random_plies:
            move = source.choice(moves)
        else:
            noise = {move: source.gauss(0, temperature) for move in moves}
            move = max(moves, key=lambda each: noise[each] - engine.evaluation(position.after(each)))
        position = position.after(move)


def _in_buckets(games: Iterable[Sequence[Othello]], seed: int) -> list[Othello]:
    """From each game a position of every bucket of empty cells, but for the first few moves."""
    source = random.Random(seed)
    chosen: list[Othello] = []
    for game in games:
        later = (position for position in game if position.stones >= FEWEST_DISCS)
        chosen.extend(source.choice(list(each)) for _, each in groupby(later, lambda it: empty_cells(it) // BUCKET))
    return chosen


# -- Searches


@dataclass(frozen=True)
class _Search:
    """Positions that are searched in the same way."""

    depth: int
    positions: Sequence[Othello]
    to_the_end: bool = False


def _midgame_searches(plan: DoubtPlan, games: Sequence[Sequence[Othello]]) -> list[_Search]:
    """To all depths, the positions that they do not see the end of."""
    chosen = _in_buckets(games, plan.seed)
    return [
        _Search(depth, [position for position in chosen if empty_cells(position) > depth])
        for depth in range(1, plan.depth + 1)
    ]


def _endgame_searches(plan: DoubtPlan, games: Sequence[Sequence[Othello]]) -> list[_Search]:
    """By turns a shallow search and one to the end of the game, of the same positions."""
    searches: list[_Search] = []
    for empties in plan.empties:
        positions = [position for game in games for position in game if empty_cells(position) == empties]
        searches.append(_Search(othello_shallow_depth(empties, is_end=True), positions))
        searches.append(_Search(empties, positions, to_the_end=True))
    return searches


class _Searcher:
    """Searches with nothing left out, always from an empty memory. Its one important method is values()."""

    def __init__(self, start: Othello, weights: OthelloWeights, threads: int, on_progress: Progress) -> None:
        self._start = start
        self._weights = weights
        self._threads = threads
        self._on_progress = on_progress
        self._done = self._all = 0

    def expect(self, searches: Iterable[_Search]) -> None:
        """Say what is to come, for those who watch."""
        self._all = sum(len(each.positions) for each in searches)

    def values(self, search: _Search) -> list[int]:
        """What the positions of a search are worth."""
        values: list[int] = []
        for first in range(0, len(search.positions), POSITIONS_A_CALL):
            self._on_progress(self._done, self._all)
            some = search.positions[first : first + POSITIONS_A_CALL]
            school = OthelloSchool(self._start)
            school.label(
                some,
                weights=self._weights.data,
                depth=search.depth,
                exact_empties=search.depth if search.to_the_end else 0,
                threads=self._threads,
            )
            values.extend(_labels(school))
            self._done += len(some)
        return values


def _labels(school: OthelloSchool) -> list[int]:
    """The values of a school's lessons, each of which ends with its value."""
    data = school.to_bytes()
    size = len(data) // max(1, len(school))
    return [struct.unpack_from("<h", data, end - 2)[0] for end in range(size, len(data) + 1, size)] if data else []


# -- Deviations


def _midgame_cells(searches: Sequence[_Search], searcher: _Searcher) -> Iterator[Cell]:
    values: dict[int, dict[Othello, int]] = {
        each.depth: dict(zip(each.positions, searcher.values(each), strict=True)) for each in searches
    }
    for depth in range(othello_first_foreseen_depth, len(searches) + 1):
        shallow = othello_shallow_depth(depth)
        for _, bucket in groupby(sorted(values[depth], key=empty_cells), lambda it: empty_cells(it) // BUCKET):
            positions = list(bucket)
            off = [values[depth][position] - values[shallow][position] for position in positions]
            yield from _cell("midgame", depth, shallow, positions, off)


def _endgame_cells(searches: Sequence[_Search], searcher: _Searcher) -> Iterator[Cell]:
    for shallow, end in zip(searches[::2], searches[1::2], strict=True):
        off = [deep - near for near, deep in zip(searcher.values(shallow), searcher.values(end), strict=True)]
        yield from _cell("endgame", end.depth, shallow.depth, end.positions, off)


def _cell(kind: str, depth: int, shallow: int, positions: Sequence[Othello], off: Sequence[int]) -> Iterator[Cell]:
    """The deviation of some differences, if they are enough.

    It is measured from 0, not from the mean: the search does not know of a bias.
    """
    if len(off) >= FEWEST_PAIRS:
        empties = fmean(map(empty_cells, positions))
        off_by = math.sqrt(fmean(each * each for each in off))
        yield Cell(kind, depth, shallow, empties, len(off), max(off_by, LEAST_DEVIATION), fmean(off))


# -- The fit


def _fit(cells: Iterable[Cell], kind: str, columns: Sequence[int]) -> Doubt:
    """The factors that foresee the logarithms of deviations with the least squares, each cell counting its pairs."""
    chosen = [cell for cell in cells if cell.kind == kind]
    rows = [[cell.factors[column] for column in columns] for cell in chosen]
    counts = [cell.pairs for cell in chosen]
    logarithms = [math.log(cell.deviation) for cell in chosen]
    found = least_squares(rows, logarithms, counts)
    if found is None:
        raise GamegroveError(
            f"too few different positions for a fit of the {kind}: {len(chosen)} cells have {FEWEST_PAIRS} pairs of "
            "values or more; ask for more games, a greater depth or a wider range of empties"
        )
    by_column = dict(zip(columns, found, strict=True))
    first, second, third, fourth = (round(by_column.get(column, 0.0), 6) for column in range(4))
    return first, second, third, fourth


def least_squares(
    rows: Sequence[Sequence[float]], targets: Sequence[float], counts: Sequence[float]
) -> list[float] | None:
    """The factors with which the rows come nearest to the targets, by the normal equations; None if many are as near.

    >>> least_squares([[1, 0], [1, 1], [1, 2]], [1, 3, 5], [1, 1, 1])
    [1.0, 2.0]
    """
    if not rows:
        return None
    width = len(rows[0])
    equations = [
        [sum(n * row[i] * row[j] for row, n in zip(rows, counts, strict=True)) for j in range(width)]
        + [sum(n * row[i] * target for row, target, n in zip(rows, targets, counts, strict=True))]
        for i in range(width)
    ]
    return _solved(equations)


def _solved(equations: list[list[float]]) -> list[float] | None:
    """The unknowns of linear equations, whose last column is the right side; by elimination."""
    width = len(equations)
    scale = max(abs(number) for row in equations for number in row[:-1])
    for place in range(width):
        pivot = max(range(place, width), key=lambda number: abs(equations[number][place]))
        equations[place], equations[pivot] = equations[pivot], equations[place]
        if abs(equations[place][place]) <= 1e-9 * scale:
            return None
        for other in range(width):
            if other != place:
                part = equations[other][place] / equations[place][place]
                equations[other] = [a - part * b for a, b in zip(equations[other], equations[place], strict=True)]
    return [row[-1] / row[place] for place, row in enumerate(equations)]
