"""Every plot, drawn by matplotlib."""

import io
from collections.abc import Sequence
from importlib.util import find_spec
from math import nan
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...engine.grades import BOUNDS
from ...engine.shape import Shape
from ...engine.teaching.experiments import Outcome
from ..errors import CatalogueError
from ..puzzles.columns import PUZZLE_METRICS
from ..runs.analysis import RATING, MetricValues, Searches, rank_correlations, share_interval

SUFFIXES = (".png", ".svg")

BLUE, GREEN, RED, ORANGE, VIOLET, GREY = "#1a4fa3", "#1d7a35", "#c4161c", "#c26a00", "#7a3fa0", "#9a9a9a"


def check(path: Path) -> None:
    """CatalogueError for a plot that could not be written, before any work is done."""
    if path.suffix not in SUFFIXES:
        raise CatalogueError(f"{path}: a plot is written as {' or '.join(SUFFIXES)}")
    if not path.parent.is_dir():
        raise CatalogueError(f"{path}: there is no folder {path.parent} to write it in")
    check_installed()


def check_installed() -> None:
    """CatalogueError if matplotlib is missing."""
    if not find_spec("matplotlib"):
        raise CatalogueError("plots need matplotlib; install it with: pip install 'board-catalogue[plot]'")


def written(figure: Any, format: str) -> bytes:
    """Return the file of a matplotlib figure; the format is a suffix."""
    file = io.BytesIO()
    metadata = {"Date": None} if format == ".svg" else None
    figure.savefig(file, format=format.removeprefix("."), dpi=150, metadata=metadata)
    return file.getvalue()


_ENDINGS = {"solved": GREEN, "unsolvable": RED, "gave_up": GREY}
_IN_WORDS = {"solved": "solved", "unsolvable": "no solution", "gave_up": "gave up"}
_FAINT = 0.15
_RULE_LOOKS = (("o-", BLUE), ("s--", ORANGE), ("^:", VIOLET))  # how the first rule is drawn, the second, ...


def plot_outcomes(outcomes: Sequence[Outcome], max_steps: int, max_seconds: float | None, format: str) -> bytes:
    """Draw the outcomes by the number of clues: a column of three panels for each shape, a line for each rule.

    The times are processor time on the boards that every rule solved. A band around a line is its 95 % confidence
    interval; fewer than 6 searches have none around their steps and times. A grey line marks the limit at which
    searches gave up.
    """
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

    shapes = sorted({(each.size, each.blocks) for each in outcomes})
    looks = dict(zip(dict.fromkeys(each.rule for each in outcomes), _RULE_LOOKS, strict=False))
    figure = Figure(figsize=(max(7, 4 * len(shapes)), 10), layout="constrained")
    panels = figure.subplots(3, len(shapes), squeeze=False, sharex="col", sharey="row")
    for (endings, steps, times), shape in zip(panels.T, shapes, strict=True):
        for rule, (style, colour) in looks.items():
            ours = [each for each in outcomes if ((each.size, each.blocks), each.rule) == (shape, rule)]
            ours.sort(key=lambda each: each.clues)
            _draw_endings(endings, ours, style)
            _draw_medians(steps, ours, "median_steps", style, colour)
            _draw_medians(times, ours, "solved_ms", style, colour)
        steps.axhline(max_steps, color=GREY, linewidth=1, zorder=1)
        if max_seconds is not None:
            times.axhline(1e3 * max_seconds, color=GREY, linewidth=1, zorder=1)
        endings.set(title=str(Shape.of(*shape)), ylim=(-3, 103))
        steps.set_yscale("log")  # a search that ended without a step is on the lower edge
        times.set(xlabel="random clues")
        if any(each.solved for each in outcomes):  # an axis without a time cannot be logarithmic
            times.set_yscale("log")
        for panel in (endings, steps, times):
            panel.grid(alpha=0.3)
    for panel, label in zip(
        panels[:, 0], ("% of the boards", "steps, median", "ms of those that all solved, median"), strict=True
    ):
        panel.set_ylabel(label)
    named = [("-", colour, _IN_WORDS[ending]) for ending, colour in _ENDINGS.items()]
    named += [(style, colour, rule) for rule, (style, colour) in looks.items()]
    names = [panels[0][0].plot([], [], style, color=colour, label=label)[0] for style, colour, label in named]
    names.append(Patch(color=GREY, alpha=2 * _FAINT, label="95 % confidence"))
    figure.legend(handles=names, loc="outside lower center", ncols=min(len(names), 3 * len(shapes)))
    return written(figure, format)


