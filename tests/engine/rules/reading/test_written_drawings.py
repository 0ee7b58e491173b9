"""What SudokuPad's links draw is read back with its words; what cannot be drawn goes into an f-puzzles board."""

import pytest

from board_catalogue.engine import Use
from board_catalogue.engine.rules.formats import sudokupad
from board_catalogue.engine.rules.reading import reading_of
from board_catalogue.engine.rules.variant import Variant

DRAWN = [
    Use("diagonal", value="/"),
    Use("diagonal"),
    Use("windoku"),
    Use("anti-knight"),
    Use("anti-king"),
    Use("non-consecutive"),
    Use("disjoint groups"),
    *map(Use, ("anti-taxicab", "global entropy", "global modular", "dutch flatmates")),
    Use("cage", (0, 1, 9), 15),
    Use("cage", (5, 6)),
    Use("sum", (0, 1, 9), 15),
    Use("all different", (0, 10, 20)),
    Use("odd", (40,)),
    Use("even", (41,)),
    Use("counting circles", (0, 10, 20)),
    Use("quadruple", (50, 51, 59, 60), (1, 7)),
    Use("thermometer", (40, 31, 22)),
    Use("slow thermometer", (40, 31, 22)),
    Use("arrow", (80, 71, 62)),
    Use("pill arrow", (3, 4, 12, 21), 2),
    Use("pill arrow", (3, 12, 4, 5, 14), 2),
    *(
        Use(rule, (36, 45, 54, 55))
        for rule in ("renban", "palindrome", "between", "zipper", "entropic", "modular", "nabner")
    ),
    Use("double arrow", (36, 45, 54, 55)),
    Use("region sum", (25, 26, 35, 44)),
    Use("whispers", (63, 64, 65)),
    Use("whispers", (63, 64, 65), 4),
    Use("sum line", (63, 64, 65), 10),
    Use("white dot", (10, 11)),
    Use("black dot", (12, 21)),
    Use("white dot", (10, 11), 3),
    Use("black dot", (12, 21), 4),
    Use("x", (46, 47)),
    Use("v", (48, 57)),
    Use("all xv"),
    Use("all kropki"),
    Use("all white dots"),
    Use("little killer", (4, 12, 20, 28, 36), 22),
    Use("sandwich", tuple(range(9)), 10),
    Use("x-sum", tuple(range(0, 81, 9)), 20),
    Use("skyscraper", tuple(range(72, -1, -9)), 3),
    Use("digits", (77,), (1, 2, 3)),
]
OTHERS = [
    Use("minimum", (40,)),
    Use("numbered room", tuple(range(17, 8, -1)), 4),
    Use("indexing column", (30, 39)),
    Use("clone", groups=((0, 1), (40, 41))),
]


def same(one, other):
    return (
        set(one.rules.houses) == set(other.rules.houses)
        and set(one.rules.constraints) == set(other.rules.constraints)
        and one.givens == other.givens
    )


@pytest.mark.slow
def test_a_rule_is_drawn_and_read_back():
    for use in DRAWN:
        variant = Variant.of(9, use).with_givens([0] * 40 + [5] + [0] * 40)
        link = sudokupad.write(variant)
        assert link.startswith("https://sudokupad.app/scl"), use
        reading = reading_of(link)
        assert reading.understood, (use, reading.left)
        assert same(reading.variant, variant), use


def test_a_rule_that_is_not_drawn_goes_into_an_f_puzzles_board():
    for use in OTHERS:
        variant = Variant.of(9, use).with_givens([0] * 81)
        link = sudokupad.write(variant)
        assert link.startswith("https://sudokupad.app/fpuzzles"), use
        assert same(reading_of(link).variant, variant), use


def test_signs_point_to_the_smaller_digit():
    for pair in ((0, 1), (1, 0), (0, 9), (9, 0)):
        variant = Variant.of(9, Use("inequality", pair)).with_givens([0] * 81)
        assert same(reading_of(sudokupad.write(variant)).variant, variant)


def test_many_rules_have_colours_of_their_own():
    uses = [
        *(
            Use(rule, cells)
            for rule, cells in (("renban", (0, 1, 2)), ("palindrome", (9, 10, 11)), ("zipper", (18, 19, 20)))
        ),
        *(Use("whispers", (27, 28, 29), value) for value in (4, 5)),
        *(Use("white dot", (60, 61), value) for value in (None, 3)),
        Use("sandwich", tuple(range(9)), 10),
        Use("x-sum", tuple(range(0, 81, 9)), 20),
        Use("little killer", (4, 12, 20, 28, 36), 22),
        Use("thermometer", (70, 71, 62)),
        Use("arrow", (45, 54, 63)),
        Use("cage", (75, 76), 8),
    ]
    uses[4] = Use("whispers", (36, 37, 38), 5)
    uses[6] = Use("white dot", (52, 53), 3)
    variant = Variant.of(9, *uses).with_givens([0] * 81)
    link = sudokupad.write(variant)
    assert "/scl" in link
    assert same(reading_of(link).variant, variant)


@pytest.mark.parametrize("size", [4, 6, 8, 16])
def test_other_boards(size):
    variant = Variant.of(size, Use("whispers", (0, 1, 2)), Use("diagonal")).with_givens([size, *[0] * (size**2 - 1)])
    assert same(reading_of(sudokupad.write(variant)).variant, variant)
    latin = Variant.of(size, Use("renban", (0, 1)), blocks="none").with_givens([0] * size**2)
    link = sudokupad.write(latin)
    assert "/scl" in link
    assert same(reading_of(link).variant, latin)
