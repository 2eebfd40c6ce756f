"""The programs that five reports describe, as players: each a name for an algorithm with its options.

What a report does not tell is ours, above all the weights of its evaluation. Options override those of a preset:
`moors:game=60` is the same player with half the time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gamegrove._core import ConnectFour, Othello, Pente
from gamegrove.errors import GamegroveError
from gamegrove.players.search_fields import usual_evaluation
from gamegrove.players.searching import EvaluationChoice, SearchPlayer
from gamegrove.players.settings import Settings
from gamegrove.position import Position
from gamegrove.textbook.catalogue import find_algorithm

FAMILIES: dict[type, str] = {Othello: "Othello", ConnectFour: "Connect Four", Pente: "the Pente family"}
"""What people call the games of a class."""


@dataclass(frozen=True)
class Preset:
    """A player that is an algorithm with options."""

    name: str
    """What people type."""
    summary: str
    """One line that says what it is."""
    family: type
    """The class of the games that it plays."""
    algorithm: str
    """The name of its algorithm."""
    options: Mapping[str, str]
    """The options that it has unless they are given, as people type them."""
    evaluation_for: EvaluationChoice = usual_evaluation
    """Its evaluation, if that depends on the board."""

    def make(self, texts: Mapping[str, str]) -> SearchPlayer:
        """The player, with options that override its own."""
        depth = {"depth", "level"}
        kept = {name: text for name, text in self.options.items() if not (name in depth and depth & texts.keys())}
        return PresetPlayer(self, Settings.read(find_algorithm(self.algorithm), {**kept, **texts}, self.name))


class PresetPlayer(SearchPlayer):
    """A search player that plays the games of one family."""

    def __init__(self, preset: Preset, settings: Settings) -> None:
        super().__init__(preset.algorithm, settings, evaluation_for=preset.evaluation_for)
        self.preset = preset

    def begin(self, start: Position, side: int) -> None:
        """Refuse games of other families."""
        if not isinstance(start, self.preset.family):
            raise GamegroveError(f"{self.preset.name} plays {FAMILIES[self.preset.family]}, not {start.spec}")
        super().begin(start, side)


# -- Othello, 2001: four searches with one evaluation, and a difficulty that sets the depth.

_PARTS_2001 = "score + 30*corners + 4*edge + 4*stable + 3*mobility - 16*xsquares - 8*csquares"
"""Discs, corners, edges, stability, mobility, and a penalty for giving corners away. The weights are ours."""


def _othello_2001(name: str, algorithm: str, what: str, **options: str) -> Preset:
    summary = f"Othello, 2001: {what}"
    asked = {"level": "4", "eval": _PARTS_2001, "memory": "none", "order": "static", **options}
    return Preset(f"othello-2001-{name}", summary, Othello, algorithm, asked)


# -- Pente, 2003: six searches, so many milliseconds a turn by iterative deepening.


def _pente_2003(algorithm: str, what: str) -> Preset:
    summary = f"Pente, 2003: {what}, a second a turn"
    options = {"time": "1", "eval": "rows"}
    if algorithm == "negascout":
        options["memory"] = "none"  # "does not include a transposition table"
    return Preset(f"pente-2003-{algorithm}", summary, Pente, algorithm, options)


# -- The Moors of Venice, 2003: tournament Othello on 96 cells. Its clock is not told: two minutes a game are ours.

_MOORS_BY_STAGE = (
    "..40: 6*mobility + 60*corners - 3*frontier + 2*access - score + parity + 0.01*local_parity; "
    "41..70: 5*mobility + 50*corners - 2*frontier + 4*access + 0*score + 3*parity + 0.05*local_parity; "
    "71..: 3*mobility + 40*corners - frontier + 4*access + 2*score + 6*parity + 0.1*local_parity"
)
"""The features of the report. Its weights were learned and are not told: these are ours."""
_MOORS = {
    "game": "120",
    "manager": "predict",
    "table_bits": "20",
    "replacement": "always",
    "order": "memory",
    "solve": "14",
}


# -- Reversi, 2024: iterative deepening to 1.9 of 2 seconds, on boards from 6x6 to 12x12.

_REVERSI = {"time": "2", "order": "memory+static"}


def _by_size_2024(position: Position) -> str:
    """Corners count for more on larger boards.

    There discs count, too, with the largest weight that the report has tried: who only looks for mobility has few of
    them, and on large boards may lose them all before any corner comes into play.
    """
    assert isinstance(position, Othello)
    if len(position.rows) <= 8:
        return "0.6*corners% + 0.4*mobility%"
    return "0.7*corners% + 0.2*mobility% + 0.3*score%"


def _hybrid(number: int, blend: str) -> Preset:
    summary = f"Reversi, 2024: the same search by {blend}"
    return Preset(f"reversi-2024-hybrid{number}", summary, Othello, "tt", {**_REVERSI, "eval": blend})


PRESETS = (
    _othello_2001("minimax", "minimax", "minimax"),
    _othello_2001("alphabeta", "alphabeta", "alpha-beta"),
    _othello_2001("negascout", "negascout", "NegaScout without a table"),
    _othello_2001("rules", "alphabeta", "alpha-beta with rules that prune", rules="corners+guard+edges+edge-guard"),
    _pente_2003("minimax", "minimax"),
    _pente_2003("alphabeta", "alpha-beta"),
    _pente_2003("negascout", "NegaScout"),
    _pente_2003("sss2", "SSS-2"),
    _pente_2003("mtdf", "MTD(f)"),
    _pente_2003("tt", "alpha-beta with a table"),
    Preset(
        "moors",
        "the Moors of Venice, 2003: a predicted depth, features by stage, an exact end; two minutes a game are ours",
        Othello,
        "tt",
        {**_MOORS, "eval": _MOORS_BY_STAGE},
    ),
    Preset(
        "moors-greedy",
        "the Moors of Venice, 2003: the same search by discs alone",
        Othello,
        "tt",
        {**_MOORS, "eval": "score"},
    ),
    Preset(
        "connect-four-2017-ab",
        "Connect Four, 2017: plain alpha-beta to depth 8 by segments",
        ConnectFour,
        "alphabeta",
        {"depth": "8", "eval": "segments", "order": "static"},
    ),
    Preset(
        "connect-four-2017-mtdf",
        "Connect Four, 2017: MTD(f) to depth 8, with a table that knows mirror images",
        ConnectFour,
        "mtdf",
        {"depth": "8", "eval": "segments", "order": "static", "symmetry": "true"},
    ),
    Preset(
        "reversi-2024",
        "Reversi, 2024: alpha-beta with a table, corners and mobility by size of board, two seconds a move",
        Othello,
        "tt",
        _REVERSI,
        _by_size_2024,
    ),
    _hybrid(3, "0.6*corners% + 0.4*mobility%"),
    _hybrid(4, "0.6*corners% + 0.2*mobility% + 0.2*stable%"),
    _hybrid(8, "0.7*corners% + 0.3*mobility%"),
    _hybrid(9, "0.8*corners% + 0.2*mobility%"),
    Preset(
        "reversi-2024-mcts",
        "Reversi, 2024: the rival, Monte-Carlo tree search",
        Othello,
        "mcts",
        {"time": "2"},
    ),
)
"""All presets."""
