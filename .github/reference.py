"""Writes the reference pages: the library from its docstrings, the commands from their help, the columns of puzzles.

    python .github/reference.py FOLDER

pdoc makes the pages (`pip install pdoc`). Nothing of them is kept: the workflow `reference` publishes them.
"""

from __future__ import annotations

import sys
import tempfile
from importlib import import_module
from pathlib import Path

import typer

from board_catalogue.catalogue.cli.group import COMMANDS, SECTIONS, filters, load, whole
from board_catalogue.catalogue.puzzles.columns import COLUMNS, MEANINGS

LIBRARY = ("board_catalogue.catalogue", "board_catalogue.engine")
"""The packages whose public names have pages."""

NAMED = (
    "board_catalogue.catalogue.runs.recipe",
    "board_catalogue.catalogue.runs.opening",
    "board_catalogue.catalogue.verbs.export",
    "board_catalogue.catalogue.runs.importing.source",
    "board_catalogue.engine.paths.record",
)
"""The modules that the docstrings of public names refer to, and that of what steps inherit."""


def main(folder: Path) -> None:
    """Write the pages into a folder."""
    import pdoc

    for name in LIBRARY:
        load_public_names(name)
    with tempfile.TemporaryDirectory() as source:
        write_commands(Path(source) / "commands")
        sys.path.insert(0, source)
        pdoc.render.configure(docformat="markdown", show_source=False, footer_text="Board Catalogue")
        others = [rf"!{name}\..*" for name in LIBRARY]
        pdoc.pdoc(*LIBRARY, *others, *NAMED, "commands", output_directory=folder)


def load_public_names(name: str) -> None:
    """Put the names that a package loads at their first use into it, where pdoc looks."""
    package = import_module(name)
    for public in package.__all__:
        vars(package)[public] = getattr(package, public)


def write_commands(package: Path) -> None:
    """Write a package with a module for each command, whose docstring is its help."""
    package.mkdir()
    for name, text in pages().items():
        place = "__init__" if name == "commands" else module_of(name)
        (package / f"{place}.py").write_text(f"{text!r}\n", encoding="utf-8")


def module_of(command: str) -> str:
    """Return the name of the page of a command, which may be a keyword of Python."""
    return f"catalogue_{command}"


def pages() -> dict[str, str]:
    """Return the page of each command in Markdown, and that of all, `commands`."""
    lines = ["The commands of the program `catalogue`, and the columns that its queries and exports have.", ""]
    for title, commands in SECTIONS.items():
        lines += [f"## {title}", ""]
        for name, each in commands.items():
            lines.append(f"- [`catalogue {name}`](commands/{module_of(name)}.html): {each.line}")
        lines += [""]
    lines += ["## Filters", "", f"```text\n{filters()}\n```", ""]
    lines += ["## Columns", "", "| column | meaning |", "| --- | --- |"]
    lines += [f"| `{name}` | {MEANINGS[name]} |" for name in COLUMNS]
    return {"commands": "\n".join(lines), **{name: f"```text\n{help_of(name)}\n```" for name in COMMANDS}}


def help_of(command: str) -> str:
    """Return what `catalogue COMMAND --help-all` prints."""
    loaded = load(command)
    context = typer.Context(loaded, info_name=f"catalogue {command}", max_content_width=100, terminal_width=100)
    return str(loaded.get_help(whole(context)))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python .github/reference.py FOLDER")
    main(Path(sys.argv[1]))
