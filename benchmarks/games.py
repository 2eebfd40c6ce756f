"""Measures how fast gamegrove plays, in one thread and called from Python, next to OpenSpiel.

Run it with `python benchmarks/games.py [--json] [--rounds 5] [--only playouts]`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import openspiel
import same_game
from report import Section, median_ratio, print_section
from rich.console import Console
from rich.progress import Progress
from timing import Counts, Runner, Timed, take_turns

import gamegrove
from gamegrove import Position, Tally, _native

OURS = "gamegrove"
PEER_PYTHON = "OpenSpiel, Python loop"
PEER_CPP = "OpenSpiel, C++ rollouts"
PEER_STATES = "OpenSpiel, Python states"

TIMES_PYTHON = 50
TIMES_CPP = 10
LEAVES_PER_SECOND = 100e6

BOARDS = {
    "othello:size=4": 400_000,
    "othello:size=6": 150_000,
    "othello": 100_000,
    "othello:size=10": 25_000,
    "othello:size=12": 12_000,
    "othello:board=96": 25_000,
    "connect-four": 500_000,
    "connect-four:size=9x7,in-a-row=5": 80_000,
    "gomoku": 20_000,
    "pente": 10_000,
    "keryo-pente": 10_000,
    "tic-tac-toe": 400_000,
}
"""All boards, each with a number of games that takes some tenths of a second."""

PEER_GAMES = {"othello": (600, 800), "connect-four": (8_000, 20_000)}
"""How many games OpenSpiel plays per round from Python and in C++."""

PERFT_DEPTH, PEER_PERFT_DEPTH = 11, 8
WALK_DEPTHS = {"othello": 7, "connect-four": 6}

Tick = Callable[[], None]


def counts_of(tally: Tally) -> Counts:
    """What random games amount to."""
    return {"games": tally.games, "plies": tally.plies}


def playouts_runner(board: str, games: int, seen: list[Tally]) -> Runner:
    """Random games of ours, in one call from Python; the tallies are put into `seen`."""
    position = gamegrove.position(board)

    def work(seed: int) -> Counts:
        seen.append(position.playouts(games, seed=seed))
        return counts_of(seen[-1])

    return Runner(OURS, work)


def peer_python_runner(game: str, games: int, seen: list[int]) -> Runner:
    """Random games of OpenSpiel, played by a loop in Python; their lengths are put into `seen`."""

    def work(seed: int) -> Counts:
        lengths = openspiel.random_lengths(game, games, seed)
        seen.extend(lengths)
        return {"games": games, "plies": sum(lengths)}

    return Runner(PEER_PYTHON, work)


def peer_cpp_runner(game: str, games: int, seen: list[float]) -> Runner:
    """Random games of OpenSpiel, played by its C++; their mean results are put into `seen`."""

    def work(seed: int) -> Counts:
        seen.append(openspiel.rollouts(game, games, seed))
        return {"games": games}

    return Runner(PEER_CPP, work)


def measure_playouts(rounds: int, tick: Tick) -> Section:
    """Random games, ours and OpenSpiel's."""
    section = Section("playouts", "Random games")
    for game in openspiel.NAMES:
        compare_playouts(section, game, rounds, tick)
    return section


def compare_playouts(section: Section, game: str, rounds: int, tick: Tick) -> None:
    """Random games of one game, with the checks that the peer plays the same game."""
    tallies: list[Tally] = []
    lengths: list[int] = []
    results: list[float] = []
    runners = [playouts_runner(game, BOARDS[game], tallies)]
    python_games, cpp_games = PEER_GAMES[game]
    if openspiel.version():
        runners.append(peer_python_runner(game, python_games, lengths))
        runners.append(peer_cpp_runner(game, cpp_games, results))
    timed = take_turns(runners, rounds, tick)
    section.add(game, timed)
    if not openspiel.version():
        return
    same_game.compare_rules(section, game, games=200)
    same_game.compare_lengths(section, game, tallies, lengths)
    same_game.compare_results(section, game, tallies, results, cpp_games)
    for peer, wanted in zip(timed[1:], (TIMES_PYTHON, TIMES_CPP), strict=True):
        ratio = median_ratio(timed[0], peer).median
        section.check(f"{game}: at least {wanted} times {peer.who}: {ratio:.0f}", ratio >= wanted)


