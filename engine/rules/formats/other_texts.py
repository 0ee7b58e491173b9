"""Puzzles in other texts: the candidates of each cell, cages as numbers or arrows, jigsaws with their layout.

Nine characters a cell give its candidates. SumoCue writes `3x3::k:` and a number a cell, 256 times the sum of its cage
plus the number of the cage; `3x3:d:k:` has diagonals. In the short form of killers a cell has the sum of its cage, 0 to
9, A for 10 and on, a for 36 and on, or an arrow that leads there.
"""

import re
from itertools import groupby
from math import isqrt

from ...shape import VALUES
from ..frame import Cells, touch
from ..named.rule import Use
from ..variant import Variant, usual_regions

_CANDIDATES = re.compile(r"[1-9.]{729}")
_ARROWS = re.compile(r"(?=.*[<>^v`',])[0-9A-Za-j<>^v`',.]{81}")
_WAYS = {"v": 9, "^": -9, "<": -1, ">": 1, "`": -10, "'": -8, ",": 8, ".": 10}
_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"


def is_other_text(text: str) -> bool:
    """Whether a text is in one of these forms."""
    plain = "".join(text.split())
    return bool(_CANDIDATES.fullmatch(plain) or plain.startswith("3x3:") or _ARROWS.fullmatch(plain) or _parts(text))


def read(text: str) -> Variant:
    """Return the variant of a text. ValueError for what is in none of the forms, or not complete."""
    plain = "".join(text.split())
    if _CANDIDATES.fullmatch(plain):
        return _candidates(plain)
    if plain.startswith("3x3:"):
        return _numbered_cages(plain)
    if _ARROWS.fullmatch(plain):
        return _arrows(plain)
    if parts := _parts(text):
        return _jigsaw(*parts)
    raise ValueError(f"{plain[:30]!r} is no text of candidates or cages")


def _candidates(text: str) -> Variant:
    uses, givens = [], [0] * 81
    for cell in range(81):
        digits = tuple(int(digit) for digit in text[9 * cell : 9 * cell + 9] if digit != ".")
        if not digits:
            raise ValueError(f"cell {cell + 1} of 81 has no candidate")
        if len(digits) == 1:
            givens[cell] = digits[0]
        elif len(digits) < 9:
            uses.append(Use("digits", (cell,), digits))
    return Variant.of(9, *uses).with_givens(givens)


def _numbered_cages(text: str) -> Variant:
    _, kind, killer, *numbers = text.split(":")
    if kind not in ("", "d") or killer != "k" or len(numbers) < 81 or any(numbers[81:]):
        raise ValueError("a killer of SumoCue begins with 3x3::k: or 3x3:d:k: and has 81 numbers")
    if wrong := [number for number in numbers[:81] if not re.fullmatch(r"\d{1,6}", number)]:
        raise ValueError(f"a killer of SumoCue has {wrong[0][:20]!r} where a number is needed")
    by_cage: dict[int, list[int]] = {}
    for cell, number in enumerate(map(int, numbers[:81])):
        if number >= 256:
            by_cage.setdefault(number, []).append(cell)
    diagonals = [Use("diagonal", value=which) for which in "/\\"] if kind == "d" else []
    cages = (Use("cage", tuple(cells), number // 256) for number, cells in by_cage.items())
    return Variant.of(9, *diagonals, *cages)


def _arrows(text: str) -> Variant:
    by_cage: dict[int, list[int]] = {}
    for cell in range(81):
        here = cell
        for _ in range(81):
            way = _WAYS.get(text[here])
            if way is None:
                break
            column = here % 9 + (way + 13) % 9 - 4
            here += way
            if not (0 <= here < 81 and 0 <= column < 9):
                raise ValueError(f"an arrow of the killer leads off the board from cell {cell + 1} of 81")
        else:
            raise ValueError(f"the arrows of the killer lead in a circle from cell {cell + 1} of 81")
        by_cage.setdefault(here, []).append(cell)
    sums = {last: _SUMS.index(text[last]) for last in by_cage}
    cages = ((tuple(cells), sums[last] or None) for last, cells in by_cage.items())
    return Variant.of(9, *(Use("cage", cells, total) for cells, total in cages if total or len(cells) > 1))


def _parts(text: str) -> tuple[str, str] | None:
    """Givens and the letters of a jigsaw, two words of the same length; None for other text."""
    words = text.split()
    if len(words) != 2 or len(words[0]) != len(words[1]) or isqrt(len(words[0])) ** 2 != len(words[0]):
        return None
    size = isqrt(len(words[0]))
    lengths = {len(list(same)) for _, same in groupby(sorted(words[1]))}
    if len(set(words[1])) != size or lengths != {size} or not 4 <= size <= 16:
        return None
    regions = _regions(words[1])  # in a solution, cells with one digit do not touch
    return (words[0], words[1]) if all(touch(set(region), size) for region in regions) else None


def _regions(layout: str) -> tuple[Cells, ...]:
    return tuple(tuple(cell for cell, one in enumerate(layout) if one == name) for name in dict.fromkeys(layout))


def _jigsaw(givens: str, layout: str) -> Variant:
    size = isqrt(len(layout))
    lettered = size > 9
    digits = [ord(one) - ord("A") + 1 if lettered and one.isalpha() else VALUES.get(one, size + 1) for one in givens]
    if any(digit > size for digit in digits):
        raise ValueError(f"the givens of the jigsaw have a character that is no digit of size {size}")
    regions = _regions(layout)
    usual = usual_regions(size)
    return Variant(size, usual if set(regions) == set(usual) else regions, givens=tuple(digits))
