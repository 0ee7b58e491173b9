"""Draw a puzzle, with its numbers in a line above.

Clues are blue on a terminal with colours. With --solution, the other digits are green; without colours, each clue is
marked: 5'.

\b
Examples:
  catalogue show 123
  catalogue show 123 --solution
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from catalogue.cli.options import DEFAULT_HOME, Home
from catalogue.cli.puzzles import filled
from catalogue.cli.terminal import draw, draw_solution
from catalogue.cli.values import puzzle_number
from catalogue.kinds import FAST_CEILING
from catalogue.numbers import Range

if TYPE_CHECKING:
    from catalogue.writing import Origin


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzle to draw."""

    number: Annotated[
        Range,
        typer.Argument(
            help="Number of a board, for its first puzzle; N.1, N.2, ... for further ones.",
            metavar="N",
            parser=puzzle_number,
        ),
    ]
    solution: Annotated[bool, typer.Option("--solution", help="Draw the solution instead of the puzzle.")] = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Draw the puzzle of a board, or its solution."""
    from catalogue.formats.cells import grid_of
    from catalogue.queries import COLUMNS, numbered
    from catalogue.store import Store
    from catalogue.writing import origin_of

    with Store.read(options.home) as store:
        for row in numbered(store, [options.number]):
            puzzle = dict(zip(COLUMNS, row, strict=True))
            grid = grid_of(puzzle["givens"], store.settings.blocks)
            print(_numbers(puzzle, grid.size))
            if puzzle["rating_status"] and puzzle["clues"] < grid.size**2:  # a full one needs no step
                print(_rating(puzzle))
            if origin := origin_of(store, options.number.first, options.number.place or 0):
                print(_origin(origin))
            if options.solution:
                draw_solution(filled(grid, grid_of(puzzle["solution"], store.settings.blocks)))
            else:
                draw(grid)


def _numbers(puzzle: Mapping[str, Any], size: int) -> str:
    from engine.carving import MINIMAL_SIZES

    unproven = "not minimal" if size in MINIMAL_SIZES else "not proven minimal"
    kind = "minimal" if puzzle["minimal"] else unproven
    kind += f", {puzzle['pattern']}" if puzzle["pattern"] else ""
    return (
        f"{'board' if isinstance(puzzle['id'], int) else 'puzzle'} {puzzle['id']}: {puzzle['clues']} clues, {kind};"
        f" guesses {puzzle['guesses']}, nodes {puzzle['nodes']}, depth {puzzle['max_depth']}"
    )


def _rating(puzzle: Mapping[str, Any]) -> str:
    match puzzle["rating_status"]:
        case "above":
            return f"rated above {FAST_CEILING}"
        case "beyond":
            return "rated beyond all techniques known here"
        case _:
            parts = [f"rated {puzzle['rating']:.1f}", puzzle["grade"], puzzle["hardest"]]
            if puzzle["score"] is not None:
                parts.append(f"score {puzzle['score']:,} ({puzzle['level']})")
            return ", ".join(filter(None, parts))


def _origin(origin: Origin) -> str:
    details = "".join(f"; {name}: {value}" for name, value in origin.details.items() if value)
    return f"from {origin.source}, line {origin.line}{details}"
