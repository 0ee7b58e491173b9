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

from dataclasses import dataclass, replace

from ..verbs.measure import MeasureRequest, measure
from .options import DEFAULT_HOME, Home, Quiet
from .terminal import ended_by_ctrl_c, leave, print_figures, progress


@dataclass(frozen=True, kw_only=True)
class Options:
    """How it is measured, and shown."""

    request: MeasureRequest
    quiet: Quiet = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Measure the puzzles of the catalogue. After Ctrl-C the program ends with 130."""
    with ended_by_ctrl_c() as stop, progress("puzzles", quiet=options.quiet) as show:
        report = measure(
            options.home,
            replace(
                options.request,
                stop=stop,
                on_progress=lambda now: show(now.measured, now.wanted, now.seconds, ""),
            ),
        )
    if not options.quiet:
        print_figures(
            [
                ("puzzles measured now", f"{report.measured:,}"),
                ("not measured", f"{report.unmeasured:,}"),
                ("seconds", f"{report.seconds:.2f}"),
                ("puzzles per second", f"{report.measured / report.seconds:,.0f}"),
            ]
        )
    if report.measured < report.wanted:
        if not options.quiet:
            print("\nInterrupted; the next run continues from here.")
        leave()
