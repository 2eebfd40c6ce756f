"""Blends: their texts, their arithmetic, their values, and the searches that use them."""

from __future__ import annotations

import pickle
import random
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any, Self

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamegrove
from gamegrove import Blend, GamegroveError, PythonPosition, feature, search
from gamegrove.blend import MOST_STONES, Stage, Term, rounded
from gamegrove.errors import InvalidTextError
from gamegrove.evaluation import contributions, counts, evaluations_of, features_of, find_evaluation, value_of

WEIGHTS = st.one_of(st.integers(1, 1000), st.floats(0.001, 1000), st.sampled_from([1e-9, 0.1, 1 / 3, 1e9]))
NAMES = st.sampled_from(["corners", "mobility", "edge_wide", "frontier", "zero"])


@st.composite
def terms(draw: st.DrawFn, names: st.SearchStrategy[str] = NAMES) -> Term:
    sign = draw(st.sampled_from([1, -1]))
    weight = draw(st.one_of(WEIGHTS, st.just(0)))
    last = draw(st.none() | WEIGHTS) if weight else None
    return Term(draw(names), draw(st.booleans()), sign * weight, None if last is None else sign * last)


@st.composite
def blends(draw: st.DrawFn, names: st.SearchStrategy[str] = NAMES) -> Blend:
    firsts = [0, *sorted(draw(st.sets(st.integers(1, 70), max_size=4)))]
    lasts = [*(first - 1 for first in firsts[1:]), None]
    several = st.lists(terms(names), min_size=1, max_size=5).map(tuple)
    stages = [Stage(first, last, draw(several)) for first, last in zip(firsts, lasts, strict=True)]
    return Blend(tuple(stages), draw(st.sampled_from(["", "mine", "my blend: the 2nd", "Mühle"])))


@given(blends())
def test_a_text_reads_back(blend: Blend) -> None:
    assert Blend.read(str(blend)) == blend
    assert eval(repr(blend), {"Blend": Blend}) == blend
    assert hash(Blend.read(str(blend))) == hash(blend)
    assert pickle.loads(pickle.dumps(blend)) == blend


@given(blends(), st.randoms(use_true_random=False))
def test_spaces_and_the_order_of_stages_are_free(blend: Blend, source: random.Random) -> None:
    head, *parts = str(blend).split("; ") if blend.name else ("", *str(blend).split("; "))
    source.shuffle(parts)
    spaced = [part.replace("*", " *\t").replace(" ", "  ").replace("%", " % ") for part in parts]
    tight = [part.replace(" ", "") for part in parts]
    for texts in (spaced, tight):
        assert Blend.read(";".join([head, *texts])) == blend
        assert Blend.read("\n".join([head, "# a comment", *(f"{text}  # and one; more" for text in texts)])) == blend


def test_a_blend_is_written_in_three_ways(tmp_path: Path) -> None:
    built = 0.6 * feature("corners", percent=True) + feature("mobility") * 0.4 - feature("frontier")
    assert str(built) == "0.6*corners% + 0.4*mobility - frontier"
    assert built == Blend.read("0.6*corners%+0.4*mobility - frontier")
    file = tmp_path / "blend.txt"
    file.write_text("name: my blend\n\n..20: mobility # many moves\n21..: 0.01..0.3*score%\n", encoding="utf-8")
    loaded = Blend.load(file)
    assert loaded.name == "my blend"
    staged = Blend.by_stage(
        {(21, None): feature("score", percent=True, weight=0.01, last_weight=0.3), (0, 20): feature("mobility")}
    )
    assert loaded.stages == staged.stages
    assert str(staged) == "..20: mobility; 21..: 0.01..0.3*score%"
    assert repr(loaded) == "Blend.read('name: my blend; ..20: mobility; 21..: 0.01..0.3*score%')"


def test_a_blend_never_changes() -> None:
    blend = Blend.read("mobility")
    with pytest.raises(AttributeError):
        blend.name = "other"  # type: ignore[misc]


@given(blends(), st.integers(0, 400))
def test_every_number_of_stones_belongs_to_one_stage(blend: Blend, stones: int) -> None:
    (stage,) = [
        each for each in blend.stages if each.first <= stones <= (MOST_STONES if each.last is None else each.last)
    ]
    assert blend.terms_at(stones) == stage.terms
    in_core = [name for name, _, _, _, first, last in blend.core_terms() if first <= stones <= last]
    assert in_core == [term.feature for term in stage.terms]


