"""Puzzles for single applications: the files of OpenSudoku for Android, and links that open a puzzle.

- SudokuPad and f-puzzles take the board as JSON, compressed by LZ-string.
- sudokuwiki.org takes 81 digits.
- OpenSudoku opens files of type `application/x-opensudoku`, so its link is such a file.
"""

import base64
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import BinaryIO, TextIO
from urllib.parse import quote
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from ...engine.reading.tables import Given, Refuse, normalised, stop_at_line
from ...engine.rules.formats.lz_string import compressed
from ...engine.rules.variant import usual_regions
from ...engine.shape import VALUES, Shape
from ..puzzles.stored import size_of
from .lines import check_common

_CHUNK = 65_536
_version = re.compile(r"version: ?\d+\s+")


def is_opensudoku(head: bytes) -> bool:
    """Whether it is XML that begins with an element `opensudoku`."""
    return head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<") and b"<opensudoku" in head


def read_opensudoku(file: BinaryIO, refuse: Refuse = stop_at_line) -> Iterator[Given]:
    """Yield the puzzle of each game, with the name, the author and whatever else the file says before it."""
    parser = _Parser(refuse)
    ended = False
    while not ended:
        chunk = file.read(_CHUNK)
        ended = not chunk
        parser.feed(chunk, ended)
        yield from parser.found
        parser.found.clear()


class _Parser:
    """Collects the games of a file that comes in pieces."""

    def __init__(self, refuse: Refuse) -> None:
        self._refuse_game = refuse
        self.found: list[Given] = []
        self._about: dict[str, str] = {}
        self._text = ""
        self._is_root = True
        self._expat = expat.ParserCreate()
        self._expat.StartElementHandler = self._start
        self._expat.EndElementHandler = self._end
        self._expat.CharacterDataHandler = self._collect
        self._expat.EntityDeclHandler = self._refuse

    def feed(self, chunk: bytes, is_last: bool) -> None:
        try:
            self._expat.Parse(chunk, is_last)
        except expat.ExpatError as error:
            raise ValueError(f"line {error.lineno}: {expat.ErrorString(error.code)}: not XML") from None

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        line = self._expat.CurrentLineNumber
        if self._is_root and name != "opensudoku":
            raise ValueError(f"line {line}: the element {name!a} is not opensudoku")
        self._is_root = False
        self._text = ""
        if name == "folder" and attributes.get("name"):
            self._about["name"] = attributes["name"]
        if name != "game":
            return
        if "data" not in attributes:
            self._refuse_game(line, ValueError("a game without data"))
            return
        try:
            puzzle = normalised(_clues(attributes["data"]))
        except ValueError as error:
            self._refuse_game(line, error)
        else:
            notes = {name: text for name, text in self._about.items() if text}
            self.found.append(Given(puzzle, None, line, notes))

    def _end(self, name: str) -> None:
        if name not in ("opensudoku", "folder", "game"):
            self._about[name] = self._text.strip()
        self._text = ""

    def _collect(self, text: str) -> None:
        self._text = (self._text + text)[:_CHUNK]

    def _refuse(self, *_: object) -> None:
        raise ValueError(f"line {self._expat.CurrentLineNumber}: it declares entities, which no puzzle needs")


def _clues(data: str) -> str:
    """The clues of a game: 81 digits, or for each cell its value, its notes and 0 if it is a clue."""
    if not data.startswith("version"):
        return data
    fields = _version.sub("", data).strip().strip("|").split("|")
    width = len(fields) // 81
    if width < 3 or len(fields) % 81:
        raise ValueError(f"a saved game of {len(fields)} fields is not one of 81 cells")
    cells = (fields[start : start + width] for start in range(0, len(fields), width))
    return "".join(cell[0] if cell[-1] == "0" else "." for cell in cells)


_ELEMENTS = {"title": "name", "author": "author", "description": "description"}


def write_opensudoku(
    rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO, blocks: str | None = None
) -> None:
    """Write a game for the puzzle of each row, below its title, author and description when they change."""
    file.write('<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n')
    before = dict.fromkeys(_ELEMENTS, "")
    is_first = True
    for row in rows:
        check_common(row[0], blocks, "OpenSudoku")
        notes = {name: text or "" for name, text in zip(columns[1:], row[1:], strict=False)}
        if is_first and not notes.get("title"):
            file.write("  <name>Board Catalogue</name>\n")
        for name, text in notes.items():
            if text != before[name]:
                file.write(f"  <{_ELEMENTS[name]}>{_as_xml(text)}</{_ELEMENTS[name]}>\n")
        before |= notes
        is_first = False
        file.write(f"  <game data={quoteattr(row[0].replace('.', '0'))} />\n")
    file.write("</opensudoku>\n")


def _as_xml(text: str) -> str:
    """Text for XML, with U+FFFD for characters that no XML holds."""
    return escape(re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text), {"\r": "&#13;"})


# --- Links, one a line ---------------------------------------------------------------------------------------------


def write_link(
    rows: Iterable[Sequence[str]],
    columns: Sequence[str],
    file: TextIO,
    service: str = "sudokupad",
    blocks: str | None = None,
) -> None:
    """Write a link for the puzzle of each row."""
    for row in rows:
        file.write(SERVICES[service](row[0], blocks) + "\n")


write_sudokupad = write_link
write_fpuzzles = partial(write_link, service="f-puzzles")


def _sudokupad(puzzle: str, blocks: str | None = None) -> str:
    return f"https://sudokupad.app/fpuzzles{quote(_compressed(puzzle, blocks), safe='')}"


def _f_puzzles(puzzle: str, blocks: str | None = None) -> str:
    return f"https://f-puzzles.com/?load={quote(_compressed(puzzle, blocks), safe='')}"


def _sudokuwiki(puzzle: str, blocks: str | None = None) -> str:
    check_common(puzzle, blocks, "sudokuwiki")
    return f"https://www.sudokuwiki.org/sudoku.htm?bd={puzzle.replace('.', '0')}"


def _opensudoku(puzzle: str, blocks: str | None = None) -> str:
    file = io.StringIO()
    write_opensudoku([(puzzle,)], ("givens",), file, blocks)
    return f"data:application/x-opensudoku;base64,{base64.b64encode(file.getvalue().encode()).decode()}"


def _compressed(puzzle: str, blocks: str | None) -> str:
    """The board as f-puzzles has it; blocks that are not usual are regions of its cells, or none."""
    size = size_of(puzzle)
    cells: list[dict[str, object]] = [
        {} if symbol == "." else {"value": VALUES[symbol], "given": True} for symbol in puzzle
    ]
    if blocks and not Shape.of(size, blocks).is_usual:
        regions = usual_regions(size, blocks)
        region_of = {cell: number for number, region in enumerate(regions) for cell in region}
        cells = [{"region": region_of.get(place)} | cell for place, cell in enumerate(cells)]
    board = {"size": size, "grid": [cells[start : start + size] for start in range(0, len(cells), size)]}
    return compressed(json.dumps(board, separators=(",", ":")))


SERVICES: Mapping[str, Callable[..., str]] = {
    "sudokupad": _sudokupad,
    "f-puzzles": _f_puzzles,
    "sudokuwiki": _sudokuwiki,
    "opensudoku": _opensudoku,
}
"""Functions that make the address of a puzzle, by the service; blocks are an argument unless they are usual."""
