"""The files of a data set: Parquet for each split, the pages beside them, the checksums."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...storage.whole_files import write_whole
from .card import card, croissant
from .plan import REQUEST, SUMS, DatasetPlan, DatasetReport
from .training import digest, training_files

if TYPE_CHECKING:
    import pyarrow as pa

# --- Parquet ------------------------------------------------------------------------------------------------------

ROWS_PER_GROUP = 65_536
BYTES_PER_FILE = 300_000_000
"""A file ends with the group of rows that reaches this size."""


class SplitFiles:
    """The Parquet files of one split, in groups of rows that do not depend on how the rows came."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        self._waiting: list[pa.Table] = []
        self._rows = 0
        self._file: Any = None
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
        self._end_file()
        names = [f"{self._name}-{number:05}-of-{len(self.paths):05}.parquet" for number in range(len(self.paths))]
        self.paths = [path.rename(path.with_name(name)) for path, name in zip(self.paths, names, strict=True)]

    def _write(self, rows: int) -> None:
        import pyarrow as pa
        import pyarrow.parquet as parquet

        table = pa.concat_tables(self._waiting).combine_chunks()
        if self._writer is None:
            self.paths.append(self._folder / f"{self._name}-{len(self.paths)}.part")
            self._file = self.paths[-1].open("wb")
            self._writer = parquet.ParquetWriter(self._file, table.schema, compression="zstd")
        self._writer.write_table(table.slice(0, rows), row_group_size=ROWS_PER_GROUP)
        self._waiting, self._rows = [table.slice(rows)], self._rows - rows
        if self._file.tell() >= BYTES_PER_FILE:
            self._end_file()

    def _end_file(self) -> None:
        if self._writer:
            self._writer.close()
            self._file.close()
            self._writer = None


# --- All of them --------------------------------------------------------------------------------------------------


def write_pages(
    folder: Path,
    request: DatasetPlan,
    report: DatasetReport,
    paths: Mapping[str, Sequence[Path]],
    training: Sequence[str],
) -> None:
    """Write all that is beside the Parquet files of each split, at `paths`, and the files for trainers, by name."""
    import pyarrow.parquet as parquet

    schema = parquet.read_schema(next(iter(paths.values()))[0])
    sums = {f"data/{path.name}": digest(path) for some in paths.values() for path in some}
    pages = {
        REQUEST: as_json({**request.spelled(), "report": asdict(report)}),
        "README.md": card(request, report, schema, folder / "data").encode(),
        "croissant.json": as_json(croissant(request, schema, sums, paths, folder)),
    }
    for name, content in pages.items():
        write_whole(folder / name, content)
        sums[name] = hashlib.sha256(content).hexdigest()
    sums |= {name: digest(folder / name) for name in training}
    lines = "".join(f"{said}  {name}\n" for name, said in sorted(sums.items()))
    write_whole(folder / SUMS, lines.encode())


def wrong_sums(folder: Path) -> Iterator[str]:
    """Yield a sentence for each file that is missing, not as it was written, or not of the data set."""
    try:
        lines = (folder / SUMS).read_text().splitlines()
    except OSError:
        yield f"{SUMS}: it is missing"
        return
    listed = {name: said for said, mark, name in (line.partition("  ") for line in lines) if mark}
    for name, said in listed.items():
        path = folder / name
        if not path.is_file():
            yield f"{name}: it is missing"
        elif digest(path) != said:
            yield f"{name}: it is not the file that was written"
    there = {*(f"data/{path.name}" for path in (folder / "data").glob("*")), *training_files(folder)}
    yield from (f"{name}: it is not of this data set" for name in sorted(there - set(listed)))


def as_json(value: Any) -> bytes:
    """A page of JSON that is the same for equal values."""
    return (json.dumps(value, indent=2, sort_keys=True) + "\n").encode()
