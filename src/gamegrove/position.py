"""What every game offers, and the base class of games written in Python."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, overload, runtime_checkable

from gamegrove import drawing
from gamegrove.errors import AmbiguousMoveError, IllegalMoveError
from gamegrove.outcome import Outcome, Tally

M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)


@runtime_checkable
class LegalMoves(Protocol[M_co]):
    """The moves of a position: iterable, with a length, and it answers `in`, also for notation."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[M_co]: ...
    def __getitem__(self, index: int, /) -> M_co: ...
    def __contains__(self, move: object, /) -> bool: ...


@runtime_checkable
class Position(Protocol):
    """A position of any game: a value that never changes.

    The built-in games and all that derive from PythonPosition fit it. Values are always
    seen by the side to move.
    """

    @property
    def legal_moves(self) -> LegalMoves[Any]:
        """The moves that the rules allow; empty exactly when the game is over."""

    @property
    def turn(self) -> int:
        """Who is to move: 0 the first player, 1 the second."""

    @property
    def players(self) -> tuple[str, str]:
        """What the two sides are called, the first player first."""

    @property
    def spec(self) -> str:
        """The game and its rules as text."""

    @property
    def line(self) -> str:
        """The whole position on one line."""

    @property
    def symmetries(self) -> Sequence[str]:
        """The names of the ways to lay the board on itself."""

    def after(self, move: Any, /) -> Self:  # noqa: ANN401 - a move is whatever the game says it is
        """The position after a move."""

    def play(self, moves: str, /) -> Self:
        """The position after a record of moves."""

    def read_moves(self, moves: str, /) -> Sequence[Any]:
        """The single moves of a record played from here."""

    def write_moves(self, moves: Sequence[Any], /) -> str:
        """Moves played from here as a record."""

    def must_pass(self) -> bool:
        """Whether the side to move has no move but a pass."""

    def is_over(self) -> bool:
        """Whether the game has ended."""

    def outcome(self) -> Outcome | None:
        """Who won, by how much and why; None while the game goes on."""

    def final_value(self) -> int:
        """What the ended game is worth to the side to move."""

    def key(self) -> Hashable:
        """Equal for positions from which the rest of the game is the same to the mover, and only for those."""

    def transformed(self, symmetry: str, /) -> Self:
        """The position seen from another side."""

    def transformed_move(self, move: Any, symmetry: str, /) -> Any:  # noqa: ANN401
        """A move of this position as it is called after transformed()."""

    def canonical(self) -> Self:
        """The same for all positions that differ only by a symmetry."""

    def perft(self, depth: int, *, free_passes: bool = False) -> int:
        """The number of leaves of the tree of moves; an ended game is one leaf."""

    def playouts(self, games: int, seed: int = 0) -> Tally:
        """The results of random games from here."""

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""


def legal_move(position: Position, move: object) -> Any:  # noqa: ANN401 - a move is whatever the game says it is
    """The legal move that a move or its notation means; None when there is no such move."""
    text = str(move)
    return next((each for each in position.legal_moves if str(each) == text), None)


class PythonMoves(Sequence[M], Generic[M]):
    """The legal moves of a game written in Python."""

    def __init__(self, moves: Sequence[M]) -> None:
        self._moves = moves

    def __len__(self) -> int:
        return len(self._moves)

    @overload
    def __getitem__(self, index: int) -> M: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[M]: ...
    def __getitem__(self, index: int | slice) -> M | Sequence[M]:
        return self._moves[index]

    def __contains__(self, move: object) -> bool:
        return move in self._moves or (isinstance(move, str) and any(str(m) == move for m in self._moves))

    def __repr__(self) -> str:
        return f"LegalMoves({[str(move) for move in self._moves]})"


