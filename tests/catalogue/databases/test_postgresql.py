"""A catalogue in PostgreSQL beside one in SQLite: the same boards, rows and output, whatever happens on the way."""

import itertools
import os
import signal
import subprocess
import sys
import threading
import time

import plain_view
import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from postgresql_server import PostgresqlServer, connected, database_of
from proxy import Proxy
from sqlalchemy import create_engine
from starlette.testclient import TestClient

from board_catalogue import catalogue
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.puzzles.kinds import Depth
from board_catalogue.catalogue.storage import schema
from board_catalogue.catalogue.storage.home import Server, home_of
from board_catalogue.catalogue.storage.postgresql_session import AGAIN
from board_catalogue.catalogue.storage.store import Store, back_up, restore
from board_catalogue.catalogue.web.serving import create_app
from board_catalogue.catalogue.web.site import Config

WITHOUT_FILES = 0  # what a server has in the place of `files`


def tables(home):
    """All rows; whether boards have files is what differs."""
    found = plain_view.tables(home)
    found["settings"][0]["files"] = WITHOUT_FILES
    return found


@pytest.fixture(scope="module")
def both(tmp_path_factory, filled_by, postgresql):
    """The same catalogue in a folder and in a database, with rated, tagged and imported puzzles."""
    folder = tmp_path_factory.mktemp("both")
    home = folder / "home"
    filled_by(home, boards=60, rate=Depth.full)
    filled_by(home, boards=15, clues=27, pattern="rotate180")
    givens = [row["givens"] for row in plain_view.table(home, "puzzles")]
    solution = plain_view.table(home, "boards")[3]["solution"]
    (folder / "mine.txt").write_text(f"{solution[:75]}{'.' * 6}\n{givens[5][::-1]}\n")
    with catalogue.open(home) as opened:
        opened.import_file(folder / "mine.txt")
        opened.tag("book", range(3, 10))
        opened.tag("a tag", [5])
    server = postgresql.new()
    with Store.read(home) as store:
        back_up(store, folder / "copy.db")
    restore(folder / "copy.db", server)
    return home, server


@pytest.mark.daily(
    "query---format-json---min-rating-1.5---sort-rating---desc",
    "query---format-line---pattern-rotate180",
    "query---tag-book---without-tag-a tag---format-csv",
    "query---min-id-3---max-id-3---format-jsonl",
    "query---min-clues-99",
    "export-3-5---format-grid",
    "report---clues-30---puzzles-2",
)
@pytest.mark.parametrize(
    "words",
    [
        ("query", "--format", "csv"),
        ("query", "--format", "jsonl", "--columns", "id,clues,techniques,tags,source,minimal,rating,grade"),
        ("query", "--format", "json", "--min-rating", "1.5", "--sort", "rating", "--desc"),
        ("query", "--format", "line", "--pattern", "rotate180"),
        ("query", "--format", "tsv", "--sort", "random", "--seed", "4", "--limit", "20"),
        ("query", "--grade", "easy", "--grade", "hard", "--sort", "comparisons"),
        ("query", "--technique", "pointing", "--format", "csv"),
        ("query", "--without-technique", "pointing", "--count-only"),
        ("query", "--tag", "book", "--without-tag", "a tag", "--format", "csv"),
        ("query", "--min-id", "3", "--max-id", "3", "--format", "jsonl"),
        ("query", "--min-clues", "99"),
        ("export", "all", "--format", "jsonl"),
        ("export", "3-5", "--format", "grid"),
        ("show", "3.1"),
        ("report", "--clues", "30", "--puzzles", "2"),
        ("stats", "--format", "json"),
    ],
    ids=lambda words: "-".join(words),
)
def test_both_databases_give_the_same_output_byte_for_byte(both, call, words):
    folder, server = both
    here, there = (call(*words, "--home", home) for home in (folder, server.url))
    if words[0] == "stats":  # which counts bytes and files, too
        assert [line for line in here.out.splitlines() if "bytes" not in line and "files" not in line] == [
            line for line in there.out.splitlines() if "bytes" not in line and "files" not in line
        ]
    else:
        assert there.out == here.out
    assert (there.status, here.status) == (0, 0), there.err


def test_a_catalogue_in_postgresql_is_proven(both, call):
    assert call("verify", "--full", "--home", both[1].url).out.endswith("75 boards: everything is proven\n")


