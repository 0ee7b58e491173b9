"""`catalogue report --class`: what the pupils of a class have solved, from the histories that they export."""

import json

import pytest

from board_catalogue import catalogue
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.verbs.class_results import results_of
from board_catalogue.catalogue.verbs.stats import ReportRequest

KIND = "board-catalogue history"


def game(number, seconds, hints=0, steps=0):
    return {
        "id": f"{number:016x}",
        "name": f"Puzzle {number}",
        "elapsed": 1000 * seconds,
        "hints": hints,
        "steps": steps,
    }


def write(folder, name, solved, **more):
    folder.joinpath(f"{name}.json").write_text(json.dumps({"kind": KIND, "version": 1, "solved": solved, **more}))


def test_a_class_is_a_table_of_its_files(tmp_path):
    write(tmp_path, "Zoë", [])
    write(tmp_path, "Ada", [game(0, 301), game(1, 59), game(2, 400, 2, 1), game(2, 400, 2, 1)], begun={"key": "{}"})
    write(tmp_path, "B\x1b[31m\nb", [game(7, 12, hints=1)])
    found = results_of(tmp_path)
    assert found.rows() == [("Ada", 3, 2, 2, 1, 760, 1), ("B\\x1b[31m b", 1, 0, 1, 0, 12, 0), ("Zoë", 0, 0, 0, 0, 0, 0)]
    assert found.sections()[0].rows[0] == ("Ada", 3, 2, 2, 1, "12:40", 1)
    assert found.data()["pupils"][2] == dict(zip(found.columns, found.rows()[2], strict=True))
    with catalogue.open(tmp_path / "none") as home:
        assert home.report(class_folder=tmp_path).rows() == found.rows()


OTHERS = [
    "",
    "[]",
    "{}",
    '{"kind": "x", "solved": []}',
    f'{{"kind": "{KIND}"}}',
    f'{{"kind": "{KIND}", "solved": [1]}}',
]
GAMES = [
    '[{"id": "1"}]',
    '[{"id": [], "elapsed": 1}]',
    '[{"id": "1", "elapsed": "x"}]',
    '[{"id": "1", "elapsed": 1e999}]',
]


@pytest.mark.parametrize(
    "text", [*OTHERS, *(f'{{"kind": "{KIND}", "solved": {each}}}' for each in GAMES), "\xff", "[" * 9**5]
)
def test_another_file_is_named_in_one_line(tmp_path, text):
    tmp_path.joinpath("x.json").write_text(text, encoding="latin-1")
    with pytest.raises(CatalogueError, match=r"x\.json: this is no history that Play exports; [^\n]*$"):
        results_of(tmp_path)


def test_a_folder_without_files_is_named(tmp_path):
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(CatalogueError, match=r"there is no file \.json"):
            results_of(folder)


def test_a_class_has_no_plot_of_searches(tmp_path):
    with pytest.raises(ValueError, match="does not go with"):
        ReportRequest(class_folder=tmp_path, plot=tmp_path / "x.svg")
