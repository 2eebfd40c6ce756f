"""Players: all of them play whole legal games; their options, presets, levels, limits, and programs over a pipe."""

from __future__ import annotations

import itertools
import json
import random
import runpy
import shlex
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamegrove
from gamegrove import GamegroveError, Othello, Position, levels
from gamegrove.game_log import Forfeit
from gamegrove.match import play_game
from gamegrove.players import (
    NO_CLOCK,
    PRESETS,
    Clock,
    Decision,
    GreedyPlayer,
    PipePlayer,
    Player,
    PlayerError,
    RandomPlayer,
    SearchPlayer,
    Settings,
    list_players,
    player,
    register_player,
)
from gamegrove.players.options import split_options
from gamegrove.players.search_fields import FOR_TABLE, fitting_table_bits, search_fields
from gamegrove.search import Searcher
from gamegrove.textbook.catalogue import find_algorithm
from gamegrove.textbook.memory import TranspositionTable
from paths import ROOT
from strategies import positions

Nim = runpy.run_path(str(ROOT / "examples" / "nim.py"))["Nim"]
PENTE = "pente:size=5,opening-box=none"
TREE = "tree (A (B (E K3 L5) (F M4 N9)) (C (G O1 P2) H8) (D I7 J6))"
GAMES: dict[str, Position] = {
    **{
        spec: gamegrove.position(spec)
        for spec in ("othello:size=4", "othello:size=6", "connect-four", "tic-tac-toe", PENTE, TREE)
    },
    "nim": Nim(),
}
SMALL = "time=0.005,megabytes=1"
SIMPLE = ("random", "greedy", "greedy-corners")
ALGORITHMS = [each.name for each in gamegrove.list_algorithms()]


def play(first: Player, second: Player, start: Position) -> list[Decision]:
    """A game in which every move is legal."""
    for side, each in enumerate((first, second)):
        each.begin(start, side)
    position, decisions = start, []
    while not position.is_over():
        decision = (first, second)[position.turn].choose(position)
        assert decision.move in position.legal_moves
        assert decision.line[:1] in ((), (decision.move,))
        position = position.after(decision.move)
        decisions.append(decision)
    return decisions


def middle(start: Position, empty: int, seed: int) -> Position:
    """A position with about so many empty cells, and a choice of moves."""
    source = random.Random(seed)
    while True:
        position = start
        while not position.is_over() and (levels.empty_cells(position) or 0) > empty:
            position = position.after(source.choice(list(position.legal_moves)))
        if len(position.legal_moves) > 1:
            return position


# -- Every player plays.


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", [*SIMPLE, *ALGORITHMS, "rules"])
def test_every_player_plays_a_whole_legal_game(name: str, game: str) -> None:
    start = GAMES[game]
    text = name if name in SIMPLE else f"{name}:{SMALL}"
    if name == "greedy-corners" and not isinstance(start, Othello):
        with pytest.raises(GamegroveError, match="greedy-corners plays Othello, not"):
            player(text).begin(start, 0)
    elif name in ("probcut", "mpc") and game in (PENTE, TREE, "nim"):
        with pytest.raises(GamegroveError, match="there are no ProbCut parameters"):
            player(text).begin(start, 0)
    else:
        assert play(player(text), player("random", seed=3), start)
        assert play(player("random", seed=3), player(text), start)


def test_a_player_needs_no_begin_and_plays_one_game_after_another() -> None:
    mine = player("tt:depth=2,table_bits=10")
    assert mine.choose(Othello()).move in Othello().legal_moves
    assert mine.choose(gamegrove.ConnectFour()).depth == 2


def test_a_forced_move_is_played_at_once() -> None:
    passing = Othello("4/OX2/4/4 X")
    assert player("tt:time=100").choose(passing) == Decision("pass", line=("pass",))


def test_there_is_nothing_to_choose_in_an_ended_game() -> None:
    with pytest.raises(GamegroveError, match="the game is over"):
        player("tt:depth=2").choose(gamegrove.ConnectFour("1212121"))


def test_a_decision_tells_what_the_search_found() -> None:
    position = gamegrove.ConnectFour("4455")
    decision = player("mtdf:depth=6,table_bits=12,eval=columns").choose(position)
    report = gamegrove.search(position, "mtdf", depth=6, order=["memory", "static"], table_bits=12)
    assert decision == Decision.from_report(report)
    assert decision.value_text == "wins in 3"


# -- The simple ones.


def test_random_games_are_the_same_with_the_same_seed() -> None:
    games = [
        [decision.move for decision in play(player("random", seed=seed), player("random", seed=seed + 1), Othello())]
        for seed in (1, 1, 5)
    ]
    assert games[0] == games[1] != games[2]


def test_a_seed_in_the_text_counts_more_than_one_from_outside() -> None:
    made = player("random:seed=7", seed=3)
    assert isinstance(made, RandomPlayer)
    assert made.seed == 7


