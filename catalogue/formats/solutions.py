"""Solutions of one puzzle as text that `solve` reads."""

import io
from collections.abc import Sequence

from catalogue.formats import ROWS
from catalogue.formats.boards import DRAWN
from engine import Grid


def solutions_text(puzzle: Grid, solutions: Sequence[Grid], format: str) -> str:
    """Return the solutions in a format of `catalogue solve --format`; csv and json repeat the puzzle beside each."""
    file = io.StringIO()
    match format:
        case "triples":
            file.write("\n".join(solution.triples() for solution in solutions))
        case "txt" | "line":
            (DRAWN | ROWS)[format]([[solution.line()] for solution in solutions], ("solution",), file)
        case _:
            rows = [[puzzle.line(), solution.line()] for solution in solutions]
            ROWS[format](rows, ("givens", "solution"), file)
    return file.getvalue()
