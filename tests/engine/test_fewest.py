"""Puzzles of few clues: found by search, proven the fewest, completed; unavoidable sets; bands."""

from functools import cache
from itertools import permutations, product

import numpy as np
import pytest
import reference
from processor_levels import levels

from board_catalogue import engine
from board_catalogue.engine import Use, Variant, native
from board_catalogue.engine.shape import Shape

SEVENTEEN = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
"""A puzzle of 17 clues from Gordon Royle's collection."""


def seventeen():
    return np.array(list(map(int, SEVENTEEN)), np.uint8)


def clues_of(puzzles):
    return (puzzles != 0).sum(axis=-1)


def assert_puzzles_of(boards, puzzles):
    assert ((puzzles == 0) | (puzzles == boards)).all()
    for puzzle in np.atleast_2d(puzzles).tolist():
        assert reference.count_solutions(puzzle, 2) == 1


@pytest.mark.daily("22-6")
@pytest.mark.parametrize(("clues", "count"), [(23, 30), (22, 6), (22, 20), (21, 10), (20, 8), (19, 3)])
def test_boards_get_puzzles_of_few_clues(clues, count):
    boards = engine.generate(count, seed=201)
    puzzles = engine.carve(boards, seed=202, clues=clues)
    assert (clues_of(puzzles) == clues).all()
    assert_puzzles_of(boards, puzzles)


@pytest.mark.slow
def test_without_the_effort_puzzles_have_more_clues():
    boards = engine.generate(20, seed=203)
    little = engine.carve(boards, seed=204, clues=17, effort=30)
    assert (clues_of(little) > 19).all()
    assert_puzzles_of(boards, little)
    assert (clues_of(engine.carve(boards, seed=204, clues=17, effort=3000)) < clues_of(little)).all()


def test_fewer_clues_than_any_puzzle_has_are_searched_for_as_17():
    boards = engine.generate(4, seed=205)
    puzzles = engine.carve(boards, seed=206, clues=17, effort=100)
    assert np.array_equal(engine.carve(boards, seed=206, clues=1, effort=100), puzzles)


@pytest.mark.slow
def test_a_puzzle_of_few_clues_depends_on_the_board_and_the_arguments_alone():
    boards = engine.generate(40, seed=207)
    puzzles = engine.carve(boards, seed=208, clues=21)
    order = np.random.default_rng(209).permutation(40)
    assert np.array_equal(engine.carve(boards[order], seed=208, clues=21), puzzles[order])
    assert np.array_equal(engine.carve(boards[3], seed=208, clues=21), puzzles[3])
    assert (engine.carve(boards, seed=210, clues=21) != puzzles).any(axis=1).all()


@pytest.mark.slow_cases("v3", "v4")
@levels
def test_every_level_of_processor_finds_the_same_puzzles(level):
    boards = engine.generate(20, seed=211)
    puzzles = np.empty_like(boards)
    native.load(level).few_clues(Shape.of(9), boards, 212, 20, 20_000, puzzles, np.empty(len(puzzles), np.int64))
    assert np.array_equal(puzzles, engine.carve(boards, seed=212, clues=20, effort=20_000))


@pytest.mark.parametrize("effort", [0, 10**8 + 1])
def test_effort_out_of_range_is_refused(effort):
    with pytest.raises(ValueError, match=r"effort .* is not in 1 .. 10\*\*8"):
        engine.carve(engine.generate(1, seed=1), seed=1, clues=20, effort=effort)


# --- The fewest ---------------------------------------------------------------------------------------------


def kept_outside(board, cells):
    kept = board.copy()
    kept[list(cells)] = 0
    return kept


