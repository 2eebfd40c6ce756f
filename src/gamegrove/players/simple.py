"""Players that look at most one move ahead: opponents for beginners, and baselines for all others."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from gamegrove._core import Othello
from gamegrove.clocks import NO_CLOCK, Clock
from gamegrove.errors import GamegroveError
from gamegrove.evaluation import Evaluation, find_evaluation
from gamegrove.players.protocol import Decision, check_that_there_are_moves
from gamegrove.position import Position
from gamegrove.request import Request
from gamegrove.textbook.observation import StopSign
from gamegrove.textbook.rule_pruning import corners

Move = Any


class HumanPlayer:
    """Keeps a seat for a person; the moves come from whoever shows the board."""

    name = "human"

    def begin(self, start: Position, side: int) -> None:
        """Nothing."""

    def choose(
        self,
        position: Position,  # noqa: ARG002
        clock: Clock = NO_CLOCK,  # noqa: ARG002
        stop: StopSign | None = None,  # noqa: ARG002
    ) -> Decision:
        """Nobody can choose for a person."""
        raise GamegroveError("a human plays at a board, in `gamegrove play`: name another player here")

    def close(self) -> None:
        """Nothing."""


class _ChancePlayer(ABC):
    """Decides at once, and by chance where it has a choice; it keeps nothing from move to move."""

    name: str

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed
        self._source = random.Random(seed)

    def begin(self, start: Position, side: int) -> None:  # noqa: B027 - not every player needs it
        """Nothing: a seed makes a series of games repeatable, not every game the same."""

    def choose(
        self,
        position: Position,
        clock: Clock = NO_CLOCK,  # noqa: ARG002
        stop: StopSign | None = None,  # noqa: ARG002
    ) -> Decision:
        """What it likes at first sight."""
        check_that_there_are_moves(position)
        return self._decide(position)

    @abstractmethod
    def _decide(self, position: Position) -> Decision:
        """One of the legal moves, of which there is at least one."""

    def close(self) -> None:  # noqa: B027 - there is nothing to give back
        """Nothing."""


class RandomPlayer(_ChancePlayer):
    """Plays any legal move, each with the same chance: the weakest opponent."""

    name = "random"

    def _decide(self, position: Position) -> Decision:
        return Decision(self._source.choice(list(position.legal_moves)))


class GreedyPlayer(_ChancePlayer):
    """Plays the move after which it stands best: in Othello by discs, elsewhere by the game's usual evaluation."""

    name = "greedy"

    def _decide(self, position: Position) -> Decision:
        """The best move at first sight; any of them if there are several."""
        asked = Request(position, evaluation="score" if isinstance(position, Othello) else None)
        value_of = _first_sight(asked)
        moves = self._considered(position)
        values = [-value_of(position.after(move)) for move in moves]
        value = max(values)
        move = self._source.choice([move for move, found in zip(moves, values, strict=True) if found == value])
        return Decision(move, value, asked.way_to_win.in_words(value, depth=1), 1, len(moves), (move,))

    def _considered(self, position: Position) -> Sequence[Move]:
        return list(position.legal_moves)


class GreedyCornersPlayer(GreedyPlayer):
    """Othello: takes a corner where it can, and else is greedy."""

    name = "greedy-corners"

    def begin(self, start: Position, side: int) -> None:  # noqa: ARG002
        """Refuse games without corners to take."""
        _require_othello(start)

    def _considered(self, position: Position) -> Sequence[Move]:
        _require_othello(position)
        moves = list(position.legal_moves)
        return corners(position, moves) or moves


def _require_othello(position: Position) -> None:
    if not isinstance(position, Othello):
        raise GamegroveError(f"greedy-corners plays Othello, not {position.spec}; greedy plays every game")


def _first_sight(asked: Request) -> Evaluation:
    """What a position is worth to its mover without any search."""
    evaluate, wins = find_evaluation(asked.evaluation, asked.position), asked.way_to_win
    return lambda after: wins.worth(after.final_value(), 0) if after.is_over() else evaluate(after)
