"""Measure the puzzles by the textbook search.

The textbook search takes the empty cells row by row and the digits of a cell in ascending order, and infers nothing. It
counts the digits that it tests (textbook_comparisons), the cells that it empties again (textbook_backtracks) and the
most cells that it fills (textbook_depth); query and export have them as columns. A search is cut short after
1,000,000,000 comparisons, above 9x9 after 10,000,000; its counts are then lower bounds.

Puzzles that are already measured stay as they are. Ctrl-C ends the command early and loses nothing; the next one
continues from there.

\b
Examples:
  catalogue measure
"""

from __future__ import annotations

from dataclasses import dataclass

from board_catalogue.catalogue.cli.options import DEFAULT_HOME, Home, Quiet, Threads, Wait
from board_catalogue.catalogue.cli.terminal import ended_by_ctrl_c, leave, open_to_write, print_figures, progress
from board_catalogue.catalogue.puzzles.numbers import PROCESSORS


@dataclass(frozen=True, kw_only=True)
class Options:
    """Where, and by how many threads."""

    threads: Threads = PROCESSORS
    quiet: Quiet = False
    wait: Wait = 0.0
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Measure the puzzles of the catalogue. After Ctrl-C the program ends with 130."""
    from board_catalogue.catalogue.runs.measuring import measure_unmeasured
    from board_catalogue.catalogue.storage.statistics import unmeasured

    with open_to_write(options.home, wait=options.wait) as store:
        with ended_by_ctrl_c() as stop, progress("puzzles", quiet=options.quiet) as show:
            report = measure_unmeasured(
                store,
                threads=options.threads,
                stop=stop,
                on_progress=lambda now: show(now.measured, now.wanted, now.seconds, ""),
            )
        left = unmeasured(store)
    if not options.quiet:
        print_figures(
            [
                ("puzzles measured now", f"{report.measured:,}"),
                ("not measured", f"{left:,}"),
                ("seconds", f"{report.seconds:.2f}"),
                ("puzzles per second", f"{report.measured / report.seconds:,.0f}"),
            ]
        )
    if report.measured < report.wanted:
        if not options.quiet:
            print("\nInterrupted; the next run continues from here.")
        leave()
