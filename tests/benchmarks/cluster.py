"""What a cluster of any size can do: its parts are measured here, and 1 to 200 workers simulated with those times.

    python tests/benchmarks/cluster.py measure      measure the parts, and keep them in cluster.json
    python tests/benchmarks/cluster.py draw         simulate, draw workers.svg of the page, write the tables of the page

Times are processor seconds, which other work on the machine hardly changes. That of the filling process is of all its
threads together: a process with a second processor takes in more.
"""

import heapq
import json
import statistics
import sys
import tempfile
import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1]))

import pages
import psutil
from proxy import Proxy

from board_catalogue.catalogue.puzzles.kinds import Depth
from board_catalogue.catalogue.runs import filling, keeping
from board_catalogue.catalogue.runs.cluster import local_cluster
from board_catalogue.catalogue.runs.filling import fill
from board_catalogue.catalogue.runs.making import answered, compact, expanded, prepare
from board_catalogue.catalogue.runs.opening import Choices
from board_catalogue.catalogue.runs.recipe import Order, Recipe, Ticket
from board_catalogue.catalogue.runs.workers import Pool
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.catalogue.verbs.rate import RateRequest

KEPT = Path(__file__).with_name("cluster.json")
PAGE = pages.ROOT / ".github/documents/how-to/cluster.md"
PICTURE = pages.ROOT / ".github/documents/how-to/workers.svg"

AHEAD = 3  # tickets under way for each worker, as `Pool.ahead` has it
MOST_WORKERS = 200
CALLS = 500
PUZZLES_OF_A_FAIR_SAMPLE = "fair sample"
KINDS = {
    "not rated": (100_000, {}, {}),
    "rated up to 4.5": (50_000, {"depth": Depth.fast}, {}),
    "rated in full": (20_000, {"depth": Depth.full}, {}),
    PUZZLES_OF_A_FAIR_SAMPLE: (1_000, {}, {"sampling": "fair"}),
}
"""How many boards are measured, how they are asked for, and the settings of their catalogue."""


class Prepared:
    """In place of a pool: the tickets are computed before the fill asks for them."""

    def __init__(self) -> None:
        self.messages: dict[int, bytes] = {}
        self.seconds: list[float] = []

    def compute(self, plan, boards: int) -> None:
        """Compute so many boards in this process."""
        start = 0
        while start < boards:
            ticket = Ticket(start, plan.batch - start % plan.batch)
            begin = time.process_time()
            self.messages[start] = answered(compact((prepare, (plan, ticket))))
            self.seconds.append(round(time.process_time() - begin, 6))
            start += len(expanded(self.messages[start])[0].attempts)

    def submit(self, function, question: bytes) -> "Future[bytes]":
        """The answer is there; beyond the last ticket it never comes."""
        _, (_, ticket) = expanded(question)
        answer: Future[bytes] = Future()
        if ticket.start in self.messages:
            answer.set_result(self.messages[ticket.start])
        return answer

    def ahead(self) -> int:
        """As of many workers."""
        return 16


