"""Settings for all tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gamegrove.games import catalogue

sys.path.insert(0, str(Path(__file__).parent))

BUILT_IN = dict(catalogue._entries)


@pytest.fixture(autouse=True)
def only_built_in_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that one test or example registers are unknown to the next."""
    monkeypatch.setattr(catalogue, "_entries", dict(BUILT_IN))
