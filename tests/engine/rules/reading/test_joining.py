"""A drawing and a text in English become rules, and what is not understood is named."""

import json

import pytest
from drawings import BLUE, GREEN, GREY, NORMAL, PURPLE, document, line, mark, uses
from reference.constraints import broken

from board_catalogue.engine.rules.coding import constraints_of
from board_catalogue.engine.rules.formats import f_puzzles
from board_catalogue.engine.rules.model import Rules
from board_catalogue.engine.rules.named.rule import Board, Use
from board_catalogue.engine.rules.reading import reading_of, whole_variant
from board_catalogue.engine.rules.variant import Variant


def test_a_thermometer_begins_at_its_bulb():
    bulb = mark(0.5, 2.5, 0.8, fill=GREY)
    drawn = {"lines": [line(GREY, (0, 0), (0, 2))], "underlays": [bulb]}
    assert uses("Digits along a thermometer increase from the bulb end.", **drawn) == (Use("thermometer", (2, 1, 0)),)


def test_two_thermometers_may_leave_one_bulb_and_one_may_fork():
    bulb = mark(0.5, 0.5, 0.8, fill=GREY)
    lines = [line(GREY, (0, 0), (0, 2)), line(GREY, (0, 0), (2, 0)), line(GREY, (0, 1), (1, 2))]
    found = uses("Digits increase along thermometers, starting from the bulb.", lines=lines, underlays=[bulb])
    assert {use.cells for use in found} == {(0, 1, 2), (0, 9, 18), (0, 1, 11)}


def test_an_arrow_has_its_circle_first():
    circle = mark(4.5, 4.5, 0.82, borderColor="#aaaf")
    arrows = [{"wayPoints": [[4.218, 4.218], [3.5, 3.5], [3.5, 1.5]], "color": "#aaaf", "thickness": 3}]
    text = "Digits along an arrow sum to the digit in that arrow's circle."
    assert uses(text, overlays=[circle], arrows=arrows) == (Use("arrow", (40, 30, 29, 28)),)


def test_a_pill_of_two_cells():
    pill = {"center": [0.5, 1], "width": 1.8, "height": 0.8, "rounded": True, "backgroundColor": "#FFFFFF"}
    arrows = [{"wayPoints": [[0.6, 1.8], [1.5, 2.5], [3.5, 2.5]], "color": "#aaaf"}]
    text = "Digits along an arrow sum to the number in the attached pill, read from left to right."
    assert uses(text, overlays=[pill], arrows=arrows) == (Use("pill arrow", (0, 1, 11, 20, 29), 2),)


LINES = {
    "Digits on a purple line form a set of consecutive digits in any order.": (PURPLE, "renban", None),
    "Purple lines are renbans.": (PURPLE, "renban", None),
    "RENBAN: Each purple line contains a non-repeating set of consecutive digits, in some order.": (
        PURPLE,
        "renban",
        None,
    ),
    "Adjacent digits on a green line differ by at least 5.": (GREEN, "whispers", 5),
    "Green lines are German whispers.": (GREEN, "whispers", 5),
    "Neighbouring digits along a green line have a difference of 4 or more.": (GREEN, "whispers", 4),
    "Box borders divide the blue line into segments with the same sum.": (BLUE, "region sum", None),
    "Digits on a blue line have an equal sum within each 3x3 box the line passes through.": (BLUE, "region sum", None),
    "The grey line is a palindrome.": (GREY, "palindrome", None),
    "Digits on grey lines read the same forwards and backwards.": (GREY, "palindrome", None),
    "Any three adjacent digits on a peach line include one low (123), one medium (456) and one high (789) digit.": (
        "#fcaf",
        "entropic",
        None,
    ),
    "Each orange line can be divided into one or more segments that each sum to 10.": ("#ff9f30", "sum line", 10),
    "Digits an equal distance from the centre of a lavender line sum to the same total.": ("#cdb1ec", "zipper", None),
}


