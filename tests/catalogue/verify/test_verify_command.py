import json
import os
import sqlite3
from contextlib import closing

import plain_view
import pytest


def faults_of(call, *words):
    done = call("verify", "--format", "json", *words)
    assert "Traceback" not in done.err
    return done.status, json.loads(done.out)


def files_named(report):
    return [fault["number"] for fault in report["faults"] if fault["table"] == "files"]


@pytest.mark.parametrize(
    ("words", "proven"),
    [
        (["--quick"], "files, counts and database are right"),
        ([], "everything but the ratings is proven"),
        (["--full"], "everything is proven"),
    ],
)
def test_a_sound_catalogue_is_proven(copied, call, words, proven):
    done = call("verify", *words)
    assert (done.status, done.out, done.err) == (0, f"400 boards: {proven}\n", "")


@pytest.mark.daily("depth0")
@pytest.mark.parametrize("depth", [["--quick"], []])
@pytest.mark.sqlite("files of boards")
def test_files_that_differ_are_found_and_written_again(copied, call, depth):
    boards = copied / "boards"
    (boards / "3.txt").unlink()
    plain_view.replace(boards / "4.txt", b"wrong")
    (boards / "5.txt").unlink()
    (boards / "5.txt").mkdir()
    (boards / "6.txt").unlink()
    os.mkfifo(boards / "6.txt")
    (boards / "400.txt").write_text("mine")
    status, report = faults_of(call, *depth)
    assert (status, files_named(report)) == (1, [3, 4, 5, 6, "400.txt"])
    done = call("verify", "--repair")
    assert (done.status, done.err) == (0, "")
    assert "repaired: files 3 is missing" in done.out
    plain_view.assert_sound(copied, count=400)
    assert (copied / "before-repair-1" / "boards" / "400.txt").read_text() == "mine"
    assert (copied / "before-repair-1" / "boards" / "4.txt").read_text() == "wrong"


@pytest.mark.sqlite("files of boards")
def test_faults_are_lines_and_the_last_word_says_what_to_do(copied, call):
    (copied / "boards" / "3.txt").unlink()
    done = call("verify")
    assert (done.status, done.out) == (1, "files 3 is missing\n")
    assert done.err == (
        f"catalogue: 1 fault, 1 of them can be computed; repair them with: catalogue verify --repair --home {copied}\n"
    )


@pytest.mark.slow
@pytest.mark.sqlite("files of boards")
def test_a_missing_folder_of_boards_is_a_fault_like_any_other(copied, call):
    for path in (copied / "boards").iterdir():
        path.unlink()
    (copied / "boards").rmdir()
    status, report = faults_of(call)
    assert (status, len(report["faults"])) == (1, 400)
    assert call("verify", "--repair").status == 0
    plain_view.assert_sound(copied, count=400)


@pytest.mark.sqlite("files of boards")
def test_a_file_that_is_right_is_believed_before_a_row_that_is_not(copied, call):
    before = plain_view.tables(copied)
    plain_view.change(copied, "UPDATE boards SET solution = replace(solution, '1', '2') WHERE id = 7")
    files = plain_view.files(copied)
    assert call("verify", "--repair").status == 0
    assert plain_view.files(copied) == files
    assert plain_view.tables(copied) == before


@pytest.mark.sqlite("a folder")
def test_repairs_do_not_overwrite_earlier_backups(copied, call):
    for number in (1, 2):
        (copied / "boards" / "3.txt").unlink()
        assert f"before-repair-{number}" in call("verify", "--repair").out
        assert (copied / f"before-repair-{number}" / "catalogue.db").exists()


@pytest.mark.parametrize("other", ["--full", "--repair"])
def test_quick_excludes_whatever_computes(copied, call, error_of, other):
    assert "--quick goes neither with" in error_of(call("verify", "--quick", other), 2)


@pytest.mark.daily("words2")
@pytest.mark.parametrize("words", [{"method": "uniform"}, {"method": "fair"}, {"symmetry": "full", "size": 4}])
def test_other_methods_and_symmetries_are_proven(home, filled_by, call, words):
    filled_by(home, boards=2 if "size" in words else 5, **words)
    assert call("verify", "--full").status == 0


@pytest.mark.slow_cases("words0", "words1")
@pytest.mark.parametrize("words", [["--grade", "hard"], ["--technique", "x-wing"], ["--clues", 23, "--strict"]])
def test_boards_that_were_passed_over_are_counted_again(home, call, words):
    assert call("fill", "--count", 3, "--seed", 5, *words, "--quiet").status == 0
    assert call("verify", "--full").out == "3 boards: everything is proven\n"


def test_duplicates_are_counted_again(filled_small, call):
    assert call("verify", "--home", filled_small).status == 0


@pytest.mark.slow
def test_no_false_alarm_beside_a_fill(running_fill, call):
    with running_fill("--seed", 3, after=2000) as process:
        for depth in ("--quick", "--full"):
            done = call("verify", depth)
            assert (done.status, done.err) == (0, ""), done
        assert process.poll() is None


@pytest.mark.sqlite("any type in any column")
def test_a_recipe_whose_seed_is_no_number_is_reported_and_removed(home, filled_by, call):
    """SQLite keeps any type in any column: damaged pages brought text here, and a TypeError."""
    filled_by(home, boards=5)
    with closing(sqlite3.connect(home / "catalogue.db")) as database, database:
        database.execute("INSERT INTO recipes (seed, start, recipe, own) VALUES ('page', 0, 7, 0)")
    found = call("verify")
    assert found.status == 1 and "Traceback" not in found.err and "recipes" in found.out
    assert call("verify", "--repair").status == 0
    assert call("verify").status == 0
