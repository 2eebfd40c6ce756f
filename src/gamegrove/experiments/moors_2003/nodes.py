"""Nodes: what a table saves, and how many nodes the searches take as the board fills."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import TYPE_CHECKING

from gamegrove.experiments import drawing
from gamegrove.experiments.drawing import figure_and_axes, per_cent
from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.page import Cell, Claim, Page, decided
from gamegrove.experiments.ratios import (
    LESS,
    Draw,
    Ratio,
    decided_by_share,
    ratio_of_sums,
    ratio_over_groups,
    share_of_draws,
)
from gamegrove.game_log import GameLog
from gamegrove.match import Match, run_game, seat
from gamegrove.players import player
from gamegrove.players.searching import SearchPlayer
from gamegrove.position import Position
from gamegrove.search import Searcher
from gamegrove.textbook.observation import StopSign
from gamegrove.work import Finished, Interrupted, Task
from gamegrove.work.task import Data

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PREFIX = "nodes/"
GREEDY, SMART = "greedy", "smart"
NAMES = ("alphabeta", "negascout", "mtdf", "mtdf-from-0")
TITLES = {**drawing.TITLES, "mtdf-from-0": "MTD(f) from 0"}
EQUIPPED = {"alone": "no table", "table": "table", "ordered": "table, its move first"}
COLOURS = dict(zip(NAMES, ("tab:blue", "tab:orange", "tab:green", "tab:red"), strict=True))
STYLES = {"alone": ":", "table": "--", "ordered": "-"}
GROUP = 4
"""So many numbers of pieces are one group, in the chart and where most groups decide."""
ON_PAR = 0.1
"""Searches whose nodes differ by no more than this part are on par."""
ROUNDED = 0.005
"""A whole number of per cent stands for all that are rounded to it."""
CRITERIA = (
    "What agrees is decided by 95 % intervals, for which the openings are drawn again: *yes* if the whole interval "
    'fits the claim, *no* if nothing of it does, else *open*. "Generally fewer" is fewer in more than half of the '
    f'groups of {GROUP} numbers of pieces, in at least 97.5 % of the draws, "about on par" is within '
    f"{per_cent(ON_PAR)}, and a figure in per cent is a rounded one. With few openings such intervals are too narrow. "
    "The source contradicts itself about alpha-beta with table and ordering: its text says that it is on par with the "
    "other algorithms, the caption of its figure that it does worse than MTD(f), and is on par with NegaScout. Both "
    "are tested."
)


@dataclass(frozen=True)
class Search:
    """One of the searches that are compared."""

    name: str
    """What the plan calls it."""
    equipment: str
    """What it has: one of the plan's."""
    evaluation: str = GREEDY
    """What values its horizon: greedy or smart."""

    @property
    def title(self) -> str:
        """Its name in a text."""
        return f"{TITLES[self.name]} ({EQUIPPED[self.equipment]})"

    def equipped(self, equipment: str) -> Search:
        """The same search with something else."""
        return Search(self.name, equipment, self.evaluation)

    def asked(self, plan: Plan) -> Data:
        """The fields of its requests."""
        return {
            **plan["searches"][self.name],
            "depth": plan["depth"],
            "evaluation": _evaluation(plan, self.evaluation),
            "table_bits": plan["table_bits"],
            "replacement": plan["replacement"],
            **plan["equipment"][self.equipment],
        }

    def player(self, plan: Plan) -> str:
        """The player that searches like this."""
        asked = self.asked(plan)
        options = {
            "depth": asked["depth"],
            "eval": asked["evaluation"],
            "memory": asked["memory"],
            "order": "+".join(asked["order"]) or "none",
            "table_bits": asked["table_bits"],
            "replacement": asked["replacement"],
        }
        return f"{asked['algorithm']}:{','.join(f'{name}={value}' for name, value in options.items())}"


def _evaluation(plan: Plan, name: str) -> str:
    if name == GREEDY:
        return str(plan["greedy"])
    smart = player(plan["smart_player"])
    assert isinstance(smart, SearchPlayer)
    return str(smart.settings.evaluation)


def searches_of(plan: Plan, evaluation: str) -> list[Search]:
    """All searches by an evaluation."""
    names = plan["searches"] if evaluation == GREEDY else plan["smart_searches"]
    return [Search(name, equipment, evaluation) for name in names for equipment in plan["equipment"]]


def tasks(plan: Plan) -> list[Task]:
    """Games by either evaluation, each with the searches that follow it."""
    return [
        Task("followed-game", f"{PREFIX}{evaluation}/{number}", _payload(plan, evaluation, number, game))
        for evaluation in (GREEDY, SMART)
        for number, game in enumerate(_match(plan, evaluation).tasks())
    ]


