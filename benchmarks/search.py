"""Measures plain alpha-beta, in one thread and called from Python, next to OpenSpiel and easyAI.

Run it with `python benchmarks/search.py [--json] [--rounds 5] [--only columns]`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import easyai_search
import openspiel_search
from games import OURS, Tick, print_json, print_tables
from peers import MissingError, Peer
from report import Section, median_ratio
from rich.console import Console
from rich.progress import Progress
from timing import Runner, take_turns

import gamegrove

T = TypeVar("T")


@dataclass(frozen=True)
class Contest:
    """A game and an evaluation that everybody searches with."""

    game: str
    evaluation: str
    depth: int
    """Of our search, and of OpenSpiel's in C++."""
    repeats: int
    """How often we search in a round, to have something to measure."""
    depth_openspiel: int
    """Of OpenSpiel's search in Python."""
    depth_easyai: int
    nodes_per_second: float
    """What we want to reach."""

    @property
    def name(self) -> str:
        """For the tables."""
        return f"{self.game}, {self.evaluation}"

    def ours(self, depth: int, wins: str) -> gamegrove.Report:
        """Our search: no memory and no ordering, which is the default of alphabeta."""
        position = gamegrove.position(self.game)
        return gamegrove.search(position, "alphabeta", depth=depth, evaluation=self.evaluation, wins=wins)


CONTESTS = (
    Contest("connect-four", "columns", 9, 12, 7, 5, 70e6),
    Contest("connect-four", "zero", 11, 12, 9, 6, 70e6),
    Contest("othello", "squares", 9, 150, 8, 6, 12e6),
)

NOTES = (
    "nodes: every call of the search, root and leaves included. easyAI's and OpenSpiel's in Python are counted in a "
    "round of their own; OpenSpiel's C++ cannot be made to count, but evaluates as many positions at the horizon "
    "as we do",
    "OpenSpiel, C++: AlphaBetaSearch() as compiled in the wheel, which its Python module does not export",
)


class Contestants:
    """Those who take part."""

    def __init__(self) -> None:
        """Find out who can."""
        self.notes: list[str] = []
        self.compiled = self._try(openspiel_search.CompiledSearch)

    def peers(self, contest: Contest) -> list[Peer]:
        """The peers that can be had."""
        game, evaluation = contest.game, contest.evaluation
        found = [self.compiled.peer(game, evaluation, contest.depth)] if self.compiled else []
        others = (
            self._try(lambda: openspiel_search.python_peer(game, evaluation, contest.depth_openspiel)),
            self._try(lambda: easyai_search.peer(game, evaluation, contest.depth_easyai)),
        )
        return [*found, *(peer for peer in others if peer)]

    def _try(self, make: Callable[[], T]) -> T | None:
        try:
            return make()
        except MissingError as reason:
            self.notes += [f"not measured: {reason}"] * (str(reason) not in " ".join(self.notes))
            return None


def measure(contest: Contest, peers: list[Peer], rounds: int, tick: Tick) -> Section:
    """One contest: first whether all search the same tree, then how fast."""
    section = Section(contest.evaluation, f"Plain alpha-beta, {contest.name}")
    nodes = [compare(section, contest, peer) for peer in peers]
    runners = [our_runner(contest), *(peer_runner(peer, count) for peer, count in zip(peers, nodes, strict=True))]
    timed = take_turns(runners, rounds, tick)
    section.add(contest.name, timed)
    million = contest.nodes_per_second / 1e6
    speed = timed[0].rate("nodes") / 1e6
    section.check(f"{contest.name}: at least {million:.0f} million nodes/s: {speed:.1f} million", speed >= million)
    for peer, result in zip(peers, timed[1:], strict=True):
        if peer.times is not None:
            ratio = median_ratio(timed[0], result).median
            text = f"{contest.name}: at least {peer.times:,.0f} times {peer.who}: {ratio:,.1f}"
            section.check(text, ratio >= peer.times)
    return section


def compare(section: Section, contest: Contest, peer: Peer) -> int:
    """Check that a peer finds the same on the same tree; the number of its nodes."""
    ours, theirs = contest.ours(peer.depth, peer.wins), peer.examine()
    nodes = ours.nodes if theirs.nodes is None else theirs.nodes
    here = (ours.value, ours.move, ours.nodes, ours.counters.estimates)
    there = (theirs.value, theirs.move, nodes, theirs.estimates)
    text = "value {:g}, move {}, {:,} nodes, {:,} of them evaluated at the horizon"
    difference = "" if here == there else f"; we: {text.format(*here)}"
    section.check(f"{peer.who} at depth {peer.depth}: {text.format(*there)}{difference}", here == there)
    return nodes


def our_runner(contest: Contest) -> Runner:
    """Our search, some times in a row."""

    def work(_: int) -> dict[str, int]:
        return {"nodes": sum(contest.ours(contest.depth, openspiel_search.WINS).nodes for _ in range(contest.repeats))}

    return Runner(f"{OURS}, depth {contest.depth}", work)


def peer_runner(peer: Peer, nodes: int) -> Runner:
    """A peer's search, once."""

    def work(_: int) -> dict[str, int]:
        peer.search()
        return {"nodes": nodes}

    return Runner(f"{peer.who}, depth {peer.depth}", work)


def measure_all(contests: list[Contest], rounds: int) -> list[Section]:
    """Run the contests and show the progress on stderr, drawn between the measurements."""
    console = Console(stderr=True)
    if console.is_terminal:
        console.print("compiling OpenSpiel's C++: half a minute")
    everybody = Contestants()
    sections = []
    with Progress(console=console, auto_refresh=False, transient=True, disable=not console.is_terminal) as progress:
        for contest in contests:
            peers = everybody.peers(contest)
            task = progress.add_task(contest.name, total=(len(peers) + 1) * (rounds + 1))

            def tick() -> None:
                progress.update(task, advance=1, refresh=True)  # noqa: B023 - used within this turn only

            sections.append(measure(contest, peers, rounds, tick))
    sections[-1].notes += [*NOTES, *everybody.notes]
    if easyai_search.version():
        sections[-1].notes.append(f"easyAI {easyai_search.version()}")
    return sections


def read_arguments() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description="Measures gamegrove's alpha-beta next to OpenSpiel's and easyAI's.")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured (5)")
    names = [contest.evaluation for contest in CONTESTS]
    parser.add_argument("--only", action="append", choices=names, help="leave out the other evaluations")
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error("--rounds must be 1 or more")
    return arguments


def main() -> int:
    """Measure, print, and say by the exit code whether all checks hold."""
    arguments = read_arguments()
    contests = [contest for contest in CONTESTS if not arguments.only or contest.evaluation in arguments.only]
    try:
        sections = measure_all(contests, arguments.rounds)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    (print_json if arguments.json else print_tables)(sections)
    return 0 if all(check.holds for section in sections for check in section.checks) else 1


if __name__ == "__main__":
    sys.exit(main())
