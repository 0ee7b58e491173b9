"""SudokuPad's short strings of plain puzzles, `scf…`: the givens, then further rules, a title and an author.

A character stands for a digit, 0 for an empty cell, and the empty cells after it: its place among 0-9, A-Z, a-x is the
digit plus ten for each of them. After the givens, or a star, follow `w` for the four windows of a windoku, `x` for both
diagonals, `t` with a title up to a star, and `a` with an author; two stars are one in a text.
"""

import re
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

from ..geometry import blocks

PREFIX = "scf"
_CHARACTERS = digits + ascii_uppercase + ascii_lowercase[:24]
_NORMAL = "Normal sudoku rules apply."
_RULES = {"w": "Digits cannot repeat in a shaded region.", "x": "Digits cannot repeat along both main diagonals."}
_WINDOWS = ([2.5, 2.5], [2.5, 6.5], [6.5, 2.5], [6.5, 6.5])
_PARTS = re.compile(r"(?P<rule>[wx])|(?P<name>[ta])(?P<text>(?:[^*]|\*\*)*)(?:\*(?!\*)|$)")


def fields_of(text: str) -> dict[str, Any]:
    """Return the fields of SudokuPad's document for what follows `scf`. ValueError for a string that is cut."""
    cells: list[int] = []
    place = 0
    while len(cells) < 81 and place < len(text) and text[place] in _CHARACTERS:
        empty, digit = divmod(_CHARACTERS.index(text[place]), 10)
        cells += [digit, *[0] * empty]
        place += 1
    if len(cells) != 81:
        raise ValueError(f"the {PREFIX} string has {len(cells)} cells, not 81: it is cut, or it is something else")
    rules, about = [_NORMAL], {"t": "", "a": ""}
    for part in _parts(text[place:].removeprefix("*")):
        if part["rule"]:
            rules.append(_RULES[part["rule"]])
        else:
            about[part["name"]] = part["text"].replace("**", "*")
    grey = {"width": 3, "height": 3, "backgroundColor": "#CFCFCF"}
    windows = [{"center": at} | grey for at in _WINDOWS] if _RULES["w"] in rules else []
    return {
        "cells": [[{"value": digit} if digit else {} for digit in cells[row : row + 9]] for row in range(0, 81, 9)],
        "regions": [[list(divmod(cell, 9)) for cell in block] for block in blocks(9, 3, 3)],
        "underlays": windows,
        "metadata": {"rules": " ".join(rules), "title": about["t"], "author": about["a"]},
    }


def _parts(text: str) -> list[re.Match[str]]:
    found, place = [], 0
    while place < len(text):
        match = _PARTS.match(text, place)
        if not match:
            raise ValueError(f"the {PREFIX} string has {text[place : place + 9]!r} where a rule or a title is needed")
        found.append(match)
        place = match.end()
    return found
