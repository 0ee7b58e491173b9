"""Arguments: boards as text, arrays that another thread changes meanwhile, and odd things in place of rules."""

import threading
from contextlib import contextmanager, suppress

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.engine.boards import as_lines

BOARDS = engine.generate(60, seed=5)
PUZZLES = engine.carve(BOARDS, seed=5)
MARKS = np.full(81, 511)
DIAGONAL = engine.Rulebook.read("diagonal").board
DIAGONAL_BOARD = engine.generate(1, seed=1, rules="diagonal")

OF_PUZZLES = {
    "solve": engine.solve,
    "solve limit": lambda boards: engine.solve(boards, limit=2).solutions,
    "solve rules": lambda boards: engine.solve(boards, "anti-king", limit=2).counts,
    "count_solutions": engine.count_solutions,
    "measure": engine.measure,
    "textbook": engine.solving.textbook,
    "minimal": engine.minimal,
    "pattern_of": engine.carving.pattern_of,
    "rate": lambda boards: engine.rate(boards, ceiling=2.0),
    "score": engine.score,
    "puzzle_keys": engine.puzzle_keys,
    "true_candidates": engine.true_candidates,
    "check": lambda boards: np.stack(engine.check(boards, boards)),
}
OF_BOARDS = {
    "canonical": lambda boards: engine.canonical(boards, symmetry="full"),
    "keys": engine.keys,
    "pack": engine.symmetry.pack,
    "rank": engine.rank,
    "automorphisms": engine.symmetry.automorphisms,
    "carve": lambda boards: engine.carve(boards, seed=1),
    "carve_weighted": lambda boards: engine.carving.carve_weighted(boards, seed=1)[0],
    "random_images": lambda boards: engine.random_images(boards, 3),
}
OF_ONE = {
    "steps": lambda puzzle: [step.sentence for step in engine.steps(puzzle)],
    "solving_steps": lambda puzzle: [step.sentence for step in engine.paths.scored.solving_steps(puzzle)],
    "next_step": lambda puzzle: engine.next_step(puzzle, puzzle).sentence,
    "mistakes": lambda puzzle: engine.mistakes(puzzle, puzzle),
    "find_step": lambda puzzle: engine.find_step(engine.paths.rated.FAMILIES[0], puzzle, MARKS),
    "find_solving_steps": lambda puzzle: engine.paths.scored.find_solving_steps("hidden-single", puzzle, puzzle, MARKS),
    "next_solving_step": lambda puzzle: engine.paths.scored.next_solving_step(puzzle, puzzle, MARKS).sentence,
    "completions": lambda puzzle: next(engine.carving.completions(puzzle)).tolist(),
    "vicinity": lambda puzzle: next(engine.carving.vicinity(puzzle, remove=1, add=1)).tolist(),
    "Grid": lambda puzzle: engine.Grid(puzzle).line(),
    "with_givens": lambda puzzle: DIAGONAL.with_givens(puzzle).givens,
}


def in_forms(boards):
    """The boards as texts: a list, an array, a column of pandas, one of Arrow."""
    lines = as_lines(boards)
    yield lines
    yield tuple(line.replace(".", "0") for line in lines)
    yield np.array(lines)
    with suppress(ImportError):
        import pandas

        yield pandas.Series(lines, dtype=object)
        yield pandas.Series(lines, dtype="string")
    with suppress(ImportError):
        import pyarrow

        yield pyarrow.array(lines)
        yield pyarrow.chunked_array([lines[:9], lines[9:]])


@pytest.mark.slow_cases("textbook", "rank")
@pytest.mark.parametrize("name", [*OF_PUZZLES, *OF_BOARDS])
def test_boards_are_taken_as_text(name):
    call, boards = (OF_PUZZLES[name], PUZZLES) if name in OF_PUZZLES else (OF_BOARDS[name], BOARDS)
    if name == "textbook":
        boards = boards[:12]
    expected = call(boards)
    for form in in_forms(boards):
        assert (call(form) == expected).all(), type(form)
    one = call(boards[0])
    assert np.array_equal(call(as_lines(boards[:1])[0]), one)


@pytest.mark.parametrize("name", OF_ONE)
def test_one_puzzle_is_taken_as_text(name):
    assert OF_ONE[name](as_lines(PUZZLES[:1])[0]) == OF_ONE[name](PUZZLES[0])


def test_a_board_to_make_a_variant_of_is_taken_as_text():
    text = as_lines(DIAGONAL_BOARD)[0]
    with engine.time_limit(20):
        of_text = engine.rules.making.make_drawn(DIAGONAL, ["kropki"], 0, seed=1, board=text)
    assert of_text.uses == engine.rules.making.make_drawn(DIAGONAL, ["kropki"], 0, seed=1, board=DIAGONAL_BOARD[0]).uses


def test_what_is_no_text_in_a_column_is_named():
    for odd in (None, 3, 2.5, float("nan"), b"x"):
        with pytest.raises(ValueError, match=r"board \[2\] is .*, not a text"):
            engine.solve(np.array([*as_lines(PUZZLES[:2]), odd], object))


