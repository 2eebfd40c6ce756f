"""Watching a search: the sources' numbered lists line by line, golden logs, tables and pictures.

After an intended change of the logs, write the files again with
`python tests/python/test_trace.py` and read the difference.
"""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamegrove
from command import run, run_json
from gamegrove import ConnectFour, GamegroveError, Othello, Position, Tree
from gamegrove.textbook import Check, Found, Node, Window, list_algorithms, register_algorithm
from gamegrove.watching.events import Kind
from gamegrove.watching.trace import Trace, trace
from gamegrove.watching.tree import TracedNode
from gamegrove.worked_examples import find_example, list_examples
from paths import ROOT, TESTS
from random_trees import Nested, as_position, trees

FOLDER = TESTS / "traces"
SVG = "{http://www.w3.org/2000/svg}"
CHECKS = (Check(0, 100, depth=2, shallow=1, a=1.0, b=0.0, sigma=1.0),)
"""A regression for trees, where nothing is fitted: it lets ProbCut cut, right or wrong."""
ALGORITHMS = [algorithm.name for algorithm in list_algorithms()]


def options_of(algorithm: str) -> dict[str, Any]:
    return {"options": {"checks": CHECKS}, "depth": 3} if algorithm in ("probcut", "mpc") else {}


# -- The sources' numbered lists, as they print them: the node, what it calls with which window, or its result.

ALPHA_BETA_19 = """
A B -inf +inf
B E -inf +inf
E K -inf +inf
E L 3 +inf
E done 3
B F -inf 3
F M -inf 3
F done 5
B done 3
A C 3 +inf
C G 3 +inf
C done 1
A D 3 +inf
D I 3 +inf
I O 3 +inf
I P 3 +inf
I done 1
D done 1
A done 3
"""

ALPHA_BETA_20 = """
A B -inf +inf
B D -inf +inf
D H -inf +inf
D I -1 +inf
D done -1
B E -inf -1
E J -inf -1
E done -1
B done -1
A C -1 +inf
C F -1 +inf
F L -1 +inf
F M 0 +inf
F done 0
C G -1 0
G N -1 0
G O -1 0
G done -1
C done -1
A done -1
"""

NEGASCOUT_18 = """
A B -inf +inf
B D -inf +inf
D H -inf +inf
D I -1 0
D done -1
B E -2 -1
E J -2 -1
E done -1
B done -1
A C -1 0
C F -1 0
F L -1 0
F done 0
C G -1 0
G N -1 0
G done -1
C done -1
A done -1
"""

NEGASCOUT_9 = """
A B -inf +inf
B D -inf +inf
B E 8 9
B E -inf 8
B done 7
A C 7 8
C F 7 8
C done 3
A done 7
"""


def listed(text: str) -> list[str]:
    return text.strip().split("\n")


def steps(watched: Trace) -> list[str]:
    """The numbered lines of a log in the form of the lists above."""
    call = re.compile(r" *\d+\. (\w+): call (\w+) \((\S+), (\S+)\)")
    done = re.compile(r" *\d+\. (\w+): done, (\S+) \(")
    found = []
    for line in watched.log():
        if match := call.match(line):
            found.append(" ".join(match.groups()))
        elif match := done.match(line):
            found.append(f"{match[1]} done {match[2]}")
    return found


def example(name: str, algorithm: str, **asked: Any) -> Trace:
    return trace(find_example(name).tree(), algorithm, **asked)


def test_alpha_beta_makes_the_19_steps_of_the_list() -> None:
    assert steps(example("alpha-beta-2003", "alphabeta")) == listed(ALPHA_BETA_19)


def test_the_sources_own_alpha_beta_is_fail_hard_and_returns_other_values() -> None:
    ours = steps(example("alpha-beta-2003", "alphabeta-hard"))
    theirs = listed(ALPHA_BETA_19)
    differing = {number: ours[number - 1] for number in range(1, 20) if ours[number - 1] != theirs[number - 1]}
    assert differing == {8: "F done 3", 12: "C done 3", 17: "I done 3", 18: "D done 3"}
    assert tuple(differing) == find_example("alpha-beta-2003").differences["alphabeta"][0].steps


def test_alpha_beta_makes_the_20_steps_of_the_list() -> None:
    for algorithm in ("alphabeta", "alphabeta-hard"):
        assert steps(example("negascout-saves-2003", algorithm)) == listed(ALPHA_BETA_20)
    assert find_example("negascout-saves-2003").differences["alphabeta"] == ()


