"""Variants in any of the formats: constraint text, f-puzzles, SudokuPad."""

import re

from board_catalogue.engine.rules.formats import constraint_text, f_puzzles, sudokupad
from board_catalogue.engine.rules.solving import program
from board_catalogue.engine.rules.variant import Variant

_CONSTRAINT = re.compile(r"\s*\.(~|[A-Z][A-Za-z]*[a-z][A-Za-z]*(~|\.|\s*$)|[XV]~)")
_CELLS = re.compile(r"\.[.\d]+")
_LINK = re.compile(r"\s*(https?://)?([\w.]*\.)?(f-puzzles|sudokupad|crackingthecryptic)\.")
_JSON = re.compile(r'"(grid|cells|regions)"\s*:\s*\[\s*[\[{]')


def is_variant(text: str) -> bool:
    """Whether a text begins as one of the formats does; a board in digits and dots does not."""
    if text.lstrip().startswith("{"):
        return bool(_JSON.search(text))
    return bool(_CONSTRAINT.match(text) or _LINK.match(text) or text.lstrip().startswith("scl"))


def read_variant(text: str) -> Variant:
    """Return the variant of a line of constraint text, or of a link or JSON of f-puzzles or SudokuPad.

    ValueError, one line, for text of another kind, a rule that is not known, and a rule that cannot hold where it is.
    """
    stripped = text.strip()
    if stripped.startswith(".") and not _CELLS.fullmatch(stripped):
        variant = constraint_text.read(stripped)
    elif stripped.startswith("{"):
        variant = (f_puzzles if '"grid"' in stripped else sudokupad).read(stripped)
    elif "f-puzzles.com" in stripped or "load=" in stripped:
        variant = f_puzzles.read(stripped)
    elif "sudokupad" in stripped or "crackingthecryptic" in stripped or stripped.startswith("scl"):
        variant = sudokupad.read(stripped)
    else:
        raise ValueError(f"{stripped[:30]!r} is no constraint text, f-puzzles link or SudokuPad link")
    program(variant.rules)  # so that a rule which cannot hold is refused here
    return variant
