"""Where the games of a match begin: at the start, after random or all possible moves, or where a list says."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from typing import Any

from gamegrove.errors import GamegroveError, TextError
from gamegrove.games import catalogue, list_games
from gamegrove.levels import depth_for
from gamegrove.players.search_fields import usual_evaluation
from gamegrove.position import Position
from gamegrove.search import search
from gamegrove.textbook.values import WIN

START = "start"
"""Asks for games that all begin at the start."""
RANDOM = "random"
"""Asks for games that begin after random moves: `random:8`."""
BALANCED = "balanced"
"""Asks for games that begin after random moves and about even: `balanced:8`."""
ALL = "all"
"""Asks for games that begin after every possible line of moves: `all:4`."""
WITH_PLIES = (RANDOM, BALANCED, ALL)
"""The rules that say how many moves an opening has."""
MOST_PLIES = 8
"""The most random moves that an opening has unless somebody asks for more."""
TRIES = 200
"""How often an opening is drawn again before it counts as impossible to find."""
CANDIDATES = 8
"""From so many random openings the most balanced one is taken."""
BALANCING_LEVEL = 4
"""A search as deep as at this level says how even an opening is."""
MOST_LINES = 100_000
"""More openings than these are not played one after the other."""


@dataclass(frozen=True)
class Opening:
    """A position from which a pair of games is played."""

    text: str
    """How it came about: moves from the start, or a whole position's line; empty for the start itself."""
    position: Position
    """Where the games begin."""


def openings(start: Position, asked: str | Sequence[str], count: int, seed: int) -> list[Opening]:
    """So many openings: `start`, `random:PLIES`, `balanced:PLIES`, `all:PLIES`, or those of a list.

    A list and `all:PLIES` begin again when they end.

    >>> import gamegrove
    >>> [each.text for each in openings(gamegrove.ConnectFour(), "random:3", 3, seed=1)]
    ['257', '771', '314']
    """
    if not isinstance(asked, str):
        return _listed(start, asked, count)
    if asked == START:
        return [Opening("", start)] * count
    rule, plies = _read_rule(asked)
    if rule == ALL:
        return list(islice(cycle(_all_lines(start, plies)), count))
    draw = partial(_another, start, plies, random.Random(seed))
    found = _drawn(_Balance(draw) if rule == BALANCED else draw, count)
    if len(found) < count:
        raise GamegroveError(f"after {plies} random moves hardly any game of {start.spec} still goes on; use fewer")
    return found


def number_of_openings(start: Position, asked: str | Sequence[str]) -> int | None:
    """How many openings there are before they begin again; None where they are drawn and nobody has counted them.

    >>> import gamegrove
    >>> number_of_openings(gamegrove.Othello(), "all:4")
    60
    """
    if not isinstance(asked, str):
        return len(asked)
    if asked == START:
        return 1
    rule, plies = _read_rule(asked)
    return len(_all_lines(start, plies)) if rule == ALL else None


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
    return asked == START or asked.partition(":")[0] in WITH_PLIES


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


def _read_rule(asked: str) -> tuple[str, int]:
    """How openings are made, and how many plies they have."""
    rule, _, plies = asked.partition(":")
    if rule not in WITH_PLIES or not (plies.isascii() and plies.isdigit() and len(plies) <= 4):
        raise GamegroveError(
            f"openings can be {START}, {RANDOM}:PLIES such as {RANDOM}:8, {BALANCED}:PLIES, {ALL}:PLIES, or a list, "
            f"not '{asked}'"
        )
    return rule, int(plies)


Draw = Callable[[set[Hashable]], Opening | None]
"""Draws an opening that is none of those seen; None when many tries have found none."""


def _drawn(draw: Draw, count: int) -> list[Opening]:
    """Openings, fewer when none can be found. None comes twice, not even mirrored, before all others have come."""
    drawn: list[Opening] = []
    seen: set[Hashable] = set()
    while len(drawn) < count:
        found = draw(seen)
        if found is None and not seen:
            break
        if found is None:
            seen.clear()
            continue
        seen.add(_identity(found.position))
        drawn.append(found)
    return drawn


def _another(start: Position, plies: int, source: random.Random, seen: set[Hashable]) -> Opening | None:
    """An opening that is none of those seen; None when many tries have found none."""
    for _ in range(TRIES):
        opening = _random_moves(start, plies, source)
        if opening is not None and _identity(opening.position) not in seen:
            return opening
    return None


class _Balance:
    """Draws openings that are about even, and one that is won for a side only when hardly any other can be found."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self._known: dict[Hashable, int] = {}

    def __call__(self, seen: set[Hashable]) -> Opening | None:
        """The most even of some candidates, or the first later one that is not won; None when there are none."""
        candidates = self._candidates(seen)
        best = min(islice(candidates, CANDIDATES), key=self._distance, default=None)
        if best is None or self._distance(best) < WIN:
            return best
        return next((each for each in islice(candidates, TRIES) if self._distance(each) < WIN), best)

    def _candidates(self, seen: set[Hashable]) -> Iterator[Opening]:
        """Different openings, until no more can be found."""
        passed_over = set(seen)
        while (found := self.draw(passed_over)) is not None:
            passed_over.add(_identity(found.position))
            yield found

    def _distance(self, opening: Opening) -> int:
        """How far from even an opening is: WIN or more when it is won for a side."""
        identity = _identity(opening.position)
        if identity not in self._known:
            self._known[identity] = _distance_from_even(opening.position)
        return self._known[identity]


def _distance_from_even(position: Position) -> int:
    report = search(position, depth=depth_for(BALANCING_LEVEL, position), evaluation=usual_evaluation(position))
    distance = abs(report.value)
    return WIN + distance if report.proven and distance else distance


Line = tuple[tuple[Any, ...], Position]
"""Moves, and the position to which they lead."""


def _all_lines(start: Position, plies: int) -> list[Opening]:
    """Every opening, in the order of the moves; of those that lead to the same position or its image the first."""
    lines: list[Line] = [((), start)]
    for ply in range(1, plies + 1):
        lines = list(islice(_longer(lines), MOST_LINES + 1))
        if len(lines) > MOST_LINES:
            raise GamegroveError(
                f"{start.spec} has more than {MOST_LINES:,} openings of {plies} plies; "
                f"use fewer, such as {ALL}:{ply - 1}"
            )
    if not lines:
        raise GamegroveError(f"after {plies} moves no game of {start.spec} still goes on; use fewer")
    return [Opening(start.write_moves(moves), position) for moves, position in lines]


def _longer(lines: Sequence[Line]) -> Iterator[Line]:
    """All lines with one more move after which the game goes on, the first of those to each position."""
    seen: set[Hashable] = set()
    for moves, position in lines:
        for move in position.legal_moves:
            longer = position.after(move)
            identity = _identity(longer)
            if identity not in seen and not longer.is_over():
                seen.add(identity)
                yield (*moves, move), longer


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
