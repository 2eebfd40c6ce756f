"""Monte-Carlo tree search (UCT, Kocsis and Szepesvari 2006), with a solver for proven results (Winands 2008).

A tree grows by one node an iteration: walk down to a node with an untried move, add the node behind it, value it by
random playouts or the evaluation, and count the result on the way back.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Literal

from gamegrove.errors import GamegroveError
from gamegrove.textbook.node import Node
from gamegrove.textbook.observation import Stopped, mixed
from gamegrove.textbook.values import EVERYTHING, INFINITY, WIN, Found, Window, Wins

BYTES_PER_BRANCH = 1200
MOST_PLAYOUTS = 10**6
NO_HORIZON = 1000
"""The depth of all nodes: none is at a horizon, so rules are asked at each."""
IN_THOUSANDTHS = 1000
"""The value of an estimate: the mean result in thousandths."""


class Random:
    """The core's source of random numbers (splitmix64), so that both rooms play the same games."""

    def __init__(self, seed: int) -> None:
        self._state = seed % 2**64

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) % 2**64
        return (mixed(self._state) >> 32) * n >> 32


@dataclass
class Branch:
    """A node of the tree that grows."""

    node: Node
    untried: list[Any]
    """Moves without a child, first one first."""
    children: list[Branch] = field(default_factory=list)
    visits: int = 0
    total: float = 0.0
    """The sum of the results, seen by the side to move here."""
    proven: int | None = None
    """The exact result, once it is known."""

    @property
    def mean(self) -> float:
        """The mean result, seen by the side that moved here."""
        return -self.total / self.visits


@dataclass(frozen=True)
class Mcts:
    """The algorithm and its options."""

    iterations: int = 10_000
    """How many nodes to add; 0 for as many as the other limits allow."""
    exploration: float = 1.4
    """How much rarely tried moves are favoured."""
    leaf: Literal["playout", "evaluation"] = "playout"
    """What values a new node: a random game to its end, or the evaluation."""
    playouts: int = 1
    """How many random games value a new node."""
    scale: float = 10.0
    """A margin or an estimate v counts as v / (|v| + scale)."""
    choose: Literal["visits", "value"] = "visits"
    """Which move to play: the one tried most, or the one with the best mean."""
    solver: bool = True
    """Whether to prove results and to leave proven nodes alone."""
    seed: int = 0
    """Makes the playouts repeatable."""

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        if self.leaf not in ("playout", "evaluation"):
            raise GamegroveError(f"leaf of mcts must be playout or evaluation, not '{self.leaf}'")
        if self.choose not in ("visits", "value"):
            raise GamegroveError(f"choose of mcts must be visits or value, not '{self.choose}'")
        numbers_fit = 0 <= self.exploration < math.inf and 0 < self.scale < math.inf
        if self.iterations < 0 or self.playouts < 1 or not numbers_fit:
            raise GamegroveError("mcts needs iterations and exploration from 0, playouts from 1 and a scale above 0")
        if not 0 <= self.seed < 2**64 or self.iterations >= 2**63 or self.playouts > MOST_PLAYOUTS:
            raise GamegroveError(f"mcts needs a seed below 2^64, and at most {MOST_PLAYOUTS:,} playouts a node")

    def __call__(self, node: Node, window: Window = EVERYTHING) -> Found:  # noqa: ARG002
        """A move, and its mean result in thousandths or, when proven, its exact one."""
        root = Branch(Node(node.setting, node.position, NO_HORIZON), [])
        node.setting.enter(root.node, EVERYTHING)
        if not root.node.legal:
            return root.node.shallower(0).evaluate()
        root.untried = list(root.node.legal)
        growth = _Growth(self, node.setting.wins, node.setting.counters.nodes)
        try:
            while root.proven is None and (root.visits < self.iterations or self.iterations == 0):
                growth.iterate(root)
        except Stopped as reason:
            if not root.children:
                raise
            node.setting.counters.stopped = str(reason)
        return self._answer(root, exact=node.setting.wins is Wins.plain)

    def _answer(self, root: Branch, exact: bool) -> Found:
        best = self._best_child(root)
        move = best.node.path[-1]
        if root.proven is None:
            return Found(math.floor(best.mean * IN_THOUSANDTHS + 0.5), move)
        root.node.setting.counters.proven = True
        return Found(root.proven if exact else root.proven * WIN, move)

    def _best_child(self, root: Branch) -> Branch:
        visited = [child for child in root.children if child.visits]
        if root.proven is not None:
            return next(child for child in visited if child.proven is not None and -child.proven == root.proven)
        if self.choose == "visits":
            return max(visited, key=lambda child: (not _is_loss(child), child.visits, child.mean))
        return max(visited, key=lambda child: (not _is_loss(child), child.mean))


