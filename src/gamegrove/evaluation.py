"""Evaluations: what a position is worth to the side to move when nobody looks further.

An evaluation is a name, a blend of features (as text, in a file or built in Python), or a function of a position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from gamegrove import _core
from gamegrove.blend import Blend, CoreTerm, Term, feature, rounded
from gamegrove.errors import GamegroveError
from gamegrove.games import NATIVE
from gamegrove.position import Position

Evaluation = Callable[[Position], int]
AnyEvaluation = str | Blend | Evaluation
"""What people may give: a name, the text of a blend, @FILE, a blend or a function."""

_registered: dict[str, Evaluation] = {}
# The overloads for the games cannot be told apart before the position is known.
_features: Any = _core.features
_counts: Any = _core.counts
_evaluate: Any = _core.evaluate
BUILT_IN = {
    name
    for position in (_core.Othello(), _core.ConnectFour(), _core.Pente(), _core.Tree("[0]"))
    for name, _ in _features(position)
}
"""The names of the core's features for any game."""


def register_evaluation(name: str, evaluation: Evaluation) -> None:
    """Let an evaluation written in Python be asked for by name."""
    if not callable(evaluation):
        raise GamegroveError(f"an evaluation must be a function of a position, not {evaluation!r}")
    if name in BUILT_IN:
        raise GamegroveError(f"there is a built-in evaluation '{name}'; choose another name")
    _registered[name] = evaluation


def features_of(position: Position) -> dict[str, str]:
    """The features of a game with a line about each, the usual evaluation first."""
    return dict(_features(position)) if isinstance(position, NATIVE) else {"zero": "nothing"}


def evaluations_of(position: Position) -> list[str]:
    """The names of the evaluations for a game, the usual one first."""
    return [*features_of(position), *_registered]


def counts(position: Position, name: str) -> tuple[int, int]:
    """What a feature counts for the side to move, and for the other."""
    return tuple(_counts(position, name)) if isinstance(position, NATIVE) else (0, 0)


def percent(mine: int, theirs: int) -> float:
    """The difference of two numbers as a share of both, from -100 to 100; 0 when both are 0."""
    both = abs(mine) + abs(theirs)
    return 100.0 * (mine - theirs) / both if both else 0.0


def read_evaluation(evaluation: AnyEvaluation | None, position: Position) -> Blend | Evaluation:
    """The blend or function that is meant, for games like that of `position`; None is the usual one."""
    if evaluation is None:
        return feature(evaluations_of(position)[0])
    if isinstance(evaluation, str):
        if evaluation in _registered:
            return _registered[evaluation]
        evaluation = Blend.load(evaluation[1:]) if evaluation.startswith("@") else Blend.read(evaluation)
    if isinstance(evaluation, Blend):
        _check(evaluation, position)
        return evaluation
    if not callable(evaluation):
        raise GamegroveError(f"evaluation must be a name, a blend or a function of a position, not {evaluation!r}")
    return evaluation


def evaluation_name(evaluation: AnyEvaluation | None, position: Position) -> str:
    """What reports call an evaluation: a function by its own name, a blend by its name or its text."""
    if isinstance(evaluation, str) and evaluation in _registered:
        return evaluation
    read = read_evaluation(evaluation, position)
    return read.title if isinstance(read, Blend) else str(getattr(read, "__qualname__", type(read).__name__))


def find_evaluation(evaluation: AnyEvaluation | None, position: Position) -> Evaluation:
    """The evaluation as a function of positions of the same game as `position`."""
    blend = read_evaluation(evaluation, position)
    if not isinstance(blend, Blend):
        return blend
    if is_native(blend, position):
        terms = native_terms(blend, position)
        return lambda other: int(_evaluate(other, terms))
    return lambda other: value_of(contributions(blend, other))


def is_native(evaluation: AnyEvaluation | None, position: Position) -> bool:
    """Whether the core can compute it."""
    blend = read_evaluation(evaluation, position)
    if not isinstance(position, NATIVE) or not isinstance(blend, Blend):
        return False
    return not any(name in _registered for name in blend.features)


def native_terms(evaluation: AnyEvaluation | None, position: Position) -> list[CoreTerm]:
    """A native evaluation as the core takes it."""
    blend = read_evaluation(evaluation, position)
    assert isinstance(blend, Blend)
    return blend.core_terms()


@dataclass(frozen=True)
class Contribution:
    """What one term of a blend adds to its value, seen by one side."""

    term: Term
    """The feature and its weight as they were asked for."""
    weight: float
    """The weight in this position."""
    amount: float
    """What the feature gives: the difference of its two numbers, or their percentage."""

    @property
    def value(self) -> float:
        """What it adds."""
        return self.weight * self.amount

    def seen_by_opponent(self) -> Contribution:
        """The same with the sign of the other side."""
        return Contribution(self.term, self.weight, 0.0 - self.amount)


def contributions(blend: Blend, position: Position) -> tuple[Contribution, ...]:
    """What each term of a blend adds to the value of a position."""
    fullness = stones_on(position) / cells_of(position) if blend.needs_stones else 0.0
    terms = blend.terms_at(stones_on(position) if blend.needs_stones else 0)
    return tuple(Contribution(term, term.weight_at(fullness), _amount(term, position)) for term in terms)


def value_of(added: Sequence[Contribution]) -> int:
    """The value of a blend from what its terms add."""
    total = 0.0
    for each in added:  # one after the other as the core does it; sum() is more exact in newer versions of Python
        total += each.value
    return rounded(total)


def _amount(term: Term, position: Position) -> float:
    if term.feature in _registered:
        value = _registered[term.feature](position)
        if not isinstance(value, int):
            raise GamegroveError(f"the evaluation {term.feature} gave {value!r}; it must be a whole number")
        return float(value)
    mine, theirs = counts(position, term.feature)
    return percent(mine, theirs) if term.percent else float(mine - theirs)


def stones_on(position: Position) -> int:
    """How many stones are on the board; a game in Python says so in its property `stones`."""
    board: Any = position
    return int(board.stones)


def cells_of(position: Position) -> int:
    """How many cells the board has; a game in Python says so in its property `cells`."""
    board: Any = position
    return sum(cell != "#" for row in board.rows for cell in row) if isinstance(position, NATIVE) else int(board.cells)


def _check(blend: Blend, position: Position) -> None:
    """Say what is wrong with a blend for a game."""
    known = evaluations_of(position)
    for name in blend.features:
        if name not in known:
            close = get_close_matches(name, known)
            meant = f" (did you mean {' or '.join(close)}?)" if close else ""
            raise GamegroveError(f"{position.spec} has no evaluation '{name}'{meant}; it has {', '.join(known)}")
    for term in (term for stage in blend.stages for term in stage.terms):
        if term.percent and term.feature in _registered:
            raise GamegroveError(
                f"{term.feature}% is not possible: an evaluation in Python gives one number, of which there are no "
                f"shares; write {term.feature}"
            )
    if blend.name in known:
        raise GamegroveError(f"a blend cannot be called '{blend.name}': there is an evaluation of that name")
    needed = ["stones"] if isinstance(position, NATIVE) else ["stones", "cells"]
    if blend.needs_stones and not all(hasattr(position, name) for name in needed):
        raise GamegroveError(
            f"the blend '{blend.title}' changes with the number of stones, but {position.spec} does not say how many "
            f"there are: it has no property {' or no property '.join(needed)}"
        )