def measure_perft(rounds: int, tick: Tick) -> Section:
    """Leaves of the tree of moves of 8x8 Othello; the last ply is counted, not made."""
    title = f"Othello 8x8: perft({PERFT_DEPTH}), and OpenSpiel's perft({PEER_PERFT_DEPTH}) for reference"
    section = Section("perft", title)
    start = gamegrove.Othello()
    runners = [Runner(OURS, lambda _: {"leaves": start.perft(PERFT_DEPTH)})]
    if openspiel.version():
        state = openspiel.start("othello")
        runners.append(Runner(PEER_STATES, lambda _: {"leaves": openspiel.perft(state, PEER_PERFT_DEPTH)}))
    timed = take_turns(runners, rounds, tick)
    section.add("othello", timed)
    for peer in timed[1:]:
        ours, theirs = start.perft(PEER_PERFT_DEPTH), peer.counts[0]["leaves"]
        section.check(f"perft({PEER_PERFT_DEPTH}) is {ours:,}, OpenSpiel's {theirs:,}", ours == theirs)
    speed = timed[0].rate("leaves")
    text = f"at least {LEAVES_PER_SECOND / 1e6:.0f} million leaves/s: {speed / 1e6:.0f} million"
    section.check(text, speed >= LEAVES_PER_SECOND)
    return section


def walk(position: Position, depth: int) -> int:
    """The positions of the tree of moves, visited as a textbook would do it in Python."""
    if depth == 0:
        return 1
    return 1 + sum(walk(position.after(move), depth - 1) for move in position.legal_moves)


def measure_walks(rounds: int, tick: Tick) -> Section:
    """A tree walk written in Python: what it costs to cross into the core for every move."""
    section = Section("walk", "Tree walk written in Python, position by position")
    for game, depth in WALK_DEPTHS.items():
        compare_walks(section, game, depth, rounds, tick)
    return section


def compare_walks(section: Section, game: str, depth: int, rounds: int, tick: Tick) -> None:
    """The tree walk in one game."""
    position = gamegrove.position(game)
    runners = [Runner(OURS, lambda _: {"positions": walk(position, depth)})]
    if openspiel.version():
        state = openspiel.start(game)
        runners.append(Runner(PEER_STATES, lambda _: {"positions": openspiel.walk(state, depth)}))
    timed = take_turns(runners, rounds, tick)
    section.add(f"{game}, {depth} plies", timed)
    for peer in timed[1:]:
        ours, theirs = timed[0].counts[0]["positions"], peer.counts[0]["positions"]
        section.check(f"{game}: {ours:,} positions, OpenSpiel's {theirs:,}", ours == theirs)


def measure_boards(rounds: int, tick: Tick) -> Section:
    """Random games on all of our boards."""
    section = Section("boards", "Random games on all boards")
    for board, games in BOARDS.items():
        section.add(board, take_turns([playouts_runner(board, games, [])], rounds, tick))
    return section


def measure_levels(rounds: int, tick: Tick) -> Section:
    """Random games with every compiled copy of the core that this processor can run, best first."""
    levels = _native.usable_levels()[::-1]
    section = Section("levels", "Random games by the instruction set of the core")
    contests = {board: [Timed(level) for level in levels] for board in BOARDS}
    for number in range(1, rounds + 1):
        for index, level in enumerate(levels):
            for board, (counts, seconds) in playouts_of_level(level, number).items():
                contests[board][index].add(counts, seconds)
            tick()
    for board, contest in contests.items():
        section.add(board, contest)
    same = all(timed.counts == contest[0].counts for contest in contests.values() for timed in contest)
    section.check("the same seeds give games of the same length with every core", same)
    section.notes += missing_levels()
    return section


