"""What the README and the pages of the packages show is what the programs do."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DEPTH_FIRST = ROOT / "engine" / "teaching" / "depth-first.md"
WEB = ROOT / "catalogue" / "web" / "README.md"
PAGES = [ROOT / "README.md", ROOT / "engine" / "README.md", ROOT / "catalogue" / "README.md", WEB, DEPTH_FIRST]
FOR_CONTRIBUTORS = sorted((ROOT / ".github").glob("*.md"))


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def same(shown: str, printed: str) -> bool:
    """`…` matches anything within its line, and alone on a line any number of lines; columns may be wider."""
    shown, printed = (re.sub(" +", " ", text) for text in (shown, printed))
    lines = [".*".join(map(re.escape, line.split("…"))) + "\n" for line in shown.splitlines()]
    pattern = "".join("(?:.*\n)*" if line == ".*\n" else line for line in lines)
    return re.fullmatch(pattern, printed) is not None


def commands(console: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with what it prints."""
    parts = re.split(r"(?m)^\$ (.*)\n", console)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("page", [ROOT / "README.md", DEPTH_FIRST], ids=lambda page: page.name)
def test_the_tour_prints_what_the_page_shows(tmp_path, page):
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "COLUMNS": "80"}
    environment.pop("CATALOGUE_HOME", None)
    tour = [command for block in blocks(page, "console") for command in commands(block)]
    assert len(tour) >= 5
    for command, shown in tour:
        done = subprocess.run(
            command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
        )
        printed = "\n".join(line.rstrip() for line in done.stdout.splitlines()) + "\n"
        assert same(shown, printed), f"$ {command}\n{done.stdout}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_python_examples_run(page):
    for example in blocks(page, "python"):
        exec(compile(example, str(page), "exec"), {})


@pytest.mark.parametrize("page", [*PAGES, *FOR_CONTRIBUTORS], ids=lambda page: f"{page.parent.name}/{page.name}")
def test_every_path_linked_exists(page):
    for path in re.findall(r"\]\((?!http)([^)#]+)\)", page.read_text()):
        assert (page.parent / path).exists(), path


def test_every_path_named_to_contributors_exists():
    for page in FOR_CONTRIBUTORS:
        for path in re.findall(r"(?<![\w./])(?:engine|catalogue|migrations|tests)/[\w./]*\w", page.read_text()):
            assert (ROOT / path).exists(), path


def test_continuous_integration_runs_the_test_command_and_nothing_else(tmp_path):
    install_and_fill, install_and_test = blocks(ROOT / "README.md", "sh")[:2]
    assert "catalogue fill --count 50000" in install_and_fill
    for tool in ("pytest", "ruff check", "ruff format --check", "mypy"):
        assert tool in install_and_test
    for name, script in (("bash", 'echo "$4"'), ("apt-get", ""), ("sudo", "")):  # this bash prints what it is to run
        stand_in = tmp_path / name
        stand_in.write_text(f"#!/bin/sh\n{script}\n")
        stand_in.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["/bin/bash", ROOT / ".ci" / "run"], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == install_and_test
