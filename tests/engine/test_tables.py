"""What the kernels list by name: patterns and techniques, found beside oracles and as the documentation says."""

import functools
import re
from pathlib import Path

import numpy as np
import positions
import pytest
import rating_oracle
import reference
import technique_table
import uniqueness_oracle

from board_catalogue import engine

# What a pattern's turns and mirrors make of the clue cells of many puzzles, (n, S, S), by numpy's own words.
IMAGES = {
    "rotate180": [lambda clues: np.rot90(clues, 2, axes=(1, 2))],
    "rotate90": [lambda clues: np.rot90(clues, 1, axes=(1, 2))],
    "mirror": [lambda clues: clues[:, :, ::-1]],
    "flip": [lambda clues: clues[:, ::-1]],
    "diagonal": [lambda clues: clues.transpose(0, 2, 1)],
    "antidiagonal": [lambda clues: np.rot90(clues, 2, axes=(1, 2)).transpose(0, 2, 1)],
}
IMAGES["mirrors"] = IMAGES["mirror"] + IMAGES["flip"]
IMAGES["diagonals"] = IMAGES["diagonal"] + IMAGES["antidiagonal"]
IMAGES["all"] = IMAGES["rotate90"] + IMAGES["mirror"]


def have(puzzles, pattern):
    size = engine.boards.size_of(puzzles)
    clues = (puzzles != 0).reshape(-1, size, size)
    return np.all([(image(clues) == clues).all(axis=(1, 2)) for image in IMAGES[pattern]], axis=0)


@pytest.mark.slow_cases("9-2")
@pytest.mark.parametrize(
    ("size", "count"),
    [(4, 20), (9, 2), *[pytest.param(size, 1000, marks=pytest.mark.fuzz) for size in (4, 9)]],
)
def test_puzzles_are_those_of_the_oracle(size, count):
    for pattern in engine.PATTERNS:
        boards = engine.generate(count, size=size, seed=61)
        puzzles = engine.carve(boards, seed=62, pattern=pattern)
        for board, puzzle in zip(boards.tolist(), puzzles.tolist(), strict=True):
            assert puzzle == reference.carve(board, 62, pattern=pattern)


@pytest.mark.slow_cases("4-7-2-patterns0", "4-3-2-patterns1")
@pytest.mark.parametrize(
    ("size", "clues", "count", "patterns"),
    [
        (4, 7, 2, engine.PATTERNS),
        (4, 3, 2, engine.PATTERNS),
        (9, 37, 1, ("rotate180", "diagonals")),
        pytest.param(9, 37, 1, engine.PATTERNS, marks=pytest.mark.slow),
        pytest.param(16, 252, 1, ("rotate90", "diagonals"), marks=pytest.mark.slow),
        pytest.param(16, 252, 1, engine.PATTERNS, marks=pytest.mark.fuzz),
    ],
)
def test_puzzles_of_a_wanted_clue_count_are_those_of_the_oracle(size, clues, count, patterns):
    boards = engine.generate(count, size=size, seed=63)
    for pattern in patterns:
        puzzles = engine.carve(boards, seed=64, pattern=pattern, clues=clues)
        for board, puzzle in zip(boards.tolist(), puzzles.tolist(), strict=True):
            assert puzzle == reference.carve(board, 64, clues, pattern), pattern


@pytest.mark.slow_cases("9-12-100", "16-None-2", "25-None-1", "16-160-5")
@pytest.mark.parametrize(
    ("size", "clues", "count"),
    [(4, None, 300), (4, 12, 300), (9, None, 300), (9, 12, 100), (16, None, 2), (16, 160, 5), (25, None, 1)],
)
def test_puzzles_have_the_pattern_and_their_board_as_only_solution(size, clues, count):
    for pattern in engine.PATTERNS:
        boards = engine.generate(count, size=size, seed=65)
        puzzles = engine.carve(boards, seed=66, pattern=pattern, clues=clues)
        assert have(puzzles, pattern).all()
        assert (engine.count_solutions(puzzles) == 1).all()
        assert ((puzzles == boards) | (puzzles == 0)).all()
        assert clues is None or ((puzzles != 0).sum(axis=1) >= clues).all()


