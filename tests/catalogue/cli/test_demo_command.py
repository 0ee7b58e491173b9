import re

import pytest

import engine
from engine import Grid
from engine.collapse import collapse


def boards(out):
    return [Grid.parse(drawn) for drawn in re.findall(r"╔[^╝]*╝", out)]


@pytest.mark.parametrize("size", [4, 9])
def test_the_boards_of_the_seed_are_shown_with_their_dead_ends(call, size):
    done = call("demo", "--boards", 6, "--seed", 2, "--size", size)
    assert (done.status, done.err) == (0, "")
    assert boards(done.out) == [Grid(board) for board in engine.generate(6, size=size, seed=2)]
    assert done.out.count("\n0 invalid cells\n") == 6
    ends = [wave.dead_end for index in range(6) for wave in collapse(size, seed=2, index=index) if wave.dead_end]
    told = re.findall(r"^cell r(\d+)c(\d+) has nothing left, trying again$", done.out, re.MULTILINE)
    assert [(int(row) - 1, int(column) - 1) for row, column in told] == ends
    assert ends or size == 4


@pytest.mark.parametrize("size", [1, 16])
def test_other_sizes_are_shown(call, size):
    (board,) = boards(call("demo", "--boards", 1, "--seed", 2, "--size", size).out)
    assert board.size == size and board.is_solved


@pytest.mark.parametrize("size", [25, 5])
def test_a_size_it_cannot_make_is_told_in_one_line(call, error_of, size):
    assert f"--size {size} is not one of 1, 4, 9, 16" in error_of(call("demo", "--size", size), status=2)


@pytest.mark.parametrize(("typed", "count"), [("", 1), ("\n", 2), ("\n\n\n", 4), ("\nq\n\n\n", 2), ("q\n", 1)])
def test_lines_of_a_pipe_count_like_keys(run, typed, count):
    done = run("demo", "--size", 4, input=typed)
    assert (done.status, done.err) == (0, "")
    assert len(boards(done.out)) == count
    assert "\x1b" not in done.out and "Enter" not in done.out


def test_a_seed_that_is_drawn_is_told(run):
    seed = re.search(r"board 0 of seed (\d+)", first := run("demo", "--boards", 1, "--watch").out)[1]
    assert run("demo", "--boards", 1, "--seed", seed).out == first
