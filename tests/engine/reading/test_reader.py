"""Puzzles of tables and of files."""

import os
from threading import Timer

import pytest

from board_catalogue import engine
from board_catalogue.engine import Grid
from board_catalogue.engine.grid import permutation_grid
from board_catalogue.engine.reading.reader import MOST_BYTES, read_text
from board_catalogue.engine.shape import Shape

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_a_table_with_one_puzzle_is_read():
    for text in (
        f"id,clues,givens,solution\n7,30,{PUZZLE},{PUZZLE}\n",
        f"id\tgivens\n7\t{PUZZLE}\n",
        f'[\n{{"id": 7, "givens": "{PUZZLE}"}}\n]\n',
        f'[{{"puzzle": "{PUZZLE}"}}]',
        f'{{"id": 7, "givens": "{PUZZLE}"}}\n',
    ):
        assert Grid.parse(text).line() == PUZZLE


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"id,givens\n1,{PUZZLE}\n2,{PUZZLE}\n", "a table of 2 puzzles: keep one"),
        ("id,givens\n", "a table of 0 puzzles"),
        ("id,givens\n1\n", "line 2: 1 values for 2 columns"),
        ("id,givens\n1,12\n", "line 2: '12' has 2 characters; a board has 16, 36"),
        ("id,givens\n1,123412341234123z\n", "'z' is not a digit"),
        ('[{"id": 3}]', "line 1: no column is named givens, puzzle"),
        ("{broken", "line 1: .*: not JSON"),
        ('{"a":' + "[" * 50_000, "line 1: lists within lists"),
    ],
)
def test_a_table_without_one_puzzle_is_refused(text, fault):
    with pytest.raises(ValueError, match=fault):
        Grid.parse(text)


# --- Files --------------------------------------------------------------------------------------------------------


def test_a_file_is_read_by_its_name_or_its_path(tmp_path):
    path = tmp_path / "puzzle"
    path.write_bytes(b"\xef\xbb\xbf" + PUZZLE.encode())  # with the mark that Windows puts first
    assert Grid.read(path) == Grid.read(str(path)) == Grid.parse(PUZZLE)


@pytest.mark.parametrize("size", [1, 9, 25])
def test_the_longest_drawing_is_not_too_long(tmp_path, size):
    path = tmp_path / "board"
    path.write_text(f"{permutation_grid(1, size=size)}\n")
    assert path.stat().st_size < MOST_BYTES / 10
    assert Grid.read(path) == permutation_grid(1, size=size)


def test_what_is_no_text_is_refused(tmp_path):
    path = tmp_path / "junk"
    path.write_bytes(bytes(range(256)))
    with pytest.raises(ValueError, match="not a text file"):
        read_text(path)


def test_of_a_file_of_a_gigabyte_little_is_read(tmp_path, monkeypatch):
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(10**9)  # a hole: it takes no room
    with pytest.raises(ValueError, match="longer than 65,536 bytes"):
        Grid.read(path)


def test_an_endless_file_is_refused_as_soon_as_it_is_too_long():
    with pytest.raises(ValueError, match="longer than 65,536 bytes"):
        read_text("/dev/zero")


def test_a_pipe_without_a_writer_is_empty_and_one_with_a_slow_writer_is_read(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(ValueError, match="empty"):
        Grid.read(pipe)
    writer = os.open(pipe, os.O_RDWR)

    def write():
        os.write(writer, PUZZLE.encode())
        os.close(writer)

    Timer(0.1, write).start()
    assert Grid.read(pipe) == Grid.parse(PUZZLE)


@pytest.mark.parametrize("name", ["missing", "."])
def test_a_file_that_cannot_be_read_is_the_systems_error(tmp_path, name):
    with pytest.raises(OSError):
        Grid.read(tmp_path / name)


def test_a_byte_order_mark_before_a_text_is_no_part_of_it():
    line = "1" + 80 * "."
    assert Grid.parse("\ufeff" + line) == Grid.parse(line)


def test_a_line_of_a_list_is_read_with_what_is_behind_it():
    assert Grid.parse(f"{PUZZLE} ED=7.1/1.2/1.2\n").line() == PUZZLE
    assert Grid.parse(f"{PUZZLE},{engine.Grid(engine.solve(Grid.parse(PUZZLE))).line()},me\n").line() == PUZZLE


def test_tables_are_read_as_files_of_any_program_have_them():
    for text in (
        f"Puzzle;Solution\n{PUZZLE};\n",
        f'"title","quiz"\n"a, b","{PUZZLE}"\n',
        f'[\n  {{"puzzle": "{PUZZLE}"}}\n]',
        f"Puzzle\n{PUZZLE}\n",
    ):
        assert Grid.parse(text).line() == PUZZLE
    assert Grid.parse("puzzle\n1..2.....\n", blocks="none").board_shape == Shape(1, 3)
    assert Grid.parse("Puzzle\n" + str(Grid.parse(PUZZLE))).line() == PUZZLE  # a heading over a drawing
    with pytest.raises(ValueError, match="a table of 16 puzzles"):
        Grid.parse("puzzle\n" + "1...............\n" * 16)
