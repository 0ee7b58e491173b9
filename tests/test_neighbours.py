"""The package lives beside others that have names like its folders, whichever is installed first."""

import os
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest

STUB = {
    "catalogue/__init__.py": "from catalogue.registry import Registry\n",
    "catalogue/registry.py": "class Registry(dict):\n    pass\n",
    "catalogue/config.py": "",
    "engine.py": "raise SystemExit('the engine of a user')\n",
    "migrations/__init__.py": "raise SystemExit('the migrations of a user')\n",
}
"""Modules of others: those of the package `catalogue` on PyPI, which spaCy needs, and a user's own."""


@pytest.fixture
def neighbours(tmp_path):
    """A folder with modules of others."""
    for name, text in STUB.items():
        path = tmp_path / "others" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "others"


def run(code, place, *paths):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths))}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=place, capture_output=True, text=True, check=True
    ).stdout


FILL = """
import sys
from board_catalogue.catalogue.__main__ import main
sys.argv = ["catalogue", "fill", "--count", "3", "--quiet", "--home", sys.argv[1] if len(sys.argv) > 1 else "home"]
main()
"""


@pytest.mark.slow
def test_a_fill_runs_in_a_folder_with_modules_of_the_same_names(neighbours):
    run(FILL, neighbours)
    assert len(list((neighbours / "home" / "boards").iterdir())) == 3


@pytest.mark.slow
def test_both_packages_work_in_one_program(neighbours, tmp_path):
    code = "import catalogue; from board_catalogue import catalogue as ours; print(catalogue.Registry(), ours.open)"
    assert run(code, tmp_path, neighbours).startswith("{} <function open")


def test_nothing_is_installed_under_a_name_of_others():
    files = [path.parts for path in distribution("board-catalogue").files or []]
    tops = {parts[0] for parts in files if parts[0] != ".."}
    assert {top for top in tops if not top.startswith(("board_catalogue", "_editable_skbc_board_catalogue"))} <= {
        "__pycache__"
    }
    assert {parts[-1] for parts in files if parts[0] == ".."} <= {"catalogue"}  # the program


@pytest.mark.slow
@pytest.mark.parametrize("first", ["ours", "theirs"])
def test_the_order_of_installation_does_not_matter(neighbours, tmp_path, first):
    root = Path(__file__).resolve().parent.parent
    (neighbours / "engine.py").unlink()
    (neighbours / "pyproject.toml").write_text(
        "[project]\nname = 'catalogue'\nversion = '2.0.10'\n[tool.setuptools]\npackages = ['catalogue']\n"
    )
    fresh = tmp_path / "fresh"
    subprocess.run([sys.executable, "-m", "venv", fresh], check=True)
    packages = [root, neighbours] if first == "ours" else [neighbours, root]
    for package in packages:
        subprocess.run([fresh / "bin" / "pip", "install", "-q", package], check=True, cwd=tmp_path)
    done = subprocess.run(
        [fresh / "bin" / "python", "-c", "import catalogue; print(catalogue.Registry())"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert done.stdout == "{}\n"
    subprocess.run([fresh / "bin" / "catalogue", "fill", "--count", "3", "--quiet"], check=True, cwd=tmp_path)
    assert len(list((tmp_path / "data" / "boards").iterdir())) == 3
