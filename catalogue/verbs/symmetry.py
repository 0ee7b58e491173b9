"""Puzzles up to symmetry: their canonical form, their symmetries, the class of their board, each once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from ... import engine
from ...engine.names import SYMMETRIES
from ...engine.reading.tables import Given
from .. import storage
from ..errors import CatalogueError
from ..formats.door import Named, Word
from ..requests.named import Rows, Work, only_sound, rows_of
from ..requests.request import LongRequest, choice
from ..requests.shared import THREADS
from ..runs.how import PROCESSORS
from ..storage.home import Home


@dataclass(frozen=True, kw_only=True)
class OfPuzzles(LongRequest):
    """Which puzzles: all of a file, or one."""

    puzzle: Word = field(kw_only=False)
    blocks: str | None = None
    base: int | None = None
    trust: bool = False
    threads: Annotated[int, THREADS] = PROCESSORS


@dataclass(frozen=True, kw_only=True)
class CanonicalRequest(OfPuzzles):
    """Which puzzles, and what counts as the same."""

    symmetry: Annotated[str, choice(SYMMETRIES)] = "full"


@dataclass(frozen=True, kw_only=True)
class AutomorphismsRequest(OfPuzzles):
    """Which puzzles."""


@dataclass(frozen=True, kw_only=True)
class RankRequest(OfPuzzles):
    """Which puzzles."""


Batch = Any
"""Puzzles of one size: `uint8 (n, S*S)`."""


class CanonicalRow(NamedTuple):
    """A puzzle with its form."""

    line: int
    puzzle: str
    canonical: str
    key: Callable[[], str]
    """Gives the key of the form, in hexadecimal digits."""

    def words(self) -> Sequence[str]:
        """Return the form."""
        return (self.canonical,)

    def values(self, _: str) -> Sequence[object]:
        """Return the columns."""
        return *self[:-1], self.key()


class NumberRow(NamedTuple):
    """A puzzle with a number."""

    line: int
    puzzle: str
    number: int

    def words(self) -> Sequence[str]:
        """Return the puzzle and its number."""
        return self.puzzle, str(self.number)

    def values(self, _: str) -> Sequence[object]:
        """Return the columns."""
        return self


def canonical(home: Home | None, request: CanonicalRequest) -> Rows:
    """Give the canonical form of each puzzle.

    CatalogueError names the line of a puzzle without exactly one solution.
    """
    how: dict[str, Any] = {"symmetry": request.symmetry, "blocks": request.blocks}

    def work(found: Named, some: Sequence[Given], puzzles: Batch) -> Sequence[CanonicalRow]:
        only_sound(found.source, some, puzzles, request.blocks)
        forms = engine.boards.as_lines(engine.canonical(puzzles, **how))

        @cache
        def keys() -> Batch:  # they take as long as the forms, and a person does not see them
            return engine.puzzle_keys(puzzles, threads=request.threads, **how)

        def key(place: int) -> str:
            return str(keys()[place].tobytes().hex())

        rows = enumerate(zip(some, forms, strict=True))
        return [CanonicalRow(each.line, each.puzzle, form, partial(key, place)) for place, (each, form) in rows]

    return rows_of(("line", "puzzle", "canonical", "key"), home, request, Work(work, threads=request.threads))


def automorphisms(home: Home | None, request: AutomorphismsRequest) -> Rows:
    """Count the symmetries of each puzzle.

    CatalogueError names the line of a puzzle without exactly one solution, and for boards above 9x9 that have too many.
    """

    def counts(found: Named, some: Sequence[Given], puzzles: Batch) -> Any:
        only_sound(found.source, some, puzzles, request.blocks)
        try:
            return engine.symmetry.puzzle_automorphisms(puzzles, blocks=request.blocks)
        except ValueError as error:
            raise CatalogueError(f"{found.source}: {error}") from error

    return _numbers("automorphisms", home, request, counts)


def rank(home: Home | None, request: RankRequest) -> Rows:
    """Give the class number of each puzzle's solution.

    CatalogueError names the line of a puzzle that has none: without exactly one solution, or of another size than 9.
    """
    return _numbers("class", home, request, partial(_classes, request.blocks))


def _numbers(column: str, home: Home | None, request: OfPuzzles, numbers: Callable[..., Any]) -> Rows:
    def work(found: Named, some: Sequence[Given], puzzles: Batch) -> Sequence[NumberRow]:
        rows = zip(some, numbers(found, some, puzzles).tolist(), strict=True)
        return [NumberRow(each.line, each.puzzle, number) for each, number in rows]

    return rows_of(("line", "puzzle", column), home, request, Work(work, threads=request.threads))


def _classes(blocks: str | None, found: Named, some: Sequence[Given], puzzles: Batch, threads: int = 1) -> Any:
    """The class of each solution; CatalogueError names the line of a puzzle that has none."""
    if puzzles.shape[1] != 81 or blocks not in (None, "3x3"):
        raise CatalogueError(f"{found.source}: line {some[0].line}: only 9x9 boards with 3x3 blocks have classes")
    only_sound(found.source, some, puzzles, blocks)
    return engine.rank(engine.solve(puzzles, threads=threads), threads=threads)


# --- Each once -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class DedupeRequest(OfPuzzles):
    """Which puzzles, and what counts as the same. ValueError for `seen` with a symmetry other than full."""

    files: Sequence[Word] = ()
    symmetry: Annotated[str, choice(SYMMETRIES)] = "full"
    seen: Path | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.seen and self.symmetry != "full":
            raise ValueError("`seen` compares boards up to every symmetry: leave out `symmetry`")


class PuzzleRow(NamedTuple):
    """A puzzle, its line, and its file if there are several."""

    line: int
    puzzle: str
    file: str | None = None

    def words(self) -> Sequence[str]:
        """Return the puzzle."""
        return (self.puzzle,)

    def values(self, _: str) -> Sequence[object]:
        """Return the columns."""
        return (self.line, self.puzzle) if self.file is None else self


@dataclass
class Kept:
    """How many puzzles were read, and how many of them kept."""

    read: int = 0
    kept: int = 0


@dataclass(frozen=True)
class Deduped(Rows):
    """The different puzzles, and how many there were, which is known at the end."""

    counted: Kept


def dedupe(home: Home | None, request: DedupeRequest) -> Deduped:
    """Give the different puzzles of all files, each once.

    A puzzle without exactly one solution equals only its own copies.
    """
    counted = Kept()
    columns = PuzzleRow._fields if request.files else PuzzleRow._fields[:2]

    def batches() -> Iterator[Sequence[PuzzleRow]]:
        with _judge(request) as is_new:

            def work(found: Named, some: Sequence[Given], puzzles: Batch) -> Sequence[PuzzleRow]:
                new = [each for each, keep in zip(some, is_new(found, some, puzzles), strict=True) if keep]
                counted.read, counted.kept = counted.read + len(some), counted.kept + len(new)
                file = found.source if request.files else None
                return [PuzzleRow(each.line, each.puzzle, file) for each in new]

            for word in (request.puzzle, *request.files):
                one = replace(request, puzzle=word, files=())
                yield from rows_of(columns, home, one, Work(work)).batches  # type: ignore[misc]

    return Deduped(columns, batches(), counted)


@contextmanager
def _judge(request: DedupeRequest) -> Iterator[Callable[[Named, Sequence[Given], Any], Sequence[bool]]]:
    """Give a function that says of each of some puzzles whether it is new."""
    known: set[bytes] = set()

    def are_new(_: Named, some: Sequence[Given], puzzles: Batch) -> list[bool]:
        new = []
        for key in _keys(puzzles, request):
            new.append(key not in known)
            known.add(key)
        return new

    if request.seen is None:
        yield are_new
        return
    classes = partial(_classes, request.blocks, threads=request.threads)
    with storage.SeenClasses(request.seen) as seen:
        yield lambda found, some, puzzles: seen.mark(classes(found, some, puzzles)).tolist()


def _keys(puzzles: Batch, request: DedupeRequest) -> list[bytes]:
    """Return a value that equal puzzles share: the key of a puzzle with one solution, else its cells."""
    how: dict[str, Any] = {"blocks": request.blocks, "threads": request.threads}
    sound = engine.count_solutions(puzzles, **how) == 1
    keys = [puzzle.tobytes() for puzzle in puzzles]
    if sound.any():
        named = engine.puzzle_keys(puzzles[sound], symmetry=request.symmetry, **how)
        for place, key in zip(sound.nonzero()[0].tolist(), named, strict=True):
            keys[place] = b"key" + key.tobytes()
    return keys
