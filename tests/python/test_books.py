"""Opening books: their scores, how they are made, also after accidents and by several, and the command."""

from __future__ import annotations

import gzip
import os
import random
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command import COMMAND, NO_TERMINAL, run, run_json
from gamegrove import ConnectFour, GamegroveError, Store, _core, search
from gamegrove._core import ConnectFourBook, connect_four_positions
from gamegrove.books import checking, contents, making, packaged
from gamegrove.books.files import read_book, write_book
from gamegrove.books.making import BookPlan, carry_out, made_book
from gamegrove.engines.connect_four_score import Scale
from gamegrove.store import Run
from gamegrove.work import Cluster, Executor, Here, Interrupted, Processes, Task
from local_work import PATIENCE, local_cluster, wait_until

SMALL, PLIES = "connect-four:size=4x4", 6
SMALL_TABLE = 1
SCORES = Path(__file__).parent.parent / "positions" / "connect-four-scores.txt"
BOARDS = [(SMALL, PLIES), ("connect-four:size=5x3,in-a-row=3", 5), ("connect-four:size=3x5,in-a-row=3", 14)]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store.db") as opened:
        yield opened


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks of so few positions that a small book has many."""
    monkeypatch.setattr(making, "POSITIONS_A_TASK", 16)


def plan_of(game: str = SMALL, plies: int = PLIES) -> BookPlan:
    return BookPlan(contents.connect_four(game), plies)


def begun(store: Store, plan: BookPlan, *, resume: bool = False) -> Run:
    return store.begin(*plan.described(), resume=resume)


def made(store: Store, file: Path, plan: BookPlan, executor: Executor | None = None) -> ConnectFourBook:
    """The book of a new run, in that file."""
    stored = begun(store, plan)
    assert carry_out(plan, stored, executor or Here(), table_mib=SMALL_TABLE)
    write_book(made_book(plan, stored), file)
    return read_book(file)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of the small board that was made at one go."""
    folder = tmp_path_factory.mktemp("book")
    with Store(folder / "store.db") as store:
        made(store, folder / "small.book", plan_of())
    return folder / "small.book"


# -- Scores


def plain_minimax(position: ConnectFour, known: dict[ConnectFour, int]) -> int:
    """The score by its definition: how many discs of his the winner has left when he wins, and one more."""
    if position not in known:
        known[position] = _by_definition(position, known)
    return known[position]


def _by_definition(position: ConnectFour, known: dict[ConnectFour, int]) -> int:
    if not position.is_over():
        return max(-plain_minimax(position.after(move), known) for move in position.legal_moves)
    if position.final_value() == 0:
        return 0
    winner, cells = 1 - position.turn, position.width * position.height
    owned = (cells + 1 - winner) // 2
    return -(owned - "".join(position.rows).count("XO"[winner]) + 1)


def all_positions(start: ConnectFour, plies: int) -> Iterator[ConnectFour]:
    """Those that are not over, mirror images and all."""
    layer = {start}
    for _ in range(plies + 1):
        yield from layer
        reached = {position.after(move) for position in layer for move in position.legal_moves}
        layer = {position for position in reached if not position.is_over()}


@pytest.mark.parametrize(("game", "plies"), BOARDS)
def test_a_book_says_of_every_position_what_plain_minimax_does(
    store: Store, tmp_path: Path, game: str, plies: int
) -> None:
    plan = plan_of(game, plies)
    book = made(store, tmp_path / "it.book", plan)
    known: dict[ConnectFour, int] = {}
    looked_up = list(all_positions(plan.start, plies))
    assert {position: book.score(position) for position in looked_up} == {
        position: plain_minimax(position, known) for position in looked_up
    }
    assert {score > 0 for score in known.values()} == {True, False}
    assert len(book) == len({position.canonical() for position in looked_up})
    assert (book.spec, book.plies) == (game, plies)


def test_a_book_of_a_larger_board_agrees_with_another_search(store: Store, tmp_path: Path) -> None:
    book = made(store, tmp_path / "it.book", plan_of("connect-four:size=5x4", 7))
    for position in checking.sample(book, 80, seed=1):
        score = book.score(position)
        assert score is not None
        found = search(position, "tt", depth=20 - position.stones, wins="sooner").value_text
        assert Scale.of(position).words(score, score) == ("draw" if found == "0" else found)


