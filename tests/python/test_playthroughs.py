"""Whole games, written down to be read: every position of a game with its texts, moves and outcome.

After an intended change of the texts, write the files again with
`python tests/python/test_playthroughs.py` and read the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import gamegrove
from gamegrove import Position, Record
from paths import TESTS

FOLDER = TESTS / "playthroughs"

GAMES = {
    "othello": ("othello", "e6f4e3f6g5d6e7f5c5"),
    "othello-4-with-passes": ("othello:size=4", "a2a3a4c1d3c4d4d2b4"),
    "othello-96": ("othello:board=96", "d5d6c7e4d3b8"),
    "connect-four": ("connect-four", "44444256"),
    "connect-four-wide": ("connect-four:size=11x3,in-a-row=3", "11 1 10 2 9"),
    "pente-captures": ("pente:size=9,opening-box=1", "e5 f5 a1 g5 h5 a2 c3 a3 d4 a4 f6 a6 g7"),
    "keryo-captures": ("keryo-pente:size=9,opening-box=1", "e5 f5 a1 g5 a3 h5 j5"),
    "tic-tac-toe-draw": ("tic-tac-toe", "b2 a1 c3 a3 a2 c2 b3 b1 c1"),
    "tree": ("tree", "(A (B (E K3 L5) (F M4 N9)) (C (G O1 P2) H8))"),
}


def start_and_moves(spec: str, text: str) -> Record:
    if spec == "tree":
        return Record.read(gamegrove.position(spec, text), "B E L")
    return Record.read(gamegrove.position(spec), text)


def page(position: Position) -> str:
    outcome = position.outcome()
    lines = [
        str(position),
        f"line: {position.line}",
        f"key: {position.key()}",
        f"canonical: {position.canonical().line}",
        f"legal moves: {' '.join(map(str, position.legal_moves))}".rstrip(),
        f"outcome: {outcome}",
    ]
    return "\n".join(lines)


def playthrough(name: str) -> str:
    record = start_and_moves(*GAMES[name])
    pages = [f"game: {record.start.spec}\nplayers: {' and '.join(record.start.players)}"]
    for number, position in enumerate(record.positions()):
        title = f"after {record.moves[number - 1]}" if number else "start"
        pages.append(f"== {number}: {title}\n{page(position)}")
    return "\n\n".join(pages) + f"\n\nrecord: {record.text}\n"


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_played_as_it_was_written_down(name: str) -> None:
    assert playthrough(name) == file_of(name).read_text(encoding="utf-8")


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


if __name__ == "__main__":
    for name in GAMES:
        file_of(name).write_text(playthrough(name), encoding="utf-8")
