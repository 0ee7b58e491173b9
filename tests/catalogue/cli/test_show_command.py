import re

import plain_view
import pytest

from board_catalogue import engine


@pytest.mark.parametrize("catalogue", ["filled", "filled_small"])
@pytest.mark.parametrize(("options", "drawn"), [((), "givens"), (("--solution",), "solution")])
def test_show_draws_a_board_under_its_numbers(call, request, catalogue, options, drawn):
    home = request.getfixturevalue(catalogue)
    puzzles = plain_view.puzzles(home)
    for puzzle in (puzzles[0], puzzles[-1]):
        done = call("show", puzzle["id"], *options, "--home", home)
        assert (done.status, done.err) == (0, "")
        heading, *legend, grid = re.fullmatch(
            r"(.*\nreference search: .*\n)(?:class \d+\n)?((?:clues.*\n)?)((?:[╔║╠╚].*\n)+)", done.out
        ).groups()
        assert legend == ["clues are marked '\n" if options else ""]
        assert grid.replace("'", " ") == f"{engine.Grid.parse(puzzle[drawn])}\n"
        kind = "minimal" if puzzle["minimal"] else "not minimal"
        assert heading.startswith(f"board {puzzle['id']}: {puzzle['clues']} clues, {kind}")
        numbers = [str(puzzle[name]) for name in ("id", "clues", "backtracks", "depth")]
        numbers[2:2] = re.findall(r"\d+", puzzle["pattern"] or "")
        assert re.findall(r"\d+", heading) == numbers


@pytest.mark.daily("filled")
@pytest.mark.parametrize("catalogue", ["filled", "filled_small"])
def test_a_solution_without_colours_marks_its_clues_and_can_be_read(call, request, catalogue):
    home = request.getfixturevalue(catalogue)
    for puzzle in plain_view.puzzles(home)[:5]:
        drawn = call("show", puzzle["id"], "--solution", "--home", home).out.partition("╔")[2]
        cells = re.findall(r"([1-9])('?)", drawn)
        assert "".join(digit if mark else "." for digit, mark in cells) == puzzle["givens"]
        assert engine.Grid.parse(f"╔{drawn}").line() == puzzle["solution"]


def test_an_unknown_number_is_refused_with_the_range_that_exists(call, filled, error_of):
    for number in (400, 10**18):
        assert f"no board {number}: the catalogue has boards 0 to 399" in error_of(
            call("show", number, "--home", filled)
        )


@pytest.mark.parametrize("words", [(), ("-1",), (1, 2)])
def test_a_wrong_call_is_told_in_one_line(call, filled, error_of, words):
    assert "catalogue show --help" in error_of(call("show", *words, "--home", filled), status=2)
