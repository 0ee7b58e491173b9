"""Fill a catalogue: the boards of a seed, ticket by ticket, each with a puzzle."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ... import engine
from ...engine.grades import Grade, Level
from ...engine.hard_puzzles import CHAIN, LEAST
from ...engine.names import beyond_record
from ..puzzles.kinds import RULED_TRIES, TRIES, Tries
from ..puzzles.settings import Settings
from ..puzzles.stored import BoardRows, Stretch
from ..storage import queries
from ..storage.database import damaged
from ..storage.store import Store
from ..storage.writing import (
    check_metrics,
    check_scales,
    claim,
    forget_unfinished,
    further_puzzles,
    keep_recipe,
    next_number,
    position,
    record,
)
from .how import How
from .keeping import KeptRun, Mark, carried_out, marks_in, prepare_files
from .making import Candidates, Measured, make, prepare, prepared
from .opening import PERMUTATION, boards_left
from .pipeline import Part
from .recipe import FAIR, HARD, RULED, WITH_BOARDS, Goal, Order, Plan, Recipe, Ticket

if TYPE_CHECKING:
    from .workers import Pool

BATCH = 1024  # boards in a message: many enough that a commit is cheap, few enough to stay in the cache
# Of a batch, at sizes where a puzzle takes long, so that what Ctrl-C discards stays small.
SHARE = {15: 256, 16: 256, 20: BATCH, 25: BATCH}
SLOW_SHARE = 8  # the same if boards are carved to some clues, rated in full, or one of two hundred (a fair sample)
DISTINCT_TRIES = Tries(10_000, 100)  # boards of variants looked at, if any will do: few different ones may exist
RULED_BATCH = 16  # boards of variants
FEWEST_TICKETS = 64  # of a fill by workers that rates in full: its tickets may be larger if that leaves this many


# --- Reports ---


@dataclass(frozen=True)
class Progress:
    """A running fill: how many of the wanted boards are committed, and how many were refused or passed over."""

    written: int
    wanted: int
    duplicates: int
    unwanted: int
    seconds: float


@dataclass(frozen=True)
class FillReport:
    """The result of a fill."""

    seed: int
    wanted: int  # how many boards it was asked for
    boards: int  # new ones, numbered and written
    total: int  # in the catalogue now
    looked_at: int  # boards generated and compared
    attempts: int  # that the method took for them
    duplicates: int
    unwanted: int  # boards passed over: their puzzles were not of the kind wanted
    given_up: bool  # the tries ran out before all were found
    exhausted: bool  # all possible boards are stored
    interrupted: bool
    clues: Counter[int]  # how many puzzles have that many clues
    stages: Counter[str]  # processor seconds of each stage, summed over its threads
    seconds: float
    settings: Settings
    asked_clues: int | None = None
    marks: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """How many puzzles have each `grade`, each `level`, easy ones first; of puzzles rated to their end, or scored."""

    def data(self) -> dict[str, object]:
        """Return the figures for programs; if a number of clues was asked for, also how many puzzles have that many."""
        names = ("wanted", "boards", "total", "looked_at", "attempts", "duplicates", "unwanted")
        return {
            **{name: getattr(self, name) for name in names},
            **({"reached_clues": self.clues[self.asked_clues]} if self.asked_clues else {}),
            "clues": dict(sorted(self.clues.items())),
            **{f"{scale}s": dict(counts) for scale, counts in self.marks.items()},
            **{name: getattr(self, name) for name in ("given_up", "exhausted", "interrupted", "seed", "seconds")},
        }


# --- The run ---


def fill(store: Store, order: Order, how: How) -> FillReport:
    """Add the boards of an order to a catalogue open for writing, and report what was done.

    `on_progress` gets a `Progress` before the work begins and every tenth of a second. Leftovers of an interrupted fill
    or a power cut are repaired first.

    The boards continue the stream of the order's seed from where it ended, the same for any number of threads or
    workers. Once `stop` is set, finished work is committed, and the next fill makes the rest again. Threads may
    continue for a moment; they change nothing, and the interpreter waits for them before it exits.

    ValueError for an order that the catalogue cannot meet. CatalogueError if its puzzles were measured or rated by
    another version of the engine, if it cannot be written, if its database is damaged, or if the workers
    are not available.
    """
    begin = time.perf_counter()
    _check(store, order)
    forget_unfinished(store)
    existing = next_number(store)
    plan, goal = _plan(store, order, existing, by_workers=how.workers is not None)
    how.on_progress(Progress(0, goal.wanted, 0, 0, 0.0))
    for line in _notices(store.settings, plan.recipe):
        how.on_notice(line)
    prepare_files(store, existing, goal.wanted, how)
    is_needed = goal.is_open and not how.is_stopped
    with store.files_are_numbered_in_the_end():
        run = carried_out(partial(_Fill, store, plan, goal), how, begin, is_needed=is_needed)
    return run.report(existing, time.perf_counter() - begin)


@dataclass(frozen=True)
class _Claimed:
    """Candidates of a ticket, the places of the new ones among them, and the number claimed for the first of these."""

    candidates: Candidates
    new: Sequence[int]
    first: int
    duplicates: Sequence[int]
    """The boards of the ticket whose keys were taken."""
    begin: int
    end: int
    """Which boards of the ticket were looked at: from `begin` to before `end`."""

    @property
    def stretch(self) -> Stretch:
        """Count what became of the boards."""
        made, boards = self.candidates, self.end - self.begin
        attempts, duplicates = int(made.attempts[self.begin : self.end].sum()), len(self.duplicates)
        unwanted = boards - duplicates - len(self.new)
        return Stretch(made.seed, made.start + self.end, attempts, duplicates, unwanted=unwanted)

    def split(self, done: int) -> list[_Claimed]:
        """Cut before the new boards that come `done`, 2 * `done` and so on after the first."""
        cuts = [self.candidates.indices[place] for place in self.new[done::done]]
        return [
            replace(
                self,
                new=self.new[part * done : (part + 1) * done],
                first=self.first + part * done,
                duplicates=[board for board in self.duplicates if begin <= board < end],
                begin=begin,
                end=end,
            )
            for part, (begin, end) in enumerate(pairwise([self.begin, *cuts, self.end]))
        ]


@dataclass(frozen=True)
class _Finished:
    """A stretch of a seed with the rows of its new boards, the first of which was claimed as `first`."""

    first: int
    stretch: Stretch
    rows: BoardRows
    boards: NDArray[np.uint8]


class _Fill(KeptRun[Ticket, Candidates, _Claimed, _Finished]):
    """Tickets are positions in the stream of the seed, until the goal is reached.

    If a recipe selects puzzles, boards are carved and rated before their turn, and only those with a wanted puzzle
    are claimed; otherwise only new boards are carved.
    """

    def __init__(self, store: Store, plan: Plan, goal: Goal, pool: Pool | None) -> None:
        super().__init__(store, pool)
        self._plan, self._goal = plan, goal
        self._further = further_puzzles(store)
        self._marks: Counter[Mark] = Counter()

    def items(self) -> Iterator[Ticket]:
        plan = self._plan
        return (Ticket(start, plan.batch) for start in count(plan.start, plan.batch))

    def work(self, item: Ticket) -> Candidates | Part[Ticket, Candidates]:
        """Make the boards of a ticket, or have a worker make them with their puzzles."""
        made = self.computed(prepare if self._pool else make, self._plan, item)
        made = prepared(made, self._plan) if self._pool else made
        done = len(made.attempts)
        return made if done == item.boards else Part(made, item.split(done))

    def is_open(self) -> bool:
        return self._goal.is_open

    def turn(self, made: Candidates) -> _Claimed:
        """Claim as many candidates as the goal still lacks; the stretch ends with the last board looked at."""
        goal, first = self._goal, self._goal.next_number
        boards = len(made.attempts)
        allowed = boards if goal.tries_left is None else min(boards, goal.tries_left)
        end = bisect_left(made.indices, allowed)
        new: list[int] = []
        duplicates: list[int] = []
        place = 0
        with self.watch.timed("claim"):
            while place < end and not goal.reached:
                fitting = goal.fitting(made.quotas[place:end])
                if not fitting:  # the quota of this one is full
                    place += 1
                    continue
                chunk = made.keys[place : place + fitting]
                claimed, _ = claim(self._store, chunk, goal.next_number, fitting)
                goal.claim([made.quotas[place + index] for index in claimed])
                new += [place + index for index in claimed]
                refused = set(range(fitting)).difference(claimed)
                duplicates += [made.indices[place + index] for index in sorted(refused)]
                place += fitting
        looked_at = made.indices[place - 1] + 1 if goal.reached else allowed
        goal.look(looked_at)
        return _Claimed(made, new, first, duplicates, 0, looked_at)

    def finish(self, due: _Claimed) -> _Finished | Part[_Claimed, _Finished]:
        """Carve, rate, prove and measure the new boards, up to the first for which there is no time."""
        whole = due.candidates.measured(due.new, self._plan, self.watch)
        done = len(whole.boards)
        if done == len(due.new):
            return self._rows(due, whole)
        now, *rest = due.split(done)
        return Part(self._rows(now, whole), rest)

    def _rows(self, due: _Claimed, whole: Measured) -> _Finished:
        made = due.candidates
        with self.watch.timed("rows"):
            positions = [made.start + made.indices[place] for place in due.new]
            return _Finished(due.first, due.stretch, whole.rows(positions, self._plan.game), whole.boards)

    def keep(self, done: _Finished) -> None:
        """Write the boards, which the database numbers as they were claimed."""
        if not self.keeper.written["looked_at"]:
            keep_recipe(self._store, self._plan.seed, self._plan.start, self._plan.recipe.spelled)
        insert = partial(record, self._store, done.first, done.stretch, done.rows, self._further)
        new, more = len(done.boards), done.stretch
        counts = {"attempts": more.attempts, "duplicates": more.duplicates, "unwanted": more.unwanted, "boards": new}
        self.keeper.keep(insert, counts | {"looked_at": new + more.duplicates + more.unwanted}, done.boards)
        self.count_clues(done.rows.puzzles.tally)
        if self._plan.recipe.rates_in_full:
            for scale in done.rows.puzzles.ratings:
                self._marks += marks_in(scale.tally)

    def progress(self, seconds: float) -> Progress:
        now = self.keeper.committed
        return Progress(now["boards"], self._goal.wanted, now["duplicates"], now["unwanted"], seconds)

    @property
    def is_cut(self) -> bool:
        return self.keeper.written["boards"] < self._goal.claimed

    def report(self, existing: int, seconds: float) -> FillReport:
        """Return what was done in a catalogue that had this many boards before."""
        goal, written = self._goal, self.keeper.written
        counts: dict[str, Any] = {
            name: written[name] for name in ("boards", "looked_at", "attempts", "duplicates", "unwanted")
        }
        interrupted = self.is_cut or goal.is_open
        return FillReport(
            seed=self._plan.seed,
            wanted=goal.wanted,
            total=existing + written["boards"],
            **counts,
            given_up=goal.given_up and not interrupted,
            exhausted=goal.exhausted and not interrupted,
            interrupted=interrupted,
            clues=self.clues,
            stages=self.watch,
            seconds=seconds,
            settings=self._store.settings,
            asked_clues=self._plan.recipe.clues,
            marks={
                scale: counts
                for scale, marks in (("grade", Grade), ("level", Level))
                if (counts := {str(mark): self._marks[scale, mark] for mark in marks if self._marks[scale, mark]})
            },
        )


# --- Its parts ---


def _check(store: Store, order: Order) -> None:
    """Errors as from `fill`, before anything is changed."""
    store.check_sound()
    settings = store.settings
    order.check_against(settings)
    known = {"symmetry": engine.SYMMETRIES, "method": (*engine.METHODS, *WITH_BOARDS, RULED)}
    for name, values in known.items():  # boards were compared or made in a way that this program knows
        if (value := getattr(settings, name)) not in values:
            raise damaged(store.home, f"settings has {name} {value!r}")
    check_metrics(store)
    check_scales(store, order.recipe.fills)


def _notices(settings: Settings, recipe: Recipe) -> Iterator[str]:
    """Facts known before the work begins, where boards may be few."""
    if recipe.strict and (hopeless := beyond_record(recipe.clues or 0, settings.shape)):
        yield f"{hopeless}: this fill may find none"
    if settings.rules and recipe.kind and Grade.easy in recipe.kind.grades:
        yield "variants are minimal, and minimal puzzles are seldom easy: this fill may find none"
    if recipe.is_rare and settings.method != HARD and settings.size == 9 and not settings.rules:
        yield f"hardly any carved puzzle is rated {LEAST} or more: a new catalogue finds such, by sampling hard"
    if settings.method == PERMUTATION:
        yield "all boards of the method permutation are one board with other digits"


def _plan(store: Store, order: Order, existing: int, *, by_workers: bool) -> tuple[Plan, Goal]:
    quotas = order.wanted(partial(_held, store, order.recipe, existing))
    settings, tries = store.settings, order.max_tries
    seed, game = settings.seed if order.seed is None else order.seed, settings.game
    recipe = replace(order.recipe, making=settings.making)
    if tries is None and recipe.selects:
        tries = (RULED_TRIES if game.is_slow else TRIES).of(sum(quotas))
    elif tries is None and game.is_slow:
        tries = DISTINCT_TRIES.of(sum(quotas))
    goal = Goal(existing, quotas, boards_left(store, existing), tries)
    needed = (tries or BATCH) if recipe.selects else goal.wanted
    batch = max(1, min(_boards_to_a_ticket(recipe, settings, needed if by_workers else None), needed))
    return Plan(seed, game, settings.method, recipe, settings.symmetry, position(store, seed), batch), goal


def _held(store: Store, recipe: Recipe, existing: int, mark: Grade | Level | None) -> int:
    """How many boards exist; if the recipe selects puzzles, how many of these, perhaps of one grade or level."""
    if not recipe.selects:
        return existing
    of_mark: dict[str, Any] = {} if mark is None else {f"{type(mark).__name__.lower()}s": (mark,)}
    return queries.count(store, replace(recipe.criteria, **of_mark))


def _boards_to_a_ticket(recipe: Recipe, settings: Settings, of_workers: int | None) -> int:
    """As many as the puzzles are quick to make, also if workers make so many; a fill stores the same with others."""
    if settings.game.is_slow:
        return RULED_BATCH
    if settings.method == HARD:
        return CHAIN
    searched = recipe.clues is not None or settings.method == FAIR
    batch = BATCH // SHARE.get(settings.size, SLOW_SHARE if recipe.rates_in_full or searched else 1)
    if of_workers is not None and not searched and settings.size not in SHARE:  # a message costs more than to a thread
        batch = max(batch, min(BATCH // 2, of_workers // FEWEST_TICKETS))
    return batch
