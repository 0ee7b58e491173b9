"""Variants made for a file: each proven to have one solution, the same for a seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from catalogue.cli.terminal import folded
from catalogue.errors import CatalogueError
from catalogue.whole_files import check_output, output_file
from engine.shape import Shape

if TYPE_CHECKING:
    from engine import Variant

VARIANT_FORMATS = ("constraints", "f-puzzles", "svg")
"""Constraint text or a link, one in a line, or a drawing of a single one."""

MARKS = ("thermo", "whispers", "renban", "arrow", "kropki", "xv")
"""Lines and dots that are drawn at random."""

KILLER = "killer"

_NAMES = {"thermo": "thermometer"}
_AT_NINE = (25, 35)
"""The fewest and the most cages of a killer at 9x9."""


def rules_of(text: str) -> tuple[str, ...]:
    """Return the rules of an option. BadParameter for one that cannot be made; it names all that can."""
    from engine.rules.named import RULES

    whole = [name for name, rule in RULES.items() if rule.where == "board" and not name.startswith("all ")]
    wanted = tuple(dict.fromkeys(_NAMES.get(name := part.strip().lower(), name) for part in text.split(",")))
    for name in wanted:
        if name not in (*whole, KILLER, *MARKS, *_NAMES.values()):
            possible = ", ".join((*whole, KILLER, *MARKS))
            raise typer.BadParameter(f"rule {name!r} cannot be made; these can: {possible}")
    if KILLER in wanted and set(wanted) - set(whole) - {KILLER}:
        raise typer.BadParameter("killer goes with rules of the whole board alone")
    return wanted


def write_variants(
    out: Path | None, rules: Sequence[str], count: int, format: str, shape: Shape, seed: int, *, force: bool
) -> None:
    """Make variants and write them to a file, draw a single one and print the seed; or write them to the screen."""
    from engine.rules import f_puzzles, written_text
    from engine.rules.drawing import boxes, in_words, svg

    check_output(out, force=force)
    write = {"constraints": written_text.write, "f-puzzles": f_puzzles.write, "svg": svg}[format]
    made = _made(rules, count, shape, seed)
    try:
        first = next(made)
        begin = write(first)  # rules that contradict each other, or that the format does not have, leave no file
        with output_file(out, force=force) as file:
            for line in chain([begin], map(write, made)):
                file.write(line + "\n")
    except ValueError as error:
        raise CatalogueError(str(error)) from error
    if out is None:
        return
    if count == 1:
        print(boxes(first, first.clues.tolist()))
        for words in in_words(first):
            print(folded(words))
    print(f"{count:,} puzzle{'s' if count > 1 else ''} in {out}, seed {seed}")


def _made(rules: Sequence[str], count: int, shape: Shape, seed: int) -> Iterator[Variant]:
    """Puzzles of a seed. ValueError for rules that no board of the shape obeys."""
    import engine
    from engine import Use, Variant

    marks = [rule for rule in rules if rule in (*MARKS, *_NAMES.values())]
    whole = [Use(rule) for rule in rules if rule not in (*marks, KILLER)]
    board = Variant.of(shape.size, *whole, blocks=shape.blocks)
    for index in range(count):
        if KILLER in rules:
            least, most = (number * shape.cells // 81 for number in _AT_NINE)
            yield engine.make_killer(board, index, seed=seed, least=least, most=most)
        elif marks:
            yield engine.make_drawn(board, marks, index, seed=seed)
        else:
            boards = engine.boards_under(board, 1, seed=seed, start=index)
            yield board.with_givens(engine.carve_under(board, boards, seed=seed, start=index)[0].tolist())