def test_a_book_of_the_empty_board_alone_is_a_book(store: Store, tmp_path: Path) -> None:
    book = made(store, tmp_path / "it.book", plan_of(plies=0))
    assert (len(book), book.score(ConnectFour(size="4x4"))) == (1, 0)


@settings(max_examples=50)
@given(st.lists(st.integers(0, 3), max_size=PLIES))
def test_mirror_images_have_the_same_score_and_deeper_positions_none(small: Path, choices: list[int]) -> None:
    book, position = read_book(small), ConnectFour(size="4x4")
    for choice in choices:
        moves = position.legal_moves
        position = position if not moves else position.after(moves[choice % len(moves)])
    if not position.is_over():
        assert book.score(position) is not None
        assert book.score(position) == book.score(position.transformed("mirror"))
    deeper = ConnectFour("1122331", size="4x4")
    assert book.score(deeper) is None


def test_the_columns_of_a_position_are_worth_what_comes_after_them(small: Path) -> None:
    book = read_book(small)
    position = ConnectFour("112233", size="4x4")
    assert contents.column_scores(book, position) == {"1": None, "2": None, "3": None, "4": (16 + 1 - 6) // 2}
    before = ConnectFour("11", size="4x4")
    columns = contents.column_scores(book, before)
    assert list(columns) == ["1", "2", "3", "4"]
    assert max(score for score in columns.values() if score is not None) == book.score(before)


def test_the_counts_of_a_book_are_those_of_the_game(small: Path) -> None:
    counts = list(contents.count_by_ply(read_book(small)))
    start = ConnectFour(size="4x4")
    assert [count.positions for count in counts] == [len(connect_four_positions(start, ply)) for ply in range(7)]
    assert all(count.wins + count.draws + count.losses == count.positions for count in counts)
    assert counts[-1].wins > 0
    assert counts[-1].draws > 0
    assert counts[-1].losses > 0


# -- Making


@pytest.mark.usefixtures("small_tasks")
def test_an_interrupted_book_goes_on_and_is_the_same(store: Store, tmp_path: Path, small: Path) -> None:
    plan, file = plan_of(), tmp_path / "it.book"
    stored, stop = begun(store, plan), threading.Event()

    def stop_at_50(done: int, _: int) -> None:
        if done >= 50:
            stop.set()

    assert not carry_out(plan, stored, Here(), table_mib=SMALL_TABLE, stop=stop, watch=stop_at_50)
    assert stored.count() == 4
    with pytest.raises(GamegroveError, match=r"lacks \d+ of \d+ positions; --resume"):
        write_book(made_book(plan, stored), file)
    assert not file.exists()
    again = begun(store, plan, resume=True)
    seen: list[tuple[int, int]] = []
    assert carry_out(
        plan, again, Here(), table_mib=2 * SMALL_TABLE, watch=lambda done, total: seen.append((done, total))
    )
    write_book(made_book(plan, again), file)
    assert file.read_bytes() == small.read_bytes()
    assert again.number == stored.number
    total = len(connect_four_positions(plan.start, plan.plies))
    assert seen[0] == (4 * 16, total)
    assert seen[-1] == (total, total)
    assert again.count() == len(plan.tasks(SMALL_TABLE))  # with another table nothing was done twice


def test_a_stopped_task_gives_nothing() -> None:
    payload = {"game": "connect-four", "positions": ["4"], "table_mib": SMALL_TABLE}
    stop = threading.Event()
    stop.set()
    with pytest.raises(Interrupted):
        Task("book", "0", payload).run(stop)


@pytest.mark.usefixtures("small_tasks")
def test_two_processes_make_the_same_book_as_one(store: Store, tmp_path: Path, small: Path) -> None:
    executor = Processes(2)
    try:
        made(store, tmp_path / "it.book", plan_of(), executor)
    finally:
        executor.close()
    assert (tmp_path / "it.book").read_bytes() == small.read_bytes()


@pytest.mark.usefixtures("small_tasks")
def test_a_cluster_makes_the_same_book(store: Store, tmp_path: Path, small: Path) -> None:
    with local_cluster(2) as cluster:
        executor = Cluster(cluster.scheduler_address)
        made(store, tmp_path / "it.book", plan_of(), executor)
        executor.close()
    assert (tmp_path / "it.book").read_bytes() == small.read_bytes()


def test_one_solver_is_kept_for_the_tasks_of_a_book_and_let_go_after_it(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "POSITIONS_A_TASK", 64)
    asked: list[int] = []
    solver = _core.ConnectFourSolver

    def counted(*, table_mib: int) -> _core.ConnectFourSolver:
        asked.append(table_mib)
        return solver(table_mib=table_mib)

    monkeypatch.setattr(_core, "ConnectFourSolver", counted)
    made(store, tmp_path / "a.book", plan_of())
    assert asked == [SMALL_TABLE]
    made(store, tmp_path / "b.book", plan_of())
    assert asked == [SMALL_TABLE, SMALL_TABLE]


def test_tasks_of_two_boards_in_turn_do_not_mix() -> None:
    games = {"connect-four:size=4x4": ["1122"], "connect-four:size=4x4,in-a-row=3": ["1122"]}

    def scores(game: str) -> list[int]:
        payload = {"game": game, "positions": games[game], "table_mib": SMALL_TABLE}
        found: list[int] = Task("book", "0", payload).run()["scores"]
        return found

    first = [scores(game) for game in games]
    assert first == [scores(game) for game in games]
    assert first[0] != first[1]


@pytest.mark.parametrize("plies", [-1, 16])
def test_an_impossible_number_of_plies_is_refused(plies: int) -> None:
    with pytest.raises(GamegroveError, match=rf"plies is {plies}; on a board of 16 cells 0 to 15 are possible"):
        plan_of(plies=plies)


def test_a_book_begins_with_the_empty_board() -> None:
    with pytest.raises(GamegroveError, match="begins with the empty board"):
        BookPlan(ConnectFour("4"), 5)


@pytest.mark.usefixtures("small_tasks")
def test_who_goes_on_with_positions_in_another_order_solves_them_again(
    store: Store, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = plan_of()
    run = begun(store, plan)
    in_order = _core.connect_four_positions
    monkeypatch.setattr(_core, "connect_four_positions", lambda start, plies: in_order(start, plies)[::-1])
    assert carry_out(plan, run, Here(), table_mib=SMALL_TABLE)
    monkeypatch.undo()
    monkeypatch.setattr(making, "POSITIONS_A_TASK", 16)
    again = begun(store, plan, resume=True)
    assert carry_out(plan, again, Here(), table_mib=SMALL_TABLE)
    write_book(made_book(plan, again), tmp_path / "again.book")
    assert (tmp_path / "again.book").read_bytes() == small.read_bytes()


# -- Checking


def with_a_wrong_score(book: ConnectFourBook, wrong: ConnectFour, file: Path) -> ConnectFourBook:
    start = contents.connect_four(book.spec)
    scored = [(position, book.score(position) or 0) for position in contents.positions(book)]
    lie = [(position, score + (position.canonical() == wrong.canonical())) for position, score in scored]
    write_book(ConnectFourBook(start, book.plies, lie), file)
    return read_book(file)


def test_a_check_finds_the_one_score_that_is_wrong(small: Path, tmp_path: Path) -> None:
    wrong = ConnectFour("1213", size="4x4")
    book = with_a_wrong_score(read_book(small), wrong, tmp_path / "wrong.book")
    everything = checking.sample(book, len(book) + 10, seed=1)
    checked = list(checking.check(book, everything, table_mib=SMALL_TABLE))
    assert len(checked) == len(book)
    (found,) = [each for each in checked if not each.is_right]
    assert found.position.canonical() == wrong.canonical()
    assert found.stored == found.solved + 1


def test_the_same_seed_chooses_the_same_positions(small: Path) -> None:
    book = read_book(small)
    assert checking.sample(book, 20, seed=3) == checking.sample(book, 20, seed=3)
    assert checking.sample(book, 20, seed=3) != checking.sample(book, 20, seed=4)
    assert len(set(checking.sample(book, 20, seed=3))) == 20


# -- Files

MANY_PLIES = b"gamegrove connect-four book 2\nconnect-four:size=4x4 2000000000 0\n"


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda _whole: b"", "is no book of Connect Four"),
        (lambda _whole: b"4455\n" * 99, "is no book of Connect Four"),
        (lambda _whole: gzip.compress(b"4455\n" * 99), "the book is none of Connect Four"),
        (lambda _whole: gzip.compress(MANY_PLIES), "the book has a damaged head"),
        (lambda whole: whole[: len(whole) // 2], "is not complete; make it again"),
        (lambda whole: whole + b"x", "is damaged; make it again"),
        (lambda whole: whole[:-99] + bytes([whole[-99] ^ 1]) + whole[-98:], "is damaged; make it again"),
    ],
    ids=["empty", "text", "compressed text", "plies", "short", "long", "one bit"],
)
def test_a_damaged_file_is_told(
    small: Path, tmp_path: Path, damage: Callable[[bytes], bytes], message: str, shell: Callable[..., str]
) -> None:
    file = tmp_path / "damaged.book"
    file.write_bytes(damage(small.read_bytes()))
    with pytest.raises(GamegroveError, match=message):
        read_book(file)
    assert message in shell("book", "show", str(file), code=2)


def test_a_book_knows_nothing_of_other_boards(small: Path, shell: Callable[..., str]) -> None:
    book = read_book(small)
    for other in (ConnectFour(), ConnectFour(size="4x5"), ConnectFour(size="4x4", in_a_row=3)):
        assert book.score(other) is None
    told = shell("book", "show", str(small), "connect-four:size=5x4", "1122", code=2)
    assert "this is a book of connect-four:size=4x4, not of connect-four:size=5x4" in told


def test_the_package_has_no_book_of_a_board_nobody_made_one_for() -> None:
    assert packaged("connect-four:size=9x3") is None
    assert packaged("othello") is None


@pytest.fixture(scope="module")
def usual() -> ConnectFourBook:
    """The book of the package for the usual board."""
    file = packaged("connect-four")
    assert file is not None
    return read_book(file)


def test_the_book_of_the_package_has_all_positions_of_the_usual_board_up_to_ply_11(usual: ConnectFourBook) -> None:
    assert (usual.spec, usual.plies) == ("connect-four", 11)
    assert [count.positions for count in contents.count_by_ply(usual)] == [
        len(connect_four_positions(ConnectFour(), ply)) for ply in range(usual.plies + 1)
    ]
    assert contents.column_scores(usual, ConnectFour()) == dict(zip("1234567", (-2, -1, 0, 1, 0, -1, -2), strict=True))


def test_the_book_of_the_package_agrees_with_known_scores(usual: ConnectFourBook) -> None:
    lines = (line.split() for line in SCORES.read_text().splitlines())
    known = {moves: int(score) for moves, score in lines if len(moves) <= usual.plies}
    assert known
    assert {moves: usual.score(ConnectFour(moves)) for moves in known} == known


def test_some_scores_of_the_package_are_found_again(usual: ConnectFourBook) -> None:
    last = [after_random_moves(usual.plies, seed) for seed in range(20)]
    assert all(each.is_right for each in checking.check(usual, last, table_mib=64))


def after_random_moves(plies: int, seed: int) -> ConnectFour:
    """A position of the usual board in which the game is not over."""
    source = random.Random(seed)
    while True:
        position = ConnectFour()
        while position.stones < plies and not position.is_over():
            position = position.after(source.choice(position.legal_moves))
        if not position.is_over():
            return position


# -- The command

MAKE = ("book", "make", "connect-four", "--size", "4x4", "--plies", "6", "--table-mib", "1")


@pytest.mark.parametrize("command", ["make", "show", "check"])
def test_every_command_of_books_teaches(command: str) -> None:
    text = run("book", command, "--help")
    assert f"gamegrove book {command} " in text
    assert "--json" in text


def test_the_command_makes_shows_and_checks_a_book(shell: Callable[..., str], tmp_path: Path, small: Path) -> None:
    file = tmp_path / "it.book"
    text = shell(*MAKE, "--output", str(file))
    assert f"{file}: connect-four:size=4x4 up to ply 6, 901 positions, " in text
    assert "stored as run 1" in text
    assert file.read_bytes() == small.read_bytes()
    shown = shell("book", "show", str(file))
    assert "mover wins" in shown
    assert "all are right" in shell("book", "check", str(file), "--sample", "30", "--table-mib", "1")
    assert "book" in shell("results", "list", "--kind", "book")


def test_the_command_answers_programs(tmp_path: Path) -> None:
    file = tmp_path / "it.book"
    answer = run_json(*MAKE, "--jobs", "2", "--output", str(file))
    size, positions = file.stat().st_size, len(read_book(file))
    book = {
        "file": str(file),
        "game": "connect-four:size=4x4",
        "plies": 6,
        "positions": positions,
        "bytes": size,
    }
    assert (answer["complete"], answer["run"], answer["book"]) == (True, 1, book)
    shown = run_json("book", "show", str(file))
    assert shown["positions"] == sum(count["positions"] for count in shown["by_ply"]) == positions
    checked = run_json("book", "check", str(file), "--sample", "10", "--table-mib", "1")
    assert (checked["sample"], checked["checked"], checked["different"]) == (10, 10, [])


def test_a_place_where_no_book_can_be_is_told_before_the_work(shell: Callable[..., str], tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("dear all")
    assert "it is a folder; give a file" in shell(*MAKE, "--output", str(tmp_path), code=2)
    assert "is no book; it is not replaced" in shell(*MAKE, "--output", str(letter), code=2)
    assert letter.read_text() == "dear all"
    assert "nothing was stored" in shell("results", "show", "1", code=1)


def test_a_book_takes_the_place_of_another(shell: Callable[..., str], tmp_path: Path, small: Path) -> None:
    file = tmp_path / "it.book"
    shell("book", "make", "connect-four", "--size", "4x4", "--plies", "2", "--table-mib", "1", "--output", str(file))
    shell(*MAKE, "--output", str(file))
    assert file.read_bytes() == small.read_bytes()


def test_a_position_is_shown_with_its_columns(shell: Callable[..., str], small: Path) -> None:
    text = shell("book", "show", str(small), "112233")
    assert "score +5, wins in 1\n" in text
    assert "   3  not in the book\n   4  +5, wins in 1\n" in text
    assert "not in the book, which holds the positions up to ply 6" in shell("book", "show", str(small), "1122331")
    assert "score -5, lost\n" in shell("book", "show", str(small), "1122334")


def test_a_wrong_book_fails_its_check(shell: Callable[..., str], small: Path, tmp_path: Path) -> None:
    file = tmp_path / "wrong.book"
    with_a_wrong_score(read_book(small), ConnectFour(size="4x4"), file)
    text = shell("book", "check", str(file), "--sample", "99999", "--table-mib", "1", code=1)
    assert "4/4/4/4 X: the book says +1, it is +0" in text
    assert "wrong in the book: 1\n" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["make", "othello", "--plies", "3", "--output", "x.book"], "there are books of connect-four only"),
        (["make", "connect-four", "--plies", "42", "--output", "x.book"], "0 to 41 are possible"),
        (["make", "connect-four:size=29x1", "--plies", "4", "--output", "x.book"], "columns * (rows + 1) may be 56"),
        (["make", "connect-four 44", "--plies", "4", "--output", "x.book"], "begins with the empty board"),
        (["show", "no.book"], "cannot read the book no.book: No such file or directory"),
        (["check", "no.book"], "cannot read the book no.book"),
    ],
)
def test_wrong_usage_is_explained(shell: Callable[..., str], arguments: list[str], message: str) -> None:
    assert message in shell("book", *arguments, code=2)


