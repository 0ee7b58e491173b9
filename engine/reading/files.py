"""Files that are compressed, in other encodings or with other line ends, as UTF-8 text in lines."""

from __future__ import annotations

import codecs
import io
import re
import zipfile
import zlib
from gzip import GzipFile
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, BinaryIO

from .budget import check_unpacked

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

HEAD_BYTES = 65_536
"""So much of the beginning of a file shows what it is."""

_SEEN_BYTES = HEAD_BYTES + 1
"""So much of a file can be seen before it is read: whether it is longer, too."""

_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"
_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",  # before UTF-16, whose mark is the beginning of this one
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_UTF8 = "utf-8"
_lone_return = re.compile(rb"\r[^\n]")


def buffered(raw: io.RawIOBase) -> io.BufferedReader:
    """Return a file whose first `HEAD_BYTES`, and one more, can be seen before they are read, also of a pipe."""
    if raw.seekable():
        return io.BufferedReader(raw, _SEEN_BYTES)
    head = b""
    while len(head) < _SEEN_BYTES and (piece := raw.read(_SEEN_BYTES - len(head))):
        head += piece
    return io.BufferedReader(_Joined(head, raw), _SEEN_BYTES)


class _Joined(io.RawIOBase):
    """A file whose beginning was read already."""

    def __init__(self, beginning: bytes, rest: io.RawIOBase) -> None:
        self._beginning, self._rest = beginning, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int | None:
        if not self._beginning:
            return self._rest.readinto(buffer)
        view = memoryview(buffer).cast("B")
        count = min(len(view), len(self._beginning))
        view[:count], self._beginning = self._beginning[:count], self._beginning[count:]
        return count

    def close(self) -> None:
        self._rest.close()
        super().close()


# --- Compressed files -----------------------------------------------------------------------------------------------


def is_packed(head: bytes) -> bool:
    """Whether a file that begins so is compressed by gzip, or is a zip archive of other things than arrays."""
    return head.startswith(_GZIP) or (head.startswith(_ZIP) and b".npy" not in head[:200])


def unpacked(
    file: io.BufferedReader, name: str, *, archives: bool = True, trust: bool = False
) -> tuple[io.BufferedReader, str]:
    """Return what is in a `.gz` file, or in a `.zip` file with one file, and the name of that; else what is given.

    Without `archives`, a zip file is given back as it is. ValueError for an archive of more files, one that cannot be
    read, and for damaged content, also later; and for one that unpacks to far more than its size, without `trust`.
    """
    head = file.peek(HEAD_BYTES)
    if not is_packed(head) or (not archives and head.startswith(_ZIP)):
        return file, name
    size = None
    if file.seekable() and not trust:
        size = file.seek(0, io.SEEK_END)
        file.seek(0)
    if head.startswith(_GZIP):
        return buffered(_Unpacked(GzipFile(fileobj=file), size)), re.sub(r"\.gz$", "", name, flags=re.IGNORECASE)
    if not file.seekable():
        raise ValueError("a zip archive cannot be read from a pipe; name a file")
    try:
        archive = zipfile.ZipFile(file)
        members = [each.filename for each in archive.infolist() if not _is_aside(each.filename)]
        if len(members) == 1:
            return buffered(_Unpacked(archive.open(members[0]), size)), PurePath(members[0]).name
    except (zipfile.BadZipFile, RuntimeError) as error:  # RuntimeError: it is encrypted, or packed in an unknown way
        raise ValueError(f"a zip archive that cannot be read: {error}") from None
    raise ValueError(f"a zip archive of {len(members)} files: unpack it, and name the one with puzzles")


def _is_aside(member: str) -> bool:
    """Whether a member of an archive is a folder, or what a system adds to the files of a person."""
    return member.endswith("/") or member.startswith("__MACOSX/") or PurePath(member).name.startswith(".")


class _Unpacked(io.RawIOBase):
    """The content of a compressed file of so many bytes; None: as large as it may be."""

    def __init__(self, file: Any, packed: int | None) -> None:
        self._file, self._packed, self._read = file, packed, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        try:
            read = int(self._file.readinto(buffer))
        except (EOFError, zlib.error, zipfile.BadZipFile) as error:
            raise ValueError(f"the compressed file is damaged: {error}") from None
        except OSError as error:
            if error.errno is not None:  # not the file but the disk
                raise
            raise ValueError(f"the compressed file is damaged: {error}") from None
        self._read += read
        if self._packed is not None:
            check_unpacked(self._packed, self._read)
        return read


# --- Text -----------------------------------------------------------------------------------------------------------


def as_utf8(file: io.BufferedReader, encoding: str | None = None, *, is_checked: bool = False) -> io.BufferedReader:
    """Return a file as UTF-8 whose lines end in a line feed; the same file if it is one already.

    UTF-16 and UTF-32 are detected; other encodings have to be named as Python names them, such as "cp1252". Lines
    may end in a carriage return alone. ValueError for an unknown encoding, and, as it is read, for other bytes; for
    those that are not UTF-8 only if the text is to be checked, so that else the reader of a line can name it.
    """
    head = file.peek(HEAD_BYTES)
    found = encoding or _encoding_of(head)
    try:
        is_utf8 = codecs.lookup(found).name == _UTF8
        if is_utf8 and not is_checked and (b"\n" in head or not _lone_return.search(head)):
            return file
        decoder = codecs.getincrementaldecoder(found)("surrogateescape" if is_utf8 and not is_checked else "strict")
    except LookupError:
        raise ValueError(f"no encoding is called {encoding!r}; try cp1252, latin-1 or utf-16") from None
    return buffered(_Recoded(file, "UTF-8" if is_utf8 else found, decoder))


def _encoding_of(head: bytes) -> str:
    """The encoding that the beginning of a file shows, by its mark, or by zeros beside its letters."""
    for mark, encoding in _MARKS.items():
        if head.startswith(mark):
            return encoding
    odd, even = head[1:1024:2].count(0), head[:1024:2].count(0)  # most letters and digits have a zero beside them
    if odd > 8 + 4 * even:
        return "utf-16-le"
    if even > 8 + 4 * odd:
        return "utf-16-be"
    return _UTF8


class _Recoded(io.RawIOBase):
    """A text file in UTF-8."""

    def __init__(self, file: BinaryIO, encoding: str, decoder: codecs.IncrementalDecoder) -> None:
        self._file, self._encoding = file, encoding
        self._decode = io.IncrementalNewlineDecoder(decoder, translate=True).decode
        self._rest = b""
        self._line = 1
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        while not self._rest and not self._ended:
            self._rest = self._more()
        view = memoryview(buffer).cast("B")
        count = min(len(view), len(self._rest))
        view[:count], self._rest = self._rest[:count], self._rest[count:]
        return count

    def _more(self) -> bytes:
        content = self._file.read(HEAD_BYTES)
        self._ended = not content
        try:
            text = self._decode(content, final=self._ended)
        except UnicodeDecodeError as error:
            before = error.object[: error.start].decode(self._encoding, "replace")
            line = self._line + len(re.findall(r"\r\n?|\n", before))
            advice = ": name its encoding, such as cp1252" if self._encoding == "UTF-8" else ""
            raise ValueError(f"line {line}: not {self._encoding} text{advice}") from None
        self._line += text.count("\n")
        return text.encode(_UTF8, "surrogateescape")
