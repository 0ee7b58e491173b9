"""A seed gives the same catalogue by threads and by workers, however many."""

import plain_view
import pytest
from processor_levels import levels

from board_catalogue import engine
from board_catalogue.catalogue.puzzles.kinds import Depth, Kind
from board_catalogue.catalogue.runs import filling as filling
from board_catalogue.catalogue.runs import rating as rating_later
from board_catalogue.catalogue.runs.cluster import local_cluster
from board_catalogue.catalogue.runs.importing.run import import_puzzles
from board_catalogue.catalogue.runs.importing.source import Found
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.catalogue.verbs.import_ import ImportOptions
from board_catalogue.catalogue.verbs.rate import RateRequest
from board_catalogue.engine.grades import Grade, Level

RECIPES = {
    "rated": {"boards": 150, "rate": Depth.full},
    "two patterns, few clues": {"boards": 100, "clues": 26, "pattern": ["rotate180", "diagonal"]},
    "grades": {"boards": {Grade.easy: 3, Grade.hard: 8}, "kind": Kind((Grade.easy, Grade.hard)), "max_tries": 2000},
    "given up": {"boards": 500, "clues": 22, "strict": True, "max_tries": 150},
    "fair": {"boards": 12, "method": "fair"},
    "duplicates": {"boards": 1000, "size": 4},
    "large": {"boards": 2, "size": 16, "clues": 150},
    "killers": {"boards": 20, "rules": "killer"},
    "marks in a pattern": {"boards": 20, "rules": "kropki,thermo=2", "size": 6, "pattern": ["rotate180", "mirror"]},
    "easy under rules": {"boards": 20, "rules": "diagonal", "kind": Kind(levels=(Level.easy,)), "rate": Depth.score},
    "renamed": {"boards": 60, "size": 6, "symmetry": "full"},
}

DAILY = ("rated", "two patterns, few clues", "given up", "easy under rules")


@pytest.fixture
def small_batches(monkeypatch):
    """So that a few boards are several tickets, some of which are cut short by the goal."""
    monkeypatch.setattr(filling, "BATCH", 64)
    monkeypatch.setattr(rating_later, "BATCH", 32)


def everything(home):
    return plain_view.tables(home), plain_view.table(home, "recipes", "1, 2"), plain_view.files(home)


@pytest.mark.daily("two patterns, few clues")
@pytest.mark.parametrize(
    "recipe",
    [
        pytest.param(recipe, id=name, marks=[] if name in DAILY else [pytest.mark.slow])
        for name, recipe in RECIPES.items()
    ],
)
def test_a_fill_by_workers_is_one_by_threads(tmp_path, filled_by, cluster, small_batches, recipe):
    by_threads = filled_by(tmp_path / "threads", **recipe)
    by_workers = filled_by(tmp_path / "workers", workers=cluster, **recipe)
    assert everything(tmp_path / "workers") == everything(tmp_path / "threads")
    timeless = {"seconds": 0, "stages": {}}
    assert vars(by_workers) | timeless == vars(by_threads) | timeless


@pytest.mark.slow
def test_a_fill_by_workers_goes_on_where_threads_have_ended(tmp_path, filled_by, cluster, small_batches):
    filled_by(tmp_path / "once", boards=200)
    filled_by(tmp_path / "twice", boards=90)
    filled_by(tmp_path / "twice", boards=110, workers=cluster)
    assert everything(tmp_path / "twice") == everything(tmp_path / "once")


@pytest.mark.slow
def test_puzzles_are_rated_by_workers_as_by_threads(tmp_path, filled_by, cluster, small_batches):
    for name, workers in (("threads", None), ("workers", cluster)):
        filled_by(tmp_path / name, boards=150)
        for depth in (Depth.fast, Depth.full):
            with Store.write(tmp_path / name) as store:
                assert rating_later.rate_unrated(store, RateRequest(workers=workers), depth=depth).done
    assert everything(tmp_path / "workers") == everything(tmp_path / "threads")


@pytest.mark.slow
def test_puzzles_are_imported_by_workers_as_by_threads(tmp_path, filled_by, new_settings, cluster, monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.runs.importing.run.BATCH", 64)
    filled_by(tmp_path / "source", boards=120)
    puzzles = [row["givens"] for row in plain_view.table(tmp_path / "source", "puzzles")]
    turned, several, none = puzzles[3][::-1], "." + puzzles[4][1:].replace("1", "."), "11" + puzzles[5][2:]
    further = plain_view.table(tmp_path / "source", "boards")[7]["solution"][:80] + "."
    found = Found("puzzles", [*puzzles, turned, several, none, further, *puzzles[:20]])
    reports = []
    for name, workers in (("threads", None), ("workers", cluster)):
        refused = []
        with Store.write(tmp_path / name, new_settings()) as store:
            how = ImportOptions(
                rate="full", workers=workers, on_refusals=lambda name, some, to=refused: to.extend(some)
            )
            report = import_puzzles(store, found, how)
        reports.append((vars(report) | {"seconds": 0, "stages": {}}, refused))
    assert reports[0] == reports[1]
    assert reports[0][0]["new"] == 121 and reports[0][0]["duplicates"] == 21 and reports[0][0]["unsound"] == 2
    assert everything(tmp_path / "workers") == everything(tmp_path / "threads")


@pytest.mark.slow_cases("v3", "v4")
@levels
def test_workers_of_every_processor_level_give_the_same_catalogue(tmp_path, filled_by, odd_cluster, level):
    filled_by(tmp_path / "threads", boards=100, rate=Depth.full)
    with odd_cluster("--level", level) as (_, scheduler):
        from distributed import Client

        with Client(scheduler, set_as_default=False) as client:
            assert [info["level"] for info in client.run(engine.native.build_info).values()] == [level]
        filled_by(tmp_path / "workers", boards=100, rate=Depth.full, workers=scheduler)
    assert everything(tmp_path / "workers") == everything(tmp_path / "threads")


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 20])
def test_any_number_of_workers_gives_the_same_catalogue(tmp_path, filled_by, workers):
    filled_by(tmp_path / "threads", boards=5000, rate=Depth.full)
    with local_cluster(workers) as scheduler:
        filled_by(tmp_path / "workers", boards=5000, rate=Depth.full, workers=scheduler)
    assert everything(tmp_path / "workers") == everything(tmp_path / "threads")
