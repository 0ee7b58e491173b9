"""Rules that have no name here are made of those that have one: each means what its sentence says."""

from collections import Counter
from itertools import combinations, pairwise, product

import pytest
from drawings import GREEN, GREY, NORMAL, document, line, mark, uses
from reference.constraints import broken

from board_catalogue import engine
from board_catalogue.engine.rules.coding import constraints_of
from board_catalogue.engine.rules.model import Rules
from board_catalogue.engine.rules.named.rule import Board, Use
from board_catalogue.engine.rules.reading import reading_of
from board_catalogue.engine.rules.variant import Variant


def solved(rules, size=9, **fields):
    """The rules of the model that a text makes of marks."""
    return set(Variant.of(size, *uses(rules, size, **fields)).rules.constraints)


def means(*some, size=9):
    return set(Variant.of(size, *some).rules.constraints)


def test_lines_with_two_parts_and_lines_without_a_first_end():
    green = {"lines": [line(GREEN, (3, 0), (3, 3))]}
    text = "On a green line the sum of the first two digits equals the sum of the last two digits."
    assert solved(text, **green) == means(Use("equal sums", groups=((27, 28), (29, 30))))
    rising = (Use("thermometer", (27, 28, 29, 30)), Use("arrow", (29, 27, 28)), Use("arrow", (30, 28, 29)))
    falling = (Use("thermometer", (30, 29, 28, 27)), Use("arrow", (28, 30, 29)), Use("arrow", (27, 29, 28)))
    text = "Green lines increase from one end to the other where each digit is the sum of the previous two digits."
    assert solved(text, **green) == means(Use("or", alternatives=(rising, falling)))
    loop = {"lines": [line(GREEN, (3, 0), (3, 2), (5, 2), (5, 0), (3, 0))]}
    assert "does not rise" in reading_of(document(f"{NORMAL} {text}", **loop)).left[0]


def count_smaller(board, cell):
    row, column = divmod(cell, 4)
    around = [(r, c) for r in range(row - 1, row + 2) for c in range(column - 1, column + 2)]
    return sum(board[4 * r + c] < board[cell] for r, c in around if r in range(4) and c in range(4))


def test_a_sun_counts_what_is_around_it():
    text = "A digit on a sun indicates how many surrounding cells contain smaller digits."
    sun = {"center": [1.5, 1.5], "width": 1, "height": 1, "text": "\u2600\ufe0f"}
    found = uses(text, 4, overlays=[sun])
    boards = engine.generate(288, seed=1, size=4)
    some = [tuple(board) for board in boards.tolist()]
    rules = Variant.of(4, *found).rules
    assert [not broken(rules, board) for board in some] == [count_smaller(b, 5) == b[5] for b in some]
    assert any(count_smaller(board, 5) == board[5] for board in some)
    cloud = sun | {"text": "\u2601"}
    assert reading_of(document(f"{NORMAL} {text}", 4, overlays=[cloud])).left


def steps(board, cells):
    return [board[b] - board[a] for a, b in pairwise(cells)]


MADE = {
    "Digits on the green line are either all odd or all even.": lambda b, c: len({b[cell] % 2 for cell in c}) == 1,
    "Digits along the green line form an arithmetic sequence.": lambda b, c: len(set(steps(b, c))) == 1,
    "Adjacent digits on the green line have the same difference.": lambda b, c: len({*map(abs, steps(b, c))}) == 1,
    (
        "The difference between two adjacent digits on the green line is how many pairs of adjacent digits have that"
        " difference."
    ): lambda b, c: all(n == d for d, n in Counter(map(abs, steps(b, c))).items()),
    "Adjacent digits on the green line differ by at most 2.": lambda b, c: max(map(abs, steps(b, c))) <= 2,
    "Adjacent digits on a green line are consecutive or have a 1:2 ratio.": (
        lambda b, c: all(abs(x - y) == 1 or x in (2 * y, y / 2) for x, y in pairwise(b[cell] for cell in c))
    ),
    "The green line contains the digits 1-4 once each.": lambda b, c: len({b[cell] for cell in c}) == len(c),
}


