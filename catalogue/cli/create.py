"""Make a puzzle with one solution.

The puzzle is drawn, with its numbers and what making it cost: the puzzles made until one fitted, the attempts at their
boards, the searches that proved whether a clue can be removed, and the processor seconds in all.

With OUT it is also written to a file, whose ending chooses the format. A .txt, or a name without an ending, gets a line
"row column value" for each clue, with rows and columns from 0. catalogue solve reads it; boards of sizes other than 9
need its options --size and --blocks. With --format and no file, the puzzle alone goes to the standard output.

The exit status is 3 if the puzzle has more clues than asked for.

With --rules, the file has --count variants, one per line, as constraint text or f-puzzles links, or a drawing of one.
With rules of the whole board, the puzzle is minimal. killer has cages and no clues. With lines and dots, the puzzle
needs each of them and each clue.

\b
Examples:
  catalogue create --grade easy
  catalogue create puzzle.txt --clues 30 --seed 1
  catalogue create hard.sdk --grade hard
  catalogue create --only-technique skyscraper --level hard
  catalogue create --class 5472730537
  catalogue create --clues 28 --pattern rotate180 --format line
  catalogue create killers.txt --rules killer --count 20 --seed 1
  catalogue create one.svg --rules "diagonal,thermo,kropki" --format svg
"""

from __future__ import annotations

import secrets
import shlex
import time
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from board_catalogue import engine
from board_catalogue.catalogue.cli.animation import FinishedBands
from board_catalogue.catalogue.cli.options import (
    Blocks,
    ClassNumber,
    Effort,
    Force,
    OnlyTechnique,
    Output,
    Rules,
    Seed,
    Size,
    Technique,
    check_clues,
    choice,
    format_choice,
    number,
    rulebook_of,
    shape_of,
)
from board_catalogue.catalogue.cli.output import Target, is_for_programs, report_aside, target_of
from board_catalogue.catalogue.cli.terminal import draw, print_figures
from board_catalogue.catalogue.cli.values import usage_errors
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.formats import FORMATS
from board_catalogue.catalogue.verbs.solve import Figures, reference_figures, textbook_figures
from board_catalogue.engine.grades import LARGEST_RATED_SIZE, Grade, Level, spelled
from board_catalogue.engine.names import PATTERNS, beyond_record
from board_catalogue.engine.shape import Shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from board_catalogue.engine import Grid, Rulebook, Variant
    from board_catalogue.engine.boards import Boards
    from board_catalogue.engine.graded_puzzle import GradedPuzzle
    from board_catalogue.engine.teaching.collapse import Wave


FORMATS_OF_ONE = tuple(name for name in FORMATS if name != "table")

F_PUZZLES = "f-puzzles"
"""The format of links that f-puzzles.com opens."""

DEFAULT_FORMAT = "constraints"
VARIANT_FORMATS = (*(name for name, each in FORMATS.items() if each.keeps_rules), F_PUZZLES)

MOST_TRIES = 20_000
"""How many puzzles are made to find one with a technique or a level."""

MORE_CLUES = 3
"""The exit status if the puzzle has more clues than asked for."""

