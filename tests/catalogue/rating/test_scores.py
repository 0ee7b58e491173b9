"""Scores and levels beside ratings: filled as asked, queried by both scales' techniques, and proven by `verify`."""

import csv
import io
import json

import numpy as np
import plain_view
import pytest

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.puzzles.columns import FIRST_SCORED
from board_catalogue.catalogue.puzzles.game import game_of
from board_catalogue.catalogue.puzzles.kinds import SINGLES_AND_PAIRS, Depth, Kind, alone, technique_numbers
from board_catalogue.catalogue.puzzles.stored import from_lines
from board_catalogue.catalogue.runs import making
from board_catalogue.catalogue.runs.how import How
from board_catalogue.catalogue.runs.pipeline import Stopwatch
from board_catalogue.catalogue.runs.rating import RatingJob, rate_unrated
from board_catalogue.catalogue.runs.recipe import Plan, Recipe, Ticket
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.engine.shape import Shape

COUNT = 40


@pytest.fixture(scope="module")
def scored(tmp_path_factory, filled_by, places):
    home = places.new(tmp_path_factory.mktemp("scored"))
    filled_by(home, boards=COUNT, rate=Depth.all)
    return home


def scores_in(home):
    return {row["id"]: (row["score"], row["level"]) for row in plain_view.table(home, "puzzles")}


@pytest.mark.slow
def test_a_fill_stores_what_the_engine_finds_on_both_scales(scored):
    with catalogue.open(scored) as opened:
        puzzles, _ = opened.puzzles().to_numpy()
        expected = engine.score(puzzles)
        found = list(opened.puzzles())
    assert [puzzle.score for puzzle in found] == expected["score"].tolist()
    assert [puzzle.level for puzzle in found] == [engine.LEVELS[level] for level in expected["level"]]
    assert len(set(expected["level"].tolist())) > 2
    plain_view.assert_sound(scored, COUNT)


@pytest.mark.daily("none")
@pytest.mark.parametrize("depth", [Depth.fast, Depth.full, Depth.none, Depth.score])
def test_each_depth_fills_its_scale_and_rating_all_adds_the_rest(home, filled_by, scored, depth):
    filled_by(home, boards=COUNT, rate=depth)
    rows = plain_view.table(home, "puzzles")
    assert all((row["score"] is not None) == depth.scores for row in rows)
    assert all((row["rating_status"] is not None) == depth.rates for row in rows)
    plain_view.assert_sound(home, COUNT)
    with Store.write(home) as store:
        assert rate_unrated(store, How(), depth=Depth.all).done > 0
        assert rate_unrated(store, How(), depth=Depth.all).wanted == 0
    assert plain_view.tables(home) == plain_view.tables(scored)


def test_other_sizes_have_scores_too(home, filled_by, call):
    filled_by(home, boards=10, size=6, rate=Depth.all)
    rows = plain_view.table(home, "puzzles")
    found = engine.score(from_lines([row["givens"] for row in rows]))
    assert [(row["score"], row["level"]) for row in rows] == found[["score", "level"]].tolist()
    assert all(row["rating"] for row in rows)
    with Store.write(home) as store:
        assert rate_unrated(store, How(), depth=Depth.all).wanted == 0
    assert call("query", "--min-score", 5, "--level", "easy").status == 0
    assert call("verify").status == 0


def test_boards_above_16x16_have_no_score(home, filled_by, call):
    refused = call("fill", "--count", 1, "--size", 25, "--rate", "score")
    assert refused.status != 0
    assert "puzzles of size 25 have no score: only sizes 4 to 16 have one" in refused.err


@pytest.mark.slow
def test_puzzles_under_rules_have_scores(home, filled_by, call):
    assert call("fill", "--count", 3, "--seed", 2, "--rules", "killer", "--rate", "score").status == 0
    stored = [json.loads(line) for line in call("export", "all", "--format", "jsonl").out.splitlines()]
    found = engine.score([engine.read_variant(row["constraints"]) for row in stored])
    rows = plain_view.table(home, "puzzles")
    assert [(row["score"], row["level"]) for row in rows] == found[["score", "level"]].tolist()
    assert "cage-combinations" in call("stats").out
    assert call("query", "--technique", "cage-combinations", "--format", "line").out.count("\n") == 3
    assert call("verify").status == 0


