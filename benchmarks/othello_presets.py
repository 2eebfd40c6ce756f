"""Plays the Othello engine against all players that are programs of reports, and against the simple ones."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table

from gamegrove import Othello
from gamegrove.match import Match, play_match
from gamegrove.players import list_players
from gamegrove.players.presets import PRESETS
from gamegrove.tournament.summary import MatchSummary, summarise
from gamegrove.work import Processes

SIMPLE = ("random", "greedy", "greedy-corners")
WANTED = 0.95


def rivals() -> list[str]:
    """The names of the players."""
    return [*SIMPLE, *(preset.name for preset in PRESETS if preset.family is Othello)]


def usual_game(name: str) -> str:
    """The board that a player was made for."""
    return "othello:board=96" if name.startswith("moors") else "othello"


def hurried(name: str, seconds: float) -> str:
    """A player with so much time for a move, if it can be told."""
    takes_time = any(each.name == name and "time" in each.options for each in list_players())
    return f"{name}:time={seconds}" if takes_time else name


def run_presets(options: argparse.Namespace) -> int:
    """Play a match against each of them, and print a table."""
    table = Table("against", "board", "won", "drawn", "lost", "score", "seconds a move: ours", "theirs", box=None)
    shares = []
    for name in options.only or rivals():
        match = Match(
            options.player, hurried(name, options.preset_time), usual_game(name), options.games, seed=options.seed
        )
        summary = summarise(match, list(play_match(match, Processes(options.jobs))))
        share = summary.a.score.share or 0.0
        shares.append(share)
        print(f"{match.b}: {summary.a.score}", flush=True)
        table.add_row(*_row(summary, share))
    Console(width=120).print(table)
    holds = min(shares) >= WANTED
    print(f"{'yes' if holds else 'NO '}  at least {100 * WANTED:.0f} % against each: {100 * min(shares):.1f} %")
    return 0 if holds else 1


def _row(summary: MatchSummary, share: float) -> list[str]:
    score = summary.a.score
    forfeits = f", {len(summary.forfeits)} forfeited" if summary.forfeits else ""
    return [
        summary.match.b,
        summary.match.game,
        str(score.wins),
        str(score.draws),
        str(score.losses),
        f"{100 * share:.0f} %{forfeits}",
        *(f"{each.pace.seconds or 0:.3f}" for each in (summary.a, summary.b)),
    ]
