"""What a fill finds in its folder: it removes what it left there itself, and refuses whatever else is in its way."""

import os
import resource
import shutil
import sqlite3
from contextlib import closing

import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.puzzles.stored import row_lines
from board_catalogue.catalogue.runs.keeping import _may_be_board
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.catalogue.storage.whole_files import part_name

pytestmark = pytest.mark.sqlite("files of boards")

FILL = ("fill", "--count", "5")


def folder_contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# --- Boards without a database ---------------------------------------------------------------------------------


def remove_database(home):
    for path in home.glob("catalogue.db*"):
        path.unlink()


def empty_database(home):
    remove_database(home)
    (home / "catalogue.db").touch()


def drop_tables(home):
    remove_database(home)
    with closing(sqlite3.connect(home / "catalogue.db")) as database:
        database.execute("PRAGMA journal_mode = WAL")


@pytest.mark.parametrize("damage", [remove_database, empty_database, drop_tables])
def test_a_fill_without_a_database_keeps_the_files_of_its_boards(copied, call, error_of, damage):
    damage(copied)
    before = folder_contents(copied / "boards")
    message = error_of(call(*FILL))
    assert f"{copied}/boards has 400 files of boards such as 0.txt, but catalogue.db is missing or empty" in message
    assert f"catalogue verify --repair --home {copied}" in message
    assert folder_contents(copied / "boards") == before


def test_a_file_of_another_program_in_a_new_home_survives_and_nothing_is_made(home, call, error_of):
    (home / "boards").mkdir(parents=True)
    (home / "boards" / "1.txt").write_text("mine\n")
    assert "1 file of boards such as 1.txt" in error_of(call(*FILL))
    assert folder_contents(home) == {home / "boards" / "1.txt": b"mine\n"}


# --- Files without a number ------------------------------------------------------------------------------------


@pytest.mark.daily("a board")
@pytest.mark.parametrize("content", [b"mine\n", None], ids=["text", "a board"])
def test_a_file_that_no_fill_left_stops_the_next_one_before_it_makes_anything(copied, call, error_of, content):
    path = copied / "boards" / "402.txt"
    path.write_bytes((copied / "boards" / "3.txt").read_bytes() if content is None else content)
    before = folder_contents(copied / "boards")
    assert f"{path} belongs to no board" in error_of(call(*FILL))
    assert folder_contents(copied / "boards") == before
    path.rename(copied / "402.txt")
    assert call(*FILL).status == 0
    plain_view.assert_sound(copied, count=405)


def test_what_is_beyond_the_boards_to_come_is_left_alone(copied, call):
    path = copied / "boards" / "5000.txt"
    path.write_text("mine\n")
    assert call(*FILL).status == 0
    assert path.read_text() == "mine\n"


@pytest.fixture
def unfinished(copied):
    """A catalogue as a killed fill leaves it: the lock still names a process."""
    (copied / "catalogue.lock").write_text("999999\n")
    return copied


def left_by_a_fill():
    board = engine.generate(1, seed=99).reshape(9, 9).tolist()
    whole = "".join(" ".join(map(str, row)) + "\n" for row in board).encode()
    return {"whole": whole, "cut": whole[:50], "cut in a line": whole[:25], "empty": b"", "zeros": 162 * b"\0"}


@pytest.mark.daily("cut in a line")
@pytest.mark.parametrize("kind", left_by_a_fill())
def test_what_a_killed_fill_left_gives_way(unfinished, call, kind):
    for number in (400, 401, 5000):
        (unfinished / "boards" / f"{number}.txt").write_bytes(left_by_a_fill()[kind])
    (unfinished / "boards" / part_name("3.txt")).write_bytes(b"1 2")
    assert call(*FILL).status == 0
    plain_view.assert_sound(unfinished, count=405)


@pytest.mark.parametrize(
    "content",
    [
        b"mine\n",
        b"1 2 3 4 5 6 7 8 8\n",
        b"1 2 3\n" * 9,
        b"1\n1\n",
        b"\xff",
        b"1 2 3 4 5 6 7 8 9\n" * 2,
        left_by_a_fill()["whole"] + b"1 2 3 4 5 6 7 8 9\n",
    ],
)
def test_what_no_fill_writes_is_kept_even_after_a_kill(unfinished, call, error_of, content):
    path = unfinished / "boards" / "401.txt"
    path.write_bytes(content)
    assert f"{path} belongs to no board" in error_of(call(*FILL))
    assert path.read_bytes() == content


