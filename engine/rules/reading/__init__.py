"""Variants from any of the formats, and from a drawing and a text in English to rules.

A document becomes a `drawing` (by a module for each program); its text becomes `sentences` with
`meanings`; both meet in `joining`, which says what it made of each and what is left over.
"""

import re
import textwrap
from urllib.parse import parse_qs, urlsplit

from ..formats import constraint_text, other_texts
from ..formats.documents import document_of, is_document
from ..solving import program
from ..variant import Variant
from .confirming import read_drawing
from .documents import drawing_of
from .drawing import Reading

_CONSTRAINT = re.compile(r"\s*\.+\s*(~|[A-Z][A-Za-z]*[a-z][A-Za-z]*(~|\.|\s|$)|[A-Z]+~)")
_LONGEST_REFUSAL = 300
_ASKED = re.compile(r"\S+[?&]q=\S+")
_CELLS = re.compile(r"\.[.\d]+")


def is_variant(text: str) -> bool:
    """Whether a text begins as one of the formats does; a board in digits and dots does not."""
    text = _constraints_of_address(text)
    return bool(_CONSTRAINT.match(text) or is_document(text) or other_texts.is_other_text(text))


def _constraints_of_address(text: str) -> str:
    """The constraint text in an address of Interactive-Sudoku-Solver (`?q=`); other text without lines of comments."""
    asked = parse_qs(urlsplit(text.strip()).query).get("q", [""])[0] if _ASKED.fullmatch(text.strip()) else ""
    if asked.lstrip().startswith("."):
        return asked
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))


def reading_of(text: str) -> Reading:
    """Return the puzzle of a text with the report of its reading: which words became which rules, and what is left.

    The text is constraint text of any number of lines, an address that has it after `?q=`, a link, string or JSON of
    f-puzzles or SudokuPad, nine characters a cell for its candidates, or a killer as SumoCue writes it or with arrows.
    ValueError, one line, for text of another kind, a rule that is not known, and a rule that cannot hold where it is.
    TypeError for no text.
    """
    if not isinstance(text, str):
        raise TypeError(f"a puzzle with its rules is text, not {type(text).__name__}")
    stripped = _constraints_of_address(text).strip()
    if other_texts.is_other_text(stripped):
        reading = Reading(other_texts.read(stripped))
    elif stripped.startswith(".") and not _CELLS.fullmatch(stripped):
        variant, ignored = constraint_text.reading(stripped)
        reading = Reading(variant, kept=tuple(ignored))
    else:
        try:
            reading = read_drawing(drawing_of(document_of(stripped)))
            program(reading.variant)
        except ValueError as error:  # which may quote what the document has
            raise ValueError(textwrap.shorten(str(error), _LONGEST_REFUSAL)) from None
    program(reading.variant)  # so that a rule which cannot hold is refused here
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
