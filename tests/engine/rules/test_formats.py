"""Reading and writing: constraint text, f-puzzles, SudokuPad; and bad input in one line."""

import json
from collections.abc import Callable

import pytest

from board_catalogue.engine import Use
from board_catalogue.engine.rules.coding import constraints_of
from board_catalogue.engine.rules.formats import constraint_text, f_puzzles, sudokupad
from board_catalogue.engine.rules.frame import Frame, Group
from board_catalogue.engine.rules.reading import read_variant, reading_of
from board_catalogue.engine.rules.solving import solve_ruled
from board_catalogue.engine.rules.symmetry import say_the_same
from board_catalogue.engine.rules.texts import stated_in
from board_catalogue.engine.rules.variant import Variant

MANY = (
    Use("diagonal", value="/"),
    Use("anti-king"),
    Use("disjoint groups"),
    Use("windoku"),
    Use("argyle"),
    Use("cage", (0, 1, 9), 15),
    Use("cage", (5, 6)),
    Use("thermometer", (40, 31, 22)),
    Use("arrow", (80, 71, 62)),
    Use("pill arrow", (3, 4, 12, 21), 2),
    Use("whispers", (63, 64, 65), 5),
    Use("renban", (36, 45, 54)),
    Use("between", (8, 16, 24)),
    Use("region sum", (26, 35, 44)),
    Use("white dot", (10, 11)),
    Use("black dot", (12, 13)),
    Use("x", (46, 47)),
    Use("v", (48, 49)),
    Use("quadruple", (50, 51, 59, 60), (1, 7)),
    Use("little killer", (4, 12, 20, 28, 36), 22),
    Use("sandwich", tuple(range(9)), 10),
    Use("x-sum", tuple(range(0, 81, 9)), 20),
    Use("skyscraper", tuple(range(72, -1, -9)), 3),
    Use("numbered room", tuple(range(17, 8, -1)), 4),
    Use("indexing column", (30, 39)),
    Use("all different", (18, 28, 38)),
    Use("digits", (77,), (1, 2, 3)),
)
BOARD = Variant.of(9, *MANY).with_givens([0] * 40 + [5] + [0] * 40)


def same(one: Variant, other: Variant) -> bool:
    return (
        set(one.rules.houses) == set(other.rules.houses)
        and set(one.rules.constraints) == set(other.rules.constraints)
        and one.givens == other.givens
    )


@pytest.mark.parametrize("write", [constraint_text.write, f_puzzles.write, sudokupad.write])
def test_every_rule_comes_back(write):
    assert same(read_variant(write(BOARD)), BOARD)


@pytest.mark.parametrize("write", [constraint_text.write, f_puzzles.write])
@pytest.mark.parametrize("rule", ["windoku", "argyle"])
def test_a_rule_that_a_format_spells_out_has_its_name_again(write, rule):
    variant = Variant.of(9, Use(rule), Use("all different", (0, 10, 20)))
    assert read_variant(write(variant)).uses == variant.uses
    lacking = write(variant.with_uses([Use("all different", house.cells) for house in houses_of(rule)[1:]]))
    assert {use.rule for use in read_variant(lacking).uses} == {"all different"}


def houses_of(rule):
    board = Variant.of(9)
    return constraints_of(board, Use(rule))


def test_a_rule_to_choose_is_spelled_out():
    variant = Variant.of(9, Use("or", alternatives=((Use("argyle"),), (Use("windoku"),))))
    (use,) = read_variant(constraint_text.write(variant)).uses
    lines, other = use.alternatives
    assert [set(one.cells) for one in lines] == [set(house.cells) for house in houses_of("argyle")]
    assert other == (Use("windoku"),)


