"""Puzzles as other solvers save them: `sdk`, `sdx`, and what HoDoKu keeps in its library or prints of a list."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, BinaryIO, TextIO

from ...engine.grades import Level
from ...engine.reading.tables import Given, Refuse, normalised, stop_at_line
from ..puzzles.stored import size_of
from .lines import SOLVED_BY_HODOKU, begins, check_common, content_lines, lines_of

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

_line_break = re.compile("[\\r\\n]+")


def read_sdk(file: BinaryIO, refuse: Refuse = stop_at_line) -> Iterator[Given]:
    """Yield the puzzles, with what the lines before each say about it."""
    rows: list[str] = []
    first, in_puzzle, about = 0, True, dict[str, str]()
    number = 0
    for number, line in lines_of(file, refuse):
        text = line.strip()
        is_row = bool(text and in_puzzle and not text.startswith(("#", "[")))
        if rows and not is_row:
            refuse(number, ValueError(f"a board of {len(rows[0])} columns ends after {len(rows)} rows"))
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
        refuse(number, ValueError(f"a board of {len(rows[0])} columns ends after {len(rows)} rows"))


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


def write_sdk(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Write the puzzle of each row, a blank line between two, below its author and its description."""
    letters = {name: letter for letter, name in _NAMES.items()}
    before = ""
    for row in rows:
        puzzle = row[0]
        size = size_of(puzzle)
        for name, text in zip(columns[1:], row[1:], strict=False):
            if text:
                before += f"#{letters[name]}{_line_break.sub(' ', text)}\n"
        file.write(before + "".join(puzzle[start : start + size] + "\n" for start in range(0, len(puzzle), size)))
        before = "\n"


# --- sdx: one line per row, cells apart by spaces: a clue, `u` and a digit that was placed, or candidates (SudoCue) ---

_DIGITS = "123456789"


def read_sdx(file: BinaryIO, refuse: Refuse = stop_at_line) -> Iterator[Given]:
    """Yield the puzzles: their clues alone, without what a player has placed."""
    rows: list[str] = []
    first = size = number = 0
    for number, line in content_lines(file, refuse):
        cells = line.split()
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
        refuse(number, ValueError(f"a board of {size} columns ends after {len(rows)} rows"))


