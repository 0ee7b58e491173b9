"""Variants as SudokuPad shows them: a drawing in the colours that players know, with the rules in English beside it.

`engine.rules.reading` reads such a drawing back with its words. A rule that is not drawn goes into an f-puzzles board,
which SudokuPad opens, too; what f-puzzles does not have either is stated with its cells (`engine.rules.statements`).
"""

import json
from copy import deepcopy
from enum import IntEnum
from itertools import pairwise
from typing import Any
from urllib.parse import quote

from ..geometry import Cells, neighbours
from ..named.rule import Use
from ..reading import reading_of
from ..statements import paragraphs
from ..symmetry import say_the_same
from ..variant import RULES, Variant
from . import f_puzzles
from .all_different import spelled_out
from .lz_string import compressed
from .marks import LINE_COLOUR, Label, Line, Mark, Outside, Shade, marks_of

ADDRESS = "https://sudokupad.app/"

COLOURS = {
    **{"purple": "#9a40ff", "green": "#5fc36b", "blue": "#4a7dff", "grey": "#b4b4b4", "orange": "#ff9f40"},
    **{"yellow": "#f0e050", "red": "#ff4040"},
}
"""Colours that have names."""

_LINES = {
    "renban": ("purple", "Digits on a {} line form a set of consecutive digits in any order."),
    "whispers": ("green", "Adjacent digits on a {} line differ by at least {}."),
    "region sum": (
        "blue",
        "Box borders divide a {} line into segments with the same sum. Different lines may have different sums.",
    ),
    "palindrome": ("grey", "Digits on a {} line read the same in both directions."),
    "entropic": (
        "orange",
        "Any three adjacent digits on a {} line include a low (123), a medium (456) and a high (789) digit.",
    ),
    "modular": ("red", "Any three adjacent digits on a {} line have different remainders when divided by 3."),
    "nabner": ("yellow", "No two digits on a {} line may be consecutive, and digits may not repeat."),
    "zipper": ("purple", "Digits an equal distance from the centre of a {} line sum to the same total. For lines of"
               " odd length, the total is the digit in the centre."),
    "sum line": ("orange", "Each {} line can be divided into segments that each sum to {}."),
    "between": ("grey", "Digits on a {} line lie strictly between the digits in the circles at its ends."),
    "double arrow": ("red", "Digits on a {} line between two circles sum to the sum of the digits in the circles."),
}  # fmt: skip
"""Lines: the usual colour, and the sentence that takes the colour and the number."""
_WITH_CIRCLES = ("between", "double arrow")

_BOARD = {
    "anti-knight": "Cells a knight's move apart cannot contain the same digit.",
    "anti-king": "Cells a king's move apart cannot contain the same digit.",
    "non-consecutive": "Orthogonally adjacent cells cannot contain consecutive digits.",
    "anti-taxicab": "Anti-taxicab: two cells with the digit X cannot be X steps apart, counted orthogonally.",
    "global entropy": "Every 2x2 area contains a low (123), a medium (456) and a high (789) digit.",
    "global modular": "Every 2x2 area contains digits with each remainder when divided by 3.",
    "dutch flatmates": "Every 5 must have a 1 directly above it or a 9 directly below it.",
    "disjoint groups": "Cells at the same position in each box cannot contain the same digit.",
    "all xv": "Digits separated by an X sum to 10. Digits separated by a V sum to 5. All Xs and Vs are given.",
    "all kropki": "White dots separate consecutive digits. Black dots separate digits in a 1:2 ratio. All white and"
    " black dots are given.",
    "all white dots": "White dots separate consecutive digits. All white dots are given.",
    "all ratios": "Black dots separate digits in a 1:2 ratio. All black dots are given.",
}
_CELLS = {
    "thermometer": "Digits along a grey thermometer increase from the bulb end.",
    "slow thermometer": "Digits along an orange thermometer increase or stay the same from the bulb end.",
    "arrow": "Digits along an arrow sum to the digit in its circle.",
    "pill arrow": "Digits along an arrow sum to the number in its pill. Pills are read left to right or top to bottom.",
    "white dot": "White dots separate consecutive digits.",
    "black dot": "Black dots separate digits in a 1:2 ratio.",
    "x": "Digits separated by an X sum to 10.",
    "v": "Digits separated by a V sum to 5.",
    "cage": "Digits in a cage cannot repeat and must sum to the number in the top left corner, if given.",
    "sum": "Digits in a cage sum to the number in the corner. Digits may repeat in a cage.",
    "all different": "Digits cannot repeat in an extra region.",
    "odd": "Grey circles contain odd digits.",
    "even": "Grey squares contain even digits.",
    "counting circles": "A digit in a yellow circle indicates how many yellow circles contain that digit.",
    "quadruple": "Digits in a white circle on a corner must appear in the four surrounding cells.",
    "inequality": "Inequality signs point to the smaller digit.",
    "diagonal": "Digits cannot repeat along a marked diagonal.",
    "little killer": "Numbers outside the grid with an arrow give the sum of the digits along the indicated diagonal.",
}
_OUTSIDE = {
    "sandwich": "{} numbers outside the grid give the sum of the digits between the 1 and the {} in that row or"
    " column.",
    "x-sum": "{} numbers outside the grid give the sum of the first X digits in that direction, where X is the first"
    " digit.",
    "skyscraper": "{} numbers outside the grid indicate how many digits can be seen from that side, where larger digits"
    " hide smaller digits.",
}


