"""Make a data set, or prove one: parts by threads or workers, then one pass in the order of their positions."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
from numpy.typing import NDArray

from ....engine.hard_puzzles import places
from ...errors import CatalogueError
from ...storage.whole_files import write_whole
from ..cluster import opened_pool
from ..how import PROCESSORS
from ..pipeline import in_order
from .files import FOLDERS, SplitFiles, TrainingFiles, as_json, differing_files, write_pages, wrong_sums
from .plan import HARD_SPLIT, PARTS, REQUEST, SUMS, TRIES_EACH, TRIES_OF_RULED, UNFINISHED, DatasetPlan, DatasetReport
from .rows import CLAIMS, in_schema, part_of, row_hash

KEYS_TOGETHER = 4_000_000
"""Rows whose keys are compared in memory together."""

NONE = np.empty(0, np.int64)
"""No classes, and no positions."""

Submit = Callable[..., Future[None]]
"""Gives a function and its arguments to a worker."""


# --- Make ---------------------------------------------------------------------------------------------------------


def make_dataset(
    folder: Path,
    request: DatasetPlan,
    *,
    excluded: NDArray[np.int64] = NONE,
    threads: int = PROCESSORS,
    workers: str | None = None,
    on_notice: Callable[[str], None] = lambda line: None,
    on_progress: Callable[[int], None] = lambda rows: None,
) -> DatasetReport:
    """Make a data set in a folder; one that was interrupted goes on there, one that is finished stays as it is.

    The folder gets `README.md`, `data/SPLIT-00000-of-000NN.parquet`, `croissant.json`, `dataset.json` (the request) and
    `SHA256SUMS`. No puzzle has a solution of the classes `excluded`, ascending, whose digest the request has.
    `workers` are as for a fill; they have to share the folder. `on_progress` gets how many rows are
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
        return DatasetReport(**json.loads((folder / REQUEST).read_bytes())["report"])
    if request.searches:
        on_notice(
            f"{HARD_SPLIT} is searched around hard puzzles, which takes longer: its column `chain` names neighbours"
        )
    parts = Parts(folder / PARTS, request)
    parts.folder.mkdir(parents=True, exist_ok=True)
    write_whole(parts.folder / REQUEST, as_json(request.spelled()), replace=True)
    with opened_pool(workers, on_notice) as pool:
        report, repeated = _gathered(parts, excluded, threads, pool.submit if pool else None, on_progress)
    unfinished = folder / UNFINISHED
    shutil.rmtree(unfinished, ignore_errors=True)
    (unfinished / "data").mkdir(parents=True)
    training = TrainingFiles(unfinished, request, report.rows)
    sums: Counter[str] = Counter()
    files = {name: SplitFiles(unfinished / "data", name) for name, _ in request.splits}
    for split, table in Selection(request, repeated, excluded).of(parts.read(count())):
        files[split].add(in_schema(table, request.schema))
        training.add(split, table)
        sums[split] += row_hash(table)
    paths = {name: found for name, each in files.items() if (found := each.close())}
    for name, _ in request.splits:
        if name not in paths:
            on_notice(_why_empty(name, request))
    report = replace(report, hashes={name: f"{number % 2**256:064x}" for name, number in sums.items()})
    write_pages(unfinished, request, report, paths, training.close())
    for name in ("data", *FOLDERS):
        shutil.rmtree(folder / name, ignore_errors=True)  # a run that was killed here has moved some of them
    for path in sorted(unfinished.iterdir()):
        path.rename(folder / path.name)
    unfinished.rmdir()
    shutil.rmtree(parts.folder)
    return report


def _why_empty(split: str, request: DatasetPlan) -> str:
    if split == HARD_SPLIT:
        advice = f"ask for more puzzles, or a lower rating{', or leave out `clues`' if request.clues else ''}"
        return f"no split {split}: no puzzle of its share is rated {request.hard} or more; {advice}"
    return f"no split {split}: its share of {request.count:,} puzzles is none; ask for more puzzles, or a greater share"


