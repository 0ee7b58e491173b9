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
from itertools import chain
from typing import Annotated

import typer

from board_catalogue.catalogue.cli.options import DEFAULT_HOME, Home, Numbers, Wait
from board_catalogue.catalogue.cli.selection import Selection, check_ratings, chooses, criteria_of, selected
from board_catalogue.catalogue.cli.terminal import open_to_write
from board_catalogue.catalogue.cli.values import usage_errors


@dataclass(frozen=True, kw_only=True)
class Options(Selection):
    """Which puzzles, and which tag."""

    numbers: Numbers = None
    name: Annotated[str, typer.Argument(help="The tag.", metavar="TAG")]
    remove: Annotated[bool, typer.Option("--remove", help="Remove the tag from the puzzles.")] = False
    wait: Wait = 0.0
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Tag the puzzles, or remove the tag from them, and say how many changed."""
    from board_catalogue.catalogue.storage.columns import ROW_ID
    from board_catalogue.catalogue.storage.queries import check_numbers
    from board_catalogue.catalogue.storage.writing import add_tag, check_tag, remove_tag

    with usage_errors():
        check_tag(options.name)
    ranges = tuple(chain.from_iterable(options.numbers or ()))
    criteria = criteria_of(options, ranges)
    if not ranges and not chooses(options):
        raise typer.BadParameter("name puzzles, all, or options that choose puzzles, before the tag")
    with open_to_write(options.home, wait=options.wait) as store:
        check_numbers(store, ranges)
        check_ratings(store, options, criteria)
        puzzles = [id for (id,) in selected(store, options, criteria, (ROW_ID,))]
        changed = (remove_tag if options.remove else add_tag)(store, options.name, puzzles)
    action, others = ("untagged", "did not have the tag") if options.remove else ("tagged", "had the tag already")
    rest = f"; {len(puzzles) - changed:,} {others}" if changed < len(puzzles) else ""
    print(f"{changed:,} puzzles {action}{rest}" if puzzles else "No matching puzzles.")
