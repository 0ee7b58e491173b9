"""The plot of `report`: the share of backtracking over the share of clues."""

from collections import Counter

from catalogue.analysis.plots import BLUE, RED, written
from catalogue.analysis.shares import Shares

_LARGEST = 400  # square points of the largest dot


def plot_shares(shares: Shares, format: str) -> bytes:
    """Draw the share of backtracking over the share of clues; the area of a dot shows how many puzzles it holds."""
    from matplotlib.figure import Figure

    dots = Counter(zip(shares.clue_shares.tolist(), shares.backtracking.tolist(), strict=True))
    clue_shares, backtracking = zip(*dots, strict=True)
    most = max(dots.values())
    figure = Figure(figsize=(7, 5), layout="constrained")
    panel = figure.subplots()
    areas = [_LARGEST * number / most for number in dots.values()]
    panel.scatter(
        clue_shares, backtracking, areas, alpha=0.6, color=BLUE, label="puzzles; a dot's area is their number"
    )
    means = [(share, shares.backtracking[shares.clue_shares == share].mean()) for share in sorted(set(clue_shares))]
    panel.plot(*zip(*means, strict=True), "-", color=RED, label="their mean")
    found = shares.correlation
    answer = f"\nrank correlation {found.rho:.3f} ({found.low:.3f} to {found.high:.3f})" if found else ""
    clues = shares.clue_range
    answer += ", range of clues too narrow to conclude anything" if found and clues.is_too_narrow else ""
    panel.set(
        xlabel="clues, share of the cells",
        ylabel="backtracks, share of the nodes",
    )
    panel.set_title(f"{len(shares.clues):,} puzzles of {clues.fewest} to {clues.most} clues{answer}", fontsize="medium")
    figure.legend(loc="outside lower center", ncols=2, markerscale=0.5)
    panel.grid(alpha=0.3)
    return written(figure, format)
