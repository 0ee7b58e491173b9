import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_catalogue import engine
from board_catalogue.catalogue.runs.analysis import rank_correlation, rank_correlations, ranks


def plain_ranks(numbers):
    return [sum(b < a for b in numbers) + (sum(b == a for b in numbers) + 1) / 2 for a in numbers]


@given(st.lists(st.integers(-5, 5), max_size=20))
def test_equal_numbers_share_the_mean_of_their_ranks(numbers):
    assert ranks(np.array(numbers, np.float64)).tolist() == plain_ranks(numbers)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=4, max_size=30))
def test_rho_is_the_correlation_of_the_ranks(pairs):
    x, y = zip(*pairs, strict=True)
    found = rank_correlation(x, y)
    if len(set(x)) == 1 or len(set(y)) == 1:
        assert found is None
        return
    a, b = plain_ranks(x), plain_ranks(y)
    middle = (len(a) + 1) / 2
    together = sum((i - middle) * (j - middle) for i, j in zip(a, b, strict=True))
    spread = sum((i - middle) ** 2 for i in a) * sum((j - middle) ** 2 for j in b)
    assert found.rho == pytest.approx(together / spread**0.5)
    assert -1 <= found.low <= found.rho + 1e-9 and found.rho - 1e-9 <= found.high <= 1


def test_a_textbook_example():
    iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110]  # and hours of television a week
    hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]
    assert rank_correlation(iq, hours).rho == pytest.approx(-29 / 165)


@pytest.mark.slow
def test_the_interval_holds_the_truth_as_often_as_it_says():
    random = np.random.default_rng(1)
    slope = 0.6
    truth = 6 / np.pi * np.arcsin(slope / 2)  # Spearman's rho of normal pairs whose correlation is the slope
    held = 0
    for _ in range(1000):
        x = random.normal(size=60)
        y = slope * x + (1 - slope**2) ** 0.5 * random.normal(size=60)
        found = rank_correlation(x, y)
        held += found.low <= truth <= found.high
    assert 0.93 <= held / 1000 <= 0.97


def test_a_wider_interval_is_a_surer_one():
    x, y = range(20), [*range(10, 20), *range(10)]
    narrow, wide = (rank_correlation(x, y, confidence=confidence) for confidence in (0.5, 0.99))
    assert wide.low < narrow.low < narrow.rho < narrow.high < wide.high


@pytest.mark.parametrize(("y", "rho"), [(range(9), 1), (range(9, 0, -1), -1)])
def test_perfect_order_has_no_interval(y, rho):
    found = rank_correlation(range(9), y)
    assert (found.rho, found.low, found.high) == (rho, rho, rho)


def test_too_few_pairs_say_nothing():
    assert rank_correlation([1, 2, 3], [1, 2, 3]) is None


@pytest.mark.parametrize(("y", "confidence"), [([1, 2], 0.95), ([1, 2, 3, 4], 1), ([1, 2, 3, 4], 0)])
def test_wrong_arguments_are_refused(y, confidence):
    with pytest.raises(ValueError):
        rank_correlation([1, 2, 3, 4], y, confidence=confidence)


@given(
    st.integers(4, 30).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, 5), min_size=n, max_size=n), min_size=1, max_size=4)
    )
)
def test_every_two_columns_have_the_rho_of_the_pair(columns):
    found = rank_correlations(np.array(columns, np.float64).reshape(len(columns), -1))
    for i, one in enumerate(columns):
        for j, other in enumerate(columns):
            expected = rank_correlation(one, other)
            assert np.isnan(found[i, j]) if expected is None else found[i, j] == pytest.approx(expected.rho)


def test_columns_of_another_shape_are_refused():
    with pytest.raises(ValueError, match=r"columns have shape \(3,\), not \(k, n\)"):
        rank_correlations([1, 2, 3])


PAGE = Path(__file__).resolve().parents[3] / ".github/documents/explanation/counts.md"


@pytest.mark.slow
def test_the_table_of_the_page_has_the_correlations_of_its_puzzles():
    rows = re.findall(r"^\| `(\w+)` \| (-?[\d.]+ \|.*) \|$", PAGE.read_text(), re.MULTILINE)
    shown = {name: [float(number) for number in numbers.split(" | ")] for name, numbers in rows if "|" in numbers}
    assert list(shown) == ["clues", "filled", "hidden_rounds", "guesses"]
    puzzles = engine.carve(engine.generate(20_000, seed=99), seed=99)
    found = {name: engine.measure(puzzles)[name] for name in ("guesses", "comparisons", "filled", "hidden_rounds")}
    found |= {"clues": np.count_nonzero(puzzles, axis=1), "rating": engine.rate(puzzles)["rating"]}
    for name, numbers in shown.items():
        told = []
        for kept, others in (
            (np.ones(len(puzzles), bool), ("guesses", "comparisons", "filled", "hidden_rounds", "rating")),
            (found["guesses"] > 0, ("guesses", "comparisons", "filled", "rating")),
        ):
            told += [rank_correlations([found[name][kept], found[other][kept]])[0, 1] for other in others]
        assert [f"{number:.2f}" for number in numbers] == [f"{rho:z.2f}" for rho in told], name
