"""Places that cannot be written to, or no further: one clear line, and a catalogue that opens."""

import resource
import shutil

import plain_view
import pytest

from board_catalogue.catalogue.puzzles.kinds import Criteria
from board_catalogue.catalogue.storage.queries import count
from board_catalogue.catalogue.storage.store import Store

pytestmark = pytest.mark.sqlite("disks and permissions of a folder")

READING = [("query", "--count-only"), ("stats",), ("export", "5"), ("verify",)]


def assert_told(status, out, err):
    """A fill that ran out of room says so in one line, and keeps what it has."""
    assert status == 1, err
    assert out == ""
    lines = [line for line in err.splitlines() if " boards, " not in line]  # progress
    assert len(lines) == 1, err
    assert lines[0].startswith("catalogue: ")


# --- Read-only ------------------------------------------------------------------------------------------------


@pytest.fixture
def locked_up(filled, home, as_ordinary_user):
    """A catalogue that its owner may only read."""
    shutil.copytree(filled, home)
    for path in (home, home / "boards"):
        path.chmod(0o555)
    for path in home.glob("catalogue.*"):
        path.chmod(0o444)
    yield home
    for path in (home, home / "boards"):
        path.chmod(0o755)


@pytest.mark.slow
@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_a_catalogue_that_may_only_be_read_answers(locked_up, run, call, as_ordinary_user, words):
    done = run(*words, preexec_fn=as_ordinary_user)
    said = [line for line in done.err.splitlines() if not line.endswith(" left")]  # progress, on a busy machine
    assert (done.status, said) == (0, [])
    assert done.out == call(*words).out


def test_a_reader_whom_nothing_protects_from_a_writer_is_refused(copied, call, error_of, monkeypatch):
    """A file that somebody may write to, without a log to share: SQLite would not notice a change on the way."""
    for path in copied.glob("catalogue.db-*"):
        path.unlink()
    monkeypatch.setattr("os.access", lambda path, mode: False)
    before = sorted(path.name for path in copied.iterdir())
    assert "make catalogue.db read-only (chmod a-w)" in error_of(call("query", "--count-only"))
    assert sorted(path.name for path in copied.iterdir()) == before
    (copied / "catalogue.db").chmod(0o444)
    assert call("query", "--count-only").out == "400\n"
    assert sorted(path.name for path in copied.iterdir()) == before


@pytest.mark.slow
@pytest.mark.parametrize("words", [("fill", "--count", "5"), ("verify", "--repair")])
def test_who_would_write_to_it_is_told_in_one_line(locked_up, run, error_of, as_ordinary_user, words):
    assert "denied" in error_of(run(*words, preexec_fn=as_ordinary_user))
    plain_view.assert_sound(locked_up, count=400)


