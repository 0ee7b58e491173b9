"""What is asked and told of ratings: `query`, `stats`, `show` and `export`."""

import json
import re
import statistics
from collections import Counter

import numpy as np
import plain_view
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from board_catalogue import engine

NAMES = [technique.name for technique in engine.TECHNIQUES]
UNRATED = "30 puzzles are not rated"


@pytest.fixture(scope="module")
def puzzles(rated):
    return plain_view.puzzles(rated)


@pytest.fixture(scope="module")
def used(rated):
    return plain_view.techniques(rated)


@pytest.fixture
def query(call, rated):
    def ask(*words):
        return call("query", *words, "--home", rated)

    return ask


def found(done):
    assert done.status == 0
    return [json.loads(line)["id"] for line in done.out.splitlines()]


tenths = st.integers(10, 95).map(lambda rating: rating / 10)


@pytest.mark.slow
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    low=st.none() | tenths,
    high=st.none() | tenths,
    grade=st.none() | st.sampled_from(sorted(plain_view.GRADES)),
    with_all=st.lists(st.sampled_from(NAMES[:20]), max_size=2),
    without=st.lists(st.sampled_from(NAMES[:34]), max_size=2),
)
def test_puzzles_found_are_those_that_a_plain_filter_keeps(query, puzzles, used, low, high, grade, with_all, without):
    if low is not None and high is not None:
        low, high = sorted((low, high))
    words = [] if low is None else ["--min-rating", low]
    words += [] if high is None else ["--max-rating", high]
    words += [] if grade is None else ["--grade", grade]
    words += [word for name in with_all for word in ("--technique", name)]
    words += [word for name in without for word in ("--without-technique", name)]
    kept = [
        puzzle["id"]
        for puzzle in puzzles
        if not words
        or (
            puzzle["rating"] is not None
            and (low is None or puzzle["rating"] >= low)
            and (high is None or puzzle["rating"] <= high)
            and (grade is None or puzzle["grade"] == grade)
            and used[puzzle["id"]].issuperset(with_all)
            and used[puzzle["id"]].isdisjoint(without)
        )
    ]
    done = query(*words, "--format", "jsonl")
    assert found(done) == kept
    assert (UNRATED in done.err) == bool(words)
    assert query(*words, "--count-only").out == f"{len(kept)}\n"


@pytest.mark.parametrize("descending", [False, True])
def test_puzzles_without_a_rating_come_last(query, puzzles, descending):
    rated = [puzzle for puzzle in puzzles if puzzle["rating"] is not None]
    rated.sort(key=lambda puzzle: (-puzzle["rating"] if descending else puzzle["rating"], puzzle["id"]))
    others = [puzzle["id"] for puzzle in puzzles if puzzle["rating"] is None]
    done = query("--sort", "rating", *(["--desc"] if descending else []), "--format", "jsonl")
    assert found(done) == [puzzle["id"] for puzzle in rated] + others
    assert UNRATED in done.err


def test_a_query_says_in_one_line_which_puzzles_it_cannot_see(query, puzzles, rated):
    above = sum(puzzle["rating_status"] == "above" for puzzle in puzzles)
    assert above > 0
    advice = f"catalogue rate --home {rated}\n"
    assert query("--min-rating", 1, "--count-only").err == f"{UNRATED}, {above} are rated only as above 4.5: {advice}"
    assert query("--max-rating", 4.5, "--count-only").err == f"{UNRATED}: {advice}"
    assert query("--count-only").err == ""


@pytest.mark.slow
def test_a_rated_catalogue_is_asked_in_silence(call, filled_by, home):
    filled_by(home, boards=20)
    call("rate")
    assert call("query", "--min-rating", 1, "--count-only") == (0, "20\n", "")


def test_the_table_tells_ratings_as_people_know_them(query, puzzles):
    heading, _, *lines = query("--limit", 300).out.splitlines()
    shown = ["id", "clues", "rating", "grade", "hardest", "pattern", "backtracks"]
    assert heading.split() == shown
    for line, puzzle in zip(lines, puzzles, strict=True):
        rating = None if puzzle["rating"] is None else f"{puzzle['rating']:.1f}"
        cells = [rating if name == "rating" else puzzle[name] for name in shown]
        assert line.split() == [str(cell) for cell in cells if cell is not None]
    assert max(map(len, lines)) <= 80


