"""Playing a tournament: its games as they are finished, until all are played or a test is decided."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from gamegrove.game_log import GameLog
from gamegrove.match import games_of
from gamegrove.textbook.observation import StopSign
from gamegrove.tournament.plan import Tournament
from gamegrove.tournament.sprt import Sprt, Verdict
from gamegrove.tournament.statistics import Pentanomial
from gamegrove.tournament.summary import Pair, pair_identity, pair_points
from gamegrove.work import Executor, Finished, Here, perform

if TYPE_CHECKING:
    from gamegrove.store import Run


@dataclass(frozen=True)
class Played:
    """A finished game of a tournament."""

    match: int
    """The number of the match that it belongs to."""
    game: GameLog
    """The game."""

    @classmethod
    def of(cls, finished: Finished) -> Played:
        """The game of a task of a tournament, whose label begins with the number of the match."""
        (game,) = games_of([finished])
        return cls(int(finished.task.label.partition("/")[0]), game)

    @property
    def label(self) -> str:
        """The label of its task."""
        return f"{self.match}/{self.game.number}"


def conduct(
    tournament: Tournament,
    executor: Executor | None = None,
    run: Run | None = None,
    stop: StopSign | None = None,
) -> Iterator[Played]:
    """The games of a tournament as they are finished; with a run those that are stored come first.

    A test looks at the pairs in the order of their openings, whatever the order in which they are finished. So its end
    does not depend on how many workers there are, nor on their speed.
    """
    tournament.check()
    course = None if tournament.sprt is None else TestCourse(tournament.sprt)
    for finished in perform(tournament.tasks(), executor or Here(), run, stop):
        played = Played.of(finished)
        yield played
        if course is not None and course.add(played.game) is not None:
            return


class TestCourse:
    """A test that is going on. Games may come in any order; pairs count in that of their openings."""

    __test__ = False  # not for pytest

    def __init__(self, sprt: Sprt) -> None:
        self.sprt = sprt
        self.pairs = 0
        """How many pairs the test has looked at."""
        self.pentanomial = Pentanomial.of([])
        """The pairs that count: of equal ones the first."""
        self.ratios: list[float] = []
        """The logarithm of the likelihood ratio after each pair."""
        self.verdict: Verdict | None = None
        self._waiting: dict[int, GameLog] = {}
        self._seen: set[Hashable] = set()

    def add(self, game: GameLog) -> Verdict | None:
        """Take a game; how the test has ended, if it has."""
        self._waiting[game.number] = game
        while self.verdict is None and (pair := self._next_pair()):
            self._take(pair)
        return self.verdict

    def _take(self, pair: Pair) -> None:
        self.pairs += 1
        identity = pair_identity(pair)
        if identity not in self._seen:
            self._seen.add(identity)
            self.pentanomial += Pentanomial.of([pair_points(pair)])
        self.ratios.append(self.sprt.llr(self.pentanomial))
        self.verdict = self.sprt.verdict_at(self.ratios[-1])

    def description(self) -> dict[str, Any]:
        """How the test stands, as plain data."""
        return {
            **asdict(self.sprt),
            "llr": self.ratios[-1] if self.ratios else 0.0,
            "lower": self.sprt.lower,
            "upper": self.sprt.upper,
            "pairs": self.pairs,
            "verdict": None if self.verdict is None else str(self.verdict),
        }

    def _next_pair(self) -> Pair | None:
        number = 2 * self.pairs
        if number in self._waiting and number + 1 in self._waiting:
            return self._waiting.pop(number), self._waiting.pop(number + 1)
        return None
