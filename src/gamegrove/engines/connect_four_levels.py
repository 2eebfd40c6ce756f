"""How the levels of the Connect Four engine choose: like people, who miss what lies deeper.

A level knows how a column ends only when the game is over within its horizon. Even that it overlooks now and then, and
the more easily the further away it is. Between columns of which it knows nothing it goes by how the board looks.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from gamegrove.engines.analysis import Choice
from gamegrove.engines.connect_four_study import Study
from gamegrove.evaluation import find_evaluation


@dataclass(frozen=True)
class Skill:
    """What a level sees and misses."""

    plies: int | None
    """How far ahead it sees the end of the game; None for as far as its limits allow."""
    slips: float
    """The chance that it overlooks an end at its horizon; nearer ones in proportion."""
    noise: float
    """By how much its judgement is off: a standard deviation on the scale of the evaluation."""


SKILLS = (
    Skill(1, 0.70, 800),
    Skill(2, 0.50, 250),
    Skill(3, 0.40, 160),
    Skill(4, 0.30, 110),
    Skill(6, 0.22, 75),
    Skill(8, 0.12, 45),
    Skill(11, 0.06, 25),
    Skill(16, 0.02, 8),
    Skill(24, 0.01, 3),
    Skill(None, 0.0, 0),
)
"""The lowest level first; the highest is for when it cannot play perfectly within its limits."""
MOST_NODES = 200_000
"""A level looks no further than so many nodes take it, which is about a second on large boards."""
JUDGEMENT = "segments"
"""The evaluation by which a level judges what it cannot calculate."""


def choose(study: Study, level: int, source: random.Random) -> Choice:
    """The column that a level plays: a win that it sees, else what looks best of all that it does not see to lose."""
    skill = SKILLS[level - 1]
    study.glance()
    if skill.plies is not None:
        study.allowance.allow_no_more_nodes_than(MOST_NODES)
    study.look_further_and_further(skill.plies)
    believed = {move: _belief(study, move, skill, source) for move in study.columns}
    looks = _looks(study, skill, source)
    move = max(believed, key=lambda each: (believed[each] or 0, looks[each]))
    score = believed[move]
    text = None if score is None else study.scale.words(score, score)
    return Choice(move, score, text, (move,), study.allowance.used, study.allowance.spent)


def _belief(study: Study, move: str, skill: Skill, source: random.Random) -> int | None:
    """The score that a level believes a column to have; None when it does not see how it ends."""
    score = study.score_of(move).score
    luck = source.random()  # drawn always: what comes later must not depend on what happens to be remembered
    if score is None or skill.plies is None:
        return score
    plies = study.scale.plies(score)
    return None if plies > skill.plies or luck < skill.slips * plies / skill.plies else score


def _looks(study: Study, skill: Skill, source: random.Random) -> dict[str, float]:
    """How good the board looks after each column."""
    evaluate = find_evaluation(JUDGEMENT, study.position)
    return {move: source.gauss(0, skill.noise) - evaluate(study.position.after(move)) for move in study.columns}
