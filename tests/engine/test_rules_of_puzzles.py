"""One function for each thing that is done with a puzzle: with rules, or without."""

from contextlib import suppress

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.engine.rules.houses import rate_ruled
from board_catalogue.engine.rules.making import boards_ruled, carve_ruled
from board_catalogue.engine.rules.solving import measure_ruled, solve_ruled, true_candidates_ruled
from board_catalogue.engine.rules.symmetry import canonical_ruled

RULES = "diagonal"


@pytest.fixture(scope="module")
def diagonal():
    return engine.Variant.of(6, engine.Use("diagonal"))


@pytest.fixture(scope="module")
def boards(diagonal):
    return boards_ruled(diagonal, 20, seed=3)


@pytest.fixture(scope="module")
def puzzles(diagonal, boards):
    return carve_ruled(diagonal, boards, seed=3)


def test_boards_and_puzzles_are_made_under_rules(diagonal, boards, puzzles):
    assert (engine.generate(20, size=6, seed=3, rules=RULES) == boards).all()
    assert (engine.carve(boards, seed=3, rules=RULES) == puzzles).all()
    assert (engine.carve(boards[4:], seed=3, start=4, rules=diagonal) == puzzles[4:]).all()


@pytest.mark.parametrize("given", ["names", "variant", "rules", "each"])
def test_every_form_of_rules_means_the_same(diagonal, boards, puzzles, given):
    rules = {"names": RULES, "variant": diagonal, "rules": diagonal.rules, "each": [diagonal] * len(puzzles)}[given]
    assert (engine.solve(puzzles, rules) == boards).all()
    found = engine.solve(puzzles, rules, limit=3)
    assert (found.solutions == boards).all() and (found.counts == 1).all()
    assert (engine.count_solutions(puzzles, rules) == 1).all()
    assert (engine.measure(puzzles, rules) == measure_ruled(diagonal, puzzles)).all()
    assert (engine.true_candidates(puzzles, rules) == true_candidates_ruled(diagonal, puzzles)).all()


def test_ratings_and_steps_under_rules(diagonal, puzzles):
    assert (engine.rate(puzzles, RULES) == rate_ruled(diagonal, puzzles)).all()
    variant = diagonal.with_givens(tuple(puzzles[0].tolist()))
    assert engine.steps(puzzles[0], RULES) == engine.steps(variant)
    masks = np.full(36, 63)
    assert engine.find_step("hidden-single", puzzles[0], masks, RULES) == engine.find_step(
        "hidden-single", variant, masks
    )


def test_a_variant_brings_its_rules(diagonal, boards, puzzles):
    variants = [diagonal.with_givens(tuple(row.tolist())) for row in puzzles]
    assert (engine.solve(variants) == boards).all()
    assert engine.solve(variants[0]).tolist() == boards[0].tolist()
    assert engine.count_solutions(variants[0]) == 1
    assert (engine.rate(variants) == engine.rate(puzzles, RULES)).all()


def test_a_single_puzzle_has_an_answer_without_a_batch(boards, puzzles):
    square = puzzles[0].reshape(6, 6)
    assert engine.solve(square, RULES).tolist() == boards[0].reshape(6, 6).tolist()
    assert engine.count_solutions(square, RULES).shape == ()
    assert engine.measure(square, RULES)["solutions"] == 1


def test_plain_puzzles_count_with_a_limit_too():
    boards = engine.generate(5, seed=1)
    puzzles = engine.carve(boards, seed=1)
    puzzles[0, puzzles[0].nonzero()[0][0]] = 0
    found = engine.solve(puzzles, limit=5)
    assert (found.counts == engine.count_solutions(puzzles, limit=5)).all() and found.counts[0] > 1
    assert (found.solutions[1:] == boards[1:]).all()
    plain = engine.Variant.of(9)
    assert (found.counts == solve_ruled(plain, puzzles, limit=5)[1]).all()
    assert (engine.true_candidates(puzzles) == true_candidates_ruled(plain, puzzles)).all()


def test_least_images_under_rules(diagonal, boards):
    least = engine.canonical(boards, symmetry="full", rules=diagonal)
    assert (least == canonical_ruled(diagonal.rules, boards)).all()


def test_an_old_name_says_the_new_call():
    with pytest.raises(AttributeError, match=r"engine.solve\(puzzles, rules, limit=2\)"):
        engine.solve_under  # noqa: B018
    with pytest.raises(AttributeError, match=r"engine.generate\("):
        engine.boards_under  # noqa: B018


@pytest.mark.parametrize("call", [engine.solve, engine.rate, engine.measure, engine.count_solutions])
def test_rules_that_do_not_fit_are_refused(call, puzzles):
    with pytest.raises(ValueError):
        call(puzzles, "no such rule")
    with pytest.raises(ValueError):
        call(puzzles, engine.Variant.of(9, engine.Use("diagonal")))


# --- Boards as text ---


def test_boards_are_taken_as_text():
    import pandas as pd
    import pyarrow as pa

    boards = engine.generate(3, seed=5)
    puzzles = engine.carve(boards, seed=5)
    lines = ["".join(map(str, row)) for row in puzzles.tolist()]
    dotted = [line.replace("0", ".") for line in lines]
    for given in (lines, dotted, np.array(lines), pd.Series(lines), pa.array(lines), pa.chunked_array([lines])):
        assert (engine.solve(given) == boards).all()
        assert (engine.count_solutions(given) == 1).all()
        assert (engine.rate(given) == engine.rate(puzzles)).all()
    assert engine.solve(dotted[0]).tolist() == boards[0].tolist()
    assert engine.rate(dotted[0]) == engine.rate(puzzles[0])
    with pytest.raises(ValueError, match="not a board"):
        engine.solve("12345")


@pytest.mark.slow
def test_an_array_that_another_thread_changes_does_no_harm():
    import threading

    puzzles = engine.carve(engine.generate(2000, seed=1), seed=1)
    stop = threading.Event()

    def disturb():
        while not stop.is_set():
            puzzles[:] = 255
            puzzles[:] = 0

    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        for _ in range(20):
            for call in (engine.count_solutions, engine.measure, lambda boards: engine.rate(boards[:50])):
                with suppress(ValueError):  # a digit of 255 was seen and refused
                    call(puzzles)
    finally:
        stop.set()
        thread.join()
