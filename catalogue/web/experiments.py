"""Experiments with searches, which a page shows as they run: what is asked for, the API, the page."""

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict
from typing import cast
from urllib.parse import urlencode

from anyio import CapacityLimiter, to_thread
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ...engine import time_limit
from ...engine.names import SEARCH_RULES
from ...engine.shape import LARGEST_SIZE
from ...engine.teaching.experiments import Experiment, Outcome
from ..verbs import plots
from ..verbs.plots import plot_outcomes
from .api import described, whole_in
from .site import Data, Event, Site, answered, event_stream, site_of
from .watching import GREATEST_SEED, shape_in

CLUES = (0, 10, 20, 30, 40)
RUNS, MOST_RUNS = 30, 500
STEPS, MOST_STEPS = 10_000, 1_000_000
SECONDS = (0.1, 1.0, 5.0)
"""The least, usual and greatest time after which a search gives up."""

_MOST_NUMBERS = 20  # of clues, and of sizes


def experiment_in(query: QueryParams, seed: int) -> Experiment:
    """Return the experiment of a query; a `seed` of its own goes before. ValueError says what is wrong."""
    rules = tuple(dict.fromkeys(query.getlist("rule"))) or ("row-major",)
    for rule in rules:
        if rule not in SEARCH_RULES:
            raise ValueError(f"rule {rule!r} is not one of {', '.join(SEARCH_RULES)}")
    blocks = query.get("blocks") or None
    sizes = _numbers_in(query, "sizes", 1, LARGEST_SIZE)
    return Experiment(
        clues=_numbers_in(query, "clues", 0, 81) or CLUES,
        runs=whole_in(query, "runs", RUNS, 1, MOST_RUNS),
        seed=whole_in(query, "seed", seed, 0, GREATEST_SEED),
        shapes=tuple(dict.fromkeys(shape_in(size, blocks) for size in sizes or (None,))),
        rules=rules,
        max_steps=whole_in(query, "max_steps", STEPS, 1, MOST_STEPS),
        max_seconds=_seconds_in(query),
    )


def query_of(experiment: Experiment) -> str:
    """Return the query that asks for this experiment."""
    sizes, blocks = [shape.size for shape in experiment.shapes], {shape.blocks for shape in experiment.shapes}
    of_one_shape = len(blocks) == 1 and not experiment.shapes[0].is_usual
    fields = {
        "clues": ",".join(map(str, experiment.clues)),
        "sizes": ",".join(map(str, sizes)),
        "blocks": blocks.pop() if of_one_shape else "",
        "rule": experiment.rules,
        "runs": experiment.runs,
        "max_steps": experiment.max_steps,
        "max_seconds": experiment.max_seconds,
        "seed": experiment.seed,
    }
    return urlencode(fields, doseq=True)


def _numbers_in(query: QueryParams, name: str, least: int, greatest: int) -> tuple[int, ...]:
    """Whole numbers with commas between them, each once."""
    words = [word for word in query.get(name, "").split(",") if word.strip()]
    if len(words) > _MOST_NUMBERS:
        raise ValueError(f"{name} are at most {_MOST_NUMBERS} numbers")
    return tuple(dict.fromkeys(whole_in({name: word}, name, 0, least, greatest) for word in words))


def _seconds_in(query: QueryParams) -> float:
    least, usual, greatest = SECONDS
    text = query.get("max_seconds", "").strip()
    try:
        found = float(text) if text else usual
    except ValueError:
        found = 0.0
    if not least <= found <= greatest:
        raise ValueError(f"max_seconds {text!r} is not a number in {least:g} .. {greatest:g}")
    return found


_KEPT = 8  # experiments


