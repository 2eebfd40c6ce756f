"""The features of the evaluations, cell by cell.

A feature gives two numbers: that of the side to move, and that of the other. What it is worth is their difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import product
from math import floor

Cell = tuple[int, int]  # column from the left, row from the top, both from 0
Counts = tuple[int, int]  # of the side to move, and of the other
Ray = tuple[Cell, ...]  # cells one after the other in one direction

DIRECTIONS = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
AXES = ((1, 0), (0, 1), (1, 1), (1, -1))
OTHER = {"X": "O", "O": "X"}
SWAPPED = str.maketrans("XO", "OX")
OWNER = {"X": 1, ".": 0, "O": -1}


class Geometry:
    """What lies where on a board, whatever stands on it: the same for all its positions."""

    def __init__(self, width: int, height: int, holes: frozenset[Cell]) -> None:
        self.width = width
        self.height = height
        self.cells = [(x, y) for y in range(height) for x in range(width) if (x, y) not in holes]
        self._on_board = set(self.cells)
        self.rays: dict[Cell, list[Ray]] = {
            cell: [ray for step in DIRECTIONS if (ray := self.ray(cell, step))] for cell in self.cells
        }
        self.neighbours: dict[Cell, list[Cell]] = {cell: [ray[0] for ray in self.rays[cell]] for cell in self.cells}
        self.axes: dict[Cell, list[tuple[Ray, Ray]]] = {
            cell: [(self.ray(cell, (dx, dy)), self.ray(cell, (-dx, -dy))) for dx, dy in AXES] for cell in self.cells
        }

    def ray(self, cell: Cell, step: Cell) -> Ray:
        """The cells after a cell in one direction, up to the edge or a hole."""
        ray = []
        x, y = cell[0] + step[0], cell[1] + step[1]
        while (x, y) in self._on_board:
            ray.append((x, y))
            x, y = x + step[0], y + step[1]
        return tuple(ray)

    def from_edges(self, cell: Cell) -> tuple[int, int]:
        """The distances of a cell to the nearest vertical and to the nearest horizontal edge."""
        x, y = cell
        return min(x, self.width - 1 - x), min(y, self.height - 1 - y)

    def corner_beside(self, cell: Cell) -> Cell:
        """The corner that is nearest to a cell."""
        x, y = cell
        return (0 if 2 * x < self.width else self.width - 1, 0 if 2 * y < self.height else self.height - 1)


@cache
def geometry(width: int, height: int, holes: frozenset[Cell]) -> Geometry:
    return Geometry(width, height, holes)


@cache
def windows(board: Geometry, length: int) -> list[list[Cell]]:
    """Every window of so many cells in the four directions."""
    rays = [(cell, board.ray(cell, axis)) for axis in AXES for cell in board.cells]
    return [[cell, *ray[: length - 1]] for cell, ray in rays if len(ray) >= length - 1]


@cache
def windows_through(board: Geometry, length: int) -> dict[Cell, int]:
    """How many of them each cell is part of."""
    return {cell: sum(cell in window for window in windows(board, length)) for cell in board.cells}


class Board:
    """A drawn board and whose turn it is."""

    def __init__(self, rows: Sequence[str], turn: int) -> None:
        self.drawn = {(x, y): cell for y, row in enumerate(rows) for x, cell in enumerate(row)}
        holes = frozenset(cell for cell, content in self.drawn.items() if content == "#")
        self.geometry = geometry(len(rows[0]), len(rows), holes)
        self.mover = "XO"[turn]
        self.empty = [cell for cell in self.geometry.cells if self.drawn[cell] == "."]
        self.own = {side: [cell for cell in self.geometry.cells if self.drawn[cell] == side] for side in "XO"}

    def of_both(self, count: Callable[[str], int]) -> Counts:
        """What is counted for the side to move, and for the other."""
        return count(self.mover), count(OTHER[self.mover])

    def weighted(self, weight: Callable[[Cell], int]) -> Counts:
        """A weight for each cell, summed over the stones of a side."""
        return self.of_both(lambda side: sum(weight(cell) for cell in self.own[side]))

    def touches(self, cell: Cell, content: str) -> bool:
        """Whether one of the eight neighbours of a cell holds that."""
        return any(self.drawn[neighbour] == content for neighbour in self.geometry.neighbours[cell])


class OthelloBoard(Board):
    """A position of Othello; what several features need is found once."""

    def flips(self, cell: Cell, side: str) -> list[Cell]:
        """The discs that a side would flip with a disc on an empty cell."""
        flipped: list[Cell] = []
        for ray in self.geometry.rays[cell]:
            line = []
            for passed in ray:
                if self.drawn[passed] == OTHER[side]:
                    line.append(passed)
                    continue
                if self.drawn[passed] == side:
                    flipped += line
                break
        return flipped

    @cached_property
    def playable(self) -> Mapping[str, Mapping[Cell, list[Cell]]]:
        """The cells on which a side could play if it were its turn, and what it would flip."""
        return {side: {cell: flipped for cell in self.empty if (flipped := self.flips(cell, side))} for side in "XO"}

    @cached_property
    def regions(self) -> list[set[Cell]]:
        """The empty cells in groups that hang together, diagonals included."""
        regions = []
        left = set(self.empty)
        while left:
            region: set[Cell] = set()
            found = [left.pop()]
            while found:
                cell = found.pop()
                region.add(cell)
                beside = left.intersection(self.geometry.neighbours[cell])
                left -= beside
                found += beside
            regions.append(region)
        return regions

    @cached_property
    def stable(self) -> set[Cell]:
        """The discs that no move can ever flip: one finds another until nothing changes."""
        stable: set[Cell] = set()
        left = self.own["X"] + self.own["O"]
        while found := [cell for cell in left if all(self._is_held(cell, *axis, stable) for axis in self._axes(cell))]:
            stable.update(found)
            left = [cell for cell in left if cell not in stable]
        return stable

    def _axes(self, cell: Cell) -> list[tuple[Ray, Ray]]:
        return self.geometry.axes[cell]

    def _is_held(self, cell: Cell, ahead: Ray, behind: Ray, stable: set[Cell]) -> bool:
        """Whether a disc cannot be flipped along one axis: an end of the board, a stable friend, or a full line."""
        return (
            not ahead
            or not behind
            or any(ray[0] in stable and self.drawn[ray[0]] == self.drawn[cell] for ray in (ahead, behind))
            or all(self.drawn[passed] != "." for passed in ahead + behind)
        )

    @cached_property
    def unstable(self) -> set[Cell]:
        """The discs that the other side could flip at once if it were its turn."""
        flipped = {cell for side in "XO" for flips in self.playable[side].values() for cell in flips}
        assert not flipped & self.stable
        return flipped

    def score(self) -> Counts:
        return self.weighted(lambda _: 1)

    def squares(self) -> Counts:
        return self.weighted(lambda cell: (1, 3, 9)[self.geometry.from_edges(cell).count(0)])

    def weights(self) -> Counts:
        return self.weighted(self._weight)

    def _weight(self, cell: Cell) -> int:
        x, y = self.geometry.from_edges(cell)
        if x == y == 0:
            return 12 * self.geometry.width + 4
        if x + y == 1:
            return -20
        if x == y == 1:
            return 0 if self.geometry.width == 4 else -50
        if x == 0 or y == 0:
            return 10 if x + y == 2 else 5
        return -2 if x == 1 or y == 1 else 1

    def mobility(self) -> Counts:
        return self.of_both(lambda side: len(self.playable[side]))

    def potential(self) -> Counts:
        return self.of_both(lambda side: sum(self.touches(cell, OTHER[side]) for cell in self.empty))

    def corners(self) -> Counts:
        return self.weighted(lambda cell: self.geometry.from_edges(cell) == (0, 0))

    def edge(self) -> Counts:
        return self.weighted(lambda cell: self.geometry.from_edges(cell).count(0) == 1)

    def xsquares(self) -> Counts:
        return self.weighted(lambda cell: self.geometry.from_edges(cell) == (1, 1) and self._corner_is_empty(cell))

    def csquares(self) -> Counts:
        return self.weighted(lambda cell: sum(self.geometry.from_edges(cell)) == 1 and self._corner_is_empty(cell))

    def _corner_is_empty(self, cell: Cell) -> bool:
        return self.drawn[self.geometry.corner_beside(cell)] == "."

    def frontier(self) -> Counts:
        return self.weighted(lambda cell: self.touches(cell, "."))

    def stable_discs(self) -> Counts:
        return self.weighted(lambda cell: cell in self.stable)

    def unstable_discs(self) -> Counts:
        return self.weighted(lambda cell: cell in self.unstable)

    def semistable_discs(self) -> Counts:
        return self.weighted(lambda cell: cell not in self.stable and cell not in self.unstable)

    def stability(self) -> Counts:
        return self.weighted(lambda cell: (cell in self.stable) - (cell in self.unstable))

    def parity(self) -> Counts:
        return (1, 0) if len(self.empty) % 2 else (0, 1)

    def access(self) -> Counts:
        return self.of_both(lambda side: sum(any(cell in self.playable[side] for cell in r) for r in self.regions))

    def local_parity(self) -> Counts:
        number = len(self.regions)
        if number == 0:
            return 0, 0
        if number % 2 == 0:
            return 50, 50
        more, less = 100 * ((number + 1) // 2) // number, 100 * ((number - 1) // 2) // number
        return (more, less) if self.parity() == (1, 0) else (less, more)


class LoneEdge:
    """One edge of an Othello board, with or without its X squares, and what play on it is worth.

    A state is the squares from one end to the other, then the X squares at both ends if they belong to it: X is mine.
    """

    CORNER = 4
    CHANCE = 0.5
    CHANCE_OF_A_CORNER = 0.1
    CHANCE_OF_A_CORNER_UNSEEN = 0.2  # without X squares nobody knows who stands there

    def __init__(self, size: int, with_x_squares: bool) -> None:
        self.size = size
        self.squares = size + 2 * with_x_squares
        self._known: dict[str, float] = {}

    @property
    def states(self) -> Iterator[str]:
        """Every state there is."""
        return map("".join, product(".XO", repeat=self.squares))

    def value(self, state: str) -> float:
        """Nobody knows whose turn it will be: half of what my turn is worth, less half of what theirs is."""
        if state not in self._known:
            self._known[state] = (self._my_turn(state) - self._my_turn(state.translate(SWAPPED))) / 2
        return self._known[state]

    def _my_turn(self, state: str) -> float:
        """I play the best that is possible, and elsewhere if nothing is better than the edge as it stands."""
        elsewhere = self._as_it_stands(state)
        plays = [(self.value(after), chance) for after, chance in self._plays(state)]
        expected, none_before = 0.0, 1.0
        for value, chance in sorted(plays, reverse=True):
            if value > elsewhere:
                expected += none_before * chance * value
                none_before *= 1 - chance
        return expected + none_before * elsewhere

    def _as_it_stands(self, state: str) -> int:
        """Discs are worth 1, corners 4, X squares nothing."""
        worth = [self.CORNER if at in (0, self.size - 1) else 1 for at in range(self.size)]
        return sum(OWNER[disc] * each for disc, each in zip(state[: self.size], worth, strict=True))

    def _plays(self, state: str) -> Iterator[tuple[str, float]]:
        """The states after my plays, and how likely each is to be possible; one that flips something always is."""
        for at, content in enumerate(state):
            if content != ".":
                continue
            edge, x_squares = state[: self.size], state[self.size :]
            if at >= self.size:
                yield state[:at] + "X" + state[at + 1 :], self.CHANCE
                continue
            before = re.sub("XO+$", lambda flipped: "X" * len(flipped[0]), edge[:at])
            after = re.sub("^O+X", lambda flipped: "X" * len(flipped[0]), edge[at + 1 :])
            flips = before + after != edge[:at] + edge[at + 1 :]
            yield before + "X" + after + x_squares, 1.0 if flips else self._chance(at, x_squares)

    def _chance(self, at: int, x_squares: str) -> float:
        """How likely it is that lines from the inside allow a play that flips nothing along the edge."""
        if at not in (0, self.size - 1):
            return self.CHANCE
        if not x_squares:
            return self.CHANCE_OF_A_CORNER_UNSEEN
        return self.CHANCE if x_squares[0 if at == 0 else 1] == "O" else self.CHANCE_OF_A_CORNER

    def weight(self, square: int) -> float:
        """The weight of a square that fits the values of all states best, by least squares."""
        total = sum(OWNER[state[square]] * self.value(state) for state in self.states)
        return total / len(list(self.states)) / (2 / 3)

    def end_worth(self, end: str) -> float:
        """The mean of all edges that begin with this corner and C square and have this X square there."""
        fitting = [self.value(state) for state in self.states if state[:2] + state[self.size] == end]
        return sum(fitting) / len(fitting)


Range = tuple[int, int]  # what a value may be rounded to: two numbers if it is half way between them


def rounded(value: float) -> Range:
    """The nearest whole number, or both when arithmetic with a limited number of digits may find either."""
    return floor(value + 0.5 - 1e-3), floor(value + 0.5 + 1e-3)


def clearly_rounded(value: float) -> int:
    low, high = rounded(value)
    assert low == high
    return low


class EdgeTables:
    """What the edges of one length are worth, four ways, in tenths of a disc."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.narrow = LoneEdge(size, with_x_squares=False)
        self.wide = LoneEdge(size, with_x_squares=True)

    @cached_property
    def weights(self) -> list[int]:
        return [clearly_rounded(10 * self.narrow.weight(square)) for square in range(self.size)]

    @cached_property
    def middle_weights(self) -> list[int]:
        """For the squares between the C squares."""
        return [clearly_rounded(10 * self.wide.weight(square)) for square in range(2, self.size - 2)]

    @cached_property
    def corner_states(self) -> dict[str, int]:
        """For what stands on corner, both C squares and X square, in this order."""
        ends = {end: self.wide.end_worth(end) for end in map("".join, product(".XO", repeat=3))}
        return {
            corner + c1 + c2 + x: clearly_rounded(10 * (ends[corner + c1 + x] + ends[corner + c2 + x]))
            for corner, c1, c2, x in product(".XO", repeat=4)
        }


