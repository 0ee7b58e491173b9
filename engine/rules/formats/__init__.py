"""Variants in any of the formats: constraint text, f-puzzles, SudokuPad."""

import re

from board_catalogue.engine.rules.formats import constraint_text, f_puzzles, sudokupad
from board_catalogue.engine.rules.formats.documents import F_PUZZLES, document_of, is_document
from board_catalogue.engine.rules.solving import program
from board_catalogue.engine.rules.variant import Variant

_CONSTRAINT = re.compile(r"\s*\.(~|[A-Z][A-Za-z]*[a-z][A-Za-z]*(~|\.|\s*$)|[XV]~)")
_CELLS = re.compile(r"\.[.\d]+")


def is_variant(text: str) -> bool:
    """Whether a text begins as one of the formats does; a board in digits and dots does not."""
    return bool(_CONSTRAINT.match(text) or is_document(text))


def read_variant(text: str) -> Variant:
    """Return the variant of a line of constraint text, or of a link, string or JSON of f-puzzles or SudokuPad.

    ValueError, one line, for text of another kind, a rule that is not known, and a rule that cannot hold where it is.
    """
    stripped = text.strip()
    if stripped.startswith(".") and not _CELLS.fullmatch(stripped):
        variant = constraint_text.read(stripped)
    else:
        document = document_of(stripped)
        variant = (f_puzzles if document.program == F_PUZZLES else sudokupad).read(document.fields)
    program(variant.rules)  # so that a rule which cannot hold is refused here
    return variant
