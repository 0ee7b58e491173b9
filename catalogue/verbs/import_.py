"""Store the puzzles of files, or of another catalogue, that are new."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, fields, replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Annotated

from ...engine.names import SYMMETRIES
from .. import puzzles, runs, storage
from ..errors import CatalogueError
from ..formats import FORMATS, How
from ..formats.opening import STANDARD_INPUT
from ..puzzles.kinds import DEFAULT_DEPTH, Depth
from ..requests.request import LongRequest, choice
from ..requests.shared import DEPTH, INPUT_FORMAT, THREADS, WORKERS
from ..runs.how import PROCESSORS
from ..storage.home import Home
from ..storage.whole_files import check_output, output_file
from .sections import Figures, Lines, Section, Sections, histogram, line, speed


@dataclass(frozen=True, kw_only=True)
class ImportOptions(LongRequest, runs.HowToImport):
    """How puzzles are imported. ValueError for an unknown name."""

    input_format: Annotated[str | None, INPUT_FORMAT] = None
    encoding: str | None = None
    column: str | None = None
    base: int | None = None
    trust: bool = False
    skip_bad: bool = False
    strict: bool = False
    rate: Annotated[Depth | str, DEPTH] = DEFAULT_DEPTH
    symmetry: Annotated[str | None, choice(SYMMETRIES)] = None
    rules: str | None = None
    refused: Path | None = None
    force: bool = False
    dry_run: bool = False
    threads: Annotated[int, THREADS] = PROCESSORS
    workers: Annotated[str | None, WORKERS] = None
    wait: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.skip_bad and self.strict:
            raise ValueError("`strict` refuses lines that `skip_bad` skips: leave one of them out")

    @property
    def depth(self) -> Depth:
        """How far new puzzles are rated."""
        return Depth(self.rate)


@dataclass(frozen=True, kw_only=True)
class ImportRequest(ImportOptions):
    """Which files to import, and how. `on_refusals` gets the name of a file and its next puzzles that are refused.

    ValueError for an unknown name. A file catalogue.db merges that catalogue.
    """

    files: Sequence[Path | str | PathLike[str]]

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.paths.count(STANDARD_INPUT) > 1:
            raise ValueError("the standard input can be imported only once")

    @property
    def paths(self) -> Sequence[Path]:
        """The files, and those of a folder in the order of their names."""
        return [path for each in map(Path, self.files) for path in (_files_in(each) if each.is_dir() else [each])]


@dataclass(frozen=True, kw_only=True)
class ImportFileRequest(ImportOptions):
    """Which file to import, and how. A file catalogue.db merges that catalogue. For programs.

    `on_refusals` gets all that is refused, in the order of the file and from another thread. Setting `stop` ends the
    import early; the same call continues it. ValueError for an unknown name.
    """

    path: Path | str | PathLike[str] = field(kw_only=False)
    input_format: str | None = field(default=None, init=False)
    format: Annotated[str | None, INPUT_FORMAT] = None

    def __post_init__(self) -> None:
        if self.format is not None and self.format not in FORMATS:
            raise ValueError(f"no format is called {self.format!r}; there are {', '.join(FORMATS)}")
        super().__post_init__()

    def of_files(self) -> ImportRequest:
        """The same as a request for files."""
        known = {each.name: getattr(self, each.name) for each in fields(ImportOptions)}
        given = {"input_format": self.format, "on_refusals": lambda _, refusals: self.on_refusals(refusals)}
        return ImportRequest(files=[self.path], **(known | given))


def _files_in(folder: Path) -> list[Path]:
    found = sorted(path for path in folder.rglob("[!.]*") if path.is_file())
    if not found:
        raise ValueError(f"{folder} has no files")
    return found


@dataclass(frozen=True)
class ImportReports:
    """The result of each file up to the one that was interrupted, and how the catalogue compares puzzles."""

    reports: Sequence[runs.ImportReport]
    symmetry: str
    is_new: bool

    @property
    def interrupted(self) -> bool:
        """Whether the last one was stopped early."""
        return self.reports[-1].interrupted

    @property
    def unreadable(self) -> int:
        """Lines that are not puzzles, and were skipped."""
        return sum(report.unreadable for report in self.reports)

    def sections(self, request: ImportRequest) -> Sections:
        """Return the figures of each file for people."""
        found = [section for report in self.reports for section in _sections(report, request)]
        if self.is_new and request.symmetry is None:
            others = " or ".join(f"--symmetry {each}" for each in SYMMETRIES if each != self.symmetry)
            made = f"The new catalogue compares puzzles up to {self.symmetry};"
            found.append(Lines([made, f"make it with {others} for another comparison."]))
        return found

    def data(self) -> list[dict[str, object]]:
        """Return the figures of each file for programs."""
        return [report.data() for report in self.reports]


def _sections(report: runs.ImportReport, request: ImportRequest) -> Iterator[Section | list[Section]]:
    figures = Figures(
        [
            ("looked at before", report.skipped or None),
            ("puzzles looked at", report.looked_at),
            ("new", report.new),
            ("  on new boards", report.new_boards),
            ("  on boards already there", report.new - report.new_boards),
            ("  with rules of their own", report.ruled or None),
            ("  without a rating", report.unrated or None),
            ("duplicates refused", report.duplicates),
            ("refused without one solution", report.unsound),
            ("skipped, not puzzles", report.unreadable or None),
            ("boards in total", report.boards),
            *speed("puzzles", report.looked_at, report.seconds),
        ]
    )
    yield [line(f"{report.name} ({report.format})"), figures]
    if report.added:
        added = Figures([(f"  {what}", number) for what, number in sorted(report.added.items())])
        yield [line("added to puzzles already there"), added]
    if report.differing:
        yield Lines(["differs, and stays as it is here", *report.differing])
    yield from histogram("clues", report.clues)
    if refusals := [each for each in report.refusals if not each.is_fault]:
        why = [each.reason if each.number is None else f"the same as puzzle {each.number}" for each in refusals]
        more = report.duplicates + report.unsound - len(why)
        rest = f"{more:,} more are {f'in {request.refused}' if request.refused else 'listed with --refused FILE'}"
        said = [f"line {each.line}: {reason}" for each, reason in zip(refusals, why, strict=True)]
        yield Lines([*said, *([rest] if more else [])])
    if request.dry_run:
        yield line("Dry run: nothing was changed.")
    elif report.interrupted:
        yield line("Interrupted; the same command continues from here.")


# --- The work ---------------------------------------------------------------------------------------------------------


def import_files(home: Home, request: ImportRequest) -> ImportReports:
    """Store the puzzles of files that are new; a missing catalogue is made.

    Lines that are not puzzles are refused, and the rest goes on; with the field `strict`, CatalogueError for the first
    one, before anything is imported. CatalogueError for a file without a puzzle of the catalogue's size, and if the
    catalogue cannot be written. ValueError for other settings than the catalogue has.
    """
    check_output(request.refused, force=request.force)
    for path in request.paths:
        runs.check_not_itself(home, path)
    listings = _listings(request)
    is_new, reports = not storage.exists(home), []
    with (
        _opened(home, listings, request) as store,
        runs.scheduler_of(request.workers) as scheduler,
        _refusals(request) as refuse,
    ):
        how = replace(request, workers=scheduler, on_refusals=refuse)
        for listing in listings:
            reports.append(runs.import_puzzles(store, listing, how))
            if reports[-1].interrupted:
                break
        return ImportReports(reports, store.settings.symmetry, is_new)


def import_file(home: Home, request: ImportFileRequest) -> runs.ImportReport:
    """Store the puzzles of a file that are new. Creates a missing catalogue. The report has the first refusals.

    Lines that are not puzzles are among them, and counted. Errors as from `import_files`.
    """
    return import_files(home, request.of_files()).reports[0]


def _listings(request: ImportRequest) -> Sequence[runs.Listing]:
    """Read the files to their ends. CatalogueError if they have puzzles of several sizes."""
    how = How(
        format=request.input_format,
        encoding=request.encoding,
        column=request.column,
        base=request.base,
        trust=request.trust,
    )
    first, *others = [runs.survey(path, how, skips=not request.strict) for path in request.paths]
    for listing in others:
        if listing.size != first.size:
            raise CatalogueError(
                f"{listing.name} has puzzles of size {listing.size}, and {first.name} of size {first.size}; import them"
                " into catalogues of their own"
            )
    return [first, *others]


def _opened(
    home: Home, listings: Sequence[runs.Listing], request: ImportRequest
) -> AbstractContextManager[storage.Store]:
    """The catalogue. ValueError for rules that cannot be made, and if it compares puzzles in another way."""
    blocks, size = None, listings[0].size
    if request.rules:
        try:
            puzzles.game.kept_rules(request.rules, size, None)
        except ValueError as error:
            raise ValueError(f"`rules`: {error}") from None
    else:
        blocks = next((listing.blocks for listing in listings if listing.blocks), None)
    choices = runs.Choices(size=size, blocks=blocks, symmetry=request.symmetry, rules=request.rules)
    opener = partial(storage.Store.write, wait=request.wait, on_wait=request.on_notice)
    return runs.opened_to_import(home, choices, opener=opener, dry_run=request.dry_run)


@contextmanager
def _refusals(request: ImportRequest) -> Iterator[Callable[[str, Sequence[runs.Refusal]], None]]:
    """Give a function that hands on what is refused, and writes it to the file `refused`, if there is one."""
    if request.refused is None:
        yield request.on_refusals
        return
    with output_file(request.refused, force=request.force) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("source", *runs.Refusal._fields))

        def refuse(name: str, refusals: Sequence[runs.Refusal]) -> None:
            writer.writerows((name, *refusal) for refusal in refusals)
            request.on_refusals(name, refusals)

        yield refuse
