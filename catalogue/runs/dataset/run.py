"""Make a data set, or prove one: parts by threads or workers, then one pass in the order of their positions."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...errors import CatalogueError
from ...puzzles.numbers import PROCESSORS
from ...storage.whole_files import write_whole
from ..cluster import opened_pool
from .files import FOLDERS, SplitFiles, TrainingFiles, as_json, differing_files, write_pages, wrong_sums
from .plan import HARD, PARTS, REQUEST, SUMS, TRIES_EACH, TRIES_OF_RULED, UNFINISHED, DatasetPlan, DatasetReport
from .rows import Selection, Submit, make_parts, read_parts, repeated_positions, selected

if TYPE_CHECKING:
    import pyarrow as pa

# --- Make ---------------------------------------------------------------------------------------------------------


def make_dataset(
    folder: Path,
    request: DatasetPlan,
    *,
    threads: int = PROCESSORS,
    workers: str | None = None,
    on_notice: Callable[[str], None] = lambda line: None,
    on_progress: Callable[[int], None] = lambda rows: None,
) -> DatasetReport:
    """Make a data set in a folder; one that was interrupted goes on there, one that is finished stays as it is.

    The folder gets `README.md`, `data/SPLIT-00000-of-000NN.parquet`, `croissant.json`, `dataset.json` (the request) and
    `SHA256SUMS`. `workers` are as for a fill; they have to share the folder. `on_progress` gets how many rows are
    found, some of which may turn out to repeat others.

    CatalogueError if the folder holds something else, or a data set that has changed, if pyarrow is missing, if the
    tries run out before there are enough puzzles, and if a file cannot be written. ValueError for rules that no board
    obeys.
    """
    _check_folder(folder, request)
    for _, game in request.kinds:
        if game.rulebook:
            game.rulebook.boards(1, seed=request.seed)  # ValueError before there is a folder
    if (folder / SUMS).is_file() and not (folder / PARTS).exists():  # nothing is under way
        return _finished(folder)
    parts = folder / PARTS
    parts.mkdir(parents=True, exist_ok=True)
    write_whole(parts / REQUEST, as_json(request.spelled()), replace=True)
    with _submitting(workers, on_notice) as submit:
        report, repeated = _gathered(request, parts, threads, submit, on_progress)
    unfinished = folder / UNFINISHED
    shutil.rmtree(unfinished, ignore_errors=True)
    (unfinished / "data").mkdir(parents=True)
    selection = Selection(request, repeated)
    training = TrainingFiles(unfinished, request.text, request.layout, report.rows, request.size)
    paths = _write_splits(request, read_parts(parts, count()), selection, unfinished / "data", training)
    for name, _ in request.splits:
        if name not in paths:
            on_notice(_why_empty(name, request))
    write_pages(unfinished, request, report, paths, training.close())
    for name in ("data", *FOLDERS):
        shutil.rmtree(folder / name, ignore_errors=True)  # a run that was killed here has moved some of them
    for path in sorted(unfinished.iterdir()):
        path.rename(folder / path.name)
    unfinished.rmdir()
    shutil.rmtree(parts)
    return report


def _is_of(folder: Path, request: DatasetPlan) -> bool:
    """Whether a folder holds the data set of a request."""
    try:
        stored = json.loads((folder / REQUEST).read_bytes())
        stored.pop("report")
    except (OSError, ValueError, KeyError, AttributeError):
        return False
    return bool(stored == json.loads(as_json(request.spelled())))


def _finished(folder: Path) -> DatasetReport:
    """Report on a data set that is finished already."""
    return DatasetReport(**json.loads((folder / REQUEST).read_bytes())["report"])


def _why_empty(split: str, request: DatasetPlan) -> str:
    if split == HARD:
        return f"no split {split}: no puzzle of its share is rated {request.hard} or more; ask for a lower rating"
    return f"no split {split}: its share of {request.count:,} puzzles is none; ask for more puzzles, or a greater share"


def _check_folder(folder: Path, request: DatasetPlan) -> None:
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
    elif (folder / SUMS).is_file() and _is_of(folder, request):
        if faults := list(wrong_sums(folder)):
            raise CatalogueError(f"{folder} is no longer what was made ({faults[0]}); name a new folder")
    elif any(folder.iterdir()):
        raise CatalogueError(f"{folder} is not empty; name a new folder for the data set")


@contextmanager
def _submitting(workers: str | None, on_notice: Callable[[str], None]) -> Iterator[Submit | None]:
    with opened_pool(workers, on_notice) as pool:
        yield None if pool is None else pool.submit


def _gathered(
    request: DatasetPlan, parts: Path, threads: int, submit: Submit | None, on_progress: Callable[[int], None]
) -> tuple[DatasetReport, NDArray[np.int64]]:
    """Make parts until they hold enough rows; return what they hold, and which positions repeat others."""
    batch = request.batch
    most = -(-request.count * (TRIES_OF_RULED if request.is_ruled else TRIES_EACH) // batch)
    made, wanted = 0, -(-request.count // batch)
    found = Selection(request, np.empty(0, np.int64))
    for turn in count():
        for table in make_parts(request, range(made, wanted), parts, threads, submit):
            found.add(table)
            on_progress(found.rows.total())
        made = wanted
        repeated = repeated_positions(parts, made)
        selection = Selection(request, repeated)
        for table in read_parts(parts, range(made)):
            selection.add(table)
        rows = selection.rows.total()
        if selection.is_complete:
            return DatasetReport(dict(selection.rows), selection.positions, selection.duplicates), repeated
        if made >= most:
            few = (
                "so few differ up to symmetry: ask for fewer"
                if request.is_ruled
                else "ask for fewer of the rare grades"
            )
            raise CatalogueError(f"{made * batch:,} positions have {rows:,} of {request.count:,} rows; {few}")
        enough = made // 8 if turn > 2 else 1  # where new puzzles become rare, small steps would never end
        wanted = min(most, made + max(1, enough, _further(rows / request.count, made)))
    raise AssertionError("parts are made until there are enough")


def _further(share: float, made: int) -> int:
    """How many more tickets are probably needed if those made have a share of the rows: at most as many again."""
    return made if share < 0.5 else int(made * (1 / share - 1) * 1.05)


def _write_splits(
    request: DatasetPlan, parts: Iterable[pa.Table], selection: Selection, folder: Path, training: TrainingFiles
) -> dict[str, list[Path]]:
    files = {name: SplitFiles(folder, name) for name, _ in request.splits}
    for split, table in selected(parts, selection):
        files[split].add(table)
        training.add(split, table)
    for each in files.values():
        each.close()
    return {name: each.paths for name, each in files.items() if each.paths}


# --- Prove --------------------------------------------------------------------------------------------------------


def verify_dataset(
    folder: Path, *, threads: int = PROCESSORS, on_progress: Callable[[int, int], None] = lambda done, wanted: None
) -> list[str]:
    """Make every row of a data set again, and return what is wrong, a sentence each; an empty list if nothing is.

    Rows are made from seed and position, so this proves their puzzles, figures and splits, that no row is missing,
    repeated or added, and with the checksums that all files are as they were written. The rows wait in a temporary
    folder, which takes as much room as the data set. `on_progress` gets how many positions of all are made again.
    CatalogueError if the folder holds no data set.
    """
    try:
        stored = json.loads((folder / REQUEST).read_text())
        names = {each.name for each in DatasetPlan.__dataclass_fields__.values()}
        request = DatasetPlan(**{name: value for name, value in stored.items() if name in names})
        versions, report = stored["versions"], DatasetReport(**stored["report"])
    except OSError:
        raise CatalogueError(f"{folder} holds no data set: there is no {REQUEST} in it") from None
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise CatalogueError(f"{folder / REQUEST} is damaged, so nothing can be verified: {error}") from None
    faults = list(wrong_sums(folder))
    ours = request.spelled()["versions"]
    others = [name for name in ours if versions.get(name) != ours[name]]
    if others:
        said = ", ".join(f"{name} {versions.get(name)} (here {ours[name]})" for name in others)
        return [*faults, f"{REQUEST}: rows are not compared: they were made with version of {said}"]
    return [*faults, *_wrong_rows(folder, request, report, threads, on_progress)]


def _wrong_rows(
    folder: Path, request: DatasetPlan, report: DatasetReport, threads: int, on_progress: Callable[[int, int], None]
) -> Iterator[str]:
    """Compare the rows of each split with those that are made again."""
    positions, rows = report.positions, report.rows
    tickets = range(-(-positions // request.batch))
    stored = {name: _StoredRows(folder / "data", name) for name, _ in request.splits}
    with tempfile.TemporaryDirectory(prefix="catalogue-dataset-") as temporary:
        parts = Path(temporary)
        for number, _ in enumerate(make_parts(request, tickets, parts, threads, None), 1):
            on_progress(min(number * request.batch, positions), positions)
        selection = Selection(request, repeated_positions(parts, len(tickets)))
        training = TrainingFiles(parts / "again", request.text, request.layout, rows, request.size)
        for split, table in selected(read_parts(parts, tickets), selection):
            yield from stored[split].differing(table)
            training.add(split, table)
        training.close()
        yield from differing_files(folder, parts / "again")
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
        """Name the rows after the last one."""
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
