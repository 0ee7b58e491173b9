"""Puzzles from text: `reader` reads one puzzle, or all of a file.

`forms` has the forms that a board can have, `tables` CSV, TSV and JSON with the column names of other programs, and
`files` compressed files and text in other encodings. `answers` finds the board in what a model printed, and `written`
the boards that stand anywhere in a text.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__)