@cache
def edge_tables(size: int) -> EdgeTables:
    return EdgeTables(size)


class OthelloEdges:
    """The four edges of a position, and what each part of them is worth to the side to move."""

    def __init__(self, board: Board) -> None:
        size = board.geometry.width
        last = size - 1
        self.tables = edge_tables(size)
        seen = {
            cell: content if board.mover == "X" else content.translate(SWAPPED) for cell, content in board.drawn.items()
        }
        around = [
            [(i, 0) for i in range(size)],
            [(last, i) for i in range(size)],
            [(last - i, last) for i in range(size)],
            [(0, last - i) for i in range(size)],
        ]
        inside = [(1, 1), (last - 1, 1), (last - 1, last - 1), (1, last - 1)]
        self.edges = ["".join(seen[cell] for cell in edge) for edge in around]
        self.x_squares = [seen[cell] for cell in inside]

    def edge_states(self) -> list[Range]:
        return [rounded(10 * self.tables.narrow.value(edge)) for edge in self.edges]

    def edge_wide(self) -> list[Range]:
        ends = [a + b for a, b in zip(self.x_squares, self.x_squares[1:] + self.x_squares[:1], strict=True)]
        return [rounded(10 * self.tables.wide.value(edge + end)) for edge, end in zip(self.edges, ends, strict=True)]

    def edge_squares(self) -> list[Range]:
        return [self._weighted(edge, self.tables.weights) for edge in self.edges]

    def edge_corners(self) -> list[Range]:
        """Corners and the squares between them are parts of their own."""
        corners = [
            self.tables.corner_states[edge[0] + edge[1] + before[-2] + x_square]
            for edge, before, x_square in zip(
                self.edges, self.edges[-1:] + self.edges[:-1], self.x_squares, strict=True
            )
        ]
        middles = [self._weighted(edge[2:-2], self.tables.middle_weights) for edge in self.edges]
        return [(corner, corner) for corner in corners] + middles

    @staticmethod
    def _weighted(squares: str, weights: Sequence[int]) -> Range:
        value = sum(OWNER[disc] * weight for disc, weight in zip(squares, weights, strict=True))
        return value, value


