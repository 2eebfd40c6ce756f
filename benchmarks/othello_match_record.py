"""The pairs of games of a match, in a file that a long match can go on from."""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from dataclasses import asdict, astuple, dataclass
from pathlib import Path
from typing import Any

import gamegrove
from gamegrove.engines.othello_weights import packaged_weights

BENCH = Path(__file__).parent.parent / "tests" / "bench-signature.txt"
"""What `gamegrove bench` prints, which another search would change."""


@dataclass(frozen=True)
class Spent:
    """What the moves of games have taken both sides, and by how many discs we have won."""

    moves: int = 0
    seconds: float = 0.0
    allowed: int = 0
    """The nodes that we were allowed, all moves together."""
    rival_moves: int = 0
    rival_seconds: float = 0.0
    discs: int = 0

    def __add__(self, other: Spent) -> Spent:
        return Spent(*(mine + more for mine, more in zip(astuple(self), astuple(other), strict=True)))

    @property
    def a_move(self) -> float:
        """Our user seconds for a move."""
        return self.seconds / max(self.moves, 1)

    @property
    def a_rival_move(self) -> float:
        """Theirs."""
        return self.rival_seconds / max(self.rival_moves, 1)


@dataclass(frozen=True)
class Pair:
    """Two games from one opening, we first as black and then as white."""

    number: int
    """Of the opening, counted from 0."""
    points: float
    """What we have won: 0 to 2."""
    spent: Spent
    games: tuple[str, str]
    """All moves of both games."""

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> Pair:
        """The pair that `asdict` has made these of."""
        first, second = fields["games"]
        return cls(fields["number"], fields["points"], Spent(**fields["spent"]), (first, second))


class MatchRecord:
    """A file with a line of settings and a line for each pair of games. Its one important method is keep().

    Without a file nothing is kept.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self._file: Path | None = options.keep
        self.pairs: list[Pair] = []
        """Those that were in the file at first."""
        if self._file is None:
            return
        settings = _settings(options)
        lines = self._whole_lines() if self._file.exists() else []
        if not lines:
            self._append(settings)
            return
        before, *pairs = map(json.loads, lines)
        if before != settings:
            sys.exit(f"{self._file} is of another match: {before}, and this is {settings}; take another file")
        self.pairs = [Pair.from_dict(each) for each in pairs]

    def keep(self, pair: Pair) -> None:
        """Add a pair to the file."""
        self._append(asdict(pair))

    def _whole_lines(self) -> list[str]:
        """The lines of the file; what a kill or a power cut has left of another one is taken away."""
        assert self._file is not None
        text = self._file.read_text()
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self._file.write_text(whole)
        return whole.splitlines()

    def _append(self, line: dict[str, Any]) -> None:
        if self._file is not None:
            with self._file.open("a") as file:
                file.write(json.dumps(line) + "\n")


def _settings(options: argparse.Namespace) -> dict[str, Any]:
    """What games of one match have in common."""
    return {
        "gamegrove": gamegrove.__version__,
        "search": int(BENCH.read_text()),
        "weights": zlib.crc32(packaged_weights("8").data),
        "rival": Path(options.ntest).name,
        "depth": options.depth,
        "threads": options.threads,
        "table_mib": options.table_mib,
        "seed": options.seed,
    }
