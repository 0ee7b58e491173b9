"""Files that are written completely or not at all, and replace another one only on request."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, BinaryIO, TextIO, cast

from ..errors import CatalogueError, advised
from .home import is_own_file


def plain_stream(stream: TextIO) -> TextIO:
    """The stream that takes data as they are, below one that shows text to people."""
    while below := getattr(stream, "rich_proxied_file", None):
        stream = below
    return stream


@contextmanager
def output_file(path: Path | None, *, force: bool = False) -> Iterator[TextIO]:
    """Give a file to write text to: the standard output, or `path`, which exists only if all of it was written.

    A pipe or a device is written to directly. CatalogueError if the file cannot be written, if it exists and
    `force` is not given, or if it belongs to a catalogue.
    """
    if path is None:
        yield sys.stdout if sys.stdout.isatty() else plain_stream(sys.stdout)
        return
    with binary_output(path, force=force) as file, _as_text(file) as text:
        yield text


@contextmanager
def _as_text(file: BinaryIO) -> Iterator[TextIO]:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="\n")
    try:
        yield text
    except BaseException:
        with suppress(OSError):
            text.detach()
        raise
    text.detach()  # which writes what it still holds


@contextmanager
def binary_output(path: Path | None, *, force: bool = False) -> Iterator[BinaryIO]:
    """Give a file to write bytes to, as `output_file` does for text."""
    if path is None:
        yield sys.stdout.buffer
        return
    check_output(path, force=force)
    with _output(path, force) as file:
        yield file


PACKED = ".gz"
"""The ending of a file that is compressed."""

_LEVEL = 6
"""Of gzip: 9 takes nearly six times as long, for 1.6 % of a table of puzzles."""


@contextmanager
def packed_output(path: Path | None, *, binary: bool, force: bool = False) -> Iterator[Any]:
    """Give a file to write to, as `output_file` or `binary_output`; its content is compressed if its name ends so."""
    if path is None or not path.name.lower().endswith(PACKED):
        with binary_output(path, force=force) if binary else output_file(path, force=force) as file:
            yield file
        return
    with (
        binary_output(path, force=force) as file,
        packed(file) as content,
        nullcontext(content) if binary else _as_text(content) as written,
    ):
        yield written


@contextmanager
def packed(file: BinaryIO) -> Iterator[BinaryIO]:
    """Give a file whose content is compressed into another one, without the time and the name."""
    import gzip

    with gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=_LEVEL, mtime=0) as content:
        yield cast(BinaryIO, content)


def write_output(path: Path, content: str | bytes, *, force: bool = False) -> None:
    """Write a file for the user, as `output_file` does."""
    with binary_output(path, force=force) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def beside(path: Path, name: str, ending: str | None = None) -> Path:
    """Return the name of one of several files, which comes before the ending; another ending if one is given."""
    own = ending_of(path)
    return path.with_name(f"{path.name.removesuffix(own)}-{name}{own if ending is None else ending}")


def ending_of(path: Path) -> str:
    """The ending of a name, with .gz before which another one may stand; empty if it has none."""
    packed = path.suffix if path.suffix.lower() == PACKED else ""
    return Path(path.name.removesuffix(packed)).suffix + packed


def check_output(path: Path | None, *, force: bool = False) -> None:
    """CatalogueError if the output cannot go there. Call it before long work too, whose result would be lost."""
    if path is None:
        return
    if is_own_file(path) or is_own_file(path.resolve()):
        raise CatalogueError(f"{path} belongs to a catalogue; name another file")
    if path.is_dir() or (not force and os.path.lexists(path) and not _is_stream(path)):
        raise _taken(path)


def write_whole(path: Path, content: bytes, *, replace: bool = False) -> None:
    """Write a file so that no reader finds half of it. CatalogueError if it cannot be written.

    What has the name already is kept, and CatalogueError names it, unless it is to be replaced.
    """
    try:
        with _beside(path, replace=replace) as file:
            file.write(content)
    except OSError as error:
        raise CatalogueError(advised(path, error)) from error


@contextmanager
def _output(path: Path, force: bool) -> Iterator[BinaryIO]:
    try:
        if _is_stream(path):
            with path.open("wb") as file:
                yield file
            return
        place = path.resolve() if path.is_symlink() else path
        with _beside(place, replace=force) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())  # a file that is called whole survives a power cut
        sync_path(place.parent)
    except BrokenPipeError:
        raise  # the reader has gone, which is not a fault of the file
    except OSError as error:
        raise CatalogueError(advised(path, error)) from error


def sync_path(path: Path) -> None:
    """Wait until a file is on the disk, or the names of the files in a folder."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _beside(path: Path, *, replace: bool) -> Iterator[BinaryIO]:
    """Give a file under a name that no other file has, which gets its own name at the end."""
    part = path.with_name(part_name(path.name))
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            if replace:
                _keep_mode(handle, path)
            yield file
        if replace:
            part.replace(path)
        else:
            _give_name(part, path)
    finally:
        part.unlink(missing_ok=True)