def _match(plan: Plan, evaluation: str) -> Match:
    """The games: alpha-beta without a table, A, against the opponent."""
    return Match(
        Search("alphabeta", "alone", evaluation).player(plan),
        plan["opponent"],
        game=plan["game"],
        games=plan["games"],
        openings=plan["openings"],
        seed=plan["seed"],
    )


def _payload(plan: Plan, evaluation: str, number: int, game: Task) -> Data:
    requests = [each.asked(plan) for each in searches_of(plan, evaluation)]
    return {"game": game.payload, "side": seat(0, number), "requests": requests}


def run_followed_game(payload: Data, stop: StopSign | None = None) -> Data:
    """Play a game, and let several searches think about all choices of one side; each keeps its memory meanwhile."""
    played = run_game(payload["game"], stop)
    game = GameLog.read(played["games"][0])
    choices = [
        position
        for position, turn in zip(game.replay(), game.moves, strict=False)
        if turn.side == payload["side"] and len(position.legal_moves) > 1
    ]
    nodes = [_follow(choices, request, stop) for request in payload["requests"]]
    return {**played, "pieces": [_pieces(each) for each in choices], "nodes": nodes}


def _follow(positions: Sequence[Position], request: Data, stop: StopSign | None) -> list[int]:
    """The nodes of a search at each position of a game; without a guess it begins at the value that it found last."""
    searcher = Searcher(**request)
    nodes = []
    guess = request.get("guess")
    for position in positions:
        report = searcher.search(position, stop=stop, guess=guess)
        if stop is not None and stop.is_set():
            raise Interrupted
        nodes.append(report.nodes)
        guess = request.get("guess", report.value)
    return nodes


def _pieces(position: Position) -> int:
    pieces: int = position.stones  # type: ignore[attr-defined]  # all boards know it, other games may not
    return pieces


# -- What was counted.


