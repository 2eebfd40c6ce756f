"""Our players in other libraries, against their own players; each needs its package, the conversions need none."""

from __future__ import annotations

import doctest
import random
import re
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gamegrove import ConnectFour, GamegroveError
from gamegrove.bridges import kaggle, openspiel
from gamegrove.bridges.boards import position_from_rows
from gamegrove.bridges.history import moves_to
from gamegrove.engines import Engine
from paths import ROOT
from strategies import positions

PAGE = ROOT / "docs" / "how-to" / "use-with-other-libraries.md"
USUAL = {"columns": 7, "rows": 6, "inarow": 4, "actTimeout": 2}


def connect_four_positions() -> st.SearchStrategy[Any]:
    return positions().filter(lambda position: isinstance(position, ConnectFour))


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


# -- kaggle-environments


@pytest.fixture
def environments() -> ModuleType:
    module = pytest.importorskip("kaggle_environments")
    assert isinstance(module, ModuleType)
    return module


def seen(position: ConnectFour, **more: object) -> dict[str, object]:
    """A position as ConnectX would show it to the side to move."""
    return {"board": kaggle.board_of(position), "mark": position.turn + 1, **more}


def rules(position: ConnectFour, **more: object) -> dict[str, object]:
    return {"columns": position.width, "rows": position.height, "inarow": position.in_a_row, **more}


def impatient(observation: Any, configuration: Any) -> int:
    """Our agent without the time that is left over for the whole game."""
    return kaggle.agent({**observation, "remainingOverageTime": 0}, configuration)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("opponent", ["random", "negamax"])
def test_the_agent_beats_those_of_kaggle(environments: ModuleType, opponent: str, side: int) -> None:
    random.seed(side)
    environment = environments.make("connectx", configuration={"actTimeout": 1}, debug=True)
    agents = [impatient, opponent] if side == 0 else [opponent, impatient]
    last = environment.run(agents)[-1]
    assert [each.status for each in last] == ["DONE", "DONE"]
    assert last[side].reward == 1


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("opponent", ["random", "negamax"])
@pytest.mark.parametrize("board", [(5, 4, 3), (4, 5, 4)], ids=str)
def test_the_agent_gives_nothing_away(
    environments: ModuleType, board: tuple[int, int, int], opponent: str, side: int
) -> None:
    random.seed(side)
    configuration = dict(zip(("columns", "rows", "inarow"), board, strict=True))
    environment = environments.make("connectx", configuration=configuration, debug=True)
    environment.run([kaggle.agent, opponent] if side == 0 else [opponent, kaggle.agent])
    position = ConnectFour(size=board[:2], in_a_row=board[2])
    engine = Engine(position)
    for steps in environment.steps[1:]:
        after = position.after(steps[position.turn].action + 1)
        if position.turn == side:
            assert -engine.score(after) == engine.score(position)
        position = after
    assert position.is_over()
    assert kaggle.board_of(position) == environment.steps[-1][0].observation.board


