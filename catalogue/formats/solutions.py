"""Solutions of one puzzle as text that `solve` reads."""

import io
from collections.abc import Sequence

from catalogue.formats.registry import FORMATS
from engine import Grid


def solutions_text(puzzle: Grid, solutions: Sequence[Grid], format: str) -> str:
    """Return the solutions in a format of `catalogue solve --format`; csv and json repeat the puzzle beside each."""
    file = io.StringIO()
    chosen = FORMATS[format]
    if chosen.keeps_columns:
        chosen.write([[puzzle.line(), solution.line()] for solution in solutions], ("givens", "solution"), file)
    else:
        chosen.write([[solution.line()] for solution in solutions], ("solution",), file)
    return file.getvalue()
