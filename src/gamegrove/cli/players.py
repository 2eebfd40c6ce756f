"""`gamegrove players`: who can play."""

from __future__ import annotations

import json as json_format
import textwrap

from gamegrove.cli import arguments
from gamegrove.players import PlayerEntry, list_players

COLUMN, WIDTH = 26, 100


def players(json: arguments.Json = False) -> None:
    """List the players and their options, which are typed as in mtdf:depth=6,eval=squares."""
    entries = list_players()
    if json:
        listed = [
            {"name": each.name, "summary": each.summary, "games": each.games, "options": list(each.options)}
            for each in entries
        ]
        print(json_format.dumps({"players": listed}))
        return
    shared = next(each.options for each in entries if each.name == "alphabeta")
    for each in entries:
        print(f"{each.name:{COLUMN - 1}} {each.summary}")
        if options := _own_options(each, shared):
            print(f"{'':{COLUMN}}  options: {', '.join(options)}")
    print()
    print(
        textwrap.fill(f"Every player that searches has the options {', '.join(shared)}.", WIDTH, break_on_hyphens=False)
    )


def _own_options(entry: PlayerEntry, shared: tuple[str, ...]) -> list[str]:
    """The options that not every player has which searches."""
    searches = set(shared) <= set(entry.options)
    return [name for name in entry.options if not (searches and name in shared)]
