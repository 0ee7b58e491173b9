"""The layout of a file of puzzles: columns, steps of solutions, rules, and the sides of a split."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, islice
from math import isclose
from pickle import dump, load
from tempfile import TemporaryFile
from typing import IO, Any

from ... import engine
from ...engine import paths
from .. import runs, storage
from ..errors import CatalogueError
from ..formats import FORMATS, Format
from ..puzzles.columns import COLUMNS, own_names
from ..puzzles.numbers import PROCESSORS
from ..puzzles.settings import Settings
from ..puzzles.stored import from_lines


@dataclass(frozen=True)
class Layout:
    """The values that a file has of each puzzle."""

    form: Format
    columns: Sequence[str]
    """By our names or by those of other data sets."""
    solution: bool = True
    """Whether puzzles with rules have their solutions."""
    hints: bool = False
    """Whether the steps of each solution are added, as `catalogue path --format json` has them."""
    style: engine.grades.Style | None = None
    """Whose steps these are."""
    service: str | None = None
    """For links: the application that they open."""

    @property
    def headings(self) -> Sequence[str]:
        """The names of the columns in the file."""
        return [*self.columns, "steps"] if self.hints else self.columns

    @property
    def asked(self) -> Sequence[str]:
        """The columns to read from a catalogue: the last one is the puzzle if its steps replace it."""
        own = own_names(self.columns)
        return [*own, "givens"] if self.hints else own

    def write(
        self, rows: Iterable[storage.Row], file: Any, blocks: str, about: Mapping[str, str] | None = None
    ) -> None:
        """Write rows of `asked`, of boards with these blocks, and what a file is about if the format keeps that.

        CatalogueError for what the format cannot have.
        """
        extra: dict[str, Any] = {"service": self.service} if self.service else {}
        if about and self.form.keeps_about:
            extra["about"] = about
        if self.form.shows_blocks:
            extra["blocks"] = blocks
        complete = with_steps(rows, blocks, self.style) if self.hints else rows
        try:
            self.form.write(complete, self.headings, file, **extra)
        except ValueError as error:
            raise CatalogueError(f"{self.form.name}: {error}") from error

    def write_ruled(self, rows: Iterable[storage.Row], settings: Settings, file: Any) -> None:
        """Write rows of `RULED_COLUMNS` as puzzles with their rules. CatalogueError for what the format cannot have."""
        extra = {"service": self.service} if self.service else {}
        try:
            self.form.write_variants(variants_of(rows, settings, solution=self.solution), file, **extra)
        except ValueError as error:
            raise CatalogueError(f"{self.form.name}: {error}") from error


# --- Steps and columns ----------------------------------------------------------------------------------------------

_EXPLAINED = 8  # puzzles that a thread explains together


def with_steps(rows: Iterable[storage.Row], blocks: str, style: engine.grades.Style | None) -> Iterator[storage.Row]:
    """Replace the puzzle in the last column by its steps, as programs take them; several threads find them."""

    def explained(some: Sequence[storage.Row]) -> list[storage.Row]:
        puzzles = from_lines([row[-1] for row in some])
        found = (paths.path_of(puzzle, blocks, style) for puzzle in puzzles)
        return [[*row[:-1], list(map(paths.as_data, path))] for row, path in zip(some, found, strict=True)]

    source = iter(rows)
    batches = iter(lambda: list(islice(source, _EXPLAINED)), [])
    return chain.from_iterable(runs.in_order(batches, explained, PROCESSORS))


def usual_columns(form: Format, *, solution: bool, notes: Sequence[str] = (), ruled: bool = False) -> Sequence[str]:
    """Return what a format keeps of a puzzle if it has room: `solution`, its rules, and those `notes`."""
    if not form.keeps_columns:
        kept = [name for name in notes if name in form.keeps_notes]
        return ("givens", *(["solution"] if solution and form.keeps_solution else []), *kept)
    usual = COLUMNS[: COLUMNS.index("techniques")]
    columns = [name for name in usual if solution or name != "solution"] + ["rules", "constraints"] * ruled
    if form.is_binary:
        columns[1:1] = ["board", "place"]  # a number such as 12.1 is a text, these are whole numbers
    columns += notes
    return [*columns, "techniques"] if form.keeps_objects else columns


# --- Variants ----------------------------------------------------------------------------------------

RULED_COLUMNS = ("givens", "constraints", "solution")
"""The columns that `variants_of` takes."""


def check_rules(form: Format, settings: Settings) -> None:
    """CatalogueError for a format that would lose the rules of puzzles, some of which have any."""
    is_bare = form.is_bare and settings.rules and not settings.has_own
    if not (form.keeps_columns or form.keeps_rules or is_bare):
        able = ", ".join(name for name, each in FORMATS.items() if each.keeps_rules)
        rules = f"the rules {settings.rules}" if settings.rules else "the rules of some puzzles"
        raise CatalogueError(f"{form.name} has no room for {rules}: use --format {able}")


def with_rules(rows: Iterable[storage.Row], columns: Sequence[str], settings: Settings) -> Iterable[storage.Row]:
    """The rows with the constraint text of all that a puzzle obeys in place of what is its own.

    Without the rules that hold for a whole catalogue a file of its puzzles would be read as other puzzles.
    """
    if not settings.rules or "constraints" not in columns:
        return rows
    place, text = columns.index("constraints"), lru_cache(maxsize=1)(settings.game.all_of)
    return ([*row[:place], text(row[place]), *row[place + 1 :]] for row in rows)


def variants_of(
    rows: Iterable[storage.Row], settings: Settings, *, solution: bool
) -> Iterator[tuple[engine.Variant, str | None]]:
    """Yield the puzzles of rows of `RULED_COLUMNS` with their rules, and with their solutions if they are wanted."""
    game = settings.game
    for givens, own, solved in rows:
        yield game.with_rules(givens, own), solved if solution else None


# --- Splits for machine learning --------------------------------------------------------------------------------------


GUARANTEE = (
    "No puzzle or solution of one file is the image of one in another file under any symmetry of Sudoku: rows permuted"
    " within bands, columns within stacks, bands and stacks, transposition, and digits renamed. The side of a puzzle is"
    " decided by a BLAKE2b hash of the full canonical form of its solution, so it is the same in every export."
)

_CHUNK = 8192
_HASH_BYTES = 8


def check_shares(shares: Mapping[str, float]) -> None:
    """ValueError unless the shares are above 0 and sum up to 1."""
    if not shares or min(shares.values()) <= 0 or not isclose(sum(shares.values()), 1):
        raise ValueError(f"the shares {dict(shares)} are not numbers above 0 that sum up to 1")


def sides_of(solutions: Sequence[str], shares: Mapping[str, float], blocks: str | None = None) -> list[int]:
    """The side of each solution, one character per cell, as a place in the shares, which sum up to 1."""
    ends = list(accumulate(shares.values()))
    last = len(ends) - 1
    sides = []
    for key in engine.keys(from_lines(solutions), symmetry="full", blocks=blocks):
        digest = hashlib.blake2b(key.tobytes(), digest_size=_HASH_BYTES).digest()
        place = int.from_bytes(digest, "big") / 2 ** (8 * _HASH_BYTES)
        sides.append(next((side for side, end in enumerate(ends) if place < end), last))
    return sides


class Split:
    """The rows of each side, in temporary files until they are written. Close it, or use it as a context manager."""

    def __init__(self, rows: Iterable[Sequence[Any]], shares: Mapping[str, float], blocks: str | None = None) -> None:
        """Split rows by their last column, the solution, which the sides leave out."""
        self._stack = ExitStack()
        self._shares = shares
        self._files = {name: self._stack.enter_context(TemporaryFile()) for name in shares}  # noqa: SIM115
        self.counts = dict.fromkeys(shares, 0)
        source = iter(rows)
        names = list(shares)
        while chunk := list(islice(source, _CHUNK)):
            parts: dict[str, list[Sequence[Any]]] = {name: [] for name in names}
            for row, side in zip(chunk, sides_of([row[-1] for row in chunk], shares, blocks), strict=True):
                parts[names[side]].append(tuple(row)[:-1])
            for name, part in parts.items():
                self.counts[name] += len(part)
                dump(part, self._files[name], protocol=5)

    def rows(self, name: str) -> Iterator[Sequence[Any]]:
        """Yield the rows of a side, in their order."""
        file = self._files[name]
        file.seek(0)
        yield from _loaded(file)

    def about(self, name: str) -> dict[str, str]:
        """The metadata of a side's file."""
        return {"split": name, "shares": json.dumps(self._shares), "guarantee": GUARANTEE}

    def __enter__(self) -> Split:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()


def _loaded(file: IO[bytes]) -> Iterator[Sequence[Any]]:
    while True:
        try:
            yield from load(file)
        except EOFError:
            return