@given(positions(), st.integers(0, 100))
def test_greedy_takes_most_discs(position: Position, seed: int) -> None:
    if not isinstance(position, Othello) or position.is_over():
        return

    def rank(move: Any) -> tuple[int, int]:
        """Whether the move ends the game, and how, counts more than the lead."""
        after = position.after(move)
        assert isinstance(after, Othello)
        cells = "".join(after.rows)
        lead = (cells.count("X") - cells.count("O")) * (1 if position.turn == 0 else -1)
        return ((lead > 0) - (lead < 0) if after.is_over() else 0), lead

    decision = GreedyPlayer(seed).choose(position)
    outcome, lead = rank(decision.move)
    assert (outcome, lead) == max(rank(move) for move in position.legal_moves)
    assert outcome or decision.value == lead


def test_greedy_breaks_ties_by_its_seed() -> None:
    moves = {GreedyPlayer(seed).choose(Othello()).move for seed in range(30)}
    assert moves == set(Othello().legal_moves)  # all four flip one disc
    assert len({GreedyPlayer(4).choose(Othello()).move for _ in range(5)}) == 1


def test_greedy_wins_where_it_can_at_once() -> None:
    decision = player("greedy").choose(gamegrove.ConnectFour("121212"))
    assert (decision.move, decision.value_text) == ("1", "wins in 1")


def test_greedy_corners_prefers_a_corner_to_more_discs() -> None:
    position = Othello(
        """
        . O X . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . X O O O .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        X to move
        """
    )
    assert player("greedy").choose(position).move == "h4"
    assert player("greedy-corners").choose(position).move == "a1"


def test_a_human_plays_elsewhere() -> None:
    assert "human" in [entry.name for entry in list_players()]
    with pytest.raises(GamegroveError, match="gamegrove play"):
        player("human").choose(Othello())


# -- Limits.


@pytest.mark.parametrize("limits", ["time=0.000001", "nodes=1", "time=0", "game=0", "game=0.0001,manager=predict"])
@pytest.mark.parametrize("game", ["othello:size=6", "connect-four", TREE])
def test_moves_are_legal_under_absurd_limits(limits: str, game: str) -> None:
    for name in ("minimax", "tt", "sss2", "mcts"):
        if name != "mcts" or "predict" not in limits:
            play(player(f"{name}:{limits},megabytes=1"), player("random", seed=1), GAMES[game])


def test_nothing_found_is_not_called_a_value() -> None:
    decision = player("tt:nodes=1,table_bits=4").choose(Othello())
    assert (decision.move, decision.value, decision.value_text, decision.depth) == ("d3", None, None, None)


def noted(searcher: Searcher) -> list[dict[str, Any]]:
    """What a searcher is asked from now on, beside what is the same for the whole game; it looks at one node only."""
    asked: list[dict[str, Any]] = []
    search = searcher.search

    def hasty(position: Position, **limits: Any) -> gamegrove.Report:
        asked.append({name: value for name, value in limits.items() if name != "stop" and value is not None})
        return search(position, **{**limits, "nodes": 1})

    searcher.search = hasty  # type: ignore[method-assign]
    return asked


def searched(mine: Player, position: Position, clock: Clock = NO_CLOCK) -> list[dict[str, Any]]:
    """What a player asks of its searcher for one move."""
    assert isinstance(mine, SearchPlayer)
    mine.begin(position, 0)
    assert mine._game is not None
    asked = noted(mine._game.searcher)
    mine.choose(position, clock)
    return asked


@pytest.mark.parametrize(
    ("text", "clock", "seconds"),
    [
        ("tt", NO_CLOCK, 0.95),
        ("tt", Clock(move_seconds=10), 9.5),
        ("tt:time=2", NO_CLOCK, 1.9),
        ("tt:time=2", Clock(move_seconds=1), 0.95),
        ("tt:time=2,overhead=0.5", NO_CLOCK, 1.5),
        ("reversi-2024", NO_CLOCK, 1.9),
        ("tt:level=2", NO_CLOCK, 4.75),
    ],
)
def test_a_move_ends_before_its_limit(text: str, clock: Clock, seconds: float) -> None:
    (asked,) = searched(player(text), Othello(), clock)
    assert asked["seconds"] == pytest.approx(seconds, abs=0.5)
    assert asked["seconds"] < seconds


@pytest.mark.parametrize("text", ["tt:depth=3", "tt:nodes=1000", "mcts:iterations=10"])
def test_another_limit_needs_no_time(text: str) -> None:
    (asked,) = searched(player(text), Othello())
    assert "seconds" not in asked


def test_a_clock_limits_also_a_player_with_a_depth() -> None:
    (asked,) = searched(player("tt:depth=3"), Othello(), Clock(move_seconds=1))
    assert asked["depth"] == 3
    assert asked["seconds"] < 1


