"""The steps to the solution of variants, for `catalogue hint` and `catalogue path`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from board_catalogue import engine
from board_catalogue.catalogue.cli.many import Rows, write_rows
from board_catalogue.catalogue.cli.output import Target
from board_catalogue.catalogue.cli.ruled import Line, name_of
from board_catalogue.catalogue.cli.terminal import folded
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.engine.grades import Style

if TYPE_CHECKING:
    from board_catalogue.engine import Step, Variant


class Begun(NamedTuple):
    """A board that a person has begun: 0 for empty cells; a mask for each cell, bit 0 for digit 1, 0 for no marks."""

    values: list[int]
    marks: list[int]


def _steps(variant: Variant, style: Style | None, begun: Begun) -> Iterator[Step]:
    """The steps to the solution; ValueError for a style that the rules do not have."""
    from board_catalogue.engine.paths.path import steps_from
    from board_catalogue.engine.rules.houses import houses_of

    if style is Style.rating:
        houses_of(variant)
    yield from steps_from(variant, *begun, needs_one=False)


def _begun(variant: Variant, begun: Begun | None, source: str) -> Begun:
    """The board, or else that of the givens. CatalogueError for mistakes, and for a puzzle without a solution."""
    board = begun or Begun(variant.clues.tolist(), [0] * len(variant.clues))
    if not engine.count_solutions(variant, limit=1):
        raise CatalogueError(f"{source}: it has no solution, so it has no path")
    if not begun:
        return board
    try:
        mistakes = engine.mistakes(variant, *board)
    except ValueError as error:
        raise CatalogueError(f"{source}: {error}") from error
    if mistakes:
        raise CatalogueError(f"{source}: {mistakes[0].sentence}")
    return board


def _by_digits(steps: Iterator[Step]) -> Iterator[list[Step]]:
    """The steps that lead to each digit, together."""
    together = []
    for step in steps:
        together.append(step)
        if step.placement:
            yield together
            together = []
    if together:
        yield together


def print_next_digit(
    variant: Variant, target: Target, style: Style | None, source: str, begun: Begun | None = None
) -> None:
    """Print the steps that lead to the next digit: sentences, JSON, or a drawing of the last one.

    `source` is what errors name: the puzzle, or the file with the board that a person has begun.
    """
    from board_catalogue.engine.paths.styles import as_data
    from board_catalogue.engine.rules.drawing import svg

    board = _begun(variant, begun, source)
    try:
        steps = next(_by_digits(_steps(variant, style, board)), None)
    except ValueError as error:
        raise CatalogueError(f"{source}: {error}") from error
    if not steps:
        raise CatalogueError("no digit follows: the puzzle is full, or has several solutions or none")
    with target.printed():
        if target.format == "json":
            print(json.dumps(as_data(steps[0])))
        elif target.format == "svg":
            print(svg(variant, marked=steps[-1].cells))
        else:
            for each in steps:
                print(folded(each.sentence))


def print_path(variant: Variant, style: Style | None, target: Target, source: str) -> None:
    """Print the steps to the solution: those of each digit together, or by technique each on its own."""
    from board_catalogue.engine.rules.boxes import described

    steps, left = _steps(variant, style, _begun(variant, None, source)), variant.clues.tolist().count(0)
    together = ([step] for step in steps) if style is Style.rating else _by_digits(steps)
    try:
        first = list(islice(together, 1))  # an error before the first step prints nothing
    except ValueError as error:
        raise CatalogueError(f"{source}: {error}") from error
    with target.printed():
        print(described(variant))
        for number, some in enumerate(chain(first, together), 1):
            print(folded(f"{number:3d}  {' '.join(each.sentence for each in some)}"))
            left -= some[-1].placement is not None
        print("Nothing more follows: there are several solutions, or none." if left else "The puzzle is solved.")


# --- For programs ---------------------------------------------------------------------------------------------------


def print_steps(variant: Variant, target: Target, source: str) -> None:
    """Print all that is known of each step to the solution, as JSON."""
    from board_catalogue.engine.paths.styles import as_data

    steps = list(map(as_data, _path(variant, source)))
    with target.printed():
        print(json.dumps(steps))


def write_paths(lines: Iterable[Line], columns: Sequence[str], target: Target, word: str) -> None:
    """Write each variant with its rating, if it has one, and its steps: their techniques, or in JSON all of them."""
    from board_catalogue.engine.paths.styles import as_data

    def row(line: Line) -> Sequence[object]:
        steps = _path(line.variant, f"{name_of(word)}: line {line.number}")
        rating = _rating(steps)
        techniques = ", ".join(step.technique for step in steps)
        if target.format == "line":
            return line.text, "-" if rating is None else rating, techniques
        known = list(map(as_data, steps)) if target.format in ("json", "jsonl") else techniques
        return line.number, line.text, None, rating, known

    ready: Iterator[Rows] = ([row(line)] for line in lines)
    write_rows(ready, columns, target)


def _path(variant: Variant, source: str) -> Sequence[Step]:
    try:
        return engine.steps(variant)
    except ValueError as error:
        raise CatalogueError(f"{source}: {error}") from error


def _rating(steps: Sequence[Step]) -> float | None:
    """The rating of the hardest step; None if the steps have none."""
    from board_catalogue.engine.paths.styles import rating_of

    rating = rating_of(steps)
    return rating / 10 if rating else None
