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
    from board_catalogue.engine import Rulebook, Variant


# --- Solved ---

BATCH = 256
"""Variants that are solved together."""

_COLUMNS = ("line", "puzzle", "solutions", "solution")
_FOUND = {0: "no-solution", 1: "one-solution", 2: "several-solutions"}


def solve_variants(lines: Iterable[Line], format: str, output: Path | None, *, force: bool) -> int:
    """Write each variant with its solution, and return the exit status: 1 if one has none."""
    counted: Counter[int] = Counter()
    ready = _solved(lines, format, counted)
    first = list(islice(ready, 1))  # an error before the first row leaves no file
    with output_file(output, force=force) as file:
        columns = _COLUMNS if format == "csv" else tuple(name for name in _COLUMNS if name != "puzzle")
        FORMATS[format].write(chain(first, ready), columns, file)
    notice(
        f"{counted.total():,} puzzle{'' if counted.total() == 1 else 's'}: {counted[1]:,} with one solution,"
        f" {counted[0]:,} with none, {counted[2]:,} with several"
    )
    return 1 if counted[0] else 0


def _solved(lines: Iterable[Line], format: str, counted: Counter[int]) -> Iterator[tuple[object, ...]]:
    from board_catalogue.engine.boards import as_lines

    for _, same in groupby(lines, key=lambda line: line.variant.size):
        while batch := list(islice(same, BATCH)):
            solutions, counts = engine.solve([line.variant for line in batch], limit=2)
            for line, count, text in zip(batch, counts.tolist(), as_lines(solutions), strict=True):
                counted[count] += 1
                if format == "line":
                    yield (line.text, text if count == 1 else _FOUND[count])
                else:
                    answer = (count if count < 2 else "several", text if count == 1 else None)
                    yield (line.number, line.text, *answer) if format == "csv" else (line.number, *answer)


def show_solutions(variant: Variant, wanted: int | None) -> int:
    """Draw a variant, its rules in words and its solutions, `wanted` at most; return how many were drawn."""
    from board_catalogue.engine.rules.boxes import boxes, described
    from board_catalogue.engine.rules.solving import solutions_ruled

    print(f"variant with {sum(map(bool, variant.givens))} clues")
    print(described(variant))
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
    print(f"The puzzle has {'more than' if are_more else 'exactly'} {drawn:,} solution{'s' if drawn > 1 else ''}.")
    return drawn


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
