"""What the source says, held against what was seen. Every sentence is chosen by the figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gamegrove.experiments.drawing import per_cent
from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.page import Claim, decided
from gamegrove.experiments.reversi_2024.breadth import Level
from gamegrove.experiments.reversi_2024.depth import Reached, mean_depths, mean_speeds
from gamegrove.experiments.reversi_2024.trials import (
    Pairing,
    halves,
    interval_in,
    interval_of,
    interval_of_difference,
    mean_pace,
    pooled,
    share_of,
    title_of,
    totals,
)
from gamegrove.experiments.reversi_2024.words import grouped, listed, score_text, span
from gamegrove.tournament.statistics import Pentanomial

BETTER = (0.5, 1.0)
"""The shares of somebody who is better."""
WORDS = {"wins": BETTER, "loses": (0.0, 0.5), "ties": (0.4, 0.6)}
"""The shares that the source's words stand for. A tie is what 95 of 100 trials between equals come to, if a trial has
100 games, as the source's had."""


def _all_hold(statements: Iterable[bool | None]) -> bool | None:
    """Whether all of some statements hold: no if one does not, and open as long as one is."""
    found = set(statements)
    return False if False in found else None if None in found else True


def blend_claims(plan: Plan, played: Sequence[Pairing]) -> list[Claim]:
    """Both comparisons of blends in the source, and whether the board made the difference in its second one."""
    return [*(_blend_claim(plan, each) for each in played), _board_claim(plan, played[-1])]


def _blend_claim(plan: Plan, pairing: Pairing) -> Claim:
    told = plan.published["blends"][f"{pairing.a}-{pairing.b}"]
    agrees = {
        size: decided(interval_of(each.pentanomial), WORDS[told["boards"][str(size)]])
        for size, each in pairing.by_size.items()
        if str(size) in told["boards"]
    }
    return Claim(
        claim=f'{pairing.title}: "{told["words"]}"',
        seen=f"{grouped(pairing.verdicts)}; on all boards {score_text(pairing.pooled)}",
        agrees=_all_hold(agrees.values()),
        why=" ".join(_reasons(pairing, agrees, plan.published["games"])),
    )


def _reasons(pairing: Pairing, agrees: Mapping[int, bool | None], source_games: int) -> list[str]:
    """Why boards came out otherwise: too few games here, chance there, or something else."""
    undecided = [size for size, agreed in agrees.items() if agreed is None]
    otherwise = [size for size, agreed in agrees.items() if agreed is False]
    by_chance = [size for size in otherwise if _may_be_chance(pairing.by_size[size].pentanomial, source_games)]
    beyond = [size for size in otherwise if size not in by_chance]
    reasons = []
    if undecided:
        games = max(pairing.by_size[size].pentanomial.games for size in undecided)
        reasons.append(f"On {listed(undecided)} the interval of {games} games is too wide to decide.")
    if by_chance:
        reasons.append(
            f"On {listed(by_chance)} it may be chance: of agents as unequal as ours the weaker one may well win "
            f"{source_games} games, the source's number."
        )
    if beyond:
        reasons.append(
            f"On {listed(beyond)} it is more than chance explains. The source does not tell its openings, the weights "
            "of its move order and how it finds stable discs; and its agents had equal times, ours have equal nodes."
        )
    return reasons


def _may_be_chance(points: Pentanomial, games: int) -> bool:
    """Whether so many games like these may well come out the other way."""
    return decided(interval_in(points, games), BETTER) is None


def _board_claim(plan: Plan, pairing: Pairing) -> Claim:
    """The source could not tell whether the change from small to large boards was design or chance."""
    a, b = title_of(pairing.a), title_of(pairing.b)
    change = _Change.of(plan, pairing)
    claim = f"{a} does better against {b} on the smaller boards than on the larger ones, perhaps by chance"
    return Claim(claim, str(change), change.is_fall, change.instead)


