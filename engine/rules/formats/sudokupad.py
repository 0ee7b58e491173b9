"""Variants as SudokuPad shows them: a drawing in the colours that players know, with the rules in English beside it.

`engine.rules.reading` reads such a drawing back with its words. A rule that is not drawn goes into an f-puzzles board,
which SudokuPad opens, too; what f-puzzles does not have either is stated with its cells (`engine.rules.statements`).
"""

import json
from copy import deepcopy
from enum import IntEnum
from typing import Any
from urllib.parse import quote

from ..named.pads import Sheet
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


WORDLESS = tuple(rule.name for rule in RULES.values() if rule.house and not rule.sudokupad)
"""Rules without a mark, written as extra regions."""


class _Writer:
    """Draws rule after rule, or states it with its cells."""

    def __init__(self, variant: Variant, stating: Stated) -> None:
        self.variant = variant
        self.stating = stating
        self.stated: list[Use] = []
        self.uses = spelled_out(variant, WORDLESS)
        clues = {use.rule for use in self.uses if (pad := RULES[use.rule].sudokupad) and pad.is_clue}
        cells: list[dict[str, Any]] = [{"value": digit} if digit else {} for digit in variant.givens]
        self.sheet = Sheet(variant.size, self.uses, clues, cells or [{} for _ in range(variant.size**2)])
        self.metadata: dict[str, Any] = {}

    def document(self) -> dict[str, Any]:
        for use in self.uses:
            self._use_or_state(use)
        size, regions = self.variant.size, self.variant.regions
        if regions and sorted(cell for region in regions for cell in region) != list(range(size * size)):
            raise ValueError("SudokuPad has regions that fill the board")
        where = "row, column and region" if regions else "row and column"
        first = f"Normal sudoku rules apply: every {where} contains the digits 1-{size} once."
        if not regions:
            first = f"Every {where} contains the digits 1-{size} once."
        said = " ".join([first, *self.sheet.sentences])
        kept = {name: marks for name, marks in self.sheet.marks.items() if marks}
        return {
            "cellSize": 50,
            "metadata": {"rules": "\n".join([said, *paragraphs(self.stated, self.variant)])} | self.metadata,
            "cells": [self.sheet.cells[start : start + size] for start in range(0, size * size, size)],
            "regions": [[list(divmod(cell, size)) for cell in region] for region in regions],
            **kept,
        }

    def _use_or_state(self, use: Use) -> None:
        """Draw a rule, or state it with its cells."""
        rule, sheet = RULES[use.rule], self.sheet
        before = deepcopy((sheet.sentences, sheet.marks, sheet.colours))
        try:
            if self.stating is Stated.MARKED and not rule.is_whole:
                raise ValueError(f"{use.rule} is stated")
            if not rule.sudokupad:
                raise ValueError(f"SudokuPad does not draw the rule {use.rule!r}")
            rule.sudokupad.draw(sheet, use)
            if rule.sudokupad.switch:
                self.metadata[rule.sudokupad.switch] = True
        except ValueError:
            if self.stating is Stated.NONE:
                raise
            sheet.sentences, sheet.marks, sheet.colours = before
            self.stated.append(use)
            for mark in marks_of(use, self.variant):
                self._mark(mark)

    def _mark(self, mark: Mark) -> None:
        """Draw where a stated rule is."""
        sheet = self.sheet
        match mark:
            case Line(cells):
                sheet.line(sheet.points(cells), LINE_COLOUR, 8)
            case Shade(cells, colour):
                for cell in cells:
                    sheet.shape("underlays", sheet.at(cell), 1, colour, rounded=False)
            case Label(cell, text):
                row, column = sheet.at(cell)
                sheet.text([row - 0.3, column - 0.3], text, 0.3)
            case Outside(line, text):
                sheet.text(sheet.before(line), text, 0.9)
