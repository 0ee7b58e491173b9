"""One puzzle as a file: which formats of text and pictures can have it, and what they write."""

import io
from functools import cache
from importlib.util import find_spec

from catalogue.errors import CatalogueError
from catalogue.formats import FORMATS, Format
from catalogue.formats.applications import SERVICES
from engine.shape import Shape

_NEEDS = {"png": "matplotlib"}


@cache
def file_formats(shape: Shape) -> tuple[Format, ...]:
    """The formats of text and pictures that can have a puzzle of the shape."""
    puzzle, solution = "." * shape.cells, "1" * shape.cells
    return tuple(
        form
        for form in FORMATS.values()
        if not form.keeps_columns
        and form.name != "link"
        and (find_spec(_NEEDS[form.name]) if form.is_binary else _is_written(form, puzzle, solution, shape))
    )


def _is_written(form: Format, puzzle: str, solution: str, shape: Shape) -> bool:
    try:
        written(form, puzzle, solution, shape.blocks)
    except (CatalogueError, ValueError):
        return False
    return True


def written(form: Format, puzzle: str, solution: str, blocks: str) -> bytes:
    """Return the file of a puzzle, with its solution where the format keeps it.

    ValueError where the format cannot have it.
    """
    file = io.BytesIO() if form.is_binary else io.StringIO()
    columns = ("givens", "solution") if form.keeps_solution else ("givens",)
    extra = {"blocks": blocks} if form.shows_blocks else {}
    form.write([(puzzle, solution)[: len(columns)]], columns, file, **extra)
    return file.getvalue() if isinstance(file, io.BytesIO) else file.getvalue().encode()


def links_out(puzzle: str) -> dict[str, str]:
    """The addresses that open a puzzle in other applications, by their names."""
    found = {}
    for name, address in SERVICES.items():
        try:
            found[name] = address(puzzle)
        except (CatalogueError, ValueError):  # not for this size, or needs an extra that is not installed
            continue
    return found