def test_a_file_can_be_the_agent(environments: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "submission.py"
    file.write_text("from gamegrove.bridges.kaggle import agent\n", encoding="utf-8")
    configuration = {"columns": 4, "rows": 4, "inarow": 3}
    last = environments.make("connectx", configuration=configuration, debug=True).run([str(file), "random"])[-1]
    assert last[0].reward == 1


def test_columns_count_from_0() -> None:
    assert kaggle.agent(seen(ConnectFour("121314")), USUAL) == 0
    assert kaggle.agent(seen(ConnectFour("767574")), USUAL) == 6


@given(connect_four_positions())
def test_a_board_of_kaggle_goes_round(position: ConnectFour) -> None:
    assume(not position.is_over())
    assert kaggle.position_of(seen(position), rules(position)) == position
    objects = SimpleNamespace(**seen(position)), SimpleNamespace(**rules(position))
    assert kaggle.position_of(*objects) == position


@given(connect_four_positions())
def test_without_time_the_agent_still_plays(position: ConnectFour) -> None:
    assume(not position.is_over())
    column = kaggle.agent(seen(position, remainingOverageTime=0), rules(position, actTimeout=0))
    assert str(column + 1) in position.legal_moves


SECONDS = st.floats(0, 1000)


@given(SECONDS, SECONDS)
def test_thinking_takes_less_than_there_is(for_move: float, left_over: float) -> None:
    seconds = kaggle.seconds_for({"remainingOverageTime": left_over}, {"actTimeout": for_move, "timeout": 10**6})
    assert 0 <= seconds <= for_move + left_over
    assert seconds >= kaggle.seconds_for({}, {"timeout": for_move})


def test_without_a_time_the_usual_one_is_meant() -> None:
    assert kaggle.seconds_for({}, {}) == kaggle.seconds_for({}, {"actTimeout": 2})


START = 42 * [0]


@pytest.mark.parametrize(
    ("observation", "configuration", "message"),
    [
        ({"board": [1, *START[1:]], "mark": 2}, {}, "observation.board: line 1, column 1: this disc floats"),
        ({"board": [*START[2:], 1, 1], "mark": 2}, {}, "observation.board: X moves first"),
        ({"board": [*START[1:], 1], "mark": 1}, {}, "observation.mark is 1, but by the discs it is the turn of 2"),
        ({"board": START, "mark": 3}, {}, "observation.mark is 3"),
        ({"board": START[1:], "mark": 1}, {}, "observation.board must have 7 x 6 cells, not 41"),
        ({"board": [*START[1:], 7], "mark": 1}, {}, "observation.board must be a list of 0"),
        ({"board": 42, "mark": 1}, {}, "observation.board must be a list of 0"),
        ({"board": [[0]] * 42, "mark": 1}, {}, "observation.board must be a list of 0"),
        ({"mark": 1}, {}, "observation.board is missing"),
        ({"board": START}, {}, "observation.mark is missing"),
        ({"board": START, "mark": 1}, {"rows": None}, "configuration.rows is missing"),
        ({"board": START, "mark": 1}, {"rows": 0}, "configuration.rows must be a whole number"),
        ({"board": START, "mark": 1}, {"inarow": "four"}, "configuration.inarow must be a whole number"),
        ({"board": [0] * 400, "mark": 1}, {"columns": 20, "rows": 20}, "a board of 20x20 does not fit"),
        ({"board": [*START[7:], 1, 1, 1, 1, 2, 2, 2], "mark": 2}, {}, "the game is over"),
    ],
)
def test_what_is_wrong_with_an_observation_is_said(
    observation: dict[str, object], configuration: dict[str, object], message: str
) -> None:
    with pytest.raises(GamegroveError, match=re.escape(message)):
        kaggle.agent(observation, {**USUAL, **configuration})


def self_play(agent: kaggle.Agent, start: ConnectFour) -> ConnectFour:
    position = start
    while not position.is_over():
        position = position.after(agent(seen(position), rules(position)) + 1)
    return position


def test_a_lower_level_with_a_seed_plays_the_same_game_again() -> None:
    start = ConnectFour(size="5x4")
    games = [self_play(kaggle.make_agent(level=2, seed=seed), start).line for seed in (1, 1, 2, 3, 4, 5)]
    assert games[0] == games[1]
    assert len(set(games)) > 1


def test_an_agent_goes_from_board_to_board() -> None:
    agent = kaggle.make_agent()
    assert [agent(seen(start), rules(start)) for start in (ConnectFour(size="3x3", in_a_row=2), ConnectFour("4455"))]


def test_there_is_no_agent_of_level_11() -> None:
    with pytest.raises(GamegroveError, match="level must be a whole number from 1 to 10, not 11"):
        kaggle.make_agent(level=11)


def test_there_is_no_agent_without_threads() -> None:
    with pytest.raises(GamegroveError, match="threads must be a whole number from 1 to 256, not 0"):
        kaggle.make_agent(threads=0)


# -- OpenSpiel


@pytest.fixture
def pyspiel() -> ModuleType:
    module = pytest.importorskip("pyspiel")
    assert isinstance(module, ModuleType)
    return module


def middle_games(count: int, stones: int) -> list[ConnectFour]:
    """Positions of random games that go on."""
    source = random.Random(stones)
    found: list[ConnectFour] = []
    while len(found) < count:
        position = ConnectFour()
        while position.stones < stones and not position.is_over():
            position = position.after(source.choice(list(position.legal_moves)))
        found += [] if position.is_over() else [position]
    return found


def test_the_bot_holds_what_it_has_against_a_random_one(pyspiel: ModuleType) -> None:
    engine = Engine()
    wins = 0
    for seed, position in enumerate([*middle_games(10, 18), *middle_games(10, 19)]):
        side = position.turn
        bots = [pyspiel.make_uniform_random_bot(player, seed) for player in (0, 1)]
        bots[side] = openspiel.ConnectFourBot(side, seconds=None, seed=seed)
        result = pyspiel.evaluate_bots(openspiel.state_of(position), bots, seed)[side]
        assert result >= sign(engine.score(position))
        wins += result > 0
    assert wins > 10


def test_the_bot_plays_in_the_loop_written_in_python(pyspiel: ModuleType) -> None:
    numpy = pytest.importorskip("numpy")
    loop = pytest.importorskip("open_spiel.python.algorithms.evaluate_bots")
    opponent = pytest.importorskip("open_spiel.python.bots.uniform_random")
    state = openspiel.state_of(middle_games(1, 20)[0])
    bots = [openspiel.ConnectFourBot(0, seed=1), opponent.UniformRandomBot(1, numpy.random.RandomState(1))]
    assert isinstance(bots[0], pyspiel.Bot)
    assert sum(loop.evaluate_bots(state, bots, numpy.random.RandomState(1))) == 0


@pytest.mark.usefixtures("pyspiel")
def test_the_policy_is_spread_over_the_best_columns() -> None:
    engine = Engine()
    spread = set()
    for position in middle_games(20, 28):
        bot = openspiel.ConnectFourBot(position.turn, seconds=None, seed=1)
        state = openspiel.state_of(position)
        policy, action = bot.step_with_policy(state)
        best = [int(move) - 1 for move in engine.analyse(position).best]
        assert [each for each, _ in policy] == state.legal_actions()
        assert [each for each, chance in policy if chance] == best
        assert all(chance in (0, 1 / len(best)) for _, chance in policy)
        assert action in best
        assert bot.get_policy(state) == policy
        spread.add(len(best))
    assert len(spread) > 1


def test_without_time_the_bot_still_plays(pyspiel: ModuleType) -> None:
    state = pyspiel.load_game("connect_four").new_initial_state()
    policy, action = openspiel.ConnectFourBot(0, seconds=0).step_with_policy(state)
    assert action in state.legal_actions()
    assert sum(chance for _, chance in policy) == pytest.approx(1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threads": 0}, "threads must be a whole number from 1 to 256, not 0"),
        ({"seconds": -1}, "seconds must be from 0 to 1,000,000,000, not -1"),
    ],
)
@pytest.mark.usefixtures("pyspiel")
def test_a_bot_that_cannot_be_is_refused_at_once(options: dict[str, Any], message: str) -> None:
    with pytest.raises(GamegroveError, match=message):
        openspiel.ConnectFourBot(0, **options)