class Stated(IntEnum):
    """Which rules are stated with their cells."""

    NONE = 0
    REST = 1
    """Those that are not drawn."""
    MARKED = 2
    """All but those of the whole board."""


def write(variant: Variant) -> str:
    """Return a SudokuPad link of a variant: a drawing, or an f-puzzles board. ValueError for a rule without words.

    A board with no rules but Sudoku's and its regions is an f-puzzles board, which says them in fewer letters.
    """
    if variant.uses and (text := _clear_text(variant, Stated.NONE)):
        return _link(text)
    try:
        return f_puzzles.write(variant, stating=False).replace("https://f-puzzles.com/?load=", f"{ADDRESS}fpuzzles")
    except ValueError:
        for stating in (Stated.REST, Stated.MARKED):
            if text := _clear_text(variant, stating):
                return _link(text)
    document_of(variant)  # which says what has no words
    raise ValueError("SudokuPad has no clear marks for these rules")


def _link(text: str) -> str:
    return f"{ADDRESS}scl{quote(compressed(text), safe='')}"


def _clear_text(variant: Variant, stating: Stated) -> str:
    """The JSON of a variant, or "" if it is not read back as the same one: marks may look like others."""
    try:
        text = json.dumps(document_of(variant, stating), separators=(",", ":"))
        reading = reading_of(text)
    except ValueError:
        return ""
    found = reading.variant
    is_same = (
        reading.understood
        and found.givens == (variant.givens or (0,) * variant.size**2)
        and say_the_same(found.rules, variant.rules)
    )
    return text if is_same else ""


def document_of(variant: Variant, stating: Stated = Stated.REST) -> dict[str, Any]:
    """Return the JSON of a variant as a dictionary. ValueError for a rule that is neither drawn nor stated."""
    variant.check_square("written for SudokuPad")
    return _Writer(variant, stating).document()


