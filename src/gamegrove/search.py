"""search(): one request, one report, whichever room the algorithm runs in."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import gamegrove
from gamegrove import _core
from gamegrove.errors import GamegroveError
from gamegrove.position import Position
from gamegrove.report import Move, Progress, Report
from gamegrove.request import MOST_DEPTH, Request, request
from gamegrove.rooms import Room, room_for
from gamegrove.textbook.catalogue import find_algorithm
from gamegrove.textbook.null_window import Outcome, outcome
from gamegrove.textbook.observation import Counters, Observer, Stopped, StopSign
from gamegrove.textbook.values import WIN, Found, Window, Wins, null_window_below


def search(
    position: Position,
    algorithm: str = "alphabeta",
    *,
    on_progress: Callable[[Progress], None] | None = None,
    observer: Observer | None = None,
    stop: StopSign | None = None,
    **asked: Any,  # noqa: ANN401 - the fields of Request
) -> Report:
    """Search a position.

    The keywords are the fields of Request: `depth`, `seconds`, `evaluation`, `memory` and so on. `on_progress` is
    called after each depth; `stop` is anything with is_set(), such as a threading.Event, that ends the search from
    another thread; an `observer` sees every node (and takes the search to the textbook).

    >>> import gamegrove
    >>> report = gamegrove.search(gamegrove.ConnectFour("4455"), depth=6)
    >>> report.move, report.value_text
    ('3', 'wins in 3')
    """
    return answer(request(position, algorithm, **asked), on_progress=on_progress, observer=observer, stop=stop)


def answer(
    request: Request,
    *,
    on_progress: Callable[[Progress], None] | None = None,
    observer: Observer | None = None,
    stop: StopSign | None = None,
) -> Report:
    """The report that answers a request."""
    begin = time.monotonic()
    return _Deepening(request, room_for(request, stop, observer, begin=begin), on_progress, begin).run()


class Searcher:
    """Searches one position of a game after another with the same memory, as a player does from move to move.

    The keywords are the fields of Request; search() takes those that differ from move to move.
    """

    def __init__(self, algorithm: str = "alphabeta", **asked: Any) -> None:  # noqa: ANN401
        self.algorithm = algorithm
        self.asked = asked
        self._last: tuple[Request, Room] | None = None
        self._estimated = 0  # the depth of the deepest search that has left estimates in the memory

    def search(
        self,
        position: Position,
        *,
        on_progress: Callable[[Progress], None] | None = None,
        stop: StopSign | None = None,
        **asked: Any,  # noqa: ANN401
    ) -> Report:
        """Search a position; what is remembered of earlier ones helps."""
        begin = time.monotonic()
        asking = request(position, self.algorithm, **{**self.asked, **asked})
        before = None
        if self._last is not None and asking.can_share_memory_with(self._last[0]):
            before = self._last[1]
        else:
            self._estimated = 0
        self._last = None
        room = room_for(asking, stop, None, before, begin=begin)
        del before  # gives back what was not taken over, such as a large tree, before the search and not after it
        self._last = asking, room
        deepening = _Deepening(asking, room, on_progress, begin, estimated_depth=self._estimated)
        report = deepening.run()
        self._estimated = deepening.estimated_depth
        return report

    def forget(self) -> None:
        """Begin again with an empty memory."""
        self._last = None


class _Deepening:
    """Searches depth by depth, or one depth only, and remembers what the last completed one has found."""

    def __init__(
        self,
        request: Request,
        room: Room,
        on_progress: Callable[[Progress], None] | None,
        begin: float,
        *,
        estimated_depth: int = 0,
    ) -> None:
        self.inherited_depth = self.estimated_depth = estimated_depth
        self.request = request
        self.room = room
        self.on_progress = on_progress
        self.begin = begin
        self.algorithm = find_algorithm(request.algorithm)
        self.asked = Window(*request.window)
        self.wins = request.way_to_win
        self.values: list[int] = []
        self.found = Found(0, None)
        self.depth = 0
        self.proven = False
        self.complete = False
        self.progress: list[Progress] = []

    def run(self) -> Report:
        stopped = "depth"
        try:
            for depth in self._depths():
                self._one_depth(depth)
                if self.proven or self.complete:
                    stopped = "solved" if self.proven else "complete"
                    break
                if not self.algorithm.deepens:
                    stopped = "iterations"
                elif self._would_exceed_its_share():
                    stopped = "share"
                    break
        except Stopped as reason:
            stopped = str(reason)
        counters = self.room.counters
        return self._report(counters.stopped or stopped, counters)

    def _depths(self) -> Sequence[int]:
        asked = self.request
        if not self.algorithm.deepens:
            return [0]
        most = MOST_DEPTH if asked.depth is None else asked.depth
        if not self._deepens() or most == 0:
            return [most]
        return range(most % asked.step or asked.step, most + 1, asked.step)

    def _would_exceed_its_share(self) -> bool:
        """Whether another depth that takes as long as the last one would end too late."""
        if self.request.share is None:
            return False
        earlier = self.progress[-2].seconds if len(self.progress) > 1 else 0.0
        now = time.monotonic() - self.begin
        return now + (self.progress[-1].seconds - earlier) > self.request.share

    def _deepens(self) -> bool:
        asked = self.request
        if asked.deepening is not None:
            return asked.deepening
        others = (asked.nodes, asked.seconds, asked.share)
        limited = asked.depth is None or any(limit is not None for limit in others)
        return limited and not isinstance(asked.position, _core.Tree)

    def _one_depth(self, depth: int) -> None:
        guess = self._guess()
        if self.request.algorithm == "null-window":
            self.asked = null_window_below(guess)
        found, self.complete, hits = self._search(depth, guess)
        if self.complete and hits and (self.progress or self.inherited_depth) and not self.request.is_careless:
            # What an earlier search has left in the memory may stand for leaves at its horizon: look without it, unless
            # it was as deep as this one, and so is likely to have left all that was found now.
            self.complete = depth > self.inherited_depth
            if self.complete:
                self.room.forget()
                self.estimated_depth = 0
                found, self.complete, _ = self._search(depth, guess)
        self._check_move(found)
        self.values.append(found.value)
        self.found, self.depth = found, depth
        counters = self.room.counters
        # Rules leave moves out, and with them a proof.
        self.proven = not self.request.rules and (counters.proven or self._is_proven(found))
        seconds = time.monotonic() - self.begin
        self.progress.append(Progress(depth, found.value, found.move, self._in_words(), counters.nodes, seconds))
        if self.on_progress is not None:
            self.on_progress(self.progress[-1])

    def _check_move(self, found: Found) -> None:
        """An algorithm of somebody's own may answer with anything."""
        if found.move is not None and found.move not in self.request.position.legal_moves:
            raise GamegroveError(f"{self.request.algorithm} answered with {found.move!r}, which is no legal move")

    def _search(self, depth: int, guess: int) -> tuple[Found, bool, int]:
        """What is found, whether no leaf was at the horizon, and how often the memory has answered."""
        before = self.room.counters
        estimates, hits = before.estimates, before.hits  # the textbook goes on counting in the same record
        try:
            found = self.room.run(depth, guess, self.asked)
        finally:
            after = self.room.counters
            if after.estimates > estimates:
                self.estimated_depth = max(self.estimated_depth, depth)
        return found, after.estimates == estimates, after.hits - hits

    def _is_proven(self, found: Found) -> bool:
        """Whether the value is that of the whole game, because the search was complete or has found a win."""
        if self.request.position.is_over():
            return True
        won = self.wins is Wins.sooner and abs(found.value) >= WIN
        inside = self.asked.alpha < found.value < self.asked.beta
        return self.algorithm.is_exact and not self.request.is_careless and inside and (self.complete or won)

    def _guess(self) -> int:
        """What the value may be: what was found two depths ago, as values of odd and even depths differ in kind."""
        if self.request.guess is not None or not self.values:
            return self.request.guess or 0
        return self.values[-2] if len(self.values) > 1 else self.values[-1]

    def _in_words(self) -> str:
        if self.algorithm.deepens or (self.wins is Wins.plain and self.proven):
            return self.wins.in_words(self.found.value, self.depth)
        if self.proven:
            return "draws" if self.found.value == 0 else "wins" if self.found.value > 0 else "loses"
        return f"scores {(1000 + self.found.value) / 20:.1f} %"

    def _report(self, stopped: str, counters: Counters) -> Report:
        move = self.found.move
        if self.depth == 0 and move is None and not self.request.position.is_over():
            move = self.request.position.legal_moves[0]  # nothing was searched: any legal move is better than none
        return Report(
            move=move,
            value=self.found.value,
            value_text=self._in_words() if self.progress else "unknown",
            bound=self._bound(),
            proven=self.proven,
            line=self._line(),
            depth=self.depth,
            counters=counters,
            seconds=time.monotonic() - self.begin,
            stopped=stopped,
            room=self.room.name,
            progress=tuple(self.progress),
            request=self.request,
            version=gamegrove.__version__,
        )

    def _line(self) -> tuple[Move, ...]:
        move = self.found.move
        if not self.algorithm.deepens:
            return () if move is None else (move,)
        return self.room.line(self.depth, move)

    def _bound(self) -> Outcome | None:
        if not self.progress or self.request.rules:
            return None
        if self.request.position.is_over() or (self.depth == 0 and self.algorithm.deepens):
            return Outcome.exact
        if not self.algorithm.deepens:
            return Outcome.exact if self.proven and self.wins is Wins.plain else None
        if not self.algorithm.is_exact and self.request.algorithm != "null-window":
            return None
        return outcome(self.asked, self.found, self.room.bounds(self.depth))
