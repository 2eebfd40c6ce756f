"""The textbook: every algorithm as one would print it in a book, for any game, evaluation, memory and observer.

>>> from gamegrove import Tree
>>> from gamegrove.textbook import EVERYTHING, Node, Setting, Wins, alpha_beta
>>> tree = Tree("(A (B D3 E12) (C F2 G8))")
>>> setting = Setting(wins=Wins.plain)
>>> alpha_beta(Node(setting, tree, depth=2), EVERYTHING)
Found(value=3, move='B')
>>> setting.counters.leaves
3
"""

from gamegrove.textbook.alpha_beta import alpha_beta, alpha_beta_fail_hard, best_of_moves
from gamegrove.textbook.aspiration import Aspiration
from gamegrove.textbook.catalogue import Algorithm, find_algorithm, list_algorithms, register_algorithm
from gamegrove.textbook.drive import drive, dual, mtd_bi, mtd_f, sss
from gamegrove.textbook.mcts import Mcts
from gamegrove.textbook.memory import (
    CarelessTable,
    ExactMemory,
    Memory,
    NoMemory,
    Replacement,
    SymmetricMemory,
    TranspositionTable,
)
from gamegrove.textbook.minimax import minimax
from gamegrove.textbook.negamax import negamax
from gamegrove.textbook.node import Node, Setting, zero
from gamegrove.textbook.null_window import Outcome, null_window, outcome
from gamegrove.textbook.observation import Budget, Counters, Observer, Stopped, watched
from gamegrove.textbook.ordering import Order, Ordering
from gamegrove.textbook.prob_cut import Check, ProbCut
from gamegrove.textbook.rule_pruning import rule, rules_of
from gamegrove.textbook.scout import nega_scout
from gamegrove.textbook.sss2 import sss2
from gamegrove.textbook.stockman import stockman
from gamegrove.textbook.values import EVERYTHING, INFINITY, WIN, Bounds, Found, Window, Wins

__all__ = [
    "EVERYTHING",
    "INFINITY",
    "WIN",
    "Algorithm",
    "Aspiration",
    "Bounds",
    "Budget",
    "CarelessTable",
    "Check",
    "Counters",
    "ExactMemory",
    "Found",
    "Mcts",
    "Memory",
    "NoMemory",
    "Node",
    "Observer",
    "Order",
    "Ordering",
    "Outcome",
    "ProbCut",
    "Replacement",
    "Setting",
    "Stopped",
    "SymmetricMemory",
    "TranspositionTable",
    "Window",
    "Wins",
    "alpha_beta",
    "alpha_beta_fail_hard",
    "best_of_moves",
    "drive",
    "dual",
    "find_algorithm",
    "list_algorithms",
    "minimax",
    "mtd_bi",
    "mtd_f",
    "nega_scout",
    "negamax",
    "null_window",
    "outcome",
    "register_algorithm",
    "rule",
    "rules_of",
    "sss",
    "sss2",
    "stockman",
    "watched",
    "zero",
]
