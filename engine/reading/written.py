"""Boards that stand somewhere in a text, in whatever way their rows are written.

The marks of Markdown, LaTeX, HTML, JSON and terminals become blanks and ends of lines (`plain_text`). Then each line is
a row, several rows, a whole board, nothing, or prose (`Lines`), and rows that belong together are a board. A digit that
is written beside the name of its cell is a move (`of_moves`).

Cells are text here, one character each, 0 for an empty one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from ..shape import DIGITS, USUAL_BLOCKS, Shape

NONE, TOO_MANY, TOO_FEW, UNEVEN = "no board", "a row too many", "rows missing", "rows of several lengths"
"""Why there is no board."""


class Row(NamedTuple):
    """A row of cells, or so much as stands in a line."""

    cells: str
    start: int
    end: int
    kind: str = ""
    """"column" or "block" if its name says so."""
    is_named: bool = False
    follows_gap: bool = False


class Board(NamedTuple):
    """A board, with the place where it begins and ends in its text."""

    cells: str
    start: int
    end: int
    kind: str = ""
    mark: int = 0
    """The mark in which it stands; two in one mark are a choice."""


# --- Marks of text formats ------------------------------------------------------------------------------------------

_ESCAPE = re.compile(
    r"(?P<line>\\\\(?:\[\w{0,9}\])?|\\[nr](?![A-Za-z])|\\(?:begin|end)\s?\{\w+\*?\}(?:\{[^{}\n]{0,99}\})?)"
    r"|(?P<struck>\\(?:x?cancel|sout|st)(?![A-Za-z]))|(?P<box>\\(?:f?box|boxed)(?![A-Za-z]))|\\(?:[A-Za-z]+\*?|\W)?",
    re.DOTALL,
)
TAG = re.compile(r"<(?:/?([A-Za-z]\w*)[^<>]{0,99}|\|[^<>|]{0,40}\|)>")
_OF_TAGS = dict.fromkeys(("tr", "br", "li", "p", "div", "row", "table"), "\n") | dict.fromkeys(
    ("del", "s", "strike"), "~"
)
_KEY = re.compile(
    r"""(["'])(?!(?:r(?:ow)?\W?\d+\W?c(?:ol)?\W?\d+|row|col(?:umn)?|value|digit)\1)[\w .-]{1,24}\1\s{0,9}:""",
    re.IGNORECASE,
)
_COLOUR = re.compile(r"\x1b\[[\d;]{0,20}[A-Za-z]")
_LAST_OF_LIST = re.compile(r"(?<=\d),? and (?=\d)")
_EMPTY_WORD = re.compile(r"\b(?:null|None|nan)\b")
_MARK = re.compile(r"<(/?)(?:final_)?answer>", re.IGNORECASE)
_BOX = re.compile(r"\\boxed\s{0,9}\{")
_MOST_BOXES = 20
"""So many last boxes are looked at, for a text of many open ones."""


@cache
def _plain_character(character: str) -> str:
    """A character as ASCII, if it is a digit or a sign; letters stay."""
    digit, kind = unicodedata.digit(character, None), unicodedata.category(character)
    if digit is not None:
        return str(digit)
    if kind in ("Cf", "Mn", "Me"):  # zero-width characters, the keys of keycaps; a long stroke over others
        return "~" if character in "\u0335\u0336" else ""
    if kind in ("Zl", "Zp") or character == "\x85":
        return "\n"
    if kind[0] in "LN":
        return unicodedata.normalize("NFKC", character)[:1]
    if "\u2500" <= character <= "\u257f":
        return "|"
    plain = unicodedata.normalize("NFKC", character)
    return "." if character in "·□⬜◻▢" else "-" if kind == "Pd" else plain if plain.isascii() else " "


def plain_text(text: str) -> str:
    """Text without the marks of Markdown, LaTeX, HTML, JSON and terminals around cells; the marks of answers stay."""
    if not text.isascii():
        text = text.translate({ord(each): _plain_character(each) for each in set(text) if each > "\x7f"})
    if "\\" in text:
        text = _ESCAPE.sub(lambda m: {"line": "\n", "struck": "~", "box": "\\boxed"}.get(m.lastgroup or "", " "), text)
    if "<" in text:
        text = TAG.sub(lambda m: m[0] if _MARK.match(m[0]) else _OF_TAGS.get((m[1] or "").lower(), " "), text)
    if "\x1b" in text:
        text = _COLOUR.sub("", text)
    if "&nbsp;" in text:
        text = text.replace("&nbsp;", " ")
    if '":' in text or "':" in text or '" :' in text:
        text = _KEY.sub("\n", text)
    if " and " in text:
        text = _LAST_OF_LIST.sub(" ", text)
    if "null" in text or "None" in text or "nan" in text:
        text = _EMPTY_WORD.sub(".", text)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def marked(text: str) -> list[tuple[int, int]]:
    """Where the contents of `<answer>` stand that hold a word, or else of `\\boxed`; the last two."""
    spans, opened = [], -1
    for mark in _MARK.finditer(text):
        if not mark[1]:
            opened = mark.end()
        elif opened >= 0:
            spans.append((opened, mark.start()))
            opened = -1
    spans = [span for span in spans if re.search(r"\w", text[slice(*span)])]
    if not spans and opened >= 0:
        spans = [(opened, len(text))]
    if not spans:
        boxes = [box.end() for box in _BOX.finditer(text)][-_MOST_BOXES:]
        spans = [(start, _brace_after(text, start)) for start in boxes]
        spans = [span for span in spans if re.search(r"\w", text[slice(*span)])]
    return spans[-2:]


def _brace_after(text: str, start: int) -> int:
    """Where the brace stands that closes one before it; the end if none does."""
    depth = 1
    for brace in re.compile(r"[{}]").finditer(text, start):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return brace.start()
    return len(text)


# --- Lines ----------------------------------------------------------------------------------------------------------

_NAMES = {
    "column": ("col", "spalte", "столб"),
    "block": ("box(?!ed)", "block", "region", "subgrid", "quadrant"),
}
_CHINESE = {"column": "列", "block": "宫"}
_KINDS = [(kind, re.compile(rf"\b(?:{'|'.join(names)})|{_CHINESE[kind]}")) for kind, names in _NAMES.items()]
_PARTS = [name.partition("(")[0] for names in _NAMES.values() for name in names]
_OF_BOARDS = re.compile(r"\b(?:row|grid|board|puzzle|solution|solved|final)")
_LETTERS = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r"[.!?;]\s")
_NEAR_NAME, _MOST_WORDS = 120, 5
"""In front of a row and behind it: a line with more is prose that has digits."""


