"""Plays random games on several boards and prints the CPU seconds; run by games.py once per CPU level.

The arguments are a JSON list of boards and numbers of games, and a seed.
"""

from __future__ import annotations

import json
import sys
import time

import gamegrove


def main(work: str, seed: str) -> None:
    """Play the games and print what was done as JSON."""
    results = []
    for board, games in json.loads(work):
        position = gamegrove.position(board)
        position.playouts(games // 10, seed=0)
        start = time.process_time()
        tally = position.playouts(games, seed=int(seed))
        seconds = time.process_time() - start
        results.append({"games": tally.games, "plies": tally.plies, "seconds": seconds})
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