@dataclass(frozen=True)
class _Change:
    """By how much an agent's score falls from the smaller half of the boards to the larger one."""

    small: Pentanomial
    large: Pentanomial

    @classmethod
    def of(cls, plan: Plan, pairing: Pairing) -> _Change:
        small, large = (pooled(pairing.by_size[size].pentanomial for size in sizes) for sizes in halves(plan["sizes"]))
        return cls(small, large)

    @property
    def interval(self) -> tuple[float, float]:
        return interval_of_difference(self.small, self.large)

    @property
    def is_fall(self) -> bool | None:
        """Whether the score falls; None where the interval holds 0."""
        return decided(self.interval, holds=(0.0, 1.0))

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
        fall = share_of(self.small) - share_of(self.large)
        low, high = self.interval
        return (
            f"{score_text(self.small)} on the smaller boards, {score_text(self.large)} on the larger ones: "
            f"a difference of {100 * fall:+.0f} points ({100 * low:+.0f} to {100 * high:+.0f})"
        )


def heuristic_claims(played: Sequence[Pairing]) -> list[Claim]:
    """Which heuristic alone makes the best agent."""
    points = totals(played)
    return [_most_claim(points), _least_claim(points), *_mobility_claims(played)]


def _most_claim(points: Mapping[str, Pentanomial]) -> Claim:
    others = [("corners", name) for name in points if name != "corners"]
    why = _who_has_won_more(points, others)
    if _is_above(points["corners"], points["stability"]) is False:
        why += (
            " A disc in a corner is always stable: who counts stable discs counts corners, and more. At equal nodes it "
            "does not matter what that costs."
        )
    order = listed(f"{title_of(name)} {score_text(each)}" for name, each in points.items())
    return Claim("the heuristic with the most impact was corners", order, _are_above(points, others), why)


def _least_claim(points: Mapping[str, Pentanomial]) -> Claim:
    pairs = [(other, name) for name in ("parity", "stability") for other in ("corners", "mobility")]
    *_, third, last = points
    return Claim(
        "the heuristics with the least impact were coin parity and stability",
        f"the last two are {title_of(third)} and {title_of(last)}",
        _are_above(points, pairs),
        _who_has_won_more(points, pairs),
    )


def _are_above(points: Mapping[str, Pentanomial], pairs: Sequence[tuple[str, str]]) -> bool | None:
    """Whether the first of each pair has won more than the second."""
    return _all_hold(_is_above(points[more], points[less]) for more, less in pairs)


def _who_has_won_more(points: Mapping[str, Pentanomial], pairs: Sequence[tuple[str, str]]) -> str:
    """Where the source has it the other way round; if nowhere, where the intervals leave it open."""
    found = {pair: _is_above(*(points[name] for name in pair)) for pair in pairs}
    other = [f"{title_of(b)} has won more than {title_of(a)}" for (a, b), above in found.items() if above is False]
    overlap = [f"{title_of(a)} and {title_of(b)}" for (a, b), above in found.items() if above is None]
    if other:
        return f"{listed(other)}.".capitalize()
    return f"The intervals overlap: {'; '.join(overlap)}." if overlap else ""


def _is_above(one: Pentanomial, other: Pentanomial) -> bool | None:
    """Whether one score of a round robin is higher than another one; None where their intervals overlap.

    They have games against each other in common, so that they are not independent: their intervals must lie apart.
    """
    (low, high), (other_low, other_high) = interval_of(one), interval_of(other)
    return decided((low - other_high, high - other_low), holds=(0.0, 1.0))


def _mobility_claims(played: Sequence[Pairing]) -> list[Claim]:
    pairing = next(each for each in played if (each.a, each.b) == ("mobility", "stability"))
    agrees = decided(interval_of(pairing.pooled), BETTER)
    without = {
        True: "Mobility does better without that advantage as well.",
        False: "Equal nodes take that advantage away, and do not tell what it is worth.",
        None: f"{_too_close(pairing)} Equal nodes do not tell what time is worth.",
    }
    return [
        Claim(
            "mobility had more impact than stability",
            f"{score_text(pairing.pooled)} on all boards; {grouped(pairing.verdicts)}",
            agrees,
            {True: "", False: "At equal nodes stability does better.", None: _too_close(pairing)}[agrees],
        ),
        Claim(
            "perhaps because mobility takes less time to compute, so that the search gets deeper",
            f"at equal nodes, where that is no advantage: {score_text(pairing.pooled)}. {_what_a_move_takes(pairing)}",
            None,
            without[agrees],
        ),
    ]


