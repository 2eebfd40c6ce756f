"""Evaluations by name: what a position is worth to the side to move when nobody looks further."""

from __future__ import annotations

from collections.abc import Callable

from gamegrove import _core
from gamegrove.errors import GamegroveError
from gamegrove.games import NATIVE
from gamegrove.position import Position

Evaluation = Callable[[Position], int]

_registered: dict[str, Evaluation] = {}
BUILT_IN = {
    name
    for position in (_core.Othello(), _core.ConnectFour(), _core.Pente(), _core.Tree("[0]"))
    for name in _core.evaluations(position)
}
"""The names of the core's evaluations for any game."""


def register_evaluation(name: str, evaluation: Evaluation) -> None:
    """Let an evaluation written in Python be asked for by name."""
    if not callable(evaluation):
        raise GamegroveError(f"an evaluation must be a function of a position, not {evaluation!r}")
    if name in BUILT_IN:
        raise GamegroveError(f"there is a built-in evaluation '{name}'; choose another name")
    _registered[name] = evaluation


def evaluations_of(position: Position) -> list[str]:
    """The names of the evaluations for a game, the usual one first."""
    native = _core.evaluations(position) if isinstance(position, NATIVE) else ["zero"]
    return [*native, *_registered]


def find_evaluation(name: str, position: Position) -> Evaluation:
    """The evaluation of that name for games like that of `position`."""
    if name in _registered:
        return _registered[name]
    if name not in evaluations_of(position):
        known = ", ".join(evaluations_of(position))
        raise GamegroveError(f"{position.spec} has no evaluation '{name}'; it has {known}")
    if isinstance(position, NATIVE):
        return lambda other: _core.evaluate(other, name)  # type: ignore[call-overload]
    return lambda _: 0


def is_native(name: str, position: Position) -> bool:
    """Whether the core can compute it."""
    return isinstance(position, NATIVE) and name not in _registered and name in _core.evaluations(position)
