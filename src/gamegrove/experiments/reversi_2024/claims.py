"""What the source says, held against what was seen. Every sentence is chosen by the figures."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.page import Claim
from gamegrove.experiments.reversi_2024.breadth import Level
from gamegrove.experiments.reversi_2024.trials import (
    Pairing,
    Verdict,
    interval_of,
    mean_pace,
    pooled,
    reach_of,
    totals,
)
from gamegrove.experiments.reversi_2024.words import grouped, listed, percent, score_text
from gamegrove.tournament.statistics import Pentanomial

AS_THE_SOURCE_SAYS = {"wins": Verdict.wins, "loses": Verdict.loses, "ties": Verdict.open}
"""What a word of the source's charts amounts to."""
DECIDED = {Verdict.wins: True, Verdict.loses: False, Verdict.open: None}
"""Whether a score agrees with somebody who says that the first agent wins."""


def blend_claims(plan: Plan, played: Sequence[Pairing]) -> list[Claim]:
    """Both charts of the source, and whether the board made the difference in its second one."""
    return [*(_figure_claim(plan, each) for each in played), _board_claim(plan, played[-1])]


def _figure_claim(plan: Plan, pairing: Pairing) -> Claim:
    told = plan.published["blends"][f"{pairing.a}-{pairing.b}"]
    words = {size: told[str(size)] for size in pairing.by_size if str(size) in told}
    other = [size for size, word in words.items() if pairing.verdicts[size] is not AS_THE_SOURCE_SAYS[word]]
    decided = [size for size in other if pairing.verdicts[size] is not Verdict.open]
    return Claim(
        claim=f"{pairing.title}: {grouped(words)}",
        seen=f"{grouped(pairing.verdicts)}; on all boards {score_text(pairing.pooled)}",
        agrees=False if decided else None if other else True,
        why=" ".join(_reasons(pairing, other, plan.published["games"])),
    )


def _reasons(pairing: Pairing, sizes: Sequence[int], source_games: int) -> list[str]:
    """Why the boards of these sizes came out otherwise: too few games here, chance there, or something else."""
    points = {size: pairing.by_size[size].pentanomial for size in sizes}
    reaches = {size: reach_of(points[size], source_games) for size in sizes}
    undecided = [size for size in sizes if pairing.verdicts[size] is Verdict.open]
    by_chance = [size for size in sizes if size not in undecided and _distance(points[size]) < reaches[size]]
    beyond = [size for size in sizes if size not in undecided and size not in by_chance]
    reasons = []
    if undecided:
        games = max(points[size].games for size in undecided)
        reasons.append(f"On {listed(undecided)} the interval of {games} games holds 50 %.")
    if by_chance:
        reasons.append(
            f"On {listed(by_chance)} the difference is smaller than the {percent(max(reaches[s] for s in by_chance))} "
            f"by which {source_games} games, the source's number, may be wrong either way."
        )
    if beyond:
        reasons.append(
            f"On {listed(beyond)} it is more than chance explains. The source does not tell its openings, the weights "
            "of its move order and how it finds stable discs; and its agents had equal times, ours have equal nodes."
        )
    return reasons


def _distance(points: Pentanomial) -> float:
    assert points.share is not None
    return abs(points.share - 0.5)


def _board_claim(plan: Plan, pairing: Pairing) -> Claim:
    """The source could not tell whether the change from small to large boards was design or chance."""
    claim = (
        f"{pairing.a} does better against {pairing.b} on the smaller boards than on the larger ones, perhaps by chance"
    )
    change = _Change.of(plan, pairing)
    return Claim(claim, str(change), change.is_fall, change.instead)


@dataclass(frozen=True)
class _Change:
    """By how much an agent's score falls from the smaller half of the boards to the larger one."""

    small: Pentanomial
    large: Pentanomial

    @classmethod
    def of(cls, plan: Plan, pairing: Pairing) -> _Change:
        points = [pairing.by_size[size].pentanomial for size in sorted(plan["sizes"])]
        half = len(points) // 2
        return cls(pooled(points[:half]), pooled(points[half:]))

    @property
    def fall(self) -> float:
        assert self.small.share is not None
        assert self.large.share is not None
        return self.small.share - self.large.share

    @property
    def interval(self) -> tuple[float, float]:
        reach = math.hypot(reach_of(self.small, self.small.games), reach_of(self.large, self.large.games))
        return self.fall - reach, self.fall + reach

    @property
    def is_fall(self) -> bool | None:
        """Whether the score falls; None where the interval holds 0."""
        low, high = self.interval
        return True if low > 0 else False if high < 0 else None

    @property
    def instead(self) -> str:
        """What the interval says when it does not say that the score falls."""
        reasons = {
            True: "",
            False: "It is the other way round.",
            None: "The interval holds 0: nothing here shows that the board matters.",
        }
        return reasons[self.is_fall]

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{score_text(self.small)} on the smaller boards, {score_text(self.large)} on the larger ones: "
            f"a difference of {100 * self.fall:+.0f} points ({100 * low:+.0f} to {100 * high:+.0f})"
        )


