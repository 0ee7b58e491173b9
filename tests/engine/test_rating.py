"""Ratings beside an oracle, the numbers that are stored, which never change, and puzzles of a grade."""

import csv
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import berthier
import numpy as np
import positions
import pytest
from path_checks import check_path
from processor_levels import levels

from board_catalogue import engine
from board_catalogue.engine import native
from board_catalogue.engine.grades import BOUNDS, Grade, grade_of
from board_catalogue.engine.native import core, technique_of
from board_catalogue.engine.paths.rated import Rater
from board_catalogue.engine.rating import CARVED, USUAL_HOUSES, find_puzzle
from board_catalogue.engine.shape import Shape

# Puzzles that everyone knows, with the ratings under which they are known.
KNOWN = {
    "Golden Nugget": (".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....", 119),
    "Easter Monster": ("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1", 116),
    "AI Escargot": ("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 105),
}

# Rated by Sudoku Explainer (1to9only/SudokuExplainer, commit 729c00e). Were the patterns of direct steps to remove
# candidates, as in a later fork, each would have the second rating, which is lower.
WITH_DIRECT_STEPS = [
    ("................12..3.45........3......12...6..5...4.......75...2......861.......", 26, 17),
    ("................12..3.45........1......2....6.75...4......8.5...9.......62.9.....", 20, 17),
    ("................12....34..5......3....6..74...8.2........1....83.4...6..7........", 34, 26),
    ("................12....345.....1....6..5.......37.........8......9....37.1..2.6...", 26, 23),
    ("................12....34..5......6......783...25.........2...694........8.1......", 26, 25),
    ("8......49..78.1.......5.2.............971......2.948.3....4.9...3......5..49857..", 30, 20),
    ("......31.6..5.....2...4.....39..8..........42.1.......5..6....7.8....9......5....", 36, 28),
]


def puzzle_of_grade(grade, **how):
    return find_puzzle(grade, **how).puzzle


def parse(text):
    return np.array([0 if digit in ".0" else int(digit) for digit in text], np.uint8)


def random_puzzles(seed, count):
    boards = engine.generate(count, seed=seed)
    return engine.carve(boards, seed=seed), boards


@pytest.mark.parametrize(("text", "rating"), KNOWN.values(), ids=KNOWN)
@pytest.mark.slow
def test_known_puzzles_have_the_rating_they_are_known_by(text, rating):
    assert engine.rate(parse(text))["rating"] == rating


@pytest.mark.parametrize(("text", "rating", "lower"), WITH_DIRECT_STEPS)
def test_a_direct_step_only_places_its_digit(text, rating, lower):
    steps = engine.steps(parse(text))
    direct = [step for step in steps if step.technique.startswith("direct-")]
    assert direct and all(step.placement and not step.eliminations for step in direct)
    assert engine.rate(parse(text))["rating"] == max(step.rating for step in steps) == rating > lower


def test_ratings_are_those_that_sudoku_explainer_gave():
    # RATINGS names a file of puzzle, rating (such as 7.2) and group, tab-separated below a line of headings.
    if "RATINGS" not in os.environ:
        pytest.skip("set RATINGS to a file of puzzles that Sudoku Explainer rated")
    with Path(os.environ["RATINGS"]).open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    ours = engine.rate(np.array([parse(row["puzzle"]) for row in rows]))["rating"]
    theirs = np.array([round(10 * float(row["er"])) for row in rows])
    assert np.array_equal(ours, theirs)


def test_published_ratings_are_compared_file_by_file(tmp_path):
    texts, ratings = zip(*((text, rating / 10) for text, rating, _ in WITH_DIRECT_STEPS), strict=True)
    for name, said in (("000", ratings), ("001", (9.9, *ratings[1:]))):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}-puzzles.txt").write_text("".join(f"{text} 1\n" for text in texts))
        (tmp_path / name / f"{name}-SER.txt").write_text("".join(f"{rating}\n" for rating in said))
    (tmp_path / "002-SER.txt").write_text("1.2\n")
    (right, wrong), alone = berthier.pairs(tmp_path)
    assert alone == 1
    assert berthier.differences(*right, threads=2) == (len(texts), [])
    assert berthier.differences(*wrong, threads=1) == (len(texts), [f"{texts[0]} 2.6 here, 9.9 there"])
    right[1].write_text("1.2\n")
    with pytest.raises(ValueError, match=r"has 7 puzzles, .* has 1 ratings"):
        berthier.differences(*right, threads=1)


