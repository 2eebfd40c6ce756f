"""What single commands leave in the store."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import NO_TERMINAL, run
from gamegrove.game_log import GameLog
from gamegrove.store import Store


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store of the test's own."""
    place = tmp_path / "folder" / "store.db"
    monkeypatch.setitem(NO_TERMINAL, "GAMEGROVE_STORE", str(place))
    return place


def test_an_analysis_is_stored_and_can_be_run_again(place: Path) -> None:
    run("analyse", "othello", "f5", "--algorithm", "mtdf", "--depth", "5", "--evaluation", "score")
    with Store(place) as store:
        (stored,) = store.runs()
        found = store.sql("select algorithm, evaluation, depth, nodes, value from searches")
        (finished,) = stored.results().values()
    assert (stored.kind, stored.ended is not None) == ("analysis", True)
    again = finished.task.run()["searches"][0]
    assert found.rows == (("mtdf", "score", 5, again["nodes"], again["value"]),)


def test_a_game_that_is_played_to_its_end_is_stored(place: Path) -> None:
    run("play", "tic-tac-toe", "--first", "tt:depth=9", "--second", "random", "--seed", "1")
    with Store(place) as store:
        (stored,) = store.runs()
        (finished,) = stored.results().values()
    game = GameLog.read(finished.result["games"][0])
    assert (stored.kind, game.players) == ("play", ("tt:depth=9", "random"))
    assert game.replay()[-1].line == game.final
    assert "tt:depth=9 - random" in run("replay", "1")


def test_a_game_that_is_not_over_is_not_stored(place: Path) -> None:
    run("play", "tic-tac-toe", "--second", "random", typed="b2\nquit\n")
    with Store(place) as store:
        assert store.runs() == []


def test_an_answer_that_cannot_be_stored_is_still_given(place: Path) -> None:
    place.parent.write_text("a file where the folder should be")
    answer = run("analyse", "othello", "--depth", "3", "--algorithm", "tt")
    assert "depth 3" in answer
    assert "not stored: cannot open the store" in answer
