"""What is altered around imported puzzles is found by `verify`, and repaired where it can be computed."""

import json

import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.runs.how import HowToImport
from board_catalogue.catalogue.runs.importing.run import import_puzzles
from board_catalogue.catalogue.runs.importing.source import survey
from board_catalogue.catalogue.storage.digests import changing
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.catalogue.storage.writing import add_tag

pytestmark = pytest.mark.sqlite("rows that only SQLite takes; test_postgresql.py alters others")


@pytest.fixture(scope="module")
def imported(tmp_path_factory, filled_by):
    """Six boards of a seed, two of which got a further puzzle from a file, three boards of that file, and tags."""
    folder = tmp_path_factory.mktemp("imported")
    home, listed = folder / "home", folder / "puzzles.csv"
    filled_by(home, boards=6)
    boards = engine.generate(6, seed=7)[:2]
    puzzles = [*engine.carve(boards, clues=40, seed=3), *engine.carve(engine.generate(3, seed=8), seed=8)]
    lines = ["".join(map(str, puzzle)).replace("0", ".") for puzzle in puzzles]
    listed.write_text("puzzle,author\n" + "".join(f"{line},somebody\n" for line in lines))
    with Store.write(home) as store:
        assert import_puzzles(store, survey(listed), HowToImport()).new == 5
        add_tag(store, "book", [1, 2, 7, 8])
    numbers = [(row["board_id"], row["place"]) for row in plain_view.table(home, "puzzles")]
    assert numbers == [*((board, 0) for board in range(6)), (0, 1), (1, 1), (6, 0), (7, 0), (8, 0)]
    return home


@pytest.fixture
def altered(imported, home, places, alter):
    places.copy(imported, home)
    return alter


@pytest.fixture
def verified(call):
    def verify(*words):
        done = call("verify", "--format", "json", *words)
        assert "Traceback" not in done.err
        return done.status, json.loads(done.out)

    return verify


WHOLE = """
    PRAGMA foreign_keys = OFF;
    UPDATE claims SET board_id = -board_id WHERE board_id IN (6, 7);
    UPDATE forms SET board_id = -board_id WHERE board_id IN (6, 7);
    UPDATE puzzles SET board_id = -board_id WHERE board_id IN (6, 7);
    UPDATE boards SET id = -id WHERE id IN (6, 7);
    UPDATE claims SET board_id = 13 + board_id WHERE board_id < 0;
    UPDATE forms SET board_id = 13 + board_id WHERE board_id < 0;
    UPDATE puzzles SET board_id = 13 + board_id WHERE board_id < 0;
    UPDATE boards SET id = 13 + id WHERE id < 0;
"""
"""Boards 6 and 7 change places with all that belongs to them."""

COMPUTABLE = {
    "puzzles.solution, of a further one": "UPDATE puzzles SET solution = NULL WHERE id = 6",
    "puzzles.solution, another image": "UPDATE puzzles SET solution = "
    "(SELECT solution FROM boards WHERE id = 4) WHERE id = 6",
    "puzzles.solution, of a first one": "UPDATE puzzles SET solution = "
    "(SELECT solution FROM boards WHERE id = 4) WHERE id = 8",
    "puzzles.filled, of an imported one": "UPDATE puzzles SET filled = filled + 1 WHERE id = 8",
    "boards.solution, of an imported one": "UPDATE boards SET solution = "
    "(SELECT solution FROM boards WHERE id = 4) WHERE id = 7",
    "boards, an imported one less": "PRAGMA foreign_keys = OFF; DELETE FROM boards WHERE id = 7",
    "forms.form": "UPDATE forms SET form = x'00ff' WHERE board_id = 1 AND place = 1",
    "forms.place": "UPDATE forms SET place = 5 WHERE board_id = 1 AND place = 1",
    "forms, two places swapped": "UPDATE forms SET place = 1 - place WHERE board_id = 0",
    "forms, a row less": "DELETE FROM forms WHERE board_id = 1 AND place = 0",
    "forms, all of a board less": "DELETE FROM forms WHERE board_id = 0",
    "forms, a row more": "INSERT INTO forms VALUES (0, x'0102', 1)",
    "forms, of no board": "INSERT INTO forms VALUES (70, x'0102', -1)",
    "forms, of a board to come": "INSERT INTO forms VALUES (70, x'0102', 0)",
    "forms, of an imported board less": "DELETE FROM forms WHERE board_id = 7",
    "digests, a row more": "INSERT INTO digests VALUES ('boards', 7)",
    "puzzles.id, of an imported one": "UPDATE puzzles SET id = -8 WHERE id = 8",
    "puzzles.id, of a further one": "UPDATE puzzles SET id = 70 WHERE id = 7",
    "claims.key, of an imported board": "UPDATE claims SET key = x'00' WHERE board_id = 7",
    "claims, of an imported board less": "DELETE FROM claims WHERE board_id = 7",
    "tags, of no puzzle": "INSERT INTO tags VALUES ('book', 700)",
    "origins, of no puzzle": "INSERT INTO origins VALUES (700, 1, 9, NULL, 0)",
    "origins, of a puzzle of a seed": "INSERT INTO origins VALUES (2, 1, 9, NULL, 0)",
    "puzzles, a tagged row less": "DELETE FROM puzzles WHERE id = 2",
}

