"""`catalogue explore`: how the search with a stack fares on random cells."""

import secrets
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, fields
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from catalogue.cli.charts import table
from catalogue.whole_files import write_whole

if TYPE_CHECKING:
    from engine.teaching.experiments import Outcome


class Format(StrEnum):
    """How the outcomes are written."""

    table = "table"
    csv = "csv"
    json = "json"


def command(
    givens: Annotated[
        str,
        typer.Option(
            help="Numbers of random valid cells on a 9x9 board; other sizes get the same share.", metavar="NUMBERS"
        ),
    ] = "0,10,20,30,40",
    runs: Annotated[int, typer.Option(help="Boards for each number.", min=1)] = 100,
    compare: Annotated[
        str, typer.Option(help="Rules for the next cell, on the same boards: row-major, fewest.", metavar="RULES")
    ] = "row-major",
    sizes: Annotated[str, typer.Option(help="Sizes of the boards, such as 4,9,16.", metavar="SIZES")] = "9",
    max_steps: Annotated[int, typer.Option(help="Steps after which a search gives up.", min=1)] = 10_000,
    seed: Annotated[
        int | None, typer.Option(help="A seed makes the same boards ever again.", min=0, max=2**63 - 1)
    ] = None,
    format: Annotated[Format, typer.Option(help="For people or for programs.")] = Format.table,
    plot: Annotated[Path | None, typer.Option(help="Draw a plot too, as .png or .svg.", metavar="FILE")] = None,
) -> None:
    """Search boards with random cells, and count how that ends.

    How many have a solution, have none, or made the search give up; with its time and steps.

    \b
    Example:
      catalogue explore --runs 10 --seed 1
      catalogue explore --givens 10,36 --runs 5 --compare row-major,fewest
      catalogue explore --givens 0,40 --runs 5 --sizes 4,9 --seed 1 --format csv
    """
    from catalogue.analysis import plots
    from catalogue.formats import ROWS
    from engine.board.symbols import GRID_SIZES
    from engine.teaching.experiments import Outcome, explore, share_of_cells
    from engine.teaching.search import RULES

    rules = list(dict.fromkeys(compare.split(",")))
    if strange := [rule for rule in rules if rule not in RULES]:
        raise typer.BadParameter(f"--compare {strange[0]!r} is not one of {', '.join(RULES)}")
    numbers = _numbers("--givens", givens, range(82))
    chosen = _numbers("--sizes", sizes, GRID_SIZES)
    if plot:
        plots.check(plot)
    own_seed = secrets.randbits(32) if seed is None else seed
    shares = {size: list(dict.fromkeys(share_of_cells(number, size) for number in numbers)) for size in chosen}
    explored = chain.from_iterable(
        explore(shares[size], runs=runs, seed=own_seed, size=size, rules=rules, max_steps=max_steps) for size in chosen
    )
    outcomes: list[Outcome] = []
    fault = None
    try:
        for outcome in _with_bar(explored, sum(map(len, shares.values())) * len(rules)):
            outcomes.append(outcome)
    except ValueError as error:  # so many cells are never found; what was searched until then is told all the same
        fault = typer.BadParameter(f"--givens: {error}")
    if outcomes and plot:
        write_whole(plot, plots.plot_outcomes(outcomes, max_steps, plot.suffix))
    if outcomes and format is Format.table:
        print(_table(outcomes))
        print(f"\n{runs} boards each of seed {own_seed}; searches gave up after {max_steps:,} steps;")
        print("steps are the median and the mean, ms the mean")
    elif outcomes:
        ROWS[format](map(astuple, outcomes), tuple(field.name for field in fields(Outcome)), sys.stdout)
        if seed is None:
            print(f"the boards are of seed {own_seed}", file=sys.stderr)
    if fault:
        raise fault


def _numbers(option: str, text: str, allowed: Sequence[int]) -> list[int]:
    try:
        numbers = [int(word) for word in text.split(",")]
    except ValueError:
        raise typer.BadParameter(f"{option} {text!r} is no list of numbers such as 4,9") from None
    if strange := [number for number in numbers if number not in allowed]:
        among = f"0 .. {allowed[-1]}" if isinstance(allowed, range) else ", ".join(map(str, allowed))
        raise typer.BadParameter(f"{option} {strange[0]} is not in {among}")
    return list(dict.fromkeys(numbers))


def _with_bar(outcomes: "Iterator[Outcome]", total: int) -> "Iterable[Outcome]":
    """The same outcomes; on a terminal a bar tells how many of them there are so far."""
    if not sys.stderr.isatty():
        return outcomes
    from rich.console import Console
    from rich.progress import track

    return track(outcomes, "exploring", total, console=Console(stderr=True), transient=True)


def _table(outcomes: Sequence["Outcome"]) -> str:
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
