"""Many puzzles: batches of them go through a kernel, and each gets a row as soon as it is ready."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ... import engine
from .. import runs
from ..formats.opening import check_one
from ..puzzles.stored import from_lines
from .named import Given, Named, named

if TYPE_CHECKING:
    from ..storage.home import Home

BATCH, WITH_RULES = 1024, 256
"""Puzzles that go through a kernel together, plain ones and those with rules."""

Puzzles = Any
"""Puzzles of one size as the functions of the engine take them: `uint8 (n, S*S)`, or a list of variants."""


class Row(Protocol):
    """The result of a verb for one puzzle."""

    def words(self) -> Sequence[str]:
        """Return the row as a line for a person."""

    def values(self, format: str) -> Sequence[object]:
        """Return the value of each column, as a format of files takes them."""


R_co = TypeVar("R_co", bound=Row, covariant=True)
R = TypeVar("R", bound=Row)


@dataclass(frozen=True)
class Rows:
    """The answer of a verb for each puzzle, in their order, computed as it is read."""

    columns: Sequence[str]
    batches: Iterator[Sequence[Row]]

    def __iter__(self) -> Iterator[Row]:
        return chain.from_iterable(self.batches)

    def data(self) -> list[dict[str, object]]:
        """Return all rows for programs."""
        return [dict(zip(self.columns, row.values("json"), strict=True)) for row in self]


Work = Callable[[Named, Sequence[Given], Puzzles], Sequence[R]]
"""Makes rows of puzzles of one size. If the kernels run out of time, it is called again with fewer: until then it
changes nothing."""


def rows_of(
    columns: Sequence[str],
    home: Home | None,
    request: Any,
    work: Work[Any],
    *,
    batch: int = BATCH,
    with_rules: int = 0,
    threads: int = 1,
) -> Rows:
    """Return the rows that `work` makes of the puzzles that a request names.

    They are read, and errors raised, with the first row. Puzzles with rules are refused unless `with_rules` says how
    many of them go through a kernel together.
    """
    return Rows(columns, _opened(home, request, work, batch, with_rules, threads))


def _opened(
    home: Home | None, request: Any, work: Work[Any], batch: int, with_rules: int, threads: int
) -> Iterator[Sequence[Row]]:
    with named_by(home, request) as found:
        puzzles = found.each() if with_rules else map(found.plain, found.each())
        yield from each_of(found, puzzles, work, batch=batch, with_rules=with_rules, threads=threads)


def named_by(home: Home | None, request: Any) -> AbstractContextManager[Named]:
    """Return what a request names, by its fields `puzzle`, `size`, `blocks`, `base` and `rules`."""
    how = ("size", "blocks", "base", "rules", "in_part", "on_notice")
    return named(request.puzzle, home, **{name: getattr(request, name) for name in how if hasattr(request, name)})


def each_of(
    found: Named, puzzles: Iterable[Given], work: Work[R], *, batch: int, with_rules: int, threads: int
) -> Iterator[Sequence[R]]:
    """Yield the rows of batches in their order, as many of a batch at a time as there is time for."""

    def rows(some: list[Given]) -> runs.Part[list[Given], Sequence[R]]:
        every = [each.variant for each in some] if some[0].variant else from_lines([each.puzzle for each in some])
        pieces = runs.in_time(len(some), lambda piece: (piece.stop, work(found, some[piece], every[piece])))
        done = pieces[-1][0]
        left = [some[first : first + done] for first in range(done, len(some), done)]
        return runs.Part(list(chain.from_iterable(rows for _, rows in pieces)), left)

    return runs.in_order(_batches(puzzles, batch, with_rules), rows, threads)


def _batches(puzzles: Iterable[Given], batch: int, with_rules: int) -> Iterator[list[Given]]:
    """Batches of puzzles with as many cells and digits, with rules or without."""
    for (_, digits), same in groupby(puzzles, key=lambda given: (len(given.puzzle), _digits_under_rules(given))):
        while chunk := list(islice(same, with_rules if digits else batch)):
            yield chunk


def _digits_under_rules(given: Given) -> int:
    """How many digits the rules of a puzzle know, which may be more than its rows have cells; 0 without rules."""
    return given.variant.size if given.variant else 0


def only_sound(source: str, some: Sequence[Any], puzzles: Puzzles, blocks: str | None) -> None:
    """CatalogueError names the line of the first puzzle that does not have exactly one solution."""
    check_one(source, some, engine.count_solutions(puzzles, blocks=blocks))
