"""The results of models on one data set as pages: a file for each language, each with all that it needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ...engine.grades import Level
from ...engine.words import LANGUAGES, words_in
from .rendering import STATIC, environment


def pages_of(path: Path, results: Mapping[str, Any]) -> Iterator[tuple[Path, bytes]]:
    """Yield the pages that stand beside the file of JSON which `check` keeps: FILE.en.html, FILE.de.html and so on."""
    paths = {language: path.with_suffix(f".{language}.html") for language in LANGUAGES}
    kinds = dict.fromkeys(kind for each in results["results"] for kind in each["by"].get("kind", {}))
    style = "".join((STATIC / name).read_text(encoding="utf-8") for name in ("base.css", "results.css"))
    links = [(language, words_in(language).name, each.name) for language, each in paths.items()]
    for language, each in paths.items():
        page = environment(language=language).get_template("results.html")
        content = page.render(**results, levels=list(Level), kinds=list(kinds), links=links, style=style)
        yield each, content.encode()