ALTERED = {
    "a solution": "UPDATE boards SET solution = translate(solution, '12', '21') WHERE id = 7",
    "clues": "UPDATE puzzles SET givens = translate(givens, '12', '21') WHERE id = 9",
    "numbers": "UPDATE puzzles SET filled = filled + 1, minimal = NOT minimal, rating = 99 WHERE id IN (3, 4)",
    "a recipe": "UPDATE recipes SET own = NOT own",
    "settings": "UPDATE settings SET seed = 8, metrics_version = 1",
    "the tallies": "DELETE FROM tallies WHERE metric = 'clues'; UPDATE tallies SET puzzles = 7 WHERE value = 1",
    "the count": "SELECT setval('boards_id_seq', 99)",
    "a stream": "UPDATE streams SET attempts = attempts + 1",
    "a puzzle gone": "DELETE FROM puzzles WHERE id = 5",
    "a board gone": "DELETE FROM boards WHERE id = 11",
    "a claim gone": "DELETE FROM claims WHERE board_id = 2",
    "an index gone": "DROP INDEX ix_puzzles_rating",
    "the view gone": "DROP VIEW catalogue",
    "another view": "CREATE OR REPLACE VIEW catalogue AS SELECT p.board_id::text AS number, p.clues,"
    " p.rating / 20.0::float8 AS rating, NULL::text AS grade, p.hardest, p.score, NULL::text AS level, p.givens,"
    " b.solution"
    " FROM puzzles AS p JOIN boards AS b ON b.id = p.board_id",
    "a check gone": "ALTER TABLE puzzles DROP CONSTRAINT puzzles_board_id_fkey",
    "a key gone": "ALTER TABLE tallies DROP CONSTRAINT tallies_pkey",
    "a table unlogged": "ALTER TABLE tallies SET UNLOGGED",
    "two revisions": "INSERT INTO alembic_version VALUES ('0')",
    "a recipe of no seed": "INSERT INTO recipes VALUES (12, 0, '{}', false)",
    "a technique": "UPDATE techniques SET name = 'no-such-thing' WHERE number = 3",
}


@pytest.fixture(scope="module")
def sound(postgresql, filled_by):
    server = postgresql.new()
    filled_by(server, boards=20, rate=Depth.full)
    return server


IN_CI = ("a recipe", "the count", "a board gone", "another view", "a check gone", "a table unlogged", "two revisions")


@pytest.mark.daily("two revisions")
@pytest.mark.parametrize(
    "what", [name if name in IN_CI else pytest.param(name, marks=pytest.mark.slow) for name in ALTERED]
)
def test_what_is_altered_on_a_server_is_found_and_repaired(home, sound, postgresql, call, what, tmp_path):
    server = postgresql.new()
    postgresql.copy(sound, server)
    plain_view.change(server, ALTERED[what])
    before = tables(server)
    assert call("verify", "--full", "--home", server.url).status == 1
    assert tables(server) == before  # looking repairs nothing
    done = call("verify", "--repair", "--home", server.url)
    assert (done.status, done.err) == (0, "")
    assert tables(server) == tables(sound)
    assert (tmp_path / "before-repair-1" / "catalogue.db").exists()
    assert call("verify", "--full", "--home", server.url).status == 0


@pytest.mark.daily("1")
@pytest.mark.parametrize("threads", [1, 3])
def test_a_seed_gives_the_rows_of_sqlite(home, tmp_path, postgresql, filled_by, threads):
    server = postgresql.new()
    for place in (tmp_path / "folder", server):
        filled_by(place, boards=60)
        filled_by(place, boards=20, rate=Depth.full, threads=threads)
    assert tables(server) == tables(tmp_path / "folder")


@pytest.mark.slow
def test_boards_that_exist_are_refused_alike(tmp_path, postgresql, filled_by):
    server = postgresql.new()
    for place in (tmp_path / "folder", server):
        assert filled_by(place, size=4, boards=1000).exhausted
    assert tables(server) == tables(tmp_path / "folder")


