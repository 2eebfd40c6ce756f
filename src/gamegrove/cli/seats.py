"""Who plays which side of a game in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gamegrove.cli.adviser import Adviser
from gamegrove.errors import GamegroveError
from gamegrove.players import NO_CLOCK, Clock, EnginePlayer, HumanPlayer, Player, SearchPlayer, player
from gamegrove.position import Position

HUMAN = "human"
COMPUTER = "mtdf"
"""Who plays against a human when nobody is named."""
LEVEL = 3
"""How well it plays when nobody says."""


@dataclass(frozen=True)
class Wishes:
    """What is asked of all computer players."""

    level: int | None = None
    """The difficulty of those that name no limit of their own."""
    seconds: float | None = None
    """The most that a move of those may take."""
    megabytes: float | None = None
    """The most that each may remember."""
    seed: int | None = None
    """Makes them repeatable."""

    def player(self, text: str, side: int) -> Player:
        """The player that a text describes, with the limits that it does not name itself."""
        made = self._made(text, side)
        free = _limits_to_set(made)
        limits = {"level": self.level, "time": self.seconds}
        added = [f"{name}={limit:g}" for name, limit in limits.items() if limit is not None and name in free]
        return self._made(_with_options(text, added), side) if added else made

    def adviser(self) -> Adviser:
        """Who gives hints."""
        return Adviser(COMPUTER, self.megabytes)

    def _made(self, text: str, side: int) -> Player:
        return player(text, seed=None if self.seed is None else self.seed + side, megabytes=self.megabytes)


class Seats:
    """The two sides of a game: some have computer players, and the others are human."""

    def __init__(self, texts: tuple[str | None, str | None], wishes: Wishes) -> None:
        """The first side is human unless it is named, and so is the second against a computer."""
        self.wishes = wishes
        first = texts[0] or HUMAN
        second = texts[1] or (_usual_computer(wishes) if first == HUMAN else HUMAN)
        self.players = [wishes.player(text, side) for side, text in enumerate((first, second))]

    def clock(self, player: Player) -> Clock:
        """What a player is told of the time; those that search know their limits themselves."""
        return NO_CLOCK if isinstance(player, SearchPlayer | EnginePlayer) else Clock(move_seconds=self.wishes.seconds)

    @property
    def humans(self) -> set[int]:
        """The sides whose moves are typed."""
        return {side for side, each in enumerate(self.players) if isinstance(each, HumanPlayer)}

    @property
    def names(self) -> list[str]:
        """What to type for each of the two."""
        return [each.name for each in self.players]

    def options(self) -> list[str]:
        """What to type to seat the same players again, if they are not the usual ones."""
        first, second = self.names
        usual = [HUMAN, _usual_computer(Wishes())]
        seats = [] if self.names == usual else ["--first", first, "--second", second]
        memory = [] if self.wishes.megabytes is None else ["--memory", f"{self.wishes.megabytes:g}MB"]
        seed = [] if self.wishes.seed is None else ["--seed", str(self.wishes.seed)]
        return [*seats, *memory, *seed]

    def begin(self, start: Position) -> None:
        """Tell the players of a new game."""
        for side, each in enumerate(self.players):
            each.begin(start, side)

    def close(self) -> None:
        """Nobody is needed any more."""
        for each in self.players:
            each.close()


def chosen_texts(
    position: Position, first: str | None, second: str | None, named: Mapping[str, str | None]
) -> tuple[str | None, str | None]:
    """The two players as they were asked for, by the order of the sides or by their names."""
    chosen = [first, second]
    for name, text in named.items():
        if text is None:
            continue
        if name not in position.players:
            sides = " and ".join(position.players)
            raise GamegroveError(f"{position.spec} has no side called {name}; its sides are {sides}")
        side = position.players.index(name)
        if chosen[side] is not None:
            raise GamegroveError(f"--{name} and --{('first', 'second')[side]} are the same side; give one of them")
        chosen[side] = text
    return chosen[0], chosen[1]


def _usual_computer(wishes: Wishes) -> str:
    is_limited = wishes.level is not None or wishes.seconds is not None
    return COMPUTER if is_limited else _with_options(COMPUTER, [f"level={LEVEL}"])


def _with_options(text: str, added: list[str]) -> str:
    name, _, options = text.partition(":")
    return f"{name}:{','.join([*([options] if options.strip() else []), *added])}"


def _limits_to_set(made: Player) -> set[str]:
    """The limits that can be set for a player: of an engine each that it does not name, of a search both or none."""
    if isinstance(made, EnginePlayer):
        return {name for name in ("level", "time") if getattr(made, name) is None}
    return {"level", "time"} if isinstance(made, SearchPlayer) and _names_no_limit(made) else set()


def _names_no_limit(made: SearchPlayer) -> bool:
    """Whether nothing is said about how far it searches."""
    asked = made.settings
    limits = (asked.depth, asked.nodes, asked.time, asked.game, asked.level, asked.own.get("iterations"))
    return all(limit is None for limit in limits)
