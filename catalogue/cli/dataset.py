"""Make a data set of puzzles to train and test models on, or prove one.

DIR gets Parquet files in splits, a card, Croissant metadata and checksums, in the layout that the large hubs read
without a script. Every puzzle has one solution and is rated. No two are the same up to symmetry, and no two splits
share a solution up to symmetry. The same request gives the same files, byte for byte. After Ctrl-C the same call
continues.

--rules, --size and --solutions make variants, puzzles of other sizes, and puzzles of several solutions. Their rows have
the rules in words, as a drawing in JSON and as constraint text, and the score and level of the path for people.

--verify makes every row again and names what is wrong; then the exit status is 1.

\b
Examples:
  catalogue dataset puzzles --count 1000000 --seed 1
  catalogue dataset graded --seed 1 --grade easy=100 --grade hard=100
  catalogue dataset harder --count 100000 --seed 1 --test 0.1 --hard 7.0
  catalogue dataset variants --size 6 --rules killer,xv --count 99 --seed 1
  catalogue dataset bench --schema sudoku-bench --rules xv --count 99 --seed 1
  catalogue dataset puzzles --verify
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from ..errors import CatalogueError
from ..requests.request import ignore
from ..verbs.dataset import DatasetRequest, DatasetResult, dataset
from .options import Quiet
from .terminal import print_figures, progress
from .values import usage_errors


@dataclass(frozen=True, kw_only=True)
class Options:
    """The content of a data set, and its folder."""

    request: DatasetRequest
    quiet: Quiet = False


def run(options: Options) -> None:
    """Make a data set, or prove one."""
    begin, request = time.monotonic(), options.request
    if options.quiet:
        request = replace(request, on_notice=ignore)
    with progress("positions" if request.verify else "puzzles", quiet=options.quiet) as show, usage_errors():
        watched = replace(request, on_progress=lambda done, wanted: show(done, wanted, time.monotonic() - begin, ""))
        result = dataset(watched)
    if request.verify:
        _tell(result, options)
    elif not options.quiet:
        _print(result, time.monotonic() - begin)


def _print(result: DatasetResult, seconds: float) -> None:
    total = sum(result.rows.values())
    print_figures(
        [
            *((name, f"{rows:,}") for name, rows in result.rows.items()),
            ("puzzles in total", f"{total:,}"),
            ("positions of the seed", f"{result.positions:,}"),
            ("duplicates left out", f"{result.duplicates:,}"),
            ("seconds", f"{seconds:.2f}"),
            ("puzzles per second", f"{total / seconds:,.0f}"),
        ]
    )


_MANY = 20  # faults that are listed one by one


def _tell(result: DatasetResult, options: Options) -> None:
    """Say that a data set is proven; CatalogueError if something is wrong with it."""
    folder = options.request.folder
    if result.faults:
        for fault in result.faults[:_MANY]:
            print(fault)
        if len(result.faults) > _MANY:
            print(f"{len(result.faults) - _MANY:,} more")
        raise CatalogueError(
            f"{folder} is not proven: it has changed since it was made, or another version made it; make it in"
            " a new folder and compare"
        )
    if not options.quiet:
        print(f"{folder}: every row and every file is proven")
