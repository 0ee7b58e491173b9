"""What the README and the pages of the packages show is what the programs do."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "catalogue" / "web" / "README.md"
PAGES = [ROOT / "README.md", ROOT / "engine" / "README.md", ROOT / "catalogue" / "README.md", WEB]
FOR_CONTRIBUTORS = sorted((ROOT / ".github").glob("*.md"))


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def same(shown: str, printed: str) -> bool:
    """`…` matches anything in its line, alone any number of lines, and takes the number and spaces before it along."""
    lines = [".*".join(map(re.escape, re.split(r" *[\d,.]*…", line))) + "\n" for line in shown.splitlines()]
    pattern = "".join("(?:.*\n)*" if line == ".*\n" else line for line in lines)
    return re.fullmatch(pattern, printed) is not None


def commands(console: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with what it prints."""
    parts = re.split(r"(?m)^\$ (.*)\n", console)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def tour_of(page: Path) -> list[tuple[str, str]]:
    """The commands of all console blocks of a page."""
    return [command for block in blocks(page, "console") for command in commands(block)]


_END = "--- status "


def typed(commands: list[str], folder: Path, path: str) -> list[str]:
    """Type commands into one shell, as a reader does, and return what each prints. Fails if one of them fails."""
    environment = {name: text for name, text in os.environ.items() if name not in ("CATALOGUE_HOME", "VIRTUAL_ENV")}
    script = "".join(f"{command}\necho {_END}$?\n" for command in commands)
    done = subprocess.run(
        ["bash"],
        input=script,
        cwd=folder,
        env={**environment, "PATH": path, "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=True,
    )
    *printed, _rest = done.stdout.split(_END)
    texts = [printed[0], *(text.partition("\n")[2] for text in printed[1:])]
    statuses = re.findall(rf"^{_END}(\d+)$", done.stdout, re.MULTILINE)
    assert statuses == ["0"] * len(commands), done
    return ["".join(f"{line.rstrip()}\n" for line in text.splitlines()) for text in texts]


def assert_all_same(tour: list[tuple[str, str]], printed: list[str]) -> None:
    """Each command of a tour printed what the page shows."""
    for (command, shown), text in zip(tour, printed, strict=True):
        assert same(shown, text), f"$ {command}\n{text}"


@pytest.mark.parametrize("count", [100, pytest.param(50_000, marks=pytest.mark.slow)])
def test_the_page_is_what_a_reader_gets_who_types_it_from_the_top(tmp_path, count):
    """With an environment that has nothing to compile: its pip takes the program that is tested."""
    (install, *_), tour = blocks(ROOT / "README.md", "sh"), tour_of(ROOT / "README.md")
    assert len(tour) >= 9 and "--count 50000" in install
    tools = tmp_path / "tools"
    tools.mkdir()
    program = Path(sys.executable).parent / "catalogue"
    for name, script in (
        ("python3", f'{sys.executable} "$@" --without-pip && ln -s {tools}/pip .venv/bin/pip'),
        ("pip", f'[ "$*" = "install ." ] && ln -s {program} .venv/bin/catalogue'),
    ):
        (tools / name).write_text(f"#!/bin/sh\n{script}\n")
        (tools / name).chmod(0o755)
    first, *printed = typed(
        [install.strip().replace("50000", f"{count}"), *(command for command, _ in tour)],
        tmp_path,
        f"{tools}:{os.defpath}",
    )
    assert same(f"boards added…{count:,}\n…\n", first)
    assert_all_same(tour, printed)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_python_examples_run(page):
    for example in blocks(page, "python"):
        exec(compile(example, str(page), "exec"), {})


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
