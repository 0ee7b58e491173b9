"""Puzzles rated as they are made, and fills that look for a kind of them."""

import json
import threading

import numpy as np
import plain_view
import pytest

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.puzzles.kinds import Depth, Kind, technique_numbers
from board_catalogue.catalogue.runs import filling as filling
from board_catalogue.catalogue.verbs.fill import FillRequest
from board_catalogue.catalogue.web.api import request_in
from board_catalogue.engine.grades import Grade, Level
from board_catalogue.engine.native import technique_of


def statuses(home):
    return {row["rating_status"] for row in plain_view.table(home, "puzzles")}


@pytest.mark.slow_cases("full-{0}")
@pytest.mark.parametrize(
    ("depth", "expected"), [(Depth.full, {0}), (Depth.fast, {0, 1}), (Depth.none, {None})], ids=str
)
def test_puzzles_are_rated_as_far_as_was_asked(home, filled_by, depth, expected):
    report = filled_by(home, boards=40, rate=depth)
    assert statuses(home) == expected
    assert ("rate" in report.stages) == (depth is not Depth.none)
    plain_view.assert_sound(home, count=40)


def test_ratings_change_nothing_else(home, filled_by, tmp_path):
    filled_by(home, boards=30, rate=Depth.full)
    filled_by(tmp_path / "other", boards=30)
    assert plain_view.files(home) == plain_view.files(tmp_path / "other")
    unrated = [
        row | dict.fromkeys(("rating_status", "rating", "pearl", "diamond", "hardest"))
        for row in plain_view.table(home, "puzzles")
    ]
    assert unrated == plain_view.table(tmp_path / "other", "puzzles")


def test_a_catalogue_may_be_rated_in_parts(rated):
    plain_view.assert_sound(rated, count=300)
    assert statuses(rated) == {0, 1, None}


def test_a_full_board_is_rated_and_of_no_grade(home, filled_by, call):
    filled_by(home, boards=3, clues=81, rate=Depth.full)
    plain_view.assert_sound(home, count=3)
    assert {(puzzle["rating"], puzzle["grade"]) for puzzle in plain_view.puzzles(home)} == {(0.0, None)}
    assert "rated" not in call("show", 1).out
    assert call("stats").status == 0


@pytest.mark.parametrize(
    "options", [{"rate": Depth.full}, {"rate": Depth.fast}, {"kind": Kind((Grade.easy,))}], ids=str
)
def test_puzzles_above_12x12_are_not_rated(home, filled_by, options):
    with pytest.raises(ValueError, match="size 16 have no rating: only those up to 12x12 have one"):
        filled_by(home, size=16, boards=1, **options)


# --- A kind -------------------------------------------------------------------------------------------------------


def positions_of(suits, count, seed=7, **carving):
    """Which boards of a seed have such a puzzle: `suits(rating, names of techniques)`, one puzzle at a time."""
    found = []
    for position in range(100_000):
        puzzle = engine.carve(engine.generate(1, seed=seed, start=position)[0], seed=seed, **carving)
        rating = engine.rate(puzzle)
        used = {technique_of(number).name for number in np.flatnonzero(engine.native.technique_counts(rating))}
        if suits(rating["rating"] / 10, used):
            found.append(position)
            if len(found) == count:
                return found
    raise AssertionError("there are none")


KINDS = [
    ({"grade": Grade.easy}, lambda rating, used: rating <= 1.2, 4),
    ({"grade": Grade.medium}, lambda rating, used: 1.2 < rating <= 1.5, 25),
    ({"grade": Grade.diabolical}, lambda rating, used: rating > 6.0, 25),
    ({"techniques": ["swordfish"]}, lambda rating, used: "swordfish" in used, 2),
    ({"techniques": ["xy-wing", "x-wing"]}, lambda rating, used: {"xy-wing", "x-wing"} <= used, 4),
    (
        {"grade": Grade.fiendish, "techniques": ["x-wing"]},
        lambda rating, used: 2.5 < rating <= 6.0 and "x-wing" in used,
        4,
    ),
]