# --- Arrays that change --------------------------------------------------------------------------------------------


@contextmanager
def disturbed(array):
    """Another thread writes numbers that no board has into an array, and what it had, again and again."""
    stop, before = threading.Event(), array.copy()

    def disturb():
        while not stop.is_set():
            array[...] = 255
            array[...] = before

    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


@pytest.mark.slow_cases("5-textbook")
@pytest.mark.parametrize(("place", "name"), [*enumerate([*OF_PUZZLES, *OF_BOARDS])])
def test_arrays_that_change_during_a_call_do_no_harm(tmp_path, place, name):
    """Without the copy that each call makes, several of these calls end the process."""
    call, boards = (OF_PUZZLES[name], PUZZLES) if name in OF_PUZZLES else (OF_BOARDS[name], BOARDS)
    given = boards[:20].copy()
    if place % 2:  # mapped from a file
        given.tofile(tmp_path / "boards")
        given = np.memmap(tmp_path / "boards", np.uint8, "r+", shape=given.shape)
    with disturbed(given):
        for _ in range(20):
            with suppress(ValueError):  # of a board that was caught in the middle
                call(given)


@pytest.mark.slow
def test_other_arrays_that_change_do_no_harm():
    packed, numbers = engine.symmetry.pack(BOARDS), np.arange(0, 5_000_000_000, 500_000_000)
    answers, marks, values = PUZZLES.copy(), MARKS.copy(), PUZZLES[0].astype(np.int64)
    for array, call in (
        (packed, engine.symmetry.unpack),
        (numbers, engine.unrank),
        (answers, lambda answers: engine.check(PUZZLES, answers)),
        (marks, lambda marks: engine.find_step(engine.paths.rated.FAMILIES[0], PUZZLES[0], marks)),
        (marks, lambda marks: engine.next_step(PUZZLES[0], PUZZLES[0], marks)),
        (marks, lambda marks: engine.paths.scored.next_solving_step(PUZZLES[0], PUZZLES[0], marks)),
        (values, lambda values: engine.next_step(PUZZLES[0], values)),
    ):
        with disturbed(array):
            for _ in range(20):
                with suppress(ValueError):
                    call(array)


# --- Odd things in place of rules -----------------------------------------------------------------------------------

ODD = [b"1", 3, 2.5, True, object(), {}, {"diagonal"}, [3], [None], np.zeros(3), print, engine.Grid(PUZZLES[0])]
TAKE_RULES = {
    "solve": lambda rules: engine.solve(PUZZLES[:1], rules),
    "solve variants": lambda rules: engine.solve(None, rules),
    "solve a list": lambda rules: engine.solve([DIAGONAL, rules]),
    "count_solutions": lambda rules: engine.count_solutions(PUZZLES[:1], rules),
    "measure": lambda rules: engine.measure(PUZZLES[:1], rules),
    "rate": lambda rules: engine.rate(PUZZLES[:1], rules),
    "score": lambda rules: engine.score(PUZZLES[:1], rules),
    "steps": lambda rules: engine.steps(PUZZLES[0], rules),
    "find_step": lambda rules: engine.find_step(engine.paths.rated.FAMILIES[0], PUZZLES[0], MARKS, rules),
    "next_step": lambda rules: engine.next_step(PUZZLES[0], PUZZLES[0], None, rules),
    "mistakes": lambda rules: engine.mistakes(PUZZLES[0], PUZZLES[0], None, rules),
    "true_candidates": lambda rules: engine.true_candidates(PUZZLES[:1], rules),
    "generate": lambda rules: engine.generate(1, seed=1, rules=rules),
    "carve": lambda rules: engine.carve(BOARDS[:1], seed=1, rules=rules),
    "canonical": lambda rules: engine.canonical(BOARDS[:1], symmetry="full", rules=rules),
    "symmetries_of": engine.symmetries_of,
    "read_variant": engine.read_variant,
    "reading_of": engine.rules.reading.reading_of,
    "make_killer": lambda rules: engine.rules.making.make_killer(rules, 0),
    "make_drawn": lambda rules: engine.rules.making.make_drawn(rules, ["kropki"], 0),
    "Rulebook.read": engine.Rulebook.read,
    "next_solving_step": lambda rules: engine.paths.scored.next_solving_step(
        PUZZLES[0], PUZZLES[0], MARKS, table=rules
    ),
}


@pytest.mark.parametrize("name", TAKE_RULES)
def test_odd_rules_are_refused_with_a_reason(name):
    for odd in ODD:
        with pytest.raises((ValueError, TypeError)) as caught:
            TAKE_RULES[name](odd)
        assert len(str(caught.value)) > 10, odd


@pytest.mark.slow
def test_symmetries_are_those_of_any_rules_without_odd_ones():
    images = len(engine.symmetries_of("diagonal").cells)
    assert images == len(engine.symmetries_of(DIAGONAL).cells) == len(engine.symmetries_of(DIAGONAL.rules).cells) == 96
    with pytest.raises(TypeError, match="rules are a variant, or names"):
        engine.symmetries_of(None)