@pytest.mark.parametrize("text", MADE)
def test_a_line_is_as_a_full_board_says(text):
    boards = [tuple(board) for board in engine.generate(288, seed=1, size=4).tolist()]
    found = []
    for cells in ((0, 5), (0, 5, 10), (1, 4, 9, 12), (3, 6, 11)):
        rules = Variant.of(4, *uses(text, 4, lines=[line(GREEN, *(divmod(cell, 4) for cell in cells))])).rules
        right = [MADE[text](board, cells) for board in boards]
        assert [not broken(rules, board) for board in boards] == right
        found += right
    assert any(found)


@pytest.mark.parametrize("cells", [(0, 1, 2, 3), (0, 5, 6), (9, 4)])
@pytest.mark.parametrize("is_last", [False, True])
def test_an_index_line_counts_from_its_diamond(cells, is_last):
    text = "Index lines: the digit in the Nth cell along a line indicates the position where the digit N appears."
    drawn = {"lines": [line(GREEN, *(divmod(cell, 4) for cell in (cells[::-1] if is_last else cells)))]}
    row, column = divmod(cells[0], 4)
    diamond = mark(row + 0.5, column + 0.5, 0.6, rounded=False, fill=GREY, angle=45)
    rules = Variant.of(4, *uses(text, 4, **drawn, underlays=[diamond])).rules
    boards = [tuple(board) for board in engine.generate(288, seed=1, size=4).tolist()]

    def indexes(board):
        digits = [board[cell] for cell in cells]
        return all(d <= len(digits) and digits[d - 1] == n for n, d in enumerate(digits, 1))

    assert [not broken(rules, board) for board in boards] == [indexes(board) for board in boards]
    assert any(map(indexes, boards))
    assert reading_of(document(f"{NORMAL} {text}", 4, **drawn)).left


def test_cages_that_all_have_one_sum():
    cages = [{"cells": [[0, 0], [0, 1]]}, {"cells": [[2, 2], [3, 2]]}]
    text = "Digits cannot repeat within a cage. All cages have the same sum."
    assert Use("equal sums", groups=((0, 1), (20, 29))) in uses(text, cages=cages)
    assert reading_of(document(f"{NORMAL} {text}", cages=cages[:1])).left
    assert reading_of(document(f"{NORMAL} {text}", cages=[cages[0], cages[1] | {"value": "8"}])).left
    assert reading_of(document(f"{NORMAL} All cages have the same sum.", cages=cages)).left


def test_neighbours_never_have_a_sum():
    boards = engine.generate(288, seed=1, size=4).tolist()
    rules = Variant.of(4, *uses("Adjacent cells cannot sum to 5.", 4)).rules
    pairs = [(i, j) for i in range(16) for j in (i + 1, i + 4) if j < 16 and (j - i == 4 or j % 4)]
    wanted = [all(board[i] + board[j] != 5 for i, j in pairs) for board in boards]
    assert [not broken(rules, board) for board in boards] == wanted and not all(wanted)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("must differ by at most two", lambda a, b: abs(a - b) <= 2),
        ("differ by 2 or more", lambda a, b: abs(a - b) >= 2),
    ],
)
def test_all_neighbours_differ(text, holds):
    found = uses(f"Orthogonally adjacent digits {text}.", 4)
    pairs = [(i, j) for i in range(16) for j in (i + 1, i + 4) if j < 16 and (j - i == 4 or j % 4)]
    assert {use.cells for use in found} == {*pairs}
    digits = range(1, 5)
    table = tuple(sum(1 << (b - 1) for b in digits if holds(a, b)) for a in digits)
    assert {use.value for use in found} == {table}


def test_a_cage_with_a_prime_sum():
    boards = [tuple(board) for board in engine.generate(288, seed=1, size=4).tolist()]
    cages = [{"cells": [[0, 0], [0, 1], [1, 1]]}]
    rules = Variant.of(4, *uses("Digits in the cage sum to a prime number.", 4, cages=cages)).rules
    right = [board[0] + board[1] + board[5] in (2, 3, 5, 7, 11) for board in boards]
    assert [not broken(rules, board) for board in boards] == right and any(right)


def test_the_same_group_a_knights_move_away():
    text = "A digit in a circle is in the same entropic group (low, medium, high) as every cell a knight's move away."
    found = uses(text, underlays=[mark(0.5, 0.5, 0.8, fill=GREY)])
    assert [use.cells for use in found] == [(0, 11), (0, 19)]
    assert found[0].value == (0b111,) * 3 + (0b111000,) * 3 + (0b111000000,) * 3