def playouts_of_level(level: str, seed: int) -> Mapping[str, tuple[Counts, float]]:
    """One round on all boards in a process of its own, because a process can load only one core."""
    script = Path(__file__).with_name("playouts_once.py")
    command = [sys.executable, str(script), json.dumps(list(BOARDS.items())), str(seed)]
    environment = {**os.environ, "GAMEGROVE_CPU": level}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"the games with GAMEGROVE_CPU={level} failed ({done.returncode}) {done.stderr}")
    results = json.loads(done.stdout)
    return {
        board: ({"games": result["games"], "plies": result["plies"]}, result["seconds"])
        for board, result in zip(BOARDS, results, strict=True)
    }


def missing_levels() -> list[str]:
    """Notes about the levels that could not be measured."""
    built, usable = _native.built_levels(), _native.usable_levels()
    reasons = {level: "not built" for level in _native.LEVELS if level not in built}
    reasons |= {level: "not for this processor" for level in built if level not in usable}
    return [f"skipped: {level}, {reason}" for level, reason in reasons.items()]


def _steps(name: str, rounds: int) -> int:
    sides = 2 if openspiel.version() else 1
    return {
        "playouts": len(openspiel.NAMES) * (2 * sides - 1) * (rounds + 1),
        "perft": sides * (rounds + 1),
        "walk": len(WALK_DEPTHS) * sides * (rounds + 1),
        "boards": len(BOARDS) * (rounds + 1),
        "levels": len(_native.usable_levels()) * rounds,
    }[name]


SECTIONS: dict[str, Callable[[int, Tick], Section]] = {
    "playouts": measure_playouts,
    "perft": measure_perft,
    "walk": measure_walks,
    "boards": measure_boards,
    "levels": measure_levels,
}


def measure(names: list[str], rounds: int) -> list[Section]:
    """Run benchmarks and show their progress on stderr, drawn between the measurements."""
    sections = []
    console = Console(stderr=True)
    hidden = not console.is_terminal
    with Progress(console=console, auto_refresh=False, transient=True, disable=hidden) as progress:
        for name in names:
            task = progress.add_task(name, total=_steps(name, rounds))

            def tick() -> None:
                progress.update(task, advance=1, refresh=True)  # noqa: B023 - used within this turn only

            sections.append(SECTIONS[name](rounds, tick))
    return sections


def machine() -> dict[str, str | int | None]:
    """What the figures were measured on."""
    return {
        "processor": processor(),
        "cpus": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "gamegrove": gamegrove.__version__,
        "core": str(_native.load_core().cpu_level),
        "open_spiel": openspiel.version(),
    }


def processor() -> str:
    """The processor's name, as far as the system tells it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def print_tables(sections: list[Section]) -> None:
    """Print everything for people."""
    console = Console(width=None if sys.stdout.isatty() else 140)
    about = ", ".join(f"{name} {value}" for name, value in machine().items() if value is not None)
    console.print(f"{about}\nCPU time of this process, medians of the rounds\n", highlight=False)
    for section in sections:
        print_section(section, console)


def print_json(sections: list[Section]) -> None:
    """Print everything for programs."""
    result = {"machine": machine(), "sections": [section.as_json() for section in sections]}
    json.dump(result, sys.stdout, indent=2)
    print()


def read_arguments() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description="Measures gamegrove next to OpenSpiel.")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured (5)")
    parser.add_argument("--only", action="append", choices=list(SECTIONS), help="leave out the others")
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error("--rounds must be 1 or more")
    return arguments


def main() -> int:
    """Measure, print, and say by the exit code whether all checks hold."""
    arguments = read_arguments()
    if openspiel.version() is None:
        print(f"OpenSpiel is missing, so nothing is compared: {openspiel.INSTALL}", file=sys.stderr)
    try:
        sections = measure(arguments.only or list(SECTIONS), arguments.rounds)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 2
    (print_json if arguments.json else print_tables)(sections)
    return 0 if all(check.holds for section in sections for check in section.checks) else 1


if __name__ == "__main__":
    sys.exit(main())
