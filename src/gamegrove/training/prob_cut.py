"""Fits ProbCut's regressions: how well a shallow search predicts a deep one, by stage of the game."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import gamegrove
from gamegrove.errors import GamegroveError
from gamegrove.parameters import FORMAT
from gamegrove.position import Position
from gamegrove.search import search
from gamegrove.textbook.prob_cut import Check, stage
from gamegrove.textbook.values import WIN

FEWEST = 20
"""So many pairs of values are needed for a line that means something."""
RANDOM_MOVES = 0.3
"""The share of random moves in the games from which positions are taken; the others are the best at depth 1."""


@dataclass(frozen=True)
class Pair:
    """A deep search and the shallow one that is to predict it."""

    depth: int
    shallow: int


@dataclass(frozen=True)
class Plan:
    """Everything that decides the outcome of a fit."""

    start: Position
    """Whose game is played."""
    evaluation: str
    """What values the horizon."""
    pairs: Sequence[Pair]
    """Which depths are compared."""
    positions: int
    """How many positions each stage gets."""
    stage_width: int
    """How many numbers of stones make one stage."""
    seed: int
    """Makes the games repeatable."""


def fit(plan: Plan, on_progress: Callable[[int, int], None] = lambda _done, _all: None) -> dict[str, Any]:
    """The data of a parameter file: one regression for every stage and pair that has enough values."""
    samples = _samples(plan)
    checks: list[Check] = []
    quality: list[dict[str, Any]] = []
    total = len(samples) * len(plan.pairs)
    for number, (first_stage, positions) in enumerate(samples.items()):
        for place, pair in enumerate(plan.pairs):
            on_progress(number * len(plan.pairs) + place, total)
            values = [found for position in positions if (found := _values(position, pair, plan.evaluation))]
            if fitted := _line(values):
                last_stage = first_stage + plan.stage_width - 1
                checks.append(Check(first_stage, last_stage, pair.depth, pair.shallow, *fitted))
                quality.append({"pairs": len(values), "correlation": _correlation(values)})
    if not checks:
        raise GamegroveError(f"too few positions for a fit: every stage needs {FEWEST}; ask for more positions")
    return {
        "format": FORMAT,
        "version": gamegrove.__version__,
        "game": plan.start.spec,
        "evaluation": plan.evaluation,
        "seed": plan.seed,
        "positions": plan.positions,
        "stage_width": plan.stage_width,
        "checks": [asdict(check) for check in checks],
        "quality": quality,
    }


def _samples(plan: Plan) -> dict[int, list[Position]]:
    """Positions by the first number of stones of their stage; one position a stage from each game."""
    source = random.Random(plan.seed)
    samples: dict[int, list[Position]] = {}
    for _ in range(plan.positions):
        taken: set[int] = set()
        for position in _game(plan, source):
            first = stage(position) // plan.stage_width * plan.stage_width
            if first not in taken and source.random() < 1 / plan.stage_width + 0.2:
                taken.add(first)
                samples.setdefault(first, []).append(position)
    return dict(sorted(samples.items()))


def _game(plan: Plan, source: random.Random) -> Iterator[Position]:
    """The positions of one game of fairly good and fairly various moves."""
    position = plan.start
    while not position.is_over():
        yield position
        if source.random() < RANDOM_MOVES:
            move = source.choice(list(position.legal_moves))
        else:
            move = search(position, "alphabeta", depth=1, evaluation=plan.evaluation).move
        position = position.after(move)


def _values(position: Position, pair: Pair, evaluation: str) -> tuple[int, int] | None:
    """What the shallow and the deep search say; nothing where one of them sees the end of the game."""
    shallow, deep = (
        search(position, "tt", depth=depth, evaluation=evaluation, order=["memory", "static"], table_bits=16).value
        for depth in (pair.shallow, pair.depth)
    )
    return (shallow, deep) if max(abs(shallow), abs(deep)) < WIN else None


def _line(values: Sequence[tuple[int, int]]) -> tuple[float, float, float] | None:
    """Slope, shift and standard deviation of the line through the values, rounded to six digits."""
    shallow, deep = [pair[0] for pair in values], [pair[1] for pair in values]
    if len(values) < FEWEST or len(set(shallow)) < 2:
        return None
    a, b = statistics.linear_regression(shallow, deep)
    sigma = statistics.pstdev([y - a * x - b for x, y in values])
    if a <= 0:
        return None  # the shallow search says nothing about the deep one
    return round(a, 6), round(b, 6), round(sigma, 6)


def _correlation(values: Sequence[tuple[int, int]]) -> float | None:
    deep = [pair[1] for pair in values]
    if len(set(deep)) < 2:
        return None
    return round(statistics.correlation([pair[0] for pair in values], deep), 4)
