"""Boards drawn: in lines, `grid`, `txt`, `ss` and `triples`, or as the picture of one puzzle, `svg` and `png`."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, TypeVar

from ...engine import Grid
from ...engine.drawing import CONFLICT_GROUND, INK, svg
from ...engine.reading.forms import Wanted
from ...engine.reading.reader import board_puzzles, boards_of
from ...engine.reading.tables import Given, NumberedLines, Refuse, is_json, is_table, stop_at_line
from ...engine.shape import DIGITS, VALUES, Shape
from ..errors import CatalogueError
from ..puzzles.stored import grid_of, row_lines, size_of
from .lines import head_lines, is_list

if TYPE_CHECKING:
    from ...engine import Variant
    from ...engine.rules.picture import Figure

T = TypeVar("T")


def is_drawn(head: bytes) -> bool:
    """Whether the file begins with a board of several lines."""
    lines = head_lines(head)
    if is_json("\n".join(lines)) or is_table([line for line in lines if line.strip()][:2]):
        return False
    try:
        first = next(boards_of((number, f"{line}\n") for number, line in enumerate(lines, 1)), None)
    except ValueError:
        return False
    if first is None:
        return False
    return len(first.board) == len(lines) ** 2 or not is_list(head)  # 16 boards of 4x4, or one of 16x16


def read_drawn(lines: NumberedLines, base: int | None = None, refuse: Refuse = stop_at_line) -> Iterator[Given]:
    """Yield the boards of a file; a solution goes with the puzzle before. `base` is as in `reader.read`."""
    return board_puzzles(lines, Wanted.of(None, None, base), refuse)


def text_grid(row: Sequence[str], columns: Sequence[str], blocks: str | None = None) -> str:
    """The drawing of each board, given as a line of one character per cell: a puzzle, then perhaps its solution."""
    return "".join(_template(size_of(board), blocks) % tuple(board) for board in row)


@cache
def _template(size: int, blocks: str | None) -> str:
    return f"{Grid.empty(size, blocks=blocks)}\n".replace(DIGITS[0], "%s")


def text_txt(row: Sequence[str], columns: Sequence[str]) -> str:
    """Each board spelled out in rows of numbers, as in `N.txt`: 0 for an empty cell, a blank line between two."""
    return "\n".join(row_lines([[VALUES[symbol] for symbol in cells] for cells in rows_of(board)]) for board in row)


def rows_of(board: str) -> list[str]:
    """The rows of a board of one character per cell."""
    size = size_of(board)
    return [board[start : start + size] for start in range(0, len(board), size)]


def text_ss(row: Sequence[str], columns: Sequence[str], blocks: str | None = None) -> str:
    """The puzzle with bars between the blocks and dashes between the bands (Simple Sudoku)."""
    lines, shape = rows_of(row[0]), Shape.of(size_of(row[0]), blocks)
    barred = ["|".join(line[stack.start : stack.stop] for stack in shape.stacks) + "\n" for line in lines]
    rule = "-" * (shape.size + len(shape.stacks) - 1) + "\n"
    return rule.join("".join(barred[band.start : band.stop]) for band in shape.bands)


def write_triples(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Write a line `row column value` for each clue of a puzzle, and then of its solution if there is one.

    The lines themselves do not show whether they count from 0 or 1, so a heading does.
    """
    before = ""
    for board in chain.from_iterable(rows):
        size = size_of(board)
        if not before:
            file.write(f"# row column value, counted from 0, on boards of {size}x{size}\n")
        clues = ((divmod(place, size), VALUES[symbol]) for place, symbol in enumerate(board) if symbol != ".")
        file.write(before + "".join(f"{row} {column} {value}\n" for (row, column), value in clues))
        before = "\n"


# --- svg, and png, which needs matplotlib, the extra `plot` --------------------------------------------------


def write_svg(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO, blocks: str | None = None) -> None:
    """Draw the puzzle of the only row; ValueError if there are none or several."""
    file.write(svg(grid_of(the_only(rows)[0], blocks)) + "\n")


def write_png(rows: Iterable[Sequence[str]], columns: Sequence[str], file: BinaryIO, blocks: str | None = None) -> None:
    """Draw the puzzle of the only row. ValueError for none or several, CatalogueError without matplotlib."""
    write_board(grid_of(the_only(rows)[0], blocks), file)


def the_only(puzzles: Iterable[T]) -> T:
    """Return the only puzzle; ValueError if there are none or several."""
    several = list(islice(puzzles, 2))
    if len(several) != 1:
        raise ValueError(f"a picture has one puzzle, not {'several' if several else 'none'}: name its number")
    return several[0]


