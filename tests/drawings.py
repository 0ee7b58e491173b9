"""Documents of SudokuPad with marks and words, and the rules that are read from them."""

import json

from board_catalogue.engine.rules.reading import reading_of

NORMAL = "Normal sudoku rules apply."
GREY, PURPLE, GREEN, BLUE = "#cfcfcf", "#f067f0ff", "#67f067", "#2ecbffff"


def document(rules="", size=9, metadata=None, **fields):
    """A SudokuPad document without givens, with usual boxes."""
    high = {4: 2, 6: 2, 9: 3}[size]
    wide = size // high
    cells = [[{} for _ in range(size)] for _ in range(size)]
    regions = [
        [[top + i // wide, left + i % wide] for i in range(size)]
        for top in range(0, size, high)
        for left in range(0, size, wide)
    ]
    about = {"title": "Small", "author": "Me", "rules": rules} | (metadata or {})
    return json.dumps({"cells": cells, "regions": regions, "metadata": about} | fields)


def line(colour, *places, thickness=10):
    return {"wayPoints": [[r + 0.5, c + 0.5] for r, c in places], "color": colour, "thickness": thickness}


def mark(row, column, size=0.35, rounded=True, fill="#FFFFFF", **more):
    return {"center": [row, column], "width": size, "height": size, "rounded": rounded, "backgroundColor": fill} | more


def uses(rules, size=9, **fields):
    reading = reading_of(document(f"{NORMAL} {rules}", size, **fields))
    assert not reading.left, reading.left
    return reading.variant.uses
