"""The digits of a board whose text names others than 1 to its size, such as 0 to 8, or 1 to 9 on a board of size 6."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ..frame import Frame
from ..named.rule import Use
from .sentences import Sentence

BY_CELLS = frozenset(
    {"thermometer", "slow thermometer", "arrow", "pill arrow", "double arrow", "palindrome", "renban", "nabner"}
    | {"whispers", "between", "lockout", "region sum", "equal sums", "zipper", "sum line", "sum loop", "cage", "sum"}
    | {"all different", "odd", "even", "digits", "quadruple", "counting circles", "clone", "inequality", "x", "v"}
    | {"white dot", "black dot", "all white dots", "all ratios", "all kropki", "all xv", "little killer", "x-sum"}
    | {"skyscraper", "numbered room", "diagonal", "windoku", "disjoint groups", "argyle", "anti-knight", "anti-king"}
    | {"non-consecutive", "or"}
)
"""Rules that a text states in the same words whatever the digits are."""

_RANGE = re.compile(
    r"(?<!\S)((?:digits?|numbers?|values?) (?:from )?)(\d{1,2})(-| to | through | thru )(\d{1,2})(?!\S)"
)
_PLACES = re.compile(r"(?<!\S)(rows?|columns?|place|put|fill|write|enter|insert|uses?|using)(?!\S)")
_OF_MARKS = re.compile(
    r"(?<!\S)(lines?|cages?|arrows?|circles?|dots?|thermo\S*|clues?|shaded|diagonals?|odd|even)(?!\S)"
)
_EVERY_DIGIT = re.compile(r"(?<!\S)(once|each digit|every digit|all digits|all the digits)(?!\S)")


def digits_of(sentences: Sequence[Sentence], size: int) -> tuple[Frame, list[Sentence]]:
    """Return the frame of a board with the digits that its text names, and the sentences with usual digits in place.

    The usual frame where a text names none, names several ranges, or has more of them than a row has cells and yet all
    in each row.
    """
    usual, ranges, said = Frame.square(size), set(), []
    for sentence in sentences:
        match = _RANGE.search(sentence.words) if _PLACES.search(sentence.words) else None
        if match is None or _OF_MARKS.search(sentence.words):
            said.append(sentence)
            continue
        low, high = int(match[2]), int(match[4])
        ranges.add((low, high))
        if high - low >= size and _EVERY_DIGIT.search(sentence.words):
            return usual, list(sentences)
        said.append(replace(sentence, words=_RANGE.sub(rf"\g<1>1\g<3>{size}", sentence.words)))
    if len(ranges) != 1 or ranges == {(1, size)}:
        return usual, list(sentences)
    ((low, high),) = ranges
    try:
        return Frame(size, size, high - low + 1, low), said
    except ValueError:  # fewer digits than cells of a row, or too many
        return usual, list(sentences)


def is_by_cells(use: Use) -> bool:
    """Whether a rule, and each in its choices, means the same in words whatever the digits are."""
    return use.rule in BY_CELLS and all(is_by_cells(one) for some in use.alternatives for one in some)


def in_frame(digits: Sequence[int | None], frame: Frame) -> tuple[int, ...]:
    """Return digits as an array has them: 1 for the lowest, 0 for an empty cell. ValueError for other digits."""
    shown = [None if digit == 0 and frame.lowest == 1 else digit for digit in digits]
    for cell, digit in enumerate(shown):
        if digit is not None and digit not in frame.values:
            span = f"{frame.values[0]}..{frame.values[-1]}"
            raise ValueError(f"{frame.cell_name(cell)}: value {digit} is not in {span}")
    return tuple(0 if digit is None else digit - frame.lowest + 1 for digit in shown)
