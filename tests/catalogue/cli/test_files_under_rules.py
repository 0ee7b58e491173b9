"""Files of variants, catalogues among them: read with these rules, or refused, never taken as plain."""

import json
import shutil
import sqlite3
from pathlib import Path

import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.catalogue import open as open_catalogue
from board_catalogue.catalogue.formats import rules_of
from board_catalogue.catalogue.formats.opening import records_in
from board_catalogue.catalogue.formats.variants import variant_of
from board_catalogue.engine import Rulebook
from board_catalogue.engine.boards import from_lines

RULES = ["diagonal,killer", "jigsaw"]
KEEP_RULES = ["csv", "json", "jsonl", "npz", "parquet", "sqlite", "constraints"]
REFUSE = ["dedupe", "canonical", "automorphisms", "rank", "hunt"]
OLD = Path(__file__).parents[1] / "released" / "1-killer.sql"

pytestmark = pytest.mark.sqlite("the file of a catalogue is read")


@pytest.fixture(scope="module", params=RULES)
def ruled(request, tmp_path_factory):
    """A folder with a catalogue of three puzzles of size 6 under some rules."""
    home = tmp_path_factory.mktemp("ruled") / "home"
    open_catalogue(home).fill(3, size=6, rules=request.param, seed=4, threads=2)
    return home


@pytest.fixture
def backup(ruled, tmp_path):
    """The same catalogue as a file of any name."""
    return shutil.copy(ruled / "catalogue.db", tmp_path / "mine.db")


def said_by(variant):
    """What rules mean, in whatever order they are named."""
    return variant.size, frozenset(variant.rules.houses), frozenset(variant.rules.constraints)


def wanted_of(home):
    """The givens, the solutions and the rules of the puzzles of a catalogue."""
    (settings,) = plain_view.table(home, "settings", "1")
    book = Rulebook.read(settings["rules"], settings["size"], settings["blocks"])
    boards, puzzles = plain_view.table(home, "boards"), plain_view.table(home, "puzzles")
    return [
        (puzzle["givens"], board["solution"], said_by(book.variant(puzzle["constraints"])))
        for board, puzzle in zip(boards, puzzles, strict=True)
    ]


def read_from(path):
    with records_in(path) as (_, records):
        return [(each.puzzle, each.solution, said_by(variant_of(each))) for each in records]


def solutions_in(text):
    return [json.loads(line)["solution"] for line in text.splitlines()]


@pytest.mark.daily("diagonal,killer")
def test_the_file_of_a_catalogue_has_the_rules(ruled, backup):
    assert read_from(backup) == wanted_of(ruled)
    with records_in(backup) as (_, records):
        assert [record.columns["number"] for record in records] == ["0", "1", "2"]


def test_an_older_catalogue_has_them_too(tmp_path, call):
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(OLD.read_text())
        stored = [solution for (solution,) in connection.execute("SELECT solution FROM boards ORDER BY id")]
    assert solutions_in(call("solve", path, "--format", "jsonl").out) == stored


@pytest.mark.daily(
    "diagonal,killer-csv",
    "diagonal,killer-parquet",
    "jigsaw-json",
    "jigsaw-jsonl",
    "jigsaw-parquet",
    "jigsaw-sqlite",
    "jigsaw-constraints",
)
@pytest.mark.parametrize("format", KEEP_RULES)
def test_every_export_keeps_them(ruled, format, call, tmp_path):
    path = tmp_path / f"puzzles.{format}"
    assert call("export", "all", "--home", ruled, "--format", format, "--output", path).status == 0
    wanted = wanted_of(ruled)
    if format == "constraints":
        wanted = [(givens, None, rules) for givens, _, rules in wanted]
    assert read_from(path) == wanted
    assert solutions_in(call("solve", path, "--format", "jsonl").out) == [each[1] for each in wanted_of(ruled)]


def test_the_library_and_a_query_keep_them(ruled, tmp_path):
    open_catalogue(ruled).puzzles().export(tmp_path / "puzzles.csv")
    assert read_from(tmp_path / "puzzles.csv") == wanted_of(ruled)


@pytest.mark.daily("diagonal,killer")
def test_an_export_is_imported_again(ruled, call, tmp_path):
    (settings,) = plain_view.table(ruled, "settings", "1")
    path = tmp_path / "puzzles.csv"
    call("export", "all", "--home", ruled, "--output", path)
    home = tmp_path / "copy"
    done = call("import", path, "--rules", settings["rules"], "--home", home)
    assert done.status == 0, done.err
    assert sorted(each[:2] for each in wanted_of(home)) == sorted(each[:2] for each in wanted_of(ruled))


