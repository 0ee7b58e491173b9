"""Write puzzles and their solutions: the columns, steps and rules of a file, and the sides of a split."""

from __future__ import annotations

import hashlib
import io
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, chain, islice
from math import isclose
from os import PathLike
from pathlib import Path
from pickle import dump, load
from tempfile import TemporaryFile
from typing import Annotated, Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile

from ... import engine
from ...engine import paths
from ...engine.grades import Style
from .. import runs, storage
from ..errors import CatalogueError, advised
from ..formats import FORMATS, Format
from ..puzzles.columns import COLUMNS, own_names
from ..puzzles.settings import Settings
from ..puzzles.stored import from_lines
from ..requests.request import Option, choice, shares, text
from ..requests.selection import NumberedSelection, check_ratable, chosen
from ..requests.shared import COLUMNS_OF_PUZZLES, SERVICE, STANDARD_OUTPUT, Target, check_columns, target_of
from ..runs.how import PROCESSORS
from ..storage.home import is_boards_folder
from ..storage.whole_files import beside, check_output, packed_output, write_output
from .sections import Report

FILES = "files"
"""The format that is a folder of files."""

EXPORTED = tuple(name for name in FORMATS if name != "table")
"""The formats of one file."""


def _able(fact: str) -> str:
    return ", ".join(name for name in EXPORTED if getattr(FORMATS[name], fact))


@dataclass(frozen=True, kw_only=True)
class ExportRequest(NumberedSelection):
    """Which puzzles to write, in which format, and where. ValueError for fields that do not go together."""

    output: str | PathLike[str] | None = field(default=None, kw_only=False)
    format: Annotated[str | None, choice((*EXPORTED, FILES))] = None
    solution: Annotated[bool, Option(switches_off=True)] = True
    columns: Annotated[Sequence[str] | None, COLUMNS_OF_PUZZLES] = None
    hints: Annotated[bool, text(words={"able": _able("keeps_steps")})] = False
    style: Style | str | None = None
    split: Annotated[Mapping[str, float] | None, Option(read=shares)] = None
    service: Annotated[str | None, SERVICE] = None
    archive: bool = False
    force: bool = False
    file: BinaryIO | None = field(default=None, compare=False, repr=False)
    """For programs: an open file to write to, in place of `output`."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_columns(self.columns or ())
        if self.split is not None:
            check_shares(self.split)
        if self.format == FILES:
            names = ("columns", "hints", "style", "split", "service", "archive")
            asked = [f"`{name}`" for name in names if getattr(self, name)] + ["--no-solution"] * (not self.solution)
            if asked:
                raise ValueError(f"{asked[0]} does not go with `format` {FILES}, which writes boards alone")
            if self.file:
                raise ValueError(f"`format` {FILES} writes a folder: it needs `output`")
        if self.style and not self.hints:
            raise ValueError("`style` needs `hints`")

    @property
    def path(self) -> Path | None:
        """The file, or the folder of files."""
        return None if self.output is None else Path(self.output)

    def target(self) -> Target:
        """Where the output goes, in which format. ValueError for fields that its format cannot have."""
        if self.file:
            target = Target(None, self.format or "grid")
        else:
            force = self.force or self.split is not None
            target = target_of(self.path, self.format, EXPORTED, default="grid", force=force)
        form = FORMATS[target.format]
        if self.split and not target.path:
            raise ValueError("`split` needs `output`")
        if self.columns and not form.keeps_columns:
            raise ValueError(f"`columns` needs one of the formats {_able('keeps_columns')}")
        if self.hints and not form.keeps_steps:
            raise ValueError(f"`hints` needs one of the formats {_able('keeps_steps')}")
        if self.service and target.format != "link":
            raise ValueError("`service` needs the format link")
        if self.archive and (form.keeps_columns or self.split):
            raise ValueError(f"`archive` goes neither with {form.name} nor with `split`")
        return target


@dataclass(frozen=True)
class ExportReport(Report):
    """How many puzzles were written, in which format, and how many to each share of a split."""

    puzzles: int
    format: str
    shares: Mapping[str, int] = field(default_factory=dict)


def export(place: storage.Place, request: ExportRequest) -> ExportReport:
    """Write the puzzles to a file, or to the standard output if none is named.

    CatalogueError if there is no catalogue, the file exists and `force` is not given, it cannot be written, or the
    format has no room for the rules of the puzzles.
    """
    target = None if request.format == FILES else request.target()
    with storage.reading(place) as store:
        puzzles = chosen(store, request)
        return written_files(puzzles, request) if target is None else written(puzzles, request, target)


# --- The layout of a file: columns, steps of solutions, rules --------------------------------------------------------


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
        extra: dict[str, Any] = {"about": about} if about and self.form.keeps_about else {}
        if self.form.shows_blocks:
            extra["blocks"] = blocks
        complete = with_steps(rows, blocks, self.style) if self.hints else rows
        self._write(self.form.write, complete, self.headings, file, **extra)

    def write_ruled(self, rows: Iterable[storage.Row], settings: Settings, file: Any) -> None:
        """Write rows of `RULED_COLUMNS` as puzzles with their rules. CatalogueError for what the format cannot have."""
        found = ((settings.game.with_rules(givens, own), solved) for givens, own, solved in rows)
        kept = found if self.solution else ((variant, None) for variant, _ in found)
        self._write(self.form.write_variants, kept, file)

    def _write(self, write: Callable[..., None], *given: Any, **extra: Any) -> None:
        try:
            write(*given, **({"service": self.service} if self.service else {}), **extra)
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
"""The columns of puzzles with their rules."""


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
        with suppress(EOFError):
            while True:
                yield from load(file)

    def about(self, name: str) -> dict[str, str]:
        """The metadata of a side's file."""
        return {"split": name, "shares": json.dumps(self._shares), "guarantee": GUARANTEE}

    def __enter__(self) -> Split:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()


