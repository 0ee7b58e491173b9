"""Compare every file boards/N.txt with the database.

The exit status is 1 if any file is missing, wrong or stale.

\b
Examples:
  catalogue verify
  catalogue verify --repair
"""

from dataclasses import dataclass
from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Home


@dataclass(frozen=True, kw_only=True)
class Options:
    """What to do about faults."""

    repair: Annotated[bool, typer.Option("--repair", help="Write the files anew where they differ.")] = False
    home: Home = DEFAULT_HOME
