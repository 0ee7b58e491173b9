"""Ratings at other shapes than 9x9: the same oracles, paths that lead to the solution, and images."""

import functools

import chain_oracle
import numpy as np
import positions
import pytest
import rating_oracle
import uniqueness_oracle
from hypothesis import given
from hypothesis import strategies as st
from path_checks import check_path
from shapes import ALL_SHAPES

from board_catalogue import engine
from board_catalogue.engine.grades import LARGEST_RATED_SIZE
from board_catalogue.engine.shape import Shape

SHAPES = [Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(2, 4), Shape(3, 4), Shape(1, 7)]
SHARES = [0, 0.2, 0.4, 0.6, 0.8]

ids = {"ids": str}


@functools.cache
def puzzles_of(shape, seed, count):
    boards = engine.generate(count, size=shape.size, blocks=shape.blocks, seed=seed)
    return engine.carve(boards, blocks=shape.blocks, seed=seed), boards


def board_of(shape):
    return rating_oracle.board_of(shape.rows, shape.columns)


def random_positions(shape, seed, count, shares):
    """First positions of random puzzles without a share of what the solution does not need, and the solutions."""
    random = np.random.default_rng(seed)
    for puzzle, solution in zip(*(rows.tolist() for rows in puzzles_of(shape, seed, count)), strict=True):
        yield positions.struck(puzzle, solution, random, random.choice(shares), board_of(shape)), solution


@pytest.mark.daily("4x4-1")
@pytest.mark.parametrize("share", [1, pytest.param(50, marks=pytest.mark.fuzz)])
@pytest.mark.parametrize("shape", SHAPES, **ids)
def test_a_family_applies_exactly_where_its_definition_says(shape, share):
    met = set()
    for family in rating_oracle.FAMILIES:
        count = share * (40 if shape.size <= 8 else 8) // (8 if "aligned" in family else 1)
        for position, _ in random_positions(shape, 81, count, SHARES):
            if positions.applies(family, position):
                met.add(family)
    assert {"hidden-single", "naked-single", "naked-pair"} <= met
    assert ("locking" in met) == shape.has_blocks


@given(st.sampled_from([shape for shape in ALL_SHAPES if 2 <= shape.size <= 10]), st.integers(0, 2**32), st.data())
def test_a_family_applies_exactly_where_its_definition_says_at_any_shape(shape, seed, data):
    family = data.draw(st.sampled_from([name for name in rating_oracle.FAMILIES if "triplet-ex" not in name]))
    for position, _ in random_positions(shape, seed, 1, SHARES):
        positions.applies(family, position)


@pytest.mark.daily("6x6 with blocks of 3x2-1")
@pytest.mark.parametrize("share", [1, pytest.param(50, marks=pytest.mark.fuzz)])
@pytest.mark.parametrize("shape", SHAPES, **ids)
def test_the_first_chain_is_that_of_a_search_through_everything(shape, share):
    count = share * (2 if shape.size <= 8 else 1)
    for family in chain_oracle.FAMILIES:
        for position, _ in random_positions(shape, 91, count, [0.4, 0.6, 0.7, 0.8, 0.9]):
            chain_oracle.applies(family, position)


@pytest.mark.daily("4x4", "8x8", "7x7 without blocks")
@pytest.mark.parametrize("shape", SHAPES, **ids)
def test_no_step_of_any_family_contradicts_the_solution(shape):
    # Where all else fails, nested chains take seconds on the larger boards.
    families = [name for name in engine.paths.rated.FAMILIES if shape.size <= 6 or "nested" not in name]
    for position, solution in random_positions(shape, 84, 10 if shape.size <= 8 else 4, SHARES):
        for family in families:
            step = positions.find(family, position)
            if step:
                assert step.placement is None or solution[step.placement[0]] == step.placement[1]
                assert all(solution[cell] != digit for cell, digit in step.eliminations)


