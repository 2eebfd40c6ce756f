"""Watching a search: its events, its log, its drawn tree, and worked examples to begin with."""

from gamegrove.watching.trace import Trace, trace

__all__ = ["Trace", "trace"]
