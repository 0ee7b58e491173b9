"""Variants on the command line: solved, or made, each proven to have one solution."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING

from board_catalogue import engine
from board_catalogue.catalogue.cli.output import Target
from board_catalogue.catalogue.cli.ruled import Line
from board_catalogue.catalogue.cli.terminal import notice
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.formats import FORMATS
from board_catalogue.catalogue.storage.whole_files import output_file

if TYPE_CHECKING:
    from board_catalogue.engine import Reading, Rulebook, Variant


# --- Solved ---

BATCH = 256
"""Variants that are solved together."""

NOT_UNDERSTOOD = 4
"""The exit status if a puzzle was not understood whole, so that the answer is for a part of it."""

_COLUMNS = ("line", "puzzle", "solutions", "solution", "understood", "left")
_FOUND = {0: "no-solution", 1: "one-solution", 2: "several-solutions"}


def solve_variants(
    lines: Iterable[Line], format: str, output: Path | None, *, force: bool, understood: bool = False
) -> int:
    """Write each variant with its solution, and return the exit status: 1 if one has none, else NOT_UNDERSTOOD.

    With `understood`, those that are not understood whole are not solved.
    """
    counted: Counter[int] = Counter()
    ready = _solved(lines, format, counted, understood)
    first = list(islice(ready, 1))  # an error before the first row leaves no file
    with output_file(output, force=force) as file:
        columns = _COLUMNS[:-2] if format == "csv" else tuple(name for name in _COLUMNS if name != "puzzle")
        FORMATS[format].write(chain(first, ready), columns, file)
    notice(
        f"{counted.total():,} puzzle{'' if counted.total() == 1 else 's'}: {counted[1]:,} with one solution,"
        f" {counted[0]:,} with none, {counted[2]:,} with several"
        + (f", {counted[_PART]:,} not understood" if counted[_PART] else "")
    )
    return 1 if counted[0] else NOT_UNDERSTOOD if counted[_PART] else 0


_PART = -1
"""Stands for the number of solutions of a puzzle that is not understood whole."""


def _solved(
    lines: Iterable[Line], format: str, counted: Counter[int], understood: bool
) -> Iterator[tuple[object, ...]]:
    from board_catalogue.engine.boards import as_lines

    for (_, is_solved), same in groupby(lines, key=lambda one: (one.variant.size, not (understood and one.left))):
        while batch := list(islice(same, BATCH)):
            counts, texts = [_PART] * len(batch), [""] * len(batch)
            if is_solved:
                solutions, numbers = engine.solve([line.variant for line in batch], limit=2)
                counts, texts = numbers.tolist(), as_lines(solutions)
            for line, count, text in zip(batch, counts, texts, strict=True):
                counted[_PART if line.left else count] += 1
                yield _row(line, count, text, format)


def _row(line: Line, count: int, text: str, format: str) -> tuple[object, ...]:
    """A puzzle with its solution; only JSON lines have one of a puzzle that is not understood whole."""
    if format == "jsonl":
        answer = (None, None) if count == _PART else (count if count < 2 else "several", text if count == 1 else None)
        return (line.number, *answer, not line.left, list(line.left))
    if format == "line":
        return (line.text, "not-understood" if line.left else text if count == 1 else _FOUND[count])
    if line.left:
        return (line.number, line.text, None, "not-understood")
    return (line.number, line.text, count if count < 2 else "several", text if count == 1 else None)


def show_solutions(line: Line, wanted: int | None) -> int:
    """Draw a variant, its rules in words and its solutions, `wanted` at most; return how many were drawn."""
    from board_catalogue.engine.rules.boxes import boxes, described
    from board_catalogue.engine.rules.solving import solutions_ruled

    variant = line.variant
    print(f"variant with {sum(map(bool, variant.givens))} clues")
    print(described(variant))
    if line.reading:
        show_reading(line.reading)
    if wanted == 1:
        first, counts = engine.solve([variant], limit=2)
        solutions, count = iter(first[: counts[0]]), int(counts[0])
    else:
        solutions, count = solutions_ruled(variant), 0
    drawn = 0
    for drawn, solution in enumerate(islice(solutions, wanted), 1):
        print("solution" if wanted == 1 else f"solution {drawn}")
        print(boxes(variant, solution.tolist()))
    if not drawn:
        print("No solution!")
        return 0
    sys.stdout.flush()  # the next one may take long
    are_more = count > drawn or next(solutions, None) is not None
    what = "What is understood of the puzzle" if line.left else "The puzzle"
    print(f"{what} has {'more than' if are_more else 'exactly'} {drawn:,} solution{'s' if drawn > 1 else ''}.")
    return drawn


def show_reading(reading: Reading) -> None:
    """Print which words became which rules, and what is left over."""
    about = " by ".join(part for part in (reading.title, reading.author) if part)
    if about:
        print(about)
    for pair in reading.pairs:
        print(f"read as: {pair}")
    if reading.kept:
        print(f"says nothing of digits: {', '.join(reading.kept)}")
    for one in reading.left:
        print(f"not understood: {one}")
    if reading.left:
        print("The answer is for the rest alone.")


# --- Made ---

F_PUZZLES = "f-puzzles"
"""The format of links that f-puzzles.com opens."""

DEFAULT_FORMAT = "constraints"
VARIANT_FORMATS = (*(name for name, each in FORMATS.items() if each.keeps_rules), F_PUZZLES)


def write_variants(target: Target, rules: Rulebook, count: int, seed: int) -> None:
    """Make variants and write them to a target; draw a single one in a file and print the seed."""
    from board_catalogue.engine.rules.boxes import described

    made = (_made(rules, index, seed) for index in range(count))
    form, extra = FORMATS.get(target.format), {}
    if form is None:
        form, extra = FORMATS["link"], {"service": F_PUZZLES}
    try:
        first = next(made)
        with target.opened() as file:  # rules that contradict each other, or that the format lacks, leave no file
            form.write_variants(((variant, None) for variant in chain([first], made)), file, **extra)
    except ValueError as error:
        raise CatalogueError(str(error)) from error
    if target.path is None:
        return
    if count == 1:
        print(described(first))
    print(f"{count:,} puzzle{'s' if count > 1 else ''} in {target.path}, seed {seed}")


def _made(rules: Rulebook, index: int, seed: int) -> Variant:
    """Puzzle number `index` of a seed. ValueError for rules that no board obeys."""
    boards, _ = rules.boards(1, seed=seed, start=index)
    puzzles, own = rules.carve(boards, seed=seed, positions=[index])
    return rules.variant(own[0] if own else None, puzzles[0].tolist())
