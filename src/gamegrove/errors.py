"""What can go wrong with a text, a move or a game's rules."""

from __future__ import annotations


class GamegroveError(ValueError):
    """Anything wrong with what came from outside; its message says what and how to mend it."""


class WorkFailedError(GamegroveError):
    """Work could not be done, though nothing was wrong with how it was asked for."""


class TextError(GamegroveError):
    """Something wrong in a text, with the place where it stands."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message, line, column)
        self.message = message
        """What is wrong, without the place."""
        self.line = line
        """The line of the text, counted from 1; 0 when the text as a whole is wrong."""
        self.column = column
        """The column in that line, counted from 1."""

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}" if self.line else self.message


class InvalidTextError(TextError):
    """The text does not follow its format."""


class IllegalMoveError(TextError):
    """The rules forbid the move."""


class AmbiguousMoveError(TextError):
    """The text could mean more than one move."""


class InvalidRulesError(GamegroveError):
    """There is no such game: an unknown option, or a size out of range."""
