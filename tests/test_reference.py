"""The reference pages have every public name, command, option and column."""

import os
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
    assert set(pages) == {"commands", "catalogue", "engine", *(f"commands/{name}" for name in COMMANDS)}
    for name in COMMANDS:
        assert f"[`catalogue {name}`](commands/{name}.md)" in pages["commands"]
        shown = [parameter for parameter in load(name).params if not getattr(parameter, "hidden", False)]
        names = [option for parameter in shown for option in parameter.opts if option.startswith("--")]
        page = pages[f"commands/{name}"]
        text = page + (pages["commands"] if "catalogue help filters" in page else "")
        assert all(option in text for option in names), name
        assert "Usage: catalogue " + name in page


def test_every_column_is_explained_where_it_is_listed(reference):
    page = reference.pages()["commands"]
    assert all(f"| `{name}` | {MEANINGS[name]} |" in page for name in COLUMNS)
    text = re.sub(r"\s+", " ", reference.help_of("query"))
    for name in ("pearl", "diamond"):
        assert f"{name}: {MEANINGS[name]}" in text


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path):
    """Links and anchors of the documents lead somewhere, and the gallery has its pictures."""
    pytest.importorskip("mkdocs")
    pytest.importorskip("material")
    pytest.importorskip("mkdocstrings_handlers.python")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    words = ["build", "--strict", "-q", "-f", SCRIPT.with_name("mkdocs.yml"), "-d", tmp_path]
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", *words], capture_output=True, text=True, env={**os.environ, "PATH": path}
    )
    assert done.returncode == 0, done.stderr
    for package in ("catalogue", "engine"):
        page = (tmp_path / "reference" / package / "index.html").read_text()
        names = import_module(f"board_catalogue.{package}").__all__
        assert not [name for name in names if not re.search(rf'id="board_catalogue\.[\w.]+\.{name}"', page)]
    for name in COMMANDS:
        assert "Usage: catalogue" in (tmp_path / "reference" / "commands" / name / "index.html").read_text()
    assert "--skip-bad" in (tmp_path / "reference" / "commands" / "import" / "index.html").read_text()
    assert len([*(tmp_path / "pictures").iterdir()]) > 10 and (tmp_path / "search").is_dir()
