"""The content of a file or a text: opened once, in the format that its content and the ending of its name show."""

from __future__ import annotations

import io
import os
import re
import shutil
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, cast
from zipfile import BadZipFile

from ...engine.reading.files import HEAD_BYTES, as_utf8, buffered, is_packed, unpacked
from ...engine.reading.reader import MOST_BYTES
from ...engine.reading.tables import Given, is_board
from ..errors import CatalogueError
from . import AS_SHOWN, CONSTRAINTS, FORMATS, Format, How, format_for, readable
from .lines import head_lines

STANDARD_INPUT = Path("-")

THE_PUZZLE = "the puzzle"
"""The name in messages of a puzzle that is no file."""


class NotTogether(ValueError):
    """Options that contradict a puzzle, or each other: no fault of its text."""


class Content:
    """What a file, `-` for the standard input, or a text holds. It is opened when it is first looked at, and once."""

    def __init__(self, source: bytes | str | os.PathLike[str], how: How = AS_SHOWN, *, is_messy: bool = False) -> None:
        """In a messy file some lines may be wrong.

        A text with a board in any line is a list then, and text that is not UTF-8 is an error as it is read.
        """
        self._source, self.how, self._is_messy = source, how, is_messy
        self.label = THE_PUZZLE if isinstance(source, bytes) else os.fspath(source)
        self._files = ExitStack()
        self.close = self._files.close

    @cached_property
    def _unpacked(self) -> tuple[io.BufferedReader, str]:
        """The file without its compression, and the name whose ending counts."""
        name, raw = "", _raw(self._source) if isinstance(self._source, bytes) else None
        if raw is None:
            # A descriptor, not /dev/stdin, which would be opened anew: a socket cannot be, nor another user's file.
            raw, name = io.FileIO(os.dup(0) if self.label == "-" else self._source), Path(self.label).name
        file = self._files.enter_context(buffered(raw))
        if is_packed(file.peek(HEAD_BYTES)):
            file = self._in_any_order(file)
        is_archive = self.how.format != "npz"  # which is a zip archive itself
        return unpacked(file, name, archives=is_archive, trust=self.how.trust)

    def _in_any_order(self, file: io.BufferedReader) -> io.BufferedReader:
        """A file that can be read in any order: itself, or one on disk with its content."""
        if file.seekable():
            return file
        whole: Any = self._files.enter_context(TemporaryFile())  # noqa: SIM115
        shutil.copyfileobj(file, whole)
        whole.seek(0)
        return cast(io.BufferedReader, whole)

    @cached_property
    def form(self) -> Format:
        """The format. ValueError if it is not certain, OSError if the file cannot be read."""
        if self.how.format:
            return FORMATS[self.how.format]
        file, name = self._unpacked
        head = _as_text(file.peek(HEAD_BYTES)[:HEAD_BYTES], self.how.encoding)
        try:
            return detect(name, head)
        except ValueError:
            words = (re.split(r"[\s,;]", line)[0] for line in head_lines(head))
            if self._is_messy and any(map(is_board, words)):
                return FORMATS["line"]
            raise

    @cached_property
    def file(self) -> io.BufferedReader:
        """Text as UTF-8, or the bytes of a binary format in any order. Errors as of `form`."""
        return self._in_any_order(self._unpacked[0]) if self.form.is_binary else self._utf8

    @cached_property
    def _utf8(self) -> io.BufferedReader:
        return as_utf8(self._unpacked[0], self.how.encoding, is_checked=self._is_messy)

    @cached_property
    def text(self) -> str:
        """All of a text that is short enough for one puzzle, which can be read all the same. ValueError for others."""
        try:
            content = self._utf8.peek(MOST_BYTES + 1)
        except ValueError as error:
            raise ValueError("not a text file" if str(error).startswith("line ") else str(error)) from None
        if len(content) > MOST_BYTES:
            raise ValueError(f"longer than {MOST_BYTES:,} bytes, more than any board takes")
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise ValueError("not a text file") from None

    def records(self) -> Iterator[Given]:
        """Yield the puzzles as the file has them. CatalogueError at a line with an error."""
        with said_of(self.label):
            yield from self.form.read(self.file, self.how)


@contextmanager
def records_in(path: Path, how: How = AS_SHOWN) -> Iterator[tuple[Format, Iterator[Given]]]:
    """Give the format of a file and its puzzles as it has them.

    CatalogueError if the file cannot be read, if its format is not certain, and at a line with an error.
    """
    with closing(Content(path, how)) as content:
        with said_of(content.label):
            form, _ = content.form, content.file  # whose errors come first
        yield form, content.records()