def test_a_repeated_grade_means_any_of_these(query, puzzles):
    kept = [p["id"] for p in puzzles if p["grade"] in ("easy", "hard")]
    assert found(query("--grade", "easy", "--grade", "hard", "--format", "jsonl")) == kept
    harder = [p["id"] for p in puzzles if p["grade"] == "hard" and p["rating"] >= 2.0]
    assert found(query("--grade", "easy", "--grade", "hard", "--min-rating", 2.0, "--format", "jsonl")) == harder
    assert kept and harder


def test_export_takes_the_same_filters(call, rated, puzzles):
    words = ("--grade", "hard", "--grade", "easy", "--max-clues", 25, "--sort", "rating", "--desc", "--home", rated)
    asked = call("query", *words, "--columns", "givens", "--format", "line").out
    assert call("export", *words, "--format", "line", "--no-solution").out == asked != ""
    within = json.loads(call("export", "0-49,60", *words, "--format", "json").out)
    kept = [p["id"] for p in puzzles if p["grade"] in ("easy", "hard") and p["clues"] <= 25]
    assert {row["id"] for row in within} == set(kept) & {*range(50), 60}


@pytest.mark.slow
def test_csv_and_json_tell_all_of_a_rating(query, call, puzzles, rated):
    assert json.loads(query("--format", "json").out) == puzzles
    exported = json.loads(call("export", "0-299", "--format", "json", "--home", rated).out)
    assert [{name: puzzle[name] for name in puzzle if name != "techniques"} for puzzle in exported] == puzzles
    for puzzle in exported:
        if puzzle["rating_status"] == "rated":
            path = engine.steps(np.array(plain_view.cells(puzzle["givens"]), np.uint8))
            assert puzzle["techniques"] == Counter(step.technique for step in path)
        else:
            assert puzzle["techniques"] is None


def test_a_wrong_call_is_told_in_one_line(query, error_of):
    for words, message in [
        (("--min-rating", "hard"), "'hard' is not a rating such as 7.1"),
        (("--max-rating", "4.55"), "'4.55' is not a rating such as 7.1"),
        (("--min-rating", "nan"), "'nan' is not a rating such as 7.1"),
        (("--technique", "xwing"), "no technique is called 'xwing'; similar names are x-wing"),
        (("--technique", "Naked Singles"), "similar names are naked-single"),
        (
            ("--technique", "guess"),
            "no technique is called 'guess'; catalogue techniques lists all names",
        ),
        (("--without-technique", "swordfsh"), "no technique is called 'swordfsh'; similar names are swordfish"),
        (("--grade", "harder"), "harder"),
        (("--min-rating", "4.5", "--max-rating", "2"), "--min-rating 4.5 is above --max-rating 2.0"),
        (("--min-depth", "3", "--max-depth", "2"), "--min-depth 3 is above --max-depth 2"),
    ]:
        assert message in error_of(query(*words), status=2)


@pytest.mark.parametrize("words", [("--min-rating", 1), ("--grade", "easy"), ("--sort", "rating")])
def test_puzzles_above_12x12_have_no_rating(call, filled_large, error_of, words):
    assert "puzzles of size 16 have no rating" in error_of(call("query", *words, "--home", filled_large))


@pytest.mark.sqlite("plans of its queries")
def test_queries_by_rating_and_technique_go_by_an_index(rated):
    from board_catalogue.catalogue.puzzles.kinds import Criteria, technique_numbers
    from board_catalogue.catalogue.storage.columns import rows_query
    from board_catalogue.catalogue.storage.queries import meeting
    from board_catalogue.catalogue.storage.store import Store

    criteria = [Criteria({"rating": (20, 45)}), Criteria(techniques=technique_numbers(["swordfish"]))]
    with Store.read(rated) as store:
        for each in criteria:
            query = meeting(each, rows_query(["id"])).compile(store.connection, compile_kwargs={"literal_binds": True})
            plan = store.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}").all()
            assert not any("SCAN" in row[3] for row in plan), plan