@pytest.mark.parametrize(("size", "count"), [(4, 100), (9, 100)])
def test_no_orbit_of_clues_can_go(size, count):
    for pattern in engine.PATTERNS:
        puzzles = engine.carve(engine.generate(count, size=size, seed=67), seed=68, pattern=pattern)
        for orbit in reference.orbits(size, pattern):
            cells = sorted(orbit)
            with_clues = puzzles[puzzles[:, cells[0]] != 0]
            with_clues[:, cells] = 0
            assert (engine.count_solutions(with_clues) == 2).all()


@pytest.mark.slow_cases("4")
@pytest.mark.parametrize("size", [4, 9])
def test_a_clue_count_that_orbits_of_two_cannot_meet_is_met_from_above(size):
    boards = engine.generate(300, size=size, seed=69)
    wanted = size * size // 2 | 1
    for pattern in ("mirror", "rotate180"):
        clues = (engine.carve(boards, seed=70, pattern=pattern, clues=wanted) != 0).sum(axis=1)
        centred = size % 2  # only then a cell can be an orbit of its own, and the count be odd
        assert (clues >= wanted).all() and (clues <= wanted + 1).all()
        assert centred or (clues == wanted + 1).all()


@pytest.mark.slow_cases("9")
@pytest.mark.parametrize("size", [4, 9])
def test_the_pattern_of_a_puzzle_is_that_of_the_oracle(size):
    boards = engine.generate(40, size=size, seed=71)
    for pattern in (None, *engine.PATTERNS):
        puzzles = engine.carve(boards, seed=72, pattern=pattern)
        found = engine.carving.pattern_of(puzzles)
        assert found.tolist() == [reference.pattern_of(puzzle) for puzzle in puzzles.tolist()]
        for name in found[:5]:
            assert pattern is None or name in engine.native.patterns_within(pattern)


def test_the_pattern_has_the_shape_of_the_question():
    puzzles = engine.carve(engine.generate(3, seed=73), seed=74, pattern="flip")
    assert engine.carving.pattern_of(puzzles).tolist() == ["flip"] * 3
    assert engine.carving.pattern_of(puzzles[0]).shape == ()
    assert engine.carving.pattern_of(puzzles[0]).item() == "flip"
    assert engine.carving.pattern_of(puzzles[:0]).shape == (0,)
    assert engine.carving.pattern_of(np.zeros(81, np.uint8)).item() == "all"


def test_a_pattern_within_another_has_all_its_images():
    for pattern in engine.PATTERNS:
        rng = np.random.default_rng(75)
        for name in engine.PATTERNS:
            cells = np.zeros((50, 81), np.uint8)
            for orbit in reference.orbits(9, name):
                cells[:, sorted(orbit)] = rng.integers(0, 2, 50)[:, np.newaxis]
            assert have(cells, pattern).all() == (name in engine.native.patterns_within(pattern))


def test_an_unknown_pattern_is_a_value_error_that_names_the_known_ones():
    for ask in (
        lambda: engine.carve(engine.generate(1, seed=1), seed=1, pattern="star"),
        lambda: engine.native.patterns_within("star"),
    ):
        with pytest.raises(ValueError, match="pattern 'star' is not one of rotate180, rotate90, mirror"):
            ask()


TABLE = technique_table.written((Path(__file__).parents[2] / technique_table.README).read_text())


def written_examples():
    return dict(re.findall(r"^\| \d+ \| `([\w-]+)` \|.*\| `([\d.]{81})` \|$", TABLE, re.MULTILINE))


def test_the_table_is_what_the_command_would_write():
    assert technique_table.table(written_examples()) == TABLE


def test_every_example_uses_its_technique():
    examples = written_examples()
    assert len(examples) > 30
    for name, puzzle in examples.items():
        path = engine.steps(np.array(list(puzzle.replace(".", "0")), np.uint8))
        assert name in {step.technique for step in path}


def test_examples_are_the_first_puzzles_of_the_fill():
    examples, few = written_examples(), technique_table.examples(300)
    assert few and few.items() <= examples.items()


@pytest.mark.slow
def test_no_technique_has_an_earlier_example():
    assert technique_table.examples() == written_examples()