@pytest.mark.slow
def test_a_folder_where_nothing_may_be_made_is_told_in_one_line(tmp_path, run, error_of, as_ordinary_user):
    place = tmp_path / "place"
    place.mkdir(mode=0o555)
    for home in (place, place / "new"):
        done = run("fill", "--count", 5, "--home", home, preexec_fn=as_ordinary_user)
        assert "denied" in error_of(done)
    assert list(place.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("words", [("stats",), ("fill", "--count", "5"), ("verify", "--repair")], ids=" ".join)
def test_a_folder_that_may_not_even_be_entered_is_told_in_one_line(copied, run, error_of, as_ordinary_user, words):
    copied.chmod(0o444)
    try:
        error_of(run(*words, preexec_fn=as_ordinary_user))
    finally:
        copied.chmod(0o755)


@pytest.mark.slow
def test_a_reader_without_the_right_to_write_sees_every_board_while_a_fill_has_the_catalogue_open(
    home, new_settings, filled_by, run, as_ordinary_user
):
    """What is committed lies partly in the write-ahead log: a reader must not pass it over."""
    with Store.write(home, new_settings()) as keeper:  # as long as it is open the log stays
        from board_catalogue.catalogue.runs.filling import fill
        from board_catalogue.catalogue.runs.how import How
        from board_catalogue.catalogue.runs.recipe import Order

        fill(keeper, Order(boards=20), How())
        for path in home.glob("catalogue.*"):
            path.chmod(0o444)
        done = run("query", "--count-only", preexec_fn=as_ordinary_user)
    assert (done.status, done.out, done.err) == (0, "20\n", "")


READ_ONLY_DISK = """
mount -t tmpfs none "$DISK"
cp -r "$FROM" "$DISK/home"
mount -o remount,ro "$DISK"
export CATALOGUE_HOME="$DISK/home"
status() { "$@" >"$OUT/$name.out" 2>"$OUT/$name.err" && echo 0 >"$OUT/$name.status" || echo $? >"$OUT/$name.status"; }
name=count; status "$PROGRAM" query --count-only
"""
ON_READ_ONLY_DISK = """
name=stats; status "$PROGRAM" stats
name=export; status "$PROGRAM" export 5 --format line
name=fill; status "$PROGRAM" fill --count 5
name=repair; status "$PROGRAM" verify --repair
name=new; status "$PROGRAM" fill --count 5 --home "$DISK/new"
"""


def outcome(folder, name):
    status, out, err = ((folder / f"{name}.{end}").read_text() for end in ("status", "out", "err"))
    return int(status), out, err


@pytest.fixture
def on_read_only_disk(tmp_path, in_own_mounts):
    def look(home, script=""):
        for name in ("disk", "out"):
            (tmp_path / name).mkdir()
        in_own_mounts(READ_ONLY_DISK + script, DISK=tmp_path / "disk", FROM=home, OUT=tmp_path / "out")
        return lambda name: outcome(tmp_path / "out", name)

    return look


@pytest.mark.slow
def test_a_catalogue_on_a_read_only_disk_answers_and_refuses_writers_in_one_line(filled, on_read_only_disk):
    outcome_of = on_read_only_disk(filled, ON_READ_ONLY_DISK)
    assert outcome_of("count") == (0, "400\n", "")
    assert outcome_of("export")[0] == 0
    status, out, err = outcome_of("stats")
    assert (status, err) == (0, "")
    assert "400" in out
    for name in ("fill", "repair", "new"):
        status, out, err = outcome_of(name)
        assert (status, out, err.count("\n")) == (1, "", 1)
        assert "ead-only" in err


@pytest.mark.slow
def test_a_catalogue_copied_from_under_a_fill_keeps_every_board_on_a_read_only_disk(
    home, tmp_path, new_settings, on_read_only_disk
):
    """As after kill -9: the write-ahead log lies beside the database and holds committed boards."""
    from board_catalogue.catalogue.runs.filling import fill
    from board_catalogue.catalogue.runs.how import How
    from board_catalogue.catalogue.runs.recipe import Order

    with Store.write(home, new_settings()) as store:
        fill(store, Order(boards=20), How())
        shutil.copytree(home, tmp_path / "killed")
    assert (tmp_path / "killed" / "catalogue.db-wal").stat().st_size > 0
    assert on_read_only_disk(tmp_path / "killed")("count") == (0, "20\n", "")


# --- Full -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("room", [100, 500_000])
def test_a_database_that_may_not_grow_ends_a_fill_in_one_line_and_a_later_one_goes_on(
    home, run, filled_by, tmp_path, room
):
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    done = run("fill", "--count", 20_000, "--seed", 7, preexec_fn=limit)
    kept = len(plain_view.table(home, "boards")) if room >= 500_000 else 0
    assert_told(*done)
    if kept:
        with Store.read(home) as store:
            assert count(store, Criteria()) == kept
    filled_by(home, total=kept + 50)
    plain_view.assert_sound(home, count=kept + 50)
    filled_by(tmp_path / "other", boards=kept + 50)
    assert plain_view.contents(home) == plain_view.contents(tmp_path / "other")


FULL_DISK = """
mount -t tmpfs -o size="$ROOM" none "$DISK"
export CATALOGUE_HOME="$DISK/home"
status() { "$@" >"$OUT/$name.out" 2>"$OUT/$name.err" && echo 0 >"$OUT/$name.status" || echo $? >"$OUT/$name.status"; }
name=full; status "$PROGRAM" fill --count 1000000 --seed 7
name=again; status "$PROGRAM" fill --count 1000000
name=count; status "$PROGRAM" query --count-only
cp -r "$DISK/home" "$OUT/before"
mount -o remount,size=100m "$DISK"
name=after; status "$PROGRAM" fill --count 50
cp -r "$DISK/home" "$OUT/after"
"""


@pytest.mark.slow
@pytest.mark.parametrize("room", ["1m", "4m"])
def test_a_full_disk_ends_a_fill_in_one_line_and_with_room_again_it_goes_on(tmp_path, in_own_mounts, filled_by, room):
    for name in ("disk", "out"):
        (tmp_path / name).mkdir()
    in_own_mounts(FULL_DISK, DISK=tmp_path / "disk", OUT=tmp_path / "out", ROOM=room)
    before, after = tmp_path / "out" / "before", tmp_path / "out" / "after"
    kept = plain_view.table(before, "boards")
    for name in ("full", "again"):
        assert_told(*outcome(tmp_path / "out", name))
        assert "free some space" in outcome(tmp_path / "out", name)[2]
    status, out, err = outcome(tmp_path / "out", "count")
    assert (status, out, err) == (0, f"{len(kept)}\n", "")

    status, out, err = outcome(tmp_path / "out", "after")
    assert (status, err) == (0, "")
    boards = plain_view.table(after, "boards")
    assert boards[: len(kept)] == kept
    assert len(boards) == len(kept) + 50
    plain_view.assert_sound(after)
    filled_by(tmp_path / "other", boards=len(boards))
    assert plain_view.contents(after) == plain_view.contents(tmp_path / "other")
