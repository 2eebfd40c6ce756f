"""`python -m gamegrove` is the `gamegrove` command."""

from gamegrove.cli import main

main()