@given(blends(), blends(), st.integers(0, 100))
def test_a_sum_has_the_terms_of_both_at_every_stage(left: Blend, right: Blend, stones: int) -> None:
    assert (left + right).terms_at(stones) == left.terms_at(stones) + right.terms_at(stones)
    assert (left - right).terms_at(stones) == left.terms_at(stones) + tuple(
        term.times(-1) for term in right.terms_at(stones)
    )
    assert (left + right).name == ""


@given(blends())
def test_twice_minus_is_plus(blend: Blend) -> None:
    negative = -blend
    assert (-negative).stages == blend.stages
    assert (blend * 1).stages == blend.stages == (1 * blend).stages


def anything(value: Any) -> Any:
    """For what the types would not let through."""
    return value


def test_only_blends_are_added_and_only_numbers_multiply() -> None:
    blend = anything(feature("mobility"))
    for wrong in ("mobility", None, 3):
        with pytest.raises(TypeError):
            blend + wrong
        with pytest.raises(TypeError):
            blend - wrong
    with pytest.raises(TypeError):
        blend * "2"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no blend in this text; write one like 0.6*corners% + 0.4*mobility%"),
        ("  # only a comment", "there is no blend in this text"),
        ("name: nothing", "there is no blend in this text"),
        ("a b", "line 1, column 3: 'b' stands where there should be a + or - and another feature"),
        ("2 a", "line 1, column 3: 'a' stands where there should be a * and the name of a feature after the weight"),
        ("a + 2*", "line 1, column 7: the end stands where there should be the name of a feature"),
        ("a + - b", "line 1, column 5: '-' stands where there should be the name of a feature"),
        ("a!", "line 1, column 2: '!' does not belong here"),
        ("a\n\n ..3: ü$", "line 1, column 1: each of several stages needs a range of stones before it"),
        ("..3: a\n4.. : b $", "line 2, column 9: '$' does not belong here"),
        ("20: a", "line 1, column 3: ':' stands where there should be a range of stones such as 21..50, with .. in it"),
        ("..20 a: b", "line 1, column 6: 'a' stands where there should be a : after the range of stones"),
        ("1.5..: a", "line 1, column 1: a number of stones must be whole, not 1.5"),
        ("..1000000: a", "line 1, column 3: a number of stones must be below 1,000,000"),
        ("..20: a; 22..: b", "no stage is for 21 stones; stages must leave no gap"),
        ("5..: b", "no stage is for 0 to 4 stones; stages must leave no gap"),
        ("..20: a; 20..: b", "20 stones belong to two stages, ..20 and 20.."),
        ("..: a; 20..: b", "20 stones belong to two stages, .. and 20.."),
        ("..20: a; 21..30: b", "no stage is for 31 stones and more; write 21.. to let the last one go on"),
        ("..3: a; 9..5: b; 6..: c", "line 1, column 15: the stage 9..5 is not possible"),
        ("0.1..-2*a", "line 1, column 6: '-' stands where there should be a number; the sign before the first weight"),
        ("b + 0..2*a", "line 1, column 5: the weight of a cannot grow from 0 to 2: it grows by a factor"),
        ("2..0*a", "line 1, column 1: the weight of a cannot grow from 2 to 0"),
        (
            "0.0000000001*a",
            "line 1, column 1: the weight 1e-10 of a must be 0, or without its sign from 0.000000001 to 1000000000",
        ),
        (f"{10**400}*a", "line 1, column 1: the weight inf of a must be 0, or without its sign from"),
        ("name: x\x07; a", "the name 'x\\x07' of a blend must be one line without # and ;"),
    ],
)
def test_a_wrong_text_is_explained_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InvalidTextError) as caught:
        Blend.read(text)
    assert str(caught.value).startswith(message)


@given(st.text(alphabet="ab1.*%+-:;# \n\u0085²½_", max_size=30))
def test_any_text_is_read_or_explained(text: str) -> None:
    try:
        blend = Blend.read(text)
    except InvalidTextError:
        return
    assert Blend.read(str(blend)) == blend


