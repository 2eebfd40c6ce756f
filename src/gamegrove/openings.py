"""Where the games of a match begin: at the start, after random moves, or where a list says."""

from __future__ import annotations

import random
import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from gamegrove.errors import GamegroveError, TextError
from gamegrove.games import catalogue, list_games
from gamegrove.position import Position

START = "start"
"""Asks for games that all begin at the start."""
RANDOM = "random"
"""Asks for games that begin after random moves: `random:8`."""
MOST_PLIES = 8
"""The most random moves that an opening has unless somebody asks for more."""
TRIES = 200
"""How often an opening is drawn again before it counts as impossible to find."""


@dataclass(frozen=True)
class Opening:
    """A position from which a pair of games is played."""

    text: str
    """How it came about: moves from the start, or a whole position's line; empty for the start itself."""
    position: Position
    """Where the games begin."""


def openings(start: Position, asked: str | Sequence[str], count: int, seed: int) -> list[Opening]:
    """So many openings: `start`, `random:PLIES`, or the openings of a list, which begins again when it ends.

    >>> import gamegrove
    >>> [each.text for each in openings(gamegrove.ConnectFour(), "random:3", 3, seed=1)]
    ['257', '771', '314']
    """
    if not isinstance(asked, str):
        return _listed(start, asked, count)
    if asked == START:
        return [Opening("", start)] * count
    return _drawn(start, _plies(asked), count, random.Random(seed))


def usual_openings(start: Position) -> str:
    """Random openings that take about a sixth of a game, but no more than eight moves.

    >>> import gamegrove
    >>> [usual_openings(gamegrove.position(game)) for game in ("othello", "connect-four", "tic-tac-toe")]
    ['random:8', 'random:4', 'random:2']
    """
    games = 20
    length = start.playouts(games).plies / games
    return f"{RANDOM}:{min(MOST_PLIES, 2 * round(length / 12))}"


def is_rule(asked: str) -> bool:
    """Whether a text says how to make openings, and is not the name of a file with some."""
    return asked == START or asked.partition(":")[0] == RANDOM


def opening_lines(text: str) -> list[tuple[int, str]]:
    """The openings in the text of a file, one a line, with the numbers of their lines; # begins a comment."""
    bare = [re.sub(r"(^|\s)#.*", "", line).strip() for line in text.splitlines()]
    return [(number, line) for number, line in enumerate(bare, 1) if line]


def read_opening(start: Position, text: str) -> Opening:
    """An opening from moves played from the start, or from a whole position's line."""
    try:
        position = _placed(start, text) if _names_a_game(text) else start.play(text)
    except TextError as error:
        raise GamegroveError(f"the opening '{text[:40]}' cannot be played: {error.message}") from None
    if position.is_over():
        raise GamegroveError(f"the opening '{text[:40]}' ends the game; leave out its last moves")
    return Opening(text, position)


def _names_a_game(text: str) -> bool:
    first, _ = catalogue.split_line(text)
    return first.partition(":")[0].lower() in [entry.name for entry in list_games()]


def _placed(start: Position, line: str) -> Position:
    position = catalogue.position(line)
    if position.spec != start.spec:
        raise GamegroveError(f"the opening '{line[:40]}' is a position of {position.spec}, not of {start.spec}")
    return position


def _listed(start: Position, texts: Sequence[str], count: int) -> list[Opening]:
    if not texts:
        raise GamegroveError("the list of openings is empty; give one opening a line, or use --openings start")
    return list(islice(cycle([read_opening(start, text) for text in texts]), count))


def _plies(asked: str) -> int:
    name, _, plies = asked.partition(":")
    if name != RANDOM or not (plies.isascii() and plies.isdigit() and len(plies) <= 4):
        raise GamegroveError(f"openings can be {START}, {RANDOM}:PLIES such as {RANDOM}:8, or a list, not '{asked}'")
    return int(plies)


def _drawn(start: Position, plies: int, count: int, source: random.Random) -> list[Opening]:
    """Random openings. None comes twice, not even mirrored, before all that can be found have come once."""
    drawn: list[Opening] = []
    seen: set[Hashable] = set()
    while len(drawn) < count:
        found = _another(start, plies, seen, source)
        if found is None and not seen:
            raise GamegroveError(f"after {plies} random moves hardly any game of {start.spec} still goes on; use fewer")
        if found is None:
            seen.clear()
            continue
        seen.add(_identity(found.position))
        drawn.append(found)
    return drawn


def _another(start: Position, plies: int, seen: set[Hashable], source: random.Random) -> Opening | None:
    """An opening that is none of those seen; None when many tries have found none."""
    for _ in range(TRIES):
        opening = _random_moves(start, plies, source)
        if opening is not None and _identity(opening.position) not in seen:
            return opening
    return None


def _identity(position: Position) -> Hashable:
    canonical = position.canonical()
    return canonical.turn, canonical.key()


def _random_moves(start: Position, plies: int, source: random.Random) -> Opening | None:
    """So many random moves; None when they end the game."""
    position, moves = start, []
    for _ in range(plies):
        if position.is_over():
            return None
        moves.append(source.choice(list(position.legal_moves)))
        position = position.after(moves[-1])
    return None if position.is_over() else Opening(start.write_moves(moves), position)