def test_lines():
    for text, (colour, rule, value) in LINES.items():
        assert uses(text, lines=[line(colour, (3, 0), (3, 4))]) == (Use(rule, (27, 28, 29, 30, 31), value),), text


def test_colours_tell_lines_apart():
    lines = [line(PURPLE, (0, 0), (0, 2)), line(GREEN, (2, 0), (2, 2))]
    text = (
        "Green: adjacent digits on green lines differ by at least 5. Purple lines have consecutive digits in any order."
    )
    assert uses(text, lines=lines) == (Use("renban", (0, 1, 2)), Use("whispers", (18, 19, 20), 5))


def test_lines_between_circles():
    circles = [mark(3.5, c, 0.8, borderColor="#888") for c in (0.5, 4.5)]
    text = "Digits on a line lie strictly between the digits in the circles at its ends."
    found = uses(text, lines=[line("#aaa", (3, 0), (3, 4))], overlays=circles)
    assert found == (Use("between", (27, 28, 29, 30, 31)),)


EDGES = {
    "Digits separated by a white dot are consecutive.": ("#FFFFFF", "", [Use("white dot", (0, 1))]),
    "A black dot joins digits in a 1:2 ratio.": ("#000000", "", [Use("black dot", (0, 1))]),
    "Digits separated by an X sum to 10.": ("#FFFFFF", "X", [Use("x", (0, 1))]),
    "Cells joined by a V must add up to 5.": ("#FFFFFF", "V", [Use("v", (0, 1))]),
    "Digits separated by a white dot have a difference of 3.": ("#FFFFFF", "", [Use("white dot", (0, 1), 3)]),
    "Digits separated by a white dot are consecutive. All dots are given.": (
        "#FFFFFF",
        "",
        [Use("white dot", (0, 1)), Use("all white dots")],
    ),
    "Cells separated by an X sum to 10, and those separated by a V sum to 5. All Xs and Vs are given.": (
        "#FFFFFF",
        "X",
        [Use("x", (0, 1)), Use("all xv")],
    ),
    "White dots mark consecutive digits and black dots mark digits in a 2:1 ratio. All possible dots are given.": (
        "#000000",
        "",
        [Use("black dot", (0, 1)), Use("all kropki")],
    ),
    "White dots are consecutive. Not all dots are given.": ("#FFFFFF", "", [Use("white dot", (0, 1))]),
}


def test_marks_between_cells():
    for text, (fill, sign, wanted) in EDGES.items():
        assert list(uses(text, overlays=[mark(0.5, 1, fill=fill, text=sign)])) == wanted, text


def test_a_dot_of_another_colour_says_what_its_sentence_says():
    text = "Digits separated by a red dot sum to 7. All red dots are given."
    found = uses(text, size=4, overlays=[mark(0.5, 1, fill="#ff4040")])
    assert {use.rule for use in found} == {"table"}
    assert len(found) == 24  # every pair of neighbours
    allowed = dict(zip(range(1, 5), found[0].value, strict=True))
    assert allowed == {1: 0, 2: 0, 3: 1 << 3, 4: 1 << 2}


def test_cages():
    cages = [{"cells": [[0, 0], [0, 1]], "value": 7}, {"cells": [[4, 0], [4, 1]]}]
    both = "Digits in a cage cannot repeat and must sum to the number in the top left corner, if given."
    assert uses(both, cages=cages) == (Use("cage", (0, 1), 7), Use("cage", (36, 37)))
    sums = "Digits in a cage sum to the number in its corner."
    assert uses(sums, cages=cages[:1]) == (Use("sum", (0, 1), 7),)
    unique = [cages[0] | {"unique": True}]
    assert uses(sums, cages=unique) == (Use("cage", (0, 1), 7),)
    assert uses("Killer cages: digits in cages add up to the total shown.", cages=cages) == (
        Use("cage", (0, 1), 7),
        Use("cage", (36, 37)),
    )


