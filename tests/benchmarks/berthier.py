"""Ratings beside those that Denis Berthier published for the puzzles of his controlled-bias collection.

    python tests/benchmarks/berthier.py FOLDER [--threads N]

FOLDER is a checkout of denis-berthier/Controlled-bias_Sudoku_generator_and_collection on GitHub, or a part of it: each
`NNN-puzzles.txt` has a puzzle in each line, and `NNN-SER.txt` beside it the rating that Sudoku Explainer gives it.
Prints how many were compared, how many differ and which these are. The status is 1 if any differs.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from board_catalogue import engine
from board_catalogue.catalogue.puzzles.stored import from_lines

_SHOWN = 10  # puzzles that differ
_BATCH = 5_000


def pairs(folder: Path) -> tuple[list[tuple[Path, Path]], int]:
    """The files of puzzles with those of their ratings, and how many other files of either kind have no partner."""
    puzzles, ratings = (
        {path.name.partition("-")[0]: path for path in sorted(folder.rglob(f"*-{kind}.txt"))}
        for kind in ("puzzles", "SER")
    )
    both = puzzles.keys() & ratings.keys()
    return [(puzzles[name], ratings[name]) for name in sorted(both)], len(puzzles.keys() ^ ratings.keys())


def differences(puzzles: Path, ratings: Path, threads: int) -> tuple[int, list[str]]:
    """How many puzzles of a file were compared, and a line for each that has another rating here.

    ValueError if the files have different numbers of lines.
    """
    lines = [line.split()[0] for line in puzzles.read_text().splitlines() if line.strip()]
    theirs = [round(10 * float(rating)) for rating in ratings.read_text().split()]
    if len(lines) != len(theirs):
        raise ValueError(f"{puzzles} has {len(lines)} puzzles, {ratings} has {len(theirs)} ratings")
    return len(lines), list(_differing(lines, theirs, threads))


def _differing(lines: list[str], theirs: list[int], threads: int) -> Iterator[str]:
    for first in range(0, len(lines), _BATCH):
        some = slice(first, first + _BATCH)
        ours = engine.rate(from_lines(lines[some]), threads=threads)["rating"]
        for place in np.flatnonzero(ours != theirs[some]):
            yield f"{lines[first + place]} {ours[place] / 10} here, {theirs[first + place] / 10} there"


def main() -> int:
    """Read the options, compare, and print a line after each file and in the end."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="a checkout of the collection")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    found, alone = pairs(options.folder)
    if not found:
        parser.error(f"no NNN-puzzles.txt with its NNN-SER.txt in {options.folder}: give a checkout of the collection")
    compared, different = 0, []
    for puzzles, ratings in found:
        number, lines = differences(puzzles, ratings, options.threads)
        compared, different = compared + number, different + lines
        print(f"{puzzles.name}: {compared:,} compared, {len(different):,} differ", flush=True)
    print(*different[:_SHOWN], sep="\n", end="\n" * bool(different))
    print(f"{len(found)} files, {alone} without a partner: {compared:,} ratings compared, {len(different):,} differ")
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main())
