"""A report of 2024 on Reversi, run again: trials of evaluations and searches, and the depth and breadth they reach."""

from gamegrove.experiments.reversi_2024.breadth import run_breadth
from gamegrove.experiments.reversi_2024.experiment import Reversi2024

__all__ = ["Reversi2024", "run_breadth"]