def test_a_bot_of_a_lower_level_has_no_policy(pyspiel: ModuleType) -> None:
    state = pyspiel.load_game("connect_four").new_initial_state()
    bot = openspiel.ConnectFourBot(0, level=3, seed=1)
    assert not bot.provides_policy()
    assert bot.step(state) in state.legal_actions()
    with pytest.raises(GamegroveError, match="only level 10 has a policy; this bot is of level 3"):
        bot.get_policy(state)


def takes_other_boards(pyspiel: ModuleType) -> bool:
    return "rows" in pyspiel.load_game("connect_four").get_type().parameter_specification


def test_states_go_round_and_obey_the_same_rules(pyspiel: ModuleType) -> None:
    boards = [(7, 6, 4), (5, 4, 3), (9, 7, 5), (1, 4, 2), (6, 1, 2)]
    ends = set()
    for board in boards if takes_other_boards(pyspiel) else boards[:1]:
        source = random.Random(str(board))
        for _ in range(10):
            position = ConnectFour(size=board[:2], in_a_row=board[2])
            while not position.is_over():
                check_state(position)
                position = position.after(source.choice(list(position.legal_moves)))
            check_state(position)
            ends.add(position.final_value())
    assert ends >= {-1}


def check_state(position: ConnectFour) -> None:
    state = openspiel.state_of(position)
    assert openspiel.position_of(state) == position
    assert state.is_terminal() == position.is_over()
    if position.is_over():
        assert state.returns()[position.turn] == position.final_value()
    else:
        assert state.current_player() == position.turn
        assert [str(action + 1) for action in state.legal_actions()] == list(position.legal_moves)


