"""easyAI's Negamax (alpha-beta) on its own Connect Four and Reversi."""

from __future__ import annotations

import importlib
import importlib.metadata
from collections.abc import Callable
from typing import Any

from peers import Found, MissingError, Peer

try:
    import numpy  # type: ignore[import-not-found, unused-ignore]
    from easyAI import Human_Player, Negamax  # type: ignore[import-not-found, import-untyped, unused-ignore]
    from easyAI.games.ConnectFour import ConnectFour  # type: ignore[import-not-found, import-untyped, unused-ignore]
    from easyAI.games.Reversi import Reversi  # type: ignore[import-not-found, import-untyped, unused-ignore]
except ImportError:
    Negamax = None

WINS = "sooner"
"""easyAI multiplies a score by 1 + depth / 1000, so that a quick win is worth more; as it is to us with this option."""
WIN = 1_000_000
TIMES = 1000

Scoring = Callable[[Any], float]


def version() -> str | None:
    """The version that is installed, or None."""
    return None if Negamax is None else importlib.metadata.version("easyAI")


def start(game: str) -> Any:  # noqa: ANN401 - easyAI has no types
    """The first position of its game, as we set it up."""
    players = [Human_Player(), Human_Player()]
    if game == "connect-four":
        return ConnectFour(players)
    reversi = Reversi(players)
    # Its Reversi begins with the mirror image. The first player's discs are 1, here on e4 and d5.
    reversi.board[3, [3, 4]] = [2, 1]
    reversi.board[4, [3, 4]] = [1, 2]
    return reversi


def scoring(evaluation: str) -> Scoring:
    """The game's own scoring where it is our evaluation; for the columns, one that looks like it."""
    if evaluation != "columns":
        return lambda game: float(game.scoring())
    weights = numpy.array([0, 1, 2, 4, 2, 1, 0])

    def columns(game: Any) -> float:  # noqa: ANN401
        if game.lose():
            return -WIN
        own, other = game.board == game.current_player, game.board == game.opponent_index
        return float(((own.astype(int) - other.astype(int)) @ weights).sum())

    return columns


def peer(game: str, evaluation: str, depth: int) -> Peer:
    """Its Negamax without a table."""
    if Negamax is None:
        raise MissingError("easyAI is missing: pip install -r benchmarks/requirements.txt")
    score = scoring(evaluation)

    def search(score: Scoring = score) -> tuple[float, Any]:
        algorithm = Negamax(depth, score)
        move = algorithm(start(game))
        return algorithm.alpha, move

    def examine() -> Found:
        counts = {"nodes": 0, "estimates": 0}
        module: Any = importlib.import_module("easyAI.AI.Negamax")
        original = module.negamax

        def counted(*arguments: object, **named: object) -> object:
            counts["nodes"] += 1
            return original(*arguments, **named)

        def counted_score(position: Any) -> float:  # noqa: ANN401
            counts["estimates"] += int(not position.is_over())
            return score(position)

        module.negamax = counted  # it calls itself by this name, too
        try:
            value, move = search(counted_score)
        finally:
            module.negamax = original
        return Found(value, notation(game, move), counts["nodes"], counts["estimates"])

    return Peer("easyAI", depth, WINS, search, examine, TIMES)


def notation(game: str, move: Any) -> str:  # noqa: ANN401
    """The move as gamegrove writes it. easyAI names the rows of Reversi by letters and the columns by numbers."""
    if game == "connect-four":
        return str(int(move) + 1)
    return "abcdefgh"[int(move[1]) - 1] + str("ABCDEFGH".index(move[0]) + 1)