def _check_folder(folder: Path, request: DatasetPlan) -> None:
    if not folder.exists():
        return
    if not folder.is_dir():
        raise CatalogueError(f"{folder} is a file; name a folder for the data set")
    asked, begun = json.loads(as_json(request.spelled())), folder / PARTS / REQUEST
    if begun.is_file():
        if json.loads(begun.read_text()) != asked:
            raise CatalogueError(f"{folder} holds another data set that is not finished; name another folder")
    elif (folder / SUMS).is_file() and _stored_in(folder) == asked:
        if faults := list(wrong_sums(folder)):
            raise CatalogueError(f"{folder} is no longer what was made ({faults[0]}); name a new folder")
    elif any(folder.iterdir()):
        raise CatalogueError(f"{folder} is not empty; name a new folder for the data set")


def _stored_in(folder: Path) -> Any:
    """The order of the data set in a folder; None if there is none."""
    try:
        stored = json.loads((folder / REQUEST).read_bytes())
        stored.pop("report")
    except (OSError, ValueError, KeyError, AttributeError):
        return None
    return stored


def _gathered(
    parts: Parts,
    excluded: NDArray[np.int64],
    threads: int,
    submit: Submit | None,
    on_progress: Callable[[int], None],
) -> tuple[DatasetReport, NDArray[np.int64]]:
    """Make parts until they hold enough rows; return what they hold, and which positions repeat others."""
    request = parts.request
    most = -(-request.count * (TRIES_OF_RULED if request.is_ruled else TRIES_EACH) // request.batch)
    made, wanted = 0, -(-request.count // request.batch)
    found = Selection(request, NONE, excluded)
    for turn in count():
        for table in parts.make(range(made, wanted), threads, submit):
            found.add(table)
            on_progress(found.rows.total())
        made = wanted
        repeated = parts.repeated(made)
        selection = Selection(request, repeated, excluded)
        for table in parts.read(range(made)):
            selection.add(table)
        rows = selection.rows.total()
        if selection.is_complete:
            break
        if made >= most:
            few = "so few differ up to symmetry: ask for fewer"
            few = (
                few
                if request.is_ruled
                else f"ask for {'a lower `hard`' if request.searches else 'fewer of the rare grades'}"
            )
            raise CatalogueError(f"{made * request.batch:,} positions have {rows:,} of {request.count:,} rows; {few}")
        enough = made // 8 if turn > 2 else 1  # where new puzzles become rare, small steps would never end
        share = rows / request.count
        further = made if share < 0.5 else int(made * (1 / share - 1) * 1.05)  # that are probably needed
        wanted = min(most, made + max(1, enough, further))
    return selection.report, repeated


# --- Parts --------------------------------------------------------------------------------------------------------


class Parts:
    """The rows of tickets, which wait in a folder, a file each, until all are there."""

    def __init__(self, folder: Path, request: DatasetPlan) -> None:
        self.folder, self.request = folder, request

    def _path(self, ticket: int) -> Path:
        return self.folder / f"{ticket:08}.parquet"

    def write(self, ticket: int) -> None:
        """Write the part of a ticket, unless it is there; it appears whole or not at all."""
        path = self._path(ticket)
        if not path.exists():
            sink = pa.BufferOutputStream()
            parquet.write_table(part_of(self.request, ticket), sink, compression="zstd")
            write_whole(path, sink.getvalue().to_pybytes(), replace=True)

    def make(self, tickets: Sequence[int], threads: int, submit: Submit | None) -> Iterator[pa.Table]:
        """Have some parts made, by threads or by workers that share the folder, and yield them in order."""
        write = (lambda ticket: submit(self.write, ticket).result()) if submit else self.write
        for ticket, _ in zip(tickets, in_order(tickets, write, threads), strict=True):
            yield from self.read([ticket])

    def read(self, tickets: Iterable[int]) -> Iterator[pa.Table]:
        """Read some parts, one at a time."""
        return (parquet.read_table(self._path(ticket)) for ticket in tickets)

    def repeated(self, tickets: int) -> NDArray[np.int64]:
        """The positions of puzzles that are an earlier one up to symmetry, ascending."""
        paths = list(map(self._path, range(tickets)))
        slices = max(1, -(-sum(parquet.read_metadata(path).num_rows for path in paths) // KEYS_TOGETHER))
        found: list[NDArray[np.int64]] = []
        for piece in range(slices):
            keys, positions = [], []
            for path in paths:
                table = parquet.read_table(path, columns=["key", "position"])
                width = table.schema.field("key").type.byte_width
                some = np.frombuffer(b"".join(table.column("key").to_pylist()), np.uint8).reshape(-1, width)
                mine = some.sum(axis=1) % slices == piece
                keys.append(some[mine])
                positions.append(table.column("position").to_numpy()[mine])
            every = np.concatenate(keys)
            _, firsts = np.unique(every.view(f"V{every.shape[1]}")[:, 0], return_index=True)
            found.append(np.delete(np.concatenate(positions), firsts))
        return np.sort(np.concatenate(found))


# --- Choice and splits --------------------------------------------------------------------------------------------


def splits_of(request: DatasetPlan, classes: NDArray[np.int64]) -> NDArray[np.str_]:
    """Return the split of each class: a random number of the class alone names it, with the shares of the request.

    So it is the same in every data set with these shares.
    """
    names, shares = zip(*reversed(request.class_shares), strict=True)
    return np.array(names)[np.searchsorted(np.cumsum(shares)[:-1], places(classes), side="right")]


class Selection:
    """Takes rows in the order of their positions until there are enough, and says to which split each goes."""

    def __init__(self, request: DatasetPlan, repeated: NDArray[np.int64], excluded: NDArray[np.int64] = NONE) -> None:
        """Leave out the `repeated` positions, and the `excluded` classes; both are ascending."""
        self._request, self._repeated, self._excluded = request, repeated, excluded
        self._met: set[int] = set()
        self._missing = request.quotas
        self._claimed: dict[int, str] = {}
        self.rows: Counter[str] = Counter()
        self.positions = 0

    @property
    def is_complete(self) -> bool:
        """Whether there are enough rows."""
        return not any(self._missing.values())

    @property
    def report(self) -> DatasetReport:
        """What is taken, and what was left out among the positions that were looked at."""
        duplicates = int(np.searchsorted(self._repeated, self.positions))
        return DatasetReport(dict(self.rows), self.positions, duplicates, sorted(self._met))

    def of(self, parts: Iterable[pa.Table]) -> Iterator[tuple[str, pa.Table]]:
        """Yield the rows of parts by their splits, in the order of their positions."""
        for table in parts:
            for split, rows in self.add(table).items():
                some = table.take(pa.array(rows)).drop_columns([*{"key", CLAIMS}.intersection(table.column_names)])
                yield split, some.append_column("split", pa.array([split] * len(rows)))
            if self.is_complete:
                return

    def add(self, table: pa.Table) -> dict[str, NDArray[np.intp]]:
        """Return which rows of a part go to each split."""
        if self.is_complete or not len(table):
            return {}
        positions = table.column("position").to_numpy()
        classes = table.column("class").to_numpy()
        splits = splits_of(self._request, classes)
        fits = ~np.isin(positions, self._repeated)
        if len(self._excluded):
            fits &= self._allowed(classes)
        if self._request.hard is not None:
            fits &= (splits != HARD_SPLIT) | (table.column("rating").to_numpy() >= self._request.hard)
        if self._request.has_several:
            fits &= self._unclaimed(table, splits, fits)
        chosen = self._within_quotas(table, splits, fits)
        self.positions = int(positions[chosen[-1] if self.is_complete else -1]) + 1
        by_split = {name: chosen[splits[chosen] == name] for name, _ in self._request.splits}
        self.rows += Counter({name: len(rows) for name, rows in by_split.items()})
        return {name: rows for name, rows in by_split.items() if len(rows)}

    def _allowed(self, classes: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which classes are not excluded; the others are noted."""
        places = np.searchsorted(self._excluded, classes).clip(max=len(self._excluded) - 1)
        allowed: NDArray[np.bool_] = self._excluded[places] != classes
        self._met.update(classes[~allowed].tolist())
        return allowed

    def _unclaimed(self, table: pa.Table, splits: NDArray[np.str_], fits: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which rows have no solution that another split has: each split claims those of its rows."""
        free = np.zeros(len(table), np.bool_)
        claims = table.column(CLAIMS).to_pylist()
        if len(self._excluded):
            self._allowed(np.array(list(chain.from_iterable(claims)), np.int64))
        for row in np.flatnonzero(fits).tolist():
            if self._met.isdisjoint(claims[row]) and all(
                self._claimed.get(number, splits[row]) == splits[row] for number in claims[row]
            ):
                self._claimed |= dict.fromkeys(claims[row], splits[row])
                free[row] = True
        return free

    def _within_quotas(self, table: pa.Table, splits: NDArray[np.str_], fits: NDArray[np.bool_]) -> NDArray[np.intp]:
        """The rows that are taken, ascending: of each grade in each split as many as are missing."""
        grades = None if self._request.is_ruled else table.column("grade").to_numpy(zero_copy_only=False)
        if self._request.benchmark is not None:
            grades, splits = (table.column(name).to_numpy(zero_copy_only=False) for name in ("level", "kind"))
        chosen = []
        for (grade, split), missing in self._missing.items():
            of_split = splits == split if split else (splits != HARD_SPLIT) | ((None, HARD_SPLIT) not in self._missing)
            mine = np.flatnonzero(fits & of_split & (grades == grade if grade else True))[:missing]
            self._missing[grade, split] -= len(mine)
            chosen.append(mine)
        return np.sort(np.concatenate(chosen))


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
        names = DatasetPlan.__dataclass_fields__
        request = DatasetPlan(**{name: value for name, value in stored.items() if name in names})
        versions, report = stored["versions"], DatasetReport(**stored["report"])
    except OSError:
        raise CatalogueError(f"{folder} holds no data set: there is no {REQUEST} in it") from None
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise CatalogueError(f"{folder / REQUEST} is damaged, so nothing can be verified: {error}") from None
    faults = list(wrong_sums(folder))
    others = {name: here for name, here in request.spelled()["versions"].items() if versions.get(name) != here}
    if others:
        said = ", ".join(f"{name} {versions.get(name)} (here {here})" for name, here in others.items())
        return [*faults, f"{REQUEST}: rows are not compared: they were made with version of {said}"]
    with tempfile.TemporaryDirectory(prefix="catalogue-dataset-") as temporary:
        parts = Parts(Path(temporary), request)
        return [*faults, *_wrong_rows(folder, parts, report, threads, on_progress)]


def _wrong_rows(
    folder: Path, parts: Parts, report: DatasetReport, threads: int, on_progress: Callable[[int, int], None]
) -> Iterator[str]:
    """Compare the rows of each split with those that are made again."""
    request, positions = parts.request, report.positions
    tickets = range(-(-positions // request.batch))
    for number, _ in enumerate(parts.make(tickets, threads, None), 1):
        on_progress(min(number * request.batch, positions), positions)
    stored = {name: _stored_rows(folder / "data", name) for name, _ in request.splits}
    met = np.array(report.excluded, np.int64)
    training = TrainingFiles(parts.folder / "again", request, report.rows)
    for split, table in Selection(request, parts.repeated(len(tickets)), met).of(parts.read(tickets)):
        training.add(split, table)
        for wanted in in_schema(table, request.schema).to_pylist():
            where, row = next(stored[split], (f"data/{split}", None))
            if row is None:
                yield f"{where}: position {wanted['position']} is missing"
            elif row != wanted:
                column = next((name for name in wanted if row.get(name) != wanted[name]), "a column")
                yield f"{where}: {column} is {row.get(column)}, made again {wanted.get(column)}"
    training.close()
    yield from differing_files(folder, parts.folder / "again")
    for rows in stored.values():
        for where, row in rows:
            yield f"{where}: position {row.get('position')} is not of this data set"


def _stored_rows(folder: Path, split: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows in the files of a split, from the first to the last, and where each is."""
    for path in sorted(folder.glob(f"{split}-[0-9]*-of-[0-9]*.parquet")):
        number = count()
        try:
            with parquet.ParquetFile(path) as file:
                for some in file.iter_batches():
                    yield from ((f"data/{path.name}, row {next(number)}", row) for row in some.to_pylist())
        except (pa.ArrowException, OSError) as error:
            yield f"data/{path.name}", {"position": f"unknown ({str(error).splitlines()[0]})"}
