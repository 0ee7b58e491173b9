"""Draw a puzzle, with its numbers in a line above.

The puzzle is a number in the catalogue, its cells in a line, or a file.
Clues are blue on a terminal with colours. With --solution, the other digits are green; without colours, each clue is
marked: 5'.

\b
Examples:
  catalogue show 123
  catalogue show 123 --solution
  catalogue show puzzle.txt
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from board_catalogue import engine
from board_catalogue.catalogue.cli.options import DEFAULT_HOME, Base, Home, PuzzleSource, RulesOfPuzzle
from board_catalogue.catalogue.cli.puzzles import filled, kept_standard_input, puzzle_of
from board_catalogue.catalogue.cli.ruled import stored_variant, variant_named
from board_catalogue.catalogue.cli.terminal import draw, draw_solution
from board_catalogue.catalogue.errors import CatalogueError, on_one_line
from board_catalogue.catalogue.puzzles.kinds import FAST_CEILING
from board_catalogue.catalogue.puzzles.numbers import TEXTBOOK, TEXTBOOK_METRICS, Range, parsed_number
from board_catalogue.engine.shape import Shape

if TYPE_CHECKING:
    from board_catalogue.catalogue.storage.writing import Origin
    from board_catalogue.engine import Grid, Variant


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzle to draw."""

    puzzle: PuzzleSource
    base: Base = None
    rules: RulesOfPuzzle = None
    solution: Annotated[bool, typer.Option("--solution", help="Draw the solution instead of the puzzle.")] = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Draw the puzzle, or its solution."""
    number = parsed_number(options.puzzle)
    if number and options.rules is None:
        _show_stored(options, number)
        return
    with kept_standard_input(Path(options.puzzle)):
        if variant := variant_named(options.puzzle, options.home, options.rules):
            _show_variant(options, variant)
            return
        grid = puzzle_of(options.puzzle, options.home, base=options.base)
    print(f"{grid.locked_count} clues")
    if options.solution:
        draw_solution(filled(grid, _the_solution(grid, options.puzzle)))
    else:
        draw(grid)


def _the_solution(grid: Grid, name: str) -> Grid:
    cells = grid.to_numpy().ravel()
    _check_unique(int(engine.count_solutions(cells, blocks=grid.blocks)), name)
    return engine.Grid(engine.solve(cells, blocks=grid.blocks), blocks=grid.blocks)


def _check_unique(solutions: int, name: str) -> None:
    if solutions != 1:
        raise CatalogueError(f"{name}: the puzzle does not have exactly one solution; look at it with: catalogue solve")


def _show_stored(options: Options, number: Range) -> None:
    """Draw a puzzle of the catalogue with its numbers, or its solution."""
    from board_catalogue.catalogue.puzzles.stored import grid_of
    from board_catalogue.catalogue.storage.columns import COLUMNS
    from board_catalogue.catalogue.storage.queries import numbered
    from board_catalogue.catalogue.storage.store import Store
    from board_catalogue.catalogue.storage.writing import origin_of

    with Store.read(options.home) as store:
        for row in numbered(store, [number]):
            puzzle = dict(zip(COLUMNS, row, strict=True))
            grid = grid_of(puzzle["givens"], store.settings.blocks)
            # A damaged one is named before anything is printed.
            variant = stored_variant(number, options.home)
            print(_numbers(puzzle, grid.size))
            if puzzle["textbook_depth"] is not None:
                print(_textbook(puzzle))
            if puzzle["clues"] < grid.size**2 and (ratings := _ratings(puzzle)):  # a full one needs no step
                print(ratings)
            if store.settings.shape == Shape.of(9) and not variant:
                print(f"class {_class_of(puzzle['solution'])}")
            if origin := origin_of(store, number.first, number.place or 0):
                print(_origin(origin))
            if variant:
                _show_variant(options, variant)
            elif options.solution:
                draw_solution(filled(grid, grid_of(puzzle["solution"], store.settings.blocks)))
            else:
                draw(grid)


def _show_variant(options: Options, variant: Variant) -> None:
    """Draw a variant with its rules in words, or its solution."""
    from board_catalogue.engine.rules.boxes import boxes, described

    if not options.solution:
        print(described(variant))
        return
    solutions, counts = engine.solve([variant], limit=2)
    _check_unique(int(counts[0]), options.puzzle)
    print(boxes(variant, solutions[0].tolist()))


def _numbers(puzzle: Mapping[str, Any], size: int) -> str:
    from board_catalogue.engine.carving import MINIMAL_SIZES

    unproven = "not minimal" if size in MINIMAL_SIZES else "not proven minimal"
    kind = "minimal" if puzzle["minimal"] else unproven
    kind += f", {puzzle['pattern']}" if puzzle["pattern"] else ""
    return (
        f"{'board' if isinstance(puzzle['id'], int) else 'puzzle'} {puzzle['id']}: {puzzle['clues']} clues, {kind}\n"
        f"reference search: backtracks {puzzle['backtracks']:,}, depth {puzzle['max_depth']}"
    )


def _class_of(solution: str) -> int:
    """The number of the solution's class."""
    from board_catalogue import engine
    from board_catalogue.engine.boards import from_lines

    return int(engine.rank(from_lines([solution]))[0])


def _textbook(puzzle: Mapping[str, Any]) -> str:
    counts = ", ".join(f"{name.removeprefix(TEXTBOOK)} {puzzle[name]:,}" for name in TEXTBOOK_METRICS)
    return f"textbook search: {counts}"


def _ratings(puzzle: Mapping[str, Any]) -> str:
    """The rating and the score, as far as the puzzle has them."""
    score = f"score {puzzle['score']:,} ({puzzle['level']})" if puzzle["score"] is not None else ""
    return ", ".join(filter(None, (_rating(puzzle), score)))


def _rating(puzzle: Mapping[str, Any]) -> str:
    match puzzle["rating_status"]:
        case None:
            return ""
        case "above":
            return f"rated above {FAST_CEILING}"
        case "beyond":
            return "rated beyond all techniques known here"
        case _:
            return ", ".join(filter(None, (f"rated {puzzle['rating']:.1f}", puzzle["grade"], puzzle["hardest"])))


def _origin(origin: Origin) -> str:
    details = "".join(f"; {name}: {value}" for name, value in origin.details.items() if value)
    return on_one_line(f"from {origin.source}, line {origin.line}{details}")
