"""The searches in plain Python: depth first, breadth first, and all solutions of a puzzle."""

import doctest
import time
import tracemalloc
from itertools import islice

import numpy as np
import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st
from shapes import SQUARE_SIZES, shapes

from board_catalogue import engine
from board_catalogue.engine import Grid
from board_catalogue.engine.grid import permutation_grid
from board_catalogue.engine.teaching import search as listing
from board_catalogue.engine.teaching.search import (
    RULE_FUNCTIONS,
    Ending,
    Search,
    band_levels,
    fewest_candidates,
    frontier_sizes,
    row_by_row,
)

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


class Recursion:
    """The textbook's search as a recursion over a plain list, which counts what the search with a stack counts."""

    def __init__(self, line, rule):
        self.board, self.rule = list(line), rule
        self.size = reference.size_of(self.board)
        self.comparisons = self.assignments = self.backtracks = self.max_depth = 0

    def fits(self, cell, value):
        self.comparisons += 1
        return reference.fits(self.board, cell, value)

    def next_cell(self):
        empty = [cell for cell, value in enumerate(self.board) if not value]
        if self.rule == "row-major" or not empty:
            return empty[0] if empty else None
        counts = []
        for cell in empty:  # tests no more values than it takes to see that a cell has not fewer candidates
            count = 0
            for value in range(1, self.size + 1):
                if counts and count == min(counts):
                    break
                count += self.fits(cell, value)
            counts.append(count)
        return empty[counts.index(min(counts))]

    def solve(self, depth=0):
        cell = self.next_cell()
        if cell is None:
            return True
        was_filled = False
        for value in range(1, self.size + 1):
            if self.fits(cell, value):
                self.board[cell] = value
                was_filled = True
                self.assignments += 1
                self.max_depth = max(self.max_depth, depth + 1)
                if self.solve(depth + 1):
                    return True
                self.board[cell] = 0
        self.backtracks += was_filled
        return False


