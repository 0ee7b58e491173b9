"""Lines and dots that a full board obeys, drawn at random."""

from collections.abc import Callable, Iterator, Sequence

from engine.boards import Boards
from engine.random_numbers import RandomNumbers
from engine.rules.geometry import neighbours
from engine.rules.uses import Use

ATTEMPTS = 60
"""Lines tried for those that a board gets."""

_Digits = Sequence[int]
_Goes = Callable[[_Digits, list[int], int], bool]


def draw(size: int, board: _Digits | Boards, kinds: Sequence[str], random: RandomNumbers) -> Iterator[Use]:
    """Yield lines and dots of each kind for a board. Lines have cells of their own; dots may lie anywhere."""
    digits = [int(digit) for digit in board]
    taken: set[int] = set()
    for kind in kinds:
        yield from DRAWN[kind](size, digits, random, taken)


def _lines(rule: str, goes: _Goes, longest: int, count: int, value: int | None = None) -> Callable[..., Iterator[Use]]:
    """Lines that grow cell by cell as long as `goes` lets them."""

    def drawn(size: int, digits: _Digits, random: RandomNumbers, taken: set[int]) -> Iterator[Use]:
        made = 0
        for _ in range(ATTEMPTS):
            line = _walk(size, digits, random, taken, goes, longest)
            if len(line) >= 3:
                taken.update(line)
                yield Use(rule, tuple(line), value)
                made += 1
            if made == count:
                return

    return drawn


def _walk(size: int, digits: _Digits, random: RandomNumbers, taken: set[int], goes: _Goes, longest: int) -> list[int]:
    start = random.below(size * size)
    if start in taken:
        return []
    line = [start]
    while len(line) < longest:
        free = [cell for cell in _around(size, line[-1]) if cell not in taken and cell not in line]
        ways = [cell for cell in free if goes(digits, line, cell)]
        if not ways:
            break
        line.append(random.choice(ways))
    return line


def _around(size: int, cell: int) -> Iterator[int]:
    row, column = divmod(cell, size)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if (down or right) and 0 <= row + down < size and 0 <= column + right < size:
                yield cell + down * size + right


def _rises(digits: _Digits, line: list[int], cell: int) -> bool:
    return digits[cell] > digits[line[-1]]


def _differs(digits: _Digits, line: list[int], cell: int) -> bool:
    return abs(digits[cell] - digits[line[-1]]) >= (max(digits) + 1) // 2


def _follows(digits: _Digits, line: list[int], cell: int) -> bool:
    held = [digits[one] for one in line]
    return digits[cell] in (min(held) - 1, max(held) + 1)


def _arrows(size: int, digits: _Digits, random: RandomNumbers, taken: set[int]) -> Iterator[Use]:
    made = 0
    for _ in range(ATTEMPTS):
        line = _walk(size, digits, random, taken, _fits_in_circle, 5)
        if len(line) >= 3 and sum(digits[cell] for cell in line[1:]) == digits[line[0]]:
            taken.update(line)
            yield Use("arrow", tuple(line))
            made += 1
        if made == 6:
            return


def _fits_in_circle(digits: _Digits, line: list[int], cell: int) -> bool:
    return sum(digits[one] for one in (*line[1:], cell)) <= digits[line[0]]


def _dots(rules: dict[str, Callable[[int, int], bool]], count: int) -> Callable[..., Iterator[Use]]:
    """Marks between neighbours, at most so many."""

    def drawn(size: int, digits: _Digits, random: RandomNumbers, taken: set[int]) -> Iterator[Use]:
        made = 0
        for pair in random.shuffled(list(neighbours(size))):
            for rule, holds in rules.items():
                if made < count and holds(*sorted((digits[pair[0]], digits[pair[1]]))):
                    yield Use(rule, pair)
                    made += 1
                    break

    return drawn


DRAWN: dict[str, Callable[..., Iterator[Use]]] = {
    "thermometer": _lines("thermometer", _rises, 6, 8),
    "whispers": _lines("whispers", _differs, 7, 6),
    "renban": _lines("renban", _follows, 5, 6),
    "arrow": _arrows,
    "kropki": _dots({"white dot": lambda a, b: b - a == 1, "black dot": lambda a, b: b == 2 * a}, 24),
    "xv": _dots({"x": lambda a, b: a + b == 10, "v": lambda a, b: a + b == 5}, 20),
}
"""The kinds that can be drawn, by name."""
