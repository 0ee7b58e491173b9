"""Where the output of a command goes, as `requests.target` has it; what is wrong with it is a wrong call."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from ..formats import FORMATS
from ..requests import target
from ..requests.target import STANDARD_OUTPUT, Target
from .options import FORMATS_OF_MANY
from .values import usage_errors

if TYPE_CHECKING:
    from ..requests.each import Row, Rows

__all__ = ["STANDARD_OUTPUT", "Target", "is_for_programs", "report_aside", "target_of", "target_of_many", "write_rows"]


def target_of(
    output: Path | None, format: str | None, formats: Sequence[str], *, default: str, force: bool = False
) -> Target:
    """Return where output goes and in which of the formats, as `requests.target` has it; BadParameter for a fault."""
    with usage_errors():
        return target.target_of(output, format, formats, default=default, force=force)


def target_of_many(output: Path | None, format: str | None, *, force: bool) -> Target:
    """Return where the rows of puzzles go: as lines if neither `--format` nor the ending names a format."""
    return target_of(output, format, FORMATS_OF_MANY, default="line", force=force)


def write_rows(found: Rows, target: Target) -> None:
    """Write rows as they come. An error before the first one leaves no file. BadParameter for a wrong request."""
    batches = found.batches
    with usage_errors():
        first = next(batches, ())
        with target.opened() as file:
            FORMATS[target.format].write(_shown(chain([first], batches), target, file), found.columns, file)


def _shown(batches: Iterable[Sequence[Row]], target: Target, file: IO[Any]) -> Iterator[Sequence[Any]]:
    """Yield the rows of batches; each batch is in the file, or in the pipe, before the next one is computed."""
    for rows in batches:
        if target.format == "line":
            yield from (row.words() for row in rows)
        else:
            yield from (row.values(target.format) for row in rows)
        file.flush()


def is_for_programs(output: Path | None, format: str | None) -> bool:
    """Whether standard output gets the result alone: a format but no file is named, or the output is `-`."""
    return output == STANDARD_OUTPUT or (format is not None and output is None)


@contextmanager
def report_aside(aside: bool) -> Iterator[None]:
    """If the standard output is for the result alone, print everything else on stderr."""
    with redirect_stdout(sys.stderr if aside else sys.stdout):
        yield