def test_the_time_for_a_game_is_shared_among_its_moves() -> None:
    (asked,) = searched(player("tt:game=60"), Othello())
    assert asked["share"] == pytest.approx(2, abs=0.1)
    assert asked["step"] == 2
    (asked,) = searched(player("tt:step=1"), Othello(), Clock(game_seconds=60, increment=1))
    assert asked["share"] == pytest.approx(3, abs=0.1)
    assert asked["step"] == 1
    (asked,) = searched(player("mcts:game=60"), Othello())
    assert asked == {"seconds": pytest.approx(2, abs=0.1)}


def test_the_own_time_for_a_game_runs_down() -> None:
    mine = player("tt:game=60,depth=2,table_bits=10")
    assert isinstance(mine, SearchPlayer)
    position: Position = Othello(size=6)
    mine.begin(position, 0)
    assert mine._game is not None
    left = mine._game.own_clock.left
    before: float | None = 60.0
    for _ in range(3):
        position = position.after(mine.choose(position).move)
        position = position.after(position.legal_moves[0])
        assert left[0] is not None
        assert before is not None
        assert left[0] < before
        before = left[0]
    assert left[1] == 60


def test_a_prediction_is_one_depth_of_one_search() -> None:
    asked = searched(player("moors"), Othello(board="96"))
    assert (asked[0]["depth"], asked[0]["deepening"]) == (8, False)
    (asked_to_4, *_) = searched(player("moors:depth=4"), Othello(board="96"))
    assert asked_to_4["depth"] == 4


def test_a_stop_sign_ends_a_search() -> None:
    stop = threading.Event()
    threading.Timer(0.05, stop.set).start()
    begin = time.monotonic()
    assert player("tt:time=600").choose(Othello(), stop=stop).move in Othello().legal_moves
    assert time.monotonic() - begin < 60


# -- Solving the end.


@pytest.mark.parametrize("spec", ["othello:size=6", "othello", "othello:board=96"])
def test_the_end_of_a_game_is_solved_exactly(spec: str) -> None:
    mine = player("alphabeta:depth=1,solve=9")
    for seed in range(4):
        position = middle(gamegrove.position(spec), 9, seed)
        mine.begin(position, position.turn)
        decision = mine.choose(position)
        exact = gamegrove.search(position, "tt", depth=40, evaluation="zero", order=["memory", "static"])
        assert exact.proven
        assert (decision.value, decision.value_text) == (exact.value, exact.value_text)
        assert decision.depth == levels.empty_cells(position)
        after = gamegrove.search(position.after(decision.move), "tt", depth=40, evaluation="zero", order=["static"])
        assert -after.value == exact.value


def test_other_games_are_solved_too() -> None:
    position = middle(gamegrove.ConnectFour(), 10, seed=3)
    solved = player("alphabeta:depth=1,solve=10").choose(position)
    exact = gamegrove.search(position, "tt", depth=20)
    assert exact.proven
    assert solved.value_text == exact.value_text
    pente = middle(gamegrove.position(PENTE), 6, seed=1)
    assert player("alphabeta:depth=1,solve=6").choose(pente).depth == levels.empty_cells(pente)


def test_what_cannot_be_solved_in_time_is_searched_as_usual() -> None:
    position = middle(Othello(), 40, seed=1)
    decision = player("tt:nodes=3000,solve=60,table_bits=12").choose(position)
    assert decision.depth is not None
    assert 0 < decision.depth < 10
    assert decision.nodes is not None
    assert 0 < decision.nodes <= 1500


def test_solving_takes_no_more_than_half_of_the_time() -> None:
    mine = player("tt:time=2,solve=60,table_bits=12")
    position = middle(Othello(), 40, seed=1)
    assert isinstance(mine, SearchPlayer)
    mine.begin(position, 0)
    assert mine._game is not None
    assert mine._game.solver is not None
    solving, searching = noted(mine._game.solver), noted(mine._game.searcher)
    assert mine.choose(position).move in position.legal_moves
    assert [asked["seconds"] <= 1.9 / 2 for asked in solving] == [True]
    assert [asked["seconds"] <= 1.9 for asked in searching] == [True]


def test_all_of_the_end_is_played_exactly() -> None:
    """One player makes all moves: what its solver remembers from one of them must not spoil the next."""
    mine = player("alphabeta:depth=1,solve=10")
    for seed in range(3):
        position = middle(Othello(), 10, seed)
        mine.begin(position, position.turn)
        decided = 0
        while not position.is_over():
            decision = mine.choose(position)
            if len(position.legal_moves) > 1:
                exact = gamegrove.search(position, "tt", depth=60, deepening=False)
                assert (decision.value, decision.value_text) == (exact.value, exact.value_text), position.line
                assert decision.depth == levels.empty_cells(position)
                after = gamegrove.search(position.after(decision.move), "tt", depth=60, deepening=False)
                assert -after.value == exact.value, position.line
                decided += 1
            position = position.after(decision.move)
        assert decided > 3


