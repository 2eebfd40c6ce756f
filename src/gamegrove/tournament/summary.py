"""What a match comes to: wins, draws and losses, how sure that is, and what the players took for a move."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from gamegrove.game_log import GameLog, Turn
from gamegrove.match import Match, seat
from gamegrove.tournament.statistics import Pentanomial

Seat = tuple[GameLog, int]
"""A game, and the side that a player had in it."""
Pair = tuple[GameLog, GameLog]
"""Two games with the same opening and the colours swapped: first the one in which A is first."""


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
    def points(self) -> float:
        """What the player has won, a draw being half a point."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float | None:
        """The part of the points that the player has won; None without games."""
        return self.points / self.games if self.games else None

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
    """What some games say of one of their players."""

    name: str
    """The player as text."""
    as_first: Score
    """The games in which it was first."""
    as_second: Score
    """The games in which it was second."""
    pace: Pace
    """What it took for its moves."""

    @classmethod
    def of(cls, name: str, seats: Sequence[Seat]) -> PlayerSummary:
        """The summary of a player's games."""
        first, second = (score([game for game, had in seats if had == side], side) for side in (0, 1))
        turns = [turn for game, side in seats for turn in game.moves if turn.side == side]
        return cls(name, first, second, Pace.of(turns))

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
    points: tuple[float, ...]
    """A's points in each pair of games that is finished and no repetition: players that leave nothing to chance repeat
    themselves, and what is repeated proves nothing."""
    repeated: int
    """How many pairs repeat an earlier one move by move, and do not count."""
    forfeits: tuple[GameLog, ...]
    """The games that somebody lost by the clock, an illegal move or a crash."""
    adjudicated: int
    """How many games were decided by perfect play before their end."""

    @property
    def pentanomial(self) -> Pentanomial:
        """How sure the result is."""
        return Pentanomial.of(self.points)

    def description(self) -> dict[str, Any]:
        """The summary as plain data, for JSON."""
        return {
            "played": self.played,
            "complete": self.played == self.match.number_of_games,
            "A": self.a.description(),
            "B": self.b.description(),
            "pentanomial": self.pentanomial.description(),
            "repeated_pairs": self.repeated,
            "forfeits": [_forfeit(game) for game in self.forfeits],
            "adjudicated": self.adjudicated,
        }


def summarise(match: Match, games: Sequence[GameLog]) -> MatchSummary:
    """What the finished games of a match come to, which need not be all of them."""
    a, b = (PlayerSummary.of(name, seats_of(games, who)) for who, name in enumerate(match.players))
    pairs = complete_pairs(games)
    different = {pair_identity(pair): pair for pair in pairs}
    return MatchSummary(
        match=match,
        played=len(games),
        a=a,
        b=b,
        points=tuple(map(pair_points, different.values())),
        repeated=len(pairs) - len(different),
        forfeits=tuple(game for game in games if game.result.forfeit is not None),
        adjudicated=sum(game.result.adjudicated for game in games),
    )


def seats_of(games: Sequence[GameLog], who: int) -> list[Seat]:
    """The games of a match with the side that A (0) or B (1) had in each."""
    return [(game, seat(who, game.number)) for game in games]


def complete_pairs(games: Sequence[GameLog]) -> list[Pair]:
    """The pairs of games with the same opening of which both are finished, in the order of the openings."""
    found = {game.number: game for game in games}
    return [(found[n], found[n + 1]) for n in sorted(found) if n % 2 == 0 and n + 1 in found]


def pair_points(pair: Pair) -> float:
    """What A has won in a pair of games."""
    return sum(score([game], seat(0, game.number)).points for game in pair)


def pair_identity(pair: Pair) -> Hashable:
    """The same for pairs in which the same moves were played."""
    return tuple((game.start, tuple(turn.move for turn in game.moves), game.result.winner) for game in pair)


def score(games: Sequence[GameLog], side: int) -> Score:
    """How games ended for the player that had this side in all of them."""
    winners = [game.result.winner for game in games]
    return Score(winners.count(side), winners.count(None), winners.count(1 - side))


def _forfeit(game: GameLog) -> dict[str, Any]:
    result = game.result
    assert result.winner is not None
    who = "AB"[seat(1 - result.winner, game.number)]
    return {"game": game.number, "player": who, "how": result.forfeit, "reason": result.reason}


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
