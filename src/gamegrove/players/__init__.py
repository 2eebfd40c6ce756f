"""Who chooses the moves of a game."""

from gamegrove.clocks import NO_CLOCK, Clock
from gamegrove.players.catalogue import PlayerEntry, list_players, player, register_player
from gamegrove.players.engine import EnginePlayer, PerfectPlayer
from gamegrove.players.external import PipePlayer, PlayerError
from gamegrove.players.presets import PRESETS, Preset
from gamegrove.players.protocol import Decision, Player
from gamegrove.players.searching import SearchPlayer
from gamegrove.players.settings import Settings
from gamegrove.players.simple import GreedyCornersPlayer, GreedyPlayer, HumanPlayer, RandomPlayer

__all__ = [
    "NO_CLOCK",
    "PRESETS",
    "Clock",
    "Decision",
    "EnginePlayer",
    "GreedyCornersPlayer",
    "GreedyPlayer",
    "HumanPlayer",
    "PerfectPlayer",
    "PipePlayer",
    "Player",
    "PlayerEntry",
    "PlayerError",
    "Preset",
    "RandomPlayer",
    "SearchPlayer",
    "Settings",
    "list_players",
    "player",
    "register_player",
]
