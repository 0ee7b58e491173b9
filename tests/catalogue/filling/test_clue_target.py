import numpy as np
import plain_view
import pytest
import reference

from board_catalogue import engine


def test_puzzles_of_a_wanted_clue_count_have_exactly_that_many(home, filled_by):
    filled_by(home, boards=300, clues=30)
    plain_view.assert_sound(home, count=300)
    puzzles = plain_view.puzzles(home)
    assert {puzzle["clues"] for puzzle in puzzles} == {30}
    for puzzle in puzzles[:10]:
        assert reference.count_solutions(plain_view.cells(puzzle["givens"]), 2) == 1


@pytest.mark.daily("5")
@pytest.mark.parametrize("clues", [4, 5, 6, 16])
def test_puzzles_are_those_of_the_oracle_and_where_the_count_is_out_of_reach_the_fewest_got(home, filled_by, clues):
    report = filled_by(home, size=4, boards=12, clues=clues)
    puzzles = plain_view.puzzles(home)
    for puzzle in puzzles:
        carved = reference.carve(plain_view.cells(puzzle["solution"]), 7, clues)
        assert plain_view.cells(puzzle["givens"]) == carved
        assert puzzle["minimal"] == reference.is_minimal(carved)
        assert puzzle["clues"] == reference.clues_of(carved) >= clues
    assert sum(report.clues.values()) == 12
    assert set(report.clues) == {puzzle["clues"] for puzzle in puzzles}


def test_fewer_clues_than_any_puzzle_has_are_refused_before_anything_is_made(home, filled_by):
    with pytest.raises(ValueError, match="no 4x4 puzzle with one solution has fewer than 4 clues"):
        filled_by(home, size=4, boards=1, clues=3)


@pytest.mark.slow
def test_a_count_out_of_reach_is_told_by_the_clues_that_are_kept(home, filled_by):
    report = filled_by(home, boards=2, clues=17)
    puzzles = plain_view.puzzles(home)
    assert min(puzzle["clues"] for puzzle in puzzles) > 17
    assert all(puzzle["minimal"] for puzzle in puzzles)  # the carving ended because no clue could go
    assert report.clues.total() == 2
    assert min(report.clues) > 17


def test_minimal_or_not_is_kept_for_every_puzzle(home, filled_by):
    filled_by(home, boards=30, clues=25)
    filled_by(home, boards=20)
    puzzles = plain_view.puzzles(home)
    givens = np.array([plain_view.cells(puzzle["givens"]) for puzzle in puzzles], np.uint8)
    flags = [puzzle["minimal"] for puzzle in puzzles]
    assert flags == engine.minimal(givens).tolist()
    assert set(flags[:30]) == {True, False}
    for place in (flags.index(True), flags.index(False)):
        assert reference.is_minimal(givens[place].tolist()) == flags[place]


def test_a_wanted_clue_count_does_not_change_which_boards_there_are(home, filled_by, tmp_path):
    filled_by(home, boards=40, clues=30)
    filled_by(tmp_path / "other", boards=40)
    assert plain_view.files(home) == plain_view.files(tmp_path / "other")


@pytest.mark.slow
def test_puzzles_do_not_depend_on_threads_with_a_clue_count_either(home, filled_by, tmp_path, monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.runs.filling.BATCH", 16)
    filled_by(home, boards=200, clues=26, threads=4)
    filled_by(tmp_path / "other", boards=200, clues=26, threads=1)
    assert plain_view.contents(home) == plain_view.contents(tmp_path / "other")
