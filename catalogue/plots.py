"""Pictures of the experiments, PNG or SVG. They need matplotlib: the extra `plot`."""

import io
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catalogue.errors import CatalogueError

if TYPE_CHECKING:
    from engine.exploring import Outcome

SUFFIXES = (".png", ".svg")

_ENDINGS = {"solved": "#1d7a35", "unsolvable": "#c4161c", "gave_up": "#9a9a9a"}
_BLUE = "#1a4fa3"
_LARGEST = 400  # square points of the largest dot


def check(path: Path) -> None:
    """Find out before the work what would fail after it. CatalogueError says what."""
    if path.suffix not in SUFFIXES:
        raise CatalogueError(f"{path}: a plot is written as {' or '.join(SUFFIXES)}")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise CatalogueError("plots need matplotlib; install it with: pip install 'board-catalogue[plot]'") from None


def plot_outcomes(outcomes: Sequence["Outcome"], format: str) -> bytes:
    """Draw how searches ended, and the steps they took, by the number of givens: a column of panels a size."""
    from matplotlib.figure import Figure

    sizes = sorted({each.size for each in outcomes})
    rules = list(dict.fromkeys(each.rule for each in outcomes))
    figure = Figure(figsize=(5 * len(sizes), 8), layout="constrained")
    panels = figure.subplots(2, len(sizes), squeeze=False)
    for column, size in enumerate(sizes):
        endings, steps = panels[0][column], panels[1][column]
        for number, rule in enumerate(rules):
            ours = [each for each in outcomes if (each.size, each.rule) == (size, rule)]
            givens = [each.givens for each in ours]
            style = ("o-", "s--", "^:")[number % 3]
            for ending, colour in _ENDINGS.items():
                share = [100 * getattr(each, ending) / each.runs for each in ours]
                endings.plot(givens, share, style, color=colour, label=f"{ending.replace('_', ' ')}, {rule}")
            steps.plot(givens, [max(1, each.median_steps) for each in ours], style, color=_BLUE, label=rule)
        endings.set(title=f"{size}x{size}", ylabel="% of the boards", ylim=(-3, 103))
        steps.set(xlabel="random valid cells given", ylabel="steps, median", yscale="log")
        for panel in (endings, steps):
            panel.grid(alpha=0.3)
            panel.legend(fontsize="small")
    return _written(figure, format)


def plot_shares(hints: Sequence[float], backtracking: Sequence[float], format: str) -> bytes:
    """Draw the share of backtracking over the share of hints; the area of a dot tells how many puzzles lie there."""
    from matplotlib.figure import Figure

    dots = Counter(zip(hints, backtracking, strict=True))
    most = max(dots.values())
    figure = Figure(figsize=(7, 5), layout="constrained")
    panel = figure.subplots()
    places = list(zip(*dots, strict=True))
    areas = [_LARGEST * number / most for number in dots.values()]
    panel.scatter(places[0], places[1], areas, alpha=0.6, color=_BLUE)
    panel.set(
        xlabel="hints, share of the cells",
        ylabel="backtracks, share of the nodes",
        title=f"{len(hints):,} puzzles; a dot's area is their number",
    )
    panel.grid(alpha=0.3)
    return _written(figure, format)


def _written(figure: Any, format: str) -> bytes:
    file = io.BytesIO()
    figure.savefig(
        file, format=format.removeprefix("."), dpi=150, metadata={"Date": None} if format == ".svg" else None
    )
    return file.getvalue()