class PythonPosition(ABC, Generic[M]):
    """A game of one's own. Write the six methods at the top; the rest follows from them.

    Moves may be anything that is hashable and whose str() is its notation. Positions must
    not change: after() makes a new one.
    """

    wins: ClassVar[str] = "sooner"
    """What the end of the game is worth to a search: `sooner` for games that are won or lost, `larger` for those with a
    margin, `plain` for the final value itself, on the scale of the evaluation."""

    @abstractmethod
    def moves(self) -> Sequence[M]:
        """All legal moves; empty exactly when the game is over. A pass is a move."""

    @abstractmethod
    def after(self, move: M, /) -> Self:
        """A new position, after one of moves()."""

    @abstractmethod
    def final_value(self) -> int:
        """What the ended game is worth to the side to move: positive if it has won."""

    @abstractmethod
    def key(self) -> Hashable:
        """Equal for positions from which the rest of the game is the same to the mover, and only for those."""

    @property
    @abstractmethod
    def turn(self) -> int:
        """Who is to move: 0 the first player, 1 the second."""

    @abstractmethod
    def __str__(self) -> str:
        """The position drawn as text."""

    @property
    def players(self) -> tuple[str, str]:
        """What the two sides are called."""
        return ("first", "second")

    @property
    def spec(self) -> str:
        """The game's name: that of its class, unless it is overridden."""
        return type(self).__name__.lower()

    @property
    def line(self) -> str:
        """The position on one line, for people; override it if it can be read back."""
        return f"{self.spec} {' '.join(str(self).split())}"

    @property
    def symmetries(self) -> Sequence[str]:
        """Only the identity, unless the game says more."""
        return ["identity"]

    @property
    def legal_moves(self) -> PythonMoves[M]:
        """The moves that the rules allow."""
        return PythonMoves(self.moves())

    def must_pass(self) -> bool:
        """Whether the only move is a pass, that is, one whose notation is `pass`."""
        return [str(move) for move in self.moves()] == ["pass"]

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.moves()

    def outcome(self) -> Outcome | None:
        """Who won and by how much; None while the game goes on."""
        if not self.is_over():
            return None
        value = self.final_value()
        winner = None if value == 0 else self.turn if value > 0 else 1 - self.turn
        return Outcome(winner, abs(value), self.ending())

    def ending(self) -> str:
        """Why an ended game has ended, for the outcome."""
        return "there are no more moves"

    def read_move(self, text: str, line: int = 0, column: int = 0) -> M:
        """The legal move whose notation is `text`."""
        found = [move for move in self.moves() if str(move) == text]
        if len(found) == 1:
            return found[0]
        if found:
            raise AmbiguousMoveError(f"'{text}' could mean {len(found)} different moves", line, column)
        if self.is_over():
            raise IllegalMoveError(f"'{text}' cannot be played: the game is over", line, column)
        some = ", ".join(str(move) for move in self.moves()[:10])
        raise IllegalMoveError(f"'{text}' is not legal; legal moves are {some}", line, column)

    def read_moves(self, moves: str, /) -> list[M]:
        """The single moves of a record, separated by spaces."""
        position, found = self, []
        for number, line in enumerate(moves.split("\n"), 1):
            column = 1
            for word in line.split(" "):
                if word.strip():
                    found.append(position.read_move(word.strip(), number, column))
                    position = position.after(found[-1])
                column += len(word) + 1
        return found

    def write_moves(self, moves: Sequence[M], /) -> str:
        """Moves as a record that read_moves() reads."""
        return " ".join(str(move) for move in moves)

    def play(self, moves: str, /) -> Self:
        """The position after a record of moves."""
        position = self
        for move in self.read_moves(moves):
            position = position.after(move)
        return position

    def transformed(self, symmetry: str, /) -> Self:
        """The position seen from another side."""
        if symmetry != "identity":
            raise ValueError(f"this board has no symmetry '{symmetry}'; it has {', '.join(self.symmetries)}")
        return self

    def transformed_move(self, move: M, symmetry: str, /) -> M:  # noqa: ARG002
        """A move of this position as it is called after transformed()."""
        return move

    def canonical(self) -> Self:
        """The position itself; override it together with symmetries, transformed() and transformed_move()."""
        return self

    def perft(self, depth: int, *, free_passes: bool = False) -> int:
        """The number of leaves of the tree of moves; an ended game is one leaf."""
        if depth < 0:
            raise ValueError("depth must be 0 or more")
        if depth == 0 or not (moves := self.moves()):
            return 1
        cost = 0 if free_passes and self.must_pass() else 1
        if depth == 1 == cost:
            return len(moves)
        return sum(self.after(move).perft(depth - cost, free_passes=free_passes) for move in moves)

    def playouts(self, games: int, seed: int = 0) -> Tally:
        """The results of random games from here, seen by the side to move."""
        if games < 0:
            raise ValueError("games must be 0 or more")
        source = random.Random(seed)
        values, plies = [], 0
        for _ in range(games):
            position = self
            while moves := position.moves():
                position = position.after(source.choice(moves))
                plies += 1
            value = position.final_value()
            values.append(value if position.turn == self.turn else -value)
        wins, losses = sum(value > 0 for value in values), sum(value < 0 for value in values)
        return Tally(wins, games - wins - losses, losses, plies)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and (other.turn, other.key()) == (self.turn, self.key())

    def __hash__(self) -> int:
        return hash((self.turn, self.key()))

    def _repr_svg_(self) -> str:
        return drawing.text_svg(str(self))
