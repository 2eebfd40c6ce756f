"""What can be said about a player that searches, read from text and checked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, get_args

from gamegrove.clocks import MANAGERS
from gamegrove.errors import GamegroveError
from gamegrove.levels import check_level
from gamegrove.players.options import check_choice, read_value, unknown_option
from gamegrove.request import MOST_TABLE_BITS, MemoryName
from gamegrove.textbook.catalogue import Algorithm
from gamegrove.textbook.memory import Replacement
from gamegrove.textbook.ordering import Order
from gamegrove.textbook.values import Wins

NO_ORDER = "none"
"""What to type for the game's own order of moves."""
CHECKS = "checks"
"""The option of ProbCut that is the name of a file."""


def _typed(like: Any, default: Any = None, name: str = "", among: tuple[str, ...] = ()) -> Any:  # noqa: ANN401
    """A field that people can set: an example of its value, its name if it is another, and the possible words."""
    return field(default=default, metadata={"like": like, "name": name, "among": among})


@dataclass(frozen=True)
class Settings:
    """How a player searches. None means what fits the algorithm and the game."""

    depth: int | None = _typed(8)
    """How many plies to look ahead."""
    nodes: int | None = _typed(100_000)
    """At most so many nodes a move."""
    time: float | None = _typed(0.5)
    """At most so many seconds a move."""
    game: float | None = _typed(60.0)
    """At most so many seconds for all moves of a game."""
    increment: float = _typed(1.0, default=0.0)
    """What every move adds to the seconds for the game."""
    overhead: float | None = _typed(0.05)
    """How many seconds before a limit the search ends, for everything that is not search."""
    manager: str | None = _typed("share", among=tuple(MANAGERS))
    """How the time for a game is divided."""
    level: int | None = _typed(5)
    """The difficulty, in place of a depth."""
    solve: int = _typed(14, default=0)
    """From so many empty cells on the rest of the game is searched to its end."""
    evaluation: str | None = _typed("squares", name="eval")
    """What values the horizon."""
    order: tuple[str, ...] | None = _typed(("memory", "static"), among=(*map(str, Order), NO_ORDER))
    """Which moves first."""
    rules: tuple[str, ...] | None = _typed(("corners", "guard"))
    """Rules that take moves away."""
    memory: str | None = _typed("table", among=get_args(MemoryName))
    """What is remembered."""
    megabytes: float | None = _typed(100.0)
    """How much memory the player may take."""
    table_bits: int | None = _typed(20)
    """A table has 2^table_bits entries."""
    replacement: str = _typed("two-tier", default="two-tier", among=tuple(map(str, Replacement)))
    """Which entry of a table makes room."""
    symmetry: bool = _typed(True, default=False)
    """Whether images of a position are remembered as one."""
    step: int | None = _typed(2)
    """By how many plies to deepen."""
    wins: str | None = _typed("larger", among=tuple(map(str, Wins)))
    """What the end of a game is worth."""
    free_passes: bool = _typed(True, default=False)
    """Whether a forced pass costs no ply."""
    guess: int | None = _typed(0)
    """Where MTD(f) and the like begin."""
    seed: int | None = _typed(1)
    """Makes an algorithm repeatable that plays random games."""
    own: Mapping[str, Any] = field(default_factory=dict)
    """The algorithm's own options."""

    @classmethod
    def read(cls, algorithm: Algorithm, texts: Mapping[str, str], owner: str) -> Settings:
        """The settings that options, still as texts, ask for."""
        own_options = options_of(algorithm)
        read: dict[str, Any] = {}
        own: dict[str, Any] = {}
        for name, text in texts.items():
            if name in _BY_NAME:
                read[_BY_NAME[name].name] = read_value(name, text, _BY_NAME[name].metadata["like"])
            elif name in own_options:
                own[name] = read_value(name, text, own_options[name])
            else:
                raise unknown_option(name, owner, option_names(algorithm))
        return cls(**read, own=own)

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        for name, each in _BY_NAME.items():
            _check(name, getattr(self, each.name), each.metadata["among"])
        if self.level is not None:
            check_level(self.level)
        if self.level is not None and self.depth is not None:
            raise GamegroveError("a level sets the depth: give level or depth, not both")
        if self.increment and self.game is None:
            raise GamegroveError("increment is added to the time for a game: give game, too, as in game=60,increment=1")
        if self.overhead and self.time is not None and self.overhead >= self.time:
            raise GamegroveError(f"overhead={self.overhead:g} leaves nothing of time={self.time:g}: make it smaller")
        if self.manager == "predict" and self.nodes is not None:
            raise GamegroveError("manager=predict goes by time: leave nodes out")
        if self.table_bits is not None and not 1 <= self.table_bits <= MOST_TABLE_BITS:
            raise GamegroveError(f"table_bits must be 1 to {MOST_TABLE_BITS}, not {self.table_bits}")

    def order_or(self, usual: tuple[str, ...]) -> tuple[str, ...]:
        """The order that was asked for, else the usual one."""
        if self.order is None:
            return usual
        return tuple(reason for reason in self.order if reason != NO_ORDER)


_BY_NAME = {each.metadata["name"] or each.name: each for each in fields(Settings) if each.metadata}
"""The fields by what people type."""


def options_of(algorithm: Algorithm) -> dict[str, Any]:
    """The algorithm's own options with their defaults, without those that all players have."""
    own = {name: default for name, default in algorithm.options.items() if name not in _BY_NAME}
    return {name: "" if name == CHECKS else default for name, default in own.items()}


def _check(name: str, value: object, among: tuple[str, ...]) -> None:
    if isinstance(value, int | float) and not isinstance(value, bool) and name != "guess":
        if not 0 <= value < math.inf:
            raise GamegroveError(f"{name} must be a number from 0 on, not {value}")
    elif among and value is not None:
        for word in value if isinstance(value, tuple) else (str(value),):
            check_choice(name, word, among)


def option_names(algorithm: Algorithm) -> list[str]:
    """Everything that can be set for a player of that algorithm, as people type it."""
    return [*_BY_NAME, *options_of(algorithm)]
