"""The pages on which something runs: fills, a collapse or a search step by step, experiments."""

import secrets

from starlette.requests import Request
from starlette.responses import Response

import engine
from catalogue import plots
from catalogue.kinds import DEFAULT_DEPTH, Depth
from catalogue.plots import plot_outcomes
from catalogue.request import SAMPLINGS
from catalogue.settings import Settings
from catalogue.store import exists
from catalogue.web.api.runs import first_piece
from catalogue.web.boards import grid_view
from catalogue.web.handling import answered
from catalogue.web.live import MOST_RUNS, MOST_STEPS, SECONDS, Watched, experiment_in
from catalogue.web.safety import check_not_read_only
from catalogue.web.site import Site, site_of
from engine.grades import Grade
from engine.shape import LARGEST_SIZE
from engine.teaching.search import RULES


def _make(request: Request) -> Response:
    check_not_read_only(request)
    site = site_of(request)
    choices = {
        "depths": list(Depth),
        "usual_depth": DEFAULT_DEPTH,
        "grades": list(Grade),
        "techniques": [technique.name for technique in engine.TECHNIQUES],
        "patterns": engine.PATTERNS,
        "symmetries": engine.SYMMETRIES,
        "methods": engine.METHODS,
        "samplings": SAMPLINGS,
        "largest_size": LARGEST_SIZE,
    }
    return site.page(request, "make.html", {"settings": _settings(site), **choices})


def _settings(site: Site) -> Settings | None:
    """The settings of the catalogue; None where the first fill makes it."""
    if not exists(site.config.home):
        return None
    with site.readers.store() as store:
        return store.settings


def _watch(request: Request) -> Response:
    watched = Watched.of(request.query_params, seed=secrets.randbits(32))
    start = watched.start()
    return site_of(request).page(
        request,
        "watch.html",
        {
            "watched": watched,
            "caption": _caption(watched, start.locked_count),
            "view": grid_view(start, "The board"),
            "first_piece": first_piece(watched, start),
            "next_page": watched.next_page(),
            "asked": request.query_params,
            "rules": list(RULES),
            "largest_size": LARGEST_SIZE,
        },
    )


def _caption(watched: Watched, clues: int) -> str:
    """What is shown, in one line."""
    if watched.pasted:
        return f"A puzzle with {clues} clues"
    board = f"Board {watched.index} of seed {watched.seed}"
    return board if watched.method == "collapse" else f"{board}, with {clues} random clues"


def _experiment(request: Request) -> Response:
    query = request.query_params
    values = {
        "experiment": experiment_in(query, seed=0),
        "sizes": query.get("sizes", ""),
        "blocks": query.get("blocks", ""),
        "seed": query.get("seed", ""),
        "rules": list(RULES),
        "most_runs": MOST_RUNS,
        "most_steps": MOST_STEPS,
        "seconds": SECONDS,
    }
    return site_of(request).page(request, "experiment.html", values)


def _plot(request: Request) -> Response:
    """Draw the plot of an experiment; of one that has been stopped, with the outcomes that are complete."""
    plots.check_installed()
    experiment = experiment_in(request.query_params, seed=0)
    outcomes = site_of(request).experiments.outcomes(experiment)
    assert experiment.max_steps is not None
    svg = plot_outcomes(outcomes, experiment.max_steps, experiment.max_seconds, ".svg")
    return Response(svg, media_type="image/svg+xml")


routes = [
    answered("/make", _make),
    answered("/watch", _watch),
    answered("/experiment", _experiment),
    answered("/experiment.svg", _plot, computes=True),
]
