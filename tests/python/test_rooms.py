"""The textbook and the laboratory are one: the same nodes in the same order, for every algorithm, game and option."""

from __future__ import annotations

import random
from typing import Any

import pytest

import gamegrove
from gamegrove import (
    Position,
    list_algorithms,
    search,
)
from gamegrove.evaluation import evaluations_of
from gamegrove.textbook import Check, find_algorithm, rules_of
from random_trees import as_position, random_tree

ALGORITHMS = [algorithm.name for algorithm in list_algorithms()]
CHECKS = (
    Check(0, 400, depth=2, shallow=1, a=1.1, b=0.3, sigma=1.7),
    Check(0, 400, depth=3, shallow=1, a=0.9, b=0.3, sigma=2.7),
    Check(0, 30, depth=3, shallow=2, a=0.95, b=-0.3, sigma=1.1),
)
GAMES: dict[str, tuple[int, int]] = {
    "othello": (3, 60),
    "othello:size=4": (4, 12),
    "othello:size=6": (3, 32),
    "othello:size=10": (2, 90),
    "othello:size=12": (2, 120),
    "othello:board=96": (2, 90),
    "connect-four": (4, 40),
    "connect-four:size=5x4,in-a-row=3": (4, 18),
    "tic-tac-toe": (5, 8),
    "mnk:size=4,in-a-row=3,captures=pairs": (3, 12),
    "pente:size=11": (1, 20),
    "gomoku:size=15": (1, 20),
}
"""For each game the largest depth and how many moves are played at random before the search."""


def some_position(source: random.Random, game: str) -> Position:
    position = gamegrove.position(game)
    for _ in range(source.randint(0, GAMES[game][1])):
        if position.is_over():
            break
        position = position.after(source.choice(list(position.legal_moves)))
    return position


def some(source: random.Random, names: tuple[str, ...] | list[str]) -> list[str]:
    return [name for name in names if source.random() < 0.5]


def some_evaluation(source: random.Random, position: Position) -> str:
    names = evaluations_of(position)
    if source.random() < 0.5:
        return source.choice(names)
    some_terms = [source.choice((f"3*{name}", f"0.7*{name}%", f"0.1..2*{name}")) for name in source.choices(names, k=2)]
    return source.choice((" + ", " - ")).join(some_terms) if len(names) > 2 else names[0]


def some_request(source: random.Random, position: Position, name: str, depth: int) -> dict[str, Any]:
    asked: dict[str, Any] = {
        "depth": source.randint(0, depth),
        "watch": True,
        "memory": source.choice(("none", "exact", "table", "careless")),
        "table_bits": source.choice((1, 3, 6, 16)),
        "replacement": source.choice(("always", "deeper", "two-tier")),
        "symmetry": source.random() < 0.3,
        "order": some(source, ("memory", "killer", "history", "static")),
        "free_passes": source.random() < 0.3,
        "wins": source.choice((None, "plain", "sooner", "larger")),
        "guess": source.choice((None, 0, 3, -7)),
        "deepening": source.random() < 0.3,
        "evaluation": some_evaluation(source, position),
        "options": some_options(source, name),
    }
    if asked["memory"] == "careless":
        asked["symmetry"] = False
    if source.random() < 0.3 and not isinstance(position, gamegrove.Tree):
        asked["rules"] = some(source, rules_of(position))
    if source.random() < 0.2:
        asked["nodes"] = source.randint(1, 500)
    if find_algorithm(name).takes_window and source.random() < 0.3:
        alpha = source.randint(-9, 9)
        asked["window"] = (alpha, alpha + source.randint(1, 5))
    return asked


def some_options(source: random.Random, name: str) -> dict[str, Any]:
    if name in ("probcut", "mpc"):
        return {"checks": CHECKS, "threshold": source.choice((0.5, 1.5))}
    if name == "aspiration":
        return {"margin": source.randint(1, 9)}
    if name != "mcts":
        return {}
    return {
        "iterations": source.randint(1, 150),
        "leaf": source.choice(("playout", "evaluation")),
        "solver": source.random() < 0.7,
        "choose": source.choice(("visits", "value")),
        "playouts": source.choice((1, 2)),
        "seed": source.randint(0, 99),
        "exploration": source.choice((0.5, 1.4)),
    }


def seen(position: Position, name: str, room: str, asked: dict[str, Any]) -> dict[str, Any]:
    """All that a report says but for times and the room."""
    report = search(position, name, room=room, **asked).description()
    progress = [{key: value for key, value in each.items() if key != "seconds"} for each in report["progress"]]
    return {key: report[key] for key in report if key not in ("seconds", "room", "request")} | {"progress": progress}


def assert_rooms_agree(source: random.Random, position: Position, name: str, depth: int) -> None:
    asked = some_request(source, position, name, depth)
    textbook, laboratory = (seen(position, name, room, asked) for room in ("textbook", "laboratory"))
    assert textbook == laboratory, (name, position.line, asked)
    assert textbook["visits"] != 0


@pytest.mark.parametrize("name", ALGORITHMS)
def test_both_rooms_visit_the_same_nodes_of_every_game(name: str) -> None:
    source = random.Random(name)
    for game, (depth, _) in GAMES.items():
        for _ in range(8):
            assert_rooms_agree(source, some_position(source, game), name, depth)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_both_rooms_visit_the_same_nodes_of_trees(name: str) -> None:
    source = random.Random(name)
    for _ in range(60):
        assert_rooms_agree(source, as_position(random_tree(source)), name, 9)


def test_the_visits_tell_different_searches_apart() -> None:
    """The hash would be worth nothing if everything had the same."""
    position = gamegrove.Othello()
    searches: list[dict[str, Any]] = [
        {"algorithm": "alphabeta", "depth": 3},
        {"algorithm": "alphabeta", "depth": 4},
        {"algorithm": "minimax", "depth": 3},
        {"algorithm": "alphabeta", "depth": 4, "order": ["static"]},
        {"algorithm": "alphabeta", "depth": 4, "window": (-5, 5)},
        {"algorithm": "mcts", "options": {"iterations": 50}},
        {"algorithm": "mcts", "options": {"iterations": 50, "seed": 1}},
    ]
    hashes = {search(position, watch=True, **asked).counters.visits for asked in searches}
    assert len(hashes) == len(searches)


def test_the_game_decides_what_is_native() -> None:
    assert search(gamegrove.Othello(), depth=1).room == "laboratory"
    assert search(gamegrove.Othello(), depth=1, room="textbook").room == "textbook"
    assert search(gamegrove.Othello(), depth=1, rules=lambda _, moves: moves[:1]).room == "textbook"
