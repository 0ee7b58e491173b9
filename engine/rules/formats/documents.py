"""The document of a puzzle behind an address, a packed string or JSON of f-puzzles or SudokuPad.

SudokuPad shortens JSON before it packs it: keys have short names and no quotes, strings single ones, empty objects in
lists are left out, and truth values and colours have short forms.
"""

import json
import re
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any, NamedTuple
from urllib.parse import unquote

from ..frame import blocks
from .lz_string import decompressed

F_PUZZLES, SUDOKUPAD = "f-puzzles", "SudokuPad"

DEEPEST = 40
"""Lists and objects within each other; a puzzle has five or six."""

_PACKED = re.compile(r"(?:^|[/=?])(scl|ctc|fpuzzles|fpuz)((?:[A-Za-z0-9+/\\ -]|%2[BbFf])+(?:=|%3[Dd])*)(?=$|[?&#])")
_CLASSIC = re.compile(r"(?:^|[/=])scf([0-9A-Za-x]{9}.*)", re.DOTALL)
_LOADED = re.compile(r"[?&]load=([^&#]*)")
_SERVED = re.compile(
    r"(?:https?://)?(?:[\w.]*\.)?(?:sudokupad\.app|(?:app\.)?crackingthecryptic\.com|sudokupad\.svencodes\.com)"
    r"(?:/sudoku)?/?(?:[^?#]*\?(?:.*&)?puzzleid=([\w%-]+)|([^?#]*))"
)
_SHORT_F_PUZZLES = re.compile(r"f-puzzles\.com/\?(?:.*&)?id=")


_ADDRESS = re.compile(r"(https?://)?([\w.]*\.)?(f-puzzles|sudokupad|crackingthecryptic)\.")
_STRING = re.compile(r"(scl|scf|ctc|fpuz|fpuzzles)[A-Za-z0-9+/%*]{12}")
_JSON = re.compile(r"""["']?\b(grid|cells|ce|regions|re)["']?\s*:\s*\[\s*[\[{,]""")


class Document(NamedTuple):
    """The fields of a puzzle as its program keeps them."""

    program: str
    """F_PUZZLES or SUDOKUPAD."""
    fields: dict[str, Any]


def is_document(text: str) -> bool:
    """Whether a text begins as an address, a packed string or the JSON of one of the programs."""
    text = text.strip()
    if text.startswith("{"):
        return bool(_JSON.search(text))
    return bool(_ADDRESS.match(text) or is_string(text))


def is_string(text: str) -> bool:
    """Whether a text begins as a packed string without an address."""
    return bool(_STRING.match(text))


def document_of(text: str) -> Document:
    """Return the document in a text. ValueError, which says what to do, for a short name and for what is cut."""
    text = text.strip()
    if text.startswith("{"):
        fields = _fields(text)
        return Document(F_PUZZLES if "grid" in fields else SUDOKUPAD, fields)
    if match := _CLASSIC.search(unquote(text)):
        return Document(SUDOKUPAD, _classic(match[1]))
    if match := _LOADED.search(text):
        return Document(F_PUZZLES, _fields(_unpacked(match[1])))
    if match := _PACKED.search(text):
        fields = _fields(_unpacked(match[2]))
        return Document(F_PUZZLES if "grid" in fields else SUDOKUPAD, fields)
    if _SHORT_F_PUZZLES.search(text):
        raise ValueError(
            "this f-puzzles link names a puzzle on its server: open it, choose Export and then Compressed, and give"
            " that link"
        )
    if match := _SERVED.match(text):
        name = (match[1] or match[2] or "").strip("/") or "NAME"
        raise ValueError(
            "this SudokuPad link names a puzzle on its server: give the text that"
            f" https://sudokupad.app/api/puzzle/{name[:80]} shows in a browser"
        )
    raise ValueError(f"{text[:30]!r} is no constraint text, link, string or JSON of f-puzzles or SudokuPad")


def _unpacked(packed: str) -> str:
    packed = unquote(packed).replace(" ", "+")
    try:
        return decompressed(packed)
    except ValueError as error:
        raise ValueError(f"the link is cut, or it is something else: {error}") from None


def _fields(text: str) -> dict[str, Any]:
    """The object in a text of JSON, whole or shortened."""
    try:
        fields = json.loads(text)
        fields = _lengthened(fields) if isinstance(fields, dict) and "ce" in fields else fields
    except RecursionError:
        fields = None
    except ValueError:
        fields = _lengthened(_Shortened(text).value())
    if not isinstance(fields, dict):
        raise ValueError("this is no puzzle: the link is cut, or it is something else")
    return fields


LONG_NAMES = {
    **{"c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor", "ce": "cells"},
    **{"cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays", "w": "width", "h": "height", "v": "value"},
    **{"vd": "videos", "l": "lines", "r": "rounded", "re": "regions", "fs": "fontSize", "th": "thickness"},
    **{"hl": "headLength", "wp": "wayPoints", "t": "title", "te": "text", "d": "duration", "d2": "d"},
}
"""The names of fields by the short ones that SudokuPad gives them."""


def _lengthened(value: Any) -> Any:
    if isinstance(value, list):
        return [_lengthened(one) for one in value]
    if isinstance(value, dict):
        return {LONG_NAMES.get(key, key): _lengthened(one) for key, one in value.items()}
    return value


