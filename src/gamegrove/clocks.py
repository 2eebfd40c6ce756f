"""Time: controls, the clocks of a game, and how a player divides what it has among its moves.

Two time managers are here. `share` deepens as long as the next depth should fit into the move's share of the time that
is left. `predict` searches to one depth, which it computes from the last two searches. Both only ever ask a function
to search within limits, so that tests can play whole games with a search that takes whatever time they say.
"""

from __future__ import annotations

import math
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from gamegrove.errors import GamegroveError
from gamegrove.request import MOST

NO_LIMIT = "unlimited"
PER_MOVE = "/move"


@dataclass(frozen=True)
class TimeControl:
    """How much time each side of a game has.

    As text: `60` and `60+1` are seconds for the whole game, with an increment for every move; `0.5/move` is for each
    move alone; both together stand with a space between them.

    >>> TimeControl.read("60+1")
    TimeControl(move_seconds=None, game_seconds=60.0, increment=1.0)
    >>> str(TimeControl(move_seconds=0.5))
    '0.5/move'
    """

    move_seconds: float | None = None
    """The most that one move may take."""
    game_seconds: float | None = None
    """The most that all moves of a side may take."""
    increment: float = 0.0
    """What every move adds to the time for the game."""

    def __post_init__(self) -> None:
        """Refuse what is no time."""
        for name, seconds in vars(self).items():
            if seconds is not None and not 0 <= seconds <= MOST["seconds"]:
                raise GamegroveError(f"{name} must be from 0 to {MOST['seconds']:,}, not {seconds}")
        if self.increment and self.game_seconds is None:
            raise GamegroveError("an increment is added to the time for the game: give that, too, such as 60+1")

    @classmethod
    def read(cls, text: str) -> TimeControl:
        """A control from its text."""
        if text.strip() == NO_LIMIT:
            return cls()
        known: dict[str, float] = {}
        for word in text.split():
            part = _read_word(word, text)
            if part.keys() & known.keys():
                raise GamegroveError(f"the clock '{text}' says the same thing twice: use one of 60+1 and 0.5/move each")
            known |= part
        if not known:
            raise GamegroveError("a clock should be a text like 60, 60+1, 0.5/move or unlimited")
        return cls(**known)

    def __str__(self) -> str:
        words = []
        if self.game_seconds is not None:
            increment = f"+{_number(self.increment)}" if self.increment else ""
            words.append(f"{_number(self.game_seconds)}{increment}")
        if self.move_seconds is not None:
            words.append(f"{_number(self.move_seconds)}{PER_MOVE}")
        return " ".join(words) or NO_LIMIT


def _read_word(word: str, text: str) -> dict[str, float]:
    try:
        if word.endswith(PER_MOVE):
            return {"move_seconds": float(word.removesuffix(PER_MOVE))}
        seconds, plus, increment = word.partition("+")
        return {"game_seconds": float(seconds), "increment": float(increment) if plus else 0.0}
    except ValueError:
        raise GamegroveError(f"the clock '{text}' should be a text like 60, 60+1, 0.5/move or unlimited") from None


def _number(seconds: float) -> str:
    """All digits that it takes to read the same number again."""
    return str(float(seconds)).removesuffix(".0")


@dataclass(frozen=True)
class Clock:
    """What a player knows of the time when its turn begins. Without a limit it may take as long as it likes."""

    move_seconds: float | None = None
    """The most that this move may take."""
    game_seconds: float | None = None
    """What is left for the rest of the game."""
    increment: float = 0.0
    """What every move adds to the time for the game."""

    @property
    def limit(self) -> float:
        """The most that a move may take by any of its limits."""
        limits = [limit for limit in (self.move_seconds, self.game_seconds) if limit is not None]
        return min(limits, default=math.inf)


NO_CLOCK = Clock()


