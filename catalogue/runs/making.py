"""Make the rows of a ticket: boards, their keys, and puzzles carved, rated, proven and measured.

All of it is pure: it depends only on the plan and the ticket, on any thread and any machine.
"""

import io
import pickle
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from itertools import chain
from math import prod
from typing import TYPE_CHECKING, Any, Self, TypeVarTuple

import numpy as np
from numpy.typing import NDArray

from ... import engine
from ...engine.boards import as_lines, size_of
from ...engine.carving import MINIMAL_SIZES
from ...engine.grades import Grade, Level, grade_of
from ..puzzles.columns import PUZZLE_METRICS, TEXTBOOK, TEXTBOOK_METRICS
from ..puzzles.game import Game, Own, chosen_of
from ..puzzles.kinds import Depth
from ..puzzles.stored import BoardRows, PuzzleRows, RatingRows, rows_of, tally_of
from .pipeline import Result, Stopwatch, in_time
from .recipe import QUICK_SIZE, Generated, Plan, Recipe, Ticket

if TYPE_CHECKING:
    from .workers import Pool

Given = TypeVarTuple("Given")


class Columns:
    """Arrays of one length: the fields of a data class, None if a column is absent."""

    def only(self, indices: Sequence[int]) -> Self:
        """Some of the rows."""
        chosen = list(indices)
        return type(self)(*(_of(column, chosen) for column in self._columns()))

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """The rows of all parts, of which there is one at least."""
        columns = zip(*(part._columns() for part in parts), strict=True)
        return parts[0] if len(parts) == 1 else cls(*(None if some[0] is None else _stacked(some) for some in columns))

    def _columns(self) -> Sequence[Any]:
        return [getattr(self, field.name) for field in fields(self)]  # type: ignore[arg-type]


def _of(column: Any, chosen: list[int]) -> Any:
    return column[chosen] if isinstance(column, np.ndarray) else chosen_of(column, chosen)


def _stacked(parts: Sequence[Any]) -> Any:
    """The parts as one column, records as a whole: field by field they would lose their layout."""
    if not isinstance(parts[0], np.ndarray):
        return list(chain.from_iterable(parts))
    kind = parts[0].dtype
    if kind.names is None:
        return np.concatenate(parts)
    return np.concatenate([part.view(np.dtype((np.void, kind.itemsize))) for part in parts]).view(kind)


@dataclass(frozen=True)
class Drafts(Columns):
    """Puzzles of some boards, not yet proven, their weights in a fair sample, their ratings and scores if known."""

    puzzles: NDArray[np.uint8]
    weights: NDArray[np.float64] | None
    ratings: NDArray[np.void] | None
    scores: NDArray[np.void] | None
    own: Own = None
    """The constraints that each puzzle has of its own."""

    def wanted(self, recipe: Recipe) -> NDArray[np.bool_]:
        """Return which of them the recipe wants: `bool (n,)`."""
        wanted = np.ones(len(self.puzzles), np.bool_)
        if recipe.strict:
            wanted &= np.count_nonzero(self.puzzles, axis=1) == recipe.clues
        if recipe.kind:
            wanted &= recipe.kind.of(self.ratings, self.scores)
        return wanted

    def rated(self, depth: Depth, ceiling: float | None, game: Game, watch: Stopwatch) -> "Drafts":
        """Return the same with the ratings and scores that a depth asks for."""
        if depth is Depth.none:
            return self
        ratings, scores = self.ratings, self.scores
        with watch.timed("rate"):
            if ratings is None and depth.rates:
                ratings = game.rate(self.puzzles, self.own, ceiling)
            if scores is None and depth.scores:
                scores = game.score(self.puzzles, self.own)
        return replace(self, ratings=ratings, scores=scores)

    def quotas(self, recipe: Recipe) -> Sequence[int]:
        """Return which quota each wanted puzzle counts towards: the place of its grade or level, or 0."""
        if not recipe.quotas:
            return [0] * len(self.puzzles)
        marks: Sequence[Grade | Level | None]
        if isinstance(recipe.quotas[0], Level):
            assert self.scores is not None  # `Kind.depth` asks for them
            marks = [list(Level)[level] for level in self.scores["level"].tolist()]
        else:
            assert self.ratings is not None
            marks = [grade_of(rating) for rating in self.ratings["rating"].tolist()]
        places = {mark: place for place, mark in enumerate(recipe.quotas)}
        return [places[mark] for mark in marks if mark]


