"""Report what a data set of puzzles really holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from os import PathLike
from pathlib import Path
from typing import Annotated, Any

from .. import runs
from ..puzzles.kinds import AUDITED
from ..puzzles.numbers import PROCESSORS
from ..requests.option import Option, text, whole
from ..requests.request import LongRequest
from ..requests.shared import ENCODING, INPUT_FORMAT, THREADS


def _column(meaning: str, found_by: str = "its contents") -> Option:
    return text(f"Name of the column with {meaning}. Default: found by {found_by}.", metavar="NAME")


@dataclass(frozen=True, kw_only=True)
class AuditRequest(LongRequest):
    """Which files are looked at, and how many of their puzzles are rated."""

    files: Annotated[
        Sequence[str | PathLike[str]],
        text("Files of the data set.", read=Path, metavar="FILE...", is_argument=True, is_local=True),
    ] = field(kw_only=False)
    puzzle_column: Annotated[str | None, _column("puzzles")] = None
    solution_column: Annotated[str | None, _column("solutions")] = None
    label_column: Annotated[str | None, _column("difficulty labels", "its name")] = None
    input_format: Annotated[str | None, INPUT_FORMAT] = None
    encoding: Annotated[str | None, ENCODING] = None
    rated: Annotated[int, whole("Rate up to this many puzzles of each file, for at most half a minute.")] = AUDITED
    output: Annotated[
        str | PathLike[str] | None,
        text("Write the cleaned files to this new folder.", read=Path, metavar="DIR", is_local=True),
    ] = None
    keep: Annotated[
        Sequence[str],
        text(
            "With `output`: a file, by its name, or a split of a folder, that keeps the rows which others have too."
            " Repeat it to name the next one. Default: the first file.",
            metavar="NAME",
        ),
    ] = ()
    threads: Annotated[int, THREADS] = PROCESSORS

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.keep and self.output is None:
            raise ValueError("`keep` needs `output`")


@dataclass(frozen=True)
class AuditReport:
    """The content of each file."""

    files: Sequence[runs.FileReport]

    def data(self) -> list[dict[str, Any]]:
        """Return the figures of each file for programs."""
        return [asdict(each) for each in self.files]


def _in_order(paths: Sequence[Path], keep: Sequence[str]) -> Sequence[Path]:
    """The files that keep their rows first, then the others. ValueError for a name that no file has."""
    first: list[Path] = []
    for name in [keep] if isinstance(keep, str) else keep:
        found = [path for path in paths if name in (path.name, path.name.rpartition("-of-")[0].rpartition("-")[0])]
        if not found:
            raise ValueError(f"`keep`: no file is called {name}; there are {', '.join(path.name for path in paths)}")
        first += [path for path in found if path not in first]
    return [*first, *(path for path in paths if path not in first)]


def _files_of(path: Path) -> Sequence[Path]:
    """The files of a data set in a folder; a file by itself."""
    return sorted((path / "data").glob("*.parquet")) or [path]


def audit(request: AuditRequest) -> AuditReport:
    """Look at the files of a data set, such as its splits, and report on each.

    `on_progress` gets the name of the file at work, how many rows are read, and about how many there are in all files.
    With `output`, the rows that are sound are written to files of the same names there. CatalogueError for a file that
    cannot be read or holds no puzzles, for files of different sizes, and if `output` exists. ValueError for a name in
    `keep` that no file has.
    """
    found = runs.audit.audit(
        _in_order([path for file in request.files for path in _files_of(Path(file))], request.keep),
        puzzle=request.puzzle_column,
        solution=request.solution_column,
        label=request.label_column,
        format=request.input_format,
        encoding=request.encoding,
        rated=request.rated,
        output=None if request.output is None else Path(request.output),
        threads=request.threads,
        on_progress=request.on_progress,
    )
    return AuditReport(found)
