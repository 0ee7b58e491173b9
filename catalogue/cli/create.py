"""Make a puzzle with one solution.

The puzzle is drawn, with its numbers and what making it cost: the puzzles made until one fitted, the attempts at their
boards, the searches that proved whether a clue can be removed, and the processor seconds in all.

With OUT it is also written to a file, whose ending chooses the format. A .txt, or a name without an ending, gets a line
"row column value" for each clue, with rows and columns from 0. catalogue solve reads it; boards of sizes other than 9
need its options --size and --blocks. With --format and no file, the puzzle alone goes to the standard output.

--watch shows on a terminal how clues leave the board until the puzzle remains: one solution is left each time. Then it
tries each clue of the puzzle.

The exit status is 3 if the puzzle has more clues than asked for.

With --rules, the file has --count variants, one per line, as constraint text or f-puzzles links, or a drawing of one.
With rules of the whole board, the puzzle is minimal. killer has cages and no clues. --level, --clues and --logical add
clues until a puzzle is as they say. With lines and dots, the puzzle
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
  catalogue create easy.txt --rules diagonal --level easy --count 20
  catalogue create one.svg --rules "diagonal,thermo,kropki" --format svg
"""

from __future__ import annotations

import shlex
import time
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...engine.shape import DIGITS, Shape, cell_name
from ..errors import CatalogueError
from ..formats import FORMATS
from ..verbs.create import CreateReport, CreateRequest, create_plain, create_with_rules
from .animation import FinishedBands, Frame, animation, pause_of
from .options import Force, Output, Watch, format_choice, frame_delay
from .output import Target, is_for_programs, report_aside, target_of
from .terminal import draw, print_figures, progress
from .values import usage_errors

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.text import Text

    from ...engine.teaching.making import Removal, Wave

FORMATS_OF_ONE = tuple(name for name in FORMATS if name != "table")

F_PUZZLES = "f-puzzles"
"""The format of links that f-puzzles.com opens."""

DEFAULT_FORMAT = "constraints"
VARIANT_FORMATS = (*(name for name, each in FORMATS.items() if each.keeps_rules), F_PUZZLES)

DELAY = 100
"""Milliseconds between two frames of an animation."""

MORE_CLUES = 3
"""The exit status if the puzzle has more clues than asked for."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzle to make."""

    out: Annotated[Path | None, typer.Argument(help="File to write; the same as --output.", metavar="[OUT]")] = None
    request: CreateRequest
    progress: Annotated[
        bool, typer.Option("--progress", help="Draw the board each time another band of it is complete.")
    ] = False
    watch: Watch = False
    delay: Annotated[int | None, frame_delay(DELAY)] = None
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
    _check(options)
    pause_of(options.watch, options.delay, DELAY)
    if options.request.rules:
        _write_variants(options)
        return 0
    output = options.out or options.output
    by_ending = [name for name in FORMATS_OF_ONE if name != "txt"]  # a .txt has triples
    target = target_of(output, options.format, by_ending, default="triples", force=options.force)
    is_aside = is_for_programs(output, options.format)
    with report_aside(is_aside), usage_errors():
        report = create_plain(options.request)
        if options.progress:
            _draw_bands(report)
        with animation(pause_of(options.watch, options.delay, DELAY)) as show:
            if show:
                _show_removals(report, show)
    if output or options.format:
        _write(target, report)
    with report_aside(is_aside):
        draw(report.grid)
        print_figures(report.figures())
        if report.why_more:
            print(f"asked for {options.request.wanted} clues, reached {report.grid.locked_count}: {report.why_more}")
        _say_how_to_read(target, options.request.shape)
    return MORE_CLUES if report.why_more else 0


def _check(options: Options) -> None:
    """BadParameter for options that exclude each other."""
    request = options.request
    if options.out and options.output:
        raise typer.BadParameter("give either OUT or --output")
    if options.progress and (request.method != "collapse" or request.rules):
        raise typer.BadParameter("--progress needs --method collapse, and no --rules")
    if options.watch and request.rules:
        raise typer.BadParameter("--watch goes with no --rules")
    if options.progress and request.class_number is not None:
        raise typer.BadParameter("--class names the board: leave out --progress")
    if options.format and options.format not in (VARIANT_FORMATS if request.rules else FORMATS_OF_ONE):
        raise typer.BadParameter(
            f"with --rules there are --format {', '.join(VARIANT_FORMATS)}"
            if request.rules
            else f"--format {options.format} needs --rules"
        )


