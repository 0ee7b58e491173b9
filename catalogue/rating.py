"""Rate the puzzles of a catalogue that have no rating yet, and describe the steps of a path."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, false, func, or_, select

import engine
from catalogue import pipeline
from catalogue.cluster import MOST_WAITING, compact, expanded, from_planes, opened_pool, planes
from catalogue.formats.lines import from_lines
from catalogue.game import Game, Own, chosen_of
from catalogue.keeping import Keeper
from catalogue.kinds import (
    SCORED_BLOCKS,
    Depth,
    Style,
    rating_rows,
    score_rows,
    scores_of,
    spelled,
    style_for,
    why_unfilled,
)
from catalogue.numbers import PROCESSORS
from catalogue.pipeline import Part, Run, Stopwatch, in_time
from catalogue.rows import RatingRows
from catalogue.schema import puzzles
from catalogue.store import Store
from catalogue.writing import check_rating, record_ratings
from engine import SolvingStep, Step
from engine.grades import RatingStatus
from engine.paths.explanations import EXPLANATION_VERSION, BaseStep
from engine.paths.positions import Candidates
from engine.rating import RATED, TECHNIQUES
from engine.scoring.scorer import SCORED
from engine.shape import Shape, cell_name

if TYPE_CHECKING:
    from catalogue.workers import Pool
    from engine.rules.hints import RuleStep

BATCH = 256  # most puzzles that a thread or a worker rates before something is kept


@dataclass(frozen=True)
class RatingReport:
    """What a run has rated and committed so far, out of how many."""

    rated: int
    wanted: int
    seconds: float


Found = tuple[NDArray[np.void] | None, NDArray[np.void] | None]
"""The results of `engine.rate` and `engine.score`; None if the depth does not ask for it."""


def rate_to(depth: Depth, given: NDArray[np.uint8], blocks: str) -> Found:
    """Return the ratings and the scores of puzzles that a depth asks for, scores only of boards that have them."""
    ratings = engine.rate(given, blocks=blocks, ceiling=depth.ceiling) if depth.rates else None
    return ratings, scores_of(given, blocks, depth)


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
    """Rate the puzzles of a catalogue open for writing that lack what the depth gives.

    At full depth those that are only marked as above lack a rating.

    Threads rate, or the `workers` of a Dask cluster: "local:4", or the address of a scheduler. `on_notice` gets a line
    about a worker that is refused or does not answer.

    Ratings are committed every half second, in the order of the puzzles, whatever a puzzle takes. Setting `stop` ends
    the run without waiting for the puzzles under way; the next run continues from there. ValueError for puzzles above
    12x12.
    CatalogueError if puzzles were rated by another version of the rating, the database is damaged, or the workers
    are not available.
    """
    begin = time.perf_counter()
    store.check_sound()
    if reason := why_unfilled(depth, store.settings.shape, store.settings.rules):
        raise ValueError(reason)
    check_rating(store)
    lacking = or_(*_lacking(depth, store.settings.shape.blocks))
    wanted: int = store.connection.execute(select(func.count()).select_from(puzzles).where(lacking)).scalar_one()
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


def _lacking(depth: Depth, blocks: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Whether a puzzle is to get a rating, and whether a score."""
    status = puzzles.c.rating_status
    unrated = or_(status.is_(None), status == RatingStatus.ABOVE) if depth.ceiling is None else status.is_(None)
    scores = depth.scores and blocks == SCORED_BLOCKS
    return (unrated if depth.rates else false()), (puzzles.c.score.is_(None) if scores else false())


