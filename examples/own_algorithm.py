"""An algorithm and an evaluation of one's own: a beam that tries only the first few moves of every node.

Run it to compare beams of different widths, or load it into the command:

    python examples/own_algorithm.py
    gamegrove --load examples/own_algorithm.py analyse othello --algorithm beam --option width=2 --depth 6
"""

from __future__ import annotations

from dataclasses import dataclass

import gamegrove
from gamegrove.textbook import Found, Node, Window, watched


@dataclass(frozen=True)
class Beam:
    """Alpha-beta that tries only the first few moves of every node."""

    width: int = 3

    def __call__(self, node: Node, window: Window) -> Found:
        """The best of the moves that the beam lets through."""
        return beam(node, window, self.width)


@watched
def beam(node: Node, window: Window, width: int) -> Found:
    """Fail-soft alpha-beta over the first `width` moves."""
    if node.is_leaf:
        return node.evaluate()
    best = Found()
    for move in node.moves()[:width]:
        asked = window.above(best.value).seen_by_opponent()
        value = -beam(node.after(move), asked, width).value
        if value > best.value:
            best = Found(value, move)
        if best.value >= window.beta:
            node.cut_off(move)
            break
    return best


def freedom(position: gamegrove.Position) -> int:
    """An evaluation for any game: the more moves, the better."""
    return len(position.legal_moves)


gamegrove.register_algorithm("beam", Beam)
gamegrove.register_evaluation("freedom", freedom)

if __name__ == "__main__":
    start = gamegrove.Othello("f5d6c3")
    for width in (1, 2, 3, 9):
        report = gamegrove.search(
            start, "beam", depth=4, options={"width": width}, order=["static"], evaluation="freedom"
        )
        print(f"width {width}: {report.move} {report.value_text}, {report.nodes} nodes")