def test_negascout_makes_the_18_steps_of_the_list_and_one_that_it_forgets() -> None:
    ours, theirs = steps(example("negascout-saves-2003", "negascout")), listed(NEGASCOUT_18)
    (difference,) = find_example("negascout-saves-2003").differences["negascout"]
    assert difference.steps == (16,)
    assert theirs[15] == "G done -1"
    assert ours == [*theirs[:15], "G O -1 0", *theirs[15:]]


def test_negascout_makes_the_9_steps_of_the_list_with_right_windows() -> None:
    ours, theirs = steps(example("negascout-twice-2003", "negascout")), listed(NEGASCOUT_9)
    right = {3: "B E 7 8", 4: "B E -inf 7"}
    assert ours == [right.get(number, step) for number, step in enumerate(theirs, 1)]
    differences = find_example("negascout-twice-2003").differences["negascout"]
    assert {number for each in differences for number in each.steps} == set(right)


def test_the_null_window_8_9_would_be_right_if_d_were_9() -> None:
    ours, theirs = steps(trace(Tree("(A (B D9 E7) (C F3 G5))"), "negascout")), listed(NEGASCOUT_9)
    assert [number for number in range(1, 10) if ours[number - 1] != theirs[number - 1]] == [4]


def test_leaves_that_no_list_visits_are_free() -> None:
    tree = find_example("alpha-beta-2003").tree().line
    other = Tree(tree.removeprefix("tree ").replace("N9", "N-99").replace("H4", "H99").replace("J7", "J-50"))
    assert steps(trace(other)) == listed(ALPHA_BETA_19)


# -- The tree of three plies (A12).


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_tree_of_three_plies_is_worth_12(algorithm: str) -> None:
    watched = example(
        "minimax-2001", algorithm, **options_of(algorithm), **({"guess": 12} if "null" in algorithm else {})
    )
    if algorithm not in ("probcut", "mpc"):
        assert watched.report.value == 12
        assert watched.line[0] == "E"


def test_the_text_about_the_tree_of_three_plies_holds() -> None:
    watched = example("minimax-2001", "minimax")
    worth = {node.name: node.known.lower for node in watched.tree.walk()}
    assert [worth[name] for name in "BCDE"] == [6, 4, 6, 12]
    assert [worth[name] for name in "FGH"] == [6, 19, 25]
    assert [worth[name] for name in "IJ"] == [4, 37]
    assert watched.skipped == []
    assert watched.line == ["E", "M", "o"]
    assert example("minimax-2001", "negamax").visited == watched.visited


def test_a_rule_takes_nodes_away() -> None:
    watched = example("minimax-2001", "alphabeta", rules=hide_c_and_g)
    hidden = [node.name for node in watched.tree.walk() if node.is_hidden]
    assert hidden == ["G", "C"]
    assert not {"C", "G", "I", "J", "c", "g"} & set(watched.visited)
    assert watched.report.value == 12


def hide_c_and_g(_: Position, moves: Sequence[Any]) -> list[Any]:
    return [move for move in moves if move not in ("C", "G")]


def test_the_minimax_tree_is_played_b_then_e() -> None:
    assert example("minimax-2003", "minimax").line[:2] == ["B", "E"]


# -- Golden files.

GOLDEN: dict[str, tuple[str, str, dict[str, Any]]] = {
    **{f"alpha-beta-2003-{name}": ("alpha-beta-2003", name, options_of(name)) for name in ALGORITHMS},
    **{f"minimax-2001-{name}": ("minimax-2001", name, {}) for name in ("minimax", "alphabeta", "negascout", "mtdf")},
    "minimax-2001-rules": ("minimax-2001", "alphabeta", {"rules": hide_c_and_g}),
    "negascout-saves-2003-alphabeta": ("negascout-saves-2003", "alphabeta", {}),
    "negascout-saves-2003-negascout": ("negascout-saves-2003", "negascout", {}),
    "negascout-twice-2003-negascout": ("negascout-twice-2003", "negascout", {}),
    "negascout-twice-2003-with-memory": ("negascout-twice-2003", "negascout", {"memory": "exact"}),
    "othello-alphabeta": ("othello f5d6c3d3c4", "alphabeta", {"depth": 2, "order": ("static",), "evaluation": "score"}),
    "connect-four-mtdf": ("connect-four 44455554221", "mtdf", {"depth": 3, "evaluation": "zero"}),
}