def test_games_without_cells_are_not_solved() -> None:
    assert play(player("tt:solve=60,depth=2"), player("random", seed=1), Nim())
    assert play(player("tt:solve=60,depth=2"), player("random", seed=1), GAMES[TREE])


# -- Memory.


@given(st.floats(0.001, 10_000), st.sampled_from([24, 400]))
def test_a_table_leaves_a_fifth_of_the_memory(megabytes: float, bytes_per_entry: int) -> None:
    bits = fitting_table_bits(megabytes, bytes_per_entry)
    table = bytes_per_entry << bits
    assert bits == 1 or table <= FOR_TABLE * megabytes * 2**20
    assert table * 2 > FOR_TABLE * megabytes * 2**20


def fields(text: str, start: Position, megabytes: float | None = None) -> dict[str, Any]:
    made = player(text, megabytes=megabytes)
    assert isinstance(made, SearchPlayer)
    return search_fields(made.algorithm, made.settings, start)


def test_a_limit_of_memory_chooses_the_table() -> None:
    start = Othello(size=12)
    assert fields("tt", start)["table_bits"] == 22
    assert fields("tt", start, megabytes=500)["table_bits"] == 22
    assert fields("tt:table_bits=24", start, megabytes=500)["table_bits"] == 24
    assert fields("tt", start, megabytes=10)["table_bits"] == 18
    assert fields("tt:table_bits=24", start, megabytes=10)["table_bits"] == 18
    assert fields("tt:megabytes=5", start, megabytes=10)["table_bits"] == 17
    assert fields("tt:megabytes=50", start, megabytes=10)["table_bits"] == 18
    assert fields("tt:solve=10", start, megabytes=10)["megabytes"] == 5
    assert fields("mcts", start, megabytes=10)["megabytes"] == 10
    # In the textbook an entry is an object.
    python_entries = 2 ** fields("tt", Nim(), megabytes=10)["table_bits"]
    assert python_entries * TranspositionTable.BYTES_IN_PYTHON <= 8 * 2**20


MEASURE = """
import re, sys
import gamegrove
from gamegrove.players import player

def most_megabytes():
    # Not getrusage(): that remembers the process from which this one was started.
    return int(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1]) / 1024

position = gamegrove.position("othello:size=12")
gamegrove.search(position, "tt", depth=2, table_bits=4)
before = most_megabytes()
mine = player(sys.argv[1], megabytes=float(sys.argv[2]))
mine.begin(position, position.turn)
for _ in range(3):
    position = position.after(mine.choose(position).move)
print(most_megabytes() - before)
"""


