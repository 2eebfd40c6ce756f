"""Finished tasks for the tests of the store; nobody has played these games."""

from __future__ import annotations

from typing import Any

from gamegrove.work import Finished, Task

MOVES = 5
"""How many moves each game has."""


def turn(ply: int) -> dict[str, Any]:
    return {"side": ply % 2, "move": f"a{ply}", "value": ply, "value_text": f"+{ply}", "seconds": 0.25, "nodes": None}


def game(number: int) -> dict[str, Any]:
    return {
        "game": "othello:size=4",
        "number": number,
        "first": "greedy",
        "second": "random",
        "opening": "",
        "start": "othello:size=4 4/1OX1/1XO1/4 X",
        "moves": [turn(ply) for ply in range(MOVES)],
        "result": {"winner": 1, "margin": 2, "reason": "full", "forfeit": None, "adjudicated": False, "name": "random"},
        "final": "othello:size=4 OOXX/OOXX/OOOX/XOXX O",
    }


def finished_game(number: int) -> Finished:
    task = Task("game", f"0/{number}", {"seed": number})
    return Finished(task, {"games": [game(number)]}, 0.5, "here:1")