class GameClock:
    """The clocks of both sides during one game, who may have different times; spend() stops one of them."""

    def __init__(self, first: TimeControl, second: TimeControl | None = None) -> None:
        """Without a second control, both sides have the first."""
        self.controls = (first, first if second is None else second)
        self.left = [control.game_seconds for control in self.controls]
        """What each side has left for the game; None without a limit."""

    def turn(self, side: int) -> Clock:
        """What a side is told when its turn begins."""
        control, left = self.controls[side], self.left[side]
        return Clock(control.move_seconds, None if left is None else max(0.0, left), control.increment)

    def spend(self, side: int, seconds: float) -> bool:
        """Take the time of a move from a side; whether it is still in time."""
        control, left = self.controls[side], self.left[side]
        in_time = control.move_seconds is None or seconds <= control.move_seconds
        if left is None:
            return in_time
        self.left[side] = left - seconds + control.increment
        return in_time and seconds <= left


def tighter(one: Clock, other: Clock) -> Clock:
    """Both clocks at once: of each kind of limit the smaller one."""
    moves = [clock.move_seconds for clock in (one, other) if clock.move_seconds is not None]
    shorter = min(one, other, key=lambda clock: math.inf if clock.game_seconds is None else clock.game_seconds)
    return replace(shorter, move_seconds=min(moves, default=None))


# -- What one move may take.

UNKNOWN_MOVES = 20
"""How many own moves are expected where nobody can count them."""
MOST_MOVES = 40
"""More own moves than these are not saved for."""
MOST_SHARES = 2
"""A search that has taken so many times its share is stopped."""
MOST_SHARES_OF_A_MOVE = 8
"""All searches for one move together take no more."""
TINY_SHARE = 0.01
"""A share of fewer seconds is never exceeded: too little is left to make good for it."""


def overhead_for(seconds: float) -> float:
    """The safety margin of a limit: a twentieth, but at least a hundredth of a second, and at most half of it."""
    return min(seconds / 2, max(0.01, 0.05 * seconds))


def moves_left(empty: int | None) -> int:
    """How many own moves the rest of a game may have: the sides fill the empty cells in turn."""
    return UNKNOWN_MOVES if empty is None else min(MOST_MOVES, max(1, math.ceil(empty / 2)))


class MoveTime:
    """What one move may take, from the moment in which its turn begins: now, unless that was earlier."""

    def __init__(
        self,
        clock: Clock,
        moves: int = UNKNOWN_MOVES,
        overhead: float | None = None,
        now: Callable[[], float] = time.monotonic,
        begin: float | None = None,
    ) -> None:
        self.clock = clock
        self.moves = moves
        self._now = now
        self._begin = now() if begin is None else begin
        longest = math.inf if clock.move_seconds is None else clock.move_seconds
        if clock.game_seconds is not None:
            # Never more than half of the game's time: there may be more moves to come than anybody expects.
            share = clock.game_seconds / moves + clock.increment
            longest = min(longest, clock.game_seconds / 2, MOST_SHARES_OF_A_MOVE * share)
        margin = overhead_for(longest) if overhead is None else overhead
        self.limit = math.inf if longest == math.inf else max(0.0, longest - margin)
        """After so many seconds the move must be there, the margin already taken off."""

    @property
    def is_limited(self) -> bool:
        """Whether there is any limit."""
        return self.limit < math.inf

    @property
    def left(self) -> float:
        """What is left of the limit."""
        return max(0.0, self.limit - self._spent())

    @property
    def share(self) -> float:
        """What the search should take from now on: its part of the game's time, or all that the move may take."""
        if self.clock.game_seconds is None:
            return self.left
        part = (self.clock.game_seconds - self._spent()) / self.moves + self.clock.increment
        return max(0.0, min(self.left, part))

    def _spent(self) -> float:
        return self._now() - self._begin


# -- The time managers.


class Searched(Protocol):
    """What a manager wants to know of a search that has ended; a Report tells it."""

    @property
    def depth(self) -> int:
        """The last completed depth."""

    @property
    def nodes(self) -> int:
        """How many nodes it took."""

    @property
    def seconds(self) -> float:
        """How long it took."""

    @property
    def stopped(self) -> str:
        """Why it ended."""


R = TypeVar("R", bound=Searched)
Search = Callable[..., R]
"""Searches the position of this turn; the keywords are limits, as in Request."""


