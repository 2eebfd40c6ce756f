"""Players by name: `mtdf:time=1,eval=squares` says which player and how it plays."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from gamegrove.errors import GamegroveError
from gamegrove.players.engine import EnginePlayer, PerfectPlayer
from gamegrove.players.external import PipePlayer
from gamegrove.players.options import read_value, split_options, unknown_option
from gamegrove.players.presets import FAMILIES, PRESETS, Preset
from gamegrove.players.protocol import Player
from gamegrove.players.search_fields import rules_for
from gamegrove.players.searching import RulesChoice, SearchPlayer, no_rules
from gamegrove.players.settings import Settings, option_names
from gamegrove.players.simple import GreedyCornersPlayer, GreedyPlayer, HumanPlayer, RandomPlayer
from gamegrove.textbook.catalogue import Algorithm, find_algorithm, list_algorithms

EVERY_GAME = "every game"
WITH_ENGINES = "Connect Four and Othello"
PIPE = "pipe"
LIKE: dict[str, object] = {"seed": 1, "megabytes": 100.0}
"""Examples of the options that player() sets, whatever their defaults are."""
LIMITS: dict[str, object] = {"nodes": 100_000, "depth": 10, "level": 5, "time": 0.5}
"""Examples of the limits that an engine may name."""


@dataclass(frozen=True)
class PlayerEntry:
    """A player that can be asked for by name."""

    name: str
    """What people type."""
    summary: str
    """One line that says what it is."""
    make: Callable[[Mapping[str, str]], Player]
    """Makes the player from its options, still as texts."""
    options: tuple[str, ...] = ()
    """The names of its options."""
    games: str = EVERY_GAME
    """What it plays, in words."""


_registered: dict[str, PlayerEntry] = {}


def player(text: str, *, seed: int | None = None, megabytes: float | None = None) -> Player:
    """The player that a text describes: a name, and options behind a colon.

    `seed` makes a player repeatable that plays by chance, unless its text has another; `megabytes` limits its memory,
    unless its text has a smaller limit.

    >>> import gamegrove
    >>> mine = player("tt:depth=4, order=memory+static")
    >>> mine.name
    'tt:depth=4, order=memory+static'
    >>> mine.choose(gamegrove.ConnectFour("4455")).value_text
    'wins in 3'
    """
    written = " ".join(text.split())
    name, _, rest = written.partition(":")
    entry = _find(name.strip().lower())
    if entry.name == PIPE:
        return PipePlayer(text.partition(":")[2].strip())
    texts = split_options(rest, entry.name)
    if seed is not None and "seed" in entry.options:
        texts.setdefault("seed", str(seed))
    if megabytes is not None and "megabytes" in entry.options:
        asked = texts.get("megabytes")
        texts["megabytes"] = str(megabytes if asked is None else min(megabytes, _megabytes(asked)))
    made = entry.make(texts)
    made.name = written
    return made


def _megabytes(text: str) -> float:
    return float(str(read_value("megabytes", text, LIKE["megabytes"])))


def register_player(name: str, make: Callable[..., Player], *, summary: str = "") -> None:
    """Let a player be asked for by name.

    `make` is its class, or a function that makes one. Its parameters are the player's options; a value is read as what
    the default is. Parameters called `seed` and `megabytes` get what player() is given. A second player of the same
    name replaces the first.
    """
    if not name or name != name.lower() or any(c in name for c in " \t\n:,="):
        raise GamegroveError(f"'{name}' cannot be a player's name: small letters, without spaces or : , =")
    if name in _entries() and name not in _registered:
        raise GamegroveError(f"there is already a player '{name}'; choose another name")
    if not callable(make):
        raise GamegroveError(f"a player must be a class or a function that makes one, not {make!r}")
    _registered[name] = _entry(name, make, summary or (inspect.getdoc(make) or "").split("\n")[0])


def list_players() -> list[PlayerEntry]:
    """All players that can be asked for by name."""
    return list(_entries().values())


def _find(name: str) -> PlayerEntry:
    entries = _entries()
    if name in entries:
        return entries[name]
    if not name:
        raise GamegroveError("name a player, such as random or mtdf:time=1")
    close = difflib.get_close_matches(name, entries, n=1)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(entries)}"
    raise GamegroveError(f"there is no player '{name[:40]}'; {hint}")


def _entries() -> dict[str, PlayerEntry]:
    """All players by name; of two with the same the built-in one. Algorithms come and go, so this is not kept."""
    pruning = _searching("rules", "alpha-beta with rules that take moves away", find_algorithm("alphabeta"), rules_for)
    searching = [_searching(each.name, each.summary, each) for each in list_algorithms()]
    presets = [_preset(each) for each in PRESETS]
    entries: dict[str, PlayerEntry] = {}
    for entry in (*_SIMPLE, pruning, *presets, *searching, *_registered.values()):
        entries.setdefault(entry.name, entry)
    return entries


def _entry(
    name: str,
    make: Callable[..., Player],
    summary: str,
    games: str = EVERY_GAME,
    like: Mapping[str, object] = MappingProxyType({}),
) -> PlayerEntry:
    """An entry for a player whose options are the parameters of the function that makes it.

    `like` has examples of those whose defaults do not show what they are.
    """
    parameters = inspect.signature(make).parameters.values()
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    defaults = {each.name: each.default for each in parameters if each.kind in kinds}
    examples = {**defaults, **LIKE, **like}

    def made(texts: Mapping[str, str]) -> Player:
        values: dict[str, Any] = {}
        for option, text in texts.items():
            if option not in defaults:
                raise unknown_option(option, name, defaults)
            values[option] = read_value(option, text, examples[option])
        return make(**values)

    return PlayerEntry(name, summary, made, tuple(defaults), games)


def _searching(name: str, summary: str, algorithm: Algorithm, rules: RulesChoice = no_rules) -> PlayerEntry:
    def make(texts: Mapping[str, str]) -> Player:
        return SearchPlayer(algorithm.name, Settings.read(algorithm, texts, name), rules_for=rules)

    return PlayerEntry(name, summary, make, tuple(option_names(algorithm)))


def _preset(preset: Preset) -> PlayerEntry:
    options = tuple(option_names(find_algorithm(preset.algorithm)))
    return PlayerEntry(preset.name, preset.summary, preset.make, options, FAMILIES[preset.family])


_SIMPLE = (
    _entry("human", HumanPlayer, "a person at the board"),
    _entry("random", RandomPlayer, "any legal move"),
    _entry("greedy", GreedyPlayer, "the move after which it stands best"),
    _entry("greedy-corners", GreedyCornersPlayer, "a corner if it can have one, else greedy", "Othello"),
    _entry("engine", EnginePlayer, "an engine at a level from 1 to 10", WITH_ENGINES, LIMITS),
    _entry("perfect", PerfectPlayer, "the best move, found exactly where it can be", WITH_ENGINES, LIMITS),
    _entry(PIPE, PipePlayer, "a program, asked over a pipe: pipe:COMMAND"),
)
