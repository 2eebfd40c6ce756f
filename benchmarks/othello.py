"""How fast Othello endgames are solved and how well the engine plays, beside a program that speaks NBoard.

    python benchmarks/othello.py ffo [--first 40] [--last 49] [--threads 2] [--ntest PROGRAM --folder FOLDER]
    python benchmarks/othello.py threads [--last 47] [--threads 2] [--rounds 3]
    python benchmarks/othello.py match --ntest PROGRAM [--folder FOLDER] [--depth 14] [--openings 200] [--jobs 2]
                                       [--keep FILE]
    python benchmarks/othello.py scores [--positions 2000] [--long 200] [--others 100] [--jobs 2]
    python benchmarks/othello.py paths [--positions 100000]
    python benchmarks/othello.py boards [--positions 100] [--empties 14]
    python benchmarks/othello.py presets [--player engine:time=0.1] [--preset-time 0.1] [--games 20] [--jobs 2]

`ffo` solves the endgames #40 to #59 of the FFO suite exactly, each with an empty memory, and prints nodes and user time
for each; with `--ntest` (the program; `--folder` is where its weights are) NTest solves each right after us, and the
last column is the ratio of the times, ours over theirs, of which that of all together has a target. `threads` solves
them with one thread and with several. `match` plays pairs of games from random openings of eight plies with the colours
swapped, at equal user time for a move: NTest searches to a fixed depth and we a number of nodes that is set anew before
every pair; what is in the file of `--keep` is not played again. `scores` compares exact scores with plain minimax (1 to
12 empty cells) and with the laboratory's alpha-beta with a table (14 to 18, and 12 to 16 on the other boards). `paths`
solves the same endgames with every compiled copy of the core and compares scores and nodes. `boards` scores all moves
of random positions on every board but 4x4, which has no more than twelve empty cells. `presets` plays against the
programs of reports.

The exit code is 1 when a score is wrong or a target is missed. All end by themselves; Ctrl-C stops them at any time.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from othello_boards import run_boards
from othello_ffo import run_ffo, run_threads
from othello_match import run_match
from othello_paths import run_paths
from othello_presets import run_presets
from othello_scores import run_scores

RUNS = {
    "ffo": run_ffo,
    "threads": run_threads,
    "match": run_match,
    "scores": run_scores,
    "paths": run_paths,
    "boards": run_boards,
    "presets": run_presets,
}


def arguments() -> argparse.Namespace:
    """What was typed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    made = {name: parts.add_parser(name) for name in RUNS}
    for name, run in RUNS.items():
        made[name].set_defaults(run=run)
        made[name].add_argument("--seed", type=int, default=1)
    for name, last, threads in (("ffo", 49, 1), ("threads", 47, 2)):
        made[name].add_argument("--first", type=int, default=40)
        made[name].add_argument("--last", type=int, default=last)
        made[name].add_argument("--threads", type=int, default=threads)
        made[name].add_argument("--table-mib", type=int, default=256)
    for name in ("ffo", "match"):
        made[name].add_argument("--ntest", type=_program, required=name == "match")
        made[name].add_argument("--folder", default=".", help="where its weights are")
    for name in ("match", "scores", "presets"):
        made[name].add_argument("--jobs", type=int, default=1, help="how many processes")
    _add_match(made["match"])
    made["threads"].add_argument("--rounds", type=int, default=3)
    made["scores"].add_argument("--positions", type=int, default=2000)
    made["scores"].add_argument("--long", type=int, default=200)
    made["scores"].add_argument("--others", type=int, default=100)
    made["paths"].add_argument("--positions", type=int, default=100_000)
    made["boards"].add_argument("--positions", type=int, default=100)
    made["boards"].add_argument("--empties", type=int, default=14)
    _add_presets(made["presets"])
    return parser.parse_args()


def _add_match(part: argparse.ArgumentParser) -> None:
    part.add_argument("--depth", type=int, default=14, help="how deep NTest searches")
    part.add_argument("--nodes", type=int, default=500_000, help="how many we search for a move in the first pair")
    part.add_argument("--openings", type=int, default=200)
    part.add_argument("--threads", type=int, default=1)
    part.add_argument("--table-mib", type=int, default=64)
    part.add_argument("--keep", type=Path, help="a file that games are added to; what is there is not played again")


def _add_presets(part: argparse.ArgumentParser) -> None:
    part.add_argument("--player", default="engine:time=0.1")
    part.add_argument("--preset-time", type=float, default=0.1, help="seconds for a move of those that can be told")
    part.add_argument("--games", type=int, default=20)
    part.add_argument("--only", action="append", help="this player; may be repeated")


def _program(text: str) -> str:
    found = shutil.which(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"there is no program {text}")
    return str(Path(found).absolute())  # it runs in another folder


def main() -> int:
    """Run one of the parts."""
    options = arguments()
    try:
        return int(options.run(options))
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