_USUAL = Shape.of(9)


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzle to make."""

    out: Annotated[Path | None, typer.Argument(help="File to write; the same as --output.", metavar="[OUT]")] = None
    clues: Annotated[int | None, number("Number of clues.", least=1)] = None
    effort: Effort = None
    empty: Annotated[int | None, number("Number of empty cells.")] = None
    grade: Annotated[
        Grade | None,
        choice(
            "Grade of the puzzle, by its hardest step. Above 12x12 it depends on the number of clues and guesses,"
            " compared with other puzzles. Default: medium, or easier if a shape has no medium puzzles.",
            Grade,
        ),
    ] = None
    level: Annotated[Level | None, choice("HoDoKu level of the puzzle, by its score and its steps.", Level)] = None
    technique: Technique = None
    only_technique: OnlyTechnique = None
    pattern: Annotated[
        str | None,
        choice(
            f"Symmetry of the clues: {', '.join(PATTERNS[:-1])} or {PATTERNS[-1]}. Not with --grade.",
            PATTERNS,
            metavar="NAME",
        ),
    ] = None
    method: Annotated[
        str,
        choice(
            "How the board is made: by wave function collapse, or by cyclic permutations of one block. Not with"
            " --grade.",
            ("collapse", "permutation"),
        ),
    ] = "collapse"
    class_number: ClassNumber = None
    rules: Rules = None
    count: Annotated[int | None, number("With --rules: number of puzzles. Default: 1.", least=1)] = None
    size: Size = None
    blocks: Blocks = None
    seed: Seed = None
    progress: Annotated[
        bool, typer.Option("--progress", help="Draw the board each time another band of it is complete.")
    ] = False
    format: Annotated[
        str | None,
        format_choice(
            f"{', '.join(FORMATS_OF_ONE)}. Default: by the ending of OUT, or triples. With --rules:"
            f" {', '.join(VARIANT_FORMATS)}. Default: by the ending, or {DEFAULT_FORMAT}.",
            *dict.fromkeys((*FORMATS_OF_ONE, *VARIANT_FORMATS)),
            metavar="NAME",
        ),
    ] = None
    output: Output = None
    force: Force = False


def run(options: Options) -> int:
    """Make the puzzle, write it, draw it, print its numbers, and return the exit status; or make the variants."""
    if options.rules:
        return _make_variants(options, options.rules)
    if options.count:
        raise typer.BadParameter("--count needs --rules")
    if options.format and options.format not in FORMATS_OF_ONE:
        raise typer.BadParameter(f"--format {options.format} needs --rules")
    shape = shape_of(options.size, options.blocks)
    wanted = _wanted_clues(options, shape)
    output = options.out or options.output
    by_ending = [name for name in FORMATS_OF_ONE if name != "txt"]  # a .txt has triples
    target = target_of(output, options.format, by_ending, default="triples", force=options.force)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    is_aside = is_for_programs(output, options.format)
    with report_aside(is_aside):
        engine.build_info()  # loads the kernels, which is not part of the puzzle's cost
        begin = time.process_time()
        found = _puzzle(options, shape, wanted, seed)
        made = _made(options, found, time.process_time() - begin)
        if options.progress:
            _draw_bands(found, shape, seed)
    grid = engine.Grid(found.puzzle, blocks=shape.blocks)
    has_more = wanted is not None and grid.locked_count > wanted
    if output or options.format:
        _write(target, grid)
    with report_aside(is_aside):
        draw(grid)
        worth = [*_rating(grid), *_score(grid, shape)]
        print_figures([*reference_figures(grid), *textbook_figures(grid), *worth, *made, ("seed", str(seed))])
        if wanted is not None and has_more:
            print(f"asked for {wanted} clues, reached {grid.locked_count}: {_why_no_fewer(wanted, shape)}")
        _say_how_to_read(target, shape)
    return MORE_CLUES if has_more else 0


def _make_variants(options: Options, rules: str) -> int:
    """Make variants; BadParameter for options that are for plain puzzles, or exclude each other."""
    plain = (options.clues, options.effort, options.empty, options.pattern, options.class_number)
    if (
        options.progress
        or options.method != "collapse"
        or _what_chooses(options)
        or any(option is not None for option in plain)
    ):
        raise typer.BadParameter("--rules goes with --count, --format, --size, --blocks, --seed and --force alone")
    if options.out and options.output:
        raise typer.BadParameter("give either OUT or --output")
    if options.format and options.format not in VARIANT_FORMATS:
        raise typer.BadParameter(f"with --rules there are --format {', '.join(VARIANT_FORMATS)}")
    output, count = options.out or options.output, options.count or 1
    target = target_of(output, options.format, VARIANT_FORMATS, default=DEFAULT_FORMAT, force=options.force)
    if target.format in ("svg", "png") and count > 1:
        raise typer.BadParameter(f"--format {target.format} draws one puzzle: leave --count out")
    seed = secrets.randbits(32) if options.seed is None else options.seed
    _write_variants(target, rulebook_of(rules, options.size, options.blocks), count, seed)
    return 0


def _made(options: Options, found: GradedPuzzle, seconds: float) -> Figures:
    """What making the puzzle took, under the number of its class if it was made of that."""
    number = [] if options.class_number is None else [("class", str(options.class_number))]
    return [*number, *_cost(found, seconds)]


def _say_how_to_read(target: Target, shape: Shape) -> None:
    """Print the options that a file of triples needs, which does not show its shape."""
    if target.path and target.format == "triples" and shape != _USUAL:
        blocks = "" if shape.is_usual else f" --blocks {shape.blocks}"
        print(f"read it with: catalogue solve {shlex.quote(str(target.path))} --size {shape.size}{blocks}")


def _write(target: Target, grid: Grid) -> None:
    """Write the puzzle in the format of a target, with its solution if that has columns."""
    if target.format == "triples":
        target.write(grid.triples())  # nothing but the clues, as other programs read them
        return
    form = FORMATS[target.format]
    solution = engine.solve(grid.to_numpy().ravel(), blocks=grid.blocks)
    row = [grid.line(), engine.Grid(solution, blocks=grid.blocks).line()]
    columns = ("givens", "solution") if form.keeps_columns else ("givens",)
    extra = {"blocks": grid.blocks} if form.shows_blocks else {}
    try:
        with target.opened() as file:
            form.write([row[: len(columns)]], columns, file, **extra)
    except ValueError as error:
        raise CatalogueError(f"{form.name}: {error}") from error


def _wanted_clues(options: Options, shape: Shape) -> int | None:
    """The number of clues asked for; BadParameter for options that exclude each other or are out of range."""
    if options.out and options.output:
        raise typer.BadParameter("give either OUT or --output")
    chosen = _what_chooses(options)
    if chosen and (options.pattern or options.method != "collapse"):
        raise typer.BadParameter(f"{chosen[0]} goes with neither --pattern nor --method permutation")
    if options.progress and options.method != "collapse":
        raise typer.BadParameter("--progress needs --method collapse")
    if [options.clues is None, options.empty is None, not chosen].count(False) > 1:
        raise typer.BadParameter(f"give one of --clues, --empty and {chosen[0] if chosen else '--grade'}")
    if options.class_number is not None:
        if shape != _USUAL:
            raise typer.BadParameter(f"--class is for 9x9 boards, not {shape}")
        if chosen or options.progress:
            raise typer.BadParameter(f"--class names the board: leave out {chosen[0] if chosen else '--progress'}")
    cells = shape.cells
    wanted = options.clues if options.empty is None else cells - options.empty
    if wanted is not None and not 1 <= wanted <= cells:
        raise typer.BadParameter(f"{wanted} clues are not in 1 .. {cells}")
    if wanted is not None:
        check_clues("--clues" if options.empty is None else "--empty", wanted, shape)
    return wanted


def _what_chooses(options: Options) -> list[str]:
    """The options that choose among the puzzles that are made."""
    given = {
        "--grade": options.grade,
        "--level": options.level,
        "--technique": options.technique,
        "--only-technique": options.only_technique,
    }
    return [name for name, value in given.items() if value]


def _puzzle(options: Options, shape: Shape, clues: int | None, seed: int) -> GradedPuzzle:
    if options.class_number is not None:
        board = engine.random_images(engine.unrank(options.class_number), seed)
        return _carved(board, options, shape, clues, seed)
    if options.level or options.technique or options.only_technique:
        return _puzzle_of_kind(options, shape, seed)
    if options.grade:
        return _puzzle_of_grade(options.grade, shape, seed)
    if clues is None and options.pattern is None and options.method == "collapse":
        for grade in (Grade.medium, Grade.easy):  # the smallest boards have no medium puzzles, some none that is easy
            with suppress(CatalogueError):
                return _puzzle_of_grade(grade, shape, seed)
    attempts = 0
    if options.method == "permutation":
        board = engine.permutation_grid(seed, size=shape.size, blocks=shape.blocks).to_numpy().ravel()
    else:
        (board,), (attempts,) = engine.generate(
            1, size=shape.size, blocks=shape.blocks, seed=seed, return_attempts=True
        )
    return _carved(board, options, shape, clues, seed, attempts=int(attempts))


def _carved(
    board: Boards, options: Options, shape: Shape, clues: int | None, seed: int, attempts: int = 0
) -> GradedPuzzle:
    from board_catalogue.engine.carving import EFFORT
    from board_catalogue.engine.graded_puzzle import GradedPuzzle

    effort = options.effort or EFFORT
    puzzle, proofs = engine.carve(
        board,
        blocks=shape.blocks,
        seed=seed,
        clues=clues,
        pattern=options.pattern,
        effort=effort,
        return_proofs=True,
    )
    return GradedPuzzle(puzzle, position=0, tried=1, attempts=attempts, proofs=int(proofs))


def _puzzle_of_grade(grade: Grade, shape: Shape, seed: int) -> GradedPuzzle:
    from board_catalogue.engine.graded_puzzle import find_puzzle

    try:
        return find_puzzle(grade, size=shape.size, blocks=shape.blocks, seed=seed)
    except ValueError as error:  # the seed has none
        raise CatalogueError(str(error)) from error


def _puzzle_of_kind(options: Options, shape: Shape, seed: int) -> GradedPuzzle:
    """The first puzzle of the seed with the techniques, the level and perhaps the grade."""
    from board_catalogue.catalogue.puzzles.filters import kind_of
    from board_catalogue.catalogue.puzzles.kinds import why_unfilled
    from board_catalogue.engine.graded_puzzle import first_puzzle

    grade, level = options.grade or (), options.level or ()
    with usage_errors():
        _, kind = kind_of(None, grade, options.technique, options.only_technique, level)
    assert kind
    if reason := why_unfilled(kind.depth, shape, ""):
        raise CatalogueError(reason)

    def suits(puzzles: Boards) -> NDArray[np.bool_]:
        ratings = engine.rate(puzzles, blocks=shape.blocks, ceiling=kind.ceiling) if kind.depth.rates else None
        return kind.of(ratings, engine.score(puzzles) if kind.depth.scores else None)

    found = first_puzzle(suits, shape, seed, grade=options.grade, most=MOST_TRIES)
    if found is None:
        raise CatalogueError(f"none of the first {MOST_TRIES:,} puzzles of seed {seed} fits: try another seed")
    return found


def _cost(found: GradedPuzzle, seconds: float) -> Figures:
    return [
        ("puzzles made", f"{found.tried:,}"),
        *([("attempts at boards", f"{found.attempts:,}")] if found.attempts else []),
        ("proofs that a clue can go or not", f"{found.proofs:,}"),
        ("processor seconds to make", f"{seconds:.6f}"),
    ]


def _draw_bands(found: GradedPuzzle, shape: Shape, seed: int) -> None:
    """Draw the board each time another band is complete: collapse makes the same board step by step."""
    from board_catalogue.engine.teaching.collapse import collapse

    bands = FinishedBands()

    def look(wave: Wave) -> None:
        if news := bands.news(wave.grid):
            print(f"{news} of the board")
            draw(wave.grid)

    for _ in collapse(shape.size, blocks=shape.blocks, seed=seed, index=found.position, observer=look):
        pass


def _rating(grid: Grid) -> Figures:
    """The rating of the hardest step, if there is a scale and a step."""
    if grid.size > LARGEST_RATED_SIZE or grid.is_solved:
        return []
    from board_catalogue.engine.techniques import technique_of

    rating = engine.rate(grid)
    technique = technique_of(int(rating["hardest"])).name
    return [("rating", spelled(int(rating["rating"]))), ("hardest step", technique)]


def _score(grid: Grid, shape: Shape) -> Figures:
    """The score and the level of a 9x9 puzzle."""
    if shape != _USUAL or grid.is_solved:
        return []
    found = engine.score(grid.to_numpy().ravel())
    return [("score", f"{int(found['score']):,}"), ("level", engine.LEVELS[int(found["level"])])]


def _why_no_fewer(wanted: int, shape: Shape) -> str:
    from board_catalogue.engine.carving import MINIMAL_SIZES

    if unknown := beyond_record(wanted, shape):
        return unknown
    if shape == _USUAL:
        return "more --effort may lead to fewer"
    if shape.size in MINIMAL_SIZES:
        return "without any one of them it has more than one solution"
    return "the proof that another one can be removed would need a guess"


# --- With rules ------------------------------------------------------------------------------------------------------


def _write_variants(target: Target, rules: Rulebook, count: int, seed: int) -> None:
    """Make variants and write them to a target; draw a single one in a file and print the seed."""
    from board_catalogue.engine.rules.boxes import described

    made = (_variant_of(rules, index, seed) for index in range(count))
    form, extra = FORMATS.get(target.format), {}
    if form is None:
        form, extra = FORMATS["link"], {"service": F_PUZZLES}
    try:
        first = next(made)
        with target.opened() as file:  # rules that contradict each other, or that the format lacks, leave no file
            form.write_variants(((variant, None) for variant in chain([first], made)), file, **extra)
    except ValueError as error:
        raise CatalogueError(str(error)) from error
    if target.path is None:
        return
    if count == 1:
        print(described(first))
    print(f"{count:,} puzzle{'s' if count > 1 else ''} in {target.path}, seed {seed}")


def _variant_of(rules: Rulebook, index: int, seed: int) -> Variant:
    """Puzzle number `index` of a seed. ValueError for rules that no board obeys."""
    boards, _ = rules.boards(1, seed=seed, start=index)
    puzzles, own = rules.carve(boards, seed=seed, positions=[index])
    return rules.variant(own[0] if own else None, puzzles[0].tolist())
