import numpy as np
import plain_view
import pytest
import reference

from board_catalogue import engine
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.puzzles.settings import Settings
from board_catalogue.catalogue.runs.filling import fill
from board_catalogue.catalogue.runs.how import How
from board_catalogue.catalogue.runs.recipe import Order
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.catalogue.storage.writing import next_number
from board_catalogue.catalogue.verbs.fill import FillRequest
from board_catalogue.engine.grades import RATING_VERSION


@pytest.fixture(scope="module")
def one_go(tmp_path_factory, filled_by, places):
    """500 boards by one thread: what every other way must come to."""
    home = places.new(tmp_path_factory.mktemp("one_go"))
    filled_by(home, boards=500, threads=1)
    return home


def test_a_fill_makes_a_sound_catalogue(one_go):
    plain_view.assert_sound(one_go, count=500)


@pytest.mark.daily("2")
@pytest.mark.parametrize("threads", [2, 5])
def test_one_seed_gives_the_same_files_and_rows_with_any_number_of_threads(home, filled_by, one_go, threads):
    filled_by(home, boards=500, threads=threads)
    assert plain_view.contents(home) == plain_view.contents(one_go)
    assert plain_view.tables(home) == plain_view.tables(one_go)


@pytest.mark.slow
def test_a_fill_in_pieces_comes_to_the_same_as_one(home, filled_by, one_go):
    for pieces in ({"boards": 1}, {"boards": 300}, {"total": 403}, {"boards": 97, "threads": 5}):
        filled_by(home, **pieces)
    assert plain_view.contents(home) == plain_view.contents(one_go)
    assert plain_view.tables(home) == plain_view.tables(one_go)