def _too_close(pairing: Pairing) -> str:
    return f"The interval of {pairing.pooled.games} games holds 50 %."


STEPS = {
    "deepening": "iterative deepening outperformed a search to a fixed depth",
    "ordered": "ordering the moves by static weights significantly improved the performance",
    "with-table": "the agent with a transposition table won the majority of trials",
}
"""What the source says of each step of its design."""


def step_claims(played: Sequence[Pairing]) -> list[Claim]:
    """Whether each addition to the search made it stronger."""
    return [_better_claim(STEPS[each.a], f"against {title_of(each.b)}", each) for each in played]


def _better_claim(claim: str, how: str, pairing: Pairing) -> Claim:
    """Somebody says that the first agent is better, on all boards together."""
    agrees = decided(interval_of(pairing.pooled), BETTER)
    seen = f"{how}: {score_text(pairing.pooled)} on all boards; {grouped(pairing.verdicts)}"
    return Claim(claim, seen, agrees, {True: "", False: _what_a_move_takes(pairing), None: _too_close(pairing)}[agrees])


def _what_a_move_takes(pairing: Pairing) -> str:
    """What the two spend on a move that they search, on average over the boards."""
    told = [
        f"{title_of(name)} {mean_pace(paces, 'nodes'):,.0f} nodes and {1000 * mean_pace(paces, 'seconds'):.1f} ms"
        for name, paces in pairing.sides.items()
    ]
    return f"A move that is searched takes {listed(told)}."


def rival_claims(plan: Plan, rivals: Mapping[str, Pairing]) -> list[Claim]:
    """Alpha-beta against MCTS under several conditions, and whether large boards favour MCTS."""
    best = 'after trials on the different board sizes, alpha-beta "was the most effective", not Monte-Carlo tree search'
    return [
        *(_better_claim(best, f"at {condition}", each) for condition, each in rivals.items()),
        *(_trend_claim(plan, condition, each) for condition, each in rivals.items()),
    ]


def _trend_claim(plan: Plan, condition: str, pairing: Pairing) -> Claim:
    claim = "that may be as the tree is not that broad, above all on the smaller boards, and MCTS suits broad trees"
    change = _Change.of(plan, pairing)
    return Claim(claim, f"at {condition}: {change}", change.is_fall, change.instead)


def opponent_claims(played: Sequence[Pairing]) -> list[Claim]:
    """Whether the final agent beats simple ones every time."""
    return [_opponent_claim(each) for each in played]


def _opponent_claim(pairing: Pairing) -> Claim:
    scores = {size: each.a.score for size, each in pairing.by_size.items()}
    games, wins = sum(each.games for each in scores.values()), sum(each.wins for each in scores.values())
    missed = {size: each for size, each in scores.items() if each.wins < each.games}
    lost = listed(f"{each.losses} lost and {each.draws} drawn on {size}" for size, each in missed.items())
    why = f"{lost}. The source does not say how many games it played." if missed else ""
    claim = f"the final agent wins 100 % against {title_of(pairing.b)}"
    return Claim(claim, f"{wins} of {games} games won", not missed, why)


ROOMS_IN_WORDS = {"textbook": "in Python", "laboratory": "in the compiled core"}
ROUNDED = 0.5
"""By so much an average may be off a whole number of the source."""


@dataclass(frozen=True)
class _Depths:
    """The average depths of one room by size of board, and between which ones they are according to the source."""

    room: str
    by_size: Mapping[int, float]
    told: Mapping[int, tuple[int, int]]

    @classmethod
    def of(cls, room: str, depths: Mapping[tuple[str, int], float], told: Mapping[str, Sequence[int]]) -> _Depths:
        by_size = {size: depth for (of_room, size), depth in depths.items() if of_room == room}
        return cls(
            room, by_size, {size: (told[str(size)][0], told[str(size)][1]) for size in by_size if str(size) in told}
        )

    @property
    def deeper(self) -> list[int]:
        return [size for size, (_, high) in self.told.items() if self.by_size[size] > high + ROUNDED]

    @property
    def less_deep(self) -> list[int]:
        return [size for size, (low, _) in self.told.items() if self.by_size[size] < low - ROUNDED]

    def seen(self, seconds: float) -> str:
        told = ", ".join(f"{depth:.1f} on {size}" for size, depth in self.by_size.items())
        return f"{ROOMS_IN_WORDS[self.room]}, {seconds:g} s: {told}"


