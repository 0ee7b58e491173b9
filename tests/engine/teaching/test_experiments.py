from math import comb

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.engine import Grid
from board_catalogue.engine.random_numbers import RandomNumbers
from board_catalogue.engine.shape import Shape
from board_catalogue.engine.teaching import experiments
from board_catalogue.engine.teaching.experiments import Experiment, median_interval, share_of_cells
from board_catalogue.engine.teaching.search import Ending


def explore(clues, size=9, **how):
    """The outcomes for these numbers of clues themselves, on boards of a size."""
    return Experiment(clues=(), **how).on(Shape.of(size), clues)


def test_what_has_a_solution_is_what_the_kernel_says():
    (outcome,) = explore([8], runs=40, seed=3, size=4)
    boards = [Grid.random(locked=8, seed=RandomNumbers(3, i).below(2**32), size=4) for i in range(40)]
    solvable = engine.count_solutions(np.array([board.to_numpy().reshape(-1) for board in boards]), limit=1).sum()
    assert (outcome.solved, outcome.unsolvable, outcome.gave_up) == (solvable, 40 - solvable, 0)
    assert 0 < solvable < 40


@pytest.mark.slow
def test_rules_are_compared_on_the_same_boards():
    outcomes = list(explore([0, 20, 36], runs=10, seed=1, rules=["row-major", "fewest"], max_steps=500))
    assert [(each.clues, each.rule) for each in outcomes] == [
        (givens, rule) for givens in (0, 20, 36) for rule in ("row-major", "fewest")
    ]
    for each in outcomes:
        assert each.solved + each.unsolvable + each.gave_up == each.runs == 10
        assert 0 <= each.median_steps <= 500
    for by_row, by_fewest in zip(outcomes[::2], outcomes[1::2], strict=True):
        if not by_row.gave_up + by_fewest.gave_up:
            assert by_row.solved == by_fewest.solved
    assert outcomes[-1].unsolvable > 0


def test_times_are_compared_on_the_boards_that_every_rule_solved(monkeypatch):
    """Else a rule seems fast because it gives up on the boards that take long."""
    ends = {"row-major": "SSGGU", "fewest": "SGSSU"}
    planned = iter(
        [
            experiments._Result({"S": Ending.SOLVED, "G": Ending.GAVE_UP, "U": Ending.UNSOLVABLE}[end], 1, ms)
            for rule, first in (("row-major", 10), ("fewest", 20))
            for ms, end in enumerate(ends[rule], first)
        ]
    )
    monkeypatch.setattr(Experiment, "_result", lambda *given: next(planned))
    by_row, by_fewest = explore([0], runs=5, seed=1, size=4, rules=list(ends))
    assert (by_row.solved, by_fewest.solved) == (2, 3)
    assert by_row.solved_by_all == by_fewest.solved_by_all == 1
    assert (by_row.solved_ms, by_fewest.solved_ms) == (10, 20)
    assert (by_row.gave_up_ms, by_fewest.gave_up_ms) == (12.5, 21)
    assert by_row.solved_ms_low is None


def test_the_seed_makes_the_same_counts_again():
    def counts(seed):
        return [(each.solved, each.mean_steps, each.median_steps) for each in explore([4], runs=5, seed=seed, size=4)]

    assert counts(1) == counts(1) != counts(2)


@pytest.mark.parametrize(("givens", "size", "share"), [(40, 9, 40), (40, 4, 8), (40, 16, 126), (0, 25, 0), (99, 4, 16)])
def test_other_sizes_get_the_same_share_of_their_cells(givens, size, share):
    assert share_of_cells(givens, size) == share


@pytest.mark.parametrize(("numbers", "ranks"), [(6, (1, 6)), (10, (2, 9)), (25, (8, 18)), (100, (40, 61))])
def test_the_interval_of_a_median_is_that_of_the_binomial_distribution(numbers, ranks):
    shuffled = np.random.default_rng(1).permutation(np.arange(1, numbers + 1)).tolist()
    assert median_interval(shuffled) == ranks
    outside = sum(comb(numbers, below) for below in range(ranks[0])) / 2**numbers
    assert outside <= 0.025 < outside + comb(numbers, ranks[0]) / 2**numbers


@pytest.mark.parametrize("numbers", range(6))
def test_few_numbers_say_too_little_about_a_median(numbers):
    assert median_interval([1.0] * numbers) is None


def test_an_experiment_ends_with_the_time_limit():
    outcomes = explore([0, 10], runs=2, seed=1, size=4)
    next(outcomes)
    with engine.time_limit(0), pytest.raises(TimeoutError):
        next(outcomes)


def test_a_search_gives_up_after_so_much_time():
    (outcome,) = explore([20], runs=3, seed=1, size=16, rules=["fewest"], max_seconds=0.02)
    assert outcome.gave_up == 3
    assert outcome.gave_up_ms > 0
    assert (outcome.solved_ms, outcome.unsolvable_ms) == (None, None)


def test_the_time_of_solved_boards_is_apart_from_that_of_the_others(monkeypatch):
    clock = iter(range(1000))
    monkeypatch.setattr("board_catalogue.engine.teaching.experiments.thread_time", lambda: next(clock) ** 2 / 1000)
    (outcome,) = explore([8], runs=40, seed=3, size=4)
    boards = [Grid.random(locked=8, seed=RandomNumbers(3, i).below(2**32), size=4) for i in range(40)]
    took = [(2 * run + 1) ** 2 - (2 * run) ** 2 for run in range(40)]  # run i asks the clock twice
    solvable = [bool(engine.count_solutions(board, limit=1)) for board in boards]
    assert outcome.solved_ms == pytest.approx(np.median(np.array(took)[solvable]))
    assert outcome.unsolvable_ms == pytest.approx(np.median(np.array(took)[~np.array(solvable)]))
    assert (outcome.solved_ms_low, outcome.solved_ms_high) == pytest.approx(
        median_interval(np.array(took)[solvable].tolist())
    )
    assert outcome.gave_up_ms is None


def test_no_run_at_all_is_refused():
    with pytest.raises(ValueError, match="runs 0 is below 1"):
        next(explore([1], runs=0, seed=1))


def test_an_unknown_rule_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="rule 'most' is not one of row-major, "):
        next(explore([1], runs=1, seed=1, rules=["row-major", "most"]))