def test_cages_without_a_text_are_what_the_program_takes_them_for():
    cages = [
        {"cells": [[0, 0], [0, 1]], "value": "7", "unique": True},
        {"cells": [[1, 0], [1, 1]], "value": 7, "unique": False},
        {"cells": [[2, 0], [2, 1]], "sum": 9},
        {"cells": [[3, 0], [3, 1]], "unique": False},
    ]
    assert reading_of(document(cages=cages)).variant.uses == (
        Use("cage", (0, 1), 7),
        Use("sum", (9, 10), 7),
        Use("cage", (18, 19), 9),
    )


def test_cells_and_corners():
    circle, square = mark(0.5, 0.5, 0.7, fill=GREY), mark(0.5, 4.5, 0.7, rounded=False, fill=GREY)
    odd = "Grey circles contain odd digits and grey squares contain even digits."
    assert set(uses(odd, underlays=[circle, square])) == {Use("odd", (0,)), Use("even", (4,))}
    counting = "A digit in a circle indicates how many circles contain that digit."
    assert uses(counting, underlays=[circle, mark(1.5, 4.5, 0.8, fill=GREY)]) == (Use("counting circles", (0, 13)),)
    by_colour = "A digit in a red circle indicates how many red circles contain that digit. " + counting.replace(
        "circle", "blue circle"
    )
    coloured = [mark(row + 0.5, 0.5, 0.7, fill=("#f00", "#00f")[row % 2]) for row in range(4)]
    assert {use.cells for use in uses(by_colour, underlays=coloured)} == {(0, 18), (9, 27)}
    quad = "Digits in a white circle must appear at least once in the four surrounding cells."
    assert uses(quad, overlays=[mark(1, 1, 0.6, text="3 7")]) == (Use("quadruple", (0, 1, 9, 10), (3, 7)),)


def test_clues_outside():
    text = [{"center": [-0.5, 0.5], "width": 1, "height": 1, "text": 12}]
    sandwich = (
        "Clues outside the grid give the sum of the digits sandwiched between the 1 and the 9 in that row or column."
    )
    assert uses(sandwich, overlays=text) == (Use("sandwich", tuple(range(0, 81, 9)), 12),)
    arrow = [{"wayPoints": [[-0.3, 0.7], [-0.1, 0.9]], "color": "#000"}]
    killer = "Clues outside the grid with an arrow show the sum of the digits along the indicated diagonal."
    assert uses(killer, overlays=text, arrows=arrow) == (Use("little killer", tuple(range(1, 81, 10)), 12),)


BOARD = {
    "Cells a knight's move apart cannot contain the same digit.": [Use("anti-knight")],
    "Anti-Knight: Identical digits may not be separated by a knight's move.": [Use("anti-knight")],
    "Digits a king's move apart cannot be identical.": [Use("anti-king")],
    "Orthogonally adjacent cells cannot contain consecutive digits.": [Use("non-consecutive")],
    "Digits cannot repeat on the positive diagonal.": [Use("diagonal", value="/")],
    "Digits do not repeat along either of the main diagonals.": [Use("diagonal")],
    "Both main diagonals contain the digits 1-9 once each.": [Use("diagonal")],
}


def test_rules_of_the_whole_board():
    assert {text: list(uses(text)) for text in BOARD} == BOARD


def test_a_marked_diagonal_is_the_one_that_is_drawn():
    text = "Digits may not repeat on the marked diagonal."
    drawn = [{"wayPoints": [[0, 9], [9, 0]], "color": "#34bbe6", "thickness": 2}]
    assert uses(text, lines=drawn) == (Use("diagonal", value="/"),)
    assert "no diagonal is drawn" in reading_of(document(f"{NORMAL} {text}")).left[0]


def test_the_switches_of_a_document_are_rules():
    assert reading_of(document(NORMAL, metadata={"antiknight": True})).variant.uses == (Use("anti-knight"),)


