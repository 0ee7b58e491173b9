"""The figures as the pages show them: between two comments of a page stands the table that its name says."""

import re
from pathlib import Path

from tabulate import tabulate

from board_catalogue import engine

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / ".github/documents/explanation/measured.md"]
PLACE = re.compile(r"(<!-- figures: (.+?) -->\n).*?(<!-- end of figures -->)", re.DOTALL)
MAIN_KERNELS = {"generate": "generate, {default_method}", "carve": "carve", "prove": "count_solutions"}
ON_ONE_THREAD = [
    "generate, wfc",
    "carve",
    "solve",
    "count_solutions",
    "canonical, full",
    "measure",
    "rate, up to 4.5",
    "rate",
]


def number(value: float | None) -> str:
    """Three digits of a number, without an exponent."""
    if value is None:
        return "-"
    return f"{float(f'{value:.3g}'):,.6g}" if value < 1e5 else f"{float(f'{value:.3g}'):,.0f}"


def table(headings: list[str], lines: list[list[str]]) -> str:
    """A table of a page: names on the left, figures on the right."""
    sides = ["left"] + ["right"] * (len(headings) - 1)
    return tabulate(lines, headings, "github", disable_numparse=True, colalign=sides)


def machine(figures: dict) -> str:
    """Where and when the figures were measured."""
    return (
        "`python tests/benchmarks/figures.py` measured the tables on this page: {date}, {processor}, {cores} cores, "
        "kernels for {level}, Python {python} on {system}."
    ).format(**figures["machine"])


def fill(figures: dict) -> str:
    """The fill beside its floor."""
    headings = ["folder", "fill s", "floor s", "boards/s", "memory MB", "ratio", "in all turns"]
    lines = []
    for folder, of in figures["fill"].items():
        spread = f"{of['least ratio']:.2f} to {of['greatest ratio']:.2f}"
        lines.append([folder, *(number(of[name]) for name in headings[1:-1]), spread])
    return table(headings, lines)


def million(figures: dict) -> str:
    """A catalogue of a million boards."""
    lines = [[f"`{words}`", number(of["s"]), number(of["memory MB"])] for words, of in figures["million"].items()]
    return table(["command", "s", "memory MB"], lines)


def on_one_thread(figures: dict) -> str:
    """How many boards of size 9 each kernel does in a second."""
    costs = figures["kernels"]["9"]
    lines = [[name, number(costs[name]), number(1e6 / costs[name])] for name in ON_ONE_THREAD]
    return table(["9x9, one thread", "µs", "a second"], lines)


def by_size(heading: str, sizes: dict, names: dict[str, str]) -> str:
    """A line for each name, a column for each size."""
    lines = []
    for shown, name in names.items():
        known = {size: name.format(default_method=engine.generation.default_method(int(size))) for size in sizes}
        lines.append([shown, *(number(of.get(known[size])) for size, of in sizes.items())])
    return table([heading, *(f"{size}x{size}" for size in sizes)], lines)


def main_kernels(figures: dict) -> str:
    """What a board costs at each size, in short."""
    return by_size("µs on one thread", figures["kernels"], MAIN_KERNELS)


def all_kernels(figures: dict) -> str:
    """What a board costs at each size."""
    return by_size("µs on one thread", figures["kernels"], {name: name for name in figures["kernels"]["9"]})


def facts(figures: dict) -> str:
    """What the costs rest on."""
    return by_size("mean", figures["facts"], {name: name for name in figures["facts"]["9"]})


TABLES = {
    "machine": machine,
    "fill": fill,
    "million": million,
    "on one thread": on_one_thread,
    "main kernels": main_kernels,
    "all kernels": all_kernels,
    "facts": facts,
}


def with_figures(text: str, figures: dict) -> str:
    """The text of a page with all its tables made from the figures."""
    return PLACE.sub(lambda place: f"{place[1]}{TABLES[place[2]](figures)}\n{place[3]}", text)