@dataclass(frozen=True)
class Counted:
    """The nodes of all searches in the same games."""

    pieces: Mapping[str, Sequence[Sequence[int]]]
    """The pieces on the board at each choice, by evaluation and game."""
    nodes: Mapping[Search, Sequence[Sequence[int]]]
    """The nodes of each search at each choice, by game."""

    @classmethod
    def of(cls, plan: Plan, finished: Sequence[Finished]) -> Counted:
        """What finished tasks say."""
        pieces: dict[str, list[list[int]]] = {}
        nodes: dict[Search, list[list[int]]] = {}
        for evaluation in (GREEDY, SMART):
            results = [each.result for each in finished if each.task.label.startswith(f"{PREFIX}{evaluation}/")]
            pieces[evaluation] = [result["pieces"] for result in results]
            for number, search in enumerate(searches_of(plan, evaluation)):
                nodes[search] = [result["nodes"][number] for result in results]
        return cls(pieces, nodes)

    def totals(self, search: Search) -> list[int]:
        """The nodes by opening, of both games together."""
        games = [sum(game) for game in self.nodes[search]]
        return [one + other for one, other in zip(games[::2], games[1::2], strict=True)]

    def ratio(self, search: Search, base: Search) -> Ratio:
        """The nodes of a search relative to another's, over the same openings."""
        return ratio_of_sums(self.totals(search), self.totals(base))

    def by_pieces(self, search: Search) -> dict[int, float]:
        """The average nodes of a search by the first number of pieces of each group."""
        groups: dict[int, list[int]] = {}
        for game in self._games(search):
            for first, nodes in game:
                groups.setdefault(first, []).append(nodes)
        return {first: mean(group) for first, group in sorted(groups.items())}

    def _games(self, search: Search) -> Iterator[list[tuple[int, int]]]:
        """The group of pieces and the nodes at each choice, game by game."""
        for pieces, nodes in zip(self.pieces[search.evaluation], self.nodes[search], strict=True):
            yield [(piece // GROUP * GROUP, node) for piece, node in zip(pieces, nodes, strict=True)]

    def fewer_groups(self, search: Search, other: Search) -> tuple[int, int, float]:
        """In how many groups of pieces a search takes fewer nodes than another, of how many, and how sure that is.

        The last is the part of the draws of the openings in which it does so in most groups.
        """
        saved = self._saved_by_opening(search, other)

        def fewer(draw: Draw) -> list[bool]:
            groups: dict[int, int] = {}
            for opening in draw:
                for first, nodes in saved[opening].items():
                    groups[first] = groups.get(first, 0) + nodes
            return [nodes > 0 for nodes in groups.values()]

        seen = fewer(range(len(saved)))
        share = share_of_draws(len(saved), lambda draw: 2 * sum(found := fewer(draw)) > len(found))
        return sum(seen), len(seen), share

    def _saved_by_opening(self, search: Search, other: Search) -> list[dict[int, int]]:
        """How many nodes fewer one takes than the other, by opening and group of pieces."""
        openings: list[dict[int, int]] = []
        for number, (own, others) in enumerate(zip(self._games(search), self._games(other), strict=True)):
            if number % 2 == 0:
                openings.append({})
            for (first, nodes), (_, more) in zip(own, others, strict=True):
                openings[-1][first] = openings[-1].get(first, 0) + more - nodes
        return openings


# -- The page.


def report(plan: Plan, finished: Sequence[Finished], page: Page) -> None:
    """The figure, what a table saves, and what agrees."""
    counted = Counted.of(plan, finished)
    page.section("Nodes by number of pieces")
    _figure_section(plan, counted, page)
    page.section("What a table saves")
    _saving_section(plan, counted, page)
    page.section("Nodes: what agrees")
    page.say(CRITERIA)
    page.claims(claims(plan, counted))


def _figure_section(plan: Plan, counted: Counted, page: Page) -> None:
    page.say(
        f"Greedy (evaluation `{plan['greedy']}`) at depth {plan['depth']} against `{plan['opponent']}` on "
        f"`{plan['game']}`: {plan['games']} games, every opening (`{plan['openings']}`, seed {plan['seed']}) twice "
        "with the colours swapped. As many games are played by the smart evaluation, that of "
        f"`{plan['smart_player']}`. "
        "Alpha-beta without a table plays them, and all searches follow: each searches every position in which there "
        "is a choice, in the order of the game, as if it had played itself. (In games of their own they would choose "
        "others of equal moves, and meet other positions.) "
        f"A table has 2^{plan['table_bits']} entries, replaces {plan['replacement']}, and is kept from move to move. "
        "There is no iterative deepening. The source does not say where its MTD(f) began; here it begins at the value "
        "that it found for the move before, and in a second form always at 0."
    )
    page.chart("pieces", _chart(plan, counted), "Nodes of a search by pieces on the board")
    page.chart(
        "relative", _relative_chart(plan, counted), "The same, relative to alpha-beta without a table in the same games"
    )
    rows: list[list[Cell]] = [
        [each.evaluation, each.name, each.equipment, pieces, nodes]
        for each in counted.nodes
        for pieces, nodes in counted.by_pieces(each).items()
    ]
    page.data("pieces", ("evaluation", "search", "equipment", f"pieces_from_of_{GROUP}", "nodes"), rows)


def _panels(plan: Plan) -> list[tuple[str, list[Search]]]:
    """Titles and searches: a panel for each equipment of the greedy evaluation, and one for the smart."""
    greedy = searches_of(plan, GREEDY)
    return [
        *((f"greedy, {EQUIPPED[kind]}", [each for each in greedy if each.equipment == kind]) for kind in EQUIPPED),
        (SMART, searches_of(plan, SMART)),
    ]


def _chart(plan: Plan, counted: Counted) -> Figure:
    """As the source draws it."""
    return _panels_figure(plan, counted, "nodes of a search", lambda nodes, _base: nodes, scale="log")


def _relative_chart(plan: Plan, counted: Counted) -> Figure:
    """What the source's scale hides."""
    return _panels_figure(plan, counted, "% of the nodes", lambda nodes, base: 100 * nodes / base)


def _panels_figure(
    plan: Plan, counted: Counted, title: str, height: Callable[[float, float], float], scale: str = "linear"
) -> Figure:
    figure, panels = figure_and_axes(13, 3.8, columns=len(EQUIPPED) + 1, share_y=True)
    for panel, (name, searches) in zip(panels, _panels(plan), strict=True):
        for each in searches:
            base = counted.by_pieces(Search("alphabeta", "alone", each.evaluation))
            found = {first: height(nodes, base[first]) for first, nodes in counted.by_pieces(each).items()}
            panel.plot(
                [first + (GROUP - 1) / 2 for first in found],
                list(found.values()),
                STYLES[each.equipment] if each.evaluation == SMART else "-",
                color=COLOURS[each.name],
                label=each.title if each.evaluation == SMART else TITLES[each.name],
            )
        panel.set(title=name, xlabel="pieces on the board", yscale=scale)
        panel.legend(fontsize="x-small")
    panels[0].set_ylabel(title)
    return figure


def _saving_section(plan: Plan, counted: Counted, page: Page) -> None:
    page.say(
        "Nodes of whole games, relative to the same search without a table; in brackets the bounds of 95 % of the "
        f"draws when the {plan['games'] // 2} openings are drawn again. The source tells what its table saves before "
        "it comes to the order of moves, so alpha-beta with a table alone is nearest to it."
    )
    searches = [each for each in counted.nodes if each.equipment != "alone"]
    page.table(
        ("evaluation", "search", "nodes a game without", "nodes a game", "saved"),
        [_saving_row(each, counted) for each in searches],
    )
    page.data(
        "saving",
        ("evaluation", "search", "equipment", "games", "nodes_without", "nodes", "ratio", "low", "high"),
        [_saving_figures(each, counted) for each in searches],
    )


def _saving_row(search: Search, counted: Counted) -> list[Cell]:
    alone = search.equipped("alone")
    nodes = [f"{mean(map(sum, counted.nodes[each])):,.0f}" for each in (alone, search)]
    return [search.evaluation, search.title, *nodes, _saved(counted.ratio(search, alone))]


def _saved(ratio: Ratio) -> str:
    """What a ratio saves, as people read it; a search that takes more saves less than nothing."""
    saved, low, high = (per_cent(1 - each, 1) for each in (ratio.value, ratio.high, ratio.low))
    return f"{saved} ({low} to {high})"


def _saving_figures(search: Search, counted: Counted) -> list[Cell]:
    alone = search.equipped("alone")
    ratio = counted.ratio(search, alone)
    sums = [sum(counted.totals(each)) for each in (alone, search)]
    names = [search.evaluation, search.name, search.equipment]
    return [*names, len(counted.nodes[search]), *sums, ratio.value, ratio.low, ratio.high]


# -- What agrees.


def claims(plan: Plan, counted: Counted) -> list[Claim]:
    """What the source says of its table and of its figure."""
    return [_saving_claim(plan, counted), *_figure_claims(counted)]


def _saving_claim(plan: Plan, counted: Counted) -> Claim:
    """By the games of both evaluations together, as the source averages them."""
    tables = [Search("alphabeta", "table", evaluation) for evaluation in (GREEDY, SMART)]
    each = "; ".join(
        f"{search.evaluation} {_saved(counted.ratio(search, search.equipped('alone')))}" for search in tables
    )
    both = ratio_over_groups([(counted.totals(search), counted.totals(search.equipped("alone"))) for search in tables])
    published = plan.published["saving"]
    agrees = decided((1 - both.high, 1 - both.low), (published - ROUNDED, published + ROUNDED))
    why = (
        "What a table saves depends on the evaluation, as the two show; the source tells neither its games nor the "
        "weights of its smart evaluation."
    )
    return Claim(
        f"A table saves {per_cent(published)} of the nodes of a game on average, by both evaluations, with alpha-beta",
        f"{_saved(both)}; {each}",
        agrees,
        "" if agrees else why,
    )


def _figure_claims(counted: Counted) -> Iterator[Claim]:
    """What the source says of its figure, which is about the greedy evaluation."""
    alone = {name: Search(name, "alone") for name in NAMES}
    ordered = {name: each.equipped("ordered") for name, each in alone.items()}
    forms = ("mtdf", "mtdf-from-0")
    yield _fewer_claim(counted, alone["negascout"], alone["alphabeta"])
    for form in forms:
        yield _fewer_claim(counted, ordered[form], ordered["negascout"])
    for name in NAMES:
        yield _improves_claim(counted, ordered[name], alone[name])
    for name in ("negascout", *forms):
        yield _on_par_claim(counted, ordered["alphabeta"], ordered[name])
    for form in forms:
        yield _fewer_claim(counted, ordered[form], ordered["alphabeta"])


def _fewer_claim(counted: Counted, search: Search, other: Search) -> Claim:
    """That one search generally takes fewer nodes: in most groups of pieces."""
    fewer, groups, share = counted.fewer_groups(search, other)
    ratio = counted.ratio(search, other)
    agrees = decided_by_share(share)
    return Claim(
        f"{search.title} generally takes fewer nodes than {other.title}",
        f"in {fewer} of {groups} groups of pieces; in more than half of them in {per_cent(share)} of the draws; "
        f"over all {_of_the_nodes(ratio)}",
        agrees,
        "" if agrees else _over_all(ratio),
    )


def _of_the_nodes(ratio: Ratio) -> str:
    value, low, high = (per_cent(each, 1) for each in (ratio.value, *ratio.interval))
    return f"{value} ({low} to {high}) of its nodes"


def _over_all(ratio: Ratio) -> str:
    """What all nodes together say where most groups do not say what they should."""
    fewer = decided(ratio.interval, LESS)
    if fewer is None:
        return "Over all games the difference is within what other openings might give."
    return "Over all games it takes fewer: it saves where the trees are large." if fewer else "Over all it takes more."


def _improves_claim(counted: Counted, search: Search, other: Search) -> Claim:
    ratio = counted.ratio(search, other)
    return Claim(
        f"Table and ordering improve {TITLES[search.name]}", _of_the_nodes(ratio), decided(ratio.interval, LESS)
    )


def _on_par_claim(counted: Counted, search: Search, other: Search) -> Claim:
    ratio = counted.ratio(search, other)
    return Claim(
        f"With both, {TITLES[search.name]} is about on par with {TITLES[other.name]}",
        _of_the_nodes(ratio),
        decided(ratio.interval, (1 - ON_PAR, 1 + ON_PAR)),
    )
