"""What `catalogue import` prints at its end."""

import json
from collections.abc import Sequence

from catalogue.cli.commands.import_ import Options
from catalogue.cli.terminal.charts import histogram, print_figures
from catalogue.importing import ImportReport, Refusal


def print_report(reports: Sequence[ImportReport], options: Options) -> None:
    """Print what was done with each file, as text or as JSON."""
    if options.report == "json":
        print(json.dumps([_data(report) for report in reports], indent=2))
        return
    for place, report in enumerate(reports):
        print(("\n" if place else "") + f"{report.name} ({report.format})")
        _print_one(report, options)


def _data(report: ImportReport) -> dict[str, object]:
    refusals = [refusal._asdict() for refusal in report.refusals]
    return vars(report) | {"clues": dict(sorted(report.clues.items())), "refusals": refusals}


def _print_one(report: ImportReport, options: Options) -> None:
    skipped = [("looked at before", f"{report.skipped:,}")] if report.skipped else []
    print_figures(
        [
            *skipped,
            ("puzzles looked at", f"{report.looked_at:,}"),
            ("new", f"{report.new:,}"),
            ("  on new boards", f"{report.new_boards:,}"),
            ("  on boards already there", f"{report.new - report.new_boards:,}"),
            ("duplicates refused", f"{report.duplicates:,}"),
            ("refused without one solution", f"{report.unsound:,}"),
            ("boards in total", f"{report.boards:,}"),
            ("seconds", f"{report.seconds:.2f}"),
            ("puzzles per second", f"{report.looked_at / report.seconds:,.0f}"),
        ]
    )
    if report.clues:
        print("\n" + histogram(report.clues, "clues"))
    if report.refusals:
        print()
        for refusal in report.refusals:
            print(_sentence(refusal))
        if more := report.duplicates + report.unsound - len(report.refusals):
            where = f"are in {options.refused}" if options.refused else "are listed with --refused FILE"
            print(f"{more:,} more {where}")
    if options.dry_run:
        print("\nDry run: nothing was changed.")
    elif report.interrupted:
        print("\nInterrupted; the same command continues from here.")


def _sentence(refusal: Refusal) -> str:
    if refusal.number is not None:
        return f"line {refusal.line}: the same as puzzle {refusal.number}"
    return f"line {refusal.line}: {refusal.reason}"