@pytest.mark.slow
@pytest.mark.parametrize("count", [150, pytest.param(20_000, marks=pytest.mark.fuzz)])
def test_a_path_is_sound_complete_and_what_the_rating_says(count):
    puzzles, boards = random_puzzles(91, count)
    for puzzle, board, rating in zip(puzzles.tolist(), boards.tolist(), engine.rate(puzzles), strict=True):
        check_path(puzzle, board, rating)


@pytest.mark.slow
def test_every_step_comes_from_the_first_family_that_applies():
    for puzzle in random_puzzles(92, 20)[0].tolist():
        for position, step in positions.along(puzzle):
            found = (positions.find(family, position) for family in engine.paths.rated.FAMILIES)
            assert next(filter(None, found)) == step


@pytest.mark.daily("1.9")
@pytest.mark.parametrize("ceiling", [1.2, 1.9, 2.3, 4.5, 6.2, 7.1])
def test_a_ceiling_cuts_off_exactly_the_puzzles_above_it(ceiling):
    puzzles, _ = random_puzzles(93, 200)
    full, cut = engine.rate(puzzles), engine.rate(puzzles, ceiling=ceiling)
    above = full["rating"] > round(10 * ceiling)
    assert np.array_equal(cut["status"] == engine.RatingStatus.ABOVE, above)
    assert np.array_equal(cut[~above], full[~above])
    assert not cut["rating"][above].any() and (cut["hardest"][above] == -1).all()
    assert not engine.native.technique_counts(cut)[above].any()


def test_the_ratings_make_a_table_of_pandas_with_a_column_for_each_technique():
    pandas = pytest.importorskip("pandas")
    puzzles, _ = random_puzzles(94, 100)
    ratings = engine.rate(puzzles)
    table = pandas.DataFrame(ratings)
    assert table["rating"].tolist() == ratings["rating"].tolist()
    names = [technique.name for technique in engine.TECHNIQUES]
    numbers = [technique.number for technique in engine.TECHNIQUES]
    assert np.array_equal(table[names].to_numpy(), engine.native.technique_counts(ratings)[:, numbers])
    assert list(ratings.dtype.names[6:]) == names


def test_the_counts_of_techniques_are_those_of_whole_ratings():
    puzzles, _ = random_puzzles(95, 3)
    ratings = engine.rate(puzzles)
    counts = engine.native.technique_counts(ratings)
    assert np.array_equal(engine.native.technique_counts(ratings[1:]), counts[1:])
    assert np.array_equal(engine.native.technique_counts(ratings[0]), counts[0])
    with pytest.raises(TypeError, match="what engine"):
        engine.native.technique_counts(ratings[["rating", "pearl"]])


def test_puzzles_without_exactly_one_solution_say_so(puzzles_by_kind):
    kinds = puzzles_by_kind(9, 94, 50)
    puzzles = np.vstack(list(kinds.values()))
    solutions, ratings = engine.count_solutions(puzzles), engine.rate(puzzles)
    status = engine.RatingStatus
    expected = np.choose(solutions, [status.NO_SOLUTION, status.RATED, status.SEVERAL_SOLUTIONS])
    assert np.array_equal(ratings["status"], expected)
    assert not ratings["rating"][solutions != 1].any()


def test_a_full_board_needs_no_step():
    board = engine.generate(1, seed=95)[0]
    rating = engine.rate(board)
    assert rating.shape == ()
    assert (rating["status"], rating["rating"], rating["hardest"]) == (engine.RatingStatus.RATED, 0, -1)
    assert engine.steps(board) == []


def test_an_empty_batch_has_no_ratings():
    assert engine.rate(np.zeros((0, 81), np.uint8)).shape == (0,)


def test_steps_are_of_one_puzzle_with_one_solution(puzzles_by_kind):
    kinds = puzzles_by_kind(9, 94, 5)
    with pytest.raises(ValueError, match="one puzzle has shape"):
        engine.steps(kinds["unique"])
    with pytest.raises(ValueError, match="the puzzle has several solutions"):
        engine.steps(np.zeros(81, np.uint8))
    with pytest.raises(ValueError, match="the puzzle has no solution"):
        engine.steps(kinds["clashing"][0])


