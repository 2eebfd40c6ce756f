"""Othello programs that speak the NBoard protocol, such as NTest, as opponents and as solvers."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from gamegrove import Othello

SYMBOLS = {"X": "*", "O": "O", ".": "-"}


class NBoardProgram:
    """A program that runs in a folder with its data, at one depth. Its one important method is move()."""

    def __init__(self, command: Sequence[str], depth: int, folder: str = ".") -> None:
        self.depth = depth
        self._process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self._pings = 0
        self._tell("nboard 2", "set contempt 0")
        self.forget()
        self._seconds_to_start = self._user_seconds()

    def forget(self) -> None:
        """Begin with an empty memory."""
        self._tell(f"set depth {self.depth}")
        self._wait_until_ready()

    def move(self, position: Othello, moves: Sequence[str] = ()) -> tuple[str, float | None]:
        """The move it plays after some moves from a position on, and its value if it says so."""
        self._tell(f"set game {_game(position, moves)}")
        self._wait_until_ready()
        self._tell("go")
        answer = next(line for line in self._lines() if line.startswith("==="))
        words = answer.removeprefix("===").strip().split("/")
        value = float(words[1] or 0) if len(words) > 1 else None  # it writes nothing for 0
        return words[0].lower().replace("pa", "pass"), value

    @property
    def user_seconds(self) -> float:
        """The CPU time it has taken since it was ready."""
        return self._user_seconds() - self._seconds_to_start

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()

    def _tell(self, *lines: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{line}\n" for line in lines))
        self._process.stdin.flush()

    def _lines(self) -> Iterator[str]:
        assert self._process.stdout is not None
        for line in self._process.stdout:  # noqa: UP028 - `yield from` would close the pipe with the generator
            yield line
        raise RuntimeError(f"the program has ended with exit code {self._process.wait()}")

    def _wait_until_ready(self) -> None:
        """Any line that comes during a search ends it, so this is asked before one."""
        self._pings += 1
        self._tell(f"ping {self._pings}")
        next(line for line in self._lines() if line.startswith(f"pong {self._pings}"))

    def _user_seconds(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) / os.sysconf("SC_CLK_TCK")


def _game(position: Othello, moves: Sequence[str]) -> str:
    """A game in the Generic Game Format."""
    cells = "".join(SYMBOLS[cell] for row in position.rows for cell in row)
    sides = "BW" if position.turn == 0 else "WB"
    played = "".join(
        f"{sides[number % 2]}[{'PA' if move == 'pass' else move.upper()}]" for number, move in enumerate(moves)
    )
    turn = "*" if position.turn == 0 else "O"
    return f"(;GM[Othello]PC[gamegrove]PB[a]PW[b]RE[?]TI[0]TY[8]BO[8 {cells} {turn}]{played};)"
