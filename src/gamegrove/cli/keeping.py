"""Storing what a single command has come to: the search of `analyse`, the game of `play`."""

from __future__ import annotations

import sys

from gamegrove.cli.table import Table
from gamegrove.errors import GamegroveError
from gamegrove.game_log import GameLog, Result, Turn
from gamegrove.report import Report
from gamegrove.store import Kind, Store
from gamegrove.work import Finished, Task
from gamegrove.work.executor import this_process
from gamegrove.work.task import Data


def keep_report(report: Report) -> None:
    """Store a search, so that it can be found and run again."""
    request = report.request.description()
    position = request.pop("position")
    task = Task("searches", "0", {"position": position, "requests": [request]})
    _keep(Kind.analysis, position, task, {"searches": [report.description()]}, report.seconds)


def keep_game(table: Table, players: tuple[str, str]) -> None:
    """Store a game that was played to its end."""
    outcome = table.position.outcome()
    if outcome is None:
        return
    turns = [
        Turn.of(before.turn, played.decision, played.seconds or 0.0)
        for before, played in zip(table.record.positions(), table.moves, strict=False)
    ]
    start = table.start.line
    game = GameLog(players, start, tuple(turns), Result.of(outcome), table.position.line, game=start)
    task = Task("play", "0", {"game": start, "players": list(players)})
    _keep(Kind.play, " - ".join(players), task, {"games": [game.description()]}, sum(turn.seconds for turn in turns))


def _keep(kind: Kind, name: str, task: Task, result: Data, seconds: float) -> None:
    """Store it as a run of its own. What was found matters more than whether it can be stored."""
    try:
        with Store() as store:
            run = store.begin(kind, name, task.payload)
            run.add(Finished(task, result, seconds, this_process()))
            run.finish()
    except (OSError, GamegroveError) as error:
        print(f"not stored: {error}", file=sys.stderr)
