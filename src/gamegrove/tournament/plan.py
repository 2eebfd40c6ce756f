"""Tournaments: who plays whom, how often and under what conditions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from typing import Any, TypeVar

from gamegrove.clocks import TimeControl
from gamegrove.errors import GamegroveError
from gamegrove.game_log import stored_field
from gamegrove.match import UNLIMITED, Match
from gamegrove.tournament.sprt import Scale, Sprt
from gamegrove.work import Task
from gamegrove.work.task import Data


class Form(StrEnum):
    """Who plays whom."""

    match = "match"
    """Two players play each other."""
    gauntlet = "gauntlet"
    """The first player plays all others."""
    round_robin = "round-robin"
    """Everybody plays everybody."""


@dataclass(frozen=True)
class Tournament:
    """Everything that decides the games of a tournament, which is a match between each two players that meet.

    >>> tournament = Tournament(("random", "greedy", "mtdf:depth=2"), game="othello:size=4", games=4)
    >>> [f"{match.a} - {match.b}" for match in tournament.matches]
    ['random - greedy', 'random - mtdf:depth=2', 'greedy - mtdf:depth=2']
    >>> len(tournament.tasks())
    12
    """

    players: tuple[str, ...]
    """The players as texts, each with its own clock if it has one: `mtdf:depth=6 clock=60+1`."""
    form: Form = Form.round_robin
    """Who plays whom."""
    game: str = "othello"
    """The game with its rules, or a whole position's line to start from."""
    games: int | None = None
    """How many games each two players play that meet, an even number; None as in Match."""
    openings: str | tuple[str, ...] | None = None
    """Where the games begin, as in Match; the same openings for all that meet."""
    seed: int = 1
    """Makes openings and players repeatable."""
    control: TimeControl = UNLIMITED
    """How much time a player has that has no clock of its own."""
    megabytes: float | None = None
    """How much memory each player may take."""
    adjudicate: int | None = None
    """With how few empty cells the exact result decides."""
    sprt: Sprt | None = None
    """A test of the first player against the second, which ends the match as soon as it is decided."""

    def __post_init__(self) -> None:
        """Refuse what is no tournament."""
        if isinstance(self.players, str) or not all(isinstance(text, str) for text in self.players):
            raise GamegroveError(f"players must be texts, such as ('random', 'mtdf:depth=6'), not {self.players!r}")
        if not isinstance(self.sprt, Sprt | None):
            raise GamegroveError(f"sprt must be a test, such as Sprt(0, 5), not {self.sprt!r}")
        if len(self.players) < 2:
            raise GamegroveError("players: a tournament needs at least two")
        if self.form not in list(Form):
            raise GamegroveError(f"form must be one of {', '.join(Form)}, not '{self.form}'")
        if len(self.players) > 2 and (self.form == Form.match or self.sprt is not None):
            what = "a match" if self.form == Form.match else "a test (SPRT)"
            raise GamegroveError(f"players: {what} is between two of them, and there are {len(self.players)}")

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Who meets: the players' places in `players`."""
        everybody = range(len(self.players))
        if self.form == Form.gauntlet:
            return tuple((0, other) for other in everybody[1:])
        return tuple(combinations(everybody, 2))

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """The match of each two players that meet."""
        return tuple(self._match(a, b) for a, b in self.pairs)

    def _match(self, a: int, b: int) -> Match:
        return Match(
            self.players[a],
            self.players[b],
            game=self.game,
            games=self.games,
            openings=self.openings,
            seed=self.seed,
            control=self.control,
            megabytes=self.megabytes,
            adjudicate=self.adjudicate,
        )

    @property
    def number_of_games(self) -> int:
        """How many games there are, if no test ends them early."""
        return len(self.matches) * self.matches[0].number_of_games

    def check(self) -> None:
        """Say what is wrong with the openings or a player before any game is played."""
        first = self.matches[0]
        first.check()
        opening = (first.chosen_openings[0].text,)
        for match in self.matches[1:]:
            replace(match, openings=opening).check()

    def tasks(self) -> list[Task]:
        """All games, labelled with the number of the match and of the game in it.

        A pair of games of every match comes before the next pair of any, so that half a tournament is worth half.
        """
        # The openings are the same for all, and may take a while to find.
        found = tuple(each.text for each in self.matches[0].chosen_openings)
        ready = [replace(match, openings=found, games=match.number_of_games) for match in self.matches]
        of_matches = [match.tasks(f"{number}/") for number, match in enumerate(ready)]
        rounds = range(0, self.matches[0].number_of_games, 2)
        return [task for begin in rounds for tasks in of_matches for task in tasks[begin : begin + 2]]

    def description(self) -> Data:
        """The tournament as plain data: the plan of its run."""
        asked = self.matches[0].asked_openings
        return {
            "players": list(self.players),
            "form": str(self.form),
            "game": self.game,
            "games": self.matches[0].number_of_games,
            "openings": asked if isinstance(asked, str) else list(asked),
            "seed": self.seed,
            "control": str(self.control),
            "memory": self.megabytes,
            "adjudicate": self.adjudicate,
            "sprt": None if self.sprt is None else asdict(self.sprt),
        }

    @classmethod
    def read(cls, plan: Mapping[str, Any]) -> Tournament:
        """The tournament that a plan describes."""
        openings = stored_field(plan, "openings", (str, list))
        return cls(
            tuple(stored_field(plan, "players", list)),
            form=_named(Form, "form", stored_field(plan, "form", str)),
            game=stored_field(plan, "game", str),
            games=stored_field(plan, "games", int),
            openings=openings if isinstance(openings, str) else tuple(openings),
            seed=stored_field(plan, "seed", int),
            control=TimeControl.read(stored_field(plan, "control", str)),
            megabytes=stored_field(plan, "memory", (int, float, type(None))),
            adjudicate=stored_field(plan, "adjudicate", (int, type(None))),
            sprt=_read_test(stored_field(plan, "sprt", (dict, type(None)))),
        )


def _read_test(plan: Mapping[str, Any] | None) -> Sprt | None:
    if plan is None:
        return None
    numbers = {name: stored_field(plan, name, (int, float)) for name in ("elo0", "elo1", "alpha", "beta")}
    return Sprt(**numbers, scale=_named(Scale, "scale", stored_field(plan, "scale", str)))


Name = TypeVar("Name", bound=StrEnum)


def _named(names: type[Name], field: str, text: str) -> Name:
    try:
        return names(text)
    except ValueError:
        raise GamegroveError(f"its '{field}' is '{text}', which is none of {', '.join(names)}") from None
