"""`catalogue query`: find puzzles by their numbers."""

import sys
from enum import StrEnum
from itertools import chain
from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Home, Pattern, check_pattern

_GREATEST = 2**63 - 1  # that SQLite knows
AtLeast = Annotated[int | None, typer.Option(help="Least value to keep.", min=0, max=_GREATEST)]
AtMost = Annotated[int | None, typer.Option(help="Greatest value to keep.", min=0, max=_GREATEST)]


class Format(StrEnum):
    """How rows are written."""

    table = "table"
    csv = "csv"
    tsv = "tsv"
    json = "json"
    jsonl = "jsonl"
    line = "line"


class Order(StrEnum):
    """What rows are sorted by."""

    id = "id"
    clues = "clues"
    guesses = "guesses"
    backtracks = "backtracks"
    nodes = "nodes"
    depth = "depth"
    comparisons = "comparisons"


def command(
    min_clues: AtLeast = None,
    max_clues: AtMost = None,
    min_guesses: AtLeast = None,
    max_guesses: AtMost = None,
    min_backtracks: AtLeast = None,
    max_backtracks: AtMost = None,
    min_nodes: AtLeast = None,
    max_nodes: AtMost = None,
    min_depth: AtLeast = None,
    max_depth: AtMost = None,
    min_comparisons: AtLeast = None,
    max_comparisons: AtMost = None,
    min_id: AtLeast = None,
    max_id: AtMost = None,
    pattern: Pattern = None,
    sort: Annotated[Order, typer.Option(help="What to sort by; equals stay in the order of their numbers.")] = Order.id,
    desc: Annotated[bool, typer.Option("--desc", help="Greatest first.")] = False,
    limit: Annotated[int | None, typer.Option(help="How many rows at the most.", min=0, max=_GREATEST)] = None,
    count_only: Annotated[bool, typer.Option("--count-only", help="Print only how many there are.")] = False,
    format: Annotated[Format, typer.Option(help="How to write them; line is a puzzle a line.")] = Format.table,
    home: Home = DEFAULT_HOME,
) -> None:
    """Find puzzles by their numbers; every bound is included.

    \b
    Example:
      catalogue query --min-clues 17 --max-clues 24
      catalogue query --min-guesses 10 --sort nodes --desc --limit 5
      catalogue query --max-guesses 0 --format line > singles.txt
      catalogue query --pattern rotate180 --limit 5
    """
    from catalogue.formats import ROWS
    from catalogue.queries import COLUMNS, Criteria, count, find
    from catalogue.schema import METRICS
    from catalogue.store import Store

    bounds = {
        "id": (min_id, max_id),
        "clues": (min_clues, max_clues),
        "guesses": (min_guesses, max_guesses),
        "backtracks": (min_backtracks, max_backtracks),
        "nodes": (min_nodes, max_nodes),
        "max_depth": (min_depth, max_depth),
        "comparisons": (min_comparisons, max_comparisons),
    }
    patterns = None
    if pattern is not None:
        from engine import patterns_within  # numpy takes a while to import, and few queries need it

        check_pattern(pattern)
        patterns = patterns_within(pattern)
    criteria = Criteria(bounds, patterns)
    # A terminal is too narrow for boards; a line is for programs that want nothing else.
    columns = {"table": ("id", *METRICS), "line": ("givens",)}.get(format, tuple(COLUMNS))
    with Store.read(home) as store:
        if count_only:
            print(count(store, criteria))
            return
        rows = find(
            store,
            criteria,
            columns=columns,
            sort="max_depth" if sort is Order.depth else sort,
            descending=desc,
            limit=limit,
        )
        first = next(rows, None)
        ROWS[format](chain([first] if first else [], rows), columns, sys.stdout)
    if first is None:
        print("no puzzle is like that", file=sys.stderr)