def test_a_long_text_is_read_as_well() -> None:
    assert len(Blend.read("+".join(["0.5*mobility%"] * 20_000)).stages[0].terms) == 20_000
    with pytest.raises(InvalidTextError):
        Blend.read("1" * 20_000 + "." * 20_000)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: feature("a", weight=1, last_weight=-1), "the weight of a cannot grow from 1 to -1"),
        (lambda: feature("a", weight=float("nan")), "the weight nan of a must be 0"),
        (lambda: feature("a", weight=anything("2")), "the weight of a must be a number, not '2'"),
        (lambda: feature("a") * 1e10, "the weight 10000000000.0 of a must be 0"),
        (lambda: Blend(()), "a blend needs at least one stage"),
        (lambda: Stage(0, None, ()), "a blend needs at least one feature"),
        (lambda: Stage(-1, None, (Term("a"),)), "the stage -1.. is not possible"),
        (lambda: Blend.by_stage({(0, 3): feature("a")}), "no stage is for 4 stones and more"),
        (lambda: Blend.by_stage({(0, None): Blend.read("..3: a; 4..: b")}), "has stages already"),
    ],
)
def test_what_is_built_wrongly_in_python_is_explained(make: Any, message: str) -> None:
    with pytest.raises(GamegroveError) as caught:
        make()
    assert message in str(caught.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("name: x\nmobility +\n", encoding="utf-8")
    binary = tmp_path / "binary.txt"
    binary.write_bytes(b"\xff\xfe\x00")
    for file, message in (
        (wrong, "wrong.txt: line 2, column 11: the end stands where"),
        (binary, "binary.txt is not a text file"),
        (tmp_path / "missing.txt", "missing.txt: No such file"),
        (tmp_path, "Is a directory"),
    ):
        with pytest.raises(GamegroveError) as caught:
            search(gamegrove.Othello(), depth=1, evaluation=f"@{file}")
        assert message in str(caught.value)


@pytest.mark.parametrize(
    ("value", "whole"),
    [
        (0.5, 1),
        (-0.5, -1),
        (0.49999999999999994, 0),
        (2.5, 3),
        (-2.4, -2),
        (1e12, 999_999),
        (-1e17, -999_999),
        (-0.0, 0),
    ],
)
def test_values_are_rounded_and_stay_below_a_win(value: float, whole: int) -> None:
    assert rounded(value) == whole


def test_a_growing_weight_grows_by_equal_factors() -> None:
    term = Term("score", weight=0.01, last_weight=1.0)
    assert [round(term.weight_at(part / 4), 6) for part in range(5)] == [0.01, 0.031623, 0.1, 0.316228, 1.0]
    assert Term("score", weight=-2, last_weight=-8).weight_at(0.5) == -4


GAMES = [
    "othello",
    "othello:size=4",
    "othello:board=96",
    "othello:size=12",
    "connect-four",
    "connect-four:size=5x4,in-a-row=3",
    "pente:size=11",
    "mnk:size=6,in-a-row=4,captures=pairs",
]


def random_position(game: str, source: random.Random) -> Any:
    position = gamegrove.position(game)
    for _ in range(source.randrange(100)):
        if position.is_over():
            break
        position = position.after(source.choice(list(position.legal_moves)))
    return position


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data(), source=st.randoms(use_true_random=False))
def test_the_core_adds_up_what_the_terms_contribute(game: str, data: st.DataObject, source: random.Random) -> None:
    position = random_position(game, source)
    blend = data.draw(blends(st.sampled_from(sorted(features_of(position)))))
    assert find_evaluation(blend, position)(position) == value_of(contributions(blend, position))


def test_the_value_of_a_blend_on_a_position_one_can_count() -> None:
    position = gamegrove.Othello("f5d6c3d3")
    assert (counts(position, "mobility"), counts(position, "score")) == ((6, 7), (4, 4))
    for text, value in {
        "mobility": -1,
        "mobility%": -8,
        "0.4*mobility%": -3,
        "10*mobility - 0.5*mobility": -10,
        "..8: mobility; 9..: score": -1,
        "..7: mobility; 8..: score": 0,
        "64..4096*mobility": -108,
        "score%": 0,
        "1000000*mobility": -999_999,
    }.items():
        assert find_evaluation(text, position)(position) == value, text


BLENDS = {
    "othello": "..30: 0.6*corners% + 0.4*mobility% - 0.01..1*frontier; 31..: edge_wide + 2*stability",
    "othello:size=6": "0.01..0.3*score% + weights - potential%",
    "connect-four": "..20: segments + 3*holes; 21..: segments% + columns",
    "mnk:size=6,in-a-row=4,captures=pairs": "rows + 30*captured + 0.5..2*centre",
}


@pytest.mark.parametrize(("game", "text"), BLENDS.items())
@pytest.mark.parametrize("algorithm", ["alphabeta", "mtdf"])
def test_both_rooms_visit_the_same_nodes_with_a_blend(game: str, text: str, algorithm: str) -> None:
    source = random.Random(text)
    for _ in range(6):
        position = random_position(game, source)
        reports = [
            search(position, algorithm, depth=3, evaluation=text, watch=True, room=room)
            for room in ("laboratory", "textbook")
        ]
        assert reports[0].counters.visits == reports[1].counters.visits
        assert reports[0].room == "laboratory"


