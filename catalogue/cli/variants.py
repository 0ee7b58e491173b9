"""Variants on the command line: read from files and solved, or made, each proven to have one solution."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from itertools import chain, groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import engine
from catalogue.cli.output import Target
from catalogue.cli.puzzles import STANDARD_INPUT, is_file, rewind
from catalogue.cli.terminal import folded, notice
from catalogue.errors import CatalogueError
from catalogue.formats import FORMATS, rules_of
from catalogue.formats.opening import opened
from catalogue.kinds import Style, spelled
from catalogue.numbers import parsed_number
from catalogue.whole_files import output_file

if TYPE_CHECKING:
    from catalogue.home import Home
    from catalogue.numbers import Range
    from engine import Rulebook, Variant


# --- Read and solved ---

BATCH = 256
"""Variants that are solved together."""

_COLUMNS = ("line", "puzzle", "solutions", "solution")
_FOUND = {0: "no-solution", 1: "one-solution", 2: "several-solutions"}


class Line(NamedTuple):
    """A variant with its text and the number of its line, from 1."""

    number: int
    text: str
    variant: Variant


def holds_variants(path: Path) -> bool:
    """Whether a file has variants: whether its first puzzle is one.

    A standard input has to be kept; it is read from its beginning afterwards.
    """
    if path != STANDARD_INPUT and not (is_file(str(path)) and path.is_file()):
        return False  # a pipe cannot be read twice
    return _has_lines(path) or _has_rules(path)


def _has_lines(path: Path) -> bool:
    """Whether the first line is a variant, or all of the file is the JSON of one."""
    from engine.rules.formats import is_variant

    try:
        first = next(_lines(path), None)
        return first is not None and is_variant(first[1])
    except (OSError, ValueError):  # what reads plain puzzles says what is wrong
        return False
    finally:
        rewind(path)


def _has_rules(path: Path) -> bool:
    """Whether the first puzzle of a table has more rules beside it, as those of a catalogue may have."""
    try:
        with opened(path) as (form, records):
            return form.keeps_columns and any(map(rules_of, islice(records, 1)))
    except CatalogueError:  # what reads plain puzzles says what is wrong
        return False
    finally:
        rewind(path)


def variants_in(path: Path) -> Iterator[Line]:
    """Yield the variants of a file. CatalogueError for one that cannot be read; it names the line."""
    for number, text in _lines(path) if _has_lines(path) else _records(path):
        try:
            yield Line(number, text, engine.read_variant(text))
        except ValueError as error:
            raise CatalogueError(f"{path}: line {number}: {error}") from error


def _records(path: Path) -> Iterator[tuple[int, str]]:
    """The number and the constraint text of each puzzle of a table."""
    from catalogue.formats.variants import variant_of
    from engine.rules.formats import constraint_text

    with opened(path) as (_, records):
        for record in records:
            try:
                yield record.line, constraint_text.write(variant_of(record))
            except ValueError as error:
                raise CatalogueError(f"{path}: line {record.line}: {error}") from error


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """The number and text of each line that has a variant; JSON over several lines counts as one."""
    from catalogue.formats.lines import lines_of

    with open(os.dup(0) if path == STANDARD_INPUT else path, "rb") as file:  # noqa: PTH123  a descriptor has no path
        lines = ((number, line.strip()) for number, line in lines_of(file))
        for number, line in lines:
            if line.startswith("{") and not line.endswith("}"):
                yield number, "\n".join([line, *(rest for _, rest in lines)])
            elif line and not line.startswith("#"):
                yield number, line


def solve_variants(path: Path, format: str, output: Path | None, *, force: bool) -> int:
    """Write each variant of a file with its solution, and return the exit status: 1 if one has none."""
    counted: Counter[int] = Counter()
    ready = _solved(variants_in(path), format, counted)
    first = list(islice(ready, 1))  # an error before the first row leaves no file
    with output_file(output, force=force) as file:
        columns = _COLUMNS if format == "csv" else tuple(name for name in _COLUMNS if name != "puzzle")
        FORMATS[format].write(chain(first, ready), columns, file)
    notice(
        f"{counted.total():,} puzzle{'' if counted.total() == 1 else 's'}: {counted[1]:,} with one solution,"
        f" {counted[0]:,} with none, {counted[2]:,} with several"
    )
    return 1 if counted[0] else 0


def _solved(lines: Iterator[Line], format: str, counted: Counter[int]) -> Iterator[tuple[object, ...]]:
    from engine.boards import as_lines

    for _, same in groupby(lines, key=lambda line: line.variant.size):
        while batch := list(islice(same, BATCH)):
            solutions, counts, _guesses = engine.solve_under([line.variant for line in batch])
            for line, count, text in zip(batch, counts.tolist(), as_lines(solutions), strict=True):
                counted[count] += 1
                if format == "line":
                    yield (line.text, text if count == 1 else _FOUND[count])
                else:
                    answer = (count if count < 2 else "several", text if count == 1 else None)
                    yield (line.number, line.text, *answer) if format == "csv" else (line.number, *answer)


def solve_variant(path: Path) -> int:
    """Draw the single variant of a file, its rules in words and a solution; return 1 if it has none."""
    (line,) = variants_in(path)
    print(f"variant with {sum(map(bool, line.variant.givens))} clues")
    return show_solution(line.variant)


def stored_variant(number: Range, home: Home) -> Variant | None:
    """The puzzle of a catalogue under more rules; None if the catalogue has none."""
    from catalogue.queries import numbered
    from catalogue.store import Store

    with Store.read(home) as store:
        if not store.settings.rules:
            return None
        (row,) = numbered(store, [number], columns=("givens", "constraints"))
        return store.settings.game.variant(*row)


def variant_named(word: str, home: Home) -> Variant | None:
    """The puzzle with more rules that a word names: a number in a catalogue under rules, or a file; else None.

    CatalogueError for a file with several.
    """
    if number := parsed_number(word):
        return stored_variant(number, home)
    path = Path(word)
    if not holds_variants(path):
        return None
    found = list(islice(variants_in(path), 2))
    if len(found) > 1:
        raise CatalogueError(f"{path} holds several puzzles; this takes one")
    return found[0].variant


class _Step(NamedTuple):
    """A step as it is printed: a sentence, the cells that matter, and the digit that it places."""

    words: str
    cells: tuple[int, ...]
    placed: tuple[int, int] | None


def _steps(variant: Variant, style: Style | None) -> Iterator[_Step]:
    """The steps to the solution, by houses and marks or by the techniques of ratings; CatalogueError without those."""
    from engine.rules.advice import steps_to_next_digit

    if style is Style.rating:
        try:
            steps = engine.steps_under(variant)
        except ValueError as error:
            raise CatalogueError(str(error)) from error
        for step in steps:
            yield _Step(f"{spelled(step.rating)} {step.technique}: {step}", step.cells, step.placement)
        return
    values = variant.clues.tolist()
    while found := steps_to_next_digit(variant, values):
        yield from (_Step(each.words, each.cells, each.placed) for each in found)
        if placed := found[-1].placed:
            values[placed[0]] = placed[1]


def _by_digits(steps: Iterator[_Step]) -> Iterator[list[_Step]]:
    """The steps that lead to each digit, together."""
    together = []
    for step in steps:
        together.append(step)
        if step.placed:
            yield together
            together = []
    if together:
        yield together


def print_next_digit(variant: Variant, target: Target, style: Style | None) -> None:
    """Print the steps that lead to the next digit: sentences, JSON, or a drawing of the last one."""
    from engine.rules.drawing import svg

    steps = next(_by_digits(_steps(variant, style)), None)
    if not steps:
        raise CatalogueError("no digit follows: the puzzle is full, or has several solutions or none")
    with target.printed():
        if target.format == "json":
            print(json.dumps([{"sentence": each.words, "cells": each.cells, "placed": each.placed} for each in steps]))
        elif target.format == "svg":
            print(svg(variant, marked=steps[-1].cells))
        else:
            for each in steps:
                print(folded(each.words))


def print_path(variant: Variant, target: Target, style: Style | None) -> None:
    """Print the steps to the solution: those of each digit together, or by technique each on its own."""
    from engine.rules.boxes import described

    steps, left = _steps(variant, style), variant.clues.tolist().count(0)
    together = ([step] for step in steps) if style is Style.rating else _by_digits(steps)
    first = list(islice(together, 1))  # an error before the first step prints nothing
    with target.printed():
        print(described(variant))
        for number, some in enumerate(chain(first, together), 1):
            print(folded(f"{number:3d}  {' '.join(each.words for each in some)}"))
            left -= some[-1].placed is not None
        print("Nothing more follows: there are several solutions, or none." if left else "The puzzle is solved.")


def show_solution(variant: Variant) -> int:
    """Draw a variant, its rules in words and a solution; return 1 if it has none."""
    from engine.rules.boxes import boxes, described

    print(described(variant))
    solutions, counts, _guesses = engine.solve_under(variant)
    if not counts[0]:
        print("No solution!")
        return 1
    print("solution")
    print(boxes(variant, solutions[0].tolist()))
    many = "more than 1 solution" if counts[0] > 1 else "exactly 1 solution"
    print(f"The puzzle has {many}.")
    return 0


# --- Made ---

F_PUZZLES = "f-puzzles"
"""The format of links that f-puzzles.com opens."""

DEFAULT_FORMAT = "constraints"
VARIANT_FORMATS = (*(name for name, each in FORMATS.items() if each.keeps_rules), F_PUZZLES)


def write_variants(target: Target, rules: Rulebook, count: int, seed: int) -> None:
    """Make variants and write them to a target; draw a single one in a file and print the seed."""
    from engine.rules.boxes import described

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
