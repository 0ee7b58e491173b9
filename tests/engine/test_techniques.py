import functools

import numpy as np
import positions
import pytest
import rating_oracle
import uniqueness_oracle

from board_catalogue import engine


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
    return puzzles[engine.technique_counts(engine.rate(puzzles))[:, which].any(axis=1)].tolist()


@pytest.mark.parametrize("family", rating_oracle.FAMILIES)
@pytest.mark.parametrize("share", [1, pytest.param(50, marks=pytest.mark.fuzz)])
def test_a_family_applies_exactly_where_its_definition_says(family, share):
    count = share * (60 if family == "aligned-triplet-exclusion" else 400)
    met = [positions.applies(family, position) for position in random_positions(81, count)]
    assert any(met) or family in ("jellyfish", "hidden-quad")


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


@pytest.mark.parametrize("count", [100, pytest.param(20_000, marks=pytest.mark.fuzz)])
def test_no_step_of_any_family_contradicts_the_solution(count):
    random = np.random.default_rng(84)
    boards = engine.generate(count, seed=84)
    for puzzle, solution in zip(engine.carve(boards, seed=84).tolist(), boards.tolist(), strict=True):
        position = positions.struck(puzzle, solution, random, random.choice([0, 0.2, 0.4, 0.6]))
        for family in engine.FAMILIES:
            if family.startswith(("nested", "twice-nested")):
                continue
            step = positions.find(family, position)
            if step:
                assert step.placement is None or solution[step.placement[0]] == step.placement[1]
                assert all(solution[cell] != digit for cell, digit in step.eliminations)
                assert all(digit in position.candidates[cell] for cell, digit in step.eliminations)
