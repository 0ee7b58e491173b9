"""Variants as SudokuPad shows them: a drawing in the colours that players know, with the rules in English beside it.

`engine.rules.reading` reads such a drawing back with its words. A rule that cannot be drawn goes into an f-puzzles
board, which SudokuPad opens, too.
"""

import json
from itertools import pairwise
from typing import Any
from urllib.parse import quote

from board_catalogue.engine.rules.formats import f_puzzles
from board_catalogue.engine.rules.formats.all_different import spelled_out
from board_catalogue.engine.rules.formats.lz_string import compressed
from board_catalogue.engine.rules.geometry import Cells, neighbours
from board_catalogue.engine.rules.named.rule import Use
from board_catalogue.engine.rules.reading import reading_of
from board_catalogue.engine.rules.variant import Variant

ADDRESS = "https://sudokupad.app/"

_COLOURS = {
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


def write(variant: Variant) -> str:
    """Return a SudokuPad link of a variant: a drawing, or an f-puzzles board. ValueError for what neither shows.

    A board with no rules but Sudoku's and its regions is an f-puzzles board, which says them in fewer letters.
    """
    try:
        text = json.dumps(document_of(variant), separators=(",", ":")) if variant.uses else ""
    except ValueError:
        text = ""
    if text and _is_clear(text, variant):
        return f"{ADDRESS}scl{quote(compressed(text), safe='')}"
    return f_puzzles.write(variant).replace("https://f-puzzles.com/?load=", f"{ADDRESS}fpuzzles")


def _is_clear(text: str, variant: Variant) -> bool:
    """Whether a drawing is read as the variant that it shows: marks may lie so that they look like others."""
    reading = reading_of(text)
    found = reading.variant
    return (
        reading.understood
        and found.givens == (variant.givens or (0,) * variant.size**2)
        and set(found.rules.houses) == set(variant.rules.houses)
        and set(found.rules.constraints) == set(variant.rules.constraints)
    )


def document_of(variant: Variant) -> dict[str, Any]:
    """Return the JSON of a variant as a dictionary. ValueError for a rule that is not drawn."""
    return _Writer(variant).document()


class _Writer:
    """Draws rule after rule, and keeps the sentences that say what the marks mean."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.size = variant.size
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
        rules = {use.rule for use in self.uses}
        if {"cage", "sum"} <= rules:
            raise ValueError("SudokuPad has cages with different digits or without, not both")
        for use in self.uses:
            self._use(use)
        size, regions = self.size, self.variant.regions
        if regions and sorted(cell for region in regions for cell in region) != list(range(size * size)):
            raise ValueError("SudokuPad has regions that fill the board")
        where = "row, column and region" if regions else "row and column"
        first = f"Normal sudoku rules apply: every {where} contains the digits 1-{size} once."
        if not regions:
            first = f"Every {where} contains the digits 1-{size} once."
        kept = {name: marks for name, marks in self.marks.items() if marks}
        return {
            "cellSize": 50,
            "metadata": {"rules": " ".join([first, *self.sentences])} | self.metadata,
            "cells": [self.cells[start : start + size] for start in range(0, size * size, size)],
            "regions": [[list(divmod(cell, size)) for cell in region] for region in regions],
            **kept,
        }

    def _say(self, sentence: str) -> None:
        self.sentences[sentence.replace(" a orange", " an orange")] = None

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
            free = [name for name in (wanted, *_COLOURS) if name not in taken.values()]
            if not free:
                raise ValueError("SudokuPad has more kinds of marks here than colours that can be told apart")
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
        self.marks["lines"].append({"wayPoints": self._points(use.cells), "color": _COLOURS[colour], "thickness": 10})
        for end in (use.cells[0], use.cells[-1]) if use.rule in _WITH_CIRCLES else ():
            self._shape("overlays", self._at(end), 0.8, "#FFFFFF", borderColor=_COLOURS[colour])

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
            self._shape("underlays", self._at(cell), 0.8, _COLOURS["yellow"])

    def _quadruple(self, use: Use) -> None:
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
        self._on_edge(use, _COLOURS[colour])

    def _x(self, use: Use) -> None:
        self._on_edge(use, "#FFFFFF", text=use.rule.upper())

    _v = _x

    def _on_edge(self, use: Use, fill: str, **more: Any) -> None:
        if tuple(sorted(use.cells)) not in set(neighbours(self.size)):
            raise ValueError(f"SudokuPad has a mark {use.rule!r} between neighbours")
        self._shape("overlays", self._middle(use.cells), 0.33, fill, **more)

    def _inequality(self, use: Use) -> None:
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
        self._clue(use, _COLOURS.get(name))

    def _clue(self, use: Use, colour: str | None = None) -> list[float]:
        """Write the number of a clue before the first cell that it sees, and return that place."""
        (row, column), (next_row, next_column) = (self._at(cell) for cell in use.cells[:2])
        at = [2 * row - next_row, 2 * column - next_column]
        if all(0 < place < self.size for place in at):
            raise ValueError("SudokuPad has clues outside the board")
        fill = {} if colour is None else {"backgroundColor": colour, "rounded": True}
        self.marks["overlays"].append({"center": at, "width": 0.9, "height": 0.9, "text": str(use.value)} | fill)
        return at

    def _little_killer(self, use: Use) -> None:
        at, first = self._clue(use), self._at(use.cells[0])
        step = [b - a for a, b in zip(at, first, strict=True)]
        if not all(step):
            raise ValueError("SudokuPad has little killers along diagonals")
        points = [[a + by * s for a, s in zip(at, step, strict=True)] for by in (0.3, 0.48)]
        self.marks["arrows"].append({"wayPoints": points, "color": "#000000", "thickness": 2, "headLength": 0.2})


def _distance(one: list[float], other: list[float]) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
