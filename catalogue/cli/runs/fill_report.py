"""What `catalogue fill` prints at its end."""

import json

from catalogue.cli.commands.fill import Options
from catalogue.cli.terminal.charts import histogram, print_figures
from catalogue.fill import FillReport
from catalogue.store import Settings

_CHANGES = {  # what each symmetry may do to a board
    "d4": "rotating and mirroring",
    "d4+relabel": "rotating, mirroring and renaming digits",
    "full": "transposing, permuting rows and columns, and renaming digits",
}


def print_report(report: FillReport, options: Options, settings: Settings) -> None:
    """Print what a fill has done, as text or as JSON."""
    if options.format == "json":
        stages = {"stages": dict(report.stages)} if options.verbose else {}
        print(json.dumps({**report.data(options.clues), **stages}, indent=2))
        return
    print_figures(_figures(report, options))
    if report.clues:
        print("\n" + histogram(report.clues, "clues"))
    for message in _messages(report, options, settings):
        print("\n" + message)


def _figures(report: FillReport, options: Options) -> list[tuple[str, str]]:
    selects = bool(options.grade or options.technique or options.strict)
    stages = report.stages.items() if options.verbose else ()
    return [
        ("boards added", f"{report.boards:,}"),
        ("boards in total", f"{report.total:,}"),
        *([("boards tried", f"{report.looked_at:,}")] if selects else []),
        *([(f"with {options.clues} clues", f"{report.clues[options.clues]:,}")] if options.clues else []),
        ("attempts per board", f"{report.attempts / report.looked_at:.2f}" if report.looked_at else "-"),
        ("duplicates refused", f"{report.duplicates:,}"),
        *([("boards skipped", f"{report.unwanted:,}")] if selects else []),
        *((f"seconds: {stage}", f"{seconds:.2f}") for stage, seconds in stages),
        ("seconds in total", f"{report.seconds:.2f}"),
        ("boards per second", f"{report.boards / report.seconds:,.0f}"),
        ("seed", str(report.seed)),
    ]


def _messages(report: FillReport, options: Options, settings: Settings) -> list[str]:
    """How the fill ended, where that was not at its goal."""
    messages = []
    if options.clues and (missed := report.boards - report.clues[options.clues]):
        messages.append(
            f"{missed:,} of {report.boards:,} puzzles have more than {options.clues} clues: the search did not reach"
            " that many. --strict stores only puzzles that do; at 9x9 a greater --effort reaches it more often."
        )
    if report.exhausted:
        messages.append(
            f"All possible boards are already stored, the space is exhausted: {options.home} has all {report.total:,}"
            f" boards of {settings.shape} that differ by more than {_CHANGES[settings.symmetry]}."
        )
    if report.given_up:
        messages.append(
            f"Gave up after {report.looked_at:,} boards: {report.boards:,} of {report.wanted:,} puzzles found."
            " The next fill continues from here."
        )
    if report.interrupted:
        messages.append("Interrupted; the next fill continues from here.")
    return messages
