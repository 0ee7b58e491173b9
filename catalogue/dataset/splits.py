"""From parts to splits: which rows are taken, to which split each goes, and the files of a split."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from catalogue.dataset.request import DatasetRequest

if TYPE_CHECKING:
    import pyarrow as pa


ROWS_PER_GROUP = 65_536
ROWS_PER_FILE = 2_000_000
"""Files of 200 to 500 MB."""


def split_of(request: DatasetRequest, number: int) -> str:
    """The split of a class: a share of a hash of its number, so it is the same in every data set with these shares."""
    place = int.from_bytes(hashlib.blake2b(number.to_bytes(8, "big"), digest_size=8).digest(), "big") / 2**64
    for name, share in reversed(request.splits):
        if place < share:
            return name
        place -= share
    return "train"


class Selection:
    """Takes rows in the order of their positions until there are enough, and says to which split each goes."""

    def __init__(self, request: DatasetRequest, repeated: NDArray[np.int64]) -> None:
        self._request, self._repeated = request, repeated
        self._missing = Counter(request.grades) if request.grades else None
        self._wanted = request.count
        self.rows: Counter[str] = Counter()
        self.positions = 0

    @property
    def is_complete(self) -> bool:
        """Whether there are enough rows."""
        return self._wanted == 0

    def replace_repeated(self, repeated: NDArray[np.int64]) -> None:
        """Know more positions that repeat earlier ones."""
        self._repeated = repeated

    @property
    def duplicates(self) -> int:
        """Repeated puzzles among the positions that were looked at."""
        return int(np.searchsorted(self._repeated, self.positions))

    def add(self, table: pa.Table) -> dict[str, NDArray[np.intp]]:
        """Return which rows of a part go to each split."""
        chosen: dict[str, list[int]] = {}
        again = np.isin(table.column("position").to_numpy(), self._repeated)
        columns = (table.column(name).to_pylist() for name in ("class", "rating", "grade", "position"))
        for row, (number, rating, grade, position) in enumerate(zip(*columns, strict=True)):
            if self.is_complete:
                break
            self.positions = position + 1
            if again[row] or (self._missing is not None and not self._missing[grade]):
                continue
            split = split_of(self._request, number)
            if split == "test_hard" and rating < (self._request.hard or 0):
                continue
            self._wanted -= 1
            if self._missing is not None:
                self._missing[grade] -= 1
            chosen.setdefault(split, []).append(row)
            self.rows[split] += 1
        return {split: np.array(rows, np.intp) for split, rows in chosen.items()}


def selected(
    request: DatasetRequest, parts: Iterable[pa.Table], selection: Selection
) -> Iterator[tuple[str, pa.Table]]:
    """Yield the rows of parts by their splits, in the order of their positions."""
    import pyarrow as pa

    for table in parts:
        for split, rows in selection.add(table).items():
            some = table.take(pa.array(rows)).drop_columns(["key"])
            yield split, some.append_column("split", pa.array([split] * len(rows)))
        if selection.is_complete:
            return


class SplitFiles:
    """The Parquet files of one split, in groups of rows that do not depend on how the rows came."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        self._waiting: list[pa.Table] = []
        self._rows = self._in_file = 0
        self._writer: Any = None
        self.paths: list[Path] = []

    def add(self, table: pa.Table) -> None:
        """Take rows, and write those that fill a group."""
        self._waiting.append(table)
        self._rows += len(table)
        while self._rows >= ROWS_PER_GROUP:
            self._write(ROWS_PER_GROUP)

    def close(self) -> None:
        """Write what is left, and name the files by how many there are."""
        if self._rows:
            self._write(self._rows)
        if self._writer:
            self._writer.close()
        names = [f"{self._name}-{number:05}-of-{len(self.paths):05}.parquet" for number in range(len(self.paths))]
        self.paths = [path.rename(path.with_name(name)) for path, name in zip(self.paths, names, strict=True)]

    def _write(self, rows: int) -> None:
        import pyarrow as pa
        import pyarrow.parquet as parquet

        table = pa.concat_tables(self._waiting).combine_chunks()
        if self._writer is None or self._in_file >= ROWS_PER_FILE:
            if self._writer:
                self._writer.close()
            self.paths.append(self._folder / f"{self._name}-{len(self.paths)}.part")
            self._writer = parquet.ParquetWriter(self.paths[-1], table.schema, compression="zstd")
            self._in_file = 0
        self._writer.write_table(table.slice(0, rows), row_group_size=ROWS_PER_GROUP)
        self._waiting, self._rows, self._in_file = [table.slice(rows)], self._rows - rows, self._in_file + rows