def test_files_go_to_the_folder_that_is_named_and_are_repaired_there(home, tmp_path, postgresql, call):
    url = postgresql.new().url
    assert call("fill", "--count", 5, "--seed", 7, "--home", url).status == 0
    words = ("fill", "--seed", 7, "--home", url, "--files", tmp_path / "files")
    assert call(*words, "--count", 5).status == 0
    files = {path.name: path.read_bytes() for path in (tmp_path / "files").glob("*.txt")}
    rows = plain_view.table(home_of(url), "boards")
    assert files == {f"{row['id']}.txt": plain_view.file_text(row["solution"]) for row in rows}
    (tmp_path / "files" / "3.txt").unlink()
    assert call(*words, "--count", 1).status == 0
    assert len(list((tmp_path / "files").glob("*.txt"))) == 11
    assert "has no folder for files" in call("fill", "--count", 1, "--files", "--home", url).err
    assert call("export", "all", "--format", "files", "--output", tmp_path / "out", "--home", url).status == 0
    assert len(list((tmp_path / "out").iterdir())) == 11


@pytest.mark.slow
@pytest.mark.parametrize("end", ["pg_cancel_backend", "pg_terminate_backend"])
def test_a_query_that_the_server_ends_half_way_prints_no_row_twice(postgresql, filled_by, program, end):
    server = postgresql.new()
    filled_by(server, boards=6000)
    words = [program, "query", "--format", "line", "--home", server.url]
    whole = subprocess.run(words, capture_output=True, check=True).stdout
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    printed = process.stdout.read(1)  # the pipe holds some of the rest, and the server sends it some rows at a time
    with connected(server) as database:
        running = "pg_stat_activity WHERE application_name ~ 'catalogue query' AND datname = current_database()"
        database.execute(f"SELECT {end}(pid) FROM {running}")
    printed += process.stdout.read()
    err = process.stderr.read().decode()
    process.communicate()
    assert whole.startswith(printed) and "Traceback" not in err
    assert (process.returncode, printed == whole) in [(0, True), (1, False)]


@pytest.mark.slow_cases("ALTER TABLE puzzles RENAME givens TO clue_text")
@pytest.mark.parametrize("statement", ["ALTER TABLE puzzles RENAME givens TO clue_text", "DROP TABLE streams CASCADE"])
def test_tables_that_another_process_changes_are_one_line(postgresql, sound, call, statement):
    server = postgresql.new()
    postgresql.copy(sound, server)
    plain_view.change(server, statement)
    for words in (
        ("stats",),
        ("query",),
        ("report", "--clues", "30", "--puzzles", "2"),
        ("verify",),
        ("backup", "copy.db"),
        ("show", 3),
    ):
        done = call(*words, "--home", server.url)
        assert "Traceback" not in done.err
        assert done.status == 0 or (done.err.startswith("catalogue: ") and done.err.count("\n") == 1), done


def test_an_import_has_the_same_source_whatever_the_server_has_counted(postgresql, sound, tmp_path, call):
    server = postgresql.new()
    postgresql.copy(sound, server)
    with connected(server) as database:
        database.execute("SELECT nextval('sources_id_seq'), nextval('sources_id_seq')")  # of undone transactions
    row = plain_view.table(server, "puzzles")[3]
    (tmp_path / "mine.txt").write_text(row["givens"][::-1] + "\n")
    for _ in range(2):  # the answer to the last commit of the first one may have been lost
        assert call("import", tmp_path / "mine.txt", "--home", server.url).status == 0
        assert [(each["id"], each["position"], bool(each["finished"])) for each in tables(server)["sources"]] == [
            (1, 1, True)
        ]


# --- Faults -------------------------------------------------------------------------------------------------------