def depth_claims(plan: Plan, reached: Sequence[Reached]) -> list[Claim]:
    """How deep the searches got, room by room: at all stages of a game, and in the middle of it."""
    speeds, average = mean_speeds(reached), mean_depths(reached)
    in_the_middle = mean_depths([each for each in reached if each.stage == plan["middle"]])
    found: list[Claim] = []
    for room in ROOMS_IN_WORDS:
        all_stages = _Depths.of(room, average, plan.published["depth"])
        middle = _Depths.of(room, in_the_middle, plan.published["middle_depth"])
        found += [
            _range_claim(plan, "on average", all_stages, speeds[room]),
            _range_claim(plan, "on average mid-game", middle, speeds[room]),
            _fall_claim(plan, middle),
        ]
    return found


def _range_claim(plan: Plan, when: str, depths: _Depths, speed: float) -> Claim:
    seconds, source_seconds = plan["depth_seconds"], plan.published["depth_seconds"]
    told = grouped({size: f"{span(*ends)} plies" for size, ends in depths.told.items()})
    reasons = [f"Deeper on {listed(depths.deeper)}."] if depths.deeper else []
    reasons += [f"Less deep on {listed(depths.less_deep)}."] if depths.less_deep else []
    reasons += [f"It had {seconds:g} s, not {source_seconds:g} s."] if seconds < source_seconds else []
    reasons += [f"Here are {speed:,.0f} nodes a second; what each depth takes stands above."] if reasons else []
    # Who gets as deep in less time has not shown what it would reach in all of it, but it would not be less.
    agrees = False if depths.deeper else None if seconds < source_seconds else not depths.less_deep
    return Claim(f"in {source_seconds:g} s, {when}, {told}", depths.seen(seconds), agrees, " ".join(reasons))


def _fall_claim(plan: Plan, depths: _Depths) -> Claim:
    small, large = halves(plan["sizes"])
    least = min(depths.by_size[size] for size in small)
    as_deep = [size for size in large if depths.by_size[size] >= least]
    why = f"On {listed(as_deep)} it gets as deep as on one of the smaller boards, or deeper." if as_deep else ""
    seen = f"mid-game {depths.seen(plan['depth_seconds'])}"
    return Claim("on the larger boards the search does not get as deep", seen, not as_deep, why)


def breadth_claims(levels: Mapping[tuple[int, str], Sequence[Level]], without: str, ordered: str) -> list[Claim]:
    """Whether larger boards have broader trees, and whether the static order prunes."""
    all_levels = {key: sum(found, Level()) for key, found in levels.items()}
    sizes = list(dict.fromkeys(size for size, _ in levels))
    choices = {size: all_levels[size, without].choices for size in sizes}
    saved = {size: 1 - all_levels[size, ordered].searched / all_levels[size, without].searched for size in sizes}
    return [_broad_claim(choices), _pruning_claim(saved)]


def _broad_claim(choices: Mapping[int, float]) -> Claim:
    small, large = halves(choices)
    narrow = [size for size in large if choices[size] <= max(choices[other] for other in small)]
    return Claim(
        "in games with a larger board size the search tree has a greater breadth",
        "legal moves a node: " + ", ".join(f"{found:.1f} on {size}" for size, found in choices.items()),
        not narrow,
        f"On {listed(narrow)} it is no broader than on one of the smaller boards." if narrow else "",
    )


def _pruning_claim(saved: Mapping[int, float]) -> Claim:
    wasted = [size for size, found in saved.items() if found <= 0]
    return Claim(
        "the static weights lead to a greater degree of pruning",
        "nodes saved: " + ", ".join(f"{per_cent(found)} on {size}" for size, found in saved.items()),
        not wasted,
        f"On {listed(wasted)} the order saves nothing." if wasted else "",
    )
