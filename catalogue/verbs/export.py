"""Write puzzles and their solutions."""

from __future__ import annotations

import io
import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile

from ... import engine
from ...engine.grades import Style
from .. import runs, storage
from ..errors import CatalogueError, advised
from ..formats import FORMATS, Format
from ..requests.request import Option, choice, text
from ..requests.selection import NumberedSelection, check_ratable, chosen
from ..requests.shared import COLUMNS_OF_PUZZLES, SERVICE, check_columns
from ..requests.target import STANDARD_OUTPUT, Target, target_of
from ..requests.values import shares
from ..storage.home import is_boards_folder
from ..storage.whole_files import beside, check_output, packed_output, write_output
from .layout import GUARANTEE, RULED_COLUMNS, Layout, Split, check_rules, check_shares, usual_columns, with_rules
from .sections import Report

FILES = "files"
"""The format that is a folder of files."""

EXPORTED = tuple(name for name in FORMATS if name != "table")
"""The formats of one file."""


def _able(fact: str) -> str:
    """The names of the formats of which a fact is true."""
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
            self._check_files()
        if self.style and not self.hints:
            raise ValueError("`style` needs `hints`")

    def _check_files(self) -> None:
        """ValueError for fields that a folder of files has no room for: each file has a board."""
        for name in ("columns", "hints", "style", "split", "service", "archive"):
            if getattr(self, name):
                raise ValueError(f"`{name}` does not go with `format` {FILES}, which writes boards alone")
        if not self.solution:
            raise ValueError(f"--no-solution does not go with `format` {FILES}, which writes boards alone")
        if self.file:
            raise ValueError(f"`format` {FILES} writes a folder: it needs `output`")

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


# --- One file -------------------------------------------------------------------------------------------------------


def written(puzzles: storage.Choice, request: ExportRequest, target: Target) -> ExportReport:
    """Write puzzles to the target of a request."""
    settings, form = puzzles.store.settings, FORMATS[target.format]
    ruled = storage.has_variants(puzzles.store, puzzles.criteria)
    layout = _layout(form, request, puzzles, ruled)
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


def _layout(form: Format, request: ExportRequest, puzzles: storage.Choice, ruled: bool) -> Layout:
    """The columns asked for, or what the format usually has of these puzzles."""
    columns = request.columns
    if not columns:
        columns = usual_columns(form, solution=request.solution, notes=storage.notes_in(puzzles.store), ruled=ruled)
    style = None if request.style is None else Style(request.style)
    return Layout(form, columns, request.solution, request.hints, style, request.service)


class _Counted:
    """Rows, counted as they pass."""

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
    """Give the file to write to, for bytes or for text."""
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