def heuristic_claims(played: Sequence[Pairing]) -> list[Claim]:
    """Which heuristic alone makes the best agent."""
    points = totals(played)
    return [_most_claim(points), _least_claim(points), *_mobility_claims(played)]


def _most_claim(points: Mapping[str, Pentanomial]) -> Claim:
    order = listed(f"{name} {score_text(each)}" for name, each in points.items())
    better = [name for name in points if _is_above(points[name], points["corners"])]
    agrees = False if better else True if next(iter(points)) == "corners" else None
    why = f"Agents with nothing but {listed(better)} have won more." if better else ""
    if "stability" in better:
        why += (
            " A disc in a corner is always stable: who counts stable discs counts corners, and more. At equal nodes it "
            "does not matter what that costs."
        )
    return Claim("the heuristic with the most impact was corners", order, agrees, why)


def _least_claim(points: Mapping[str, Pentanomial]) -> Claim:
    *_, third, last = points
    named, others = ("parity", "stability"), ("corners", "mobility")
    above = [(name, other) for name in named for other in others if _is_above(points[name], points[other])]
    agrees = False if above else True if {third, last} == set(named) else None
    why = f"{'; '.join(f'{name} has won more than {other}' for name, other in above)}." if above else ""
    claim = "the heuristics with the least impact were coin parity and stability"
    return Claim(claim, f"the last two are {third} and {last}", agrees, why)


def _is_above(one: Pentanomial, other: Pentanomial) -> bool:
    """Whether the intervals of two scores lie apart."""
    return interval_of(one)[0] > interval_of(other)[1]


def _mobility_claims(played: Sequence[Pairing]) -> list[Claim]:
    pairing = next(each for each in played if (each.a, each.b) == ("mobility", "stability"))
    verdict = Verdict.of(pairing.pooled)
    seen = f"{score_text(pairing.pooled)} on all boards; {grouped(pairing.verdicts)}"
    because = {
        Verdict.wins: "Mobility wins all the same: its speed is not the reason, or not the only one.",
        Verdict.loses: "What made mobility better there is taken away by equal nodes. Time is, but not time alone.",
        Verdict.open: "",
    }
    return [
        Claim(
            "mobility had more impact than stability",
            seen,
            DECIDED[verdict],
            "" if verdict is Verdict.wins else f"At equal nodes mobility {_in_a_sentence(verdict)}.",
        ),
        Claim(
            "perhaps because mobility takes less time to compute, so that the search gets deeper",
            f"at equal nodes, where that is no advantage: {score_text(pairing.pooled)}",
            False if verdict is Verdict.wins else None,
            because[verdict],
        ),
    ]


def _in_a_sentence(verdict: Verdict) -> str:
    return f"is {verdict}" if verdict is Verdict.open else str(verdict)


STEPS = {
    "deepening": "iterative deepening outperformed a search to a fixed depth",
    "ordered": "ordering the moves by static weights significantly improved the performance",
    "with-table": "the agent with a transposition table won the majority of trials",
}
"""What the source says of each step of its design."""


def step_claims(played: Sequence[Pairing]) -> list[Claim]:
    """Whether each addition to the search made it stronger."""
    return [_step_claim(each) for each in played]


def _step_claim(pairing: Pairing) -> Claim:
    verdict = Verdict.of(pairing.pooled)
    reasons = {
        Verdict.wins: "",
        Verdict.open: f"The interval of {pairing.pooled.games} games holds 50 %.",
        Verdict.loses: "At equal nodes it is the weaker one.",
    }
    seen = f"{score_text(pairing.pooled)} against {pairing.b}; {grouped(pairing.verdicts)}"
    return Claim(STEPS[pairing.a], seen, DECIDED[verdict], reasons[verdict])


def rival_claims(plan: Plan, played: Sequence[Pairing]) -> list[Claim]:
    """Alpha-beta against MCTS, by time and by nodes, and whether large boards favour MCTS."""
    limits = (
        f"at equal time, {plan['move_seconds']:g} s a move, with their own evaluations",
        "at equal nodes, with their own evaluations",
        "at equal nodes, with the same rudimentary heuristic",
    )
    told = list(zip(limits, played, strict=True))
    return [*(_rival_claim(*each) for each in told), *(_trend_claim(plan, *each) for each in told)]


def _rival_claim(limit: str, pairing: Pairing) -> Claim:
    verdicts = pairing.verdicts.values()
    agrees = False if Verdict.loses in verdicts else None if Verdict.open in verdicts else True
    return Claim(
        claim="alpha-beta was more effective than Monte-Carlo tree search on all board sizes",
        seen=f"{limit}: {grouped(pairing.verdicts)}; on all boards {score_text(pairing.pooled)}",
        agrees=agrees,
        why="" if agrees else _what_a_move_takes(pairing),
    )