def _is_loss(child: Branch) -> bool:
    """Whether the move to this child is proven to lose."""
    return child.proven is not None and child.proven > 0


class _Growth:
    """One run of the algorithm."""

    def __init__(self, options: Mcts, wins: Wins, nodes_before: int) -> None:
        self.options = options
        self.nodes_before = nodes_before
        self.random = Random(options.seed)
        self.by_margin = wins is Wins.plain
        self.largest = INFINITY if self.by_margin else 1

    def iterate(self, root: Branch) -> None:
        path = [root]
        while not path[-1].untried and path[-1].children:
            path.append(self._select(path[-1]))
        if path[-1].untried:
            path.append(self._grow(path[-1]))
        else:
            # An ended game again: it must cost something, or limits are not seen.
            path[-1].node.setting.enter(path[-1].node, EVERYTHING)
        result = self._result(path[-1])
        for branch in reversed(path):
            branch.visits += 1
            branch.total += result
            result = -result
            if self.options.solver:
                self._prove(branch)

    def _select(self, branch: Branch) -> Branch:
        """The child with the best upper confidence bound; proven ones have nothing more to tell."""
        log = math.log(branch.visits)
        best, best_score = None, -math.inf
        for child in branch.children:
            if child.proven is not None and self.options.solver:
                continue
            score = child.mean + self.options.exploration * math.sqrt(log / child.visits)
            if score > best_score:
                best, best_score = child, score
        assert best is not None  # else the branch itself would be proven
        return best

    def _grow(self, branch: Branch) -> Branch:
        move = branch.untried.pop(0)
        after = branch.node.position.after(move)
        node = Node(branch.node.setting, after, NO_HORIZON, (*branch.node.path, move))
        node.setting.enter(node, EVERYTHING)
        node.setting.budget.check_memory(BYTES_PER_BRANCH * (node.setting.counters.nodes - self.nodes_before))
        child = Branch(node, list(node.legal))
        branch.children.append(child)
        return child

    def _result(self, branch: Branch) -> float:
        """What a new or ended node is worth to its mover, from -1 to 1."""
        node = branch.node
        if not node.legal:
            value = self._worth(node.position.final_value())
            if self.options.solver:
                branch.proven = value
            self._tell(node, value)
            return self._squashed(value) if self.by_margin else float(value)
        if self.options.leaf == "evaluation":
            return self._squashed(node.evaluate().value)
        total = 0.0
        for _ in range(self.options.playouts):
            value = self._worth(self._playout(node))
            self._tell(node, value)
            total += self._squashed(value) if self.by_margin else float(value)
        return total / self.options.playouts

    def _worth(self, final: int) -> int:
        return final if self.by_margin else (final > 0) - (final < 0)

    def _squashed(self, value: int) -> float:
        return value / (abs(value) + self.options.scale)

    def _tell(self, node: Node, value: int) -> None:
        node.setting.counters.evaluated(node, value)
        node.setting.observer.evaluated(node, value)

    def _playout(self, node: Node) -> int:
        position, sign = node.position, 1
        while moves := position.legal_moves:
            position, sign = position.after(moves[self.random.below(len(moves))]), -sign
        return sign * position.final_value()

    def _prove(self, branch: Branch) -> None:
        proven = [-child.proven for child in branch.children if child.proven is not None]
        if not proven or branch.proven is not None:
            return
        complete = len(proven) == len(branch.children) and not branch.untried
        if complete or max(proven) >= self.largest:
            branch.proven = max(proven)
