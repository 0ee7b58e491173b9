import csv
import io
import json

import plain_view
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

RATING = ["rating_status", "rating", "pearl", "diamond", "grade", "hardest", "score", "level"]
PLAIN = ["id", *plain_view.METRICS]  # what every puzzle has
FIELDS = ["id", *plain_view.METRICS, *plain_view.TEXTBOOK, "minimal", "pattern", *RATING, "givens", "solution"]


@pytest.fixture(scope="module")
def puzzles(filled):
    return plain_view.puzzles(filled)


@pytest.fixture
def query(call, filled):
    def ask(*words):
        return call("query", *words, "--home", filled)

    return ask


def flag(bound, column):
    return f"--{bound}-{column.replace('_', '-')}"


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_every_filter_and_order_is_that_of_a_plain_list(query, puzzles, data):
    words = []
    kept = puzzles
    for column in data.draw(st.lists(st.sampled_from(PLAIN), unique=True, max_size=3)):
        low, high = sorted(data.draw(st.sampled_from(puzzles))[column] for _ in range(2))
        words += [flag("min", column), low, flag("max", column), high]
        kept = [puzzle for puzzle in kept if low <= puzzle[column] <= high]
    sort = data.draw(st.sampled_from(PLAIN))
    descending = data.draw(st.booleans())
    words += ["--sort", sort, *(["--desc"] if descending else [])]
    kept = sorted(kept, key=lambda puzzle: (-puzzle[sort] if descending else puzzle[sort], puzzle["id"]))
    assert query(*words, "--count-only").out == f"{len(kept)}\n"
    assert json.loads(query(*words, "--format", "json").out) == kept


@pytest.mark.slow
def test_every_stored_number_has_both_bounds_and_they_are_included(query, puzzles):
    for bound, within in [("min", int.__ge__), ("max", int.__le__)]:
        for column in PLAIN:
            middle = sorted(puzzle[column] for puzzle in puzzles)[200]
            wanted = [puzzle["id"] for puzzle in puzzles if within(puzzle[column], middle)]
            found = query(flag(bound, column), middle, "--format", "jsonl").out.splitlines()
            assert [json.loads(line)["id"] for line in found] == wanted
            assert wanted


def test_every_format_holds_every_puzzle_because_there_is_no_limit_unless_one_is_given(query, puzzles):
    def out(form):
        done = query("--format", form)
        assert (done.status, done.err) == (0, "")
        return done.out

    assert json.loads(out("json")) == puzzles
    assert [json.loads(line) for line in out("jsonl").splitlines()] == puzzles
    assert out("line") == "".join(puzzle["givens"] + "\n" for puzzle in puzzles)
    as_text = [plain_view.as_text(puzzle) for puzzle in puzzles]
    assert list(csv.DictReader(io.StringIO(out("csv")))) == as_text
    assert list(csv.DictReader(io.StringIO(out("tsv")), delimiter="\t")) == as_text
    heading, _, *lines = out("table").splitlines()
    shown = ["id", "clues", "pattern", "backtracks", "depth", "comparisons", "filled"]
    assert heading.split() == shown
    for line, puzzle in zip(lines, puzzles, strict=True):
        assert line.split() == [str(puzzle[name]) for name in shown if puzzle[name] is not None]
        assert len(line) <= 80


def test_the_table_is_what_comes_without_a_format(query):
    assert query("--limit", 3).out == query("--limit", 3, "--format", "table").out


def test_a_limit_limits(query, puzzles):
    for limit in [0, 1, 7, 400, 1000]:
        assert query("--limit", limit, "--format", "line").out.split() == [p["givens"] for p in puzzles[:limit]]


def test_nothing_found_is_said_on_stderr_and_is_valid_in_every_format(query):
    for form, empty in [
        ("table", None),
        ("csv", [FIELDS]),
        ("tsv", [FIELDS]),
        ("json", []),
        ("jsonl", None),
        ("line", None),
    ]:
        done = query("--min-clues", 80, "--format", form)
        assert done.status == 0
        assert done.err.count("\n") == 1
        assert "No matching puzzles." in done.err
        if form == "json":
            assert json.loads(done.out) == empty
        elif empty is not None:
            assert list(csv.reader(io.StringIO(done.out), delimiter="\t" if form == "tsv" else ",")) == empty
        else:
            assert done.out == ""