@pytest.mark.parametrize(
    ("text", "megabytes"),
    [
        ("tt:time=0.5", 70),
        ("tt:time=0.5", 32),
        ("tt:time=0.5,solve=200", 70),
        ("mcts:time=0.5", 10),
        ("sss2:time=0.5", 10),
        ("tt:memory=exact,time=0.5", 20),
    ],
)
def test_a_player_stays_within_its_memory(text: str, megabytes: float) -> None:
    command = [sys.executable, "-c", MEASURE, text, str(megabytes)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert 1 < float(done.stdout) < megabytes


# -- Options.


def settings_of(text: str) -> Settings:
    made = player(text)
    assert isinstance(made, SearchPlayer)
    return made.settings


def test_every_option_is_read() -> None:
    assert settings_of(
        "tt: nodes=5, time=0.5, game=60, increment=1, overhead=0.1, manager=share, level=3, solve=14, "
        "eval=0.6*corners% + 0.4*mobility%, order=memory+static, rules=corners+guard, memory=exact, megabytes=7, "
        "table_bits=9, replacement=always, symmetry=true, step=2, wins=plain, free-passes=TRUE, guess=-3, seed=4"
    ) == Settings(
        nodes=5,
        time=0.5,
        game=60.0,
        increment=1.0,
        overhead=0.1,
        manager="share",
        level=3,
        solve=14,
        evaluation="0.6*corners% + 0.4*mobility%",
        order=("memory", "static"),
        rules=("corners", "guard"),
        memory="exact",
        megabytes=7.0,
        table_bits=9,
        replacement="always",
        symmetry=True,
        step=2,
        wins="plain",
        free_passes=True,
        guess=-3,
        seed=4,
    )
    assert settings_of("mcts:iterations=50,exploration=0.5,leaf=evaluation,seed=3") == Settings(
        own={"iterations": 50, "exploration": 0.5, "leaf": "evaluation"}, seed=3
    )
    assert settings_of("negascout:depth=4,order=none").order_or(("static",)) == ()


def test_options_reach_the_search() -> None:
    asked = fields("mcts:iterations=50,seed=3,level=2", Othello())
    assert asked["options"] == {"iterations": 50, "seed": 3}
    assert fields("mcts:level=2", Othello())["options"] == {"iterations": 200}
    asked = fields("tt:eval=score,order=static,wins=plain,symmetry=true,free_passes=true,guess=2", Othello())
    assert {name: asked[name] for name in ("evaluation", "order", "wins", "symmetry", "free_passes", "guess")} == {
        "evaluation": "score",
        "order": ("static",),
        "wins": "plain",
        "symmetry": True,
        "free_passes": True,
        "guess": 2,
    }


def test_algorithms_stay_what_they_are() -> None:
    memories = {name: fields(name, Othello())["memory"] for name in ("alphabeta", "minimax", "tt", "mtdf", "negascout")}
    assert memories == {"alphabeta": None, "minimax": None, "tt": None, "mtdf": None, "negascout": "table"}
    assert fields("negascout:memory=none", Othello())["memory"] == "none"
    assert [find_algorithm(name).memory for name in ("alphabeta", "tt", "mtdf")] == ["none", "table", "table"]


def test_the_player_of_rules_prunes_by_those_of_the_game() -> None:
    made = player("rules")
    assert isinstance(made, SearchPlayer)
    assert made.rules_for(Othello()) == ("corners", "guard", "edges")
    assert made.rules_for(gamegrove.Pente()) == ("near", "wins")
    assert made.rules_for(gamegrove.ConnectFour()) == ("wins",)
    corner = Othello("1OX5/8/8/3XOOO1/8/8/8/8 X")
    assert player("rules:depth=1,eval=score").choose(corner).move == "a1"
    assert player("alphabeta:depth=1,eval=score").choose(corner).move == "h4"
    assert player("rules:rules=edges,depth=1,eval=score").choose(corner).move == "h4"


def test_a_name_is_the_text_without_extra_spaces() -> None:
    assert player("  tt:depth=2,   order=memory ").name == "tt:depth=2, order=memory"
    assert player("Random").name == "Random"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "name a player, such as random"),
        ("mtfd", "there is no player 'mtfd'; did you mean mtdf?"),
        ("zzz", "there is no player 'zzz'; there are human, random,"),
        ("tt:deph=3", "tt has no option 'deph'; did you mean depth? it has depth, nodes, time, game,"),
        ("mcts:iteration=3", "did you mean iterations?"),
        ("tt:iterations=3", "tt has no option 'iterations'"),
        ("random:depth=3", "random has no option 'depth'; it has seed"),
        ("tt:depth", "'depth' of tt should be an option and its value"),
        ("tt:depth=", "'depth=' of tt should be an option and its value"),
        ("tt:depth=3,depth=4", "the option 'depth' of tt is given twice"),
        ("tt:depth=x", "depth=x is not possible: a value like 8 is needed"),
        ("tt:depth=3,4", "depth=3,4 is not possible"),
        ("tt:depth=-1", "depth must be a number from 0 on"),
        ("tt:time=nan", "time must be a number from 0 on"),
        ("tt:symmetry=1", "symmetry=1 is not possible: true or false is needed"),
        ("tt:memory=brain", "memory must be one of none, exact, table, careless, not 'brain'"),
        ("tt:order=static+best", "order must be one of memory, killer, history, static, none, not 'best'"),
        ("tt:manager=boss", "manager must be one of share, predict, not 'boss'"),
        ("tt:replacement=never", "replacement must be one of"),
        ("tt:wins=always", "wins must be one of"),
        ("tt:level=11", "level must be a whole number from 1 to 10, not 11"),
        ("tt:level=3,depth=4", "give level or depth, not both"),
        ("tt:increment=1", "give game, too"),
        ("tt:time=0.1,overhead=0.2", "overhead=0.2 leaves nothing of time=0.1"),
        ("tt:table_bits=40", "table_bits must be 1 to 30"),
        ("mcts:manager=predict", "mcts searches to none"),
        ("tt:manager=predict,nodes=5", "leave nodes out"),
        ("pipe:", "pipe needs the command line"),
        ("pipe:'", "cannot be read as a command line"),
    ],
)
def test_what_is_wrong_with_a_text_is_said(text: str, message: str) -> None:
    with pytest.raises(GamegroveError) as raised:
        player(text)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tt:eval=beauty", "beauty"),
        ("tt:rules=near", "othello has no rule 'near'"),
        ("probcut:checks=nowhere.json", "nowhere.json cannot be read"),
        ("mcts:leaf=guess", "leaf of mcts must be"),
        ("connect-four-2017-ab", "connect-four-2017-ab plays Connect Four, not othello"),
    ],
)
def test_what_does_not_fit_the_game_is_said_when_it_begins(text: str, message: str) -> None:
    with pytest.raises(GamegroveError) as raised:
        player(text).begin(Othello(), 0)
    assert message in str(raised.value)


