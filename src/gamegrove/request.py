"""What a search is asked, and what is wrong with the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal, get_args

from gamegrove import _core
from gamegrove.blend import Blend
from gamegrove.errors import GamegroveError
from gamegrove.evaluation import AnyEvaluation, evaluation_name, read_evaluation
from gamegrove.parameters import checks_for
from gamegrove.position import Position
from gamegrove.textbook.catalogue import Algorithm, find_algorithm
from gamegrove.textbook.memory import Replacement, TranspositionTable
from gamegrove.textbook.node import Rule
from gamegrove.textbook.ordering import Order, Priority
from gamegrove.textbook.prob_cut import Check
from gamegrove.textbook.rule_pruning import rule
from gamegrove.textbook.values import EVERYTHING, INFINITY, Wins

MOST_DEPTH = 1000
"""The depth of a search that goes to the end of the game."""
MOST_TABLE_BITS = 30
MOST = {"depth": MOST_DEPTH, "nodes": 10**18, "seconds": 10**9, "share": 10**9, "megabytes": 10**9}
"""The largest limits that can be asked for."""
MemoryName = Literal["none", "exact", "table", "careless"]
REMEMBERED = (
    "algorithm",
    "options",
    "evaluation",
    "memory",
    "table_bits",
    "replacement",
    "symmetry",
    "rules",
    "wins",
    "free_passes",
    "room",
)
"""The fields that decide what a value in the memory means, and where it stands."""


@dataclass(frozen=True)
class Request:
    """Everything that decides what a search does. Two equal requests visit the same nodes."""

    position: Position
    """Where to search."""
    algorithm: str = "alphabeta"
    """Its name in the catalogue."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The algorithm's own options, such as the margin of aspiration."""
    depth: int | None = None
    """How many plies to look ahead; None for as many as the other limits allow, and to the end in a tree."""
    nodes: int | None = None
    """At most so many nodes."""
    seconds: float | None = None
    """At most so long."""
    megabytes: float | None = None
    """At most so much memory for what is remembered."""
    deepening: bool | None = None
    """Whether to search to depth 1, 2, 3 ...; by default when there is another limit than the depth."""
    step: int = 1
    """By how many plies to deepen: 2 compares only values with the same side to move at the horizon."""
    share: float | None = None
    """Begin no further depth if, taking as long as the last one, it would end after so many seconds."""
    evaluation: AnyEvaluation | None = None
    """What values the horizon: a name, a blend or its text, or a function of a position; None for the usual one."""
    memory: MemoryName | None = None
    """What is remembered; None for what the algorithm needs."""
    table_bits: int = 20
    """A table has 2^table_bits entries."""
    replacement: str = "two-tier"
    """Which entry of a table makes room: always, deeper or two-tier."""
    symmetry: bool = False
    """Whether images of a position under the board's symmetries are remembered as one."""
    order: Sequence[str] = ()
    """Which moves first: memory, killer, history, static; without any, the game's own order."""
    priority: Priority | None = None
    """What the static order goes by, for games written in Python: larger is earlier."""
    rules: Sequence[str] | Rule = ()
    """Rule-based pruning: names of rules, or a function that takes moves away."""
    wins: str | None = None
    """What the end of a game is worth: plain, sooner or larger; None for what fits the game."""
    free_passes: bool = False
    """Whether a forced pass costs no ply."""
    guess: int | None = None
    """Where MTD(f) and the like begin; None for the value found two depths before, and 0 when there is none."""
    window: tuple[int, int] = EVERYTHING
    """What values are asked about; only some algorithms take one."""
    watch: bool = False
    """Whether to count distinct leaves and to hash all visits, too."""
    room: Literal["laboratory", "textbook"] | None = None
    """Where to run; None for the laboratory when it can, else the textbook."""

    @property
    def memory_name(self) -> MemoryName:
        """The memory that was asked for, or that the algorithm needs."""
        return self.memory or find_algorithm(self.algorithm).memory

    @property
    def is_careless(self) -> bool:
        """Whether what is remembered may be wrong, so that no value is proven."""
        return self.memory_name == "careless"

    def can_share_memory_with(self, other: Request) -> bool:
        """Whether what one search remembers is true for the other, too. Of two trees nobody knows."""
        if isinstance(self.position, _core.Tree) or self.position.spec != other.position.spec or self.is_careless:
            return False
        return all(getattr(self, name) == getattr(other, name) for name in REMEMBERED)

    @property
    def memory_limit(self) -> int | None:
        """The limit of memory in bytes."""
        return None if self.megabytes is None else int(self.megabytes * 2**20)

    @property
    def evaluation_name(self) -> str:
        """What the evaluation is called: a blend by its name or its text, a function by its own name."""
        return evaluation_name(self.evaluation, self.position)

    @property
    def rule_names(self) -> Sequence[str]:
        """The rules that prune, if they have names."""
        return () if callable(self.rules) else self.rules

    @property
    def way_to_win(self) -> Wins:
        """What the end of the game is worth: what was asked for, or what fits the game."""
        if self.wins is not None:
            return Wins(self.wins)
        if isinstance(self.position, _core.Tree):
            return Wins.plain
        return (
            Wins.larger if isinstance(self.position, _core.Othello) else Wins(getattr(self.position, "wins", "sooner"))
        )

    def algorithm_options(self) -> dict[str, Any]:
        """The algorithm's options: those asked for, with what it needs from stored parameters and from the limits."""
        algorithm = find_algorithm(self.algorithm)
        options = dict(self.options)
        if unknown := [name for name in options if name not in algorithm.options]:
            known = ", ".join(algorithm.options) or "none"
            raise GamegroveError(f"{algorithm.name} has no option '{unknown[0]}'; it has {known}")
        for name, value in options.items():
            _check_option(algorithm, name, value)
        if "checks" in options:
            options["checks"] = tuple(each if isinstance(each, Check) else Check(**each) for each in options["checks"])
        elif "checks" in algorithm.options:
            options["checks"] = checks_for(self.position, self.evaluation_name, several=algorithm.name == "mpc")
        if "iterations" in algorithm.options and (self.nodes or self.seconds):
            options.setdefault("iterations", 0)
        return options

    def description(self) -> dict[str, Any]:
        """The request as plain data: positions as lines, functions as their names."""
        plain: dict[str, Any] = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name == "position":
                value = value.line
            elif isinstance(value, Blend):
                value = str(value)
            elif callable(value):
                value = getattr(value, "__qualname__", type(value).__name__)
            elif isinstance(value, tuple):
                value = list(value)
            elif isinstance(value, Mapping):
                value = {name: _plain(option) for name, option in value.items()}
            plain[each.name] = value
        return plain