@st.composite
def starts(draw):
    """Grids that a plain recursion can search: sparse or full of random cells, or boards with holes."""
    size = draw(st.sampled_from((1, 4, 9, 16)))
    seed = draw(st.integers(0, 10**6))
    if size < 16 and draw(st.booleans()):
        return Grid.random(locked=draw(st.integers(size**2 // 2, size**2 * 5 // 8)), seed=seed, size=size)
    board = permutation_grid(seed, size=size).to_numpy().reshape(-1)
    holes = draw(st.lists(st.integers(0, size**2 - 1), max_size=min(30, size**2)))
    board[holes] = 0
    return Grid(board)


def numbers(of):
    return of.comparisons, of.assignments, of.backtracks, of.max_depth


@pytest.mark.parametrize("rule", RULE_FUNCTIONS)
@given(start=starts())
def test_the_stack_goes_the_way_of_a_recursion_and_counts_the_same(rule, start):
    line = start.to_numpy().reshape(-1).tolist()
    plain = Recursion(line, rule)
    search = Search(start, rule=RULE_FUNCTIONS[rule])
    solved = plain.solve()
    assert search.run() is (Ending.SOLVED if solved else Ending.UNSOLVABLE)
    assert numbers(search.metrics) == numbers(plain)
    assert search.grid.to_numpy().reshape(-1).tolist() == plain.board
    assert search.metrics.clues == sum(map(bool, line))
    assert start.to_numpy().reshape(-1).tolist() == line  # what was given stays as it is


@pytest.mark.daily("row_by_row")
@pytest.mark.parametrize("rule", [row_by_row, fewest_candidates, lambda search: last_empty(search)])
def test_every_rule_finds_the_solution_of_the_kernel(rule):
    boards = engine.generate(6, seed=3)
    puzzles = engine.carve(boards, seed=3, clues=36)
    for board, puzzle in zip(boards, puzzles, strict=True):
        search = Search(Grid(puzzle), rule=rule)
        assert search.run() is Ending.SOLVED
        assert search.grid == Grid(board)
        assert search.grid.is_solved and search.grid.locked_count == 36
        assert search.run() is Ending.UNSOLVABLE


def last_empty(search):
    return max((cell[:2] for cell in search.grid if not cell.value), default=None)


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULE_FUNCTIONS)
def test_all_solutions_are_found_each_once(rule):
    found = [grid.line() for grid in Search(Grid.empty(4), rule=RULE_FUNCTIONS[rule]).solutions()]
    assert len(found) == len(set(found)) == 288
    assert sorted(found) == [Grid(board).line() for board in engine.generation.all_boards(4)]
    assert rule != "row-major" or found == sorted(found)


def test_what_breaks_a_rule_already_is_not_searched():
    search = Search(Grid.parse("11.............."))
    assert search.run() is search.run() is Ending.UNSOLVABLE
    assert search.metrics.steps == 0


def test_a_full_grid_is_its_one_solution():
    search = Search(permutation_grid(1))
    assert (search.run(), search.run()) == (Ending.SOLVED, Ending.UNSOLVABLE)


def test_values_that_were_filled_in_before_stay():
    grid = Grid.empty(4)
    grid.set(0, 0, 3)
    assert all(solution.get(0, 0) == 3 for solution in Search(grid).solutions())


@pytest.mark.slow_cases("fewest")
@pytest.mark.parametrize("rule", RULE_FUNCTIONS)
def test_values_in_random_order_find_the_same_solutions_in_another_order(rule):
    usual = [grid.line() for grid in Search(Grid.empty(4), rule=RULE_FUNCTIONS[rule]).solutions()]
    shuffled = [grid.line() for grid in Search(Grid.empty(4), rule=RULE_FUNCTIONS[rule], seed=1).solutions()]
    assert sorted(shuffled) == sorted(usual) and shuffled != usual
    assert shuffled == [grid.line() for grid in Search(Grid.empty(4), rule=RULE_FUNCTIONS[rule], seed=1).solutions()]
    assert len({next(Search(Grid.empty(4), seed=seed).solutions()).line() for seed in range(100)}) > 60


def test_a_random_order_tries_every_value_of_a_cell_once():
    assert Search(Grid.parse("123........4...."), seed=5).run() is Ending.UNSOLVABLE
    search = Search(Grid.empty(9), seed=5)
    tried = []
    while value := search.next_value(0, 0):
        tried.append(value)
        search.grid.set(0, 0, value)
    assert sorted(tried) == list(range(1, 10)) != tried


# --- Watching -----------------------------------------------------------------------------------------------------


def test_the_observer_gets_every_step_and_can_repeat_the_search_with_them():
    steps = []
    search = Search(Grid.parse(EASY), observer=steps.append)
    search.run()
    repeated, stack, emptied = Grid.parse(EASY), [], 0
    for row, column, value, depth in steps:
        if (row, column) not in stack:
            stack.append((row, column))
        assert (stack[-1], len(stack)) == ((row, column), depth)
        if value:
            assert value > repeated.get(row, column) and repeated.fits(row, column, value)
            repeated.set(row, column, value)
        else:
            emptied += repeated.get(row, column) != 0
            repeated.clear(row, column)
            stack.pop()
    assert repeated == search.grid
    assert sum(step.value != 0 for step in steps) == search.metrics.assignments
    assert emptied == search.metrics.backtracks and len(steps) == search.metrics.steps
    assert max(step.depth for step in steps if step.value) == search.metrics.max_depth == 51


def test_a_cell_that_was_never_filled_is_not_emptied():
    grid = Grid.random(locked=40, seed=1)
    counted, search = engine.solving.textbook(grid.to_numpy()), Search(grid)
    assert search.run() is Ending.UNSOLVABLE and search.metrics.assignments == 0
    assert counted["backtracks"] == counted["depth"] == search.metrics.backtracks == search.metrics.max_depth == 0


def test_the_observer_is_told_after_the_step():
    search = Search(Grid.empty(4), observer=lambda step: seen.append(search.grid.get(*step[:2]) == step.value))
    seen = []
    search.run()
    assert seen and all(seen)


def test_the_clock_stands_still_while_the_observer_runs():
    slept = []

    def sleep_a_little(step):
        begin = time.perf_counter()
        time.sleep(0.01)
        slept.append(time.perf_counter() - begin)

    search = Search(Grid.parse(EASY), rule=fewest_candidates, observer=sleep_a_little, max_seconds=0.3)
    begin = time.perf_counter()
    assert search.run() is Ending.SOLVED  # after 51 steps, so it slept for longer than the limit
    elapsed = time.perf_counter() - begin
    assert 0 < search.metrics.seconds <= elapsed - sum(slept) < elapsed - 0.5


def test_an_observer_that_fails_ends_the_run_and_its_time_does_not_count():
    def fail(step):
        time.sleep(0.05)
        raise KeyboardInterrupt

    search = Search(Grid.parse(EASY), observer=fail)
    begin = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        search.run()
    assert 0 < search.metrics.seconds <= time.perf_counter() - begin - 0.05


def test_next_value_is_the_least_above_the_present_one_that_fits():
    search = Search(Grid.parse("1...23..4......1"))
    assert [search.next_value(0, 2), search.next_value(1, 2), search.next_value(2, 2)] == [2, 1, 1 + 1]
    search.grid.set(0, 2, 2)
    assert [search.next_value(0, 2), search.next_cell()] == [3, (0, 1)]
    search.grid.set(0, 2, 4)
    assert search.next_value(0, 2) == 0


def test_a_rule_that_picks_a_cell_that_has_a_value_is_told():
    with pytest.raises(ValueError, match="the rule picked r1c1, which is not empty"):
        Search(Grid.parse("1" + "." * 15), rule=lambda search: (0, 0)).run()


# --- Limits -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [0, 1, 100, 8364, 8365])
def test_it_gives_up_after_so_many_steps(limit):
    steps = []
    search = Search(Grid.parse(EASY), observer=steps.append, max_steps=limit)
    ending = search.run()  # 8,365 steps solve it
    assert ending is (Ending.SOLVED if limit == 8365 else Ending.GAVE_UP)
    assert len(steps) == search.metrics.steps == limit
    assert search.run() is Ending.GAVE_UP


def test_it_gives_up_after_so_much_time():
    seventeen_clues = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    search = Search(Grid.parse(seventeen_clues), max_seconds=0.02)
    assert search.run() is Ending.GAVE_UP
    assert search.metrics.seconds >= 0.02
    assert search.metrics.steps > 0


def test_limits_hold_for_all_solutions_together():
    search = Search(Grid.empty(4), max_steps=500)
    assert 0 < len(list(search.solutions())) < 288
    assert search.metrics.steps == 500


def in_pieces(puzzle, rule, seed, most):
    """The steps and the ending of a search that gives up after every few steps, and is resumed by a new one."""
    steps, grid = [], puzzle
    while True:
        search = Search(puzzle, rule=rule, seed=seed, observer=steps.append, max_steps=most)
        if steps:
            search.resume(grid, backed_out=not steps[-1].value)
        ending = search.run()
        if ending is not Ending.GAVE_UP:
            return steps, ending, search.grid
        grid = search.grid


@pytest.mark.daily("None-row_by_row-1", "None-row_by_row-2", "None-row_by_row-7", "5-row_by_row-2", "5-row_by_row-7")
@pytest.mark.parametrize("most", [1, 2, 7])
@pytest.mark.parametrize("rule", RULE_FUNCTIONS.values())
@pytest.mark.parametrize("seed", [None, 5])
def test_a_search_in_pieces_takes_the_same_steps(most, rule, seed):
    for board in range(12):
        shape = {"size": 4} if board % 2 else {"blocks": "2x3"}
        puzzle = Grid.random(locked=board % 7, seed=board, **shape)
        steps = []
        whole = Search(puzzle, rule=rule, seed=seed, observer=steps.append)
        ending = whole.run()
        assert in_pieces(puzzle, rule, seed, most) == (steps, ending, whole.grid)


NO_SUCH_SEARCH = {
    "a later cell before an earlier one": ("." * 16, "...1............"),
    "a hole": ("." * 16, "12343.1221434321"),
    "another clue": ("2" + "." * 15, "1" + "." * 15),
    "another size": ("." * 16, "." * 81),
    "a grid that breaks a rule": ("11" + "." * 14, "112" + "." * 13),
    "a value that does not fit": ("." * 16, "11" + "." * 14),
    "no cell left": ("1234341221434321", "1234341221434321"),
}


@pytest.mark.parametrize(("puzzle", "grid"), NO_SUCH_SEARCH.values(), ids=NO_SUCH_SEARCH)
def test_a_search_resumes_only_where_one_could_have_stopped(puzzle, grid):
    with pytest.raises(ValueError, match="no search of this grid by this rule comes to that grid"):
        Search(Grid.parse(puzzle)).resume(Grid.parse(grid), backed_out=False)


@pytest.mark.parametrize("size", [16, 25])
def test_large_boards_are_searched(size):
    board = permutation_grid(2, size=size).to_numpy()
    board[size // 2] = 0  # one row of holes
    search = Search(Grid(board), rule=fewest_candidates)
    assert search.run() is Ending.SOLVED
    assert search.grid == permutation_grid(2, size=size)


def test_the_examples_of_the_documentation_hold():
    result = doctest.testmod(engine.teaching.search)
    assert result.attempted > 0
    assert result.failed == 0


def frontier(grid):
    """The boards of each level of a breadth-first search, row by row."""
    boards = [grid.copy()] if grid.is_valid else []
    while boards:
        yield boards
        cell = boards[0].first_empty()
        fillings = [(board.copy(), value) for board in boards for value in (board.candidates(*cell) if cell else ())]
        for board, value in fillings:
            board.set(*cell, value)
        boards = [board for board, _ in fillings]


def test_the_frontier_of_an_empty_board_grows_as_computed():
    for size, levels in ((4, 9), (9, 6)):
        searched = [len(boards) for boards in islice(frontier(Grid.empty(size)), levels)]
        assert searched == band_levels(size)[:levels]


def test_the_first_bands_are_as_many_as_the_literature_says():
    assert band_levels(9)[9] == 362_880
    assert band_levels(9)[-1] == 948_109_639_680
    assert band_levels(4)[-1] == 96
    assert band_levels(1) == [1, 1]

    assert 28_200_960 % band_levels(6)[-1] == 0  # boards of 6x6: each first band has as many


@pytest.mark.slow
@given(shapes(6), st.integers(0, 100))
def test_the_first_band_grows_as_a_search_of_any_shape_finds(shape, levels):
    searched = []
    for boards in islice(frontier(Grid.empty(shape.size, blocks=shape.blocks)), levels):
        searched.append(len(boards))
        if len(boards) > 1000:
            break
    computed = band_levels(shape.size, blocks=shape.blocks)
    assert all(a == b for a, b in zip(searched, computed, strict=False))


@pytest.mark.parametrize("size", [16, 25, 15])
def test_bands_that_are_too_many_are_refused(size):
    with pytest.raises(ValueError, match="too many"):
        band_levels(size)


def test_every_level_has_each_valid_filling_once():
    puzzle = Grid(engine.carve(engine.generate(1, size=9, seed=2), seed=2, clues=36)[0])
    levels = list(frontier(puzzle))
    assert len(levels) == 81 - 36 + 1
    for number, boards in enumerate(levels):
        assert all(board.is_valid for board in boards)
        assert {sum(not cell.locked and cell.value != 0 for cell in board) for board in boards} == {number}
        assert len({board.line() for board in boards}) == len(boards)
    assert levels[-1] == list(Search(puzzle).solutions())


@pytest.mark.parametrize("most", [1, 20, 10**6])
def test_the_sizes_of_the_levels_are_those_of_the_frontier_up_to_the_first_above_the_limit(most):
    for grid in (Grid.random(locked=4, seed=1, size=4), Grid.parse("1" + 15 * "."), Grid([1, 1, *14 * [0]])):
        sizes = [len(boards) for boards in frontier(grid)]
        end = next((level + 1 for level, size in enumerate(sizes) if size > most), len(sizes))
        assert list(frontier_sizes(grid, most)) == sizes[:end]


def test_a_level_above_the_limit_is_counted_and_not_held():
    tracemalloc.start()
    sizes = list(frontier_sizes(Grid.empty(9), 500))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sizes == [1, 9, 72, 504]
    assert peak < 2_000_000


def test_as_many_boards_are_in_all_levels_as_a_full_search_makes_assignments():
    for seed in range(20):
        grid = Grid.random(locked=6, seed=seed, size=4)
        search = Search(grid)
        solutions = list(search.solutions())
        levels = list(frontier(grid))
        assert sum(map(len, levels)) == search.metrics.assignments + 1
        assert (levels[-1] if len(levels) == 11 else []) == solutions


def test_what_breaks_a_rule_has_no_frontier():
    assert list(frontier(Grid.parse("11.............."))) == []


@pytest.mark.slow
def test_the_solutions_of_an_empty_small_board_are_all_boards():
    found = np.array(list(listing.solutions(np.zeros(16, np.uint8))))
    assert np.array_equal(found[np.lexsort(found.T[::-1])], engine.generation.all_boards(4))


@pytest.mark.slow_cases("4-none-576")
@pytest.mark.parametrize(("size", "blocks", "count"), [(3, "none", 12), (4, "none", 576), (6, None, None)])
def test_they_are_those_of_the_search_at_other_shapes(size, blocks, count):
    grid = Grid.random(locked=0 if count else 12, seed=3, size=size, blocks=blocks)
    found = [Grid(solution, blocks=grid.blocks) for solution in listing.solutions(grid)]
    assert count in (None, len(found))
    assert sorted(each.line() for each in found) == sorted(each.line() for each in Search(grid).solutions())


def in_order(puzzles):
    return sorted(Grid(puzzle).line() for puzzle in puzzles)


def found_by_search(puzzle):
    return [grid.to_numpy().reshape(-1) for grid in Search(Grid(puzzle)).solutions()]


@pytest.mark.slow_cases("loose")
@pytest.mark.parametrize("kind", ["unique", "loose", "wrong", "clashing", "full"])
def test_they_are_those_of_the_search_with_a_stack(puzzles_by_kind, kind):
    for puzzle in puzzles_by_kind(4, 5, 30)[kind]:
        assert in_order(listing.solutions(puzzle)) == in_order(found_by_search(puzzle))


@pytest.mark.slow
def test_at_size_9_too_they_are_those_of_the_search_with_a_stack():
    numbers = []
    for seed in range(4):
        puzzle = engine.carve(engine.generate(1, seed=seed)[0], seed=seed, clues=45)
        puzzle[np.flatnonzero(puzzle)[-12:]] = 0
        found = in_order(listing.solutions(puzzle))
        assert found == in_order(found_by_search(puzzle))
        numbers.append(len(found))
    assert max(numbers) > 1


@pytest.mark.slow_cases("25")
@pytest.mark.parametrize("size", SQUARE_SIZES)
def test_a_million_solutions_do_not_keep_the_first_waiting(size):
    found = [Grid(solution) for solution in islice(listing.solutions(np.zeros(size**2, np.uint8)), 5)]
    assert all(grid.is_solved for grid in found)
    assert len({grid.line() for grid in found}) == 5


def test_several_puzzles_are_refused():
    with pytest.raises(ValueError, match=r"one puzzle has shape \(S\*S,\), not \(2, 81\)"):
        next(listing.solutions(np.zeros((2, 81), np.uint8)))
