"""The Pente family by name: every preset is a game."""

from functools import partial

from gamegrove._core import Pente
from gamegrove.games.catalogue import IN_A_ROW, NUMBER_OR_WORD, SIZE, TRUTH, GameEntry, Option, register

OPTIONS = {
    "size": SIZE,
    "in-a-row": IN_A_ROW,
    "exactly": Option("true or false: whether a longer row does not win", TRUTH),
    "captures": Option("none, pairs or triples"),
    "opening-box": Option(
        "how far from the centre the first player's second stone may not be, or none", NUMBER_OR_WORD
    ),
}

PRESETS = {
    "pente": "Pente on 19x19 with captures and the tournament rule",
    "keryo-pente": "Pente in which threes are captured too",
    "pente-2003": "five in a row on 13x13 without captures, with an opening rule",
    "gomoku": "five or more in a row on 15x15",
    "gomoku-standard": "exactly five in a row on 15x15",
    "tic-tac-toe": "three in a row on 3x3",
    "mnk": "k in a row on m x n: set size and in-a-row",
}
"""The names of the presets, each with the line that describes it."""

for name, summary in PRESETS.items():
    register(GameEntry(name, summary, partial(Pente, preset=name), OPTIONS))
