"""Options as people type them: `depth=8,order=memory+static`."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from gamegrove.errors import GamegroveError

_BETWEEN = re.compile(r",\s*(?=[A-Za-z_-]+\s*=)")
"""A comma ends an option only where the next one begins, so that a value may hold commas."""


def split_options(text: str, owner: str) -> dict[str, str]:
    """The options in a text, still as texts."""
    options: dict[str, str] = {}
    for part in _BETWEEN.split(text) if text.strip() else []:
        name, equals, value = part.partition("=")
        name, value = name.strip().lower().replace("-", "_"), value.strip()
        if not (name and equals and value):
            raise GamegroveError(f"'{part.strip()[:40]}' of {owner} should be an option and its value, as in time=1")
        if name in options:
            raise GamegroveError(f"the option '{name}' of {owner} is given twice")
        options[name] = value
    return options


def read_value(name: str, text: str, like: object) -> object:
    """The value of an option, read as what an example or its default is; of a tuple, words with + between them."""
    try:
        if isinstance(like, bool):
            return {"true": True, "false": False}[text.lower()]
        if isinstance(like, tuple):
            return tuple(word.strip() for word in text.split("+"))
        return type(like)(text) if isinstance(like, int | float) else text
    except (KeyError, ValueError):
        raise GamegroveError(f"{name}={text} is not possible: {_wanted(like)} is needed") from None


def _wanted(like: object) -> str:
    return "true or false" if isinstance(like, bool) else f"a value like {like}"


def unknown_option(name: str, owner: str, known: Iterable[str]) -> GamegroveError:
    """The error that tells what there is instead."""
    known = list(known)
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]}? " if close else ""
    return GamegroveError(f"{owner} has no option '{name}'; {hint}it has {', '.join(known) or 'none'}")


def check_choice(name: str, value: str, possible: Iterable[str]) -> None:
    """Refuse a word that is not among the possible ones."""
    if value not in (words := list(possible)):
        raise GamegroveError(f"{name} must be one of {', '.join(words)}, not '{value}'")
