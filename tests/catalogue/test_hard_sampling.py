"""Puzzles rated 9.0 or more, searched around hard ones: the chain, a catalogue and a data set of them."""

import json

import numpy as np
import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.engine import hard_puzzles as module
from board_catalogue.engine.boards import as_lines
from board_catalogue.engine.hard_puzzles import hard_puzzles


@pytest.fixture(autouse=True)
def short_chains(monkeypatch):
    """Chains end sooner, at puzzles that are less hard: those of the real size take seconds."""
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(module, "RATED", 12)
    monkeypatch.setattr(module, "BEGUN", 32)
    monkeypatch.setattr(module, "LEAST", 7.0)
    module._chain.cache_clear()
    yield
    module._chain.cache_clear()


@pytest.mark.slow
def test_puzzles_are_hard_minimal_and_on_different_boards():
    found = hard_puzzles(40, seed=1, start=5)
    assert (engine.rate(found.puzzles)["rating"] >= 70).all()
    assert engine.minimal(found.puzzles).all()
    assert (engine.solve(found.puzzles) == found.boards).all()
    assert len(np.unique(engine.rank(found.boards[:27]))) == 27  # of one chain
    assert (found.attempts > 0).all()
    module._chain.cache_clear()
    parts = [hard_puzzles(some, seed=1, start=start) for start, some in ((5, 1), (6, 30), (36, 9), (45, 0))]
    assert (np.concatenate([part.puzzles for part in parts]) == found.puzzles).all()
    assert not np.array_equal(hard_puzzles(5, seed=2).puzzles, hard_puzzles(5, seed=1).puzzles)
    with pytest.raises(ValueError, match="seed"):
        hard_puzzles(1, seed=-1)


@pytest.mark.slow
def test_a_catalogue_of_hard_puzzles_is_filled_proven_and_continued(call, home):
    assert call("fill", "--count", 5, "--sampling", "hard", "--seed", 7, "--grade", "diabolical").status == 0
    assert call("fill", "--total", 8, "--threads", 1).status == 0
    puzzles = plain_view.table(home, "puzzles")
    assert [row["givens"] for row in puzzles] == as_lines(hard_puzzles(8, seed=7).puzzles)
    assert {row["weight"] for row in puzzles} == {None}
    plain_view.assert_sound(home, count=8)
    assert call("verify").status == 0


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--clues", 30), "a hard sample has minimal puzzles of any pattern"),
        (("--size", 4), "a hard sample is for size 9, not 4x4"),
        (("--method", "wfc"), "leave out the method"),
        (("--grade", "fiendish"), "a hard sample has puzzles of 9.0 or more: leave out grades that end below"),
    ],
)
def test_what_a_hard_sample_cannot_have_is_a_wrong_call(call, home, error_of, words, fault):
    assert fault in error_of(call("fill", "--count", 1, "--sampling", "hard", *words), status=2)
    assert not home.exists()


@pytest.mark.slow
def test_a_data_set_of_hard_puzzles_names_its_chains_and_is_proven(call, tmp_path):
    pandas = pytest.importorskip("pandas")
    folder = tmp_path / "set"
    assert call("dataset", folder, "--count", 40, "--seed", 1, "--sampling", "hard", "--test", 0.3).status == 0
    rows = pandas.read_parquet(folder / "data")
    assert (rows["chain"] == rows["position"] // 32).all() and set(rows["chain"]) == {0, 1}
    assert (rows["rating"] >= 7.0).all()
    card = " ".join((folder / "README.md").read_text().split())
    assert "searched around hard ones" in card and "no fair sample of anything" in card
    assert json.loads((folder / "dataset.json").read_bytes())["sampling"] == "hard"
    assert call("dataset", folder, "--verify").status == 0
