"""The two rooms in which a search can run: the textbook in Python, and the laboratory in the core.

Both find the same values and visit the same nodes in the same order.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from gamegrove import _core
from gamegrove.errors import GamegroveError
from gamegrove.evaluation import find_evaluation, is_native, native_terms
from gamegrove.games import NATIVE
from gamegrove.position import Position
from gamegrove.request import Request
from gamegrove.textbook.catalogue import find_algorithm
from gamegrove.textbook.memory import (
    CarelessTable,
    ExactMemory,
    Memory,
    NoMemory,
    Replacement,
    SymmetricMemory,
    TranspositionTable,
)
from gamegrove.textbook.node import Node, Setting
from gamegrove.textbook.observation import Budget, Counters, Observer, Stopped, StopSign
from gamegrove.textbook.ordering import Order, Ordering, Priority
from gamegrove.textbook.rule_pruning import rule
from gamegrove.textbook.values import Bounds, Found, Window

Move = Any


class Room(Protocol):
    """A place in which an algorithm runs to one depth."""

    name: str

    def run(self, depth: int, guess: int, window: Window) -> Found:
        """Search to a depth; raises Stopped when the budget is spent."""

    def forget(self) -> None:
        """Empty the memory."""

    def bounds(self, depth: int) -> Bounds:
        """What the memory knows of the position at a depth."""

    def line(self, depth: int, move: Move) -> tuple[Move, ...]:
        """The best play as far as the memory knows it."""

    @property
    def counters(self) -> Counters:
        """What was counted so far."""


class TextbookRoom:
    """Runs the algorithms written in Python."""

    name = "textbook"

    def __init__(
        self,
        request: Request,
        stop: StopSign | None = None,
        observer: Observer | None = None,
        heir_of: TextbookRoom | None = None,
        *,
        begin: float,
    ) -> None:
        self.position = request.position
        self.setting = setting_for(request, stop, observer, begin=begin)
        if heir_of is not None:
            self.setting.memory = heir_of.setting.memory
        self.search = find_algorithm(request.algorithm).make(**request.algorithm_options())

    def run(self, depth: int, guess: int, window: Window) -> Found:
        """Search to a depth."""
        self.setting.guess = guess
        with deep_recursion(depth):
            return self.search(Node(self.setting, self.position, depth), window)

    def forget(self) -> None:
        """Empty the memory."""
        self.setting.memory.forget()

    def bounds(self, depth: int) -> Bounds:
        """What the memory knows of the position at a depth."""
        return self.setting.memory.recall(self.position, depth)

    def line(self, depth: int, move: Move) -> tuple[Move, ...]:
        """Follow the moves in the memory."""
        line: list[Move] = []
        node = Node(self.setting, self.position, depth)
        while move is not None and move in node.legal and node.depth > 0:
            line.append(move)
            node = node.after(move)
            move = self.setting.memory.recall(node.position, node.depth).move
        return tuple(line)

    @property
    def counters(self) -> Counters:
        """What was counted so far."""
        return self.setting.counters


@contextmanager
def deep_recursion(depth: int) -> Iterator[None]:
    """Room on Python's stack for a search of this depth: every ply takes a few calls."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, before + 8 * depth))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def setting_for(
    request: Request, stop: StopSign | None = None, observer: Observer | None = None, *, begin: float
) -> Setting:
    """What the nodes of a textbook search share, as a request asks for it."""
    rules = request.rules
    return Setting(
        evaluation=find_evaluation(request.evaluation, request.position),
        memory=memory_for(request),
        ordering=Ordering([Order(name) for name in request.order], priority_for(request)),
        counters=Counters(watch=request.watch),
        observer=observer or Observer(),
        budget=budget_for(request, stop, begin),
        wins=request.way_to_win,
        free_passes=request.free_passes,
        rule=rules if callable(rules) else rule(rules, request.position) if rules else None,
    )


def memory_for(request: Request) -> Memory:
    """The memory as an object."""
    memory: Memory = NoMemory()
    if request.memory_name == "exact":
        memory = ExactMemory()
    if request.memory_name == "table":
        memory = TranspositionTable(request.table_bits, Replacement(request.replacement))
    if request.is_careless:
        memory = CarelessTable(request.table_bits, request.position)
    return SymmetricMemory(memory) if request.symmetry else memory


