import re

import plain_view
import pytest

import engine


@pytest.mark.parametrize("catalogue", ["filled", "filled_small"])
@pytest.mark.parametrize(("options", "drawn"), [((), "givens"), (("--solution",), "solution")])
def test_show_draws_a_board_under_its_numbers(call, request, catalogue, options, drawn):
    home = request.getfixturevalue(catalogue)
    puzzles = plain_view.puzzles(home)
    for puzzle in (puzzles[0], puzzles[-1]):
        done = call("show", puzzle["id"], *options, "--home", home)
        assert (done.status, done.err) == (0, "")
        heading, _, grid = done.out.partition("\n")
        assert grid == f"{engine.Grid.parse(puzzle[drawn])}\n"
        kind = "minimal" if puzzle["minimal"] else "not minimal"
        assert heading.startswith(f"board {puzzle['id']}: {puzzle['clues']} clues, {kind}")
        numbers = [str(puzzle[name]) for name in ("id", "clues", "guesses", "nodes", "max_depth")]
        numbers[2:2] = re.findall(r"\d+", puzzle["pattern"] or "")
        assert re.findall(r"\d+", heading) == numbers


def test_an_unknown_number_is_refused_with_the_range_that_exists(call, filled, error_of):
    for number in (400, 10**18):
        assert f"no board {number}: the catalogue has boards 0 to 399" in error_of(
            call("show", number, "--home", filled)
        )


@pytest.mark.parametrize("words", [(), ("x",), ("-1",), ("1-2",), (1, 2)])
def test_a_wrong_call_is_told_in_one_line(call, filled, error_of, words):
    assert "catalogue show --help" in error_of(call("show", *words, "--home", filled), status=2)
