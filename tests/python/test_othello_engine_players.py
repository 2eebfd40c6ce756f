"""The players `engine` and `perfect` in Othello: legal, in time, exact in the end, and thinking in the other's time."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import gamegrove
from gamegrove import Clock, ConnectFour, Decision, Engine, GamegroveError, Othello
from gamegrove.cli.adviser import Adviser
from gamegrove.clocks import NO_CLOCK
from gamegrove.engines import Analysis, Choice
from gamegrove.engines.othello_weights import OthelloWeights, packaged_weights, write_weights
from gamegrove.levels import LEVEL_SECONDS
from gamegrove.match import Match, play_game
from gamegrove.players import EnginePlayer, player
from gamegrove.players.engine import decision_for
from gamegrove.players.pondering import Pondering, expected_position
from othello_ends import LATE, played
from strategies import OTHELLO_BOARDS

SMALL = "othello:size=4"


@pytest.mark.parametrize(
    "text", ["engine:level=1,table_mib=1", "engine:time=0.01,table_mib=1", "perfect:time=0.01,table_mib=1"]
)
@pytest.mark.parametrize("board", OTHELLO_BOARDS)
def test_they_play_whole_legal_games(text: str, board: str) -> None:
    start = played(Othello(board=board), 14, seed=1)
    mine, other = player(text, seed=1), player("random", seed=1)
    for seats in ((mine, other), (other, mine)):
        assert play_game(start, seats).result.forfeit is None


def test_perfect_play_of_both_sides_comes_to_the_value_of_the_board() -> None:
    log = play_game(gamegrove.position(SMALL), (player("perfect:table_mib=1"), player("perfect:table_mib=1")))
    assert (log.result.winner, log.result.margin) == (1, 8)


def test_a_decision_tells_the_score_of_an_end_that_is_solved() -> None:
    for name in ("engine", "perfect"):
        decision = player(f"{name}:table_mib=1").choose(Othello(LATE))
        assert (decision.move, decision.value, decision.value_text, decision.depth) == ("h1", 16, "wins by 16", 10)


def test_an_estimate_is_told_as_a_number_and_its_depth() -> None:
    board = played(Othello(), 20, seed=1)
    estimated = Choice("d3", None, "about +4 (depth 9, 87 %)", ("d3",), 10, 0.1, estimate=4, depth=9, confidence=87)
    assert decision_for(board, estimated) == Decision("d3", 4, None, 9, 10, ("d3",))
    likely = Choice("d3", None, "wins by 4, 95 % sure", ("d3",), 10, 0.1, estimate=4, depth=20, confidence=95)
    assert decision_for(board, likely).value_text == "wins by 4, 95 % sure"
    unknown = Choice("4", None, None, ("4",), 10, 0.1)
    assert decision_for(ConnectFour(), unknown) == Decision("4", None, None, None, 10, ("4",))


@pytest.mark.parametrize("clock", [Clock(move_seconds=0.03), Clock(game_seconds=0.5), Clock(game_seconds=0.0)])
@pytest.mark.parametrize("name", ["engine", "perfect", "engine:ponder=true"])
def test_they_answer_under_any_clock(name: str, clock: Clock) -> None:
    start = Othello(board="96")
    text = f"{name}{',' if ':' in name else ':'}table_mib=1"
    limited = player(text)
    assert limited.choose(start, clock).move in start.legal_moves
    limited.close()


def seconds_for(name: str, board: Othello, clock: Clock = NO_CLOCK) -> float | None:
    made = player(f"{name}:table_mib=1")
    assert isinstance(made, EnginePlayer)
    return made._seconds(Engine(board, table_mib=1), board, clock, time.monotonic())


def test_without_a_clock_perfect_play_takes_its_time_where_the_end_is_in_reach() -> None:
    assert seconds_for("perfect", Othello(LATE)) is None
    assert seconds_for("perfect", Othello()) == LEVEL_SECONDS
    assert seconds_for("engine", Othello(LATE)) == LEVEL_SECONDS


def test_a_move_that_may_solve_the_game_gets_more_of_the_clock() -> None:
    clock = Clock(game_seconds=60.0)
    late, early = played(Othello(), 24, seed=1), played(Othello(), 40, seed=1)
    late_seconds, early_seconds = (seconds_for("engine", board, clock) for board in (late, early))
    assert late_seconds == pytest.approx(3 * 60 / 12, rel=0.01)
    assert early_seconds == pytest.approx(60 / 20, rel=0.01)


def test_pondering_is_about_the_reply_that_is_expected() -> None:
    start = Othello()
    assert expected_position(start, Decision("f5", line=("f5", "d6"))) == Othello("f5d6")
    assert expected_position(start, Decision("f5", line=("f5",))) == Othello("f5")
    assert expected_position(start, Decision("f5", line=("f5", "a1"))) == Othello("f5")


def test_a_player_that_ponders_is_free_when_it_is_asked_or_closed() -> None:
    made = player("engine:time=0.02,ponder=true,table_mib=1")
    assert isinstance(made, EnginePlayer)
    board = Othello()
    for _ in range(3):
        decision = made.choose(board)
        search = made._pondering._search
        assert search is not None
        board = board.after(decision.move)
        board = board.after(board.legal_moves[0])
        made.begin(Othello(), 0)
        assert search.result.stopped == "stop"
    made.close()
    assert made._pondering._search is None


def test_nobody_ponders_over_an_ended_game() -> None:
    pondering = Pondering()
    last = played(Othello(size=4), 1, seed=2)
    pondering.begin(Engine(last, table_mib=1), last, Decision(last.legal_moves[0]))
    pondering.end()


def test_games_with_pondering_are_legal() -> None:
    seats = player("engine:time=0.01,ponder=true,table_mib=1"), player("perfect:time=0.01,ponder=true,table_mib=1")
    assert play_game(Othello(size=6), seats).result.forfeit is None
    for seat in seats:
        seat.close()


@pytest.mark.parametrize("limit", ["nodes=2000", "depth=5", "depth=6,nodes=100000"])
def test_games_under_a_limit_that_is_no_time_are_repeatable(limit: str) -> None:
    def moves() -> list[str]:
        seats = player(f"engine:table_mib=1,{limit}"), player(f"engine:table_mib=1,{limit}")
        log = play_game(played(Othello(), 24, seed=3), seats)
        return [f"{turn.move} {turn.nodes}" for turn in log.moves]

    assert moves() == moves()


def test_a_game_under_such_a_limit_knows_nothing_of_what_came_before() -> None:
    limited, fresh = (player("engine:table_mib=1,nodes=500") for _ in range(2))
    begin, board = Othello(), played(Othello(), 4, seed=3)
    limited.choose(begin)
    limited.begin(begin, 0)
    assert limited.choose(board).nodes == fresh.choose(board).nodes
    assert limited.choose(board).nodes != fresh.choose(begin).nodes, "within a game it does"


def test_a_depth_for_connect_four_is_refused_before_the_first_game() -> None:
    with pytest.raises(GamegroveError, match="Connect Four is solved and not estimated"):
        Match("engine:depth=5", "random", game="connect-four").check()


def test_a_limit_of_nodes_or_depth_is_that_of_every_move() -> None:
    start = Othello("f5d6c3")
    assert player("engine:table_mib=1,depth=5").choose(start).depth == 5
    assert 2900 < (player("engine:table_mib=1,nodes=3000").choose(start).nodes or 0) < 3100
    with pytest.raises(GamegroveError, match="depth must be from 1"):
        player("engine:depth=0")
    with pytest.raises(GamegroveError, match="nodes must be from 0"):
        player("engine:nodes=-1")


def test_a_lower_level_does_not_fill_a_memory_that_it_does_not_use(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes: list[int] = []
    analyse = Engine.analyse

    def noting(self: Engine, *position: object, **options: object) -> Analysis:
        found = analyse(self, *position, **options)  # type: ignore[arg-type]
        nodes.append(found.nodes)
        return found

    monkeypatch.setattr(Engine, "analyse", noting)
    for level in (9, 10):
        player(f"engine:table_mib=1,level={level}").begin(Othello(), 0)
    of_level_9, of_level_10 = nodes
    assert of_level_9 < 1_000 < of_level_10


def test_a_wrong_option_is_named() -> None:
    with pytest.raises(GamegroveError, match="ponder=maybe is not possible: true or false is needed"):
        player("engine:ponder=maybe")
    with pytest.raises(GamegroveError, match="ponder=true goes with level 10: lower ones remember nothing"):
        player("engine:level=3,ponder=true")


def test_what_a_player_has_pondered_it_need_not_search_again() -> None:
    fresh, pondering = Engine("othello", table_mib=8), Engine("othello", table_mib=8)
    start = Othello("f5d6c3")
    reply = expected_position(start, Decision("d3", line=("d3", "c4")))
    with pondering.stream(reply, nodes=200_000) as steps:
        assert steps.result.stopped == "nodes"
    assert pondering.analyse(reply, lines=1, depth=10).nodes < fresh.analyse(reply, lines=1, depth=10).nodes / 2


@pytest.mark.parametrize("name", ["engine", "perfect"])
def test_weights_are_a_file(name: str, tmp_path: Path) -> None:
    file = tmp_path / "own.weights"
    write_weights(OthelloWeights("8", bytes(len(packaged_weights("8").data))), file)
    made = player(f"{name}:weights={file},time=0.05,table_mib=1")
    made.begin(Othello(), 0)
    assert made.choose(Othello("f5d6c3")).value == 0
    with pytest.raises(GamegroveError, match=r"own\.weights has the weights of board 8, not of board 6"):
        made.begin(Othello(size=6), 0)
    with pytest.raises(GamegroveError, match=r"cannot read the weights .*nothing\.weights: No such file"):
        player(f"{name}:weights={tmp_path}/nothing.weights").begin(Othello(), 0)


def test_hints_are_the_engines_where_it_can_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Analysis] = []
    analyse = Engine.analyse

    def noting(self: Engine, *position: object, **options: object) -> Analysis:
        asked.append(analyse(self, *position, **options))  # type: ignore[arg-type]
        return asked[-1]

    monkeypatch.setattr(Engine, "analyse", noting)
    adviser = Adviser("tt")
    adviser.begin(Othello(), 0)
    advice = adviser.choose(Othello("f5d6"), Clock(move_seconds=0.05))
    adviser.close()
    assert (advice.move, advice.value, advice.depth) == (asked[-1].move, asked[-1].estimate, asked[-1].depth)