class _Writer:
    """Draws rule after rule, and keeps the sentences that say what the marks mean."""

    def __init__(self, variant: Variant, stating: Stated) -> None:
        self.variant = variant
        self.stating = stating
        self.size = variant.size
        self.stated: list[Use] = []
        self.uses = spelled_out(variant, ("windoku", "argyle"))
        self.sentences: dict[str, None] = {}
        self.marks: dict[str, list[dict[str, Any]]] = {
            name: [] for name in ("cages", "lines", "arrows", "underlays", "overlays")
        }
        self.colours: dict[str, dict[tuple[str, object], str]] = {"line": {}, "dot": {}, "clue": {}}
        """Those of lines, dots and clues outside, by their rules and numbers."""
        self.cells: list[dict[str, Any]] = [{"value": digit} if digit else {} for digit in variant.givens]
        self.cells = self.cells or [{} for _ in range(self.size**2)]
        self.metadata: dict[str, Any] = {}

    def document(self) -> dict[str, Any]:
        for use in self.uses:
            self._use_or_state(use)
        size, regions = self.size, self.variant.regions
        if regions and sorted(cell for region in regions for cell in region) != list(range(size * size)):
            raise ValueError("SudokuPad has regions that fill the board")
        where = "row, column and region" if regions else "row and column"
        first = f"Normal sudoku rules apply: every {where} contains the digits 1-{size} once."
        if not regions:
            first = f"Every {where} contains the digits 1-{size} once."
        said = " ".join([first, *self.sentences])
        kept = {name: marks for name, marks in self.marks.items() if marks}
        return {
            "cellSize": 50,
            "metadata": {"rules": "\n".join([said, *paragraphs(self.stated, self.variant)])} | self.metadata,
            "cells": [self.cells[start : start + size] for start in range(0, size * size, size)],
            "regions": [[list(divmod(cell, size)) for cell in region] for region in regions],
            **kept,
        }

    def _say(self, sentence: str) -> None:
        self.sentences[sentence.replace(" a orange", " an orange")] = None

    def _use_or_state(self, use: Use) -> None:
        """Draw a rule, or state it with its cells."""
        before = deepcopy((self.sentences, self.marks, self.colours))
        try:
            if self.stating is Stated.MARKED and not RULES[use.rule].is_whole:
                raise ValueError(f"{use.rule} is stated")
            self._use(use)
        except ValueError:
            if self.stating is Stated.NONE:
                raise
            self.sentences, self.marks, self.colours = before
            self.stated.append(use)
            for mark in marks_of(use, self.variant):
                self._mark(mark)

    def _mark(self, mark: Mark) -> None:
        """Draw where a stated rule is."""
        match mark:
            case Line(cells):
                line = {"wayPoints": self._points(cells), "color": LINE_COLOUR, "thickness": 8}
                self.marks["lines"].append(line)
            case Shade(cells, colour):
                for cell in cells:
                    self._shape("underlays", self._at(cell), 1, colour, rounded=False)
            case Label(cell, text):
                row, column = self._at(cell)
                self.marks["overlays"].append(_text([row - 0.3, column - 0.3], text, 0.3))
            case Outside(line, text):
                self.marks["overlays"].append(_text(self._before(line), text, 0.9))

    def _use(self, use: Use) -> None:
        if use.rule in _BOARD:
            self._say(_BOARD[use.rule])
            if use.rule in ("anti-knight", "anti-king"):
                self.metadata[use.rule.replace("-", "")] = True
        elif use.rule in _LINES:
            self._line(use)
        elif use.rule in _OUTSIDE:
            self._outside(use)
        elif use.rule == "digits" and use.value is not None:
            for cell in use.cells:
                marks = list(use.value) if isinstance(use.value, tuple) else [use.value]
                self.cells[cell] = self.cells[cell] | {"givenCentremarks": marks}
        elif use.rule in ("white dot", "black dot") and use.value is not None:
            self._numbered_dot(use)
        elif use.rule in _CELLS:
            self._say(_CELLS[use.rule])
            getattr(self, f"_{use.rule.replace(' ', '_')}")(use)
        else:
            raise ValueError(f"SudokuPad does not draw the rule {use.rule!r}")

    # --- Places ---

    def _at(self, cell: int) -> list[float]:
        row, column = divmod(cell, self.size)
        return [row + 0.5, column + 0.5]

    def _middle(self, cells: Cells) -> list[float]:
        places = [self._at(cell) for cell in cells]
        return [sum(place[axis] for place in places) / len(places) for axis in range(2)]

    def _shape(self, layer: str, at: list[float], size: float, fill: str, **more: Any) -> None:
        shape = {"center": at, "width": size, "height": size, "rounded": True, "backgroundColor": fill}
        self.marks[layer].append(shape | more)

    def _colour(self, kind: str, use: Use, wanted: str) -> str:
        """The colour of a rule with its number: the usual one, or another that no other rule of the kind has."""
        taken, key = self.colours[kind], (use.rule, use.value if kind != "clue" else None)
        if key not in taken:
            free = [name for name in (wanted, *COLOURS) if name not in taken.values()]
            if not free:
                raise ValueError("SudokuPad has more kinds of marks here than clear colours")
            taken[key] = free[0]
        return taken[key]

    # --- Lines ---

    def _points(self, cells: Cells) -> list[list[float]]:
        steps = [divmod(cell, self.size) for cell in cells]
        for (row, column), (next_row, next_column) in pairwise(steps):
            if max(abs(next_row - row), abs(next_column - column)) != 1:
                raise ValueError("SudokuPad draws lines from cell to neighbouring cell")
        return [self._at(cell) for cell in cells]

    def _line(self, use: Use) -> None:
        usual, sentence = _LINES[use.rule]
        number = use.value
        if use.rule == "whispers" and number is None:
            number = (self.size + 1) // 2
        if use.rule == "modular" and number not in (None, 3):
            raise ValueError("SudokuPad has modular lines of 3")
        if use.rule == "entropic" and self.size != 9:
            raise ValueError("SudokuPad has entropic lines on boards of size 9")
        colour = self._colour("line", use, usual)
        self._say(sentence.format(colour, number))
        self.marks["lines"].append({"wayPoints": self._points(use.cells), "color": COLOURS[colour], "thickness": 10})
        for end in (use.cells[0], use.cells[-1]) if use.rule in _WITH_CIRCLES else ():
            self._shape("overlays", self._at(end), 0.8, "#FFFFFF", borderColor=COLOURS[colour])

    def _thermometer(self, use: Use, colour: str = "#cfcfcf") -> None:
        self._shape("underlays", self._at(use.cells[0]), 0.85, colour)
        self.marks["lines"].append({"wayPoints": self._points(use.cells), "color": colour, "thickness": 21})

    def _slow_thermometer(self, use: Use) -> None:
        self._thermometer(use, "#ffc890")

    def _arrow(self, use: Use, pill: int = 1) -> None:
        ends = [self._at(cell) for cell in use.cells[:pill]]
        wide = [1 + ends[-1][axis] - ends[0][axis] for axis in range(2)]
        if min(wide) != 1 or max(wide) != pill:
            raise ValueError("SudokuPad has pills of neighbours in a row or a column")
        self._shape("overlays", self._middle(use.cells[:pill]), 0, "#FFFFFF", borderColor="#aaaaaa")
        self.marks["overlays"][-1] |= {"width": wide[1] - 0.18, "height": wide[0] - 0.18}
        first = min(use.cells[:pill], key=lambda cell: _distance(self._at(cell), self._at(use.cells[pill])))
        points = self._points((first, *use.cells[pill:]))
        points[0] = [a + 0.4 * (b > a) - 0.4 * (b < a) for a, b in zip(points[0], points[1], strict=True)]
        self.marks["arrows"].append({"wayPoints": points, "color": "#aaaaaa", "thickness": 3, "headLength": 0.3})

    def _pill_arrow(self, use: Use) -> None:
        self._arrow(use, int(str(use.value)))

    def _diagonal(self, use: Use) -> None:
        for sign, ends in (("\\", [[0, 0], [self.size] * 2]), ("/", [[0, self.size], [self.size, 0]])):
            if use.value in (None, sign):
                self.marks["lines"].append({"wayPoints": ends, "color": "#34bbe6", "thickness": 2})

    # --- Cells and edges ---

    def _cage(self, use: Use, *, unique: bool = True) -> None:
        cage = {"cells": [list(divmod(cell, self.size)) for cell in use.cells], "unique": unique}
        if isinstance(use.value, tuple):
            raise ValueError("SudokuPad has no sums with factors")
        self.marks["cages"].append(cage | ({} if use.value is None else {"value": use.value}))

    def _sum(self, use: Use) -> None:
        if any(other.rule == "cage" for other in self.uses):
            raise ValueError("SudokuPad has cages with different digits or without, not both")
        self._cage(use, unique=False)

    def _all_different(self, use: Use) -> None:
        cells = [list(divmod(cell, self.size)) for cell in use.cells]
        self.marks["cages"].append({"cells": cells, "unique": True, "style": "extraregion"})

    def _odd(self, use: Use) -> None:
        for cell in use.cells:
            self._shape("underlays", self._at(cell), 0.7, "#cfcfcf")

    def _even(self, use: Use) -> None:
        for cell in use.cells:
            self._shape("underlays", self._at(cell), 0.7, "#cfcfcf", rounded=False)

    def _counting_circles(self, use: Use) -> None:
        for cell in use.cells:
            self._shape("underlays", self._at(cell), 0.8, COLOURS["yellow"])

    def _quadruple(self, use: Use) -> None:
        first, *others = sorted(use.cells)
        if others != [first + 1, first + self.size, first + self.size + 1] or first % self.size == self.size - 1:
            raise ValueError("SudokuPad has circles on corners of four cells")
        digits = use.value if isinstance(use.value, tuple) else (use.value,)
        self._shape("overlays", self._middle(use.cells), 0.7, "#FFFFFF", borderColor="#000000", fontSize=14)
        self.marks["overlays"][-1]["text"] = " ".join(map(str, digits))

    def _white_dot(self, use: Use) -> None:
        self._on_edge(use, "#FFFFFF", borderColor="#000000")

    def _black_dot(self, use: Use) -> None:
        self._on_edge(use, "#000000")

    def _numbered_dot(self, use: Use) -> None:
        colour = self._colour("dot", use, "yellow" if use.rule == "white dot" else "red")
        said = f"differ by {use.value}" if use.rule == "white dot" else f"are in a 1:{use.value} ratio"
        self._say(f"Digits separated by a {colour} dot {said}.")
        self._on_edge(use, COLOURS[colour])

    def _x(self, use: Use) -> None:
        self._on_edge(use, "#FFFFFF", text=use.rule.upper())

    _v = _x

    def _on_edge(self, use: Use, fill: str, **more: Any) -> None:
        self._check_neighbours(use)
        self._shape("overlays", self._middle(use.cells), 0.33, fill, **more)

    def _check_neighbours(self, use: Use) -> None:
        if tuple(sorted(use.cells)) not in set(neighbours(self.size)):
            raise ValueError(f"SudokuPad has a mark {use.rule!r} between neighbours")

    def _inequality(self, use: Use) -> None:
        self._check_neighbours(use)
        at, ends = self._middle(use.cells), [self._at(cell) for cell in use.cells]
        down, right = (b - a for a, b in zip(*ends, strict=True))
        points = [
            [at[0] + 0.05 * down + 0.12 * turn * right, at[1] + 0.05 * right + 0.12 * turn * down] for turn in (-1, 1)
        ]
        point = [at[0] + 0.12 * down, at[1] + 0.12 * right]
        self.marks["lines"].append({"wayPoints": [points[0], point, points[1]], "color": "#000000", "thickness": 2})

    # --- Clues outside ---

    def _outside(self, use: Use) -> None:
        kinds = {other.rule for other in self.uses if other.rule in _OUTSIDE}
        name = self._colour("clue", use, "grey") if len(kinds) > 1 else ""
        if use.rule == "sandwich" and self.size < 4:
            raise ValueError("SudokuPad has no sandwiches there")
        sentence = _OUTSIDE[use.rule].format(name, self.size).strip()
        self._say(sentence[0].upper() + sentence[1:])
        self._clue(use, COLOURS.get(name))

    def _clue(self, use: Use, colour: str | None = None) -> list[float]:
        """Write the number of a clue before the first cell that it sees, and return that place."""
        at = self._before(use.cells)
        if all(0 < place < self.size for place in at):
            raise ValueError("SudokuPad has clues outside the board")
        fill = {} if colour is None else {"backgroundColor": colour, "rounded": True}
        self.marks["overlays"].append(_text(at, str(use.value), 0.9) | fill)
        return at

    def _before(self, line: Cells) -> list[float]:
        """The place before the first cell of a line."""
        (row, column), (next_row, next_column) = (self._at(cell) for cell in line[:2])
        return [2 * row - next_row, 2 * column - next_column]

    def _little_killer(self, use: Use) -> None:
        at, first = self._clue(use), self._at(use.cells[0])
        step = [b - a for a, b in zip(at, first, strict=True)]
        if not all(step):
            raise ValueError("SudokuPad has little killers along diagonals")
        points = [[a + by * s for a, s in zip(at, step, strict=True)] for by in (0.3, 0.48)]
        self.marks["arrows"].append({"wayPoints": points, "color": "#000000", "thickness": 2, "headLength": 0.2})


def _text(at: list[float], text: str, size: float) -> dict[str, Any]:
    return {"center": at, "width": size, "height": size, "text": text}


def _distance(one: list[float], other: list[float]) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
