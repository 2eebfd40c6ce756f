"""SSS-2 (Pijls, de Bruin 1990): SSS* without the OPEN list, on a solution tree that is improved until it cannot be.

A max solution tree holds all moves of MAX and one move of MIN; its value is an upper bound of the game's. expand()
finds one with a value below a limit, diminish() lowers the value of the one at hand. All values are seen by MAX, the
side to move at the root.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from gamegrove.textbook.node import Node
from gamegrove.textbook.values import EVERYTHING, INFINITY, Found, Window, null_window_below

BYTES_PER_BRANCH = 1000


@dataclass
class Branch:
    """A node of the solution tree."""

    node: Node
    maximising: bool
    value: int = 0
    """The value of the solution tree below."""
    children: list[Branch] = field(default_factory=list)
    """All children of a MAX node, one child of a MIN node."""
    untried: list[Any] = field(default_factory=list)
    """MIN's moves to the right of its child."""

    nodes_before: int = 0
    """Nodes entered before this search."""

    def child(self, move: Any) -> Branch:  # noqa: ANN401
        """The branch that a move leads to."""
        return Branch(self.node.after(move), not self.maximising, nodes_before=self.nodes_before)

    def check_memory(self) -> None:
        """As if all nodes of this search were still in the tree."""
        setting = self.node.setting
        setting.budget.check_memory(BYTES_PER_BRANCH * (setting.counters.nodes - self.nodes_before))


def sss2(node: Node, window: Window = EVERYTHING) -> Found:  # noqa: ARG001
    """The exact value: the tree's value when it cannot be diminished."""
    setting = node.setting
    root = Branch(node, True, nodes_before=setting.counters.nodes)
    setting.sweep(null_window_below(INFINITY))
    expand(root, INFINITY)
    while True:
        value = root.value
        setting.observer.showed(f"solution tree of value {value}", lambda: outline(root))
        setting.sweep(null_window_below(value))
        if not diminish(root, value):
            break
    best = next((branch for branch in root.children if branch.value == root.value), None)
    return Found(root.value, None if best is None else best.node.path[-1])


def expand(branch: Branch, limit: int) -> None:
    """Grow a solution tree with a value below the limit, if there is one; else the value says that there is none."""
    node, asked = branch.node, null_window_below(limit)
    asked = asked if branch.maximising else asked.seen_by_opponent()
    node.setting.enter(node, asked)
    branch.check_memory()
    if node.is_leaf:
        found = node.evaluate().value
        branch.value = found if branch.maximising else -found
    elif branch.maximising:
        _expand_all(branch, limit)
    else:
        branch.value, branch.untried = INFINITY, list(node.moves())
        _expand_one(branch, limit)
    node.setting.leave(node, asked, Found(branch.value if branch.maximising else -branch.value))


def _expand_all(branch: Branch, limit: int) -> None:
    """MAX needs all her moves below the limit; the first that is not refutes the tree."""
    branch.value = -INFINITY
    for move in branch.node.moves():
        child = branch.child(move)
        branch.children.append(child)
        expand(child, limit)
        branch.value = max(branch.value, child.value)
        if child.value >= limit:
            branch.node.cut_off(move)
            break


def _expand_one(branch: Branch, limit: int) -> None:
    """MIN needs one move below the limit: the first among those not tried yet."""
    while branch.untried:
        move = branch.untried.pop(0)
        child = branch.child(move)
        expand(child, limit)
        branch.value = min(branch.value, child.value)
        if child.value < limit:
            branch.children = [child]
            if branch.untried:
                branch.node.cut_off(move)
            break


def diminish(branch: Branch, limit: int) -> bool:
    """Lower the value of a solution tree that is exactly `limit`; False if that is impossible."""
    if branch.node.is_leaf:
        return False
    if branch.maximising:
        return _diminish_all(branch, limit)
    if diminish(branch.children[0], limit):
        branch.value = branch.children[0].value
        return True
    _expand_one(branch, limit)
    return branch.value < limit


def _diminish_all(branch: Branch, limit: int) -> bool:
    for child in branch.children:
        if child.value == limit and not diminish(child, limit):
            return False
    branch.value = max(child.value for child in branch.children)
    return True


def outline(branch: Branch, indent: str = "") -> list[str]:
    """The solution tree, one node a line."""
    move = str(branch.node.path[-1]) if branch.node.path else "root"
    lines = [f"{indent}{move} {branch.value}"]
    for child in branch.children:
        lines += outline(child, indent + "  ")
    return lines
