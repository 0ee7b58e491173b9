"""Wheels and sources install and run: `pip install build auditwheel && pytest -m slow tests/test_wheel.py`.

The wheels are those of the Python that runs this, and are tried with every later one that is on the PATH.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parent.parent
NEEDED = [
    "catalogue/pages/static/base.css",
    "catalogue/pages/static/icon.svg",
    "catalogue/pages/templates/base.html",
    "engine/class_counts.npz",
]
COMPILERS = ["c++", "g++", "clang++", "cc", "gcc", "clang", "cmake", "ninja"]


@pytest.fixture
def without_compiler(tmp_path):
    """Runs a command of a folder of programs with nothing else on the PATH: `without_compiler(folder, "pip", ...)`."""

    def run(folder, program, *words):
        assert not any(shutil.which(compiler, path=folder) for compiler in COMPILERS)
        environment = {name: value for name, value in os.environ.items() if name not in ("CC", "CXX", "PYTHONPATH")}
        return subprocess.run(
            [Path(folder, program), *words],
            env=environment | {"PATH": str(folder)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    return run


def fills_and_counts(run):
    run("catalogue", "fill", "--count", "500", "--seed", "3", "--home", "home")
    return run("catalogue", "query", "--count-only", "--home", "home").split() == ["500"]


@pytest.mark.slow
def test_the_installed_program_needs_no_compiler(without_compiler, tmp_path):
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / "catalogue").symlink_to(Path(sysconfig.get_path("scripts")) / "catalogue")
    assert fills_and_counts(lambda *words: without_compiler(alone, *words))


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The wheel and the source distribution that this Python builds from the checkout, for all processors."""
    place = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--outdir", place, "-C", "cmake.define.ENGINE_LEVELS=all", ROOT]
    subprocess.run(command, check=True, cwd=place, env=os.environ | {"PYTHONSAFEPATH": ""})
    (wheel,), (source,) = place.glob("*.whl"), place.glob("*.tar.gz")
    return SimpleNamespace(wheel=wheel, source=source)


def pythons():
    """The programs of other versions of Python that this one's wheel is for, and this one."""
    later = [found for minor in range(12, 16) if (found := shutil.which(f"python3.{minor}"))]
    return [sys.executable, *(later if sys.version_info >= (3, 12) else [])]


@pytest.mark.slow
def test_a_wheel_holds_what_is_used_and_is_for_every_later_python(built):
    names = set(zipfile.ZipFile(built.wheel).namelist())
    assert {f"board_catalogue/{name}" for name in NEEDED} <= names
    assert not any("pictures" in name and name.endswith(".png") for name in names)
    assert not any(name.startswith(("board_catalogue/tests/", "board_catalogue/engine/core/")) for name in names)
    if sys.version_info >= (3, 12):
        assert "-cp312-abi3-" in built.wheel.name
    if find_spec("auditwheel"):
        shown = subprocess.run(["auditwheel", "show", built.wheel], check=True, capture_output=True, text=True).stdout
        assert "manylinux_" in shown


@pytest.mark.slow
@pytest.mark.parametrize("python", pythons(), ids=lambda path: Path(path).name)
@pytest.mark.parametrize("age", ["newest", "oldest"])
def test_a_wheel_installs_and_runs_without_a_compiler(built, without_compiler, tmp_path, python, age):
    fresh, oldest = tmp_path / "fresh", tmp_path / "oldest.txt"
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    oldest.write_text("".join(re.sub(r">=([^,]*).*", r"==\1.*\n", each) for each in needed))
    if age == "oldest" and Path(python).name not in ("python3.11", Path(sys.executable).name):
        pytest.skip("the oldest dependencies have no wheels for later versions of Python")
    subprocess.run([python, "-m", "venv", fresh], check=True)
    limits = ["--constraint", oldest] if age == "oldest" else []
    without_compiler(fresh / "bin", "pip", "install", "--only-binary", ":all:", *limits, built.wheel)
    where = without_compiler(
        fresh / "bin", "python", "-c", "from board_catalogue import engine; print(engine.__file__)"
    )
    assert Path(where).is_relative_to(fresh)
    levels = """
from board_catalogue.engine import (native)
[native.load(level) for level in native.RUNNABLE]
print(*native.PROCESSOR_LEVELS)
"""
    assert without_compiler(fresh / "bin", "python", "-c", levels).split() in (["v2", "v3", "v4"], ["generic"])
    assert fills_and_counts(lambda *words: without_compiler(fresh / "bin", *words))


@pytest.mark.slow
def test_a_source_distribution_installs_and_runs(built, without_compiler, tmp_path):
    fresh = tmp_path / "fresh"
    subprocess.run([sys.executable, "-m", "venv", fresh], check=True)
    subprocess.run([fresh / "bin" / "pip", "install", built.source], check=True, cwd=tmp_path)
    assert fills_and_counts(lambda *words: without_compiler(fresh / "bin", *words))
