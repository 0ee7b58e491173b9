"""The registry of formats: their names, endings and modules. To look one up imports no format."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, BinaryIO, NamedTuple


class Record(NamedTuple):
    """A puzzle as a file has it. Only its characters are checked: neither the puzzle nor its solution is proven."""

    puzzle: str
    """One character a cell, 1..9 then A..P, a full stop where it is empty."""
    solution: str | None
    """The solution, in the same way, where the file has one."""
    line: int
    """Where the puzzle begins: its line, from 1; its row, where a format has no lines."""
    columns: Mapping[str, str]
    """Whatever else the file says about the puzzle, by name."""


@dataclass(frozen=True)
class Format:
    """A format of files of puzzles."""

    name: str
    module: str
    """Its module in `catalogue.formats`, imported when it is used."""
    summary: str
    endings: tuple[str, ...] = ()
    """The names of files end so; with these, `--output` chooses the format."""
    keeps_columns: bool = False
    """Whether it keeps every column of a row; otherwise only the puzzle and perhaps its solution."""
    keeps_solution: bool = True
    keeps_about: bool = False
    """Whether it keeps what a file is about: `write(..., about={"name": "value"})`."""
    is_binary: bool = False
    is_read: bool = True
    shows_blocks: bool = False
    """Whether it draws blocks: `write(..., blocks="2x3")`, the usual ones of the size by default."""
    form_of: str | None = None
    """The more general format as which it is read where no ending says more."""

    def read(self, file: BinaryIO) -> Iterator[Record]:
        """Yield the puzzles of a file, in memory that does not grow with it. ValueError names the line of an error."""
        records: Iterator[Record] = self._module.read(file)
        return records

    def is_like(self, head: bytes) -> bool:
        """Whether a file that begins with these bytes can be of this format."""
        return bool(self.is_read and self._module.is_like(head))

    def write(self, rows: Iterable[Sequence[Any]], columns: Sequence[str], file: Any, **options: Any) -> None:
        """Write rows as they come: to a binary file where the format `is_binary`, to a text file otherwise.

        A format that does not keep every column takes the puzzle and perhaps its solution, in this order. Some
        formats have options of their own.
        """
        self._module.write(rows, columns, file, **options)

    @property
    def _module(self) -> Any:
        return import_module(f"catalogue.formats.{self.module}")


_ALL = (
    Format("grid", "text.grid", "boards drawn with box characters; reads every drawing", shows_blocks=True),
    Format("line", "text.line", "a puzzle a line, . for empty, with its solution behind a space", (".line", ".lines")),
    Format("txt", "text.txt", "the rows of N.txt, 0 for empty, a blank line between boards", (".txt",), form_of="grid"),
    Format("triples", "text.triples", "a line `row column value` for each clue", (".triples",), form_of="grid"),
    Format("sdm", "text.sdm", "a puzzle a line, 0 for empty", (".sdm",), keeps_solution=False, form_of="line"),
    Format("sdk", "text.sdk", "a line for each row, as SadMan Sudoku", (".sdk",), keeps_solution=False, form_of="grid"),
    Format(
        "ss",
        "text.ss",
        "rows with bars, as Simple Sudoku",
        (".ss",),
        keeps_solution=False,
        form_of="grid",
        shows_blocks=True,
    ),
    Format("sdx", "text.sdx", "rows with candidates, as SudoCue", (".sdx",), keeps_solution=False, form_of="grid"),
    Format("hodoku", "text.hodoku", "lines of HoDoKu's library", (".hodoku",), keeps_solution=False),
    Format("opensudoku", "apps.opensudoku", "XML of OpenSudoku", (".opensudoku",), keeps_solution=False),
    Format("csv", "tables.csv", "a heading and a line of values for each puzzle", (".csv",), keeps_columns=True),
    Format("tsv", "tables.tsv", "the same, separated by tabs", (".tsv", ".tab"), keeps_columns=True),
    Format("json", "tables.json", "an array of objects", (".json",), keeps_columns=True),
    Format("jsonl", "tables.jsonl", "an object a line", (".jsonl", ".ndjson"), keeps_columns=True),
    *(
        Format(name, f"tables.{name}", summary, endings, keeps_columns=True, keeps_about=True, is_binary=True)
        for name, summary, endings in (
            ("npz", "an array of numpy for each column", (".npz",)),
            ("parquet", "columns with types, compressed", (".parquet",)),
            ("sqlite", "a table of SQLite", (".db", ".sqlite")),
        )
    ),
    *(
        Format(
            name,
            f"pictures.{name}",
            summary,
            (f".{name}",),
            keeps_solution=False,
            is_binary=name == "png",
            is_read=False,
            shows_blocks=True,
        )
        for name, summary in (("svg", "a drawing of one puzzle"), ("png", "the same as pixels"))
    ),
    Format("link", "apps.link", "links that open a puzzle in an application", keeps_solution=False, is_read=False),
    Format("table", "tables.table", "the numbers, for a person", keeps_columns=True, is_read=False),
)

FORMATS: Mapping[str, Format] = {each.name: each for each in _ALL}
"""All formats by their names."""

ROW_FORMATS = ("table", "csv", "tsv", "json", "jsonl", "line")
"""The formats of text that take rows of any columns."""


def format_for(name: str) -> Format | None:
    """The format that the ending of a file's name says; None for any other ending."""
    return next((each for each in _ALL if name.lower().endswith(each.endings)), None) if name else None
