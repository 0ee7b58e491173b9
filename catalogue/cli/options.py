"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

Home = Annotated[
    Path,
    typer.Option(help="Folder of the catalogue.", envvar="CATALOGUE_HOME", show_default=True, metavar="DIR"),
]

Pattern = Annotated[
    str | None,
    typer.Option(
        help="Symmetry of the clues' places: rotate180, rotate90, mirror, flip, diagonal, antidiagonal, mirrors,"
        " diagonals or all.",
        metavar="NAME",
    ),
]

DEFAULT_HOME = Path("data")


def check_pattern(pattern: str) -> None:
    """Refuse a pattern that there is not: BadParameter."""
    from engine import PATTERNS

    if pattern not in PATTERNS:
        raise typer.BadParameter(f"--pattern {pattern} is not one of {', '.join(PATTERNS)}")