LEFT = {
    "Adjacent digits on a green line differ by at most 5.": "differ by at most 5",
    "Digits on a purple line are not consecutive.": "not consecutive",
    "Purple lines are either renbans or whispers.": "either renbans",
    "Digits along an arrow sum to twice the digit in its circle.": "twice the digit",
    "Digits on a purple line form a set of consecutive digits in any order, modulo 9.": "modulo 9",
    "One of the rules is false.": "is false",
    "Every even digit is a lie.": "is a lie",
    "Normal 6x6 sudoku rules apply.": "6x6",
    "Three adjacent digits on a whisper line differ by at least 5.": "Three adjacent",
}


def test_a_sentence_with_an_unknown_word_is_left():
    for text, named in LEFT.items():
        whole = document(f"{NORMAL} {text}", lines=[line(PURPLE, (0, 0), (0, 2))])
        reading = reading_of(whole)
        assert not reading.understood, text
        assert any(named in one for one in reading.left), text
        with pytest.raises(ValueError, match="is not understood"):
            whole_variant(whole)


def test_marks_without_a_sentence_are_left():
    drawn = {
        "lines": [line(PURPLE, (0, 0), (0, 2))],
        "overlays": [mark(4.5, 5), mark(-0.5, 0.5, 1, text="9"), mark(7.5, 7.5, 0.2, text="?")],
        "cages": [{"cells": [[8, 8]], "value": 3}],
        "puzzling": [1],
    }
    reading = reading_of(document(NORMAL, **drawn))
    assert not reading.variant.uses
    named = " ".join(reading.left)
    for words in ("purple line", "white dot", "clue outside '9'", "'?'", "cage '3'", "the field 'puzzling'"):
        assert words in named


def test_a_text_that_does_not_speak_of_sudoku_is_left():
    assert not reading_of(document("Purple lines are renbans.")).understood


def test_two_lines_that_share_a_sentence_without_colours():
    lines = [line(PURPLE, (0, 0), (0, 2)), line(GREEN, (2, 0), (2, 2))]
    text = "Lines are renbans. Adjacent digits on lines differ by at least 5."
    found = reading_of(document(f"{NORMAL} {text}", lines=lines)).variant.uses
    assert found == (Use("renban", (0, 1, 2)), Use("whispers", (18, 19, 20), 5))  # by the colours that are usual
    lines = [line("#2ecbff", (0, 0), (0, 2))]
    assert not reading_of(document(f"{NORMAL} {text}", lines=lines)).understood


@pytest.mark.parametrize("colour", [PURPLE, GREY])
def test_a_line_that_obeys_two_rules_obeys_both_in_any_colour(colour):
    drawn = {"lines": [line(colour, (0, 0), (0, 2))]}
    found = uses("Each line is both a renban and a palindrome.", **drawn)
    assert found == (Use("renban", (0, 1, 2)), Use("palindrome", (0, 1, 2)))


def test_that_all_numbers_between_cells_are_given_is_left():
    text = "White dots show the difference between the digits. All differences are given."
    reading = reading_of(document(f"{NORMAL} {text}", overlays=[mark(1, 0.5, text="3")]))
    assert reading.left == ("'All differences are given.'",)


def test_a_line_that_enters_a_box_twice_needs_a_word_on_it():
    lines = [line(BLUE, (0, 1), (0, 3), (1, 3), (1, 1))]
    text = "Digits on a blue line have the same sum in each box that it passes through."
    assert not reading_of(document(f"{NORMAL} {text}", lines=lines)).understood
    more = "If a line passes through the same box more than once, each visit is considered separately."
    assert uses(f"{text} {more}", lines=lines) == (Use("region sum", (1, 2, 3, 12, 11, 10)),)


