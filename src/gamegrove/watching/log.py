"""The log of a search, in the form of the numbered lists in textbooks.

A line is numbered where a node calls a child and where an inner node is done. What a leaf or the memory answers stands
in the line of the call. Passes of a driver, answers of the memory, repeated searches and lists have lines without
numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamegrove.report import Report
from gamegrove.request import MOST_DEPTH
from gamegrove.textbook.null_window import Outcome
from gamegrove.textbook.values import INFINITY, WIN, Window, Wins
from gamegrove.watching.events import ANSWERED_AT_ONCE, Event, Kind, Path, Reason

NEARLY_INFINITE = INFINITY - 10
"""Values from here on are windows of SSS* and DUAL*, which begin one step from infinity."""
MOST_NAMED = 6
"""So many moves are named; the others are counted."""


class Words:
    """How values and windows of one search are written."""

    def __init__(self, report: Report) -> None:
        self._wins = report.request.way_to_win
        self._depth = report.depth

    def value(self, value: int) -> str:
        """A value; a proven win or loss as people say it, counted from the root."""
        if abs(value) >= NEARLY_INFINITE:
            return _infinite(value)
        if self._wins is not Wins.plain and abs(value) >= WIN:
            return self._wins.in_words(value, self._depth)
        return str(value)

    def window(self, window: Window | None) -> str:
        """A window as a pair."""
        assert window is not None
        return f"({self.value(window.alpha)}, {self.value(window.beta)})"


def _infinite(value: int) -> str:
    steps = INFINITY - abs(value)
    if value < 0:
        return f"-inf+{steps}" if steps else "-inf"
    return f"+inf-{steps}" if steps else "+inf"


def log_lines(events: Sequence[Event], names: Mapping[Path, str], words: Words) -> list[str]:
    """The whole log."""
    last = max((event.step or 0 for event in events), default=0)
    width = len(str(last))
    lines = []
    for step, text in _Scribe(events, names, words).lines():
        head = " " * (width + 2) if step is None else f"{step:>{width}}. "
        lines.append(head + text)
    return lines


class _Scribe:
    def __init__(self, events: Sequence[Event], names: Mapping[Path, str], words: Words) -> None:
        self.events = events
        self.names = names
        self.words = words
        self.passes = 0

    def lines(self) -> Iterator[tuple[int | None, str]]:
        before: Event | None = None
        for number, event in enumerate(self.events):
            after = self.events[number + 1] if number + 1 < len(self.events) else None
            for text in self._texts(before, event, after):
                yield event.step, text
            before = event

    def _texts(self, before: Event | None, event: Event, after: Event | None) -> Iterator[str]:
        if event.kind is Kind.entered:
            yield from self._entered(before, event, after)
        elif event.kind is Kind.left and event.reason not in ANSWERED_AT_ONCE:
            yield f"{self._name(event)}: done, {self._value(event)} ({self._why(event)})"
        elif event.kind is Kind.evaluated and not _answers(before, event):
            yield f"{self._name(event)}: evaluated, {self._value(event)}"
        elif event.kind is Kind.recalled:
            yield f"memory: {self._name(event)} is {self._bound(event)}"
        elif event.kind is Kind.searched_again:
            yield f"again: {self._name(event)}, as the null window says only that it is better"
        elif event.kind is Kind.swept:
            self.passes += 1
            yield f"pass {self.passes} {self.words.window(event.window)}"
        elif event.kind is Kind.showed:
            yield from _shown(event)

    def _entered(self, before: Event | None, event: Event, after: Event | None) -> Iterator[str]:
        window = self.words.window(event.window)
        answer = f" -> {self._value(after)}" if after is not None and _answers(event, after) else ""
        if event.reason is Reason.look_ahead:
            yield f"{self._name(event)}: look ahead {event.depth} deep {window}{answer}"
        elif event.path:
            yield f"{self.names[event.path[:-1]]}: call {self._name(event)} {window}{answer}"
        elif before is None or before.kind is not Kind.swept or answer:
            plies = f", {event.depth} deep" if 0 < event.depth < MOST_DEPTH else ""
            yield f"begin at {self._name(event)}{plies} {window}{answer}"

    def _name(self, event: Event) -> str:
        return self.names[event.path]

    def _value(self, event: Event) -> str:
        assert event.value is not None
        return self.words.value(event.value)

    def _bound(self, event: Event) -> str:
        return f"{'' if event.bound is Outcome.exact else f'{event.bound} '}{self._value(event)}"

    def _why(self, event: Event) -> str:
        """Why a search has ended, and what that says of its value."""
        assert event.reason is not None
        if event.reason is Reason.cut_off:
            return f"cut off{self._refutation(event)}, {_named(event.left_out)} not visited"
        if event.reason is Reason.look_ahead:
            return f"a look ahead says: probably {self._bound(event)}"
        fails = {Outcome.fails_low: "fails low: ", Outcome.fails_high: "fails high: "}
        if event.bound in fails:
            return f"{event.reason}, {fails[event.bound]}{self._bound(event)}"
        return str(event.reason)

    def _refutation(self, event: Event) -> str:
        """How the value lies outside the window. What the memory knows may cut off inside it."""
        assert event.window is not None
        if event.bound is Outcome.fails_low:
            return f": {self._value(event)} <= {self.words.value(event.window.alpha)}"
        if event.bound is Outcome.fails_high:
            return f": {self._value(event)} >= {self.words.value(event.window.beta)}"
        return ""


def _answers(before: Event | None, event: Event) -> bool:
    """Whether an event is the answer to a call just made."""
    answering = event.kind in (Kind.evaluated, Kind.recalled)
    return answering and before is not None and before.kind is Kind.entered and before.path == event.path


def _named(moves: Path) -> str:
    names = ", ".join(map(str, moves[:MOST_NAMED]))
    return names if len(moves) <= MOST_NAMED else f"{names} and {len(moves) - MOST_NAMED} more"


def _shown(event: Event) -> Iterator[str]:
    """A list in one line; an outline, whose lines are indented, as an outline."""
    if not any(line.startswith(" ") for line in event.lines):
        yield f"{event.title}: {' '.join(event.lines)}"
        return
    yield f"{event.title}:"
    yield from (f"  {line}" for line in event.lines)
