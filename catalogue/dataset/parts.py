"""The rows of a ticket, which depend on the request and the ticket alone, and the files in which they wait."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.dataset.request import DatasetRequest
from catalogue.making import Drafts, draft, measured
from catalogue.pipeline import Stopwatch, in_order
from catalogue.whole_files import write_whole
from engine.boards import as_lines
from engine.grades import grade_of
from engine.rating import TECHNIQUES

if TYPE_CHECKING:
    import pyarrow as pa


KEYS_TOGETHER = 8_000_000
"""Rows whose keys are compared in memory together."""


def part_of(request: DatasetRequest, ticket: int) -> pa.Table:
    """Make the rows of a ticket, in the order of their positions, with the keys that find duplicates."""
    import pyarrow as pa

    source, recipe = request.plan
    watch, game = Stopwatch(), source.game
    batch = source.make(ticket * source.batch)
    every = range(len(batch.boards))
    drafts: Drafts = draft(batch, every, recipe, game, watch)
    found = measured(batch, every, drafts, recipe, game, watch)
    assert found.ratings is not None
    ratings = found.ratings
    names = np.array([technique.name for technique in TECHNIQUES], object)
    used = engine.technique_counts(ratings) > 0
    columns: dict[str, Any] = {
        "puzzle": as_lines(found.puzzles),
        "solution": as_lines(found.boards),
        "canonical": as_lines(engine.canonical(found.puzzles, symmetry="full")),
        "class": engine.rank(found.boards),
        "clues": np.count_nonzero(found.puzzles, axis=1).astype(np.int64),
        "minimal": found.minimal,
        "rating": ratings["rating"] / 10,
        "pearl": ratings["pearl"] / 10,
        "diamond": ratings["diamond"] / 10,
        "grade": [grade_of(rating) for rating in ratings["rating"].tolist()],
        "hardest": [TECHNIQUES[number].name for number in ratings["hardest"].tolist()],
        "techniques": [names[row].tolist() for row in used],
        **{name: found.metrics[name] for name in engine.METRICS},
        "automorphisms": engine.automorphisms(found.boards),
        "seed": np.full(len(every), request.seed, np.int64),
        "position": np.arange(batch.start, batch.start + len(every), dtype=np.int64),
    }
    if found.weights is not None:
        columns["weight"] = found.weights
    if request.steps:
        columns["steps"] = [[str(step) for step in engine.steps(puzzle)] for puzzle in found.puzzles]
    keys = engine.puzzle_keys(found.puzzles, symmetry="full")
    return pa.table({**columns, "key": pa.array(map(bytes, keys), pa.binary(keys.shape[1]))})


def write_part(request: DatasetRequest, ticket: int, folder: Path) -> None:
    """Write the part of a ticket, unless it is there; it appears whole or not at all."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    path = part_path(folder, ticket)
    if path.exists():
        return
    sink = pa.BufferOutputStream()
    parquet.write_table(part_of(request, ticket), sink, compression="zstd")
    write_whole(path, sink.getvalue().to_pybytes(), replace=True)


def part_path(folder: Path, ticket: int) -> Path:
    """Where the part of a ticket waits."""
    return folder / f"{ticket:08}.parquet"


def make_parts(
    request: DatasetRequest,
    tickets: Sequence[int],
    folder: Path,
    threads: int,
    submit: Callable[..., Future[None]] | None,
    look: Callable[[int], None],
) -> None:
    """Have the parts of some tickets made, by threads or by workers that share the folder."""
    if submit is None:
        done = in_order(tickets, partial(write_part, request, folder=folder), threads)
    else:
        done = in_order(tickets, lambda ticket: submit(write_part, request, ticket, folder).result(), threads)
    for ticket, _ in zip(tickets, done, strict=True):
        look(ticket + 1)


def repeated_positions(folder: Path, tickets: int) -> NDArray[np.int64]:
    """The positions of puzzles that are an earlier one up to symmetry, ascending."""
    import pyarrow.parquet as parquet

    rows = [parquet.read_metadata(part_path(folder, ticket)).num_rows for ticket in range(tickets)]
    slices = max(1, -(-sum(rows) // KEYS_TOGETHER))
    found: list[NDArray[np.int64]] = []
    for piece in range(slices):
        keys, positions = [], []
        for ticket in range(tickets):
            table = parquet.read_table(part_path(folder, ticket), columns=["key", "position"])
            width = table.schema.field("key").type.byte_width
            some = np.frombuffer(b"".join(table.column("key").to_pylist()), f"V{width}")
            mine = some.view(np.uint8).reshape(-1, width).sum(axis=1) % slices == piece
            keys.append(some[mine])
            positions.append(table.column("position").to_numpy()[mine])
        where = np.concatenate(positions)
        _, firsts = np.unique(np.concatenate(keys), return_index=True)
        found.append(np.delete(where, firsts))
    return np.sort(np.concatenate(found))


def read_parts(folder: Path, tickets: Iterable[int]) -> Iterator[pa.Table]:
    """Read the parts of some tickets, one at a time."""
    import pyarrow.parquet as parquet

    return (parquet.read_table(part_path(folder, ticket)) for ticket in tickets)
