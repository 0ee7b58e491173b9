"""Where output goes, and in which format: one rule for all verbs.

The ending of `output` decides the format, and `format` overrules it. `-` is the standard output. A name that ends
in `.gz` is compressed. `.txt` holds what the screen would show, unless a verb has the format txt.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from ..formats import FORMATS
from ..storage.whole_files import PACKED, check_output, ending_of, packed, packed_output

STANDARD_OUTPUT = Path("-")

_TEXT = ".txt"
_BINARY = ("pdf",)  # which only books have


@dataclass(frozen=True)
class Target:
    """A file, or the standard output, and the format that it gets."""

    path: Path | None
    """None: the standard output."""
    format: str
    force: bool = False

    @property
    def is_binary(self) -> bool:
        """Whether it takes bytes, not text."""
        return self.format in _BINARY or (self.format in FORMATS and FORMATS[self.format].is_binary)

    @property
    def is_data(self) -> bool:
        """Whether it is for programs, which want every character of a text."""
        return self.format in FORMATS and self.format != "table"

    @contextmanager
    def opened(self) -> Iterator[Any]:
        """Give a file for text, or for bytes if the format is binary; it appears whole or not at all."""
        if self.path is None and not self.is_data:
            yield sys.stdout  # for people, in a pipe too
            return
        with packed_output(self.path, binary=self.is_binary, force=self.force) as file:
            yield file

    @contextmanager
    def printed(self) -> Iterator[None]:
        """Let what is printed go there."""
        with self.opened() as file, redirect_stdout(file):
            yield

    @contextmanager
    def growing(self) -> Iterator[TextIO]:
        """Give a file for text that keeps what was flushed, whatever comes later: for work that may be stopped."""
        if self.path is None:
            yield sys.stdout
            return
        is_packed = self.path.name.lower().endswith(PACKED)
        with self.path.open("wb") as file, packed(file) if is_packed else nullcontext(file) as raw:
            text = io.TextIOWrapper(raw, encoding="utf-8", newline="\n")
            yield text
            text.detach()

    def write(self, content: str | bytes) -> None:
        """Write all of it."""
        with self.opened() as file:
            file.write(content)


def target_of(
    output: Path | None, format: str | None, formats: Sequence[str], *, default: str, force: bool = False
) -> Target:
    """Return where output goes and in which of the formats: the default if neither the ending nor `format` names one.

    ValueError for an ending that no format has, and for bytes on a terminal. CatalogueError if no output may go.
    """
    path = None if output == STANDARD_OUTPUT else output
    check_output(path, force=force)
    target = Target(path, format or (_by_ending(path, formats, default) if path else default), force)
    if target.is_binary and path is None and sys.stdout.isatty():
        raise ValueError(f"{target.format} is not for a terminal; name a file with `output`")
    return target


def _by_ending(path: Path, formats: Sequence[str], default: str) -> str:
    ending = ending_of(path).lower().removesuffix(PACKED)
    if not ending:
        return default
    endings = {each: name for name in formats for each in _endings(name)}
    found = endings.get(ending, default if ending == _TEXT else None)
    if found is None:
        known = ", ".join(dict.fromkeys([*endings, _TEXT]))
        raise ValueError(f"{path.name}: no format here ends in {ending}; use {known}, or name a `format`")
    return found


def _endings(format: str) -> tuple[str, ...]:
    if format in FORMATS:
        return FORMATS[format].endings
    return () if format == "text" else (f".{format}",)