def test_no_three_digits_in_a_line_share_a_parity():
    found = uses("In every row and column, strings of three digits are never all even nor all odd.", 4)
    boards = engine.generate(288, seed=1, size=4).tolist()

    def runs(board):
        lines = [board[4 * i : 4 * i + 4] for i in range(4)] + [board[i::4] for i in range(4)]
        return any(len({digit % 2 for digit in row[i : i + 3]}) == 1 for row in lines for i in (0, 1))

    rules = Variant.of(4, *found).rules
    assert [not broken(rules, board) for board in boards] == [not runs(board) for board in boards]


def test_numbers_in_two_cages_add_up():
    cages = [{"cells": [[0, 0], [0, 1]]}, {"cells": [[0, 2], [1, 2], [2, 2]]}]
    sign = mark(0.5, 2, text="C")
    text = "Numbers in cages connected by a C sum to 300. Cages are read left to right or top to bottom."
    assert solved(text, cages=cages, overlays=[sign]) == means(Use("sum", (0, 1, 2, 11, 20), (300, 10, 1, 100, 10, 1)))
    assert reading_of(document(f"{NORMAL} {text}", cages=cages[:1], overlays=[sign])).left


def test_dots_that_are_an_x_or_a_v():
    text = "X sums to 10, V sums to 5. Green dots are either X or V. All Xs and Vs are given."
    found = uses(text, overlays=[mark(0.5, 1, fill=GREEN), mark(0.5, 3, text="X")])
    assert Use("x", (2, 3)) in found
    tables = {use.cells: use.value for use in found if use.rule == "table"}
    assert len(tables) == 143
    assert tables[0, 1][:5] == (0b100001000, 0b010000100, 0b001000010, 0b000100001, 0b000010000)
    assert not tables[1, 2][0] & 0b100001000


def test_shaded_areas_of_one_form_are_clones():
    text = "Shaded areas of the same shape contain the same digits in the same positions."
    cells = [(0, 0), (0, 1), (1, 1), (4, 5), (4, 6), (5, 6), (7, 0), (8, 0), (7, 4), (8, 4)]
    shades = [mark(row + 0.5, column + 0.5, 1, rounded=False, fill=GREY) for row, column in cells]
    groups = (((0, 1, 10), (41, 42, 51)), ((63, 72), (67, 76)))
    assert uses(text, underlays=shades) == tuple(Use("clone", groups=some) for some in groups)
    assert "no other area" in reading_of(document(f"{NORMAL} {text}", underlays=shades[:3])).left[0]


GREY_LINES = {"lines": [line(GREY, (row, 0), (row, 2)) for row in (0, 2, 4, 6)]}
EITHER = "Each grey line is either a renban or a palindrome."


def test_lines_that_each_obey_one_of_several_rules():
    found = uses(EITHER, **GREY_LINES)
    assert len(found) == 4
    wanted = ((Use("renban", (0, 1, 2)),), (Use("palindrome", (0, 1, 2)),))
    assert found[0] == Use("or", alternatives=wanted)


def test_so_many_lines_obey_each_rule():
    """The number of boards is that of the ways to choose, one by one."""
    found = uses(f"{EITHER} There are exactly two lines of each type. The solver has to find the type.", **GREY_LINES)
    board = next(iter(engine.generate(1, seed=1).tolist()))
    lines = [tuple(range(start, start + 3)) for start in (0, 18, 36, 54)]
    ways = [some for some in product(("renban", "palindrome"), repeat=4) if some.count("renban") == 2]
    every = [[Use(rule, cells) for rule, cells in zip(some, lines, strict=True)] for some in ways]
    for made in (board, [9, 8, 7, *board[3:]], [1, 2, 1, *board[3:18], 4, 5, 6, *board[21:36], 7, 2, 7, *board[39:]]):
        wanted = any(not broken(rules_of(some), made) for some in every)
        assert wanted == (not broken(rules_of(found), made))
    three = reading_of(document(f"{NORMAL} {EITHER} There are three lines of each type.", **GREY_LINES))
    assert "are not 4 lines" in three.left[0]
    assert reading_of(document(f"{NORMAL} There are two lines of each type.", **GREY_LINES)).left


def rules_of(some):
    return Rules(9, (), tuple(one for use in some for one in constraints_of(Board(9), use)))


