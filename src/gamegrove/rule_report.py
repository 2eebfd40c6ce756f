"""What rule-based pruning does to a search: what it cuts, what that saves, and how often it cuts the best move."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from typing import Any

from gamegrove.errors import GamegroveError
from gamegrove.position import Position
from gamegrove.request import Request, request
from gamegrove.search import answer, search
from gamegrove.textbook.observation import StopSign
from gamegrove.textbook.rule_pruning import rule
from gamegrove.textbook.values import WIN

Move = Any


@dataclass(frozen=True)
class Run:
    """One search: the move that it chose, and what that took."""

    move: Move
    """What it would play."""
    nodes: int
    """How many nodes it visited."""
    seconds: float
    """Processor time."""

    def description(self) -> dict[str, Any]:
        """The search as plain data, for JSON."""
        return {**vars(self), "move": str(self.move)}


@dataclass(frozen=True)
class Effect:
    """What rules do to the search of one position."""

    position: Position
    """What was searched."""
    rules: tuple[str, ...]
    """The rules that prune, by name."""
    values: Mapping[Move, int]
    """What each legal move is worth by a full search, seen by the side to move."""
    cut: tuple[Move, ...]
    """The moves that the rules take away."""
    without: Run
    """The search that sees all moves."""
    pruned: Run
    """The search that sees what the rules leave, here and below."""

    @property
    def best(self) -> Move:
        """The best move; the first of several."""
        return max(self.values, key=self.values.__getitem__)

    @property
    def best_left(self) -> Move:
        """The best move that the rules leave; the first of several."""
        return max((move for move in self.values if move not in self.cut), key=self.values.__getitem__)

    @property
    def loss(self) -> int:
        """How much less the best move that is left is worth than the best one; 0 if one of the best is left."""
        return self.values[self.best] - self.values[self.best_left]

    def description(self) -> dict[str, Any]:
        """The effect as plain data, for JSON."""
        return {
            "position": self.position.line,
            "rules": list(self.rules),
            "values": {str(move): value for move, value in self.values.items()},
            "cut": [str(move) for move in self.cut],
            "without": self.without.description(),
            "pruned": self.pruned.description(),
        }


@dataclass(frozen=True)
class Loss:
    """How often the best value was missed, and by how much."""

    times: int
    """In how many positions."""
    results: int
    """In how many of these a proven win was given up or a loss brought about; the figures below are without them."""
    average: float
    """By how much on average, of the times when it was missed."""
    most: int
    """By how much at most."""


@dataclass(frozen=True)
class Row:
    """What rules did to all positions together."""

    rules: tuple[str, ...]
    """The rules that prune, by name."""
    moves: int
    """Legal moves at the roots."""
    moves_cut: int
    """Those of them that the rules took away."""
    nodes: int
    """Nodes of the searches with the rules."""
    nodes_without: int
    """Nodes of the searches that saw all moves."""
    seconds: float
    """Processor time with the rules."""
    seconds_without: float
    """Processor time of the searches that saw all moves."""
    best_cut: Loss
    """The rules left none of the best moves: the best one left against the best."""
    other_moves: int
    """In how many positions the search with the rules chose another move."""
    worse_moves: Loss
    """It chose a move that is not as good: the chosen move against the best."""

    @property
    def share_cut(self) -> float:
        """Which part of the moves was cut."""
        return self.moves_cut / self.moves

    @property
    def nodes_ratio(self) -> float:
        """Nodes with the rules for one without."""
        return self.nodes / self.nodes_without

    @property
    def time_ratio(self) -> float:
        """Time with the rules in units of that without."""
        return self.seconds / max(self.seconds_without, 1e-9)


@dataclass
class RuleReport:
    """What each set of rules did to each position."""

    rule_sets: Sequence[tuple[str, ...]]
    """Each rule alone and, if there are several, all together."""
    request: Request
    """What all searches have in common, with the first position and all rules."""
    positions: list[Position] = field(default_factory=list)
    """The positions that are done."""
    effects: list[Effect] = field(default_factory=list)
    """One for every position and set of rules."""

    @property
    def rows(self) -> list[Row]:
        """One row for every set of rules, all positions together."""
        return [_row(rules, self.effects_of(rules)) for rules in self.rule_sets] if self.positions else []

    def effects_of(self, rules: tuple[str, ...]) -> list[Effect]:
        """What one set of rules did, position by position."""
        return [each for each in self.effects if each.rules == rules]

    def worst(self, rules: tuple[str, ...]) -> Effect | None:
        """Where cutting the best move cost most; None if it was never cut."""
        worst = max(self.effects_of(rules), key=lambda each: each.loss, default=None)
        return worst if worst is not None and worst.loss else None

    def in_words(self, value: int) -> str:
        """What a move at a root is worth, as people say it."""
        assert self.request.depth is not None
        return self.request.way_to_win.in_words(value, self.request.depth)

    def description(self) -> dict[str, Any]:
        """The report as plain data, for JSON: the rows, and what they come from."""
        request = self.request.description()
        del request["position"]
        rows = [
            {**asdict(row), "share_cut": row.share_cut, "nodes_ratio": row.nodes_ratio, "time_ratio": row.time_ratio}
            for row in self.rows
        ]
        return {"request": request, "rows": rows, "effects": [each.description() for each in self.effects]}


def rule_report(
    positions: Iterable[Position],
    rules: Iterable[str],
    depth: int,
    algorithm: str = "alphabeta",
    *,
    on_position: Callable[[int, int], None] = lambda _done, _all: None,
    stop: StopSign | None = None,
    **asked: Any,  # noqa: ANN401 - the fields of Request
) -> RuleReport:
    """Search the same positions without rules, with each of the rules alone, and with all of them together.

    The keywords are the fields of Request. `on_position` is called with the positions done and all positions; a `stop`
    sign ends the report with the positions that are done.

    >>> import gamegrove
    >>> position = gamegrove.Othello("f5d6c3d3c4f4f6f3e6e7d7c5b6d8")
    >>> row = rule_report([position], ["guard"], depth=6).rows[0]
    >>> row.moves, row.moves_cut, row.nodes_without, row.nodes, row.best_cut.times
    (10, 0, 72173, 49006, 0)
    """
    todo, names = list(positions), tuple(dict.fromkeys(rules))
    _check(todo)
    report = RuleReport(_rule_sets(names), request(todo[0], algorithm, depth=depth, rules=names, **asked))
    if not report.request.depth:
        raise GamegroveError(f"depth must be at least 1, not {depth}: without a move there is nothing to cut")
    search(todo[0], algorithm, depth=1, **asked)  # the first search pays for set-up; it is not timed
    for done, position in enumerate(todo):
        on_position(done, len(todo))
        effects = list(_effects(report, position, stop))
        if stop is not None and stop.is_set():
            break
        report.effects += effects
        report.positions.append(position)
    return report


def _check(positions: Sequence[Position]) -> None:
    """Say what is wrong with the positions."""
    if not positions:
        raise GamegroveError("positions: a report on rules needs at least one")
    for number, position in enumerate(positions, 1):
        if position.is_over():
            raise GamegroveError(f"position {number} has no moves to cut, as the game is over: {position.line}")


def _rule_sets(rules: tuple[str, ...]) -> list[tuple[str, ...]]:
    alone: list[tuple[str, ...]] = [(name,) for name in rules]
    return alone if len(rules) == 1 else [*alone, rules]


def _effects(report: RuleReport, position: Position, stop: StopSign | None) -> Iterator[Effect]:
    """What each set of rules does to one position."""
    values = {move: -_value(report.request, position.after(move), stop) for move in position.legal_moves}
    without = _run(report.request, position, (), stop)
    for rules in report.rule_sets:
        left = rule(rules, position)(position, list(values))
        cut = tuple(move for move in values if move not in left)
        yield Effect(position, rules, values, cut, without, _run(report.request, position, rules, stop))


def _value(asked: Request, position: Position, stop: StopSign | None) -> int:
    """What a position behind a move is worth; any exact algorithm finds the same, so take a quick one."""
    assert asked.depth is not None
    return search(
        position,
        depth=asked.depth - 1,
        order=("history", "static"),
        evaluation=asked.evaluation,
        wins=asked.wins,
        free_passes=asked.free_passes,
        stop=stop,
    ).value


def _run(asked: Request, position: Position, rules: tuple[str, ...], stop: StopSign | None) -> Run:
    begin = time.process_time()
    found = answer(replace(asked, position=position, rules=rules), stop=stop)
    seconds = time.process_time() - begin
    if found.move is None:
        raise GamegroveError(f"{asked.algorithm} does not always answer with a move; take another algorithm")
    return Run(found.move, found.nodes, seconds)


def _row(rules: tuple[str, ...], effects: Sequence[Effect]) -> Row:
    best = [each.values[each.best] for each in effects]
    left = [each.values[each.best_left] for each in effects]
    chosen = [each.values[each.pruned.move] for each in effects]
    return Row(
        rules=rules,
        moves=sum(len(each.values) for each in effects),
        moves_cut=sum(len(each.cut) for each in effects),
        nodes=sum(each.pruned.nodes for each in effects),
        nodes_without=sum(each.without.nodes for each in effects),
        seconds=sum(each.pruned.seconds for each in effects),
        seconds_without=sum(each.without.seconds for each in effects),
        best_cut=_loss(best, left),
        other_moves=sum(each.pruned.move != each.without.move for each in effects),
        worse_moves=_loss(best, chosen),
    )


def _loss(best: Sequence[int], reached: Sequence[int]) -> Loss:
    missed = [(top, value) for top, value in zip(best, reached, strict=True) if value < top]
    amounts = [top - value for top, value in missed if _verdict(top) == _verdict(value)]
    return Loss(
        times=len(missed),
        results=len(missed) - len(amounts),
        average=sum(amounts) / len(amounts) if amounts else 0.0,
        most=max(amounts, default=0),
    )


def _verdict(value: int) -> int:
    """1 for a proven win, -1 for a proven loss, 0 for an estimate or a draw: only alike values can be subtracted."""
    return (value >= WIN) - (value <= -WIN)


def positions_of_random_games(start: Position, count: int, seed: int) -> list[Position]:
    """Positions from all stages of random games, one a game, in which there is more than one move."""
    source = random.Random(seed)
    games = (_choices_in_a_game(start, source) for _ in range(10 * count))
    positions = [source.choice(each) for each in islice(filter(None, games), count)]
    if len(positions) < count:
        raise GamegroveError(f"hardly any game from {start.line} comes to a position with more than one move")
    return positions


def _choices_in_a_game(start: Position, source: random.Random) -> list[Position]:
    return [position for position in _random_game(start, source) if len(position.legal_moves) > 1]


def _random_game(start: Position, source: random.Random) -> Iterator[Position]:
    position = start
    while not position.is_over():
        yield position
        position = position.after(source.choice(list(position.legal_moves)))
