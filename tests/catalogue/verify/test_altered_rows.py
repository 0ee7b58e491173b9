"""Whatever is altered in a catalogue is found by `verify`, and repaired where it can be computed."""

import json

import numpy as np
import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.puzzles.kinds import Depth

pytestmark = pytest.mark.sqlite("rows that only SQLite takes; test_postgresql.py alters others")


@pytest.fixture(scope="module")
def sound(tmp_path_factory, filled_by, places):
    """Boards of two seeds and two recipes, most of them rated."""
    home = places.new(tmp_path_factory.mktemp("sound"))
    filled_by(home, boards=12, rate=Depth.full)
    filled_by(home, boards=6, clues=30, rate=Depth.fast)
    filled_by(home, boards=6, seed=9)
    filled_by(home, boards=6)
    return home


@pytest.fixture
def altered(sound, home, places, alter):
    """A copy of it in which a script was run: `altered("UPDATE …")`."""
    places.copy(sound, home)
    return alter


def everything(home):
    tables = plain_view.tables(home)
    for name in ("recipes", "techniques"):
        tables[name] = plain_view.table(home, name, "1, 2")
    tables["sequence"] = plain_view.table(home, "sqlite_sequence")
    return tables, plain_view.files(home)


PAIR = "(SELECT {1} FROM {0} WHERE id = {2})"
SWAP = f"UPDATE {{0}} SET {{1}} = CASE id WHEN 5 THEN {PAIR.format('{0}', '{1}', 6)}"
SWAP += f" ELSE {PAIR.format('{0}', '{1}', 5)} END WHERE id IN (5, 6)"
DIGITS = "replace(replace(replace(solution, '1', 'x'), '2', '1'), 'x', '2')"
EMPTY = "instr(givens, '.')"
SETTINGS = {"seed": 8, "metrics_version": 1, "rating_version": 9, "files": 5}
EXCHANGED = """
    PRAGMA foreign_keys = OFF;
    UPDATE claims SET board_id = CASE board_id WHEN {0} THEN {1} ELSE {0} END WHERE board_id IN ({0}, {1});
    CREATE TEMP TABLE b AS SELECT * FROM boards WHERE id IN ({0}, {1});
    CREATE TEMP TABLE p AS SELECT * FROM puzzles WHERE id IN ({0}, {1});
    DELETE FROM boards WHERE id IN ({0}, {1}); DELETE FROM puzzles WHERE id IN ({0}, {1});
    UPDATE b SET id = {0} + {1} - id; UPDATE p SET id = {0} + {1} - id, board_id = {0} + {1} - board_id;
    INSERT INTO boards SELECT * FROM b; INSERT INTO puzzles SELECT * FROM p;
    UPDATE uses SET puzzle_id = -1 - puzzle_id WHERE puzzle_id IN ({0}, {1});
    UPDATE uses SET puzzle_id = {0} + {1} + 1 + puzzle_id WHERE puzzle_id < 0;
"""