def kind_of(words: str) -> str:
    """Whether a name or a heading speaks of columns or blocks, and of nothing else."""
    words = words.lower()
    if words.isascii() and not any(part in words for part in _PARTS):
        return ""  # most lines end here, sooner than by a pattern
    if _OF_BOARDS.search(words):
        return ""
    kinds = [kind for kind, pattern in _KINDS if pattern.search(words)]
    return kinds[0] if len(kinds) == 1 else ""


@cache
def lines_of(size: int) -> Lines:
    """Return what finds boards of a size."""
    return Lines(size)


class Lines:
    """Finds boards of one size in the lines of a text."""

    def __init__(self, size: int) -> None:
        self.size, self.cells = size, size * size
        signs = [chr(code) for code in range(128) if not chr(code).isalnum()]
        self._digits: dict[int, Any] = {ord(sign): None for sign in signs}
        self._empties = self._digits | {ord(sign): "0" for sign in "._*-?xX"}
        self._marks = {value: DIGITS[value] for value in range(1, size + 1)} | {0: "0"}
        self._words = {str(value): mark for value, mark in self._marks.items()}
        self._words |= {mark: mark for mark in self._words.values()} | dict.fromkeys("._*-?", "0")
        self._words |= {mark.lower(): mark for mark in self._words.values()}
        self._noted = re.compile(rf"((?:\D*\d){{{size},{size + 1}}})\s*(?:[(\[#={{<|]|//|-)")
        self._run = re.compile(rf"[\W\d_]{{{size},}}")
        self._row_numbers = (DIGITS[1 : size + 1], "0" + DIGITS[1:size]) if size < 10 else ("",)

    def _read(self, text: str) -> str:
        """The cells of a text that has nothing else: full ones if they are as many as fit, else with empty ones."""
        if self.size > 9:
            words = re.findall(r"\w+|[.*?-]", text)
            if all(word in self._words for word in words):
                return "".join(self._words[word] for word in words)
            characters = [character for word in words for character in word]
            is_cells = all(character in self._words for character in characters)
            return "".join(self._words[character] for character in characters) if is_cells else ""
        digits = text.translate(self._digits)
        if len(digits) not in (self.size, self.cells):
            text = text.strip()
            for part in (text, text.strip("-*.,? "), text.rstrip("., "), text[text[:1] in "-*" :]):
                cells = part.translate(self._empties)
                if len(cells) in (self.size, self.cells) and cells.isdigit():
                    digits = cells
                    break
        return digits if digits.isdigit() and digits.isascii() and max(digits) <= str(self.size) else ""

    def boards(self, text: str, start: int, end: int) -> tuple[list[Board], str]:
        """The boards between two places of a text, and why there are none."""
        found: list[Board] = []
        rows: list[Row] = []
        loose: list[Row] = []
        reason, heading, has_gap = NONE, "", False
        size, whole, digits = self.size, self.cells, self._digits

        def flush() -> None:
            nonlocal reason, loose
            some, why = self._boards_of(rows)
            found.extend(some)
            reason = reason if why == NONE else why
            is_part = not some and rows and all(len(row.cells) == size for row in rows) and len(rows) < size
            is_like = is_part and size % len(rows) == 0 and len(loose) % len(rows) == 0 and len(loose) < size
            loose = [*loose, *rows] if is_like else [*rows] if is_part else []
            if len(loose) == size:
                found.append(self._joined(loose))
                loose = []
            rows.clear()

        place = start
        for line in text[start:end].split("\n"):
            begin, place = place, place + len(line) + 1
            cells = line.translate(digits) if size < 10 else self._read(line)
            if (size > 9 and cells) or (len(cells) in (size, whole) and cells.isdigit() and max(cells) <= str(size)):
                rows.append(Row(cells, begin, place - 1, heading, follows_gap=has_gap))
                has_gap = False
                continue
            if len(line) < size and cells.isdigit():
                some = [Row(cells, begin, place - 1)]
            else:
                some = self._in_line(line, cells, begin) if line.strip() else []
            if some:
                rows += [some[0]._replace(follows_gap=has_gap), *some[1:]]
                has_gap = False
            elif not cells:
                has_gap = True
            else:
                flush()
                is_short = len(line) < 60
                heading, has_gap = kind_of(line) if is_short else "", False
                loose = loose if is_short else []
        flush()
        return found, reason

    def _in_line(self, line: str, cells: str, begin: int) -> list[Row]:
        """The rows or boards of a line with more than a row: with a name, a note, or a sentence around them."""
        end, size, whole = begin + len(line), self.size, self.cells
        if not _LETTERS.search(line) or size > 9:
            if size < 10 and (noted := self._noted.match(line)) and (found := self._read(noted[1])):
                return [Row(found, begin, end)]
            words = [word for word in re.finditer(r"\w+", line) if len(word[0]) in (size, whole)]
            if words and (len(words) == 1 or {len(word[0]) for word in words} == {whole}):
                read = [(self._read(word[0]), word) for word in words]
                return [Row(found, begin + word.start(), begin + word.end()) for found, word in read if found]
            if size > 9:
                found = self._read(re.split(r"[:=]", line)[-1])
                return [Row(found, begin, end, is_named=True)] if len(found) in (size, whole) else []
            found = self._read(line)
            return [Row(found, begin, end)] if found and (cells or set(line) & set("._*xX?")) else []
        rows: list[Row] = []
        lone: list[Row] = []
        last = 0
        for run in self._run.finditer(line):
            name = line[max(last, run.start() - _NEAR_NAME) : run.start()]
            words = _LETTERS.findall(_SENTENCE.split(name)[-1])
            for cells in self._in_run(run[0], follows_letter=run.start() > 0):
                if len(cells) == whole or len(words) <= _MOST_WORDS or run[0][0] == ":":
                    kind = kind_of(name)
                    place = begin if not rows and len(cells) == size else begin + run.start()
                    rows.append(Row(cells, place, begin + run.end(), kind, is_named=True))
                    last = run.end()
        is_prose = rows and len(rows[-1].cells) == size and len(_LETTERS.findall(line[last:])) > _MOST_WORDS
        if rows and not is_prose:
            return rows
        for word in re.finditer(r"\S+", line):
            if len(word[0]) >= whole and len(found := self._read(word[0].strip("\"'`,;:()[]"))) == whole:
                lone.append(Row(found, begin + word.start(), begin + word.end(), is_named=True))
        return lone

    def _in_run(self, run: str, *, follows_letter: bool) -> Sequence[str]:
        """The rows or boards between two words: the number of the row may stand first."""
        for part in (run, re.split(r"[=:]", run)[-1]):
            if len(found := self._read(part)) in (self.size, self.cells):
                return [found]
            if len(found) in (self.size + 1, self.cells + 1) and follows_letter and re.match(r"\D*\d\D", part):
                return [found[1:]]
            numbers = re.findall(r"\d+", part)
            if len(numbers) > 1 and all(len(number) == self.size for number in numbers):
                return [found for number in numbers if (found := self._read(number))]
            if noted := self._noted.match(part):
                return self._in_run(noted[1], follows_letter=follows_letter) if len(noted[1]) < len(part) else []
        words = [word for word in re.findall(r"\d+", run) if len(word) in (self.size, self.cells)]
        return [found] if len(words) == 1 and (found := self._read(words[0])) else []

    # --- Rows that belong together ----------------------------------------------------------------------------------

    def _boards_of(self, rows: Sequence[Row]) -> tuple[list[Board], str]:
        """The boards of rows without prose between them, and why there are none."""
        boards, reason = [], NONE
        for _, some in groupby(rows, key=lambda row: (len(row.cells), row.kind, row.is_named)):
            found, why = self._of_even([*some])
            boards += found
            reason = reason if why == NONE else why
        if boards or not rows:
            return boards, reason
        widths = [len(row.cells) for row in rows]
        is_wrapped = len({*widths[:-1]}) == 1 and widths[-1] <= widths[0]
        if sum(widths) == self.cells and (is_wrapped or {*widths} == {self.size}):
            return [self._joined(rows)], NONE
        return [], UNEVEN if self.size in widths and len(rows) >= self.size > 1 < len({*widths}) else reason

    def _of_even(self, rows: list[Row]) -> tuple[list[Board], str]:
        """The boards of rows of one length."""
        size, width, count = self.size, len(rows[0].cells), len(rows)
        if width == self.cells:
            return [Board(row.cells, row.start, row.end, row.kind) for row in rows], NONE
        if width == size + 1 and count == size and "".join(row.cells[0] for row in rows) in self._row_numbers:
            rows = [row._replace(cells=row.cells[1:]) for row in rows]
            width = size
        if width != size:
            if width == 3 and count == self.cells and (cells := _of_triples([row.cells for row in rows], size)):
                return [Board(cells, rows[0].start, rows[-1].end)], NONE
            return ([self._joined(rows)], NONE) if width * count == self.cells else ([], NONE)
        if count == size + 1 and rows[0].cells in self._row_numbers:  # a heading
            rows, count = rows[1:], size
        if count % size == 0:
            return [self._joined(rows[at : at + size]) for at in range(0, count, size)], NONE
        starts = [at for at, row in enumerate(rows) if row.follows_gap or not at] + [count]
        parts = [rows[a:b] for a, b in pairwise(starts) if b - a == size]
        return [self._joined(part) for part in parts], TOO_MANY if count > size else TOO_FEW

    def _joined(self, rows: Sequence[Row]) -> Board:
        cells, kind, size = "".join(row.cells for row in rows), rows[0].kind, self.size
        if kind == "column":
            cells = "".join(cells[column::size] for column in range(size))
        elif kind == "block" and size in USUAL_BLOCKS:
            places = [cell for block in Shape.of(size).units[-size:] for cell in block]
            cells = "".join(cell for _, cell in sorted(zip(places, cells, strict=True)))
        return Board(cells, rows[0].start, rows[-1].end, kind)


