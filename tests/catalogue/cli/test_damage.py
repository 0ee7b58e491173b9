"""What stands in a damaged catalogue ends in one line that says what it is, and reaches no terminal as it is."""

import os
import sqlite3
from contextlib import closing
from itertools import cycle

import pytest

from board_catalogue.catalogue.errors import on_one_line, printable

pytestmark = pytest.mark.sqlite("damaged files")


@pytest.fixture
def change(copied):
    """Runs a statement on the filled catalogue, as a person could by hand."""

    def run(statement, *values):
        with closing(sqlite3.connect(copied / "catalogue.db")) as database:
            database.execute(statement, values)
            database.commit()

    return run


READING = [("show", "5"), ("path", "5"), ("export", "5"), ("export", "5", "--format", "txt"), ("hint", "5")]


def test_a_puzzle_that_is_none_is_told_in_one_line(call, change, error_of):
    broken = ["", "5" * 80, "ü" + 80 * ".", "x" + 80 * ".", 81 * "A", "\x1b[31m", "\ud7ff" * 81]
    for givens, words in zip(broken, cycle(READING)):
        change("UPDATE puzzles SET givens = ? WHERE board_id = 5", givens)
        message = error_of(call(*words))
        assert message.startswith("catalogue: ") and message[:-1].isprintable()


def test_ratings_of_a_puzzle_that_is_none_are_told_in_one_line(call, change, error_of):
    change("UPDATE puzzles SET givens = '' WHERE board_id = 5")
    assert "the database holds '' in the place of a board or a puzzle; restore" in call("rate").err


def test_a_number_that_is_missing_is_named(copied, call, change, error_of):
    for words in [("show", "5"), ("path", "5"), ("hint", "5"), ("export", "0-9"), ("export", "5")]:
        change("DELETE FROM puzzles WHERE board_id = 5")
        assert f"no board 5; look at: catalogue verify --home {copied}" in error_of(call(*words))


def test_several_gaps_are_named_and_all_exports_what_there_is(copied, call, change, error_of):
    change("DELETE FROM puzzles WHERE board_id IN (0, 3, 7, 8, 9, 399)")
    assert "no boards 0, 3, 7-9, 399;" in error_of(call("export", "0-399"))
    done = call("export", "all", "--format", "line")
    assert (done.status, done.out.count("\n")) == (0, 394)
    assert done.err.startswith("no boards 0, 3, 7-9, 399: the numbers have gaps; look at: catalogue verify")


def test_statistics_count_rows_and_no_gaps(call, change):
    change("DELETE FROM boards WHERE id = 5")
    assert '"boards": 399' in call("stats", "--format", "json").out


FILL = ("fill", "--count", "1")


@pytest.mark.parametrize(
    ("words", "statement", "what"),
    [
        (FILL, "INSERT INTO settings SELECT * FROM settings", "settings has several rows"),
        (("rate",), "UPDATE settings SET size = 'nine'", "settings has size 'nine'"),
        (("stats",), "UPDATE settings SET size = -9", "settings has size -9"),
        (FILL, "UPDATE settings SET seed = 'x' || char(27) || '[31m'", r"settings has seed 'x\x1b[31m'"),
        (("stats",), "DELETE FROM alembic_version", "alembic_version has no row"),
    ],
)
def test_settings_that_no_catalogue_has_are_told_in_one_line(copied, call, change, error_of, words, statement, what):
    change(statement)
    message = error_of(call(*words))
    assert f"{copied}: {what}; restore it from a backup" in message.replace(r"\\", "\\")


def test_a_report_of_puzzles_that_lack_a_number_is_refused(copied, call, change, error_of):
    """The schema forbids it, but pages of other tables do not."""
    schema = "SELECT replace(sql, 'clues INTEGER NOT NULL', 'clues INTEGER') FROM sqlite_schema WHERE name = 'puzzles'"
    with closing(sqlite3.connect(copied / "catalogue.db", isolation_level=None)) as database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute(f"UPDATE sqlite_schema SET sql = ({schema}) WHERE name = 'puzzles'")
        database.execute("PRAGMA writable_schema = RESET")
    change("UPDATE puzzles SET clues = NULL WHERE id = 5")
    assert "a puzzle has no clues; restore" in error_of(call("report", "--clues", 30, "--puzzles", 2))


@pytest.mark.parametrize("column", ["symmetry", "method"])
def test_a_fill_refuses_settings_that_it_does_not_know(copied, call, change, error_of, column):
    change(f"UPDATE settings SET {column} = 'x'")
    assert f"settings has {column} 'x'; restore" in error_of(call("fill", "--count", 1))


def test_a_locked_database_is_not_taken_for_a_wrong_name(copied, call, error_of, monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.storage.sqlite.BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(copied / "catalogue.db", isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        message = error_of(call("fill", "--count", 1))
    assert "database is locked; another program works with catalogue.db; close it, then run the same command" in message


def test_too_little_memory_is_told_in_one_line(call, filled, error_of, monkeypatch):
    def fail(*given):
        raise MemoryError

    monkeypatch.setattr("board_catalogue.catalogue.storage.statistics.statistics", fail)
    assert "not enough memory" in error_of(call("stats", "--home", filled))


def test_names_and_messages_are_printed_without_what_a_terminal_obeys(call, error_of):
    assert "red\\x1b[31m" in error_of(call("stats", "--home", "red\x1b[31m"))
    assert on_one_line("a\nb\x9b\u202ec\udcff") == "a b\\x9b\\u202ec\\udcff"
    assert printable("plain text, ünï") == "plain text, ünï"


@pytest.mark.parametrize(
    "words", [("show", "5"), ("query", "--max-id", "5", "--columns", "pattern,hardest"), ("stats",)]
)
def test_texts_of_the_database_reach_no_terminal_as_they_are(copied, call, change, words):
    change("UPDATE puzzles SET pattern = 'red' || char(27) || '[31m', hardest = char(155) WHERE board_id = 5")
    change("UPDATE settings SET method = 'red' || char(27) || '[31m'")
    done = call(*words)
    assert done.status == 0
    assert not {"\x1b", "\x9b"} & set(done.out + done.err)


# --- Output without a buffer ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "unbuffered"),
    [
        (("export", "all"), "1"),
        (("stats",), ""),
        pytest.param(("export", "all"), "", marks=pytest.mark.slow),
        pytest.param(("query", "--format", "csv"), "1", marks=pytest.mark.slow),
        pytest.param(("stats",), "1", marks=pytest.mark.slow),
    ],
    ids=lambda words: " ".join(words) or "buffered",
)
def test_output_is_never_cut_in_silence(filled, run, full_device, words, unbuffered):
    where = {"env": os.environ | {"PYTHONUNBUFFERED": unbuffered}}
    with full_device.open("w") as full:
        done = run(*words, "--home", filled, stdout=full, **where)
    assert (done.status, done.err.count("\n")) == (1, 1)
    assert "No space left" in done.err
    reading, writing = os.pipe()
    os.close(reading)
    assert run(*words, "--home", filled, stdout=writing, **where)[::2] == (141, "")
    os.close(writing)
