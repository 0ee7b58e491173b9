"""Pictures of one puzzle: `svg` and `png`, which needs matplotlib, the extra `plot`."""

from collections.abc import Iterable, Sequence
from typing import Any, BinaryIO, TextIO

from catalogue.errors import CatalogueError
from catalogue.formats.cells import grid_of, size_of
from engine.drawing import svg
from engine.shape import Shape

_CELL = 0.5  # inches
_DOTS_PER_INCH = 160
_THIN, _THICK = 0.8, 2.4  # points


def write_svg(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO, blocks: str | None = None) -> None:
    """Draw the puzzle of the only row; ValueError where there are none or several."""
    file.write(svg(grid_of(_the_only(rows), blocks)) + "\n")


def write_png(rows: Iterable[Sequence[str]], columns: Sequence[str], file: BinaryIO, blocks: str | None = None) -> None:
    """Draw the puzzle of the only row. ValueError for none or several, CatalogueError without matplotlib."""
    puzzle = _the_only(rows)
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise CatalogueError("pictures need matplotlib; install it with: pip install 'board-catalogue[plot]'") from None
    shape = Shape.of(size_of(puzzle), blocks)
    figure = Figure(figsize=(shape.size * _CELL,) * 2)
    panel = figure.add_axes((0.02, 0.02, 0.96, 0.96))
    panel.set(xlim=(0, shape.size), ylim=(shape.size, 0), aspect="equal")
    panel.axis("off")
    _draw_lines(panel, shape)
    for place, symbol in enumerate(puzzle):
        if symbol != ".":
            row, column = divmod(place, shape.size)
            panel.text(column + 0.5, row + 0.53, symbol, fontsize=36 * _CELL, ha="center", va="center")
    figure.savefig(file, format="png", dpi=_DOTS_PER_INCH)


def _draw_lines(panel: Any, shape: Shape) -> None:
    """Thin lines between cells, thick ones around blocks."""
    size = shape.size
    for lines, draw, ends in ((shape.bands, panel.hlines, size), (shape.stacks, panel.vlines, size)):
        edges = {0, *(part.stop for part in lines)} if shape.has_blocks else {0, size}
        draw(range(size + 1), 0, ends, color="black", linewidth=_THIN)
        draw(sorted(edges), 0, ends, color="black", linewidth=_THICK, clip_on=False, capstyle="projecting")


def _the_only(rows: Iterable[Sequence[Any]]) -> str:
    """The puzzle of the only row; ValueError where there are none or several."""
    puzzles = [row[0] for row, _ in zip(rows, range(2), strict=False)]
    if len(puzzles) != 1:
        raise ValueError(f"a picture has one puzzle, not {'several' if puzzles else 'none'}: name its number")
    return str(puzzles[0])
