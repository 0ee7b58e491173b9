import plain_view
import pytest

from board_catalogue.catalogue.puzzles.kinds import Kind, technique_numbers
from board_catalogue.catalogue.runs.recipe import Recipe
from board_catalogue.engine.grades import Grade

RECIPES = [
    Recipe(),
    Recipe(clues=27),
    Recipe(clues=20, effort=5),
    Recipe(patterns=("rotate180", "mirror"), clues=30, strict=True),
    Recipe(kind=Kind((Grade.hard, Grade.fiendish))),
    Recipe(kind=Kind((), technique_numbers(["x-wing"]))),
]


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_is_read_as_it_is_spelled(recipe):
    read = Recipe.read(recipe.spelled)
    assert (read.clues, read.patterns, read.kind, read.strict) == (
        recipe.clues,
        recipe.patterns,
        recipe.kind,
        recipe.strict,
    )
    assert read.spelled == recipe.spelled
    assert read.effort == recipe.effort


@pytest.mark.parametrize(
    "text", ["", "[]", "null", '{"clues": 0}', '{"clue": 30}', '{"grades": ["easier"]}', '{"techniques": [999]}', "{ }"]
)
def test_another_text_is_no_recipe(text):
    with pytest.raises(ValueError, match="no recipe is spelled"):
        Recipe.read(text)


def kept(home):
    return [(row["seed"], row["start"], row["recipe"], row["own"]) for row in plain_view.table(home, "recipes", "1, 2")]


def test_fills_keep_a_recipe_where_it_changes(home, filled_by):
    filled_by(home, boards=5)
    filled_by(home, boards=5, effort=7)  # which carving to the end does not use
    assert kept(home) == [(7, 0, "{}", 1)]
    filled_by(home, boards=4, clues=30)
    filled_by(home, boards=0, clues=31)
    filled_by(home, boards=2, seed=9)
    filled_by(home, boards=4)
    assert kept(home) == [(7, 0, "{}", 1), (7, 10, '{"clues": 30}', 1), (7, 14, "{}", 1), (9, 0, "{}", 0)]
