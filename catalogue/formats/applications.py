"""Puzzles as other programs have them: files of SadMan Sudoku, SudoCue, HoDoKu and OpenSudoku, and links that open one.

- SudokuPad and f-puzzles take the board as JSON, compressed by LZ-string.
- sudokuwiki.org takes 81 digits.
- OpenSudoku opens files of type `application/x-opensudoku`, so its link is such a file.
"""

import base64
import io
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO, TextIO
from urllib.parse import quote
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from ...engine.grades import Level
from ...engine.reading.budget import DEPTH, check_record, over
from ...engine.reading.tables import Given, NumberedLines, Refuse, normalised, stop_at_line
from ...engine.rules.formats.lz_string import compressed
from ...engine.rules.variant import usual_regions
from ...engine.shape import VALUES, Shape
from ..puzzles.stored import size_of
from .drawn import rows_of
from .lines import SOLVED_BY_HODOKU, begins, lines_of


def _check_common(line: str, blocks: str | None, application: str) -> None:
    if len(line) != 81 or blocks not in (None, Shape.of(9).blocks):
        raise ValueError(f"{application} has boards of 9x9 only, with blocks of 3x3")


# --- sdk: S lines of S characters, a full stop for an empty cell (SadMan Software Sudoku, SudoCue) -------------------

# Lines such as `#ARuud` before a puzzle name its author, `[Puzzle]` may introduce it, and other sections, such as
# `[State]`, have what a player has done: they are skipped.

_NAMES = {
    "A": "author",
    "D": "description",
    "C": "comment",
    "B": "date",
    "S": "source",
    "L": "level",
    "U": "url",
}


def read_sdk(lines: NumberedLines, refuse: Refuse = stop_at_line) -> Iterator[Given]:
    """Yield the puzzles, with what the lines before each say about it."""
    rows: list[str] = []
    first, in_puzzle, about = 0, True, dict[str, str]()
    number = 0
    for number, line in lines:
        text = line.strip()
        is_row = bool(text and in_puzzle and not text.startswith(("#", "[")))
        if rows and not is_row:
            refuse(number, _ends_early(rows))
            rows, about = [], {}
        if text.startswith("#"):
            about[_NAMES.get(text[1:2], "comment")] = text[2:].strip()
        elif text.startswith("["):
            in_puzzle = text.lower() == "[puzzle]"
        elif is_row:
            first = first if rows else number
            rows.append(text)
            if len(rows) == len(rows[0]):
                yield from _of_rows(first, rows, about, refuse)
                rows, about = [], {}
    if rows:
        refuse(number, _ends_early(rows))


def _ends_early(rows: Sequence[str]) -> ValueError:
    return ValueError(f"a board of {len(rows[0])} columns ends after {len(rows)} rows")


def _of_rows(first: int, rows: list[str], about: dict[str, str], refuse: Refuse) -> Iterator[Given]:
    for number, row in enumerate(rows, first):
        if len(row) != len(rows):
            refuse(number, ValueError(f"{len(row)} cells in a row of {len(rows)}"))
            return
    try:
        record = Given(normalised("".join(rows)), None, first, about)
    except ValueError as error:
        refuse(first, error)
    else:
        yield record


def text_sdk(row: Sequence[str], columns: Sequence[str]) -> str:
    """The puzzle below its author and its description."""
    letters = {name: letter for letter, name in _NAMES.items()}
    notes = {letters[name]: text for name, text in zip(columns[1:], row[1:], strict=False) if text}
    lines = [f"#{letter}" + re.sub("[\r\n]+", " ", text) for letter, text in notes.items()]
    return "".join(f"{line}\n" for line in [*lines, *rows_of(row[0])])


# --- sdx: one line per row, cells apart by spaces: a clue, `u` and a digit that was placed, or candidates (SudoCue) ---


def read_sdx(lines: NumberedLines, refuse: Refuse = stop_at_line) -> Iterator[Given]:
    """Yield the puzzles: their clues alone, without what a player has placed."""
    rows: list[str] = []
    first = size = number = 0
    for number, line in lines:
        cells = line.partition("#")[0].split()
        if not cells:
            continue
        if not rows:
            first, size = number, len(cells)
        fault = None
        if len(cells) != size:
            fault = ValueError(f"{len(cells)} cells in a row of {size}")
        elif wrong := next((cell for cell in cells if not cell.removeprefix("u").isdecimal()), None):
            fault = ValueError(f"{wrong!a} is neither a digit nor candidates")
        if fault:
            refuse(number, fault)
        rows.append("!" * size if fault else "".join(cell if len(cell) == 1 else "." for cell in cells))
        if len(rows) == size:
            if "!" not in "".join(rows):
                yield from _of_rows(first, rows, {}, refuse)
            rows = []
    if rows:
        refuse(number, _ends_early(rows))