@dataclass(frozen=True)
class Measured(Columns):
    """Boards with their puzzles, proven and measured; `metrics`, `ratings` and `scores` are records of the engine."""

    boards: NDArray[np.uint8]
    puzzles: NDArray[np.uint8]
    minimal: NDArray[np.bool_]
    metrics: NDArray[np.void]
    weights: NDArray[np.float64] | None = None
    ratings: NDArray[np.void] | None = None
    scores: NDArray[np.void] | None = None
    textbook: NDArray[np.void] | None = None
    own: Own = None

    def rows(self, positions: Sequence[int], game: Game) -> BoardRows:
        """Return the boards, at these positions of their seed, and their puzzles as rows."""
        puzzles = puzzle_rows(self, game, rows_of(self.ratings, self.scores))
        return BoardRows(positions, as_lines(self.boards), puzzles)


@dataclass(frozen=True)
class Candidates:
    """Boards of a ticket that the recipe wants: their `indices` in it, ascending, their keys, and quotas of the goal.

    If puzzles take long they are the ticket's first boards, as many as there was time for.

    Their puzzles are carved when it is known which are new, unless the choice has needed them (`drafts`), or a worker
    has made them (`whole`).
    """

    seed: int
    start: int
    attempts: NDArray[np.integer]
    """Of each board that was looked at, wanted or not."""
    indices: Sequence[int]
    keys: Sequence[bytes]
    quotas: Sequence[int]
    batch: Generated | None = None
    drafts: Drafts | None = None
    whole: Measured | None = None

    def measured(self, places: Sequence[int], plan: Plan, watch: Stopwatch) -> Measured:
        """Return the candidates at some places among them, with their puzzles, proven and measured.

        If puzzles take long they are the first of these, as many as there is time for, and one at least.
        """
        if self.whole:
            return self.whole if len(places) == len(self.indices) else self.whole.only(places)

        def some(part: slice) -> Measured:
            which, drafts = [self.indices[place] for place in places[part]], None
            assert self.batch
            if self.drafts:
                drafts = self.drafts.only(places[part])
            else:
                drafts = draft(self.batch, which, plan.recipe, plan.game, watch)
            return measured(self.batch, which, drafts, plan, watch)

        in_parts = plan.takes_long and len(places) > 1
        return Measured.joined(in_time(len(places), some)) if in_parts else some(slice(None))

    def before(self, place: int) -> "Candidates":
        """Return the boards before the candidate at a place."""
        boards = self.indices[place]
        return replace(
            self,
            attempts=self.attempts[:boards],
            indices=self.indices[:place],
            keys=self.keys[:place],
            quotas=self.quotas[:place],
        )


def make(plan: Plan, ticket: Ticket, watch: Stopwatch) -> Candidates:
    """Make the boards of a ticket, and what they offer to the catalogue."""
    with watch.timed("generate"):
        batch = plan.make(ticket)
    return candidates(plan, batch, watch)


def candidates(plan: Plan, batch: Generated, watch: Stopwatch) -> Candidates:
    """Compute the keys of boards; if the recipe selects puzzles, carve and rate them first and choose."""
    recipe = plan.recipe
    boards, attempts = batch.boards, batch.attempts
    indices: Sequence[int] = range(len(boards))
    drafts = None
    quotas: Sequence[int] = [0] * len(indices)
    if recipe.selects:
        drafts = _drafts(batch, plan, watch)
        attempts = attempts[: len(drafts.puzzles)]
        indices = np.flatnonzero(drafts.wanted(recipe)).tolist()
        boards, drafts = boards[indices], drafts.only(indices)
        quotas = drafts.quotas(recipe)
    with watch.timed("keys"):
        keys = plan.game.keys(boards, plan.symmetry)
    return Candidates(
        batch.seed, batch.start, attempts, indices, keys.view(f"V{keys.shape[1]}")[:, 0].tolist(), quotas, batch, drafts
    )


def _drafts(batch: Generated, plan: Plan, watch: Stopwatch) -> Drafts:
    """Puzzles of all boards, or of the first ones if they take long: as many as there is time for."""

    def some(part: slice) -> Drafts:
        return draft(batch, range(len(batch.boards))[part], plan.recipe, plan.game, watch)

    return Drafts.joined(in_time(len(batch.boards), some)) if plan.takes_long else some(slice(None))


