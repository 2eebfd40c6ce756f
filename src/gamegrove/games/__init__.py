"""The games that can be asked for by name."""

from gamegrove.games.catalogue import GameEntry, Option, games, position, register

__all__ = ["GameEntry", "Option", "games", "position", "register"]
