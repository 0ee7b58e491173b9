"""Writes the table of techniques in the rater's README: `python tests/engine/oracles/technique_table.py` at the root.

Each row has the technique's name, rating and meaning from the kernels' table, and as an example the first puzzle of a
fill of seed 1 that uses it; `-` if none of the first PUZZLES does.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from board_catalogue.engine.carving import carve
from board_catalogue.engine.generation import generate
from board_catalogue.engine.native import TECHNIQUES, Technique, technique_counts, technique_of
from board_catalogue.engine.rating import rate

PUZZLES = 200_000
README = Path("engine/core/rating/README.md")

_BATCH = 5_000
_BEGIN, _END = "<!-- techniques -->\n", "<!-- end of techniques -->"


def examples(puzzles: int = PUZZLES) -> dict[str, str]:
    """The first puzzle (81 characters, `.` for empty) for each technique's name, among so many of seed 1."""
    found: dict[str, str] = {}
    for start in range(0, puzzles, _BATCH):
        batch = carve(generate(min(_BATCH, puzzles - start), seed=1, start=start), seed=1)
        used = technique_counts(rate(batch)) > 0
        for number in np.flatnonzero(used.any(axis=0)):
            puzzle = "".join(map(str, batch[used[:, number].argmax()])).replace("0", ".")
            found.setdefault(technique_of(int(number)).name, puzzle)
    return found


def table(examples: Mapping[str, str]) -> str:
    """The table in Markdown."""
    rows = (
        f"| {each.number} | `{each.name}` | {_range(each)} | {each.meaning} | {_code(examples.get(each.name))} |\n"
        for each in TECHNIQUES
    )
    return f"| | name | rating | meaning | example |\n| ---: | --- | --- | --- | --- |\n{''.join(rows)}"


def written(text: str) -> str:
    """The table in the README's text."""
    return text.split(_BEGIN)[1].split(_END)[0]


def rewritten(text: str, new: str) -> str:
    """The README's text with a new table."""
    before, rest = text.split(_BEGIN)
    return f"{before}{_BEGIN}{new}{_END}{rest.split(_END)[1]}"


def _range(technique: Technique) -> str:
    low, high = technique.rating / 10, technique.highest / 10
    return f"{low}" if low == high else f"{low} to {high}"


def _code(puzzle: str | None) -> str:
    return f"`{puzzle}`" if puzzle else "-"


if __name__ == "__main__":
    if not README.exists():
        sys.exit(f"no {README} here: run this in the root of the sources")
    README.write_text(rewritten(README.read_text(), table(examples())))