def measured_kind(boards: int, request: dict, settings: dict) -> dict:
    """What a worker and the filling process take for a board of a kind, and the bytes between them."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as home:
        wanted = Order(boards=boards, recipe=Recipe(**request))
        with Store.write(Path(home), Choices(files=False, **settings).settings(seed=1)) as store:
            prepared, plan_of = Prepared(), filling._plan

            @contextmanager
            def opened(workers, on_notice) -> Iterator[Prepared]:
                yield prepared

            def compute_first(*asked, **how):
                plan, goal = plan_of(*asked, **how)
                prepared.compute(plan, boards)
                compute_first.begin = time.process_time()
                compute_first.batch = plan.batch
                return plan, goal

            with patch.object(keeping, "opened_pool", opened), patch.object(filling, "_plan", compute_first):
                report = fill(store, wanted, RateRequest(workers="tcp://prepared"))
            seconds = time.process_time() - compute_first.begin
    assert report.boards == boards
    size = sum(map(len, prepared.messages.values()))
    return {
        "batch": compute_first.batch,
        "ticket s": prepared.seconds,
        "worker µs": 1e6 * sum(prepared.seconds) / boards,
        "filling µs": 1e6 * seconds / boards,
        "message bytes": size / boards,
    }


def answer_of(size: int) -> bytes:
    """What a worker does where nothing is to be computed."""
    return bytes(size)


def measured_calls(size: int) -> dict:
    """What a call costs the scheduler and the filling process, with answers of some size, and the bytes on the wire."""
    with local_cluster(1) as scheduler, Proxy(scheduler) as proxy, Pool(proxy.address) as pool:
        pool.submit(answer_of, size).result()
        process = _scheduler_process()
        begin, of_scheduler, sent = time.process_time(), sum(process.cpu_times()[:2]), proxy.sent + proxy.received
        ahead = [pool.submit(answer_of, size) for _ in range(CALLS)]
        assert all(len(call.result()) == size for call in ahead)
        return {
            "filling ms": 1e3 * (time.process_time() - begin) / CALLS,
            "scheduler ms": 1e3 * (sum(process.cpu_times()[:2]) - of_scheduler) / CALLS,
            "bytes around an answer": (proxy.sent + proxy.received - sent) / CALLS - size,
        }


def _scheduler_process() -> psutil.Process:
    children = psutil.Process().children()
    return next(child for child in children if any("runs.cluster" in word for word in child.cmdline()))


def measure() -> None:
    """Measure all parts and keep them."""
    figures: dict = {"kinds": {}, "calls": measured_calls(50_000)}
    print(figures["calls"], file=sys.stderr)
    for name, (boards, request, settings) in KINDS.items():
        figures["kinds"][name] = found = measured_kind(boards, request, settings)
        print(name, {key: value for key, value in found.items() if key != "ticket s"}, file=sys.stderr)
    KEPT.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n")


# --- Simulation ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cluster:
    """Seconds that each ticket takes: of a worker, one after the other of the times measured; scheduler; filling."""

    boards: int
    worker: Sequence[float]
    scheduler: float
    filling: float

    @classmethod
    def of(cls, kind: dict, calls: dict) -> "Cluster":
        """The one that was measured."""
        filling = kind["batch"] * kind["filling µs"] / 1e6 + calls["filling ms"] / 1e3
        return cls(kind["batch"], kind["ticket s"], calls["scheduler ms"] / 1e3, filling)

    @property
    def limit(self) -> float:
        """Boards a second that the filling process and the scheduler can take."""
        return self.boards / max(self.filling, self.scheduler)

    def rate(self, workers: int) -> float:
        """Boards a second with some workers, over some hundred tickets for each of them.

        The scheduler hands out tickets one after the other, AHEAD for each worker; the filling process takes their
        answers in the order of the tickets, one after the other.
        """
        free = [0.0] * workers
        taken: list[float] = []
        scheduler = 0.0
        for ticket in range(100 * workers + 1000):
            asked = taken[ticket - AHEAD * workers] if ticket >= AHEAD * workers else 0.0
            scheduler = max(scheduler, asked) + self.scheduler
            done = max(heapq.heappop(free), scheduler) + self.worker[ticket % len(self.worker)]
            heapq.heappush(free, done)
            taken.append(max(done, taken[-1] if taken else 0.0) + self.filling)
        return self.boards * len(taken) / taken[-1]

    def saturating(self) -> int | None:
        """The fewest workers with which nine tenths of the limit are reached; None: more than MOST_WORKERS."""
        workers = bisect_left(
            range(1, MOST_WORKERS + 1), True, key=lambda number: self.rate(number) >= 0.9 * self.limit
        )
        return workers + 1 if workers < MOST_WORKERS else None


def draw() -> None:
    """Simulate, draw the picture and write the tables."""
    figures = json.loads(KEPT.read_text())
    plot(clusters_of(figures))
    PAGE.write_text(with_tables(PAGE.read_text(), figures))


def clusters_of(figures: dict) -> dict[str, Cluster]:
    """The cluster of each kind of puzzles."""
    return {name: Cluster.of(kind, figures["calls"]) for name, kind in figures["kinds"].items()}


def with_tables(text: str, figures: dict) -> str:
    """The text of the page with the tables made from the figures; others stay as they are."""
    tables = {"workers": lambda: workers_table(figures, clusters_of(figures)), "calls": lambda: calls_table(figures)}
    return pages.PLACE.sub(
        lambda place: f"{place[1]}{tables[place[2]]()}\n{place[3]}" if place[2] in tables else place[0], text
    )


def workers_table(figures: dict, clusters: dict[str, Cluster]) -> str:
    """What each part takes for a board, and how many workers are enough."""
    headings = ["puzzles", "worker µs", "filling µs", "bytes", "at most/s", "workers", "core hours a million"]
    lines = []
    for name, kind in figures["kinds"].items():
        cluster = clusters[name]
        ticket = statistics.mean(cluster.worker) + cluster.filling + cluster.scheduler
        around = figures["calls"]["bytes around an answer"] / kind["batch"]
        lines.append(
            [
                name,
                pages.number(kind["worker µs"]),
                pages.number(1e6 * cluster.filling / cluster.boards),
                pages.number(kind["message bytes"] + around),
                pages.number(cluster.limit),
                str(cluster.saturating() or f"over {MOST_WORKERS}"),
                pages.number(ticket / cluster.boards * 1e6 / 3600),
            ]
        )
    return pages.table(headings, lines)


def calls_table(figures: dict) -> str:
    """What a ticket costs beside its boards."""
    return pages.table(["a ticket", ""], [[name, pages.number(value)] for name, value in figures["calls"].items()])


def plot(clusters: dict[str, Cluster]) -> None:
    """Boards a second over the number of workers, a line for each kind of puzzles."""
    from matplotlib import pyplot

    pyplot.rcParams["svg.fonttype"] = "none"  # text as text: a smaller file
    pyplot.rcParams["svg.hashsalt"] = "workers"
    workers = [1, 2, 3, 5, 7, 10, 14, 20, 30, 50, 70, 100, 140, MOST_WORKERS]
    figure, axes = pyplot.subplots(figsize=(6.5, 4), layout="constrained")
    for name, cluster in clusters.items():
        axes.plot(workers, [cluster.rate(number) for number in workers], marker=".", label=name)
    axes.set(xscale="log", yscale="log", xlabel="workers, one core each", ylabel="boards a second")
    ticks = [1, 2, 5, 10, 20, 50, 100, 200]
    axes.set_xticks(ticks, list(map(str, ticks)))
    axes.minorticks_off()
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    figure.savefig(PICTURE, metadata={"Date": None})


if __name__ == "__main__":
    {"measure": measure, "draw": draw}[sys.argv[1]]()