def golden(name: str) -> str:
    where, algorithm, asked = GOLDEN[name]
    examples = [each.name for each in list_examples()]
    start = find_example(where).tree() if where in examples else gamegrove.position(where)
    watched = trace(start, algorithm, **asked)
    lists = [f"visited: {' '.join(watched.visited)}", f"not visited: {' '.join(watched.skipped)}".rstrip()]
    head = f"{algorithm} on {where}\n{start.line}"
    return "\n".join([head, "", *watched.log(), "", watched.summary, *lists]) + "\n"


@pytest.mark.parametrize("name", GOLDEN)
def test_the_log_is_as_it_was_written_down(name: str) -> None:
    assert golden(name) == file_of(name).read_text(encoding="utf-8")


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


# -- What the records say.

TREE = "(A (B (E K3 L2) (F M5 N9)) (C G1 H4) (D (I O1 P0) J7))"


def test_what_was_visited_and_what_was_not() -> None:
    watched = trace(Tree(TREE))
    assert "".join(watched.visited) == "ABEKLFMCGDIOP"
    assert watched.skipped == ["N", "H", "J"]
    assert watched.line == ["B", "E", "K"]


def test_a_node_is_named_by_its_path_where_its_name_is_not_enough() -> None:
    plain = trace(Tree("[[3, 12], [8, 2]]"), "minimax")
    assert plain.visited == ["root", "1", "1/1", "1/2", "2", "2/1", "2/2"]
    twice = trace(Tree("(A (B X1 Y2) (C X3 Z4))"), "minimax")
    assert twice.visited == ["A", "B", "B/X", "Y", "C", "C/X", "Z"]
    assert trace(Othello(), depth=2).visited[:3] == ["root", "d3", "d3/c3"]


def test_of_a_game_only_the_moves_left_out_are_named() -> None:
    watched = trace(Othello(), depth=3)
    assert not watched.is_whole
    assert watched.skipped
    parents = {name.rpartition("/")[0] or "root" for name in watched.skipped}
    assert parents <= set(watched.visited)
    assert trace(Tree(TREE)).is_whole


def test_values_are_seen_by_the_side_to_move_at_the_root() -> None:
    first = trace(Tree("(A (B D3 E12) (C F2 G8))"), "minimax")
    assert first.log()[2] == "2. B: call D (-inf, +inf) -> 3"
    below = trace(Tree("(A (B D3 E12) (C F2 G8)) @ B"), "minimax")
    assert below.log()[1] == "1. B: call D (-inf, +inf) -> -3"
    assert below.report.value == -3


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_table_has_columns_of_equal_length(algorithm: str) -> None:
    watched = trace(Tree(TREE), algorithm, **options_of(algorithm))
    table = watched.table()
    assert {len(column) for column in table.values()} == {len(watched.events)}
    assert table["event"][-1] in [str(kind) for kind in Kind]
    numbers = [step for step in table["step"] if step is not None]
    assert numbers == list(range(1, len(numbers) + 1))


def test_windows_in_a_table_are_numbers() -> None:
    table = trace(Tree(TREE)).table()
    assert table["alpha"][0] == -math.inf
    assert table["beta"][0] == math.inf
    cut = table["event"].index("cut off")
    assert (table["node"][cut], table["left_out"][cut]) == ("F", ["N"])


def test_passes_repeated_searches_and_the_memory_are_told() -> None:
    lines = "\n".join(trace(Tree(TREE), "mtdf").log())
    assert "pass 1 (-1, 0)" in lines
    assert "pass 2 (3, 4)" in lines
    assert "memory: K is 3" in lines
    assert "again: E" in "\n".join(example("negascout-twice-2003", "negascout").log())


def test_the_sss_family_shows_what_it_works_on() -> None:
    assert "OPEN: (root, live, inf)" in "\n".join(trace(Tree(TREE), "stockman").log())
    assert "solution tree of value 3:" in "\n".join(trace(Tree(TREE), "sss2").log())


def test_wins_are_written_as_people_say_them() -> None:
    watched = trace(ConnectFour("44455554221"), depth=3)
    assert watched.summary == "loses in 2, best play 1 3"
    assert " -> loses in 2" in "\n".join(watched.log())


