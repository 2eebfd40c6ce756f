"""Tournaments, and what their games say: who is stronger, by how much, and how sure that is."""

from gamegrove.tournament.conduct import Played, conduct
from gamegrove.tournament.plan import Form, Tournament
from gamegrove.tournament.ratings import Rating, Tally, rate
from gamegrove.tournament.sprt import Scale, Sprt, Verdict
from gamegrove.tournament.standing import Standing, standing
from gamegrove.tournament.statistics import Pentanomial, elo_of, share_of, wilson_interval

__all__ = [
    "Form",
    "Pentanomial",
    "Played",
    "Rating",
    "Scale",
    "Sprt",
    "Standing",
    "Tally",
    "Tournament",
    "Verdict",
    "conduct",
    "elo_of",
    "rate",
    "share_of",
    "standing",
    "wilson_interval",
]
