"""Pictures of one puzzle as pixels, PNG, by matplotlib, the extra `plot`."""

from typing import TYPE_CHECKING, Any, BinaryIO

from catalogue.errors import CatalogueError
from catalogue.formats.cells import size_of
from engine.shape import Shape

if TYPE_CHECKING:
    from engine import Variant
    from engine.rules.picture import Figure, Lines, Text

_CELL = 0.5  # inches
_POINTS = 72 * _CELL  # in a cell
_DOTS_PER_INCH = 160
_THIN, _THICK = 0.8, 2.4  # points
_CAPITAL = 0.73
"""The height of digits and capitals, in the size of the font."""


def write_puzzle(puzzle: str, blocks: str | None, file: BinaryIO) -> None:
    """Draw a plain puzzle. CatalogueError without matplotlib."""
    shape = Shape.of(size_of(puzzle), blocks)
    figure, panel = _panel(shape.size, 0)
    _draw_lines(panel, shape)
    for place, symbol in enumerate(puzzle):
        if symbol != ".":
            row, column = divmod(place, shape.size)
            panel.text(column + 0.5, row + 0.53, symbol, fontsize=36 * _CELL, ha="center", va="center")
    figure.savefig(file, format="png", dpi=_DOTS_PER_INCH)


def write_variant(variant: "Variant", file: BinaryIO) -> None:
    """Draw a puzzle with its rules. CatalogueError without matplotlib."""
    from engine.rules.picture import figures, margin

    picture, panel = _panel(variant.size, margin(variant))
    for place, each in enumerate(figures(variant)):
        _draw(panel, each, place)
    picture.savefig(file, format="png", dpi=_DOTS_PER_INCH)


def _panel(size: int, margin: int) -> tuple[Any, Any]:
    """A figure and its axes, which count cells from the upper left corner of a board, with some cells around it."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise CatalogueError("pictures need matplotlib; install it with: pip install 'board-catalogue[plot]'") from None
    figure = Figure(figsize=((size + 2 * margin) * _CELL,) * 2)
    panel = figure.add_axes((0.02, 0.02, 0.96, 0.96))
    panel.set(xlim=(-margin, size + margin), ylim=(size + margin, -margin), aspect="equal")
    panel.axis("off")
    return figure, panel


def _draw_lines(panel: Any, shape: Shape) -> None:
    """Thin lines between cells, thick ones around blocks."""
    size = shape.size
    for lines, draw, ends in ((shape.bands, panel.hlines, size), (shape.stacks, panel.vlines, size)):
        edges = {0, *(part.stop for part in lines)} if shape.has_blocks else {0, size}
        draw(range(size + 1), 0, ends, color="black", linewidth=_THIN)
        draw(sorted(edges), 0, ends, color="black", linewidth=_THICK, clip_on=False, capstyle="projecting")


# --- The figures of a variant ---


def _draw(panel: Any, figure: "Figure", order: int) -> None:
    from matplotlib.patches import Circle as Disc
    from matplotlib.patches import PathPatch

    from engine.rules.picture import Circle, Lines

    common = {"zorder": order, "clip_on": False}
    if isinstance(figure, Lines):
        style = {"linestyle": (0, (4, 2.4)), "capstyle": "butt"} if figure.dashed else {"capstyle": "round"}
        panel.add_patch(PathPatch(_path_of(figure), joinstyle="round", **_paint(figure), **style, **common))
    elif isinstance(figure, Circle):
        panel.add_patch(Disc(figure.at, figure.radius, **_paint(figure), **common))
    else:
        _write(panel, figure, common)


def _path_of(figure: "Lines") -> Any:
    from matplotlib.path import Path

    points = [point for line in figure.lines for point in line]
    codes = [Path.LINETO if place else Path.MOVETO for line in figure.lines for place in range(len(line))]
    return Path(points, codes)


def _paint(figure: Any) -> dict[str, Any]:
    return {
        "facecolor": figure.fill or "none",
        "edgecolor": figure.stroke or "none",
        "linewidth": figure.width * _POINTS if figure.stroke else 0,
    }


def _write(panel: Any, text: "Text", common: dict[str, Any]) -> None:
    """Write a text so that its capitals, not its line, are around the height of the point."""
    (x, y), height = text.at, text.height * _CAPITAL / 2
    panel.text(
        x,
        y + height,
        text.text,
        fontsize=text.height * _POINTS,
        color=text.ink,
        fontweight="bold" if text.bold else "normal",
        ha="left" if text.from_left else "center",
        va="baseline",
        **common,
    )
