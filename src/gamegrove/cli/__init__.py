"""The `gamegrove` command."""

from gamegrove.cli.main import main

__all__ = ["main"]
