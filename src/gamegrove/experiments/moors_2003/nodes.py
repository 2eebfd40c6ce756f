"""Nodes: what a table saves, and how many nodes the searches take as the board fills."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import TYPE_CHECKING

from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.page import Cell, Claim, Page
from gamegrove.experiments.ratios import Ratio, ratio_of_sums
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
TITLES = {"alphabeta": "alpha-beta", "negascout": "NegaScout", "mtdf": "MTD(f)", "mtdf-from-0": "MTD(f) from 0"}
EQUIPPED = {"alone": "no table", "table": "table", "ordered": "table, its move first"}
COLOURS = {"alphabeta": "tab:blue", "negascout": "tab:orange", "mtdf": "tab:green", "mtdf-from-0": "tab:red"}
STYLES = {"alone": ":", "table": "--", "ordered": "-"}
GROUP = 4
"""So many numbers of pieces are one group, in the chart and where most groups decide."""
ON_PAR = 0.1
"""Searches whose nodes differ by no more than this part are on par."""


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
        """The nodes of each game."""
        return [sum(game) for game in self.nodes[search]]

    def ratio(self, search: Search, base: Search) -> Ratio:
        """The nodes of a search relative to another's, over the same games."""
        return ratio_of_sums(self.totals(search), self.totals(base))

    def by_pieces(self, search: Search) -> dict[int, float]:
        """The average nodes of a search by the first number of pieces of each group."""
        groups: dict[int, list[int]] = {}
        for pieces, nodes in zip(self.pieces[search.evaluation], self.nodes[search], strict=True):
            for piece, node in zip(pieces, nodes, strict=True):
                groups.setdefault(piece // GROUP * GROUP, []).append(node)
        return {first: mean(group) for first, group in sorted(groups.items())}

    def fewer_groups(self, search: Search, other: Search) -> tuple[int, int]:
        """In how many groups of pieces a search takes fewer nodes than another, of how many there are."""
        one, two = self.by_pieces(search), self.by_pieces(other)
        return sum(one[pieces] < two[pieces] for pieces in one), len(one)


# -- The page.


def report(plan: Plan, finished: Sequence[Finished], page: Page) -> None:
    """The figure, what a table saves, and what agrees."""
    counted = Counted.of(plan, finished)
    page.section("Nodes by number of pieces")
    _figure_section(plan, counted, page)
    page.section("What a table saves")
    _saving_section(plan, counted, page)
    page.section("Nodes: what agrees")
    page.claims([*_saving_claims(plan, counted), *_figure_claims(counted)])


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
    page.chart("pieces", _chart(counted), "Nodes of a search by pieces on the board")
    rows: list[list[Cell]] = [
        [each.evaluation, each.name, each.equipment, pieces, nodes]
        for each in counted.nodes
        for pieces, nodes in counted.by_pieces(each).items()
    ]
    page.data("pieces", ("evaluation", "search", "equipment", f"pieces_from_of_{GROUP}", "nodes"), rows)


def _chart(counted: Counted) -> Figure:
    """A panel for each evaluation, a line for each search."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 4.6), layout="constrained")
    panels = figure.subplots(1, 2, sharey=True)
    for panel, evaluation in zip(panels, (GREEDY, SMART), strict=True):
        for each in (search for search in counted.nodes if search.evaluation == evaluation):
            found = counted.by_pieces(each)
            style = STYLES[each.equipment]
            panel.plot(list(found), list(found.values()), style, color=COLOURS[each.name], label=each.title)
        panel.set_yscale("log")
        panel.set_title(evaluation)
        panel.set_xlabel("pieces on the board")
        panel.grid(alpha=0.3)
        panel.legend(fontsize="x-small")
    panels[0].set_ylabel("nodes of a search")
    return figure


def _saving_section(plan: Plan, counted: Counted, page: Page) -> None:
    page.say(
        "Nodes of whole games, relative to the same search without a table; in brackets the bounds of 95 % of the "
        f"draws when the {plan['games']} games are drawn again. The source tells what its table saves before it comes "
        "to the order of moves, so alpha-beta with a table alone is nearest to it."
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
    nodes = [f"{mean(counted.totals(each)):,.0f}" for each in (alone, search)]
    return [search.evaluation, search.title, *nodes, _saved(counted.ratio(search, alone))]


def _saved(ratio: Ratio) -> str:
    """What a ratio saves, as people read it; a search that takes more saves less than nothing."""
    return f"{1 - ratio.value:.1%} ({1 - ratio.high:.1%} to {1 - ratio.low:.1%})"


def _saving_figures(search: Search, counted: Counted) -> list[Cell]:
    alone = search.equipped("alone")
    ratio = counted.ratio(search, alone)
    sums = [sum(counted.totals(each)) for each in (alone, search)]
    names = [search.evaluation, search.name, search.equipment]
    return [*names, len(counted.totals(search)), *sums, ratio.value, ratio.low, ratio.high]


# -- What agrees.


def _saving_claims(plan: Plan, counted: Counted) -> Iterator[Claim]:
    """By the games of both evaluations together, as the source averages them."""
    tables = [Search("alphabeta", "table", evaluation) for evaluation in (GREEDY, SMART)]
    each = "; ".join(
        f"{search.evaluation} {_saved(counted.ratio(search, search.equipped('alone')))}" for search in tables
    )
    together = ratio_of_sums(
        [nodes for search in tables for nodes in counted.totals(search)],
        [nodes for search in tables for nodes in counted.totals(search.equipped("alone"))],
    )
    published = plan.published["saving"]
    agrees = 1 - together.high <= published <= 1 - together.low
    why = (
        "What a table saves depends on the evaluation, as the two show; the source tells neither its games nor the "
        "weights of its smart evaluation."
    )
    yield Claim(
        f"A table saves {published:.0%} of the nodes of a game on average, by both evaluations, with alpha-beta",
        f"{_saved(together)}; {each}",
        agrees,
        "" if agrees else why,
    )


def _figure_claims(counted: Counted) -> Iterator[Claim]:
    """What the source says of its figure, which is about the greedy evaluation."""
    alone = {name: Search(name, "alone") for name in TITLES}
    ordered = {name: each.equipped("ordered") for name, each in alone.items()}
    yield _fewer_claim(counted, alone["negascout"], alone["alphabeta"])
    yield _fewer_claim(counted, ordered["negascout"], ordered["alphabeta"])
    for form in ("mtdf", "mtdf-from-0"):
        yield _fewer_claim(counted, ordered[form], ordered["negascout"])
    for name in TITLES:
        yield _improves_claim(counted, ordered[name], alone[name])
    yield _on_par_claim(counted, ordered["alphabeta"], ordered["negascout"])
    for form in ("mtdf", "mtdf-from-0"):
        yield _fewer_claim(counted, ordered[form], ordered["alphabeta"])


def _fewer_claim(counted: Counted, search: Search, other: Search) -> Claim:
    """That one search generally takes fewer nodes: in most groups of pieces."""
    fewer, groups = counted.fewer_groups(search, other)
    ratio = counted.ratio(search, other)
    agrees = 2 * fewer > groups
    return Claim(
        f"{search.title} generally takes fewer nodes than {other.title}",
        f"in {fewer} of {groups} groups of pieces; {_of_the_nodes(ratio)} over all",
        agrees,
        "" if agrees else _otherwise(ratio),
    )


def _of_the_nodes(ratio: Ratio) -> str:
    return f"{ratio.value:.1%} ({ratio.low:.1%} to {ratio.high:.1%}) of its nodes"


def _otherwise(ratio: Ratio) -> str:
    """What is sure where a search does not save what it should."""
    if ratio.low > 1:
        return "Over all games it surely takes more."
    if ratio.high < 1:
        return "It saves where the trees are large, and over all; but not in most groups."
    return "Over all games the difference is within what other games might give."


def _improves_claim(counted: Counted, search: Search, other: Search) -> Claim:
    ratio = counted.ratio(search, other)
    agrees = ratio.value < 1
    return Claim(
        f"Table and ordering improve {TITLES[search.name]}",
        _of_the_nodes(ratio),
        agrees,
        "" if agrees else _otherwise(ratio),
    )


def _on_par_claim(counted: Counted, search: Search, other: Search) -> Claim:
    ratio = counted.ratio(search, other)
    agrees = abs(ratio.value - 1) <= ON_PAR
    reaches = ratio.low <= 1 + ON_PAR and ratio.high >= 1 - ON_PAR
    why = f"On par would be within {ON_PAR:.0%}" + (", which the bounds still reach." if reaches else ".")
    return Claim(
        f"With both, {TITLES[search.name]} is about on par with {TITLES[other.name]}",
        _of_the_nodes(ratio),
        agrees,
        "" if agrees else why,
    )
