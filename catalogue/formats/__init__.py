"""Files of puzzles: the formats that commands read and write. To look one up imports no format.

`FORMATS` lists them all. A format has functions in its module, by the names of its line in the table:

- `read_READER(lines)` yields a `Given` for each puzzle of the numbered lines of a text, as they come; `of_pieces` takes
  the binary file; ValueError names the line of an error, unless `refuse` gets it; tables take the `column` of puzzles;
- `is_READER(head)` says whether a file that begins with these bytes can be of the format; without it, the first puzzle
  is read, unless the line says how files begin;
- `text_NAME(row, columns)` is the text of a row of values, with the names of their columns; where that is not enough,
  `write_NAME(rows, columns, file)` writes all of them, as they come.

Text is read by `engine.reading.reader`, which the readers here call with the lines of a file. Puzzles come in through
`door`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, BinaryIO

from ...engine.lazy import lazy_names

if TYPE_CHECKING:
    from ...engine import Variant
    from ...engine.reading.tables import Given, Refuse
    from . import answers, applications, columns, drawn
else:  # the help of a command names formats, and needs no reader
    __getattr__, __dir__ = lazy_names(__name__)


CONSTRAINTS = "constraints"
"""The column of a record that has the constraint text of a puzzle's rules."""


def rules_of(record: Given) -> str | None:
    """Return the constraint text of a puzzle's rules; None for a puzzle under the rules of Sudoku alone."""
    return record.columns.get(CONSTRAINTS) or None


MORE_RULES = (
    "the puzzle has more rules than those of Sudoku: catalogue show, solve, rate, hint, path, import and book know them"
)
"""The end of an error of what knows plain puzzles alone."""


def ignore(*_: Any) -> None:
    """Take a report of progress, or a notice, and do nothing."""


@dataclass(frozen=True, kw_only=True)
class How:
    """How to read a file or a text, as far as somebody says; None: as it shows."""

    format: str | None = None
    """A name in `FORMATS`."""
    encoding: str | None = None
    """Of text, such as "cp1252"."""
    column: str | None = None
    base: int | None = None
    """Where rows and columns of triples count from, 0 or 1."""
    size: int | None = None
    blocks: str | None = None
    rules: str | None = None
    """The rules of puzzles that name none."""
    in_part: bool = False
    """Whether a puzzle is read that is not understood whole."""
    any_frame: bool = False
    """Whether a board may have more rows than columns, or fewer, which no catalogue stores."""
    refuse: Refuse | None = None
    """Gets what is not a puzzle, and the reader continues after it."""
    puzzles: str | None = None
    """Whether constraint text is "one" puzzle, or has one in each of its "lines"."""
    trust: bool = False
    """Whether a file may take whatever it takes (`engine.reading.budget`)."""
    on_notice: Callable[[str], None] = ignore
    """Gets how a text was read that does not show it."""

    @property
    def has_shape(self) -> bool:
        """Whether it says the shape of the board."""
        return bool(self.size or self.blocks)


AS_SHOWN = How()
"""As a text shows it."""