def test_a_worker_answers_with_the_same():
    puzzles = engine.carve(engine.generate(20, seed=3), seed=3)
    some, game = np.arange(20) % 3 > 0, game_of(Shape.of(9))
    for depth in (Depth.all, Depth.fast, Depth.score):
        job = RatingJob(game, depth, None, some, some)
        question = making.compact((RatingJob.in_time, (job, puzzles)))
        *found, done = making.expanded(making.answered(question))[0]
        ratings = game.rate(puzzles, None, depth.ceiling) if depth.rates else None
        scores = game.score(puzzles) if depth.scores else None
        for of_scale, expected in zip(found, (ratings, scores), strict=True):
            assert (of_scale is None) == (expected is None)
            if of_scale is not None:
                np.testing.assert_array_equal(of_scale[some[:done]], expected[:done][some[:done]])


def test_what_a_worker_prepares_has_the_scores(monkeypatch):
    monkeypatch.setattr(
        "board_catalogue.catalogue.runs.pipeline.LIMIT", 1000.0
    )  # all of a ticket, however slow the machine
    plan, watch = Plan(7, game_of(Shape.of(9)), "wfc", Recipe(depth=Depth.all), "d4"), Stopwatch()
    here = making.make(plan, Ticket(0, 12), watch)
    whole = here.measured(range(len(here.indices)), plan, watch)
    answer = making.answered(making.compact((making.prepare, (plan, Ticket(0, 12)))))
    there = making.prepared(making.expanded(answer)[0], plan).whole
    np.testing.assert_array_equal(there.scores, whole.scores)
    np.testing.assert_array_equal(there.ratings, whole.ratings)


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
    filled_by(home, boards=8, rate=Depth.score)
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
    assert "5 puzzles have no score: catalogue rate --rate score" in said


def test_the_figures_count_levels_and_techniques(call, scored):
    levels = [level for _, level in scores_in(scored).values()]
    figures = json.loads(call("stats", "--format", "json", "--home", scored).out)
    scores = figures["scores"]
    assert list(scores["levels"].values()) == [levels.count(place) for place in range(5)]
    assert scores["spread"]["max"] == max(score for score, _ in scores_in(scored).values())
    uses = [use for use in plain_view.table(scored, "uses", "1, 2") if use["technique"] >= FIRST_SCORED]
    skyscrapers = sum(use["technique"] == technique_numbers(["skyscraper"])[0] for use in uses)
    assert scores["techniques"]["skyscraper"] == skyscrapers > 0
    assert sum(scores["techniques"].values()) == len(uses)
    assert "skyscraper" not in figures["ratings"]["techniques"]
    assert f"skyscraper {skyscrapers}" in " ".join(call("stats", "--home", scored).out.split())


# --- Techniques ----------------------------------------------------------------------------------------------------


def users(home, name):
    """The numbers of the puzzles whose path to the score takes a technique."""
    with catalogue.open(home) as opened:
        cells, _ = opened.puzzles().to_numpy()
    return np.flatnonzero(engine.score(cells)[name]).tolist()


@pytest.mark.slow
def test_a_technique_of_either_scale_is_found(call, scored):
    def found(*words):
        return [row["id"] for row in query(call, scored, *words, "--columns", "id")]

    assert found("--technique", "skyscraper") == found("--technique", "score:skyscraper") == users(scored, "skyscraper")
    assert found("--technique", "score:x-wing") == users(scored, "x-wing") != found("--technique", "x-wing")
    without = sorted({*range(COUNT)} - {*users(scored, "w-wing")})
    assert found("--without-technique", "w-wing") == without
    with catalogue.open(scored) as opened:
        assert [puzzle.number for puzzle in opened.puzzles(technique="skyscraper")] == users(scored, "skyscraper")
    row = query(call, scored, "--technique", "skyscraper", "--limit", 1, "--columns", "techniques")[0]
    assert {"skyscraper", "score:naked-single", "hidden-single-block"} <= set(row["techniques"])


