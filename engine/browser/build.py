"""Compiles the engine for browsers with zig's clang, and makes the npm package board-catalogue in `dist`.

It needs `pip install ziglang` and nothing else: `python engine/browser/build.py`.
"""

import json
import shutil
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
ROOT, OUT = HERE.parents[1], HERE / "dist"
COMPILER = [sys.executable, "-m", "ziglang", "c++", "-target", "wasm32-wasi", "-s"]
OPTIONS = [
    *("-std=c++20", "-fno-exceptions", "-fno-rtti", "-fvisibility=hidden", "-ffunction-sections", "-ffp-contract=off"),
    *("-Wall", "-Wextra", "-Werror", "-Wno-psabi", "-Wno-bitwise-instead-of-logical"),
    *("-fconstexpr-steps=100000000", "-DENGINE_FEW_SHAPES"),
]
LINKED = ["-mexec-model=reactor", "-Wl,--gc-sections", "-Wl,--export-table", "-Wl,-z,stack-size=1048576"]
FAST = ("solving", "generation", "carving", "symmetry", "measuring", "fewest", "rating", "scoring")
SOURCES = {HERE.parent / f"core/kernels/{name}.cpp": "-O2" for name in FAST} | {
    HERE.parent / "core/kernels/any_rating.cpp": "-Os",
    HERE.parent / "core/search/learning/solve_by_learning.cpp": "-Os",
    HERE / "exports.cpp": "-Os",
}
KINDS = {"engine.wasm": ["-msimd128", "-mbulk-memory"], "engine-without-simd.wasm": []}
SPOKEN = ("lists", "units", "reasons", "chains", "results", "mistakes")
"""The tables of a language that sentences of plain puzzles take."""


def compile_kernels() -> None:
    """Compile all sources of both kinds, as many at a time as there are processors, and link them."""
    with TemporaryDirectory() as folder, ThreadPoolExecutor(cpu_count()) as pool:

        def compiled(kind: str, source: Path) -> str:
            unit = f"{folder}/{kind}-{source.stem}.o"
            paths = [f"-I{HERE}", f"-I{HERE.parent / 'core'}", "-c", str(source), "-o", unit]
            subprocess.run([*COMPILER, *OPTIONS, *KINDS[kind], SOURCES[source], *paths], check=True)
            return unit

        subprocess.run([*COMPILER, "-c", "-x", "c++", "/dev/null", "-o", f"{folder}/none.o"], check=True)  # its library
        units = list(pool.map(lambda pair: compiled(*pair), product(KINDS, SOURCES)))
        for place, kind in enumerate(KINDS):
            own = units[place * len(SOURCES) :][: len(SOURCES)]
            subprocess.run([*COMPILER, *LINKED, *own, "-o", str(OUT / kind)], check=True)


def write_package() -> None:
    """Write all files of the package but the compiled ones."""
    for source in (*HERE.glob("*.js"), *HERE.glob("*.d.ts"), HERE / "README.md", ROOT / "LICENSE"):
        shutil.copy(source, OUT)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    package = json.loads((HERE / "package.json").read_text()) | {"version": project["version"]}
    (OUT / "package.json").write_text(json.dumps(package, indent=2) + "\n")
    for language in (HERE.parent / "languages").glob("*.toml"):
        tables = tomllib.loads(language.read_text(encoding="utf-8"))
        words = json.dumps({name: tables[name] for name in SPOKEN}, ensure_ascii=False)
        (OUT / f"words.{language.stem}.js").write_text(f"export default {words};\n", encoding="utf-8")


if __name__ == "__main__":
    OUT.mkdir(exist_ok=True)
    if "--package" not in sys.argv:
        compile_kernels()
    write_package()
