"""The recipes of CONTRIBUTING: each is there, names files that exist, and those that need no compiler are followed."""

import re
import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Annotated

import pytest

from board_catalogue import catalogue
from board_catalogue.catalogue.cli.options import parameters_of, request_from
from board_catalogue.catalogue.formats import FORMATS
from board_catalogue.catalogue.formats.book import words
from board_catalogue.catalogue.requests.option import whole
from board_catalogue.catalogue.verbs.export import EXPORTED, ExportRequest
from board_catalogue.catalogue.verbs.fill import FillRequest
from board_catalogue.catalogue.web.operation import request_in, schema_of

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / ".github/CONTRIBUTING.md").read_text()
RECIPES = dict(re.findall(r"^\*\*(An? [^*]+)\.\*\* (.*?)(?=^\*\*|^## )", TEXT, re.MULTILINE | re.DOTALL))
FILES = {  # the most files of ours that each may name, so that a longer way is seen
    "A metric of a puzzle": 9,
    "A technique of the rating": 6,
    "A rating or a score that changes": 5,
    "A constraint of variants": 6,
    "A format": 3,
    "An option of a verb": 2,
    "A verb": 6,
    "A shape": 3,
    "A figure of `stats`": 2,
    "A language": 3,
    "A text of a page": 1,
    "A page or an address of the API": 4,
}


def named(recipe):
    paths = re.findall(r"`((?:[\w.-]+/)+[\w.-]*)`", RECIPES[recipe])
    return sorted(
        {path for path in paths if not path.endswith(("technique_table.py", "test_table_of_rules.py", "test_fuzz.py"))}
    )


@pytest.mark.parametrize("recipe", FILES)
def test_a_recipe_names_files_that_exist_and_no_more_than_it_needs(recipe):
    assert len(named(recipe)) <= FILES[recipe], named(recipe)
    for path in named(recipe):
        assert (ROOT / path).exists(), path


def test_a_field_of_a_request_is_all_that_an_option_needs():
    @dataclass(frozen=True, kw_only=True)
    class Request(FillRequest):
        """With one option more."""

        colours: Annotated[int | None, whole("Colours of the clues.", least=2, greatest=7)] = None

    assert "colours" in [each.name for each in parameters_of(Request)]
    assert request_from(Request, {"count": 3, "colours": 4}).colours == 4
    assert schema_of(Request)["colours"] == {
        "type": "integer",
        "minimum": 2,
        "maximum": 7,
        "description": "Colours of the clues.",
    }
    assert request_in({"count": 3, "colours": 4}, Request).colours == 4
    for wrong in (1, 8):
        with pytest.raises(ValueError, match="colours"):
            Request(count=3, colours=wrong)


def test_a_file_is_all_that_a_language_needs(tmp_path, monkeypatch):
    known = words._LANGUAGES
    for path in known.glob("*.toml"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "nl.toml").write_text('contents = "Inhoud"\n')
    monkeypatch.setattr(words, "_LANGUAGES", tmp_path)
    assert words.read_words(Path("nl")).contents == "Inhoud" and "nl" in words.languages()
    every = {each.name for each in fields(words.Words)}
    for path in known.glob("*.toml"):
        assert set(tomllib.loads(path.read_text())) <= every


def test_a_line_of_the_table_says_all_of_a_format(tmp_path, monkeypatch):
    assert set(EXPORTED) == set(FORMATS) - {"table"}
    monkeypatch.setitem(FORMATS, "csv", replace(FORMATS["csv"], endings=(".mine",)))
    with catalogue.open(tmp_path / "data") as made:
        made.fill(2, seed=1)
        assert made.export(tmp_path / "x.mine", columns=["id"]) == 2
        assert ExportRequest(output=tmp_path / "y.mine").target().format == "csv"
    assert (tmp_path / "x.mine").read_text() == "id\n0\n1\n"