@dataclass(frozen=True)
class _Batch:
    ids: NDArray[np.int64]
    givens: Sequence[str]
    constraints: Sequence[str | None]
    statuses: Sequence[int | None]  # so far
    rate: NDArray[np.bool_]  # which of them get a rating
    score: NDArray[np.bool_]  # which of them get a score

    def __getitem__(self, some: slice) -> _Batch:
        parts = (self.ids, self.givens, self.constraints, self.statuses, self.rate, self.score)
        return _Batch(*(part[some] for part in parts))  # type: ignore[arg-type]

    @property
    def above(self) -> int:
        """How many of those that get a rating were marked as above so far."""
        pairs = zip(self.rate, self.statuses, strict=True)
        return sum(bool(rate) and status == RatingStatus.ABOVE for rate, status in pairs)


@dataclass(frozen=True)
class _Rated:
    batch: _Batch
    ratings: Sequence[tuple[NDArray[np.int64], RatingRows]]  # of puzzles, by their ids


class _Rating(Run[_Batch, _Batch, _Batch, _Rated]):
    """Tickets are batches of puzzles in the order of their ids. Nothing is claimed."""

    def __init__(self, store: Store, depth: Depth, pool: Pool | None) -> None:
        self._store, self._depth, self._pool = store, depth, pool
        self._game = store.settings.game
        self.keeper = Keeper(store, 0, Stopwatch(), files=False)

    def items(self) -> Iterator[_Batch]:
        """Yield the puzzles to rate."""
        lacking = _lacking(self._depth, self._game.blocks)
        wanted = select(puzzles.c.id, puzzles.c.givens, puzzles.c.constraints, puzzles.c.rating_status, *lacking)
        columns = wanted.where(or_(*lacking)).order_by(puzzles.c.id).limit(BATCH)
        last = -1
        while rows := self._rows(columns.where(puzzles.c.id > last)):
            ids, givens, own, statuses, *which = zip(*rows, strict=True)
            yield _Batch(np.array(ids), givens, own, statuses, *(np.array(mask, np.bool_) for mask in which))
            last = ids[-1]

    def _rows(self, query: Any) -> Sequence[Any]:
        with self._store.turn() as connection:  # which the keeper uses too
            return connection.execute(query).all()

    def work(self, item: _Batch) -> _Batch:
        """Nothing is computed before the turn."""
        return item

    def turn(self, made: _Batch) -> _Batch:
        """Nothing is claimed."""
        return made

    def finish(self, due: _Batch) -> Part[_Batch, _Rated]:
        """Rate the puzzles, or have a worker rate them, as many as there is time for."""
        given, depth = from_lines(due.givens), self._depth
        if self._pool is None:
            ratings, scores, done = rate_in_time(given, self._game, depth, due.rate, due.score, due.constraints)
        else:
            which = (due.rate.tobytes(), due.score.tobytes(), due.constraints)
            answer = self._pool.submit(rate_packed, depth, packed_puzzles(given), self._game, *which).result()
            ratings, scores, done = unpacked_ratings(answer)
        now, rest = due[:done], [due[first : first + done] for first in range(done, len(given), done)]
        found = []
        if ratings is not None and now.rate.any():
            found.append((now.ids[now.rate], rating_rows(ratings[now.rate])))
        if scores is not None and now.score.any():
            found.append((now.ids[now.score], score_rows(scores[now.score])))
        return Part(_Rated(now, found), rest)

    def keep(self, done: _Rated) -> None:
        """Update the puzzles."""
        batch = done.batch

        def update() -> range:
            for ids, rows in done.ratings:
                record_ratings(self._store, ids.tolist(), rows, batch.above if "rating" in rows.columns else 0)
            return range(0)

        self.keeper.keep(update, None, self.keeper.written + len(batch.ids))

    def end(self) -> None:
        """Commit."""
        self.keeper.end()


RatedInTime = tuple[NDArray[np.void] | None, NDArray[np.void] | None, int]
"""Ratings and scores of the first puzzles, None for a scale that was not asked for, and how many these are."""


