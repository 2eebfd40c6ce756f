"""Kinds of tasks for tests. Workers learn of them as they do of somebody's own file: it is loaded."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from gamegrove.errors import GamegroveError
from gamegrove.textbook.observation import StopSign
from gamegrove.work import Interrupted
from gamegrove.work.task import KINDS, Data

FILE = Path(__file__)


def square(payload: Data, _: StopSign | None = None) -> Data:
    """Takes its time."""
    time.sleep(payload.get("seconds", 0))
    return {"square": payload["number"] ** 2}


def noted(payload: Data, stop: StopSign | None = None) -> Data:
    """Leaves a file named like its process."""
    Path(payload["notes"], str(os.getpid())).touch()
    return square(payload, stop)


def mistaken(payload: Data, _: StopSign | None = None) -> Data:
    raise GamegroveError(f"there is no {payload['name']}")


def defective(payload: Data, _: StopSign | None = None) -> Data:
    return {"found": {}[payload["name"]]}


def endless(payload: Data, stop: StopSign | None = None) -> Data:
    """Notes down which process does it, and does not come to an end within a test."""
    Path(payload["begun"]).write_text(str(os.getpid()))
    for _ in range(3000):
        time.sleep(0.1)
        if stop is not None and stop.is_set():
            raise Interrupted
    return {}


def deadly(payload: Data, _: StopSign | None = None) -> Data:
    """Kills its process for the first few times."""
    with Path(payload["deaths"]).open("a+") as deaths:
        deaths.seek(0)
        if len(deaths.read()) < payload["times"]:
            deaths.write("x")
            deaths.flush()
            os.kill(os.getpid(), signal.SIGKILL)
    return {"survived": payload["times"]}


for work in (square, noted, mistaken, defective, endless, deadly):
    KINDS[work.__name__] = f"{__name__}:{work.__name__}"
