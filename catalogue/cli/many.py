"""Files of many puzzles: batches of them go through a kernel, and each gets a line as soon as it is ready."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from board_catalogue import engine
from board_catalogue.catalogue.cli.options import (
    DEFAULT_HOME,
    FORMATS_OF_MANY,
    Base,
    Blocks,
    Force,
    FormatOfMany,
    Home,
    Output,
    PuzzleSource,
)
from board_catalogue.catalogue.cli.output import Target, target_of
from board_catalogue.catalogue.cli.puzzles import (
    STANDARD_INPUT,
    is_file,
    kept_standard_input,
    puzzle_of,
    rewind,
    wrong_line,
)
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.formats import FORMATS, MORE_RULES, Record, rules_of
from board_catalogue.catalogue.formats.opening import check_one, opened

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from board_catalogue.catalogue.storage.home import Home as Place

Rows = Sequence[Sequence[Any]]
Work = Callable[[Sequence["Record"], "NDArray[np.uint8]"], Rows]
"""Makes rows of records and of their puzzles, `(n, S*S)`. If the kernels run out of time, it is called again with
fewer: until then it changes nothing."""


@dataclass(frozen=True, kw_only=True)
class OfMany:
    """The options of a command that writes a line for each puzzle of a file."""

    # No `from __future__ import annotations` here: typer could not look up these types for a class of another module.
    puzzle: PuzzleSource
    blocks: Blocks = None
    base: Base = None
    format: FormatOfMany = None
    output: Output = None
    force: Force = False
    home: Home = DEFAULT_HOME


def write_each_of(
    options: OfMany,
    columns: Sequence[str],
    work: Callable[[str, Sequence[Record], "NDArray[np.uint8]"], Rows],
    *,
    threads: int = 1,
) -> None:
    """Write the rows that `work` makes for a format, of the puzzles that the options name, in their order."""
    target = target_of_many(options.output, options.format, force=options.force)
    with kept_standard_input(Path(options.puzzle)):
        write_each(
            options.puzzle,
            options.home,
            columns,
            partial(work, target.format),
            target=target,
            threads=threads,
            base=options.base,
        )


def target_of_many(output: Path | None, format: str | None, *, force: bool) -> Target:
    """Return where the lines go, and in which format: `line` if neither `--format` nor the ending names one."""
    return target_of(output, format, FORMATS_OF_MANY, default="line", force=force)


def holds_many(word: str, base: int | None = None) -> bool:
    """Whether a word names a file that holds more than one puzzle. A text that reads as one board does not.

    A standard input has to be kept; it is read from its beginning afterwards.
    """
    if not is_file(word):
        return False
    path = Path(word)
    try:
        return not _is_one_board(path, base) and _has_two(path, base)
    finally:
        rewind(path)


def _is_one_board(path: Path, base: int | None) -> bool:
    from board_catalogue.engine.reading.reader import read, read_text

    try:
        read(read_text(os.dup(0) if path == STANDARD_INPUT else path), base=base)
    except (OSError, ValueError):
        return False
    return True


def _has_two(path: Path, base: int | None) -> bool:
    rewind(path)
    try:
        with opened(path, base=base) as (_, records):
            return len(list(islice(records, 2))) == 2
    except CatalogueError:
        return False


def write_each(
    word: str,
    home: "Place",
    columns: Sequence[str],
    work: Work,
    *,
    target: Target,
    batch: int = 1024,
    threads: int = 1,
    base: int | None = None,
) -> None:
    """Write the rows that `work` makes of the puzzles that a word names, in their order and as they come.

    CatalogueError if a file cannot be read; it names the line.
    """
    with _records(word, home, base) as records:
        write_rows(_worked(work, _batches(records, batch), threads), columns, target)


def write_rows(ready: Iterator[Rows], columns: Sequence[str], target: Target) -> None:
    """Write batches of rows as they come. An error before the first one leaves no file."""
    first = next(ready, [])
    with target.opened() as file:
        FORMATS[target.format].write(_each_shown(chain([first], ready), file), columns, file)


def _each_shown(batches: Iterable[Rows], file: IO[Any]) -> Iterator[Sequence[Any]]:
    """Yield the rows of batches; those of a batch are in the file, or in the pipe, before the next one is computed."""
    for rows in batches:
        yield from rows
        file.flush()


def only_sound(word: str, records: Sequence[Record], puzzles: "NDArray[np.uint8]", blocks: str | None) -> None:
    """CatalogueError names the line of the first puzzle that does not have exactly one solution."""
    check_one(word, records, engine.count_solutions(puzzles, blocks=blocks))


@contextmanager
def _records(word: str, home: "Place", base: int | None) -> Iterator[Iterable[Record]]:
    if is_file(word):
        with ExitStack() as stack:
            try:
                _, records = stack.enter_context(opened(Path(word), base=base))
            except CatalogueError as error:
                raise CatalogueError(wrong_line(Path(word)) or str(error)) from error
            yield (_plain(word, record) for record in records)
    else:
        yield [Record(puzzle_of(word, home).line(), None, 1, {})]


def _plain(word: str, record: Record) -> Record:
    """The record. CatalogueError, with its line, for a variant, which would be lost."""
    if rules_of(record):
        raise CatalogueError(f"{word}: line {record.line}: {MORE_RULES}")
    return record


def _batches(records: Iterable[Record], batch: int) -> Iterator[list[Record]]:
    """Batches of puzzles of one size."""
    for _, same in groupby(records, key=lambda record: len(record.puzzle)):
        while chunk := list(islice(same, batch)):
            yield chunk


def _worked(work: Work, batches: Iterable[list[Record]], threads: int) -> Iterator[Rows]:
    """The rows of batches in their order, as many of a batch at a time as there is time for."""
    from board_catalogue.catalogue.puzzles.stored import from_lines
    from board_catalogue.catalogue.runs.pipeline import Part, in_order, in_time

    def rows_of(batch: list[Record]) -> Part[list[Record], Rows]:
        puzzles = from_lines([record.puzzle for record in batch])
        pieces = in_time(len(batch), lambda some: (some.stop, work(batch[some], puzzles[some])))
        done = pieces[-1][0]
        rows = list(chain.from_iterable(rows for _, rows in pieces))
        return Part(rows, [batch[first : first + done] for first in range(done, len(batch), done)])

    return in_order(batches, rows_of, threads)