@pytest.mark.parametrize(
    "text",
    [
        ".Cage~15~R1C1~R1C2.~R1C1_7",
        ".Shape~6x6.Whisper~3~R1C1~R1C2",
        ".Or.~R1C1_1.And.~R1C2_2_3.Windoku.End.End",
        ".NoBoxes.Jigsaw~" + "".join(str(row // 3 * 3 + column // 3) for row in range(9) for column in range(9)),
        ".Or.Cage~3~R1C1~R1C2.Cage~17~R1C1~R1C2.End",
        ".Shape~16x16.Diagonal~1.~RgCg_16",
        ".SumLine~10~R1C1~R1C2~R2C2~R2C1~LOOP",
        ".EqualSum~R1C1~R1C2~~R5C5~R5C6~~R9C9",
        ".Regex~MS4q~R1C1~R1C2~R1C3",
    ],
)
def test_constraint_text_comes_back(text):
    variant = read_variant(text)
    assert same(read_variant(constraint_text.write(variant)), variant)


def test_f_puzzles_regions_and_pencil_marks():
    grid = [[{"region": row} for _ in range(4)] for row in range(4)]
    grid[0][0]["givenPencilMarks"] = [1, 2]
    variant = read_variant(json.dumps({"size": 4, "grid": grid, "title": "Rows twice"}))
    assert variant.regions[1] == (4, 5, 6, 7)
    assert solve_ruled(variant, limit=1000)[1][0] == 288  # half of the Latin squares


def test_what_f_puzzles_means_by_nonconsecutive():
    grid = [[{} for _ in range(4)] for _ in range(4)]
    board = {"size": 4, "grid": grid, "nonconsecutive": True}
    assert [use.rule for use in read_variant(json.dumps(board)).uses] == ["non-consecutive"]
    board["difference"] = [{"cells": ["R1C1", "R1C2"], "value": ""}]
    assert [use.rule for use in read_variant(json.dumps(board)).uses] == ["white dot", "all white dots"]


def test_sudokupad_json():
    cells = [[{} for _ in range(4)] for _ in range(4)]
    cells[0][0] = {"value": 3}
    cages = [{"cells": [[0, 0], [0, 1]], "value": "7"}, {"value": "title: Small"}]
    regions = [[[r + i // 2, c + i % 2] for i in range(4)] for r in (0, 2) for c in (0, 2)]
    variant = read_variant(json.dumps({"cells": cells, "cages": cages, "regions": regions}))
    assert variant.uses == (Use("cage", (0, 1), 7),)
    assert solve_ruled(variant)[0][0][1] == 4


BAD = {
    ".Windoku.~R1C1": "'R1C1' has no digit: the line is cut",
    ".~R1C1_0": "r1c1: value 0 is not in 1..9",
    ".~R2C1_10": "r2c1: value 10 is not in 1..9",
    ".Windoku~R1C1": "Windoku does not take 'R1C1'",
    ".Sandwich~9~R1~R2": "Sandwich does not take 'R2'",
    ".Fog~R1C1": "rule 'Fog' is not known",
    ".Cage~46~R1C1~R1C2": "sum 46 is impossible",
    ".Cage~10~R1C1~R1C10": "cell 'R1C10' is not on the board",
    ".Thermo~R1C1": "line of one cell",
    ".AllDifferent~R1C1~R1C1": "R1C1 twice",
    ".Shape~9x17": "a grid of 9x17 cells",
    ".Shape~9x9~0-7": "8 digits: this grid takes 9 to 16",
    ".Shape~9": "Shape 9 is not known",
    ".WhiteDot~R1C1~R1C2~R5C5": "R5C5, which shares no edge",
    ".XSum~R1": "XSum is not complete: it has no number",
    ".Quad~R1C1": "Quad is not complete: it has no digits",
    ".NoBoxes.RegionSumLine~R1C1~R1C2": "region sum needs a board with regions",
    ".Diagonal~0": "Diagonal~0 is not known",
    ".Indexing~X~R1C1": "Indexing~X is not known",
    ".Or.Cage~30~R1C1~R1C2.And.Cage~40~R1C1~R1C2.End.End": "none of 2 alternatives can hold",
    ".Pair~%~R1C1~R1C2": "which encodes nothing",
    ".Pair~_______________~R1C1~R1C2": "a table of more than 9 digits",
    ".NFA~AA~R1C1~R1C2": "the code of an automaton is cut",
    ".Replicate~B.~R1C1_1": "Replicate is not closed",
    ".Replicate~AAAAAAAAAAAAAAAAAB.~R1C1_1.End": "a target that is not on the board",
    ".Replicate~I.~R1C1_1~R1C9_2.End": "moves R1C9 off the board",
    ".Var~x": "Var x is not known",
    ".Var~X~many~200": "281 cells",
    ".~VX1_1": "cell 'VX1' is not on the board",
    ".SameValues~2~R1C1~R1C2~R1C3": "3 cells in 2 sets",
    ".FullRankTies~some": "it takes none, only-unclued, any",
    ".Shape~6x8.FullRank~R1~3~": "full rank needs a square board",
    ".Doppelganger": "doppelganger needs a square board with the digits 0",
    ".OtherValues~1": "other values need a square board with the digits 0",
    ".LookAndSay~123~R1C1~R1C2": "where pairs of a number and a digit are needed",
    ".ConnectedValues~VX~1": "there is no group of cells 'VX'",
    ".Or.Cage~3~R1C1~R1C2": "not closed",
    ".Skyscraper~R1~12~": "skyscraper 12",
    ".Cage~x~R1C1": "'x' where a number is needed",
    ".Regex~KA~R1C1~R1C2": "cannot be read",
    ".XSum": "XSum is not complete",
    ".Sandwich~5": "Sandwich is not complete",
    ".SumLine": "SumLine is not complete",
    ".Or.Indexing.End": "Indexing is not complete",
    ".Jigsaw": "Jigsaw has 0 cells",
    ".Shape": "Shape  is not known",
    ".Diagonal~/": "'/' where a number is needed",
    ".Quad~R1C9~1": "Quad begins at R1C9, where no four cells meet",
    ".Quad~R9C1~1": "Quad begins at R9C1, where no four cells meet",
    ".Quad~R1C1~x": "'x' where a number is needed",
    ".Regex~(((~R1C1~R1C2": "not in base64",
    ".Regex~pg~R1C1~R1C2": "not in base64",
    "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8": "the link is cut",
    "https://sudokupad.app/abcdef": "names a puzzle on its server",
    '{"size": 9, "grid": []}': "not 9 by 9",
    "53..7": "no constraint text",
    "..3.2": "'..3.2' is no constraint text",
}


@pytest.mark.parametrize("text", BAD)
def test_bad_input_is_one_clear_line(text):
    with pytest.raises(ValueError, match=BAD[text]) as error:
        solve_ruled(read_variant(text))
    assert "\n" not in str(error.value)


def test_json_of_another_form_is_one_clear_line():
    grid = [[{} for _ in range(9)] for _ in range(9)]
    for board in ({"grid": grid, "killercage": [{"cells": 5}]}, {"cells": grid, "cages": [{"cells": 5}]}):
        with pytest.raises(ValueError, match="a field does not have the values"):
            read_variant(json.dumps(board))
    with pytest.raises(ValueError, match="the link is cut"):
        read_variant('{"grid": ' + "[" * 100_000)


def _json_with(**first) -> list[str]:
    """Boards of f-puzzles and SudokuPad whose first cell has these fields."""
    cells = [[{} for _ in range(4)] for _ in range(4)]
    cells[0][0] = first
    return [json.dumps({"size": 4, "grid": cells}), json.dumps({"cells": cells})]


@pytest.mark.parametrize("value", [5, 200, 256, -1])
def test_givens_that_are_no_digits_are_refused(value):
    refused = pytest.raises(ValueError, match=f"r1c1: value {value} is not in 1..4")
    for text in _json_with(value=value, given=True):
        with refused:
            read_variant(text)
    with refused:
        Variant.of(4).with_givens([value, *[0] * 15])
    with pytest.raises(ValueError, match="3 givens for 16 cells"):
        Variant.of(4).with_givens([1, 2, 3])


def test_letters_and_places_of_json_are_refused_in_words():
    for text in _json_with(value="A", given=True):
        with pytest.raises(ValueError, match="'A' where a number is needed"):
            read_variant(text)
    board = json.loads(_json_with()[0]) | {"sandwichsum": [{"cell": "top", "value": "3"}]}
    with pytest.raises(ValueError, match="stands at 'top'"):
        read_variant(json.dumps(board))
    board = json.loads(_json_with()[1]) | {"cages": [{"cells": [[0, 0, 0]]}]}
    with pytest.raises(ValueError, match=r"\[0, 0, 0\] is no row and column from 0 to 3"):
        read_variant(json.dumps(board))


@pytest.mark.parametrize("write", [constraint_text.write, f_puzzles.write])
def test_regions_that_overlap_or_leave_cells_out_come_back(write):
    few = tuple(range(4)), (8, 9, 12, 13)
    for regions in (few, (*few, (9, 10, 13, 14))):
        assert same(read_variant(write(Variant(4, regions, (), (0,) * 16))), Variant(4, regions, (), (0,) * 16))


def test_what_is_drawn_is_named():
    grid = [[{} for _ in range(4)] for _ in range(4)]
    board = {"size": 4, "grid": grid, "text": [{"cells": ["R1C1"], "value": "?"}]}
    assert reading_of(json.dumps(board)).left == ("text in a cell '?' at R1C1",)
    lines = [{"wayPoints": [[0.5, 0.5], [0.5, 2.5]], "color": "#2ecbff"}] * 2
    reading = reading_of(json.dumps({"cells": grid, "lines": lines}))
    assert reading.left == ("blue line at R1C1 R1C2 R1C3",)
    assert not reading.understood
    assert not reading.variant.uses


@pytest.mark.slow
def test_ten_thousand_cages_are_refused():
    with pytest.raises(ValueError, match="are the most"):
        solve_ruled(read_variant("".join(f".Cage~{3 + i % 15}~R1C1~R1C{2 + i % 8}" for i in range(10_000))))


def test_contradicting_rules_have_no_solution():
    assert solve_ruled(read_variant(".Cage~3~R1C1~R1C2.Cage~17~R1C1~R1C2"))[1][0] == 0


@pytest.mark.parametrize(
    "text",
    [
        ".Shape~6x8.~R1C1_1~R6C8_8",
        ".Shape~9x9~0-8.Sandwich~12~R3.~R1C1_0",
        ".Shape~6x6~9.RegionSize~9.Whisper~5~R1C1~R2C1",
        ".Shape~4x7.Jigsaw~0000000111111122222223333333",
        ".Shape~5x4~5~Raw.ConnectedValues~~1_2",
        ".Var~X~two%20words~2x3.Thermo~VX1~VX2~R1C1.~VX3_1_2",
        ".Replicate~B.Odd~R1C1.End",
        ".Pill~2~R2C1~R1C2~R1C3~R1C4~R1C5",
        ".WhiteDot~R1C1~R2C2",
        ".EqualSum~R1C1~R1C2~-~R5C5",
        ".SameValues~2~R1C1~R1C2~R5C5~R6C6",
        ".NFA~RlUHgF8CrfAqwA~_Some%20name~R1C1~R1C2~-~R2C1",
    ],
)
def test_boards_of_any_kind_come_back(text: str):
    variant = read_variant(text)
    assert read_variant(constraint_text.write(variant)) == variant


def _many_lines(text: str) -> str:
    return "# a comment\n" + text.replace(".", "\n.").replace("R", "r").replace("C", "c")


@pytest.mark.parametrize("form", [_many_lines, "https://x.io/iss/?q={}".format, "  {}\n".format])
def test_forms_of_constraint_text(form: Callable[[str], str]):
    text = ".~R1C1_5~R2C2_3~R1C3_1_2"
    assert read_variant(form(text)) == read_variant(text)


def test_other_texts():
    candidates = "5........" + "12......." + "." * 0 + "123456789" * 79
    assert read_variant(candidates) == Variant.of(9, Use("digits", (1,), (1, 2))).with_givens([5] + [0] * 80)
    numbers = [str(256 * 10 + 1)] * 3 + [str(number) for number in range(2, 80)]
    variant = read_variant("3x3:d:k:" + ":".join(numbers) + ":")
    assert variant.uses[2:] == (Use("cage", (0, 1, 2), 10),)
    arrows = "A<<" + "0" * 78
    assert read_variant(arrows).uses == (Use("cage", (0, 1, 2), 10),)
    for bad in ("<" + "0" * 80, "><" + "0" * 79, "3x3::k:1:2", "3x3::k:" + ":".join(["x"] * 81)):
        with pytest.raises(ValueError, match="killer"):
            read_variant(bad)


def test_groups_have_names():
    frame = Frame(3, 3, 3).with_groups(Group("VX", 2, 0, "two"), Group("VY"))
    assert [frame.cell_text(cell) for cell in range(8, 12)] == ["R3C3", "VX1", "VX2", "VY"]
    with pytest.raises(ValueError, match="two groups of cells are called VX"):
        frame.with_groups(Group("VX"))


def test_what_has_no_words_is_refused_by_name():
    automaton = Variant.of(9, Use("odd", (0,)), Use("automaton", value="RlUHgF8CrfAqwA", groups=((0, 1), (9,))))
    for write in (sudokupad.write, f_puzzles.write):
        with pytest.raises(ValueError, match="'automaton' has no words"):
            write(automaton)
        with pytest.raises(ValueError, match="only square boards"):
            write(reading_of(".Shape~6x8.~R1C1_1").variant)


def test_a_choice_within_a_choice_has_no_words():
    odd, even = ((Use(rule, (0,)),) for rule in ("odd", "even"))
    inner = Use("or", alternatives=(odd, (Use("digits", (0,), (2, 4)),)))
    with pytest.raises(ValueError, match="'or' has no words"):
        sudokupad.write(Variant.of(9, Use("or", alternatives=((inner,), even))))


def test_a_text_of_a_setter_states_nothing():
    text = "Anti-knight\n- anti-knight\n- cage 3 of r1c1, r1c2\nRenban: purple lines"
    assert stated_in(text, 9) == ([], text)


@pytest.mark.slow
def test_rules_in_many_marks_are_kept():
    """Cages of both kinds, more lines than colours, two clues in one place: what is not clear is stated."""
    uses = [
        *(Use("cage", cells, value) for cells, value in (((0, 1), 10), ((2, 3), None))),
        Use("sum", (10, 11), 9),
        *(Use("whispers", (27, 28, 29), number) for number in range(2, 9)),
        *(Use("sum line", (36, 37, 38), number) for number in (9, 10)),
        *(Use(rule, tuple(range(9)), 4) for rule in ("sandwich", "hidden skyscraper", "full rank")),
        Use("or", alternatives=((Use("lunchbox", (40, 41, 42), 5),), (Use("region sum", (44, 45, 46)),))),
    ]
    variant = Variant.of(9, *uses).with_givens([0] * 80 + [5])
    for write in (sudokupad.write, f_puzzles.write):
        reading = reading_of(write(variant))
        assert reading.understood, reading.left
        assert say_the_same(reading.variant.rules, variant.rules)
        assert reading.variant.givens == variant.givens
