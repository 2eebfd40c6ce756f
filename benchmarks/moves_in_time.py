"""How long moves take with a limit of 50 ms while other processes keep all processors busy.

    python benchmarks/moves_in_time.py [--moves 1000] [--time 0.05] [--player tt]
    python benchmarks/moves_in_time.py --player engine --time 0.02 --games 1000

Prints the share of moves that came within 60 ms, the latest one, and how many were illegal. With `--games` the player
plays so many whole games of Othello against itself, on all boards in turn, and no move may be later than its limit.
Processes that only sleep and look at the clock note when a processor stood still, as those of virtual machines do now
and then: such moments of the processor that the player answers on, from when its answer is due, are told and taken
off, as no program can move there. For that they must come before all others, which only root may ask for: without it
nothing is taken off. The exit code is 1 when a target is missed. Ends by itself.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import random
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import median
from typing import Self

import gamegrove
from gamegrove import Position
from gamegrove.clocks import overhead_for
from gamegrove.players import Player, player

GAMES = ("othello", "connect-four", "othello:board=96", "pente-2003", "othello:size=12")
OTHELLO = tuple(f"othello:board={board}" for board in (8, 4, 6, 10, 12, 96))
OPENING_PLIES = 4
NAP, STANDSTILL = 0.001, 0.005
"""Who sleeps for so many seconds and wakes up so much later was not woken: its processor stood still."""
Span = tuple[float, float]
"""The begin and the end of something, by the clock of the machine."""
GAMES_A_LINE = 50
"""After so many games the slowest move so far is printed."""


def keep_busy(stop: Event) -> None:
    """Uses all the time it can get."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends it
    while not stop.is_set():
        gamegrove.Othello().playouts(200)


def note_standstills(processor: int, stop: Event, noted: Connection) -> None:
    """Tells at the end when it was not woken in time, though it comes before all others; nothing if it does not."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.sched_setaffinity(0, {processor})
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except PermissionError:
        noted.send(None)
        return
    spans: list[Span] = []
    while not stop.is_set():
        expected = time.monotonic() + NAP
        time.sleep(NAP)
        if (now := time.monotonic()) > expected + STANDSTILL:
            spans.append((expected, now))
    noted.send(spans)


class BusyMachine:
    """Processes that compete for every processor, and for each one that notes when the processor stands still."""

    def __init__(self) -> None:
        processors = os.sched_getaffinity(0)
        self.processors = len(processors)
        self.standstills: dict[int, list[Span]] = {}
        """When each processor did nothing for anybody; known at the end, and only to root."""
        self._stop = multiprocessing.Event()
        pipes = [multiprocessing.Pipe(duplex=False) for _ in processors]
        self._notes = {processor: notes for processor, (notes, _) in zip(processors, pipes, strict=True)}
        self._ends = [end for _, end in pipes]
        self._others = [
            *(multiprocessing.Process(target=keep_busy, args=(self._stop,)) for _ in processors),
            *(
                multiprocessing.Process(target=note_standstills, args=(processor, self._stop, noted))
                for processor, (_, noted) in zip(processors, pipes, strict=True)
            ),
        ]

    def __enter__(self) -> Self:
        for other in self._others:
            other.start()
        for end in self._ends:  # then one whose process has died is an error, and not waited for
            end.close()
        return self

    def __exit__(self, *error: object) -> None:
        self._stop.set()
        known = {processor: notes.recv() for processor, notes in self._notes.items()}
        self.standstills = {processor: spans for processor, spans in known.items() if spans is not None}
        for other in self._others:
            other.join()


@dataclass(frozen=True)
class Answer:
    """What one move took."""

    begin: float
    """When it was asked for."""
    end: float
    """When it came."""
    processor: int
    """Where it came."""
    cpu_seconds: float
    """How much of that time the player had a processor."""

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.end - self.begin

    def seconds_without(self, standstills: Sequence[Span], due: float) -> float:
        """The same, less the time in which its processor stood still when the answer was due, after some seconds.

        What comes before that delays no answer: searches end by the clock.
        """
        lost = (max(0.0, min(self.end, last) - max(self.begin + due, first)) for first, last in standstills)
        return self.seconds - sum(lost)


@dataclass
class Watch:
    """What the moves of a player took; it is asked for them by choose()."""

    tested: Player
    answers: list[Answer] = field(default_factory=list)
    """One for each move."""
    illegal: int = 0
    """How many moves were illegal."""

    @property
    def slowest(self) -> float:
        """How long the slowest move took."""
        return max(each.seconds for each in self.answers)

    def choose(self, position: Position) -> Position | None:
        """The position after the player's move, or None if the move is illegal."""
        begin, cpu_begin = time.monotonic(), time.process_time()
        move = self.tested.choose(position).move
        self.answers.append(Answer(begin, time.monotonic(), own_processor(), time.process_time() - cpu_begin))
        if move in position.legal_moves:
            return position.after(move)
        self.illegal += 1
        return None


