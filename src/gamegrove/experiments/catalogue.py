"""The experiments by name."""

from __future__ import annotations

import difflib

from gamegrove.errors import GamegroveError
from gamegrove.experiments.connect_four_2017 import ConnectFour2017
from gamegrove.experiments.experiment import Experiment
from gamegrove.experiments.moors_2003 import Moors2003
from gamegrove.experiments.othello_2001 import Othello2001
from gamegrove.experiments.pente_2003 import Pente2003
from gamegrove.experiments.reversi_2024 import Reversi2024

EXPERIMENTS: tuple[Experiment, ...] = (Othello2001(), Pente2003(), Moors2003(), ConnectFour2017(), Reversi2024())
"""All experiments, in the order of their sources."""


def find_experiment(name: str) -> Experiment:
    """The experiment of this name."""
    for each in EXPERIMENTS:
        if each.name == name:
            return each
    names = [each.name for each in EXPERIMENTS]
    near = difflib.get_close_matches(name, names, 1)
    hint = f", did you mean {near[0]}?" if near else ";"
    raise GamegroveError(f"there is no experiment '{name}'{hint} There are: {', '.join(names)}, all")