def test_a_plain_catalogue_takes_those_whose_regions_it_has(ruled, call, error_of, tmp_path):
    path = tmp_path / "puzzles.csv"
    call("export", "all", "--home", ruled, "--output", path)
    open_catalogue(tmp_path / "plain").fill(1, size=6, seed=1)
    done = call("import", path, "--home", tmp_path / "plain", "--format", "json")
    if "jigsaw" in plain_view.table(ruled, "settings", "1")[0]["rules"]:
        assert "line 2: the puzzle has other regions than the boards of this catalogue, 6x6" in error_of(done)
    else:
        assert json.loads(done.out)[0]["ruled"] == json.loads(done.out)[0]["new"] > 0


def test_solve_solves_under_them(ruled, backup, call):
    done = call("solve", backup, "--format", "jsonl")
    assert done.status == 0
    assert solutions_in(done.out) == [solution for _, solution, _ in wanted_of(ruled)]
    assert done.err == "3 puzzles: 3 with one solution, 0 with none, 0 with several\n"


def test_what_knows_plain_puzzles_alone_refuses_them(backup, call, error_of):
    for command in REFUSE:
        assert f"{backup}: line 1: the puzzle has more rules" in error_of(call(command, backup))


@pytest.mark.daily("diagonal,killer-csv", "jigsaw-npz")
@pytest.mark.parametrize("format", ["csv", "jsonl", "parquet", "npz"])
def test_an_audit_proves_them_under_their_rules(ruled, format, call, tmp_path):
    path = tmp_path / f"puzzles.{format}"
    call("export", "all", "--home", ruled, "--output", path)
    (counts,) = json.loads(call("audit", path, "--format", "json").out)
    assert [counts[name] for name in ("rows", "broken", "several_solutions", "wrong_solution")] == [3, 0, 0, 0]


@pytest.mark.daily("jigsaw")
def test_an_audit_proves_what_is_no_table(backup, call, tmp_path):
    assert json.loads(call("audit", backup, "--format", "json").out)[0]["several_solutions"] == 0
    lines = tmp_path / "some.constraints"
    lines.write_text("# mine\n.Windoku.~R1C1_4\n")
    assert json.loads(call("audit", lines, "--format", "json").out)[0]["several_solutions"] == 1


@pytest.mark.daily("diagonal,killer")
def test_a_book_is_proven_and_drawn_under_them(ruled, backup, call, tmp_path):
    assert call("book", backup, "--output", tmp_path / "one.pdf").status == 0
    assert call("book", ruled / "catalogue.db", "--output", tmp_path / "other.pdf").status == 0
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "other.pdf").read_bytes()


@pytest.fixture
def single(ruled, call, tmp_path):
    """One puzzle in a table."""
    call("export", "0", "--home", ruled, "--output", tmp_path / "one.csv")
    return tmp_path / "one.csv"


@pytest.mark.slow
def test_one_puzzle_of_a_table_keeps_them(ruled, single, call, run):
    drawn = call("show", "0", "--home", ruled).out
    assert call("show", single).out in drawn
    assert "exactly 1 solution" in call("solve", single).out
    assert call("path", single).out.endswith("The puzzle is solved.\n")
    assert call("hint", single).out == call("hint", "0", "--home", ruled).out
    piped = run("solve", "-", "--format", "jsonl", input=single.read_text())
    assert solutions_in(piped.out) == [wanted_of(ruled)[0][1]]


def test_a_board_for_plain_readers_is_refused(single):
    with pytest.raises(ValueError, match="the puzzle has more rules than those of Sudoku"):
        engine.Grid.read(single)


def test_a_table_may_have_plain_puzzles_too(call, home):
    plain = "......45..1...8..97.5......4...2..1.....84.........7.624..5.....596....78...1...."
    Path("some.csv").write_text(f"givens,constraints\n{'.' * 81},.Windoku\n{plain},\n")
    found = [json.loads(line) for line in call("solve", "some.csv", "--format", "jsonl").out.splitlines()]
    assert [(each["solutions"], each["more"]) for each in found] == [(2, True), (1, False)]
    assert found[1]["solution"] == "".join(map(str, engine.solve(from_lines([plain]))[0]))
    with records_in(Path("some.csv")) as (_, records):
        assert list(map(rules_of, records)) == [".Windoku", None]


@pytest.mark.parametrize("rules", [".Fog~R1C1", ".Shape~6x6", "mine"])
def test_rules_that_cannot_be_read_are_named_with_their_line(rules, call, home, error_of):
    Path("some.csv").write_text(f"givens,constraints\n{'.' * 81},{rules}\n")
    assert "some.csv: line 2: " in error_of(call("solve", "some.csv"))


def test_damaged_rules_are_named(backup, call, error_of):
    with sqlite3.connect(backup) as connection:
        connection.execute("UPDATE puzzles SET constraints = 'mine' WHERE id = 1")
    message = error_of(call("solve", backup))
    assert "row 2: puzzle 1: " in message and "run catalogue verify" in message