def _check_option(algorithm: Algorithm, name: str, value: object) -> None:
    """An option must be of the kind of its default; a whole number may stand for any number."""
    default = algorithm.options[name]
    kinds = {bool: "true or false", int: "a whole number", float: "a number", str: "a word"}
    if type(default) in kinds and not (type(value) is type(default) or (type(default), type(value)) == (float, int)):
        raise GamegroveError(f"{name} of {algorithm.name} must be {kinds[type(default)]}, not {value!r}")


def _plain(option: object) -> object:
    """An option as plain data: ProbCut's checks are records."""
    if isinstance(option, tuple | list):
        return [asdict(each) if isinstance(each, Check) else each for each in option]
    return option


def request(position: Position, algorithm: str = "alphabeta", **asked: Any) -> Request:  # noqa: ANN401
    """A request that makes sense, or an error that says why it does not."""
    known = [each.name for each in fields(Request)]
    if unknown := [name for name in asked if name not in known]:
        raise GamegroveError(f"a search has no option '{unknown[0]}'; it has {', '.join(known)}")
    for name in ("order", "rules"):
        if isinstance(asked.get(name), str):
            asked[name] = (asked[name],)
    evaluation = asked.get("evaluation")
    if isinstance(evaluation, str) and evaluation.startswith("@"):
        asked["evaluation"] = read_evaluation(evaluation, position)  # the report shall hold what was searched with
    made = Request(position, algorithm, **asked)
    _check(made)
    return made