def test_find_step_wants_a_family_and_81_masks():
    puzzle = np.zeros(81, np.uint8)
    with pytest.raises(ValueError, match="no family 'guessing'"):
        engine.find_step("guessing", puzzle, np.full(81, 511))
    for shapes in ((81, 80), (80, 81), ((1, 81), (1, 81))):
        with pytest.raises(ValueError, match="shape"):
            engine.find_step("x-wing", np.zeros(shapes[0], np.uint8), np.full(shapes[1], 511))
    for masks in (np.full(81, 512), np.full(81, -1), np.full(81, 1.0), [-1] * 81, np.full(81, 70000)):
        with pytest.raises(ValueError, match="masks of 9 bits"):
            engine.find_step("x-wing", puzzle, masks)


def test_find_step_takes_masks_of_any_whole_type_and_leaves_them_alone():
    puzzle = engine.carve(engine.generate(1, seed=95)[0], seed=95)
    masks = np.full(81, 511, np.uint16)
    masks.flags.writeable = False
    found = engine.find_step(engine.paths.rated.FAMILIES[0], puzzle, masks)
    assert found is not None
    assert found == engine.find_step(engine.paths.rated.FAMILIES[0], puzzle, masks.astype(np.int64))


@pytest.mark.parametrize("ceiling", [-0.1, float("nan"), -float("inf")])
def test_a_ceiling_that_is_no_rating_is_refused(ceiling):
    with pytest.raises(ValueError, match="is no rating"):
        engine.rate(np.zeros(81, np.uint8), ceiling=ceiling)


def test_a_ceiling_above_all_ratings_is_none():
    puzzles = engine.carve(engine.generate(20, seed=96), seed=96)
    for ceiling in (99, 1e12, float("inf")):
        assert np.array_equal(engine.rate(puzzles, ceiling=ceiling), engine.rate(puzzles))


@pytest.mark.slow_cases("v4")
@levels
def test_every_level_of_processor_gives_the_same_ratings(level):
    puzzles, _ = random_puzzles(96, 400)
    expected = engine.rate(puzzles)
    answers = np.zeros_like(expected)
    solutions = engine.count_solutions(puzzles)
    native.load(level).rating9.rate(Shape.of(9), puzzles, USUAL_HOUSES, 999, solutions, answers.view(np.uint8))
    assert np.array_equal(answers, expected)


def test_the_rater_for_any_shape_gives_the_same_ratings_as_the_one_for_9x9():
    puzzles, _ = random_puzzles(98, 100)
    expected = engine.rate(puzzles)
    answers = np.zeros_like(expected)
    native.core.any_rating.rate(
        Shape.of(9), puzzles, USUAL_HOUSES, 999, engine.count_solutions(puzzles), answers.view(np.uint8)
    )
    assert np.array_equal(answers, expected)


def test_chains_among_more_candidates_than_a_register_holds_are_sound_and_the_same_for_any_shape():
    random, found = np.random.default_rng(99), 0
    boards = engine.generate(30, seed=99)
    for board, puzzle in zip(boards, engine.carve(boards, seed=99, clues=22), strict=True):
        fewer = np.where(random.random(81) < 0.25, 0, puzzle).tolist()
        position = positions.struck(fewer, board, random, 0.15)
        if sum(map(len, position.candidates)) <= 256:
            continue
        step = positions.find("chains", position)
        values, masks = np.array(fewer, np.uint8), positions.masks(position.candidates)
        assert step == Rater(core.any_rating, Shape.of(9), USUAL_HOUSES).find("chains", values, masks)
        found += step is not None
        assert not step or all(board[cell] != digit for cell, digit in step.eliminations)
    assert found >= 5


@pytest.mark.slow
def test_four_threads_give_the_ratings_of_one():
    puzzles, _ = random_puzzles(97, 800)
    with ThreadPoolExecutor(4) as pool:
        together = np.concatenate(list(pool.map(engine.rate, np.array_split(puzzles, 8))))
    assert np.array_equal(together, engine.rate(puzzles))


