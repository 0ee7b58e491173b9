"""Altered scores and levels are found by `verify`, and repaired."""

import plain_view
import pytest

from catalogue.kinds import Depth

pytestmark = pytest.mark.sqlite("the script is for SQLite")


@pytest.fixture(scope="module")
def scored(tmp_path_factory, filled_by, places):
    home = places.new(tmp_path_factory.mktemp("scored"))
    filled_by(home, boards=20, rate=Depth.full)
    return home


@pytest.mark.parametrize(
    "change", ["score = score + 1", "level = (level + 1) % 5", "score = NULL", "score = NULL, level = NULL"]
)
def test_verify_finds_an_altered_score_and_repairs_it(call, home, places, alter, scored, change):
    places.copy(scored, home)
    alter(f"UPDATE puzzles SET {change} WHERE id = 7")
    assert call("verify", "--full").out
    assert call("verify", "--repair").out
    if change != "score = NULL, level = NULL":  # no score is what a fast rating leaves: the tallies follow
        assert plain_view.tables(home) == plain_view.tables(scored)
    assert "proven" in call("verify", "--full").out
