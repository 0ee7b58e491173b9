"""Make a puzzle with one solution and write it to a file.

The file has a line "row column value" for each clue, with rows and columns from 0. The puzzle is also drawn, with its
numbers and what making it cost: the puzzles made until one suited, the attempts at its board, and the comparisons and
backtracks of these attempts. A dead end that begins a new attempt is a backtrack too. catalogue solve reads the file;
boards of other sizes than 9 need its options --size and --blocks.

With --rules the file has --count variants, one in a line, as constraint text or as links of f-puzzles; or a drawing of
one. Rules of the whole board leave a minimal puzzle; killer is cages alone, without a given; lines and dots leave a
puzzle that needs each of them and each given.

\b
Examples:
  catalogue create puzzle.txt --clues 30 --seed 1
  catalogue create hard.txt --grade hard
  catalogue create killers.txt --rules killer --count 20 --seed 1
  catalogue create one.svg --rules "diagonal,thermo,kropki" --format svg
"""

from __future__ import annotations

import secrets
import shlex
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import engine
from catalogue.cli.animation import FinishedBands
from catalogue.cli.charts import print_figures
from catalogue.cli.making_variants import MARKS, VARIANT_FORMATS, rules_of, write_variants
from catalogue.cli.options import Blocks, Effort, Force, Seed, Size, choice, number, shape_of
from catalogue.cli.puzzles import Figures, reference_figures
from catalogue.cli.terminal import draw
from catalogue.errors import CatalogueError
from catalogue.kinds import spelled
from catalogue.whole_files import check_output, write_output
from engine.grades import LARGEST_RATED_SIZE, Grade
from engine.shape import Shape

if TYPE_CHECKING:
    from engine import Grid
    from engine.graded_puzzle import GradedPuzzle
    from engine.teaching.collapse import Wave


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzle to make."""

    out: Annotated[Path, typer.Argument(help="File to write.", metavar="OUT")]
    clues: Annotated[int | None, number("Number of clues.", least=1)] = None
    effort: Effort = None
    empty: Annotated[int | None, number("Number of empty cells.")] = None
    grade: Annotated[
        Grade | None,
        choice(
            "Grade of the puzzle, by its hardest step. Above 12x12 it depends on the number of clues and guesses,"
            " compared with other puzzles. Default: medium, or easier where a shape has no medium puzzles.",
            Grade,
        ),
    ] = None
    rules: Annotated[
        Any,  # a tuple of names: typer would take so many arguments
        typer.Option(
            help="Rules beside the usual ones, with commas between them: rules of the whole board, such as diagonal,"
            f" windoku or anti-knight; killer; {', '.join(MARKS)}.",
            parser=rules_of,
            metavar="RULE[,RULE...]",
        ),
    ] = None
    count: Annotated[int | None, number("With --rules: so many puzzles. Default: 1.", least=1)] = None
    format: Annotated[str | None, choice("With --rules: what the file has. Default: constraints.", VARIANT_FORMATS)] = (
        None
    )
    size: Size = None
    blocks: Blocks = None
    seed: Seed = None
    progress: Annotated[
        bool, typer.Option("--progress", help="Draw the board each time another band of it is complete.")
    ] = False
    force: Force = False


_USUAL = Shape.of(9)


def run(options: Options) -> None:
    """Make the puzzle, write it, draw it, and print its numbers; or the variants."""
    if options.rules:
        _check_variants(options)
        write_variants(
            options.out,
            options.rules,
            options.count or 1,
            options.format or VARIANT_FORMATS[0],
            shape_of(options.size, options.blocks),
            secrets.randbits(32) if options.seed is None else options.seed,
            force=options.force,
        )
        return
    if options.count or options.format:
        raise typer.BadParameter("--count and --format need --rules")
    shape = shape_of(options.size, options.blocks)
    wanted = _wanted_clues(options, shape)
    check_output(options.out, force=options.force)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    found = _puzzle(options, shape, wanted, seed)
    grid = engine.Grid(found.puzzle, blocks=shape.blocks)
    made = _cost(found, shape, seed, progress=options.progress)
    write_output(options.out, grid.triples(), force=options.force)
    draw(grid)
    print_figures([*reference_figures(grid), *_rating(grid), *made, ("seed", str(seed))])
    if wanted is not None and grid.locked_count > wanted:
        print(f"asked for {wanted} clues, reached {grid.locked_count}: {_why_no_fewer(shape)}")
    if shape != _USUAL:  # the file does not show it
        blocks = "" if shape.is_usual else f" --blocks {shape.blocks}"
        print(f"read it with: catalogue solve {shlex.quote(str(options.out))} --size {shape.size}{blocks}")


def _check_variants(options: Options) -> None:
    """BadParameter for options that are for plain puzzles, or exclude each other."""
    plain = (options.clues, options.effort, options.empty, options.grade)
    if options.progress or any(option is not None for option in plain):
        raise typer.BadParameter("--rules goes with --count, --format, --size, --blocks, --seed and --force alone")
    if options.format == "svg" and (options.count or 1) > 1:
        raise typer.BadParameter("--format svg draws one puzzle: leave --count out")


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
    from engine.carving import EFFORT
    from engine.graded_puzzle import GradedPuzzle

    if options.grade:
        return _puzzle_of_grade(options.grade, shape, seed)
    if clues is None:
        for grade in (Grade.medium, Grade.easy):  # the smallest boards have no medium puzzles, some none that is easy
            with suppress(CatalogueError):
                return _puzzle_of_grade(grade, shape, seed)
    board = engine.generate(1, size=shape.size, blocks=shape.blocks, seed=seed)[0]
    effort = options.effort or EFFORT
    puzzle = engine.carve(board, blocks=shape.blocks, seed=seed, clues=clues, effort=effort)
    return GradedPuzzle(puzzle, position=0, tried=1)


def _puzzle_of_grade(grade: Grade, shape: Shape, seed: int) -> GradedPuzzle:
    from engine.graded_puzzle import find_puzzle

    try:
        return find_puzzle(grade, size=shape.size, blocks=shape.blocks, seed=seed)
    except ValueError as error:  # the seed has none
        raise CatalogueError(str(error)) from error


def _cost(found: GradedPuzzle, shape: Shape, seed: int, *, progress: bool) -> Figures:
    """What it took to make the puzzle's board: collapse makes the same one step by step, and counts."""
    from engine.teaching.collapse import collapse

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
    from engine.rating import technique_of

    rating = engine.rate(grid)
    technique = technique_of(int(rating["hardest"])).name
    return [("rating", spelled(int(rating["rating"]))), ("hardest step", technique)]


def _why_no_fewer(shape: Shape) -> str:
    from engine.carving import MINIMAL_SIZES

    if shape == _USUAL:
        return "more --effort may lead to fewer"
    if shape.size in MINIMAL_SIZES:
        return "without any one of them it has more than one solution"
    return "removing another one would need a guess to prove a single solution"
