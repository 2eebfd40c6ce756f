"""Writes the files of leaf counts next to it from the slow reference games: python tests/perft/make.py

Each line is `<game and moves> | ply or free | counts for depth 1, 2, ...`: a game that ends early counts as
one leaf at any depth, a pass costs one ply or, in `free` lines, none. Lines of connect-four.distinct are
`<game> | distinct | numbers of different positions after 0, 1, ... plies`.

How deep a line goes is bounded by a number of moves and not by time, so that the files are reproducible.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent / "python"))

from reference import (  # noqa: E402
    Captures,
    Position,
    ReferenceConnectFour,
    ReferenceOthello,
    ReferencePente,
    distinct_positions,
    perft,
)

# Published values, deeper than the reference goes here. It must agree with them as far as it goes.
PUBLISHED = {
    ("othello", "ply"): [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800],
    ("othello", "free"): [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005320, 24571420, 212260880],
    ("othello:size=6", "ply"): [4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912, 14976792, 108820292],
    ("othello:size=4", "ply"): [4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436],
    ("mnk:size=5x5,in-a-row=5,captures=pairs", "ply"): [25, 600, 13800, 303600, 6375824, 127531040],
}

# Published too, but these leave out the games that ended before the last ply: to be comparable with the
# leaf counts of the other games they need the number of games that ended sooner (from the reference).
CONNECT_FOUR_PATHS = [7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572, 268031646]
CONNECT_FOUR_ENDED = [0, 0, 0, 0, 0, 0, 0, 13032, 57462, 1144344]
PUBLISHED["connect-four", "ply"] = [
    paths + ended for paths, ended in zip(CONNECT_FOUR_PATHS, CONNECT_FOUR_ENDED, strict=True)
]

# Published numbers of different positions after 0, 1, 2, ... plies.
CONNECT_FOUR_DISTINCT = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186]

PENTE_PRESETS = {
    "pente": "size=19,in-a-row=5,captures=pairs,opening-box=2,skips-i=true",
    "keryo-pente": "size=19,in-a-row=5,captures=triples,opening-box=2,skips-i=true",
    "pente-2003": "size=13,in-a-row=5,opening-box=2,skips-i=true",
    "gomoku": "size=15,in-a-row=5",
    "gomoku-standard": "size=15,in-a-row=5,exactly=true",
    "tic-tac-toe": "size=3,in-a-row=3",
    "mnk": "in-a-row=5",
}
CAPTURES: dict[str, Captures] = {"none": "none", "pairs": "pairs", "triples": "triples"}

FEW, A_FEW, SOME, MANY = 1_000, 4_000, 20_000, 130_000  # bounds on the moves that are tried for a depth
ENOUGH_LEAVES = 1_000_000  # no depth follows one with more leaves: others count them one by one


def options_of(text: str) -> dict[str, str]:
    """The options in `name=value,name=value`."""
    options = {}
    for option in filter(None, text.split(",")):
        name, _, value = option.partition("=")
        options[name] = value
    return options


def size_of(text: str) -> tuple[int, int]:
    """Width and height of `7x6`, or of `8` for a square."""
    width, _, height = text.partition("x")
    return int(width), int(height or width)


def start_of(spec: str) -> Position:
    """The start position of a game spec such as `connect-four:size=6x5,in-a-row=3`."""
    game, _, text = spec.partition(":")
    if game == "othello":
        options = options_of(text)
        return ReferenceOthello.start(options.get("board") or options.get("size") or "8")
    if game == "connect-four":
        options = {"size": "7x6", "in-a-row": "4"} | options_of(text)
        return ReferenceConnectFour.start(*size_of(options["size"]), int(options["in-a-row"]))
    options = options_of(PENTE_PRESETS[game]) | options_of(text)
    return ReferencePente.start(
        *size_of(options["size"]),
        in_a_row=int(options["in-a-row"]),
        exactly=options.get("exactly") == "true",
        captures=CAPTURES[options.get("captures", "none")],
        opening_box=int(options["opening-box"]) if "opening-box" in options else None,
        skips_i=options.get("skips-i") == "true",
    )


def position_of(line: str) -> Position:
    """The position of a game spec followed by moves."""
    spec, *moves = line.split()
    position = start_of(spec)
    for move in moves:
        position = position.after(move)
    return position


@dataclass
class Depth:
    """The leaves at a depth, and how many of them are games that ended at a smaller depth."""

    leaves: int
    ended: int


def depths(position: Position, mode: str, bound: int) -> Iterator[Depth]:
    """What perft counts at depth 1, 2, ..., but a position that several paths reach is looked at only once.

    It stops where all games have ended, where going on would try more than `bound` moves, or where there are
    many leaves.
    """
    paths = Counter([position])
    ended = leaves = 0
    tried = 1
    while 0 < tried <= bound and leaves <= ENOUGH_LEAVES:
        paths, paths_before = Counter(), paths
        leaves = tried = 0
        while paths_before:
            before, count = paths_before.popitem()
            if mode == "free" and before.moves() == ["pass"]:
                before = before.after("pass")
            moves = before.moves()
            leaves += count * len(moves)
            ended += 0 if moves else count
            tried += len(moves)
            if tried <= bound:
                for move in moves:
                    paths[before.after(move)] += count
        yield Depth(ended + leaves, ended)


def leaf_counts(line: str, mode: str, bound: int) -> list[int]:
    """The counts for a line of a file, checked against perft (as deep as is quick) and published values."""
    position = position_of(line)
    found = list(depths(position, mode, bound))
    counts = [depth.leaves for depth in found]
    for depth, count in enumerate(counts, 1):
        if depth == 1 or counts[depth - 2] <= FEW:
            require(perft(position, depth, mode == "free") == count, f"perft {depth} of {line}")
    published = PUBLISHED.get((line, mode), [])
    require(all(a == b for a, b in zip(counts, published, strict=False)), f"{line}: {counts} {published}")
    if line == "connect-four":
        ended = [depth.ended for depth in found]
        require(ended == CONNECT_FOUR_ENDED[: len(ended)], f"games of Connect Four that ended: {ended}")
    return counts + published[len(counts) :]


def require(holds: bool, what: str) -> None:
    if not holds:
        raise AssertionError(what)


def random_game(spec: str, random: Random) -> list[str]:
    """The moves of a whole game."""
    position = start_of(spec)
    game = []
    while moves := position.moves():
        game.append(moves[int(random.random() * len(moves))])
        position = position.after(game[-1])
    return game


Cut = Callable[[list[str], list[Position]], int | None]


def moments(spec: str, cut: Cut, number: int = 1) -> list[str]:
    """Lines for moments of random games.

    From the moves and positions of a game `cut` tells how many moves to keep, or None to try another game.
    """
    random = Random(f"{spec} {cut.__name__}")
    lines: list[str] = []
    while len(lines) < number:
        game = random_game(spec, random)
        positions = [start_of(spec)]
        for move in game:
            positions.append(positions[-1].after(move))
        plies = cut(game, positions)
        if plies is not None:
            lines.append(" ".join([spec, *game[: max(plies, 0)]]))
    return lines


def before_pass(game: list[str], _: list[Position]) -> int | None:
    return game.index("pass") - 2 if "pass" in game else None


def before_two_passes(game: list[str], _: list[Position]) -> int | None:
    """Two passes, one just after the move that follows the other."""
    for ply in range(len(game) - 2):
        if game[ply] == game[ply + 2] == "pass":
            return ply - 2
    return None


def near_end(game: list[str], _: list[Position]) -> int | None:
    return len(game) - 7


def before_empty_cells_left(game: list[str], positions: list[Position]) -> int | None:
    return len(game) - 4 if "." in "".join(positions[-1].rows()) else None


def before_win(game: list[str], positions: list[Position]) -> int | None:
    return len(game) - 4 if positions[-1].final_value() else None


def before_draw(game: list[str], positions: list[Position]) -> int | None:
    return None if positions[-1].final_value() else len(game) - 7


def captured_by(positions: list[Position]) -> Iterator[tuple[int, int]]:
    """The captured stones of each player after each ply of a game."""
    return (position.captured for position in positions if isinstance(position, ReferencePente))


def largest_capture(positions: list[Position]) -> tuple[int, int]:
    """How many stones the largest capture of a game took, and after how many plies it came."""
    captures = [(sum(new) - sum(old), ply) for ply, (old, new) in enumerate(pairwise(captured_by(positions)))]
    return max(captures)


def before_capture(_: list[str], positions: list[Position]) -> int | None:
    stones, ply = largest_capture(positions)
    return ply - 1 if stones >= 2 else None


def before_capture_of_three(_: list[str], positions: list[Position]) -> int | None:
    stones, ply = largest_capture(positions)
    return ply - 1 if stones == 3 else None


def before_double_capture(_: list[str], positions: list[Position]) -> int | None:
    stones, ply = largest_capture(positions)
    return ply - 1 if stones >= 4 else None


def before_win_by_captures(game: list[str], positions: list[Position]) -> int | None:
    return len(game) - 2 if max(list(captured_by(positions))[-1]) >= 10 else None


def whole_game(spec: str) -> list[str]:
    """Lines for every third ply of a random game, the last for its end."""
    game = random_game(spec, Random(spec))
    return [" ".join([spec, *game[:plies]]) for plies in range(len(game) % 3, len(game) + 1, 3)]


def counted(bound: int, modes: str, *lines: str) -> Iterator[str]:
    """The lines with their counts."""
    for line in lines:
        for mode in modes.split():
            print(line, mode, flush=True)
            yield f"{line} | {mode} | {joined(leaf_counts(line, mode, bound))}"


def joined(counts: list[int]) -> str:
    return " ".join(map(str, counts))


def othello_lines() -> Iterator[str]:
    yield "# The start; the deepest counts of sizes 6 and 8 are published values"
    yield from counted(MANY, "ply free", "othello", "othello:size=4", "othello:size=6")
    yield from counted(SOME, "ply free", "othello:size=10", "othello:size=12", "othello:board=96")
    yield "# The shortest game: with his fifth move X takes everything"
    yield from counted(SOME, "ply free", "othello e6 f4 e3 f6 g5 d6 e7")
    yield "# An opening"
    yield from counted(SOME, "ply", "othello f5 d6 c3 d3 c4")
    small = ("othello:size=4", "othello:size=6", "othello")
    large = ("othello:board=96", "othello:size=10", "othello:size=12")
    yield "# Random games: a pass is near"
    for spec in (*small, *large):
        yield from counted(A_FEW, "ply free", *moments(spec, before_pass, 2))
    yield "# Random games: two passes are near"
    for spec in small:
        yield from counted(A_FEW, "ply free", *moments(spec, before_two_passes, 3))
    yield "# Random games: the end is near, with empty cells"
    for spec in small:
        yield from counted(A_FEW, "ply free", *moments(spec, before_empty_cells_left, 3))
    yield "# Random games: the end is near"
    for spec in (*small, *large):
        yield from counted(A_FEW, "ply free", *moments(spec, near_end, 2))


def connect_four_lines() -> Iterator[str]:
    small = ("connect-four:size=4x4", "connect-four:size=5x4", "connect-four:size=4x9")
    others = (
        "connect-four:size=6x5",
        "connect-four:size=8x7",
        "connect-four:size=6x5,in-a-row=3",
        "connect-four:size=7x5,in-a-row=5",
    )
    yield "# The start; the deepest counts of the usual size come from published values (see make.py)"
    yield from counted(3 * MANY, "ply", "connect-four")
    yield from counted(MANY, "ply", *small, *others)
    yield "# Random games: a win is near"
    for spec in ("connect-four", *small, *others):
        yield from counted(SOME, "ply", *moments(spec, before_win, 3))
    yield "# Random games: a draw is near"
    for spec in ("connect-four", *small):
        yield from counted(SOME, "ply", *moments(spec, before_draw))


def distinct_lines() -> Iterator[str]:
    yield "# The deepest counts are published values"
    counts = distinct_counts("connect-four", 7)
    require(counts == CONNECT_FOUR_DISTINCT[: len(counts)], f"positions of Connect Four: {counts}")
    yield f"connect-four | distinct | {joined(CONNECT_FOUR_DISTINCT)}"
    yield "# From the reference: all positions of the smallest board, then others"
    for spec, plies in (
        ("connect-four:size=4x4", 16),
        ("connect-four:size=5x4", 9),
        ("connect-four:size=6x5,in-a-row=3", 8),
    ):
        yield f"{spec} | distinct | {joined(distinct_counts(spec, plies))}"


def distinct_counts(spec: str, plies: int) -> list[int]:
    return [distinct_positions(start_of(spec), ply) for ply in range(plies + 1)]


def pente_lines() -> Iterator[str]:
    yield "# The start; the deepest counts of the 5x5 board with pairs are published values"
    yield from counted(MANY, "ply", "pente", "tic-tac-toe", "mnk:size=5x5,in-a-row=5,captures=pairs")
    yield from counted(MANY // 2, "ply", "gomoku", "pente-2003")
    yield from counted(SOME, "ply", "gomoku-standard", "keryo-pente")
    yield from counted(SOME, "ply", "mnk:size=5x5,in-a-row=4", "mnk:size=4x3,in-a-row=3")
    yield from counted(SOME, "ply", "mnk:size=3x5,in-a-row=3", "mnk:size=5x3,in-a-row=3,exactly=true")
    yield "# Boards where few lines fit: captures go round and round"
    for captures in ("none", "pairs", "triples"):
        yield from counted(SOME, "ply", f"mnk:size=4x3,in-a-row=6,captures={captures}")
        yield from counted(SOME, "ply", f"mnk:size=5x3,in-a-row=4,captures={captures}")
    yield "# Openings: even and odd sizes, small boxes, boxes nearly as large as the board"
    for size, boxes in (("4x4", (0, 1)), ("5x5", (0, 1)), ("6x5", (1, 2)), ("6x6", (0, 2)), ("4x7", (1, 2))):
        for box in boxes:
            yield from counted(A_FEW, "ply", f"mnk:size={size},in-a-row=4,captures=pairs,opening-box={box}")
    yield from counted(FEW, "ply", "pente k10", "pente k10 k11", "pente k10 k11 n10", "pente-2003 g7 h8")
    yield "# X can capture l10 and m10 by a move to n10, and in the second line O can move there"
    yield from counted(FEW, "ply", "pente k10 l10 o10 m10", "pente k10 l10 o10 m10 a1")
    yield from counted(FEW, "ply", "keryo-pente k10 l10 o10 m10")
    yield "# X can capture l10 to n10 by a move to o10 in Keryo-Pente, but not in Pente"
    yield from counted(FEW, "ply", "keryo-pente k10 l10 a1 m10 a3 n10", "pente k10 l10 a1 m10 a3 n10")
    yield "# X wins at l10; then O has moved there"
    yield from counted(FEW, "ply", "pente k10 a1 o10 a3 n10 a5 m10 a7", "pente k10 a1 o10 a3 n10 a5 m10 l10")
    yield "# X makes six in a row at h8, which wins unless five must be exact"
    for game in ("gomoku", "gomoku-standard"):
        yield from counted(FEW, "ply", f"{game} e8 e1 f8 e3 g8 e5 i8 e7 j8 e9")
    yield "# Random games: a capture is near, then a double one, then one of three"
    for rules in ("size=5x5,in-a-row=5", "size=6x6,in-a-row=4", "size=9x7,in-a-row=5"):
        yield from counted(SOME, "ply", *moments(f"mnk:{rules},captures=pairs", before_capture, 2))
        yield from counted(SOME, "ply", *moments(f"mnk:{rules},captures=pairs", before_double_capture))
        yield from counted(SOME, "ply", *moments(f"mnk:{rules},captures=triples", before_capture_of_three, 2))
    yield "# Random games: a win by captures is near"
    for captures in ("pairs", "triples"):
        spec = f"mnk:size=7x7,in-a-row=7,captures={captures}"
        yield from counted(SOME, "ply", *moments(spec, before_win_by_captures, 2))
    yield "# Random games: a win is near"
    for rules in (
        "size=5x5,in-a-row=4",
        "size=6x6,in-a-row=4,exactly=true",
        "size=6x6,in-a-row=3,exactly=true,captures=pairs",
        "size=7x6,in-a-row=4,captures=pairs",
        "size=7x7,in-a-row=5,captures=triples",
    ):
        yield from counted(SOME, "ply", *moments(f"mnk:{rules}", before_win, 2))
    yield "# Random games: the board is nearly full"
    yield from counted(SOME, "ply", *moments("tic-tac-toe", before_draw))
    for captures in ("none", "pairs", "triples"):
        spec = f"mnk:size=5x5,in-a-row=5,captures={captures}"
        yield from counted(SOME, "ply", *moments(spec, before_draw, 2))
    yield "# Random games of Keryo-Pente on small boards from the start to the end"
    for size in ("5x5", "6x6"):
        yield from counted(A_FEW, "ply", *whole_game(f"mnk:size={size},in-a-row=5,captures=triples"))


FILES = {
    "othello.perft": othello_lines,
    "connect-four.perft": connect_four_lines,
    "connect-four.distinct": distinct_lines,
    "pente.perft": pente_lines,
}


def main() -> None:
    for name, lines in FILES.items():
        started = time.monotonic()
        text = "\n".join(["# Written by make.py from the reference games; do not edit", *lines(), ""])
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"{name}: {time.monotonic() - started:.0f} s", flush=True)


if __name__ == "__main__":
    main()