def test_iterative_deepening_is_watched_depth_by_depth() -> None:
    watched = trace(Othello("f5"), depth=2, deepening=True)
    begins = [line.strip() for line in watched.log() if "begin" in line]
    assert begins == ["begin at root, 1 deep (-inf, +inf)", "begin at root, 2 deep (-inf, +inf)"]


def test_a_search_that_is_stopped_is_still_told() -> None:
    watched = trace(Othello(), depth=4, nodes=20)
    assert watched.report.stopped == "nodes"
    assert len(watched.events) >= 20
    ElementTree.fromstring(watched.svg())


def test_a_game_over_or_a_horizon_of_nothing_is_one_line() -> None:
    assert trace(Tree("7")).log() == ["   begin at root (-inf, +inf) -> 7"]
    assert len(trace(Othello(), depth=0).log()) == 1


def test_a_trace_that_would_be_too_large_is_refused() -> None:
    with pytest.raises(GamegroveError, match="more than 1,000 events"):
        trace(Othello(), "minimax", depth=6, limit=1000)
    with pytest.raises(GamegroveError, match="more than 100 events"):
        trace(Othello(), "stockman", depth=3, limit=100)


def test_the_keywords_are_those_of_search() -> None:
    with pytest.raises(GamegroveError, match="no option 'deph'"):
        trace(Othello(), deph=3)
    with pytest.raises(GamegroveError, match="no algorithm 'alphabet'; did you mean"):
        trace(Othello(), "alphabet", depth=3)


def test_an_algorithm_of_ones_own_can_be_watched() -> None:
    def first_leaf(node: Node, window: Window) -> Found:
        """Always the first move, and it never says that it leaves a node."""
        node.setting.enter(node, window)
        if node.is_leaf:
            return node.evaluate()
        move = node.legal[0]
        return Found(-first_leaf(node.after(move), window.seen_by_opponent()).value, move)

    register_algorithm("first-leaf", first_leaf)
    watched = trace(Tree(TREE), "first-leaf")
    assert watched.visited == ["A", "B", "E", "K"]
    assert watched.report.value == 3


def test_a_game_written_in_python_can_be_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    nim = __import__("nim")
    watched = trace(nim.Nim((2, 1)), "negascout", depth=4)
    assert watched.visited[:3] == ["root", "a1", "a1/a1"]
    ElementTree.fromstring(watched.svg())


# -- Random trees.


def leaves_of(root: TracedNode, *, visited: bool) -> list[str]:
    return [node.name for node in root.walk() if not node.children and node.is_visited == visited]


def all_leaves(position: Tree, depth: int, path: tuple[str, ...] = ()) -> list[str]:
    if position.is_over() or depth == 0:
        return ["/".join(path) or "root"]
    below = [(position.after(move), (*path, move)) for move in position.legal_moves]
    return [leaf for child, longer in below for leaf in all_leaves(child, depth - 1, longer)]


@settings(max_examples=60, deadline=None)
@given(trees(), st.sampled_from(ALGORITHMS))
def test_every_leaf_is_visited_or_skipped(tree: list[Nested], algorithm: str) -> None:
    asked = options_of(algorithm)
    watched = trace(as_position(tree), algorithm, **asked)
    both = leaves_of(watched.tree, visited=True) + leaves_of(watched.tree, visited=False)
    assert sorted(both) == sorted(all_leaves(as_position(tree), asked.get("depth", 1000)))
    assert sorted(watched.visited + watched.skipped) == sorted(node.name for node in watched.tree.walk())
    if algorithm in ("minimax", "negamax"):
        assert watched.skipped == []


@settings(max_examples=60, deadline=None)
@given(trees(), st.integers(0, 3))
def test_a_limited_search_sees_a_limited_tree(tree: list[Nested], depth: int) -> None:
    watched = trace(as_position(tree), "minimax", depth=depth)
    assert watched.skipped == []
    assert max(len(node.path) for node in watched.tree.walk()) <= depth


SILENT_ON_LEAVING = ("stockman", "mcts")


@settings(max_examples=60, deadline=None)
@given(trees(), st.sampled_from([name for name in ALGORITHMS if name not in SILENT_ON_LEAVING]))
def test_searches_are_properly_nested(tree: list[Nested], algorithm: str) -> None:
    open_searches: list[tuple[str, ...]] = []
    for event in trace(as_position(tree), algorithm, **options_of(algorithm)).events:
        if event.kind is Kind.entered:
            assert algorithm == "sss2" or not open_searches or event.path[: len(open_searches[-1])] == open_searches[-1]
            open_searches.append(event.path)
        elif event.kind is Kind.left:
            assert open_searches.pop() == event.path
    assert open_searches == []