def started(program, server):
    """A fill without an end, of puzzles that take long enough that the catalogue stays small."""
    return subprocess.Popen(
        [program, "fill", "--seed", "7", "--home", server.url, "--clues", "23", "--count", "100000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def boards_in(server):
    with connected(server) as database:
        try:
            return database.execute("SELECT count(*) FROM boards").fetchone()[0]
        except psycopg.errors.UndefinedTable:
            return 0


def assert_continued(server, folder, total, filled_by):
    """The next fill completes a catalogue on a server to that of an undisturbed fill in a folder."""
    filled_by(server, total=total, clues=23)
    filled_by(folder, total=total, clues=23)
    assert tables(server) == tables(folder)


def wait_for(condition):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.slow
def test_a_killed_fill_goes_on_where_it_was(tmp_path, postgresql, filled_by, program):
    server = postgresql.new()
    process = started(program, server)
    wait_for(lambda: boards_in(server) > 0)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    kept = boards_in(server)
    total = kept + 100
    assert_continued(server, tmp_path / "folder", total, filled_by)


@pytest.mark.slow
def test_a_lost_connection_is_reported_and_loses_nothing_that_was(tmp_path, postgresql, filled_by, program):
    server = postgresql.new()
    process = started(program, server)
    wait_for(lambda: boards_in(server) > 0)
    with connected(server) as database:
        reported = boards_in(server)
        sessions = "pg_stat_activity WHERE datname = current_database() AND application_name ~ 'process'"
        database.execute(f"SELECT pg_terminate_backend(pid) FROM {sessions}")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1, out
    assert err.splitlines()[-1].endswith(f"; {AGAIN}")
    assert "Traceback" not in err
    total = boards_in(server) + 50
    assert total - 50 >= reported
    assert_continued(server, tmp_path / "folder", total, filled_by)


@pytest.mark.slow
def test_a_network_that_stops_forwarding_ends_a_fill_that_the_next_continues(
    tmp_path, postgresql, filled_by, monkeypatch
):
    monkeypatch.setattr("board_catalogue.catalogue.storage.postgresql_session.SILENCE", 0.5)
    server = postgresql.new()
    lost = "the connection is lost: the server does not answer; what was reported"
    with Proxy(f"{postgresql.socket}/.s.PGSQL.5432") as proxy:
        place = proxy.address.removeprefix("tcp://")
        through = Server(f"postgresql://postgres@{place}/{database_of(server)}?connect_timeout=2")

        def cut(progress):
            if progress.written:
                proxy.cut()

        with pytest.raises(CatalogueError, match=lost):
            filled_by(through, boards=10**8, clues=23, on_progress=cut)
    with connected(server) as database:  # the session that was cut off ends when the server notices
        locks = "SELECT count(*) FROM pg_locks JOIN pg_database ON database = pg_database.oid"
        held = f"{locks} WHERE locktype = 'advisory' AND datname = current_database()"
        wait_for(lambda: database.execute(held).fetchone() == (0,))
    total = boards_in(server) + 30
    assert total > 30
    assert_continued(server, tmp_path / "folder", total, filled_by)


def test_a_long_statement_is_waited_for(postgresql, filled_by, monkeypatch):
    server = postgresql.new()
    filled_by(server, boards=1)
    monkeypatch.setattr("board_catalogue.catalogue.storage.postgresql_session.SILENCE", 0.1)
    with Store.read(server) as reader:
        assert reader.database.rows(reader.connection, "SELECT 1 FROM pg_sleep(0.4)") == [(1,)]


@pytest.mark.slow
def test_a_server_that_restarts_ends_a_fill_that_the_next_continues(tmp_path, filled_by, program):
    own = PostgresqlServer("restarted")
    server = own.new()
    process = started(program, server)
    wait_for(lambda: boards_in(server) > 500)
    reported = boards_in(server)
    own.stop()
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err.splitlines()[-1].endswith(f"; {AGAIN}") and "Traceback" not in err
    own.start()
    total = boards_in(server) + 100
    assert total - 100 >= reported
    assert_continued(server, tmp_path / "folder", total, filled_by)


@pytest.mark.slow
def test_the_lock_names_process_machine_and_command(postgresql, call, error_of, program):
    server = postgresql.new()
    process = started(program, server)
    try:
        wait_for(lambda: boards_in(server) > 0)
        said = error_of(call("fill", "--count", 1, "--home", server.url))
        assert f"process {process.pid} on {os.uname().nodename} (catalogue fill) is writing to" in said
        for words in (("query", "--limit", 3), ("stats",), ("verify", "--quick")):  # which wait for nothing
            assert call(*words, "--home", server.url).status == 0
        assert process.poll() is None
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_readers_see_whole_batches_while_a_fill_runs(postgresql, filled_by):
    server = postgresql.new()
    filled_by(server, boards=1)
    seen = []
    stop = threading.Event()

    def look():
        with Store.read(server) as reader:
            while not stop.is_set():
                with reader.moment():
                    counts = [
                        reader.database.rows(reader.connection, f"SELECT count(*) FROM {table}")[0][0]
                        for table in ("boards", "puzzles")
                    ]
                seen.append(counts)

    thread = threading.Thread(target=look)
    thread.start()
    filled_by(server, boards=2000)
    stop.set()
    thread.join()
    assert all(boards == puzzles for boards, puzzles in seen)
    assert all(before <= after for before, after in itertools.pairwise(seen))


@pytest.mark.parametrize(
    ("url", "what"),
    [
        ("postgresql+psycopg://me:sesame@127.0.0.1:1/name", "check that the server runs, and its name and port"),
        ("postgresql://me:sesame@/nothing_there?host={socket}", "create it with: createdb NAME"),
        ("postgresql://nobody_here:sesame@/postgres?host={socket}", "check the user in the URL"),
        (
            "postgresql://me:sesame@127.0.0.1:seven/name",
            "the URL is not one such as postgresql+psycopg://user@host/name",
        ),
        ("postgresql://me:sesame@127.0.0.1", "the URL names no database at 127.0.0.1"),
        ("mysql://me:sesame@127.0.0.1/name", "at a URL such as postgresql+psycopg://user@host/name, not mysql://"),
        ("postgresql://me:sesame@/postgres?host={socket}&wrong=1", "wrong"),
    ],
)
def test_what_is_wrong_with_a_place_is_told_in_one_line_without_the_password(postgresql, call, url, what):
    for words in (("query",), ("fill", "--count", 1)):
        if "nothing_there" in url:
            with postgresql.connected("postgres") as admin:
                admin.execute("DO $$ BEGIN CREATE ROLE me LOGIN; EXCEPTION WHEN duplicate_object THEN END $$")
        done = call(*words, "--home", url.format(socket=postgresql.socket))
        assert done.status in (1, 2) and done.err.count("\n") == 1, done
        assert what in done.err
        assert "sesame" not in done.err and "Traceback" not in done.err


@pytest.mark.slow
def test_a_role_that_may_not_write_is_told_so(postgresql, call, error_of, filled_by):
    server = postgresql.new()
    filled_by(server, boards=3)
    with connected(server) as database:
        database.execute("DROP ROLE IF EXISTS reader_only")
        database.execute("CREATE ROLE reader_only LOGIN")
        database.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader_only")
    url = server.url.replace("postgres@", "reader_only@")
    assert call("query", "--home", url).status == 0
    assert "permission denied" in error_of(call("fill", "--count", 1, "--home", url))


def test_psycopg_is_asked_for_where_it_is_missing(postgresql, call, error_of, monkeypatch):
    for name in [name for name in sys.modules if name.startswith("board_catalogue.catalogue.storage.postgresql")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    said = error_of(call("query", "--home", "postgresql://postgres@127.0.0.1/name"))
    assert "pip install 'board-catalogue[postgres]'" in said


def test_a_home_shows_no_password():
    home = Server("postgresql+psycopg://me:sesame@host:5433/name?sslmode=require&password=sesame")
    assert str(home) == "postgresql+psycopg://me@host:5433/name?sslmode=require"
    assert "sesame" not in repr(home)


def test_a_new_catalogue_has_the_schema_of_the_program(postgresql, new_settings):
    server = postgresql.new()
    Store.write(server, new_settings()).close()
    engine = create_engine(server.url)
    with engine.begin() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        found = compare_metadata(context, schema.metadata)
        changes = [change for each in found for change in (each if isinstance(each, list) else [each])]
        assert [change for change in changes if "comment" not in change[0]] == []
        assert context.get_current_revision() == schema.REVISION
    engine.dispose()


def test_a_database_of_another_encoding_is_refused(postgresql):
    with postgresql.connected("postgres") as admin:
        admin.execute("DROP DATABASE IF EXISTS latin")
        admin.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(CatalogueError, match="the database has encoding LATIN1; create one with UTF8"):
        Store.read(postgresql.home("latin"))


@pytest.mark.slow
def test_the_page_shows_a_catalogue_on_a_server(both):
    here, there = (TestClient(create_app(Config(home=home)), base_url="http://127.0.0.1:8000") for home in both)
    for path in ("/", "/boards/3", "/api/puzzles?min_rating=1.5&sort=rating&limit=7", "/api/puzzles/histograms"):
        assert there.get(path).status_code == here.get(path).status_code == 200, path
    for path in ("/api/puzzles?min_rating=1.5&sort=rating&limit=7", "/api/puzzles/histograms", "/api/boards/3"):
        assert there.get(path).json() == here.get(path).json()
