"""Tag puzzles, so that none is used twice.

Name puzzles by their numbers, or choose them with the options of catalogue query, or both; the tag comes last. The
filters --tag and --without-tag of query, export and book find tagged puzzles. catalogue stats lists the tags.

\b
Examples:
  catalogue tag 0-199 book-2025
  catalogue tag --grade easy --without-tag book-2025 --limit 50 book-2026
  catalogue tag all book-2025 --remove
"""

from __future__ import annotations

from dataclasses import dataclass

from ..verbs.tag import TagRequest, tag
from .options import DEFAULT_HOME, Home
from .values import usage_errors


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzles, and which tag."""

    request: TagRequest
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Tag the puzzles, or remove the tag from them, and say how many changed."""
    with usage_errors():
        report = tag(options.home, options.request)
    action, others = (
        ("untagged", "did not have the tag") if options.request.remove else ("tagged", "had the tag already")
    )
    rest = f"; {report.chosen - report.changed:,} {others}" if report.changed < report.chosen else ""
    print(f"{report.changed:,} puzzles {action}{rest}" if report.chosen else "No matching puzzles.")
