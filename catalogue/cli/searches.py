"""`catalogue explore` and `catalogue frontier`: experiments with searches."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...engine.names import SEARCH_RULES
from ...engine.shape import LARGEST_SIZE, Shape
from ..formats import FORMATS
from ..requests.named import named
from ..requests.values import one_of, seconds, several, spans
from ..storage.whole_files import check_output, write_output
from .options import DEFAULT_HOME, Base, Blocks, Force, Home, Output, Seed, Size, format_choice, number, shape_of
from .output import target_of
from .terminal import INTERRUPTED, notice, table, tracked
from .values import parser, usage_errors

if TYPE_CHECKING:
    from ...engine.teaching.experiments import Experiment, Outcome


_FORMATS = ("table", "csv", "tsv", "json", "jsonl")


@dataclass(frozen=True, kw_only=True)
class ExploreOptions:
    """Which searches to run."""

    clues: Annotated[
        Sequence[int],
        typer.Option(
            "--clues",
            "--givens",
            help="Numbers of random valid clues on a 9x9 board; other sizes get the same share.",
            metavar="N,N-N...",
            parser=parser(spans(0, 81)),
        ),
    ] = (0, 10, 20, 30, 40)
    runs: Annotated[int, number("Boards for each number of clues.", least=1)] = 100
    compare: Annotated[
        Sequence[str],
        typer.Option(
            help=f"Rules for the next cell, tried on the same boards: {', '.join(SEARCH_RULES)}. row-major is the"
            " textbook search.",
            metavar="RULE,RULE...",
            parser=parser(several(one_of(SEARCH_RULES))),
        ),
    ] = ("row-major",)
    sizes: Annotated[
        Sequence[int] | None,
        typer.Option(
            "--sizes",
            "--size",
            help=f"Cells in a row of the boards, 1 to {LARGEST_SIZE}, such as 4,9,16.",
            metavar="N,N-N...",
            parser=parser(spans(1, LARGEST_SIZE)),
        ),
    ] = None
    blocks: Blocks = None
    max_steps: Annotated[int, number("Steps after which a search gives up.", least=1)] = 10_000
    max_seconds: Annotated[
        float | None,
        typer.Option(
            help="Seconds after which a search gives up. The outcomes then depend on the machine.",
            parser=parser(seconds),
            metavar="SECONDS",
        ),
    ] = None
    seed: Seed = None
    format: Annotated[
        str | None, format_choice("table for people, csv and json for programs. Default: table.", *_FORMATS)
    ] = None
    output: Output = None
    plot: Annotated[
        Path | None,
        typer.Option(
            help="Also plot the endings, steps and times with their 95 % confidence intervals, as .png or .svg.",
            metavar="FILE",
        ),
    ] = None
    force: Force = False


def explore(options: ExploreOptions) -> int:
    """Search boards with random cells and count the outcomes.

    Counts how many have a solution, have none, or made the search give up, with steps and times. Times are compared on
    the boards that every rule of --compare solved; a board that a rule gave up on would have taken it longer. After
    Ctrl-C it prints the rows that are complete, and ends with status 130.

    \b
    Examples:
      catalogue explore --runs 10 --seed 1
      catalogue explore --clues 10,36 --runs 5 --compare row-major,fewest
      catalogue explore --clues 0,40 --runs 5 --sizes 4,9 --seed 1 --format csv
      catalogue explore --runs 10 --max-seconds 0.5 --plot explore.png
    """
    from ..verbs import plots
    from ..verbs.plots import plot_outcomes

    target = target_of(options.output, options.format, _FORMATS, default="table", force=options.force)
    if options.plot:
        plots.check(options.plot)
        check_output(options.plot, force=options.force)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    experiment = _experiment(options, seed)
    outcomes: list[Outcome] = []
    fault, status = None, 0
    try:
        for outcome in tracked(experiment.outcomes(), "exploring", experiment.rows):
            outcomes.append(outcome)
    except ValueError as error:  # no board with that many clues was found; earlier outcomes are still printed
        fault = typer.BadParameter(f"--clues: {error}")
    except KeyboardInterrupt:
        status = INTERRUPTED
    if outcomes:
        if options.plot:
            plot = plot_outcomes(outcomes, options.max_steps, options.max_seconds, options.plot.suffix)
            write_output(options.plot, plot, force=options.force)
        with target.printed():
            _print(outcomes, options, target.format, seed)
    if fault:
        raise fault
    if status:
        notice(f"stopped by Ctrl-C after {len(outcomes)} of {experiment.rows} rows")
    return status


def _experiment(options: ExploreOptions, seed: int) -> Experiment:
    from ...engine.teaching.experiments import Experiment

    return Experiment(
        clues=tuple(options.clues),
        runs=options.runs,
        seed=seed,
        shapes=tuple(dict.fromkeys(shape_of(size, options.blocks) for size in options.sizes or (None,))),
        rules=tuple(options.compare),
        max_steps=options.max_steps,
        max_seconds=options.max_seconds,
    )


def _print(outcomes: Sequence[Outcome], options: ExploreOptions, format: str, seed: int) -> None:
    from ...engine.teaching.experiments import Outcome

    if format == "table":
        print(_table(outcomes))
        print(f"\n{options.runs} boards each of seed {seed}; searches gave up after {_limit(options)};")
        print("steps: the median of all; all: boards that every rule solved; ms: the median of")
        print("their processor time; at least: that of the boards given up, which take longer")
        return
    FORMATS[format].write(map(astuple, outcomes), tuple(field.name for field in fields(Outcome)), sys.stdout)
    if options.seed is None:
        notice(f"the boards are of seed {seed}")


def _limit(options: ExploreOptions) -> str:
    or_seconds = "" if options.max_seconds is None else f" or {options.max_seconds:g} s"
    return f"{options.max_steps:,} steps{or_seconds}"


def _shape_in_short(outcome: Outcome) -> str:
    shape = Shape.of(outcome.size, outcome.blocks)
    return str(shape.size) if shape.is_usual else f"{shape.size} ({shape.blocks})"


def _milliseconds(median: float | None) -> str:
    if median is None:
        return "-"
    return f"{median:,.2f}" if median < 10 else f"{median:,.1f}" if median < 100 else f"{median:,.0f}"


def _table(outcomes: Sequence[Outcome]) -> str:
    rows = [
        (
            _shape_in_short(each),
            each.clues,
            each.rule,
            each.solved,
            each.unsolvable,
            each.gave_up,
            f"{each.median_steps:,.0f}",
            each.solved_by_all,
            _milliseconds(each.solved_ms),
            _milliseconds(each.gave_up_ms),
        )
        for each in outcomes
    ]
    headers = ["size", "clues", "rule", "solved", "no\nsolution", "gave up", "steps", "all", "ms", "at least"]
    sides = ["right", "right", "left", *["right"] * 7]
    return table(rows, headers, sides)


@dataclass(frozen=True, kw_only=True)
class FrontierOptions:
    """The boards and rules to search."""

    puzzle: Annotated[
        str | None,
        typer.Argument(
            help="Number of a puzzle, its cells, or a file; - for standard input. Default: an empty board.",
            metavar="[PUZZLE]",
        ),
    ] = None
    size: Size = None
    blocks: Blocks = None
    base: Base = None
    limit: Annotated[int, number("Stop at the first level with more boards than this.", least=1)] = 50_000
    home: Home = DEFAULT_HOME


def frontier(options: FrontierOptions) -> None:
    """Search breadth first and count the boards of each level.

    Level k has all ways to fill the first k empty cells. The last column is the size of a depth-first search's stack.
    For an empty board, the counts of the first band are also computed, further than a search can get.

    \b
    Examples:
      catalogue frontier --size 4
      catalogue frontier --limit 1000
    """
    from ...engine import Grid
    from ...engine.teaching.search import band_levels, can_count_band, frontier_sizes

    shape = shape_of(options.size, options.blocks)
    if options.puzzle:
        how: dict[str, Any] = {"size": options.size, "blocks": options.blocks, "base": options.base}
        with usage_errors(), named(options.puzzle, options.home, on_notice=notice, **how) as found:
            grid, computed = found.plain(found.single()).grid(), []
    else:
        grid = Grid.empty(shape.size, blocks=shape.blocks)
        computed = band_levels(shape.size, blocks=shape.blocks) if can_count_band(shape) else []
    searched = list(frontier_sizes(grid, options.limit))
    print(_levels_table(searched, computed))
    if searched[-1] > options.limit:
        print(f"\nthe search ended at level {len(searched) - 1}: it had more than {options.limit:,} boards")


def _levels_table(searched: list[int], computed: list[int]) -> str:
    levels = max(len(searched), len(computed))
    columns = {
        "level": range(levels),
        "boards, searched": [f"{number:,}" for number in searched],
        **({"boards, computed": [f"{number:,}" for number in computed]} if computed else {}),
        "cells on the stack": range(levels),
    }
    return table(zip_longest(*columns.values(), fillvalue=""), list(columns), ["right"] * len(columns))
