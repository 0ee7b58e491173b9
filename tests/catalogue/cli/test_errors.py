"""How the program ends when something is wrong, in every command alike."""

import os
import subprocess
from itertools import cycle

import plain_view
import pytest

from board_catalogue.catalogue.cli.terminal import HANDLER, plain

READING = [("query",), ("export", "1"), ("show", "1"), ("stats",), ("report",), ("verify",), ("verify", "--repair")]
READING += [("rate",), ("hint", "1"), ("path", "1")]
EVERY = [*READING, ("fill", "--count", "1")]


def test_without_a_catalogue_it_says_how_to_make_one_and_makes_none(call, home, error_of):
    for words in [words for words in READING if words != ("report",)]:
        assert f"no catalogue in {home}; make one with: catalogue fill" in error_of(call(*words))
        assert not plain_view.exists(home)


def test_a_home_that_cannot_be_one_is_told_in_one_line(call, tmp_path, error_of):
    (tmp_path / "a file").write_text("mine\n")
    names = ["a file", "a file/below", "x" * 300]
    for words, name in [*zip(EVERY, cycle(names)), *((EVERY[-1], name) for name in names)]:
        error_of(call(*words, "--home", name))
        assert (tmp_path / "a file").read_text() == "mine\n"


@pytest.mark.parametrize("words", [("unknown",), ("--unknown",), ("query", "--unknown"), ("fill", "--count")])
def test_a_wrong_call_ends_with_2_and_says_where_help_is(call, error_of, words):
    assert "--help" in error_of(call(*words), status=2)


def test_an_option_beats_the_environment_and_the_environment_beats_the_default(
    call, home, filled, tmp_path, monkeypatch
):
    assert call("fill", "--count", 3).status == 0
    assert call("query", "--count-only").out == "3\n"
    assert call("query", "--count-only", "--home", filled).out == "400\n"
    monkeypatch.delenv("CATALOGUE_HOME")
    assert call("fill", "--count", 5).status == 0
    plain_view.assert_sound(tmp_path / "data", count=5)


def test_an_error_names_the_catalogue_it_is_about(call, home, error_of, tmp_path):
    assert str(tmp_path / "other") in error_of(call("stats", "--home", tmp_path / "other"))


def test_a_catalogue_without_a_name_is_a_wrong_call(call, tmp_path, error_of):
    for words in EVERY:
        assert "--home" in error_of(call(*words, "--home", ""), status=2)
        assert list(tmp_path.iterdir()) == []


def test_the_name_of_a_catalogue_may_hold_a_line_end_and_the_error_is_still_one_line(call, error_of):
    error_of(call("stats", "--home", "two\nlines"))


# --- The reader of the output goes away, or has no room for it -------------------------------------------------


@pytest.mark.daily("--help")
@pytest.mark.parametrize(
    "words",
    [
        ("query", "--limit", "1"),
        ("show", "1"),
        ("hint", "1"),
        ("--help",),
    ],
    ids=" ".join,
)
def test_a_broken_pipe_says_nothing(filled, program, words, monkeypatch):
    monkeypatch.setenv("CATALOGUE_HOME", str(filled))
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([program, *words], stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.slow
def test_the_head_of_a_query_is_silent_about_the_rest(filled, program):
    done = subprocess.run(
        f"'{program}' query --format jsonl --home '{filled}' | head -1", shell=True, capture_output=True, text=True
    )
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


@pytest.mark.slow
@pytest.mark.parametrize("words", [("query", "--format", "json"), ("show", "1")], ids=" ".join)
def test_output_that_finds_no_room_is_told_in_one_line(filled, run, full_device, words):
    with full_device.open("w") as full:
        done = run(*words, "--home", filled, stdout=full)
    assert done.status == 1
    assert done.err.count("\n") == 1
    assert "No space left" in done.err


@pytest.mark.slow
@pytest.mark.parametrize("words", [("show", "1"), ("stats",)], ids=" ".join)
def test_a_terminal_that_lacks_box_characters_is_no_crash(filled, run, words):
    done = run(*words, "--home", filled, env=os.environ | {"PYTHONIOENCODING": "latin-1"}, encoding="latin-1")
    assert "Traceback" not in done.err
    assert done.status == 0 or done.err.count("\n") == 1


@pytest.mark.slow
def test_a_terminal_that_has_only_ascii_gets_drawings_in_ascii(filled, run):
    ascii_only, usual = (
        [
            run(*words, "--home", filled, env=os.environ | {"PYTHONIOENCODING": name})
            for words in (("show", 1), ("stats",))
        ]
        for name in ("ascii", "utf-8")
    )
    for drawn, whole in zip(ascii_only, usual, strict=True):
        assert drawn.status == 0 and drawn.out.isascii() and "?" not in drawn.out
        assert [len(line) for line in drawn.out.splitlines()] == [len(line) for line in whole.out.splitlines()]
    assert "+-------+-------+-------+" in ascii_only[0].out
    assert "█" in usual[1].out and "#" in ascii_only[1].out


def test_each_character_has_a_sign_in_ascii():
    for character, drawn in [*zip("─║╔╬┃╍╸╻█░…≥ä數", [*"-|++|--|#.", "...", ">=", "?", "?"], strict=True)]:
        assert plain(character) == drawn == character.encode("ascii", HANDLER).decode()


# --- It was started without a standard stream -------------------------------------------------------------------


def run_in_shell(program, words):
    return subprocess.run(f"'{program}' {words}", shell=True, capture_output=True, text=True, timeout=60)


@pytest.mark.daily("--help")
@pytest.mark.parametrize("words", ["hint 1", "query --format csv", "--help"])
def test_without_an_output_there_is_none(filled, program, monkeypatch, words):
    monkeypatch.setenv("CATALOGUE_HOME", str(filled))
    done = run_in_shell(program, f"{words} >&-")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.slow
def test_without_a_place_for_errors_the_work_is_done_and_the_status_tells(home, program):
    assert run_in_shell(program, "fill --count 3 2>&-").returncode == 0
    plain_view.assert_sound(home, count=3)
    assert run_in_shell(program, "show 3 2>&-").returncode == 1


@pytest.mark.slow
def test_without_an_input_it_ends_as_if_that_were_empty(home, program):
    done = run_in_shell(program, "demo --size 4 --seed 1 <&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("board 0 of seed 1\n") == done.stdout.count("board") == 1


def test_the_bare_program_prints_its_help(run):
    done = run()
    assert (done.status, done.err) == (0, "")
    assert "Begin with these:" in done.out