def draft(batch: Generated, which: Sequence[int], recipe: Recipe, game: Game, watch: Stopwatch) -> Drafts:
    """Carve boards of a batch, unless they came with their puzzles, and rate the puzzles as far as the choice needs it.

    A puzzle depends on the seed, the board and its position alone.
    """
    chosen = list(which)
    if batch.puzzles is not None:
        weights = None if batch.weights is None else batch.weights[chosen]
        drafts = Drafts(batch.puzzles[chosen], weights, None, None)
    else:
        with watch.timed("carve"):
            positions = [batch.start + index for index in chosen]
            puzzles, own = carved(batch.boards[chosen], positions, batch.seed, recipe, game)
            drafts = Drafts(puzzles, None, None, None, own)
    return drafts.rated(recipe.selects_by, recipe.ceiling, game, watch)


def carved(
    boards: NDArray[np.uint8], positions: Sequence[int], seed: int, recipe: Recipe, game: Game
) -> tuple[NDArray[np.uint8], Own]:
    """Carve boards of a seed; with several patterns each board takes the one that its position says."""
    several = len(recipe.patterns)
    levels = recipe.kind.levels if recipe.kind else ()
    carve = partial(game.carve, seed=seed, clues=recipe.clues, effort=recipe.effort, levels=levels)
    if several == 1:
        return carve(boards, positions=positions, pattern=recipe.patterns[0])
    turns = np.asarray(positions, np.int64) % several
    puzzles, own = np.empty_like(boards), list[str | None]([None] * len(boards))
    for turn, pattern in enumerate(recipe.patterns):
        mine = np.flatnonzero(turns == turn).tolist()
        puzzles[mine], texts = carve(boards[mine], positions=[positions[row] for row in mine], pattern=pattern)
        for row, text in zip(mine, texts or (), strict=False):
            own[row] = text
    return puzzles, own if any(own) else None


def minimal_by(recipe: Recipe, puzzles: NDArray[np.uint8], game: Game, own: Own = None) -> NDArray[np.bool_]:
    """Which puzzles that a recipe carved are minimal, `bool (n,)`: all of them if carving ends only there."""
    sizes = range(QUICK_SIZE + 1) if game.rulebook else MINIMAL_SIZES
    adds_clues = game.rulebook is not None and recipe.kind is not None and bool(recipe.kind.levels)
    carved_out = recipe.clues is None and recipe.patterns == (None,) and not adds_clues
    carved_out &= size_of(puzzles) in sizes
    return np.ones(len(puzzles), np.bool_) if carved_out else game.minimal(puzzles, own)


def proven(puzzles: NDArray[np.uint8], game: Game, own: Own = None) -> tuple[NDArray[np.void], NDArray[np.intp]]:
    """Return what the reference search finds, and the indices of puzzles that do not have exactly one solution."""
    measured = game.measure(puzzles, own)
    solutions = measured["solutions"]
    unknown = np.flatnonzero(solutions < 0)  # the reference search was cut short
    if unknown.size:
        solutions[unknown] = game.count_solutions(puzzles[unknown], chosen_of(own, unknown.tolist()))
    return measured, np.flatnonzero(solutions != 1)


def measured(batch: Generated, which: Sequence[int], drafts: Drafts, plan: Plan, watch: Stopwatch) -> Measured:
    """Prove and measure the puzzles of some boards of a batch, and rate them as far as the recipe says."""
    recipe, game = plan.recipe, plan.game
    with watch.timed("carve"):
        minimal = minimal_by(recipe, drafts.puzzles, game, drafts.own)
    with watch.timed("prove and measure"):
        metrics, improper = proven(drafts.puzzles, game, drafts.own)
    if improper.size:
        bad = batch.start + which[improper[0]]
        raise RuntimeError(f"board {bad} of seed {batch.seed} got a puzzle without exactly one solution")
    rated = drafts.rated(recipe.fills, recipe.ceiling, game, watch)
    textbook = None
    if recipe.textbook:
        with watch.timed("textbook search"):
            textbook = engine.solving.textbook(drafts.puzzles, blocks=game.blocks)
    found = (drafts.weights, rated.ratings, rated.scores, textbook, drafts.own)
    return Measured(batch.boards[list(which)], drafts.puzzles, minimal, metrics, *found)


def puzzle_rows(found: Measured, game: Game, ratings: Sequence[RatingRows] = ()) -> PuzzleRows:
    """Return puzzles as rows to store, with their ratings as rows."""
    puzzles, measured, weights, textbook = found.puzzles, found.metrics, found.weights, found.textbook
    columns = {"clues": np.count_nonzero(puzzles, axis=1), **{name: measured[name] for name in engine.METRICS}}
    metrics = [columns[name] for name in PUZZLE_METRICS]
    return PuzzleRows(
        as_lines(puzzles),
        found.minimal.tolist(),
        engine.carving.pattern_of(puzzles, blocks=game.blocks).tolist(),
        [column.tolist() for column in metrics],
        [row for metric, column in zip(PUZZLE_METRICS, metrics, strict=True) for row in tally_of(metric, column)],
        ratings,
        None if weights is None else weights.tolist(),
        None if textbook is None else textbook_columns(textbook),
        found.own,
        _names(found.own, game),
    )


