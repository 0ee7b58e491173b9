"""Puzzles rated 9.0 or more, searched around hard ones: the chain, a catalogue and a data set of them."""

import json

import numpy as np
import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.runs import recipe
from board_catalogue.catalogue.runs.dataset import plan
from board_catalogue.catalogue.verbs.dataset import DatasetRequest
from board_catalogue.engine import hard_puzzles as module
from board_catalogue.engine.boards import as_lines
from board_catalogue.engine.carving import vicinity
from board_catalogue.engine.hard_puzzles import hard_puzzles, places


@pytest.fixture(autouse=True)
def short_chains(monkeypatch):
    """Chains end sooner, at puzzles that are less hard: those of the real size take seconds."""
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(module, "RATED", 12)
    monkeypatch.setattr(module, "BEGUN", 32)
    for each in (module, plan, recipe):
        monkeypatch.setattr(each, "LEAST", 7.0)
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
    some = hard_puzzles(10, seed=1, share=0.2).boards
    assert (places(engine.rank(some)) < 0.2).all()
    for wrong, fault in (({"seed": -1}, "seed"), ({"seed": 1, "share": 0.0}, "share 0.0 is not from 0.01 to 1")):
        with pytest.raises(ValueError, match=fault):
            hard_puzzles(1, **wrong)


@pytest.mark.slow
def test_a_chain_without_further_neighbours_begins_again(monkeypatch):
    for name, value in (("LEAST", 1.0), ("NEAR", 1), ("BEGUN", 256)):
        monkeypatch.setattr(module, name, value)
    begins = []
    monkeypatch.setattr(module, "vicinity", lambda puzzle, **how: begins.append(puzzle) or vicinity(puzzle, **how))
    assert engine.minimal(hard_puzzles(32, seed=1).puzzles).all()
    carved = engine.carve(engine.generate(256, seed=1), seed=1)
    assert sum(any(np.array_equal(puzzle, one) for one in carved) for puzzle in begins) > 1


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
        (("--grade", "fiendish"), "or more: leave out grades that end below"),
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


@pytest.mark.slow
@pytest.mark.parametrize("words", [("--count", 60), ("--grade", "diabolical=40", "--grade", "medium=20")])
def test_a_hard_split_is_searched_where_hardly_any_carved_puzzle_is_of_it(call, tmp_path, words):
    pandas = pytest.importorskip("pandas")
    folder = tmp_path / "set"
    made = call("dataset", folder, *words, "--seed", 1, "--hard", 7.2, "--test", 0.2)
    assert made.status == 0 and "test_hard is searched around hard puzzles" in made.err
    rows = pandas.read_parquet(folder / "data")
    hard = rows[rows["split"] == "test_hard"]
    assert len(rows) == 60 and len(hard) == (12 if words[0] == "--count" else 8) and (hard["rating"] >= 7.2).all()
    assert hard["chain"].notna().any() and rows[rows["split"] != "test_hard"]["chain"].isna().all()
    assert ((places(rows["class"].to_numpy()) < plan.HARD_CLASSES) == (rows["split"] == "test_hard")).all()
    card = " ".join((folder / "README.md").read_text().split())
    assert "carved at random" in card and "those of test_hard searched around hard ones" in card
    assert json.loads((folder / "dataset.json").read_bytes())["versions"]["searched"] == 1
    assert call("dataset", folder, "--verify").status == 0


@pytest.mark.parametrize("words", [("--hard", 6.9), ("--hard", 7, "--clues", 30), ("--hard", 7, "--grade", "easy=40")])
def test_a_hard_split_is_not_searched_where_it_need_not_be_or_cannot(words):
    goal = {"count": 40, "grade": ()} | dict(zip([name[2:] for name in words[::2]], words[1::2], strict=True))
    if goal["grade"]:
        goal |= {"count": None, "grade": [goal["grade"]]}
    assert not DatasetRequest("x", seed=1, **goal).plan().searches


@pytest.mark.slow
def test_a_new_catalogue_of_a_technique_of_hard_puzzles_is_searched(call, home, tmp_path):
    words = ("--count", 2, "--technique", "forcing-chain", "--seed", 7)
    filled = call("fill", *words)
    assert filled.status == 0 and "are searched around hard ones, as by sampling hard" in filled.err
    plain_view.assert_sound(home, count=2)
    carved = tmp_path / "carved"
    assert call("fill", "--count", 1, "--home", carved).status == 0
    assert "a new catalogue finds such, by sampling hard" in call("fill", *words, "--home", carved).err
