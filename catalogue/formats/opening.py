"""Files of puzzles, opened in the format that their content and the ending of their name show."""

import io
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, BinaryIO

from ...engine.reading.files import HEAD_BYTES, as_utf8, buffered, is_packed, unpacked
from ...engine.reading.tables import Refuse, is_board
from ..errors import CatalogueError
from . import CONSTRAINTS, FORMATS, Format, Record, format_for, readable
from .lines import head_lines

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SAYS_LITTLE = ".txt"


@contextmanager
def opened(
    path: Path,
    format: str | None = None,
    base: int | None = None,
    *,
    encoding: str | None = None,
    column: str | None = None,
    refuse: Refuse | None = None,
) -> Iterator[tuple[Format, Iterator[Record]]]:
    """Give the format of a file, `-` for the standard input, and its puzzles; a format that is named is not guessed.

    `base`, `column` and `refuse` are as in `Format.read`. CatalogueError as from `content_of`, and at a line with an
    error.
    """
    with content_of(path, format, encoding=encoding) as (chosen, file):
        with said_of(path):
            records = chosen.read(file, base, column, refuse)
        yield chosen, _records(path, records)


@contextmanager
def content_of(
    path: Path, format: str | None = None, *, encoding: str | None = None, is_messy: bool = False
) -> Iterator[tuple[Format, io.BufferedReader]]:
    """Give the format of a file, `-` for the standard input, and what it holds: text as UTF-8, or bytes in any order.

    A file may be compressed, as `engine.reading.files.unpacked` says, and its text in an `encoding` as `as_utf8` there
    takes it. In a messy file some lines may be wrong: a text with a board in any line is a list, and text that is
    not UTF-8 is an error as it is read. CatalogueError if the file cannot be read, and if its format is not certain.
    """
    with said_of(path):
        # A descriptor rather than /dev/stdin, which would be opened anew: a socket cannot be, nor another user's file.
        given = buffered(io.FileIO(os.dup(0) if str(path) == "-" else path))
    with given, ExitStack() as stack:
        with said_of(path):
            file, name = unpacked(given, path.name, archives=format != "npz")  # which is a zip archive itself
            chosen = FORMATS[format] if format else _detected(name, file, encoding, is_messy)
            if not chosen.is_binary:
                file = as_utf8(file, encoding, is_checked=is_messy)
            elif file is not given:
                file = stack.enter_context(_whole(file))
        yield chosen, file


def _detected(name: str, file: io.BufferedReader, encoding: str | None, is_messy: bool) -> Format:
    head = _as_text(file.peek(HEAD_BYTES), encoding)
    try:
        return detect(name, head)
    except ValueError:
        if is_messy and any(is_board(word) for line in head_lines(head) for word in re.split(r"[\s,;]", line)[:1]):
            return FORMATS["line"]
        raise


def _as_text(head: bytes, encoding: str | None = None) -> bytes:
    """The beginning of a file as UTF-8 if it is text in another encoding."""
    for end in range(len(head), max(0, len(head) - 4), -1):  # it may end in the middle of a character
        with suppress(ValueError):
            return as_utf8(buffered(io.BytesIO(head[:end])), encoding).read()  # type: ignore[arg-type]  # no RawIOBase
    return head  # it is no text


@contextmanager
def _whole(file: BinaryIO) -> Iterator[io.BufferedReader]:
    """Give a file on disk with the content of one that cannot be read in any order."""
    with TemporaryFile() as whole:
        shutil.copyfileobj(file, whole)
        whole.seek(0)
        yield whole  # type: ignore[misc]


def looks_readable(head: bytes) -> bool:
    """Whether a file that begins with these bytes may hold puzzles."""
    try:
        detect("", _as_text(head))
    except ValueError:
        return is_packed(head)
    return True


def _records(path: Path, records: Iterator[Record]) -> Iterator[Record]:
    with said_of(path):
        yield from records


@contextmanager
def said_of(path: Path) -> Iterator[None]:
    """Turn errors into one line that names the file."""
    try:
        yield
    except ValueError as error:
        raise CatalogueError(f"{path}: {error}") from error
    except OSError as error:
        raise CatalogueError(f"{path}: {error.strerror or error}; name a file that holds puzzles") from error


def detect(name: str, head: bytes) -> Format:
    """Return the format of a file from its name and its first bytes.

    An ending decides unless the content is that of another format; without a known ending, and with .txt, the content
    alone does. ValueError if ending and content disagree, if several formats fit, or if none does.
    """
    if not head.strip():
        raise ValueError("empty: no puzzle in it")
    named = None if name.lower().endswith(_SAYS_LITTLE) else format_for(name)
    if named and not named.is_read:
        raise ValueError(f"{named.name} files are only written, not read")
    if named and named.is_like(head):
        return named
    found = _fitting(head) or _fitting(head + b"\n")  # whose last line may lack its end
    if named and not found:
        return named  # which says what is wrong, and in which line
    if named:
        raise ValueError(f"its name says {named.name}, its content {_names(found)}: rename it, or give its format")
    found = found or _like_first_line(head)  # that format says what is wrong, and in which line
    if not found:
        raise ValueError(f"line 1: no known format begins like this; give its format: {', '.join(readable())}")
    if len(found) > 1:
        raise ValueError(f"it can be read as {_names(found)}: give its format")
    return found[0]


def _fitting(head: bytes) -> list[Format]:
    """The formats that a file that begins so can have, without forms of others."""
    found = [each for each in FORMATS.values() if each.is_read and not each.form_of and each.is_like(head)]
    return [FORMATS[CONSTRAINTS]] if FORMATS[CONSTRAINTS] in found else found  # its JSON is an object as any other


def _like_first_line(head: bytes) -> list[Format]:
    """The formats of which the first line can be; none if several fit."""
    lines = (line for line in head.splitlines(keepends=True) if line.strip() and not line.startswith(b"#"))
    first = next(lines, b"")
    found = _fitting(first)
    return found if len(found) == 1 else []


def _names(formats: list[Format]) -> str:
    return " and as ".join(each.name for each in formats)


def check_one(name: str, records: Sequence[Record], counts: "NDArray[np.integer[Any]]") -> None:
    """CatalogueError names the line of the first puzzle whose solutions are not counted as one."""
    if (counts != 1).any():
        place = int((counts != 1).argmax())
        found = "several solutions" if counts[place] else "no solution"
        raise CatalogueError(f"{name}: line {records[place].line}: the puzzle has {found}, not one")
