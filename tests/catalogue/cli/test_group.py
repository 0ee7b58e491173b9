"""The group knows every command without loading one, and what it knows is true."""

import os
import re
import subprocess
import sys

import pytest

from board_catalogue import engine
from board_catalogue.catalogue.cli.group import COMMANDS, load
from board_catalogue.catalogue.puzzles.columns import COLUMNS
from board_catalogue.catalogue.storage import columns
from board_catalogue.engine import names
from board_catalogue.engine.teaching.search import RULE_FUNCTIONS


def test_help_has_the_examples_as_they_are_written(call):
    for name in ("backup", "query"):  # of a module of several commands, and of one alone
        assert "\n  Examples:\n    catalogue " + name in call(name, "--help-all").out


def test_names_that_need_no_numpy_are_those_of_the_kernels():
    assert names.PATTERNS == engine.PATTERNS
    assert tuple(RULE_FUNCTIONS) == names.SEARCH_RULES
    assert (*columns.COLUMNS, *columns.ON_REQUEST) == COLUMNS


MODULES_OF_EACH_HELP = """
import os, sys
from board_catalogue.catalogue.cli import main
for words in (["--help"], *([name, "--help"] for name in sys.argv[1:])):
    if not os.fork():  # every help in a process that has loaded nothing but the group
        sys.argv = ["catalogue", *words]
        try: main()
        finally: print(*sys.modules, file=sys.stderr)
    if os.wait()[1]: sys.exit(f"{words} failed")
"""


def module_name(command):
    return f"board_catalogue.catalogue.cli.{COMMANDS[command].module}"


@pytest.mark.slow
def test_help_imports_no_arrays_no_database_and_no_other_command():
    # -P: the installed package, not the sources in the current folder
    command = [sys.executable, "-P", "-c", MODULES_OF_EACH_HELP, *COMMANDS]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    loaded = [set(line.split()) for line in done.stderr.splitlines()]
    for chosen, modules in zip([set(), *({module_name(name)} for name in COMMANDS)], loaded, strict=True):
        assert not modules & {"numpy", "sqlalchemy", "rich.console", "tabulate", "board_catalogue.engine.native"}
        assert modules & set(map(module_name, COMMANDS)) == chosen


@pytest.mark.slow
def test_help_names_values_and_not_types(call):
    for name in COMMANDS:
        text = call(name, "--help-all").out
        assert not re.search(r"<|>(?! )|\b(TEXT|INTEGER|FLOAT|PATH|RANGE)\b|x>=|<=x", text)
        assert all(option.help for option in load(name).params)


def test_an_unknown_command_is_told_with_the_one_that_was_meant(call, error_of):
    assert "No such command 'fil'. Did you mean 'fill'?" in error_of(call("fil"), status=2)


# --- Version ------------------------------------------------------------------------------------------------------


def test_the_version_is_that_of_the_package(call, tmp_path, monkeypatch):
    folder = tmp_path / "board_catalogue-7.8.9.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: board-catalogue\nVersion: 7.8.9\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert call("--version") == (0, "catalogue 7.8.9\n", "")


# --- Shell completion ---------------------------------------------------------------------------------------------


def asking(*words):
    """The variables with which bash asks for the last word."""
    line = ("catalogue", *words)
    return {"_CATALOGUE_COMPLETE": "complete_bash", "COMP_WORDS": " ".join(line), "COMP_CWORD": str(len(words))}


@pytest.fixture
def completed(call, monkeypatch):
    """What bash offers for the last word, asked in this process."""

    def ask(*words):
        with monkeypatch.context() as environment:
            for name, value in asking(*words).items():
                environment.setenv(name, value)
            return call().out.split()

    return ask


def test_the_shell_asks_the_program(program):
    done = subprocess.run([program], env=os.environ | asking("fr"), capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["frontier"]


def test_the_shell_completes_commands_options_and_values(completed):
    assert completed("fr") == ["frontier"]
    assert completed("fill", "--max") == ["--max-tries"]
    assert completed("query", "--min-c") == ["--min-clues", "--min-comparisons"]
    assert completed("query", "--grade", "f") == ["fiendish"]
    assert completed("fill", "--symmetry", "d4") == ["d4", "d4+relabel"]
    assert completed("query", "--format", "js") == ["json", "jsonl"]


def test_the_shell_completes_techniques_columns_and_tags(completed, call, home):
    assert sorted(completed("query", "--technique", "x-c")) == ["x-chain", "x-cycle"]
    assert completed("query", "--columns", "id,so") == ["id,solution", "id,source"]
    assert completed("export", "1", "--service", "sudok") == ["sudokupad", "sudokuwiki"]
    assert completed("query", "--tag", "b") == []
    call("fill", "--count", 3)
    call("tag", "0-1", "book-2025")
    call("tag", "0-1", "train")
    assert completed("query", "--tag", "b") == ["book-2025"]


@pytest.mark.slow_cases("zsh", "bash")
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_is_shown(program, shell):
    asked = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    done = subprocess.run(
        [program, "--show-completion", shell], env=os.environ | asked, capture_output=True, text=True, check=True
    )
    assert "_CATALOGUE_COMPLETE" in done.stdout