@dataclass(frozen=True)
class Format:
    """A format of files of puzzles."""

    name: str
    module: str
    """Its module in `catalogue.formats`, imported when it is used."""
    summary: str
    endings: tuple[str, ...] = ()
    """The names of files end so; with these, `--output` chooses the format."""
    reader: str | None = None
    """Which functions of the module read it, None for a format that is only written."""
    form_of: str | None = None
    """The more general format as which it is read if no ending says more."""
    keeps_columns: bool = False
    """Whether it keeps every column of a row; otherwise only the puzzle and perhaps its solution."""
    keeps_solution: bool = True
    keeps_notes: tuple[str, ...] = ()
    keeps_about: bool = False
    """Whether it keeps what a file is about: `write(..., about={"name": "value"})`."""
    keeps_objects: bool = False
    keeps_steps: bool = False
    is_bare: bool = False
    is_picture: bool = False
    is_binary: bool = False
    of_pieces: bool = False
    """Whether it is read in pieces of bytes, not line by line."""
    between: str = ""
    begins: tuple[bytes, ...] = ()
    """One of these is the beginning of every file, if they have a mark of their own."""
    media: str | None = None
    """The type of its files, as a server names it; None: text, or bytes if it is binary."""
    keeps_rules: bool = False
    """Whether it is written by `write_variants`, too."""
    shows_blocks: bool = False
    """Whether blocks matter to it: `write(..., blocks="2x3")`, the usual ones of the size by default."""

    @property
    def media_type(self) -> str:
        """The type of its files, as a server names it."""
        return self.media or ("application/octet-stream" if self.is_binary else "text/plain; charset=utf-8")

    @property
    def is_read(self) -> bool:
        """Whether it can be read."""
        return self.reader is not None

    def read(self, file: BinaryIO, how: How = AS_SHOWN) -> Iterator[Given]:
        """Yield the puzzles of a file, in memory that does not grow with it. ValueError names the line of an error.

        ValueError for a column if the format has none.
        """
        if how.column is not None and not self.keeps_columns:
            raise ValueError(f"{self.name} files have no columns: {how.column} cannot be read")
        known = (*(("column",) if self.keeps_columns else ()), *_OPTIONS.get(self.reader or "", ()))
        options = {name: getattr(how, name) for name in known}
        read = partial(self._puzzles, file, options)
        if not how.refuse:
            return read({})
        if how.trust:
            return read({"refuse": how.refuse})
        from ...engine.reading.budget import patient  # the help of a command needs none

        return patient(lambda refuse: read({"refuse": refuse}), how.refuse)

    def _puzzles(self, file: BinaryIO, options: Mapping[str, Any], refusal: Mapping[str, Refuse]) -> Iterator[Given]:
        source: Any = file
        if not (self.is_binary or self.of_pieces):
            most = {"most_bytes": _MOST_BYTES_OF_STEPS} if self.keeps_steps else {}
            source = _module("lines").lines_of(file, **most, **refusal)
        puzzles: Iterator[Given] = getattr(_module(self.module), f"read_{self.reader}")(source, **options, **refusal)
        return puzzles

    def is_like(self, head: bytes) -> bool:
        """Whether a file that begins with these bytes can be of this format."""
        if self.begins or not self.is_read:
            return bool(self.begins) and head.startswith(self.begins)
        looks = getattr(_module(self.module), f"is_{self.reader}", None)
        return bool(looks(head) if looks else _module("lines").begins(self.read, head))

    def write(self, rows: Iterable[Sequence[Any]], columns: Sequence[str], file: Any, **options: Any) -> None:
        """Write rows as they come: to a binary file if the format `is_binary`, to a text file otherwise.

        A format that does not keep every column takes the puzzle and perhaps its solution, in this order, and what it
        `keeps_notes`. Some formats have options of their own.
        """
        module = _module(self.module)
        if text := getattr(module, f"text_{self.name}", None):
            before = ""
            for row in rows:
                file.write(before + text(row, columns, **options))
                before = self.between
        else:
            getattr(module, f"write_{self.name}")(rows, columns, file, **options)

    def write_variants(self, variants: Iterable[tuple[Variant, str | None]], file: Any, **options: Any) -> None:
        """Write puzzles with rules and solutions, if the format `keeps_rules`. ValueError for a rule it lacks."""
        _module("variants").write_variants(self.name, variants, file, **options)


def _module(name: str) -> Any:
    return import_module(f"{__name__}.{name}")


_MOST_BYTES_OF_STEPS = 1 << 26
"""A longer line is no object: the steps of a hard puzzle take some megabytes."""

_OPTIONS: Mapping[str, Sequence[str]] = {
    "drawn": ("base",),
    CONSTRAINTS: ("in_part", "any_frame", "on_notice", "puzzles"),
    "iss": ("in_part", "any_frame", "on_notice", "puzzles"),
    **dict.fromkeys(("opensudoku", "sqlite", "npz", "parquet"), ("trust",)),
}
"""The fields of `How` that readers take besides the column of a table."""

_AUTHOR: dict[str, Any] = {"keeps_notes": ("author", "description")}
_APART: dict[str, Any] = {"between": "\n"}
_BARE: dict[str, Any] = {"is_bare": True}
_PUZZLE: dict[str, Any] = {"keeps_solution": False}
_TABLE: dict[str, Any] = {"keeps_columns": True}
_OBJECTS: dict[str, Any] = {**_TABLE, "keeps_objects": True, "keeps_steps": True}
_TYPED: dict[str, Any] = {"keeps_columns": True, "keeps_about": True, "is_binary": True}
_BLOCKS: dict[str, Any] = {"shows_blocks": True}
_TITLE: dict[str, Any] = {**_PUZZLE, **_BLOCKS, "keeps_notes": ("title", "author", "description")}
_RULED: dict[str, Any] = {"keeps_rules": True}
_ALL_RULES: dict[str, Any] = {**_PUZZLE, **_BLOCKS, **_RULED}
_PICTURE: dict[str, Any] = {**_ALL_RULES, "is_picture": True}

