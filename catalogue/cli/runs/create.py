"""`catalogue create`: one new puzzle in a file."""

import secrets
import shlex
from contextlib import suppress

import typer

import engine
from catalogue.cli.commands.create import Options
from catalogue.cli.options import shape_of
from catalogue.cli.puzzles import Figures, reference_figures
from catalogue.cli.runs.finished_bands import FinishedBands
from catalogue.cli.terminal.charts import print_figures
from catalogue.cli.terminal.console import draw
from catalogue.errors import CatalogueError
from catalogue.rating.grades import spelled
from catalogue.whole_files import check_output, write_output
from engine import Grid
from engine.batch.carving import EFFORT, MINIMAL_SIZES
from engine.board.shape import Shape
from engine.rating.graded_puzzle import GradedPuzzle, find_puzzle
from engine.rating.grades import Grade
from engine.rating.stored import LARGEST_RATED_SIZE
from engine.rating.techniques import technique_of
from engine.teaching.collapse import Wave, collapse

_USUAL = Shape.of(9)


def run(options: Options) -> None:
    """Make the puzzle, write it, draw it, and print its numbers."""
    shape = shape_of(options.size, options.blocks)
    wanted = _wanted_clues(options, shape)
    check_output(options.out, force=options.force)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    found = _puzzle(options, shape, wanted, seed)
    grid = Grid(found.puzzle, blocks=shape.blocks)
    made = _cost(found, shape, seed, progress=options.progress)
    write_output(options.out, grid.triples(), force=options.force)
    draw(grid)
    print_figures([*reference_figures(grid), *_rating(grid), *made, ("seed", str(seed))])
    if wanted is not None and grid.locked_count > wanted:
        print(f"asked for {wanted} clues, reached {grid.locked_count}: {_why_no_fewer(shape)}")
    if shape != _USUAL:  # the file does not show it
        blocks = "" if shape.is_usual else f" --blocks {shape.blocks}"
        print(f"read it with: catalogue solve {shlex.quote(str(options.out))} --size {shape.size}{blocks}")


def _wanted_clues(options: Options, shape: Shape) -> int | None:
    """The number of clues asked for; BadParameter for options that exclude each other or are out of range."""
    if str(options.out) == "-":
        raise typer.BadParameter("OUT is the name of a file; the puzzle is drawn on standard output")
    if sum(option is not None for option in (options.clues, options.empty, options.grade)) > 1:
        raise typer.BadParameter("give one of --clues, --empty and --grade")
    cells = shape.cells
    wanted = options.clues if options.empty is None else cells - options.empty
    if wanted is not None and not 1 <= wanted <= cells:
        raise typer.BadParameter(f"{wanted} clues are not in 1 .. {cells}")
    return wanted


def _puzzle(options: Options, shape: Shape, clues: int | None, seed: int) -> GradedPuzzle:
    if options.grade:
        return _puzzle_of_grade(options.grade, shape, seed)
    if clues is None:
        for grade in (Grade.medium, Grade.easy):  # the smallest boards have no medium puzzles, some none that is easy
            with suppress(CatalogueError):
                return _puzzle_of_grade(grade, shape, seed)
    board = engine.generate(1, size=shape.size, blocks=shape.blocks, seed=seed)[0]
    puzzle = engine.carve(board, blocks=shape.blocks, seed=seed, clues=clues, effort=options.effort or EFFORT)
    return GradedPuzzle(puzzle, position=0, tried=1)


def _puzzle_of_grade(grade: Grade, shape: Shape, seed: int) -> GradedPuzzle:
    try:
        return find_puzzle(grade, size=shape.size, blocks=shape.blocks, seed=seed)
    except ValueError as error:  # the seed has none
        raise CatalogueError(str(error)) from error


def _cost(found: GradedPuzzle, shape: Shape, seed: int, *, progress: bool) -> Figures:
    """What it took to make the puzzle's board: collapse makes the same one step by step, and counts."""
    bands = FinishedBands()

    def look(wave: Wave) -> None:
        if news := bands.news(wave.grid):
            print(f"{news} of the board")
            draw(wave.grid)

    attempts = list(
        collapse(shape.size, blocks=shape.blocks, seed=seed, index=found.position, observer=look if progress else None)
    )
    return [
        ("puzzles made", f"{found.tried:,}"),
        ("attempts at its board", f"{len(attempts):,}"),
        ("comparisons in making it", f"{sum(wave.comparisons for wave in attempts):,}"),
        ("backtracks in making it", f"{sum(wave.backtracks for wave in attempts) + len(attempts) - 1:,}"),
    ]


def _rating(grid: Grid) -> Figures:
    """The rating of the hardest step, where there is a scale and a step."""
    if grid.size > LARGEST_RATED_SIZE or grid.is_solved:
        return []
    rating = engine.rate(grid)
    technique = technique_of(int(rating["hardest"])).name
    return [("rating", spelled(int(rating["rating"]))), ("hardest step", technique)]


def _why_no_fewer(shape: Shape) -> str:
    if shape == _USUAL:
        return "more --effort may lead to fewer"
    if shape.size in MINIMAL_SIZES:
        return "without any one of them it has more than one solution"
    return "removing another one would need a guess to prove a single solution"
