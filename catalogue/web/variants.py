"""Variants on pages: drawn, explained, and written as files and links."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any

from markupsafe import Markup

from board_catalogue.catalogue.formats import FORMATS, Format
from board_catalogue.catalogue.web.ruled import constraints_of
from board_catalogue.engine import Variant
from board_catalogue.engine.boards import as_lines
from board_catalogue.engine.rules.drawing import in_words, svg
from board_catalogue.engine.rules.formats import f_puzzles, sudokupad
from board_catalogue.engine.rules.picture import margin
from board_catalogue.engine.shape import DIGITS


def drawn_variant(variant: Variant) -> Markup:
    """The drawing of a puzzle, as wide as the page lets it be."""
    return _fluid(variant, "drawing")


def small_variant(variant: Variant) -> Markup:
    """The drawing of a puzzle in a list; a name beside it says what it is."""
    return _fluid(variant, "miniature of-rules")


def _fluid(variant: Variant, names: str) -> Markup:
    """The drawing without a size of its own, and without the title that would be shown as a tip."""
    drawing = svg(variant)
    start, _, rest = drawing.partition("<title>")
    box = start.partition(" viewBox=")[2]
    return Markup(f'<svg class="{names}" aria-hidden="true" viewBox={box}{rest.partition("</title>")[2]}')


def page_values(variant: Variant, solution: Sequence[int]) -> dict[str, Any]:
    """Return what the page of a puzzle shows of it, and what its script needs."""
    (line,) = as_lines(variant.clues[None])
    return {
        "size": variant.size,
        "drawing": drawn_variant(variant),
        "margin": margin(variant),
        "givens": list(variant.clues.tolist()),
        "solution": list(solution),
        "puzzle": line,
        "constraints": constraints_of(variant),
        "digits": DIGITS[1 : variant.size + 1],
        "rules": [words.partition(": ") for words in in_words(variant)],
        "plain": variant.regions,
        "links": variant_links(variant),
    }


_NEEDS = {"png": "matplotlib"}


@cache
def variant_formats() -> tuple[Format, ...]:
    """The formats of files that keep rules, of those whose libraries are installed."""
    able = (form for form in FORMATS.values() if form.keeps_rules)
    return tuple(form for form in able if form.name not in _NEEDS or find_spec(_NEEDS[form.name]))


def written_variant(form: Format, variant: Variant, solution: str) -> bytes:
    """Return the file of a puzzle. ValueError if the format has no room for one of its rules."""
    file = io.BytesIO() if form.is_binary else io.StringIO()
    form.write_variants([(variant, solution if form.keeps_solution else None)], file)
    return file.getvalue() if isinstance(file, io.BytesIO) else file.getvalue().encode()


def variant_links(variant: Variant) -> dict[str, str]:
    """The addresses that open a puzzle in other applications, by their names; none for a rule that they lack."""
    found = {}
    for name, write in (("SudokuPad", sudokupad.write), ("f-puzzles", f_puzzles.write)):
        try:
            found[name] = write(variant)
        except ValueError:
            continue
    return found
