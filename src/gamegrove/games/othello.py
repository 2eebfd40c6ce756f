"""Othello by name."""

from gamegrove._core import Othello
from gamegrove.games.catalogue import TRUTH, GameEntry, Option, register

register(
    GameEntry(
        "othello",
        "Othello on 4x4 to 12x12, and on the board of 96 cells",
        Othello,
        {
            "size": Option("4, 6, 8, 10 or 12"),
            "board": Option("4, 6, 8, 10, 12, or 96 for the tournament board"),
            "empties-to-winner": Option(
                "true or false: whether empty cells count for the winner when the game ends", TRUTH
            ),
        },
    )
)