def test_the_solution_of_a_document_refutes_a_wrong_reading():
    solution = "1234341221434321"
    lines = [line(PURPLE, (0, 0), (0, 2))]
    rules = f"{NORMAL} Purple lines are renbans."
    right = reading_of(document(rules, 4, {"solution": solution}, lines=lines))
    wrong = reading_of(document(rules, 4, {"solution": solution}, lines=[line(PURPLE, (0, 0), (1, 0), (1, 1))]))
    assert right.understood
    assert wrong.left == () or "breaks what was read" in wrong.left[0]
    broken = reading_of(document(rules, 4, {"solution": solution}, lines=[line(PURPLE, (0, 0), (1, 1))]))
    assert "breaks what was read" in broken.left[0]


def test_fog_and_shaded_cells_are_kept():
    text = (
        f"{NORMAL} The grid is covered in fog. Correctly placed digits clear the fog around them. No guessing required."
    )
    shaded = mark(0.5, 0.5, 1, rounded=False, fill="#ffdddd")
    heading = {"center": [-3, 4.5], "width": 5, "height": 1, "text": "A title"}
    border = {"wayPoints": [[0, 3], [9, 3]], "color": "#000000", "thickness": 2}
    drawn = {"underlays": [shaded], "overlays": [heading], "lines": [border]}
    reading = reading_of(document(text, foglight=[[0, 0]], **drawn))
    assert reading.understood
    assert reading.kept == ("fog", "line along the grid (1)", "shaded cell (1)", "mark away from the board (1)")
    assert (reading.title, reading.author) == ("Small", "Me")


def test_metadata_in_cages():
    cages = [{"value": f"rules: {NORMAL} Cells a knight's move apart are different."}, {"value": "title: Knights"}]
    fields = json.loads(document(cages=cages))
    del fields["metadata"]
    reading = reading_of(json.dumps(fields))
    assert reading.title == "Knights"
    assert reading.variant.uses == (Use("anti-knight"),)


# --- f-puzzles ----------------------------------------------------------------------------------------------------


def board(ruleset="", size=9, **fields):
    return json.dumps(
        {"size": size, "grid": [[{} for _ in range(size)] for _ in range(size)], "ruleset": ruleset} | fields
    )


def test_drawn_marks_of_f_puzzles_are_read_with_its_rules():
    drawn = {
        "line": [{"lines": [["R1C1", "R1C3"]], "outlineC": "#F067F0", "width": 0.3}],
        "circle": [{"cells": ["R5C5", "R5C6"], "baseC": "#FFFFFF", "outlineC": "#000000", "width": 0.3, "height": 0.3}],
        "cage": [{"cells": ["R9C1", "R9C2"], "value": "8", "outlineC": "#000000"}],
        "text": [{"cells": ["R7C7", "R7C8"], "value": "V", "size": 0.5}],
    }
    text = (
        "Purple lines are renbans. White dots separate consecutive digits. Digits separated by a V sum to 5."
        " Digits in cages cannot repeat and sum to the number in the corner."
    )
    reading = reading_of(board(f"{NORMAL} {text}", **drawn))
    assert reading.understood, reading.left
    assert set(reading.variant.uses) == {
        Use("renban", (0, 1, 2)),
        Use("white dot", (40, 41)),
        Use("cage", (72, 73), 8),
        Use("v", (60, 61)),
    }
    alone = reading_of(board(**drawn))
    assert not alone.variant.uses
    assert len(alone.left) == 4


def test_marks_that_f_puzzles_knows_need_no_sentence_and_must_not_contradict_it():
    drawn = {"whispers": [{"lines": [["R1C1", "R1C2", "R1C3"]]}]}
    wanted = (Use("whispers", (0, 1, 2)),)
    assert reading_of(board(**drawn)).variant.uses == wanted
    agreed = reading_of(board(f"{NORMAL} Adjacent digits on green lines differ by at least 5.", **drawn))
    assert agreed.understood, agreed.left
    assert agreed.variant.uses == wanted
    assert not reading_of(board(f"{NORMAL} Adjacent digits on green lines differ by at least 4.", **drawn)).understood


