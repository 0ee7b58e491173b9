"""Puzzles made under rules: a board first, then clues, cages or lines that leave it the only solution.

Puzzle k of a seed depends on nothing else, so any batch and any number of threads make the same.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from operator import index

import numpy as np
from numpy.typing import ArrayLike, NDArray

from board_catalogue.engine.boards import Boards, check_puzzles, check_seed, in_pieces
from board_catalogue.engine.native import core
from board_catalogue.engine.random_numbers import RandomNumbers
from board_catalogue.engine.rules.geometry import neighbours
from board_catalogue.engine.rules.layouts import cages
from board_catalogue.engine.rules.model import Relation, Rules
from board_catalogue.engine.rules.named.rule import Use
from board_catalogue.engine.rules.solving import program, solve_ruled
from board_catalogue.engine.rules.variant import Variant, constraints_of
from board_catalogue.engine.shape import NO_BLOCKS, Shape

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


def boards_ruled(variant: Variant, count: int, *, seed: int = 0, start: int = 0, threads: int = 1) -> Boards:
    """Return full boards that obey the rules of a variant, drawn at random: `uint8 (count, cells)`.

    Boards `start` and following of the seed; they are not equally likely: each comes from random digits in cells with
    few candidates, with inference between. ValueError for rules that contradict each other, and for a seed or boards
    outside 0 .. 2**63 - 1.
    """
    check_seed(seed)
    positions = _positions(start, count)
    if count and not _has_board(variant.rules):
        raise ValueError(_CONTRADICT)
    rules = program(variant.rules), np.zeros(1, np.int64), True
    shape = Shape.of(variant.size, NO_BLOCKS)
    boards = np.zeros((count, variant.size**2), np.uint8)
    in_pieces(
        lambda some: core.draw_ruled(shape, boards[some], *rules, seed, positions[some]),
        count,
        threads,
    )
    if count and not boards.all():
        raise ValueError(_CONTRADICT)
    return boards


def _positions(start: int, count: int) -> NDArray[np.int64]:
    start, count = index(start), index(count)
    if count < 0 or start < 0 or start + count > 2**63:
        raise ValueError(f"start {start} and count {count} do not stay within 0 .. 2**63 - 1")
    return start + np.arange(count, dtype=np.int64)


_CONTRADICT = "the rules contradict each other: no board obeys them"


@lru_cache(maxsize=256)
def _has_board(rules: Rules) -> bool:
    """Whether a board obeys rules; True where only drawing one can tell.

    Drawing starts again and again, so it takes long to exhaust all boards. A search that learns is faster, above all
    where rules treat all digits alike, so that the first row may be 1 2 3 ...
    """
    alike = all(isinstance(one, Relation) and _is_difference(one) for one in rules.constraints)
    is_plain = len(rules.houses) <= 3 * rules.size and not rules.constraints
    if rules.size > 9 or is_plain or not alike:
        return True
    row = [*range(1, rules.size + 1), *[0] * (rules.cells - rules.size)]
    return bool(solve_ruled(rules, np.array([row], np.uint8), limit=1)[1][0])


def _is_difference(relation: Relation) -> bool:
    every = (1 << len(relation.allowed)) - 1
    return all(allowed == every & ~(1 << digit) for digit, allowed in enumerate(relation.allowed))


def carve_ruled(
    variant: Variant,
    boards: ArrayLike,
    *,
    seed: int = 0,
    start: int = 0,
    positions: Sequence[int] | None = None,
    threads: int = 1,
) -> Boards:
    """Return minimal puzzles whose only solutions under the rules are these full boards: `uint8 (n, cells)`.

    The boards come from the seed from `start` on, or at the `positions`. ValueError for what are no full boards,
    for one that breaks the rules, another number of positions, and as in `boards_ruled`.
    """
    check_seed(seed)
    boards = _obeying(variant, boards)
    each = _positions(start, len(boards)) if positions is None else np.ascontiguousarray(positions, np.int64)
    if each.shape != boards.shape[:1]:
        raise ValueError(f"{each.size} positions for {len(boards)} boards")
    rules = program(variant.rules), np.zeros(1, np.int64), True
    shape = Shape.of(variant.size, NO_BLOCKS)
    puzzles = np.empty_like(boards)
    in_pieces(
        lambda some: core.carve_ruled(shape, boards[some], *rules, seed, each[some], puzzles[some]),
        len(boards),
        threads,
    )
    return puzzles


def _obeying(variant: Variant, boards: ArrayLike) -> Boards:
    """Return full boards as the kernels take them. ValueError for others, and for one that breaks the rules."""
    checked = check_puzzles(boards, f"1x{variant.size}")
    if checked.ndim != 2 or not checked.all():
        raise ValueError(f"full boards of size {variant.size} have shape (n, {variant.size**2}) and no empty cell")
    if not (obeys := solve_ruled(variant, checked, limit=1)[1]).all():
        raise ValueError(f"board [{int(obeys.argmin())}] breaks the rules")
    return checked


def _board(variant: Variant, position: int, seed: int, board: ArrayLike | None) -> Boards:
    """The board that is given, else that of the seed. TypeError for what is no variant."""
    if not isinstance(variant, Variant):
        raise TypeError(f"a board with its rules is a variant, not {type(variant).__name__}")
    if board is None:
        drawn = boards_ruled(variant, 1, seed=seed, start=position)
    else:
        drawn = check_puzzles(board, f"1x{variant.size}")  # else nine rows are nine boards of size 3
    checked: Boards = _obeying(variant, np.atleast_2d(drawn))[0]
    return checked


CAGES_AT_NINE = (25, 35)
"""The fewest and the most cages of a killer at 9x9."""


def usual_cages(size: int) -> tuple[int, int]:
    """Return the fewest and the most cages of a killer of a size: as many a cell as at 9x9."""
    least, most = (number * size**2 // 81 for number in CAGES_AT_NINE)
    return least, most


def make_killer(
    variant: Variant,
    index: int,
    *,
    seed: int = 0,
    least: int | None = None,
    most: int | None = None,
    board: ArrayLike | None = None,
) -> Variant:
    """Return puzzle number `index` of a seed: cages that cover the board and leave one solution, and no givens.

    It has `least` to `most` cages, 25 to 35 at 9x9 and in proportion at other sizes; rules of the variant hold too. Its
    solution is the `board`, by default that of the seed. Cages are drawn until their number suits; if that takes long,
    a few more are allowed. `engine.time_limit` sets a limit. ValueError for a board as in `carve_ruled`, and as in
    `boards_ruled`.
    """
    board = _board(variant, index, seed, board)
    fewest, greatest = usual_cages(variant.size)
    random = RandomNumbers(seed, index)
    return cages(variant, board, random, fewest if least is None else least, greatest if most is None else most)


def make_drawn(
    variant: Variant, kinds: Sequence[str], index: int, *, seed: int = 0, board: ArrayLike | None = None
) -> Variant:
    """Return puzzle number `index` of a seed: lines and dots of these kinds, and the givens that they need.

    Kinds are names of DRAWN. The puzzle is minimal: without any of its givens or marks it has another solution. That
    is the `board`, by default that of the seed. ValueError for another kind, and as in `carve_ruled`.
    """
    if unknown := [kind for kind in kinds if kind not in DRAWN]:
        raise ValueError(f"rule {unknown[0]!r} cannot be made: {', '.join(DRAWN)} can")
    random = RandomNumbers(seed, index)
    board = _board(variant, index, seed, board)
    made = variant.with_uses((*variant.uses, *draw(variant.size, board, kinds, random)))
    made = made.with_givens(carve_ruled(made, board[None], seed=seed, start=index)[0])
    return _without_idle(made, len(variant.uses))


def _without_idle(made: Variant, fixed: int) -> Variant:
    """Without the marks that the others and the givens imply; the first `fixed` uses are not marks."""
    common, marks = made.with_uses(made.uses[:fixed]).rules, made.uses[fixed:]
    meaning = [tuple(constraints_of(made, use)) for use in marks]  # once, for a mark is tried with many others
    kept = list(range(len(marks)))
    for place in range(len(marks)):
        fewer = [other for other in kept if other != place]
        rules = common.with_constraints(*(one for other in fewer for one in meaning[other]))
        if solve_ruled(rules, made.clues[None])[1][0] == 1:
            kept = fewer
    return made.with_uses((*made.uses[:fixed], *(marks[place] for place in kept)))