@pytest.mark.slow
def test_the_size_of_a_batch_does_not_show(home, filled_by, one_go, monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.runs.filling.BATCH", 37)
    filled_by(home, boards=500)
    assert plain_view.contents(home) == plain_view.contents(one_go)


def test_another_seed_gives_other_boards(home, filled_by, one_go):
    filled_by(home, boards=50, own_seed=8)
    theirs = {row["solution"] for row in plain_view.table(one_go, "boards")}
    assert not theirs & {row["solution"] for row in plain_view.table(home, "boards")}


@pytest.mark.parametrize("size", [4, 9])
def test_boards_are_those_of_the_seed_at_their_positions(home, filled_by, size):
    filled_by(home, size=size, boards=20)
    for row in plain_view.table(home, "boards"):
        board, _ = reference.generate(row["seed"], row["position"], size)
        assert plain_view.cells(row["solution"]) == board


@pytest.mark.parametrize(
    ("symmetry", "canonical", "count"),
    [
        ("d4", reference.canonical, 30),
        ("d4+relabel", reference.canonical_relabelled, 4),
        ("full", reference.canonical_full, 2),
    ],
)
def test_duplicates_refused_are_those_boards_that_an_oracle_has_seen_before(
    home, filled_by, symmetry, canonical, count
):
    filled_by(home, size=4, symmetry=symmetry, boards=count)
    kept = {row["position"]: row["id"] for row in plain_view.table(home, "boards")}
    (stream,) = plain_view.table(home, "streams")
    seen = set()
    attempts = 0
    for position in range(stream["position"]):
        board, tried = reference.generate(7, position, 4)
        attempts += tried
        form = tuple(canonical(board))
        assert (position in kept) == (form not in seen)
        seen.add(form)
    assert len(seen) == count
    assert stream["attempts"] == attempts
    assert stream["duplicates"] == stream["position"] - count > 0


def test_puzzles_have_one_solution_and_no_clue_too_many(filled):
    for puzzle in plain_view.puzzles(filled)[:200:50]:
        givens = plain_view.cells(puzzle["givens"])
        assert puzzle["minimal"]
        assert reference.is_minimal(givens)
        assert reference.solve(givens) == plain_view.cells(puzzle["solution"])


@pytest.mark.slow
def test_metrics_kept_are_those_of_the_reference_search(filled):
    puzzles = plain_view.puzzles(filled)
    measured = engine.measure(np.array([plain_view.cells(puzzle["givens"]) for puzzle in puzzles], np.uint8))
    assert (measured["solutions"] == 1).all()
    for metric in plain_view.METRICS[1:]:
        assert [puzzle[metric] for puzzle in puzzles] == measured[plain_view.STORED.get(metric, metric)].tolist()
    for puzzle in puzzles[::20]:
        counts = reference.measure(plain_view.cells(puzzle["givens"]))
        assert {metric: puzzle[metric] for metric in plain_view.METRICS[1:]} == {
            metric: counts[plain_view.STORED.get(metric, metric)] for metric in plain_view.METRICS[1:]
        }


def test_boards_adds_and_total_completes(home, filled_by):
    assert filled_by(home, boards=30).total == 30
    report = filled_by(home, boards=20)
    assert (report.boards, report.total) == (20, 50)
    report = filled_by(home, total=70)
    assert (report.boards, report.total) == (20, 70)
    report = filled_by(home, total=60)
    assert (report.boards, report.total, report.interrupted) == (0, 70, False)
    plain_view.assert_sound(home, count=70)


def test_a_later_fill_goes_on_with_the_stream_of_the_catalogues_seed(home, filled_by):
    filled_by(home, own_seed=5, boards=30)
    filled_by(home, own_seed=99, boards=30)  # settings are those of the first fill
    assert [(row["seed"], row["position"]) for row in plain_view.table(home, "boards")] == [(5, k) for k in range(60)]


def test_another_seed_has_a_stream_of_its_own_in_the_same_catalogue(home, filled_by):
    filled_by(home, boards=30)
    filled_by(home, boards=20, seed=8)
    filled_by(home, boards=10)
    filled_by(home, boards=5, seed=8)
    found = [(row["seed"], row["position"]) for row in plain_view.table(home, "boards")]
    streams = {7: iter(range(40)), 8: iter(range(25))}
    assert found == [(seed, next(streams[seed])) for seed in [7] * 30 + [8] * 20 + [7] * 10 + [8] * 5]
    assert [(row["seed"], row["position"]) for row in plain_view.table(home, "streams")] == [(7, 40), (8, 25)]
    plain_view.assert_sound(home, count=65)


def test_boards_that_another_seed_found_first_are_refused(home, filled_by):
    filled_by(home, size=4, boards=25)
    report = filled_by(home, size=4, boards=5, seed=8)
    assert report.duplicates > 0
    plain_view.assert_sound(home, count=30)


@pytest.mark.parametrize("seed", [0, 2**63 - 1])
def test_the_least_and_the_greatest_seed_are_seeds(home, filled_by, seed):
    filled_by(home, boards=5, own_seed=seed)
    plain_view.assert_sound(home, count=5)
    assert {row["seed"] for row in plain_view.table(home, "boards")} == {seed}


@pytest.mark.sqlite("files of boards")
def test_the_report_and_the_progress_say_what_happened(home, filled_by):
    reported = []
    report = filled_by(home, boards=300, on_progress=reported.append)
    (stream,) = plain_view.table(home, "streams")
    clues = [row["clues"] for row in plain_view.table(home, "puzzles")]
    assert (report.boards, report.total, report.seed) == (300, 300, 7)
    assert (report.looked_at, report.attempts, report.duplicates) == (
        stream["position"],
        stream["attempts"],
        stream["duplicates"],
    )
    assert report.clues == {value: clues.count(value) for value in set(clues)}
    assert set(report.stages) == {"generate", "keys", "claim", "carve", "prove and measure", "files", "rows"}
    assert not report.exhausted
    assert not report.interrupted
    assert reported[-1].written == reported[-1].wanted == 300
    assert [progress.written for progress in reported] == sorted(progress.written for progress in reported)


@pytest.mark.daily("options0")
@pytest.mark.parametrize(
    "options",
    [
        {"boards": 1, "clues": 0},
        {"boards": 1, "clues": 82},
        {"boards": 1, "seed": -1},
        {"boards": 1, "seed": 2**63},
    ],
)
def test_a_fill_that_makes_no_sense_is_refused_and_changes_nothing(home, filled_by, options):
    filled_by(home, boards=10)
    before = plain_view.contents(home), plain_view.tables(home)
    with pytest.raises(ValueError):
        filled_by(home, **options)
    assert (plain_view.contents(home), plain_view.tables(home)) == before
    filled_by(home, boards=10)
    plain_view.assert_sound(home, count=20)


def test_a_catalogue_measured_by_another_version_is_not_added_to(home):
    with Store.write(home, Settings(9, "d4", 7, engine.native.METRICS_VERSION + 1, "wfc", RATING_VERSION)) as store:
        with pytest.raises(CatalogueError, match=f"version {engine.native.METRICS_VERSION + 1} of the metrics"):
            fill(store, Order(boards=1), How())
        assert next_number(store) == 0


@pytest.mark.parametrize("options", [{"count": -1}, {"count": 1, "threads": 0}, {}, {"count": 1, "total": 1}])
def test_numbers_that_would_never_end_are_refused(options):
    with pytest.raises(ValueError, match=r"is below|give one of"):
        FillRequest(**options)


@pytest.mark.daily("words2")
@pytest.mark.parametrize(
    "words",
    [
        ("fill", "--count", 2, "--rules", "thermo=99"),
        ("fill", "--count", 2, "--workers", "tcp://127.0.0.1:1"),
        ("import", "cages.txt", "--rules", "anti-knight"),
    ],
)
def test_what_is_refused_leaves_no_catalogue(home, tmp_path, monkeypatch, call, error_of, words):
    monkeypatch.setattr("board_catalogue.catalogue.runs.workers.ANSWER_SECONDS", 0.1)
    made = call("create", "--rules", "killer", "--size", 4, "--format", "constraints")
    (tmp_path / "cages.txt").write_text(made.out)
    refused = call(*words)
    assert error_of(refused, refused.status or 1)
    assert not plain_view.exists(home)
