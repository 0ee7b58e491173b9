"""The board in an answer, as models and people write it, looked for from the end.

First what is thought is left out: the answer stands after the last closed thinking block, and before one that never
ends. Then what the last `<answer>` or `\\boxed` marks, if there is one, else all of it. The usual forms are found at
once (`_usual`), all others by `engine.reading.written`. Of several boards the last whole one counts that the words
around it do not take back (`_choose`). A text without a board may name the digits of cells instead.

Cells are text here, one character each, 0 for an empty one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..shape import DIGITS
from .written import NONE, TAG, Board, kind_of, lines_of, marked, of_moves, plain_text

THINKING = ("think", "thinking", "thought", "thoughts", "reasoning", "scratchpad", "reflection")
"""Names of the tags around what is no answer: `<think>`, also `[THINK]`, in capitals or not."""

ONE, MOVES, BY_COLUMNS, TWO, CHOICE = "one board", "moves", "by columns or blocks", "two boards", "a choice of boards"
THOUGHT, TAKEN_BACK, OTHER_CELLS = "inside thinking", "taken back", "other cells"


class AnswerReading(NamedTuple):
    """The board in an answer, and the rule by which it was found, or by which there is none."""

    board: NDArray[np.uint8] | None
    """`uint8 (S*S,)`, 0 for an empty cell."""
    rule: str
    """With a board: "one board", "moves", "by columns or blocks", "two boards" (the last counts), or "a choice of
    boards" (which solves nothing). Without: "no board", "inside thinking", "taken back", "two boards" (of a strict
    reading), "a row too many", "rows missing", "rows of several lengths", "other cells"."""


_USUAL, _NEAR, _FAR = 768, 4096, 1 << 20
"""So much of the end is looked at for the usual forms, then for any, and then so much, and no more."""

_MOST_BOARDS = 99
"""So many last boards of a text are compared."""

_CONTEXT = 300
"""What stands so far before a board, or behind it, says nothing about it."""


def answer_reading(
    answer: Any, size: int = 9, *, clues: str = "", strict: bool = False, thinking: Sequence[str] = THINKING
) -> AnswerReading:
    """Return the board in an answer of any type, and the rule that applied; it never raises for an answer.

    `clues`, S*S characters with 0 for an empty cell, complete moves for the empty cells alone. A `strict` reading
    refuses an answer with two different boards. A board further than 1,048,576 characters from the end is not found.
    """
    if not isinstance(answer, str):
        if isinstance(answer, list | tuple) and answer and isinstance(answer[-1], Mapping) and "content" in answer[-1]:
            answer = answer[-1]["content"]  # the turns of a conversation
        if not isinstance(answer, str | bytes | Mapping):
            return _of_cells(answer, size, strict)
        answer = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else _spelled(answer)
    begin, end = outside_thinking(answer, tuple(thinking))
    if size == 9 and (cells := _usual(answer[max(begin, end - _USUAL) : end], end - begin > _USUAL)):
        return AnswerReading(_array(cells, size), ONE)
    board, rule = None, NONE
    for reach in (_FAR,) if strict else (_NEAR, _FAR):
        first = max(begin, end - reach)
        board, rule = _of_part(answer[first:end], size, clues, strict)
        if first == begin or (board and "0" not in board.cells and board.start >= _NEAR // 2):
            break
    if rule == NONE and (begin or end < len(answer)):
        last = begin if end == len(answer) else len(answer)
        rule = THOUGHT if _of_part(answer[max(0, last - _FAR) : last], size, clues, strict=False)[0] else NONE
    return AnswerReading(_array(board.cells, size) if board else None, rule)


_VALUES = bytes(max(0, code - 48) for code in range(256))


def _array(cells: str, size: int) -> NDArray[np.uint8]:
    if size < 10:
        return np.frombuffer(bytearray(cells.encode().translate(_VALUES)), np.uint8)  # as bytes it could not be changed
    return np.array([DIGITS.find(cell) if cell != "0" else 0 for cell in cells], np.uint8)


def _spelled(value: Any, depth: int = 0) -> str:
    """The values of a mapping and of what it holds, with their names, as JSON has them."""
    if depth > 9 or (isinstance(value, int) and abs(value) > 99):  # a long number takes long to write
        return ""
    if isinstance(value, Mapping):
        return "\n".join(f'"{str(name)[:99]}": {_spelled(each, depth + 1)}' for name, each in value.items())
    if isinstance(value, list | tuple):
        return f"[{', '.join(_spelled(each, depth + 1) for each in value)}]"
    return value if isinstance(value, str) else "." if value is None else str(value)[:99]


def _of_cells(answer: Any, size: int, strict: bool) -> AnswerReading:
    """The board of lists or an array of numbers, or of texts: of cells, or of rows."""
    try:
        cells = np.asarray(answer).reshape(-1)
        if cells.dtype.kind in "iufb" and len(cells) == size * size:
            is_digit = (cells >= 0) & (cells <= size) & (cells == np.floor(cells))
            return AnswerReading(cells.astype(np.uint8), ONE) if is_digit.all() else AnswerReading(None, OTHER_CELLS)
    except (ValueError, TypeError, OverflowError, RecursionError):  # rows of several lengths, strange objects
        return AnswerReading(None, OTHER_CELLS)
    if cells.dtype.kind not in "UO" or not 0 < len(cells) <= size**4:
        return AnswerReading(None, OTHER_CELLS)
    words = [_spelled(cell, 9) for cell in cells.tolist()]
    return answer_reading(("\n" if len(words) < size * size else " ").join(words), size, strict=strict)


# --- What is thought ------------------------------------------------------------------------------------------------


@cache
def _tags_of_thinking(names: tuple[str, ...], bracket: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """How a tag begins, which is fast to look for, and a whole one."""
    inside, special = "|".join(map(re.escape, names)), r"\|(?:end_of_thought|channel\|>final)"
    others = r"\|begin_of_thought|\|channel\|>analysis"
    beginning = rf"{re.escape(bracket)}[/|{re.escape(''.join({name[:1] for name in names}))}]"
    tag = rf"{re.escape(bracket)}(?:(/?)(?:{inside})\b[^<>\[\]▷]{{0,80}}[>\]▷]|({special})|{others})"
    return re.compile(beginning, re.IGNORECASE), re.compile(tag, re.IGNORECASE)


def outside_thinking(text: str, names: tuple[str, ...]) -> tuple[int, int]:
    """Where the answer begins and ends.

    The last part is looked at first. A pattern that begins with one character is sought as fast as memory is read.
    """
    if not names:
        return 0, len(text)
    near, end, bracket, top = max(0, len(text) - _NEAR), len(text), "<", text[:99]
    for other in "[◁":
        if other in top and any(other + name in top.lower() for name in names):
            bracket = other
    if bracket not in text:
        return 0, end
    beginning, tag = _tags_of_thinking(names, bracket)
    for first, last in ((near, end), (0, near + 99)) if near else ((0, end),):
        if text.find(bracket, first, last) < 0 or not beginning.search(text, first, last):
            continue
        for found in reversed([*tag.finditer(text, first, last)]):
            if found[1] or found[2]:
                return found.end(), end
            end = found.start()
    return 0, end


# --- The usual forms --------------------------------------------------------------------------------------------------

_SIGNS = "".join(chr(code) for code in range(128) if not chr(code).isalnum())
_ALL_SIGNS, _SIGNS_OF_LINES = _SIGNS.encode(), _SIGNS.replace("\n", "").encode()
_NO_LETTERS = bytes.maketrans(ascii_letters.encode(), b" " * len(ascii_letters))
_IN_WORDS = bytes.maketrans(
    (_SIGNS + digits + ascii_uppercase).encode(), b" " * len(_SIGNS + digits) + ascii_lowercase.encode()
)
_NINE_ROWS = re.compile(r"(?:^|\n)(?:(?: {1,12}[1-9])?[0-9]{9}\n+){8}(?: {1,12}9)?[0-9]{9}(?:\n|$)")
_NOT_APART = re.compile(r"\n[^\d\n]*\d\d")
_NUMBER_OF_KEY = re.compile(r"""\d["']\s*:|["']\s*:\s*\d""")
_CUES = """not never cannot t no wrong incorrect invalid mistaken erroneous rejected discarded failed violates give
unable or oder alternative alternatively either another option possibility choice candidate version solutions second
two b ii wait isnt contradiction violates"""
_CUE_WORDS = frozenset(_CUES.encode().split())
"""Words near a board for which more than its form has to be looked at."""


def _usual(text: str, has_more: bool) -> str:
    """The full board of an answer in one of the usual forms, with no word near it that may change what it is.

    It finds what `_of_part` finds in such a text, ten times as fast: cells alone, in `<answer>` or `\\boxed`, rows with
    prose around them, with names or without. No cells: the long way is needed, also if a text has more before this one.
    """
    if not text.isascii() or "~" in text or "\r" in text or "\x1b" in text or "\\\\" in text or "&nbsp;" in text:
        return ""
    if ('":' in text or "':" in text) and _NUMBER_OF_KEY.search(text):
        return ""
    start, end, first, last = 0, len(text), 0, 0  # of the cells, and of the mark around them
    if "<" in text and (marks := text.lower().count("nswer>")) > 0:
        end = text.rfind("</answer>")
        first, last = text.rfind("<answer>", 0, max(0, end)), end + 9
        start = first + 8
        if first < 0 or marks > 2:
            return ""
    elif "<" in text and TAG.search(text):
        return ""
    elif "\\boxed{" in text:
        first = text.rfind("\\boxed{")
        start, end = first + 7, text.find("}", first)
        last = end + 1
        if end < 0 or text.count("boxed") > 1:
            return ""
    elif "\\" in text:
        return ""
    part = text[start:end]
    cells, name = part.encode().translate(None, _ALL_SIGNS).decode() if len(part) < 800 else "", ""
    if len(cells) == 81 and cells.isdigit() and "?" not in part:
        last = last or end
        if "\n" in part and {*map(len, _lines(part).split())} not in ({9}, {81}, {27}):
            return ""
    elif last:
        return ""
    else:
        cells, first, last, name = _in_prose(text)
    if len(cells) != 81 or "0" in cells or (has_more and first < _CONTEXT):
        return ""
    around = f"{text[max(0, first - 160) : first]} {name} {text[last : last + _CONTEXT]}"
    is_plain = "?" not in around and _CUE_WORDS.isdisjoint(around.encode().translate(_IN_WORDS).split())
    return cells if is_plain else ""


def _lines(text: str) -> str:
    """The digits of each line, with blanks in the place of letters and without signs."""
    return text.encode().translate(_NO_LETTERS, _SIGNS_OF_LINES).decode()


def _in_prose(text: str) -> tuple[str, int, int, str]:
    """The cells of the only line of 81 digits, or of nine rows; its first and last place, and what names it."""
    lines = _lines(text)
    numbers = [number for number in lines.split() if len(number) > 8]
    if len(numbers) not in (1, 9):
        return "", 0, 0, ""
    before, after = lines.count("\n", 0, lines.find(numbers[0])), lines.count("\n", lines.rfind(numbers[-1]))
    first, last = len(text) - len(text.split("\n", before)[-1]), len(text.rsplit("\n", after)[0])
    cells, name = "".join(numbers), ""
    if len(numbers) == 9:
        if not (rows := _NINE_ROWS.search(lines)):
            return "", 0, 0, ""
        above = lines[: rows.start()].rstrip("\n").rpartition("\n")[2]
        below = lines[rows.end() :].lstrip("\n").partition("\n")[0]
        if above.isdigit() or below.isdigit():
            return "", 0, 0, ""
        if len(cells) > 81:  # each row has its number in front, apart from it
            if cells[::10] != "123456789" or _NOT_APART.search("\n" + text[first:last]):
                return "", 0, 0, ""
            cells, name = "".join(number[1:] for number in numbers), text[first : first + 24].partition("1")[0]
    else:
        name = text[first:last]
    heading = text[:first].rstrip(_SIGNS).rpartition("\n")[2]
    if heading.isdigit() or (len(heading) < 60 and kind_of(heading)) or (name and kind_of(name)):
        return "", 0, 0, ""
    return cells, first, last, name


# --- A part of a text -----------------------------------------------------------------------------------------------


def _of_part(text: str, size: int, clues: str, strict: bool) -> tuple[Board | None, str]:
    """The board of a part of an answer, and the rule; no board if there is none."""
    lines, text = lines_of(size), plain_text(text)
    spans = marked(text) if "<" in text or "\\" in text else []
    boards: list[Board] = []
    some, reason = boards, NONE
    for number, (start, end) in enumerate(spans or [(0, len(text))], 1):
        some, reason = lines.boards(text, start, end)
        boards += [board._replace(mark=number if spans else 0) for board in some]
    if spans and not some:  # the last mark has no board: there is no answer, but in moves
        text, boards = text[slice(*spans[-1])], []
    chosen, rule = _choose(text, [board for board in boards if board.cells.strip("0")][-_MOST_BOARDS:], strict)
    if (chosen and "0" not in chosen.cells) or rule == TAKEN_BACK or (strict and rule == TWO):
        return chosen, rule
    if (cells := of_moves(text, size, clues)) and not _GIVEN_UP.search(text[-_CONTEXT:]):
        return Board(cells, 0, len(text)), MOVES
    return chosen, rule if chosen else reason


_THING = r"(?:solution|answer|grid|board)"
_CHOICE = re.compile(
    rf"^[\"'\])\s]*[,/;][\"'\[(\s]*$|^(?:\W|</?\w+>)*(?:or|oder)\b[^.!?]{{0,40}}$|\balternative"
    rf"|\b(?:another|second) (?:possible |valid |correct )?{_THING}"
    rf"|\b(?:option|possibility|choice|candidate|{_THING})\s*\W?(?:[2-9b]|ii|two)\W*$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\s*\d\s?[:.)]")
"""Of a board, where its name is not a part of it."""


def _choose(text: str, boards: Sequence[Board], strict: bool) -> tuple[Board | None, str]:
    """The last whole board that is not taken back, before those by columns and those with empty cells."""
    whole = [board for board in boards if "0" not in board.cells]
    for some in (
        [board for board in whole if not board.kind],
        [board for board in whole if board.kind],
        [board for board in boards if "0" in board.cells],
    ):
        standing = [board for board in some if not _is_taken_back(text, board)]
        if not standing:
            continue
        last = standing[-1]
        others = [board for board in standing if board.cells != last.cells]
        if not others:
            return last, BY_COLUMNS if last.kind else ONE
        if strict:
            return None, TWO
        number = _NUMBER.match(text, last.start)
        between = text[others[-1].end : number.end() if number else last.start]
        is_choice = others[-1].mark == last.mark > 0 or (len(between) < 200 and _CHOICE.search(between))
        return last, CHOICE if is_choice else TWO
    return None, TAKEN_BACK if boards else NONE


_NOT = (
    r"\b(?:not|isn't|isnt|doesn't|never|cannot be|can't be)\s+(?:(?:the|an?|my|our|its|be|yet|quite)\s+)*"
    rf"(?:(?:correct|right|valid|final|actual|real|true|proper)\s+)?(?:{_THING}|correct|right|valid|it|this|true|work)\b"
    r"|\b(?<!no )(?<!not )(?<!nothing )(?:wrong|incorrect|invalid|mistaken|erroneous|rejected|discarded|failed)\b"
)
_BEFORE = re.compile(
    rf"(?:{_NOT}|\bnot\W*$)"
    r"(?!.*\b(?:but|instead|here|now|rather|therefore|corrected|fixed|the (?:correct|right|true)))",
    re.IGNORECASE,
)
_BROKEN = rf"(?:{_NOT}|\bviolates\b|\b(?:is|gives|leads to|hits|reaches) an? (?:\w+ )?contradiction\b)"
_AFTER = re.compile(
    r"(?:\s|</?\w+>|[`*_)\"'}\]$|.,;(-])*(?:\?|no[.,!]|(?:(?:wait|no|h+m+|oops|actually|but|sorry|well|however|unfortunately|and)\W+)*"
    rf"(?:(?:this|that|it|which|is|was|the|above|looks|seems|does|did)\b[^.!?,:;\n]{{0,40}})?{_BROKEN})",
    re.IGNORECASE,
)
_LATER = re.compile(
    rf"(?:[.!?,\n]\s*|\b(?:so|hence|thus|therefore),? )(?:this(?: {_THING})?|the (?:above {_THING}|{_THING} above))\s+"
    rf"(?:(?:is|does)\b[^.!?,:;\n]{{0,20}})?{_BROKEN}",
    re.IGNORECASE,
)
"""What takes a board back in a later sentence, if it says that it speaks of this one."""
_NEXT = re.compile(r"(?:\d\W{0,3}){9}")
_GIVEN_UP = re.compile(
    r"\bgive up\b|\b(?:could|can|was|am)(?:n't| ?not) (?:able to )?(?:solve|complete|finish|(?:find|determine|get)"
    rf" (?:it|(?:an?|the|any) (?:\w+ )?{_THING}))|\bunable to (?:solve|complete|finish|find an?)",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"~[{(\[*_`\"']*$")
_SENTENCE = re.compile(r"[.!?;]\s|\n")


def _is_taken_back(text: str, board: Board) -> bool:
    """Whether a board is struck out, or the clause before it or after it says that it is wrong."""
    first = board.start
    while first < board.end and not text[first].isdigit():
        first += 1
    if _STRUCK.search(text[max(0, first - 9) : first]) or text[first + 1 : first + 2] == "~":
        return True
    before = text[max(0, first - 160) : first].rstrip(" \n\t`*_\"'([{|<>-+=$#")
    if before[-1:] == ":" or "\n" not in text[len(before) + max(0, first - 160) : first]:
        clause = before[[0, *(each.end() for each in _SENTENCE.finditer(before))][-1] :]
        if clause and clause[-1] not in ".!?" and _BEFORE.search(clause):
            return True
    after = text[board.end : board.end + _CONTEXT]
    return bool(_AFTER.match(after) or _GIVEN_UP.search(after) or _LATER.search(_NEXT.split(after)[0]))
