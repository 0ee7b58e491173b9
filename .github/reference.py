"""Makes the generated part of the documents: the reference, the browser package, the pictures of the gallery.

MkDocs calls `on_files` (`.github/mkdocs.yml`). The library comes from its docstrings, commands from their help,
pictures from the commands that the gallery shows.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

import typer

from board_catalogue.catalogue.cli.group import COMMANDS, SECTIONS, filters, load, whole
from board_catalogue.catalogue.puzzles.columns import COLUMNS, MEANINGS
from board_catalogue.engine.lazy import _homes

GALLERY = Path(__file__).with_name("documents") / "gallery.md"
BROWSER = Path(__file__).parents[1] / "engine" / "browser" / "README.md"


def on_files(files: Any, config: Any) -> Any:
    """Add the pages of the reference and the pictures to the files of a site."""
    from mkdocs.structure.files import File, InclusionLevel

    for name, text in pages().items():
        page = File.generated(config, f"reference/{name}.md", content=text)
        if "/" in name:
            page.inclusion = InclusionLevel.NOT_IN_NAV
        files.append(page)
    text = BROWSER.read_text(encoding="utf-8").replace("# board-catalogue", "# The browser package", 1)
    plain = re.sub(r"\[([^]]+)\]\((?!https?:|#)[^)]*\)", r"\1", text)  # its links are to files of the repository
    files.append(File.generated(config, "how-to/browser.md", content=plain))
    for name, picture in pictures().items():
        files.append(File.generated(config, f"pictures/{name}", content=picture))
    return files


def pictures() -> dict[str, bytes]:
    """Run the commands of the gallery in an empty folder and return the files that it shows."""
    text = GALLERY.read_text(encoding="utf-8")
    commands = re.findall(r"^\$ (.*)$", text, re.MULTILINE)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["bash", "-ec", "\n".join(commands)], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        return {name: (Path(folder) / name).read_bytes() for name in re.findall(r"\(pictures/([\w.-]+)\)", text)}


def pages() -> dict[str, str]:
    """Return the pages of the reference in Markdown: of all commands, of each, and of the two packages."""
    lines = ["# Commands", "", "The commands of `catalogue`, and the columns that its queries and exports have.", ""]
    for title, commands in SECTIONS.items():
        lines += [f"## {title}", ""]
        for name, each in commands.items():
            lines.append(f"- [`catalogue {name}`](commands/{name}.md): {each.line}")
        lines += [""]
    lines += ["## Filters", "", f"```text\n{filters()}\n```", ""]
    lines += ["## Columns", "", "| column | meaning |", "| --- | --- |"]
    lines += [f"| `{name}` | {MEANINGS[name]} |" for name in COLUMNS]
    of_each = {f"commands/{name}": f"# catalogue {name}\n\n```text\n{help_of(name)}\n```\n" for name in COMMANDS}
    return {"commands": "\n".join(lines), **of_each, **{name: names_of(name) for name in ("catalogue", "engine")}}


def names_of(package: str) -> str:
    """Return the page of a package: its docstring, and a heading for each public name, where mkdocstrings puts it."""
    module = import_module(f"board_catalogue.{package}")
    places = _homes(module.__name__)
    return "\n\n".join(
        [f"# {package}", str(module.__doc__), *(f"::: {places[name]}.{name}" for name in module.__all__)]
    )


def help_of(command: str) -> str:
    """Return what `catalogue COMMAND --help-all` prints."""
    loaded = load(command)
    context = typer.Context(loaded, info_name=f"catalogue {command}", max_content_width=100, terminal_width=100)
    return str(loaded.get_help(whole(context)))
