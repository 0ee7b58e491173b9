import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.engine import rating
from board_catalogue.engine.grades import BOUNDS, Grade, grade_of
from board_catalogue.engine.rating import CARVED, puzzle_of_grade


@pytest.mark.parametrize("grade", Grade)
def test_a_9x9_puzzle_has_the_grade_asked_for(grade):
    puzzles = np.array([puzzle_of_grade(grade, seed=seed) for seed in range(20)])
    ratings = engine.rate(puzzles)
    assert (engine.count_solutions(puzzles) == 1).all()
    assert (ratings["status"] == engine.RatingStatus.RATED).all()
    assert {grade_of(int(rating)) for rating in ratings["rating"]} == {grade}
    assert len(np.unique(puzzles, axis=0)) == 20


def test_easy_and_medium_9x9_puzzles_have_more_clues_and_the_others_are_minimal():
    clues = {grade: np.count_nonzero(puzzle_of_grade(grade, seed=3)) for grade in ("easy", "medium")}
    assert clues == {"easy": 38, "medium": 31}
    assert all(engine.minimal(puzzle_of_grade(grade, seed=3)) for grade in ("hard", "fiendish", "diabolical"))


def test_it_is_the_first_puzzle_of_the_seed_that_has_the_grade():
    puzzles = engine.carve(engine.generate(320, seed=4), seed=4)
    for grade in ("hard", "fiendish", "diabolical"):
        low, high = BOUNDS[Grade(grade)]
        first = next(p for p in puzzles if low <= int(engine.rate(p)["rating"]) <= (high or 999))
        assert np.array_equal(puzzle_of_grade(grade, seed=4), first)


def test_a_later_batch_is_searched_and_the_search_has_an_end(monkeypatch):
    monkeypatch.setitem(BOUNDS, Grade.diabolical, (90, None))
    ratings = engine.rate(engine.carve(engine.generate(3_200, seed=1), seed=1))["rating"]
    assert ratings[:32].max() < 90 <= ratings.max()
    assert engine.rate(puzzle_of_grade("diabolical", seed=1))["rating"] == ratings[(ratings >= 90).argmax()]
    monkeypatch.setattr(rating, "MOST_BATCHES", 1)
    with pytest.raises(
        ValueError, match="no diabolical puzzle among the first 32 of seed 1: try another seed or grade"
    ):
        puzzle_of_grade("diabolical", seed=1)


@pytest.mark.parametrize(
    ("size", "blocks", "grades"),
    [
        (4, None, ["easy"]),
        (6, None, Grade),
        (6, "3x2", Grade),
        (8, None, Grade),
        (12, None, ["medium", "fiendish"]),
        (7, "none", Grade),
    ],
)
def test_a_puzzle_of_another_shape_has_the_grade_asked_for(size, blocks, grades):
    for grade in grades:
        if (size, blocks, grade) == (7, "none", "easy"):  # without blocks the easiest step is a hidden single on a line
            continue
        puzzle = puzzle_of_grade(grade, size=size, blocks=blocks, seed=3)
        assert engine.count_solutions(puzzle, blocks=blocks) == 1
        assert grade_of(int(engine.rate(puzzle, blocks=blocks)["rating"])) == grade


def test_a_small_board_without_a_puzzle_of_the_grade_says_so():
    with pytest.raises(
        ValueError, match="no diabolical puzzle among the first 3,200 of seed 1: try another seed or grade"
    ):
        puzzle_of_grade("diabolical", size=4, seed=1)


@pytest.mark.parametrize(("size", "clues"), [(16, [147, 119]), (25, [434, 353])])
def test_above_12x12_a_grade_has_as_many_clues_in_proportion_and_no_guess(size, clues):
    puzzles = np.array([puzzle_of_grade(grade, size=size, seed=1) for grade in ("easy", "medium")])
    assert np.count_nonzero(puzzles, axis=1).tolist() == clues
    assert engine.measure(puzzles)["guesses"].tolist() == [0, 0]


def test_above_12x12_a_higher_grade_takes_more_guesses():
    guesses = [
        int(engine.measure(puzzle_of_grade(grade, size=16, seed=2))["guesses"])
        for grade in ("hard", "fiendish", "diabolical")
    ]
    every = engine.measure(engine.carve(engine.generate(4, size=16, seed=2), seed=2))["guesses"]
    assert guesses == [every.min(), sorted(every)[2], every.max()]
    assert guesses[0] < guesses[1] < guesses[2]


@pytest.mark.parametrize(
    ("size", "count"), [(4, 500), (6, 300), (8, 200), (9, 500), (10, 100), (12, 40), (16, 5), (25, 5)]
)
def test_carving_leaves_as_many_clues_as_the_grades_assume(size, count):
    clues = np.count_nonzero(engine.carve(engine.generate(count, size=size, seed=4), seed=4), axis=1)
    assert clues.mean() == pytest.approx(CARVED[size], rel=0.03)


def test_an_unknown_grade_is_refused():
    with pytest.raises(ValueError, match="grade 'evil' is not one of easy, medium, hard, fiendish, diabolical"):
        puzzle_of_grade("evil", seed=1)


def test_an_unknown_size_is_refused():
    with pytest.raises(ValueError, match="size 5 has no usual blocks"):
        puzzle_of_grade("easy", size=5, seed=1)