def rate_in_time(
    puzzles: NDArray[np.uint8],
    game: Game,
    depth: Depth,
    rate: NDArray[np.bool_] | None = None,
    score: NDArray[np.bool_] | None = None,
    own: Own = None,
) -> RatedInTime:
    """Rate puzzles to a depth from the first on, as many as there is time for, at least one.

    `own` are the constraints that each has besides the rules of the game. If `rate` or `score` is false,
    `bool (n,)`, a record stays zero; by default they are true everywhere.
    """
    every = np.ones(len(puzzles), np.bool_)
    rate, score = every if rate is None else rate, every if score is None else score
    ratings = np.zeros(len(puzzles), RATED) if depth.rates else None
    scores = np.zeros(len(puzzles), SCORED) if depth.scores and game.blocks == SCORED_BLOCKS else None
    if ratings is None and scores is None:
        return None, None, len(puzzles)

    def work(some: slice) -> int:
        if ratings is not None:
            places = some.start + np.flatnonzero(rate[some])
            mine = chosen_of(own, places.tolist())
            _put(ratings, places, game.rate(puzzles[places], mine, depth.ceiling))
        if scores is not None:
            places = some.start + np.flatnonzero(score[some])
            _put(scores, places, engine.score(puzzles[places]))
        return int(some.stop)

    found = in_time(len(puzzles), work)
    done = found[-1] if found else 0
    return None if ratings is None else ratings[:done], None if scores is None else scores[:done], done


def _put(records: NDArray[np.void], places: NDArray[np.intp], found: NDArray[np.void]) -> None:
    """Copy records as a whole, which is much quicker than their many fields."""
    whole = np.dtype((np.void, records.dtype.itemsize))
    records.view(whole)[places] = found.view(whole)


# --- On a worker ---


def packed_puzzles(puzzles: NDArray[np.uint8]) -> bytes:
    """Return puzzles, `(n, S*S)`, as bytes: most cells are empty and compress to little."""
    return compact((puzzles.shape, puzzles.tobytes()))


def unpacked_puzzles(packed: bytes) -> NDArray[np.uint8]:
    """Return the puzzles that `packed_puzzles` was given."""
    shape, cells = expanded(packed)
    return np.frombuffer(cells, np.uint8).reshape(shape)


def rate_packed(depth: Depth, packed: bytes, game: Game, rate: bytes, score: bytes, own: Own) -> bytes:
    """What a worker does: rate puzzles, as many as there is time for."""
    which = [np.frombuffer(mask, np.bool_) for mask in (rate, score)]
    *found, done = rate_in_time(unpacked_puzzles(packed), game, depth, which[0], which[1], own)
    return compact(([None if part is None else planes(part) for part in found], done))


def unpacked_ratings(packed: bytes) -> RatedInTime:
    """Return what `rate_in_time` returned to a worker."""
    (ratings, scores), done = expanded(packed)
    return (
        None if ratings is None else from_planes(ratings, RATED),
        None if scores is None else from_planes(scores, SCORED),
        done,
    )


# --- Steps ---


AnyStep = Step | SolvingStep
"""A step of either style."""


def path_of(puzzle: NDArray[np.uint8], blocks: str, style: Style | None = None) -> Sequence[AnyStep]:
    """Return the steps to the solution; ValueError as from `style_for`, and for a puzzle without exactly one."""
    if style_for(style, blocks) is Style.score:
        return engine.solving_steps(puzzle)
    return engine.steps(puzzle, blocks=blocks)


def path_from(
    puzzle: NDArray[np.uint8], values: Sequence[int], marks: Sequence[int], blocks: str, style: Style | None = None
) -> Sequence[AnyStep]:
    """Return the steps to the solution from a board that has been begun; ValueError as from `engine.next_step`."""
    if style_for(style, blocks) is Style.score:
        _check_right(puzzle, values, marks, blocks)
        return engine.solving_steps(puzzle, filled=values, candidates=_every_where_none(marks))
    found, filled = [], list(values)
    position = Candidates(Shape.of(round(len(filled) ** 0.5), blocks), filled, _every_where_none(marks))
    while step := engine.next_step(puzzle, filled, position.masks, blocks=blocks):
        found.append(step)
        position.take(step.placement, step.eliminations)
        if step.placement:
            filled[step.placement[0]] = step.placement[1]
    return found


