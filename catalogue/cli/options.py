"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from catalogue.rating.grades import spelled
from engine.rating.grades import BOUNDS, Grade


def _folder(name: str | Path) -> Path:
    if not str(name):
        raise typer.BadParameter("'' is no name of a folder")
    return Path(name)


Home = Annotated[
    Path,
    typer.Option(
        help="Folder of the catalogue.", envvar="CATALOGUE_HOME", show_default=True, metavar="DIR", parser=_folder
    ),
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

MOST_THREADS = 64
"""More only wait for each other."""

Technique = Annotated[
    list[str] | None,
    typer.Option(
        help="Technique on the puzzle's path, such as xy-wing; may be given again. Those that come up: catalogue stats;"
        " all: engine/core/rating/README.md.",
        metavar="NAME",
    ),
]

GradeOption = Annotated[
    Grade | None,
    typer.Option(
        help="Grade of the puzzle, by its rating: "
        + ", ".join(f"{grade} {f'to {spelled(high)}' if high else 'above'}" for grade, (_, high) in BOUNDS.items())
    ),
]


def check_pattern(pattern: str) -> None:
    """Refuse a pattern that there is not: BadParameter."""
    from engine import PATTERNS

    if pattern not in PATTERNS:
        raise typer.BadParameter(f"--pattern {pattern} is not one of {', '.join(PATTERNS)}")


def check_techniques(option: str, names: list[str] | None) -> tuple[int, ...]:
    """Return the numbers of techniques; BadParameter for an unknown one."""
    if not names:
        return ()
    from catalogue.rating.target import technique_numbers  # numpy takes a while to import

    try:
        return technique_numbers(names)
    except ValueError as error:
        raise typer.BadParameter(f"{option}: {error}") from None