class Experiments:
    """The last experiments of a server; one is worked on at a time."""

    def __init__(self) -> None:
        self.limiter = CapacityLimiter(1)
        self._lock = threading.Lock()
        self._kept: OrderedDict[Experiment, list[Outcome]] = OrderedDict()

    def run(self, experiment: Experiment) -> Iterator[Outcome]:
        """Run an experiment and yield its outcomes, which are kept as they come; errors as from `Experiment`."""
        outcomes: list[Outcome] = []
        with self._lock:
            self._kept.pop(experiment, None)
            self._kept[experiment] = outcomes
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        for outcome in experiment.outcomes():
            outcomes.append(outcome)
            yield outcome

    def outcomes(self, experiment: Experiment) -> list[Outcome]:
        """Return what is known of an experiment: all or some of its outcomes; it is run if nothing is kept."""
        with self._lock:
            kept = self._kept.get(experiment)
        return list(kept) if kept else list(self.run(experiment))


def _experiments_of(request: Request) -> Experiments:
    return cast(Experiments, request.app.state.experiments)


# --- The API ---


SECONDS_TO_RUN = 120.0
"""How long an experiment may take; then what is complete is its result."""


def _outcomes(request: Request) -> Data:
    """Run an experiment: search boards with random clues, and count how the searches end.

    The same query always gives the same boards. An experiment that takes longer than a request may is run with
    /api/experiment/events.
    """
    experiment = experiment_in(request.query_params, seed=0)
    return {"outcomes": [asdict(outcome) for outcome in _experiments_of(request).run(experiment)]}


async def _follow_experiment(request: Request) -> Response:
    """Run an experiment, and send each outcome when it is complete.

    The first event, `begin`, has the number of `rows`, the `seed`, and the addresses of the `plot` and of the `page`.
    `outcome` events have the fields of an outcome. The last event is `end`, with an `error` if not all rows are
    complete.
    """
    try:
        experiment = experiment_in(request.query_params, seed=secrets.randbits(32))
    except ValueError as error:
        raise HTTPException(400, str(error)) from error
    return event_stream(_events(site_of(request), _experiments_of(request), experiment))


async def _events(site: Site, experiments: Experiments, experiment: Experiment) -> AsyncIterator[Event]:
    query = query_of(experiment)
    addresses = {"plot": f"/experiment.svg?{query}", "page": f"/experiment?{query}"}
    yield "begin", {"rows": experiment.rows, "seed": experiment.seed, **addresses}
    found = experiments.run(experiment)
    deadline = time.monotonic() + SECONDS_TO_RUN
    error = None
    try:
        while not site.is_ending:
            outcome = await to_thread.run_sync(_next, found, deadline, limiter=experiments.limiter)
            if outcome is None:
                break
            yield "outcome", asdict(outcome)
    except TimeoutError:
        error = f"stopped after {SECONDS_TO_RUN:g} seconds; ask for fewer boards or steps"
    except ValueError as fault:  # so many clues are never found
        error = str(fault)
    yield "end", {"error": error}


def _next(found: Iterator[Outcome], deadline: float) -> Outcome | None:
    with time_limit(max(0.0, deadline - time.monotonic())):
        return next(found, None)


operations = described({"GET /api/experiment": _outcomes, "GET /api/experiment/events": _follow_experiment})


# --- The page ---


def _experiment(request: Request) -> Response:
    query = request.query_params
    values = {
        "experiment": experiment_in(query, seed=0),
        "sizes": query.get("sizes", ""),
        "blocks": query.get("blocks", ""),
        "seed": query.get("seed", ""),
        "rules": list(SEARCH_RULES),
        "most_runs": MOST_RUNS,
        "most_steps": MOST_STEPS,
        "seconds": SECONDS,
    }
    return site_of(request).page(request, "experiment.html", values)


def _plot(request: Request) -> Response:
    """Draw the plot of an experiment; of one that has been stopped, with the outcomes that are complete."""
    plots.check_installed()
    experiment = experiment_in(request.query_params, seed=0)
    outcomes = _experiments_of(request).outcomes(experiment)
    assert experiment.max_steps is not None
    svg = plot_outcomes(outcomes, experiment.max_steps, experiment.max_seconds, ".svg")
    return Response(svg, media_type="image/svg+xml")


routes = [
    answered("/experiment", _experiment),
    answered("/experiment.svg", _plot, computes=True),
]
