"""A merge joins: puzzles that are there get what they lack, what differs is named, and two lists are two sources."""

import json
import shutil

import plain_view
import pytest

from board_catalogue import catalogue
from board_catalogue.catalogue.puzzles.kinds import Depth
from board_catalogue.catalogue.puzzles.stored import RATING, SCORE
from board_catalogue.catalogue.storage.digests import changing
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.engine.grades import SCORE_VERSION

KNOWN = ("id", "givens", *RATING, *SCORE, "textbook_comparisons", "textbook_backtracks", "textbook_depth")

pytestmark = pytest.mark.sqlite("the file of a catalogue is merged")


@pytest.fixture(scope="module")
def whole(tmp_path_factory, filled_by):
    """A catalogue of 12 puzzles with all that is known of them."""
    home = tmp_path_factory.mktemp("whole") / "home"
    filled_by(home, boards=12)
    with catalogue.open(home) as found:
        found.rate(Depth.all)
        found.measure()
        found.tag("book", found.puzzles(max_id=4))
    return home


@pytest.fixture
def bare(home, whole, filled_by):
    """The same puzzles without any of it."""
    filled_by(home, boards=12)
    return home


def known_in(home):
    return [[row[name] for name in KNOWN] for row in plain_view.table(home, "puzzles", "id")]


def report_of(call, *words):
    done = call("import", *words, "--format", "json")
    assert done.status == 0, done.err
    return json.loads(done.out)[0]


@pytest.mark.slow
def test_a_merge_adds_what_puzzles_lack(whole, bare, call):
    report = report_of(call, whole / "catalogue.db")
    assert (report["new"], report["duplicates"], report["differing"]) == (0, 12, [])
    assert report["added"] == {"ratings": 12, "scores": 12, "textbook counts": 12, "tags": 5, "sources": 12}
    assert known_in(bare) == known_in(whole)
    for table, order in (("uses", "technique, puzzle_id"), ("tallies", "metric, value"), ("tags", "puzzle_id")):
        assert plain_view.table(bare, table, order) == plain_view.table(whole, table, order)
    assert call("verify", "--full").status == 0
    before = plain_view.tables(bare)
    assert report_of(call, whole / "catalogue.db")["added"] == {}
    assert plain_view.tables(bare) == before


@pytest.mark.slow
def test_two_halves_that_were_rated_apart_make_a_whole(whole, bare, tmp_path, call):
    """A list rated on two machines: each has its half."""
    other = tmp_path / "other"
    shutil.copytree(bare, other)
    halves = ("<", ">=")
    for home, half in zip((bare, other), halves, strict=True):
        with catalogue.open(home) as found:
            found.rate(Depth.all)
        forget = f"UPDATE puzzles SET {', '.join(f'{name} = NULL' for name in (*RATING, *SCORE))} WHERE id {half} 6"
        plain_view.change(home, forget, f"DELETE FROM uses WHERE puzzle_id {half} 6")
        assert call("verify", "--repair", "--home", home).status == 0  # the tallies
    report = report_of(call, other / "catalogue.db")
    assert (report["added"]["ratings"], report["added"]["scores"]) == (6, 6)
    assert [row[2:9] for row in known_in(bare)] == [row[2:9] for row in known_in(whole)]
    assert call("verify", "--full").status == 0


@pytest.mark.slow
def test_a_mark_above_gives_way_to_a_rating_and_not_the_other_way(whole, bare, tmp_path, call):
    with catalogue.open(bare) as found:
        found.rate(Depth.fast)
    fast = tmp_path / "fast"
    shutil.copytree(bare, fast)
    above = sum(row["rating_status"] == 1 for row in plain_view.table(bare, "puzzles"))
    assert above
    assert report_of(call, whole / "catalogue.db")["added"]["ratings"] == above
    assert known_in(bare) == known_in(whole)
    assert call("verify", "--full").status == 0
    assert report_of(call, fast / "catalogue.db")["differing"] == []
    assert known_in(bare) == known_in(whole)


def test_what_differs_is_named_and_stays(whole, bare, call):
    report_of(call, whole / "catalogue.db")
    plain_view.change(bare, "UPDATE puzzles SET rating = 99 WHERE id = 3", "UPDATE puzzles SET score = 7 WHERE id = 5")
    rating, score = (plain_view.table(whole, "puzzles", "id")[id][name] for id, name in ((3, "rating"), (5, "score")))
    done = call("import", whole / "catalogue.db")
    assert f"puzzle 3: rating is 9.9 here and {rating / 10} there" in done.out
    assert f"puzzle 5: score is 7 here and {score} there" in done.out
    assert plain_view.table(bare, "puzzles", "id")[3]["rating"] == 99