@contextmanager
def content_of(path: Path, how: How = AS_SHOWN) -> Iterator[tuple[Format, io.BufferedReader]]:
    """Give the format of a messy file, and what it holds. CatalogueError as from `records_in`."""
    with closing(Content(path, how, is_messy=True)) as content:
        with said_of(content.label):
            found = content.form, content.file
        yield found


@contextmanager
def said_of(label: object, wanted: str = "puzzles") -> Iterator[None]:
    """Turn errors into one line that names the file."""
    try:
        yield
    except NotTogether:
        raise
    except ValueError as error:
        raise CatalogueError(f"{label}: {error}") from error
    except OSError as error:
        if isinstance(error, FileNotFoundError) and _LINK.match(str(label)):
            link = re.sub("^(https?:)/(?!/)", r"\1//", str(label))  # as it was before it was taken for a path
            raise CatalogueError(
                f"{link}: a link, not a file; give it to catalogue solve, or write it into a file"
            ) from error
        raise CatalogueError(f"{label}: {error.strerror or error}; name a file that holds {wanted}") from error
    except RecursionError as error:
        raise CatalogueError(f"{label}: its parts are nested too deeply") from error
    except STRANGE as error:
        raise CatalogueError(f"{label}: damaged, or of a kind that is not known here: {error}") from error


_LINK = re.compile(r"https?:/|[\w.-]+\.[a-z]{2,}/.*[?#=]")

STRANGE = (NotImplementedError, EOFError, OverflowError, BadZipFile, zlib.error, struct.error)
"""What libraries raise for damaged files besides ValueError and OSError."""


def check_one(name: str, some: Sequence[Given], counts: Any) -> None:
    """CatalogueError names the line of the first puzzle whose solutions, `int (n,)`, are not counted as one."""
    if (counts != 1).any():
        place = int((counts != 1).argmax())
        found = "several solutions" if counts[place] else "no solution"
        raise CatalogueError(f"{name}: line {some[place].line}: the puzzle has {found}, not one")


# --- The standard input, for what reads it twice ---------------------------------------------------------------------


@contextmanager
def kept_standard_input(path: Path, format: str | None = None) -> Iterator[None]:
    """If the path is -, keep the standard input in a file on disk, so that it can be read more than once.

    One that may have no end is not read to it: if no format is given and the beginning fits none, that is all that
    is kept.
    """
    if path != STANDARD_INPUT:
        yield
        return
    with TemporaryFile() as kept:
        with open(os.dup(0), "rb") as given:  # noqa: PTH123  a descriptor has no path
            head = given.read(HEAD_BYTES + 1)
            kept.write(head)
            is_known = bool(format) or is_packed(head[:HEAD_BYTES])
            with suppress(ValueError):
                is_known = is_known or bool(detect("", _as_text(head[:HEAD_BYTES])))
            if is_known:
                shutil.copyfileobj(given, kept)
        kept.flush()
        os.dup2(kept.fileno(), 0)
        rewind(path)
        yield


def rewind(path: Path) -> None:
    """If the path is -, have the kept standard input read from its beginning."""
    if path == STANDARD_INPUT:
        os.lseek(0, 0, os.SEEK_SET)


# --- Formats ---------------------------------------------------------------------------------------------------------


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
    if not found:
        lines = (line for line in head.splitlines(keepends=True) if line.strip() and not line.startswith(b"#"))
        found = _fitting(next(lines, b""))  # if one fits, it says what is wrong, and in which line
        if len(found) != 1:
            raise ValueError(f"line 1: no known format begins like this; give its format: {', '.join(readable())}")
    if len(found) > 1:
        raise ValueError(f"it can be read as {_names(found)}: give its format")
    return found[0]


_SAYS_LITTLE = ".txt"


def _fitting(head: bytes) -> list[Format]:
    """The formats that a file that begins so can have, without forms of others."""
    if FORMATS[CONSTRAINTS].is_like(head):
        return [FORMATS[CONSTRAINTS]]  # its JSON is an object as any other
    return [each for each in FORMATS.values() if each.is_read and not each.form_of and each.is_like(head)]


def _names(formats: list[Format]) -> str:
    return " and as ".join(each.name for each in formats)


def _as_text(head: bytes, encoding: str | None = None) -> bytes:
    """The beginning of a file as UTF-8 if it is text in another encoding."""
    for end in range(len(head), max(0, len(head) - 4), -1):  # it may end in the middle of a character
        with suppress(ValueError):
            return as_utf8(buffered(_raw(head[:end])), encoding).read()
    return head  # it is no text


def _raw(content: bytes) -> io.RawIOBase:
    return io.BytesIO(content)  # type: ignore[return-value]  # a file in memory is buffered, and serves as well
