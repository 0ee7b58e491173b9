"""`catalogue show`: one puzzle drawn in the terminal."""

from collections.abc import Mapping
from typing import Any

from catalogue.cli.commands.show import Options
from catalogue.cli.puzzles import filled
from catalogue.cli.terminal.console import draw, draw_solution
from catalogue.formats.digits import grid_of
from catalogue.rating.grades import FAST_CEILING
from catalogue.store import Store
from catalogue.store.provenance import Origin, origin_of
from catalogue.store.reading.queries import COLUMNS, numbered
from engine.batch.carving import MINIMAL_SIZES


def run(options: Options) -> None:
    """Draw the puzzle of a board, or its solution."""
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
            return ", ".join(filter(None, parts))


def _origin(origin: Origin) -> str:
    details = "".join(f"; {name}: {value}" for name, value in origin.details.items() if value)
    return f"from {origin.source}, line {origin.line}{details}"
