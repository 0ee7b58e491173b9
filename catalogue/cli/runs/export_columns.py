"""Which columns an export asks the store for, and what becomes of them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import typer

from catalogue.cli.commands.export import Options
from catalogue.cli.names import OTHER_NAMES
from catalogue.formats import FORMATS, Format
from catalogue.library.exporting import WITH_OBJECTS, usual_columns
from catalogue.store.reading.queries import Row

_WITH_STEPS = ("sqlite", *WITH_OBJECTS)
_STEPS = "steps"


@dataclass(frozen=True)
class Wanted:
    """The columns of an export."""

    asked: Sequence[str]
    """What the store is asked for; with a split, the solution comes last once more."""
    headings: Sequence[str]
    """What they are called in the file."""
    hints: bool
    """Whether the steps of each solution are added, from the puzzle that is then the last column."""

    def completed(self, rows: Iterable[Row], blocks: str) -> Iterable[Row]:
        """Replace the puzzle in the last column, of boards with these blocks, by its steps where they are wanted."""
        return _with_steps(rows, blocks) if self.hints else rows


def wanted_columns(options: Options, form: Format) -> Wanted:
    """Return the columns; BadParameter for options that the format cannot have."""
    headings = _headings(options, form)
    asked = [OTHER_NAMES.get(name, name) for name in headings]
    if options.hints:
        if form.name not in _WITH_STEPS:
            raise typer.BadParameter(f"--hints needs one of the formats {', '.join(_WITH_STEPS)}")
        asked.append("givens")
        headings = [*headings, _STEPS]
    if options.split:
        asked.append("solution")
    return Wanted(asked, headings, options.hints)


def _headings(options: Options, form: Format) -> Sequence[str]:
    if options.columns and not form.keeps_columns:
        able = ", ".join(name for name, each in FORMATS.items() if each.keeps_columns and name != "table")
        raise typer.BadParameter(f"--columns needs one of the formats {able}")
    return options.columns or usual_columns(form, solution=options.solution)


def _with_steps(rows: Iterable[Row], blocks: str) -> Iterator[Row]:
    from catalogue.formats.digits import grid_of  # imports numpy
    from engine import steps  # imports the kernels

    for *values, givens in rows:
        found = steps(grid_of(givens, blocks))
        yield [
            *values,
            [{"technique": step.technique, "rating": step.rating / 10, "sentence": step.sentence} for step in found],
        ]
