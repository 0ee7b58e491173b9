"""The plot of `stats`: clues, ratings and grades, and metrics against each other."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from catalogue.analysis.correlation import rank_correlations
from catalogue.analysis.metric_values import RATING, MetricValues
from catalogue.analysis.plots import BLUE, GREEN, GREY, ORANGE, RED, VIOLET, written
from catalogue.metrics import PUZZLE_METRICS
from engine.rating.grades import BOUNDS

_GRADE_COLOURS = (GREEN, BLUE, ORANGE, RED, VIOLET)
_MOST_BOXES = 24
"""Numbers of clues that have room beside each other."""


def plot_overview(values: MetricValues, title: str, format: str) -> bytes:
    """Draw a figure of at least one puzzle; the format is a suffix. Panels about ratings are left out where none is."""
    from matplotlib.figure import Figure

    is_rated = bool((~np.isnan(values[RATING])).any())
    figure = Figure(figsize=(12, 9.5) if is_rated else (12, 5), layout="constrained")
    panels = figure.subplots(2 if is_rated else 1, 2, squeeze=False)
    figure.suptitle(title, fontsize="large")
    _draw_clues(panels[0][0], values["clues"])
    _draw_correlations(figure, panels[-1][1], values)
    if is_rated:
        _draw_ratings(panels[0][1], values[RATING])
        _draw_ratings_by_clues(panels[1][0], values["clues"], values[RATING])
    return written(figure, format)


def _draw_clues(panel: Any, clues: NDArray[np.float64]) -> None:
    """How many puzzles have each number of clues."""
    numbers, counts = np.unique(clues, return_counts=True)
    bars = panel.bar(numbers, counts, width=0.8, color=BLUE)
    if len(numbers) <= _MOST_BOXES:
        panel.bar_label(bars, [f"{count / len(clues):.1%}" for count in counts], fontsize="x-small", color=GREY)
    panel.xaxis.get_major_locator().set_params(integer=True)
    _frame(panel, "Clues", "clues", "puzzles")


def _draw_ratings(panel: Any, ratings: NDArray[np.float64]) -> None:
    """How many puzzles have each rating, each grade in its colour."""
    known = ratings[~np.isnan(ratings)]
    numbers, counts = np.unique(np.round(10 * known), return_counts=True)
    for (grade, (low, high)), colour in zip(BOUNDS.items(), _GRADE_COLOURS, strict=True):
        ours = (numbers >= low) & (numbers <= (high or np.inf))
        share = counts[ours].sum() / len(known)
        panel.bar(numbers[ours] / 10, counts[ours], width=0.09, color=colour, label=f"{grade}, {share:.1%}")
    panel.legend(frameon=False)
    _frame(panel, f"Ratings and grades of {len(known):,} puzzles", "rating", "puzzles")


def _draw_ratings_by_clues(panel: Any, clues: NDArray[np.float64], ratings: NDArray[np.float64]) -> None:
    """The ratings of puzzles with each number of clues: the median in a box from quartile to quartile."""
    is_rated = ~np.isnan(ratings)
    numbers, counts = np.unique(clues[is_rated], return_counts=True)
    kept = np.sort(numbers[np.argsort(-counts, kind="stable")[:_MOST_BOXES]])
    groups = [ratings[is_rated & (clues == number)] for number in kept]
    panel.boxplot(
        groups,
        positions=kept,
        widths=0.6,
        whis=(5, 95),
        showfliers=False,
        patch_artist=True,
        boxprops={"facecolor": "#dbe6f5", "edgecolor": BLUE},
        medianprops={"color": RED, "linewidth": 2},
        whiskerprops={"color": BLUE},
        capprops={"color": BLUE},
        manage_ticks=False,
    )
    _frame(panel, "Ratings by clues: median, quartiles, 5% to 95%", "clues", "rating")


def _draw_correlations(figure: Any, panel: Any, values: MetricValues) -> None:
    """The rank correlation of every two metrics, and of the rating in the puzzles that have one."""
    is_rated = ~np.isnan(values[RATING])
    names = [*PUZZLE_METRICS, *([RATING] if is_rated.any() else [])]
    rho = rank_correlations([values[name] for name in PUZZLE_METRICS])
    if RATING in names:
        of_rated = rank_correlations([values[name][is_rated] for name in names])
        rho = np.pad(rho, (0, 1))
        rho[-1], rho[:, -1] = of_rated[-1], of_rated[-1]
    below = np.ma.masked_array(rho, np.triu(np.ones_like(rho, bool)) | np.isnan(rho))[1:, :-1]
    image = panel.imshow(below, cmap="RdBu_r", vmin=-1, vmax=1)
    for (row, column), value in np.ndenumerate(below.filled(np.nan)):
        if not np.isnan(value):
            colour = "white" if abs(value) > 0.6 else "black"
            panel.text(column, row, f"{value:.2f}", ha="center", va="center", fontsize="small", color=colour)
    labels = [*(metric.label for metric in PUZZLE_METRICS.values()), RATING]
    panel.set_xticks(range(len(names) - 1), labels[: len(names) - 1], rotation=35, ha="right", rotation_mode="anchor")
    panel.set_yticks(range(len(names) - 1), labels[1 : len(names)])
    panel.tick_params(length=0)
    panel.spines[:].set_visible(False)
    panel.set_title("Rank correlations", fontsize="medium")
    figure.colorbar(image, ax=panel, shrink=0.7)


def _frame(panel: Any, title: str, x: str, y: str) -> None:
    panel.set(xlabel=x, ylabel=y)
    panel.set_title(title, fontsize="medium")
    panel.yaxis.set_major_formatter("{x:,.4g}" if y == "rating" else "{x:,.0f}")
    panel.spines[["top", "right"]].set_visible(False)
    panel.grid(axis="y", alpha=0.3)
    panel.set_axisbelow(True)
