"""Explicit game trees by name."""

from gamegrove._core import Tree
from gamegrove.games.catalogue import GameEntry, register

register(GameEntry("tree", "a game tree from text or a file, such as (A (B 3 12) (C 8 2))", Tree))
