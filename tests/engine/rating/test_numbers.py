"""The numbers under which techniques and statuses are stored: a catalogue of today is read by the code of tomorrow."""

import engine
from engine.native import core
from engine.rating.techniques import technique_of

NUMBERS = {
    "last-value": 0,
    "hidden-single-block": 1,
    "hidden-single-line": 2,
    "direct-pointing": 3,
    "direct-claiming": 4,
    "direct-hidden-pair": 5,
    "naked-single": 6,
    "direct-hidden-triplet": 7,
    "pointing": 8,
    "claiming": 9,
    "naked-pair": 10,
    "x-wing": 11,
    "hidden-pair": 12,
    "naked-triplet": 13,
    "swordfish": 14,
    "hidden-triplet": 15,
    "xy-wing": 16,
    "xyz-wing": 17,
    "unique-rectangle": 18,
    "unique-loop": 19,
    "naked-quad": 20,
    "jellyfish": 21,
    "hidden-quad": 22,
    "bug-1": 23,
    "bug-2": 24,
    "bug-3": 25,
    "bug-4": 26,
    "aligned-pair-exclusion": 27,
    "x-cycle": 28,
    "y-cycle": 29,
    "x-chain": 30,
    "xy-cycle": 31,
    "forcing-chain": 32,
    "aligned-triplet-exclusion": 33,
    "nishio": 34,
    "cell-chains": 35,
    "region-chains": 36,
    "dynamic-chains": 37,
    "dynamic-chains-plus": 38,
    "nested-chains": 39,
    "nested-multiple-chains": 40,
    "nested-dynamic-chains": 41,
    "twice-nested-chains": 42,
}
"""A new technique is added at the end, with the next number; no line here ever changes."""


def test_every_technique_keeps_its_number():
    assert {technique.name: technique.number for technique in engine.TECHNIQUES} == NUMBERS
    assert list(NUMBERS.values()) == list(range(len(NUMBERS)))
    assert all(technique_of(number).name == name for name, number in NUMBERS.items())


def test_every_status_keeps_its_number():
    assert {status.name: status.value for status in engine.RatingStatus} == {
        "RATED": 0,
        "ABOVE": 1,
        "NO_SOLUTION": 2,
        "SEVERAL_SOLUTIONS": 3,
        "BEYOND": 4,
    }
    assert [status.name.lower() for status in engine.RatingStatus] == core.statuses


def test_the_versions_of_stored_results():
    assert (engine.METRICS_VERSION, engine.RATING_VERSION) == (2, 1)
