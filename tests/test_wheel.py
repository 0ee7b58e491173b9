"""A wheel of the project installs and runs where there is no compiler."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
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


def test_the_installed_program_needs_no_compiler(without_compiler, tmp_path):
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / "catalogue").symlink_to(Path(sysconfig.get_path("scripts")) / "catalogue")
    assert fills_and_counts(lambda *words: without_compiler(alone, *words))


@pytest.mark.slow
def test_a_wheel_installs_and_runs_in_a_fresh_environment_without_a_compiler(without_compiler, tmp_path):
    wheels, fresh = tmp_path / "wheels", tmp_path / "fresh"
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", wheels, ROOT]
    if find_spec("scikit_build_core"):  # as in an editable install, where this compiles nothing again
        build.append("--no-build-isolation")
    subprocess.run(build, check=True, cwd=tmp_path)
    (wheel,) = wheels.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"catalogue/web/static/base.css", "catalogue/web/templates/base.html", "engine/class_counts.npz"} <= set(
        names
    )
    assert not any("pictures" in name and name.endswith(".png") for name in names)
    venv.create(fresh, with_pip=True)
    without_compiler(fresh / "bin", "pip", "install", "--only-binary", ":all:", wheel)
    where = without_compiler(fresh / "bin", "python", "-c", "import engine; print(engine.__file__)")
    assert Path(where).is_relative_to(fresh)
    assert fills_and_counts(lambda *words: without_compiler(fresh / "bin", *words))
