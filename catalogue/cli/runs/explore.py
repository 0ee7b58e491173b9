"""`catalogue explore`: how the search on a stack does with random cells."""

import secrets
import sys
from collections.abc import Sequence
from dataclasses import astuple, fields

import typer

from catalogue.analysis import plots
from catalogue.analysis.outcome_plot import plot_outcomes
from catalogue.cli.commands.explore import Options
from catalogue.cli.options import shape_of
from catalogue.cli.terminal.charts import table
from catalogue.cli.terminal.progress import tracked
from catalogue.formats import FORMATS
from catalogue.whole_files import check_output, write_output
from engine.board.shape import Shape
from engine.teaching.experiments import Experiment, Outcome

INTERRUPTED = 130
"""The exit status after Ctrl-C."""


def run(options: Options) -> int:
    """Run the searches, print and plot their outcomes, and return the exit status.

    After Ctrl-C those outcomes are printed that are complete.
    """
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
    except ValueError as error:  # so many cells are never found; earlier outcomes are printed all the same
        fault = typer.BadParameter(f"--clues: {error}")
    except KeyboardInterrupt:
        status = INTERRUPTED
    if outcomes:
        if options.plot:
            plot = plot_outcomes(outcomes, options.max_steps, options.max_seconds, options.plot.suffix)
            write_output(options.plot, plot, force=options.force)
        _print(outcomes, options, seed)
    if fault:
        raise fault
    if status:
        print(f"stopped by Ctrl-C after {len(outcomes)} of {experiment.rows} rows", file=sys.stderr)
    return status


def _experiment(options: Options, seed: int) -> Experiment:
    return Experiment(
        clues=tuple(options.clues),
        runs=options.runs,
        seed=seed,
        shapes=tuple(dict.fromkeys(shape_of(size, options.blocks) for size in options.sizes or (None,))),
        rules=tuple(options.compare),
        max_steps=options.max_steps,
        max_seconds=options.max_seconds,
    )


def _print(outcomes: Sequence[Outcome], options: Options, seed: int) -> None:
    if options.format == "table":
        print(_table(outcomes))
        print(f"\n{options.runs} boards each of seed {seed}; searches gave up after {_limit(options)};")
        print("steps are the median and the mean, ms the mean")
        return
    FORMATS[options.format].write(map(astuple, outcomes), tuple(field.name for field in fields(Outcome)), sys.stdout)
    if options.seed is None:
        print(f"the boards are of seed {seed}", file=sys.stderr)


def _limit(options: Options) -> str:
    or_seconds = "" if options.max_seconds is None else f" or {options.max_seconds:g} s"
    return f"{options.max_steps:,} steps{or_seconds}"


def _shape_in_short(outcome: Outcome) -> str:
    shape = Shape.of(outcome.size, outcome.blocks)
    return str(shape.size) if shape.is_usual else f"{shape.size} ({shape.blocks})"


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
            f"{each.mean_steps:,.0f}",
            f"{each.mean_ms:,.1f}",
        )
        for each in outcomes
    ]
    headers = ["size", "clues", "rule", "solved", "none", "gave up", "steps", "mean", "ms"]
    sides = ["right", "right", "left", *["right"] * 6]
    return table(rows, headers, sides)