def test_the_bot_plays_other_boards(pyspiel: ModuleType) -> None:
    if not takes_other_boards(pyspiel):
        pytest.skip("this OpenSpiel plays 7x6 only")
    state = pyspiel.load_game("connect_four(rows=4,columns=5,x_in_row=3)").new_initial_state()
    bots = [openspiel.ConnectFourBot(0), pyspiel.make_uniform_random_bot(1, 1)]
    assert pyspiel.evaluate_bots(state, bots, 1) == [1, -1]


def test_what_is_wrong_with_a_state_is_said(pyspiel: ModuleType) -> None:
    bot = openspiel.ConnectFourBot(1)
    start = pyspiel.load_game("connect_four").new_initial_state()
    over = openspiel.state_of(ConnectFour("1212121"))
    other = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for state, message in (
        (start, "player 0 is to move; the bot is player 1"),
        (over, "the game is over"),
        (other, "the state is one of tic_tac_toe; there is a bridge for connect_four only"),
        ("4455", "a state of OpenSpiel is needed, not str"),
    ):
        with pytest.raises(GamegroveError, match=message):
            bot.step(state)
    with pytest.raises(GamegroveError, match="player_id must be 0 or 1, not 2"):
        openspiel.ConnectFourBot(2)


def test_without_openspiel_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openspiel, "_pyspiel", None)
    for ask in (lambda: openspiel.ConnectFourBot(0), lambda: openspiel.state_of(ConnectFour())):
        with pytest.raises(GamegroveError, match=re.escape("pip install 'gamegrove[openspiel]'")):
            ask()


@dataclass(frozen=True)
class OldState:
    """A state as OpenSpiel shows it, without OpenSpiel; in its older versions the game has no parameters."""

    text: str
    parameters: dict[str, int]

    def __str__(self) -> str:
        return self.text

    def get_game(self) -> Any:
        kind = SimpleNamespace(short_name="connect_four", parameter_specification={})
        return SimpleNamespace(get_type=lambda: kind, get_parameters=lambda: self.parameters)


def test_an_old_openspiel_is_asked_for_its_own_board_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openspiel, "_pyspiel", SimpleNamespace(load_game=lambda _: OldState("", {}).get_game()))
    with pytest.raises(GamegroveError, match="on 7x6 with 4 in a row only; a newer one takes other boards"):
        openspiel.state_of(ConnectFour(size="5x4"))


@given(connect_four_positions())
def test_the_text_of_a_state_is_read(position: ConnectFour) -> None:
    text = "".join(f"{row.lower()}\n" for row in position.rows)
    assert openspiel.position_of(OldState(text, {"x_in_row": position.in_a_row})) == position


def test_a_state_without_parameters_is_one_of_four_in_a_row() -> None:
    text = 5 * ".......\n" + "...x...\n"
    assert openspiel.position_of(OldState(text, {})) == ConnectFour("4")


# -- a game that comes to a position


@given(connect_four_positions())
def test_a_game_is_found_for_every_position(position: ConnectFour) -> None:
    replayed = ConnectFour(size=(position.width, position.height), in_a_row=position.in_a_row)
    for move in moves_to(position):
        replayed = replayed.after(move)
    assert replayed == position


@pytest.mark.parametrize("rows", [["X......", "O......"], ["OO", "XX", "XX", "OO"], [16 * each for each in "OXXO"]])
def test_a_position_of_no_game_is_told(rows: list[str]) -> None:
    """Nobody can begin with O at the bottom of the only columns; the last board has too many orders to try them all."""
    with pytest.raises(GamegroveError, match="no game was found that comes to"):
        moves_to(position_from_rows(rows, 20, source="board"))


# -- the documentation


@pytest.mark.parametrize(
    ("heading", "package"), [("kaggle-environments", "kaggle_environments"), ("OpenSpiel", "pyspiel")]
)
def test_the_examples_with_another_library_run(heading: str, package: str) -> None:
    pytest.importorskip(package)
    section = next(part for part in PAGE.read_text(encoding="utf-8").split("\n## ") if part.startswith(heading))
    text = "\n".join(re.findall(r"^```py\n(.*?)^```", section, re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(text, {}, heading, str(PAGE), 0)
    assert test.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.failures == 0