def text_sdx(row: Sequence[str], columns: Sequence[str]) -> str:
    """The puzzle; an empty cell has all digits as candidates, so none is taken for a clue."""
    size = size_of(row[0])
    if size > 9:
        raise ValueError(f"sdx has one character a digit, so no boards of size {size}")
    every = "123456789"[:size]
    return "".join(" ".join(every if cell == "." else cell for cell in cells) + "\n" for cells in rows_of(row[0]))


# --- HoDoKu's library, and what it prints of a list -----------------------------------------------------------------


@cache
def _hodoku() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(Path(__file__).with_name("hodoku.toml").read_text(encoding="utf-8"))


@cache
def technique_codes() -> Mapping[str, str]:
    """The names of techniques (`engine.SOLVING_TECHNIQUES`) by the four digits that a line of the library has."""
    places = ((family, enumerate(names.split())) for family, names in _hodoku()["families"].items())
    return {f"{family}{place}": name for family, names in places for place, name in names if name != "-"}


def technique_called(name: str) -> str:
    """The name here of a technique that HoDoKu prints by this name."""
    return _hodoku()["names"].get(name) or name.lower().replace(" ", "-")


# A line of the library is `:technique:candidates:cells:deleted candidates:eliminations:placements:`, where `+5` is a
# cell that was placed, not a clue. `:0000:x:` is a puzzle without a step.

_OTHERS = ("technique", "candidates", "deleted", "eliminated", "placed", "comment")
_NO_STEP = ("0000", "x")

# What it prints of a puzzle is `cells #1 Hard (746)`, perhaps `bf` if it had to guess, and a line for each step,
# indented: `Naked Pair: 1,2 in r9c27 => r9c8<>1`. The branches of a net have lines of their own.

_STEP = re.compile(r"\s+([A-Z0-9][^:=,]*?)(?: in [^:=]*)?(?::| =>)")


def is_hodoku(head: bytes) -> bool:
    """Whether the beginning can be read."""
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    is_like = start.startswith(b":") or SOLVED_BY_HODOKU.match(start)
    return bool(is_like) and begins(lambda file: read_hodoku(lines_of(file)), head)


def read_hodoku(lines: NumberedLines, refuse: Refuse = stop_at_line) -> Iterator[Given]:
    """Yield the puzzles of a library with their steps, or those that were solved with level, score and techniques."""
    solved: Given | None = None
    path: list[str] = []
    for number, line in lines:
        text = line.partition("#")[0].strip()
        if verdict := SOLVED_BY_HODOKU.match(line.encode()):
            if solved:
                yield _with_path(solved, path)
            puzzle, level, score = (part.decode() for part in verdict.groups())
            about = {"level": str(Level(level.lower())), "score": score}
            solved, path = Given(normalised(puzzle), None, number, about), []
        elif solved and line[:1].isspace():
            if found := _STEP.match(line):
                path.append(technique_called(found[1]))
        elif text:
            try:
                record = _example(number, text)
            except ValueError as error:
                refuse(number, error)
            else:
                yield record
    if solved:
        yield _with_path(solved, path)


def _example(number: int, text: str) -> Given:
    fields = text.split(":", 7)
    if fields[0] or len(fields) < 4:
        raise ValueError("not a line such as :0000:x:PUZZLE:::")
    _, code, candidates, cells, *rest = fields
    step = dict(zip(_OTHERS, (technique_codes().get(code[:4], code), candidates, *rest), strict=False))
    if (code, candidates) == _NO_STEP:
        del step["technique"], step["candidates"]
    puzzle = normalised(re.sub(r"\+.", ".", cells))
    return Given(puzzle, None, number, {name: text for name, text in step.items() if text})


def _with_path(solved: Given, path: Sequence[str]) -> Given:
    runs = ((name, len(list(steps))) for name, steps in groupby(path))
    techniques = "; ".join(f"{name} x{times}" if times > 1 else name for name, times in runs)
    return solved._replace(columns={**solved.columns, "techniques": techniques}) if techniques else solved


def text_hodoku(row: Sequence[Any], columns: Sequence[str], blocks: str | None = None) -> str:
    """The puzzle, without a step."""
    _check_common(row[0], blocks, "HoDoKu")
    return f":0000:x:{row[0]}:::\n"


# --- OpenSudoku -----------------------------------------------------------------------------------------------------

_CHUNK = 65_536


def is_opensudoku(head: bytes) -> bool:
    """Whether it is XML that begins with an element `opensudoku`."""
    return head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<") and b"<opensudoku" in head


def read_opensudoku(file: BinaryIO, refuse: Refuse = stop_at_line, *, trust: bool = False) -> Iterator[Given]:
    """Yield the puzzle of each game, with the name, the author and whatever else the file says before it."""
    parser = _Parser(refuse, None if trust else DEPTH)
    chunk, read = b" ", 0
    while chunk:
        chunk = file.read(_CHUNK)
        read += len(chunk)
        try:
            parser.expat.Parse(chunk, not chunk)
        except expat.ExpatError as error:
            raise ValueError(f"line {error.lineno}: {expat.ErrorString(error.code)}: not XML") from None
        yield from parser.found
        parser.found.clear()
        if not trust:  # what comes after the last element that is complete
            check_record(read - parser.expat.CurrentByteIndex, f"line {parser.expat.CurrentLineNumber}")


