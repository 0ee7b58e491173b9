"""Small drawings of puzzles for lists: the clues as text in an SVG image whose lines the page has once."""

from functools import cache

from markupsafe import Markup

from engine.drawing import framed
from engine.shape import Shape

_CELL = 10  # units of a drawing
_BASE = 7.8  # of a digit, below the upper edge of its cell


@cache
def lines(shape: Shape) -> Markup:
    """The lines of a board, for all drawings of a page: the symbol `lines`."""
    rows, columns = framed(shape)
    side = shape.size * _CELL
    thin: list[str] = []
    thick: list[str] = []
    for edge in range(shape.size + 1):
        at = edge * _CELL
        (thin if edge % rows else thick).append(f"M0 {at}h{side}")
        (thin if edge % columns else thick).append(f"M{at} 0v{side}")
    return Markup(
        f'<symbol id="lines" viewBox="-1 -1 {side + 2} {side + 2}"><path class="thin" d="{"".join(thin)}"/>'
        f'<path class="thick" d="{"".join(thick)}"/></symbol>'
    )


def miniature(givens: str, size: int) -> Markup:
    """A puzzle, a character a cell. ValueError for a text that has not that many cells."""
    if len(givens) != size**2 or not givens.replace(".", "").isalnum():
        raise ValueError("the catalogue has a puzzle that is no board; run catalogue verify")
    side = size * _CELL
    rows = (_row(givens[start : start + size], start // size) for start in range(0, size**2, size))
    return Markup(
        f'<svg class="miniature" viewBox="-1 -1 {side + 2} {side + 2}" aria-hidden="true">'
        f'<use href="#lines" x="-1" y="-1" width="{side + 2}" height="{side + 2}"/>{"".join(rows)}</svg>'
    )


def _row(cells: str, row: int) -> str:
    """The clues of a row as one text, each at its place."""
    clues = "".join(cells.split("."))
    middles = " ".join(str(column * _CELL + _CELL // 2) for column, cell in enumerate(cells) if cell != ".")
    return f'<text x="{middles}" y="{row * _CELL + _BASE:g}">{clues}</text>' if clues else ""
