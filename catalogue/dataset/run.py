"""Make a data set: parts by threads or workers, then one pass in the order of positions."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from catalogue.cluster import opened_pool
from catalogue.dataset.card import as_json, card, croissant, sha256
from catalogue.dataset.parts import make_parts, read_parts, repeated_positions
from catalogue.dataset.request import PARTS, REQUEST, TRIES_EACH, UNFINISHED, DatasetReport, DatasetRequest
from catalogue.dataset.splits import Selection, SplitFiles, selected
from catalogue.errors import CatalogueError
from catalogue.numbers import PROCESSORS
from catalogue.whole_files import write_whole

if TYPE_CHECKING:
    import pyarrow as pa


def make_dataset(
    folder: Path,
    request: DatasetRequest,
    *,
    threads: int = PROCESSORS,
    workers: str | None = None,
    on_notice: Callable[[str], None] = lambda line: None,
    on_progress: Callable[[int], None] = lambda positions: None,
) -> DatasetReport:
    """Make a data set in a folder; one that was interrupted goes on there.

    The folder gets `README.md`, `data/SPLIT-00000-of-000NN.parquet`, `croissant.json`, `dataset.json` (the request) and
    `SHA256SUMS`. `workers` are those of a fill; they have to share the folder. `on_progress` gets how many positions of
    the seed are done.

    CatalogueError where the folder holds something else, where pyarrow is missing, where the tries run out before there
    are enough puzzles of a grade, and where a file cannot be written.
    """
    _check_folder(folder, request)
    parts = folder / PARTS
    parts.mkdir(parents=True, exist_ok=True)
    write_whole(parts / REQUEST, as_json(request.spelled()), replace=True)
    with _submitting(workers, on_notice) as submit:
        report, repeated = _gathered(request, parts, threads, submit, on_progress)
    unfinished = folder / UNFINISHED
    shutil.rmtree(unfinished, ignore_errors=True)
    (unfinished / "data").mkdir(parents=True)
    selection = Selection(request, repeated)
    paths = _write_splits(request, read_parts(parts, count()), selection, unfinished / "data")
    _write_pages(unfinished, request, report, paths)
    for path in sorted(unfinished.iterdir()):
        path.rename(folder / path.name)
    unfinished.rmdir()
    shutil.rmtree(parts)
    return report


def _check_folder(folder: Path, request: DatasetRequest) -> None:
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise CatalogueError("dataset needs pyarrow; install it with: pip install 'board-catalogue[parquet]'") from None
    if not folder.exists():
        return
    if not folder.is_dir():
        raise CatalogueError(f"{folder} is a file; name a folder for the data set")
    begun = folder / PARTS / REQUEST
    if begun.is_file():
        if json.loads(begun.read_text()) != json.loads(as_json(request.spelled())):
            raise CatalogueError(f"{folder} holds another data set that is not finished; name another folder")
    elif any(folder.iterdir()):
        raise CatalogueError(f"{folder} is not empty; name a new folder for the data set")


@contextmanager
def _submitting(workers: str | None, on_notice: Callable[[str], None]) -> Iterator[Callable[..., Future[None]] | None]:
    with opened_pool(workers, on_notice) as pool:
        yield None if pool is None else pool.submit


def _gathered(
    request: DatasetRequest,
    parts: Path,
    threads: int,
    submit: Callable[..., Future[None]] | None,
    on_progress: Callable[[int], None],
) -> tuple[DatasetReport, NDArray[np.int64]]:
    """Make parts until they hold enough rows; return what they hold, and which positions repeat others."""
    batch = request.batch
    most = -(-request.count * TRIES_EACH // batch)
    made, wanted = 0, -(-request.count // batch)
    while True:
        make_parts(request, range(made, wanted), parts, threads, submit, lambda done: on_progress(done * batch))
        made = wanted
        repeated = repeated_positions(parts, made)
        selection = Selection(request, repeated)
        for table in read_parts(parts, range(made)):
            selection.add(table)
        if selection.is_complete:
            return DatasetReport(dict(selection.rows), selection.positions, selection.duplicates), repeated
        if made >= most:
            found = sum(selection.rows.values())
            raise CatalogueError(
                f"{made * batch:,} positions have {found:,} of {request.count:,} rows; ask for fewer of the rare grades"
            )
        wanted = min(most, made + max(1, _further(request, selection, made)))


def _further(request: DatasetRequest, selection: Selection, made: int) -> int:
    """How many more tickets there will probably have to be: as many again at the most."""
    share = sum(selection.rows.values()) / request.count
    return made if share < 0.5 else int(made * (1 / share - 1) * 1.05)


def _write_splits(
    request: DatasetRequest, parts: Iterable[pa.Table], selection: Selection, folder: Path
) -> dict[str, list[Path]]:
    files = {name: SplitFiles(folder, name) for name, _ in request.splits}
    for split, table in selected(request, parts, selection):
        files[split].add(table)
    for each in files.values():
        each.close()
    return {name: each.paths for name, each in files.items() if each.paths}


def _write_pages(
    folder: Path, request: DatasetRequest, report: DatasetReport, paths: Mapping[str, Sequence[Path]]
) -> None:
    import pyarrow.parquet as parquet

    schema = parquet.read_schema(next(iter(paths.values()))[0])
    sums = {f"data/{path.name}": sha256(path) for some in paths.values() for path in some}
    pages = {
        REQUEST: as_json({**request.spelled(), "report": asdict(report)}),
        "README.md": card(request, report, schema, folder / "data").encode(),
        "croissant.json": as_json(croissant(request, schema, sums, folder)),
    }
    for name, content in pages.items():
        write_whole(folder / name, content)
        sums[name] = hashlib.sha256(content).hexdigest()
    lines = "".join(f"{digest}  {name}\n" for name, digest in sorted(sums.items()))
    write_whole(folder / "SHA256SUMS", lines.encode())