class _Point(NamedTuple):
    clues: int
    value: float
    low: float | None  # its confidence interval
    high: float | None


def _draw_endings(panel: Any, outcomes: Sequence[Outcome], style: str) -> None:
    for ending, colour in _ENDINGS.items():
        points = []
        for each in outcomes:
            count = getattr(each, ending)
            low, high = share_interval(count, each.runs)
            points.append(_Point(each.clues, 100 * count / each.runs, 100 * low, 100 * high))
        _draw_line(panel, points, style, colour)


def _draw_medians(panel: Any, outcomes: Sequence[Outcome], name: str, style: str, colour: str) -> None:
    names = (name, f"{name}_low", f"{name}_high")
    points = [_Point(each.clues, *(getattr(each, part) for part in names)) for each in outcomes]
    _draw_line(panel, [point for point in points if point.value is not None], style, colour)


def _draw_line(panel: Any, points: Sequence[_Point], style: str, colour: str) -> None:
    """Draw a line in its band; a point without an interval interrupts the band."""
    clues = [point.clues for point in points]
    panel.plot(clues, [point.value for point in points], style, color=colour)
    ends = [[nan if end is None else end for end in (point.low, point.high)] for point in points]
    lows, highs = zip(*ends, strict=True) if ends else ((), ())
    panel.fill_between(clues, lows, highs, color=colour, alpha=_FAINT, linewidth=0)


def plot_searches(searches: Searches, format: str) -> bytes:
    """Draw the backtracks of the textbook search over the clues: the median in a band from quartile to quartile."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    panel = figure.subplots()
    rows = searches.by_clues
    clues = [number for number, _ in rows]
    lows, medians, highs = zip(*(ours.quartiles for _, ours in rows), strict=True)
    panel.scatter(searches.clues, searches.backtracks, 3, color=GREY, alpha=0.4, linewidths=0, label="a puzzle")
    panel.fill_between(clues, lows, highs, color=BLUE, alpha=2 * _FAINT, linewidth=0, label="lower to upper quartile")
    panel.plot(clues, medians, "o-", color=BLUE, markersize=4, label="median")
    panel.set_yscale("symlog", linthresh=1)
    panel.set(xlabel="clues", ylabel="backtracks of the textbook search", ylim=(-0.2, None))
    found = searches.correlation
    answer = f"; rank correlation {found.rho:.3f} ({found.low:.3f} to {found.high:.3f})" if found else ""
    panel.set_title(f"{len(searches.clues):,} puzzles of 9x9{answer}", fontsize="medium")
    figure.legend(loc="outside lower center", ncols=3)
    panel.grid(alpha=0.3)
    return written(figure, format)


_GRADE_COLOURS = (GREEN, BLUE, ORANGE, RED, VIOLET)
_MOST_BOXES = 24
"""Numbers of clues that fit side by side."""


def plot_overview(values: MetricValues, title: str, format: str) -> bytes:
    """Draw a figure of at least one puzzle; the format is a suffix. Panels about ratings are left out if none is."""
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
    numbers, counts = np.unique(clues, return_counts=True)
    bars = panel.bar(numbers, counts, width=0.8, color=BLUE)
    if len(numbers) <= _MOST_BOXES:
        panel.bar_label(bars, [f"{count / len(clues):.1%}" for count in counts], fontsize="x-small", color=GREY)
    panel.xaxis.get_major_locator().set_params(integer=True)
    _frame(panel, "Clues", "clues", "puzzles")


def _draw_ratings(panel: Any, ratings: NDArray[np.float64]) -> None:
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
    metrics = [each.name for each in PUZZLE_METRICS.values()]
    names = [*metrics, *([RATING] if is_rated.any() else [])]
    rho = rank_correlations([values[name] for name in metrics])
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
    labels = [*metrics, RATING]
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
