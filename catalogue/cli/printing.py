"""The printer: the sections of a report as text or as Markdown, and grids, steps and lines on a terminal."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Sequence
from functools import cache
from typing import Any

from ...engine.drawing import marked
from ...engine.shape import CLUE_MARK
from ..verbs.sections import Bars, Figures, Lines, Section, Sections, Table

_LONGEST_BAR = 40  # characters
_NUMBER_WIDTH = 10


# --- Sections ---------------------------------------------------------------------------------------------------------


def text(sections: Sections) -> str:
    """Return sections for people, with an empty line between two."""
    return "\n\n".join("\n".join(map(_text, each)) if isinstance(each, list) else _text(each) for each in sections)


def _text(section: Any) -> str:
    match section:
        case Lines():
            return "\n".join(map(folded, section.lines) if section.folds else section.lines)
        case Figures():
            return two_columns(section)
        case Table():
            return table(section)
        case _:
            return bars(section)


def two_columns(figures: Figures) -> str:
    """Names in the left column, numbers flush right, where a longer time moves nothing."""
    rows = [
        (name, value if isinstance(value, str) else f"{value:,}") for name, value in figures.rows if value is not None
    ]
    name_width = max((len(name) for name, _ in rows), default=0)
    number_width = max(_NUMBER_WIDTH, *(len(number) for _, number in rows))
    return "\n".join(f"{name:<{name_width}}  {number:>{number_width}}" for name, number in rows)


def table(section: Table) -> str:
    """Columns under their headers, each aligned to its side."""
    from ..formats.lines import tabulated  # with the readers of text

    sides = section.sides or ["left", *["right"] * (len(section.headings) - 1)]
    return tabulated(list(section.rows), list(section.headings), disable_numparse=True, colalign=sides)


def bars(section: Bars) -> str:
    """A bar for each value, with its count and its share."""
    total, most = sum(section.counts.values()), max(section.counts.values(), default=1)
    rows = [
        (value, f"{number:,}", f"{number / total:.1%}", "█" * max(1, round(_LONGEST_BAR * number / most)))
        for value, number in section.counts.items()
    ]
    return table(Table(rows, [section.heading, "puzzles", "share", ""], ["right", "right", "right", "left"]))


def markdown(sections: Sequence[Section]) -> str:
    """Return tables and lines in Markdown, the lines as a list."""
    return "\n\n".join("\n".join(_markdown(each)) for each in sections)


def _markdown(section: Any) -> list[str]:
    if isinstance(section, Lines):
        return [f"- {line}" for line in section.lines]
    rules = ["---", *["---:"] * (len(section.headings) - 1)]
    cells = ([str(cell).replace("|", "\\|") for cell in row] for row in (section.headings, *section.rows))
    head, *rows = (f"| {' | '.join(row)} |" for row in cells)
    return [head, f"| {' | '.join(rules)} |", *rows]


# --- Grids and lines --------------------------------------------------------------------------------------------------


@cache
def terminal() -> Any:
    """Return the console of the standard output: in colour on a terminal, unless NO_COLOR is set.

    It is always the same one, so that lines printed during an animation stay above it.
    """
    from rich.console import Console

    return Console(highlight=False)


def draw(drawing: Any) -> None:
    """Draw a grid, or a step, on the standard output."""
    terminal().print(drawing, soft_wrap=True)  # a narrow terminal wraps it itself


def draw_solution(grid: Any) -> None:
    """Draw a filled grid, with its clues in another colour; without colours, with a mark after each."""
    if terminal().color_system and not terminal().no_color:
        draw(grid)
    else:
        print(f"clues are marked {CLUE_MARK}")
        print(marked(grid))


def folded(line: str, indent: int = 0) -> str:
    """Return a line, wrapped if the terminal is too narrow for it."""
    if not sys.stdout.isatty():
        return line
    return textwrap.fill(line, shutil.get_terminal_size().columns, subsequent_indent=" " * indent)
