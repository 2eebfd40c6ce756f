"""The experiments by name."""

from __future__ import annotations

import difflib
import importlib

from gamegrove.errors import GamegroveError
from gamegrove.experiments.experiment import Experiment

EXPERIMENTS = {
    "othello-2001": "othello_2001:Othello2001",
    "pente-2003": "pente_2003:Pente2003",
    "moors-2003": "moors_2003:Moors2003",
    "connect-four-2017": "connect_four_2017:ConnectFour2017",
    "reversi-2024": "reversi_2024:Reversi2024",
}
"""All experiments, in the order of their sources, and their classes, which are imported where they are needed."""


def find_experiment(name: str) -> Experiment:
    """The experiment of this name."""
    if name not in EXPERIMENTS:
        near = difflib.get_close_matches(name, EXPERIMENTS, 1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise GamegroveError(f"there is no experiment '{name}'{hint}; there are {', '.join(EXPERIMENTS)}, all")
    module, _, class_name = EXPERIMENTS[name].partition(":")
    found: Experiment = getattr(importlib.import_module(f"gamegrove.experiments.{module}"), class_name)()
    return found
