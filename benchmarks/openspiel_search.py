"""OpenSpiel's alpha-beta: the one in Python, and the one in C++ as its wheel has it."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openspiel
from peers import Found, MissingError, Peer

try:
    import numpy  # type: ignore[import-not-found, unused-ignore]
    import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]
    from open_spiel.python import observation  # type: ignore[import-not-found, import-untyped, unused-ignore]
    from open_spiel.python.algorithms import minimax  # type: ignore[import-not-found, import-untyped, unused-ignore]
except ImportError:
    pyspiel = None

SCALE = 1000
"""An ended game is worth 1, 0 or -1 to OpenSpiel; estimates in thousandths stay below that."""
WINS = "larger"
"""To OpenSpiel all wins are equal. So they are to us with this option, except for the margins of Othello."""
TIMES_CPP = 15

SHIM = Path(__file__).parent / "core" / "openspiel_search.cpp"
FLAGS = ("-std=c++20", "-O3", "-DNDEBUG", "-march=native")
"""For the few lines of ours around OpenSpiel's function."""

Evaluate = Callable[[Any], float]


def planes(evaluation: str) -> list[int]:
    """What the entries of OpenSpiel's tensors are worth to the first player."""
    if evaluation == "squares":
        rim = (0, 7)
        squares = [9 if r in rim and c in rim else 3 if r in rim or c in rim else 1 for r in range(8) for c in range(8)]
        return [0] * 64 + squares + [-weight for weight in squares]  # empty, the first player's, the second's
    columns = [0, 1, 2, 4, 2, 1, 0] * 6
    return columns + [-weight for weight in columns] + [0] * 42  # the first player's, the second's, empty


def value_function(game: str, evaluation: str) -> Evaluate:
    """An evaluation in Python, by the fastest way from a state to its board: numpy, over OpenSpiel's observations."""
    if evaluation == "zero":
        return lambda _: 0.0
    weights = numpy.array(planes(evaluation), dtype=numpy.float32)
    seen = observation.make_observation(pyspiel.load_game(openspiel.NAMES[game]))

    def evaluate(state: Any) -> float:  # noqa: ANN401 - OpenSpiel has no types
        seen.set_from(state, 0)
        return float(seen.tensor @ weights) / SCALE

    return evaluate


def python_peer(game: str, evaluation: str, depth: int) -> Peer:
    """Its open_spiel.python.algorithms.minimax.alpha_beta_search(), which walks over the states of the C++ core."""
    if pyspiel is None:
        raise MissingError(f"OpenSpiel is missing: {openspiel.INSTALL}")
    loaded = pyspiel.load_game(openspiel.NAMES[game])
    evaluate = value_function(game, evaluation)

    def search(evaluate: Evaluate = evaluate) -> tuple[float, int]:
        value, action = minimax.alpha_beta_search(loaded, value_function=evaluate, maximum_depth=depth)
        return value, action

    def examine() -> Found:
        counts = {"nodes": 0, "estimates": 0}
        original = minimax._alpha_beta

        def counted(*arguments: object, **named: object) -> object:
            counts["nodes"] += 1
            return original(*arguments, **named)

        def counted_evaluation(state: object) -> float:
            counts["estimates"] += 1
            return evaluate(state)

        minimax._alpha_beta = counted  # it calls itself by this name, too
        try:
            value, action = search(counted_evaluation)
        finally:
            minimax._alpha_beta = original
        return _found(game, value * SCALE, action, counts["nodes"], counts["estimates"])

    return Peer("OpenSpiel, Python", depth, WINS, search, examine)


def _found(game: str, value: float, action: int, nodes: int | None, estimates: int) -> Found:
    move = openspiel.notation(game, openspiel.start(game), action)
    return Found(round(value, 6), move, nodes, estimates)


class Answer(ctypes.Structure):
    """What the C++ search gives back."""

    _fields_ = (("value", ctypes.c_double), ("action", ctypes.c_int64), ("estimates", ctypes.c_int64))


class CompiledSearch:
    """OpenSpiel's C++ alpha-beta, as compiled by those who made the wheel."""

    def __init__(self) -> None:
        """Compile the way to it."""
        if pyspiel is None:
            raise MissingError(f"OpenSpiel is missing: {openspiel.INSTALL}")
        with tempfile.TemporaryDirectory() as directory:
            build = _Build(Path(directory))
            self.loaded = build.link(build.compile(SHIM))

    def peer(self, game: str, evaluation: str, depth: int) -> Peer:
        """It, with a game and an evaluation."""
        return _cpp_peer("OpenSpiel, C++", self.loaded, game, evaluation, depth)


def _cpp_peer(who: str, loaded: ctypes.CDLL, game: str, evaluation: str, depth: int) -> Peer:
    function = loaded.openspiel_alpha_beta
    function.restype = Answer
    function.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int]

    def search() -> Any:  # noqa: ANN401 - the fields of ctypes' structures have no types
        return function(openspiel.NAMES[game].encode(), evaluation.encode(), depth)

    def examine() -> Found:
        answer = search()
        return _found(game, answer.value, answer.action, None, answer.estimates)

    return Peer(who, depth, WINS, search, examine, TIMES_CPP)


class _Build:
    """Compiles against the headers of the wheel, and links to its module."""

    def __init__(self, directory: Path) -> None:
        compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("c++")
        if compiler is None:
            raise MissingError("OpenSpiel's C++ needs a compiler: install g++, or set CXX")
        self.compiler = compiler
        self.directory = directory
        self.module = Path(pyspiel.__file__)
        self.top = self.module.parent

    def compile(self, source: Path) -> Path:
        target = self.directory / f"{source.stem}.o"
        inside = self.top / "open_spiel"
        folders = [self.top, inside, inside / "abseil-cpp", inside / "json" / "include"]
        options = ["-fPIC", "-fvisibility=hidden", "-fno-access-control", *(f"-I{folder}" for folder in folders)]
        self._run([*FLAGS, *options, "-c", str(source), "-o", str(target)])
        return target

    def link(self, compiled: Path) -> ctypes.CDLL:
        target = self.directory / "search.so"
        self._run(["-shared", str(compiled), str(self.module), "-o", str(target)])
        return ctypes.CDLL(str(target))

    def _run(self, arguments: list[str]) -> None:
        done = subprocess.run([self.compiler, *arguments], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            errors = [line for line in done.stderr.splitlines() if "error" in line] or done.stderr.splitlines()[-1:]
            reason = errors[0] if errors else f"{self.compiler} failed ({done.returncode})"
            raise MissingError(f"OpenSpiel's C++ cannot be compiled: {reason}")
