"""A game in which every search is asked at every turn, and the one whose turn it is plays."""

from __future__ import annotations

import time
from dataclasses import dataclass

from gamegrove.game_log import GameLog, Result, Turn
from gamegrove.games import catalogue
from gamegrove.outcome import Outcome
from gamegrove.players import Decision
from gamegrove.position import Position
from gamegrove.report import Move, Report
from gamegrove.search import Searcher, search
from gamegrove.textbook.observation import StopSign
from gamegrove.work.task import Data, Interrupted

SIDES = ("X", "O")
"""The two computers of the source: alpha-beta is X, MTD(f) is O."""
REPORTED = ("move", "value", "value_text", "depth", "nodes", "leaves", "passes", "hits", "seconds", "stopped")
"""What is kept of a search's report."""
ASKED = ("position", "algorithm", "evaluation", "depth", "symmetry")
"""What is kept of a search's request."""
TOUCHING: Data = {"depth": 100, "deepening": False, "nodes": 10_000}
"""A search that writes to 99 of 100 pages of a table of 2^18 entries. Discs and depth of an entry that it leaves are
100 together, and far fewer in a search of the game, so that none of its entries can answer there."""


def run_asked_game(payload: Data, stop: StopSign | None = None) -> Data:
    """Play one game; the result holds it, and what every search has answered at every turn."""
    game = _AskedGame(payload, stop)
    while (outcome := game.position.outcome()) is None:
        game.one_turn()
    return {"games": [game.log(outcome).description()], "searches": game.searches}


def touch_memory(searcher: Searcher, start: Position) -> None:
    """Have the system hand out the memory of a table before a clock runs.

    A fresh table costs nothing until it is written to; then a page of it takes longer than many nodes.
    """
    searcher.search(start, **TOUCHING)


def order_of_play(first: str) -> list[str]:
    """Both sides, the one that begins first."""
    return sorted(SIDES, key=lambda side: side != first)


@dataclass(frozen=True)
class _Answer:
    """What a search has reported, and the processor time that it took."""

    report: Report
    cpu_seconds: float

    def description(self) -> Data:
        described = self.report.description()
        return {
            **{field: described[field] for field in REPORTED},
            "cpu_seconds": self.cpu_seconds,
            "request": {field: described["request"][field] for field in ASKED},
        }


class _AskedGame:
    """A game in progress."""

    def __init__(self, payload: Data, stop: StopSign | None) -> None:
        self.payload = payload
        self.stop = stop
        self.start = self.position = catalogue.position(payload["game"])
        self.searchers = {name: Searcher(**fields) for name, fields in payload["searches"].items()}
        for searcher in self.searchers.values():
            touch_memory(searcher, self.start)
        self.sides = [payload["sides"][side] for side in order_of_play(payload["first"])]
        self.turns: list[Turn] = []
        self.searches: list[Data] = []

    def one_turn(self) -> None:
        """Ask all, and play what the search of the side to move says."""
        answers = {name: self._ask(searcher) for name, searcher in self.searchers.items()}
        values = self._values({answer.report.move for answer in answers.values()})
        for name, answer in answers.items():
            said = {"ply": len(self.turns), "name": name, "move_value": values[answer.report.move]}
            self.searches.append({**said, **answer.description()})
        side = self.position.turn
        own = answers[self.sides[side]["search"]]
        self.turns.append(Turn.of(side, Decision.from_report(own.report), own.cpu_seconds))
        self.position = self.position.after(own.report.move)

    def _ask(self, searcher: Searcher) -> _Answer:
        begin = time.thread_time()
        report = searcher.search(self.position, depth=self.payload["depth"], stop=self.stop)
        seconds = time.thread_time() - begin
        self._check()
        return _Answer(report, seconds)

    def _values(self, moves: set[Move]) -> dict[Move, int]:
        """What moves are worth, by X's search of the positions after them."""
        return {move: -self._value(self.position.after(move)) for move in moves}

    def _value(self, position: Position) -> int:
        judge = self.payload["searches"][self.payload["sides"]["X"]["search"]]
        value = search(position, depth=self.payload["depth"] - 1, stop=self.stop, **judge).value
        self._check()
        return value

    def _check(self) -> None:
        if self.stop is not None and self.stop.is_set():
            raise Interrupted

    def log(self, outcome: Outcome) -> GameLog:
        """The game, once it is over."""
        first, second = (side["player"] for side in self.sides)
        return GameLog(
            players=(first, second),
            start=self.start.line,
            moves=tuple(self.turns),
            result=Result.of(outcome),
            final=self.position.line,
            game=self.payload["game"],
            number=self.payload["repetition"],
        )
