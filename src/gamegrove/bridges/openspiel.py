"""A bot for OpenSpiel's connect_four, and its states as positions. Columns count from 0 there and from 1 here."""

from __future__ import annotations

import importlib
import random
from types import ModuleType
from typing import Any

from gamegrove._core import ConnectFour
from gamegrove.bridges.boards import position_from_rows
from gamegrove.bridges.history import moves_to
from gamegrove.engines import Engine
from gamegrove.engines.engine import check_numbers
from gamegrove.engines.limits import Limit
from gamegrove.errors import GamegroveError
from gamegrove.levels import LEVEL_SECONDS, MOST_LEVEL, check_level

GAME = "connect_four"
"""What OpenSpiel calls the game."""
USUAL_RULES = {"columns": 7, "rows": 6, "x_in_row": 4}
"""The rules by OpenSpiel's names, which its older versions do not let one change."""

try:
    _pyspiel: ModuleType | None = importlib.import_module("pyspiel")
except ImportError:
    _pyspiel = None
_Base: Any = object if _pyspiel is None else _pyspiel.Bot


class ConnectFourBot(_Base):  # type: ignore[misc] # OpenSpiel has no types, and need not be there
    """Plays one side of connect_four: `player_id` 0 begins.

    The highest `level`, 10, plays one of the best columns, each as likely as the others, and says so as its policy; the
    lower ones play by chance and have none. A move takes `seconds` at most, or with None as long as it needs; when that
    is too short to find out what is best, level 10 plays the column that looks best. `threads` search together; with a
    `seed` a bot plays the same games again.
    """

    def __init__(
        self,
        player_id: int,
        *,
        level: int = MOST_LEVEL,
        threads: int = 1,
        seconds: float | None = LEVEL_SECONDS,
        seed: int | None = None,
    ) -> None:
        _needed()
        super().__init__()
        check_level(level)
        Limit(seconds=seconds)
        check_numbers(threads=threads)
        if player_id not in (0, 1):
            raise GamegroveError(f"player_id must be 0 or 1, not {player_id!r}")
        self._player_id = player_id
        self.level = level
        self.threads = threads
        self.seconds = seconds
        self.seed = seed
        self._engine: Engine | None = None
        self._source = random.Random(seed)

    def player_id(self) -> int:
        """The side that the bot plays."""
        return self._player_id

    def restart(self) -> None:
        """A new game: nothing to do, for every state is read as a whole."""

    def restart_at(self, state: Any) -> None:  # noqa: ANN401 - a pyspiel.State here and below
        """A new game from a state: nothing to do, either."""

    def inform_action(self, state: Any, player_id: int, action: int) -> None:  # noqa: ANN401
        """The other side has played: nothing to do, either."""

    def step(self, state: Any) -> int:  # noqa: ANN401
        """The action to play in a state."""
        if self.provides_policy():
            return self.step_with_policy(state)[1]
        position = self._position(state)
        return int(self._engine_for(position).choose(position, seconds=self.seconds).move) - 1

    def provides_policy(self) -> bool:
        """Whether the bot can say how likely it plays each action."""
        return self.level == MOST_LEVEL

    def get_policy(self, state: Any) -> list[tuple[int, float]]:  # noqa: ANN401
        """Every legal action and how likely the bot plays it: the best ones alike, the others never."""
        if not self.provides_policy():
            raise GamegroveError(f"only level {MOST_LEVEL} has a policy; this bot is of level {self.level}")
        position = self._position(state)
        best = self._best(position)
        return [(int(move) - 1, 1 / len(best) if move in best else 0.0) for move in position.legal_moves]

    def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:  # noqa: ANN401
        """The policy in a state, and an action drawn from it."""
        policy = self.get_policy(state)
        actions, chances = zip(*policy, strict=True)
        return policy, self._source.choices(actions, chances)[0]

    def _position(self, state: Any) -> ConnectFour:  # noqa: ANN401
        position = position_of(state)
        if position.is_over():
            raise GamegroveError("the state is one in which the game is over: there is no action to choose")
        if position.turn != self._player_id:
            raise GamegroveError(
                f"in this state player {position.turn} is to move; the bot is player {self._player_id}"
            )
        return position

    def _best(self, position: ConnectFour) -> tuple[str, ...]:
        """The best columns, or the one that looks best when the time is too short to know."""
        engine = self._engine_for(position)
        seconds = None if self.seconds is None else self.seconds / 2
        analysis = engine.analyse(position, seconds=seconds)
        if all(each.exact for each in analysis.moves):
            return analysis.best
        return (engine.choose(position, seconds=seconds).move,)

    def _engine_for(self, position: ConnectFour) -> Engine:
        """The engine of the game before, as long as the board is the same: it remembers what it has found out."""
        if self._engine is None or self._engine.game != position.spec:
            self._engine = Engine(position, threads=self.threads, level=self.level, seed=self.seed)
        return self._engine


def position_of(state: Any) -> ConnectFour:  # noqa: ANN401
    """The position that a state of connect_four shows."""
    game = _game_of(state)
    in_a_row = game.get_parameters().get("x_in_row", USUAL_RULES["x_in_row"])
    return position_from_rows(str(state).upper().split(), in_a_row, source="the state's board")


def state_of(position: ConnectFour) -> Any:  # noqa: ANN401
    """A state of connect_four that shows a position, with a history of moves that lead to it."""
    game = _load_game({"columns": position.width, "rows": position.height, "x_in_row": position.in_a_row})
    state = game.new_initial_state()
    for move in moves_to(position):
        state.apply_action(int(move) - 1)
    return state


def _load_game(rules: dict[str, int]) -> Any:  # noqa: ANN401
    """OpenSpiel's game with these rules."""
    pyspiel = _needed()
    game = pyspiel.load_game(GAME)
    if rules == USUAL_RULES:
        return game
    if not rules.keys() <= game.get_type().parameter_specification.keys():
        raise GamegroveError(
            "this version of OpenSpiel plays connect_four on 7x6 with 4 in a row only; "
            "a newer one takes other boards: pip install --upgrade open_spiel"
        )
    return pyspiel.load_game(GAME, rules)


def _game_of(state: Any) -> Any:  # noqa: ANN401
    """The game of a state, which must be connect_four."""
    if not hasattr(state, "get_game"):
        raise GamegroveError(f"a state of OpenSpiel is needed, not {type(state).__name__}")
    game = state.get_game()
    name = game.get_type().short_name
    if name != GAME:
        raise GamegroveError(f"the state is one of {name}; there is a bridge for {GAME} only")
    return game


def _needed() -> ModuleType:
    """OpenSpiel, or an error that says how to get it."""
    if _pyspiel is None:
        raise GamegroveError("this needs OpenSpiel: pip install 'gamegrove[openspiel]'")
    return _pyspiel
