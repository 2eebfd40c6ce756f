"""Trains the weights of the Othello engine by games that it plays against itself.

Every round goes backwards, from the end of the game to its start. The last positions are solved. Those before are
labelled, a slice of some discs at a time, by searches whose leaves lie in what this round has fitted already:

    discs  ... 44  45  46  47  48  49  50  51  52 ... 64
                |       `--- slice --'           `----' solved: the first slice
                `----- depth 4, 5 ----->` leaves

Round 0 begins with nothing; every later one plays with the weights of the round before. So whatever a round has got
wrong, the next corrects from the end on: if it labelled all positions with the weights of the round before, a stage in
the middle would only learn what that believed some plies later. Each round is tested with positions of other games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any

import gamegrove
from gamegrove._core import Othello, OthelloSchool
from gamegrove.engines.othello_findings import CERTAIN
from gamegrove.engines.othello_score import FIRST_DISCS
from gamegrove.engines.othello_weights import NO_DOUBT, Doubt, OthelloWeights, board_of
from gamegrove.errors import GamegroveError
from gamegrove.levels import empty_cells
from gamegrove.training.lesson_folder import LessonFolder
from gamegrove.training.recorded_games import RecordedGames
from gamegrove.training.stage_errors import Exam, joined, stage_errors
from gamegrove.training.stages import Stages

GAMES_A_CHUNK = 256
"""After so many games their lessons are kept."""
POSITIONS_A_CHUNK = 4096
"""After so many recorded positions their lessons are kept."""
SELF_PLAY, RECORDED = "self-play", "recorded games"


@dataclass(frozen=True)
class PatternPlan:
    """Everything that decides the weights."""

    start: Othello
    """The start of the game on the board in question."""
    seed: int = 1
    """Makes the games repeatable."""
    rounds: int = 3
    """How many rounds follow round 0."""
    games: int = 10_000
    """How many games each slice of the last round plays; each round before plays a quarter of the one after it."""
    test_games: int = 500
    """How many further games each of them plays for the test."""
    depth: int = 5
    """How deep the searches are that label positions; those of every other pair of games are a ply less deep."""
    exact_empties: int = 12
    """With so many empty cells or fewer a position is solved."""
    confidence: int = CERTAIN
    """How sure the searches to a depth are: 5 leaves nothing out."""
    midgame_doubt: Doubt = NO_DOUBT
    """How far shallow searches are off, for searches that are less sure."""
    endgame_doubt: Doubt = NO_DOUBT
    """How far they are off in predicting the end of the game."""
    all_rounds: bool = False
    """Whether weights are also fitted to the lessons of earlier rounds, but never to those of round 0."""
    recorded: RecordedGames | None = field(default=None, repr=False)
    """Games of people that lend their openings."""

    def __post_init__(self) -> None:
        board, stages = board_of(self.start), Stages.of(self.start)
        width = stages.width
        if self.depth < width + stages.margin + 1:
            raise GamegroveError(
                f"depth {self.depth} is too low: board {board} needs at least {width + stages.margin + 1}"
            )
        if self.exact_empties < width:
            raise GamegroveError(
                f"exact empties {self.exact_empties} are too few: board {board} needs at least {width}"
            )
        for name, number in (("depth", self.depth), ("exact empties", self.exact_empties)):
            if number > empty_cells(self.start):
                raise GamegroveError(
                    f"{name} {number} is too high: a game on board {board} has {empty_cells(self.start)} moves at most"
                )
        if self.confidence < CERTAIN and self.midgame_doubt == NO_DOUBT:
            raise GamegroveError(
                f"confidence {self.confidence} needs to know how far shallow searches are off: take {CERTAIN}, or name "
                "weights that know it with --doubts"
            )
        if self.recorded is not None and board != "8":
            raise GamegroveError(f"recorded games are of the board of 8x8, and this is board {board}; leave them out")

    def games_in(self, round_: int) -> int:
        """How many games each slice of a round plays: early rounds only have to find out what good games are like."""
        return max(1, self.games >> 2 * (self.rounds - round_))

    def described(self) -> dict[str, Any]:
        """What a run must have in common with an earlier one to go on with it."""
        numbers = [each.name for each in fields(self) if each.name not in ("start", "recorded")]
        return {
            "gamegrove": gamegrove.__version__,
            "board": board_of(self.start),
            **{name: getattr(self, name) for name in numbers},
            "openings": None if self.recorded is None else self.recorded.digest,
        }


@dataclass(frozen=True)
class Step:
    """Some stages, and the positions that they are fitted to: a slice of a round."""

    number: int
    """Its place among all steps, counted from 0."""
    round: int
    """The round that it belongs to."""
    first_stage: int
    """The first of the stages that are fitted."""
    last_stage: int
    """The last of them."""
    fewest_discs: int
    """The fewest discs of positions that are labelled."""
    most_discs: int
    """The most of them."""
    fewest_tested: int
    """The fewest discs of positions in the test."""
    most_tested: int
    """The most of them."""

    @property
    def name(self) -> str:
        """How its files are called."""
        return f"step-{self.number:02}-round-{self.round}"

    @property
    def title(self) -> str:
        """How people call it."""
        return f"round {self.round}, {self.fewest_tested} to {self.most_tested} discs"

    def first_game(self, *, is_test: bool) -> int:
        """The number of its first game: no two steps, and no test, have a game in common."""
        return self.number << 40 | is_test << 39


def steps(plan: PatternPlan) -> list[Step]:
    """What is to be done, one after the other."""
    slices = [(round_, *each) for round_ in range(plan.rounds + 1) for each in _backwards(plan)]
    return [Step(number, *each) for number, each in enumerate(slices)]


def _backwards(plan: PatternPlan) -> Iterator[tuple[int, int, int, int, int, int]]:
    """The stages and the discs of all slices of a round, the end of the game first."""
    stages = Stages.of(plan.start)
    solved = stages.cells - plan.exact_empties
    first, last = stages.first_from(solved), stages.count - 1
    least = solved  # a margin of the first slice that is not solved would be labelled by weights that are not there
    while True:
        tested = stages.first_discs(first), stages.last_discs(last)
        yield first, last, max(tested[0] - stages.margin, least), tested[1] + stages.margin, *tested
        if first == 0:
            return
        least, last = FIRST_DISCS, first - 1
        first = max(0, first - (plan.depth - 1 - stages.margin) // stages.width)


def also_of_use(plan: PatternPlan, step: Step) -> list[Step]:
    """The steps before a step some of whose lessons have as many discs as those of this one, and are as good."""
    return [
        earlier
        for earlier in steps(plan)[: step.number]
        if (earlier.round == step.round and earlier.fewest_discs <= step.most_discs)
        or (plan.all_rounds and 0 < earlier.round < step.round and earlier.first_stage == step.first_stage)
    ]


@dataclass(frozen=True)
class TrainingProgress:
    """How far a training has come."""

    step: Step
    """What is being done."""
    steps: int
    """How many steps there are."""
    activity: str
    """Which part of the step: games, test games, recorded positions or fitting."""
    done: int
    """How much of that part is done."""
    all: int
    """How much it has."""


Watcher = Callable[[TrainingProgress], None]


def carry_out(
    plan: PatternPlan,
    folder: LessonFolder,
    *,
    threads: int = 1,
    on_progress: Watcher = lambda _progress: None,
    on_exam: Callable[[Exam], None] = lambda _exam: None,
) -> OthelloWeights:
    """The weights of a plan. What is in the folder is not done again, and the number of threads changes nothing."""
    training = _Training(plan, folder, threads, on_progress)
    for step in steps(plan)[training.finished :]:
        for exam in training.take(step):
            on_exam(exam)
    return training.outcome()


class _Training:
    """The state of a training. Its one important method is take()."""

    def __init__(self, plan: PatternPlan, folder: LessonFolder, threads: int, on_progress: Watcher) -> None:
        self._plan = plan
        self._folder = folder
        self._threads = threads
        self._on_progress = on_progress
        self._steps = steps(plan)
        self._weights = b""
        self._exams: list[Exam] = []
        self._lessons = [0] * (plan.rounds + 1)
        self.finished = 0
        if kept := folder.state():
            state, self._weights = kept
            self.finished, self._lessons = state["finished"], state["lessons"]
            self._exams = [Exam.from_dict(each) for each in state["exams"]]

    def take(self, step: Step) -> list[Exam]:
        """Carry out the next step; how far the weights are off when it has ended a round."""
        lessons = self._played(step, OthelloSchool(self._plan.start), self._plan.games_in(step.round))
        self._lessons[step.round] += len(lessons)
        test = self._played(step, OthelloSchool(self._plan.start), self._plan.test_games, is_test=True)
        recorded = self._recorded(step)
        for earlier in also_of_use(self._plan, step):
            self._played(earlier, lessons, self._plan.games_in(earlier.round))
        self._tell(step, "fitting", 0, 1)
        weights = lessons.fit(
            weights=self._weights,
            first=step.first_stage,
            last=step.last_stage,
            margin=Stages.of(self._plan.start).margin,
            seed=self._plan.seed,
            threads=self._threads,
        )
        self._examine(step, weights, {SELF_PLAY: test, RECORDED: recorded})
        self._weights = weights
        self.finished = step.number + 1
        self._keep()
        ends_round = all(later.round != step.round for later in self._steps[self.finished :])
        return [exam for exam in joined(self._exams) if exam.round == step.round] if ends_round else []

    def outcome(self) -> OthelloWeights:
        """The weights, and how they came about."""
        plan = self._plan
        made = {
            **plan.described(),
            "lessons": self._lessons,
            "errors": [exam.as_dict() for exam in joined(self._exams)],
        }
        return OthelloWeights(board_of(plan.start), self._weights, plan.midgame_doubt, plan.endgame_doubt, made)

    def _played(self, step: Step, school: OthelloSchool, games: int, *, is_test: bool = False) -> OthelloSchool:
        """The school with the lessons of the step's games."""
        plan, recorded = self._plan, self._plan.recorded
        openings = [] if recorded is None else recorded.held_out_openings if is_test else recorded.openings

        def teach(chunk: OthelloSchool, first: int, count: int) -> None:
            chunk.teach(
                step.first_game(is_test=is_test) + first,
                count,
                openings,
                seed=plan.seed,
                fewest_discs=step.fewest_tested if is_test else step.fewest_discs,
                most_discs=step.most_tested if is_test else step.most_discs,
                **self._staff(step),
            )

        self._collect(step, "test games" if is_test else "games", games, GAMES_A_CHUNK, teach, school)
        return school

    def _recorded(self, step: Step) -> OthelloSchool:
        """The lessons of recorded positions that are kept for the test."""
        school = OthelloSchool(self._plan.start)
        if self._plan.recorded is None:
            return school
        positions = [
            position
            for position in self._plan.recorded.held_out_positions(self._plan.test_games)
            if step.fewest_tested <= position.stones <= step.most_tested
        ]

        def label(chunk: OthelloSchool, first: int, count: int) -> None:
            chunk.label(positions[first : first + count], **self._staff(step))

        self._collect(step, "recorded positions", len(positions), POSITIONS_A_CHUNK, label, school)
        return school

    def _staff(self, step: Step) -> dict[str, Any]:
        """Who teaches, and how: in round 0 a shallow search ends where nothing is fitted yet, and foresees nothing."""
        return {
            "weights": self._weights,
            "midgame_doubt": self._plan.midgame_doubt,
            "endgame_doubt": self._plan.endgame_doubt,
            "depth": self._plan.depth,
            "exact_empties": self._plan.exact_empties,
            "confidence": self._plan.confidence if step.round else CERTAIN,
            "threads": self._threads,
        }

    def _collect(
        self,
        step: Step,
        activity: str,
        count: int,
        per_chunk: int,
        teach: Callable[[OthelloSchool, int, int], None],
        school: OthelloSchool,
    ) -> None:
        """Give a school lessons, chunk by chunk: those that are kept, and those that are now taught and kept."""
        for first in range(0, count, per_chunk):
            self._tell(step, activity, first, count)
            share = min(per_chunk, count - first)
            name = f"{step.name}-{activity.replace(' ', '-')}-{first:07}+{share}"
            lessons = self._folder.chunk(name)
            if lessons is None and step.number < self.finished:
                raise GamegroveError(
                    f"the lessons {name} are gone from {self._folder.path}, and so are the weights that labelled them: "
                    "begin again in another --work folder"
                )
            if lessons is None:
                chunk = OthelloSchool(self._plan.start)
                teach(chunk, first, share)
                lessons = chunk.to_bytes()
                self._folder.keep_chunk(name, lessons)
            school.add(lessons)

    def _examine(self, step: Step, weights: bytes, tests: dict[str, OthelloSchool]) -> None:
        stages = Stages.of(self._plan.start)
        for source, school in tests.items():
            if len(school):
                self._exams.append(Exam(step.round, source, stage_errors(school, weights, stages)))

    def _keep(self) -> None:
        state = {
            "finished": self.finished,
            "lessons": self._lessons,
            "exams": [exam.as_dict() for exam in self._exams],
        }
        self._folder.keep_state(state, self._weights)

    def _tell(self, step: Step, activity: str, done: int, parts: int) -> None:
        self._on_progress(TrainingProgress(step, len(self._steps), activity, done, parts))
