"""Engines: programs that know one game very well, and say of every position who wins and how."""

from gamegrove.engines.analysis import Analysis, Choice, EngineProgress, MoveScore
from gamegrove.engines.engine import Engine
from gamegrove.engines.limits import Limit
from gamegrove.engines.stream import AnalysisStream

__all__ = ["Analysis", "AnalysisStream", "Choice", "Engine", "EngineProgress", "Limit", "MoveScore"]