def _what_a_move_takes(pairing: Pairing) -> str:
    """What the two spend on a move, on average over the boards."""
    told = [
        f"{name} {mean_pace(players, 'nodes'):,.0f} nodes and {1000 * mean_pace(players, 'seconds'):.1f} ms"
        for name, players in pairing.sides.items()
    ]
    return f"A move takes {listed(told)}."


def _trend_claim(plan: Plan, limit: str, pairing: Pairing) -> Claim:
    claim = "that may be as the tree is not that broad, above all on the smaller boards, and MCTS suits broad trees"
    change = _Change.of(plan, pairing)
    return Claim(claim, f"{limit}: {change}", change.is_fall, change.instead)


def opponent_claims(played: Sequence[Pairing]) -> list[Claim]:
    """Whether the final agent beats simple ones every time."""
    return [_opponent_claim(each) for each in played]


def _opponent_claim(pairing: Pairing) -> Claim:
    scores = {size: each.a.score for size, each in pairing.by_size.items()}
    games, wins = sum(each.games for each in scores.values()), sum(each.wins for each in scores.values())
    missed = {size: each for size, each in scores.items() if each.wins < each.games}
    lost = listed(f"{each.losses} lost and {each.draws} drawn on {size}" for size, each in missed.items())
    why = f"{lost}. The source does not say how many games it played." if missed else ""
    return Claim(f"the final agent wins 100 % against {pairing.b}", f"{wins} of {games} games won", not missed, why)


ROOMS_IN_WORDS = {"textbook": "in Python", "laboratory": "in the compiled core"}


def depth_claims(plan: Plan, depths: Mapping[tuple[str, int], float], speeds: Mapping[str, float]) -> list[Claim]:
    """How deep the searches got, room by room."""
    found: list[Claim] = []
    for room, where in ROOMS_IN_WORDS.items():
        by_size = {size: depths[room, size] for size in plan["sizes"]}
        seen = f"{where}, {plan['depth_seconds']:g} s: {', '.join(f'{d:.1f} on {size}' for size, d in by_size.items())}"
        found += [_range_claim(plan, by_size, seen, speeds[room]), _fall_claim(by_size, seen)]
    return found


def _range_claim(plan: Plan, depths: Mapping[int, float], seen: str, speed: float) -> Claim:
    seconds, source_seconds = plan["depth_seconds"], plan.published["depth_seconds"]
    ranges = {int(size): tuple(found) for size, found in plan.published["depth"].items() if int(size) in depths}
    deeper = [size for size, (_, high) in ranges.items() if depths[size] > high]
    less_deep = [size for size, (low, _) in ranges.items() if depths[size] < low]
    told = grouped({size: f"{low} to {high} plies" for size, (low, high) in ranges.items()})
    reasons = [f"Deeper on {listed(deeper)}."] if deeper else []
    reasons += [f"Less deep on {listed(less_deep)}."] if less_deep else []
    reasons += [f"It had {seconds:g} s, not {source_seconds:g} s."] if seconds < source_seconds else []
    reasons += [f"Here are {speed:,.0f} nodes a second; what each depth takes stands above."] if reasons else []
    # Who gets as deep in less time has not shown what it would reach in all of it, but it would not be less.
    agrees = False if deeper else None if seconds < source_seconds else not less_deep
    return Claim(f"in {source_seconds:g} s a depth of {told}, on average", seen, agrees, " ".join(reasons))


def _fall_claim(depths: Mapping[int, float], seen: str) -> Claim:
    rising = [large for small, large in pairwise(depths) if depths[small] <= depths[large]]
    why = f"On {listed(rising)} it gets as deep as on the next smaller board, or deeper." if rising else ""
    return Claim("the larger the board, the less deep the search", seen, not rising, why)


def breadth_claims(levels: Mapping[tuple[int, str], Sequence[Level]], without: str, ordered: str) -> list[Claim]:
    """Whether larger boards have broader trees, and whether the static order prunes."""
    sizes = list(dict.fromkeys(size for size, _ in levels))
    all_levels = {key: sum(found, Level()) for key, found in levels.items()}
    choices = {size: all_levels[size, without].choices for size in sizes}
    narrower = [large for small, large in pairwise(sizes) if choices[small] >= choices[large]]
    saved = {size: 1 - all_levels[size, ordered].searched / all_levels[size, without].searched for size in sizes}
    wasted = [size for size in sizes if saved[size] <= 0]
    return [
        Claim(
            "in games with a larger board the search tree has a greater breadth",
            "legal moves a node: " + ", ".join(f"{found:.1f} on {size}" for size, found in choices.items()),
            not narrower,
            f"On {listed(narrower)} it is no broader than on the next smaller board." if narrower else "",
        ),
        Claim(
            "the static weights lead to a greater degree of pruning",
            "nodes saved: " + ", ".join(f"{percent(found)} on {size}" for size, found in saved.items()),
            not wasted,
            f"On {listed(wasted)} the order saves nothing." if wasted else "",
        ),
    ]
