import re
from pathlib import Path

import pytest

from board_catalogue import engine
from board_catalogue.catalogue.puzzles import kinds
from board_catalogue.catalogue.puzzles.kinds import Depth, Kind, technique_numbers
from board_catalogue.engine.grades import BOUNDS, Grade, grade_of, spelled

PAGE = Path(__file__).parents[3] / ".github/documents/explanation/ratings.md"


def test_the_grades_documented_are_those_of_the_program():
    text = PAGE.read_text()
    rows = re.findall(r"^\| (\w+) \| (\d+\.\d) \| (\d+\.\d|-) \|", text, re.MULTILINE)
    assert rows == [(grade, spelled(low), spelled(high) if high else "-") for grade, (low, high) in BOUNDS.items()]


def test_the_depth_documented_as_the_default_is_that_of_the_program(call):
    assert f"`--rate {kinds.DEFAULT_DEPTH}` is the default" in " ".join(PAGE.read_text().split())
    assert f"everything else. Default: {kinds.DEFAULT_DEPTH}." in " ".join(call("fill", "--help-all").out.split())
    assert kinds.DEFAULT_DEPTH in Depth


def test_the_grades_are_one_after_the_other_from_the_least_rating_on():
    assert list(BOUNDS) == list(Grade)
    assert BOUNDS[Grade.easy][0] == min(technique.rating for technique in engine.TECHNIQUES)
    greatest = [high for _, high in BOUNDS.values()]
    assert [low for low, _ in BOUNDS.values()][1:] == [high + 1 for high in greatest[:-1]]
    assert greatest[-1] is None


@pytest.mark.parametrize(
    ("rating", "grade"),
    [
        *((10, "easy"), (12, "easy"), (13, "medium"), (15, "medium"), (16, "hard"), (25, "hard")),
        *((26, "fiendish"), (60, "fiendish"), (61, "diabolical"), (119, "diabolical"), (0, None), (None, None)),
    ],
)
def test_a_rating_has_its_grade(rating, grade):
    assert grade_of(rating) == grade


def test_every_technique_is_known_by_its_name():
    names = [technique.name for technique in engine.TECHNIQUES]
    assert technique_numbers(names) == tuple(range(len(names)))


@pytest.mark.parametrize(
    ("name", "near"),
    [("xwing", "x-wing"), ("XY_Wing", "xy-wing"), ("naked triple", "naked-triplet"), ("sword-fish", "swordfish")],
)
def test_an_unknown_technique_is_refused_with_near_ones(name, near):
    with pytest.raises(ValueError, match=f"no technique is called '{name}'; similar names are .*{near}"):
        technique_numbers([name])


def test_a_kind_that_no_puzzle_can_be_of_is_refused():
    (x_wing,) = technique_numbers(["x-wing"])
    with pytest.raises(ValueError, match=r"no hard puzzle needs x-wing: that is 3\.2, and hard ends at 2\.5"):
        Kind((Grade.hard,), (x_wing,))
    assert Kind((Grade.fiendish,), (x_wing,)).ceiling == 6.0
    assert Kind((Grade.diabolical,), (x_wing,)).ceiling is None
