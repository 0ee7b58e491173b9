"""The reference pages have every public name, command, option and column."""

import re
import subprocess
import sys
from importlib import import_module, util
from inspect import getdoc
from pathlib import Path

import pytest

from board_catalogue.catalogue.cli.group import COMMANDS, load
from board_catalogue.catalogue.puzzles.columns import COLUMNS, MEANINGS

SCRIPT = Path(__file__).parents[1] / ".github" / "reference.py"


@pytest.fixture(scope="module")
def reference():
    spec = util.spec_from_file_location("reference", SCRIPT)
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("package", ["board_catalogue.catalogue", "board_catalogue.engine"])
def test_every_public_name_has_a_page_source(package):
    module = import_module(package)
    assert module.__doc__ and len(module.__all__) > 4
    for name in module.__all__:
        found = getattr(module, name)
        if callable(found):
            assert getdoc(found), name
        if isinstance(found, type):
            members = {each: value for each, value in vars(found).items() if not each.startswith("_")}
            bare = [each for each, value in members.items() if callable(value) and not getdoc(value)]
            assert not bare, (name, bare)


def test_every_command_has_a_page_with_all_its_options(reference):
    pages = reference.pages()
    assert set(pages) == {"commands", *COMMANDS}
    for name in COMMANDS:
        assert f"[`catalogue {name}`](commands/{reference.module_of(name)}.html)" in pages["commands"]
        shown = [parameter for parameter in load(name).params if not getattr(parameter, "hidden", False)]
        names = [option for parameter in shown for option in parameter.opts if option.startswith("--")]
        text = pages[name] + (pages["commands"] if "catalogue help filters" in pages[name] else "")
        assert all(option in text for option in names), name
        assert "Usage: catalogue " + name in pages[name]


def test_every_column_is_explained_where_it_is_listed(reference):
    page = reference.pages()["commands"]
    assert all(f"| `{name}` | {MEANINGS[name]} |" in page for name in COLUMNS)
    text = re.sub(r"\s+", " ", reference.help_of("query"))
    for name in ("pearl", "diamond"):
        assert f"{name}: {MEANINGS[name]}" in text


@pytest.mark.slow
def test_the_pages_are_made(tmp_path):
    pytest.importorskip("pdoc")
    # -P: the installed package, not the sources in the current folder
    subprocess.run([sys.executable, "-P", SCRIPT, tmp_path], check=True, capture_output=True, cwd=tmp_path)
    for package in ("board_catalogue/catalogue", "board_catalogue/engine"):
        page = (tmp_path / f"{package}.html").read_text()
        assert not [name for name in import_module(package.replace("/", ".")).__all__ if f'id="{name}"' not in page]
    assert 'id="Puzzles.batches"' in (tmp_path / "board_catalogue" / "catalogue.html").read_text()
    for name in COMMANDS:
        assert (tmp_path / "commands" / f"catalogue_{name}.html").exists()
    assert "--skip-bad" in (tmp_path / "commands" / "catalogue_import.html").read_text()
