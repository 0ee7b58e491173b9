"""A fill from its request to its report."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

import engine
from catalogue.actors.crews import Crews
from catalogue.cluster.opened import opened_pool
from catalogue.fill.durability import begin_files, check_after_restart
from catalogue.fill.goal import Goal
from catalogue.fill.job import Job
from catalogue.fill.leftovers import clear_leftovers
from catalogue.fill.plan import Plan
from catalogue.fill.recipe import Recipe
from catalogue.fill.report import FillReport, Progress
from catalogue.fill.request import FillRequest
from catalogue.fill.space import distinct_boards
from catalogue.fill.stages.checker import Checker
from catalogue.fill.stages.filer import filer_of
from catalogue.fill.stages.generator import FAIR, Generator, Source
from catalogue.fill.stages.writer import Writer
from catalogue.store import Settings, Store
from catalogue.store.faults import damaged
from catalogue.store.opening.versions import check_metrics, check_rating
from catalogue.store.recipes import keep_recipe
from catalogue.store.writing import forget_unfinished, next_number, position

if TYPE_CHECKING:
    from catalogue.cluster.pool import Pool

BATCH = 1024  # boards in a message: many enough that a commit is cheap, few enough to stay in the cache
# Of a batch, at sizes where a puzzle takes long, so that what Ctrl-C discards stays small.
SHARE = {15: 256, 16: 256, 20: BATCH, 25: BATCH}
SLOW_SHARE = 8  # the same where boards are carved to some clues, rated in full, or one of two hundred (a fair sample)
FEWEST_TICKETS = 64  # of a fill by workers that rates in full: its tickets may be larger where that leaves so many


def fill(
    store: Store,
    request: FillRequest,
    *,
    stop: threading.Event | None = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    on_notice: Callable[[str], None] = lambda line: None,
) -> FillReport:
    """Add the boards of a request to a catalogue open for writing, and report what was done.

    What an interrupted fill or a power cut left behind is repaired first, and `on_notice` gets a line about what may
    take long. The boards are those of the request's seed from where its stream ended, the same for any number of
    threads or workers. Setting `stop` ends the run early, without a wait for the kernels at work: what is finished is
    committed, and the next fill makes the rest again. Threads may go on a little; they change nothing, and the
    interpreter waits for them before it exits.

    ValueError for a request that the catalogue cannot meet. CatalogueError where its puzzles were measured or rated by
    another version of the engine, where it cannot be written, where its database is damaged, and where the workers
    cannot be had.
    """
    begin = time.perf_counter()
    store.check_sound()
    request.check_against(store.settings)
    _check_known(store)
    check_metrics(store)
    if request.rates:
        check_rating(store)
    forget_unfinished(store)
    existing = next_number(store)
    job = _job(store, request, existing, stop or threading.Event())
    goal, plan = job.goal, job.plan
    clear_leftovers(store, goal.wanted, job.stop)
    check_after_restart(store, existing, job.stop, on_notice)
    with opened_pool(request.workers if job.is_open() else None, on_notice) as pool:
        if job.is_open():
            if plan.recipe.files and store.board_files:
                begin_files(store.board_files, existing, is_durable=store.is_durable)
            keep_recipe(store, plan.source.seed, plan.source.start, plan.recipe.spelled)
        first = goal.next_number
        crews = Crews(job.stop, *_stages(job, request, pool), partial(Writer, store, first), filer_of(store, first))

        def look() -> None:
            now = crews.writer.committed
            on_progress(Progress(now.boards, goal.wanted, now.duplicates, now.unwanted, time.perf_counter() - begin))

        def is_cut() -> bool:
            """Whether boards were claimed that are not written."""
            return crews.writer.written.boards < goal.claimed

        def forget() -> None:
            if is_cut():
                forget_unfinished(store)

        with store.files_are_numbered_in_the_end():
            crews.run(look, forget)
    written = crews.writer.written
    interrupted = is_cut() or goal.is_open
    return FillReport(
        seed=plan.source.seed,
        wanted=goal.wanted,
        boards=written.boards,
        total=existing + written.boards,
        looked_at=written.looked_at,
        attempts=written.attempts,
        duplicates=written.duplicates,
        unwanted=written.unwanted,
        given_up=goal.given_up and not interrupted,
        exhausted=goal.exhausted and not interrupted,
        interrupted=interrupted,
        clues=crews.writer.clues,
        stages=crews.watch,
        seconds=time.perf_counter() - begin,
    )


def _check_known(store: Store) -> None:
    """CatalogueError where boards were compared or made in a way that this program does not know."""
    settings = store.settings
    for name, value, known in (
        ("symmetry", settings.symmetry, engine.SYMMETRIES),
        ("method", settings.method, (*engine.METHODS, FAIR)),
    ):
        if value not in known:
            raise damaged(store.home, f"settings has {name} {value!r}")


def _stages(job: Job, request: FillRequest, pool: Pool | None) -> tuple[Sequence[Any], Sequence[Any]]:
    """The makers and the checkers of a run: threads that compute, or those that have workers compute."""
    if pool is None:
        generators = [partial(Generator, job.plan.source, count(), job.is_open)] * request.generators
        return generators, [partial(Checker, job)] * request.checkers
    from catalogue.fill.remote.dispatcher import Dispatcher
    from catalogue.fill.remote.receiver import Receiver

    return [partial(Dispatcher, job, pool)], [partial(Receiver, job)] * request.checkers


def _job(store: Store, request: FillRequest, existing: int, stop: threading.Event) -> Job:
    settings = store.settings
    seed = settings.seed if request.seed is None else request.seed
    space = distinct_boards(settings.shape, settings.symmetry)
    goal = Goal(existing, request.quotas(existing), space, request.max_tries)
    recipe = request.recipe(settings.files)
    needed = (request.max_tries or BATCH) if recipe.selects else goal.wanted
    batch = max(1, min(_boards_to_a_ticket(request, recipe, settings, needed), needed))
    source = Source(seed, settings.shape, settings.method, position(store, seed), batch)
    return Job(store, Plan(source, recipe, settings.symmetry), goal, stop)


def _boards_to_a_ticket(request: FillRequest, recipe: Recipe, settings: Settings, needed: int) -> int:
    """As many as the puzzles are quick to make; what a fill stores does not depend on it."""
    rated = recipe.rates and recipe.ceiling is None
    searched = recipe.clues is not None or settings.method == FAIR
    batch = BATCH // SHARE.get(settings.size, SLOW_SHARE if rated or searched else 1)
    if request.workers and not searched and settings.size not in SHARE:  # a message costs more than one to a thread
        batch = max(batch, min(BATCH // 2, needed // FEWEST_TICKETS))
    return batch
