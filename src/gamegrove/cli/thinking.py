"""Asking a player for a move, while somebody waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, runtime_checkable

from rich.console import Console

from gamegrove.cli.arguments import stop_on_ctrl_c
from gamegrove.cli.progress import PATIENCE
from gamegrove.players import NO_CLOCK, Clock, Decision, Player
from gamegrove.position import Position
from gamegrove.report import Progress

REFRESH = 0.2
"""How often the line on the terminal is written anew, in seconds."""


@runtime_checkable
class Talkative(Protocol):
    """A player that tells how its search gets on."""

    on_progress: Callable[[Progress], None] | None
    """Called after each depth."""


def ask(player: Player, position: Position, who: str, clock: Clock = NO_CLOCK) -> tuple[Decision, bool]:
    """What a player decides, and whether Ctrl-C has told it to hurry; a second Ctrl-C interrupts it."""
    line = _Line(who)
    with stop_on_ctrl_c() as stop, late_line(line):
        if isinstance(player, Talkative):
            player.on_progress = line.note
        return player.choose(position, clock, stop), stop.is_set()


class _Line:
    """What the terminal shows while a player thinks."""

    def __init__(self, who: str) -> None:
        self.who = who
        self.begin = time.monotonic()
        self.latest: Progress | None = None

    def note(self, progress: Progress) -> None:
        self.latest = progress

    def __str__(self) -> str:
        known = ""
        if self.latest is not None:
            known = f", depth {self.latest.depth}: {self.latest.move} {self.latest.value_text}"
        return f"{self.who} thinks, {time.monotonic() - self.begin:.0f} s{known} (Ctrl-C: move now)"


@contextmanager
def late_line(line: object) -> Iterator[None]:
    """A line on the terminal that appears once PATIENCE is over, says what str(line) is, and goes at the end."""
    console = Console(stderr=True, highlight=False, markup=False)
    done = threading.Event()
    writer = threading.Thread(target=_write, args=(console, line, done), daemon=True)
    is_shown = console.is_terminal and not console.is_dumb_terminal
    if is_shown:
        writer.start()
    try:
        yield
    finally:
        done.set()
        if is_shown:
            writer.join()


def _write(console: Console, line: object, done: threading.Event) -> None:
    if done.wait(PATIENCE):
        return
    with console.status(str(line), spinner="line") as status:
        while not done.wait(REFRESH):
            status.update(str(line))
