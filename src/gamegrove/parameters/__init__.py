"""Numbers fitted to measurements, kept as versioned JSON beside the code, each with the command that makes it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gamegrove.errors import GamegroveError
from gamegrove.position import Position
from gamegrove.textbook.prob_cut import Check

FORMAT = 1
"""The version of the files' format."""
FOLDER = Path(__file__).parent


def checks_for(position: Position, evaluation: str, *, several: bool) -> tuple[Check, ...]:
    """The stored ProbCut regressions for a game and an evaluation; of the deepest pair unless several are wanted."""
    for stored in _stored():
        if stored["game"] == position.spec and evaluation == stored["evaluation"]:
            return select(read_checks(stored), several=several)
    raise GamegroveError(
        f"there are no ProbCut parameters for {position.spec} with the evaluation '{evaluation}'; fit them with "
        f"`gamegrove train probcut {position.spec} --evaluation {evaluation}` and give the file with "
        "--checks, a player with checks=FILE"
    )


def select(checks: tuple[Check, ...], *, several: bool) -> tuple[Check, ...]:
    """All checks for Multi-ProbCut; for ProbCut those of the deepest pair of depths."""
    pair = max((check.depth, check.shallow) for check in checks)
    return tuple(check for check in checks if several or (check.depth, check.shallow) == pair)


def read_checks(stored: dict[str, Any]) -> tuple[Check, ...]:
    """The regressions in the data of one file."""
    try:
        if stored["format"] != FORMAT:
            raise GamegroveError(f"these parameters have format {stored['format']}, not {FORMAT}; fit them again")
        checks = tuple(Check(**check) for check in stored["checks"])
    except (KeyError, TypeError) as error:
        raise GamegroveError(f"this is no file of ProbCut parameters: {error}") from None
    if not checks:
        raise GamegroveError("this is no file of ProbCut parameters: it holds no checks")
    return checks


def load_checks(file: Path, position: Position, *, several: bool) -> tuple[Check, ...]:
    """The regressions in a file that `gamegrove train probcut` has written for the game of a position."""
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise GamegroveError(f"{file} is no JSON: {error}") from None
    try:
        checks = read_checks(stored)
    except GamegroveError as error:
        raise GamegroveError(f"{file}: {error}") from None
    if stored.get("game") != position.spec:
        raise GamegroveError(f"{file} holds parameters for {stored.get('game')}, not for {position.spec}")
    return select(checks, several=several)


def _stored() -> Iterator[dict[str, Any]]:
    for file in sorted(FOLDER.glob("probcut-*.json")):
        yield json.loads(file.read_text(encoding="utf-8"))
