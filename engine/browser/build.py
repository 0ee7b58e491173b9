"""Compiles the engine for browsers with zig's clang, and makes the npm package board-catalogue in `dist`.

`pip install ziglang==0.17.1 && python engine/browser/build.py`. The kernels stay in engine.wasm.gz and rules.wasm.gz,
which git has, so that an installation needs no zig: compile them anew when a file of engine.wasm.sources or
rules.wasm.sources has changed (`--only rules.wasm`). The same sources give the same bytes. With `--package` it compiles
nothing, and leaves out the file for old browsers.
"""

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory

from bundling import HERE, KEPT, generated_modules, one_script, words_of  # type: ignore[import-not-found]

ENGINE, ROOT, OUT = HERE.parent, HERE.parents[1], HERE / "dist"
COMPILER = [sys.executable, "-m", "ziglang", "c++", "-target", "wasm32-wasi", "-s"]
LINKED = ["-mexec-model=reactor", "-Wl,--gc-sections", "-Wl,--export-table", "-Wl,-z,stack-size=1048576"]
FAST = ("solving", "generation", "carving", "symmetry", "measuring", "fewest", "rating")
SMALL = ("core/kernels/any_rating", "core/kernels/scoring", "core/search/learning/solve_by_learning", "browser/exports")
PLAIN = {f"core/kernels/{name}.cpp": "-O2" for name in FAST} | {f"{name}.cpp": "-Os" for name in SMALL}
RULES = (
    *("browser/rules.cpp", "core/kernels/rules.cpp", "core/kernels/ruled_lanes.cpp", "core/kernels/people.cpp"),
    *("core/rules/building.cpp", "core/search/learning/solve_by_learning.cpp"),
    *sorted(f"core/rules/{path.parent.name}/{path.name}" for path in (ENGINE / "core/rules").glob("*/*.cpp")),
)
SIMD = ["-msimd128", "-mbulk-memory"]
KINDS = {
    "engine.wasm": (SIMD, PLAIN),
    "engine-without-simd.wasm": (["-Os"], PLAIN),
    "rules.wasm": (SIMD, dict.fromkeys(RULES, "-Os")),
}
"""Of each file how it is compiled, and its units, each with what it is compiled for."""


def compile_kernels(out: Path, files: Sequence[str]) -> None:
    """Compile all units of some files, as many at a time as there are processors, and link them."""
    with TemporaryDirectory() as folder, ThreadPoolExecutor(cpu_count()) as pool:

        def compiled(kind: str, source: str) -> Path:
            unit = Path(folder, f"{kind}-{source.replace('/', '-')}.o")
            every, units = KINDS[kind]
            how = [f"@{HERE / 'options.txt'}", units[source], *every, f"-I{HERE}", f"-I{ENGINE / 'core'}"]
            told = ["-MMD", "-MF", str(unit.with_suffix(".d"))]
            subprocess.run([*COMPILER, *how, *told, "-c", str(ENGINE / source), "-o", str(unit)], check=True)
            return unit

        all_units = {kind: [pool.submit(compiled, kind, source) for source in KINDS[kind][1]] for kind in files}
        for kind, submitted in all_units.items():
            units = [unit.result() for unit in submitted]
            subprocess.run([*COMPILER, *LINKED, *units, "-o", str(out / kind)], check=True)
            if kind in KEPT:
                KEPT[kind].write_bytes(gzip.compress((out / kind).read_bytes(), mtime=0))
                told = " ".join(unit.with_suffix(".d").read_text() for unit in units)
                sources = {Path(word).resolve() for word in told.split() if word.startswith(str(ENGINE))}
                lines = (f"{hash_of(path)}  {path.relative_to(ENGINE)}\n" for path in sorted(sources))
                (HERE / f"{kind}.sources").write_text("".join(lines))


def hash_of(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_package(out: Path) -> None:
    """Write all files of the package but the kernels for old browsers."""
    for name, kept in KEPT.items():
        (out / name).write_bytes(gzip.decompress(kept.read_bytes()))
    for source in (*HERE.glob("*.js"), *HERE.glob("*.d.ts"), HERE / "README.md", ROOT / "LICENSE"):
        shutil.copy(source, out)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    package = json.loads((HERE / "package.json").read_text()) | {"version": version}
    (out / "package.json").write_text(json.dumps(package, indent=2) + "\n")
    languages = sorted(path.stem for path in (ENGINE / "languages").glob("*.toml"))
    words = {each: json.dumps(words_of(each), ensure_ascii=False) for each in languages}
    made = {f"words.{each}": f"export default {text};\n" for each, text in words.items()}
    for name, text in (made | generated_modules()).items():
        (out / f"{name}.js").write_text(text, encoding="utf-8")
    (out / "board-catalogue.js").write_text(one_script(languages, "element"), encoding="utf-8")


if __name__ == "__main__":
    arguments = ArgumentParser(description="Make the npm package of the engine.")
    arguments.add_argument("--only", choices=KINDS, nargs="+", default=[*KINDS], help="compile these files alone")
    arguments.add_argument("--package", action="store_true", help="compile nothing")
    arguments.add_argument("--to", type=Path, default=OUT, metavar="FOLDER", help="the folder of the package")
    asked = arguments.parse_args()
    asked.to.mkdir(parents=True, exist_ok=True)
    if not asked.package:
        compile_kernels(asked.to, asked.only)
    write_package(asked.to)
