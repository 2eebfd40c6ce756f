"""A paper of 2017 on Connect Four, run again: alpha-beta against MTD(f), with other searches asked at every turn."""

from gamegrove.experiments.connect_four_2017.asked_game import run_asked_game
from gamegrove.experiments.connect_four_2017.experiment import ConnectFour2017

__all__ = ["ConnectFour2017", "run_asked_game"]
