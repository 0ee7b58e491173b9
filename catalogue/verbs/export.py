"""Writing puzzles to files, for `catalogue export` and the library: columns, steps, whole or split.

Puzzles that are the same up to any symmetry are never on two sides of a split.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, islice
from math import isclose
from pathlib import Path
from pickle import dump, load
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any

from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.formats import FORMATS, Format, format_for
from board_catalogue.catalogue.puzzles.numbers import COLUMNS, PROCESSORS, own_names
from board_catalogue.catalogue.puzzles.stored import from_lines
from board_catalogue.catalogue.storage.whole_files import PACKED, beside, check_output, packed_output, write_output
from board_catalogue.engine import keys

if TYPE_CHECKING:
    from board_catalogue.catalogue.puzzles.settings import Settings
    from board_catalogue.catalogue.storage.columns import Row
    from board_catalogue.engine import Variant
    from board_catalogue.engine.grades import Style


WITH_OBJECTS = ("json", "jsonl")
"""The formats that have room for how often each technique is used."""

WITH_STEPS = ("sqlite", "json", "jsonl")
"""The formats that have room for the steps of each solution."""


@dataclass(frozen=True, kw_only=True)
class Export:
    """What is written of each puzzle. ValueError for what a format has no room for."""

    format: str
    """A name in `catalogue.formats.FORMATS`."""
    columns: Sequence[str] | None = None
    """By our names or by those of other data sets; None for those that the format usually has."""
    solution: bool = True
    """Whether the solutions are among the usual columns."""
    hints: bool = False
    """Whether the steps of each solution are added, as `catalogue path --format json` has them."""
    style: Style | None = None
    """Whose steps these are."""
    notes: Sequence[str] = ()
    """Which of `catalogue.puzzles.numbers.NOTES` are among the usual columns, if the format has room for them."""
    service: str | None = None
    """For links: the application that they open."""
    ruled: bool = False
    """Whether the puzzles are variants; then their rules are among the usual columns."""

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise ValueError(f"no format is called {self.format!r}; there are {', '.join(FORMATS)}")
        if unknown := next((name for name in own_names(self.columns or ()) if name not in COLUMNS), None):
            raise ValueError(f"no column is called {unknown!r}; there are {', '.join(COLUMNS)}")
        able = [name for name, each in FORMATS.items() if each.keeps_columns and name != "table"]
        if self.columns and not self.form.keeps_columns:
            raise ValueError(f"columns needs one of the formats {', '.join(able)}")
        if self.hints and self.format not in WITH_STEPS:
            raise ValueError(f"hints needs one of the formats {', '.join(WITH_STEPS)}")
        if self.style and not self.hints:
            raise ValueError("style needs hints")
        if self.service and self.format != "link":
            raise ValueError("service needs the format link")

    @property
    def form(self) -> Format:
        """The format."""
        return FORMATS[self.format]

    @property
    def headings(self) -> Sequence[str]:
        """The names of the columns in the file."""
        return [*self._chosen, "steps"] if self.hints else self._chosen

    @property
    def asked(self) -> Sequence[str]:
        """The columns to read from a catalogue: the last one is the puzzle if its steps replace it."""
        chosen = own_names(self._chosen)
        return [*chosen, "givens"] if self.hints else chosen

    @property
    def _chosen(self) -> Sequence[str]:
        return self.columns or usual_columns(self.form, solution=self.solution, notes=self.notes, ruled=self.ruled)

    def write(self, rows: Iterable[Row], file: Any, blocks: str, about: Mapping[str, str] | None = None) -> None:
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
            raise CatalogueError(f"{self.format}: {error}") from error


_EXPLAINED = 8  # puzzles that a thread explains together


def with_steps(rows: Iterable[Row], blocks: str, style: Style | None) -> Iterator[Row]:
    """Replace the puzzle in the last column by its steps, as programs take them; several threads find them."""
    from board_catalogue.catalogue.runs.pipeline import in_order
    from board_catalogue.engine.paths.styles import as_data, path_of

    def explained(some: Sequence[Row]) -> list[Row]:
        puzzles = from_lines([row[-1] for row in some])
        paths = (path_of(puzzle, blocks, style) for puzzle in puzzles)
        return [[*row[:-1], list(map(as_data, path))] for row, path in zip(some, paths, strict=True)]

    source = iter(rows)
    batches = iter(lambda: list(islice(source, _EXPLAINED)), [])
    return chain.from_iterable(in_order(batches, explained, PROCESSORS))


def usual_columns(form: Format, *, solution: bool, notes: Sequence[str] = (), ruled: bool = False) -> Sequence[str]:
    """Return what a format keeps of a puzzle if it has room: `solution`, its rules, and those `notes`."""
    if not form.keeps_columns:
        kept = [name for name in notes if name in form.keeps_notes]
        return ("givens", *(["solution"] if solution and form.keeps_solution else []), *kept)
    usual = COLUMNS[: COLUMNS.index("techniques")]
    columns = [name for name in usual if solution or name != "solution"] + ["constraints"] * ruled
    if form.is_binary:
        columns[1:1] = ["board", "place"]  # a number such as 12.1 is a text, these are whole numbers
    columns += notes
    return [*columns, "techniques"] if form.name in WITH_OBJECTS else columns


# --- Variants ----------------------------------------------------------------------------------------

RULED_COLUMNS = ("givens", "constraints", "solution")
"""What `variants_of` takes."""

_BARE = ("line", "txt", "triples")
"""Formats of the cells alone, for people who know the rules."""


def check_rules(form: Format, settings: Settings) -> None:
    """CatalogueError for a format that would lose the rules of a catalogue."""
    is_bare = form.name in _BARE and not settings.has_own
    if settings.rules and not (form.keeps_columns or form.keeps_rules or is_bare):
        able = ", ".join(name for name, each in FORMATS.items() if each.keeps_rules)
        raise CatalogueError(f"{form.name} has no room for the rules {settings.rules}: use --format {able}")


def with_rules(rows: Iterable[Row], columns: Sequence[str], settings: Settings) -> Iterable[Row]:
    """The rows with the constraint text of all that a puzzle obeys in place of what is its own.

    Without the rules that hold for a whole catalogue a file of its puzzles would be read as other puzzles.
    """
    rulebook = settings.game.rulebook if settings.rules else None
    if rulebook is None or "constraints" not in columns:
        return rows
    place, text = columns.index("constraints"), lru_cache(maxsize=1)(rulebook.constraints)
    return ([*row[:place], text(row[place]), *row[place + 1 :]] for row in rows)


def variants_of(rows: Iterable[Row], settings: Settings, *, solution: bool) -> Iterator[tuple[Variant, str | None]]:
    """Yield the puzzles of rows of `RULED_COLUMNS` with their rules, and with their solutions if they are wanted."""
    game = settings.game
    for givens, own, solved in rows:
        variant = game.variant(givens, own)
        assert variant
        yield variant, solved if solution else None


# --- Splits for machine learning -------------------------------------------------------------------------------------

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
    for key in keys(from_lines(solutions), symmetry="full", blocks=blocks):
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
        """What the metadata of a side's file say."""
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


