"""Rate the puzzles of a catalogue that have no rating yet, and describe the steps of a path."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import or_, select

import engine
from catalogue import pipeline
from catalogue.cluster import MOST_WAITING, compact, expanded, from_planes, opened_pool, planes
from catalogue.formats.cells import from_lines
from catalogue.keeping import Keeper
from catalogue.kinds import CEILINGS, Depth, Style, rating_rows, spelled, style_for
from catalogue.numbers import PROCESSORS
from catalogue.pipeline import Part, Run, Stopwatch, in_time
from catalogue.queries import rated
from catalogue.schema import puzzles
from catalogue.store import Store
from catalogue.writing import RatingRows, check_rating, record_ratings
from engine import SolvingStep, Step
from engine.explanations import EXPLANATION_VERSION
from engine.grades import RatingStatus
from engine.rating import RATED, TECHNIQUES
from engine.shape import cell_name

if TYPE_CHECKING:
    from catalogue.workers import Pool

BATCH = 256  # puzzles that a thread or a worker rates at the most before something is kept


@dataclass(frozen=True)
class RatingReport:
    """What a run has rated and committed so far, out of how many."""

    rated: int
    wanted: int
    seconds: float


def rate_unrated(
    store: Store,
    *,
    depth: Depth = Depth.full,
    threads: int = PROCESSORS,
    workers: str | None = None,
    stop: threading.Event | None = None,
    on_progress: Callable[[RatingReport], None] = lambda report: None,
    on_notice: Callable[[str], None] = lambda line: None,
) -> RatingReport:
    """Rate the unrated puzzles of a catalogue open for writing; at full depth also those only marked as above.

    Threads rate, or the `workers` of a Dask cluster: "local:4", or the address of a scheduler. `on_notice` gets a line
    about a worker that is refused or does not answer.

    Ratings are committed every half second, in the order of the puzzles, whatever a puzzle takes. Setting `stop` ends
    the run without a wait for the puzzles under way; the next run continues from there. ValueError for puzzles above
    12x12.
    CatalogueError where puzzles were rated by another version of the rating, the database is damaged, or the workers
    cannot be had.
    """
    begin = time.perf_counter()
    store.check_sound()
    if reason := store.settings.why_unrated:
        raise ValueError(reason)
    check_rating(store)
    puzzles_of = rated(store)
    wanted = puzzles_of.unrated + (puzzles_of.above if depth is Depth.full else 0)
    with opened_pool(workers, on_notice) as pool:
        run = _Rating(store, depth, pool)

        def report() -> RatingReport:
            return RatingReport(run.keeper.committed, wanted, time.perf_counter() - begin)

        pipeline.run(
            run,
            threads=MOST_WAITING if pool else threads,
            ahead=pool.ahead if pool else None,
            stop=stop,
            look=lambda: on_progress(report()),
        )
    return report()


@dataclass(frozen=True)
class _Batch:
    ids: Sequence[int]
    givens: Sequence[str]
    statuses: Sequence[int | None]  # so far

    def __getitem__(self, some: slice) -> _Batch:
        return _Batch(self.ids[some], self.givens[some], self.statuses[some])


@dataclass(frozen=True)
class _Rated:
    batch: _Batch
    ratings: RatingRows


class _Rating(Run[_Batch, _Batch, _Batch, _Rated]):
    """Tickets are batches of puzzles in the order of their ids. Nothing is claimed."""

    def __init__(self, store: Store, depth: Depth, pool: Pool | None) -> None:
        self._store, self._depth, self._pool = store, depth, pool
        self._blocks, self._ceiling = store.settings.shape.blocks, CEILINGS[depth]
        self.keeper = Keeper(store, 0, Stopwatch(), files=False)

    def items(self) -> Iterator[_Batch]:
        """Yield the puzzles to rate."""
        status = puzzles.c.rating_status
        lacking = or_(status.is_(None), status == RatingStatus.ABOVE) if self._depth is Depth.full else status.is_(None)
        columns = select(puzzles.c.id, puzzles.c.givens, status).where(lacking).order_by(puzzles.c.id).limit(BATCH)
        last = -1
        while rows := self._rows(columns.where(puzzles.c.id > last)):
            ids, givens, statuses = zip(*rows, strict=True)
            yield _Batch(ids, givens, statuses)
            last = ids[-1]

    def _rows(self, query: Any) -> Sequence[Any]:
        with self._store.turn() as connection:  # which the keeper uses too
            return connection.execute(query).all()

    def work(self, item: _Batch) -> _Batch:
        """Nothing comes before the turn."""
        return item

    def turn(self, made: _Batch) -> _Batch:
        """Nothing is claimed."""
        return made

    def finish(self, due: _Batch) -> Part[_Batch, _Rated]:
        """Rate the puzzles, or have a worker rate them, as many as there is time for."""
        given = from_lines(due.givens)
        if self._pool is None:
            ratings = rate_in_time(given, self._blocks, self._ceiling)
        else:
            answer = self._pool.submit(rate_packed, packed_puzzles(given), self._blocks, self._ceiling).result()
            ratings = unpacked_ratings(answer)
        done = len(ratings)
        rest = [due[first : first + done] for first in range(done, len(given), done)]
        return Part(_Rated(due[:done], rating_rows(ratings)), rest)

    def keep(self, done: _Rated) -> None:
        """Update the puzzles."""
        batch = done.batch

        def update() -> range:
            record_ratings(self._store, batch.ids, done.ratings, batch.statuses.count(RatingStatus.ABOVE))
            return range(0)

        self.keeper.keep(update, None, self.keeper.written + len(batch.ids))

    def end(self) -> None:
        """Commit."""
        self.keeper.end()


def rate_in_time(puzzles: NDArray[np.uint8], blocks: str, ceiling: float | None) -> NDArray[np.void]:
    """Rate puzzles, as `engine.rate` does, from the first on and as many as there is time for, at least one."""
    ratings = np.zeros(len(puzzles), RATED)
    whole = np.dtype((np.void, RATED.itemsize))  # records are copied much quicker than their many fields

    def rate(some: slice) -> int:
        ratings.view(whole)[some] = engine.rate(puzzles[some], blocks=blocks, ceiling=ceiling).view(whole)
        return int(some.stop)

    done = in_time(len(puzzles), rate)
    return ratings[: done[-1] if done else 0]


# --- On a worker ---


def packed_puzzles(puzzles: NDArray[np.uint8]) -> bytes:
    """Return puzzles, `(n, S*S)`, as bytes: most cells are empty and compress to little."""
    return compact((puzzles.shape, puzzles.tobytes()))


def unpacked_puzzles(packed: bytes) -> NDArray[np.uint8]:
    """Return the puzzles that `packed_puzzles` was given."""
    shape, cells = expanded(packed)
    return np.frombuffer(cells, np.uint8).reshape(shape)


def rate_packed(packed: bytes, blocks: str, ceiling: float | None) -> bytes:
    """What a worker does: rate puzzles, as many as there is time for."""
    return compact(planes(rate_in_time(unpacked_puzzles(packed), blocks, ceiling)))


def unpacked_ratings(packed: bytes) -> NDArray[np.void]:
    """Return what `engine.rate` returned to a worker."""
    return from_planes(expanded(packed), RATED)


# --- Steps ---


AnyStep = Step | SolvingStep
"""A step of either style."""


def path_of(puzzle: NDArray[np.uint8], blocks: str, style: Style | None = None) -> Sequence[AnyStep]:
    """Return the steps to the solution; ValueError as from `style_for`, and for a puzzle without exactly one."""
    if style_for(style, blocks) is Style.score:
        return engine.solving_steps(puzzle)
    return engine.steps(puzzle, blocks=blocks)


def next_of(
    puzzle: NDArray[np.uint8], values: Sequence[int], marks: Sequence[int], blocks: str, style: Style | None = None
) -> AnyStep | None:
    """Return the next step of a board that has been begun, as `engine.next_step` does; ValueError as there."""
    if style_for(style, blocks) is Style.rating:
        return engine.next_step(puzzle, values, marks, blocks=blocks)
    if found := engine.mistakes(puzzle, values, marks, blocks=blocks):
        raise ValueError("; ".join(mistake.sentence for mistake in found))
    every = 2**9 - 1
    return engine.next_solving_step(puzzle, values, [mask or every for mask in marks])


def as_data(step: AnyStep) -> dict[str, Any]:
    """A step for programs: the version of its fields, then these, with a rating as people write it."""
    data = {"version": EXPLANATION_VERSION} | {name: getattr(step, name) for name in step.__dataclass_fields__}
    if step.parts or step.chains:
        data |= {"parts": _plain(step.parts), "chains": _plain(step.chains)}
    return data | {"rating": step.rating / 10} if isinstance(step, Step) else data


def _plain(value: Any) -> Any:
    """Dictionaries in place of records: as `dataclasses.asdict`, which takes five times as long because it copies."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    fields = getattr(value, "__dataclass_fields__", None)
    return value if fields is None else {name: _plain(getattr(value, name)) for name in fields}


def weight_of(step: AnyStep) -> str:
    """What a step is worth: its rating, or its score and level."""
    if isinstance(step, Step):
        return f"rated {spelled(step.rating)}"
    return f"score {step.score:,} ({step.level})"


def where_to_look(step: AnyStep, size: int) -> str:
    """A sentence with the units of the step, or else its cells."""
    links = [link for branch in step.chains for link in branch]
    cells = step.cells or (step.placement or [link.cell for link in links] or (0,))[:1]
    return f"Look at {', '.join(step.units or [cell_name(*divmod(cell, size)) for cell in cells])}."


def meaning_of(technique: str) -> str:
    """What a technique of either style is, in a few words. KeyError for a name that no technique has."""
    meanings = {each.name: each.meaning for each in engine.SOLVING_TECHNIQUES}
    return next((each.meaning for each in TECHNIQUES if each.name == technique), None) or meanings[technique]