class Manager(Protocol):
    """Divides the time of a game: lets one move's search run within its part."""

    def search(self, search: Search[R], move_time: MoveTime) -> R:
        """The result of as much searching as the time allows."""


class Full:
    """Takes all the time that a move may have."""

    def search(self, search: Search[R], move_time: MoveTime) -> R:
        """Deepen until the limit."""
        return search(seconds=move_time.left)


def most_seconds(share: float) -> float:
    """How long a search may take in any case that should take a share."""
    return share if share < TINY_SHARE else MOST_SHARES * share


class Share:
    """Deepens by two plies as long as the next depth should fit into this move's share of the time."""

    STEP = 2
    """Values of even and of odd depths differ in kind: compare those with the same side to move at the horizon."""

    def search(self, search: Search[R], move_time: MoveTime) -> R:
        """Deepen within the share; twice the share ends it in any case."""
        share = move_time.share
        return search(seconds=min(move_time.left, most_seconds(share)), share=share, step=self.STEP)


INTERRUPTED = ("time", "nodes", "memory", "stop")
"""How a search ends that has not come to its depth."""


class Predict:
    """Searches to one depth, predicted from the last two searches; no time goes into shallower ones."""

    FIRST = 8
    """The depth of the first two moves."""
    LEAST = 4
    MOST = 16
    TRIES = 2
    """No depth is begun more often for one move, but the least."""
    FOR_DEPTHS = 0.9
    """The part of a move's limit for this; the rest is kept for a last answer."""

    def __init__(self) -> None:
        self._last: deque[Searched] = deque(maxlen=2)

    def search(self, search: Search[R], move_time: MoveTime) -> R:
        """Search to the predicted depth; begin again when it takes twice its share: what is remembered helps then."""
        reserve = (1 - self.FOR_DEPTHS) * move_time.left
        tries: Counter[int] = Counter()
        while min(left := move_time.left - reserve, share := move_time.share) >= TINY_SHARE:
            depth = self._not_too_often(self.depth_for(share), tries)
            result = search(depth=depth, deepening=False, seconds=min(left, most_seconds(share)))
            if result.stopped not in INTERRUPTED:
                return self._noted(result)
            if result.stopped != "time":
                break
            tries[depth] += 1
        return self._noted(search(seconds=min(move_time.left, move_time.share)))

    def depth_for(self, share: float) -> int:
        """The depth that should take about so many seconds."""
        if len(self._last) < 2:
            return self.FIRST
        branching = _mean([effective_branching(each.nodes, each.depth) for each in self._last])
        per_node = _mean([seconds_per_node(each.seconds, each.nodes) for each in self._last])
        return predicted_depth(share, branching, per_node)

    def _noted(self, result: R) -> R:
        """Learn from a search, unless the game ended before its depth did."""
        if result.stopped not in ("solved", "complete") and result.nodes and result.depth:
            self._last.append(result)
        return result

    def _not_too_often(self, depth: int, tries: Counter[int]) -> int:
        while depth > self.LEAST and tries[depth] >= self.TRIES:
            depth -= 2
        return depth


MANAGERS: dict[str, Callable[[], Manager]] = {"share": Share, "predict": Predict}
"""The managers that can be asked for by name."""


def effective_branching(nodes: int, depth: int) -> float:
    """The number of moves in a tree of equal branching with so many nodes: n^(1/d)."""
    return float(nodes ** (1 / depth))


def seconds_per_node(seconds: float, nodes: int) -> float:
    """How long one node takes."""
    return seconds / nodes


def predicted_depth(share: float, branching: float, per_node: float) -> int:
    """The depth that a share of time is enough for: 0.7 + log_b(share / time per node), even, from 4 to 16."""
    if share <= 0:
        return Predict.LEAST
    if branching <= 1 or per_node <= 0:  # nothing to go by: such a tree is no work
        return Predict.MOST
    depth = 0.7 + (math.log(share) - math.log(per_node)) / math.log(branching)
    kept = min(max(depth, Predict.LEAST), Predict.MOST)
    return int(kept) // 2 * 2


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)
