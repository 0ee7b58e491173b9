"""How `catalogue stats --weighted` writes its estimates."""

from dataclasses import asdict
from typing import Any

from catalogue.cli.terminal.charts import table, two_columns
from catalogue.store.reading.weighted import Estimate, WeightedStatistics


def weighted_data(figures: WeightedStatistics) -> dict[str, Any]:
    """The estimates for programs, with ratings as people write them."""
    data = asdict(figures)
    if figures.rating:
        data["rating"] = {name: value / 10 for name, value in asdict(figures.rating).items()}
    return data


def weighted_text(figures: WeightedStatistics) -> str:
    """The estimates for people."""
    counts = [
        ("puzzles with a weight", f"{figures.puzzles:,}"),
        ("puzzles of equal weight as good", f"{figures.effective:,.0f}"),
        ("mean clues", _with_error(figures.clues)),
        ("mean rating", _with_error(figures.rating, 10) if figures.rating else f"- ({figures.rated:,} have one)"),
    ]
    rows = [
        (str(clues), f"{100 * share.mean:.3f}", f"{100 * share.error:.3f}") for clues, share in figures.shares.items()
    ]
    return "\n\n".join([two_columns(counts), table(rows, ["clues", "% of all", "error"], ["right"] * 3)])


def _with_error(estimate: Estimate, unit: int = 1) -> str:
    return f"{estimate.mean / unit:.3f} ± {estimate.error / unit:.3f}"
