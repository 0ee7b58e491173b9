import plain_view
import pytest
import reference

from board_catalogue import engine


@pytest.mark.daily("antidiagonal", "mirrors")
@pytest.mark.parametrize("pattern", engine.PATTERNS)
def test_every_puzzle_of_a_fill_has_the_pattern(home, filled_by, pattern):
    filled_by(home, boards=20, pattern=pattern)
    plain_view.assert_sound(home, 20)
    for puzzle in plain_view.puzzles(home):
        assert puzzle["pattern"] in engine.native.patterns_within(pattern)
        clues = {cell for cell, symbol in enumerate(puzzle["givens"]) if symbol != "."}
        assert all(orbit <= clues or not orbit & clues for orbit in reference.orbits(9, pattern))


@pytest.mark.slow
def test_what_is_kept_as_minimal_is_minimal_clue_by_clue(home, filled_by):
    filled_by(home, boards=100, pattern="diagonals")
    puzzles = plain_view.puzzles(home)
    assert [puzzle["minimal"] for puzzle in puzzles] == [
        reference.is_minimal(plain_view.cells(puzzle["givens"])) for puzzle in puzzles
    ]


def test_a_pattern_and_a_clue_count_go_together(home, filled_by):
    filled_by(home, boards=60, pattern="rotate180", clues=30)
    assert {puzzle["clues"] for puzzle in plain_view.puzzles(home)} <= {30, 31}


def test_the_threads_do_not_matter(home, tmp_path, filled_by):
    filled_by(home, boards=200, pattern="rotate90", threads=4)
    filled_by(tmp_path / "other", boards=200, pattern="rotate90", threads=1)
    assert plain_view.contents(home) == plain_view.contents(tmp_path / "other")


def test_the_command_takes_a_pattern_and_query_finds_it(home, call):
    assert call("fill", "--count", 20, "--seed", 5).status == 0
    assert call("fill", "--count", 20, "--pattern", "mirrors").status == 0
    for pattern in ("mirrors", "mirror", "flip", "rotate180"):
        assert call("query", "--pattern", pattern, "--count-only").out == "20\n"
    assert call("query", "--pattern", "all", "--count-only").out == "0\n"
    assert ", mirrors" in call("show", 20).out.splitlines()[0]
    assert "mirrors" not in call("show", 0).out


@pytest.mark.parametrize("command", ["fill", "query"])
def test_an_unknown_pattern_is_refused_before_anything_is_made(home, call, error_of, command):
    words = ("--count", 5) if command == "fill" else ()
    assert "'--pattern': 'star' is not one of rotate180, rotate90" in error_of(
        call(command, *words, "--pattern", "star"), 2
    )
    assert not plain_view.exists(home)
