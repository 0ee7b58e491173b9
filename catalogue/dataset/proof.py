"""Prove a data set: make its rows again and compare."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from catalogue.dataset.card import sha256
from catalogue.dataset.parts import part_of
from catalogue.dataset.request import REQUEST, DatasetRequest
from catalogue.dataset.splits import Selection, selected
from catalogue.errors import CatalogueError
from catalogue.numbers import PROCESSORS
from catalogue.pipeline import in_order

if TYPE_CHECKING:
    import pyarrow as pa


def verify_dataset(
    folder: Path, *, threads: int = PROCESSORS, on_progress: Callable[[int, int], None] = lambda done, wanted: None
) -> list[str]:
    """Make every row of a data set again, and return what is wrong, a sentence each; an empty list where nothing is.

    Rows are made from seed and position, so this proves their puzzles, figures and splits, that no row is missing,
    repeated or added, and with the checksums that all files are as they were written. CatalogueError where the folder
    holds no data set.
    """
    try:
        stored = json.loads((folder / REQUEST).read_text())
        names = {each.name for each in DatasetRequest.__dataclass_fields__.values()}
        request = DatasetRequest(**{name: value for name, value in stored.items() if name in names})
        versions, positions = stored["versions"], int(stored["report"]["positions"])
    except OSError:
        raise CatalogueError(f"{folder} holds no data set: there is no {REQUEST} in it") from None
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise CatalogueError(f"{folder / REQUEST} is damaged, so nothing can be verified: {error}") from None
    faults = list(_wrong_sums(folder))
    if versions != request.spelled()["versions"]:
        return [*faults, f"{REQUEST}: made with other versions of metrics or ratings, so rows are not compared"]
    return [*faults, *_wrong_rows(folder, request, positions, threads, on_progress)]


def _wrong_sums(folder: Path) -> Iterator[str]:
    try:
        lines = (folder / "SHA256SUMS").read_text().splitlines()
    except OSError:
        yield "SHA256SUMS: it is missing"
        return
    listed = {name: digest for digest, mark, name in (line.partition("  ") for line in lines) if mark}
    for name, digest in listed.items():
        path = folder / name
        if not path.is_file():
            yield f"{name}: it is missing"
        elif sha256(path) != digest:
            yield f"{name}: it is not the file that was written"
    there = {f"data/{path.name}" for path in (folder / "data").glob("*")}
    yield from (f"{name}: it is not of this data set" for name in sorted(there - set(listed)))


def _wrong_rows(
    folder: Path, request: DatasetRequest, positions: int, threads: int, on_progress: Callable[[int, int], None]
) -> Iterator[str]:
    """Compare the rows of each split with those that are made again."""
    batch = request.batch
    tickets = range(-(-positions // batch))
    keys: dict[bytes, int] = {}
    repeated: list[int] = []
    stored = {name: _StoredRows(folder / "data", name) for name, _ in request.splits}
    selection = Selection(request, np.empty(0, np.int64))
    for number, part in enumerate(in_order(tickets, partial(part_of, request), threads), 1):
        for key, position in zip(part.column("key").to_pylist(), part.column("position").to_pylist(), strict=True):
            if keys.setdefault(hashlib.blake2b(key, digest_size=16).digest(), position) != position:
                repeated.append(position)
        selection.replace_repeated(np.array(repeated, np.int64))
        for split, table in selected(request, [part], selection):
            yield from stored[split].differing(table)
        on_progress(min(number * batch, positions), positions)
    for each in stored.values():
        yield from each.further()


class _StoredRows:
    """Reads the files of a split from the first row to the last."""

    def __init__(self, folder: Path, name: str) -> None:
        self._rows = self._read(sorted(folder.glob(f"{name}-[0-9]*-of-[0-9]*.parquet")))
        self._name = name

    def differing(self, expected: pa.Table) -> Iterator[str]:
        """Name the rows that are not as expected, the first different column of each."""
        for wanted in expected.to_pylist():
            where, row = next(self._rows, (f"data/{self._name}", None))
            if row is None:
                yield f"{where}: position {wanted['position']} is missing"
            elif row != wanted:
                column = next((name for name in wanted if row.get(name) != wanted[name]), "a column")
                yield f"{where}: {column} is {row.get(column)}, made again {wanted.get(column)}"

    def further(self) -> Iterator[str]:
        """Name the rows behind the last one."""
        for where, row in self._rows:
            yield f"{where}: position {row.get('position')} is not of this data set"

    def _read(self, paths: Sequence[Path]) -> Iterator[tuple[str, dict[str, Any]]]:
        import pyarrow as pa
        import pyarrow.parquet as parquet

        for path in paths:
            number = count()
            try:
                with parquet.ParquetFile(path) as file:
                    for some in file.iter_batches():
                        yield from ((f"data/{path.name}, row {next(number)}", row) for row in some.to_pylist())
            except (pa.ArrowException, OSError) as error:
                yield f"data/{path.name}", {"position": f"unknown ({str(error).splitlines()[0]})"}
