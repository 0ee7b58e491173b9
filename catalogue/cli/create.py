"""`catalogue create`: one new puzzle in a file."""

import secrets
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from catalogue.cli.charts import tell
from catalogue.cli.puzzles import Figures, draw, reference_figures
from catalogue.rating.grades import spelled
from catalogue.whole_files import write_whole
from engine.rating.grades import Grade

if TYPE_CHECKING:
    from engine import Grid


def command(
    out: Annotated[Path, typer.Argument(help="File to write, a line row column value for each clue.", metavar="OUT")],
    clues: Annotated[int | None, typer.Option(help="How many cells are given.", min=1)] = None,
    empty: Annotated[int | None, typer.Option(help="How many cells are empty.", min=0)] = None,
    grade: Annotated[
        Grade | None,
        typer.Option(
            help="How hard its hardest step is. Other sizes than 9 have no ratings: there it is how many clues and how"
            " many guesses, compared with other puzzles. [default: medium]"
        ),
    ] = None,
    size: Annotated[int, typer.Option(help="Size of the board.")] = 9,
    seed: Annotated[
        int | None, typer.Option(help="A seed makes the same puzzle ever again.", min=0, max=2**63 - 1)
    ] = None,
) -> None:
    """Make a puzzle with one solution, and write it to a file.

    It is drawn, with its numbers. Rows and columns are counted from 0 in the file; solve reads it, with --size where
    that is not 9.

    \b
    Example:
      catalogue create puzzle.txt --clues 30 --seed 1
      catalogue create puzzle.txt --grade hard
    """
    import engine
    from engine.rating.graded_puzzle import puzzle_of_grade

    if str(out) == "-":
        raise typer.BadParameter("OUT is the name of a file; the puzzle is drawn on the standard output")
    if sum(option is not None for option in (clues, empty, grade)) > 1:
        raise typer.BadParameter("give one of --clues, --empty and --grade")
    if size not in engine.SIZES:
        raise typer.BadParameter(f"--size {size} is not one of {', '.join(map(str, engine.SIZES))}")
    wanted = size**2 - empty if empty is not None else clues
    if wanted is not None and not 1 <= wanted <= size**2:
        raise typer.BadParameter(f"{wanted} clues are not in 1 .. {size**2}")
    own_seed = secrets.randbits(32) if seed is None else seed
    if wanted is None:
        puzzle = puzzle_of_grade(grade or Grade.medium, size=size, seed=own_seed)
    else:
        puzzle = engine.carve(engine.generate(1, size=size, seed=own_seed)[0], seed=own_seed, clues=wanted)
    grid = engine.Grid(puzzle)
    write_whole(out, grid.triples())
    draw(grid)
    tell([*reference_figures(grid), *_rating(grid), ("seed", str(own_seed))])
    if wanted is not None and grid.locked_count > wanted:
        print(f"asked for {wanted} clues, reached {grid.locked_count}: {_why_no_fewer(size)}")
    if size != 9:  # which the file does not show
        print(f"read it with: catalogue solve {shlex.quote(str(out))} --size {size}")


def _rating(grid: "Grid") -> Figures:
    """How the hardest step is rated, where there is a scale and a step."""
    import engine

    if grid.size != 9 or grid.is_solved:
        return []
    rating = engine.rate(grid.to_numpy().reshape(-1))
    technique = engine.TECHNIQUES[rating["hardest"]].name
    return [("rating", spelled(int(rating["rating"]))), ("hardest step", technique)]


def _why_no_fewer(size: int) -> str:
    from engine.batch.carving import MINIMAL_SIZES

    if size in MINIMAL_SIZES:
        return "without any one of them it has more than one solution"
    return "no further clue goes without a guess to prove it"