# --- stats --------------------------------------------------------------------------------------------------------


def test_the_figures_are_those_of_the_puzzles(call, rated, puzzles, used):
    told = json.loads(call("stats", "--format", "json", "--home", rated).out)["ratings"]
    known = [puzzle for puzzle in puzzles if puzzle["rating_status"] == "rated"]
    above = sum(puzzle["rating_status"] == "above" for puzzle in puzzles)
    assert told["puzzles"] == {"rated": len(known), "above": above, "beyond": 0, "unrated": 30}
    grades = Counter(puzzle["grade"] for puzzle in known)
    assert told["grades"] == {grade: grades[grade] for grade in plain_view.GRADES}
    hardest = Counter(puzzle["hardest"] for puzzle in known)
    users = Counter(name for names in used.values() for name in names)
    expected = {name: {"hardest": hardest[name], "used": users[name]} for name in NAMES if users[name]}
    assert told["techniques"] == expected
    ratings = [puzzle["rating"] for puzzle in known]
    assert told["spread"] == {
        "min": min(ratings),
        "median": pytest.approx(statistics.median(ratings)),
        "mean": pytest.approx(statistics.mean(ratings)),
        "max": max(ratings),
    }


def test_the_figures_for_people_are_the_same(call, rated):
    told = json.loads(call("stats", "--format", "json", "--home", rated).out)["ratings"]
    words = [line.split() for line in call("stats", "--home", rated).out.splitlines()]
    for name, figures in told["techniques"].items():
        assert [name, str(figures["hardest"]), str(figures["used"])] in words
    for grade, number in told["grades"].items():
        assert [grade, str(number)] in [line[:2] for line in words] or not number
    assert ["not", "rated", "30"] in words
    assert max(map(len, call("stats", "--home", rated).out.splitlines())) <= 80


def test_shares_are_of_all_that_is_known_and_the_spread_says_whose_it_is(call, rated, puzzles, home, filled_by):
    text = call("stats", "--home", rated).out
    bars = re.findall(r"^ *(\w[\w. ]*?) +(\d+) +([\d.]+)% +█+$", text.partition("not rated")[2], re.MULTILINE)
    assert bars[-1][:2] == ("above 4.5", str(sum(puzzle["rating_status"] == "above" for puzzle in puzzles)))
    assert sum(int(number) for _, number, _ in bars) == 270
    assert all(float(share) == pytest.approx(100 * int(number) / 270, abs=0.06) for _, number, share in bars)
    for figure in ("rating, min to max", "median", "mean"):
        assert re.search(rf"^{figure}, if rated in full  +[\d.]+", text, re.MULTILINE)
    filled_by(home, boards=20)
    call("rate")
    assert "rated in full" not in call("stats").out and "above" not in call("stats").out


def test_where_every_puzzle_is_above_the_histogram_says_so(call, home):
    call("fill", "--count", 3, "--seed", 1, "--clues", 81)
    call("rate")
    plain_view.change(  # as a fill of hard ones would leave it
        home,
        "UPDATE tallies SET value = 1 WHERE metric = 'rating_status'",
        "DELETE FROM tallies WHERE metric = 'rating'",
    )
    assert re.search(r"^ *above 4.5 +3 +100.0%", call("stats").out, re.MULTILINE)


def test_a_catalogue_without_ratings_has_no_figures_of_them(call, filled):
    assert json.loads(call("stats", "--format", "json", "--home", filled).out)["ratings"] is None
    assert "rated" not in call("stats", "--home", filled).out


# --- show ---------------------------------------------------------------------------------------------------------


def test_show_tells_the_rating_where_there_is_one(call, rated, puzzles):
    for status in ("rated", "above", None):
        puzzle = next(puzzle for puzzle in puzzles if puzzle["rating_status"] == status)
        heading, _, line, *_ = call("show", puzzle["id"], "--home", rated).out.splitlines()
        assert heading.startswith(f"board {puzzle['id']}: ")
        if status == "rated":
            assert line == f"rated {puzzle['rating']}, {puzzle['grade']}, {puzzle['hardest']}"
        else:
            assert line == "rated above 4.5" if status else line.startswith("class ")