ALTERED = {
    "boards.solution": "UPDATE boards SET solution = replace(solution, '1', '2') WHERE id = 5",
    "boards.solution, legal but not from its seed": f"UPDATE boards SET solution = {DIGITS} WHERE id = 5",
    "boards.solution, of another type": "UPDATE boards SET solution = x'00ff' WHERE id = 5",
    "boards.solution, too short": "UPDATE boards SET solution = '12' WHERE id = 5",
    "boards.solution, not text": "UPDATE boards SET solution = 7 WHERE id = 5",
    "boards.seed": "UPDATE boards SET seed = 8 WHERE id = 5",
    "boards.position": "UPDATE boards SET position = 500 WHERE id = 5",
    "boards.id": "PRAGMA foreign_keys = OFF; UPDATE boards SET id = 300000000 WHERE id = 29",
    "boards, a row less": "DELETE FROM boards WHERE id = 5",
    "boards, the last row less": "DELETE FROM boards WHERE id = 29",
    "boards, all of one less": "DELETE FROM puzzles WHERE id = 5; DELETE FROM claims WHERE board_id = 5;"
    "DELETE FROM boards WHERE id = 5",
    "boards, a row more": f"INSERT INTO boards SELECT 30, seed, 99, {DIGITS} FROM boards WHERE id = 5",
    "boards, the same row again": "INSERT INTO boards SELECT 30, seed, position, solution FROM boards WHERE id = 5",
    "boards, two rows swapped": SWAP.format("boards", "solution"),
    "boards, two whole rows swapped": "CREATE TEMP TABLE t AS SELECT * FROM boards WHERE id IN (5, 6);"
    "DELETE FROM boards WHERE id IN (5, 6);"
    "INSERT INTO boards SELECT 11 - id, seed, position, solution FROM t ORDER BY 1",
    "claims.key": "UPDATE claims SET key = x'00' WHERE board_id = 5",
    "claims.board_id": "UPDATE claims SET board_id = 7 WHERE board_id = 5",
    "claims, a row less": "DELETE FROM claims WHERE board_id = 5",
    "claims, a row more": "INSERT INTO claims VALUES (x'0102', 29)",
    "puzzles, a clue less": "UPDATE puzzles SET givens = substr(givens, 1, instr(givens, '1') - 1) || '.'"
    " || substr(givens, instr(givens, '1') + 1) WHERE id = 5",
    "puzzles, a clue more": f"UPDATE puzzles SET givens = substr(givens, 1, {EMPTY} - 1) ||"
    f" substr((SELECT solution FROM boards AS b WHERE b.id = 5), {EMPTY}, 1) ||"
    f" substr(givens, {EMPTY} + 1) WHERE id = 5",
    "puzzles, no empty cell": "UPDATE puzzles SET givens = (SELECT solution FROM boards WHERE id = 15) WHERE id = 15",
    "puzzles, two swapped": SWAP.format("puzzles", "givens"),
    "puzzles.id": "UPDATE puzzles SET id = 5000 WHERE id = 20",
    "puzzles.board_id": "PRAGMA foreign_keys = OFF; UPDATE puzzles SET board_id = 4711 WHERE id = 5",
    "puzzles.minimal": "UPDATE puzzles SET minimal = 0 WHERE id = 5",
    "puzzles.minimal, that is not": "UPDATE puzzles SET minimal = 1 WHERE id = 14",
    "puzzles.pattern": "UPDATE puzzles SET pattern = 'mirror' WHERE id = 5",
    **{f"puzzles.{name}": f"UPDATE puzzles SET {name} = {name} + 1 WHERE id = 5" for name in plain_view.METRICS},
    "puzzles.weight": "UPDATE puzzles SET weight = 1.5 WHERE id = 5",
    "puzzles.place": "UPDATE puzzles SET place = 1 WHERE id = 5",
    "puzzles.solution": "UPDATE puzzles SET solution = givens WHERE id = 5",
    "puzzles, a row less": "DELETE FROM puzzles WHERE id = 20",
    "puzzles.rating_status": "UPDATE puzzles SET rating_status = NULL WHERE id = 5",
    "puzzles.rating_status, as above": "UPDATE puzzles SET rating_status = 1 WHERE id = 5",
    **{
        f"puzzles.{name}": f"UPDATE puzzles SET {name} = {name} + 1 WHERE id = 5"
        for name in ("rating", "pearl", "diamond")
    },
    "puzzles.hardest": "UPDATE puzzles SET hardest = 'x-wing' WHERE id = 5",
    "uses.times": "UPDATE uses SET times = times + 1 WHERE puzzle_id = 5",
    "uses, a row less": "DELETE FROM uses WHERE puzzle_id = 5 AND technique = 1",
    "uses, a row more": "INSERT INTO uses VALUES (40, 5, 1)",
    "uses, of no puzzle": "INSERT INTO uses VALUES (1, 700, 1)",
    "tallies.puzzles": "UPDATE tallies SET puzzles = puzzles + 1 WHERE metric = 'comparisons'",
    "tallies, a row less": "DELETE FROM tallies WHERE metric = 'backtracks' AND value = 0",
    "tallies, a row more": "INSERT INTO tallies VALUES ('clues', 60, 1)",
    **{
        f"streams.{name}": f"UPDATE streams SET {name} = {name} + 3 WHERE seed = 7"
        for name in ("position", "attempts", "duplicates", "unwanted")
    },
    "streams, a row less": "DELETE FROM streams WHERE seed = 9",
    "streams, a row more": "INSERT INTO streams VALUES (12, 3, 4, 0, 0)",
    "streams, of no fill": "INSERT INTO streams VALUES (12, 0, 0, 0, 0)",
    "recipes.own": "UPDATE recipes SET own = 1 - own WHERE seed = 9",
    "recipes.own, of all": "UPDATE recipes SET own = 0",
    "recipes, of no seed": "INSERT INTO recipes VALUES (12, 0, '{}', 0)",
    "recipes, of boards to come": "INSERT INTO recipes VALUES (9, 600, '{\"clues\": 28}', 0)",
    "recipes, the same again": "INSERT INTO recipes VALUES (7, 3, '{}', 1)",
    **{f"settings.{name}": f"UPDATE settings SET {name} = {value}" for name, value in SETTINGS.items()},
    "boards, two exchanged with all their rows": EXCHANGED.format(5, 6),
    "boards, two far apart exchanged with all their rows": EXCHANGED.format(4, 28),
    "boards, two of two seeds exchanged with all their rows": EXCHANGED.format(3, 20),
    "settings, two rows": "INSERT INTO settings SELECT * FROM settings",
    "techniques.name": "UPDATE techniques SET name = 'guess' WHERE number = 3",
    "techniques, a row less": "DELETE FROM techniques WHERE number = 3",
    "sqlite_sequence.seq": "UPDATE sqlite_sequence SET seq = 1000",
}

