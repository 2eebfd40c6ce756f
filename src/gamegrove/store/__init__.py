"""The store: one file that holds all runs with their games, moves and searches, for SQL and for everybody's tools."""

from gamegrove.store.store import Kind, Rows, Run, Store, natural, usual_place

__all__ = ["Kind", "Rows", "Run", "Store", "natural", "usual_place"]
