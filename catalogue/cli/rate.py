"""Rate the puzzles that have no rating yet.

A puzzle's rating is that of its hardest step, on the scale of Sudoku Explainer. Its score is the sum of all steps that
a person takes, on the scale of HoDoKu, which also gives it a level; puzzles under rules, and of other sizes, have
further techniques on that scale. --rate chooses which of them to compute.

Ctrl-C ends the command early and loses nothing; the next one continues from there. With PUZZLE, that puzzle, or
every puzzle of a file, is rated in place of the catalogue. Each line has a puzzle and its rating, ER/EP/ED: the
hardest step, the hardest up to the first placement, and the first step. With --rate score it has the score and the
level, with all both; csv and jsonl also say whether named techniques alone solve it (logical). Puzzles of any rules
have a score and a level; a rating only if all their rules are houses, as in a diagonal, windoku, disjoint groups or a
jigsaw. They are read as by catalogue solve.

\b
Examples:
  catalogue rate --rate fast
  catalogue rate
  catalogue rate --rate score
  catalogue rate puzzles.csv --format csv
  catalogue rate puzzle.txt --rules diagonal
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

import typer

from ..puzzles.kinds import FAST_CEILING, Depth
from ..verbs.rate import RateReport, RateRequest, rate
from ..verbs.rate_puzzles import RatePuzzlesRequest, rate_puzzles
from .options import (
    DEFAULT_HOME,
    FORMATS_OF_MANY,
    Base,
    Blocks,
    Force,
    Home,
    Output,
    Quiet,
    RulesOfPuzzle,
    format_choice,
)
from .output import target_of_many, write_rows
from .terminal import ended_by_ctrl_c, leave, notice, print_figures, progress
from .values import usage_errors


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzles are rated, and how far."""

    puzzle: Annotated[
        str | None,
        typer.Argument(
            help="File with puzzles in any format, - for standard input, the number of a puzzle, or its cells.",
            metavar="[PUZZLE]",
        ),
    ] = None
    blocks: Blocks = None
    base: Base = None
    rules: RulesOfPuzzle = None
    request: RateRequest
    format: Annotated[str | None, format_choice("For PUZZLE. Default: line.", *FORMATS_OF_MANY)] = None
    output: Output = None
    force: Force = False
    quiet: Quiet = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Rate the puzzles of the catalogue, or those that are named. After Ctrl-C the program ends with 130."""
    if options.puzzle:
        _rate_puzzles(options, options.puzzle)
        return
    if options.format or options.output or options.rules is not None or options.blocks is not None:
        raise typer.BadParameter("--format, --output, --blocks and --rules need a PUZZLE")
    with ended_by_ctrl_c() as stop, progress("puzzles", quiet=options.quiet) as show:
        report = rate(
            options.home,
            replace(options.request, stop=stop, on_progress=lambda now: show(now.rated, now.wanted, now.seconds, "")),
        )
    if not options.quiet:
        _print(report)
    if report.rated < report.wanted:
        if not options.quiet:
            print("\nInterrupted; the next run continues from here.")
        leave()


def _rate_puzzles(options: Options, word: str) -> None:
    """Write each puzzle with its rating: as a line alone, else with its score too where it has one."""
    if options.request.workers:
        raise typer.BadParameter("--workers rates the puzzles of the catalogue: leave out PUZZLE, or import it first")
    target = target_of_many(options.output, options.format, force=options.force)
    with usage_errors():
        request = RatePuzzlesRequest(
            puzzle=word,
            rate=options.request.rate,
            usual=Depth.full if target.format == "line" else Depth.all,
            blocks=options.blocks,
            base=options.base,
            rules=options.rules,
            threads=options.request.threads,
            on_notice=notice,
        )
    write_rows(rate_puzzles(options.home, request), target)


def _print(report: RateReport) -> None:
    rated = [
        ("rated in total", f"{report.rated_in_total:,}"),
        (f"only as above {FAST_CEILING}", f"{report.above:,}"),
        *([("beyond all techniques known here", f"{report.beyond:,}")] if report.beyond else []),
        ("not rated", f"{report.unrated:,}"),
    ]
    scored = [("scored in total", f"{report.scored_in_total:,}"), ("not scored", f"{report.unscored:,}")]
    print_figures(
        [
            ("puzzles rated now", f"{report.rated:,}"),
            *(rated if report.depth.rates else []),
            *(scored if report.depth.scores else []),
            ("seconds", f"{report.seconds:.2f}"),
            ("puzzles per second", f"{report.rated / report.seconds:,.0f}"),
        ]
    )
