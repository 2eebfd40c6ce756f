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
    line = Line(f"{who} thinks", "move now")

    def note(progress: Progress) -> None:
        line.known = f", depth {progress.depth}: {progress.move} {progress.value_text}"

    with stop_on_ctrl_c() as stop, late_line(line):
        if isinstance(player, Talkative):
            player.on_progress = note
        return player.choose(position, clock, stop), stop.is_set()


class Line:
    """What the terminal shows while somebody waits: what is under way, for how long, and what is known by now."""

    known = ""
    """What is known by now, with a comma before it."""

    def __init__(self, what: str, on_ctrl_c: str = "end with what is known") -> None:
        self.what = what
        self.on_ctrl_c = on_ctrl_c
        self.begin = time.monotonic()

    def __str__(self) -> str:
        return f"{self.what}, {time.monotonic() - self.begin:.0f} s{self.known} (Ctrl-C: {self.on_ctrl_c})"


@contextmanager
def late_line(line: Line, console: Console | None = None) -> Iterator[None]:
    """A line on the terminal that appears once PATIENCE is over, says what the line says, and goes at the end.

    Who prints to the same terminal meanwhile gives the console for that, so that both keep out of each other's way.
    """
    if console is None or not console.is_terminal:
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


def _write(console: Console, line: Line, done: threading.Event) -> None:
    if done.wait(PATIENCE):
        return
    with console.status(str(line), spinner="line") as status:
        while not done.wait(REFRESH):
            status.update(str(line))