def test_the_only_technique_has_nothing_beside_it_but_singles_and_pairs(call, scored):
    with catalogue.open(scored) as opened:
        cells, _ = opened.puzzles().to_numpy()
    scores = engine.score(cells)
    others = [each.name for each in engine.SOLVING_TECHNIQUES if each.name not in ("pointing", *SINGLES_AND_PAIRS)]
    expected = [i for i, score in enumerate(scores) if score["pointing"] and not any(score[name] for name in others)]
    found = query(call, scored, "--only-technique", "score:pointing", "--columns", "id")
    assert [row["id"] for row in found] == expected != []
    assert alone("pointing") == alone("score:pointing")
    refused = call("query", "--only-technique", "x-cycle", "--home", scored)
    assert refused.status == 2 and "no technique of the score is called 'x-cycle'" in refused.err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "name", "rated"),
    [
        (("--technique", "skyscraper"), "skyscraper", False),
        (("--only-technique", "pointing"), "pointing", False),
        (("--technique", "w-wing", "--technique", "x-chain"), "w-wing", True),
    ],
)
def test_a_fill_makes_puzzles_of_a_technique_and_verify_proves_them(call, home, words, name, rated):
    assert call("fill", "--count", 5, "--seed", 3, *words).status == 0
    assert users(home, name) == [0, 1, 2, 3, 4]
    rows = plain_view.table(home, "puzzles")
    assert all((row["rating"] is not None) == rated and row["score"] is not None for row in rows)
    plain_view.assert_sound(home, 5)
    assert "proven" in call("verify", "--full").out
    refused = call("fill", "--count", 1, *words, "--rate", "fast")
    assert refused.status == 2 and "not --rate fast" in refused.err


def test_a_kind_asks_for_the_scales_that_it_needs():
    x_wing, skyscraper = technique_numbers(["x-wing", "skyscraper"])
    assert (x_wing < FIRST_SCORED) and (skyscraper >= FIRST_SCORED)
    depths = [Kind((), numbers).depth for numbers in ((x_wing,), (skyscraper,), (x_wing, skyscraper))]
    assert depths == [Depth.full, Depth.score, Depth.all]
    recipe = Recipe(kind=Kind((), (skyscraper,), (FIRST_SCORED + 3,)))
    assert Recipe.read(recipe.spelled) == recipe
    with pytest.raises(ValueError, match="no recipe"):
        Recipe.read('{"techniques": [999]}')


# --- verify, files, imports ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "change", ["score = score + 1", "level = (level + 1) % 5", "score = NULL", "score = NULL, level = NULL"]
)
def test_verify_finds_an_altered_score_and_repairs_it(call, home, places, scored, change):
    places.copy(scored, home)
    plain_view.change(home, f"UPDATE puzzles SET {change} WHERE id = 7")
    assert call("verify", "--full").status == 1
    assert call("verify", "--repair").status == 0
    assert plain_view.tables(home) == plain_view.tables(scored)
    assert "proven" in call("verify", "--full").out


def test_a_file_of_puzzles_is_rated_on_both_scales(call, scored, tmp_path):
    with catalogue.open(scored) as opened:
        puzzles = list(opened.puzzles().limit(9))
    path = tmp_path / "puzzles.txt"
    path.write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    rows = list(csv.DictReader(io.StringIO(call("rate", path, "--format", "csv").out)))
    assert [(row["score"], row["level"]) for row in rows] == [(str(puzzle.score), puzzle.level) for puzzle in puzzles]
    assert {row["status"] for row in rows} == {"rated"}
    fast = list(csv.DictReader(io.StringIO(call("rate", path, "--format", "csv", "--rate", "fast").out)))
    assert {(row["score"], row["level"]) for row in fast} == {("", "")}
    only = list(csv.DictReader(io.StringIO(call("rate", path, "--format", "csv", "--rate", "score").out)))
    assert [(row["score"], row["rating"]) for row in only] == [(str(puzzle.score), "") for puzzle in puzzles]
    assert {row["status"] for row in only} == {"scored"}
    both = call("rate", path, "--rate", "all").out.splitlines()
    assert [line.split(" ")[2:] for line in both] == [[str(puzzle.score), str(puzzle.level)] for puzzle in puzzles]
    assert [len(line.split(" ")) for line in call("rate", path).out.splitlines()] == [2] * 9


def test_an_import_in_full_scores_puzzles(call, home, scored, tmp_path):
    path = tmp_path / "puzzles.txt"
    with catalogue.open(scored) as opened:
        puzzles = list(opened.puzzles().limit(9))
    path.write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    call("import", path, "--rate", "all")
    with catalogue.open(home) as opened:
        assert [puzzle.score for puzzle in opened.puzzles()] == [puzzle.score for puzzle in puzzles]


@pytest.mark.daily("full")
@pytest.mark.sqlite("a catalogue that is a file")
@pytest.mark.parametrize("depth", ["none", "full", "score"])
def test_a_merged_catalogue_keeps_what_it_knows_on_both_scales(call, home, scored, depth):
    assert call("import", scored / "catalogue.db", "--rate", depth).status == 0
    assert scores_in(home) == scores_in(scored)
    assert len(plain_view.table(home, "uses", "1, 2")) == len(plain_view.table(scored, "uses", "1, 2"))
    plain_view.assert_sound(home, COUNT)
