"""Variants from any of the formats, and from a drawing and a text in English to rules.

A document becomes a drawing (`drawing`, `shapes`, and a module for each program); its text becomes `sentences` with
`meanings`; both meet in `joining`, which says what it made of each and what is left over.
"""

import re
import textwrap

from board_catalogue.engine.rules.formats import constraint_text
from board_catalogue.engine.rules.formats.documents import F_PUZZLES, Document, document_of, is_document
from board_catalogue.engine.rules.reading import f_puzzles_drawing, sudokupad_drawing
from board_catalogue.engine.rules.reading.joining import read_drawing
from board_catalogue.engine.rules.reading.report import Reading
from board_catalogue.engine.rules.solving import program
from board_catalogue.engine.rules.variant import Variant

_CONSTRAINT = re.compile(r"\s*\.(~|[A-Z][A-Za-z]*[a-z][A-Za-z]*(~|\.|\s*$)|[XV]~)")
_LONGEST_REFUSAL = 300
_CELLS = re.compile(r"\.[.\d]+")


def is_variant(text: str) -> bool:
    """Whether a text begins as one of the formats does; a board in digits and dots does not."""
    return bool(_CONSTRAINT.match(text) or is_document(text))


def reading_of(text: str) -> Reading:
    """Return the puzzle of a text with the report of its reading: which words became which rules, and what is left.

    The text is a line of constraint text, or a link, string or JSON of f-puzzles or SudokuPad. ValueError, one line,
    for text of another kind, a rule that is not known, and a rule that cannot hold where it is. TypeError for no text.
    """
    if not isinstance(text, str):
        raise TypeError(f"a puzzle with its rules is text, not {type(text).__name__}")
    stripped = text.strip()
    if stripped.startswith(".") and not _CELLS.fullmatch(stripped):
        reading = Reading(constraint_text.read(stripped))
        program(reading.variant.rules)  # so that a rule which cannot hold is refused here
        return reading
    document = document_of(stripped)
    try:
        return _reading_of_document(document)
    except ValueError as error:  # which may quote what the document has
        raise ValueError(textwrap.shorten(str(error), _LONGEST_REFUSAL)) from None


def _reading_of_document(document: Document) -> Reading:
    module = f_puzzles_drawing if document.program == F_PUZZLES else sudokupad_drawing
    reading = read_drawing(module.drawing_of(document.fields))
    program(reading.variant.rules)
    return reading


def whole_variant(text: str) -> Variant:
    """Return the puzzle of a text. ValueError as from `reading_of`, and where something is not understood."""
    reading = reading_of(text)
    if reading.left:
        raise ValueError(reading.refusal)
    return reading.variant


def read_variant(text: str) -> Variant:
    """Return the puzzle of a text as `reading_of` does, without the report.

    Where the reading is not whole, it is the puzzle without what was not understood: `reading_of(text).left` names it.
    """
    return reading_of(text).variant
