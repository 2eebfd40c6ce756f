"""Progress bars that only appear when they are wanted."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress

PATIENCE = 2.0
"""After how many seconds a bar appears."""


@contextmanager
def late_progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """A function to call with (done, all); it draws a bar on a terminal once PATIENCE is over."""
    console = Console(stderr=True)
    bar = Progress(console=console, transient=True)
    task = bar.add_task(label)
    begin = time.monotonic()
    drawn = False

    def report(done: int, parts: int) -> None:
        nonlocal drawn
        if not drawn and console.is_terminal and time.monotonic() - begin > PATIENCE:
            bar.start()
            drawn = True
        bar.update(task, completed=done, total=parts)

    try:
        yield report
    finally:
        if drawn:
            bar.stop()
