"""A puzzle on the command line: its number, its cells, a file, or the standard input."""

from pathlib import Path

import plain_view
import pytest
from matplotlib.image import imread

from board_catalogue import engine
from board_catalogue.engine.drawing import INK
from board_catalogue.engine.rules.formats import sudokupad

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.fixture
def file(home):
    path = Path.cwd() / "puzzle.txt"
    path.write_text(PUZZLE + "\n")
    return path


@pytest.mark.parametrize("name", ["solve", "hint", "path", "rate", "show"])
def test_the_cells_are_the_same_as_a_file_with_them(call, file, name):
    by_file, by_cells = call(name, file), call(name, PUZZLE)
    assert (by_cells.status, by_cells.err) == (0, "")
    assert without_times(by_cells.out) == without_times(by_file.out)
    assert without_times(call(name, PUZZLE.replace(".", "0")).out).count("8") == without_times(by_file.out).count("8")


def test_a_bare_string_of_sudokupad_is_a_puzzle(call, home, error_of):
    assert call("rate", "scf5NlQ19j9mGca3OIN1bWGk2m41TjS79").status == 0
    string = sudokupad.write(engine.read_variant(".Cage~10~R1C1~R1C2")).removeprefix(sudokupad.ADDRESS)
    assert "/" not in string and len(string) > 255  # longer than the name of a file may be
    assert call("rate", string).out == f"{string} several-solutions\n"
    assert "the link is cut" in error_of(call("solve", string.partition("%")[0]))
    assert "No such file" in error_of(call("solve", "sclassicpuzzles2024.txt"))


def without_times(text):
    return [line for line in text.splitlines() if "seconds" not in line]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["solve", "show", *(pytest.param(name, marks=pytest.mark.slow) for name in ("hint", "path", "rate"))]
)
def test_the_standard_input_is_a_dash(run, file, name):
    done = run(name, "-", input=PUZZLE)
    assert (done.status, done.err) == (0, "")
    assert "5" in done.out


@pytest.mark.slow_cases("solve")
@pytest.mark.parametrize("name", ["solve", "path", "hint", "rate", "frontier"])
def test_a_number_is_a_puzzle_of_the_catalogue(filled, call, name):
    words = ("--limit", 1) if name == "frontier" else ()
    givens = plain_view.puzzles(filled)[7]["givens"]
    by_number = call(name, 7, *words, "--home", filled)
    assert (by_number.status, by_number.err) == (0, "")
    assert without_times(by_number.out) == without_times(call(name, givens, *words).out)


def test_other_sizes_are_read_by_their_length(call, home):
    assert "puzzle with 1 clues" in call("solve", "1" + "." * 15).out
    line = engine.Grid(engine.generate(1, size=16, seed=1)[0]).line()
    assert call("solve", f".{line[1:]}").status == 0


@pytest.mark.parametrize("name", ["solve", "hint", "path", "show"])
def test_a_wrong_length_is_named(call, home, error_of, name):
    assert "the puzzle: it has 80 characters, not 81" in error_of(call(name, PUZZLE[:-1]))
    Path("short.txt").write_text(PUZZLE[:-1] + "\n")
    assert "short.txt: line 1 has 80 characters, not 81" in error_of(call(name, "short.txt"))


@pytest.mark.parametrize("name", ["rate", "canonical", "dedupe"])
def test_a_wrong_length_is_named_among_many(call, home, error_of, name):
    Path("short.txt").write_text(f"{PUZZLE[:-1]}\n{PUZZLE}\n")
    assert "short.txt: line 1 has 80 characters, not 81" in error_of(call(name, "short.txt"))
    assert "nothing.txt: No such file" in error_of(call(name, "nothing.txt"))


@pytest.mark.parametrize("name", ["hint", "show", "fewest", "frontier"])
def test_a_file_of_many_where_one_is_wanted_is_counted(call, home, error_of, name):
    Path("p17.txt").write_text(f"{PUZZLE}\n" * 26)
    assert "p17.txt holds 26 puzzles; this takes one" in error_of(call(name, "p17.txt"))


def test_what_is_neither_is_a_file_that_does_not_exist(call, home, error_of):
    for word in ("nothing.txt", "53..7", "puzzles-of-the-year-2025"):
        assert f"{word}: No such file" in error_of(call("solve", word))


@pytest.mark.parametrize(
    ("words", "solution"),
    [
        (["2.31....1", "--size", 3, "--blocks", "none"], "213132321"),
        (["0340000002000000"], "1342241342313124"),
        (["1340000002000000"], "1342241342313124"),
    ],
)
def test_cells_of_a_small_board_are_no_file_and_no_number(call, home, words, solution):
    """With their size, or because no catalogue has 10**15 boards."""
    done = call("solve", *words, "--format", "line", "--limit", 1)
    assert (done.status, done.out) == (0, f"{solution}\n")


def test_a_row_of_a_board_of_unknown_size_is_explained(call, home, error_of):
    path = Path.cwd() / "small.txt"
    path.write_text("2 . .\n. 3 .\n. . 1\n")
    assert "is not a triple: row column value; if it is a row of a board, give its size, 3" in error_of(
        call("solve", path)
    )
    assert call("solve", path, "--size", 3, "--blocks", "none").status == 0


@pytest.mark.slow_cases("png")
@pytest.mark.parametrize("format", ["png", "svg"])
def test_a_picture_of_a_solution_tells_clues_from_what_was_found(call, file, format, tmp_path):
    path = tmp_path / f"solved.{format}"
    assert call("solve", file, "--output", path).status == 0
    if format == "svg":
        assert all(ink in path.read_text() for ink in (INK["clue"], INK["filled"]))
        return
    pixels = (imread(path)[..., :3] * 255).round().astype(int).reshape(-1, 3).tolist()
    inks = [[int(INK[name][i : i + 2], 16) for i in (1, 3, 5)] for name in ("clue", "filled")]
    assert all(ink in pixels for ink in inks)
