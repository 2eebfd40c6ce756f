"""Leaf counts from the files in tests/perft, through every door that yields moves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

import gamegrove
from gamegrove import Position, counting
from gamegrove.games.pente import PRESETS as PENTE_PRESETS
from paths import TESTS

SLOWEST = 300_000_000
"""Counts above this are left to `gamegrove perft`."""
WALKED_IN_PYTHON = 3_000
"""Up to this many leaves the moves are also made one by one in Python."""


@dataclass(frozen=True)
class Line:
    position: str
    kind: str
    counts: tuple[int, ...]


def lines_of(file: Path) -> list[Line]:
    found = []
    for text in file.read_text().splitlines():
        if text.strip() and not text.startswith("#"):
            position, kind, counts = text.split(" | ")
            found.append(Line(position, kind, tuple(int(count) for count in counts.split())))
    return found


def all_lines(pattern: str) -> list[Line]:
    return [line for file in sorted((TESTS / "perft").glob(pattern)) for line in lines_of(file)]


def walk(position: Position, depth: int, free_passes: bool) -> int:
    moves = list(position.legal_moves)
    if depth == 0 or not moves:
        return 1
    cost = 0 if free_passes and moves == ["pass"] else 1
    return sum(walk(position.after(move), depth - cost, free_passes) for move in moves)


@pytest.mark.parametrize("line", all_lines("*.perft"), ids=lambda line: f"{line.position[:50]} {line.kind}")
def test_leaves_are_as_many_as_the_file_says(line: Line) -> None:
    position = gamegrove.position(line.position)
    free = line.kind == "free"
    for depth, expected in enumerate(line.counts, 1):
        if expected > SLOWEST:
            break
        assert position.perft(depth, free_passes=free) == expected
        assert counting.perft(position, depth, free_passes=free) == expected
        if not position.is_over():
            assert sum(counting.divide(position, depth, free_passes=free).values()) == expected
        if expected <= WALKED_IN_PYTHON:
            assert walk(position, depth, free) == expected


@pytest.mark.parametrize("line", all_lines("*.distinct"), ids=lambda line: line.position)
def test_distinct_positions_are_as_many_as_the_file_says(line: Line) -> None:
    position = gamegrove.position(line.position)
    assert isinstance(position, gamegrove.ConnectFour)
    assert position.distinct_positions(len(line.counts) - 1) == list(line.counts)


def test_there_are_counts_for_every_kind_of_game() -> None:
    counted = {line.position.split()[0].split(":")[0] for line in all_lines("*.perft")}
    assert counted == {"othello", "connect-four", *PENTE_PRESETS}