LOST = {
    "recipes.recipe": "UPDATE recipes SET recipe = '{\"clues\": 28}' WHERE start = 12",
    "recipes.recipe, no recipe": "UPDATE recipes SET recipe = 'anything' WHERE start = 12",
    "recipes.start": "UPDATE recipes SET start = 2 WHERE seed = 9",
    "recipes.start, later": "UPDATE recipes SET start = 14 WHERE start = 12",
    "recipes, a row less": "DELETE FROM recipes WHERE seed = 9",
    "settings, no row": "DELETE FROM settings",
    "settings, two rows that differ": "INSERT INTO settings SELECT * FROM settings;"
    "UPDATE settings SET seed = 5 WHERE rowid = 2",
    "settings.size": "UPDATE settings SET size = 16",
    "settings.symmetry": "UPDATE settings SET symmetry = 'full'",
    "settings.method": "UPDATE settings SET method = 'uniform'",
    "settings.blocks": "UPDATE settings SET blocks = 'none'",
}
"""What nothing else says: it is named, and left as it is."""


KEYS = ("id", "key", "start", "board_id", "place")
"""Columns whose change looks like a row that is missing, and another one too many."""

SAMPLE = (
    "boards.solution",
    "boards.solution, legal but not from its seed",
    "boards.position",
    "boards.id",
    "boards, a row less",
    "boards, a row more",
    "boards, two rows swapped",
    "claims.key",
    "claims, a row more",
    "puzzles, a clue more",
    "puzzles, two swapped",
    "puzzles.id",
    "puzzles.minimal",
    "puzzles.backtracks",
    "puzzles.place",
    "puzzles, a row less",
    "puzzles.rating",
    "uses.times",
    "tallies.puzzles",
    "streams.attempts",
    "streams, of no fill",
    "recipes, of no seed",
    "boards, two exchanged with all their rows",
    "settings.files",
    "techniques.name",
    "sqlite_sequence.seq",
)
"""What is tried in every run; `-m slow` tries the rest."""


