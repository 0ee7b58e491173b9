"""Tag puzzles, so that what was used is not used twice.

Name puzzles by their numbers, or choose them with the options of catalogue query, or both; the tag comes last. The
filters --tag and --without-tag of query, export and book find tagged puzzles. catalogue stats lists the tags.

\b
Examples:
  catalogue tag 0-199 book-2025
  catalogue tag --grade easy --without-tag book-2025 --limit 50 book-2026
  catalogue tag all book-2025 --remove
"""

from dataclasses import dataclass
from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Home, Numbers, Wait
from catalogue.cli.selection import Selection


@dataclass(frozen=True, kw_only=True)
class Options(Selection):
    """Which puzzles, and which tag."""

    numbers: Numbers = None
    name: Annotated[str, typer.Argument(help="The tag.", metavar="TAG")]
    remove: Annotated[bool, typer.Option("--remove", help="Remove the tag from the puzzles.")] = False
    wait: Wait = 0.0
    home: Home = DEFAULT_HOME