@pytest.mark.daily("6x6 with blocks of 3x2-40", "7x7 without blocks-40")
@pytest.mark.parametrize("count", [40, pytest.param(5_000, marks=pytest.mark.fuzz)])
@pytest.mark.parametrize("shape", SHAPES, **ids)
def test_a_path_is_sound_complete_and_what_the_rating_says(shape, count):
    puzzles, boards = puzzles_of(shape, 91, count if shape.size <= 8 else count // 10)
    for puzzle, board, rating in zip(
        puzzles.tolist(), boards.tolist(), engine.rate(puzzles, blocks=shape.blocks), strict=True
    ):
        check_path(puzzle, board, rating, board_of(shape))


@pytest.mark.daily("6x6 without blocks")
@pytest.mark.parametrize("shape", [Shape(2, 3), Shape(2, 4), Shape(1, 6)], **ids)
def test_unique_loops_and_graves_rest_on_what_their_definitions_say(shape):
    names, met = {"unique-rectangle", "unique-loop", "bug-1", "bug-2", "bug-3", "bug-4"}, set()
    puzzles, _ = puzzles_of(shape, 85, 1_000)
    counts = engine.native.technique_counts(engine.rate(puzzles, blocks=shape.blocks))
    which = [technique.number for technique in engine.TECHNIQUES if technique.name in names]
    for puzzle in puzzles[counts[:, which].any(axis=1)][:40].tolist():
        for position, step in positions.along(puzzle, board_of(shape)):
            if step.technique not in names:
                continue
            if step.technique.startswith("bug"):
                (further,) = uniqueness_oracle.graves(position, step.cells)
            else:
                assert uniqueness_oracle.is_loop(position, step.cells, step.digits)
                candidates = position.candidates
                further = [(cell, digit) for cell in step.cells for digit in candidates[cell].difference(step.digits)]
            assert all(uniqueness_oracle.excluded(position, further, step.units, *c) for c in step.eliminations)
            met.add(step.technique)
    assert "unique-rectangle" in met


@pytest.mark.slow_cases("12x12", "8x8")
@pytest.mark.parametrize("shape", SHAPES, **ids)
def test_images_have_the_same_rating_but_where_the_order_of_search_decides(shape):
    size, count = shape.size, 200 if shape.size <= 8 else 10
    puzzles, _ = puzzles_of(shape, 86, count)
    expected = engine.rate(puzzles, blocks=shape.blocks)["rating"]
    digits = np.concatenate([[0], np.random.default_rng(86).permutation(size) + 1]).astype(np.uint8)
    transposed = puzzles.reshape(-1, size, size).transpose(0, 2, 1).reshape(-1, size * size)
    for images, blocks in ((digits[puzzles], shape.blocks), (transposed, shape.transposed.blocks)):
        ratings = engine.rate(images, blocks=blocks)["rating"]
        # Hidden singles lead to the same cells in any order.
        assert np.array_equal(np.where(expected <= 15, expected, 16), np.where(ratings <= 15, ratings, 16))
        assert (ratings == expected).mean() >= 0.95


def test_units_have_the_names_of_the_shape():
    puzzles, _ = puzzles_of(Shape(3, 4), 87, 1)
    numbers = {unit for puzzle in puzzles for step in engine.steps(puzzle) for unit in step.units}
    assert {f"{kind} {number}" for kind in ("row", "column", "block") for number in range(1, 13)} >= numbers
    assert {"row", "column", "block"} == {unit.split()[0] for unit in numbers}
    latin, _ = puzzles_of(Shape(1, 7), 87, 20)
    kinds = {unit.split()[0] for puzzle in latin for step in engine.steps(puzzle, blocks="none") for unit in step.units}
    assert kinds == {"row", "column"}


@pytest.mark.parametrize("shape", [Shape(2, 3), Shape(3, 2), Shape(1, 6)], **ids)
def test_six_by_six_boards_with_other_blocks_have_other_ratings(shape):
    puzzles, boards = puzzles_of(shape, 88, 50)
    assert (engine.rate(puzzles, blocks=shape.blocks)["status"] == engine.RatingStatus.RATED).all()
    assert all(engine.steps(board, blocks=shape.blocks) == [] for board in boards)


def test_boards_above_12x12_have_no_rating():
    assert LARGEST_RATED_SIZE == 12
    for call in (engine.rate, engine.steps):
        with pytest.raises(ValueError, match="puzzles of size 16 have no rating: only those up to 12x12 have one"):
            call(np.zeros(256, np.uint8))


def test_find_step_wants_masks_of_the_size():
    with pytest.raises(ValueError, match=r"masks of 6 bits, whole numbers in 0 .. 63"):
        engine.find_step("x-wing", np.zeros(36, np.uint8), np.full(36, 64))