def priority_for(request: Request) -> Priority | None:
    """The static order as a function."""
    if request.priority is not None or not isinstance(request.position, NATIVE):
        return request.priority
    return lambda position, move: _core.priority(position, move)  # type: ignore[call-overload]


def budget_for(request: Request, stop: StopSign | None, begin: float) -> Budget:
    """The limits of a textbook search."""
    return Budget(
        nodes=request.nodes,
        deadline=None if request.seconds is None else begin + request.seconds,
        memory=request.memory_limit,
        stop=stop,
    )


class LaboratoryRoom:
    """Runs the algorithms of the core."""

    name = "laboratory"

    def __init__(
        self,
        request: Request,
        stop: StopSign | None = None,
        heir_of: LaboratoryRoom | None = None,
        *,
        begin: float,
    ) -> None:
        self.position = request.position
        self.algorithm = request.algorithm
        # The overloads for the games cannot be told apart before the position is known.
        make: Any = _core.Laboratory
        self.core: _core.Laboratory = _with_enough_memory(
            make,
            request.position,
            evaluation=native_terms(request.evaluation, request.position),
            memory=request.memory_name,
            table_bits=request.table_bits,
            replacement=request.replacement,
            symmetry=request.symmetry,
            order=list(request.order),
            rules=list(request.rule_names),
            wins=str(request.way_to_win),
            free_passes=request.free_passes,
            watch=request.watch,
            nodes=request.nodes,
            seconds=None if request.seconds is None else max(0.0, begin + request.seconds - time.monotonic()),
            memory_limit=request.memory_limit,
            stop=stop,
            heir_of=None if heir_of is None else heir_of.core,
        )
        self._set(request.algorithm_options())

    def _set(self, options: dict[str, Any]) -> None:
        for name, value in options.items():
            if name == "checks":
                for check in value:
                    self.core.add_check(**vars(check))
            else:
                setattr(self.core, name, value)

    def run(self, depth: int, guess: int, window: Window) -> Found:
        """Search to a depth, without the interpreter lock."""
        value, move, stopped = self.core.run(self.algorithm, depth, guess, *window)
        if stopped:
            raise Stopped(stopped)
        return Found(value, move)

    def forget(self) -> None:
        """Empty the memory."""
        self.core.forget()

    def bounds(self, depth: int) -> Bounds:
        """What the memory knows of the position at a depth."""
        return Bounds(*self.core.bounds(depth))

    def line(self, depth: int, move: Move) -> tuple[Move, ...]:
        """Follow the moves in the memory."""
        return tuple(self.core.line(depth, move)) if move is not None else ()

    @property
    def counters(self) -> Counters:
        """What was counted so far."""
        return Counters(**self.core.counters())


def _with_enough_memory(make: Any, position: Position, **options: Any) -> Any:  # noqa: ANN401
    try:
        return make(position, **options)
    except MemoryError:
        bits = options["table_bits"]
        raise GamegroveError(
            f"there is not enough memory for a table of 2^{bits} entries; use fewer table_bits"
        ) from None


def is_native_request(request: Request) -> bool:
    """Whether the laboratory can do all that is asked."""
    position = request.position
    return (
        isinstance(position, NATIVE)
        and is_native(request.evaluation, position)
        and find_algorithm(request.algorithm).is_native
        and request.priority is None
        and not callable(request.rules)
        and not (request.rules and isinstance(position, _core.Tree))  # the core cannot leave out children of a tree
    )


def room_for(
    request: Request,
    stop: StopSign | None,
    observer: Observer | None,
    heir_of: Room | None = None,
    *,
    begin: float,
) -> Room:
    """The room in which a request is answered; it takes over the memory of one in which an earlier one was.

    The request's time counts from `begin`.
    """
    native = is_native_request(request) and observer is None
    if request.room == "laboratory" and not native:
        raise GamegroveError("the laboratory knows only built-in games, evaluations, orders and algorithms")
    if native and request.room != "textbook":
        return LaboratoryRoom(request, stop, heir_of if isinstance(heir_of, LaboratoryRoom) else None, begin=begin)
    return TextbookRoom(request, stop, observer, heir_of if isinstance(heir_of, TextbookRoom) else None, begin=begin)
