"""Rule-based pruning: a rule takes moves away before the search sees them.

It is an adaptor around a game's moves, so every algorithm can run on it. What it saves is bought with errors: a rule
that is right most of the time is wrong some of the time. A rule that leaves nothing is not applied.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gamegrove._core import Othello, Pente
from gamegrove.errors import GamegroveError
from gamegrove.position import Position
from gamegrove.textbook.node import Rule

Move = Any


def _takes_corner(position: Othello, move: Move) -> bool:
    x, y, last = _place(position, move)
    return x in (0, last) and y in (0, last)


def _takes_edge(position: Othello, move: Move) -> bool:
    x, y, last = _place(position, move)
    return x in (0, last) or y in (0, last)


def _place(position: Othello, move: Move) -> tuple[int, int, int]:
    if move == "pass":
        return (1, 1, 3)  # neither corner nor edge
    return ord(move[0]) - ord("a"), int(move[1:]) - 1, len(position.rows) - 1


def corners(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """Othello: who can take a corner takes one."""
    assert isinstance(position, Othello)
    return [move for move in moves if _takes_corner(position, move)]


def edges(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """Othello: who can take an edge takes one."""
    assert isinstance(position, Othello)
    return [move for move in moves if _takes_edge(position, move)]


def guard(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """Othello: do not let the opponent take a corner."""
    return [move for move in moves if not corners(after := position.after(move), list(after.legal_moves))]


def edge_guard(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """Othello: do not play beside an edge where the opponent can then take it."""
    assert isinstance(position, Othello)
    return [move for move in moves if _takes_edge(position, move) or not _gives_edge(position, move)]


def _gives_edge(position: Othello, move: Move) -> bool:
    x, y, _ = _place(position, move)
    after = position.after(move)
    for reply in edges(after, list(after.legal_moves)):
        other_x, other_y, _ = _place(position, reply)
        if abs(x - other_x) <= 1 and abs(y - other_y) <= 1:
            return True
    return False


def wins(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """Any game: who can win at once does."""
    return [move for move in moves if _ends_lost(position.after(move))]


def safe(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """Any game: do not let the opponent win at once."""
    return [move for move in moves if not _can_win(position.after(move))]


def near(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """Pente: stay within two cells of a stone."""
    assert isinstance(position, Pente)
    stones = [(x, y) for y, row in enumerate(position.rows) for x, cell in enumerate(row) if cell in "XO"]
    return [move for move in moves if _is_near(*_cell(position, move), stones)]


def _cell(position: Pente, move: Move) -> tuple[int, int]:
    letters = move.rstrip("0123456789")
    return position.column_names.index(letters), position.row_names.index(move[len(letters) :])


def _is_near(x: int, y: int, stones: Sequence[tuple[int, int]]) -> bool:
    return any(abs(x - other_x) <= 2 and abs(y - other_y) <= 2 for other_x, other_y in stones)


def _ends_lost(position: Position) -> bool:
    return position.is_over() and position.final_value() < 0


def _can_win(position: Position) -> bool:
    return any(_ends_lost(position.after(move)) for move in position.legal_moves)


RULES: dict[str, Rule] = {
    "corners": corners,
    "guard": guard,
    "edges": edges,
    "edge-guard": edge_guard,
    "near": near,
    "wins": wins,
    "safe": safe,
}
"""All rules by name, in the order in which they are applied."""
FINAL = {"corners", "wins"}
"""Rules after which no other is asked: what they leave is what is played."""


def rules_of(position: Position) -> list[str]:
    """The rules that fit a game."""
    if isinstance(position, Othello):
        return ["corners", "guard", "edges", "edge-guard"]
    return ["near", "wins", "safe"] if isinstance(position, Pente) else ["wins", "safe"]


def rule(names: Iterable[str], position: Position) -> Rule:
    """Several rules as one, for games like that of `position`."""
    possible = rules_of(position)
    if unknown := [name for name in names if name not in possible]:
        raise GamegroveError(f"{position.spec} has no rule '{unknown[0]}'; it has {', '.join(possible)}")
    chosen = [name for name in RULES if name in set(names)]

    def apply(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
        for name in chosen:
            if left := RULES[name](position, moves):
                moves = left
                if name in FINAL:
                    break
        return moves

    return apply
