"""An agent for ConnectX, the Connect Four of kaggle-environments.

The package itself is not needed: an agent is a function of an observation and a configuration, which may be its objects
or plain dictionaries. Columns count from 0 there and from 1 here.

>>> board = 35 * [0] + [0, 1, 1, 1, 2, 2, 0]
>>> agent({"board": board, "mark": 2}, {"columns": 7, "rows": 6, "inarow": 4})
0
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from gamegrove._core import ConnectFour
from gamegrove.bridges.boards import position_from_rows
from gamegrove.engines import Engine
from gamegrove.engines.engine import check_numbers
from gamegrove.errors import GamegroveError
from gamegrove.levels import MOST_LEVEL, check_level

Agent = Callable[[Any, Any], int]
"""What kaggle-environments calls with an observation and a configuration for a column, counted from 0."""

CELLS = {0: ".", 1: "X", 2: "O"}
"""What the numbers of a board mean."""
USUAL_SECONDS = 2.0
"""What ConnectX gives for a move where a configuration does not say it."""
MOVE_SHARE = 0.8
"""The part of a move's time to think in; the rest is for all that happens around it."""
OVERAGE_SHARE = 0.1
"""The part of the time left over for the whole game that one move may take in addition."""


def make_agent(*, level: int = MOST_LEVEL, threads: int = 1, seed: int | None = None) -> Agent:
    """An agent of a level from 1 to 10; the highest plays perfectly wherever the time is enough to find out.

    `threads` search together; with a `seed` the lower levels, which play by chance, play the same games again.
    """
    check_level(level)
    check_numbers(threads=threads)

    @lru_cache(maxsize=1)
    def engine_for(game: str) -> Engine:
        return Engine(game, threads=threads, level=level, seed=seed)

    def agent(observation: Any, configuration: Any) -> int:  # noqa: ANN401 - of a package that need not be there
        """The column to play, counted from 0."""
        position = position_of(observation, configuration)
        seconds = seconds_for(observation, configuration)
        return int(engine_for(position.spec).choose(position, seconds=seconds).move) - 1

    return agent


def position_of(observation: Any, configuration: Any) -> ConnectFour:  # noqa: ANN401 - objects or dictionaries
    """The position that an observation shows."""
    columns, rows = (_whole_number(configuration, name) for name in ("columns", "rows"))
    board = _cells(_needed(observation, "board", "observation"))
    if len(board) != columns * rows:
        raise GamegroveError(f"observation.board must have {columns} x {rows} cells, not {len(board)}")
    lines = [board[start : start + columns] for start in range(0, len(board), columns)]
    position = position_from_rows(lines, _whole_number(configuration, "inarow"), source="observation.board")
    _check_mark(_needed(observation, "mark", "observation"), position)
    return position


def board_of(position: ConnectFour) -> list[int]:
    """A position's board as ConnectX holds it: row by row from the top, 0 empty, 1 the first player, 2 the second.

    >>> board_of(ConnectFour("212", size="3x2"))
    [0, 1, 0, 2, 1, 0]
    """
    numbers = {disc: number for number, disc in CELLS.items()}
    return [numbers[cell] for row in position.rows for cell in row]


def seconds_for(observation: Any, configuration: Any) -> float:  # noqa: ANN401 - objects or dictionaries
    """How long to think: less than a move's time, and a part of what is left over for the game."""
    for_move = _field(configuration, "actTimeout")
    if for_move is None:
        for_move = _field(configuration, "timeout")
    left_over = _field(observation, "remainingOverageTime") or 0.0
    return float(MOVE_SHARE * (USUAL_SECONDS if for_move is None else for_move) + OVERAGE_SHARE * max(0.0, left_over))


def _cells(board: Any) -> str:  # noqa: ANN401
    try:
        return "".join(CELLS[cell] for cell in board)
    except (KeyError, TypeError):
        raise GamegroveError("observation.board must be a list of 0 (empty), 1 and 2 (discs), row by row") from None


def _check_mark(mark: object, position: ConnectFour) -> None:
    """An agent plays when it is its turn, in a game that goes on."""
    if position.is_over():
        raise GamegroveError("observation.board: the game is over, and there is no move to choose")
    if mark != position.turn + 1:
        raise GamegroveError(f"observation.mark is {mark!r}, but by the discs it is the turn of {position.turn + 1}")


def _whole_number(configuration: object, name: str) -> int:
    number = _needed(configuration, name, "configuration")
    if not isinstance(number, int) or number < 1:
        raise GamegroveError(f"configuration.{name} must be a whole number from 1 on, not {number!r}")
    return number


def _needed(record: object, name: str, source: str) -> Any:  # noqa: ANN401
    value = _field(record, name)
    if value is None:
        raise GamegroveError(f"{source}.{name} is missing")
    return value


def _field(record: object, name: str) -> Any:  # noqa: ANN401
    return record.get(name) if isinstance(record, Mapping) else getattr(record, name, None)


agent = make_agent()
"""The perfect agent."""