def test_names_are_unique_and_ratings_within_their_range():
    assert len({technique.name for technique in engine.TECHNIQUES}) == len(engine.TECHNIQUES)
    assert all(10 <= technique.rating <= technique.highest for technique in engine.TECHNIQUES)


@functools.cache
def random_positions(seed, count):
    """Positions of many shapes: as given, thinned a little, and thinned until little is left."""
    random = np.random.default_rng(seed)
    boards = engine.generate(count, seed=seed)
    return [
        positions.struck(puzzle, solution, random, random.choice([0, 0.2, 0.4, 0.6, 0.8]))
        for puzzle, solution in zip(engine.carve(boards, seed=seed).tolist(), boards, strict=True)
    ]


def puzzles_using(techniques, seed, count):
    """Puzzles among `count` random ones on whose path one of the techniques is used."""
    puzzles = engine.carve(engine.generate(count, seed=seed), seed=seed)
    which = [number for number, technique in enumerate(engine.TECHNIQUES) if technique.name in techniques]
    return puzzles[engine.native.technique_counts(engine.rate(puzzles))[:, which].any(axis=1)].tolist()


@pytest.mark.daily("1-xyz-wing")
@pytest.mark.parametrize("family", rating_oracle.FAMILIES)
@pytest.mark.parametrize("share", [1, pytest.param(50, marks=pytest.mark.fuzz)])
def test_a_family_applies_exactly_where_its_definition_says(family, share):
    count = share * (60 if family == "aligned-triplet-exclusion" else 200)
    met = [positions.applies(family, position) for position in random_positions(81, count)]
    assert any(met) or family in ("jellyfish", "hidden-quad")


@pytest.mark.slow
@pytest.mark.parametrize("count", [150, pytest.param(100_000, marks=pytest.mark.fuzz)])
def test_unique_loops_rest_on_a_loop_and_find_every_rectangle(count):
    ratings = set()
    for puzzle in puzzles_using({"unique-rectangle", "unique-loop"}, 82, count):
        for position, made in positions.along(puzzle):
            if made.rating < 45:
                continue
            step = positions.find("unique-loop", position)
            assert step or not uniqueness_oracle.rectangles(position)
            if step:
                assert uniqueness_oracle.is_loop(position, step.cells, step.digits)
                candidates = position.candidates
                further = [(cell, digit) for cell in step.cells for digit in candidates[cell].difference(step.digits)]
                assert all(uniqueness_oracle.excluded(position, further, step.units, *c) for c in step.eliminations)
                ratings.add(step.rating)
    assert {45, 46} <= ratings


@pytest.mark.slow
@pytest.mark.parametrize("count", [700, pytest.param(100_000, marks=pytest.mark.fuzz)])
def test_graves_rest_on_what_the_definition_says(count):
    names, met = {"bug-1", "bug-2", "bug-3", "bug-4"}, set()
    for puzzle in puzzles_using(names, 83, count):
        for position, step in positions.along(puzzle):
            if step.technique in names:
                (further,) = uniqueness_oracle.graves(position, step.cells)
                assert {digit for _, digit in further} == set(step.digits)
                assert all(uniqueness_oracle.excluded(position, further, step.units, *c) for c in step.eliminations)
                met.add(step.technique)
    assert {"bug-1", "bug-2", "bug-4"} <= met


@pytest.mark.slow
@pytest.mark.parametrize("count", [100, pytest.param(20_000, marks=pytest.mark.fuzz)])
def test_no_step_of_any_family_contradicts_the_solution(count):
    random = np.random.default_rng(84)
    boards = engine.generate(count, seed=84)
    for puzzle, solution in zip(engine.carve(boards, seed=84).tolist(), boards.tolist(), strict=True):
        position = positions.struck(puzzle, solution, random, random.choice([0, 0.2, 0.4, 0.6]))
        for family in engine.paths.rated.FAMILIES:
            if family.startswith(("nested", "twice-nested")):
                continue
            step = positions.find(family, position)
            if step:
                assert step.placement is None or solution[step.placement[0]] == step.placement[1]
                assert all(solution[cell] != digit for cell, digit in step.eliminations)
                assert all(digit in position.candidates[cell] for cell, digit in step.eliminations)