NUMBERS = {
    "last-value": 0,
    "hidden-single-block": 1,
    "hidden-single-line": 2,
    "direct-pointing": 3,
    "direct-claiming": 4,
    "direct-hidden-pair": 5,
    "naked-single": 6,
    "direct-hidden-triplet": 7,
    "pointing": 8,
    "claiming": 9,
    "naked-pair": 10,
    "x-wing": 11,
    "hidden-pair": 12,
    "naked-triplet": 13,
    "swordfish": 14,
    "hidden-triplet": 15,
    "xy-wing": 16,
    "xyz-wing": 17,
    "unique-rectangle": 18,
    "unique-loop": 19,
    "naked-quad": 20,
    "jellyfish": 21,
    "hidden-quad": 22,
    "bug-1": 23,
    "bug-2": 24,
    "bug-3": 25,
    "bug-4": 26,
    "aligned-pair-exclusion": 27,
    "x-cycle": 28,
    "y-cycle": 29,
    "x-chain": 30,
    "xy-cycle": 31,
    "forcing-chain": 32,
    "aligned-triplet-exclusion": 33,
    "nishio": 34,
    "cell-chains": 35,
    "region-chains": 36,
    "dynamic-chains": 37,
    "dynamic-chains-plus": 38,
    "nested-chains": 39,
    "nested-multiple-chains": 40,
    "nested-dynamic-chains": 41,
    "twice-nested-chains": 42,
}
"""A new technique is added at the end, with the next number; no line here ever changes."""


def test_every_technique_keeps_its_number():
    assert {technique.name: technique.number for technique in engine.TECHNIQUES} == NUMBERS
    assert list(NUMBERS.values()) == list(range(len(NUMBERS)))
    assert all(technique_of(number).name == name for name, number in NUMBERS.items())


def test_every_status_keeps_its_number():
    assert {status.name: status.value for status in engine.RatingStatus} == {
        "RATED": 0,
        "ABOVE": 1,
        "NO_SOLUTION": 2,
        "SEVERAL_SOLUTIONS": 3,
        "BEYOND": 4,
    }
    assert [status.name.lower() for status in engine.RatingStatus] == core.statuses


def test_the_versions_of_stored_results():
    assert (engine.native.METRICS_VERSION, engine.grades.RATING_VERSION, engine.grades.SCORE_VERSION) == (3, 2, 1)


@pytest.mark.daily("easy", "hard", "fiendish")
@pytest.mark.parametrize("grade", Grade)
def test_a_9x9_puzzle_has_the_grade_asked_for(grade):
    puzzles = np.array([puzzle_of_grade(grade, seed=seed) for seed in range(6)])
    ratings = engine.rate(puzzles)
    assert (engine.count_solutions(puzzles) == 1).all()
    assert (ratings["status"] == engine.RatingStatus.RATED).all()
    assert {grade_of(int(rating)) for rating in ratings["rating"]} == {grade}
    assert len(np.unique(puzzles, axis=0)) == 6


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


@pytest.mark.slow
def test_a_later_batch_is_searched_and_the_search_has_an_end(monkeypatch):
    monkeypatch.setitem(BOUNDS, Grade.diabolical, (90, None))
    ratings = engine.rate(engine.carve(engine.generate(3_200, seed=1), seed=1))["rating"]
    assert ratings[:32].max() < 90 <= ratings.max()
    assert engine.rate(puzzle_of_grade("diabolical", seed=1))["rating"] == ratings[(ratings >= 90).argmax()]
    monkeypatch.setattr(engine.rating, "MOST_BATCHES", 1)
    with pytest.raises(
        ValueError, match="no diabolical puzzle among the first 32 of seed 1: try another seed or grade"
    ):
        puzzle_of_grade("diabolical", seed=1)


@pytest.mark.daily("6-3x2-Grade", "7-none-Grade", "4-None-grades0")
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


@pytest.mark.slow_cases("25-clues1")
@pytest.mark.parametrize(("size", "clues"), [(16, [147, 119]), (25, [434, 353])])
def test_above_12x12_a_grade_has_as_many_clues_in_proportion_and_no_guess(size, clues):
    puzzles = np.array([puzzle_of_grade(grade, size=size, seed=1) for grade in ("easy", "medium")])
    assert np.count_nonzero(puzzles, axis=1).tolist() == clues
    assert engine.measure(puzzles)["guesses"].tolist() == [0, 0]


@pytest.mark.slow
def test_above_12x12_a_higher_grade_takes_more_guesses():
    guesses = [
        int(engine.measure(puzzle_of_grade(grade, size=16, seed=2))["guesses"])
        for grade in ("hard", "fiendish", "diabolical")
    ]
    every = engine.measure(engine.carve(engine.generate(4, size=16, seed=2), seed=2))["guesses"]
    assert guesses == [every.min(), sorted(every)[2], every.max()]
    assert guesses[0] < guesses[1] < guesses[2]


@pytest.mark.daily("6-300", "9-500")
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
