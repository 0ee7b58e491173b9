"""The commands that make puzzles: one as it is asked for, those around others, the one with the fewest clues."""

from __future__ import annotations

import shlex
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import typer

from ... import engine
from ...engine import rules, teaching
from ...engine.shape import DIGITS, Shape, cell_name
from ..errors import CatalogueError
from ..formats import FORMATS
from ..requests.request import ignore
from ..requests.shared import STANDARD_OUTPUT, Target
from ..verbs.create import create_plain, create_with_rules
from ..verbs.sections import counted
from .animation import FinishedBands, animation, pause_of
from .calls import FILE, HOME, SWITCH, Call, command, delay, format_option, usage_errors
from .terminal import draw, notice, progress, two_columns

# --- create -----------------------------------------------------------------------------------------------------------

FORMATS_OF_ONE = tuple(name for name in FORMATS if name != "table")

F_PUZZLES = "f-puzzles"
"""The format of links that f-puzzles.com opens."""

DEFAULT_FORMAT = "constraints"
VARIANT_FORMATS = (*(name for name, each in FORMATS.items() if each.keeps_rules), F_PUZZLES)

DELAY = 100
"""Milliseconds between two frames of an animation."""

MORE_CLUES = 3
"""The exit status if the puzzle has more clues than asked for."""


@command(
    out=FILE,
    request=None,
    progress=SWITCH,
    watch=SWITCH,
    delay=delay(DELAY),
    format=format_option(
        *dict.fromkeys((*FORMATS_OF_ONE, *VARIANT_FORMATS)),
        words={"plain": ", ".join(FORMATS_OF_ONE), "ruled": ", ".join(VARIANT_FORMATS)},
    ),
    output=FILE,
    force=SWITCH,
)
def create(call: Call) -> int:
    """Make, write and draw the puzzle with its numbers, or make the variants. Return MORE_CLUES for too many."""
    _check(call)
    pause = pause_of(call.watch, call.delay, DELAY)
    call.output = call.out or call.output
    if call.request.rules:
        _write_variants(call)
        return 0
    by_ending = [name for name in FORMATS_OF_ONE if name != "txt"]  # a .txt has triples
    target = call.target(by_ending, "triples")
    with call.report_aside(), usage_errors():
        report = create_plain(call.request)
        if call.progress:
            _draw_bands(report)
        with animation(pause) as show:
            if show:
                for step in teaching.removals(report.grid, seed=report.seed):
                    show(partial(_removal_frame, step))
    if call.output or call.format:
        _write(target, report)
    with call.report_aside():
        draw(report.grid)
        print(two_columns(report.figures()))
        if report.why_more:
            print(f"asked for {call.request.wanted} clues, reached {report.grid.locked_count}: {report.why_more}")
        shape = call.request.shape
        if target.path and target.format == "triples" and shape != Shape.of(9):  # the file does not show its shape
            blocks = "" if shape.is_usual else f" --blocks {shape.blocks}"
            print(f"read it with: catalogue solve {shlex.quote(str(target.path))} --size {shape.size}{blocks}")
    return MORE_CLUES if report.why_more else 0


def _check(call: Call) -> None:
    request, form = call.request, call.format
    if call.out and call.output:
        raise typer.BadParameter("give either OUT or --output")
    if call.progress and (request.method != "wfc" or request.rules):
        raise typer.BadParameter("--progress needs --method wfc, and no --rules")
    if call.watch and request.rules:
        raise typer.BadParameter("--watch goes with no --rules")
    if call.progress and request.class_number is not None:
        raise typer.BadParameter("--class names the board: leave out --progress")
    if form and request.rules and form not in VARIANT_FORMATS:
        raise typer.BadParameter(f"with --rules there are --format {', '.join(VARIANT_FORMATS)}")
    if form and not request.rules and form not in FORMATS_OF_ONE:
        raise typer.BadParameter(f"--format {form} needs --rules")


