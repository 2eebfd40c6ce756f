"""What a player thinks of a position, in words and as a bar."""

from __future__ import annotations

import math

from gamegrove.cli import board
from gamegrove.players import Decision
from gamegrove.position import Position
from gamegrove.textbook.values import WIN

HALF = 10
"""How many characters of the bar each side has when nobody is ahead."""
FULL = 3
"""An estimate of so many digits takes all but the last character. Evaluations have scales of their own: counting digits
shows the small differences of one and does not let the large ones of another leave the bar."""


def words(decision: Decision, seconds: float | None = None) -> str:
    """A move with what is known about it, such as `d6: +3, depth 8, 12,345 nodes, 0.52 s; expects c3 f4`."""
    known = [
        _value_in_words(decision),
        f"depth {decision.depth}" if decision.depth else None,
        None if decision.nodes is None else f"{decision.nodes:,} nodes",
        None if seconds is None or decision.value is None else f"{seconds:.2f} s",
    ]
    told = ", ".join(word for word in known if word is not None)
    answer = f"{decision.move}: {told}" if told else str(decision.move)
    further = " ".join(str(move) for move in decision.line[1:])
    return f"{answer}; expects {further}" if further else answer


def bar(position: Position, decision: Decision) -> str | None:
    """What the side to move thinks, between the names of both sides; None if it does not say."""
    lead = _lead(decision)
    if lead is None:
        return None
    filled = HALF + (lead if position.turn == 0 else -lead)
    full, empty = ("█", "░") if board.is_unicode() else ("#", "-")
    first, second = position.players
    depth = f", depth {decision.depth}" if decision.depth else ""  # MCTS has none
    return (
        f"{first} {full * filled}{empty * (2 * HALF - filled)} {second}  "
        f"({position.players[position.turn]} {_value_in_words(decision)}{depth})"
    )


def _value_in_words(decision: Decision) -> str | None:
    if decision.value is None or decision.value_text is not None:
        return decision.value_text
    return f"{decision.value:+d}"


def _lead(decision: Decision) -> int | None:
    """By how many characters the side that decided is ahead."""
    value = decision.value
    if value is None:
        return None
    verb = (decision.value_text or "").partition(" ")[0]
    if abs(value) >= WIN or verb in ("wins", "loses"):
        return HALF if value > 0 else -HALF
    if verb == "scores":  # what MCTS expects of a game, from -1000 to 1000
        return _below_all(HALF * value / 1000)
    return _below_all(math.copysign(HALF * math.log10(1 + abs(value)) / FULL, value))


def _below_all(lead: float) -> int:
    """Whole characters; only a proven win takes the last one."""
    return max(1 - HALF, min(HALF - 1, round(lead)))
