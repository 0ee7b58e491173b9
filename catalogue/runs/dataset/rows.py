"""The rows of a data set: made by ticket, compared, chosen, and given to splits.

The rows of a ticket depend on the request and the ticket alone. They wait in a file, a *part*, until all are there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .... import engine
from ....engine.boards import as_lines
from ....engine.grades import grade_of
from ....engine.native import TECHNIQUES
from ....engine.paths import Position, moves_of
from ....engine.random_numbers import drawn_below
from ....engine.shape import Shape
from ...puzzles.columns import PUZZLE_METRICS, TEXTBOOK_METRICS
from ...storage.whole_files import write_whole
from ..making import Measured, draft, measured, textbook_columns
from ..pipeline import Stopwatch, in_order
from ..recipe import Ticket
from .plan import HARD, SIZE, DatasetPlan
from .variants import CLAIMS, ruled_part

if TYPE_CHECKING:
    import pyarrow as pa

KEYS_TOGETHER = 4_000_000
"""Rows whose keys are compared in memory together."""

Submit = Callable[..., Future[None]]
"""Gives a function and its arguments to a worker."""


# --- Parts --------------------------------------------------------------------------------------------------------


def part_of(request: DatasetPlan, ticket: int) -> pa.Table:
    """Make the rows of a ticket, in the order of their positions, with the keys that find duplicates."""
    import pyarrow as pa

    if request.is_ruled:
        return ruled_part(request, ticket)
    plan, watch = request.plan, Stopwatch()
    batch = plan.make(Ticket(ticket * request.batch, request.batch))
    every = range(len(batch.boards))
    drafts = draft(batch, every, plan.recipe, plan.game, watch)
    found = measured(batch, every, drafts, plan, watch)
    columns: dict[str, Any] = {
        "puzzle": as_lines(found.puzzles),
        "solution": as_lines(found.boards),
        "canonical": as_lines(engine.canonical(found.puzzles, symmetry="full")),
        "class": engine.rank(found.boards),
        "clues": np.count_nonzero(found.puzzles, axis=1).astype(np.int64),
        "minimal": found.minimal,
        **_rating_columns(found),
        **{name: found.metrics[name] for name in PUZZLE_METRICS if name in engine.METRICS},
        "automorphisms": engine.automorphisms(found.boards),
        "seed": np.full(len(every), request.seed, np.int64),
        "position": np.arange(batch.start, batch.start + len(every), dtype=np.int64),
    }
    if found.weights is not None:
        columns["weight"] = found.weights
    if found.textbook is not None:
        columns |= zip(TEXTBOOK_METRICS, textbook_columns(found.textbook), strict=True)
    if request.scores:
        scores = engine.score(found.puzzles)
        columns["score"] = scores["score"].astype(np.int64)
        columns["level"] = [engine.LEVELS[level] for level in scores["level"].tolist()]
    if request.steps:
        columns |= _step_columns(found.puzzles)
    keys = engine.puzzle_keys(found.puzzles, symmetry="full")
    return pa.table({**columns, "key": pa.array(map(bytes, keys), pa.binary(keys.shape[1]))})


def _step_columns(puzzles: NDArray[np.uint8]) -> dict[str, Any]:
    """The path of each puzzle: sentences, and records of what they place and remove."""
    import pyarrow as pa

    fields = {"step": pa.int64(), "technique": pa.string(), "cell": pa.int64(), "digit": pa.int64()}
    record = pa.struct({**fields, "action": pa.string(), "causes": pa.list_(pa.int64())})
    paths = [engine.steps(puzzle) for puzzle in puzzles]
    starts = (Position(Shape.of(SIZE), puzzle.tolist()) for puzzle in puzzles)
    moves = [[move._asdict() for move in moves_of(*each)] for each in zip(starts, paths, strict=True)]
    return {
        "steps": [[str(step) for step in path] for path in paths],
        "moves": pa.array(moves, pa.list_(record)),
    }


def _rating_columns(found: Measured) -> dict[str, Any]:
    ratings = found.ratings
    assert ratings is not None  # the plan rates every puzzle
    names = np.array([technique.name for technique in TECHNIQUES], object)
    return {
        "rating": ratings["rating"] / 10,
        "pearl": ratings["pearl"] / 10,
        "diamond": ratings["diamond"] / 10,
        "grade": [grade_of(rating) for rating in ratings["rating"].tolist()],
        "hardest": [TECHNIQUES[number].name for number in ratings["hardest"].tolist()],
        "techniques": [names[row].tolist() for row in engine.technique_counts(ratings) > 0],
    }


def write_part(request: DatasetPlan, ticket: int, folder: Path) -> None:
    """Write the part of a ticket, unless it is there; it appears whole or not at all."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    path = _path(folder, ticket)
    if path.exists():
        return
    sink = pa.BufferOutputStream()
    parquet.write_table(part_of(request, ticket), sink, compression="zstd")
    write_whole(path, sink.getvalue().to_pybytes(), replace=True)


def _path(folder: Path, ticket: int) -> Path:
    return folder / f"{ticket:08}.parquet"


def make_parts(
    request: DatasetPlan, tickets: Sequence[int], folder: Path, threads: int, submit: Submit | None
) -> Iterator[pa.Table]:
    """Have the parts of some tickets made, by threads or by workers that share the folder, and yield them in order."""
    if submit is None:
        done = in_order(tickets, partial(write_part, request, folder=folder), threads)
    else:
        done = in_order(tickets, lambda ticket: submit(write_part, request, ticket, folder).result(), threads)
    for ticket, _ in zip(tickets, done, strict=True):
        yield from read_parts(folder, [ticket])


