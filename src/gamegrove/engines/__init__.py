"""Engines: programs that know one game very well, and say of every position who wins and how."""

from gamegrove.engines.analysis import Analysis, Choice, EngineProgress, MoveScore
from gamegrove.engines.engine import Engine

__all__ = ["Analysis", "Choice", "Engine", "EngineProgress", "MoveScore"]