class _Parser:
    def __init__(self, refuse: Refuse, deepest: int | None) -> None:
        self._refuse_game, self._deepest, self._depth = refuse, deepest, 0
        self.found: list[Given] = []
        self._about: dict[str, str] = {}
        self._text = ""
        self._is_root = True
        self.expat = expat.ParserCreate()
        self.expat.StartElementHandler = self._start
        self.expat.EndElementHandler = self._end
        self.expat.CharacterDataHandler = self._collect
        self.expat.EntityDeclHandler = self._refuse

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        line = self.expat.CurrentLineNumber
        if self._is_root and name != "opensudoku":
            raise ValueError(f"line {line}: the element {name!a} is not opensudoku")
        self._is_root = False
        self._depth += 1
        if self._deepest is not None and self._depth > self._deepest:
            raise over(f"line {line}: elements are nested more than {self._deepest} deep")
        self._text = ""
        if name == "folder" and attributes.get("name"):
            self._about["name"] = attributes["name"]
        if name != "game":
            return
        try:
            if "data" not in attributes:
                raise ValueError("a game without data")
            puzzle = normalised(_clues(attributes["data"]))
        except ValueError as error:
            self._refuse_game(line, error)
        else:
            notes = {name: text for name, text in self._about.items() if text}
            self.found.append(Given(puzzle, None, line, notes))

    def _end(self, name: str) -> None:
        self._depth -= 1
        if name not in ("opensudoku", "folder", "game"):
            self._about[name] = self._text.strip()
        self._text = ""

    def _collect(self, text: str) -> None:
        self._text = (self._text + text)[:_CHUNK]

    def _refuse(self, *_: object) -> None:
        raise ValueError(f"line {self.expat.CurrentLineNumber}: it declares entities, which no puzzle needs")


def _clues(data: str) -> str:
    """The clues of a game: 81 digits, or for each cell its value, its notes and 0 if it is a clue."""
    if not data.startswith("version"):
        return data
    fields = re.sub(r"version: ?\d+\s+", "", data).strip().strip("|").split("|")
    width = len(fields) // 81
    if width < 3 or len(fields) % 81:
        raise ValueError(f"a saved game of {len(fields)} fields is not one of 81 cells")
    cells = (fields[start : start + width] for start in range(0, len(fields), width))
    return "".join(cell[0] if cell[-1] == "0" else "." for cell in cells)


_ELEMENTS = {"title": "name", "author": "author", "description": "description"}
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_opensudoku(
    rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO, blocks: str | None = None
) -> None:
    """Write a game for the puzzle of each row, below its title, author and description when they change."""
    file.write('<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n')
    before = dict.fromkeys(_ELEMENTS, "")
    is_first = True
    for row in rows:
        _check_common(row[0], blocks, "OpenSudoku")
        notes = {name: text or "" for name, text in zip(columns[1:], row[1:], strict=False)}
        if is_first and not notes.get("title"):
            file.write("  <name>Board Catalogue</name>\n")
        for name, text in notes.items():
            if text != before[name]:
                shown = escape(_NO_XML.sub("\ufffd", text), {"\r": "&#13;"})
                file.write(f"  <{_ELEMENTS[name]}>{shown}</{_ELEMENTS[name]}>\n")
        before |= notes
        is_first = False
        file.write(f"  <game data={quoteattr(row[0].replace('.', '0'))} />\n")
    file.write("</opensudoku>\n")


# --- Links, one a line ---------------------------------------------------------------------------------------------


def text_link(row: Sequence[str], columns: Sequence[str], service: str = "sudokupad", blocks: str | None = None) -> str:
    """A link for the puzzle."""
    return SERVICES[service](row[0], blocks) + "\n"


text_sudokupad = text_link
text_fpuzzles = partial(text_link, service="f-puzzles")


def _packed(begin: str, puzzle: str, blocks: str | None = None) -> str:
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
    return begin + quote(compressed(json.dumps(board, separators=(",", ":"))), safe="")


def _sudokuwiki(puzzle: str, blocks: str | None = None) -> str:
    _check_common(puzzle, blocks, "sudokuwiki")
    return f"https://www.sudokuwiki.org/sudoku.htm?bd={puzzle.replace('.', '0')}"


def _opensudoku(puzzle: str, blocks: str | None = None) -> str:
    file = io.StringIO()
    write_opensudoku([(puzzle,)], ("givens",), file, blocks)
    return f"data:application/x-opensudoku;base64,{base64.b64encode(file.getvalue().encode()).decode()}"


SERVICES: Mapping[str, Callable[..., str]] = {
    "sudokupad": partial(_packed, "https://sudokupad.app/fpuzzles"),
    "f-puzzles": partial(_packed, "https://f-puzzles.com/?load="),
    "sudokuwiki": _sudokuwiki,
    "opensudoku": _opensudoku,
}
"""Functions that make the address of a puzzle, by the service; blocks are an argument unless they are usual."""
