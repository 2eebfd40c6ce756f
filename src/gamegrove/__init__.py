"""gamegrove: two-player board games of perfect information.

>>> import gamegrove
>>> position = gamegrove.Othello("f5d6c3")
>>> position.after("d3").legal_moves
LegalMoves(['c2', 'e3', 'c4', 'c5', 'c6', 'c7'])
"""

from gamegrove import _native as _native
from gamegrove._core import ConnectFour, Othello, Pente, Tree
from gamegrove.blend import Blend, feature
from gamegrove.engines import Analysis, Engine, EngineProgress, Limit, MoveScore
from gamegrove.errors import (
    AmbiguousMoveError,
    GamegroveError,
    IllegalMoveError,
    InvalidRulesError,
    InvalidTextError,
    TextError,
)
from gamegrove.evaluation import register_evaluation
from gamegrove.explanation import Explanation, explain
from gamegrove.games import GameEntry, Option, list_games, position, register
from gamegrove.match import Match, play_game, play_match
from gamegrove.outcome import Outcome, Tally
from gamegrove.players import Clock, Decision, Player, list_players, player, register_player
from gamegrove.position import LegalMoves, Position, PythonPosition
from gamegrove.record import Record
from gamegrove.report import Progress, Report
from gamegrove.request import Request
from gamegrove.review import Review, review
from gamegrove.search import Searcher, search
from gamegrove.store import Store
from gamegrove.textbook.catalogue import Algorithm, list_algorithms, register_algorithm
from gamegrove.tournament import Standing, Tournament, conduct, standing
from gamegrove.watching.trace import Trace, trace

__version__ = "0.1.0"

__all__ = [
    "Algorithm",
    "AmbiguousMoveError",
    "Analysis",
    "Blend",
    "Clock",
    "ConnectFour",
    "Decision",
    "Engine",
    "EngineProgress",
    "Explanation",
    "GameEntry",
    "GamegroveError",
    "IllegalMoveError",
    "InvalidRulesError",
    "InvalidTextError",
    "LegalMoves",
    "Limit",
    "Match",
    "MoveScore",
    "Option",
    "Othello",
    "Outcome",
    "Pente",
    "Player",
    "Position",
    "Progress",
    "PythonPosition",
    "Record",
    "Report",
    "Request",
    "Review",
    "Searcher",
    "Standing",
    "Store",
    "Tally",
    "TextError",
    "Tournament",
    "Trace",
    "Tree",
    "conduct",
    "explain",
    "feature",
    "list_algorithms",
    "list_games",
    "list_players",
    "play_game",
    "play_match",
    "player",
    "position",
    "register",
    "register_algorithm",
    "register_evaluation",
    "register_player",
    "review",
    "search",
    "standing",
    "trace",
]
