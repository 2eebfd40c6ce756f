"""Draw the pictures of the documentation: `python docs/pictures/make.py`."""

from __future__ import annotations

import re
from pathlib import Path

import gamegrove
from gamegrove.worked_examples import find_example

FOLDER = Path(__file__).parent
GAP = 16

BOARDS: list[gamegrove.Position] = [
    gamegrove.Othello("f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7"),
    gamegrove.ConnectFour("44444226655"),
    gamegrove.Pente("g7 h8 d7 g8 f8 e8 g6 h7 g5 g4 h6", preset="pente-2003"),
]


def side_by_side(pictures: list[str], height: float) -> str:
    """Pictures in a row, all of the same height."""
    parts, x = [], 0.0
    for picture in pictures:
        width_of, height_of = (float(n) for n in re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', picture)[0])
        width = width_of * height / height_of
        parts.append(
            picture.replace("<svg ", f'<svg x="{x:g}" ', 1).replace(
                f'width="{width_of:g}" height="{height_of:g}"', f'width="{width:g}" height="{height:g}"', 1
            )
        )
        x += width + GAP
    body = "".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {x - GAP:g} {height:g}">{body}</svg>\n'


def pictures() -> dict[str, str]:
    """The file names and what belongs in them."""
    tree = gamegrove.Tree("(A (B (E K3 L5) (F M4 N9)) (C (G O1 P2) H8) (D I7 J6))")
    return {
        "boards.svg": side_by_side([board._repr_svg_() for board in BOARDS], 300),
        "tree.svg": tree._repr_svg_() + "\n",
        "trace.svg": gamegrove.trace(find_example("minimax-2001").tree(), "negascout").svg() + "\n",
    }


if __name__ == "__main__":
    for name, picture in pictures().items():
        (FOLDER / name).write_text(picture, encoding="utf-8")
