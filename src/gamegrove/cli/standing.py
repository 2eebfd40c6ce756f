"""How a tournament stands, printed for people."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from gamegrove.cli.text_table import text_table
from gamegrove.game_log import GameLog
from gamegrove.match import UNLIMITED
from gamegrove.tournament import Pentanomial, Rating, Standing, Tournament, Verdict
from gamegrove.tournament.conduct import TestCourse
from gamegrove.tournament.summary import MatchSummary, PlayerSummary

FEW_PAIRS = 10
"""Below this a warning stands beside the intervals."""
PAIR_HEADINGS = ("0", "½", "1", "1½", "2")
"""What A can win in a pair of games; below stands how often it did."""
HEADINGS = (
    "player",
    "wins",
    "draws",
    "losses",
    "score",
    "as first",
    "as second",
    "s/move",
    "slowest",
    "depth",
    "nodes",
)


def print_standing(standing: Standing) -> None:
    """Print the tables, and how sure they are."""
    asked = standing.tournament
    print(f"\n{asked.game}, {standing.played} of {asked.number_of_games} games, {_conditions(asked)}")
    _print_table(_players(standing), left=(1,))
    if len(standing.players) > 2:
        print()
        _print_table(_cross_table(standing), left=(0,))
    print()
    _print_table(_matches(standing), left=(0,))
    for (a, b), match in zip(asked.pairs, standing.matches, strict=True):
        for line in _remarks(match, f"{_letter(a)} - {_letter(b)}"):
            print(line)
    if standing.test is not None:
        print(_test_line(standing.test))
    if any(0 < match.pentanomial.pairs < FEW_PAIRS for match in standing.matches):
        print(f"intervals are rough: fewer than {FEW_PAIRS} pairs of games that differ")
    if any(rating.one_sided for rating in standing.ratings) and len(standing.players) > 2:
        print("* has won or lost everything, alone or with others: only a drawn game that was added keeps it finite")
    if standing.surplus:
        print(f"finished when the test was decided, and not counted: {_games(standing.surplus)}")


def _conditions(asked: Tournament) -> str:
    named = asked.description()["openings"]
    openings = f"openings {named}" if isinstance(named, str) else f"{len(named)} openings of a list"
    clock = "" if asked.control == UNLIMITED else f", clock {asked.control}"
    memory = "" if asked.megabytes is None else f", memory {asked.megabytes:g} MB"
    ends = "" if asked.adjudicate is None else f", adjudicated from {asked.adjudicate} empty cells"
    return f"{openings}, seed {asked.seed}{clock}{memory}{ends}"


def _letter(place: int) -> str:
    """What a player is called in tables: A to Z, then A1 and so on."""
    return chr(ord("A") + place % 26) + (str(place // 26) if place >= 26 else "")


def _print_table(rows: Sequence[Sequence[str]], left: tuple[int, ...]) -> None:
    for line in text_table(rows, left):
        print(line)


def _players(standing: Standing) -> list[tuple[str, ...]]:
    """All players, the strongest first if there are more than two."""
    if len(standing.players) == 2 or not standing.ratings:
        return [
            ("", *HEADINGS),
            *((_letter(place), *_cells(player)) for place, player in enumerate(standing.players)),
        ]
    ranked = sorted(range(len(standing.players)), key=lambda place: -standing.ratings[place].elo)
    rows = [
        (_letter(place), *_cells(standing.players[place]), *_elo_cells(standing.ratings[place])) for place in ranked
    ]
    return [("", *HEADINGS, "Elo", "95 %"), *rows]


def _cells(player: PlayerSummary) -> tuple[str, ...]:
    total, pace = player.score, player.pace
    return (
        player.name,
        str(total.wins),
        str(total.draws),
        str(total.losses),
        "" if total.share is None else f"{100 * total.share:.1f} %",
        str(player.as_first),
        str(player.as_second),
        "" if pace.seconds is None else f"{pace.seconds:.3f}",
        "" if pace.slowest is None else f"{pace.slowest:.3f}",
        "" if pace.depth is None else f"{pace.depth:.1f}",
        "" if pace.nodes is None else f"{pace.nodes:,.0f}",
    )


def _elo_cells(rating: Rating) -> tuple[str, str]:
    mark = "*" if rating.one_sided else ""
    return f"{rating.elo:+.0f}{mark}", f"{rating.low:+.0f} to {rating.high:+.0f}"


def _cross_table(standing: Standing) -> list[tuple[str, ...]]:
    """The points of each player against each other one."""
    places = range(len(standing.players))
    points = {}
    for (a, b), match in zip(standing.tournament.pairs, standing.matches, strict=True):
        if match.played:
            points[a, b], points[b, a] = match.a.score.points, match.b.score.points
    rows = [
        (_letter(row), *("·" if row == column else _points(points.get((row, column))) for column in places))
        for row in places
    ]
    return [("points", *map(_letter, places)), *rows]


def _points(points: float | None) -> str:
    return "" if points is None else f"{points:g}"


def _matches(standing: Standing) -> list[tuple[str, ...]]:
    """How sure the result of each match is."""
    rows = [
        (f"{_letter(a)} - {_letter(b)}", *_certainty(match.pentanomial))
        for (a, b), match in zip(standing.tournament.pairs, standing.matches, strict=True)
        if match.pentanomial.pairs
    ]
    return [("match", "score", "95 %", "Elo", "95 %", "superior", *PAIR_HEADINGS), *rows] if rows else []


def _certainty(pairs: Pentanomial) -> tuple[str, ...]:
    share, interval, elo, elos, superiority = (
        pairs.share,
        pairs.interval,
        pairs.elo,
        pairs.elo_interval,
        pairs.superiority,
    )
    assert share is not None and interval is not None  # noqa: PT018 - there is a pair
    assert elo is not None and elos is not None and superiority is not None  # noqa: PT018
    return (
        f"{100 * share:.1f} %",
        f"{100 * interval[0]:.1f} to {100 * interval[1]:.1f} %",
        _elo(elo),
        f"{_elo(elos[0])} to {_elo(elos[1])}",
        f"{100 * superiority:.1f} %",
        *map(str, pairs.counts),
    )


def _remarks(match: MatchSummary, name: str) -> Iterator[str]:
    if match.repeated:
        pairs = "1 pair repeats" if match.repeated == 1 else f"{match.repeated} pairs repeat"
        yield f"{name}: {pairs} an earlier one move by move, which counts once for the intervals"
    if match.adjudicated:
        yield f"{name}: perfect play decided {_games(match.adjudicated)} before the end"
    for reason, games in _by_reason(match.forfeits).items():
        named = f"game {games[0]} was" if len(games) == 1 else f"{len(games)} games, {games[0]} the first, were"
        yield f"{name}: {named} forfeited: {reason}"
    if waiting := match.played - 2 * (match.pentanomial.pairs + match.repeated):
        yield f"{name}: {_games(waiting)} without the other one of its pair; intervals count pairs"


def _by_reason(forfeits: Sequence[GameLog]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for game in forfeits:
        found.setdefault(game.result.reason, []).append(game.number)
    return found


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count:,} games"


def _elo(elo: float) -> str:
    return f"{elo:+.0f}" if math.isfinite(elo) else "+∞" if elo > 0 else "-∞"


def _test_line(test: TestCourse) -> str:
    sprt = test.sprt
    ratio = test.ratios[-1] if test.ratios else 0.0
    verdict = {
        Verdict.better: f"A is stronger by {sprt.elo1:g} rather than by {sprt.elo0:g}",
        Verdict.not_better: f"A is stronger by {sprt.elo0:g} rather than by {sprt.elo1:g}",
        None: "not decided yet; --resume with more --games goes on",
    }[test.verdict]
    return (
        f"SPRT ({sprt.scale} Elo {sprt.elo0:g}, {sprt.elo1:g}): LLR {ratio:.2f} of {sprt.lower:.2f} to "
        f"{sprt.upper:.2f} after {test.pairs} pairs: {verdict}"
    )
