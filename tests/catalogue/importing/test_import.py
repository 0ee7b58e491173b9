"""Puzzles that people have, imported: what is new, what is refused, and where it all came from."""

import json
from pathlib import Path
from pkgutil import resolve_name

import numpy as np
import plain_view
import pytest
from symmetric_boards import most_canonical, random_image

from board_catalogue import engine
from board_catalogue.catalogue.cli import terminal
from board_catalogue.catalogue.puzzles.columns import TEXTBOOK_METRICS
from board_catalogue.catalogue.puzzles.kinds import Depth
from board_catalogue.catalogue.puzzles.stored import from_lines
from board_catalogue.engine.boards import as_lines

COUNT = 30
FILES = pytest.mark.sqlite("files of boards")


@pytest.fixture(scope="module")
def puzzles():
    """Puzzles of different boards, and a second one of each of the last ten boards."""
    boards = engine.generate(COUNT, seed=301)
    return as_lines(np.concatenate([engine.carve(boards, seed=302), engine.carve(boards[-10:], seed=303)]))


@pytest.fixture
def listed(tmp_path):
    """Writes lines to a file: `listed(lines)`."""

    def write(lines, name="list.txt"):
        path = tmp_path / name
        path.write_text("".join(f"{line}\n" for line in lines))
        return path

    return write


def images(puzzles, seed):
    """The same puzzles after random symmetries, in another order."""
    random = np.random.default_rng(seed)
    turned = np.array([random_image(puzzle, random) for puzzle in from_lines(puzzles)])
    return as_lines(turned[random.permutation(len(turned))])


def reported(call, *words):
    done = call("import", *words, "--format", "json")
    assert done.status == 0, done.err
    return json.loads(done.out)


def assert_imported(home, puzzles):
    """Every puzzle is there with its own look, its solution, and a key of its own."""
    rows = plain_view.table(home, "puzzles", "board_id, place")
    assert sorted(row["givens"] for row in rows) == sorted(puzzles)
    boards = {row["id"]: row["solution"] for row in plain_view.table(home, "boards")}
    (settings,) = plain_view.table(home, "settings", "1")
    assert plain_view.files(home) == {f"{id}.txt": plain_view.file_text(line) for id, line in boards.items()}
    solutions = [row["solution"] or boards[row["board_id"]] for row in rows]
    assert solutions == as_lines(engine.solve(from_lines([row["givens"] for row in rows])))
    keys = engine.keys(from_lines(list(boards.values())), symmetry=settings["symmetry"])
    assert {row["key"]: row["board_id"] for row in plain_view.table(home, "claims", "1")} == {
        key.tobytes(): board for board, key in zip(boards, keys, strict=True)
    }
    own = engine.keys(from_lines(solutions), symmetry=settings["symmetry"])
    for row, key in zip(rows, own, strict=True):
        assert key.tobytes() == keys[row["board_id"]].tobytes()
    for board in boards:
        assert [row["place"] for row in rows if row["board_id"] == board] == list(
            range(sum(row["board_id"] == board for row in rows))
        )
    assert [row["id"] for row in plain_view.table(home, "puzzles")] == list(range(len(rows)))


