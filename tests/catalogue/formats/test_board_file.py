import re
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import plain_view
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapes import SQUARE_SIZES

from board_catalogue import engine
from board_catalogue.catalogue.puzzles.stored import line_of_rows, row_lines
from board_catalogue.catalogue.storage.files import board_files, board_name, board_texts, count_boards


@given(st.sampled_from(SQUARE_SIZES), st.integers(0, 2**63 - 1), st.integers(1, 5))
def test_boards_come_back_from_their_files(size, seed, count):
    boards = engine.generate(count, size=size, seed=seed)
    texts = board_texts(boards)
    assert len(texts) == count
    for board, text in zip(boards.tolist(), texts, strict=True):
        assert text == plain_view.file_text("".join(plain_view.SYMBOLS[digit] for digit in board))
        assert [int(digit) for digit in text.split()] == board
        assert text == row_lines(np.reshape(board, (size, size)).tolist()).encode()
        assert line_of_rows(text, size) == "".join(plain_view.SYMBOLS[digit] for digit in board)


def test_digits_of_two_characters_are_written_with_one_space_as_well():
    rows = [[1, 10, 16], [9, 0, 2]]
    assert row_lines(rows) == "1 10 16\n9 0 2\n"


@pytest.mark.parametrize("text", [b"", b"1 2\n2\n", b"1 2\n2 1 1\n", b"1 2\n2 0\n", b"1 2\n2 3\n", b"1 2\n2 .\n"])
def test_what_is_no_board_in_rows_has_no_line(text):
    assert line_of_rows(b"1 2\n2 1\n", 2) == "1221"
    assert line_of_rows(text, 2) is None


@given(st.sets(st.integers(0, 10**20).map(board_name) | st.from_regex(r"[-+ 0-9_.]{0,4}\.txt", fullmatch=True)))
def test_only_the_name_of_a_number_is_the_name_of_a_board(names):
    with TemporaryDirectory() as folder:
        for name in names:
            (Path(folder) / name).touch()
        numbers = dict(board_files(Path(folder)))
        assert count_boards(Path(folder)) == len(numbers)
    assert all(name == f"{number}.txt" for name, number in numbers.items())
    assert numbers.keys() == {name for name in names if re.fullmatch("0|[1-9][0-9]*", name[:-4], re.ASCII)}


@pytest.mark.parametrize("name", ["٣.txt", "³.txt", "007.txt", "-1.txt", "1", "1.part", " 1.txt", "1_0.txt", "1.txt~"])
def test_names_that_look_like_a_boards_are_none(tmp_path, name):
    (tmp_path / name).touch()
    assert (list(board_files(tmp_path)), count_boards(tmp_path)) == ([], 0)


def test_a_folder_that_cannot_be_counted_is_named(tmp_path):
    (tmp_path / "\udcff").touch()
    with pytest.raises(NotADirectoryError) as error:
        count_boards(tmp_path / "\udcff")
    assert error.value.filename == str(tmp_path / "\udcff")


def test_only_files_of_boards_are_numbered_and_counted(tmp_path):
    assert (list(board_files(tmp_path / "none")), count_boards(tmp_path / "none")) == ([], 0)
    for name in (
        "0.txt",
        "7.txt",
        "12.txt",
        "007.txt",
        f"7.txt.{16 * 'a'}.part",
        "7.txt.part",
        "notes.txt",
        "-1.txt",
        "٣.txt",
        "7.TXT",
    ):
        (tmp_path / name).touch()
    (tmp_path / "8.txt").mkdir()
    (tmp_path / "9.txt").symlink_to("0.txt")
    expected = [("0.txt", 0), ("12.txt", 12), ("7.txt", 7), (f"7.txt.{16 * 'a'}.part", None)]
    assert sorted(board_files(tmp_path)) == expected
    assert count_boards(tmp_path) == 3