def _check(request: Request) -> None:
    """Say what is wrong with a request."""
    _check_kinds(request)
    read_evaluation(request.evaluation, request.position)  # says what is wrong with it, for both rooms
    algorithm = find_algorithm(request.algorithm)
    for name, most in MOST.items():
        limit = getattr(request, name)
        if limit is None:
            continue
        if isinstance(limit, bool) or not isinstance(limit, int if name in ("depth", "nodes") else int | float):
            raise GamegroveError(f"{name} must be a number, not {limit!r}")
        if not 0 <= limit <= most:
            raise GamegroveError(f"{name} must be from 0 to {most:,}, not {limit}")
    if len(request.window) != 2:
        raise GamegroveError(f"window: {request.window} should be two values, alpha and beta")
    for value in (request.guess or 0, *request.window):
        if not isinstance(value, int) or abs(value) > INFINITY:
            raise GamegroveError(f"{value} is no value: guess and window are whole numbers up to {INFINITY:,}")
    _check_name("memory", request.memory_name, list(get_args(MemoryName)))
    _check_name("room", request.room or "textbook", ["laboratory", "textbook"])
    _check_name("replacement", request.replacement, [str(each) for each in Replacement])
    _check_name("wins", request.wins or "plain", [str(each) for each in Wins])
    for reason in request.order:
        _check_name("order", reason, [str(each) for each in Order])
    if not 1 <= request.table_bits <= MOST_TABLE_BITS:
        raise GamegroveError(f"table_bits must be 1 to {MOST_TABLE_BITS}, not {request.table_bits}")
    if not 1 <= request.step <= MOST_DEPTH:
        raise GamegroveError(f"step must be 1 to {MOST_DEPTH:,}, not {request.step}")
    if request.memory_name in ("table", "careless") and request.megabytes is not None:
        _check_table(request)
    if request.is_careless and request.symmetry:
        raise GamegroveError("symmetry: a careless memory knows none; use memory=table")
    if tuple(request.window) != EVERYTHING and not algorithm.takes_window:
        raise GamegroveError(f"{request.algorithm} takes no window; alphabeta and negascout do")
    if request.window[0] >= request.window[1]:
        raise GamegroveError(f"window: {request.window[0]} must be less than {request.window[1]}")
    if algorithm.deepens and not _is_bounded(request):
        raise GamegroveError("give a depth, or a limit of nodes or seconds")
    options = request.algorithm_options()
    if options.get("iterations", 1) == 0 and request.nodes is None and request.seconds is None:
        raise GamegroveError("iterations=0 needs a limit of nodes or seconds")
    algorithm.make(**options)  # says what is wrong with the options, for both rooms
    if request.rule_names:
        rule(request.rule_names, request.position)


def _check_kinds(request: Request) -> None:
    if not hasattr(type(request.position), "legal_moves"):  # isinstance() would compute every property
        raise GamegroveError(f"{request.position!r} is no position; gamegrove.position('othello') makes one")
    if not isinstance(request.algorithm, str):
        raise GamegroveError(f"algorithm must be a name, not {request.algorithm!r}")
    if not isinstance(request.options, Mapping):
        raise GamegroveError(f"options must be names with values, not {request.options!r}")
    for name in ("order", "rules", "window"):
        value = getattr(request, name)
        if not isinstance(value, Sequence) and not (name == "rules" and callable(value)):
            raise GamegroveError(f"{name} must be a list, not {value!r}")
    for name in ("symmetry", "free_passes", "watch"):
        if not isinstance(getattr(request, name), bool):
            raise GamegroveError(f"{name} must be True or False, not {getattr(request, name)!r}")
    for name in ("table_bits", "step"):
        if not isinstance(getattr(request, name), int):
            raise GamegroveError(f"{name} must be a whole number, not {getattr(request, name)!r}")


def _is_bounded(request: Request) -> bool:
    limits = (request.depth, request.nodes, request.seconds, request.share)
    return any(limit is not None for limit in limits) or isinstance(request.position, _core.Tree)


def _check_name(field_name: str, value: str, possible: list[str]) -> None:
    if value not in possible:
        raise GamegroveError(f"{field_name} must be one of {', '.join(possible)}, not '{value}'")


def _check_table(request: Request) -> None:
    needed = TranspositionTable.BYTES_PER_ENTRY << request.table_bits
    assert request.megabytes is not None
    if needed > request.megabytes * 2**20:
        raise GamegroveError(
            f"a table of 2^{request.table_bits} entries takes {needed / 2**20:g} MB, more than {request.megabytes:g}; "
            "use fewer table_bits"
        )
