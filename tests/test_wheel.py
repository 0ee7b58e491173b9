"""Wheels and sources install and run: `pip install build auditwheel && pytest -m slow tests/test_wheel.py`.

The wheels are those of the Python that runs this, and are tried with every later one that is on the PATH.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parent.parent
NEEDED = [
    "catalogue/pages/static/base.css",
    "catalogue/pages/static/icon.svg",
    "catalogue/pages/templates/base.html",
    "engine/browser/engine.wasm.gz",
    "engine/browser/index.js",
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


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_same_sources_give_the_same_wheel(tmp_path):
    """Byte for byte, from folders of different names and in different environments of build tools."""
    wheels = []
    for name in ("here", "a-longer-name/there"):
        folder = tmp_path / name
        skipped = shutil.ignore_patterns(".git", "build", ".venv", "*.so", "__pycache__", ".*_cache", "boards", "*.db*")
        shutil.copytree(ROOT, folder, ignore=skipped)
        command = [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--no-deps",
            "--wheel-dir",
            tmp_path / f"{len(wheels)}",
            folder,
        ]
        subprocess.run(command, check=True, cwd=tmp_path, env=os.environ | {"SOURCE_DATE_EPOCH": "1700000000"})
        wheels += (tmp_path / f"{len(wheels)}").glob("*.whl")
    first, second = wheels
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.slow
def test_a_wheel_says_what_is_compiled_in(built):
    with zipfile.ZipFile(built.wheel) as wheel:
        (place,) = (name for name in wheel.namelist() if name.endswith(".dist-info/sboms/board-catalogue.cdx.json"))
        told = json.loads(wheel.read(place))
        (notices,) = (name for name in wheel.namelist() if name.endswith("NOTICES.txt"))
        assert b"nanobind" in wheel.read(notices)
    known = {each["name"]: each["version"] for each in told["components"]}
    assert re.fullmatch(r"\d+\.\d+\.\d+", known["nanobind"]) and all(known.values())
    assert told["metadata"]["component"]["purl"] == f"pkg:pypi/board-catalogue@{version('board-catalogue')}"


def test_what_a_release_runs_is_pinned():
    """Every action by the hash of a commit, every tool by that of its file; and nothing is published untested."""
    workflows = {path.name: path.read_text() for path in (ROOT / ".github" / "workflows").glob("*.yml")}
    used = [line.split("uses: ")[1] for text in workflows.values() for line in text.splitlines() if "uses: " in line]
    others = [each for each in used if not each.startswith("./")]
    assert len(others) >= 24
    assert [each for each in others if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v[\d.]+", each)] == []
    assert "needs: [tests, wheels, sdist]" in workflows["release.yml"]
    tools = (ROOT / ".github" / "build-tools.txt").read_text()
    named = re.findall(r"^([\w-]+)==", tools, re.MULTILINE)
    assert set((ROOT / ".github" / "build-tools.in").read_text().split()) <= set(named)
    assert len(re.findall(r"^[\w-]+==\S+.*\\\n    --hash=sha256:", tools, re.MULTILINE)) == len(named)


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
from board_catalogue.engine import native
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
