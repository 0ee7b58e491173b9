"""Puzzles with their rules: constraint text and links, one a line, and a drawing of one.

A record has the givens as its puzzle, and among its columns the constraint text of the rules. Rows
to write are variants (`engine.Variant`).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO, TextIO

from ...engine import Variant
from ...engine.boards import as_lines
from ...engine.reading.tables import Record, Refuse, stop_at_line
from ...engine.rules.formats import constraint_text, f_puzzles, interactive, sudokupad
from ...engine.rules.reading import is_variant, whole_variant
from ...engine.rules.variant import usual_regions
from ...engine.shape import USUAL_BLOCKS
from ..puzzles.stored import from_lines, size_of
from . import CONSTRAINTS, rules_of
from .lines import head_lines, lines_of


def is_constraints(head: bytes) -> bool:
    """Whether the first line is a variant."""
    lines = (line for line in head_lines(head) if line.strip() and not line.startswith("#"))
    return is_variant(next(lines, ""))


MOST_LINES = 10_000
"""The lines of one puzzle."""


def whole_texts(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the text of each puzzle, with the number of its first line: constraint text may have a constraint a line.

    Lines of one constraint each are one puzzle if they are four or more, or say the shape, or have parts up to End.
    They are puzzles of their own if two of them are givens.
    """
    waiting: list[tuple[int, str]] = []
    depth, given, listed = 0, False, False
    for number, line in lines:
        words = [item.partition("~")[0] for item in line.strip().lstrip(".").split(".")]
        alone = len(words) == 1 or depth or words[0] in _OPENING
        is_given = words[0] in ("", "Given") and not depth
        if not line.lstrip().startswith(".") or not alone or len(waiting) >= MOST_LINES or (given and is_given):
            listed = given and is_given
            yield from waiting if listed else _as_puzzles(waiting)
            waiting, depth, given = [], 0, False
            if not listed:
                yield number, line
                continue
        if listed:
            yield number, line
            given = True
            continue
        waiting.append((number, line))
        given = given or is_given
        depth += sum(word in _OPENING for word in words) - words.count("End")
    yield from _as_puzzles(waiting)


_OPENING = ("Or", "And", "Replicate")


def _as_puzzles(lines: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    whole = len(lines) >= 4 or any(line.lstrip(". ").startswith(("Shape", *_OPENING)) for _, line in lines)
    if len(lines) > 1 and whole:
        yield lines[0][0], "".join(line.strip() for _, line in lines)
    else:
        yield from lines


def read_constraints(file: BinaryIO, refuse: Refuse = stop_at_line) -> Iterator[Record]:
    """Yield each variant, constraint text or a link, one a line or a constraint a line. `refuse` gets what is none."""
    texts = ((number, line) for number, line in lines_of(file, refuse) if line.strip() and not line.startswith("#"))
    for number, line in whole_texts(texts):
        try:
            variant = whole_variant(line)
            variant.check_square("stored")
            has_blocks = variant.size in USUAL_BLOCKS and variant.regions == usual_regions(variant.size)
            is_plain = has_blocks and not variant.uses
            rules = {} if is_plain else {CONSTRAINTS: constraint_text.write(variant.with_givens(()))}
        except ValueError as error:
            refuse(number, error)
            continue
        (givens,) = as_lines(variant.clues[None])
        yield Record(givens, None, number, rules)


def variant_of(record: Record) -> Variant:
    """Return the puzzle of a record with its rules."""
    text = rules_of(record)
    if text is None:
        return _plain(record.puzzle, None)
    variant = whole_variant(text)
    if variant.size != size_of(record.puzzle):
        raise ValueError(f"rules for size {variant.size} with a puzzle of size {size_of(record.puzzle)}")
    return variant.with_givens(from_lines([record.puzzle])[0].tolist())


def write_constraints(
    rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO, blocks: str | None = None
) -> None:
    """Write the puzzle of each row, plain Sudoku."""
    variants_as_constraints(((_plain(row[0], blocks), None) for row in rows), file)


def _plain(givens: str, blocks: str | None) -> Variant:
    cells = from_lines([givens])[0]
    return Variant.of(size_of(givens), blocks=blocks).with_givens(cells.tolist())


Solved = Iterable[tuple[Variant, str | None]]
"""Variants with their solutions, if they are wanted."""


def variants_as_constraints(variants: Solved, file: TextIO) -> None:
    """Write the constraint text of each variant."""
    for variant, _ in variants:
        file.write(constraint_text.write(variant) + "\n")


def write_iss(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO, blocks: str | None = None) -> None:
    """Write the puzzle of each row, plain Sudoku, for Interactive-Sudoku-Solver."""
    variants_as_iss(((_plain(row[0], blocks), None) for row in rows), file)


def variants_as_iss(variants: Solved, file: TextIO) -> None:
    """Write each variant in words of Interactive-Sudoku-Solver. ValueError for a rule that it lacks."""
    for variant, _ in variants:
        file.write(interactive.write(variant) + "\n")


def variants_as_link(variants: Solved, file: TextIO, service: str = "sudokupad") -> None:
    """Write a link for each variant. ValueError for a service or a rule that has none."""
    writers = {"sudokupad": sudokupad.write, "f-puzzles": f_puzzles.write}
    if service not in writers:
        raise ValueError(f"{service} has no rules: use {' or '.join(writers)}")
    for variant, _ in variants:
        file.write(writers[service](variant) + "\n")


def variants_as_sudokupad(variants: Solved, file: TextIO) -> None:
    """Write a link to SudokuPad for each variant. ValueError for a rule that it does not have."""
    variants_as_link(variants, file, "sudokupad")


def variants_as_fpuzzles(variants: Solved, file: TextIO) -> None:
    """Write a link to f-puzzles for each variant. ValueError for a rule that it does not have."""
    variants_as_link(variants, file, "f-puzzles")


def variants_as_svg(variants: Solved, file: TextIO) -> None:
    """Draw a single variant. ValueError for several."""
    from ...engine.rules.drawing import svg
    from .drawn import the_only

    file.write(svg(the_only(variants)[0]) + "\n")


def variants_as_png(variants: Solved, file: BinaryIO) -> None:
    """Draw a single variant as pixels. ValueError for several, CatalogueError without matplotlib."""
    from .drawn import the_only, write_variant

    write_variant(the_only(variants)[0], file)


def variants_as_grid(variants: Solved, file: TextIO) -> None:
    """Draw each variant with box characters, its rules in words, and its solution."""
    from ...engine.rules.boxes import boxes, described

    blank = ""
    for variant, solution in variants:
        file.write(f"{blank}{described(variant)}\n")
        if solution:
            file.write(boxes(variant, from_lines([solution])[0].tolist()) + "\n")
        blank = "\n"
