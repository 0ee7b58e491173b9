"""Numbers of classes on the command line: shown, as a column, and as the board to make."""

import csv
import io
import re

import numpy as np
import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.engine.boards import as_lines, from_lines

LAST = engine.names.CLASSES - 1


def drawn(out):
    """The board of a drawing."""
    symbols = [symbol for line in out.splitlines() if "║" in line for symbol in line if symbol in "123456789"]
    return np.array(symbols[:81], np.uint8)


@pytest.mark.slow
def test_the_column_class_is_the_number_of_the_solution(call, filled):
    done = call("export", "all", "--home", filled, "--format", "csv", "--columns", "id,class,solution")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert rows
    for row in rows:
        solution = np.array([int(symbol) for symbol in row["solution"]], np.uint8)
        assert int(row["class"]) == engine.rank(solution)
        turned = np.rot90(solution.reshape(9, 9)).reshape(81)
        assert int(row["class"]) == engine.rank(turned)
    listed = call(
        "query", "--home", filled, "--columns", "id,class", "--format", "csv", "--limit", "3"
    ).out.splitlines()
    known = {row["id"]: row["class"] for row in rows}
    assert all(known[line.split(",")[0]] == line.split(",")[1] for line in listed[1:])


def test_the_column_key_is_that_of_canonical_and_of_every_image(call, filled, tmp_path):
    done = call("export", "0-4", "--home", filled, "--format", "csv", "--columns", "key,givens")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    lines = tmp_path / "images.txt"
    puzzles = from_lines([row["givens"] for row in rows])
    lines.write_text("".join(f"{line}\n" for line in as_lines(engine.random_images(puzzles, 5))))
    images = list(csv.DictReader(io.StringIO(call("canonical", lines, "--format", "csv").out)))
    assert [row["key"] for row in rows] == [row["key"] for row in images]
    assert len({row["key"] for row in rows}) == len(rows) == 5


def test_boards_of_other_sizes_have_a_key(call, filled_small):
    done = call("export", "0-1", "--home", filled_small, "--format", "csv", "--columns", "key")
    assert all(re.fullmatch("[0-9a-f]+", line) for line in done.out.splitlines()[1:])


def test_boards_of_other_sizes_have_no_class(call, filled_small):
    done = call("export", "all", "--home", filled_small, "--format", "csv", "--columns", "class")
    assert set(done.out.splitlines()[1:]) == {'""'} or set(done.out.splitlines()[1:]) == {""}
    assert "class" not in call("show", "1", "--home", filled_small).out


def test_show_names_the_class(call, filled):
    rows = call("export", "1", "--home", filled, "--format", "csv", "--columns", "class").out.splitlines()
    assert f"class {rows[1]}" in call("show", "1", "--home", filled).out.splitlines()


@pytest.mark.parametrize("number", [0, 4_000_000_000, LAST])
def test_a_puzzle_of_a_class(call, tmp_path, number):
    done = call("create", tmp_path / "a.txt", "--class", number, "--seed", "5", "--clues", "30")
    assert (done.status, done.err) == (0, "")
    assert f"class {number}" in [" ".join(line.split()) for line in done.out.splitlines()]
    puzzle = np.zeros((9, 9), np.uint8)
    for line in (tmp_path / "a.txt").read_text().splitlines():
        row, column, value = map(int, line.split())
        puzzle[row, column] = value
    assert engine.count_solutions(puzzle.reshape(81)) == 1
    assert engine.rank(engine.solve(puzzle.reshape(81))) == number


def test_demo_shows_the_boards_of_a_class_and_the_next(call):
    done = call("demo", "--class", LAST - 1, "--boards", "5")
    assert (done.status, done.err) == (0, "")
    assert [line for line in done.out.splitlines() if line.startswith("class")] == [
        f"class {LAST - 1}",
        f"class {LAST}",
    ]
    assert (drawn(done.out) == engine.unrank(LAST - 1)).all()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--class", LAST + 1], f"{LAST + 1} is more than {LAST}"),
        (["--class", "-1"], "is less than 0"),
        (["--class", "1", "--size", "4"], "--class is for 9x9 boards, not 4x4"),
    ],
)
def test_wrong_classes_are_one_line(call, tmp_path, words, said):
    for command in (["demo"], ["create", tmp_path / "a.txt"]):
        done = call(*command, *words)
        assert done.status == 2
        assert said in done.err
        assert len(done.err.splitlines()) == 1
    assert not (tmp_path / "a.txt").exists()


def test_options_that_say_another_board_are_refused(call, tmp_path):
    assert "leave out --grade" in call("create", tmp_path / "a.txt", "--class", "1", "--grade", "hard").err
    assert "leave out --seed" in call("demo", "--class", "1", "--seed", "1").err


# --- Catalogues of classes ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_fill_takes_each_class_once_for_any_number_of_threads(call, tmp_path):
    homes = [tmp_path / "one", tmp_path / "three"]
    for threads, home in zip((1, 3), homes, strict=True):
        words = ("--method", "class", "--seed", 8, "--symmetry", "full", "--threads", threads, "--home", home)
        assert call("fill", "--count", 30, *words).status == 0
        assert call("fill", "--count", 20, "--threads", threads, "--home", home).status == 0
        assert call("verify", "--home", home).status == 0
    assert plain_view.contents(homes[0]) == plain_view.contents(homes[1])
    boards = [row["solution"] for row in plain_view.table(homes[0], "boards")]
    assert boards == as_lines(engine.generate(50, seed=8, method="class"))


def test_a_fill_takes_the_classes_in_order(call, tmp_path):
    assert call("fill", "--count", 4, "--method", "class-order").status == 0
    assert call("fill", "--count", 3, "--seed", LAST).status == 0
    assert call("verify").status == 0
    done = call("export", "all", "--format", "csv", "--columns", "class")
    assert done.out.split()[1:] == ["0", "1", "2", "3", str(LAST), "4", "5"]  # 0 to 3 are there already
    assert call("fill", "--count", 1, "--size", 4, "--method", "class", "--home", tmp_path / "small").status == 2


# --- Numbers of puzzles in files ----------------------------------------------------------------------------------


@pytest.fixture
def puzzles(tmp_path):
    made = engine.carve(engine.unrank([5, LAST, 77]), seed=1)
    path = tmp_path / "three.txt"
    path.write_text("".join(f"{line}\n" for line in as_lines(made)))
    return path


def test_rank_writes_the_number_of_each_puzzle(call, puzzles):
    lines = puzzles.read_text().split()
    assert call("rank", puzzles).out.split() == [lines[0], "5", lines[1], str(LAST), lines[2], "77"]
    rows = list(csv.DictReader(io.StringIO(call("rank", puzzles, "--format", "csv").out)))
    assert [(row["line"], row["class"]) for row in rows] == [("1", "5"), ("2", str(LAST)), ("3", "77")]
    board = as_lines(engine.unrank([123]))[0]
    assert call("rank", board).out.split() == [board, "123"]


def test_rank_names_the_line_that_has_no_number(call, tmp_path, puzzles, error_of):
    (tmp_path / "small.txt").write_text("4.2....2....1...\n")
    assert "only 9x9 boards with 3x3 blocks have classes" in error_of(call("rank", tmp_path / "small.txt"))
    with puzzles.open("a") as file:
        file.write("." * 81 + "\n")
    assert "line 4: the puzzle has several solutions" in error_of(call("rank", puzzles))
