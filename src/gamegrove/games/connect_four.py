"""Connect Four by name."""

from gamegrove._core import ConnectFour
from gamegrove.games.catalogue import IN_A_ROW, SIZE, GameEntry, register

register(
    GameEntry(
        "connect-four",
        "Connect Four, 7x6 or any board that fits 128 bits",
        ConnectFour,
        {"size": SIZE, "in-a-row": IN_A_ROW},
    )
)
