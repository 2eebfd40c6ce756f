"""Times pieces of work that take turns, so that a noisy machine is unfair to all of them alike."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

Counts = Mapping[str, int]
"""How much was done, by unit; the first unit is the one that speeds are compared in."""


@dataclass(frozen=True)
class Runner:
    """One of the contestants."""

    who: str
    work: Callable[[int], Counts]
    """Does one round of work. It is given the number of the round, to use as a seed."""


@dataclass
class Timed:
    """What one contestant did in every round, and the CPU seconds it took."""

    who: str
    counts: list[Counts] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, counts: Counts, seconds: float) -> None:
        """Note down one round."""
        self.counts.append(counts)
        self.seconds.append(seconds)

    @property
    def unit(self) -> str:
        """The unit that speeds are compared in."""
        return next(iter(self.counts[0]))

    def total(self, unit: str) -> int:
        """How much was done in all rounds together."""
        return sum(counts[unit] for counts in self.counts)

    def rates(self, unit: str) -> list[float]:
        """The speed in every round, per second."""
        return [counts[unit] / seconds for counts, seconds in zip(self.counts, self.seconds, strict=True)]

    def rate(self, unit: str) -> float:
        """The median of the rounds' speeds, per second."""
        return median(self.rates(unit))


def take_turns(runners: Sequence[Runner], rounds: int, tick: Callable[[], None]) -> list[Timed]:
    """Let all runners work once per round, and call `tick` after each of them.

    Every runner first works once unmeasured, so that nobody pays for cold caches.
    """
    results = [Timed(runner.who) for runner in runners]
    for number in range(rounds + 1):
        for runner, timed in zip(runners, results, strict=True):
            start = time.process_time()
            counts = runner.work(number)
            seconds = time.process_time() - start
            if number > 0:
                timed.add(counts, seconds)
            tick()
    return results


def ratios(first: Timed, second: Timed) -> list[float]:
    """How many times as fast the first was as the second, round by round."""
    pairs = zip(first.rates(first.unit), second.rates(second.unit), strict=True)
    return [mine / theirs for mine, theirs in pairs]
