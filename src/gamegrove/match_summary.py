"""What a match comes to: wins, draws and losses, how sure that is, and what the players took for a move."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from gamegrove.game_log import GameLog, Turn
from gamegrove.match import Match, seat

SURE = 1.96
"""How many standard deviations a 95 % interval reaches to either side."""


@dataclass(frozen=True)
class Score:
    """How some games ended for a player."""

    wins: int
    """How many it won."""
    draws: int
    """How many nobody won."""
    losses: int
    """How many the other won."""

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float | None:
        """The part of the points that the player has won, a draw being half a point; None without games."""
        return (self.wins + self.draws / 2) / self.games if self.games else None

    def __add__(self, other: Score) -> Score:
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def __str__(self) -> str:
        return f"{self.wins}-{self.draws}-{self.losses}"


@dataclass(frozen=True)
class Pace:
    """What a player took for its moves, on average; None where it has said nothing of it."""

    moves: int
    """How many moves it has made."""
    seconds: float | None
    """The average time of a move."""
    slowest: float | None
    """The longest time of a move."""
    depth: float | None
    """The average depth."""
    nodes: float | None
    """The average number of nodes."""

    @classmethod
    def of(cls, turns: Sequence[Turn]) -> Pace:
        """The pace of some moves."""
        seconds = [turn.seconds for turn in turns]
        return cls(
            moves=len(turns),
            seconds=_mean(seconds),
            slowest=max(seconds, default=None),
            depth=_mean([turn.depth for turn in turns if turn.depth is not None]),
            nodes=_mean([turn.nodes for turn in turns if turn.nodes is not None]),
        )


@dataclass(frozen=True)
class PlayerSummary:
    """What a match says of one of its players."""

    name: str
    """The player as text."""
    as_first: Score
    """The games in which it was first."""
    as_second: Score
    """The games in which it was second."""
    pace: Pace
    """What it took for its moves."""

    @property
    def score(self) -> Score:
        """All its games."""
        return self.as_first + self.as_second

    def description(self) -> dict[str, Any]:
        """The summary as plain data."""
        return {
            "name": self.name,
            **asdict(self.score),
            "score": self.score.share,
            "as_first": asdict(self.as_first),
            "as_second": asdict(self.as_second),
            **asdict(self.pace),
        }


@dataclass(frozen=True)
class MatchSummary:
    """What the games of a match come to."""

    match: Match
    """What was to be played."""
    played: int
    """How many games are finished."""
    a: PlayerSummary
    """The player A."""
    b: PlayerSummary
    """The player B."""
    different: int
    """How many of the games differ: players that leave nothing to chance repeat themselves."""
    forfeits: tuple[GameLog, ...]
    """The games that somebody lost by the clock, an illegal move or a crash."""

    @property
    def interval(self) -> tuple[float, float] | None:
        """Between what A's share of the points lies with 95 % confidence; None without games."""
        share = self.a.score.share
        return None if share is None else wilson_interval(share, self.different)

    def description(self) -> dict[str, Any]:
        """The summary as plain data, for JSON."""
        return {
            "match": self.match.header(),
            "played": self.played,
            "complete": self.played == self.match.games,
            "A": self.a.description(),
            "B": self.b.description(),
            "interval": self.interval,
            "different_games": self.different,
            "forfeits": [_forfeit(game) for game in self.forfeits],
        }


def summarise(match: Match, games: Sequence[GameLog]) -> MatchSummary:
    """What the finished games of a match come to, which need not be all of them."""
    return MatchSummary(
        match=match,
        played=len(games),
        a=_player_summary(match.a, games, 0),
        b=_player_summary(match.b, games, 1),
        different=len({_identity(game) for game in games}),
        forfeits=tuple(game for game in games if game.result.forfeit is not None),
    )


def wilson_interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of points won in so many games.

    It takes a draw for as uncertain as a win or a loss, and is then somewhat too wide.

    >>> [round(bound, 3) for bound in wilson_interval(1.0, 100)]
    [0.963, 1.0]
    """
    weight = SURE**2 / games
    centre = (share + weight / 2) / (1 + weight)
    reach = SURE * math.sqrt(share * (1 - share) / games + weight / (4 * games)) / (1 + weight)
    return max(0.0, centre - reach), min(1.0, centre + reach)


def _player_summary(name: str, games: Sequence[GameLog], who: int) -> PlayerSummary:
    first, second = (score([game for game in games if seat(who, game.number) == side], side) for side in (0, 1))
    turns = [turn for game in games for turn in game.moves if turn.side == seat(who, game.number)]
    return PlayerSummary(name, first, second, Pace.of(turns))


def score(games: Sequence[GameLog], side: int) -> Score:
    """How games ended for the player that had this side in all of them."""
    winners = [game.result.winner for game in games]
    return Score(winners.count(side), winners.count(None), winners.count(1 - side))


def _identity(game: GameLog) -> object:
    return seat(0, game.number), game.start, tuple(turn.move for turn in game.moves)


def _forfeit(game: GameLog) -> dict[str, Any]:
    result = game.result
    assert result.winner is not None
    who = "AB"[seat(1 - result.winner, game.number)]
    return {"game": game.number, "player": who, "how": result.forfeit, "reason": result.reason}


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
