"""Make published figures again: `python tests/benchmarks/published.py` takes a minute and prints a row for each.

A figure that is counted has to be the same. One that is estimated from a sample agrees if the published figure is
within three standard errors. The exit status is 1 if a figure differs. With the name of a file, the list of 17-clue
puzzles that Royle began, its puzzles are counted too.

Not here: the 560,151 symmetric classes, which `tests/benchmarks/classes.py` counts in hours, and the ratings of
Berthier's lists, which `tests/benchmarks/berthier.py` compares.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from board_catalogue import engine
from board_catalogue.engine.boards import from_lines
from board_catalogue.engine.class_numbers import COUNTS_FILE

FAIR, WEIGHED, TOP_DOWN = 2_000, 20_000, 20_000
"""How many puzzles the samples have."""

OEIS_A109252 = (0, 0, 0, 0, 25728, 284160, 1041408, 2141184, 2961024, 2958336, 2204928, 1239552, 522624, 161280, 34560,
                4608, 288)  # fmt: skip


BERTHIER_SHARES = {24: 2.28, 25: 13.42, 26: 31.91, 27: 32.71, 28: 15.48, 29: 3.598}
"""Per cent of all minimal puzzles by their clues, where they are not rare."""

SOURCE_OF_SHARES = "Berthier, The real distribution of minimal puzzles"
SOURCE_OF_TOP_DOWN = "Berthier, Classification results (suexg, top-down)"


class Row(NamedTuple):
    """A figure, as it was published and as it is here."""

    figure: str
    source: str
    there: float
    here: float
    error: float = 0.0
    """The standard error of an estimate; 0 for a count."""

    @property
    def agrees(self) -> bool:
        """Whether the two figures agree."""
        return abs(self.here - self.there) <= 3 * self.error

    def line(self) -> str:
        """The figure as a line of a table."""
        here = f"{_number(self.here)} ± {_number(self.error)}" if self.error else _number(self.here)
        verdict = "agrees" if self.agrees else "differs"
        return f"| {self.figure} | {self.source} | {_number(self.there)} | {here} | {verdict} |"


def _number(value: float) -> str:
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:.4g}" if abs(value) > 1e6 or abs(value) < 1 else f"{value:.3f}"


# --- Figures ----------------------------------------------------------------------------------------------------------


def small_boards() -> Iterator[Row]:
    """Boards of sizes 4 and 6 and their classes, and the puzzles of size 4 by their clues."""
    boards = engine.generation.all_boards(4)
    yield Row("4x4 boards", "OEIS A107739", 288, len(boards))
    yield Row("6x6 boards", "Wikipedia, Mathematics of Sudoku", 28_200_960, engine.generation.count_boards(6))
    classes = np.unique(engine.canonical(boards, symmetry="full"), axis=0)
    yield Row("4x4 boards up to symmetry", "OEIS A109741", 2, len(classes))
    yield Row("6x6 boards up to symmetry", "OEIS A291188", 49, classes_of_6x6())
    counts = puzzles_by_clues()
    for clues, there in enumerate(OEIS_A109252):
        yield Row(f"4x4 puzzles by clues: {clues}", "OEIS A109252", there, int(counts[clues]))


IMAGES_6X6 = 48 * 72 * 720
"""Of a 6x6 board: its rows within and with their bands, its columns within and with their stacks, its digits."""


def classes_of_6x6() -> int:
    """How many 6x6 boards differ up to symmetry: the classes in a sample, whose images have to be all boards."""
    boards = engine.generate(100_000, seed=1, size=6)
    _, firsts = np.unique(engine.canonical(boards, symmetry="full"), axis=0, return_index=True)
    images = IMAGES_6X6 // engine.symmetry.automorphisms(boards[firsts])
    return len(firsts) if images.sum() == engine.generation.count_boards(6) else -1


def puzzles_by_clues() -> NDArray[np.int64]:
    """How many 4x4 puzzles with one solution have each number of clues, 0 .. 16: every choice of clues is solved."""
    boards = engine.generation.all_boards(4)
    ordered = boards[(boards[:, :4] == [1, 2, 3, 4]).all(axis=1)]  # the others have other digits: 24 times as many
    clues = (np.arange(2**16)[:, None] >> np.arange(16) & 1).astype(bool)
    counts = np.zeros(17, np.int64)
    for board in ordered:
        has_one = engine.count_solutions(np.where(clues, board, 0).astype(np.uint8), limit=2) == 1
        counts += np.bincount(clues[has_one].sum(axis=1), minlength=17)
    return counts * 24


def classes() -> Iterator[Row]:
    """The bands and the classes of size 9, as the table of `reference.class_counting` counts them."""
    with np.load(COUNTS_FILE) as table:
        yield Row("9x9 bands up to symmetry", "Felgenhauer and Jarvis 2005", 416, len(table["fourth_rows"]))
        total = int(table["classes"].sum(dtype=np.int64))
    yield Row("9x9 boards up to symmetry", "Russell and Jarvis 2006", 5_472_730_538, total)


def fair_sample() -> Iterator[Row]:
    """The mean number of clues of all minimal puzzles, each equally likely, and their shares by clues."""
    sample = engine.fair_puzzles(FAIR, seed=1)
    clues, weights = np.count_nonzero(sample.puzzles, axis=1), sample.weights
    yield Row("mean clues of minimal puzzles", "Berthier 2012", 26.577, *_weighted(clues, weights))
    for number, there in BERTHIER_SHARES.items():
        share = _weighted(100.0 * (clues == number), weights)
        yield Row(f"minimal puzzles with {number} clues, %", SOURCE_OF_SHARES, there, *share)


def _weighted(values: NDArray[Any], weights: NDArray[np.float64]) -> tuple[float, float]:
    """The weighted mean of a sample and its standard error."""
    mean = float(np.average(values, weights=weights))
    return mean, float(np.sqrt((weights**2 * (values - mean) ** 2).sum()) / weights.sum())


def top_down() -> Iterator[Row]:
    """Puzzles of random boards that lose clues one by one: their clues, and Sudoku Explainer's ratings."""
    puzzles = engine.carve(engine.generate(TOP_DOWN, seed=3, method="uniform"), seed=3)
    clues, ratings = np.count_nonzero(puzzles, axis=1), engine.rate(puzzles)["rating"] / 10
    for name, values, mean, deviation in (("clues", clues, 24.38, 1.12), ("rating", ratings, 3.77, 2.42)):
        spread = float(values.std(ddof=1))
        yield Row(f"mean {name}, top-down", SOURCE_OF_TOP_DOWN, mean, float(values.mean()), spread / TOP_DOWN**0.5)
        fourth = float(((values - values.mean()) ** 4).mean())
        error = ((fourth - spread**4) / TOP_DOWN) ** 0.5 / (2 * spread)
        yield Row(f"spread of {name}, top-down", SOURCE_OF_TOP_DOWN, deviation, spread, error)


