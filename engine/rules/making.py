"""Puzzles made under rules: a board first, then clues, cages or lines that leave it the only solution.

Puzzle k of a seed depends on nothing else, so any batch and any number of threads make the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..boards import Boards, Whole, check_puzzles, check_range, check_seed, run
from ..native import check_pattern, core
from ..random_numbers import RandomNumbers
from ..shape import NO_BLOCKS, Shape
from .frame import Cells, images, orbits
from .model import Relation, Rules
from .random_marks import Cages, Marks, Sheet, usual_cages
from .solving import program, solutions_ruled, solve_ruled
from .variant import Variant


def boards_ruled(variant: Variant, count: int, *, seed: int = 0, start: int = 0, threads: int = 1) -> Boards:
    """Return full boards that obey the rules of a variant, drawn at random: `uint8 (count, cells)`.

    Boards `start` and following of the seed; they are not equally likely: each comes from random digits in cells with
    few candidates, with inference between. ValueError for rules that contradict each other.
    """
    boards = np.zeros((count, variant.size**2), np.uint8)
    if not count or _has_board(variant.rules):
        _run(core.draw_ruled, variant, boards, seed, _positions(start, count), threads=threads)
    if count and not boards.all():
        raise ValueError("the rules contradict each other: no board obeys them")
    return boards


def _run(
    kernel: Callable[..., object], variant: Variant, boards: Boards, seed: int, *given: object, threads: int
) -> None:
    rules = Whole(program(variant)), Whole(np.zeros(1, np.int64)), True
    run(kernel, Shape.of(variant.size, NO_BLOCKS), boards, *rules, check_seed(seed), *given, threads=threads)


def _positions(start: int, count: int) -> NDArray[np.int64]:
    start, count = check_range(start, count)
    return start + np.arange(count, dtype=np.int64)


@lru_cache(maxsize=256)
def _has_board(rules: Rules) -> bool:
    """Whether a board obeys rules; True where only drawing one can tell.

    Drawing starts again and again, so it takes long to exhaust all boards. A search that learns is faster, above all
    where rules treat all digits alike, so that the first row may be 1 2 3 ...
    """
    alike = all(isinstance(one, Relation) and one.is_difference for one in rules.constraints)
    is_plain = len(rules.houses) <= 3 * rules.size and not rules.constraints
    if rules.size > 9 or is_plain or not alike:
        return True
    row = [*range(1, rules.size + 1), *[0] * (rules.cells - rules.size)]
    return bool(solve_ruled(rules, np.array([row], np.uint8), limit=1)[1][0])


MOST_GUESSES = 300
"""Guesses after which carving a board above 9x9 leaves a clue: what it could prove with more takes too long."""


def carve_ruled(
    variant: Variant,
    boards: ArrayLike,
    *,
    seed: int = 0,
    start: int = 0,
    positions: Sequence[int] | None = None,
    pattern: str | None = None,
    threads: int = 1,
) -> Boards:
    """Return minimal puzzles whose only solutions under the rules are these full boards: `uint8 (n, cells)`.

    `positions` are those of the boards in the seed, from `start` on by default. With `pattern`, clues that its turns
    and mirrors map to each other are removed together or not at all. Above 9x9 a clue stays too if the proof that it
    can go takes more than MOST_GUESSES. ValueError for boards that are not full or break the rules, another number of
    positions, and a pattern that does not fit the shape.
    """
    boards = obeying(variant, boards)
    each = _positions(start, len(boards)) if positions is None else np.ascontiguousarray(positions, np.int64)
    if each.shape != boards.shape[:1]:
        raise ValueError(f"{each.size} positions for {len(boards)} boards")
    first = np.zeros(variant.size**2 if pattern else 0, np.uint8)  # of the orbit of each cell
    for orbit in orbits(images_of(variant, pattern)) if pattern else ():
        first[list(orbit)] = orbit[0]
    puzzles, most = np.empty_like(boards), most_guesses(variant.size) or 0
    _run(core.carve_ruled, variant, boards, seed, each, Whole(first), most, puzzles, threads=threads)
    return puzzles


def most_guesses(size: int) -> int | None:
    """Return how many guesses a proof about a board of a size may take while puzzles are made; None for any number."""
    return None if size <= QUICK_SIZE else MOST_GUESSES


QUICK_SIZE = 9
"""Up to this size proofs end soon."""


def images_of(variant: Variant, pattern: str | None) -> list[Cells]:
    """Return where each cell goes in the turns and mirrors of a pattern. ValueError for one that does not fit."""
    return images(variant.size, check_pattern(pattern, variant.board_shape))


def obeying(variant: Variant, boards: ArrayLike) -> Boards:
    """Return full boards, `uint8 (n, cells)`. ValueError for those that are not full or break the rules."""
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
    checked: Boards = obeying(variant, np.atleast_2d(drawn))[0]
    return checked


def make_killer(
    variant: Variant,
    index: int,
    *,
    seed: int = 0,
    least: int | None = None,
    most: int | None = None,
    board: ArrayLike | None = None,
    pattern: str | None = None,
) -> Variant:
    """Return puzzle number `index` of a seed: cages that cover the board and leave one solution, and no givens.

    It has `least` to `most` cages of two cells or more, 25 to 35 at 9x9 and in proportion at other sizes; rules of the
    variant hold too. Its solution is the `board`, by default that of the seed. A `pattern` is the symmetry of the
    cages. Cages are drawn until their number suits; if that takes long, a few more are allowed, and on a board of 4x4
    that needs them, cages of one cell. Above 9x9, and in some patterns, it may take too long: `engine.time_limit` sets
    a limit, and `make_drawn` adds givens instead. ValueError for a board and a pattern as in `carve_ruled`, and as in
    `boards_ruled`.
    """
    board = _board(variant, index, seed, board)
    fewest, greatest = usual_cages(variant.size)
    cages = Cages(variant, board, RandomNumbers(seed, index), images_of(variant, pattern))
    made = cages.leaving_one_solution(fewest if least is None else least, greatest if most is None else most)
    assert made  # it goes on until there is one
    return made


DRAWINGS = 4
"""Drawings of lines and dots tried for a board up to 9x9; the one that needs the fewest givens is taken."""

FEW_GIVENS = 6
"""With so few no other drawing is tried."""


def make_drawn(
    variant: Variant,
    kinds: Sequence[str | Marks],
    index: int,
    *,
    seed: int = 0,
    board: ArrayLike | None = None,
    pattern: str | None = None,
) -> Variant:
    """Return puzzle number `index` of a seed: lines, dots and cages of these kinds, and the givens that they need.

    Kinds are as in `engine.Rulebook.read`: "thermo", "thermo=12" for so many, "kropki=all" for all dots of the board
    with the rule that says so. Without a number there are as many as are usual for the size (`marks.KINDS`), or room
    for. None of the givens can go, though marks may say more than is needed: people like that. The solution is the
    `board`, by default that of the seed. A `pattern` is the symmetry of the givens, and of marks as far as the board
    has room for that. Above 9x9 proofs are as in `carve_ruled`. ValueError for another kind, a number for which there
    is no room, and as in `carve_ruled`.
    """
    wanted = [Marks.read(kind) if isinstance(kind, str) else kind for kind in kinds]
    board = _board(variant, index, seed, board)
    random, moves = RandomNumbers(seed, index), images_of(variant, pattern)
    tries = DRAWINGS if variant.size <= QUICK_SIZE and any(kind.is_drawn for kind in wanted) else 1
    made, fault = None, ValueError()
    for _ in range(tries):
        try:
            drawing = _drawn(variant, wanted, board, random, moves)
        except ValueError as error:  # another drawing may have room
            fault = error
            continue
        clues = carve_ruled(drawing, board[None], seed=seed, start=index, pattern=pattern)[0]
        if made is None or np.count_nonzero(clues) < np.count_nonzero(made.clues):
            made = drawing.with_givens(clues.tolist())
        if np.count_nonzero(made.clues) <= FEW_GIVENS:
            break
    if made is None:
        raise fault
    return _off_arrows(made, board, random.shuffled(orbits(moves)))


def _off_arrows(puzzle: Variant, board: Boards, order: Sequence[Cells]) -> Variant:
    """A minimal puzzle of the same marks and solution with givens on fewer arrows, as setters like; else the same.

    All cells beside arrows are given first, and cells on arrows only where that is not enough; then they go, orbit by
    orbit in an order.
    """
    on = sorted({cell for use in puzzle.uses if use.rule == "arrow" for cell in use.cells})
    if not puzzle.clues[on].any():
        return puzzle
    touching = [orbit for orbit in order if not {*orbit}.isdisjoint(on)]
    last = [list(orbit) for orbit in touching if puzzle.clues[list(orbit)].any()]
    left, most = board.copy(), most_guesses(puzzle.size)
    left[[cell for orbit in touching for cell in orbit]] = 0

    def is_enough(givens: Boards) -> bool:
        return bool(solve_ruled(puzzle.with_givens(givens.tolist()), most_guesses=most)[1][0] == 1)

    while not is_enough(left):
        if not last:
            return puzzle
        cells = last.pop()
        left[cells] = board[cells]
    for orbit in sorted(order, key=lambda orbit: {*orbit}.isdisjoint(on)):  # those on arrows first
        fewer = left.copy()
        fewer[list(orbit)] = 0
        if left[orbit[0]] and is_enough(fewer):
            left = fewer
    return (
        puzzle.with_givens(left.tolist()) if np.count_nonzero(left[on]) < np.count_nonzero(puzzle.clues[on]) else puzzle
    )


LAYOUTS = 20
"""Layouts of cages tried for one that needs no givens."""


def _drawn(
    variant: Variant, kinds: Sequence[Marks], board: Boards, random: RandomNumbers, moves: Sequence[Cells]
) -> Variant:
    """The variant with marks for a board, cages last: they rule out what the others leave."""
    sheet = Sheet(variant.size, [int(digit) for digit in board], moves, random, set(), set())
    drawn = [use for kind in kinds if kind.is_drawn for use in kind.draw(sheet)]
    made = variant.with_uses((*variant.uses, *drawn))
    killers = [kind for kind in kinds if not kind.is_drawn]
    if not killers:
        return made
    cages, number = Cages(made, board, random, moves), killers[0].number
    least, most = (number, number) if number is not None else usual_cages(variant.size)
    if drawn and number is None:
        least = 1
    whole = cages.leaving_one_solution(least, most, LAYOUTS) if variant.size <= QUICK_SIZE else None
    return whole or cages.numbering(least, most)


# --- Several solutions ---------------------------------------------------------------------------------------------


_PLACE = 1 << 21
"""Added to a position, so that parts go in another order than other uses of the seed draw."""


def with_solutions(
    variant: Variant, least: int, most: int, *, fixed: int = 0, seed: int = 0, position: int = 0
) -> tuple[Variant, list[Boards]] | None:
    """Return a puzzle of `least` to `most` solutions, made of one with fewer, and its solutions in ascending order.

    How many it gets is drawn first. Clues go in an order at random until it has as many; where a puzzle has no clue,
    its marks go: all rules but the first `fixed`. None if it ends with too few solutions. The result depends on the
    puzzle, the seed and the position alone. ValueError unless 1 <= `least` <= `most`.
    """
    if not 1 <= least <= most:
        raise ValueError(f"{least} to {most} solutions are no range")
    random = RandomNumbers(seed, position + _PLACE)
    wanted = least + random.below(most - least + 1)
    clues = variant.clues.nonzero()[0].tolist()
    count, made = _counted(variant, most), variant
    for part in random.shuffled(clues or list(range(fixed, len(variant.uses)))):
        if count >= wanted:
            break
        if clues:
            fewer = made.with_givens([0 if cell == part else clue for cell, clue in enumerate(made.givens)])
        else:
            fewer = made.with_uses([use for use in made.uses if use is not variant.uses[part]])
        if (found := _counted(fewer, most)) <= most:
            count, made = found, fewer
    return (made, list(solutions_ruled(made))) if least <= count <= most else None


def _counted(variant: Variant, most: int) -> int:
    return int(solve_ruled(variant, limit=most + 1)[1][0])