def edges_fit(parts: Sequence[Range], counts: Counts) -> bool:
    """Whether what is good for the side to move adds up to its number, and what is bad to the other's."""
    mine, theirs = counts
    least, most = sum(max(0, low) for low, _ in parts), sum(max(0, high) for _, high in parts)
    least_bad, most_bad = sum(max(0, -high) for _, high in parts), sum(max(0, -low) for low, _ in parts)
    return least <= mine <= most and least_bad <= theirs <= most_bad


class LineBoard(Board):
    """A position of a game of k in a row."""

    def __init__(self, rows: Sequence[str], turn: int, in_a_row: int, captured: tuple[int, int] = (0, 0)) -> None:
        super().__init__(rows, turn)
        self.in_a_row = in_a_row
        self.stones_captured = dict(zip("XO", captured, strict=True))

    @property
    def windows(self) -> list[list[Cell]]:
        """Every window of k cells in the four directions."""
        return windows(self.geometry, self.in_a_row)

    def columns(self) -> Counts:
        return self.weighted(self._column_weight)

    def _column_weight(self, cell: Cell) -> int:
        inwards = min(self.geometry.from_edges(cell)[0], 12)
        return 2 ** (inwards - 1) if inwards else 0

    def segments(self) -> Counts:
        return self.of_both(lambda side: sum(self._segment_worth(cells, side) for cells in self.windows))

    def _segment_worth(self, cells: Sequence[Cell], side: str) -> int:
        contents = [self.drawn[cell] for cell in cells]
        number = contents.count(side)
        return 10 ** min(number - 1, 5) if number and OTHER[side] not in contents else 0

    def holes(self) -> Counts:
        return self.weighted(lambda cell: windows_through(self.geometry, self.in_a_row)[cell])

    def centre(self) -> Counts:
        return self.weighted(lambda cell: min(self.geometry.from_edges(cell)))

    def captured(self) -> Counts:
        return self.of_both(lambda side: self.stones_captured[side])

    def rows(self) -> Counts:
        return self.of_both(lambda side: sum(self._row_worth(*row) for row in self._rows(side)))

    def _rows(self, side: str) -> Iterator[tuple[int, int]]:
        """Length and number of open ends of each row of a side; a lone stone is one on each axis."""
        for cell in self.own[side]:
            for ahead, behind in self.geometry.axes[cell]:
                if not (behind and self.drawn[behind[0]] == side):
                    length = 1 + next((n for n, at in enumerate(ahead) if self.drawn[at] != side), len(ahead))
                    after = ahead[length - 1 : length]
                    yield length, sum(self.drawn[end] == "." for end in after + behind[:1])

    def _row_worth(self, length: int, open_ends: int) -> int:
        missing = self.in_a_row - length
        if missing <= 0 or open_ends == 0:
            return 0
        return int(10 ** max(0, (4 if open_ends == 1 else 5) - missing))


