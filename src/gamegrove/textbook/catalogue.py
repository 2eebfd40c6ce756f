"""Algorithms by name. One of your own, registered here, works wherever the others do."""

from __future__ import annotations

import dataclasses
import difflib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from gamegrove.errors import GamegroveError
from gamegrove.textbook.alpha_beta import alpha_beta, alpha_beta_fail_hard
from gamegrove.textbook.aspiration import Aspiration
from gamegrove.textbook.drive import dual, mtd_bi, mtd_f, sss
from gamegrove.textbook.mcts import Mcts
from gamegrove.textbook.minimax import minimax
from gamegrove.textbook.negamax import negamax
from gamegrove.textbook.node import Node
from gamegrove.textbook.null_window import null_window
from gamegrove.textbook.prob_cut import ProbCut
from gamegrove.textbook.scout import nega_scout
from gamegrove.textbook.sss2 import sss2
from gamegrove.textbook.stockman import stockman
from gamegrove.textbook.values import Found, Window

Search = Callable[[Node, Window], Found]
"""What an algorithm is: a node and a window go in, a value and a move come out."""


@dataclass(frozen=True)
class Algorithm:
    """An algorithm that can be asked for by name."""

    name: str
    """What people type."""
    summary: str
    """One line that says what it is."""
    make: Callable[..., Search]
    """Gives the search; takes the algorithm's own options as keywords."""
    options: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    """Those options with their defaults."""
    memory: Literal["none", "exact", "table"] = "none"
    """The memory that it gets when nobody asks for another."""
    takes_window: bool = False
    """Whether it can be asked about a part of all values."""
    is_exact: bool = True
    """Whether it always finds minimax's value."""
    is_native: bool = False
    """Whether the core has it, too."""
    deepens: bool = True
    """Whether it searches to a depth, so that iterative deepening makes sense."""


_algorithms: dict[str, Algorithm] = {}


def register_algorithm(
    name: str,
    search: Callable[..., Any],
    *,
    summary: str = "",
    memory: Literal["none", "exact", "table"] = "none",
    exact: bool = False,
) -> None:
    """Let an algorithm be asked for by name.

    It is a function of node and window, or a dataclass whose fields are its options and whose objects are such
    functions. Say `exact` only if it always finds minimax's value: then its reports may call a value proven. A second
    algorithm of the same name replaces the first.
    """
    if not name or name != name.lower() or any(c in name for c in " \t\n:,="):
        raise GamegroveError(f"'{name}' cannot be an algorithm's name: small letters, without spaces or : , =")
    if name in _algorithms and _algorithms[name].is_native:
        raise GamegroveError(f"there is a built-in algorithm '{name}'; choose another name")
    if not callable(search):
        raise GamegroveError(f"an algorithm must be a function or a class, not {search!r}")
    described = summary or (inspect.getdoc(search) or "").split("\n")[0]
    _algorithms[name] = _entry(name, search, summary=described, memory=memory, is_exact=exact)


def _entry(name: str, search: Callable[..., Any], **known: Any) -> Algorithm:  # noqa: ANN401
    if not inspect.isclass(search):
        return Algorithm(name, make=lambda: search, **known)
    fields = dataclasses.fields(search) if dataclasses.is_dataclass(search) else ()
    options = {f.name: f.default for f in fields}
    return Algorithm(name, make=cast("Callable[..., Search]", search), options=options, **known)


def list_algorithms() -> list[Algorithm]:
    """All algorithms that can be asked for by name."""
    return list(_algorithms.values())


def find_algorithm(name: str) -> Algorithm:
    """The algorithm of that name."""
    if name in _algorithms:
        return _algorithms[name]
    close = difflib.get_close_matches(name, _algorithms, n=1)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(_algorithms)}"
    raise GamegroveError(f"there is no algorithm '{name[:40]}'; {hint}")


def _built_in(name: str, search: Callable[..., Any], summary: str, **known: Any) -> None:  # noqa: ANN401
    _algorithms[name] = _entry(name, search, summary=summary, is_native=True, **known)


_built_in("minimax", minimax, "the definition: every node, MAX and MIN")
_built_in("negamax", negamax, "the same with one rule for both sides")
_built_in("alphabeta", alpha_beta, "alpha-beta, fail-soft", takes_window=True)
_built_in("alphabeta-hard", alpha_beta_fail_hard, "alpha-beta, fail-hard, as early papers print it", takes_window=True)
_built_in("tt", alpha_beta, "alpha-beta with a transposition table", memory="table", takes_window=True)
_built_in("null-window", null_window, "is the value at least the guess?", is_exact=False)
_built_in("negascout", nega_scout, "believes in the first move, asks of the others", takes_window=True)
_built_in("aspiration", Aspiration, "alpha-beta in a window around a guess", memory="table")
_built_in("sss", sss, "SSS* by null windows from above", memory="table")
_built_in("dual", dual, "DUAL* by null windows from below", memory="table")
_built_in("mtdf", mtd_f, "MTD(f): null windows from a guess", memory="table")
_built_in("mtdbi", mtd_bi, "MTD(bi): null windows by bisection", memory="table")
_built_in("sss2", sss2, "SSS-2: a solution tree, expanded and diminished")
_built_in("stockman", stockman, "SSS* of 1979 with its OPEN list")
_built_in("probcut", ProbCut, "alpha-beta with probable cuts by one shallow search", is_exact=False, takes_window=True)
_built_in("mpc", ProbCut, "Multi-ProbCut: by several shallow searches", is_exact=False, takes_window=True)
_built_in("mcts", Mcts, "Monte-Carlo tree search with a solver", is_exact=False, deepens=False)