def _names(own: Own, game: Game) -> Sequence[str | None] | None:
    """The names of the rules that puzzles have of their own; None if none has any that the game does not name."""
    names = [game.names_of(text) for text in own or ()]
    return names if any(names) else None


def textbook_columns(counts: NDArray[np.void]) -> list[list[int]]:
    """Return the counts of `engine.solving.textbook`, column by column in the order of TEXTBOOK_METRICS."""
    return [counts[name.removeprefix(TEXTBOOK)].tolist() for name in TEXTBOOK_METRICS]


# --- On a worker ---


def prepare(plan: Plan, ticket: Ticket, watch: Stopwatch) -> Candidates:
    """Make the boards of a ticket, and prove, measure and rate their puzzles; return them for `prepared`.

    Almost all boards are new, so nothing is lost by carving them before they are claimed. If puzzles take long these
    are the first boards, as many as there was time for. Boards with rating, key and puzzle take 65 bytes each at 9x9.
    """
    found = make(plan, ticket, watch)
    whole = found.measured(range(len(found.indices)), plan, watch)
    if (done := len(whole.boards)) < len(found.indices):
        found = found.before(done)
    boards, are_clues = engine.symmetry.pack(whole.boards, blocks=plan.game.blocks), whole.puzzles != 0
    return replace(found, batch=None, drafts=None, whole=replace(whole, boards=boards, puzzles=are_clues))


def prepared(found: Candidates, plan: Plan) -> Candidates:
    """Return what `prepare` returned with its boards and puzzles."""
    assert found.whole
    boards = engine.symmetry.unpack(found.whole.boards, size=plan.game.shape.size, blocks=plan.game.blocks)
    return replace(found, whole=replace(found.whole, boards=boards, puzzles=boards * found.whole.puzzles))


def computed(
    pool: "Pool | None", watch: Stopwatch, work: Callable[[*Given, Stopwatch], Result], *given: *Given
) -> Result:
    """Call a pure function of a module, which gets a stopwatch last, in this thread or on a worker."""
    if pool is None:
        return work(*given, watch)
    answer, seconds = expanded(pool.submit(answered, compact((work, given))).result())
    watch.add(seconds)
    found: Result = answer
    return found


def answered(question: bytes) -> bytes:
    """Call a function with what it is given, and return its answer with the seconds of its stages."""
    work, given = expanded(question)
    watch = Stopwatch()
    return compact((work(*given, watch), dict(watch)))


_LEVEL = 1  # of zlib: higher levels save little, and take longer than the work whose result they compress


def compact(message: object) -> bytes:
    """Return anything that can be pickled as few bytes."""
    content = io.BytesIO()
    _Pickler(content, pickle.HIGHEST_PROTOCOL).dump(message)
    return zlib.compress(content.getbuffer(), _LEVEL)


def expanded(packed: bytes) -> Any:
    """Return what `compact` was given. Only for bytes of trusted workers: unpickling runs code."""
    return pickle.loads(zlib.decompress(packed))


class _Pickler(pickle.Pickler):
    """Packs arrays: truth values as bits, all else as planes, the first bytes of all values, then the second ones."""

    def reducer_override(self, value: Any) -> Any:
        if not isinstance(value, np.ndarray) or value.dtype.hasobject:
            return NotImplemented
        if value.dtype == np.bool_:
            return _from_bits, (np.packbits(value).tobytes(), value.shape)
        planes = np.ascontiguousarray(value).view(np.uint8).reshape(value.size, value.itemsize).T
        return _from_planes, (planes.tobytes(), value.dtype, value.shape)


def _from_bits(bits: bytes, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    return np.unpackbits(np.frombuffer(bits, np.uint8), count=prod(shape)).astype(np.bool_).reshape(shape)


def _from_planes(planes: bytes, dtype: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """The values: most of their higher bytes are 0 and compress to nothing."""
    of_bytes = np.frombuffer(planes, np.uint8).reshape(dtype.itemsize, -1)
    values: NDArray[Any] = np.ascontiguousarray(of_bytes.T).view(dtype).reshape(shape)
    return values