def kind_of(grade=None, techniques=()):
    return Kind((grade,) if grade else (), technique_numbers(techniques))


@pytest.mark.daily("kind3-<lambda>-2")
@pytest.mark.parametrize(("kind", "suits", "count"), KINDS)
def test_the_boards_kept_are_the_first_of_their_kind(home, filled_by, kind, suits, count):
    report = filled_by(home, boards=count, kind=kind_of(**kind))
    kept = [row["position"] for row in plain_view.table(home, "boards")]
    assert kept == positions_of(suits, count)
    (stream,) = plain_view.table(home, "streams")
    assert stream["position"] == report.looked_at == kept[-1] + 1
    assert stream["unwanted"] == report.unwanted == kept[-1] + 1 - count
    assert not report.given_up and not report.interrupted
    plain_view.assert_sound(home, count=count)
    assert statuses(home) == {0}


@pytest.mark.daily("{'pattern': 'rotate180'}")
@pytest.mark.parametrize("carving", [{"clues": 28}, {"pattern": "rotate180"}], ids=str)
def test_clues_and_patterns_are_as_without_a_kind(home, filled_by, carving):
    filled_by(home, boards=4, kind=Kind((Grade.medium,)), **carving)
    kept = [row["position"] for row in plain_view.table(home, "boards")]
    assert kept == positions_of(lambda rating, used: 1.2 < rating <= 1.5, 4, **carving)
    plain_view.assert_sound(home, count=4)


@pytest.mark.slow
def test_threads_batches_and_pieces_do_not_show(home, filled_by, tmp_path, monkeypatch):
    filled_by(home, boards=120, kind=Kind((Grade.hard,)), threads=1)
    pieces = tmp_path / "pieces"
    monkeypatch.setattr(filling, "BATCH", 37)
    for piece in ({"boards": 1}, {"boards": 60, "threads": 4}, {"total": 120}):
        filled_by(pieces, kind=Kind((Grade.hard,)), **piece)
    assert plain_view.contents(pieces) == plain_view.contents(home)
    assert plain_view.tables(pieces) == plain_view.tables(home)


@pytest.mark.slow
def test_a_stopped_search_goes_on_where_it_was(home, filled_by, tmp_path, monkeypatch):
    filled_by(tmp_path / "undisturbed", boards=60, kind=Kind((Grade.hard,)))
    monkeypatch.setattr(filling, "BATCH", 8)
    stop = threading.Event()
    report = filled_by(home, boards=60, kind=Kind((Grade.hard,)), stop=stop, on_progress=lambda progress: stop.set())
    assert report.interrupted == (report.boards < 60)
    filled_by(home, total=60, kind=Kind((Grade.hard,)))
    assert plain_view.contents(home) == plain_view.contents(tmp_path / "undisturbed")
    assert plain_view.tables(home) == plain_view.tables(tmp_path / "undisturbed")


def test_a_total_of_grades_is_reached_once(home, monkeypatch):
    """Stopped after each few boards, and said again, it ends with exactly so many of each, as if it had not stopped."""
    monkeypatch.setattr(filling, "BATCH", 8)
    goal = {Grade.easy: 1, Grade.medium: 6}
    catalogue.open(home.parent / "undisturbed").fill(total=goal, seed=3)
    c = catalogue.open(home)
    done = None
    while done is None or done.interrupted:
        stop = threading.Event()
        done = c.fill(total=goal, seed=3, stop=stop, on_progress=lambda now, stop=stop: now.written and stop.set())
    assert {name: len(c.puzzles(grade=name)) for name in goal} == goal and len(c) == 7
    assert plain_view.tables(home) == plain_view.tables(home.parent / "undisturbed")
    assert c.fill(total=goal).boards == 0
    assert c.fill(total=["grade:medium=7"]).boards == c.fill(total=len(c) + 1).boards == 1


