"""The group knows every command without loading one, and what it knows is true."""

import os
import re
import subprocess
import sys
from dataclasses import is_dataclass

import pytest

import engine
from catalogue import queries
from catalogue.cli.group import COMMANDS, command_named, load, module_name
from catalogue.numbers import COLUMNS
from engine import names
from engine.teaching.search import RULES


def test_the_first_lines_are_those_of_the_help():
    assert {name: command_named(name).help.partition("\n")[0] for name in COMMANDS} == COMMANDS


def test_every_command_has_its_options_and_its_work():
    for name in COMMANDS:
        command = command_named(name)
        assert callable(command.run)
        assert is_dataclass(command.options)


def test_help_has_the_examples_as_they_are_written(call):
    for name in ("backup", "query"):  # of a module of several commands, and of one alone
        assert "\n  Examples:\n    catalogue " + name in call(name, "--help").out


def test_names_that_need_no_numpy_are_those_of_the_kernels():
    assert names.PATTERNS == engine.PATTERNS
    assert tuple(RULES) == names.RULES
    assert (*queries.COLUMNS, *queries.ON_REQUEST) == COLUMNS


@pytest.mark.parametrize("words", [["--help"], *([name, "--help"] for name in COMMANDS)], ids=" ".join)
def test_help_imports_no_arrays_no_database_and_no_other_command(words):
    script = "import sys; from catalogue.cli import main\ntry: main()\nfinally: print(*sys.modules, file=sys.stderr)"
    # -P: the installed package, not the sources in the current folder
    done = subprocess.run([sys.executable, "-P", "-c", script, *words], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert not loaded & {"numpy", "sqlalchemy", "rich.console", "tabulate", "engine.api"}
    chosen = {module_name(words[0])} if len(words) > 1 else set()
    assert loaded & set(map(module_name, COMMANDS)) == chosen


@pytest.mark.parametrize("name", COMMANDS)
def test_help_names_values_and_not_types(call, name):
    text = call(name, "--help").out
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


def completed(program, *words):
    """What bash offers for the last word."""
    asked = {"_CATALOGUE_COMPLETE": "complete_bash", "COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
    return subprocess.run([program], env=os.environ | asked, capture_output=True, text=True, check=True).stdout.split()


def test_the_shell_completes_commands_options_and_values(program):
    assert completed(program, "catalogue", "fr") == ["frontier"]
    assert completed(program, "catalogue", "fill", "--max") == ["--max-tries"]
    assert completed(program, "catalogue", "query", "--min-c") == ["--min-clues", "--min-comparisons"]
    assert completed(program, "catalogue", "query", "--grade", "f") == ["fiendish"]
    assert completed(program, "catalogue", "fill", "--symmetry", "d4") == ["d4", "d4+relabel"]
    assert completed(program, "catalogue", "query", "--format", "js") == ["json", "jsonl"]


def test_the_shell_completes_techniques_columns_and_tags(program, call, home):
    assert sorted(completed(program, "catalogue", "query", "--technique", "x-c")) == ["x-chain", "x-cycle"]
    assert completed(program, "catalogue", "query", "--columns", "id,so") == ["id,solution", "id,source"]
    assert completed(program, "catalogue", "export", "1", "--service", "sudok") == ["sudokupad", "sudokuwiki"]
    assert completed(program, "catalogue", "query", "--tag", "b") == []
    call("fill", "--count", 3)
    call("tag", "0-1", "book-2025")
    call("tag", "0-1", "train")
    assert completed(program, "catalogue", "query", "--tag", "b") == ["book-2025"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_is_shown(program, shell):
    asked = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    done = subprocess.run(
        [program, "--show-completion", shell], env=os.environ | asked, capture_output=True, text=True, check=True
    )
    assert "_CATALOGUE_COMPLETE" in done.stdout
