"""Files that are written completely or not at all."""

from contextlib import suppress
from pathlib import Path

from catalogue.errors import CatalogueError, advised


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file under another name, then rename it, so that no reader finds half of it.

    A pipe or a device is written to directly. CatalogueError where the file cannot be written.
    """
    whole = content.encode() if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(whole)
            return
        part = path.with_name(path.name + ".part")
        try:
            part.write_bytes(whole)
            part.replace(path)
        except OSError:
            with suppress(OSError):
                part.unlink()
            raise
    except OSError as error:
        raise CatalogueError(advised(path, error)) from error
