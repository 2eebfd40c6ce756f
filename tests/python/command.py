"""Runs the command as people and programs do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

COMMAND = [sys.executable, "-m", "gamegrove"]
NO_TERMINAL = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}


def run(*arguments: str, typed: str = "", code: int = 0) -> str:
    """What the command prints; it must end with that exit code."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=NO_TERMINAL,
        timeout=120,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def run_json(*arguments: str, typed: str = "", code: int = 0) -> dict[str, Any]:
    """What the command answers to a program."""
    answer: dict[str, Any] = json.loads(run(*arguments, "--json", typed=typed, code=code))
    return answer
