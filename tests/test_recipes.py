"""The recipes of CONTRIBUTING: each is there, names files that exist, and those that need no compiler are followed."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import pytest

from board_catalogue import catalogue
from board_catalogue.catalogue.cli.calls import parameters_of, request_from
from board_catalogue.catalogue.formats import FORMATS
from board_catalogue.catalogue.formats.book import content
from board_catalogue.catalogue.requests.request import whole
from board_catalogue.catalogue.verbs.export import EXPORTED, ExportRequest
from board_catalogue.catalogue.verbs.fill import FillRequest
from board_catalogue.catalogue.web.api import request_in, schema_of

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / ".github/CONTRIBUTING.md").read_text()
RECIPES = dict(re.findall(r"^\*\*(An? [^*]+)\.\*\* (.*?)(?=^\*\*|^## )", TEXT, re.MULTILINE | re.DOTALL))
FILES = {  # the most files of ours that each may name, so that a longer way is seen
    "A metric of a puzzle": 9,
    "A technique of the rating": 7,
    "A rating or a score that changes": 5,
    "A constraint of variants": 5,
    "A format": 3,
    "An option of a verb": 3,
    "A verb": 6,
    "A shape": 3,
    "A figure of `stats`": 2,
    "A language": 5,
    "A text of a page": 1,
    "A page or an address of the API": 5,
}


def named(recipe):
    paths = re.findall(r"`((?:[\w.-]+/)+[\w.-]*)`", RECIPES[recipe])
    return sorted(
        {
            path
            for path in paths
            if not path.endswith(("technique_table.py", "test_table_of_rules.py", "test_fuzz.py", "test_every_rule.py"))
        }
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

        colours: Annotated[int | None, whole(2, 7, help="Colours of the clues.")] = None

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
    known = content._LANGUAGES
    for path in known.glob("*.toml"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "nl.toml").write_text('contents = "Inhoud"\n')
    monkeypatch.setattr(content, "_LANGUAGES", tmp_path)
    assert content.read_words(Path("nl")).contents == "Inhoud" and "nl" in content.languages()
    every = set(vars(content.Words()))
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


ROWS = {
    "rules.toml": """
[anti-bishop]
where = "board"
words = "Cells a bishop's move apart hold different digits."
text = [["bare", "AntiBishop", {own = true}]]
says = "Cells a bishop's move apart cannot contain the same digit."

["dot of three"]
where = "pair"
words = "Cells with a grey dot between them differ by 3."
text = [["pairs", "DotOfThree", {own = true}]]
over = ["dot", "#c9c9c9", "#111111"]
character = "◍"
says = "Grey dots separate digits with a difference of 3."
pad = ["dot", "#b4b4b4", "red"]
""",
    "board.py": """

BOARD.add("anti-bishop", _moved(*((step, step) for step in range(1, 25))))
""",
    "cells.py": """

CELLS.add("dot of three", of_pair(lambda a, b: abs(a - b) == 3))
""",
}


def linked(source, target, *, but=()):
    """A folder whose files and folders are those of another one, without some."""
    target.mkdir()
    for each in source.iterdir():
        if each.name not in but:
            (target / each.name).symlink_to(each)


@pytest.mark.slow
def test_a_row_is_all_that_a_rule_needs(tmp_path):
    """Two rules in two files of a copy: the table of every rule tries them in all formats, pictures and languages."""
    copy = tmp_path / "board_catalogue"
    linked(ROOT, copy, but=("engine", ".git"))
    linked(ROOT / "engine", copy / "engine", but=("rules",))
    linked(ROOT / "engine/rules", copy / "engine/rules", but=("named",))
    shutil.copytree(ROOT / "engine/rules/named", copy / "engine/rules/named")
    for kernels in (Path(catalogue.__file__).parent.parent / "engine").glob("*.so"):
        if not (target := copy / "engine" / kernels.name).exists():  # they are not in a clone that is not editable
            target.symlink_to(kernels)
    for name, row in ROWS.items():
        with (copy / "engine/rules/named" / name).open("a") as file:
            file.write(row)
    table = ["-m", "pytest", "-vv", "-n", "0", "-p", "no:cacheprovider", "tests/engine/rules/test_every_rule.py"]
    made = "from board_catalogue.engine import Rulebook; print(Rulebook.read('anti-bishop', 6, 'none').board.uses)"
    said = ""
    for arguments in ([*table, "-k", "bishop or three"], ["-c", made]):
        where = {**os.environ, "PYTHONPATH": str(tmp_path)}
        done = subprocess.run([sys.executable, *arguments], cwd=copy, env=where, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        said += done.stdout
    assert "6: anti-bishop]" in said and "9: dot of three of r1c1, r1c2]" in said
    assert "Use(rule='anti-bishop'" in said
