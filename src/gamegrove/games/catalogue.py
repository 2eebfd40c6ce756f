"""Games by name: `othello:size=6` says which game and which rules, a line adds the position."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gamegrove.errors import InvalidRulesError, InvalidTextError
from gamegrove.position import Position


def _whole_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise ValueError
    return int(text)


def _truth(text: str) -> bool:
    return {"true": True, "false": False}[text.lower()]


def _whole_number_or_word(text: str) -> int | str:
    return _whole_number(text) if text[:1].isdigit() else text


@dataclass(frozen=True)
class Option:
    """One rule of a game that can be chosen."""

    help: str
    """What it changes, and what values it takes."""
    read: Callable[[str], object] = str
    """Makes the value from its text; raises ValueError or KeyError if it cannot."""


SIZE = Option("the size of the board, such as 6 or 7x6")
IN_A_ROW = Option("how many in a row win, such as 4", _whole_number)
TRUTH = _truth
NUMBER_OR_WORD = _whole_number_or_word


@dataclass(frozen=True)
class GameEntry:
    """A game that can be asked for by name."""

    name: str
    """What people type."""
    summary: str
    """One line that says what it is."""
    make: Callable[..., Position]
    """Called with the text of a position and the options as keywords; without text the game starts."""
    options: Mapping[str, Option] = field(default_factory=dict)
    """The rules that can be chosen, by the name that people type."""

    def start(self, text: str, options: Mapping[str, str]) -> Position:
        """The position that a text and options, still as text, describe."""
        keywords = {name.replace("-", "_"): self._value(name, value) for name, value in options.items()}
        return self.make(text, **keywords)

    def _value(self, name: str, text: str) -> object:
        if name not in self.options:
            known = ", ".join(self.options) or "none"
            raise InvalidRulesError(f"{self.name} has no option '{name}'; it has {known}")
        try:
            return self.options[name].read(text)
        except (KeyError, ValueError):
            raise InvalidRulesError(f"{name}={text} is not possible: {self.options[name].help}") from None


_entries: dict[str, GameEntry] = {}


def register(entry: GameEntry) -> None:
    """Let a game be asked for by name. A second game of the same name replaces the first."""
    if not entry.name or entry.name != entry.name.lower() or any(c in entry.name for c in " \t\n:,="):
        raise InvalidRulesError(f"'{entry.name}' cannot be a game's name: small letters, without spaces or : , =")
    _entries[entry.name] = entry


def list_games() -> list[GameEntry]:
    """All games that can be asked for by name."""
    return list(_entries.values())


def find(name: str) -> GameEntry:
    """The game of that name."""
    if name in _entries:
        return _entries[name]
    close = difflib.get_close_matches(name, _entries, n=1)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(_entries)}"
    raise InvalidRulesError(f"there is no game '{name[:40]}'; {hint}")


def read_spec(spec: str) -> tuple[GameEntry, dict[str, str]]:
    """A game and its options from text such as `othello:size=6,empties-to-winner=true`."""
    name, _, rest = spec.partition(":")
    entry = find(name.lower())
    options = {}
    for part in rest.split(",") if rest else []:
        key, equals, value = part.partition("=")
        if not equals or not key.strip() or not value.strip():
            raise InvalidTextError(f"'{part[:40]}' in '{spec[:40]}' should be an option and its value, such as size=6")
        if key.strip() in options:
            raise InvalidTextError(f"the option '{key.strip()}' is given twice in '{spec[:40]}'")
        options[key.strip()] = value.strip()
    return entry, options


def split_line(line: str) -> tuple[str, str]:
    """The first word and the rest. Only the white space that the parsers know separates: names may hold any other."""
    first, *rest = re.split(r"[ \t\r\n]+", line.strip(" \t\r\n"), maxsplit=1)
    return first, "".join(rest)


def begins_with_game(text: str) -> bool:
    """Whether the first word names a game, as in the line of a position.

    >>> begins_with_game("othello:size=6 c4"), begins_with_game("f5d6c3")
    (True, False)
    """
    return split_line(text)[0].partition(":")[0].lower() in _entries


def position(game: str, text: str = "") -> Position:
    """A position of any game.

    `game` names the game and its rules; behind it, or as `text`, may stand the position in any
    of the game's formats. Without one the game starts.

    >>> position("othello:size=6").spec
    'othello:size=6'
    >>> position("connect-four 4455") == position("connect-four", "4455")
    True
    """
    spec, rest = split_line(game)
    if not spec:
        raise InvalidTextError("name a game, such as othello or connect-four:size=8x7")
    entry, options = read_spec(spec)
    return entry.start(f"{rest} {text}" if rest and text else rest or text, options)
