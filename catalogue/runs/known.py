"""Classes of solutions that sets of puzzles have: read from files and data sets, and kept in an index.

A class is a number of 8 bytes. On plain 9x9 blocks it is that of `engine.rank`, below 5,472,730,538; other boards have
a hash of 63 bits, so one index holds the classes of every size. An index is an archive of numpy with one array: the
gaps between classes, ascending, which compress to about 3 bytes each.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
from numpy.typing import NDArray

from ... import engine
from ...engine.boards import from_lines
from ..errors import CatalogueError
from ..formats.opening import STRANGE
from ..puzzles.game import chosen_of
from ..storage.whole_files import write_whole
from .audit import game_of_cells, has_blocks, is_readable, rules_in
from .audit.files import DataFile, boards_of, columns_of
from .dataset.plan import REQUEST, DatasetPlan
from .dataset.rows import class_numbers
from .how import PROCESSORS, ignore

Classes = NDArray[np.int64]

PUBLIC = Path(__file__).with_suffix(".npz")
"""The index of public sets that comes along: the page on data sets says which, and how it is made."""

_ENDING, _GAPS = ".npz", "gaps"
_DAMAGED = (ValueError, OSError, *STRANGE)


def is_index(path: Path) -> bool:
    """Whether a file is an index, by its name and what it holds."""
    if path.suffix != _ENDING or not path.is_file():
        return False
    try:
        with np.load(path, allow_pickle=False) as archive:
            return bool(archive.files == [_GAPS])
    except (AttributeError, *_DAMAGED):
        return False


def _read(path: Path) -> Classes:
    try:
        with np.load(path, allow_pickle=False) as archive:
            return np.cumsum(archive[_GAPS], dtype=np.int64)
    except _DAMAGED as error:
        raise CatalogueError(f"{path} is a damaged index of classes: {error}") from None


def classes_in(
    paths: Iterable[Path], *, threads: int = PROCESSORS, on_notice: Callable[[str], None] = ignore
) -> Classes:
    """Return the classes of the solutions in files, folders of data sets and indices, ascending, each once.

    Rows without a class are left out and told: those without one solution, and those with regions of their own, whose
    symmetries depend on these. CatalogueError for a file that cannot be read or holds no puzzles.
    """
    found = [np.empty(0, np.int64)]
    for path in paths:
        if is_index(path):
            found.append(_read(path))
        elif path.is_dir():
            found += _of_data_set(path)
        else:
            found += _of_file(path, threads, on_notice)
    return np.unique(np.concatenate(found))


def common(one: Classes, other: Classes) -> int:
    """Count the classes that two sets share."""
    return len(np.intersect1d(one, other, assume_unique=True))


def add_to_index(path: Path, classes: Iterable[Classes]) -> int:
    """Add the classes of sets to an index, which may be new, and return how many it has.

    CatalogueError if another file is there.
    """
    if path.suffix != _ENDING:
        raise CatalogueError(f"{path}: the name of an index ends in {_ENDING}")
    if path.exists() and not is_index(path):
        raise CatalogueError(f"{path} is no index of classes; name another file")
    every = np.unique(np.concatenate([*classes, *([_read(path)] if path.exists() else [])]))
    content = io.BytesIO()
    np.savez_compressed(content, gaps=np.diff(every, prepend=0))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content.getvalue(), replace=True)
    return len(every)


def digest_of(classes: Classes) -> str:
    """The SHA-256 of classes that are ascending, 8 bytes each, the lowest first."""
    return hashlib.sha256(classes.astype("<i8").tobytes()).hexdigest()


def _of_data_set(folder: Path) -> Iterator[Classes]:
    """The classes of a folder that `dataset` made, of each solution where puzzles have several."""
    try:
        stored = json.loads((folder / REQUEST).read_bytes())
        names = DatasetPlan.__dataclass_fields__
        plan = DatasetPlan(**{name: value for name, value in stored.items() if name in names})
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise CatalogueError(f"{folder} holds no data set that can be read: {error}") from None
    games = dict(plan.kinds)
    for path in sorted((folder / "data").glob("*.parquet")):
        if not plan.has_several:
            yield parquet.read_table(path, columns=["class"]).column("class").to_numpy()
            continue
        for row in parquet.read_table(path, columns=["kind", "all_solutions"]).to_pylist():
            yield class_numbers(from_lines(row["all_solutions"]), games[row["kind"]])


def _of_file(path: Path, threads: int, on_notice: Callable[[str], None]) -> Iterator[Classes]:
    file = DataFile.of(path)
    columns, without = columns_of(file), 0
    for batch in file.batches():
        some = _of_batch(batch, columns.puzzle, columns.cells, threads)
        without += batch.num_rows - len(some)
        yield some
    if without:
        on_notice(f"{path}: {without:,} rows have no class: no one solution, or regions of their own")


def _of_batch(batch: pa.RecordBatch, column: str, cells: int, threads: int) -> Classes:
    puzzles, known = boards_of(batch.column(column), cells)
    rules, game = rules_in(batch), game_of_cells(cells)
    if rules:
        known &= [is_readable(game, text) and has_blocks(game, text) for text in rules]
        own = chosen_of(rules, np.flatnonzero(known).tolist())
        boards, counts = game.solved(puzzles[known], own)
    else:
        puzzles = puzzles[known]
        counts = engine.count_solutions(puzzles, threads=threads)
        boards = engine.solve(puzzles, threads=threads)
    return class_numbers(boards[counts == 1], game)