# --- Moves ----------------------------------------------------------------------------------------------------------

_MOVE = re.compile(
    r"(?:\br(?:ow)?\W{0,4}(?P<a>\d{1,2})\W{0,4}c(?:ol(?:umn)?)?\W{0,4}(?P<b>\d{1,2})"
    r"|[(\[]\s?(?P<c>\d{1,2})\s?(?:,|\]\s?\[)\s?(?P<d>\d{1,2})\s?(?:[)\]]|(?=,))|\b(?P<e>[A-P])(?P<f>\d{1,2}))"
    r"[\"')\]*`]{0,3}\s{0,3}(?::?=|:|-{1,2}>|=>|>|is\b|(?:must|has to|can only) be\b"
    r"|,\W{0,3}(?:value|digit)\W{1,4}|,(?=\s?\d{1,2}\)))?"
    r"\s{0,3}[\"'(*`]{0,3}(?P<value>\d{1,2})\b",
    re.IGNORECASE,
)


def of_moves(text: str, size: int, clues: str) -> str:
    """The board that named cells make, with the clues, if every cell has a digit then; of two moves the last counts."""
    placed: dict[tuple[int, int], int] = {}
    for move in _MOVE.finditer(text):
        row, column = (move["a"] or move["c"], move["b"] or move["d"] or move["f"])
        placed[int(row) if row else ord(move["e"].upper()) - 64, int(column)] = int(move["value"])
    return _placed(placed, size, clues)


def _of_triples(triples: Iterable[str], size: int) -> str:
    return _placed({(int(t[0]), int(t[1])): int(t[2]) for t in triples}, size, "")


def _placed(placed: Mapping[tuple[int, int], int], size: int, clues: str) -> str:
    """The board of digits by row and column, counted from 1, or from 0 if one of them is 0."""
    if not placed:
        return ""
    base = 0 if any(0 in place for place in placed) else 1
    cells = list(clues or "0" * size * size)
    for (row, column), value in placed.items():
        if not (0 <= row - base < size and 0 <= column - base < size and 0 < value <= size):
            return ""
        cells[(row - base) * size + column - base] = DIGITS[value]
    return "" if "0" in cells else "".join(cells)