def test_further_fields_of_f_puzzles():
    fields = {
        "nabner": [{"lines": [["R1C1", "R1C2", "R1C3"]]}],
        "boxindexer": [{"cells": ["R5C5"]}],
        "fogofwar": ["R1C1"],
        "difference": [{"cells": ["R9C1", "R9C2"], "value": "3"}],
        "negative": ["difference"],
    }
    reading = reading_of(board(**fields))
    assert reading.understood
    assert reading.kept == ("fog",)
    named = [use.rule for use in reading.variant.uses]
    assert named[:3] == ["nabner", "indexing box", "white dot"]
    assert named.count("table") == 143
    slow = reading_of(board(thermometer=[{"lines": [["R1C1", "R1C2"]], "slow": True}], mystery=True))
    assert slow.left == ("the field 'slow' of thermometer", "the field 'mystery'")


def test_the_look_of_a_rule_says_nothing_more():
    look = [{"cells": ["R5C5"], "outlineC": "#7CC77C", "fromConstraint": "Box Indexer"}]
    assert reading_of(board(boxindexer=[{"cells": ["R5C5"]}], cage=look)).understood
    assert not reading_of(board(cage=look)).understood


def test_nabner_comes_back_from_f_puzzles():
    variant = Variant.of(9, Use("nabner", (0, 1, 2)), Use("indexing box", (40,))).with_givens([0] * 81)
    assert reading_of(f_puzzles.write(variant)).variant == variant


def test_lines_that_touch_are_one_only_where_the_solution_says_so():
    lines = [line(PURPLE, (0, 0), (0, 1)), line(PURPLE, (0, 1), (1, 1))]
    rules = f"{NORMAL} Purple lines are renbans."
    assert "touches another one" in reading_of(document(rules, 4, lines=lines)).left[0]
    several = reading_of(document(rules, 4, {"solution": "1234341221434321"}, lines=[lines[0]] * 2))
    assert several.variant.uses == (Use("renban", (0, 1)),)
    one = reading_of(document(rules, 4, {"solution": "1324421324313142"}, lines=lines))  # 1, 3 and 2
    assert one.understood
    assert one.variant.uses == (Use("renban", (0, 1, 5)),)
    none = reading_of(document(rules, 4, {"solution": "1234341221434321"}, lines=lines))  # 1, 2 and 4
    assert "breaks what was read" in none.left[0]


SIGNS = (
    'Digits in a cage cannot repeat and sum to the number in the top left corner (note that "<" means less than, and'
    ' ">" means greater than). A "?" means a single digit total, and a "??" means a double digit total.'
)
SUMS = {
    "<7": range(7),
    ">14": range(15, 18),
    "?": range(1, 10),
    "??": range(10, 18),
    "<?": range(9),
    ">??": range(11, 18),
}


def test_cages_with_less_more_and_unknown_sums():
    pairs = [(a, b) for a in range(1, 10) for b in range(1, 10) if a != b]
    for text, sums in SUMS.items():
        found = uses(SIGNS, cages=[{"cells": [[0, 0], [0, 1]], "value": text}])
        rules = Rules(9, (), tuple(one for use in found for one in constraints_of(Board(9), use)))
        assert [not broken(rules, (*pair, *[1] * 79)) for pair in pairs] == [sum(pair) in sums for pair in pairs], text


def test_signs_in_cages_need_a_sentence():
    words = "Digits in a cage cannot repeat and sum to the number in the top left corner."
    for text in ("<7", "?", ">??", "7?", "???"):
        cage = {"cells": [[0, 0], [0, 1]], "value": text}
        assert reading_of(document(f"{NORMAL} {words}", cages=[cage])).left, text
        if text in ("7?", "???"):
            assert reading_of(document(f"{NORMAL} {SIGNS}", cages=[cage])).left, text
