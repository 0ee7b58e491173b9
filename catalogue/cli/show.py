"""`catalogue show`: one puzzle drawn in the terminal."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from catalogue.cli.options import DEFAULT_HOME, Home
from catalogue.rating.grades import FAST_CEILING


def command(
    number: Annotated[int, typer.Argument(help="Number of the board.", metavar="N")],
    solution: Annotated[bool, typer.Option("--solution", help="Draw the solution in place of the puzzle.")] = False,
    home: Home = DEFAULT_HOME,
) -> None:
    """Draw a puzzle, with its numbers in a line above.

    \b
    Example:
      catalogue show 123
      catalogue show 123 --solution
    """
    from catalogue.store import Store
    from catalogue.store.queries import COLUMNS, numbered
    from engine import Grid
    from engine.batch.carving import MINIMAL_SIZES

    with Store.read(home) as store:
        for row in numbered(store, [(number, number)]):
            puzzle = dict(zip(COLUMNS, row, strict=True))
            grid = Grid.parse(puzzle["solution" if solution else "givens"])
            unproven = "not minimal" if grid.size in MINIMAL_SIZES else "not proven minimal"
            kind = "minimal" if puzzle["minimal"] else unproven
            kind += f", {puzzle['pattern']}" if puzzle["pattern"] else ""
            print(
                f"board {puzzle['id']}: {puzzle['clues']} clues, {kind};"
                f" guesses {puzzle['guesses']}, nodes {puzzle['nodes']}, depth {puzzle['max_depth']}"
            )
            if puzzle["rating_status"] and puzzle["clues"] < grid.size**2:  # a full one needs no step
                print(_rating(puzzle))
            print(grid)


def _rating(puzzle: Mapping[str, Any]) -> str:
    match puzzle["rating_status"]:
        case "above":
            return f"rated above {FAST_CEILING}"
        case "beyond":
            return "rated beyond every technique known here"
        case _:
            parts = [f"rated {puzzle['rating']:.1f}", puzzle["grade"], puzzle["hardest"]]
            return ", ".join(filter(None, parts))
