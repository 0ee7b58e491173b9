"""The page that runs an experiment with random clues, and its plot."""

from starlette.requests import Request
from starlette.responses import Response

from catalogue.analysis import plots
from catalogue.analysis.outcome_plot import plot_outcomes
from catalogue.web.experimenting.asked import MOST_RUNS, MOST_STEPS, SECONDS, experiment_in
from catalogue.web.handling import answered
from catalogue.web.site import site_of
from engine.teaching.search import RULES


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


routes = [answered("/experiment", _experiment), answered("/experiment.svg", _plot, computes=True)]
