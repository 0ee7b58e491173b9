import re

import pytest

from board_catalogue.engine.teaching.search import band_levels

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def columns(out):
    lines = re.findall(r"^ *\d.*$", out, re.MULTILINE)
    return [[int(word.replace(",", "")) for word in line.split()] for line in lines]


def test_the_levels_of_the_empty_board_are_searched_and_computed(call):
    done = call("frontier", "--limit", 100)
    assert (done.status, done.err) == (0, "")
    rows = columns(done.out)
    assert rows[:4] == [[0, 1, 1, 0], [1, 9, 9, 1], [2, 72, 72, 2], [3, 504, 504, 3]]
    assert [row[1] for row in rows[4:]] == band_levels(9)[4:]
    assert "the search ended at level 3: it had more than 100 boards" in done.out


def test_the_levels_of_a_puzzle_are_searched_to_the_solution(call, tmp_path):
    (tmp_path / "puzzle").write_text(PUZZLE)
    rows = columns(call("frontier", tmp_path / "puzzle").out)
    assert [row[0] for row in rows] == [row[2] for row in rows] == list(range(52))
    assert (rows[-1][1], max(row[1] for row in rows)) == (1, 712)


@pytest.mark.parametrize("size", [1, 4, 16, 25])
def test_other_sizes_are_searched(call, size):
    done = call("frontier", "--size", size, "--limit", 20)
    assert columns(done.out)[1][:2] == [1, size]


def test_bad_input_is_told_in_one_line(call, tmp_path, error_of):
    assert "No such file" in error_of(call("frontier", tmp_path / "missing"))
    assert "size 5 has no usual blocks: add --blocks none" in error_of(call("frontier", "--size", 5), status=2)


def test_other_shapes_are_searched(call, tmp_path):
    assert columns(call("frontier", "--size", 6, "--limit", 200).out)[4][:2] == [4, 360]
    latin = columns(call("frontier", "--size", 3, "--blocks", "none").out)
    assert latin[9][:2] == [9, 12]  # the Latin squares of size 3
    (tmp_path / "latin").write_text("1 2 3\n. . .\n. . .\n")
    assert columns(call("frontier", tmp_path / "latin", "--blocks", "none").out)[6][:2] == [6, 2]