def open_cells(board, random):
    """The cells of a band, a stack, two blocks or three digits."""
    cell = np.arange(81)
    row, column = np.divmod(cell, 9)
    chosen = random.permutation(9)
    areas = [row // 3 == chosen[0] // 3, column // 3 == chosen[0] // 3, np.isin(row // 3 * 3 + column // 3, chosen[:2])]
    return np.flatnonzero([*areas, np.isin(board, chosen[:3] + 1)][random.integers(4)])


@pytest.mark.slow_cases("3-v4")
@levels
@pytest.mark.parametrize("count", [3, pytest.param(100, marks=pytest.mark.slow)])
def test_the_fewest_clues_are_those_of_the_oracle(level, count):
    random = np.random.default_rng(213)
    for board in engine.generate(count, seed=214):
        kept = kept_outside(board, open_cells(board, random))
        fewest = reference.fewest_clues_added(kept.tolist(), board.tolist())
        for clues, possible in ((fewest - 1, False), (fewest, True), (fewest + 1, True)):
            search = native.load(level).exhaustive(board[None], kept[None], clues)
            puzzle = np.zeros(81, np.uint8)
            assert search.run(0, search.parts, puzzle) == possible
            if possible:
                assert ((puzzle == kept) | (kept == 0)).all()
                assert clues_of(puzzle) <= clues_of(kept) + clues
                assert_puzzles_of(board, puzzle)


@pytest.mark.daily("0")
@pytest.mark.parametrize("seed", range(4))
def test_some_clues_of_a_17_lead_to_all_17(seed):
    puzzle = seventeen()
    board = engine.solve(puzzle)
    kept = kept_outside(puzzle, np.random.default_rng(seed).permutation(np.flatnonzero(puzzle))[:10])
    search = native.core.exhaustive(board[None], kept[None], 10)
    found = np.zeros(81, np.uint8)
    assert search.run(0, search.parts, found)
    assert clues_of(found) == 17
    assert_puzzles_of(board, found)
    assert not (fewer := native.core.exhaustive(board[None], kept[None], 9)).run(0, fewer.parts, found)


def test_no_board_has_a_puzzle_of_16_clues():
    """The theorem says so, and below, where it is quick, a search."""
    board, seen = engine.generate(1, seed=1)[0], []
    assert engine.carving.puzzle_within(board, 16, progress=seen.append) is None and not seen
    assert (
        engine.carving.puzzle_within(board, 13, progress=seen.append, prove=True) is None
        and seen[-1].part == seen[-1].parts
    )


@pytest.mark.slow
def test_a_search_resumes_where_it_was():
    board = engine.generate(1, seed=215)[0]
    seen = []

    class EnoughError(Exception):
        pass

    def stop_at_three(progress):
        seen.append(progress)
        if len(seen) % 3 == 0:
            raise EnoughError

    with pytest.raises(EnoughError):
        engine.carving.puzzle_within(board, 17, progress=stop_at_three)
    with pytest.raises(EnoughError):
        engine.carving.puzzle_within(board, 17, progress=stop_at_three, resume=seen[-1])
    parts = [progress.part for progress in seen]
    assert parts == list(range(parts[0], 7 * parts[0], parts[0]))
    assert {(progress.clues, progress.parts) for progress in seen} == {(17, seen[0].parts)}
    with pytest.raises(ValueError, match="is not from this search"):
        engine.carving.puzzle_within(board, 18, resume=seen[0])
    for part in (-1, seen[0].parts + 1):
        with pytest.raises(ValueError, match="is not from this search"):
            engine.carving.puzzle_within(board, 17, resume=seen[0]._replace(part=part))


@pytest.mark.slow
def test_a_board_with_a_17_has_no_fewer():
    board = engine.solve(seventeen())
    puzzle = engine.carving.fewest_clues(board, seed=1)
    assert clues_of(puzzle) == 17
    assert_puzzles_of(board, puzzle)


def test_what_is_not_one_full_board_of_size_9_is_refused():
    for wrong in (engine.generate(2, seed=1), engine.generate(1, size=4, seed=1)[0]):
        with pytest.raises(ValueError, match="one full board of size 9"):
            engine.carving.fewest_clues(wrong)
    with pytest.raises(ValueError, match="is not a full board"):
        engine.carving.puzzle_within(seventeen(), 17)


# --- The fewest under rules ---------------------------------------------------------------------------------


def apart(a, b, size):
    """By how many rows and columns two cells are apart."""
    return abs(a // size - b // size), abs(a % size - b % size)


def is_diagonal(a, b, size):
    return any(
        side(a) == side(b) == 0 for side in (lambda c: c // size - c % size, lambda c: c // size + c % size - size + 1)
    )


ALLOWED = {
    "diagonal": lambda a, x, b, y, size: x != y or not is_diagonal(a, b, size),
    "anti-knight": lambda a, x, b, y, size: x != y or sorted(apart(a, b, size)) != [1, 2],
    "anti-king": lambda a, x, b, y, size: x != y or apart(a, b, size) != (1, 1),
    "non-consecutive": lambda a, x, b, y, size: abs(x - y) != 1 or sum(apart(a, b, size)) != 1,
    "thermo": lambda a, x, b, y, size: (a, b) not in ((0, 1), (1, size + 1)) or x < y,
}
"""Whether two cells of a board, the first one earlier, may have two digits."""


@cache
def boards_under(rules, size):
    """Every board under rules, by backtracking."""
    shape, found = Shape.of(size), []

    def go_on(board):
        cell = len(board)
        if cell == size * size:
            return found.append(board)
        for digit in range(1, size + 1):
            fits = all(board[peer] != digit for peer in shape.peers[cell] if peer < cell)
            if fits and all(
                ALLOWED[rule](a, board[a], cell, digit, size) for rule in rules.split(",") for a in range(cell)
            ):
                go_on((*board, digit))

    go_on(())
    return found


def meets_all(sets, clues):
    """Whether so many cells can be chosen with one in each set."""
    if not sets or not clues:
        return not sets
    return any(meets_all([other for other in sets if cell not in other], clues - 1) for cell in min(sets, key=len))


@pytest.mark.slow_cases("diagonal-6", "diagonal-4", "thermo-4")
@pytest.mark.parametrize(
    ("rules", "size"),
    [
        *((rules, 4) for rules in ("diagonal", "anti-knight", "thermo", "thermo,diagonal")),
        *((rules, 6) for rules in ("diagonal", "non-consecutive", "non-consecutive,thermo")),
    ],
)
def test_the_fewest_clues_under_rules_are_those_of_the_oracle(rules, size):
    boards = boards_under(rules, size)
    uses = [Use("thermometer", (0, 1, size + 1)) if name == "thermo" else Use(name) for name in rules.split(",")]
    variant, random = Variant.of(size, *uses), np.random.default_rng(217)
    assert boards
    for chosen in random.permutation(len(boards))[:20]:
        board = boards[chosen]
        sets = [{cell for cell in range(size * size) if board[cell] != other[cell]} for other in boards]
        fewest = next(clues for clues in range(size * size) if meets_all([each for each in sets if each], clues))
        puzzle = engine.carving.fewest_clues(np.array(board, np.uint8), variant)
        assert clues_of(puzzle) == fewest
        (clues,) = np.nonzero(puzzle)
        assert [other for other in boards if all(puzzle[cell] == other[cell] for cell in clues)] == [board]


def test_a_search_under_rules_finds_what_a_9x9_board_has_and_resumes():
    board, seen = engine.generate(1, seed=3, rules="diagonal")[0], []
    assert engine.carving.puzzle_within(board, 8, "diagonal", progress=seen.append) is None
    assert seen[-1].part == seen[-1].parts
    assert engine.carving.puzzle_within(board, 8, "diagonal", resume=seen[-2]) is None
    puzzle = engine.carving.puzzle_within(board, 16, "diagonal")
    assert clues_of(puzzle) <= 16 and ((puzzle == board) | (puzzle == 0)).all()
    assert engine.count_solutions(puzzle, "diagonal") == 1 < engine.count_solutions(puzzle)
    with pytest.raises(ValueError, match="breaks the rules"):
        engine.carving.puzzle_within(board, 8, "anti-knight")
    with pytest.raises(ValueError, match="up to 81 cells"):
        engine.carving.puzzle_within(engine.generate(1, size=16, seed=1)[0], 8, "diagonal")


# --- Completions --------------------------------------------------------------------------------------------


def puzzles_with_few_solutions(count, removed):
    random = np.random.default_rng(216)
    puzzles = engine.carve(engine.generate(count, seed=217), seed=218)
    for puzzle in puzzles:
        puzzle[random.permutation(np.flatnonzero(puzzle))[:removed]] = 0
    return puzzles


@pytest.mark.slow_cases("2-2", "1-6")
@pytest.mark.parametrize(("removed", "count"), [(0, 2), (1, 6), (2, 2), pytest.param(2, 40, marks=pytest.mark.slow)])
def test_completions_are_those_of_the_oracle(removed, count):
    puzzles = puzzles_with_few_solutions(count, removed)
    for puzzle, completed in zip(puzzles.tolist(), engine.carving.completions(puzzles), strict=True):
        assert completed.tolist() == list(reference.completed(puzzle))


@levels
def test_every_level_of_processor_finds_the_same_completions(level):
    puzzles = puzzles_with_few_solutions(40, 3)
    unique = np.empty((40, 729), np.uint8)
    native.load(level).completions(Shape.of(9), puzzles, unique)
    assert unique.sum(axis=1).tolist() == [len(completed) for completed in engine.carving.completions(puzzles)]


def test_a_puzzle_without_a_solution_has_no_completions():
    puzzle = np.zeros(81, np.uint8)
    puzzle[:2] = 5
    assert [len(completed) for completed in engine.carving.completions(puzzle)] == [0]
    with pytest.raises(ValueError, match="size 9"):
        list(engine.carving.completions(np.zeros(16, np.uint8)))


# --- Vicinity -----------------------------------------------------------------------------------------------


def near(puzzle, remove, add):
    return {bytes(found) for batch in engine.carving.vicinity(puzzle, remove=remove, add=add) for found in batch}


@pytest.mark.parametrize("cells", [range(0, 20), pytest.param(range(20, 81), marks=pytest.mark.slow)])
def test_the_vicinity_is_that_of_the_oracle(cells):
    puzzle = puzzles_with_few_solutions(1, 0)[0]
    expected = {bytes(found) for found in reference.vicinity(puzzle.tolist(), cells)}
    clues = [cell for cell in cells if puzzle[cell]]
    assert (
        {each for each in near(puzzle, 1, 1) if any(each[cell] != puzzle[cell] for cell in clues)} == expected != set()
    )


def test_the_vicinity_under_rules_is_that_of_plain_puzzles_where_the_rules_are_none():
    puzzle, rules = seventeen(), engine.Variant.of(9)
    assert {
        bytes(each) for found in engine.carving.vicinity(puzzle, remove=1, add=1, rules=rules) for each in found
    } == near(puzzle, 1, 1)


@pytest.mark.slow
@pytest.mark.parametrize("stride", [60, pytest.param(1, marks=pytest.mark.slow)])
def test_two_clues_at_a_time_lead_where_two_steps_of_one_lead(stride):
    puzzle = seventeen()
    found = near(puzzle, 2, 2)
    assert (engine.count_solutions(np.frombuffer(b"".join(found), np.uint8).reshape(-1, 81)) == 1).all()
    for first in engine.carving.vicinity(puzzle, remove=1, add=1):
        for other in first[::stride]:
            steps = {each for each in near(other, 1, 1) if differences(puzzle, each) == (2, 2)}
            assert steps <= found


def test_where_no_clue_fits_there_is_no_puzzle():
    columns = np.tile(np.arange(1, 10, dtype=np.uint8), 9)  # the one cell left sees every digit
    assert near(columns, 1, 2) == near(columns, 1, 1) == set()


def differences(puzzle, other):
    """How many clues went, and how many came."""
    other = np.frombuffer(other, np.uint8)
    return int(((puzzle != 0) & (other != puzzle)).sum()), int(((other != 0) & (other != puzzle)).sum())


@pytest.mark.parametrize(("remove", "add"), [(0, 1), (18, 1), (1, 0), (1, 3)])
def test_numbers_of_clues_out_of_range_are_refused(remove, add):
    with pytest.raises(ValueError, match="is not"):
        list(engine.carving.vicinity(seventeen(), remove=remove, add=add))


BOARDS = engine.generate(3, seed=1)


def slow_sets(board, boards, largest):
    """The cells that change on the way to each other board, without sets that hold another set."""
    changes = {frozenset(np.flatnonzero(other != board).tolist()) for other in boards} - {frozenset()}
    return {one for one in changes if len(one) <= largest and not any(other < one for other in changes)}


@pytest.mark.daily("11")
@pytest.mark.parametrize("largest", [4, 7, 11])
def test_all_sets_of_small_boards_are_found(largest):
    boards = engine.generation.all_boards(4)
    for board in boards[::40]:
        sets = engine.unavoidable_sets(board, largest=largest)
        found = [frozenset(np.flatnonzero(row).tolist()) for row in sets]
        assert len(found) == len(set(found)) and set(found) == slow_sets(board, boards, largest)


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS[:2])
def test_the_sets_of_a_board_are_minimal(board):
    sets = engine.unavoidable_sets(board)
    assert sets.shape[1] == 81 and sets.sum(axis=1).min() >= 4 and sets.sum(axis=1).max() <= 9
    assert (engine.count_solutions(np.where(sets, 0, board), limit=2) == 2).all()
    for row in sets:
        with_a_clue = np.repeat(row[None], row.sum(), axis=0)
        with_a_clue[np.arange(row.sum()), np.flatnonzero(row)] = False
        assert (engine.count_solutions(np.where(with_a_clue, 0, board), limit=2) == 1).all()


@pytest.mark.slow
def test_every_set_of_two_digits_or_two_lines_holds_one():
    board = BOARDS[0]
    sets = engine.unavoidable_sets(board)
    for one, other in ((a, b) for a in range(1, 10) for b in range(a)):
        opened = (board == one) | (board == other)
        puzzle = np.where(opened, 0, board)
        small = [row for row in sets if not (row & ~opened).any()]
        covered = np.any(small, axis=0) if small else np.zeros(81, bool)
        rest = np.where(covered, board, puzzle)  # with clues in all small sets, what is left is large
        if engine.count_solutions(rest, limit=2) == 2:
            assert (~covered & opened).sum() >= 10


def test_sets_that_are_not_to_be_had():
    for wrong, said in (({"largest": 3}, "not in 4 .. 11"), ({"largest": 12}, "not in 4 .. 11")):
        with pytest.raises(ValueError, match=said):
            engine.unavoidable_sets(BOARDS[0], **wrong)
    with pytest.raises(ValueError, match="one board"):
        engine.unavoidable_sets(BOARDS)
    with pytest.raises(ValueError, match=r"full|empty|complete"):
        engine.unavoidable_sets(np.zeros(81, np.uint8))


# --- Bands ------------------------------------------------------------------------------------------------------------


def slow_least_band(board):
    """The least of all images of the three bands and the three stacks."""
    square = board.reshape(9, 9)
    bands = [each[start : start + 3] for each in (square, square.T) for start in (0, 3, 6)]
    return min(least_image(band) for band in bands)


ORDERS = [
    [3 * stack + column for stack, inside in zip(stacks, insides, strict=True) for column in inside]
    for stacks in permutations(range(3))
    for insides in product(permutations(range(3)), repeat=3)
]


def least_image(band):
    best = None
    for rows in permutations(range(3)):
        images = band[list(rows)][:, ORDERS].transpose(1, 0, 2)
        names = np.zeros((len(ORDERS), 10), np.int64)
        np.put_along_axis(names, images[:, 0], np.arange(1, 10), axis=1)
        named = np.take_along_axis(names, images.reshape(len(ORDERS), 27), axis=1)
        least = min(map(tuple, named.tolist()))
        best = least if best is None else min(best, least)
    return best


@pytest.mark.slow
def test_bands_are_numbered_in_their_order():
    boards = engine.generate(40, seed=9)
    numbers, least = engine.class_numbers.band(boards).tolist(), [slow_least_band(board) for board in boards]
    assert len(set(numbers)) > 10
    for one, other in ((a, b) for a in range(40) for b in range(a)):
        assert (numbers[one] < numbers[other], numbers[one] == numbers[other]) == (
            least[one] < least[other],
            least[one] == least[other],
        )
    assert [tuple(row[:27].tolist()) for row in engine.canonical(boards, symmetry="full")] == least


def test_there_are_416_bands():
    from board_catalogue.engine.class_numbers import _ends_of_bands

    ends = _ends_of_bands()
    begins = np.concatenate([[0], ends[:-1]])
    least = np.flatnonzero(ends > begins)  # with the others every board has a lesser one
    firsts, lasts = engine.unrank(begins[least]), engine.unrank(ends[least] - 1)
    assert len(ends) == 416 and len(least) > 400 and ends[-1] == engine.names.CLASSES
    assert (
        engine.class_numbers.band(firsts).tolist() == engine.class_numbers.band(lasts).tolist() == (least + 1).tolist()
    )
    assert (firsts[:, :27] == lasts[:, :27]).all() and len({tuple(row) for row in firsts[:, :27].tolist()}) == len(
        least
    )
    assert engine.class_numbers.band(firsts[5]) == 6 and engine.class_numbers.band(firsts[5]).shape == ()
