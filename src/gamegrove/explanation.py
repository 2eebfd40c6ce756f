"""Explanations: why an evaluation thinks what it thinks of a position, and of every move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from gamegrove.blend import Blend
from gamegrove.evaluation import (
    AnyEvaluation,
    Contribution,
    Evaluation,
    contributions,
    counts,
    evaluation_name,
    features_of,
    find_evaluation,
    percent,
    read_evaluation,
)
from gamegrove.position import Position
from gamegrove.request import Request

Move = Any
MOST_REASONS = 3
"""How many terms are named when one move is compared with another."""


@dataclass(frozen=True)
class Count:
    """What a feature counts in a position."""

    name: str
    """The feature."""
    summary: str
    """What it counts, in a few words."""
    mine: int
    """Its number for the side to move."""
    theirs: int
    """Its number for the other side."""

    @property
    def difference(self) -> int:
        """What it is worth to the side to move."""
        return self.mine - self.theirs

    @property
    def percent(self) -> float:
        """The difference as a share of both numbers, from -100 to 100."""
        return percent(self.mine, self.theirs)


@dataclass(frozen=True)
class ExplainedMove:
    """A move, and what an evaluation thinks of the position after it, seen by the side that makes it."""

    move: Move
    """The move."""
    value: int
    """What the position after it is worth; a win is worth more than any estimate."""
    value_text: str
    """The same as people say it."""
    contributions: tuple[Contribution, ...]
    """What each term of a blend adds; none if the game is over then, or if the evaluation is a function."""


@dataclass(frozen=True)
class Explanation:
    """Every feature of a position, and what an evaluation makes of them. As text it is a few tables."""

    position: Position
    """What is explained."""
    features: tuple[Count, ...]
    """All features of the game."""
    evaluation: str
    """The evaluation: its name or its text."""
    value: int
    """What the position is worth to the side to move."""
    contributions: tuple[Contribution, ...]
    """What each term of a blend adds to the value; none if the evaluation is a function."""
    moves: tuple[ExplainedMove, ...]
    """All legal moves, the best first; none unless they were asked for."""

    def __str__(self) -> str:
        verdict = f"{self.evaluation} is worth {_whole(self.value)} to {self._mover}"
        terms = [f"  {line}" for line in _table(_term_rows(self.contributions), ">>><>>")]
        parts = [_table(self._feature_rows(), "<>>>><"), [verdict, *terms]]
        if self.moves:
            rows = self._move_rows()
            parts.append(_table(rows, "<" + ">" * (len(rows[0]) - 1)))
            parts.append(self._preference())
        return "\n\n".join("\n".join(part) for part in parts if part)

    @property
    def _mover(self) -> str:
        return self.position.players[self.position.turn]

    def description(self) -> dict[str, Any]:
        """The explanation as plain data, for JSON."""
        return {
            "position": self.position.line,
            "turn": self.position.turn,
            "players": list(self.position.players),
            "features": [
                {**asdict(each), "difference": each.difference, "percent": each.percent} for each in self.features
            ],
            "evaluation": self.evaluation,
            "value": self.value,
            "contributions": [_plain(each) for each in self.contributions],
            "moves": [
                {
                    "move": str(each.move),
                    "value": each.value,
                    "value_text": each.value_text,
                    "contributions": [_plain(part) for part in each.contributions],
                }
                for each in self.moves
            ],
        }

    def _feature_rows(self) -> list[list[str]]:
        rows = [["feature", *self.position.players, f"for {self._mover}", "per cent", ""]]
        for each in self.features:
            numbers = (each.mine, each.theirs) if self.position.turn == 0 else (each.theirs, each.mine)
            compared = [_whole(each.difference), _tenths(each.percent)]
            rows.append([each.name, *map(str, numbers), *compared, each.summary])
        return rows

    def _move_rows(self) -> list[list[str]]:
        terms = list(dict.fromkeys(str(part.term) for each in self.moves for part in each.contributions))
        rows = [["move", "value", *terms]]
        for each in self.moves:
            added = _by_term(each)
            rows.append([str(each.move), each.value_text, *(_tenths(added[t]) if t in added else "" for t in terms)])
        return rows

    def _preference(self) -> list[str]:
        """Why the best move is better than the next one."""
        if len(self.moves) < 2:
            return []
        best, next_ = self.moves[:2]
        if not (best.contributions and next_.contributions):
            return []
        if best.value == next_.value:
            return [f"{best.move} and {next_.move} are worth the same"]
        ours, theirs = _by_term(best), _by_term(next_)
        gains = {term: ours.get(term, 0.0) - theirs.get(term, 0.0) for term in {**ours, **theirs}}
        largest = sorted(gains, key=lambda term: -abs(gains[term]))[:MOST_REASONS]
        reasons = ", ".join(f"{term} {_tenths(gains[term])}" for term in largest if gains[term])
        return [f"{best.move} is worth {best.value - next_.value} more than {next_.move}: {reasons}"]


def explain(position: Position, evaluation: AnyEvaluation | None = None, *, moves: bool = False) -> Explanation:
    """Every feature of a position, what an evaluation makes of them and, with `moves`, of what each move leads to.

    >>> import gamegrove
    >>> explanation = gamegrove.explain(gamegrove.Othello("f5d6c3d3"), "0.6*corners% + 0.4*mobility%")
    >>> explanation.value, [(str(each.term), round(each.amount, 1)) for each in explanation.contributions]
    (-3, [('0.6*corners%', 0.0), ('0.4*mobility%', -7.7)])
    """
    read = read_evaluation(evaluation, position)
    return Explanation(
        position,
        tuple(Count(name, summary, *counts(position, name)) for name, summary in features_of(position).items()),
        evaluation_name(evaluation, position),
        find_evaluation(read, position)(position),
        _contributions(read, position),
        _explained_moves(read, position) if moves else (),
    )


def _contributions(evaluation: Blend | Evaluation, position: Position) -> tuple[Contribution, ...]:
    return contributions(evaluation, position) if isinstance(evaluation, Blend) else ()


def _explained_moves(evaluation: Blend | Evaluation, position: Position) -> tuple[ExplainedMove, ...]:
    explained = [_explained(evaluation, move, position) for move in position.legal_moves]
    return tuple(sorted(explained, key=lambda each: -each.value))


def _explained(evaluation: Blend | Evaluation, move: Move, position: Position) -> ExplainedMove:
    after = position.after(move)
    wins = Request(position).way_to_win
    if after.is_over():
        value = -wins.worth(after.final_value(), 0)
        return ExplainedMove(move, value, wins.in_words(value, 1), ())
    value = -find_evaluation(evaluation, after)(after)
    added = tuple(each.seen_by_opponent() for each in _contributions(evaluation, after))
    return ExplainedMove(move, value, wins.in_words(value, 1), added)


def _by_term(explained: ExplainedMove) -> dict[str, float]:
    """What the terms add, by their texts; a term that stands twice in a blend adds twice."""
    added: dict[str, float] = {}
    for each in explained.contributions:
        added[str(each.term)] = added.get(str(each.term), 0.0) + each.value
    return added


def _plain(contribution: Contribution) -> dict[str, Any]:
    return {
        "term": str(contribution.term),
        "feature": contribution.term.feature,
        "percent": contribution.term.percent,
        "weight": contribution.weight,
        "amount": contribution.amount,
        "value": contribution.value,
    }


def _term_rows(added: Sequence[Contribution]) -> list[list[str]]:
    """Each term as a product that one can check: weight, what the feature gives, and what comes of it."""
    return [
        [
            f"{each.weight:.6g}",
            "*",
            f"{each.amount:+.6g}" if each.amount else "0",
            each.term.feature + ("%" if each.term.percent else ""),
            "=",
            _tenths(each.value),
        ]
        for each in added
    ]


def _whole(value: int) -> str:
    """A whole number with its sign, which a 0 has not."""
    return f"{value:+d}" if value else "0"


def _tenths(value: float) -> str:
    """A number with its sign and one decimal."""
    return f"{value:+.1f}" if round(value, 1) else "0.0"


def _table(rows: Sequence[Sequence[str]], alignment: str) -> list[str]:
    """Lines in which the columns stand below each other, each to the left (<) or to the right (>)."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(f"{cell:{side}{width}}" for cell, side, width in zip(row, alignment, widths, strict=True)).rstrip()
        for row in rows
    ]