def test_parameters_of_probcut_can_be_a_file(tmp_path: Path) -> None:
    stored = ROOT / "src" / "gamegrove" / "parameters" / "probcut-othello.json"
    file = tmp_path / "mine.json"
    file.write_text(stored.read_text(encoding="utf-8").replace('"squares"', '"score"'), encoding="utf-8")
    assert player(f"mpc:checks={file},depth=4,eval=score").choose(Othello()).depth == 4
    with pytest.raises(GamegroveError, match="holds parameters for othello, not for othello:size=6"):
        player(f"mpc:checks={file},depth=4").choose(Othello(size=6))


NAMES = st.text(st.sampled_from("abcdefgh_"), min_size=1)
VALUES = st.text(st.sampled_from("abc+*%.,;: 0123456789"), min_size=1).map(str.strip).filter(bool)


@given(st.dictionaries(NAMES, VALUES))
def test_options_are_split_where_they_were_joined(options: dict[str, str]) -> None:
    assert split_options(",".join(f"{name}={value}" for name, value in options.items()), "tt") == options


@given(st.text())
def test_any_text_is_a_player_or_an_error(text: str) -> None:
    for prefix in ("", "tt:", "random:"):
        try:
            player(prefix + text)
        except GamegroveError as error:
            assert str(error)


# -- Presets.

STARTS: dict[type, list[str]] = {
    Othello: ["othello", "othello:size=12", "othello:board=96"],
    gamegrove.ConnectFour: ["connect-four", "connect-four:size=5x4"],
    gamegrove.Pente: ["pente-2003", "gomoku:size=7"],
}


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_presets_play_their_games(preset: Any) -> None:
    for spec in STARTS[preset.family]:
        start = gamegrove.position(spec)
        mine = player(preset.name, megabytes=20)
        mine.begin(start, 0)
        quick = "game=0.2" if "game" in preset.options else "time=0.02"
        assert player(f"{preset.name}:{quick}", megabytes=20).choose(start).move in start.legal_moves
    other = next(specs[0] for family, specs in STARTS.items() if family is not preset.family)
    with pytest.raises(GamegroveError, match=f"{preset.name} plays "):
        player(preset.name).begin(gamegrove.position(other), 0)


def test_options_override_those_of_a_preset() -> None:
    assert settings_of("moors").game == 120
    assert settings_of("moors:game=60").game == 60
    assert settings_of("moors:game=60").solve == 14
    assert settings_of("reversi-2024-hybrid3:eval=score").evaluation == "score"
    assert (settings_of("othello-2001-rules").level, settings_of("othello-2001-rules:level=6").level) == (4, 6)
    assert (settings_of("othello-2001-rules:depth=3").level, settings_of("othello-2001-rules:depth=3").depth) == (
        None,
        3,
    )
    assert settings_of("connect-four-2017-ab:level=3").depth is None
    with pytest.raises(GamegroveError, match="moors has no option 'gme'; did you mean game"):
        player("moors:gme=60")


def test_corners_count_more_on_larger_boards() -> None:
    made = player("reversi-2024")
    assert isinstance(made, SearchPlayer)
    blends = {size: made.evaluation_for(Othello(size=size)) for size in (6, 8, 10, 12)}
    assert blends[6] == blends[8] == "0.6*corners% + 0.4*mobility%"
    assert blends[10] == blends[12] == "0.7*corners% + 0.2*mobility% + 0.3*score%"


def test_the_two_searches_of_2017_find_the_same_values() -> None:
    for moves in ("", "44", "4433", "12345"):
        position = gamegrove.ConnectFour(moves)
        plain, driven = (player(f"connect-four-2017-{name}:depth=6") for name in ("ab", "mtdf"))
        assert plain.choose(position).value == driven.choose(position).value


def test_the_agent_of_2024_beats_beginners() -> None:
    for opponent in ("random", "greedy-corners"):
        start = Othello(size=6)
        for side in (0, 1):
            seats = [player("reversi-2024:depth=4"), player(opponent, seed=side)]
            if side:
                seats.reverse()
            record = gamegrove.Record(start, tuple(decision.move for decision in play(seats[0], seats[1], start)))
            outcome = record.position.outcome()
            assert outcome is not None
            assert outcome.winner == side


# -- Levels.


@pytest.mark.parametrize("game", ["othello", "othello:size=12", "connect-four", "pente-2003", "tic-tac-toe"])
def test_levels_never_look_less_far_than_lower_ones(game: str) -> None:
    depths = levels.levels_for(gamegrove.position(game)).depths
    assert len(depths) == levels.MOST_LEVEL
    assert len(set(depths)) == levels.MOST_LEVEL
    assert depths[0][0] == 1
    for lower, higher in itertools.pairwise(depths):
        assert all(one <= other for one, other in zip(lower, higher, strict=True))
    assert all(opening <= middle <= end for opening, middle, end in depths)