def write_sdx(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Write the puzzle of each row; an empty cell has all digits as candidates, so none is taken for a clue."""
    before = ""
    for row in rows:
        puzzle = row[0]
        size = size_of(puzzle)
        if size > len(_DIGITS):
            raise ValueError(f"sdx has one character a digit, so no boards of size {size}")
        words = [_DIGITS[:size] if cell == "." else cell for cell in puzzle]
        lines = (" ".join(words[start : start + size]) + "\n" for start in range(0, len(words), size))
        file.write(before + "".join(lines))
        before = "\n"


# --- Names ----------------------------------------------------------------------------------------------------------

# What the library calls each technique: the number of a family, then one digit for each in this order.
_FAMILIES = {
    "000": ("full-house", "", "hidden-single", "naked-single"),
    "010": ("pointing", "claiming"),
    "011": ("locked-pair", "locked-triple"),
    "020": ("naked-pair", "naked-triple", "naked-quadruple"),
    "021": ("hidden-pair", "hidden-triple", "hidden-quadruple"),
    **{
        f"03{number}": tuple(f"{kind}{fish}" for fish in ("x-wing", "swordfish", "jellyfish"))
        for number, kind in enumerate(
            ("", "finned-", "sashimi-", "franken-", "finned-franken-", "mutant-", "finned-mutant-")
        )
    },
    "037": ("kraken-fish-1", "kraken-fish-2"),
    "040": ("skyscraper", "two-string-kite", "empty-rectangle", "turbot-fish"),
    "050": ("simple-colors-trap", "simple-colors-wrap", "multi-colors-1", "multi-colors-2"),
    "060": (
        *(f"uniqueness-{number}" for number in range(1, 7)),
        "hidden-rectangle",
        "avoidable-rectangle-1",
        "avoidable-rectangle-2",
    ),
    "061": ("bug-plus-1",),
    "070": (
        *("", "x-chain", "xy-chain", "remote-pair", "", ""),
        *("continuous-nice-loop", "discontinuous-nice-loop", "aic"),
        "grouped-continuous-nice-loop",
    ),
    "071": ("grouped-discontinuous-nice-loop", "grouped-aic"),
    "080": ("xy-wing", "xyz-wing", "", "w-wing"),
    "090": ("", "als-xz", "als-xy-wing", "als-chain", "death-blossom"),
    "110": ("", "sue-de-coq"),
    "130": (
        "",
        *(f"forcing-{kind}-{end}" for kind in ("chain", "net") for end in ("contradiction", "verity")),
    ),
}

TECHNIQUE_OF_CODE = {
    f"{family}{place}": name for family, names in _FAMILIES.items() for place, name in enumerate(names) if name
}
"""The names of techniques (`engine.SOLVING_TECHNIQUES`) by the four digits that a line of the library has for them."""

_OTHER_NAMES = {
    "Locked Candidates Type 1 (Pointing)": "pointing",
    "Locked Candidates Type 2 (Claiming)": "claiming",
    "2-String Kite": "two-string-kite",
    "Bivalue Universal Grave + 1": "bug-plus-1",
    "Almost Locked Set XZ-Rule": "als-xz",
    "Almost Locked Set XY-Wing": "als-xy-wing",
    "Almost Locked Set XY-Chain": "als-chain",
    "Almost Locked Set Chain": "als-chain",
    "Kraken Fish Type 1": "kraken-fish-1",
    "Kraken Fish Type 2": "kraken-fish-2",
    **{f"Uniqueness Test {number}": f"uniqueness-{number}" for number in range(1, 7)},
    **{f"Avoidable Rectangle Type {number}": f"avoidable-rectangle-{number}" for number in (1, 2)},
}


def technique_called(name: str) -> str:
    """The name here of a technique that HoDoKu prints by this name."""
    return _OTHER_NAMES.get(name) or name.lower().replace(" ", "-")


# --- Reading --------------------------------------------------------------------------------------------------------

# A line of the library is `:technique:candidates:cells:deleted candidates:eliminations:placements:`, where `+5` is a
# cell that was placed, not a clue. `:0000:x:` is a puzzle without a step.

_placed = re.compile(r"\+.")
_OTHERS = ("technique", "candidates", "deleted", "eliminated", "placed", "comment")
_NO_STEP = ("0000", "x")

# What it prints of a puzzle is `cells #1 Hard (746)`, perhaps `bf` if it had to guess, and a line for each step,
# indented: `Naked Pair: 1,2 in r9c27 => r9c8<>1`. The branches of a net have lines of their own.

_step = re.compile(r"\s+([A-Z0-9][^:=,]*?)(?: in [^:=]*)?(?::| =>)")


def is_hodoku(head: bytes) -> bool:
    """Whether the beginning can be read."""
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return bool(start.startswith(b":") or SOLVED_BY_HODOKU.match(start)) and begins(read_hodoku, head)


def read_hodoku(file: BinaryIO, refuse: Refuse = stop_at_line) -> Iterator[Given]:
    """Yield the puzzles of a library with their steps, or those that were solved with level, score and techniques."""
    solved: _Solved | None = None
    for number, line in lines_of(file, refuse):
        text = line.partition("#")[0].strip()
        if verdict := SOLVED_BY_HODOKU.match(line.encode()):
            if solved:
                yield solved.record()
            solved = _Solved(number, verdict)
        elif solved and line[:1].isspace():
            solved.add(line)
        elif text:
            try:
                record = _example(number, text)
            except ValueError as error:
                refuse(number, error)
            else:
                yield record
    if solved:
        yield solved.record()


def _example(number: int, text: str) -> Given:
    """A line of the library; ValueError for any other line."""
    fields = text.split(":", 7)
    if fields[0] or len(fields) < 4:
        raise ValueError("not a line such as :0000:x:PUZZLE:::")
    _, code, candidates, cells, *rest = fields
    step = dict(zip(_OTHERS, (TECHNIQUE_OF_CODE.get(code[:4], code), candidates, *rest), strict=False))
    if (code, candidates) == _NO_STEP:
        del step["technique"], step["candidates"]
    puzzle = normalised(_placed.sub(".", cells))
    return Given(puzzle, None, number, {name: text for name, text in step.items() if text})


class _Solved:
    """A puzzle with what HoDoKu printed of it, as far as its lines were read."""

    def __init__(self, number: int, verdict: re.Match[bytes]) -> None:
        self._number = number
        self._puzzle, self._level, self._score = (part.decode() for part in verdict.groups())
        self._path: list[str] = []

    def add(self, line: str) -> None:
        """Add a line of the path."""
        if found := _step.match(line):
            self._path.append(technique_called(found[1]))

    def record(self) -> Given:
        """The puzzle with its level, its score, and the techniques of its path in order."""
        runs = ((name, len(list(steps))) for name, steps in groupby(self._path))
        path = "; ".join(f"{name} x{times}" if times > 1 else name for name, times in runs)
        columns = {"level": str(Level(self._level.lower())), "score": self._score, "techniques": path}
        return Given(normalised(self._puzzle), None, self._number, {name: of for name, of in columns.items() if of})


def techniques_of(path: str) -> Iterator[str]:
    """The techniques of a path such as `naked-single x3; full-house`, each repeated as often as it occurs."""
    for part in path.split("; "):
        name, _, times = part.partition(" x")
        yield from [technique_called(name)] * int(times or 1)


# --- Writing --------------------------------------------------------------------------------------------------------


def write_hodoku(
    rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO, blocks: str | None = None
) -> None:
    """Write the puzzle of each row, without a step."""
    for row in rows:
        check_common(row[0], blocks, "HoDoKu")
        file.write(f":0000:x:{row[0]}:::\n")
