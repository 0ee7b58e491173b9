"""Wires the actors together, and ends the run: at its goal, on request, or at the first failure."""

import threading
import time
from collections.abc import Callable
from itertools import count

from catalogue.fill.actor import Actor, Stopwatch
from catalogue.fill.checker import Checker
from catalogue.fill.finishing import Finished
from catalogue.fill.generator import FAIR, Generated, Generator, Source
from catalogue.fill.goal import Goal, distinct_boards
from catalogue.fill.job import Job
from catalogue.fill.report import FillReport, Progress
from catalogue.fill.request import FillRequest
from catalogue.fill.ticket_queue import TicketQueue, Turnstile
from catalogue.fill.writer import Writer, Written
from catalogue.store import Store
from catalogue.store.recipes import keep_recipe
from catalogue.store.verification import find_faults, repair
from catalogue.store.versions import check_metrics, check_rating
from catalogue.store.writing import forget_unfinished, next_number, position

BATCH = 1024  # boards in a message: many enough that a commit is cheap, few enough to stay in the cache
SHARE = {16: 256, 25: BATCH}  # of a batch, at sizes where a puzzle takes long: what Ctrl-C discards stays small
SLOW_SHARE = 8  # and where they are carved to a number of clues, rated in full, or one of two hundred (a fair sample)
ROOM = 4  # batches by which a stage may be ahead of the next, beyond one for each of its threads
PERIOD = 0.1  # seconds between two reports of progress


def fill(
    store: Store,
    request: FillRequest,
    *,
    stop: threading.Event | None = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
) -> FillReport:
    """Add the boards of a request to a catalogue open for writing, and report what was done.

    What an interrupted fill left behind is repaired first. The boards are those of the request's seed from where its
    stream ended, the same for any number of threads. Setting `stop` ends the run early, without a wait for the kernels
    at work: what is finished is committed, and the next fill makes the rest again. Threads may go on a little; they
    change nothing, and the interpreter waits for them before it exits.

    ValueError for a request that the catalogue cannot meet. CatalogueError where its puzzles were measured or rated by
    another version of the engine, or where it cannot be written.
    """
    begin = time.perf_counter()
    request.check_against(store.settings)
    check_metrics(store)
    if request.rates:
        check_rating(store)
    forget_unfinished(store)
    existing = next_number(store)
    job = _job(store, request, existing, stop or threading.Event())
    goal = job.goal
    repair(store, find_faults(store), job.stop)
    if job.is_open():
        keep_recipe(store, job.source.seed, job.source.start, job.recipe.spelled)
    pipeline = Pipeline(job, request.generators, request.checkers)

    def report(now: Written) -> None:
        on_progress(Progress(now.boards, goal.wanted, now.duplicates, now.unwanted, time.perf_counter() - begin))

    pipeline.run(report)
    written = pipeline.writer.written
    interrupted = pipeline.is_cut or goal.is_open
    watch = Stopwatch()
    for actor in pipeline.actors:
        watch.update(dict(actor.watch))  # a copy: after an interruption the actor may still be at work
    return FillReport(
        seed=job.source.seed,
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
        clues=pipeline.writer.clues,
        stages=watch,
        seconds=time.perf_counter() - begin,
    )


def _job(store: Store, request: FillRequest, existing: int, stop: threading.Event) -> Job:
    settings = store.settings
    seed = settings.seed if request.seed is None else request.seed
    space = distinct_boards(settings.size, settings.symmetry)
    goal = Goal(existing, request.quotas(existing), space, request.max_tries)
    recipe = request.recipe(settings.files)
    needed = (request.max_tries or BATCH) if recipe.selects else goal.wanted
    slow = recipe.clues is not None or (recipe.rates and recipe.ceiling is None) or settings.method == FAIR
    share = SHARE.get(settings.size, SLOW_SHARE if slow else 1)
    source = Source(seed, settings.size, settings.method, position(store, seed), max(1, min(BATCH // share, needed)))
    return Job(store, source, goal, recipe, stop)


class Pipeline:
    """The actors of one run and the queues between them."""

    def __init__(self, job: Job, generators: int, checkers: int) -> None:
        self._job = job
        self._failure: BaseException | None = None
        self._generated: TicketQueue[Generated] = TicketQueue(generators + ROOM)
        self._finished: TicketQueue[Finished | None] = TicketQueue(checkers + ROOM)
        self._turnstile = Turnstile()
        tickets = count()
        generated_all = self._crew_end(generators, self._generated)
        finished_all = self._crew_end(checkers, self._finished)
        self.writer = Writer(job.store, job.goal.next_number, self._finished, self._crew_end(1, None))
        self.actors: list[Actor] = [
            *(Generator(job.source, tickets, job.is_open, self._generated, generated_all) for _ in range(generators)),
            *(Checker(job, self._turnstile, self._generated, self._finished, finished_all) for _ in range(checkers)),
            self.writer,
        ]

    def run(self, on_written: Callable[[Written], None]) -> None:
        """Run to the end; report what is committed now and then. Raises the first failure of any actor."""
        started = []
        try:
            for actor in self.actors:
                actor.start()
                started.append(actor)
            while self.writer.is_alive():
                self.writer.join(PERIOD)
                on_written(self.writer.committed)
                if self._job.stop.is_set():
                    self._cut()
        except BaseException:
            self._cut()
            for actor in started:
                actor.join()
            self._forget()
            raise
        if not self._job.stop.is_set():
            for actor in self.actors:
                actor.join()
        if self._failure:
            raise self._failure
        self._forget()

    def _cut(self) -> None:
        """Let the writer end with what is finished, and the other actors when their kernels return."""
        self._generated.abort()
        self._turnstile.cut()
        self._finished.cut()

    def _forget(self) -> None:
        """Drop claims whose boards were cut."""
        if self.is_cut:
            forget_unfinished(self._job.store)

    @property
    def is_cut(self) -> bool:
        """Whether boards were claimed that are not written."""
        return self.writer.written.boards < self._job.goal.claimed

    def _crew_end(
        self, members: int, outbox: TicketQueue[Finished | None] | TicketQueue[Generated] | None
    ) -> Callable[[BaseException | None], None]:
        """Return what the members of a crew call at their end: the last closes the outbox, a failed one stops all."""
        left = count(members - 1, -1)

        def on_end(failure: BaseException | None) -> None:
            if failure:
                self._fail(failure)
            if next(left) == 0 and outbox:
                outbox.close()

        return on_end

    def _fail(self, failure: BaseException) -> None:
        self._failure = self._failure or failure
        self._abort()

    def _abort(self) -> None:
        for waiting in (self._generated, self._finished, self._turnstile):
            waiting.abort()