@settings(max_examples=60, deadline=None)
@given(trees(), st.sampled_from(["minimax", "alphabeta", "negascout", "sss", "mtdf", "dual", "tt"]))
def test_the_best_play_ends_in_a_leaf_of_the_value(tree: list[Nested], algorithm: str) -> None:
    watched = trace(as_position(tree), algorithm)
    last = as_position(tree)
    for move in watched.line:
        last = last.after(move)
    assert last.value == watched.report.value


# -- Pictures.


def drawn(watched: Trace) -> list[str]:
    root = ElementTree.fromstring(watched.svg())
    assert root.tag == f"{SVG}svg"
    return [group.attrib["data-node"] for group in root.iter(f"{SVG}g") if group.get("class") == "node"]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_node_is_drawn_once(algorithm: str) -> None:
    watched = trace(Tree(TREE), algorithm, **options_of(algorithm))
    assert sorted(drawn(watched)) == sorted(watched.visited + watched.skipped)


def texts(watched: Trace) -> str:
    return " ".join(text.text or "" for text in ElementTree.fromstring(watched.svg()).iter(f"{SVG}text"))


def test_a_picture_tells_what_it_needs_to_tell() -> None:
    shown = texts(example("minimax-2001", "negascout"))
    for expected in ("best play E M o", "searched more than once", "left out by a cutoff", "≤4", "(12,∞)"):
        assert expected in shown
    assert "rule" not in shown
    assert "taken away by a rule" in texts(example("minimax-2001", "alphabeta", rules=hide_c_and_g))
    assert "∞" not in texts(example("minimax-2001", "minimax"))


def test_a_large_trace_is_drawn_in_part_and_says_so() -> None:
    watched = trace(Othello(), depth=4)
    assert "fit into the picture" in texts(watched)
    assert len(drawn(watched)) <= 80
    assert set(drawn(watched)) >= {"/".join(watched.line[:length]) for length in range(1, len(watched.line) + 1)}


def test_names_cannot_break_a_picture() -> None:
    ElementTree.fromstring(trace(Tree("(<script> &3 (\">& 4 '5))"), "minimax").svg())


@settings(max_examples=60, deadline=None)
@given(trees(), st.sampled_from(ALGORITHMS))
def test_any_tree_can_be_drawn(tree: list[Nested], algorithm: str) -> None:
    ElementTree.fromstring(trace(as_position(tree), algorithm, **options_of(algorithm)).svg())


def test_notebooks_show_the_picture() -> None:
    watched = trace(Tree(TREE))
    assert watched._repr_svg_() == watched.svg()
    assert "alphabeta" in repr(watched)
    assert str(watched) == "\n".join(watched.log())


# -- The command.


def test_the_command_prints_the_log_the_nodes_and_where_the_source_differs() -> None:
    text = run("trace", "alpha-beta-2003")
    assert " 8. F: done, 5 (cut off: 5 >= 3, N not visited)\n" in text
    assert "value 3, best play B E K\nvisited (13): A B E K L F M C G D I O P\nnot visited (3): N H J\n" in text
    assert "Where the source's list differs:\n  step 8, 12, 17, 18: F is done with 5, C, I and D with 1\n" in text
    assert "The source's list shows the same steps." in run("trace", "negascout-saves-2003", "-a", "alphabeta")
    assert "source" not in run("trace", "alpha-beta-2003", "-a", "mtdf")
    assert "source" not in run("trace", "alpha-beta-2003", "B")


def test_the_command_lists_the_examples() -> None:
    names = [each.name for each in list_examples()]
    assert [line.split()[0] for line in run("trace", "--list").splitlines()] == names
    assert [each["name"] for each in run_json("trace", "--list")["examples"]] == names


def test_the_command_takes_files_games_and_positions(tmp_path: Path) -> None:
    tree = tmp_path / "tree.txt"
    tree.write_text("# a comment\n(A (B D3 E12) (C F2 G8))\n")
    assert "best play B D" in run("trace", str(tree))
    tree.write_text("connect-four 44\n")
    assert "1/1: call" not in run("trace", str(tree), "--depth", "1")
    words = run("trace", "othello", "f5", "d6", "--depth", "2")
    assert run("trace", "othello", "--position", "f5d6", "--depth", "2") == words
    assert run("trace", "othello f5d6", "--depth", "2") == words
    assert "c2/" in run("trace", "othello", "--size", "6", "--depth", "2")