def test_a_report_names_the_blend_and_can_be_run_again(tmp_path: Path) -> None:
    file = tmp_path / "blend.txt"
    file.write_text("name: my blend\n..20: mobility\n21..: score\n", encoding="utf-8")
    for asked, name in (
        ("0.6*corners%+0.4*mobility%", "0.6*corners% + 0.4*mobility%"),
        (feature("mobility"), "mobility"),
        (f"@{file}", "my blend"),
    ):
        report = search(gamegrove.Othello(), depth=3, evaluation=asked)
        assert report.request.evaluation_name == name
        again = report.description()["request"]
        position, algorithm = gamegrove.position(again.pop("position")), again.pop("algorithm")
        if asked == f"@{file}":
            file.unlink()
        repeated = search(position, algorithm, **again)
        assert (repeated.value, repeated.nodes) == (report.value, report.nodes)
        assert repeated.request.evaluation_name == name


@pytest.mark.parametrize(
    ("evaluation", "message"),
    [
        (
            "mobilty",
            "othello has no evaluation 'mobilty' (did you mean mobility or stability?); it has squares, score,",
        ),
        ("corners + beauty", "othello has no evaluation 'beauty'; it has squares, score, weights, mobility,"),
        (feature("segments"), "othello has no evaluation 'segments'; it has"),
        ("corners +", "line 1, column 10: the end stands where there should be the name of a feature"),
        ("name: squares; corners", "a blend cannot be called 'squares': there is an evaluation of that name"),
        (3, "evaluation must be a name, a blend or a function of a position, not 3"),
    ],
)
@pytest.mark.parametrize("room", ["laboratory", "textbook", None])
def test_a_wrong_evaluation_is_explained(evaluation: Any, message: str, room: str | None) -> None:
    with pytest.raises(GamegroveError) as caught:
        search(gamegrove.Othello(), depth=1, evaluation=evaluation, room=room)
    assert str(caught.value).startswith(message)


def test_an_evaluation_in_python_can_be_part_of_a_blend() -> None:
    gamegrove.register_evaluation("mine", lambda position: 7 * len(position.legal_moves))
    position = gamegrove.Othello("f5d6")
    assert find_evaluation("0.5*mine - 3*mobility", position)(position) == rounded(
        0.5 * 7 * len(position.legal_moves) - 3.0 * (counts(position, "mobility")[0] - counts(position, "mobility")[1])
    )
    report = search(position, depth=2, evaluation="0.5*mine - mobility")
    assert (report.room, report.request.evaluation_name) == ("textbook", "0.5*mine - mobility")
    assert search(position, depth=2, evaluation="mine").request.evaluation_name == "mine"
    assert evaluations_of(position)[-1] == "mine"
    with pytest.raises(GamegroveError, match="mine% is not possible"):
        search(position, depth=2, evaluation="mine%")


def test_a_part_in_python_must_give_a_whole_number() -> None:
    gamegrove.register_evaluation("mine", lambda _: 0.5)  # type: ignore[arg-type, return-value]
    with pytest.raises(GamegroveError, match=r"the evaluation mine gave 0\.5; it must be a whole number"):
        search(gamegrove.Othello(), depth=1, evaluation="mine + score")


def test_a_tree_has_no_stages() -> None:
    tree = gamegrove.Tree("(A (B 3 12) (C 8 2))")
    assert search(tree, evaluation="2*zero").value == 3
    with pytest.raises(GamegroveError, match="changes with the number of stones, but tree does not say how many"):
        search(tree, evaluation="..3: zero; 4..: zero")


class Nim(PythonPosition[int]):
    """Take one or two stones from a heap; who takes the last one wins."""

    def __init__(self, stones: int = 10, turn: int = 0) -> None:
        self.stones = stones
        self._turn = turn

    def moves(self) -> Sequence[int]:
        return [number for number in (1, 2) if number <= self.stones]

    def after(self, move: int, /) -> Self:
        return type(self)(self.stones - move, 1 - self._turn)

    def final_value(self) -> int:
        return -1

    def key(self) -> Hashable:
        return self.stones

    @property
    def turn(self) -> int:
        return self._turn

    def __str__(self) -> str:
        return "|" * self.stones


class BoundedNim(Nim):
    """The same game, which says how large its heap can be."""

    cells = 10


def test_a_game_in_python_has_stages_if_it_says_how_many_stones_there_are() -> None:
    gamegrove.register_evaluation("heap", lambda position: int(position.stones))  # type: ignore[attr-defined]
    text = "..5: 2*heap; 6..: 1..1000*heap"
    values = [find_evaluation(text, BoundedNim())(BoundedNim(stones)) for stones in (3, 10)]
    assert values == [6, 10_000]
    with pytest.raises(GamegroveError, match="nim does not say how many there are: it has no property stones or"):
        find_evaluation(text, Nim())