def _write(target: Target, report: Any) -> None:
    grid, form = report.grid, FORMATS.get(target.format)
    if form is None or target.format == "triples":
        target.write(grid.triples())  # nothing but the clues, as other programs read them
        return
    columns = ("givens", "solution") if form.keeps_columns else ("givens",)
    extra = {"blocks": grid.blocks} if form.shows_blocks else {}
    try:
        with target.opened() as file:
            form.write([[grid.line(), report.solution.line()][: len(columns)]], columns, file, **extra)
    except ValueError as error:
        raise CatalogueError(f"{form.name}: {error}") from error


def _draw_bands(report: Any) -> None:
    """Draw the board each time another band is complete: collapse makes the same board step by step."""
    shape, bands = report.request.shape, FinishedBands()

    def look(wave: Any) -> None:
        if news := bands.news(wave.grid):
            print(f"{news} of the board")
            draw(wave.grid)

    how: dict[str, Any] = {"blocks": shape.blocks, "seed": report.seed, "index": report.found.position}
    for _ in teaching.collapse(shape.size, observer=look, **how):
        pass


def _removal_frame(step: Any) -> Any:
    """Draw the clues that are left, the one that was tried in reverse, and say below whether it goes."""
    if not step.is_of_puzzle:
        outcome = "is removed, one solution is left"
    elif step.solutions > 1:
        outcome = "stays, without it there are several solutions"
    else:
        outcome = "stays, though one solution would be left"
    return engine.drawing.coloured(step.grid, chosen=step.cell).append(
        f"\n{step.grid.locked_count} clues\n{cell_name(*step.cell)}: {DIGITS[step.value]} {outcome}"
    )


def _write_variants(call: Call) -> None:
    """Make variants and write them; draw a single one in a file and print the seed."""
    count = call.request.count or 1
    target = call.target(VARIANT_FORMATS, DEFAULT_FORMAT)
    if target.format in ("svg", "png") and count > 1:
        raise typer.BadParameter(f"--format {target.format} draws one puzzle: leave --count out")
    with usage_errors(), progress("puzzles") as show:
        watched = lambda done, tried: show(done, count, f"{tried:,} tried")  # noqa: E731
        made = create_with_rules(replace(call.request, on_progress=watched))
        first = next(made.puzzles)
    is_own = target.format == F_PUZZLES
    form, extra = FORMATS["link" if is_own else target.format], {"service": F_PUZZLES} if is_own else {}
    try:
        with target.opened() as file:  # rules that contradict each other, or that the format lacks, leave no file
            form.write_variants(((variant, None) for variant in chain([first], made.puzzles)), file, **extra)
    except ValueError as error:
        raise CatalogueError(str(error)) from error
    if target.path is None:
        return
    if count == 1:
        print(rules.texts.described(first))
    of = f" of {sum(made.tried):,} made" if call.request.what_chooses else ""
    print(f"{counted(count, 'puzzle')}{of} in {target.path}, seed {made.seed}")


# --- hunt, fewest -----------------------------------------------------------------------------------------------------


@command(quiet=SWITCH, home=HOME)
def hunt(call: Call) -> None:
    """Print the new puzzles as they are found."""
    request = call.request
    with usage_errors():
        request.target()
    is_on_screen = request.output is None or Path(request.output) == STANDARD_OUTPUT
    report = call.done(
        stops=True,
        on_puzzles=(lambda puzzles: print(*puzzles, sep="\n", flush=True)) if is_on_screen else ignore,
        on_notice=ignore if call.quiet else notice,
    )
    if not call.quiet:
        notice(f"{counted(report.new, 'new puzzle')}: {report.ending}")


_THEOREM = ": known of all boards (McGuire, Tugemann, Civario 2012); --prove searches this one."


@command(home=HOME)
def fewest(call: Call) -> None:
    """Draw a puzzle with few clues."""
    report = call.done("parts", lambda here: (here.part, here.parts, f"{here.clues} clues"), stops=True)
    if report.puzzle is None:
        why = _THEOREM if report.by_theorem else ": all ways tried."
        print(f"No puzzle of {call.request.clues} clues or fewer{why}")
        return
    grid = engine.Grid(report.puzzle)
    draw(grid)
    theorem = _THEOREM if report.by_theorem else ""
    print(f"{grid.locked_count} clues{f', the fewest of this board{theorem}' if report.is_fewest else ''}")
