"""A report of 2003 on Pente, run again: six searches in a round robin, with a right and with a careless table."""

from gamegrove.experiments.pente_2003.experiment import Pente2003

__all__ = ["Pente2003"]