def own_processor() -> int:
    """The processor that this process runs on."""
    return int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[36])


def play_moves(watch: Watch, moves: int) -> None:
    """So many moves, on some boards in turn, against random ones."""
    source = random.Random(1)
    for game in itertools.cycle(GAMES):
        position: Position | None = gamegrove.position(game)
        watch.tested.begin(gamegrove.position(game), 0)
        while position is not None and not position.is_over() and len(watch.answers) < moves:
            position = watch.choose(position)
            if position is not None and not position.is_over():
                position = position.after(source.choice(list(position.legal_moves)))
        if len(watch.answers) == moves:
            return


def play_games(watch: Watch, games: int) -> None:
    """So many whole games of Othello against itself, from a few random moves on."""
    source = random.Random(1)
    for number, game in enumerate(itertools.islice(itertools.cycle(OTHELLO), games)):
        if number and number % GAMES_A_LINE == 0:
            print(f"{number} games, the slowest move {1000 * watch.slowest:.1f} ms", flush=True)
        position: Position | None = opening(gamegrove.position(game), source)
        watch.tested.begin(gamegrove.position(game), 0)
        while position is not None and not position.is_over():
            position = watch.choose(position)


def opening(start: Position, source: random.Random) -> Position:
    """The position after a few random moves, so that no game is like another one."""
    position = start
    for _ in range(OPENING_PLIES):
        position = position.after(source.choice(list(position.legal_moves)))
    return position


def main() -> int:
    """Play, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--games", type=int, help="whole games of Othello against itself, instead of --moves")
    parser.add_argument("--time", type=float, default=0.05)
    parser.add_argument("--player", default="tt")
    asked = parser.parse_args()
    watch = Watch(player(f"{asked.player}{',' if ':' in asked.player else ':'}time={asked.time}"))
    with BusyMachine() as machine:
        what, count = f"{asked.games} games" if asked.games else f"{asked.moves} moves", machine.processors
        print(f"{what} of {watch.tested.name}, {count} other processes on {count} processors", flush=True)
        try:
            if asked.games:
                play_games(watch, asked.games)
            else:
                play_moves(watch, asked.moves)
        except KeyboardInterrupt:
            print("stopped")
    watch.tested.close()
    if not watch.answers:
        return 1
    usual, cpu = median(each.seconds for each in watch.answers), max(each.cpu_seconds for each in watch.answers)
    print(f"{len(watch.answers)} moves, median: {1000 * usual:.1f} ms, most CPU time: {1000 * cpu:.1f} ms")
    checks = in_games(watch, asked.time, machine.standstills) if asked.games else in_moves(watch, asked.time)
    checks[f"illegal: {watch.illegal} (wanted: 0)"] = watch.illegal == 0
    for text, holds in checks.items():
        print(f"{'yes' if holds else 'NO '}  {text}")
    return 0 if all(checks.values()) else 1


def in_moves(watch: Watch, limit: float) -> dict[str, bool]:
    """What is wanted of moves: a loaded machine may make some of them a little late."""
    late, too_late, latest = limit + 0.010, limit + 0.050, watch.slowest
    within = sum(each.seconds <= late for each in watch.answers) / len(watch.answers)
    return {
        f"within {1000 * late:.0f} ms: {100 * within:.1f} % (wanted: 99 %)": within >= 0.99,
        f"latest: {1000 * latest:.1f} ms (wanted: at most {1000 * too_late:.0f} ms)": latest <= too_late,
    }


def in_games(watch: Watch, limit: float, standstills: Mapping[int, Sequence[Span]]) -> dict[str, bool]:
    """What is wanted of whole games: never over the limit, but for the time in which the processor stood still."""
    by_the_clock = sum(each.seconds > limit for each in watch.answers)
    lasted = [end - begin for spans in standstills.values() for begin, end in spans]
    noted = (
        f"a processor stood still {len(lasted)} times, for {1000 * max(lasted, default=0):.1f} ms at the longest"
        if standstills
        else "whether a processor stood still only root can see"
    )
    print(
        f"by the clock {by_the_clock} moves were over {1000 * limit:.0f} ms, the latest took "
        f"{1000 * watch.slowest:.1f} ms; {noted}"
    )
    due = limit - overhead_for(limit)
    own = [each.seconds_without(standstills.get(each.processor, ()), due) for each in watch.answers]
    late = sum(each > limit for each in own)
    return {
        f"over the limit of {1000 * limit:.0f} ms without that: {late} (wanted: 0), the latest took "
        f"{1000 * max(own):.1f} ms": late == 0
    }


if __name__ == "__main__":
    sys.exit(main())
