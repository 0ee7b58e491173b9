"""Wires the actors together, and ends the run: at its goal, on request, or at the first failure."""

import threading
import time
from collections.abc import Callable
from itertools import count

from catalogue.fill.actor import Actor, Stopwatch
from catalogue.fill.checker import Checker
from catalogue.fill.finishing import Finished, Recipe
from catalogue.fill.generator import Generated, Generator, Source
from catalogue.fill.goal import Goal, distinct_boards
from catalogue.fill.report import FillReport, Progress
from catalogue.fill.ticket_queue import TicketQueue, Turnstile
from catalogue.fill.writer import Writer
from catalogue.rating.grades import Depth
from catalogue.rating.target import Kind
from catalogue.store import Store
from catalogue.store.verification import find_faults, mend
from catalogue.store.versions import check_metrics, check_rating
from catalogue.store.writing import forget_unfinished, next_number, position
from engine.batch.boards import check_seed
from engine.batch.patterns import pattern_images

BATCH = 1024  # boards in a message: many enough that a commit is cheap, few enough to stay in the cache
SHARE = {16: 64, 25: 128}  # of a batch, at sizes where a puzzle takes so long that Ctrl-C would have to wait
ROOM = 4  # batches by which a stage may be ahead of the next, beyond one for each of its threads
PERIOD = 0.1  # seconds between two reports of progress


def fill(
    store: Store,
    *,
    boards: int | None = None,
    total: int | None = None,
    seed: int | None = None,
    clues: int | None = None,
    pattern: str | None = None,
    rate: Depth = Depth.none,
    kind: Kind | None = None,
    max_tries: int | None = None,
    generators: int = 1,
    checkers: int = 2,
    stop: threading.Event | None = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
) -> FillReport:
    """Add `boards` boards to a catalogue open for writing, or as many as make it `total`; give one of the two.

    First what an interrupted fill left behind is mended. The boards are those of `seed` (default: the
    catalogue's own) from where its stream ended, the same for any number of threads. `clues` asks for puzzles with that
    many clues in place of minimal ones, `pattern` for symmetric ones, as `engine.carve` has it. `rate` says how far
    they are rated. Setting `stop` ends the run early: what was claimed still gets its number.

    With a `kind`, boards whose puzzle is not of that kind are passed over, and the others rated in full; after
    `max_tries` boards looked at the run gives up.

    ValueError unless just one of `boards` and `total` is given, and for a number out of range. CatalogueError
    where the catalogue was measured by another version of the engine, or cannot be written.
    """
    begin = time.perf_counter()
    settings = store.settings
    if (boards is None) == (total is None):
        raise ValueError("give either the number of boards to add or the total")
    for name, number, least in (
        ("boards", boards or total, 0),
        ("clues", clues, 1),
        ("generators", generators, 1),
        ("checkers", checkers, 1),
        ("max_tries", max_tries, 1),
    ):
        if number is not None and number < least:
            raise ValueError(f"{name} {number} is below {least}")
    if clues is not None and clues > settings.size**2:
        raise ValueError(f"clues {clues} is more than the {settings.size**2} cells of a board")
    pattern_images(pattern)
    if (kind or rate is not Depth.none) and settings.size != 9:
        raise ValueError(f"puzzles of size {settings.size} have no rating")
    check_metrics(store)
    if kind or rate is not Depth.none:
        check_rating(store)
    stop = stop or threading.Event()
    seed = settings.seed if seed is None else check_seed(seed)

    forget_unfinished(store)
    mend(store, find_faults(store))
    existing = next_number(store)
    wanted = max(0, total - existing) if boards is None and total is not None else boards or 0
    goal = Goal(existing, wanted, distinct_boards(settings.size, settings.symmetry), stop, max_tries)
    needed = (max_tries or BATCH) if kind else goal.wanted
    batch = max(1, min(BATCH // SHARE.get(settings.size, 1), needed))
    source = Source(seed, settings.size, settings.method, position(store, seed), batch)
    pipeline = Pipeline(store, source, goal, Recipe(clues, pattern, rate, kind), generators, checkers, stop)

    def report(written: int) -> None:
        on_progress(Progress(written, goal.wanted, goal.duplicates, goal.unwanted, time.perf_counter() - begin))

    pipeline.run(report)
    watch = Stopwatch()
    for actor in pipeline.actors:
        watch.update(actor.watch)
    return FillReport(
        seed=seed,
        wanted=goal.wanted,
        boards=pipeline.writer.written,
        total=existing + pipeline.writer.written,
        looked_at=goal.looked_at,
        attempts=goal.attempts,
        duplicates=goal.duplicates,
        unwanted=goal.unwanted,
        given_up=goal.given_up,
        exhausted=goal.exhausted,
        interrupted=goal.is_open,
        clues=pipeline.writer.clues,
        stages=watch,
        seconds=time.perf_counter() - begin,
    )


class Pipeline:
    """The actors of one run and the queues between them."""

    def __init__(
        self,
        store: Store,
        source: Source,
        goal: Goal,
        recipe: Recipe,
        generators: int,
        checkers: int,
        stop: threading.Event,
    ) -> None:
        self._stop = stop
        self._failure: BaseException | None = None
        symmetry = store.settings.symmetry
        self._generated: TicketQueue[Generated] = TicketQueue(generators + ROOM)
        self._finished: TicketQueue[Finished | None] = TicketQueue(checkers + ROOM)
        self._turnstile = Turnstile()
        tickets = count()
        generated_all = self._crew_end(generators, self._generated)
        finished_all = self._crew_end(checkers, self._finished)
        self.writer = Writer(store, goal.next_number, self._finished, self._crew_end(1, None))
        self.actors: list[Actor] = [
            *(Generator(source, tickets, stop, self._generated, generated_all) for _ in range(generators)),
            *(
                Checker(
                    store,
                    symmetry,
                    goal,
                    recipe,
                    self._turnstile,
                    self._generated,
                    self._finished,
                    finished_all,
                )
                for _ in range(checkers)
            ),
            self.writer,
        ]

    def run(self, on_written: Callable[[int], None]) -> None:
        """Run to the end; report the boards written now and then. Raises the first failure of any actor."""
        started = []
        try:
            for actor in self.actors:
                actor.start()
                started.append(actor)
            while self.writer.is_alive():
                self.writer.join(PERIOD)
                on_written(self.writer.written)
        finally:
            self._stop.set()
            if len(started) < len(self.actors):  # a crew that is not complete would be waited for
                self._abort()
            for actor in started:
                actor.join()
        if self._failure:
            raise self._failure

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
        self._stop.set()
        self._abort()

    def _abort(self) -> None:
        for waiting in (self._generated, self._finished, self._turnstile):
            waiting.abort()