def zero(_: Board) -> Counts:
    return 0, 0


OTHELLO: Mapping[str, Callable[[OthelloBoard], Counts]] = {
    "score": OthelloBoard.score,
    "squares": OthelloBoard.squares,
    "weights": OthelloBoard.weights,
    "mobility": OthelloBoard.mobility,
    "potential": OthelloBoard.potential,
    "corners": OthelloBoard.corners,
    "edge": OthelloBoard.edge,
    "xsquares": OthelloBoard.xsquares,
    "csquares": OthelloBoard.csquares,
    "frontier": OthelloBoard.frontier,
    "stable": OthelloBoard.stable_discs,
    "semistable": OthelloBoard.semistable_discs,
    "unstable": OthelloBoard.unstable_discs,
    "stability": OthelloBoard.stability,
    "parity": OthelloBoard.parity,
    "access": OthelloBoard.access,
    "local_parity": OthelloBoard.local_parity,
    "zero": zero,
}
CONNECT_FOUR: Mapping[str, Callable[[LineBoard], Counts]] = {
    "columns": LineBoard.columns,
    "segments": LineBoard.segments,
    "holes": LineBoard.holes,
    "zero": zero,
}
PENTE: Mapping[str, Callable[[LineBoard], Counts]] = {
    "centre": LineBoard.centre,
    "rows": LineBoard.rows,
    "captured": LineBoard.captured,
    "zero": zero,
}
OTHELLO_EDGES: Mapping[str, Callable[[OthelloEdges], list[Range]]] = {
    "edge_states": OthelloEdges.edge_states,
    "edge_squares": OthelloEdges.edge_squares,
    "edge_corners": OthelloEdges.edge_corners,
    "edge_wide": OthelloEdges.edge_wide,
}
