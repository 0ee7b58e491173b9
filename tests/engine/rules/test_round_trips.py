"""Every rule in every format: what is written reads back the same, and a picture and the words say each number."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from board_catalogue.engine.rules.boxes import described
from board_catalogue.engine.rules.drawing import in_words
from board_catalogue.engine.rules.formats import constraint_text, f_puzzles, interactive
from board_catalogue.engine.rules.formats.interactive import OWN_WORDS
from board_catalogue.engine.rules.frame import Frame, Group
from board_catalogue.engine.rules.named.figures import Text
from board_catalogue.engine.rules.named.regions import with_chaos, with_doppelgangers
from board_catalogue.engine.rules.named.rule import Use
from board_catalogue.engine.rules.picture import figures
from board_catalogue.engine.rules.reading import read_variant
from board_catalogue.engine.rules.variant import RULES, Variant, usual_regions

LINE = (0, 1, 2, 11)
VALUES = {
    "little killer": 12,
    "pill arrow": 2,
    "quadruple": (1, 7),
    "digits": (1, 2),
    "contains": (1, 2, 2),
    "contains exactly": (3,),
    "look and say": "1203",
    "regular expression": "12*3.",
    "connected": (4, 1, 2),
    "chaos construction": 9,
    "chaos arrow": 1,
    "chaos count": 0,
    "full rank ties": "none",
    "table": (2, 3, *[0] * 7),
    "table of all": (2, 3, *[511] * 7),
    "automaton": "RlUHgF8CrfAqwA",
    "diagonal": "/",
    "whispers": 5,
    "lockout": 4,
    "modular": 3,
    "numbered room": 4,
    "skyscraper": 3,
    "hidden skyscraper": 3,
    "full rank": 12,
    "sum": (9, 2, -1, 1, 3),
}
NUMBERS = {"cage": (20, 21), "white dot": (2, 3), "black dot": (3, 4), "whispers": (3, 4, 6), "lockout": (3, 5)}
NUMBERS |= {"modular": (2, 4), "sum line": (10, 11), "sum loop": (10, 11), "rellik cage": (4, 5), "lunchbox": (3, 4)}
NUMBERS |= {"sandwich": (9, 10), "x-sum": (20, 21), "skyscraper": (3, 4), "hidden skyscraper": (3, 4)}
NUMBERS |= {"numbered room": (4, 5), "full rank": (7, 8), "little killer": (20, 21)}


def use_of(name: str, value: object = None) -> Use:
    rule, value = RULES[name], VALUES.get(name) if value is None else value
    if value is None and rule.value and not rule.value.startswith("["):
        value = 10
    if name == "or":
        cages = tuple((Use("cage", (0, 1), number),) for number in (3, 17))
        return Use(name, alternatives=(*cages, (Use("odd", (0,)), Use("thermometer", (0, 1, 2)))))
    if rule.where in ("board", "frame"):
        return Use(name, value=value)
    if rule.where == "outside":
        line = tuple(range(8, 81, 9))
        return Use(name, line if name == "sandwich" else line[::-1], value)
    if rule.where == "groups":
        return Use(name, value=value, groups=((0, 1), (9, 10)))
    if name == "little killer":
        return Use(name, (4, 12, 20, 28, 36), value)
    if name in ("white dot", "black dot", "x", "v", "inequality"):
        return Use(name, (0, 1), value)
    if name == "digits":
        return Use(name, (1,), value)
    if name == "quadruple":
        return Use(name, (0, 1, 9, 10), value)
    if name == "connected":
        return Use(name, tuple(range(81)), value)
    if name in ("chaos arrow", "chaos count"):
        return Use(name, (0,), value, groups=((81, 82, 83),))
    return Use(name, LINE, value, title="Named" if name.startswith("table") else "")


def variant_of(use: Use) -> Variant:
    uses, frame = (use,), Frame.square(9)
    if use.rule.startswith("chaos"):
        frame = with_chaos(frame)
        if use.rule != "chaos construction":
            uses = (Use("chaos construction", value=9), use)
    if use.rule == "doppelganger":
        frame = with_doppelgangers(Frame(9, 9, 10, 0))
    return Variant(frame.digits, usual_regions(9), uses, (5, *[0] * 80), frame=frame)


@pytest.mark.parametrize("name", RULES)
def test_constraint_text_keeps_every_rule(name: str):
    variant = variant_of(use_of(name))
    read = read_variant(constraint_text.write(variant))
    assert (read.uses, read.givens, read.frame, read.regions) == (
        variant.uses,
        variant.givens,
        variant.frame,
        variant.regions,
    )


@pytest.mark.parametrize("name", RULES)
def test_words_of_interactive_sudoku_solver_mean_the_same(name: str):
    variant = variant_of(use_of(name))
    text = interactive.write(variant)
    assert not any(f".{word}~" in text or text.endswith(f".{word}") for word in OWN_WORDS)
    read, same = read_variant(text).rules, variant.rules
    assert set(read.houses) == set(same.houses)
    assert set(read.constraints) == set(same.constraints)


@pytest.mark.parametrize("name", RULES)
def test_links_keep_a_rule_or_refuse_it(name: str):
    variant = variant_of(use_of(name))
    try:
        link = f_puzzles.write(variant)
    except ValueError as error:
        assert name in str(error) or "only square boards" in str(error) or "says more" in str(error)
        return
    read = read_variant(link).rules
    assert (set(read.houses), set(read.constraints)) == (set(variant.rules.houses), set(variant.rules.constraints))


def texts_of(variant: Variant) -> list[str]:
    return [figure.text for figure in figures(variant) if isinstance(figure, Text)]


@pytest.mark.parametrize("size", [6, 8, 9])
@pytest.mark.parametrize(("name", "value"), [(name, value) for name, some in NUMBERS.items() for value in some])
def test_each_number_is_in_the_picture_and_the_words(name: str, value: int, size: int):
    use = use_of(name, value)
    if name not in ("little killer",) and RULES[name].where != "outside":
        use = replace(use, cells=use.cells if len(use.cells) == 2 else (0, 1, 2, size + 2))
    else:
        use = replace(use, cells=tuple(range(size)))
    variant = Variant.of(size, use)
    assert any(str(value) in text for text in texts_of(variant)), "the picture"
    assert f"{value}" in described(variant), "the words"
    assert described(variant) != described(variant.with_uses((replace(use, value=value + 1),)))


@pytest.mark.parametrize(("size", "number"), [(6, "3"), (8, "4"), (9, None)])
def test_whispers_without_a_number_say_which_one_holds(size: int, number: str | None):
    variant = Variant.of(size, Use("whispers", (0, 1, 2)))
    assert texts_of(variant) == ([number] if number else [])
    assert in_words(variant)[0].startswith(f"whispers {number}:" if number else "whispers:")


def test_the_branches_of_or_are_drawn():
    variant = variant_of(use_of("or"))
    assert texts_of(variant.with_givens([0] * 81)) == ["3 17"]
    assert "cage 3 of r1c1, r1c2 or cage 17 of r1c1, r1c2 or odd of r1c1" in in_words(variant)[0]


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


def test_damaged_texts_are_refused_in_one_line():
    """Texts of all rules with characters put in, left out and taken from others: nothing but a short ValueError."""
    random = Random(1)
    texts = [constraint_text.write(variant_of(use_of(name))) for name in RULES]
    for _ in range(2000):
        text, other = random.choice(texts), random.choice(texts)
        place, length = random.randrange(len(text)), random.randrange(9)
        text = text[:place] + random.choice(("", random.choice("~.-_RC09VX%#"), other[place:])) + text[place + length :]
        try:
            read_variant(text)
        except ValueError as error:
            assert "\n" not in str(error) and len(str(error)) < 250
