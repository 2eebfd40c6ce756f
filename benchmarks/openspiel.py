"""OpenSpiel, the peer: its games as its Python module gives them."""

from __future__ import annotations

import importlib.metadata
import random
from typing import Protocol, cast

try:
    import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]
except ImportError:
    pyspiel = None

INSTALL = "pip install -r benchmarks/requirements.txt"
NAMES = {"othello": "othello", "connect-four": "connect_four"}
"""The games that both have: our name, and OpenSpiel's."""


class State(Protocol):
    """The part of OpenSpiel's states that is used here."""

    def legal_actions(self) -> list[int]:
        """The moves; empty when the game is over."""

    def apply_action(self, action: int, /) -> None:
        """Change the state by a move."""

    def child(self, action: int, /) -> State:
        """A new state after a move."""

    def is_terminal(self) -> bool:
        """Whether the game is over."""

    def returns(self) -> list[float]:
        """What the ended game is worth to the players."""

    def action_to_string(self, action: int, /) -> str:
        """The name of a move."""


def version() -> str | None:
    """The version that is installed, or None."""
    return None if pyspiel is None else importlib.metadata.version("open_spiel")


def start(game: str) -> State:
    """The first state of a game, given by our name for it."""
    return cast(State, pyspiel.load_game(NAMES[game]).new_initial_state())


def notation(game: str, state: State, action: int) -> str:
    """The move as gamegrove writes it."""
    return str(action + 1) if game == "connect-four" else state.action_to_string(action)


def random_lengths(game: str, games: int, seed: int) -> list[int]:
    """Random games played by a plain loop in Python: how many moves each of them took."""
    loaded = pyspiel.load_game(NAMES[game])
    choose = random.Random(seed).choice
    lengths = []
    for _ in range(games):
        state = cast(State, loaded.new_initial_state())
        plies = 0
        while actions := state.legal_actions():
            state.apply_action(choose(actions))
            plies += 1
        lengths.append(plies)
    return lengths


def rollouts(game: str, games: int, seed: int) -> float:
    """Random games played by OpenSpiel's C++: their mean result for the first player.

    The module does not export the evaluator's own method. A tree search that may visit one
    node only does nothing but call it once for the state it is given.
    """
    loaded = pyspiel.load_game(NAMES[game])
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=seed)
    bot = pyspiel.MCTSBot(
        loaded,
        evaluator,
        uct_c=2.0,
        max_simulations=1,
        max_memory_mb=1,
        solve=False,
        seed=seed,
        verbose=False,
    )
    root = bot.mcts_search(loaded.new_initial_state())
    return float(root.total_reward)


def perft(state: State, depth: int) -> int:
    """The leaves of the tree of moves, as Position.perft() counts them: the last ply is not made."""
    if depth == 0 or state.is_terminal():
        return 1
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(perft(state.child(action), depth - 1) for action in actions)


def walk(state: State, depth: int) -> int:
    """The positions of the tree of moves, every one of them made."""
    if depth == 0:
        return 1
    return 1 + sum(walk(state.child(action), depth - 1) for action in state.legal_actions())
