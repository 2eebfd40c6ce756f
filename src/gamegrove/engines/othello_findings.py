"""What a search of the Othello engine has found, as the records that engines answer with.

The core values moves exactly, or says that a move is no better or no worse than something. That is proven only if the
search went to the end of the game and left nothing out; else it is believed.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamegrove import _core
from gamegrove._core import Othello
from gamegrove.engines.analysis import EngineProgress, MoveScore, sign
from gamegrove.engines.othello_score import Scale
from gamegrove.textbook.values import Bounds

PER_CENT = (73, 87, 95, 98, 99, 100)
"""How sure the confidences of the core are."""
CERTAIN = len(PER_CENT) - 1
"""The confidence that is no guess."""
UNKNOWN = "not known"
"""What is said of a position of which nothing is known."""
SEEMS = {1: "seems to win", 0: "seems to draw", -1: "seems to lose"}
"""What a search that stops before the end of the game says of the winner."""


@dataclass(frozen=True)
class Findings:
    """What one search has found out about a position in which the game goes on."""

    position: Othello
    """The position."""
    found: _core.OthelloFindings
    """What the core says."""
    winner_only: bool
    """Whether only the winner was asked for."""

    @property
    def is_proven(self) -> bool:
        """Whether what is said of the moves is certain."""
        return self.found.is_end and self.found.confidence == CERTAIN

    @property
    def ranked(self) -> tuple[MoveScore, ...]:
        """What is known of every move, the best one first."""
        return tuple(self._score(*each) for each in self.found.moves)

    @property
    def scores(self) -> tuple[MoveScore, ...]:
        """What is known of every move, in board order."""
        order = {move: number for number, move in enumerate(self.position.legal_moves)}
        return tuple(sorted(self.ranked, key=lambda each: order[each.move]))

    def progress(self, seconds: float) -> EngineProgress:
        """The same for somebody who watches."""
        best = self.ranked[0]
        return EngineProgress(
            lower=best.lower,
            upper=best.upper,
            text=best.text,
            moves=self.scores,
            changed=None,
            nodes=self.found.nodes,
            seconds=seconds,
            estimate=best.estimate,
            depth=best.depth,
            confidence=best.confidence,
            line=best.line,
        )

    def _score(self, move: str, value: int, bound: str, depth: int, line: tuple[str, ...]) -> MoveScore:
        scale = Scale.of(self.position)
        believed = self._believed(value, bound, scale)
        known = believed if self.is_proven else scale.everything
        is_valued = bound != "none"
        return MoveScore(
            move,
            known.lower,
            known.upper,
            self._words(believed, depth, scale),
            estimate=None if self.is_proven else self._estimate(value, bound, believed),
            depth=depth if is_valued else None,
            confidence=self._confidence if is_valued else None,
            line=line or (move,),
        )

    @property
    def _confidence(self) -> int | None:
        """How sure the search was; None if it left nothing out and yet proves nothing, as it ended too early."""
        says_something = self.found.is_end or self.found.confidence < CERTAIN
        return PER_CENT[self.found.confidence] if says_something else None

    def _believed(self, value: int, bound: str, scale: Scale) -> Bounds:
        """The bounds that the search believes in, without anything that was not asked for."""
        lower = value if bound in ("exact", "at least") else scale.lowest
        upper = value if bound in ("exact", "at most") else scale.highest
        if not self.winner_only:
            return Bounds(lower, upper)
        return Bounds(
            min(lower, 1) if lower >= 0 else scale.lowest,
            max(upper, -1) if upper <= 0 else scale.highest,
        )

    def _estimate(self, value: int, bound: str, believed: Bounds) -> int | None:
        """The value that the search believes in; of the winner alone, 1, 0 or -1."""
        if bound == "exact":
            return value
        decided = sign(believed.lower) if sign(believed.lower) == sign(believed.upper) else None
        return decided if self.winner_only else None

    def _words(self, believed: Bounds, depth: int, scale: Scale) -> str:
        """What is believed as people say it, and how sure that is."""
        lower, upper, _ = believed
        if believed == scale.everything:
            return UNKNOWN
        if self.found.is_end:
            sure = "" if self.is_proven else f", {PER_CENT[self.found.confidence]} % sure"
            return scale.words(lower, upper) + sure
        searched = f"(depth {depth})" if self._confidence is None else f"(depth {depth}, {self._confidence} %)"
        if self.winner_only and sign(lower) == sign(upper):
            return f"{SEEMS[sign(lower)]} {searched}"
        limit = "" if lower == upper else " or less" if lower == scale.lowest else " or more"
        nearest = upper if lower == scale.lowest else lower
        return f"about {nearest:+d}{limit} {searched}" if nearest else f"about 0{limit} {searched}"