def faults_of(call, *words):
    done = call("verify", "--format", "json", *words)
    assert "Traceback" not in done.err
    return done.status, json.loads(done.out)


def test_a_sound_catalogue_has_no_fault(altered, home, call):
    altered("")
    for words in ([], ["--quick"], ["--full"], ["--repair"]):
        status, report = faults_of(call, *words)
        assert (status, report["faults"], report["repaired"]) == (0, [], [])
    assert not list(home.glob("before-repair-*"))


def table_of(what):
    return what.split(".")[0].split(",")[0]


def test_the_sample_names_every_table():
    assert set(map(table_of, SAMPLE)) == set(map(table_of, ALTERED))


@pytest.mark.daily("claims.key", "puzzles, a clue more")
@pytest.mark.parametrize(
    "what", [name if name in SAMPLE else pytest.param(name, marks=pytest.mark.slow) for name in ALTERED]
)
def test_what_is_altered_is_found_and_repaired(sound, altered, home, call, what):
    altered(ALTERED[what])
    before = everything(home)
    status, report = faults_of(call, "--full")
    assert status == 1, what
    assert table_of(what) in {fault["table"] for fault in report["faults"]}, report["faults"]
    if "." in what.split(",")[0]:
        column = what.split(",")[0].split(".")[1]
        named = {fault["column"] for fault in report["faults"]}
        assert column in named or column in KEYS
    assert everything(home) == before  # looking repairs nothing

    planned = faults_of(call, "--repair", "--dry-run")
    is_healed = what == "techniques, a row less"  # when the catalogue is opened to write
    assert is_healed or (planned[0] == 1 and everything(home) == before)  # a plan changes nothing
    status, report = faults_of(call, "--repair")
    assert (status, report["faults"]) == (0, []), report
    tables = [{fault["table"] for fault in each["repaired"]} for each in (planned[1], report)]
    assert tables[0] == tables[1] and (tables[0] or is_healed)
    assert everything(home) == everything(sound)
    assert faults_of(call, "--repair")[1]["repaired"] == []


"""A board whose number another row has: what depends on it shows when that row is right."""


@pytest.fixture
def replaced(altered, home):
    """Puts another minimal puzzle, with all that follows from it, in the place of that of board 5."""

    def run():
        row = plain_view.table(home, "puzzles")[5]
        board = plain_view.cells(plain_view.table(home, "boards")[5]["solution"])
        puzzle = engine.carve(np.asarray([board], np.uint8), seed=99)
        found = engine.measure(puzzle)
        givens = "".join(map(str, puzzle[0])).replace("0", ".")
        assert givens != row["givens"]
        metrics = {name: int(found[name][0]) for name in plain_view.METRICS[1:]} | {"clues": int((puzzle > 0).sum())}
        changes = ", ".join(f"{name} = {value}" for name, value in metrics.items())
        altered(f"UPDATE puzzles SET givens = '{givens}', pattern = NULL, {changes} WHERE id = 5")

    return run


@pytest.mark.daily("settings, two rows that differ", "settings.size")
@pytest.mark.parametrize("what", [*LOST, "puzzles.givens, with all that follows"])
def test_what_nothing_else_says_is_named_and_left(altered, replaced, home, call, what):
    replaced() if what not in LOST else altered(LOST[what])
    before = everything(home)
    for words in (["--full"], ["--repair"]):
        status, report = faults_of(call, *words)
        assert status == 1 and report["repaired"] == []
        assert table_of(what) in {fault["table"] for fault in report["faults"]}, report["faults"]
        assert not any(fault["computable"] for fault in report["faults"]), report["faults"]
    assert everything(home) == before
    assert "restore them with: catalogue restore FILE" in call("verify", "--repair").err