def test_two_sentences_about_one_mark_both_hold_or_are_left():
    circle = {"underlays": [mark(4.5, 4.5, 0.8, fill=GREY)]}
    said = "A digit in a circle indicates how many surrounding cells contain {} digits."
    odd, even = (uses(said.format(kind), **circle) for kind in ("odd", "even"))
    assert uses(" ".join(map(said.format, ("odd", "even"))), **circle) == odd + even
    lines = {"lines": [line(GREY, (0, 0), (0, 2)), line(GREEN, (2, 0), (2, 2))]}
    two = "Each grey line is either a renban or a palindrome. Each green line is either a renban or a nabner."
    assert "several sentences" in " ".join(reading_of(document(f"{NORMAL} {two}", **lines)).left)


def test_cells_that_are_less_than_all_beside_them():
    found = uses(
        "Shaded cells contain digits smaller than all their orthogonal neighbours.",
        underlays=[mark(0.5, 0.5, 1, rounded=False, fill=GREY)],
    )
    assert [use.cells for use in found] == [(0, 1), (0, 9)]
    assert found[0].value[:2] == (0b111111110, 0b111111100)


def test_clues_about_the_first_cells():
    clue = {"center": [9.5, 0.5], "width": 0.9, "height": 0.9, "text": "17"}
    text = "Clues outside the grid give the sum of the first three digits in that direction."
    assert uses(text, overlays=[clue]) == (Use("sum", (72, 63, 54), 17),)
    text = "Digits outside the grid must appear in the first three cells in that direction."
    assert uses(text, overlays=[clue]) == (Use("contains", (72, 63, 54), (1, 7)),)
    assert reading_of(document(f"{NORMAL} {text}", overlays=[clue | {"text": "1234"}])).left


def test_cages_with_one_letter_have_one_sum():
    letters = [{"cells": [[row, 0], [row, 1]], "value": letter} for row, letter in enumerate("ABAC")]
    text = "Digits in cages with the same letter sum to the same value."
    assert uses(text, cages=letters) == (Use("equal sums", groups=((0, 1), (18, 19))),)
    with_cages = uses(f"{text} Digits cannot repeat within a cage.", cages=letters)
    assert [use.rule for use in with_cages] == ["equal sums", "cage", "cage", "cage", "cage"]
    assert reading_of(document(f"{NORMAL} {text}", cages=[letters[0] | {"value": "12"}])).left


def test_magic_squares():
    middle = "The central 3x3 box is a magic square (each row, column and diagonal has the same sum)."
    (one,) = uses(middle)
    assert one.groups == (
        *((30, 31, 32), (39, 40, 41), (48, 49, 50), (30, 39, 48), (31, 40, 49), (32, 41, 50)),
        *((30, 40, 50), (48, 40, 32)),
    )
    shaded = [mark(row, column, 1, rounded=False, fill=GREY) for row in (1.5, 2.5, 3.5) for column in (1.5, 2.5, 3.5)]
    text = "The grey 3x3 area is a magic square without repeated digits."
    assert [use.rule for use in uses(text, underlays=shaded)] == ["equal sums", "all different"]
    assert reading_of(document(f"{NORMAL} {text}", underlays=shaded[:-1])).left


def test_rows_and_columns_that_index():
    text = (
        "Each digit in column 1 indicates the position of the 1 in its row. Row 9 works the same way for the digit 9."
    )
    assert uses(text) == (Use("indexing column", tuple(range(0, 81, 9))), Use("indexing row", tuple(range(72, 81))))


def test_digits_that_are_chosen_are_the_same_in_all_units():
    text = "Place the same 4-digit subset from the digits 1 - 9 in each row, column and 2x2 box. Cages show their sums."
    reading = reading_of(document(text, 4, cages=[{"cells": [[0, 0], [0, 1]], "value": "17"}]))
    assert reading.left == ()
    boards = [board.ravel().tolist() for board in engine.generation.all_boards(4)]
    chosen = combinations(range(1, 10), 4)
    wanted = sum({some[board[0] - 1], some[board[1] - 1]} == {8, 9} for some in chosen for board in boards)
    assert engine.solve(reading.variant, limit=2000)[1] == wanted > 0
    assert reading_of(document(text.replace("4-digit", "5-digit"), 4)).left
