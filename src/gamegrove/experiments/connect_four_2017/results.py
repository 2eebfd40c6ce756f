"""What the games have shown, as records and as the figures of the source's Table 1."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean

from gamegrove.experiments.connect_four_2017.asked_game import SIDES, order_of_play
from gamegrove.experiments.experiment import Plan
from gamegrove.game_log import GameLog
from gamegrove.work import Finished
from gamegrove.work.task import Data

NOBODY = "nobody"
"""Who has won a drawn game."""


@dataclass(frozen=True)
class Answer:
    """What one search has said at one turn."""

    name: str
    """The search."""
    move: str
    """The hole that it chose, from 1 to 7."""
    value: int
    """What it found the position to be worth to the side to move."""
    move_value: int
    """What alpha-beta finds its hole to be worth."""
    leaves: int
    """How many leaves it evaluated."""
    nodes: int
    """How many nodes it entered."""
    passes: int
    """How often a driver such as MTD(f) has begun at the root."""
    seconds: float
    """The processor time that it took."""

    @property
    def counts(self) -> tuple[object, ...]:
        """Everything that must be the same whenever the search is repeated."""
        return self.name, self.move, self.value, self.move_value, self.leaves, self.nodes, self.passes

    @classmethod
    def read(cls, data: Data) -> Answer:
        """An answer from what is stored of a search."""
        same = {name: data[name] for name in ("name", "move", "value", "move_value", "leaves", "nodes", "passes")}
        return cls(**same, seconds=data["cpu_seconds"])


@dataclass(frozen=True)
class AskedTurn:
    """One turn of a game: who moved, and what all searches have said."""

    ply: int
    """How many moves were made before."""
    side: str
    """Whose turn it was: X or O."""
    answers: dict[str, Answer]
    """By the names of the searches."""


@dataclass(frozen=True)
class AskedGame:
    """One game of a condition."""

    depth: int
    """To how many plies all searches looked ahead."""
    first: str
    """Who began: X or O."""
    repetition: int
    """Which of the games of this condition it is, from 0."""
    log: GameLog
    """The game."""
    turns: tuple[AskedTurn, ...]
    """Its turns."""

    @classmethod
    def read(cls, finished: Finished) -> AskedGame:
        """A game from the task that has played it."""
        asked, (game,) = finished.task.payload, finished.result["games"]
        by_ply: dict[int, dict[str, Answer]] = defaultdict(dict)
        for each in finished.result["searches"]:
            by_ply[each["ply"]][each["name"]] = Answer.read(each)
        order = order_of_play(asked["first"])
        turns = tuple(AskedTurn(ply, order[ply % 2], answers) for ply, answers in sorted(by_ply.items()))
        return cls(asked["depth"], asked["first"], asked["repetition"], GameLog.read(game), turns)

    @property
    def winner(self) -> str:
        """X, O or nobody."""
        seat = self.log.result.winner
        return NOBODY if seat is None else order_of_play(self.first)[seat]

    @property
    def first_won(self) -> bool | None:
        """Whether the side that began has won; None for a draw."""
        return None if self.winner == NOBODY else self.winner == self.first

    @property
    def moves(self) -> str:
        """The holes in the order in which they were filled."""
        return "".join(turn.move for turn in self.log.moves)

    @property
    def counts(self) -> list[tuple[object, ...]]:
        """Everything that must be the same whenever the game is repeated."""
        return [answer.counts for turn in self.turns for answer in turn.answers.values()]


@dataclass(frozen=True)
class SideFigures:
    """What a side took at a depth, as the source's Table 1 has it."""

    seconds: float
    """The average time of a move."""
    fastest: float
    """That average in the fastest repetition."""
    slowest: float
    """And in the slowest one."""
    leaves: float
    """How many leaves a game took it, on average."""
    passes: float
    """How many passes."""


@dataclass(frozen=True)
class SearchFigures:
    """What a search took for a turn on average, whoever moved."""

    leaves: float
    nodes: float
    passes: float
    seconds: float

    @classmethod
    def of(cls, answers: Sequence[Answer]) -> SearchFigures:
        """The averages of some answers."""
        count = len(answers)
        return cls(
            leaves=sum(answer.leaves for answer in answers) / count,
            nodes=sum(answer.nodes for answer in answers) / count,
            passes=sum(answer.passes for answer in answers) / count,
            seconds=sum(answer.seconds for answer in answers) / count,
        )


class Results:
    """All games of a run."""

    def __init__(self, plan: Plan, finished: Iterable[Finished]) -> None:
        self.depths: list[int] = plan["depths"]
        self.searches: list[str] = list(plan["searches"])
        self.own: dict[str, str] = {side: plan["sides"][side]["search"] for side in SIDES}
        self.games = [AskedGame.read(each) for each in finished]

    def at(self, depth: int) -> list[AskedGame]:
        """The games of a depth."""
        return [game for game in self.games if game.depth == depth]

    @cached_property
    def turns(self) -> list[AskedTurn]:
        """All turns of all games."""
        return [turn for game in self.games for turn in game.turns]

    def side(self, side: str, depth: int) -> SideFigures:
        """What a side took at a depth for its own moves."""
        answers = [answer for game in self.at(depth) for answer in self._own_answers(game, side)]
        repeated = self.repeated_seconds(side, depth)
        games = len(self.at(depth))
        return SideFigures(
            seconds=fmean(answer.seconds for answer in answers),
            fastest=min(repeated),
            slowest=max(repeated),
            leaves=sum(answer.leaves for answer in answers) / games,
            passes=sum(answer.passes for answer in answers) / games,
        )

    def repeated_seconds(self, side: str, depth: int) -> list[float]:
        """The average time of a side's move at a depth, in each repetition."""
        by_repetition: dict[int, list[float]] = defaultdict(list)
        for game in self.at(depth):
            by_repetition[game.repetition] += [answer.seconds for answer in self._own_answers(game, side)]
        return [fmean(seconds) for _, seconds in sorted(by_repetition.items())]

    def _own_answers(self, game: AskedGame, side: str) -> list[Answer]:
        return [turn.answers[self.own[side]] for turn in game.turns if turn.side == side]

    def search(self, name: str, depth: int) -> SearchFigures:
        """What a search took for a turn at a depth."""
        return SearchFigures.of([turn.answers[name] for game in self.at(depth) for turn in game.turns])

    def won(self, who: str, depth: int) -> int:
        """How many of the two conditions of a depth X, O or nobody has won."""
        return sum(game.winner == who for game in self.conditions(depth))

    def conditions(self, depth: int | None = None) -> list[AskedGame]:
        """The first game of each condition, of a depth or of all."""
        return [game for game in self.games if game.repetition == 0 and depth in (None, game.depth)]

    @cached_property
    def different_games(self) -> list[AskedGame]:
        """One game of each course of moves: the games of a depth may be the same but for who is X."""
        return list({game.moves: game for game in self.conditions()}.values())

    def repetitions(self, condition: AskedGame) -> list[AskedGame]:
        """All games of the condition."""
        return [game for game in self.at(condition.depth) if game.first == condition.first]

    def is_repeatable(self, condition: AskedGame) -> bool:
        """Whether all games of the condition have the same moves, values, nodes, leaves and passes."""
        return all(game.counts == condition.counts for game in self.repetitions(condition))

    def are_same_games(self, depth: int) -> bool:
        """Whether the games of a depth have the same moves, whoever begins."""
        return len({game.moves for game in self.at(depth)}) == 1
