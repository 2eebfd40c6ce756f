"""A game written in Python: Nim, in which one takes any number of matches from one heap, and who takes the last wins.

Run it to let gamegrove count its tree and play it, or load it into the command:

    python examples/nim.py
    gamegrove --load examples/nim.py play nim
"""

from __future__ import annotations

from dataclasses import dataclass

import gamegrove


@dataclass(frozen=True)
class Take:
    """One move: so many matches from one heap."""

    heap: int
    count: int

    def __str__(self) -> str:
        return f"{'abc'[self.heap]}{self.count}"


@dataclass(frozen=True)
class Nim(gamegrove.PythonPosition[Take]):
    """A position of Nim: the heaps, and how many moves have been made."""

    heaps: tuple[int, ...] = (1, 2, 3)
    ply: int = 0

    def moves(self) -> list[Take]:
        """From every heap any number of matches."""
        return [Take(heap, count) for heap, size in enumerate(self.heaps) for count in range(1, size + 1)]

    def after(self, move: Take, /) -> Nim:
        """The heap becomes smaller."""
        left = tuple(size - move.count * (heap == move.heap) for heap, size in enumerate(self.heaps))
        return Nim(left, self.ply + 1)

    def final_value(self) -> int:
        """Nothing is left, so the other player took the last match."""
        return -1

    def key(self) -> tuple[int, ...]:
        """The order of the heaps does not matter."""
        return tuple(sorted(self.heaps))

    @property
    def turn(self) -> int:
        """The players alternate."""
        return self.ply % 2

    def __str__(self) -> str:
        return "\n".join(f"{name} {'|' * size}" for name, size in zip("abc", self.heaps, strict=True))


def nim(text: str = "") -> Nim:
    """A game of Nim from a record of moves such as `c3 b1`."""
    return Nim().play(text)


gamegrove.register(gamegrove.GameEntry("nim", "Nim with heaps of 1, 2 and 3", nim))

if __name__ == "__main__":
    start = Nim()
    print(start)
    print("moves:", *start.legal_moves)
    print("leaves of the whole tree:", start.perft(6))
    print("100 random games:", start.playouts(100, seed=1))
