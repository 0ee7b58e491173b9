from board_catalogue import engine
from board_catalogue.catalogue.puzzles.columns import PUZZLE_METRICS
from board_catalogue.catalogue.storage.schema import puzzles


def test_every_metric_of_the_engine_that_says_something_else_is_stored():
    not_stored = {"solutions", "guesses", "nodes"}
    assert tuple(PUZZLE_METRICS) == ("clues", *(name for name in engine.METRICS if name not in not_stored))


def test_every_metric_has_a_column_and_a_meaning():
    assert {name: puzzles.c[name].comment for name in PUZZLE_METRICS} == {
        name: metric.meaning for name, metric in PUZZLE_METRICS.items()
    }