def _keep_mode(handle: int, path: Path) -> None:
    """Give a file the permissions of the one that it replaces."""
    with suppress(FileNotFoundError):
        before = path.lstat().st_mode
        if stat.S_ISREG(before):
            os.fchmod(handle, stat.S_IMODE(before))


def part_name(name: str) -> str:
    """Return a name for a file that is not complete yet; no two calls return the same."""
    return f"{name}.{os.urandom(8).hex()}.part"


def parts_of(path: Path) -> list[Path]:
    """Return what processes that were killed have left of a file that was not complete, and SQLite beside it."""
    is_part = re.compile(re.escape(path.name) + r"\.[0-9a-f]{16}\.part(-\w+)?").fullmatch
    return sorted(entry for entry in path.parent.iterdir() if is_part(entry.name) and not entry.is_dir())


def _give_name(part: Path, path: Path) -> None:
    """Rename a file if no other one has the name."""
    try:
        os.link(part, path)  # which never replaces a file, as a rename does
    except FileExistsError:
        raise _taken(path) from None
    except OSError:  # a file system without hard links
        if os.path.lexists(path):
            raise _taken(path) from None
        part.rename(path)


def _taken(path: Path) -> CatalogueError:
    if path.is_dir():
        return CatalogueError(f"{path} is a folder; name a file in it")
    return CatalogueError(f"{path} exists; overwrite it with --force, or name another file")


def _is_stream(path: Path) -> bool:
    """Whether a file is a pipe or a device, to be written to as it is."""
    return path.exists() and not path.is_file() and not path.is_dir()


# --- Folders ----------------------------------------------------------------------------------------------------------

LIST = "catalogue-files.json"
"""The file that names all files of a folder. A folder with it was written here, so it may be replaced."""

File = tuple[str, bytes]
"""A path within the folder, with / between folders, and the content."""


def check_folder(folder: Path) -> None:
    """CatalogueError for a place where no folder can be written: a file, or a folder of something else."""
    if folder.is_dir():
        if any(folder.iterdir()) and not (folder / LIST).is_file():
            raise CatalogueError(f"{folder} has other files; name a new folder, or one that this command has written")
    elif folder.exists() or folder.is_symlink():
        raise CatalogueError(f"{folder} is a file; name a folder")
    elif not folder.parent.is_dir():
        raise CatalogueError(f"there is no folder {folder.parent}; make it, or name another one")


def write_folder(folder: Path, files: Iterable[File]) -> int:
    """Write a folder of files, and return how many bytes they have together.

    They are written beside the folder and get its name at the end, so that a failure leaves what was there before.
    Files that the folder has got from elsewhere, such as those of git or of a web host, move to the new one.
    CatalogueError as from `check_folder`, and if a file cannot be written.
    """
    check_folder(folder)
    place = folder.resolve()
    part = place.with_name(part_name(place.name))
    try:
        part.mkdir()
        names, size = [], 0
        for name, content in files:
            path = part / name
            path.parent.mkdir(parents=True, exist_ok=True)
            size += path.write_bytes(content)
            names.append(name)
        (part / LIST).write_text(json.dumps(sorted(names), indent=0), encoding="utf-8")
        _exchange(place, part)
    except OSError as error:
        raise CatalogueError(advised(folder, error)) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return size


def _exchange(place: Path, part: Path) -> None:
    """Give the new folder the name; the one before is taken away when nothing of others is left in it."""
    before = place.with_name(part_name(place.name))
    if place.is_dir():
        place.rename(before)
    try:
        part.rename(place)
    except OSError:
        if before.is_dir():
            before.rename(place)
        raise
    if before.is_dir():
        _move_others(before, place)
        shutil.rmtree(before)
    sync_path(place.parent)


def _move_others(before: Path, place: Path) -> None:
    """Move what stands at the top of the folder and is not of the list."""
    listed = before / LIST
    names = json.loads(listed.read_text(encoding="utf-8")) if listed.is_file() else ()  # an empty folder has no list
    own = {LIST} | {str(name).partition("/")[0] for name in names}
    for path in before.iterdir():
        if path.name not in own and not (place / path.name).exists():
            path.rename(place / path.name)