@pytest.mark.daily("1-d4+relabel")
@pytest.mark.parametrize("symmetry", engine.SYMMETRIES)
@pytest.mark.parametrize("threads", [1, 3])
def test_every_puzzle_is_imported_once(call, home, listed, puzzles, symmetry, threads, monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.runs.importing.run.BATCH", 16)
    path = listed([*puzzles, puzzles[3]])
    (report,) = reported(call, path, "--symmetry", symmetry, "--threads", threads)
    assert (report["new"], report["new_boards"], report["duplicates"]) == (COUNT + 10, COUNT, 1)
    assert report["refusals"] == [{"line": COUNT + 11, "reason": "duplicate", "number": "3", "puzzle": puzzles[3]}]
    assert_imported(home, puzzles)
    assert call("verify").status == 0

    again = reported(call, path)
    assert (again[0]["new"], again[0]["duplicates"]) == (0, COUNT + 11)
    numbers = [refusal["number"] for refusal in again[0]["refusals"]]
    assert numbers == [str(number) for number in range(20)]
    assert_imported(home, puzzles)


def test_images_of_puzzles_are_refused_under_the_full_symmetry_alone(call, home, listed, puzzles):
    call("import", listed(puzzles), "--symmetry", "full")
    twins = listed(images(puzzles, 304), "twins.txt")
    refused = Path.cwd() / "refused.csv"
    assert reported(call, twins, "--refused", refused)[0]["duplicates"] == COUNT + 10
    told = refused.read_text().splitlines()
    assert told[0] == "source,line,reason,number,puzzle"
    assert {line.split(",")[3] for line in told[1:]} == {
        *map(str, range(COUNT)),
        *(f"{number}.1" for number in range(COUNT - 10, COUNT)),
    }
    assert_imported(home, puzzles)
    other = Path.cwd() / "d4"
    call("import", listed(puzzles), "--home", other)
    (report,) = reported(call, twins, "--home", other)
    assert report["new"] == COUNT + 10


def test_a_further_puzzle_keeps_its_own_look(call, home, listed, puzzles):
    call("import", listed(puzzles[:COUNT]), "--symmetry", "full")
    further = images(puzzles[COUNT:], 305)
    (report,) = reported(call, listed(further, "further.txt"))
    assert (report["new"], report["new_boards"]) == (10, 0)
    assert_imported(home, [*puzzles[:COUNT], *further])
    shown = call("export", f"{COUNT - 1}.1", "--format", "line").out.split()
    assert shown[0] in further
    assert as_lines(engine.solve(from_lines(shown[:1]))) == shown[1:]
    assert call("hint", f"{COUNT - 1}.1").status == 0
    assert f"puzzle {COUNT - 1}.1: " in call("show", f"{COUNT - 1}.1").out
    table = call("query", "--min-id", COUNT - 1).out.splitlines()
    assert [line.split()[0] for line in table[2:]] == [str(COUNT - 1), f"{COUNT - 1}.1"]


def test_puzzles_of_automorphic_boards_are_told_apart_exactly(call, home, listed):
    board = most_canonical()
    carved = [engine.carve(board, seed=seed) for seed in range(12)]
    classes = {key.tobytes() for key in engine.puzzle_keys(np.array(carved), symmetry="full")}
    lines = [*as_lines(np.array(carved)), *images(as_lines(np.array(carved)), 306)]
    (report,) = reported(call, listed(lines), "--symmetry", "full")
    assert (report["new"], report["new_boards"]) == (len(classes), 1)


def test_a_fill_and_an_import_meet(call, home, filled_by, listed):
    filled_by(home, boards=30, symmetry="full")
    own = [row["givens"] for row in plain_view.table(home, "puzzles")]
    boards = from_lines([row["solution"] for row in plain_view.table(home, "boards")])
    others = as_lines(engine.carve(boards[:5], seed=307))
    new = as_lines(engine.carve(engine.generate(5, seed=308), seed=309))
    (report,) = reported(call, listed([*images(own, 310), *others, *new]))
    assert (report["new"], report["new_boards"], report["duplicates"]) == (10, 5, 30)
    assert_imported(home, [*own, *others, *new])
    filled_by(home, boards=5, symmetry="full")
    assert [row["id"] for row in plain_view.table(home, "boards")] == list(range(40))
    assert [row["id"] for row in plain_view.table(home, "puzzles")] == list(range(45))
    assert call("rate").status == 0
    assert {row["rating_status"] for row in plain_view.table(home, "puzzles")} == {0}


def test_puzzles_without_one_solution_are_refused_with_their_lines(call, home, listed, puzzles):
    several, none = puzzles[1].replace("1", "."), puzzles[2][:]
    place = none.index(".")
    digit = engine.solve(from_lines([none]))[0, place]
    none = none[:place] + str(digit % 9 + 1) + none[place + 1 :]
    wrong = as_lines(engine.solve(from_lines([puzzles[4]])))[0]
    lines = [puzzles[0], several, none, f"{puzzles[3]} {wrong}", puzzles[4]]
    (report,) = reported(call, listed(lines))
    assert [(refusal["line"], refusal["reason"]) for refusal in report["refusals"]] == [
        (2, "several solutions"),
        (3, "no solution"),
        (4, "another solution than the file says"),
    ]
    assert_imported(home, [puzzles[0], puzzles[4]])
    text = call("import", listed(lines)).out
    assert "line 2: several solutions\n" in text
    assert "line 1: the same as puzzle 0\n" in text


def test_what_a_file_says_of_a_puzzle_is_kept(call, home, listed, puzzles):
    heading, row = "puzzle,title,author,rating", "A, B"
    path = listed([heading, f'{puzzles[0]},"{row}",Ann,7.1', f"{puzzles[1]},,Bob,"], "own.csv")
    call("import", path)
    sources, origins = plain_view.table(home, "sources"), plain_view.table(home, "origins")
    assert [(source["name"], source["position"], source["finished"]) for source in sources] == [(str(path), 2, 1)]
    assert [(origin["puzzle_id"], origin["line"]) for origin in origins] == [(0, 2), (1, 3)]
    assert json.loads(origins[0]["details"]) == {"title": row, "author": "Ann", "rating": "7.1"}
    assert f"\nfrom {path}, line 2; title: {row}; author: Ann; rating: 7.1\n" in call("show", 0).out
    assert f"\nfrom {path}, line 3; author: Bob\n" in call("show", 1).out


def test_a_catalogue_is_merged_into_another(call, home, listed, filled_by, puzzles, tmp_path):
    other = tmp_path / "other"
    call("import", listed(puzzles), "--home", other)
    filled_by(other, boards=10)
    filled_by(home, boards=3, own_seed=8)
    mine, theirs = ([row["givens"] for row in plain_view.table(each, "puzzles")] for each in (home, other))
    (report,) = reported(call, other / "catalogue.db")
    assert (report["format"], report["new"]) == ("catalogue", COUNT + 20)
    assert_imported(home, [*mine, *theirs])
    origins = [json.loads(origin["details"]) for origin in plain_view.table(home, "origins")]
    assert {origin["number"] for origin in origins} >= {"0", f"{COUNT - 1}.1", f"{COUNT + 9}"}


@pytest.mark.daily("shape1")
@pytest.mark.sqlite("a file")
@pytest.mark.parametrize("shape", [("--size", 6, "--blocks", "3x2"), ("--size", 7, "--blocks", "none")])
def test_a_merged_catalogue_keeps_its_shape(call, home, tmp_path, shape):
    other = tmp_path / "other"
    assert call("fill", "--count", 5, "--seed", 1, *shape, "--home", other).status == 0
    assert call("fill", "--count", 5, "--seed", 2, *shape, "--home", tmp_path / "same").status == 0
    for target in (home, tmp_path / "same"):
        (report,) = reported(call, other / "catalogue.db", "--home", target)
        assert report["new"] == 5
    theirs, mine = ([row["givens"] for row in plain_view.table(each, "puzzles")] for each in (other, home))
    assert mine == theirs
    assert call("verify").status == 0


@pytest.mark.slow
@pytest.mark.sqlite("a file")
def test_a_catalogue_of_other_blocks_is_refused(call, tmp_path, error_of):
    other = tmp_path / "other"
    assert call("fill", "--count", 5, "--size", 6, "--blocks", "3x2", "--home", other).status == 0
    assert call("fill", "--count", 1, "--size", 6).status == 0
    said = error_of(call("import", other / "catalogue.db"))
    assert "has puzzles of 6x6 with blocks of 3x2, and" in said and "holds boards of 6x6; name another --home" in said


@pytest.mark.slow
def test_variants_without_usual_blocks_go_into_a_catalogue_that_has_none(call, tmp_path):
    assert call("fill", "--count", 5, "--seed", 1, "--size", 7, "--blocks", "none").status == 0
    assert call("export", "all", "--output", tmp_path / "squares.constraints").status == 0
    (report,) = reported(call, tmp_path / "squares.constraints")
    assert (report["duplicates"], report["unsound"]) == (5, 0)


KNOWN = ("rating_status", "rating", "pearl", "diamond", "hardest", *TEXTBOOK_METRICS)


@pytest.mark.slow
@pytest.mark.sqlite("a file")
def test_a_merged_catalogue_keeps_its_ratings_counts_and_tags(call, home, filled_by, listed, puzzles, tmp_path):
    """Those of the puzzles that were known; a part of them, so that some have none."""
    other = tmp_path / "other"
    filled_by(other, boards=8, rate=Depth.full)
    filled_by(other, boards=4, rate=Depth.fast)
    call("measure", "--home", other)
    call("import", listed(puzzles), "--home", other)
    call("tag", "3-12", "book one", "--home", other)
    call("tag", "5", "sold", "--home", other)
    filled_by(home, boards=3, own_seed=8)
    (report,) = reported(call, other / "catalogue.db")
    assert report["new"] == 12 + COUNT + 10
    theirs, mine = plain_view.puzzles(other), plain_view.puzzles(home)[3:]
    assert {row["rating_status"] for row in mine} == {"rated", "above", None}
    assert [[row[name] for name in KNOWN] for row in mine] == [[row[name] for name in KNOWN] for row in theirs]
    known, given = (
        json.loads(call("export", "all", "--columns", "techniques,tags", "--format", "json", "--home", of).out)
        for of in (other, home)
    )
    assert given[3:] == known
    assert sum(bool(row["tags"]) for row in given) == 10
    assert call("verify").status == 0


def test_the_symmetry_of_a_new_catalogue_is_named(call, tmp_path, listed, puzzles):
    line = "The new catalogue compares puzzles up to d4;"
    assert line in call("import", listed(puzzles[:9])).out.splitlines()
    assert line not in call("import", listed(puzzles[9:20])).out
    told = call("import", listed(puzzles[:9]), "--symmetry", "full", "--home", tmp_path / "full")
    assert "compares puzzles" not in told.out


@pytest.mark.sqlite("a file")
def test_a_catalogue_is_not_imported_into_itself(call, copied, error_of):
    assert "name another --home" in error_of(call("import", copied / "catalogue.db"))


def test_a_dry_run_changes_nothing(call, copied, listed, puzzles):
    before, files = plain_view.tables(copied), plain_view.files(copied)
    (report,) = reported(call, listed(puzzles), "--dry-run")
    assert report["new"] == COUNT + 10
    assert (plain_view.tables(copied), plain_view.files(copied)) == (before, files)


def test_a_dry_run_of_a_new_catalogue_leaves_none(call, home, listed, puzzles):
    assert "Dry run" in call("import", listed(puzzles), "--dry-run").out
    assert not plain_view.exists(home)


@pytest.mark.parametrize(
    ("name", "lines", "fault"),
    [
        ("list.txt", [".", ".."], "line 1"),
        ("own.csv", ["puzzle,title", "1,2"], "line 2"),
        ("own.jsonl", ["{}"], "line 1"),
        ("list.txt", [], "empty"),
        ("list.txt", ["." * 81, "." * 16], "line 2: a puzzle of size 4 among puzzles of size 9"),
    ],
)
def test_a_file_that_cannot_be_read_imports_nothing(call, home, listed, puzzles, error_of, name, lines, fault):
    good = listed(puzzles, "good.txt")
    assert fault in error_of(call("import", "--strict", good, listed(lines, name)))
    assert not plain_view.exists(home)


def test_a_strict_import_refuses_a_file_for_its_last_line(call, home, listed, puzzles, error_of):
    assert f"line {COUNT + 11}" in error_of(call("import", "--strict", listed([*puzzles, "12"])))
    assert not plain_view.exists(home)


@pytest.mark.daily("1")
@pytest.mark.parametrize("place", [0, 1, COUNT + 10])
def test_a_line_that_is_no_puzzle_stops_no_import(call, home, listed, puzzles, place):
    """It is named, wherever it stands, the others are stored, and the status tells of it."""
    path = listed([*puzzles[:place], "12", *puzzles[place:]])
    given = ("import", path, "--input-format", "line")
    done = call(*given)
    assert done.status == 1 and "skipped 1 line;" in done.err
    assert f"{path}: line {place + 1}: " in done.err
    assert len(plain_view.table(home, "puzzles", "id")) == COUNT + 10
    again = call(*given, "--format", "json")
    (report,) = json.loads(again.out)
    assert (again.status, report["unreadable"], report["duplicates"]) == (1, 1, COUNT + 10)
    assert call(*given, "--skip-bad").status == 0
    assert "leave one of them out" in call(*given, "--skip-bad", "--strict").err


def test_the_last_line_of_progress_is_right(call, home, listed, puzzles, monkeypatch):
    """Somebody who reads it in a file sees that the import came to its end."""
    monkeypatch.setattr(terminal, "PERIOD", 0.0)
    told = call("import", listed(puzzles)).err.splitlines()
    assert told[-1].startswith(f"{COUNT + 10} of {COUNT + 10} puzzles")


def test_puzzles_of_another_size_are_refused(call, copied, listed, error_of):
    small = as_lines(engine.carve(engine.generate(2, size=4, seed=1), seed=1))
    assert "puzzles of size 4" in error_of(call("import", listed(small)))


@pytest.mark.slow
def test_small_puzzles_are_imported(call, home, listed):
    small = as_lines(engine.carve(engine.generation.all_boards(4), seed=311))
    kept = {key.tobytes() for key in engine.puzzle_keys(from_lines(small), symmetry="full")}
    (report,) = reported(call, listed(small), "--symmetry", "full")
    assert (report["new"], report["new_boards"]) == (len(kept), 2)


def test_imported_puzzles_are_rated(call, home, listed, puzzles):
    reported(call, listed(puzzles), "--rate", "full")
    rows = plain_view.table(home, "puzzles")
    plain_view.assert_ratings_are_those_of_the_engine(rows, plain_view.table(home, "uses", "1, 2"))
    assert {row["rating_status"] for row in rows} == {0}


@pytest.mark.slow
def test_a_standard_input_is_imported(run, home, puzzles):
    done = run("import", "-", input="".join(f"{line}\n" for line in puzzles))
    assert done.status == 0, done.err
    assert_imported(home, puzzles)


@pytest.mark.daily("runs.importing.run.write_rows")
@pytest.mark.parametrize(
    "place",
    [
        "runs.importing.checks.Claims.claim",
        "runs.importing.run.write_rows",
        pytest.param("storage.files.FileWriter.write", marks=FILES),
    ],
)
def test_an_import_that_fails_is_continued_by_the_next(call, home, listed, puzzles, monkeypatch, place):
    monkeypatch.setattr("board_catalogue.catalogue.runs.importing.run.BATCH", 8)
    monkeypatch.setattr("board_catalogue.catalogue.runs.keeping.COMMIT_PERIOD", 0)
    path, calls = listed(puzzles), []

    class Broken(Exception):
        pass

    with monkeypatch.context() as patch:
        owner_name, _, name = place.rpartition(".")
        owner = resolve_name(f"board_catalogue.catalogue.{owner_name}")
        work = getattr(owner, name)

        def break_down(*given, **named):
            calls.append(name)
            if len(calls) == 4:
                raise Broken
            return work(*given, **named)

        patch.setattr(owner, name, break_down)
        with pytest.raises(Broken):
            call("import", path, "--threads", 1)
    (source,) = plain_view.table(home, "sources")
    assert source["position"] < COUNT and not source["finished"]  # the claims may be ahead of the first commit
    (report,) = reported(call, path)
    assert (report["skipped"], report["new"]) == (source["position"], COUNT + 10 - source["position"])
    assert [row["finished"] for row in plain_view.table(home, "sources")] == [1]
    assert_imported(home, puzzles)


def test_a_file_that_changed_after_an_interruption_is_read_from_its_beginning(call, home, listed, puzzles):
    call("import", listed(puzzles))
    plain_view.change(home, "UPDATE sources SET finished = (1 = 0), position = 5")
    (report,) = reported(call, listed(puzzles[::-1]))
    assert (report["skipped"], report["duplicates"]) == (0, COUNT + 10)