def test_ratings_and_scores_of_another_version_are_left_out_each_alone(whole, bare, tmp_path, call, error_of):
    old = tmp_path / "old"
    shutil.copytree(whole, old)
    with Store.write(old) as store:
        with store.turn() as connection, changing(connection, "settings"):
            connection.exec_driver_sql(f"UPDATE settings SET score_version = {SCORE_VERSION + 1}")
        store.commit()
    done = call("import", old / "catalogue.db", "--format", "json")
    added = json.loads(done.out)[0]["added"]
    assert "the scores are of version" in done.err and "scores" not in added and added["ratings"] == 12
    refused = call("import", whole / "catalogue.db", "--home", old)
    assert f"run catalogue rate --again --rate score --home {old}" in error_of(refused)
    assert call("rate", "--again", "--rate", "score", "--home", old).status == 0
    assert known_in(old) == known_in(whole)
    assert call("verify", "--full", "--home", old).status == 0


@pytest.mark.slow
def test_a_puzzle_in_two_lists_has_two_sources(whole, home, tmp_path, call):
    givens = [row["givens"] for row in plain_view.table(whole, "puzzles", "id")]
    (tmp_path / "first.csv").write_text("puzzle,title\n" + "".join(f"{each},one\n" for each in givens[:8]))
    (tmp_path / "second.csv").write_text("puzzle,title,author\n" + "".join(f"{each},two,Ann\n" for each in givens[4:]))
    report_of(call, tmp_path / "first.csv")
    report = report_of(call, tmp_path / "second.csv")
    assert (report["new"], report["added"]) == (4, {"sources": 4})
    for name, count in (("first", 8), ("second", 8), ("FIRST.csv", 8)):
        assert call("query", "--source", name, "--count-only").out == f"{count}\n"
    rows = json.loads(call("query", "--columns", "id,source,title,author", "--format", "json").out)
    assert rows[5]["source"] == f"{tmp_path}/first.csv, {tmp_path}/second.csv"
    assert (rows[5]["title"], rows[5]["author"], rows[0]["author"], rows[9]["title"]) == ("one", "Ann", None, "two")
    shown = call("show", 5).out
    assert shown.count("\nfrom ") == 2
    assert call("verify").status == 0
    assert report_of(call, tmp_path / "second.csv")["added"] == {}
    merged = tmp_path / "merged"
    assert call("import", home / "catalogue.db", "--home", merged, "--quiet").status == 0
    for name in ("first", "second"):
        assert call("query", "--source", name, "--count-only", "--home", merged).out == "8\n"
    assert call("verify", "--home", merged).status == 0


@pytest.mark.slow
def test_a_puzzle_of_a_fill_gets_the_source_of_a_list(whole, bare, tmp_path, call):
    givens = [row["givens"] for row in plain_view.table(whole, "puzzles", "id")]
    (tmp_path / "list.txt").write_text("\n".join(givens[2:5]) + "\n")
    assert report_of(call, tmp_path / "list.txt")["added"] == {"sources": 3}
    assert call("verify", "--full").status == 0
    plain_view.change(bare, "DELETE FROM boards WHERE id = 3")
    assert call("verify", "--repair").status == 0  # made again by its seed
    assert plain_view.table(bare, "boards", "id") == plain_view.table(whole, "boards", "id")


@pytest.mark.daily("UPDATE tags SET name = 'other' WHERE puzzle_id = 2-tags")
@pytest.mark.parametrize(
    ("change", "table"),
    [
        ("UPDATE tags SET name = 'other' WHERE puzzle_id = 2", "tags"),
        ("DELETE FROM tags WHERE puzzle_id = 2", "tags"),
        ("INSERT INTO tags VALUES ('book', 9)", "tags"),
        ('UPDATE origins SET details = \'{"title": "x"}\' WHERE puzzle_id = 3', "origins"),
        ("UPDATE origins SET line = line + 100 WHERE puzzle_id = 3", "origins"),
        ("UPDATE sources SET name = 'other'", "sources"),
        ("UPDATE sources SET digest = replace(digest, '1', '2')", "sources"),
    ],
)
def test_altered_rows_that_nothing_computes_are_found(whole, bare, tmp_path, call, change, table):
    report_of(call, whole / "catalogue.db")
    assert call("tag", "0-1", "seen").status == 0 and call("tag", "1", "seen", "--remove").status == 0
    assert call("verify").status == 0
    plain_view.change(bare, change)
    found = call("verify")
    assert found.status == 1 and f"{table}: does not have the rows that were written" in found.out
    repaired = call("verify", "--repair")
    assert repaired.status == 1 and "restore" in repaired.err


def test_a_deleted_row_of_a_measured_catalogue_says_what_is_lost(whole, home, call):
    shutil.copytree(whole, home)
    plain_view.change(home, "DELETE FROM puzzles WHERE id = 3")
    repaired = call("verify", "--repair")
    assert "whether 1 missing puzzle was measured is not known: use catalogue measure on it" in repaired.out
    assert call("measure").status == 0
    assert known_in(home)[3] == known_in(whole)[3]
