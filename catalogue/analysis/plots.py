"""What all plots share: how they are checked, coloured and written, as PNG or SVG.

They need matplotlib, the extra `plot`.
"""

import io
from pathlib import Path
from typing import Any

from catalogue.errors import CatalogueError

SUFFIXES = (".png", ".svg")

BLUE, GREEN, RED, ORANGE, VIOLET, GREY = "#1a4fa3", "#1d7a35", "#c4161c", "#c26a00", "#7a3fa0", "#9a9a9a"


def check(path: Path) -> None:
    """CatalogueError for a plot that could not be written, before any work is done."""
    if path.suffix not in SUFFIXES:
        raise CatalogueError(f"{path}: a plot is written as {' or '.join(SUFFIXES)}")
    if not path.parent.is_dir():
        raise CatalogueError(f"{path}: there is no folder {path.parent} to write it in")
    check_installed()


def check_installed() -> None:
    """CatalogueError where matplotlib is missing."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise CatalogueError("plots need matplotlib; install it with: pip install 'board-catalogue[plot]'") from None


def written(figure: Any, format: str) -> bytes:
    """Return the file of a matplotlib figure; the format is a suffix."""
    file = io.BytesIO()
    figure.savefig(
        file, format=format.removeprefix("."), dpi=150, metadata={"Date": None} if format == ".svg" else None
    )
    return file.getvalue()
