"""Bridges: gamegrove's players in other libraries, and the other libraries' positions here.

Each is imported by its own name, gamegrove.bridges.kaggle or gamegrove.bridges.openspiel.
"""