def _say_how_to_read(target: Target, shape: Shape) -> None:
    """Print the options that a file of triples needs, which does not show its shape."""
    if target.path and target.format == "triples" and shape != Shape.of(9):
        blocks = "" if shape.is_usual else f" --blocks {shape.blocks}"
        print(f"read it with: catalogue solve {shlex.quote(str(target.path))} --size {shape.size}{blocks}")


def _write(target: Target, report: CreateReport) -> None:
    """Write the puzzle in the format of a target, with its solution if that has columns."""
    grid = report.grid
    if target.format == "triples":
        target.write(grid.triples())  # nothing but the clues, as other programs read them
        return
    form = FORMATS[target.format]
    row = [grid.line(), report.solution.line()]
    columns = ("givens", "solution") if form.keeps_columns else ("givens",)
    extra = {"blocks": grid.blocks} if form.shows_blocks else {}
    try:
        with target.opened() as file:
            form.write([row[: len(columns)]], columns, file, **extra)
    except ValueError as error:
        raise CatalogueError(f"{form.name}: {error}") from error


def _draw_bands(report: CreateReport) -> None:
    """Draw the board each time another band is complete: collapse makes the same board step by step."""
    from ...engine.teaching.making import collapse

    shape = report.request.shape

    bands = FinishedBands()

    def look(wave: Wave) -> None:
        if news := bands.news(wave.grid):
            print(f"{news} of the board")
            draw(wave.grid)

    for _ in collapse(shape.size, blocks=shape.blocks, seed=report.seed, index=report.found.position, observer=look):
        pass


def _show_removals(report: CreateReport, show: Callable[[Frame], None]) -> None:
    """Show how the clues leave the board until the puzzle remains."""
    from ...engine.teaching.making import removals

    for step in removals(report.grid, seed=report.seed):
        show(partial(_removal_frame, step))


def _removal_frame(step: Removal) -> Text:
    """Draw the clues that are left, the one that was tried in reverse, and say below whether it goes."""
    from ...engine.drawing import coloured

    if not step.is_of_puzzle:
        outcome = "is removed, one solution is left"
    elif step.solutions > 1:
        outcome = "stays, without it there are several solutions"
    else:
        outcome = "stays, though one solution would be left"
    return coloured(step.grid, chosen=step.cell).append(
        f"\n{step.grid.locked_count} clues\n{cell_name(*step.cell)}: {DIGITS[step.value]} {outcome}"
    )


def _write_variants(options: Options) -> None:
    """Make variants and write them; draw a single one in a file and print the seed."""
    from ...engine.rules.boxes import described

    count, output = options.request.count or 1, options.out or options.output
    target = target_of(output, options.format, VARIANT_FORMATS, default=DEFAULT_FORMAT, force=options.force)
    if target.format in ("svg", "png") and count > 1:
        raise typer.BadParameter(f"--format {target.format} draws one puzzle: leave --count out")
    begin = time.perf_counter()
    with usage_errors(), progress("puzzles") as show:
        watched = replace(
            options.request,
            on_progress=lambda done, tried: show(done, count, time.perf_counter() - begin, f"{tried:,} tried"),
        )
        made = create_with_rules(watched)
        first = next(made.puzzles)
    form, extra = FORMATS.get(target.format), {}
    if form is None:
        form, extra = FORMATS["link"], {"service": F_PUZZLES}
    try:
        with target.opened() as file:  # rules that contradict each other, or that the format lacks, leave no file
            form.write_variants(((variant, None) for variant in chain([first], made.puzzles)), file, **extra)
    except ValueError as error:
        raise CatalogueError(str(error)) from error
    if target.path is None:
        return
    if count == 1:
        print(described(first))
    of = f" of {sum(made.tried):,} made" if options.request.what_chooses else ""
    print(f"{count:,} puzzle{'s' if count > 1 else ''}{of} in {target.path}, seed {made.seed}")