_TOKEN = re.compile(
    r"""\s*(?:([\[\]{}:,])|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s\[\]{}:,"']+))""",
    re.DOTALL,
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class _Shortened:
    """Reads JSON as SudokuPad shortens it. ValueError where it is cut."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self._depth = 0

    def value(self) -> Any:
        """Return the value of the whole text."""
        value = self._value()
        if self._text[self._place :].strip():
            raise ValueError("the JSON goes on after its end")
        return value

    def _peek(self) -> str:
        match = _TOKEN.match(self._text, self._place)
        if not match:
            raise ValueError("this is no puzzle: the link is cut, or it is something else")
        return match[1] or ""

    def _take(self) -> re.Match[str]:
        match = _TOKEN.match(self._text, self._place)
        if not match:
            raise ValueError("this is no puzzle: the link is cut, or it is something else")
        self._place = match.end()
        return match

    def _value(self) -> Any:
        if self._peek() in (",", "]", "}"):
            return {}  # which is left out
        match = self._take()
        if match[1] in ("[", "{"):
            self._depth += 1
            if self._depth > DEEPEST:
                raise ValueError("the JSON has too many lists within each other")
            value = self._list() if match[1] == "[" else self._object()
            self._depth -= 1
            return value
        if match[1]:
            raise ValueError(f"the JSON has {match[1]!r} in place of a value")
        return self._word(match[4]) if match[4] else self._string(match)

    def _list(self) -> list[Any]:
        values: list[Any] = []
        if self._peek() == "]":
            self._take()
            return values
        while True:
            values.append(self._value())
            if self._take()[1] == "]":
                return values

    def _object(self) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        if self._peek() == "}":
            self._take()
            return fields
        while True:
            match = self._take()
            key = match[4] or self._string(match)
            if self._take()[1] != ":":
                raise ValueError("the JSON has a field without a value")
            fields[key] = self._value()
            if self._take()[1] == "}":
                return fields

    def _string(self, match: re.Match[str]) -> str:
        text = match[2] if match[2] is not None else match[3] or ""
        return re.sub(r"\\(u[0-9a-fA-F]{4}|.)", self._unescaped, text, flags=re.DOTALL)

    def _unescaped(self, match: re.Match[str]) -> str:
        escape = match[1]
        return chr(int(escape[1:], 16)) if len(escape) == 5 else _ESCAPES.get(escape, escape)

    @staticmethod
    def _word(word: str) -> Any:
        if word in _WORDS:
            return _WORDS[word]
        if re.fullmatch(r"-?\d+(\.\d+)?([eE][+-]?\d+)?", word) and not re.fullmatch(r"\d{6}", word):
            return float(word) if re.search(r"[.eE]", word) else int(word)
        return f"#{word}" if re.fullmatch(r"[0-9a-fA-F]{6}", word) else word


_WORDS = {
    **{"t": True, "true": True, "f": False, "false": False, "null": None},
    **{"#0": "#000000", "#F": "#FFFFFF"},
}
"""The values that SudokuPad writes in few letters."""


# --- SudokuPad's short strings -------------------------------------------------------------------------------------


_CHARACTERS = digits + ascii_uppercase + ascii_lowercase[:24]
_NORMAL = "Normal sudoku rules apply."
_RULES = {"w": "Digits cannot repeat in a shaded region.", "x": "Digits cannot repeat along both main diagonals."}
_WINDOWS = ([2.5, 2.5], [2.5, 6.5], [6.5, 2.5], [6.5, 6.5])
_PARTS = re.compile(r"(?P<rule>[wx])|(?P<name>[ta])(?P<text>(?:[^*]|\*\*)*)(?:\*(?!\*)|$)")


def _classic(text: str) -> dict[str, Any]:
    """The fields of SudokuPad's document for what follows `scf`: the givens, then further rules, a title and an author.

    A character stands for a digit, 0 for an empty cell, and the empty cells after it: its place among 0-9, A-Z, a-x is
    the digit plus ten for each of them. After the givens, or a star, follow `w` for the four windows of a windoku, `x`
    for both diagonals, `t` with a title up to a star, and `a` with an author; two stars are one in a text.
    """
    cells: list[int] = []
    place = 0
    while len(cells) < 81 and place < len(text) and text[place] in _CHARACTERS:
        empty, digit = divmod(_CHARACTERS.index(text[place]), 10)
        cells += [digit, *[0] * empty]
        place += 1
    if len(cells) != 81:
        raise ValueError(f"the scf string has {len(cells)} cells, not 81: it is cut, or it is something else")
    rules, about = [_NORMAL], {"t": "", "a": ""}
    for part in _parts(text[place:].removeprefix("*")):
        if part["rule"]:
            rules.append(_RULES[part["rule"]])
        else:
            about[part["name"]] = part["text"].replace("**", "*")
    grey = {"width": 3, "height": 3, "backgroundColor": "#CFCFCF"}
    windows = [{"center": at} | grey for at in _WINDOWS] if _RULES["w"] in rules else []
    return {
        "cells": [[{"value": digit} if digit else {} for digit in cells[row : row + 9]] for row in range(0, 81, 9)],
        "regions": [[list(divmod(cell, 9)) for cell in block] for block in blocks(9, 3, 3)],
        "underlays": windows,
        "metadata": {"rules": " ".join(rules), "title": about["t"], "author": about["a"]},
    }


def _parts(text: str) -> list[re.Match[str]]:
    found, place = [], 0
    while place < len(text):
        match = _PARTS.match(text, place)
        if not match:
            raise ValueError(f"the scf string has {text[place : place + 9]!r} where a rule or a title is needed")
        found.append(match)
        place = match.end()
    return found