# --- One file -------------------------------------------------------------------------------------------------------


def written(puzzles: storage.Choice, request: ExportRequest, target: Target) -> ExportReport:
    """Write puzzles to the target of a request."""
    settings, form = puzzles.store.settings, FORMATS[target.format]
    ruled = storage.has_variants(puzzles.store, puzzles.criteria)
    columns = request.columns
    if not columns:
        columns = usual_columns(form, solution=request.solution, notes=storage.notes_in(puzzles.store), ruled=ruled)
    style = None if request.style is None else Style(request.style)
    layout = Layout(form, columns, request.solution, request.hints, style, request.service)
    _check_fits(request, form, puzzles, ruled)
    if request.archive:
        with _opened(request, target, binary=True) as file:
            return ExportReport(_write_archive(layout, puzzles, file, ruled and form.keeps_rules), form.name)
    if ruled and form.keeps_rules:
        rows = _Counted(puzzles.rows(RULED_COLUMNS))
        with _opened(request, target, binary=form.is_binary) as file:
            layout.write_ruled(rows, settings, file)
        return ExportReport(rows.number, form.name)
    asked = [*layout.asked, *(["solution"] if request.split else [])]
    found = _shown(puzzles, with_rules(puzzles.rows(asked), asked, settings), request)
    if request.split and target.path:
        counts = _write_split(target.path, layout, found, settings.shape.blocks, request)
        return ExportReport(sum(counts.values()), form.name, counts)
    rows = _Counted(found)
    rows.begin()  # what is wrong with the catalogue shows before a file is begun
    with _opened(request, target, binary=form.is_binary) as file:
        layout.write(rows, file, settings.shape.blocks)
    return ExportReport(rows.number, form.name)


class _Counted:
    def __init__(self, rows: Iterable[storage.Row]) -> None:
        self._rows = iter(rows)
        self.number = 0

    def begin(self) -> None:
        """Read the first row now."""
        first = next(self._rows, None)
        self._rows = chain([] if first is None else [first], self._rows)

    def __iter__(self) -> Iterator[storage.Row]:
        for row in self._rows:
            self.number += 1
            yield row


