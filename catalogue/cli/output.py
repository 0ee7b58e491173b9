"""Where the output of a command goes, as `verbs.target` has it; what is wrong with it is a wrong call."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

from board_catalogue.catalogue.cli.values import usage_errors
from board_catalogue.catalogue.verbs import target
from board_catalogue.catalogue.verbs.target import STANDARD_OUTPUT, Target

__all__ = ["STANDARD_OUTPUT", "Target", "is_for_programs", "report_aside", "target_of"]


def target_of(
    output: Path | None, format: str | None, formats: Sequence[str], *, default: str, force: bool = False
) -> Target:
    """Return where output goes and in which of the formats, as `verbs.target.target_of`; BadParameter for a fault."""
    with usage_errors():
        return target.target_of(output, format, formats, default=default, force=force)


def is_for_programs(output: Path | None, format: str | None) -> bool:
    """Whether standard output gets the result alone: a format but no file is named, or the output is `-`."""
    return output == STANDARD_OUTPUT or (format is not None and output is None)


@contextmanager
def report_aside(aside: bool) -> Iterator[None]:
    """If the standard output is for the result alone, print everything else on stderr."""
    with redirect_stdout(sys.stderr if aside else sys.stdout):
        yield