@pytest.mark.parametrize(
    ("empty", "stage"), [(60, "opening"), (50, "opening"), (46, "middle"), (20, "middle"), (16, "end"), (4, "end")]
)
def test_a_game_has_three_stages(empty: int, stage: str) -> None:
    assert levels.stage_of(middle(Othello(), empty, seed=2)).name == stage


def test_a_level_is_a_depth_by_stage() -> None:
    mine = player("mtdf:level=2,table_bits=12")
    for empty, depth in ((60, 2), (30, 2), (16, 4)):
        assert mine.choose(middle(Othello(), empty, seed=1)).depth == depth
    assert levels.depth_for(3, Nim()) == 3
    with pytest.raises(GamegroveError, match="level must be a whole number from 1 to 10, not 0"):
        levels.depth_for(0, Othello())


# -- Players of one's own.


class Last:
    """Plays the last of the legal moves, or one before it."""

    def __init__(self, back: int = 1, seed: int | None = None) -> None:
        self.name = "last"
        self.back = back
        self.seed = seed

    def begin(self, start: Position, side: int) -> None:
        pass

    def choose(self, position: Position, clock: Clock | None = None, stop: object = None) -> Decision:  # noqa: ARG002
        return Decision(position.legal_moves[max(0, len(position.legal_moves) - self.back)])

    def close(self) -> None:
        pass


def test_a_player_of_ones_own_can_be_asked_for_by_name() -> None:
    register_player("last", Last)
    assert [entry.summary for entry in list_players() if entry.name == "last"] == [
        "Plays the last of the legal moves, or one before it."
    ]
    made = player("last:back=2", seed=5)
    assert isinstance(made, Last)
    assert (made.name, made.back, made.seed) == ("last:back=2", 2, 5)
    assert made.choose(Othello()).move == Othello().legal_moves[2]
    with pytest.raises(GamegroveError, match="last has no option 'front'; it has back, seed"):
        player("last:front=1")
    with pytest.raises(GamegroveError, match="back=x is not possible: a value like 1"):
        player("last:back=x")


def test_names_of_players_are_checked() -> None:
    for name in ("tt", "moors", "human", "pipe"):
        with pytest.raises(GamegroveError, match=f"there is already a player '{name}'"):
            register_player(name, Last)
    with pytest.raises(GamegroveError, match="cannot be a player's name"):
        register_player("my player", Last)
    with pytest.raises(GamegroveError, match="must be a class or a function"):
        register_player("mine", 3)  # type: ignore[arg-type]


def test_an_algorithm_of_ones_own_is_a_player() -> None:
    runpy.run_path(str(ROOT / "examples" / "own_algorithm.py"))
    decision = player("beam:width=2,depth=3,eval=freedom,order=static").choose(Othello())
    report = gamegrove.search(Othello(), "beam", depth=3, options={"width": 2}, order=["static"], evaluation="freedom")
    assert (decision.move, decision.value, decision.nodes) == (report.move, report.value, report.nodes)


# -- Programs over a pipe.


def program(tmp_path: Path, text: str) -> PipePlayer:
    """A player that runs a Python program."""
    file = tmp_path / "program.py"
    file.write_text("import json, sys, time, os\n" + text, encoding="utf-8")
    made = player("pipe:" + shlex.join([sys.executable, str(file)]))
    assert isinstance(made, PipePlayer)
    return made


ANSWERING = """
for line in sys.stdin:
    question = json.loads(line)
    if question["command"] == "choose":
        {answer}
        sys.stdout.flush()
"""


def test_a_program_plays_over_a_pipe() -> None:
    example = shlex.join([sys.executable, str(ROOT / "examples" / "pipe_player.py"), "answer"])
    for game in ("othello:size=4", "connect-four", "tic-tac-toe", TREE, "nim"):
        mine = player(f"pipe:{example}")
        assert mine.name == f"pipe:{example}"
        play(mine, player("random", seed=1), GAMES[game])
        mine.close()
        mine.close()


def test_a_program_is_told_what_it_needs(tmp_path: Path) -> None:
    told = tmp_path / "told.txt"
    mine = program(
        tmp_path,
        f"told = open({str(told)!r}, 'w')\n"
        "for line in sys.stdin:\n"
        "    print(line, end='', file=told, flush=True)\n"
        "    if 'choose' in line: print('f5', flush=True)\n",
    )
    mine.begin(Othello(), 0)
    assert mine.choose(Othello(), Clock(30, 60, 1)).move == "f5"
    mine.close()
    line = Othello().line
    begin, choose = [json.loads(text) for text in told.read_text(encoding="utf-8").splitlines()]
    assert begin == {"command": "begin", "game": "othello", "position": line, "side": 0}
    assert choose == {
        "command": "choose",
        "position": line,
        "moves": ["d3", "c4", "f5", "e6"],
        "clock": {"move_seconds": 30, "game_seconds": 60, "increment": 1},
    }


