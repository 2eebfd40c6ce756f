"""The compiled core of gamegrove: the games and what must be fast."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, overload

import gamegrove.outcome


cpu_level: str = ...

most_threads: int = ...

most_table_mib: int = ...

class OthelloMoves:
    """
    The legal moves of a position: notations by number, with a length, and it answers `in`.
    """

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[str]: ...

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __contains__(self, move: object) -> bool: ...

    def __repr__(self) -> str: ...

class Othello:
    """
    A position of Othello.

    `text` may be a record of moves ("f5d6c3"), the compact line, a drawn board, or all
    cells in one word with the side to move behind it; without it the game starts.
    `size` is 4, 6, 8, 10 or 12; `board="96"` is the tournament board of 96 cells.
    With `empties_to_winner` the empty cells of an ended game count for the winner.
    """

    def __init__(self, text: str = ..., *, size: int | str | tuple[int, int] | None = ..., board: str | None = ..., empties_to_winner: bool = ...) -> None: ...

    @property
    def legal_moves(self) -> OthelloMoves:
        """
        The moves that the rules allow, in board order; empty exactly when the game is over.
        """

    def after(self, move: str) -> Othello:
        """
        The position after a move, given in notation. The position itself never changes.
        """

    def play(self, moves: str) -> Othello:
        """
        The position after a whole record of moves, such as "f5d6c3" or "4455".
        """

    def read_moves(self, moves: str) -> list[str]:
        """
        The single moves of a record played from here; passes that it leaves out are put in.
        """

    def write_moves(self, moves: Sequence[str]) -> str:
        """Moves played from here as the record that read_moves() reads."""

    def must_pass(self) -> bool:
        """Whether the side to move has no move but a pass."""

    def is_over(self) -> bool:
        """Whether the game has ended."""

    def outcome(self) -> gamegrove.outcome.Outcome | None:
        """Who won, by how much and why; None while the game goes on."""

    def final_value(self) -> int:
        """What the ended game is worth to the side to move."""

    def key(self) -> int:
        """
        A 64-bit number that is equal for equal positions as the mover sees them.
        """

    @property
    def turn(self) -> int:
        """Who is to move: 0 the first player (X), 1 the second (O)."""

    @property
    def players(self) -> tuple[str, str]:
        """What the two sides are called, the first player first."""

    @property
    def symmetries(self) -> list[str]:
        """The names of the ways to lay this board on itself, for transformed()."""

    def transformed(self, symmetry: str) -> Othello:
        """The position seen from another side, such as "mirror" or "rotate90"."""

    def transformed_move(self, move: str, symmetry: str) -> str:
        """A move of this position as it is called after transformed()."""

    def canonical(self) -> Othello:
        """
        The least of the position's images: the same for all that differ only by a symmetry.
        """

    def perft(self, depth: int, *, free_passes: bool = ...) -> int:
        """
        The number of leaves of the tree of moves; an ended game is one leaf, a pass one ply unless free.
        """

    def distinct_positions(self, plies: int) -> list[int]:
        """The number of different positions after 0, 1, ... plies."""

    def playouts(self, games: int, seed: int = 0) -> gamegrove.outcome.Tally:
        """
        The results of random games from here, seen by the side to move; the same seed, the same games.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __lt__(self, arg: Othello, /) -> bool: ...

    def __le__(self, arg: Othello, /) -> bool: ...

    def __gt__(self, arg: Othello, /) -> bool: ...

    def __ge__(self, arg: Othello, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def _repr_svg_(self) -> str: ...

    @property
    def stones(self) -> int:
        """How many stones or discs are on the board."""

    @property
    def spec(self) -> str:
        """The game and its rules as text, such as "othello:size=6"."""

    @property
    def line(self) -> str:
        """The whole position on one line; gamegrove.position() reads it back."""

    @property
    def rows(self) -> tuple[str, ...]:
        """
        The board row by row from the top: X, O, '.' for empty, '#' for no cell.
        """

    @property
    def board_text(self) -> str:
        """The board as the plain text of a board file."""

    @property
    def column_names(self) -> tuple[str, ...]:
        """The names of the columns from left to right."""

    @property
    def row_names(self) -> tuple[str, ...]:
        """
        The names of the rows from the top; empty where moves are named by their column alone.
        """

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    @property
    def size(self) -> int:
        """The number of rows and of columns."""

    @property
    def board(self) -> str:
        """The name of the board: its size, or "96"."""

    @property
    def empties_to_winner(self) -> bool:
        """Whether empty cells count for the winner when the game ends."""

    @property
    def cell_line(self) -> str:
        """
        All cells in one word and the side to move, as problem collections write positions.
        """

    @property
    def discs(self) -> tuple[int, int]:
        """The number of discs of the first and of the second player."""

class ConnectFourMoves:
    """
    The legal moves of a position: notations by number, with a length, and it answers `in`.
    """

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[str]: ...

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __contains__(self, move: object) -> bool: ...

    def __repr__(self) -> str: ...

class ConnectFour:
    """
    A position of Connect Four.

    `text` may be a record of columns ("4455"), the compact line or a drawn board; without
    it the game starts. `size` is "7x6" (columns x rows) or any other for which
    columns * (rows + 1) is at most 128; `in_a_row` discs win, 4 by default.
    """

    def __init__(self, text: str = ..., *, size: int | str | tuple[int, int] | None = ..., in_a_row: int | None = ...) -> None: ...

    @property
    def legal_moves(self) -> ConnectFourMoves:
        """
        The moves that the rules allow, in board order; empty exactly when the game is over.
        """

    @overload
    def after(self, move: str) -> ConnectFour:
        """
        The position after a move, given in notation. The position itself never changes.
        """

    @overload
    def after(self, move: int) -> ConnectFour:
        """The position after a disc is dropped into a column, counted from 1."""

    def play(self, moves: str) -> ConnectFour:
        """
        The position after a whole record of moves, such as "f5d6c3" or "4455".
        """

    def read_moves(self, moves: str) -> list[str]:
        """
        The single moves of a record played from here; passes that it leaves out are put in.
        """

    def write_moves(self, moves: Sequence[str]) -> str:
        """Moves played from here as the record that read_moves() reads."""

    def must_pass(self) -> bool:
        """Whether the side to move has no move but a pass."""

    def is_over(self) -> bool:
        """Whether the game has ended."""

    def outcome(self) -> gamegrove.outcome.Outcome | None:
        """Who won, by how much and why; None while the game goes on."""

    def final_value(self) -> int:
        """What the ended game is worth to the side to move."""

    def key(self) -> int:
        """
        A 64-bit number that is equal for equal positions as the mover sees them.
        """

    @property
    def turn(self) -> int:
        """Who is to move: 0 the first player (X), 1 the second (O)."""

    @property
    def players(self) -> tuple[str, str]:
        """What the two sides are called, the first player first."""

    @property
    def symmetries(self) -> list[str]:
        """The names of the ways to lay this board on itself, for transformed()."""

    def transformed(self, symmetry: str) -> ConnectFour:
        """The position seen from another side, such as "mirror" or "rotate90"."""

    def transformed_move(self, move: str, symmetry: str) -> str:
        """A move of this position as it is called after transformed()."""

    def canonical(self) -> ConnectFour:
        """
        The least of the position's images: the same for all that differ only by a symmetry.
        """

    def perft(self, depth: int, *, free_passes: bool = ...) -> int:
        """
        The number of leaves of the tree of moves; an ended game is one leaf, a pass one ply unless free.
        """

    def distinct_positions(self, plies: int) -> list[int]:
        """The number of different positions after 0, 1, ... plies."""

    def playouts(self, games: int, seed: int = 0) -> gamegrove.outcome.Tally:
        """
        The results of random games from here, seen by the side to move; the same seed, the same games.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __lt__(self, arg: ConnectFour, /) -> bool: ...

    def __le__(self, arg: ConnectFour, /) -> bool: ...

    def __gt__(self, arg: ConnectFour, /) -> bool: ...

    def __ge__(self, arg: ConnectFour, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def _repr_svg_(self) -> str: ...

    @property
    def stones(self) -> int:
        """How many stones or discs are on the board."""

    @property
    def spec(self) -> str:
        """The game and its rules as text, such as "othello:size=6"."""

    @property
    def line(self) -> str:
        """The whole position on one line; gamegrove.position() reads it back."""

    @property
    def rows(self) -> tuple[str, ...]:
        """
        The board row by row from the top: X, O, '.' for empty, '#' for no cell.
        """

    @property
    def board_text(self) -> str:
        """The board as the plain text of a board file."""

    @property
    def column_names(self) -> tuple[str, ...]:
        """The names of the columns from left to right."""

    @property
    def row_names(self) -> tuple[str, ...]:
        """
        The names of the rows from the top; empty where moves are named by their column alone.
        """

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    @property
    def width(self) -> int:
        """The number of columns."""

    @property
    def height(self) -> int:
        """The number of rows."""

    @property
    def in_a_row(self) -> int:
        """How many discs in a row win."""

class PenteMoves:
    """
    The legal moves of a position: notations by number, with a length, and it answers `in`.
    """

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[str]: ...

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __contains__(self, move: object) -> bool: ...

    def __repr__(self) -> str: ...

class Pente:
    """
    A position of Pente or of another game of k in a row.

    `preset` names the rules: pente, keryo-pente, pente-2003, gomoku, gomoku-standard,
    tic-tac-toe, or mnk; the other arguments change them. `text` may be a record of moves
    ("k10 l11"), the compact line, or a board as drawn or in a board file. `size` is 3 to 19,
    or "7x5"; `exactly` means that a longer row does not win; `captures` is "none", "pairs" or
    "triples"; `opening_box` is the half-width of the box around the centre that the first
    player's second stone must leave, or "none" for no opening rule.
    """

    def __init__(self, text: str = ..., *, preset: str = ..., size: int | str | tuple[int, int] | None = ..., in_a_row: int | None = ..., exactly: bool | None = ..., captures: str | None = ..., opening_box: int | str | None = ...) -> None: ...

    @property
    def legal_moves(self) -> PenteMoves:
        """
        The moves that the rules allow, in board order; empty exactly when the game is over.
        """

    def after(self, move: str) -> Pente:
        """
        The position after a move, given in notation. The position itself never changes.
        """

    def play(self, moves: str) -> Pente:
        """
        The position after a whole record of moves, such as "f5d6c3" or "4455".
        """

    def read_moves(self, moves: str) -> list[str]:
        """
        The single moves of a record played from here; passes that it leaves out are put in.
        """

    def write_moves(self, moves: Sequence[str]) -> str:
        """Moves played from here as the record that read_moves() reads."""

    def must_pass(self) -> bool:
        """Whether the side to move has no move but a pass."""

    def is_over(self) -> bool:
        """Whether the game has ended."""

    def outcome(self) -> gamegrove.outcome.Outcome | None:
        """Who won, by how much and why; None while the game goes on."""

    def final_value(self) -> int:
        """What the ended game is worth to the side to move."""

    def key(self) -> int:
        """
        A 64-bit number that is equal for equal positions as the mover sees them.
        """

    @property
    def turn(self) -> int:
        """Who is to move: 0 the first player (X), 1 the second (O)."""

    @property
    def players(self) -> tuple[str, str]:
        """What the two sides are called, the first player first."""

    @property
    def symmetries(self) -> list[str]:
        """The names of the ways to lay this board on itself, for transformed()."""

    def transformed(self, symmetry: str) -> Pente:
        """The position seen from another side, such as "mirror" or "rotate90"."""

    def transformed_move(self, move: str, symmetry: str) -> str:
        """A move of this position as it is called after transformed()."""

    def canonical(self) -> Pente:
        """
        The least of the position's images: the same for all that differ only by a symmetry.
        """

    def perft(self, depth: int, *, free_passes: bool = ...) -> int:
        """
        The number of leaves of the tree of moves; an ended game is one leaf, a pass one ply unless free.
        """

    def distinct_positions(self, plies: int) -> list[int]:
        """The number of different positions after 0, 1, ... plies."""

    def playouts(self, games: int, seed: int = 0) -> gamegrove.outcome.Tally:
        """
        The results of random games from here, seen by the side to move; the same seed, the same games.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __lt__(self, arg: Pente, /) -> bool: ...

    def __le__(self, arg: Pente, /) -> bool: ...

    def __gt__(self, arg: Pente, /) -> bool: ...

    def __ge__(self, arg: Pente, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def _repr_svg_(self) -> str: ...

    @property
    def stones(self) -> int:
        """How many stones or discs are on the board."""

    @property
    def spec(self) -> str:
        """The game and its rules as text, such as "othello:size=6"."""

    @property
    def line(self) -> str:
        """The whole position on one line; gamegrove.position() reads it back."""

    @property
    def rows(self) -> tuple[str, ...]:
        """
        The board row by row from the top: X, O, '.' for empty, '#' for no cell.
        """

    @property
    def board_text(self) -> str:
        """The board as the plain text of a board file."""

    @property
    def column_names(self) -> tuple[str, ...]:
        """The names of the columns from left to right."""

    @property
    def row_names(self) -> tuple[str, ...]:
        """
        The names of the rows from the top; empty where moves are named by their column alone.
        """

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    @property
    def width(self) -> int:
        """The number of columns."""

    @property
    def height(self) -> int:
        """The number of rows."""

    @property
    def in_a_row(self) -> int:
        """How many stones in a row win."""

    @property
    def exactly(self) -> bool:
        """Whether a longer row does not win."""

    @property
    def captures(self) -> str:
        """What can be captured: "none", "pairs" or "triples"."""

    @property
    def opening_box(self) -> int | None:
        """The half-width of the opening box, or None."""

    @property
    def captured(self) -> tuple[int, int]:
        """The stones captured by the first and by the second player."""

class TreeMoves:
    """
    The legal moves of a position: notations by number, with a length, and it answers `in`.
    """

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[str]: ...

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __contains__(self, move: object) -> bool: ...

    def __repr__(self) -> str: ...

class Tree:
    """
    A node of an explicit game tree.

    `text` is the tree: groups in brackets are inner nodes, a word at their head without a
    number is their name, and a word that ends in a number is a leaf, whose value is the first
    player's: "(A (B K3 L12) (C M8 N2))", or plainly "[[3, 12], [8, 2]]". Behind an @ may stand
    the moves that lead to the node.
    """

    def __init__(self, text: str) -> None: ...

    @property
    def legal_moves(self) -> TreeMoves:
        """
        The moves that the rules allow, in board order; empty exactly when the game is over.
        """

    @overload
    def after(self, move: str) -> Tree:
        """
        The position after a move, given in notation. The position itself never changes.
        """

    @overload
    def after(self, move: int) -> Tree:
        """The child with this number, counted from 1."""

    def play(self, moves: str) -> Tree:
        """
        The position after a whole record of moves, such as "f5d6c3" or "4455".
        """

    def read_moves(self, moves: str) -> list[str]:
        """
        The single moves of a record played from here; passes that it leaves out are put in.
        """

    def write_moves(self, moves: Sequence[str]) -> str:
        """Moves played from here as the record that read_moves() reads."""

    def must_pass(self) -> bool:
        """Whether the side to move has no move but a pass."""

    def is_over(self) -> bool:
        """Whether the game has ended."""

    def outcome(self) -> gamegrove.outcome.Outcome | None:
        """Who won, by how much and why; None while the game goes on."""

    def final_value(self) -> int:
        """What the ended game is worth to the side to move."""

    def key(self) -> int:
        """
        A 64-bit number that is equal for equal positions as the mover sees them.
        """

    @property
    def turn(self) -> int:
        """Who is to move: 0 the first player (X), 1 the second (O)."""

    @property
    def players(self) -> tuple[str, str]:
        """What the two sides are called, the first player first."""

    @property
    def symmetries(self) -> list[str]:
        """The names of the ways to lay this board on itself, for transformed()."""

    def transformed(self, symmetry: str) -> Tree:
        """The position seen from another side, such as "mirror" or "rotate90"."""

    def transformed_move(self, move: str, symmetry: str) -> str:
        """A move of this position as it is called after transformed()."""

    def canonical(self) -> Tree:
        """
        The least of the position's images: the same for all that differ only by a symmetry.
        """

    def perft(self, depth: int, *, free_passes: bool = ...) -> int:
        """
        The number of leaves of the tree of moves; an ended game is one leaf, a pass one ply unless free.
        """

    def distinct_positions(self, plies: int) -> list[int]:
        """The number of different positions after 0, 1, ... plies."""

    def playouts(self, games: int, seed: int = 0) -> gamegrove.outcome.Tally:
        """
        The results of random games from here, seen by the side to move; the same seed, the same games.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __lt__(self, arg: Tree, /) -> bool: ...

    def __le__(self, arg: Tree, /) -> bool: ...

    def __gt__(self, arg: Tree, /) -> bool: ...

    def __ge__(self, arg: Tree, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def _repr_svg_(self) -> str: ...

    @property
    def spec(self) -> str:
        """The name of the game."""

    @property
    def line(self) -> str:
        """
        The whole tree and the way to this node on one line; gamegrove.position() reads it back.
        """

    @property
    def name(self) -> str:
        """The node's name; empty when it has none."""

    @property
    def depth(self) -> int:
        """How many moves the node is away from the root."""

    @property
    def value(self) -> int | None:
        """A leaf's value for the first player; None for an inner node."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

def edge_table(kind: str, size: int = ...) -> list[list[int]]:
    """
    The values of an edge table, in its parts: edge_states, edge_squares, edge_corners or edge_wide.
    """

class Laboratory:
    """
    Runs the core's algorithms on one position; gamegrove.search() uses it.
    """

    @overload
    def __init__(self, position: Othello, *, evaluation: Sequence[tuple[str, bool, float, float, int, int]] = ..., memory: str = ..., table_bits: int = ..., replacement: str = ..., symmetry: bool = ..., order: Sequence[str] = ..., rules: Sequence[str] = ..., wins: str = ..., free_passes: bool = ..., watch: bool = ..., nodes: int | None = ..., seconds: float | None = ..., memory_limit: int | None = ..., stop: object | None = ..., heir_of: Laboratory | None = ...) -> None: ...

    @overload
    def __init__(self, position: ConnectFour, *, evaluation: Sequence[tuple[str, bool, float, float, int, int]] = ..., memory: str = ..., table_bits: int = ..., replacement: str = ..., symmetry: bool = ..., order: Sequence[str] = ..., rules: Sequence[str] = ..., wins: str = ..., free_passes: bool = ..., watch: bool = ..., nodes: int | None = ..., seconds: float | None = ..., memory_limit: int | None = ..., stop: object | None = ..., heir_of: Laboratory | None = ...) -> None: ...

    @overload
    def __init__(self, position: Pente, *, evaluation: Sequence[tuple[str, bool, float, float, int, int]] = ..., memory: str = ..., table_bits: int = ..., replacement: str = ..., symmetry: bool = ..., order: Sequence[str] = ..., rules: Sequence[str] = ..., wins: str = ..., free_passes: bool = ..., watch: bool = ..., nodes: int | None = ..., seconds: float | None = ..., memory_limit: int | None = ..., stop: object | None = ..., heir_of: Laboratory | None = ...) -> None: ...

    @overload
    def __init__(self, position: Tree, *, evaluation: Sequence[tuple[str, bool, float, float, int, int]] = ..., memory: str = ..., table_bits: int = ..., replacement: str = ..., symmetry: bool = ..., order: Sequence[str] = ..., rules: Sequence[str] = ..., wins: str = ..., free_passes: bool = ..., watch: bool = ..., nodes: int | None = ..., seconds: float | None = ..., memory_limit: int | None = ..., stop: object | None = ..., heir_of: Laboratory | None = ...) -> None: ...

    def run(self, algorithm: str, depth: int, guess: int, alpha: int, beta: int) -> tuple[int, str | None, str]:
        """
        Searches to a depth; gives the value, the move, and why the search has stopped if it has.
        """

    def counters(self) -> dict[str, Any]:
        """What was counted so far."""

    def forget(self) -> None:
        """Empties the memory."""

    def bounds(self, depth: int) -> tuple[int, int]:
        """What the memory knows of the position at a depth."""

    def line(self, depth: int, move: str) -> list[str]:
        """The best play from a move on, as far as the memory knows it."""

    def add_check(self, first_stage: int, last_stage: int, depth: int, shallow: int, a: float, b: float, sigma: float) -> None:
        """Adds one regression of ProbCut."""

    @property
    def margin(self) -> int:
        """The margin of aspiration."""

    @margin.setter
    def margin(self, arg: int, /) -> None: ...

    @property
    def threshold(self) -> float:
        """How sure ProbCut must be."""

    @threshold.setter
    def threshold(self, arg: float, /) -> None: ...

    @property
    def iterations(self) -> int:
        """How many nodes MCTS adds."""

    @iterations.setter
    def iterations(self, arg: int, /) -> None: ...

    @property
    def exploration(self) -> float:
        """How much MCTS explores."""

    @exploration.setter
    def exploration(self, arg: float, /) -> None: ...

    @property
    def leaf(self) -> str:
        """What values a new node of MCTS."""

    @leaf.setter
    def leaf(self, arg: str, /) -> None: ...

    @property
    def playouts(self) -> int:
        """How many random games value a new node."""

    @playouts.setter
    def playouts(self, arg: int, /) -> None: ...

    @property
    def scale(self) -> float:
        """How margins count in MCTS."""

    @scale.setter
    def scale(self, arg: float, /) -> None: ...

    @property
    def choose(self) -> str:
        """Which move MCTS plays."""

    @choose.setter
    def choose(self, arg: str, /) -> None: ...

    @property
    def solver(self) -> bool:
        """Whether MCTS proves results."""

    @solver.setter
    def solver(self, arg: bool, /) -> None: ...

    @property
    def seed(self) -> int:
        """The seed of the playouts."""

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

@overload
def features(position: Othello) -> list[tuple[str, str]]: ...

@overload
def features(position: ConnectFour) -> list[tuple[str, str]]: ...

@overload
def features(position: Pente) -> list[tuple[str, str]]: ...

@overload
def features(position: Tree) -> list[tuple[str, str]]:
    """
    The names of what can be counted in a game, the usual evaluation first, with a line about each.
    """

@overload
def counts(position: Othello, feature: str) -> tuple[int, int]: ...

@overload
def counts(position: ConnectFour, feature: str) -> tuple[int, int]: ...

@overload
def counts(position: Pente, feature: str) -> tuple[int, int]: ...

@overload
def counts(position: Tree, feature: str) -> tuple[int, int]:
    """What a feature counts for the side to move, and for the other."""

@overload
def evaluate(position: Othello, terms: Sequence[tuple[str, bool, float, float, int, int]]) -> int: ...

@overload
def evaluate(position: ConnectFour, terms: Sequence[tuple[str, bool, float, float, int, int]]) -> int: ...

@overload
def evaluate(position: Pente, terms: Sequence[tuple[str, bool, float, float, int, int]]) -> int: ...

@overload
def evaluate(position: Tree, terms: Sequence[tuple[str, bool, float, float, int, int]]) -> int:
    """What a position is worth to the side to move."""

@overload
def priority(position: Othello, move: str) -> int: ...

@overload
def priority(position: ConnectFour, move: str) -> int: ...

@overload
def priority(position: Pente, move: str) -> int: ...

@overload
def priority(position: Tree, move: str) -> int:
    """How early the static order tries a move: larger is earlier."""

@overload
def move_number(position: Othello, move: str) -> int: ...

@overload
def move_number(position: ConnectFour, move: str) -> int: ...

@overload
def move_number(position: Pente, move: str) -> int: ...

@overload
def move_number(position: Tree, move: str) -> int:
    """
    The core's own number of a move: the cell, the number of the child, -1 for a pass.
    """

class ConnectFourBook:
    """Exact scores of positions on one board."""

    def __init__(self, start: ConnectFour, plies: int, scored: Sequence[tuple[ConnectFour, int]]) -> None:
        """
        From positions with their scores; `start` says of which board, `plies` up to where all are there.
        """

    @staticmethod
    def from_bytes(data: bytes) -> ConnectFourBook:
        """The book that to_bytes() gave these bytes for."""

    def to_bytes(self) -> bytes:
        """The book in bytes, of which a compressor makes few."""

    def score(self, position: ConnectFour) -> int | None:
        """The score of a position or of its mirror image, if it is there."""

    def outcomes(self, start: ConnectFour) -> list[tuple[int, int, int]]:
        """
        How many positions of every ply the mover wins, draws and loses; `start` is the empty board.
        """

    most_bits: Final[int] = ...
    """The largest board of a book: columns * (rows + 1)."""

    @property
    def spec(self) -> str:
        """Which board: `connect-four` with its options."""

    @property
    def plies(self) -> int:
        """Up to how many plies all positions are there."""

    def __len__(self) -> int: ...

def connect_four_positions(start: ConnectFour, plies: int) -> list[ConnectFour]:
    """
    All different positions, up to mirror images, exactly so many plies later; ended games are left out.
    """

class ConnectFourVerdict:
    """What is known of a score, seen by the side to move."""

    @property
    def lower(self) -> int:
        """It is at least so much."""

    @property
    def upper(self) -> int:
        """It is at most so much."""

    @property
    def nodes(self) -> int:
        """How many nodes that took."""

    @property
    def stopped(self) -> str:
        """nodes, time or stop; empty when the question is answered."""

class ConnectFourSolver:
    """Tells exactly who wins a position and when; gamegrove.Engine uses it."""

    def __init__(self, *, table_mib: int = ..., threads: int = ..., book: ConnectFourBook | None = ...) -> None: ...

    def solve(self, position: ConnectFour, *, window: tuple[int, int] | None = None, nodes: int | None = None, seconds: float | None = None, stop: object | None = None, watch: Callable[[int, int, int], None] | None = None) -> ConnectFourVerdict:
        """
        The score of a position; with a window only whether it is at or below the first number, at or above the second, or which in between. `watch` is told lower, upper and nodes after every step.
        """

    def forget(self) -> None:
        """Empties the table."""

class OthelloFindings:
    """What an analysis has found out, in discs for the side to move."""

    @property
    def moves(self) -> list[tuple[str, int, str, int, tuple[str, ...]]]:
        """
        Moves, the best one first: notation, value, whether that is exact, at most or at least what the search found (or none at all), the depth, and how the game goes on.
        """

    @property
    def depth(self) -> int:
        """Of the last finished search."""

    @property
    def confidence(self) -> int:
        """How sure that search was: 0 to 5, of which 5 is certainty."""

    @property
    def is_end(self) -> bool:
        """Whether that search reached the end of the game."""

    @property
    def nodes(self) -> int:
        """How many nodes that took."""

    @property
    def stopped(self) -> str:
        """nodes, time or stop; empty when the question is answered."""

class OthelloEngine:
    """Plays and solves Othello on one board; gamegrove.Engine uses it."""

    def __init__(self, position: Othello, *, table_mib: int = ..., threads: int = ..., weights: bytes = ..., midgame_doubt: Sequence[float] = ..., endgame_doubt: Sequence[float] = ...) -> None:
        """
        For the board of a position. The doubts are how far shallow searches are off, see core/engines/othello.
        """

    def analyse(self, position: Othello, *, depth: int | None = None, lines: int = 1, window: tuple[int, int] | None = None, nodes: int | None = None, seconds: float | None = None, stop: object | None = None, watch: Callable[[OthelloFindings], None] | None = None) -> OthelloFindings:
        """
        Deepens until the question is answered or a limit is reached; `watch` is told what every finished search has found out.
        """

    def evaluation(self, position: Othello) -> float:
        """
        What the evaluation says without a search, in discs for the side to move.
        """

    def sibling(self, *, table_mib: int, threads: int) -> OthelloEngine:
        """
        Another engine with the same weights and a memory of its own; it is made in no time.
        """

    def forget(self) -> None:
        """Empties the table."""

class OthelloSchool:
    """
    Lessons about positions of one board, for `gamegrove train othello-patterns`.
    """

    def __init__(self, position: Othello) -> None:
        """For the board of a position."""

    def teach(self, first: int, games: int, openings: Sequence[Sequence[int]] = ..., *, weights: bytes = ..., midgame_doubt: Sequence[float] = ..., endgame_doubt: Sequence[float] = ..., seed: int = ..., depth: int = ..., exact_empties: int = ..., confidence: int = ..., fewest_discs: int = ..., most_discs: int = ..., threads: int = ...) -> None:
        """
        Adds the lessons of some games that the weights play against themselves, from number `first` on. Openings are lists of cells, counted row by row with the stride of the board.
        """

    def label(self, positions: Sequence[Othello], *, weights: bytes = ..., midgame_doubt: Sequence[float] = ..., endgame_doubt: Sequence[float] = ..., depth: int = ..., exact_empties: int = ..., confidence: int = ..., threads: int = ...) -> None:
        """Adds lessons about given positions."""

    def fit(self, *, weights: bytes = ..., first: int = ..., last: int | None = ..., margin: int = ..., seed: int = ..., threads: int = ...) -> bytes:
        """
        The weights with the stages from `first` to `last` fitted to the lessons.
        """

    def errors(self, weights: bytes) -> list[tuple[int, float, float]]:
        """
        How the weights are off, by number of discs from 0 on: how many lessons, and the sums of the squares and of the sizes of the errors.
        """

    def to_bytes(self) -> bytes:
        """The lessons in bytes, for add()."""

    def add(self, data: bytes) -> None:
        """Adds the lessons of to_bytes()."""

    @property
    def stages(self) -> int:
        """Into how many stages the weights divide a game."""

    @property
    def discs_per_stage(self) -> int:
        """
        How many numbers of discs share a stage; the first stage begins with 4.
        """

    def __len__(self) -> int: ...

othello_first_foreseen_depth: int = ...

def othello_shallow_depth(depth: int, *, is_end: bool = ...) -> int:
    """
    How deep Multi-ProbCut looks to foresee a search to a depth, or to the end of the game.
    """