def test_counting_nothing_is_no_error(query):
    assert query("--min-clues", 80, "--count-only") == (0, "0\n", "")


def test_a_catalogue_without_boards_can_be_asked(call, home, new_settings):
    from board_catalogue.catalogue.storage.store import Store

    Store.write(home, new_settings()).close()
    assert call("query", "--count-only") == (0, "0\n", "")
    assert call("query", "--format", "json").status == 0


def test_a_wrong_call_is_told_in_one_line(query, error_of):
    for words in [
        ("--min-clues", "a"),
        ("--min-clues", "1.5"),
        ("--limit", -1),
        ("--sort", "id; drop table boards"),
        ("--sort", "solution"),
        ("--format", "xml"),
        ("--min-everything", 1),
        ("extra",),
    ]:
        assert "catalogue query --help" in error_of(query(*words), status=2)


@pytest.mark.parametrize("words", [("--min-depth", 2**63), ("--max-depth", -(2**63) - 1), ("--limit", 10**30)])
def test_a_number_beyond_what_a_database_holds_is_no_crash(query, words):
    done = query(*words, "--format", "line")
    assert done.status in (0, 2)
    assert done.err.count("\n") <= 1


def test_a_solution_of_digits_alone_stays_a_text(call, filled_small):
    (row,) = json.loads(call("query", "--limit", 1, "--format", "json", "--home", filled_small).out)
    assert isinstance(row["solution"], str)
    assert len(row["solution"]) == 16


def test_a_repeated_pattern_means_any_of_these(call, filled_by, home):
    for pattern in ("rotate180", "diagonal", "mirror"):
        filled_by(home, boards=10, pattern=pattern)
    kept = [p["id"] for p in plain_view.puzzles(home) if p["pattern"] in ("rotate180", "diagonal")]
    done = call("query", "--pattern", "rotate180", "--pattern", "diagonal", "--columns", "id", "--format", "line")
    assert [int(line) for line in done.out.splitlines()] == kept
    assert len(kept) == 20


def test_columns_are_those_named_in_that_order(query, puzzles):
    done = query("--columns", "givens,id,clues", "--limit", 5, "--format", "csv")
    rows = [[p["givens"], str(p["id"]), str(p["clues"])] for p in puzzles[:5]]
    assert list(csv.reader(io.StringIO(done.out))) == [["givens", "id", "clues"], *rows]


def test_an_unknown_column_is_refused(query, error_of):
    assert "'clue' is not one of id, clues" in error_of(query("--columns", "id,clue"), status=2)


def test_a_random_order_is_that_of_its_seed(query, puzzles):
    def order(*words):
        return [
            json.loads(line)["id"] for line in query("--sort", "random", *words, "--format", "jsonl").out.splitlines()
        ]

    first = order("--seed", 1)
    assert first == order("--seed", 1)
    assert first != order("--seed", 2)
    assert sorted(first) == [puzzle["id"] for puzzle in puzzles] != first
    assert order("--seed", 1, "--limit", 7) == first[:7]
    assert len(order("--limit", 3)) == 3


@pytest.mark.parametrize("words", [["--seed", 1], ["--sort", "clues", "--seed", 1], ["--sort", "random", "--desc"]])
def test_options_of_a_random_order_alone_are_refused_elsewhere(query, error_of, words):
    assert "--sort random" in error_of(query(*words), status=2)


def test_rows_go_to_a_file(query, tmp_path):
    path = tmp_path / "rows.csv"
    done = query("--max-clues", 24, "--format", "csv", "--output", path)
    assert done.out == ""
    assert path.read_text() == query("--max-clues", 24, "--format", "csv").out
    assert [entry.name for entry in tmp_path.iterdir()] == ["rows.csv"]


def test_a_number_of_clues_is_both_bounds(call, filled, error_of):
    exact = call("query", "--clues", 24, "--format", "json", "--home", filled)
    between = call("query", "--min-clues", 24, "--max-clues", 24, "--format", "json", "--home", filled)
    assert exact == between and json.loads(exact.out)
    assert call("export", "--clues", 24, "--format", "line", "--home", filled).out.count("\n") == len(
        json.loads(exact.out)
    )
    message = error_of(call("query", "--clues", 24, "--max-clues", 30, "--home", filled), status=2)
    assert "give either --clues or --min-clues and --max-clues" in message