def test_a_program_can_say_what_it_thinks(tmp_path: Path) -> None:
    answer = """print('{"move": "f5", "value": 3, "depth": 7, "nodes": 12, "mood": "fine"}')"""
    mine = program(tmp_path, ANSWERING.format(answer=answer))
    assert mine.choose(Othello()) == Decision("f5", 3, "+3", 7, 12)
    mine.close()


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("print('')", "'', in which there is no move"),
        ("print('f5 I think')", "'f5 I think', in which there is no move"),
        ("print('[ ' * 20000)", "in which there is no move"),
        ("print(json.dumps(dict(best='f5')))", "in which there is no move"),
        ("print('x' * 10**6, end='')", "and no end of it"),
        ("raise SystemExit('out of ideas')", "has ended with status 1: out of ideas"),
        ("os.kill(os.getpid(), 9)", "has ended with status -9"),
        ("os.close(1)", "has ended"),
    ],
)
def test_a_program_that_answers_nonsense_or_dies_is_an_error(tmp_path: Path, answer: str, message: str) -> None:
    mine = program(tmp_path, ANSWERING.format(answer=answer))
    mine.begin(Othello(), 0)
    with pytest.raises(PlayerError) as raised:
        mine.choose(Othello())
    assert "program.py" in str(raised.value)
    assert message in str(raised.value)
    mine.close()


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ("print('a1')", "a1"),
        ("print(json.dumps(dict(move='a1')))", "a1"),
        ("print('null')", "null"),
        ("print('[' * 50000)", "[" * 50000),
        ("print('9' * 50000)", "9" * 50000),
        ("os.write(1, bytes([255, 254, 10]))", "\ufffd\ufffd"),
    ],
)
def test_an_illegal_move_of_a_program_is_for_the_referee_to_judge(tmp_path: Path, answer: str, move: str) -> None:
    mine = program(tmp_path, ANSWERING.format(answer=answer))
    assert mine.choose(Othello()).move == move
    assert play_game(Othello(), (mine, player("random"))).result.forfeit is Forfeit.illegal
    mine.close()


def test_a_program_that_hangs_beyond_its_clock_is_an_error(tmp_path: Path) -> None:
    mine = program(tmp_path, "print('thinking', file=sys.stderr, flush=True)\ntime.sleep(600)\n")
    mine.begin(Othello(), 0)
    time.sleep(0.3)
    with pytest.raises(PlayerError, match="has not answered in time"):
        mine.choose(Othello(), Clock(move_seconds=0.1))
    mine.close()


def test_a_program_that_was_late_answers_the_next_question_and_not_the_last(tmp_path: Path) -> None:
    slow_once = """
        if not os.path.exists("SLOW"):
            open("SLOW", "w").close()
            time.sleep(600)
        print(question["moves"][-1])
    """.replace("SLOW", str(tmp_path / "slow"))
    mine = program(tmp_path, ANSWERING.format(answer=slow_once.strip()))
    with pytest.raises(PlayerError):
        mine.choose(Othello(), Clock(move_seconds=0.1))
    after = Othello("f5")
    assert mine.choose(after).move == after.legal_moves[-1]
    mine.close()


def test_a_stop_sign_ends_a_program(tmp_path: Path) -> None:
    mine = program(tmp_path, "time.sleep(600)\n")
    stop = threading.Event()
    stop.set()
    assert mine.choose(Othello(), stop=stop).move in Othello().legal_moves


def test_a_program_that_will_not_end_is_ended(tmp_path: Path) -> None:
    pid = tmp_path / "pid.txt"
    mine = program(
        tmp_path,
        "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"open({str(pid)!r}, 'w').write(str(os.getpid()))\n"
        "while True: time.sleep(1)\n",
    )
    mine.begin(Othello(), 0)
    while not (pid.exists() and pid.read_text()):
        time.sleep(0.01)
    mine.close()
    assert not Path(f"/proc/{pid.read_text()}").exists()


def test_a_program_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(PlayerError, match="no_such_program --fast cannot be started: No such file"):
        player("pipe:no_such_program --fast").begin(Othello(), 0)


def test_mcts_has_no_depth_to_tell() -> None:
    assert player("mcts:iterations=50").choose(Othello()).depth is None


def test_there_is_nothing_to_choose_when_the_game_is_over() -> None:
    over = gamegrove.ConnectFour("1212121")
    for name in ("random", "greedy", "tt:depth=1"):
        with pytest.raises(GamegroveError, match="the game is over"):
            player(name).choose(over)


def test_a_file_with_a_blend_is_read_once_a_game(tmp_path: Path) -> None:
    file = tmp_path / "blend.txt"
    file.write_text("score", encoding="utf-8")
    mine = player(f"alphabeta:depth=1,eval=@{file}")
    mine.begin(Othello(), 0)
    file.unlink()
    assert mine.choose(Othello()).value == 3
