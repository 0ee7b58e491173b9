"""Compiles the engine for browsers with zig's clang, and makes the npm package board-catalogue in `dist`.

`pip install ziglang && python engine/browser/build.py`; with `--package` it compiles nothing. It makes one script of
all modules, board-catalogue.js, for pages that cannot load modules, such as files.
"""

import gzip
import json
import re
import shutil
import subprocess
import sys
import tomllib
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
ENGINE, ROOT, OUT = HERE.parent, HERE.parents[1], HERE / "dist"
COMPILER = [sys.executable, "-m", "ziglang", "c++", "-target", "wasm32-wasi", "-s"]
LINKED = ["-mexec-model=reactor", "-Wl,--gc-sections", "-Wl,--export-table", "-Wl,-z,stack-size=1048576"]
FAST = ("solving", "generation", "carving", "symmetry", "measuring", "fewest", "rating")
SMALL = ("core/kernels/any_rating", "core/kernels/scoring", "core/search/learning/solve_by_learning", "browser/exports")
SOURCES = {f"core/kernels/{name}.cpp": "-O2" for name in FAST} | {f"{name}.cpp": "-Os" for name in SMALL}
KINDS = {"engine.wasm": ["-msimd128", "-mbulk-memory"], "engine-without-simd.wasm": ["-Os"]}
MODULES = ("shape", "position", "rated", "scored", "sentences", "steps", "engine", "embedded", "index", "answering")
SPOKEN = ("lists", "units", "reasons", "chains", "results", "mistakes")  # tables for sentences of plain puzzles


def compile_kernels() -> None:
    """Compile all sources of both kinds, as many at a time as there are processors, and link them."""
    with TemporaryDirectory() as folder, ThreadPoolExecutor(cpu_count()) as pool:

        def compiled(kind: str, source: str) -> str:
            unit = f"{folder}/{kind}-{Path(source).stem}.o"
            how = [f"@{HERE / 'options.txt'}", SOURCES[source], *KINDS[kind], f"-I{HERE}", f"-I{ENGINE / 'core'}"]
            subprocess.run([*COMPILER, *how, "-c", str(ENGINE / source), "-o", unit], check=True)
            return unit

        units = {kind: [pool.submit(compiled, kind, source) for source in SOURCES] for kind in KINDS}
        for kind, own in units.items():
            subprocess.run([*COMPILER, *LINKED, *(unit.result() for unit in own), "-o", str(OUT / kind)], check=True)


def script(words: dict[str, object]) -> str:
    """All modules in one script, each a function that returns what it exports, with the files that they load."""
    wasm = b64encode(gzip.compress((OUT / "engine.wasm").read_bytes(), mtime=0)).decode()
    parts = [f"const FILES = {json.dumps({'wasm': wasm, 'words': words}, ensure_ascii=False)};"]
    for name in (*MODULES, "element"):
        text = (HERE / f"{name}.js").read_text(encoding="utf-8")
        names = ", ".join(re.findall(r"^export (?:async )?(?:const|function|class) (\w+)", text, re.MULTILINE))
        text = re.sub(r'^import (.*) from "\./(\w+)\.js";$', r"const \1 = $\2;", text, flags=re.MULTILINE)
        text = re.sub("^export ", "", text, flags=re.MULTILINE)
        parts += ["if (scope.WorkerGlobalScope) return $answering.answerIn(scope);"] * (name == "element")
        parts.append(f"const ${name.replace('embedded', 'files')} = (() => {{\n{text}\nreturn {{ {names} }};\n}})();")
    body = "\n".join([*parts, "return { ...$index, ...$element };"])
    return f"globalThis.boardCatalogue = (function boardCatalogue(scope) {{\n{body}\n}})(globalThis);\n"


def write_package() -> None:
    """Write all files of the package but the compiled ones."""
    for source in (*HERE.glob("*.js"), *HERE.glob("*.d.ts"), HERE / "README.md", ROOT / "LICENSE"):
        shutil.copy(source, OUT)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    package = json.loads((HERE / "package.json").read_text()) | {"version": version}
    (OUT / "package.json").write_text(json.dumps(package, indent=2) + "\n")
    words: dict[str, object] = {}
    for language in sorted((ENGINE / "languages").glob("*.toml")):
        tables = tomllib.loads(language.read_text(encoding="utf-8"))
        words[language.stem] = own = {name: tables[name] for name in SPOKEN}
        written = f"export default {json.dumps(own, ensure_ascii=False)};\n"
        (OUT / f"words.{language.stem}.js").write_text(written, encoding="utf-8")
    (OUT / "board-catalogue.js").write_text(script(words), encoding="utf-8")


if __name__ == "__main__":
    OUT.mkdir(exist_ok=True)
    if "--package" not in sys.argv:
        compile_kernels()
    write_package()
