"""How far weights of the Othello engine are off, by stage of the game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from gamegrove._core import OthelloSchool
from gamegrove.training.stages import Stages


@dataclass(frozen=True)
class StageError:
    """How far weights are off on the positions of one stage, in discs."""

    first_discs: int
    """The stage begins with so many discs on the board"""
    last_discs: int
    """and ends with so many."""
    positions: int
    """How many positions were looked at."""
    absolute: float
    """The mean of the sizes of the errors."""
    squares: float
    """The root of the mean of their squares."""
    untaught: float
    """That of no weights at all, to which all positions are even."""

    def as_list(self) -> list[float]:
        """Its fields, for a file."""
        errors = (self.absolute, self.squares, self.untaught)
        return [self.first_discs, self.last_discs, self.positions, *(round(error, 3) for error in errors)]


@dataclass(frozen=True)
class Exam:
    """How far the weights of a round are off on positions that they were not fitted to."""

    round: int
    """After which round."""
    source: str
    """Where the positions are from: self-play, or recorded games."""
    stages: Sequence[StageError]
    """The errors of all stages that have positions."""

    def as_dict(self) -> dict[str, Any]:
        """Its fields, for a file."""
        return {"round": self.round, "source": self.source, "stages": [each.as_list() for each in self.stages]}

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Exam:
        """What as_dict() gave."""
        return Exam(data["round"], data["source"], [StageError(*each) for each in data["stages"]])


def stage_errors(school: OthelloSchool, weights: bytes, stages: Stages) -> list[StageError]:
    """The errors of weights on the lessons of a school; stages without lessons are left out."""
    by_discs, untaught = school.errors(weights), school.errors(b"")
    errors: list[StageError] = []
    for stage in range(stages.count):
        first, last = stages.first_discs(stage), stages.last_discs(stage)
        count, squares, absolute = map(sum, zip(*by_discs[first : last + 1], strict=True))
        if count:
            squares_untaught = sum(each[1] for each in untaught[first : last + 1])
            roots = (math.sqrt(sum_of_squares / count) for sum_of_squares in (squares, squares_untaught))
            errors.append(StageError(first, last, int(count), absolute / count, *roots))
    return errors


def whole_game(errors: Iterable[StageError]) -> StageError | None:
    """The errors of all stages taken together; None when there are none."""
    stages = list(errors)
    count = sum(each.positions for each in stages)
    if not count:
        return None

    def mean(of_each: Iterable[float]) -> float:
        return sum(value * stage.positions for value, stage in zip(of_each, stages, strict=True)) / count

    return StageError(
        stages[0].first_discs,
        stages[-1].last_discs,
        count,
        mean(each.absolute for each in stages),
        math.sqrt(mean(each.squares**2 for each in stages)),
        math.sqrt(mean(each.untaught**2 for each in stages)),
    )


def joined(exams: Iterable[Exam]) -> list[Exam]:
    """One exam for each round and source, with the stages of all that were given, in the order of the game."""

    def kind(exam: Exam) -> tuple[int, str]:
        return exam.round, exam.source

    return [
        Exam(*of, sorted((stage for exam in group for stage in exam.stages), key=lambda stage: stage.first_discs))
        for of, group in groupby(sorted(exams, key=kind), key=kind)
    ]
