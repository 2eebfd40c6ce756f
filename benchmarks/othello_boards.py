"""How long exact scores of all moves take on the boards of Othello, 4x4 aside, which has too few cells to take any."""

from __future__ import annotations

import argparse
import random
from statistics import median

from othello_core import random_end, user_seconds

from gamegrove import Engine, Othello

BOARDS = ("6", "8", "10", "12", "96")


def run_boards(options: argparse.Namespace) -> int:
    """Solve random positions of these boards, each with an empty memory, and print what that took."""
    print(f"{'board':>5} {'positions':>9} {'median s':>9} {'worst s':>8} {'median nodes':>13} {'most nodes':>11}")
    is_solved = True
    for board in BOARDS:
        engine, start = Engine(f"othello:board={board}"), Othello(board=board)
        source = random.Random(options.seed)
        seconds, nodes = [], []
        for _ in range(options.positions):
            engine.forget()
            position = random_end(source, options.empties, start)
            begin = user_seconds()
            found = engine.analyse(position)
            seconds.append(user_seconds() - begin)
            nodes.append(found.nodes)
            is_solved = is_solved and all(move.exact for move in found.moves)
        print(
            f"{board:>5} {options.positions:9} {median(seconds):9.3f} {max(seconds):8.3f} "
            f"{median(nodes):13,.0f} {max(nodes):11,}",
            flush=True,
        )
    print(f"{'yes' if is_solved else 'NO '}  every score is exact")
    return 0 if is_solved else 1
