"""The steps of the search on a stack as data, some at a time.

Where a piece ends, grid and rule say what is on the stack. So the browser brings them along for the next piece, and the
server keeps nothing between two pieces, however long a search is.
"""

from typing import Any, NamedTuple

from catalogue.web.watching.collapse_steps import mask_of
from engine.grid import Grid
from engine.native import check_time
from engine.teaching.search import RULES, Ending, Search, SearchStep

STEPS = 200
"""In a piece, at the most."""

Data = dict[str, Any]


class Piece(NamedTuple):
    """Some steps of a search, the grid after them, whether the last one emptied a cell, and how the search ended.

    A step has its `cell`, counted row by row from 0, the `value` that it got, 0 where the search emptied it, and the
    `candidates` that break no rule there, as a mask, bit 0 for digit 1. The ending is None where more steps follow.
    """

    steps: list[Data]
    grid: Grid
    backed_out: bool
    ending: Ending | None


def search_steps(puzzle: Grid, rule: str, *, after: Grid | None = None, backed_out: bool = False) -> Piece:
    """Return the first steps of the search for a solution, or those that follow where a piece ended.

    `rule` is a name in `engine.teaching.search.RULES`, `after` and `backed_out` are the grid and the end of the piece
    before. ValueError for an unknown rule, and for a grid to which the search does not come. TimeoutError once
    `engine.time_limit` has passed.
    """
    if rule not in RULES:
        raise ValueError(f"rule {rule!r} is not one of {', '.join(RULES)}")
    search = Search(puzzle, rule=RULES[rule], max_steps=STEPS)
    steps: list[Data] = []

    def look(step: SearchStep) -> None:
        check_time()
        nonlocal backed_out
        candidates = search.grid.candidates(step.row, step.column)
        cell = step.row * puzzle.size + step.column
        steps.append({"cell": cell, "value": step.value, "candidates": mask_of(candidates)})
        backed_out = not step.value

    search.observer = look
    if after is not None:
        search.resume(after, backed_out=backed_out)
    ending = search.run()
    return Piece(steps, search.grid, backed_out, None if ending is Ending.GAVE_UP else ending)