def read_parts(folder: Path, tickets: Iterable[int]) -> Iterator[pa.Table]:
    """Read the parts of some tickets, one at a time."""
    import pyarrow.parquet as parquet

    return (parquet.read_table(_path(folder, ticket)) for ticket in tickets)


def repeated_positions(folder: Path, tickets: int) -> NDArray[np.int64]:
    """The positions of puzzles that are an earlier one up to symmetry, ascending."""
    import pyarrow.parquet as parquet

    rows = [parquet.read_metadata(_path(folder, ticket)).num_rows for ticket in range(tickets)]
    slices = max(1, -(-sum(rows) // KEYS_TOGETHER))
    found: list[NDArray[np.int64]] = []
    for piece in range(slices):
        keys, positions = [], []
        for ticket in range(tickets):
            table = parquet.read_table(_path(folder, ticket), columns=["key", "position"])
            some = _keys(table)
            mine = some.sum(axis=1) % slices == piece
            keys.append(some[mine])
            positions.append(table.column("position").to_numpy()[mine])
        where = np.concatenate(positions)
        every = np.concatenate(keys)
        _, firsts = np.unique(every.view(f"V{every.shape[1]}")[:, 0], return_index=True)
        found.append(np.delete(where, firsts))
    return np.sort(np.concatenate(found))


def _keys(table: pa.Table) -> NDArray[np.uint8]:
    """The keys of a part, `uint8 (n, k)`."""
    width = table.schema.field("key").type.byte_width
    return np.frombuffer(b"".join(table.column("key").to_pylist()), np.uint8).reshape(-1, width)


# --- Choice and splits --------------------------------------------------------------------------------------------


def splits_of(request: DatasetPlan, classes: NDArray[np.int64]) -> NDArray[np.str_]:
    """Return the split of each class: a random number of the class alone names it, with the shares of the request.

    So it is the same in every data set with these shares.
    """
    places = drawn_below(_PLACES, 0, classes) / _PLACES
    names = [name for name, _ in reversed(request.splits)]
    ends = np.cumsum([share for _, share in reversed(request.splits)])[:-1]
    return np.array(names)[np.searchsorted(ends, places, side="right")]


_PLACES = 2**30


class Selection:
    """Takes rows in the order of their positions until there are enough, and says to which split each goes."""

    def __init__(self, request: DatasetPlan, repeated: NDArray[np.int64]) -> None:
        """Leave out the `repeated` positions, which are ascending."""
        self._request, self._repeated = request, repeated
        self._missing = request.quotas
        self._claimed: dict[int, str] = {}
        self.rows: Counter[str] = Counter()
        self.positions = 0

    @property
    def is_complete(self) -> bool:
        """Whether there are enough rows."""
        return not any(self._missing.values())

    @property
    def duplicates(self) -> int:
        """Repeated puzzles among the positions that were looked at."""
        return int(np.searchsorted(self._repeated, self.positions))

    def add(self, table: pa.Table) -> dict[str, NDArray[np.intp]]:
        """Return which rows of a part go to each split."""
        if self.is_complete or not len(table):
            return {}
        positions = table.column("position").to_numpy()
        splits = splits_of(self._request, table.column("class").to_numpy())
        fits = ~np.isin(positions, self._repeated)
        if self._request.hard is not None:
            fits &= (splits != HARD) | (table.column("rating").to_numpy() >= self._request.hard)
        if self._request.has_several:
            fits &= self._unclaimed(table, splits, fits)
        chosen = self._within_quotas(table, splits, fits)
        self.positions = int(positions[chosen[-1] if self.is_complete else -1]) + 1
        by_split = {name: chosen[splits[chosen] == name] for name, _ in self._request.splits}
        self.rows += Counter({name: len(rows) for name, rows in by_split.items()})
        return {name: rows for name, rows in by_split.items() if len(rows)}

    def _unclaimed(self, table: pa.Table, splits: NDArray[np.str_], fits: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which rows have no solution that another split has: each split claims those of its rows."""
        free = np.zeros(len(table), np.bool_)
        claims = table.column(CLAIMS).to_pylist()
        for row in np.flatnonzero(fits).tolist():
            if all(self._claimed.get(number, splits[row]) == splits[row] for number in claims[row]):
                self._claimed |= dict.fromkeys(claims[row], splits[row])
                free[row] = True
        return free

    def _within_quotas(self, table: pa.Table, splits: NDArray[np.str_], fits: NDArray[np.bool_]) -> NDArray[np.intp]:
        """The rows that are taken, ascending: of each grade in each split as many as are missing."""
        grades = None if self._request.is_ruled else table.column("grade").to_numpy(zero_copy_only=False)
        chosen = []
        for (grade, split), missing in self._missing.items():
            mine = np.flatnonzero(fits & (grades == grade) & (splits == split) if grade else fits)[:missing]
            self._missing[grade, split] -= len(mine)
            chosen.append(mine)
        return np.sort(np.concatenate(chosen))


def selected(parts: Iterable[pa.Table], selection: Selection) -> Iterator[tuple[str, pa.Table]]:
    """Yield the rows of parts by their splits, in the order of their positions."""
    import pyarrow as pa

    for table in parts:
        for split, rows in selection.add(table).items():
            some = table.take(pa.array(rows)).drop_columns(
                [name for name in ("key", CLAIMS) if name in table.column_names]
            )
            yield split, some.append_column("split", pa.array([split] * len(rows)))
        if selection.is_complete:
            return
