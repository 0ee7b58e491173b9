"""How deep trial and error has to look: what `rate` gives, and a column and a filter of `query`."""

import json

import numpy as np
import plain_view
import pytest
from sqlalchemy import select
from sqlalchemy.dialects import postgresql

from board_catalogue import engine
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.puzzles.kinds import criteria
from board_catalogue.catalogue.storage.columns import ON_REQUEST
from board_catalogue.catalogue.storage.queries import meeting
from board_catalogue.catalogue.storage.schema import puzzles
from board_catalogue.engine.boards import from_lines
from board_catalogue.engine.solving import trial_depth

DEEP = "..2...7...1.....6.5......18....37.......49.....41.23....3.2.9...8.....5.6.......2"
"""Of a list of the hardest."""


def test_rate_gives_it_and_query_shows_and_filters_it(call, home, tmp_path):
    (tmp_path / "deep.txt").write_text(f"{DEEP}\n")
    assert call("fill", "--count", 20, "--seed", 1).status == 0
    assert call("import", tmp_path / "deep.txt").status == 0
    lines = [row["givens"] for row in plain_view.table(home, "puzzles")]
    depths = trial_depth(from_lines(lines)).tolist()
    assert depths[-1] == 2 and set(depths[:-1]) == {0, 1}
    shown = json.loads(call("query", "--columns", "id,trial_depth", "--format", "json").out)
    assert [row["trial_depth"] for row in shown] == depths
    chosen = call("query", "--trial-depth", "2", "--trial-depth", "1", "--columns", "id", "--format", "csv").out
    assert list(map(int, chosen.split()[1:])) == np.flatnonzero(depths).tolist()
    assert call("export", "all", "--trial-depth", "2", "--format", "line").out.startswith(DEEP)
    rated = json.loads(call("rate", tmp_path / "deep.txt", "--format", "json").out)
    assert [row["trial_depth"] for row in rated] == [2]


def test_puzzles_under_rules_and_of_other_sizes_have_none(call, tmp_path):
    for words in (("--rules", "diagonal"), ("--size", 6)):
        home = tmp_path / str(words[1])
        assert call("fill", "--count", 1, "--seed", 1, *words, "--home", home).status == 0
        out = call("query", "--columns", "id,trial_depth", "--format", "csv", "--home", home).out
        assert out.split() == ["id,trial_depth", "0,"]
        assert "0" not in call("query", "--trial-depth", "0", "--format", "csv", "--home", home).out


def test_an_unknown_depth_is_a_wrong_call(call, error_of):
    assert "'4' is not one of 0, 1, 2, 3" in error_of(call("query", "--trial-depth", "4"), status=2)


def test_a_server_says_that_it_computes_none():
    query = meeting(criteria(trial_depth="2"), select(puzzles.c.id))
    with pytest.raises(CatalogueError, match=r"no engine to compute trial_depth, .* --columns trial_depth computes it"):
        query.compile(dialect=postgresql.dialect())
    assert "sudoku_" not in str(select(ON_REQUEST["trial_depth"]).compile(dialect=postgresql.dialect()))


def test_functions_of_sql_have_it():
    found = engine.Grid(DEEP)
    from board_catalogue.catalogue.sql_functions import FUNCTIONS, values_of

    assert values_of(FUNCTIONS["sudoku_trial_depth"], [found.line(), DEEP[1:], "." * 81]) == [2, None, None]
