"""The files in `data/samples`: each holds the first puzzles of one small catalogue."""

from pathlib import Path

import pytest

from board_catalogue.catalogue.formats import FORMATS
from board_catalogue.catalogue.formats.opening import records_in

SAMPLES = Path(__file__).parents[3] / "data" / "samples"
PUZZLES = (SAMPLES / "puzzles.sdm").read_text().replace("0", ".").split()
FILES = sorted(path for path in SAMPLES.iterdir() if path.suffix != ".svg")
ABOUT = {
    "saved.sdk": {
        "author": "Board Catalogue",
        "description": "A puzzle with one digit placed",
        "date": "22-11-2026",
        "level": "Medium",
    },
    "step.hodoku": {"technique": "naked-single", "candidates": "4", "eliminated": "r1c1"},
    "folders.opensudoku": {"name": "From the program"},
    "described.opensudoku": {"name": "Two puzzles", "author": "Board Catalogue", "level": "medium"},
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_sample_has_the_puzzles(path):
    with records_in(path) as (_, records):
        found = list(records)
    assert [record.puzzle for record in found] == PUZZLES[: len(found)]
    assert found
    if path.name in ABOUT:
        assert found[0].columns == ABOUT[path.name]


def test_every_format_that_is_read_has_a_sample():
    named = {path.name.rpartition(".")[2] for path in FILES}
    assert {ending for form in FORMATS.values() if form.is_read for ending in form.endings[:1]} <= {
        f".{n}" for n in named
    }