@contextmanager
def _opened(request: ExportRequest, target: Target, *, binary: bool) -> Iterator[Any]:
    if request.file is None:
        with packed_output(target.path, binary=binary, force=request.force) as file:
            yield file
    elif binary:
        yield request.file
    else:
        content = io.TextIOWrapper(request.file, "utf-8", newline="")
        yield content
        content.flush()
        content.detach()


def _check_fits(request: ExportRequest, form: Format, puzzles: storage.Choice, ruled: bool) -> None:
    """CatalogueError for a format that would lose the rules of puzzles; ValueError for what is for plain ones."""
    if ruled:
        for name in ("split", "hints"):
            if getattr(request, name):
                raise ValueError(f"`{name}` is for plain puzzles, not for variants")
        check_rules(form, puzzles.store.settings)
    elif request.hints:
        check_ratable(puzzles.store)


def _write_archive(layout: Layout, puzzles: storage.Choice, file: BinaryIO, ruled: bool) -> int:
    """Write a ZIP archive with a file for each puzzle, named after it, and return how many there are."""
    settings, form, count = puzzles.store.settings, layout.form, 0
    ending = form.endings[0] if form.endings else ".txt"
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for number, *row in puzzles.rows(("id", *(RULED_COLUMNS if ruled else layout.asked))):
            content: Any = io.BytesIO() if form.is_binary else io.StringIO()
            if ruled:
                layout.write_ruled([row], settings, content)
            else:
                layout.write([row], content, settings.shape.blocks)
            archive.writestr(f"puzzle-{number}{ending}", content.getvalue())
            count += 1
            engine.native.check_time()
    return count


def _shown(puzzles: storage.Choice, rows: Iterable[storage.Row], request: ExportRequest) -> Iterator[storage.Row]:
    """Yield the rows; if their steps are found, which may take long, tell how many have been taken."""
    if not request.hints:
        yield from rows
        return
    total, begin = min(request.limit or sys.maxsize, len(puzzles)), time.monotonic()
    for done, row in enumerate(rows):
        if done:
            request.on_progress(done, total, time.monotonic() - begin)
        yield row


# --- Several files --------------------------------------------------------------------------------------------------


def _write_split(
    path: Path, layout: Layout, rows: Iterable[storage.Row], blocks: str, request: ExportRequest
) -> Mapping[str, int]:
    """Write a file for each share, and return how many rows each has. The rows have the solution as one column more.

    If the format has no room for the guarantee, it goes into another file.
    """
    shares, force = request.split or {}, request.force
    paths = {name: beside(path, name) for name in shares}
    companion = None if layout.form.keeps_about else beside(path, "split", ".json")
    if companion in paths.values():
        raise CatalogueError(f"{companion} is for what the split guarantees; name the share split in another way")
    for each in (*paths.values(), companion):
        check_output(each, force=force)
    with Split(rows, shares, blocks) as split:
        for name, each in paths.items():
            with packed_output(each, binary=layout.form.is_binary, force=force) as file:
                layout.write(split.rows(name), file, blocks, split.about(name))
        if companion:
            about = {
                "files": {paths[name].name: {"share": shares[name], "rows": split.counts[name]} for name in shares},
                "guarantee": GUARANTEE,
            }
            write_output(companion, json.dumps(about, indent=2) + "\n", force=force)
        return split.counts


def written_files(puzzles: storage.Choice, request: ExportRequest) -> ExportReport:
    """Write a file for each board into a folder."""
    store, folder = puzzles.store, request.path
    own = store.board_files.folder if store.board_files else None
    folder = folder or own
    if folder == STANDARD_OUTPUT:
        raise ValueError(f"`format` {FILES} needs a folder as `output`")
    if folder is None:
        raise ValueError(f"{store.home} has no folder for files: name one with `output`")
    if is_boards_folder(folder.resolve()) and (own is None or folder.resolve() != own.resolve()):
        raise CatalogueError(f"{folder} holds the boards of another catalogue; name another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CatalogueError(advised(folder, error)) from error
    numbers = [row[0] for row in puzzles.rows(("id",))]
    runs.write_board_files(store, numbers, folder, replace=request.force)
    return ExportReport(len(numbers), FILES)
