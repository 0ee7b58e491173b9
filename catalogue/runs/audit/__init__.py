"""Audit a data set of puzzles: sound rows, duplicates, leaks between its files, and the meaning of its labels.

A file is read once, in batches (`files`). What rows are compared by (keys of 30 bytes) goes to parts on the disk and is
compared part by part, so the memory does not grow with the number of rows; some puzzles are rated (`findings`).
"""

from ...errors import CatalogueError

try:
    import pyarrow  # all modules of this package import it
except ImportError:
    raise CatalogueError("audit needs pyarrow; install it with: pip install 'board-catalogue[parquet]'") from None

from .findings import FileReport
from .run import audit

__all__ = ["FileReport", "audit"]