def test_the_lock_says_whether_the_last_fill_ended_as_it_should(copied, call, filled_by, monkeypatch):
    lock = copied / "catalogue.lock"
    assert call(*FILL).status == 0
    assert lock.read_text() == ""
    with monkeypatch.context() as patch:
        patch.setattr("board_catalogue.catalogue.runs.pipeline.run", lambda run, **options: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            filled_by(copied, boards=5)
    assert lock.read_text() == f"{os.getpid()}\n"
    assert call("verify", "--repair").status == 0  # writes too, but is no fill
    assert lock.read_text() == f"{os.getpid()}\n"
    assert call(*FILL).status == 0
    assert lock.read_text() == ""


# --- What is no file -------------------------------------------------------------------------------------------

KINDS = {
    "a symbolic link": lambda path: path.symlink_to(path.parent.parent / "outside"),
    "a folder": lambda path: path.mkdir(),
    "a pipe": os.mkfifo,
}


@pytest.mark.daily(every=2)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", [3, 402])
def test_what_is_no_file_in_the_place_of_a_board_is_refused_by_name(copied, call, error_of, kind, number):
    path = copied / "boards" / f"{number}.txt"
    path.unlink(missing_ok=True)
    KINDS[kind](path)
    assert error_of(call(*FILL)) == f"catalogue: {path} is {kind}, not a file; move it away\n"
    assert not (copied / "outside").exists()
    assert len(plain_view.table(copied, "boards")) == 400


WRITERS, READERS = [FILL, ("rate",)], [("stats",), ("query", "--count-only")]
OPENED = [
    *((place, words) for place in ("catalogue.db", "catalogue.db-wal") for words in (*WRITERS, *READERS)),
    *(("catalogue.lock", words) for words in WRITERS),  # readers take no lock
]


@pytest.mark.daily(every=3)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("place", "words"), OPENED, ids=[f"{place}-{' '.join(words)}" for place, words in OPENED])
def test_what_is_no_file_in_the_place_of_the_database_or_the_lock_is_refused_by_name(
    copied, call, error_of, tmp_path, kind, place, words
):
    path = copied / place
    path.unlink(missing_ok=True)
    KINDS[kind](path)
    assert error_of(call(*words)) == f"catalogue: {path} is {kind}, not a file; move it away\n"
    assert not (tmp_path / "outside").exists()


def test_a_link_with_the_name_of_a_half_written_file_is_not_followed(copied, call):
    """As catalogues were repaired earlier, under one name that anybody could foresee."""
    (copied / "boards" / "3.txt").unlink()
    (copied / "boards" / "3.txt.part").symlink_to(copied / "outside")
    assert call(*FILL).status == 0
    assert not (copied / "outside").exists()
    (copied / "boards" / "3.txt.part").unlink()
    plain_view.assert_sound(copied, count=405)


# --- Numbers with gaps -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_one_row_with_a_great_number_does_not_take_memory(copied, run):
    with closing(sqlite3.connect(copied / "catalogue.db")) as database:
        for table, number in (("boards", "id"), ("puzzles", "board_id")):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            values = ["300000000" if name in ("id", number) else name for name in columns]
            database.execute(f"INSERT INTO {table} SELECT {', '.join(values)} FROM {table} WHERE id = 3")
        database.commit()
    shutil.copy(copied / "boards" / "3.txt", copied / "boards" / "300000000.txt")
    (copied / "boards" / "5.txt").unlink()

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (2_000_000_000, 2_000_000_000))

    done = run("fill", "--count", 5, "--threads", 1, preexec_fn=limit, env=os.environ | {"OPENBLAS_NUM_THREADS": "1"})
    assert (done.status, done.err) == (0, "")
    assert (copied / "boards" / "5.txt").exists()
    with Store.read(copied) as store:
        assert store.settings.files
    assert '"boards": 406' in run("stats", "--format", "json").out


@pytest.mark.parametrize(("size", "most"), [(4, 48), (9, 243)])
def test_a_file_longer_than_any_board_is_left_alone(tmp_path, size, most):
    """A power cut leaves zeros behind a board, and more of them than a board has bytes are somebody else's."""
    text = row_lines(engine.generate(1, size=size, seed=1)[0].reshape(size, size).tolist()).encode()
    file = tmp_path / "0.txt"
    file.write_bytes(text.ljust(most, b"\0"))
    assert _may_be_board(file, size)
    file.write_bytes(text.ljust(most + 1, b"\0"))
    assert not _may_be_board(file, size)
