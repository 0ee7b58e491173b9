"""Symmetries derived from rules, beside every permutation of lines tried."""

import math
from collections.abc import Iterator
from itertools import permutations

import numpy as np
import pytest
from reference.constraints import broken

from board_catalogue import engine
from board_catalogue.engine import Use
from board_catalogue.engine.random_numbers import RandomNumbers
from board_catalogue.engine.rules.making import boards_ruled
from board_catalogue.engine.rules.model import Relation, Rules
from board_catalogue.engine.rules.rulebook import random_regions
from board_catalogue.engine.rules.symmetry import canonical_ruled
from board_catalogue.engine.rules.variant import Variant
from board_catalogue.engine.symmetry import symmetries_of


def line_permutations(size: int) -> Iterator[tuple[int, ...]]:
    for turned in (False, True):
        for rows in permutations(range(size)):
            for columns in permutations(range(size)):
                cells = ((c % size, c // size) if turned else divmod(c, size) for c in range(size * size))
                yield tuple(rows[row] * size + columns[column] for row, column in cells)


def boards_with_first_row_in_order(rules: Rules) -> np.ndarray:
    """Every board that obeys houses and relations and has 1 2 3 ... in its first row, found by plain backtracking."""
    size = rules.size
    apart = [set() for _ in range(size * size)]
    for house in rules.houses:
        for cell in house.cells:
            apart[cell].update(other for other in house.cells if other != cell)
    found, board = [], [0] * (size * size)

    def fill(cell: int) -> None:
        if cell == size * size:
            if not broken(rules, board):
                found.append(tuple(board))
            return
        for digit in [cell + 1] if cell < size else range(1, size + 1):
            if all(board[other] != digit for other in apart[cell] if other < cell):
                board[cell] = digit
                fill(cell + 1)
        board[cell] = 0

    fill(0)
    return np.array(found, np.uint8)


def keeps(rules: Rules, image: tuple[int, ...]) -> bool:
    """Whether a permutation of cells maps houses to houses, and pairs that differ to pairs that differ."""
    pairs = {frozenset((one.first, one.second)) for one in rules.constraints if isinstance(one, Relation)}
    houses = {frozenset(house.cells) for house in rules.houses}
    moved = (frozenset(image[cell] for cell in some) for some in (*houses, *pairs))
    return all(some in houses or some in pairs for some in moved)


def classes_by_force(boards: np.ndarray, images: list[tuple[int, ...]]) -> int:
    """How many classes there are where digits are renamed at will: boards with the first row in order, and images."""
    size = round(boards.shape[1] ** 0.5)
    left, classes = {tuple(board) for board in boards.tolist()}, 0
    while left:
        board, classes = next(iter(left)), classes + 1
        for image in images:
            moved = [board[cell] for cell in image]
            names = {digit: name + 1 for name, digit in enumerate(moved[:size])}
            left.discard(tuple(names[digit] for digit in moved))
    return classes


@pytest.mark.parametrize("rule", [None, "diagonal", "disjoint groups", "anti-king", "indexing column"])
@pytest.mark.parametrize("blocks", ["2x2", "none"])
def test_symmetries_at_four(rule: str | None, blocks: str):
    if rule == "disjoint groups" and blocks == "none":
        pytest.skip("needs blocks")
    use = [Use(rule, (0, 3) if rule == "indexing column" else ())] if rule else []
    rules = Variant.of(4, *use, blocks=blocks).rules
    symmetries = symmetries_of(rules)
    houses = {frozenset(house.cells) for house in rules.houses}
    by_force = set()
    for image in line_permutations(4):
        if all(frozenset(image[cell] for cell in house) in houses for house in houses):
            by_force.add(image)
    found = {tuple(image) for image in symmetries.cells.tolist()}
    assert found <= by_force
    if rule in (None, "diagonal", "disjoint groups"):
        assert found == by_force and symmetries.digits is None


MARKS = {"thermometer": ((0, 1), None), "white dot": ((0, 1), None), "connected": (tuple(range(36)), (0, 1, 2, 3, 4))}


@pytest.mark.slow_cases("connected")
@pytest.mark.parametrize("rule", ["diagonal", "anti-knight", *MARKS])
def test_images_obey_the_rules(rule: str):
    variant = Variant.of(6, Use(rule, *MARKS.get(rule, ())))
    boards = boards_ruled(variant, 3, seed=1)
    symmetries = symmetries_of(variant.rules)
    names = symmetries.digits if symmetries.digits is not None else np.array([[0, 2, 3, 1, 6, 5, 4]], np.uint8)
    for board in boards:
        for image in symmetries.cells:
            for some in names:
                assert not broken(variant.rules, some[board[image]].tolist())
        images = np.array([names[0][board[image]] for image in symmetries.cells])
        assert len({least.tobytes() for least in canonical_ruled(variant.rules, images)}) == 1


@pytest.mark.daily("diagonal-2x2", "anti-knight-none", "None-2x2")
@pytest.mark.parametrize("blocks", ["2x2", "none"])
@pytest.mark.parametrize("rule", [None, "diagonal", "windoku", "disjoint groups", "anti-king", "anti-knight"])
def test_classes_at_four_are_those_by_force(rule: str | None, blocks: str):
    if rule in ("windoku", "disjoint groups") and blocks == "none":
        pytest.skip("needs blocks")
    rules = Variant.of(4, *([Use(rule)] if rule else []), blocks=blocks).rules
    boards = boards_with_first_row_in_order(rules)
    if not len(boards):
        pytest.skip("no board obeys")
    images = [image for image in line_permutations(4) if keeps(rules, image)]
    assert len(symmetries_of(rules).cells) == len(images)
    assert classes_of(rules, boards) == classes_by_force(boards, images)


def classes_of(rules: Rules, boards: np.ndarray) -> int:
    return len({least.tobytes() for least in canonical_ruled(rules, boards)})


@pytest.mark.parametrize(
    ("size", "blocks", "boards", "classes"), [(4, "2x2", 288, 2), (4, "none", 576, 2)], ids=["sudoku", "latin"]
)
def test_plain_boards_at_four_are_as_published(size: int, blocks: str, boards: int, classes: int):
    """Sudoku: OEIS A107739 and A109741. Latin squares: A002860 and A003090."""
    rules = Variant.of(size, blocks=blocks).rules
    found = boards_with_first_row_in_order(rules)
    assert (24 * len(found), classes_of(rules, found)) == (boards, classes)


@pytest.mark.parametrize(
    ("size", "boards", "classes"), [(4, 48, 1), (5, 960, 2), pytest.param(6, 92160, 2, marks=pytest.mark.slow)]
)
def test_diagonal_latin_squares_are_as_published(size: int, boards: int, classes: int):
    """OEIS A274806, the number, and A287764, that of main classes."""
    rules = Variant.of(size, Use("diagonal"), blocks="none").rules
    found = boards_with_first_row_in_order(rules)
    assert (math.factorial(size) * len(found), classes_of(rules, found)) == (boards, classes)


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["diagonal", "windoku", "disjoint groups", "anti-king"])
def test_classes_at_six_are_those_by_force(rule: str):
    rules = Variant.of(6, Use(rule)).rules
    boards = boards_with_first_row_in_order(rules)
    images = [image for image in line_permutations(6) if keeps(rules, image)]
    assert len(symmetries_of(rules).cells) == len(images)
    assert classes_of(rules, boards) == classes_by_force(boards, images)


@pytest.mark.slow
def test_plain_boards_at_six_are_as_published():
    """28,200,960 boards (OEIS A107739) in 49 classes (Jarvis and Russell)."""
    rules = Variant.of(6).rules
    found = boards_with_first_row_in_order(rules)
    assert (720 * len(found), classes_of(rules, found)) == (28_200_960, 49)


@pytest.mark.slow
def test_diagonal_boards_at_nine_have_96_images():
    """As the players who counted them found (forum.enjoysudoku.com, "SudokuX", 2018)."""
    assert len(symmetries_of(Variant.of(9, Use("diagonal")).rules).cells) == 96


@pytest.mark.slow
def test_every_layout_of_regions_at_four_is_drawn():
    """117 ways to cut 4x4 in four parts of four touching cells (OEIS A172477)."""
    random = RandomNumbers(1, 0)
    assert len({frozenset(random_regions(4, random)) for _ in range(4000)}) == 117


def test_what_is_no_full_board_or_symmetry_is_refused():
    rules = Variant.of(6, Use("diagonal")).rules
    boards = boards_ruled(Variant.of(6, Use("diagonal")), 2, seed=1)
    least = canonical_ruled(rules, boards)
    assert (canonical_ruled(rules, boards.astype(int).reshape(2, 6, 6)) == least).all()
    for wrong in (boards[:, :35], boards * 0, -boards.astype(int), boards.astype(float), engine.generate(1, seed=1)):
        with pytest.raises(ValueError, match=r"boards have|empty cells|not in 0\.\.6"):
            canonical_ruled(rules, wrong)
    with pytest.raises(ValueError, match="symmetry 'any' is not one of"):
        canonical_ruled(rules, boards, "any")


def test_digits_that_count_are_only_reversed():
    assert symmetries_of(Variant.of(6, Use("non-consecutive")).rules).digits.tolist()[1] == [0, 6, 5, 4, 3, 2, 1]
    thermometer = symmetries_of(Variant.of(6, Use("thermometer", (0, 1))).rules)
    assert thermometer.digits is None or len(thermometer.digits) == 1
