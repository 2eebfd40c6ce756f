"""How long moves take with a limit of 50 ms while other processes keep all processors busy.

    python benchmarks/moves_in_time.py [--moves 1000] [--time 0.05] [--player tt]

Prints the share of moves that came within 60 ms, the latest one, and how many were illegal; the exit code is 1 when a
target is missed. Ends by itself.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.synchronize import Event

import gamegrove
from gamegrove.players import Player, player

GAMES = ("othello", "connect-four", "othello:board=96", "pente-2003", "othello:size=12")


def keep_busy(stop: Event) -> None:
    """Uses all the time it can get."""
    while not stop.is_set():
        gamegrove.Othello().playouts(200)


@contextmanager
def busy_machine() -> Iterator[int]:
    """Processes that compete for every processor; gives their number."""
    count = len(os.sched_getaffinity(0))
    stop = multiprocessing.Event()
    others = [multiprocessing.Process(target=keep_busy, args=(stop,)) for _ in range(count)]
    for other in others:
        other.start()
    try:
        yield count
    finally:
        stop.set()
        for other in others:
            other.join()


def timed_moves(tested: Player, moves: int) -> tuple[list[float], int]:
    """How long each move took, in seconds, and how many moves were illegal."""
    source = random.Random(1)
    seconds: list[float] = []
    illegal = 0
    for game in itertools.cycle(GAMES):
        position = gamegrove.position(game)
        tested.begin(position, 0)
        while not position.is_over() and len(seconds) < moves:
            begin = time.monotonic()
            decision = tested.choose(position)
            seconds.append(time.monotonic() - begin)
            if decision.move not in position.legal_moves:
                illegal += 1
                break
            position = position.after(decision.move)
            if not position.is_over():
                position = position.after(source.choice(list(position.legal_moves)))
        if len(seconds) == moves:
            return seconds, illegal
    raise AssertionError  # a cycle does not end


def main() -> int:
    """Play, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--time", type=float, default=0.05)
    parser.add_argument("--player", default="tt")
    asked = parser.parse_args()
    tested = player(f"{asked.player}{',' if ':' in asked.player else ':'}time={asked.time}")
    with busy_machine() as count:
        print(f"{asked.moves} moves of {tested.name}, {count} other processes on {count} processors")
        seconds, illegal = timed_moves(tested, asked.moves)
    tested.close()
    late, too_late = asked.time + 0.010, asked.time + 0.050
    within = sum(each <= late for each in seconds) / len(seconds)
    print(f"median: {1000 * sorted(seconds)[len(seconds) // 2]:.1f} ms")
    checks = {
        f"within {1000 * late:.0f} ms: {100 * within:.1f} % (wanted: 99 %)": within >= 0.99,
        f"latest: {1000 * max(seconds):.1f} ms (wanted: at most {1000 * too_late:.0f} ms)": max(seconds) <= too_late,
        f"illegal: {illegal} (wanted: 0)": illegal == 0,
    }
    for text, holds in checks.items():
        print(f"{'yes' if holds else 'NO '}  {text}")
    return 0 if all(checks.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
