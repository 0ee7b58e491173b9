"""Catalogues of boards that are all equally likely, and of puzzles that are a fair sample."""

import json
import re
from math import sqrt

import numpy as np
import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.engine.boards import as_lines


def test_uniform_boards_of_a_seed_are_stored(call, home):
    assert call("fill", "--count", 40, "--method", "uniform", "--seed", 7).status == 0
    boards = engine.generate(40, seed=7, method="uniform")
    assert [row["solution"] for row in plain_view.table(home, "boards")] == as_lines(boards)
    assert {row["weight"] for row in plain_view.table(home, "puzzles")} == {None}
    plain_view.assert_sound(home, count=40)


@pytest.mark.slow
def test_a_fair_sample_is_stored_with_its_weights_and_continued(call, home):
    assert call("fill", "--count", 6, "--sampling", "fair", "--seed", 7, "--rate", "full").status == 0
    assert call("fill", "--total", 10, "--threads", 1).status == 0
    sample = engine.fair_puzzles(10, seed=7)
    assert [row["solution"] for row in plain_view.table(home, "boards")] == as_lines(sample.boards)
    puzzles = plain_view.table(home, "puzzles")
    assert [row["givens"] for row in puzzles] == as_lines(sample.puzzles)
    assert [row["weight"] for row in puzzles] == sample.weights.tolist()
    assert [row["rating"] is not None for row in puzzles] == [True] * 6 + [False] * 4
    (stream,) = plain_view.table(home, "streams")
    assert stream["attempts"] == sample.attempts.sum()
    plain_view.assert_sound(home, count=10)


@pytest.mark.slow
def test_a_fair_sample_does_not_depend_on_the_number_of_threads(filled_by, tmp_path):
    for threads in (1, 3):
        filled_by(tmp_path / str(threads), size=4, method="fair", boards=150, threads=threads)
    assert plain_view.contents(tmp_path / "1") == plain_view.contents(tmp_path / "3")


@pytest.mark.slow
def test_a_fair_sample_can_be_of_one_grade(call, home):
    words = ("--sampling", "fair", "--seed", 7, "--grade", "fiendish")
    assert call("fill", "--count", 2, *words, "--max-tries", 20).status == 0
    sample = engine.fair_puzzles(20, seed=7)
    of_sample = dict(zip(as_lines(sample.puzzles), sample.weights.tolist(), strict=True))
    for puzzle in plain_view.table(home, "puzzles"):
        assert of_sample[puzzle["givens"]] == puzzle["weight"]
        assert 25 < puzzle["rating"] <= 60


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--clues", 30), "leave out clues and pattern"),
        (("--pattern", "rotate180"), "leave out clues and pattern"),
        (("--method", "uniform"), "a fair sample chooses its boards itself: leave out the method"),
        (("--size", 16), "fair samples are for sizes 4 and 9, not 16"),
        (
            ("--sampling", "carved", "--method", "uniform", "--size", 25),
            "method 'uniform' is for sizes 4 and 9, not 25",
        ),
    ],
)
def test_what_a_fair_sample_cannot_have_is_a_wrong_call(call, home, error_of, words, fault):
    assert fault in error_of(call("fill", "--count", 1, "--sampling", "fair", *words), status=2)
    assert not plain_view.exists(home)


def test_a_catalogue_keeps_its_sampling(call, home, filled, error_of):
    carved = error_of(call("fill", "--count", 1, "--sampling", "fair", "--home", filled), status=2)
    assert f"{filled} holds puzzles that are carved, not fair; name another --home" in carved
    assert call("fill", "--count", 1, "--sampling", "fair", "--size", 4).status == 0
    assert "that are fair, not carved" in error_of(call("fill", "--count", 1, "--sampling", "carved"), status=2)
    assert "leave out clues" in error_of(call("fill", "--count", 1, "--clues", 30), status=2)


def test_weighted_figures_are_those_of_the_weights(call, home, filled_by):
    filled_by(home, method="fair", size=4, boards=12, kind=None)
    assert call("rate").status == 0
    puzzles = plain_view.table(home, "puzzles")
    weights, clues, ratings = (np.array([row[name] for row in puzzles]) for name in ("weight", "clues", "rating"))

    def estimate(values):
        mean = (weights * values).sum() / weights.sum()
        error = sqrt((weights**2 * (values - mean) ** 2).sum()) / weights.sum()
        return pytest.approx({"mean": mean, "error": error})

    stats = json.loads(call("stats", "--weighted", "--format", "json").out)
    assert stats["puzzles"] == stats["rated"] == 12
    assert stats["effective"] == pytest.approx(weights.sum() ** 2 / (weights**2).sum())
    assert stats["clues"] == estimate(clues)
    assert stats["rating"] == estimate(ratings / 10)
    assert set(stats["shares"]) == {str(number) for number in clues}
    for number, share in stats["shares"].items():
        assert share == estimate(clues == int(number))
    text = call("stats", "--weighted").out
    assert re.search(rf"^mean clues +{stats['clues']['mean']:.3f} ± {stats['clues']['error']:.3f}$", text, re.MULTILINE)
    assert re.search(rf"^mean rating +{stats['rating']['mean']:.3f} ±", text, re.MULTILINE)


@pytest.mark.slow
def test_a_mean_rating_needs_every_rating(call, home, filled_by):
    filled_by(home, method="fair", boards=3)
    assert json.loads(call("stats", "--weighted", "--format", "json").out)["rating"] is None
    assert re.search(r"^mean rating +- \(0 have one\)$", call("stats", "--weighted").out, re.MULTILINE)


def test_without_weights_there_are_no_weighted_figures(call, filled, error_of):
    assert "has a weight: fill a new catalogue with --sampling fair" in error_of(
        call("stats", "--weighted", "--home", filled)
    )
