"""Settings for all tests."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from gamegrove import evaluation
from gamegrove.games import catalogue
from gamegrove.players import catalogue as players
from gamegrove.textbook import catalogue as algorithms

sys.path.insert(0, str(Path(__file__).parent))

# Everywhere else hypothesis looks for new examples; a submission should fail for its own reasons only.
# Neither asserts a time: machines are shared.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("here", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "here")

BUILT_IN = dict(catalogue._entries)
ALGORITHMS = dict(algorithms._algorithms)


@pytest.fixture(autouse=True)
def only_what_is_built_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games, algorithms and evaluations that one test or example registers are unknown to the next."""
    monkeypatch.setattr(catalogue, "_entries", dict(BUILT_IN))
    monkeypatch.setattr(algorithms, "_algorithms", dict(ALGORITHMS))
    monkeypatch.setattr(evaluation, "_registered", {})
    monkeypatch.setattr(players, "_registered", {})