# --- Files ----------------------------------------------------------------------------------------------------------


def write_file(
    path: Path,
    wanted: Export,
    rows: Iterable[Row],
    blocks: str,
    *,
    force: bool = False,
    about: Mapping[str, str] | None = None,
) -> None:
    """Write rows of `wanted.asked` to a file, which is compressed if its name ends in .gz."""
    with packed_output(path, binary=wanted.form.is_binary, force=force) as file:
        wanted.write(rows, file, blocks, about)


def write_split(
    path: Path, wanted: Export, rows: Iterable[Row], blocks: str, shares: Mapping[str, float], *, force: bool = False
) -> Mapping[str, int]:
    """Write a file for each share, and return how many rows each has. The rows have the solution as one column more.

    If the format has no room for the guarantee, it goes into another file.
    """
    paths = {name: beside(path, name) for name in shares}
    companion = None if wanted.form.keeps_about else beside(path, "split", ".json")
    if companion in paths.values():
        raise CatalogueError(f"{companion} is for what the split guarantees; name the share split in another way")
    for each in (*paths.values(), companion):
        check_output(each, force=force)
    with Split(rows, shares, blocks) as split:
        for name, each in paths.items():
            write_file(each, wanted, split.rows(name), blocks, force=force, about=split.about(name))
        if companion:
            about = {
                "files": {paths[name].name: {"share": shares[name], "rows": split.counts[name]} for name in shares},
                "guarantee": GUARANTEE,
            }
            write_output(companion, json.dumps(about, indent=2) + "\n", force=force)
        return split.counts


def format_of(path: Path, format: str | None) -> str:
    """Return the format that is named, or that the ending of a file says; ValueError for another ending."""
    if format:
        return format
    name = path.name[: -len(PACKED)] if path.name.lower().endswith(PACKED) else path.name
    if found := format_for(name):
        return found.name
    raise ValueError(f"{path.name}: no format has this ending; name one of {', '.join(FORMATS)}")