def seventeens(path: Path) -> Iterator[Row]:
    """The 17-clue puzzles of a list: how many differ up to symmetry, and how many one board has at most."""
    puzzles = from_lines(
        [line.split()[0].replace("0", ".") for line in path.read_text().splitlines() if line[:1] != "#"]
    )
    proven = puzzles[(engine.count_solutions(puzzles) == 1) & (np.count_nonzero(puzzles, axis=1) == 17)]
    different = np.unique(engine.puzzle_keys(proven, symmetry="full"), axis=0, return_index=True)[1]
    yield Row("17-clue puzzles up to symmetry", "Royle's list, later additions included", 49_158, len(different))
    _, on_board = np.unique(engine.rank(engine.solve(proven[different])), return_counts=True)
    yield Row("most of them on one board", "Royle's list of 17-clue puzzles", 29, int(on_board.max()))


def minimal_puzzles() -> Iterator[Row]:
    """How many minimal puzzles there are: boards by minimal puzzles of a board."""
    boards = engine.generate(WEIGHED, seed=2, method="uniform")
    _, weights = engine.carving.carve_weighted(boards, seed=2)
    all_boards = engine.generation.count_boards(9)
    error = all_boards * float(weights.std(ddof=1)) / WEIGHED**0.5
    yield Row("minimal 9x9 puzzles", "Berthier 2012", 3.1055e37, all_boards * float(weights.mean()), error)


FIGURES: tuple[Callable[[], Iterator[Row]], ...] = (small_boards, classes, fair_sample, minimal_puzzles, top_down)


def main(lists: Sequence[str]) -> int:
    """Print all rows, those of a list of 17-clue puzzles too; return the exit status."""
    print("| figure | source | there | here | verdict |\n| --- | --- | ---: | ---: | --- |")
    all_agree = True
    for figure in (*FIGURES, *(partial(seventeens, Path(name)) for name in lists)):
        for row in figure():
            print(row.line(), flush=True)
            all_agree &= row.agrees
    return 0 if all_agree else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