LOST = {
    "puzzles.givens, a clue less": "UPDATE puzzles SET givens = substr(givens, 1, instr(givens, '1') - 1) || '.'"
    " || substr(givens, instr(givens, '1') + 1) WHERE id = 6",
    "puzzles.givens, none": "UPDATE puzzles SET givens = '' WHERE id = 8",
    "origins, lines exchanged": "UPDATE origins SET line = 7 - line WHERE line IN (3, 4)",
    "sources.name": "UPDATE sources SET name = ''",
    "sources.digest": "UPDATE sources SET digest = 'none'",
    "sources.position": "UPDATE sources SET position = 4",
    "settings, without files": "UPDATE settings SET files = 1 - files",
    "sources, farther": "UPDATE sources SET position = 14",
    "tags.puzzle_id": "UPDATE tags SET puzzle_id = 700 WHERE puzzle_id = 8",
    "sources.finished": "UPDATE sources SET finished = 7",
    "sources, a row less": "DELETE FROM sources",
    "origins.line": "UPDATE origins SET line = 0 WHERE puzzle_id = 8",
    "origins.details": "UPDATE origins SET details = '{' WHERE puzzle_id = 8",
    "origins.details, no object": "UPDATE origins SET details = '[]' WHERE puzzle_id = 8",
    "origins, a row less": "DELETE FROM origins WHERE puzzle_id = 7",
    "origins, all rows less": "DELETE FROM origins",
    "origins.puzzle_id": "UPDATE origins SET puzzle_id = 3 WHERE puzzle_id = 7",
}


def table_of(what):
    return what.split(".")[0].split(",")[0]


def test_a_sound_catalogue_has_no_fault_and_says_what_was_imported(altered, home, call):
    altered("")
    said = "note: 5 puzzles were imported: they are proven to have one solution, that of their board\n"
    for words in ([], ["--full"], ["--repair"]):
        done = call("verify", *words)
        assert (done.status, done.out.startswith(said)) == (0, True), done
        assert "recipe" not in done.out


def test_a_single_puzzle_is_one(home, call, tmp_path):
    (tmp_path / "one.csv").write_text(
        "puzzle\n......45..1...8..97.5......4...2..1.....84.........7.624..5.....596....78...1....\n"
    )
    call("import", tmp_path / "one.csv")
    said = "note: 1 puzzle was imported: it is proven to have one solution, that of its board\n"
    assert call("verify").out.startswith(said)


def test_what_a_killed_import_has_claimed_is_no_fault(altered, home, verified):
    altered("INSERT INTO claims VALUES (x'04', 9)")
    with Store.write(home) as store:
        with store.turn() as connection, changing(connection, "forms"):
            connection.exec_driver_sql("INSERT INTO forms VALUES (0, x'0102', 2), (9, x'0103', 0)")
        store.commit()
    assert verified()[1]["faults"] == []


@pytest.mark.daily("puzzles.solution, of a first one", "origins, of no puzzle")
@pytest.mark.parametrize("what", COMPUTABLE)
def test_what_is_computable_is_found_and_repaired(imported, altered, home, verified, what):
    altered(COMPUTABLE[what])
    status, report = verified()
    assert (status, {fault["table"] for fault in report["faults"]} >= {table_of(what)}) == (1, True), report["faults"]
    status, report = verified("--repair")
    assert (status, report["faults"]) == (0, []), report
    assert plain_view.tables(home) == plain_view.tables(imported)


@pytest.mark.daily("puzzles.givens, a clue less", "origins, a row less")
@pytest.mark.parametrize("what", LOST)
def test_what_only_the_files_know_is_found_and_left(altered, home, verified, what):
    altered(LOST[what])
    before = plain_view.tables(home)
    for words in ([], ["--repair"]):
        status, report = verified(*words)
        assert status == 1
        assert {fault["table"] for fault in report["faults"]} == {table_of(what)}, report["faults"]
        assert not any(fault["computable"] for fault in report["faults"])
        if "." in what:
            assert what.split(".")[1].split(",")[0] in {fault["column"] for fault in report["faults"]} | {"puzzle_id"}
    assert plain_view.tables(home) == before


def test_a_repair_keeps_what_a_person_typed_of_a_puzzle_that_is_lost(altered, home, verified):
    altered("DELETE FROM puzzles WHERE id = 8")
    before = plain_view.tables(home)
    for _ in range(2):
        status, report = verified("--repair")
        assert (status, report["repaired"]) == (1, []) and {"puzzles", "tags"} <= {
            fault["table"] for fault in report["faults"]
        }
    assert plain_view.tables(home) == before


@pytest.mark.parametrize("files_too", [True, False])
def test_two_imported_boards_that_changed_places_are_named_and_left(altered, home, verified, files_too):
    altered(WHOLE)
    six, seven = plain_view.paths(home, 6, 7)
    if files_too:
        first = six.read_bytes()
        plain_view.replace(six, seven.read_bytes())
        plain_view.replace(seven, first)
    before = plain_view.tables(home), plain_view.files(home)
    for words in ([], ["--repair"]):
        status, report = verified(*words)
        assert status == 1
        assert [fault["found"] for fault in report["faults"] if fault["table"] == "puzzles"] == [
            "board_id is 6 after 7: the boards of first puzzles are not in order"
        ]
        assert not any(fault["computable"] for fault in report["faults"])
    assert (plain_view.tables(home), plain_view.files(home)) == before