def next_of(
    puzzle: NDArray[np.uint8], values: Sequence[int], marks: Sequence[int], blocks: str, style: Style | None = None
) -> AnyStep | None:
    """Return the next step of a board that has been begun, as `engine.next_step` does; ValueError as there."""
    if style_for(style, blocks) is Style.rating:
        return engine.next_step(puzzle, values, marks, blocks=blocks)
    _check_right(puzzle, values, marks, blocks)
    return engine.next_solving_step(puzzle, values, _every_where_none(marks))


_LAST_RESORTS = frozenset({
    *("forcing-chain", "forcing-net", "brute-force"),
    *("dynamic-chains-plus", "nested-chains", "nested-multiple-chains", "nested-dynamic-chains", "twice-nested-chains"),
})  # fmt: skip
"""Rules and families with steps for nearly every candidate: they are tried only if no other has a step."""


MOST_OF_A_TECHNIQUE = 20


def possible_now(
    puzzle: NDArray[np.uint8], values: Sequence[int], marks: Sequence[int], blocks: str, style: Style | None = None
) -> Sequence[AnyStep]:
    """Return all steps that a board that has been begun allows, the easiest techniques first.

    In the style `rating` these are the first step of each family of techniques; in the style `score` all steps of all
    rules, each conclusion once a technique, and at most MOST_OF_A_TECHNIQUE of each. What needs forcing or nested
    chains comes only if nothing else applies. ValueError as from `engine.next_step`.
    """
    _check_right(puzzle, values, marks, blocks)
    masks = _every_where_none(marks)
    is_scored = style_for(style, blocks) is Style.score
    found: dict[object, AnyStep] = {}
    for name in [rule.name for rule in engine.DEFAULT_RULES] if is_scored else engine.FAMILIES:
        if name in _LAST_RESORTS and found:
            break
        some: Sequence[AnyStep | None] = (
            engine.find_solving_steps(name, puzzle, values, masks, most=MOST_OF_A_TECHNIQUE)
            if is_scored
            else [engine.find_step(name, values, masks, blocks=blocks)]
        )
        for step in some:
            if step is not None:
                found.setdefault((step.technique, step.placement, step.eliminations), step)
    return list(found.values())


def _check_right(puzzle: NDArray[np.uint8], values: Sequence[int], marks: Sequence[int], blocks: str) -> None:
    if found := engine.mistakes(puzzle, values, marks, blocks=blocks):
        raise ValueError("; ".join(mistake.sentence for mistake in found))


def _every_where_none(marks: Sequence[int]) -> list[int]:
    every = 2 ** round(len(marks) ** 0.5) - 1
    return [mask or every for mask in marks]


def as_data(step: AnyStep | RuleStep) -> dict[str, Any]:
    """A step for programs: the version of its fields, then these, with a rating as people write it."""
    names = step.__dataclass_fields__
    own = [name for name in names if name not in BaseStep.__dataclass_fields__]
    data = {"version": EXPLANATION_VERSION} | {name: getattr(step, name) for name in ("technique", *own, *names)}
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


def where_to_look(step: BaseStep, size: int) -> str:
    """A sentence with the units of the step, or else its cells."""
    links = [link for branch in step.chains for link in branch]
    cells = step.cells or (step.placement or [link.cell for link in links] or (0,))[:1]
    return f"Look at {', '.join(step.units or [cell_name(*divmod(cell, size)) for cell in cells])}."


def meaning_of(technique: str) -> str:
    """What a technique of either style is, in a few words. KeyError for a name that no technique has."""
    meanings = {each.name: each.meaning for each in engine.SOLVING_TECHNIQUES}
    return next((each.meaning for each in TECHNIQUES if each.name == technique), None) or meanings[technique]
