"""A data set of puzzles in one folder: proven, rated, without duplicates, in splits that share no solution.

    tickets        threads or workers        one pass in the order of positions
    positions  ->  a part: rows, keys    ->  no duplicates, quotas, the split of each class  ->  data/SPLIT-….parquet

A part is a pure function of the request and its ticket, and a row's split is a function of its class, so the files are
the same, byte for byte, for any number of threads, workers and restarts.

`plan` has the request and the report, `rows` the rows of a ticket, also of variants, other sizes and several solutions,
`files` the Parquet files of a split, checksums, texts and arrays for trainers, `card` the card and the metadata of
Croissant with the texts of `card.toml`, `run` all steps in order and the proof.
"""

from ...errors import CatalogueError

try:
    import pyarrow  # all modules of this package import it
except ImportError:
    raise CatalogueError("dataset needs pyarrow; install it with: pip install 'board-catalogue[parquet]'") from None

from .plan import DatasetPlan, DatasetReport, benchmark_row, like_row, month_number, parts_of
from .run import make_dataset, verify_dataset

__all__ = [
    "DatasetPlan",
    "DatasetReport",
    "benchmark_row",
    "like_row",
    "make_dataset",
    "month_number",
    "parts_of",
    "verify_dataset",
]