def test_the_command_passes_options_on() -> None:
    assert "pass 1 (4, 5)" in run("trace", "alpha-beta-2003", "-a", "mtdf", "--guess", "5")
    assert "memory: E is 7" in run("trace", "negascout-twice-2003", "--memory", "exact")
    assert "visited (6)" in run("trace", "othello", "f5d6", "-a", "mcts", "--option", "iterations=5")
    assert "visited (2): root a3" in run("trace", "tic-tac-toe", "a1b1a2b2", "--depth", "1", "--rule", "wins")
    assert run("trace", "othello", "f5d6", "--depth", "2", "--order", "static") != run(
        "trace", "othello", "f5d6", "--depth", "2", "--evaluation", "zero"
    )


def test_the_command_draws(tmp_path: Path) -> None:
    picture = tmp_path / "tree.svg"
    assert f"drawn into {picture}" in run("trace", "alpha-beta-2003", "--svg", str(picture))
    assert run("trace", "alpha-beta-2003", "--svg", "-") == picture.read_text(encoding="utf-8") + "\n"


@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name not in ("probcut", "mpc")])
def test_the_command_answers_programs(algorithm: str) -> None:
    answer = run_json("trace", "alpha-beta-2003", "-a", algorithm)
    assert answer["value"] == 3
    assert answer["events"][0]["alpha"] is not None
    assert answer["visited"][0] == "A"
    assert len(answer["log"]) > 5
    if algorithm == "alphabeta":
        assert answer["events"][0]["alpha"] == "-inf"
        assert answer["differences"][0]["steps"] == [8, 12, 17, 18]
        assert answer["line"] == ["B", "E", "K"]


@pytest.mark.parametrize(
    ("arguments", "message", "code"),
    [
        ([], "name a tree file, a worked example (--list names them) or a game", 2),
        (["alpha-beta-2004"], "did you mean alpha-beta-2003?", 2),
        (["othelo"], "did you mean othello?", 2),
        (["no/such/file.txt"], "there is no file, worked example or game 'no/such/file.txt'", 2),
        ([str(TESTS)], "it is a folder", 1),
        (["othello"], "give a depth", 2),
        (["othello", "--depth", "6", "--limit", "100"], "more than 100 events", 2),
        (["othello", "a1", "--depth", "2"], "a1 is not legal", 2),
        (["alpha-beta-2003", "Z"], "'Z' is no child", 2),
        (["alpha-beta-2003", "--size", "6"], "go with a game", 2),
        (["alpha-beta-2003", "-a", "alphabet"], "did you mean alphabeta?", 2),
        (["alpha-beta-2003", "--memory", "good"], "none, exact, table", 2),
        (["alpha-beta-2003", "--option", "x"], "an option and its value", 2),
        (["alpha-beta-2003", "--option", "x=1"], "has no option 'x'", 2),
        (["alpha-beta-2003", "-a", "mcts", "--option", "iterations=many"], "a value like 10000", 2),
        (["alpha-beta-2003", "-a", "mcts", "--option", "solver=perhaps"], "true or false is needed", 2),
        (["alpha-beta-2003", "-a", "mpc", "--checks", "nothing.json"], "cannot read nothing.json", 1),
        (["alpha-beta-2003", "--svg", "no/such/folder.svg"], "folder", 1),
    ],
)
def test_the_command_explains_what_is_wrong(arguments: list[str], message: str, code: int) -> None:
    assert message in " ".join(run("trace", *arguments, code=code).split())


# -- Worked examples.


@pytest.mark.parametrize("name", [each.name for each in list_examples()])
def test_a_worked_example_says_what_is_fixed_and_what_is_free(name: str) -> None:
    text = find_example(name).path.read_text(encoding="utf-8")
    assert "# Fixed by" in text
    assert "# Free" in text


def test_an_unknown_example_is_named() -> None:
    with pytest.raises(GamegroveError, match="no worked example 'chess'; there are minimax-2001"):
        find_example("chess")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in GOLDEN:
        file_of(name).write_text(golden(name), encoding="utf-8")
