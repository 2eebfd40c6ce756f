"""The games that can be asked for by name."""

from gamegrove._core import ConnectFour, Othello, Pente, Tree
from gamegrove.games import connect_four, othello, pente, tree
from gamegrove.games.catalogue import GameEntry, Option, list_games, position, register

NATIVE = (Othello, ConnectFour, Pente, Tree)
"""The games that the core knows."""

__all__ = [
    "NATIVE",
    "GameEntry",
    "Option",
    "connect_four",
    "list_games",
    "othello",
    "pente",
    "position",
    "register",
    "tree",
]