_CELL = 0.5  # inches
_POINTS = 72 * _CELL  # in a cell
_DOTS_PER_INCH = 160
_THIN, _THICK = 0.8, 2.4  # points
_CAPITAL = 0.73
"""The height of digits and capitals, in the size of the font."""


def write_board(grid: Grid, file: BinaryIO) -> None:
    """Draw a plain board in the colours of `engine.drawing.svg`: clues, cells filled in, and cells in conflict.

    CatalogueError without matplotlib.
    """
    figure, panel = _panel(grid.size, grid.size, 0)
    from matplotlib.patches import Rectangle

    size, shape = grid.size, grid.board_shape
    for lines, draw in ((shape.bands, panel.hlines), (shape.stacks, panel.vlines)):
        edges = {0, *(part.stop for part in lines)} if shape.has_blocks else {0, size}
        draw(range(size + 1), 0, size, color="black", linewidth=_THIN)
        draw(sorted(edges), 0, size, color="black", linewidth=_THICK, clip_on=False, capstyle="projecting")
    for row, column, value, locked in grid:
        if not value:
            continue
        ink, fits = INK["clue" if locked else "filled"], grid.fits(row, column, value)
        if not fits:
            ink = INK["conflict"]
            ground = Rectangle((column, row), 1, 1, facecolor=CONFLICT_GROUND, edgecolor="none", zorder=0)
            panel.add_patch(ground)
        style = {"color": ink, "weight": "bold" if locked else "normal"}
        panel.text(column + 0.5, row + 0.53, DIGITS[value], fontsize=36 * _CELL, ha="center", va="center", **style)
    figure.savefig(file, format="png", dpi=_DOTS_PER_INCH)


def write_variant(variant: "Variant", file: BinaryIO, digits: Sequence[int] | None = None) -> None:
    """Draw a puzzle with its rules, and perhaps the digits of a board. CatalogueError without matplotlib."""
    from ...engine.rules.picture import figures, margin, words_below

    words, below = words_below(variant)
    picture, panel = _panel(variant.frame.rows, variant.frame.columns, margin(variant), below)
    for order, figure in enumerate([*figures(variant, digits), *words]):
        _draw(panel, figure, {"zorder": order, "clip_on": False})
    picture.savefig(file, format="png", dpi=_DOTS_PER_INCH)


def _panel(rows: int, columns: int, margin: int, below: float = 0) -> tuple[Any, Any]:
    """A figure and its axes, which count cells from the upper left corner of a board; cells are around and below it."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise CatalogueError("pictures need matplotlib; install it with: pip install 'board-catalogue[plot]'") from None
    figure = Figure(figsize=((columns + 2 * margin) * _CELL, (rows + 2 * margin + below) * _CELL))
    panel = figure.add_axes((0.02, 0.02, 0.96, 0.96))
    panel.set(xlim=(-margin, columns + margin), ylim=(rows + margin + below, -margin), aspect="equal")
    panel.axis("off")
    return figure, panel


def _draw(panel: Any, figure: "Figure", common: dict[str, Any]) -> None:
    """Draw lines, a circle, or a text so that its capitals, not its line, are around the height of the point."""
    from matplotlib.patches import Circle as Disc
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    from ...engine.rules.picture import Circle, Text

    if isinstance(figure, Text):
        (x, y), height = figure.at, figure.height * _CAPITAL / 2
        font = {"fontsize": figure.height * _POINTS, "fontweight": "bold" if figure.bold else "normal"}
        side = "left" if figure.from_left else "center"
        panel.text(x, y + height, figure.text, color=figure.ink, ha=side, va="baseline", **font, **common)
        return
    paint = {
        "facecolor": figure.fill or "none",
        "edgecolor": figure.stroke or "none",
        "linewidth": figure.width * _POINTS if figure.stroke else 0,
    }
    if isinstance(figure, Circle):
        panel.add_patch(Disc(figure.at, figure.radius, **paint, **common))
        return
    style = {"linestyle": (0, (4, 2.4)), "capstyle": "butt"} if figure.dashed else {"capstyle": "round"}
    points = [point for line in figure.lines for point in line]
    codes = [Path.LINETO if place else Path.MOVETO for line in figure.lines for place in range(len(line))]
    panel.add_patch(PathPatch(Path(points, codes), joinstyle="round", **paint, **style, **common))
