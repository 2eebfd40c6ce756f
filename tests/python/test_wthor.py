"""Games of the WTHOR collection: what a file says, what is wrong with it, and how a training divides the games."""

from __future__ import annotations

import os
import struct
from collections.abc import Sequence
from pathlib import Path

import pytest

from gamegrove import GamegroveError, Othello
from gamegrove.records.wthor import WthorGame, read_wthor, wthor_files
from gamegrove.training import recorded_games
from gamegrove.training.recorded_games import read_recorded_games

SHORT = "f5d6c3d3c4"
SHORTEST = "e6f4e3f6g5d6e7f5c5"
"""Black wins after nine moves: white has no disc left."""
COLLECTION = Path(os.environ.get("GAMEGROVE_WTHOR", "/nowhere"))


def codes(moves: str) -> bytes:
    """Moves as a file has them: ten times the row and the column."""
    cells = [moves[at : at + 2] for at in range(0, len(moves), 2)]
    return bytes(10 * int(cell[1]) + "abcdefgh".index(cell[0]) + 1 for cell in cells).ljust(60, b"\0")


def wthor_bytes(games: Sequence[str], *, year: int = 1984, size: int = 8, puzzle: int = 0) -> bytes:
    header = struct.pack("<BBBBIHHBBBB", 20, 26, 1, 1, len(games), 0, year, size, puzzle, 24, 0)
    records = [struct.pack("<HHHBB", 7, number, 99, 40, 42) + codes(moves) for number, moves in enumerate(games)]
    return header + b"".join(records)


def written(folder: Path, contents: bytes, name: str = "WTH_1984.wtb") -> Path:
    file = folder / name
    file.write_bytes(contents)
    return file


def test_a_file_is_read_field_by_field(tmp_path: Path) -> None:
    file = written(tmp_path, wthor_bytes([SHORT, SHORTEST]))
    first, second = read_wthor(file)
    assert first == WthorGame(1984, 1, 7, 0, 99, 40, 42, SHORT)
    assert (second.number, second.black, second.moves) == (2, 1, SHORTEST)


def test_a_size_of_0_means_8(tmp_path: Path) -> None:
    assert len(list(read_wthor(written(tmp_path, wthor_bytes([SHORT], size=0))))) == 1


def test_a_file_without_games_has_none(tmp_path: Path) -> None:
    assert list(read_wthor(written(tmp_path, wthor_bytes([])))) == []


def test_a_game_of_all_sixty_moves_is_read_whole(tmp_path: Path) -> None:
    position, moves = Othello(), ""
    while not position.is_over():
        move = position.legal_moves[0]
        moves += "" if position.must_pass() else move
        position = position.after(move)
    (game,) = read_wthor(written(tmp_path, wthor_bytes([moves])))
    assert Othello().play(game.moves) == position
    assert len(game.moves) > 100


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        (b"", "ends within the header, after 0 of 16 bytes"),
        (wthor_bytes([SHORT])[:15], "ends within the header, after 15 of 16 bytes"),
        (wthor_bytes([SHORT, SHORT])[:-1], "ends within game 2 of 2, at byte 151"),
        (wthor_bytes([SHORT, SHORT])[:16], "ends within game 1 of 2, at byte 16"),
        (wthor_bytes([SHORT]) + b"x", "1 bytes follow the last of its 1 games, at byte 84"),
        (wthor_bytes([SHORT], size=10), "a board of 10x10; only 8x8 is read"),
        (wthor_bytes([SHORT], puzzle=1), "holds puzzles, not games"),
    ],
    ids=["empty", "header", "short", "no games", "long", "size", "puzzles"],
)
def test_a_file_that_is_not_whole_is_refused_before_its_games_are_read(
    tmp_path: Path, contents: bytes, message: str
) -> None:
    with pytest.raises(GamegroveError, match=message) as refused:
        read_wthor(written(tmp_path, contents))
    assert "WTH_1984.wtb" in str(refused.value)


@pytest.mark.parametrize("code", [9, 10, 19, 90, 99, 255, 0])
def test_a_move_that_is_no_cell_is_told_with_its_place(tmp_path: Path, code: int) -> None:
    contents = bytearray(wthor_bytes([SHORT, SHORT]))
    contents[16 + 68 + 8 + 2] = code
    games = read_wthor(written(tmp_path, bytes(contents)))
    assert next(games).moves == SHORT
    with pytest.raises(GamegroveError, match=rf"WTH_1984.wtb.*move 3 of game 2 is {code}, .* at byte 94"):
        next(games)


def test_the_files_of_a_folder_come_by_name(tmp_path: Path) -> None:
    for name in ("WTH_2001.wtb", "WTH_1977.WTB", "WTHOR.JOU"):
        written(tmp_path, wthor_bytes([]), name)
    assert [file.name for file in wthor_files(tmp_path)] == ["WTH_1977.WTB", "WTH_2001.wtb"]


def test_a_folder_without_files_is_told(tmp_path: Path) -> None:
    with pytest.raises(GamegroveError, match=r"has no files that end in \.wtb"):
        wthor_files(tmp_path)
    with pytest.raises(GamegroveError, match="there is no folder"):
        wthor_files(tmp_path / "nowhere")


# -- For a training


def test_games_that_are_kept_for_the_test_lend_no_opening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded_games, "HELD_OUT", 3)
    written(tmp_path, wthor_bytes([SHORT, "f5f6", SHORTEST, SHORT]))
    games = read_recorded_games(tmp_path)
    assert games.held_out == [SHORTEST]
    assert [len(cells) for cells in games.openings] == [5, 2]
    assert games.openings[1] == [8 * 4 + 5, 8 * 5 + 5]
    assert [position.stones for position in games.held_out_positions(10)] == list(range(4, 13))


def test_an_illegal_game_is_told_with_its_place(tmp_path: Path) -> None:
    written(tmp_path, wthor_bytes([SHORT, "f5a1"]))
    with pytest.raises(GamegroveError, match=r"WTH_1984\.wtb, game 2: .*a1 is not legal"):
        read_recorded_games(tmp_path)


@pytest.mark.skipif(not COLLECTION.is_dir(), reason="GAMEGROVE_WTHOR names no folder with the collection")
def test_the_games_of_the_collection_are_legal_and_end_as_it_says() -> None:
    start = Othello(empties_to_winner=True)
    for file in wthor_files(COLLECTION):
        for game in read_wthor(file):
            position = start.play(game.moves)
            if position.is_over():
                black = position.final_value() * (1 if position.turn == 0 else -1)
                assert 32 + black // 2 == game.black_score, (file, game.number)
