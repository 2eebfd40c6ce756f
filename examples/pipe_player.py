"""A program as a player: it reads questions as JSON, one a line, and answers with any legal move.

It could be written in any language. Run it to see it play, or let it play a match:

    python examples/pipe_player.py
    gamegrove match "pipe:python examples/pipe_player.py answer" greedy --games 2
"""

from __future__ import annotations

import json
import random
import shlex
import sys


def answer() -> None:
    """Answer every question; what else is told needs no answer."""
    source = random.Random(1)
    for line in sys.stdin:
        question = json.loads(line)
        if question["command"] == "choose":
            print(json.dumps({"move": source.choice(question["moves"])}), flush=True)


def demonstrate() -> None:
    """Let gamegrove ask this very program."""
    import gamegrove
    from gamegrove.players import player

    program = player("pipe:" + shlex.join([sys.executable, __file__, "answer"]))
    record = gamegrove.Record(gamegrove.ConnectFour())
    while not record.position.is_over():
        record = record.play(program.choose(record.position).move)
    program.close()
    print("record:", record.text)
    print(record.position.outcome())


if __name__ == "__main__":
    answer() if sys.argv[1:] == ["answer"] else demonstrate()
