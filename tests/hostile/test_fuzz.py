"""A short run of the fuzzers that this machine has; fuzz.py and fuzz_kernels.sh say how to run them for hours."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from shutil import which

import pytest

FOLDER = Path(__file__).parent


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("atheris"), reason="atheris is not installed")
@pytest.mark.parametrize(
    ("name", "runs"),
    [("grid", 300), *(pytest.param(name, 100_000, marks=pytest.mark.fuzz) for name in ("open", "grid"))],
)
def test_the_parsers_survive_a_fuzzer(tmp_path, name, runs):
    command = [sys.executable, FOLDER / "fuzz.py", name, f"-runs={runs}", "-seed=1"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=3600)
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.slow
@pytest.mark.skipif(not which("c++"), reason="there is no C++ compiler")
def test_the_fuzzer_of_the_kernels_compiles_against_them():
    command = ["c++", "-std=c++20", "-fsyntax-only", "-Wno-psabi", "-Iengine/core", "tests/hostile/fuzz_kernels.cpp"]
    done = subprocess.run(command, cwd=FOLDER.parents[1], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
