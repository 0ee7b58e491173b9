"""Folders that are written completely or not at all, and replace only a folder that was written the same way."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

from ..errors import CatalogueError, advised
from .whole_files import part_name, sync_folder

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
        names, size = _written(part, files)
        (part / LIST).write_text(json.dumps(names, indent=0), encoding="utf-8")
        _exchange(place, part)
    except OSError as error:
        raise CatalogueError(advised(folder, error)) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return size


def _written(part: Path, files: Iterable[File]) -> tuple[list[str], int]:
    part.mkdir()
    names, size = [], 0
    for name, content in files:
        path = part / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        names.append(name)
        size += len(content)
    return sorted(names), size


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
    sync_folder(place.parent)


def _move_others(before: Path, place: Path) -> None:
    """Move what stands at the top of the folder and is not of the list."""
    own = {LIST} | {name.partition("/")[0] for name in _listed(before)}
    for path in before.iterdir():
        if path.name not in own and not (place / path.name).exists():
            path.rename(place / path.name)


def _listed(folder: Path) -> list[str]:
    if not (folder / LIST).is_file():
        return []  # it was empty
    found = json.loads((folder / LIST).read_text(encoding="utf-8"))
    return [str(name) for name in found]
