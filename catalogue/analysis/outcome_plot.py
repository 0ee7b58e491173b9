"""The plot of `explore`: how searches ended, their steps and their times, with 95 % confidence intervals."""

from collections.abc import Sequence
from math import nan
from typing import Any, NamedTuple

from catalogue.analysis.plots import BLUE, GREEN, GREY, ORANGE, RED, VIOLET, written
from catalogue.analysis.proportion import share_interval
from engine.board.shape import Shape
from engine.teaching.experiments import Outcome

_ENDINGS = {"solved": GREEN, "unsolvable": RED, "gave_up": GREY}
_FAINT = 0.15
_RULES = (("o-", BLUE), ("s--", ORANGE), ("^:", VIOLET))  # how the first rule is drawn, the second, ...


def plot_outcomes(outcomes: Sequence[Outcome], max_steps: int, max_seconds: float | None, format: str) -> bytes:
    """Draw the outcomes by the number of clues: a column of three panels for each shape, a line for each rule.

    A band around a line is its 95 % confidence interval; fewer than 6 runs have none around their steps and times. A
    grey line marks the limit at which searches gave up.
    """
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

    shapes = sorted({(each.size, each.blocks) for each in outcomes})
    looks = dict(zip(dict.fromkeys(each.rule for each in outcomes), _RULES, strict=False))
    figure = Figure(figsize=(max(7, 4 * len(shapes)), 10), layout="constrained")
    panels = figure.subplots(3, len(shapes), squeeze=False, sharex="col", sharey="row")
    for (endings, steps, times), shape in zip(panels.T, shapes, strict=True):
        for rule, (style, colour) in looks.items():
            ours = [each for each in outcomes if ((each.size, each.blocks), each.rule) == (shape, rule)]
            ours.sort(key=lambda each: each.clues)
            _draw_endings(endings, ours, style)
            _draw_medians(steps, ours, "steps", style, colour)
            _draw_medians(times, ours, "ms", style, colour)
        steps.axhline(max_steps, color=GREY, linewidth=1, zorder=1)
        if max_seconds is not None:
            times.axhline(1e3 * max_seconds, color=GREY, linewidth=1, zorder=1)
        endings.set(title=str(Shape.of(*shape)), ylim=(-3, 103))
        steps.set_yscale("log")  # a search that ended without a step is on the lower edge
        times.set(yscale="log", xlabel="random clues")
        for panel in (endings, steps, times):
            panel.grid(alpha=0.3)
    for panel, label in zip(panels[:, 0], ("% of the boards", "steps, median", "milliseconds, median"), strict=True):
        panel.set_ylabel(label)
    named = [("-", colour, ending.replace("_", " ")) for ending, colour in _ENDINGS.items()]
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
    """Draw the share of each ending, in percent."""
    for ending, colour in _ENDINGS.items():
        points = []
        for each in outcomes:
            count = getattr(each, ending)
            low, high = share_interval(count, each.runs)
            points.append(_Point(each.clues, 100 * count / each.runs, 100 * low, 100 * high))
        _draw_line(panel, points, style, colour)


def _draw_medians(panel: Any, outcomes: Sequence[Outcome], unit: str, style: str, colour: str) -> None:
    """Draw the median of steps or ms."""
    medians = (f"median_{unit}", f"median_{unit}_low", f"median_{unit}_high")
    _draw_line(
        panel, [_Point(each.clues, *(getattr(each, name) for name in medians)) for each in outcomes], style, colour
    )


def _draw_line(panel: Any, points: Sequence[_Point], style: str, colour: str) -> None:
    """Draw a line in its band; a point without an interval interrupts the band."""
    clues = [point.clues for point in points]
    panel.plot(clues, [point.value for point in points], style, color=colour)
    ends = [[nan if end is None else end for end in (point.low, point.high)] for point in points]
    lows, highs = zip(*ends, strict=True) if ends else ((), ())
    panel.fill_between(clues, lows, highs, color=colour, alpha=_FAINT, linewidth=0)
