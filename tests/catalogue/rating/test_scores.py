"""Scores and levels beside ratings: filled in full, queried, and proven by `verify`."""

import csv
import io
import json

import numpy as np
import plain_view
import pytest

import catalogue
import engine
from catalogue import making
from catalogue.kinds import Depth, scores_of
from catalogue.pipeline import Stopwatch
from catalogue.rating import packed_puzzles, rate_packed, rate_to, rate_unrated, unpacked_ratings
from catalogue.store import Store

COUNT = 120


@pytest.fixture(scope="module")
def scored(tmp_path_factory, filled_by, places):
    home = places.new(tmp_path_factory.mktemp("scored"))
    filled_by(home, boards=COUNT, rate=Depth.all)
    return home


def scores_in(home):
    return {row["id"]: (row["score"], row["level"]) for row in plain_view.table(home, "puzzles")}


def test_a_fill_in_full_stores_what_the_engine_finds(scored):
    with catalogue.open(scored) as opened:
        puzzles, _ = opened.puzzles().to_numpy()
        expected = engine.score(puzzles)
        found = list(opened.puzzles())
    assert [puzzle.score for puzzle in found] == expected["score"].tolist()
    assert [puzzle.level for puzzle in found] == [engine.LEVELS[level] for level in expected["level"]]
    assert len(set(expected["level"].tolist())) > 2


@pytest.mark.parametrize("depth", [Depth.fast, Depth.none])
def test_other_depths_have_no_scores_until_a_full_rating_adds_them(home, filled_by, scored, depth):
    filled_by(home, boards=COUNT, rate=depth)
    assert set(scores_in(home).values()) == {(None, None)}
    with Store.write(home) as store:
        assert rate_unrated(store).rated == COUNT
        assert rate_unrated(store).wanted == 0
    assert plain_view.tables(home) == plain_view.tables(scored)


def test_other_sizes_have_a_rating_and_no_score(home, filled_by):
    filled_by(home, boards=10, size=6, rate=Depth.all)
    assert set(scores_in(home).values()) == {(None, None)}
    assert all(row["rating"] for row in plain_view.table(home, "puzzles"))
    with Store.write(home) as store:
        assert rate_unrated(store).wanted == 0


def test_a_worker_answers_with_the_same_scores():
    puzzles = engine.carve(engine.generate(20, seed=3), seed=3)
    answer = unpacked_ratings(rate_packed(Depth.full, packed_puzzles(puzzles), "3x3"))
    for found, expected in zip(answer, rate_to(Depth.full, puzzles, "3x3"), strict=True):
        np.testing.assert_array_equal(found, expected)
    assert unpacked_ratings(rate_packed(Depth.fast, packed_puzzles(puzzles), "3x3"))[1] is None
    assert scores_of(puzzles, "none") is None


def query(call, home, *options):
    return json.loads(call("query", "--format", "json", "--home", home, *options).out)


def test_queries_bound_sort_and_name_them(call, scored):
    rows = query(call, scored, "--columns", "id,score,level")
    easy = query(call, scored, "--level", "easy", "--level", "hard", "--columns", "id,score,level")
    assert easy == [row for row in rows if row["level"] in ("easy", "hard")] != []
    some = query(call, scored, "--min-score", "400", "--max-score", "900", "--columns", "id,score,level")
    assert some == [row for row in rows if 400 <= row["score"] <= 900] != []
    hardest = query(call, scored, "--sort", "score", "--desc", "--columns", "id,score,level")
    assert hardest == sorted(rows, key=lambda row: (-row["score"], row["id"]))
    with catalogue.open(scored) as opened:
        assert len(opened.puzzles(level=["easy", "hard"], max_score=900)) == sum(
            row["level"] in ("easy", "hard") and row["score"] <= 900 for row in rows
        )


def test_pages_sorted_by_score_go_on_to_the_puzzles_without_one(home, filled_by):
    filled_by(home, boards=8, rate=Depth.all)
    filled_by(home, boards=4)
    with catalogue.open(home) as opened:
        ordered = opened.puzzles().order_by("score", descending=True)
        everything = [puzzle.number for puzzle in ordered]
        pages, last = [], None
        while page := ordered.page(5, after=last, columns=("id",)):
            pages += [id for (id,) in page]
            last = pages[-1]
    assert pages == everything
    assert everything[8:] == [8, 9, 10, 11]


def test_a_query_by_score_says_how_many_puzzles_have_none(call, home, filled_by):
    filled_by(home, boards=5, rate=Depth.fast)
    said = call("query", "--level", "easy").err
    assert "5 have no score: catalogue rate" in said


def test_a_query_by_score_of_other_sizes_is_refused(call, home, filled_by):
    filled_by(home, boards=5, size=6)
    assert "only 9x9 puzzles have a score" in call("query", "--min-score", "5", status=1).err


def test_the_figures_count_levels(call, scored):
    levels = [level for _, level in scores_in(scored).values()]
    ratings = json.loads(call("stats", "--format", "json", "--home", scored).out)["ratings"]
    assert list(ratings["levels"].values()) == [levels.count(place) for place in range(5)]
    assert ratings["score"]["max"] == max(score for score, _ in scores_in(scored).values())


@pytest.mark.parametrize(
    "change", ["score = score + 1", "level = (level + 1) % 5", "score = NULL", "score = NULL, level = NULL"]
)
def test_verify_finds_an_altered_score_and_repairs_it(call, home, places, alter, scored, change):
    places.copy(scored, home)
    alter(f"UPDATE puzzles SET {change} WHERE id = 7")
    assert call("verify", "--full", status=1).out
    assert call("verify", "--repair").out
    if change != "score = NULL, level = NULL":  # no score is what a fast rating leaves: the tallies follow
        assert plain_view.tables(home) == plain_view.tables(scored)
    assert "proven" in call("verify", "--full").out


def test_a_file_of_puzzles_is_rated_on_both_scales(call, scored, tmp_path):
    with catalogue.open(scored) as opened:
        puzzles = list(opened.puzzles().limit(9))
    path = tmp_path / "puzzles.txt"
    path.write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    rows = list(csv.DictReader(io.StringIO(call("rate", path, "--format", "csv").out)))
    assert [(row["score"], row["level"]) for row in rows] == [(str(puzzle.score), puzzle.level) for puzzle in puzzles]
    fast = csv.DictReader(io.StringIO(call("rate", path, "--format", "csv", "--depth", "fast").out))
    assert {(row["score"], row["level"]) for row in fast} == {("", "")}


def test_an_import_in_full_scores_puzzles(call, home, scored, tmp_path):
    path = tmp_path / "puzzles.txt"
    with catalogue.open(scored) as opened:
        puzzles = list(opened.puzzles().limit(9))
    path.write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    call("import", path, "--rate", "all")
    with catalogue.open(home) as opened:
        assert [puzzle.score for puzzle in opened.puzzles()] == [puzzle.score for puzzle in puzzles]


def test_what_a_worker_prepares_has_the_scores(scored):
    plan, watch = _plan(), Stopwatch()
    here = making.make(plan, 0, watch)
    whole = here.measured(range(len(here.indices)), plan, watch)
    there = making.prepared(making.prepare(plan, 0), plan, watch).whole
    np.testing.assert_array_equal(there.scores, whole.scores)


def _plan():
    from catalogue.request import Plan, Recipe, Source
    from engine.shape import Shape

    source = Source(seed=7, shape=Shape.of(9), method="dfs", start=0, batch=12)
    return Plan(source, Recipe(depth=Depth.full), "d4")