@pytest.mark.slow
def test_a_total_with_a_kind_counts_rated_puzzles_of_the_kind(home, call):
    assert call("fill", "--count", 3, "--seed", 3).status == 0
    done = call("fill", "--level", "easy", "--total", 2)
    assert done.status == 0 and "3 puzzles have no score" in done.err
    assert call("query", "--level", "easy", "--count-only").out == "2\n"
    assert (
        json.loads(call("fill", "--total", "level:easy=2", "--total", "level:medium=1", "--format", "json").out)[
            "wanted"
        ]
        == 1
    )
    assert call("fill", "--total", 3, "--clues", 30, "--strict").status == 0
    assert call("query", "--clues", 30, "--count-only").out == "3\n"
    assert json.loads(call("fill", "--total", 3, "--clues", 30, "--strict", "--format", "json").out)["boards"] == 0


@pytest.mark.parametrize(
    ("total", "marks"),
    [(5, None), ({"level:easy": 5, "unfair": 2}, (Level.easy, Level.unfair)), ({Grade.easy: 5}, (Grade.easy,))],
    ids=str,
)
def test_a_server_takes_totals_of_grades_and_levels(total, marks):
    order = request_in({"total": total}, FillRequest).order()
    assert order.total == (dict(zip(marks, total.values(), strict=True)) if marks else total)
    assert order.recipe.quotas == (marks or ()) and list(map(type, order.recipe.quotas)) == list(map(type, marks or ()))
    assert order.wanted(lambda mark: 2) == [3, 0][: len(marks or "1")]


@pytest.mark.parametrize(
    "total",
    [["5", "easy=3"], {"easy": 3, Grade.hard: 3}, ["easy=3", "easy=4"], {"simple": 3}, ["easy=0"], {}, 0],
    ids=str,
)
def test_totals_that_say_nothing_are_refused(total):
    with pytest.raises(ValueError):
        FillRequest(total=total).order()


@pytest.mark.slow_cases("1-500", "4-500")
@pytest.mark.parametrize("tries", [1, 100, 500])
@pytest.mark.parametrize("threads", [1, 4])
def test_a_search_gives_up_after_so_many_boards(home, filled_by, monkeypatch, tries, threads):
    monkeypatch.setattr(filling, "BATCH", 64)
    report = filled_by(home, boards=10_000, kind=Kind((Grade.hard,)), max_tries=tries, threads=threads)
    assert (report.looked_at, report.given_up, report.interrupted) == (tries, True, False)
    assert report.wanted == 10_000
    suited = engine.rate(engine.carve(engine.generate(tries, seed=7), seed=7))["rating"]
    expected = np.flatnonzero((suited > 15) & (suited <= 25)).tolist()
    assert [row["position"] for row in plain_view.table(home, "boards")] == expected
    assert report.unwanted == tries - len(expected)
    plain_view.assert_sound(home, count=len(expected))


def test_a_goal_reached_with_the_last_try_is_reached(home, filled_by):
    tries = positions_of(lambda rating, used: 1.5 < rating <= 2.5, 5)[-1] + 1
    assert not filled_by(home, boards=5, kind=Kind((Grade.hard,)), max_tries=tries).given_up


def test_a_board_passed_over_may_be_kept_by_a_later_fill(home, filled_by):
    """What is not stored is not claimed either."""
    filled_by(home, boards=3, kind=Kind((Grade.easy,)))
    assert plain_view.table(home, "streams")[0]["unwanted"] > 0
    assert len(plain_view.table(home, "claims", "1")) == 3


@pytest.mark.slow
def test_boards_refused_are_told_apart_from_those_passed_over(home, filled_by, monkeypatch):
    generate = engine.generate

    def in_pairs(count, *, start, **options):
        boards, attempts = generate(start + count, start=0, **options)
        numbers = np.arange(start, start + count) // 2
        return boards[numbers], attempts[numbers]

    monkeypatch.setattr(engine, "generate", in_pairs)
    report = filled_by(home, boards=20, kind=Kind((Grade.medium,)))
    kept = [row["position"] for row in plain_view.table(home, "boards")]
    monkeypatch.undo()
    alone = positions_of(lambda rating, used: 1.2 < rating <= 1.5, 20)
    assert kept == [2 * position for position in alone]
    assert report.duplicates == 19
    assert report.unwanted == 2 * (alone[-1] + 1 - 20)
    plain_view.assert_sound(home, count=20)
