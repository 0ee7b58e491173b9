"""Puzzles made under rules: unique, minimal, the same for a seed; checked by the plain rules."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from reference.constraints import broken

from board_catalogue import engine
from board_catalogue.engine import Use
from board_catalogue.engine.native import pattern_images
from board_catalogue.engine.random_numbers import RandomNumbers
from board_catalogue.engine.rules.frame import images, neighbours, orbits
from board_catalogue.engine.rules.making import boards_ruled, carve_ruled, images_of, make_drawn, make_killer
from board_catalogue.engine.rules.random_marks import Marks, Sheet
from board_catalogue.engine.rules.rulebook import rule_names
from board_catalogue.engine.rules.solving import solve_ruled
from board_catalogue.engine.rules.variant import Variant


@pytest.mark.parametrize(
    ("size", "rule"),
    [
        (9, "diagonal"),
        (9, "windoku"),
        (9, "disjoint groups"),
        (6, "anti-king"),
        (8, "diagonal"),
        (6, "non-consecutive"),
    ],
)
def test_carved_puzzles_are_minimal(size: int, rule: str):
    variant = Variant.of(size, Use(rule))
    boards = boards_ruled(variant, 3, seed=5)
    assert not any(broken(variant.rules, board.tolist()) for board in boards)
    puzzles = carve_ruled(variant, boards, seed=5)
    solutions, counts, _ = solve_ruled(variant, puzzles)
    assert (counts == 1).all() and (solutions == boards).all()
    for puzzle in puzzles:
        without = np.repeat(puzzle[None], np.count_nonzero(puzzle), axis=0)
        without[np.arange(len(without)), np.flatnonzero(puzzle)] = 0
        assert (solve_ruled(variant, without)[1] == 2).all()


def test_batches_and_threads_make_the_same():
    variant = Variant.of(9, Use("diagonal"))
    boards = boards_ruled(variant, 40, seed=1)
    assert (boards_ruled(variant, 10, seed=1, start=30) == boards[30:]).all()
    puzzles = carve_ruled(variant, boards, seed=1)
    assert (carve_ruled(variant, boards, seed=1, threads=2) == puzzles).all()


def test_killers_have_one_solution_and_no_givens():
    for index in range(1):
        killer = make_killer(Variant.of(9), index, seed=2)
        assert make_killer(Variant.of(9), index, seed=2) == killer
        assert 25 <= len(killer.uses) <= 35
        assert sorted(cell for use in killer.uses for cell in use.cells) == list(range(81))
        solutions, counts, _ = solve_ruled(killer)
        assert counts[0] == 1 and not broken(killer.rules, solutions[0].tolist())


def without_each(made: Variant) -> list[Variant]:
    """The puzzle without each of its givens."""
    filled = np.flatnonzero(made.clues).tolist()
    return [made.with_givens(np.where(np.arange(made.clues.size) == cell, 0, made.clues).tolist()) for cell in filled]


@pytest.mark.slow_cases("kinds5", "kinds2", "kinds3")
@pytest.mark.parametrize(
    "kinds", [["thermometer"], ["kropki"], ["xv", "renban"], ["arrow", "whispers"], ["killer", "thermo"], ["killer=9"]]
)
def test_givens_beside_lines_dots_and_cages_are_needed(kinds: list[str]):
    made = make_drawn(Variant.of(9), kinds, 0, seed=4)
    assert made == make_drawn(Variant.of(9), kinds, 0, seed=4)
    assert {rule_names(made)} == {tuple(sorted(Marks.read(kind).kind for kind in kinds))}
    solutions, counts, _ = solve_ruled(made)
    assert counts[0] == 1 and not broken(made.ruled, solutions[0].tolist())
    assert all(solve_ruled(fewer)[1][0] == 2 for fewer in without_each(made))


def test_drawings_are_of_good_taste():
    for index in range(3):
        thermos = make_drawn(Variant.of(9), ["thermo"], index, seed=1)
        assert len(thermos.uses) == 12 and np.count_nonzero(thermos.clues) <= 9
        assert all(3 <= len(use.cells) <= 6 for use in thermos.uses)
        cells = [cell for use in thermos.uses for cell in use.cells]
        assert len(cells) == len(set(cells))
        for killer in (make_killer(Variant.of(9), index, seed=1), make_drawn(Variant.of(6), ["killer=14"], index)):
            assert all(len(use.cells) > 1 for use in killer.uses)


@pytest.mark.slow_cases("kinds2-9")
@pytest.mark.parametrize(
    ("kinds", "count"),
    [(["thermo=7"], 7), (["kropki=5"], 5), (["killer=9"], 9), (["killer=30"], 30), (["xv=3"], 3), (["sandwich=3"], 3)],
)
def test_a_puzzle_has_as_many_marks_as_are_asked_for(kinds: list[str], count: int):
    for index in range(1):
        made = make_drawn(Variant.of(9), kinds, index, seed=2)
        assert len(made.uses) == count
        assert solve_ruled(made)[1][0] == 1


def test_all_dots_are_given_with_the_rule_that_says_so():
    for kind, holds in (
        ("kropki=all", lambda a, b: abs(a - b) == 1 or a == 2 * b or b == 2 * a),
        ("xv=all", lambda a, b: a + b in (5, 10)),
    ):
        made = make_drawn(Variant.of(6), [kind], 0, seed=1)
        board = solve_ruled(made)[0][0].tolist()
        dots = {frozenset(use.cells) for use in made.uses if use.cells}
        assert dots == {frozenset(pair) for pair in neighbours(6) if holds(board[pair[0]], board[pair[1]])}
        assert solve_ruled(made)[1][0] == 1 and [use.rule for use in made.uses if not use.cells] == ["all " + kind[:-4]]


@pytest.mark.slow_cases(
    "rotate180-arrow",
    "rotate180-killer,whispers",
    "mirror-thermo",
    "mirror-arrow",
    "diagonals-thermo",
    "diagonals-arrow",
    "diagonals-killer,whispers",
    "rotate180-thermo",
    "mirror-killer,whispers",
)
@pytest.mark.parametrize("kind", ["diagonal", "killer", "thermo", "kropki", "arrow", "killer,whispers"])
@pytest.mark.parametrize("pattern", ["rotate180", "mirror", "diagonals"])
def test_givens_and_marks_have_the_pattern(kind: str, pattern: str):
    book = engine.Rulebook.read(kind, 9)
    boards, _ = book.boards(1, seed=3)
    (puzzle,), own = book.carve(boards, seed=3, positions=[0], pattern=pattern)
    made = book.variant(own and own[0], puzzle.tolist())
    solutions, counts, _ = solve_ruled(made)
    assert counts[0] == 1 and (solutions == boards).all()
    marks = {frozenset(use.cells) for use in made.uses if use.cells}
    for move in images(9, pattern_images(pattern)):
        if pattern != "diagonals":  # there is no room for some marks
            assert {frozenset(move[cell] for cell in mark) for mark in marks} == marks
        assert {move[cell] for cell in np.flatnonzero(puzzle).tolist()} == set(np.flatnonzero(puzzle).tolist())
    for orbit in orbits(images(9, pattern_images(pattern))):
        if puzzle[orbit[0]]:
            fewer = puzzle.copy()
            fewer[list(orbit)] = 0
            assert solve_ruled(made, fewer)[1][0] == 2


@pytest.mark.slow
def test_marks_without_room_in_a_pattern_are_drawn_anywhere():
    made = make_drawn(Variant.of(9), ["thermo=7"], 0, seed=1, pattern="rotate180")
    cells = {frozenset(use.cells) for use in made.uses}
    turned = {frozenset(80 - cell for cell in mark) for mark in cells}
    assert len(cells) == 7 and len(cells & turned) == 6
    assert make_drawn(Variant.of(9), ["arrow"], 0, seed=1, pattern="all").uses
    with pytest.raises(ValueError, match="a board has room for"):
        make_drawn(Variant.of(9), ["thermo=28"], 0, seed=1)


def test_patterns_that_do_not_fit_are_refused():
    boards = boards_ruled(Variant.of(6), 1)
    with pytest.raises(ValueError, match="does not fit blocks of 2x3"):
        carve_ruled(Variant.of(6), boards, pattern="rotate90")
    with pytest.raises(ValueError, match="not one of"):
        carve_ruled(Variant.of(6), boards, pattern="star")


@pytest.mark.slow_cases("windoku-16", "killer-16")
@pytest.mark.parametrize(("rules", "size"), [("killer", 12), ("killer", 16), ("windoku", 16)])
def test_large_puzzles_end(rules: str, size: int):
    book = engine.Rulebook.read(rules, size)
    with engine.time_limit(60):
        boards, _ = book.boards(1, seed=1)
        puzzles, own = book.carve(boards, seed=1, positions=[0])
        solutions, counts, _ = solve_ruled(book.variant(own and own[0], puzzles[0].tolist()))
    assert counts[0] == 1 and (solutions == boards).all()


def test_a_count_that_takes_too_many_guesses_is_unknown():
    empty = Variant.of(16)
    assert solve_ruled(empty, limit=1, most_guesses=1)[1][0] == -1
    assert solve_ruled(empty, limit=1, most_guesses=100_000)[1][0] == 1


def test_boards_are_carved_in_any_array():
    variant = Variant.of(9, Use("diagonal"))
    boards = boards_ruled(variant, 3, seed=1)
    puzzles = carve_ruled(variant, boards, seed=1)
    for same in (boards.astype(np.int64), boards.tolist(), np.asfortranarray(boards), boards.reshape(3, 9, 9)):
        assert (carve_ruled(variant, same, seed=1) == puzzles).all()
    made = make_drawn(variant, ["kropki"], 0, board=boards[0])
    assert make_drawn(variant, ["kropki"], 0, board=boards[0].reshape(9, 9).tolist()) == made


def test_what_cannot_be_carved_is_refused():
    variant = Variant.of(9, Use("diagonal"))
    boards = boards_ruled(variant, 2, seed=1)
    other = engine.generate(1, seed=1)
    for wrong in (boards[0], boards[:, :80], engine.generate(1, size=16, seed=1), boards * 0, boards + 100, other):
        with pytest.raises(ValueError, match=r"boards have shape|full boards|not in 0\.\.9|breaks the rules"):
            carve_ruled(variant, wrong)
    with pytest.raises(ValueError, match="1 positions for 2 boards"):
        carve_ruled(variant, boards, positions=[0])
    for call in (make_killer, lambda *given, board: make_drawn(given[0], ["kropki"], given[1], board=board)):
        with pytest.raises(ValueError, match="breaks the rules"):
            call(variant, 0, board=other[0])


def test_seeds_and_positions_are_those_that_there_are():
    variant = Variant.of(9)
    boards = boards_ruled(variant, 1, seed=2**63 - 1, start=2**63 - 1)
    carve_ruled(variant, boards, seed=2**63 - 1, start=2**63 - 1)
    for wrong in (-1, 2**63):
        for given in ({"seed": wrong}, {"start": wrong}):
            with pytest.raises(ValueError, match=r"0 \.\. 2\*\*63 - 1"):
                boards_ruled(variant, 1, **given)
            with pytest.raises(ValueError, match=r"0 \.\. 2\*\*63 - 1"):
                carve_ruled(variant, boards, **given)


@pytest.mark.parametrize(("size", "least", "most"), [(4, 4, 6), (6, 11, 15)])
def test_small_killers_have_as_many_cages_a_cell(size: int, least: int, most: int):
    killer = make_killer(Variant.of(size), 0)
    assert least <= len(killer.uses) <= most
    assert solve_ruled(killer)[1][0] == 1


@pytest.mark.daily("36")
@pytest.mark.parametrize("seed", [36, 53])
def test_a_board_that_needs_cages_of_one_cell_gets_them(seed: int):
    killer = make_killer(Variant.of(4), 0, seed=seed)
    assert 1 in {len(use.cells) for use in killer.uses}
    assert solve_ruled(killer)[1][0] == 1


def test_a_time_limit_ends_killers_that_cannot_be():
    with pytest.raises(TimeoutError), engine.time_limit(0.2):
        make_killer(Variant.of(4), 0, least=17, most=18)


def test_rules_that_contradict_each_other_make_nothing():
    with pytest.raises(ValueError, match="contradict"):
        boards_ruled(Variant.of(4, Use("all different", (0, 5)), Use("clone", groups=((0,), (5,)))), 1)
    with pytest.raises(ValueError, match="'table' cannot be made"):
        make_drawn(Variant.of(9), ["table"], 0)


@pytest.mark.slow_cases("argyle,diagonal,windoku")
@pytest.mark.parametrize("rules", ["anti-knight,argyle", "diagonal,anti-king,anti-knight", "argyle,diagonal,windoku"])
def test_rules_that_contradict_each_other_are_found_soon(rules):
    with engine.time_limit(20), pytest.raises(ValueError, match="contradict each other"):
        boards_ruled(engine.Rulebook.read(rules).board, 1, seed=1)


# --- Taste --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pattern", [None, "rotate180"])
@pytest.mark.parametrize("size", [9, pytest.param(16, marks=pytest.mark.slow)])
def test_lines_cross_nothing_and_fill_no_square(size, pattern):
    board = boards_ruled(Variant.of(size), 1, seed=3)[0].tolist()
    moves = images_of(Variant.of(size), pattern)
    sheet = Sheet(size, board, moves, RandomNumbers(1, 1), set(), set())
    lines = [use.cells for kind in ("thermo", "arrow") for use in Marks.read(kind).draw(sheet)]
    steps = [sorted((divmod(one, size), divmod(other, size))) for line in lines for one, other in pairwise(line)]
    corners = [(row, min(column, next_column)) for (row, column), (next_row, next_column) in steps if row < next_row
               and column != next_column]  # fmt: skip
    assert corners and len(set(corners)) == len(corners)
    for line in lines:
        assert not any({cell, cell + 1, cell + size, cell + size + 1} <= set(line) for cell in line)
    assert len(set(cells := [cell for line in lines for cell in line])) == len(cells)
    assert size == 9 or len(cells) < 0.75 * size**2


ARROWS = [(9, None), *(pytest.param(*one, marks=pytest.mark.slow) for one in ((9, "rotate180"), (16, None)))]


@pytest.mark.parametrize(("size", "pattern"), ARROWS)
def test_givens_lie_on_no_arrow(size, pattern):
    for index in range(1):
        made = make_drawn(Variant.of(size), ["arrow"], index, seed=1, pattern=pattern)
        on = [cell for use in made.uses if use.rule == "arrow" for cell in use.cells]
        assert on and not made.clues[on].any()
        _, counts, _ = solve_ruled(made, limit=2)
        assert counts.tolist() == [1]
        for cell in [] if (size, pattern) != ARROWS[0] else made.clues.nonzero()[0]:
            fewer = made.clues
            fewer[cell] = 0
            assert solve_ruled(made.with_givens(fewer.tolist()), limit=2)[1].tolist() == [2]


def test_an_easy_puzzle_has_more_marks():
    easier = engine.Rulebook.read("thermo", 6).easier
    boards, _ = easier.boards(1, seed=1)
    usual, more = (
        book.carve(boards, seed=1, positions=[0])[1][0] for book in (replace(easier, marks=(Marks("thermo"),)), easier)
    )
    assert more.count("Thermo") > usual.count("Thermo")
    assert easier.text == "thermo"


# --- Clues outside and mirrored lines -----------------------------------------------------------------------------


@pytest.mark.daily("sandwich-None", "little-killer-rotate180", "x-sum-None")
@pytest.mark.parametrize("pattern", [None, "rotate180"])
@pytest.mark.parametrize("kind", ["palindrome", "sandwich", "little-killer", "skyscraper", "x-sum", "numbered-room"])
def test_clues_and_mirrored_lines_hold_for_the_board(kind, pattern):
    made = make_drawn(Variant.of(6), [kind], 0, seed=3, pattern=pattern)
    boards, counts, _ = solve_ruled(made, limit=2)
    assert made.uses and len(set(made.uses)) == len(made.uses)
    assert counts.tolist() == [1]
    assert not broken(made.rules, boards[0].tolist())
    assert rule_names(made) == (kind.replace("-", " ") if kind != "x-sum" else kind,)
    if pattern and kind != "palindrome":
        turned = {(use.rule, frozenset(35 - cell for cell in use.cells)) for use in made.uses}
        assert turned == {(use.rule, frozenset(use.cells)) for use in made.uses}
