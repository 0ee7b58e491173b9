"""Modules of JavaScript as one classic script, for pages that cannot load modules, such as files.

A module imports and exports by lines of their own: `import { a, b as c } from "./name.js";`, `export const a = 1;`.
"""

from __future__ import annotations

import json
import re
import tomllib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

HERE = Path(__file__).parent

KEPT = {name: HERE / f"{name}.gz" for name in ("engine.wasm", "rules.wasm")}
"""The kernels, as build.py compiles them, and those of puzzles under rules, by their names in a package."""

_IMPORT = re.compile(r'^import (?:(\{.*\}|\* as \w+) from )?"\./([\w-]+)\.js";(?: //.*)?$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|let|function\*?|class) (\w+))", re.MULTILINE)


def imported(text: str) -> list[str]:
    """Return the names of the modules that a module imports, in their order."""
    return [found[2] for found in _IMPORT.finditer(text)]


def classic(name: str, text: str, registry: str = "modules") -> str:
    """Return a module as a part of a classic script, which has those that it imports in an object."""

    def bound(found: re.Match[str]) -> str:
        if not found[1]:
            return ""
        names = found[1].replace(" as ", ": ") if found[1].startswith("{") else found[1].removeprefix("* as ")
        return f'const {names} = {registry}["{found[2]}"];'

    offered = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub("", _IMPORT.sub(bound, text))
    return f'{registry}["{name}"] = (() => {{\n"use strict";\n{body}\nreturn {{ {offered} }};\n}})();\n'


def in_order(name: str, folder: Path = HERE, others: Mapping[str, str] | None = None) -> Iterator[tuple[str, str]]:
    """Yield a module of a folder and all that it needs, each after those that it needs itself, as names and texts.

    `others` are the texts of modules that are no files, or stand in place of those.
    """
    known: dict[str, str] = {}

    def visit(each: str) -> None:
        if each not in known:
            text = (others or {}).get(each) or (folder / f"{each}.js").read_text(encoding="utf-8")
            known[each] = text
            for other in imported(text):
                visit(other)
            known[each] = known.pop(each)

    visit(name)
    yield from known.items()


# --- What the modules need from the engine ----------------------------------------------------------------------------

_SPOKEN = ("lists", "units", "levels", "reasons", "chains", "results", "mistakes", "techniques", "meanings")
_UNDER_RULES = ("places", "people", "things", "kinds", "rules")
"""The tables of a language that say steps of plain puzzles, and those that say others."""


def words_of(language: str) -> dict[str, object]:
    """Return what the modules say in a language."""
    tables = tomllib.loads((HERE.parent / f"languages/{language}.toml").read_text(encoding="utf-8"))
    return {"code": language, **{name: tables[name] for name in (*_SPOKEN, *_UNDER_RULES) if name in tables}}


def generated_modules() -> dict[str, str]:
    """Return the modules that are made of tables: what drawings of steps consist of, and how people solve."""
    drawing, techniques, rules = (
        tomllib.loads((HERE.parent / name).read_text(encoding="utf-8"))
        for name in ("paths/drawing.toml", "paths/techniques.toml", "rules/named/rules.toml")
    )
    usual = {"number": 0, "name": "", "cost": 0, "thing": "", "needed": 75, "in_units": 0}
    rows = {
        name: {each: rule[each] for each in ("words", "house", "where") if each in rule}
        | ({"technique": {**usual, **dict(zip(usual, rule["technique"], strict=False))}} if "technique" in rule else {})
        for name, rule in rules.items()
    }
    people = {name: techniques[name] for name in ("machines", "meanings", "further")} | {"rules": rows}
    return {
        "drawing-parts": f"export const drawing = {json.dumps(drawing)};\n",
        "people-tables": f"export const people = {json.dumps(people)};\n",
    }


def in_base64(name: str) -> str:
    """Return compressed kernels by their name in a package, as a script has them."""
    return b64encode(KEPT[name].read_bytes()).decode()


def one_script(languages: Iterable[str], *further: str) -> str:
    """Return the engine as a script that sets `boardCatalogue`, with words in some languages and further modules."""
    words = {name: words_of(name) for name in languages}
    files = json.dumps({"engine.wasm": in_base64("engine.wasm"), "words": words}, ensure_ascii=False)
    others = {"files": (HERE / "embedded.js").read_text(encoding="utf-8"), **generated_modules()}
    parts: dict[str, str] = {}
    for name in ("answering", *further):
        parts |= {each: classic(each, text) for each, text in in_order(name, others=others) if each not in parts}
        if name == "answering":
            parts[""] = "if (scope.WorkerGlobalScope) return modules.answering.answerIn(scope);\n"
    offered = ", ".join(f'...modules["{name}"]' for name in ("index", *further))
    offered += ", files: FILES"
    body = f"const FILES = {files};\nconst modules = {{}};\n{''.join(parts.values())}return {{ {offered} }};"
    return f"globalThis.boardCatalogue = (function boardCatalogue(scope) {{\n{body}\n}})(globalThis);\n"