# fmt: off
_ALL = (
    Format("grid", "drawn", "boards drawn with box characters; reads every drawing", (), "drawn", **_BLOCKS, **_RULED),
    Format("line", "lines", "one puzzle per line, . for empty, then its solution", (".line", ".lines"), "list",
           **_BARE),
    Format("txt", "drawn", "the rows of N.txt, 0 for empty, a blank line between boards", (".txt",), "drawn", "grid",
           **_BARE, **_APART),
    Format("triples", "drawn", "a line `row column value` for each clue", (".triples",), "drawn", "grid", **_BARE),
    Format("sdm", "lines", "one puzzle per line, 0 for empty", (".sdm",), "list", "line", **_PUZZLE),
    Format("sdk", "applications", "a line for each row, as SadMan Sudoku", (".sdk",), "sdk", "grid", **_PUZZLE,
           **_AUTHOR, **_APART),
    Format("ss", "drawn", "rows with bars, as Simple Sudoku", (".ss",), "drawn", "grid", **_PUZZLE, **_BLOCKS,
           **_APART),
    Format("sdx", "applications", "rows with candidates, as SudoCue", (".sdx",), "sdx", "grid", **_PUZZLE, **_APART),
    Format("hodoku", "applications", "lines of HoDoKu's library", (".hodoku",), "hodoku", **_PUZZLE, **_BLOCKS),
    Format("opensudoku", "applications", "XML of OpenSudoku", (".opensudoku",), "opensudoku", **_TITLE, of_pieces=True,
           media="application/x-opensudoku"),
    Format("csv", "lines", "a heading and a line of values for each puzzle", (".csv",), "csv", **_TABLE,
           media="text/csv; charset=utf-8"),
    Format("tsv", "lines", "the same, separated by tabs", (".tsv", ".tab"), "tsv", **_TABLE,
           media="text/tab-separated-values; charset=utf-8"),
    Format("json", "lines", "an array of objects", (".json",), "json", **_OBJECTS, of_pieces=True,
           media="application/json"),
    Format("jsonl", "lines", "one object per line", (".jsonl", ".ndjson"), "jsonl", **_OBJECTS,
           media="application/x-ndjson"),
    Format("npz", "columns", "an array of numpy for each column", (".npz",), "npz", **_TYPED,
           begins=(b"PK\x03\x04", b"\x93NUMPY")),
    Format("parquet", "columns", "columns with types, compressed", (".parquet",), "parquet", **_TYPED,
           begins=(b"PAR1",), media="application/vnd.apache.parquet"),
    Format("sqlite", "sqlite", "a table of SQLite", (".db", ".sqlite"), "sqlite", **_TYPED, keeps_steps=True,
           begins=(b"SQLite format 3\0",),
           media="application/vnd.sqlite3"),
    Format("svg", "drawn", "a drawing of one puzzle", (".svg",), **_PICTURE, media="image/svg+xml"),
    Format("png", "drawn", "the same as pixels", (".png",), **_PICTURE, is_binary=True, media="image/png"),
    Format("link", "applications", "links that open a puzzle in an application", **_ALL_RULES),
    Format("sudokupad", "applications", "links to SudokuPad, with the rules drawn and in words", **_ALL_RULES),
    Format("fpuzzles", "applications", "links to f-puzzles", **_ALL_RULES),
    Format("constraints", "variants", "a puzzle with rules per line", (".constraints",), "constraints", **_ALL_RULES),
    Format("iss", "variants", "the same for Interactive-Sudoku-Solver", (".iss",), "iss", "constraints",
           **_ALL_RULES),
    Format("table", "lines", "the numbers, for a person", **_TABLE),
)
# fmt: on

FORMATS: Mapping[str, Format] = {each.name: each for each in _ALL}
"""All formats by their names."""


def format_for(name: str) -> Format | None:
    """The format that the ending of a file's name says; None for any other ending."""
    return next((each for each in _ALL if name.lower().endswith(each.endings)), None) if name else None


def readable() -> tuple[str, ...]:
    """The names of the formats that can be read."""
    return tuple(name for name, each in FORMATS.items() if each.is_read)
