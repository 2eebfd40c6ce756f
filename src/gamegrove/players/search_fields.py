"""What the settings of a player come to, as fields of Request."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from gamegrove import levels
from gamegrove._core import ConnectFour, Othello, Pente
from gamegrove.blend import Blend
from gamegrove.errors import GamegroveError
from gamegrove.parameters import load_checks
from gamegrove.players.settings import CHECKS, Settings
from gamegrove.position import Position
from gamegrove.request import request
from gamegrove.rooms import is_native_request
from gamegrove.textbook.catalogue import Algorithm
from gamegrove.textbook.memory import TranspositionTable
from gamegrove.textbook.prob_cut import Check

USUAL_EVALUATIONS = {
    Othello: "8*mobility + 4*potential + edge_states - 20*xsquares + 10*stable",
    ConnectFour: "segments",
    Pente: "rows + 300*captured",
}
"""What a player goes by when nobody says, by class of game; other games have their usual evaluation."""
USUAL_ORDER = ("memory", "static")
USUAL_TABLE_BITS = 22
"""96 MB in the core."""
PROFIT_FROM_A_TABLE = ("negascout", "probcut", "mpc")
"""Algorithms that stay what they are with a table, and are better with one."""
FOR_TABLE = 0.8
"""The part of a limit of memory that a table may take."""

SOLVER = "negascout"
"""What solves the end of a game: with a table it takes the fewest nodes."""
SOLVER_ORDER = ("memory", "killer", "static")
SOLVER_TABLE_BITS = 20


def usual_evaluation(position: Position) -> str | None:
    """What a player goes by in games like that of a position."""
    return USUAL_EVALUATIONS.get(type(position))


def search_fields(
    algorithm: Algorithm,
    settings: Settings,
    position: Position,
    *,
    evaluation: str | None = None,
    rules: tuple[str, ...] = (),
) -> dict[str, Any]:
    """What stays the same during a game like that of a position; evaluation and rules are those if none are set."""
    fields: dict[str, Any] = {
        "options": _own_options(algorithm, settings, position),
        "evaluation": _read_once(settings.evaluation or (None if CHECKS in algorithm.options else evaluation)),
        "order": settings.order_or(USUAL_ORDER),
        "rules": settings.rules or rules,
        "memory": settings.memory or ("table" if algorithm.name in PROFIT_FROM_A_TABLE else None),
        "megabytes": _megabytes_each(settings),
        "replacement": settings.replacement,
        "symmetry": settings.symmetry,
        "wins": settings.wins,
        "free_passes": settings.free_passes,
        "guess": settings.guess,
    }
    return {**fields, "table_bits": _table_bits(algorithm, settings, fields, position)}


def _read_once(evaluation: str | None) -> str | Blend | None:
    """A file is read when the game begins, and not again."""
    return Blend.load(evaluation[1:]) if evaluation is not None and evaluation.startswith("@") else evaluation


def solver_fields(settings: Settings) -> dict[str, Any]:
    """How the end of a game is solved: to the last move, by the final score alone."""
    megabytes = _megabytes_each(settings)
    bits = SOLVER_TABLE_BITS
    if megabytes is not None:
        bits = min(bits, fitting_table_bits(megabytes, TranspositionTable.BYTES_PER_ENTRY))
    return {
        "evaluation": "zero",
        "order": SOLVER_ORDER,
        "memory": "table",
        "table_bits": bits,
        "megabytes": megabytes,
        "free_passes": True,
        "deepening": False,
    }


def _megabytes_each(settings: Settings) -> float | None:
    """The limit of memory of each search: a player that solves has two."""
    if settings.megabytes is None or not settings.solve:
        return settings.megabytes
    return settings.megabytes / 2


def _own_options(algorithm: Algorithm, settings: Settings, position: Position) -> dict[str, Any]:
    options = dict(settings.own)
    if CHECKS in options:
        options[CHECKS] = _checks(Path(options[CHECKS]), position, several=algorithm.name == "mpc")
    if settings.seed is not None and "seed" in algorithm.options:
        options["seed"] = settings.seed
    if settings.level is not None and "iterations" in algorithm.options:
        options.setdefault("iterations", levels.iterations_for(settings.level))
    return options


def _checks(file: Path, position: Position, *, several: bool) -> tuple[Check, ...]:
    try:
        return load_checks(file, position, several=several)
    except OSError as error:
        raise GamegroveError(f"the file of {CHECKS}={file} cannot be read: {error.strerror}") from None


def _table_bits(algorithm: Algorithm, settings: Settings, fields: dict[str, Any], position: Position) -> int:
    """The size asked for, else the usual one; if there is a limit of memory, as much of that as fits."""
    most = USUAL_TABLE_BITS if settings.table_bits is None else settings.table_bits
    if fields["megabytes"] is None:
        return most
    asked = request(position, algorithm.name, **{**fields, "megabytes": None}, nodes=1)
    table = TranspositionTable
    bytes_per_entry = table.BYTES_PER_ENTRY if is_native_request(asked) else table.BYTES_IN_PYTHON
    return min(most, fitting_table_bits(fields["megabytes"], bytes_per_entry))


def fitting_table_bits(megabytes: float, bytes_per_entry: int) -> int:
    """The largest table that fits, as a power of two, and leaves room for the rest.

    >>> fitting_table_bits(10, bytes_per_entry=24)
    18
    """
    entries = FOR_TABLE * megabytes * 2**20 / bytes_per_entry
    return max(1, int(math.log2(entries))) if entries >= 2 else 1


def rules_for(position: Position) -> tuple[str, ...]:
    """The rules of the player `rules`; those that play every reply to find out cost more than they save."""
    if isinstance(position, Othello):
        return ("corners", "guard", "edges")
    return ("near", "wins") if isinstance(position, Pente) else ("wins",)
