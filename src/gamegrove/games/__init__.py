"""The games that can be asked for by name."""

from gamegrove.games import connect_four, othello, pente, tree
from gamegrove.games.catalogue import GameEntry, Option, list_games, position, register

__all__ = ["GameEntry", "Option", "connect_four", "list_games", "othello", "pente", "position", "register", "tree"]
