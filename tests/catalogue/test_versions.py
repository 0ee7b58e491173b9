"""Numbers of different versions are never mixed, and the numbers of techniques never change."""

import plain_view
import pytest

import engine
from catalogue.kinds import Depth
from catalogue.queries import name_of
from catalogue.writing import TECHNIQUE_NUMBERS as NUMBERS
from engine.grades import RatingStatus
from engine.rating import RATING_VERSION

_NAMES = """
    last-value hidden-single-block hidden-single-line direct-pointing direct-claiming direct-hidden-pair
    naked-single direct-hidden-triplet pointing claiming naked-pair x-wing hidden-pair naked-triplet swordfish
    hidden-triplet xy-wing xyz-wing unique-rectangle unique-loop naked-quad jellyfish hidden-quad bug-1 bug-2 bug-3
    bug-4 aligned-pair-exclusion x-cycle y-cycle x-chain xy-cycle forcing-chain aligned-triplet-exclusion nishio
    cell-chains region-chains dynamic-chains dynamic-chains-plus nested-chains nested-multiple-chains
    nested-dynamic-chains twice-nested-chains
"""
PINNED = _NAMES.split()
"""Names by the numbers that catalogues have stored for them: only ever append."""


def test_every_technique_keeps_its_stored_number():
    assert {NUMBERS[name]: name for name in PINNED} == dict(enumerate(PINNED))
    assert set(NUMBERS) == {technique.name for technique in engine.TECHNIQUES}
    assert len(set(NUMBERS.values())) == len(NUMBERS)


def test_the_numbers_of_states_never_change():
    numbers = {"RATED": 0, "ABOVE": 1, "NO_SOLUTION": 2, "SEVERAL_SOLUTIONS": 3, "BEYOND": 4}
    assert {status.name: status.value for status in RatingStatus} == numbers


def set_version(home, name, version):
    plain_view.change(home, f"UPDATE settings SET {name} = {version}")


@pytest.fixture
def rated_by_another(home, filled_by):
    filled_by(home, boards=20, rate=Depth.fast)
    set_version(home, "rating_version", RATING_VERSION + 1)
    return home


@pytest.mark.parametrize(
    "words", [("rate",), ("fill", "--count", 5, "--rate", "full"), ("fill", "--count", 5, "--grade", "easy")]
)
def test_ratings_of_two_versions_are_not_mixed(rated_by_another, call, error_of, words):
    before = plain_view.tables(rated_by_another)
    message = error_of(call(*words))
    assert f"rated by version {RATING_VERSION + 1} of the rating, not {RATING_VERSION}; start another one" in message
    assert plain_view.tables(rated_by_another) == before


def test_ratings_of_another_version_can_be_read_and_boards_without_ratings_added(rated_by_another, call):
    for words in (("query", "--min-rating", "1.0"), ("stats",), ("show", 3), ("export", 3), ("fill", "--count", 5)):
        assert call(*words).status == 0
    assert len(plain_view.table(rated_by_another, "puzzles")) == 25


def test_a_catalogue_without_ratings_takes_the_version_of_the_program_that_rates_it(home, filled_by, call):
    filled_by(home, boards=20)
    set_version(home, "rating_version", RATING_VERSION + 1)
    assert call("rate").status == 0
    assert plain_view.table(home, "settings", "1")[0]["rating_version"] == RATING_VERSION
    plain_view.assert_sound(home, count=20)


def test_a_technique_unknown_here_has_a_name_too(home, filled_by, call):
    filled_by(home, boards=20, rate=Depth.full)
    plain_view.change(
        home,
        "UPDATE uses SET technique = 120 WHERE technique = 1",
        "UPDATE tallies SET value = 120 WHERE metric = 'technique' AND value = 1",
    )
    assert name_of(120) == "technique-120"
    for words in (("stats",), ("export", "0-19", "--format", "json")):
        assert "technique-120" in call(*words).out
