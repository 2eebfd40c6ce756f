"""How a tournament stands: the table of the players, what each match comes to, the ratings, and the test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gamegrove.game_log import GameLog
from gamegrove.tournament.conduct import Played, TestCourse
from gamegrove.tournament.plan import Tournament
from gamegrove.tournament.ratings import Rating, rate
from gamegrove.tournament.summary import MatchSummary, PlayerSummary, seats_of, summarise


@dataclass(frozen=True)
class Standing:
    """What the finished games of a tournament come to."""

    tournament: Tournament
    """What was to be played."""
    players: tuple[PlayerSummary, ...]
    """All games of each player, in the order of the tournament."""
    matches: tuple[MatchSummary, ...]
    """What each match comes to."""
    ratings: tuple[Rating, ...]
    """The players' ratings in the same order, their mean being 0; empty as long as a match has no pair of games."""
    test: TestCourse | None
    """How the test stands, if there is one."""
    surplus: int
    """How many games were finished behind the one that decided the test; they do not count."""

    @property
    def played(self) -> int:
        """How many games count."""
        return sum(match.played for match in self.matches)

    @property
    def is_complete(self) -> bool:
        """Whether all games are played, or no more are needed."""
        decided = self.test is not None and self.test.verdict is not None
        return decided or self.played == self.tournament.number_of_games

    def description(self) -> dict[str, Any]:
        """The standing as plain data, for JSON."""
        return {
            "tournament": self.tournament.description(),
            "played": self.played,
            "complete": self.is_complete,
            "players": [
                {**player.description(), **_elo(rating)}
                for player, rating in zip(self.players, self.ratings or [None] * len(self.players), strict=True)
            ],
            "matches": [
                {"players": list(pair), **match.description()}
                for pair, match in zip(self.tournament.pairs, self.matches, strict=True)
            ],
            "test": None if self.test is None else self.test.description(),
            "surplus": self.surplus,
        }


def standing(tournament: Tournament, played: Sequence[Played]) -> Standing:
    """What games come to, in whatever order they were finished."""
    games = [_in_order(played, number) for number in range(len(tournament.matches))]
    test = None
    surplus = 0
    if tournament.sprt is not None:
        test = TestCourse(tournament.sprt)
        for game in games[0]:
            test.add(game)
        if test.verdict is not None:
            surplus = len(games[0]) - 2 * test.pairs
            games[0] = games[0][: 2 * test.pairs]
    matches = tuple(map(summarise, tournament.matches, games))
    return Standing(
        tournament=tournament,
        players=tuple(_player(tournament, games, who) for who in range(len(tournament.players))),
        matches=matches,
        ratings=_ratings(tournament, matches),
        test=test,
        surplus=surplus,
    )


def _in_order(played: Sequence[Played], match: int) -> list[GameLog]:
    return sorted((each.game for each in played if each.match == match), key=lambda game: game.number)


def _player(tournament: Tournament, games: Sequence[Sequence[GameLog]], who: int) -> PlayerSummary:
    seats = [
        seat
        for pair, of_match in zip(tournament.pairs, games, strict=True)
        if who in pair
        for seat in seats_of(of_match, pair.index(who))
    ]
    return PlayerSummary.of(tournament.players[who], seats)


def _ratings(tournament: Tournament, matches: Sequence[MatchSummary]) -> tuple[Rating, ...]:
    """The ratings by the players' places, as two of them may have the same name; what is repeated does not count."""
    pairings = [match.pentanomial for match in matches]
    if not all(each.pairs for each in pairings):
        return ()
    results = {(str(a), str(b)): each for (a, b), each in zip(tournament.pairs, pairings, strict=True)}
    return tuple(sorted(rate(results), key=lambda rating: int(rating.player)))


def _elo(rating: Rating | None) -> dict[str, Any]:
    if rating is None:
        return {"elo": None, "elo_interval": None, "one_sided": None}
    return {"elo": rating.elo, "elo_interval": [rating.low, rating.high], "one_sided": rating.one_sided}
