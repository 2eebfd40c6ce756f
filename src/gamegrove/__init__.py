"""gamegrove: two-player board games of perfect information.

>>> import gamegrove
>>> position = gamegrove.Othello("f5d6c3")
>>> position.after("d3").legal_moves
LegalMoves(['c4', 'e6', 'c7'])
"""

from gamegrove import _native

_core = _native.load_core()

from gamegrove._core import ConnectFour, Othello, Pente, Tree  # noqa: E402 - the core is loaded by hand above
from gamegrove.errors import (  # noqa: E402
    AmbiguousMoveError,
    GamegroveError,
    IllegalMoveError,
    InvalidRulesError,
    InvalidTextError,
    TextError,
)
from gamegrove.games import GameEntry, Option, games, position, register  # noqa: E402
from gamegrove.games import connect_four as _connect_four  # noqa: E402, F401 - registers its games
from gamegrove.games import othello as _othello  # noqa: E402, F401
from gamegrove.games import pente as _pente  # noqa: E402, F401
from gamegrove.games import tree as _tree  # noqa: E402, F401
from gamegrove.outcome import Outcome, Tally  # noqa: E402
from gamegrove.position import LegalMoves, Position, PythonPosition  # noqa: E402
from gamegrove.record import Record  # noqa: E402

__version__ = "0.1.0"

__all__ = [
    "AmbiguousMoveError",
    "ConnectFour",
    "GameEntry",
    "GamegroveError",
    "IllegalMoveError",
    "InvalidRulesError",
    "InvalidTextError",
    "LegalMoves",
    "Option",
    "Othello",
    "Outcome",
    "Pente",
    "Position",
    "PythonPosition",
    "Record",
    "Tally",
    "TextError",
    "Tree",
    "games",
    "position",
    "register",
]
