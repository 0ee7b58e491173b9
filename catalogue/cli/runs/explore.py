"""`catalogue explore`: how the search on a stack does with random cells."""

import secrets
import sys
from collections.abc import Iterator, Sequence
from dataclasses import astuple, fields
from itertools import chain

import typer

from catalogue.analysis import plots
from catalogue.cli.commands.explore import Options
from catalogue.cli.terminal.charts import table
from catalogue.cli.terminal.progress import tracked
from catalogue.formats import ROWS
from catalogue.whole_files import write_whole
from engine.teaching.experiments import Outcome, explore, share_of_cells


def run(options: Options) -> None:
    """Run the searches, and print and plot their outcomes."""
    if options.plot:
        plots.check(options.plot)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    outcomes: list[Outcome] = []
    fault = None
    try:
        for outcome in _outcomes(options, seed):
            outcomes.append(outcome)
    except ValueError as error:  # so many cells are never found; earlier outcomes are printed all the same
        fault = typer.BadParameter(f"--clues: {error}")
    if outcomes:
        if options.plot:
            write_whole(options.plot, plots.plot_outcomes(outcomes, options.max_steps, options.plot.suffix))
        _print(outcomes, options, seed)
    if fault:
        raise fault


def _outcomes(options: Options, seed: int) -> Iterator[Outcome]:
    """The outcome for each size, number of clues and rule."""
    clues = {
        size: list(dict.fromkeys(share_of_cells(number, size) for number in options.clues)) for size in options.sizes
    }
    explored = chain.from_iterable(
        explore(numbers, runs=options.runs, seed=seed, size=size, rules=options.compare, max_steps=options.max_steps)
        for size, numbers in clues.items()
    )
    return tracked(explored, "exploring", sum(map(len, clues.values())) * len(options.compare))


def _print(outcomes: Sequence[Outcome], options: Options, seed: int) -> None:
    if options.format == "table":
        print(_table(outcomes))
        print(f"\n{options.runs} boards each of seed {seed}; searches gave up after {options.max_steps:,} steps;")
        print("steps are the median and the mean, ms the mean")
        return
    ROWS[options.format](map(astuple, outcomes), tuple(field.name for field in fields(Outcome)), sys.stdout)
    if options.seed is None:
        print(f"the boards are of seed {seed}", file=sys.stderr)


def _table(outcomes: Sequence[Outcome]) -> str:
    rows = [
        (
            each.size,
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