def test_a_folder_that_is_not_there_is_told_before_the_work(shell: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "it.book"
    assert f"cannot write {file}: there is no folder" in shell(*MAKE, "--output", str(file), code=1)


LONGER = ("book", "make", "connect-four", "--size", "6x4", "--plies", "7", "--table-mib", "16")


@pytest.fixture(scope="module")
def longer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book that takes a moment, made at one go."""
    file = tmp_path_factory.mktemp("longer") / "longer.book"
    run(*LONGER, "--output", str(file), "--store", str(file.with_suffix(".db")))
    return file


@pytest.mark.parametrize(("how", "jobs"), [(signal.SIGINT, "1"), (signal.SIGKILL, "2")], ids=["ctrl-c", "kill"])
def test_a_command_that_was_ended_goes_on(tmp_path: Path, longer: Path, how: signal.Signals, jobs: str) -> None:
    place, file = tmp_path / "store.db", tmp_path / "it.book"
    asked = [*LONGER, "--jobs", jobs, "--store", str(place), "--output", str(file)]
    process = subprocess.Popen([*COMMAND, *asked], stdout=subprocess.PIPE, text=True, env=NO_TERMINAL)
    with Store(place) as store:
        wait_until(lambda: any(each.count() for each in store.runs()))
        os.kill(process.pid, how)
        said, _ = process.communicate(timeout=PATIENCE)
        (stored,) = store.runs()
        finished = stored.count()
    assert stored.ended is None, "it was over before it was ended"
    assert not file.exists()
    if how == signal.SIGINT:
        assert process.returncode == 128 + signal.SIGINT
        assert "what is finished is stored as run 1; go on with: gamegrove book make" in said
    assert f"going on with run 1: {finished} results are stored" in run(*asked, "--resume")
    assert file.read_bytes() == longer.read_bytes()
