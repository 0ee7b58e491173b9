"""Names that people guess lead on to those that commands and options have."""

import re

from board_catalogue.catalogue.cli.group import COMMANDS as KNOWN
from board_catalogue.catalogue.cli.group import SECTIONS, _synonyms, load


def test_an_option_that_is_guessed_leads_to_the_right_one(call, home, error_of):
    for command, guess, right in [
        ("query", "--difficulty", "--grade"),
        ("query", "--json", "--format json"),
        ("query", "--db=x", "--home"),
        ("query", "--out", "--output"),
        ("fill", "--out", "--home"),
        ("fill", "--checkers", "--threads"),
        ("fill", "--generators", "--threads"),
        ("rate", "--depth", "--rate"),
        ("import", "--report", "--format"),
        ("import", "--dedupe", "--symmetry full --dry-run"),
        ("fill", "--dedupe", "--symmetry full"),
        ("hunt", "--timeout", "--seconds"),
    ]:
        told = error_of(call(command, guess, "1"), status=2)
        assert f"No such option: {guess.partition('=')[0]}; use {right} (see" in told


def test_a_command_that_is_guessed_leads_to_the_right_one(call, error_of):
    assert "No such command 'generate'; use catalogue fill" in error_of(call("generate", "--count", 5), status=2)
    assert "No such command 'repair'; use catalogue verify --repair" in error_of(call("repair"), status=2)
    assert "No such command 'quantum'" in error_of(call("quantum"), status=2)


def test_what_is_led_to_exists_and_no_guess_is_a_name():
    options = {name for command in KNOWN for parameter in load(command).params for name in parameter.opts}
    assert {right.split()[0] for right in _synonyms()} <= options | {"--csv"} | set(KNOWN)
    assert not {guess for guesses in _synonyms().values() for guess in guesses} & set(KNOWN)


def test_the_help_groups_commands_and_options(call):
    text = call("--help-all").out
    assert [title for title in SECTIONS if f"\n{title}:\n" in text] == list(SECTIONS)
    text = call("query", "--help-all").out
    titles = re.findall(r"^(\w+):$", text, re.MULTILINE)
    assert titles == ["Arguments", "Options", "Output", "Catalogue", "Advanced"]
    _, options, output, catalogue, _ = re.split(r"^\w+:$", text, flags=re.MULTILINE)[1:]
    assert "--count-only" in options and "--help" in options
    assert all(name in output for name in ("--format", "--output", "--columns", "--force"))
    assert "--home" in catalogue


def test_help_and_version_are_commands_too(call):
    for name in ("fill", "query"):
        assert call("help", name) == call(name, "--help")
    assert call("help") == call("--help") and call("version") == call("--version")


def test_an_option_without_its_value_points_to_the_help_of_its_command(call, error_of):
    done = call("fill", "--count")
    assert done.status == 2 and done.err.endswith("(see catalogue fill --help)\n")


def test_former_names_of_options_and_values_work_and_warn(call):
    for words, warning in (
        (("solve", "1...23..4......1", "--method", "stack"), "--method is called --search now"),
        (("create", "--seed", 1, "--method", "collapse"), "collapse is called wfc now"),
    ):
        done = call(*words)
        assert done.status == 0 and f"{warning}; the old name still works" in done.err
