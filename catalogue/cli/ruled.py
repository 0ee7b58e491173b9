"""The variants that a word on the command line names: with rules of their own, or with those of --rules."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from board_catalogue import engine
from board_catalogue.catalogue.cli.many import holds_many
from board_catalogue.catalogue.cli.puzzles import STANDARD_INPUT, THE_PUZZLE, is_file, puzzle_of, rewind
from board_catalogue.catalogue.cli.values import usage_errors
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.formats import rules_of
from board_catalogue.catalogue.formats.opening import opened
from board_catalogue.catalogue.puzzles.numbers import parsed_number

if TYPE_CHECKING:
    from board_catalogue.catalogue.puzzles.numbers import Range
    from board_catalogue.catalogue.storage.home import Home
    from board_catalogue.engine import Reading, Variant


class Line(NamedTuple):
    """A variant with its text and the number of its line, from 1."""

    number: int
    text: str
    variant: Variant
    reading: Reading | None = None
    """How a text became the variant; None where it was no text."""

    @property
    def left(self) -> tuple[str, ...]:
        """What was not understood; the variant is the puzzle without it."""
        return self.reading.left if self.reading else ()


def variants_of(word: str, home: Home, rules: str | None = None, *, whole: bool = True) -> Iterator[Line] | None:
    """Yield the variants that a word names: a number in a catalogue under rules, a text or link, or a file.

    None if the word names plain puzzles, unless they are under the `rules` of --rules. A standard input has to be kept;
    it is read from its beginning. CatalogueError, while they are read, for one that cannot be; it names the line. It
    is raised for one that is not understood whole, too, unless `whole` is false.
    """
    if number := parsed_number(word):
        if rules is not None:
            raise typer.BadParameter("--rules is for a file or cells: a catalogue knows its own rules")
        stored = stored_variant(number, home)
        return None if stored is None else iter([_line(1, stored)])
    rewind(Path(word))
    if rules is not None:
        return _under(word, home, rules)
    if _is_text(word):
        return _read(THE_PUZZLE, iter([(1, word)]), whole)
    path = Path(word)
    if _is_pipe(word):
        return None  # which cannot be read twice
    if _has_lines(path):
        return _read(word, _lines(path), whole)
    return _records(path) if _has_rules(path) else None


def name_of(word: str) -> str:
    """Return what errors call a word that names variants."""
    return THE_PUZZLE if _is_text(word) else word


def variant_named(word: str, home: Home, rules: str | None = None) -> Variant | None:
    """Return the variant that a word names, None for a plain puzzle. CatalogueError for a file with several."""
    found = variants_of(word, home, rules)
    if found is None:
        return None
    some = list(islice(found, 2))
    if not some:
        raise CatalogueError(f"{word} holds no puzzle")
    if len(some) > 1:
        raise CatalogueError(f"{word} holds several puzzles; this takes one")
    return some[0].variant


def stored_variant(number: Range, home: Home) -> Variant | None:
    """A puzzle of a catalogue with its rules; None for a plain one."""
    from board_catalogue.catalogue.storage.queries import numbered
    from board_catalogue.catalogue.storage.store import Store

    with Store.read(home) as store:
        (row,) = numbered(store, [number], columns=("givens", "constraints"))
        return store.settings.game.variant(*row)


def _line(number: int, variant: Variant) -> Line:
    from board_catalogue.engine.rules.formats import constraint_text

    return Line(number, constraint_text.write(variant), variant)


# --- Rules of their own -------------------------------------------------------------------------------------------


def _is_text(word: str) -> bool:
    from board_catalogue.engine.rules.reading import is_variant

    return (word.startswith((".", "{")) or "/" in word) and is_variant(word) and not os.path.lexists(word)


def _is_pipe(word: str) -> bool:
    path = Path(word)
    return path != STANDARD_INPUT and not (is_file(word) and path.is_file())


def _has_lines(path: Path) -> bool:
    """Whether the first line is a variant, or all of the file is the JSON of one."""
    from board_catalogue.engine.rules.reading import is_variant

    try:
        first = next(_lines(path), None)
        return first is not None and is_variant(first[1])
    except (OSError, ValueError):  # what reads plain puzzles says what is wrong
        return False
    finally:
        rewind(path)


def _has_rules(path: Path) -> bool:
    """Whether the first row of a table has a variant, as the table of a catalogue may have."""
    try:
        with opened(path) as (_, records):
            return any(map(rules_of, islice(records, 1)))
    except CatalogueError:  # what reads plain puzzles says what is wrong
        return False
    finally:
        rewind(path)


def _read(name: str, lines: Iterator[tuple[int, str]], whole: bool) -> Iterator[Line]:
    for number, text in lines:
        try:
            reading = engine.reading_of(text)
            if whole and reading.left:
                raise ValueError(reading.refusal)
            yield Line(number, text, reading.variant, reading)
        except ValueError as error:
            raise CatalogueError(f"{name}: line {number}: {error}") from error


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """The number and text of each line that has a variant; JSON over several lines counts as one."""
    from board_catalogue.catalogue.formats.lines import lines_of

    with open(os.dup(0) if path == STANDARD_INPUT else path, "rb") as file:  # noqa: PTH123  a descriptor has no path
        lines = ((number, line.strip()) for number, line in lines_of(file))
        for number, line in lines:
            if line.startswith("{") and not line.endswith("}"):
                yield number, "\n".join([line, *(rest for _, rest in lines)])
            elif line and not line.startswith("#"):
                yield number, line


def _records(path: Path) -> Iterator[Line]:
    """The puzzles of a table, which has their rules in a column."""
    from board_catalogue.catalogue.formats.variants import variant_of

    with opened(path) as (_, records):
        for record in records:
            try:
                yield _line(record.line, variant_of(record))
            except ValueError as error:
                raise CatalogueError(f"{path}: line {record.line}: {error}") from error


# --- Rules of --rules ---------------------------------------------------------------------------------------------


def _puzzle(rules: str, givens: list[int], blocks: str | None = None) -> Variant:
    from board_catalogue.engine.rules.rulebook import under

    with usage_errors("--rules: "):
        return under(rules, givens, blocks)


def _under(word: str, home: Home, rules: str) -> Iterator[Line]:
    """The plain puzzles that a word names, under rules. CatalogueError for a file that names its rules itself."""
    from board_catalogue.catalogue.puzzles.stored import from_lines
    from board_catalogue.engine.rules.rulebook import blocks_ruled

    path = Path(word)
    if _is_text(word) or (not _is_pipe(word) and (_has_lines(path) or _has_rules(path))):
        raise typer.BadParameter(f"{name_of(word)} names its rules itself: leave out --rules")
    if not (is_file(word) and holds_many(word)):
        grid = puzzle_of(word, home, blocks=blocks_ruled(rules))
        yield Line(1, grid.line(), _puzzle(rules, grid.to_numpy().ravel().tolist(), grid.blocks))
        return
    with opened(path) as (_, records):
        for record in records:
            if rules_of(record):
                raise CatalogueError(f"{word}: line {record.line}: it names its rules itself: leave out --rules")
            givens = from_lines([record.puzzle])[0].tolist()
            yield Line(record.line, record.puzzle, _puzzle(rules, givens))
