"""Makes sure that OpenSpiel plays the same game as gamegrove does."""

from __future__ import annotations

import math
import random
from statistics import mean, pvariance

import openspiel
from report import Section

import gamegrove
from gamegrove import Position, Tally

ALLOWED = 4.0
"""How many standard errors two means of the same quantity may be apart."""


def compare_rules(section: Section, game: str, games: int) -> None:
    """Play random games in both at once, and check that nothing differs.

    Compared are the legal moves at every ply, the number of leaves four plies below a late
    position of every game, and who won.
    """
    source = random.Random(1)
    start = gamegrove.position(game)
    differences = filter(None, (_first_difference(game, start, source) for _ in range(games)))
    difference = next(differences, "")
    text = f"the same moves, leaves and results in {games} random games"
    section.check(f"{game}: {difference or text}", not difference)


def _first_difference(game: str, position: Position, source: random.Random) -> str:
    state = openspiel.start(game)
    late = source.randrange(20, 60)
    for ply in range(1000):
        names = {openspiel.notation(game, state, action): action for action in state.legal_actions()}
        if sorted(names) != sorted(position.legal_moves):
            return f"different moves in {position.line}"
        if ply == late and openspiel.perft(state, 4) != position.perft(4):
            return f"different numbers of leaves below {position.line}"
        if not names:
            break
        move = source.choice(list(names))
        state.apply_action(names[move])
        position = position.after(move)
    return "" if _same_result(position, state) else f"different results of {position.line}"


def _same_result(position: Position, state: openspiel.State) -> bool:
    outcome = position.outcome()
    expected = {None: 0.0, 0: 1.0, 1: -1.0}
    return outcome is not None and expected[outcome.winner] == state.returns()[0]


def compare_lengths(section: Section, game: str, ours: list[Tally], theirs: list[int]) -> None:
    """Check that random games are equally long, up to chance."""
    games = sum(tally.games for tally in ours)
    here = sum(tally.plies for tally in ours) / games
    there = mean(theirs)
    errors = abs(here - there) / math.sqrt(pvariance(theirs) * (1 / games + 1 / len(theirs)))
    text = f"plies per random game {here:.3f}, OpenSpiel in Python {there:.3f}: {errors:.1f} standard errors"
    section.check(f"{game}: {text}", errors < ALLOWED)


def compare_results(section: Section, game: str, ours: list[Tally], theirs: list[float], n: int) -> None:
    """Check that the first player does equally well; `theirs` are means of `n` games."""
    games = sum(tally.games for tally in ours)
    wins, losses = sum(tally.wins for tally in ours), sum(tally.losses for tally in ours)
    here, there = (wins - losses) / games, mean(theirs)
    variance = (wins + losses) / games - here**2
    errors = abs(here - there) / math.sqrt(variance * (1 / games + 1 / (n * len(theirs))))
    text = f"mean result of X {here:+.4f}, OpenSpiel in C++ {there:+.4f}: {errors:.1f} standard errors"
    section.check(f"{game}: {text}", errors < ALLOWED)
