import re

import pytest

from board_catalogue import engine
from board_catalogue.engine import Grid
from board_catalogue.engine.teaching.making import collapse


def boards(out):
    return [Grid.parse(drawn) for drawn in re.findall(r"╔[^╝]*╝", out)]


@pytest.mark.daily("9")
@pytest.mark.parametrize("size", [4, 9])
def test_the_boards_of_the_seed_are_shown_with_their_dead_ends(call, size):
    done = call("demo", "--boards", 6, "--seed", 2, "--size", size)
    assert (done.status, done.err) == (0, "")
    assert boards(done.out) == [Grid(board) for board in engine.generate(6, size=size, seed=2)]
    assert (
        len(re.findall(r"^no cell breaks a rule, (a|no) rectangle has equal diagonals$", done.out, re.MULTILINE)) == 6
    )
    grids = [engine.Grid.parse(drawing) for drawing in re.findall(r"╔[^╝]*╝", done.out)]
    assert re.findall(r"(a|no) rectangle", done.out) == ["a" if grid.has_rectangle() else "no" for grid in grids]
    ends = [wave.dead_end for index in range(6) for wave in collapse(size, seed=2, index=index) if wave.dead_end]
    assert re.findall(r"^(cell r\d+c\d+) has nothing left, trying again$", done.out, re.MULTILINE) == ends
    assert ends or size == 4


@pytest.mark.daily("4-a")
@pytest.mark.parametrize(("size", "rectangle"), [(4, "a"), (9, "no"), (25, "no")])
def test_boards_made_of_one_block_are_shown_with_what_they_lack(call, size, rectangle):
    done = call("demo", "--boards", 3, "--seed", 2, "--size", size, "--method", "permutation")
    assert boards(done.out) == [Grid(board) for board in engine.generate(3, size=size, seed=2, method="permutation")]
    assert done.out.count(f"\nno cell breaks a rule, {rectangle} rectangle has equal diagonals\n") == 3


def test_a_delay_is_for_one_who_watches(call, error_of):
    assert "--delay needs --watch" in error_of(call("demo", "--delay", 5), status=2)


def test_what_is_not_collapsed_cannot_be_watched(call, error_of):
    assert "--watch needs --method wfc" in error_of(call("demo", "--method", "permutation", "--watch"), status=2)


@pytest.mark.slow_cases("16")
@pytest.mark.parametrize("size", [1, 16, pytest.param(25, marks=pytest.mark.slow)])
def test_other_sizes_are_shown(call, size):
    (board,) = boards(call("demo", "--boards", 1, "--seed", 2, "--size", size).out)
    assert board.is_solved
    assert size == 1 or board == Grid(engine.generate(1, size=size, seed=2)[0])


def test_a_size_there_is_not_is_told_in_one_line(call, error_of):
    told = error_of(call("demo", "--size", 5), status=2)
    assert "size 5 has no usual blocks: add --blocks none for a Latin square" in told
    assert "18 has no usual blocks: add --blocks 2x9, 3x6, 6x3, 9x2 or none" in error_of(
        call("demo", "--size", 18), status=2
    )
    assert "26 is more than 25" in error_of(call("demo", "--size", 26), status=2)
    assert "--blocks: blocks of 2x3 make a board of size 6, not 9" in error_of(
        call("demo", "--size", 9, "--blocks", "2x3"), status=2
    )


def test_other_shapes_are_shown(call):
    for by in ["collapse", "permutation"]:
        for words, blocks in [
            (("--size", 6), "2x3"),
            (("--blocks", "3x2"), "3x2"),
            (("--size", 5, "--blocks", "none"), "none"),
        ]:
            done = call("demo", "--boards", 1, "--seed", 2, "--method", by, *words)
            drawn = "".join(line for line in done.out.splitlines(keepends=True) if line[:1] in "╔║╠╚")
            board = Grid.parse(drawn, blocks=blocks)
            assert board.is_solved
            assert f"{board}\n" == drawn


@pytest.mark.daily("-1")
@pytest.mark.parametrize(("typed", "count"), [("", 1), ("\n", 2), ("\n\n\n", 4), ("\nq\n\n\n", 2), ("q\n", 1)])
def test_lines_of_a_pipe_count_like_keys(run, typed, count):
    done = run("demo", "--size", 4, input=typed)
    assert (done.status, done.err) == (0, "")
    assert len(boards(done.out)) == count
    assert "\x1b" not in done.out and "Enter" not in done.out


@pytest.mark.slow
def test_a_seed_that_is_drawn_is_told(run):
    seed = re.search(r"board 0 of seed (\d+)", first := run("demo", "--boards", 1, "--watch").out)[1]
    assert run("demo", "--boards", 1, "--seed", seed).out == first
