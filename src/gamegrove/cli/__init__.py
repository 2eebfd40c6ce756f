"""The `gamegrove` command."""

import sys

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""


def main() -> None:
    """Run the command. It is imported here, so that Ctrl-C ends it cleanly even while it is still loading."""
    try:
        from gamegrove.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
