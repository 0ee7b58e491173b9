"""Pictures of the experiments, PNG or SVG. They need matplotlib: the extra `plot`."""

import io
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catalogue.errors import CatalogueError

if TYPE_CHECKING:
    from catalogue.analysis.shares import Shares
    from engine.teaching.experiments import Outcome

SUFFIXES = (".png", ".svg")

_ENDINGS = {"solved": "#1d7a35", "unsolvable": "#c4161c", "gave_up": "#9a9a9a"}
_BLUE = "#1a4fa3"
_LARGEST = 400  # square points of the largest dot


def check(path: Path) -> None:
    """CatalogueError for a plot that could not be written, before any work is done."""
    if path.suffix not in SUFFIXES:
        raise CatalogueError(f"{path}: a plot is written as {' or '.join(SUFFIXES)}")
    if not path.parent.is_dir():
        raise CatalogueError(f"{path}: there is no folder {path.parent} to write it in")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise CatalogueError("plots need matplotlib; install it with: pip install 'board-catalogue[plot]'") from None


def plot_outcomes(outcomes: Sequence["Outcome"], max_steps: int, format: str) -> bytes:
    """Draw how searches ended, and the steps they took, by the number of clues: a column of panels a size."""
    from matplotlib.figure import Figure

    sizes = sorted({each.size for each in outcomes})
    styles = dict(zip(dict.fromkeys(each.rule for each in outcomes), ("o-", "s--", "^:"), strict=False))
    figure = Figure(figsize=(max(7, 4 * len(sizes)), 8), layout="constrained")
    panels = figure.subplots(2, len(sizes), squeeze=False, sharex="col", sharey="row")
    for (endings, steps), size in zip(panels.T, sizes, strict=True):
        for rule, style in styles.items():
            ours = [each for each in outcomes if (each.size, each.rule) == (size, rule)]
            clues = [each.clues for each in ours]
            for ending, colour in _ENDINGS.items():
                endings.plot(clues, [100 * getattr(each, ending) / each.runs for each in ours], style, color=colour)
            steps.plot(clues, [max(1, each.median_steps) for each in ours], style, color=_BLUE)
        steps.axhline(max_steps, color=_ENDINGS["gave_up"], linewidth=1, zorder=1)
        endings.set(title=f"{size}x{size}", ylim=(-3, 103))
        steps.set(xlabel="random clues", yscale="log")
        for panel in (endings, steps):
            panel.grid(alpha=0.3)
    panels[0][0].set_ylabel("% of the boards")
    panels[1][0].set_ylabel("steps, median")
    named = [(colour, "-", ending.replace("_", " ")) for ending, colour in _ENDINGS.items()]
    named += [("black", style, rule) for rule, style in styles.items()]
    names = [panels[0][0].plot([], [], style, color=colour, label=label)[0] for colour, style, label in named]
    figure.legend(handles=names, loc="outside lower center", ncols=len(names))
    return _written(figure, format)


def plot_shares(shares: "Shares", format: str) -> bytes:
    """Draw the share of backtracking over the share of clues; the area of a dot shows how many puzzles it holds."""
    from matplotlib.figure import Figure

    dots = Counter(zip(shares.clue_shares.tolist(), shares.backtracking.tolist(), strict=True))
    clue_shares, backtracking = zip(*dots, strict=True)
    most = max(dots.values())
    figure = Figure(figsize=(7, 5), layout="constrained")
    panel = figure.subplots()
    areas = [_LARGEST * number / most for number in dots.values()]
    panel.scatter(
        clue_shares, backtracking, areas, alpha=0.6, color=_BLUE, label="puzzles; a dot's area is their number"
    )
    means = [(share, shares.backtracking[shares.clue_shares == share].mean()) for share in sorted(set(clue_shares))]
    panel.plot(*zip(*means, strict=True), "-", color=_ENDINGS["unsolvable"], label="their mean")
    found = shares.correlation
    answer = f": rank correlation {found.rho:.3f} ({found.low:.3f} to {found.high:.3f})" if found else ""
    panel.set(
        xlabel="clues, share of the cells",
        ylabel="backtracks, share of the nodes",
        title=f"{len(shares.clues):,} puzzles{answer}",
    )
    figure.legend(loc="outside lower center", ncols=2, markerscale=0.5)
    panel.grid(alpha=0.3)
    return _written(figure, format)


def _written(figure: Any, format: str) -> bytes:
    file = io.BytesIO()
    figure.savefig(
        file, format=format.removeprefix("."), dpi=150, metadata={"Date": None} if format == ".svg" else None
    )
    return file.getvalue()
