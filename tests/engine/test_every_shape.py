"""Every kernel at every shape: random rows x columns of a block, Latin squares among them, against the oracles."""

from contextlib import contextmanager
from math import factorial, gcd

import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st
from symmetric_boards import random_image

from board_catalogue import engine
from board_catalogue.engine.generation import count_boards, default_method, methods_of
from board_catalogue.engine.native import patterns_of_shape
from board_catalogue.engine.shape import Shape

SHAPES = [Shape(rows, columns) for rows in range(1, 26) for columns in range(1, 26 // rows + 1) if rows * columns <= 25]
SHAPES = sorted(set(SHAPES), key=lambda shape: (shape.size, shape.rows))


def up_to(size):
    return st.sampled_from([shape for shape in SHAPES if shape.size <= size])


seeds = st.integers(0, 2**32)
some = settings(max_examples=40)
named = pytest.mark.parametrize(
    "shape", [shape for shape in SHAPES if shape.size <= 6], ids=lambda shape: f"{shape.rows}x{shape.columns}"
)


@contextmanager
def boards_of(shape, count, seed):
    """Boards of a shape, while the oracles take boards of that size for boards of that shape."""
    with reference.blocks(shape.rows, shape.columns):
        yield engine.generate(count, size=shape.size, blocks=shape.blocks, seed=seed)


def thinned(board, seed, clues):
    """The board with so many clues left at random."""
    puzzle = board.copy()
    puzzle[np.random.default_rng(seed).permutation(len(board))[clues:]] = 0
    return puzzle


@some
@given(shape=up_to(25), seed=seeds)
def test_boards_are_full_and_those_of_the_oracle(shape, seed):
    with boards_of(shape, 1, seed) as boards:
        assert reference.is_full_board(boards[0].tolist())
        assert engine.symmetry.unpack(
            engine.symmetry.pack(boards, blocks=shape.blocks), size=shape.size, blocks=shape.blocks
        ).tolist() == (boards.tolist())
        if shape.size <= 12:
            assert engine.symmetry.pack(boards[0], blocks=shape.blocks).tobytes() == reference.pack(boards[0].tolist())
        if shape.size <= 9:
            board, _ = reference.generate(seed, 0, shape.size, default_method(shape.size))
            assert boards[0].tolist() == board


@pytest.mark.slow
@settings(max_examples=15)
@given(shape=up_to(9), seed=seeds)
def test_every_method_makes_the_boards_of_the_oracle(shape, seed):
    with reference.blocks(shape.rows, shape.columns):
        for method in methods_of(shape.size, shape.blocks)[1:3]:
            made = engine.generate(1, size=shape.size, blocks=shape.blocks, seed=seed, method=method)
            assert made[0].tolist() == reference.generate(seed, 0, shape.size, method)[0]


@some
@given(shape=up_to(12), seed=seeds, share=st.floats(0.4, 0.9))
def test_solutions_and_counts_are_those_of_the_oracle(shape, seed, share):
    with boards_of(shape, 1, seed) as boards:
        puzzle = thinned(boards[0], seed, int(shape.cells * max(share, 0.55 if shape.size > 8 else 0)))
        wrong = puzzle.copy()
        wrong[np.flatnonzero(puzzle)[:1]] %= shape.size
        wrong[np.flatnonzero(puzzle)[:1]] += 1
        for given_puzzle in (puzzle, wrong):
            count = int(engine.count_solutions(given_puzzle, limit=5, blocks=shape.blocks))
            assert count == reference.count_solutions(given_puzzle.tolist(), 5)
            solved = engine.solve(given_puzzle, blocks=shape.blocks).tolist()
            assert solved in list(reference.solutions(given_puzzle.tolist())) if count else not any(solved)


@pytest.mark.slow
@some
@given(shape=up_to(16), seed=seeds, share=st.floats(0.5, 0.9))
def test_counts_of_the_reference_search_are_those_of_the_oracle(shape, seed, share):
    with boards_of(shape, 1, seed) as boards:
        puzzle = thinned(boards[0], seed, int(shape.cells * share))
        most = 30 if shape.size > 9 else None
        found = engine.measure(puzzle, blocks=shape.blocks, most_nodes=most)
        expected = reference.measure(puzzle.tolist(), most or float("inf"))
        if shape.size <= 9 or expected["solutions"] >= 0:
            assert {name: int(found[name]) for name in found.dtype.names} == expected


@pytest.mark.slow
@some
@given(shape=up_to(9), seed=seeds, data=st.data())
def test_puzzles_are_carved_as_by_the_oracle(shape, seed, data):
    pattern = data.draw(st.sampled_from([None, *patterns_of_shape(shape)]))
    clues = data.draw(st.sampled_from([None, shape.cells // 2])) or None
    with boards_of(shape, 1, seed) as boards:
        puzzle = engine.carve(boards[0], blocks=shape.blocks, seed=seed, clues=clues, pattern=pattern)
        if shape != Shape(3, 3) or pattern:
            assert puzzle.tolist() == reference.carve(boards[0].tolist(), seed, clues, pattern)
        assert engine.carving.pattern_of(puzzle, blocks=shape.blocks) == reference.pattern_of(puzzle.tolist())
        assert engine.minimal(puzzle, blocks=shape.blocks) == reference.is_minimal(puzzle.tolist())


@pytest.mark.slow
@settings(max_examples=15)
@given(shape=up_to(16), seed=seeds)
def test_minimal_puzzles_have_one_solution_and_no_clue_to_spare(shape, seed):
    with boards_of(shape, 1, seed) as boards:
        puzzles = engine.carve(boards, blocks=shape.blocks, seed=seed)
        assert engine.solve(puzzles, blocks=shape.blocks).tolist() == boards.tolist()
        assert engine.minimal(puzzles, blocks=shape.blocks).all()


@pytest.mark.slow_cases("1x6")
@named
def test_canonical_forms_are_those_of_the_oracle(shape):
    with boards_of(shape, 20, 91) as boards:
        plain = engine.canonical(boards, blocks=shape.blocks)
        relabelled = engine.canonical(boards, blocks=shape.blocks, symmetry="d4+relabel")
        full = engine.canonical(boards, blocks=shape.blocks, symmetry="full")
        automorphisms = engine.symmetry.automorphisms(boards, blocks=shape.blocks)
        for i, board in enumerate(boards[:5].tolist()):
            assert plain[i].tolist() == reference.canonical(board)
            assert relabelled[i].tolist() == reference.canonical_relabelled(board)
            assert (full[i].tolist(), int(automorphisms[i])) == reference.least_by_sorting(board)


@some
@given(shape=up_to(16), seed=seeds, symmetry=st.sampled_from(engine.SYMMETRIES))
def test_images_of_a_board_have_its_canonical_form(shape, seed, symmetry):
    with boards_of(shape, 1, seed) as boards:
        if symmetry == "full":
            image = random_image(boards[0], np.random.default_rng(seed), shape)
            same = engine.symmetry.automorphisms([boards[0], image], blocks=shape.blocks)
            assert same[0] == same[1]
        else:
            image = np.array(reference.images(boards[0].tolist())[-1], np.uint8)
        assert reference.is_full_board(image.tolist())
        forms = engine.canonical([boards[0], image], blocks=shape.blocks, symmetry=symmetry)
        assert forms[0].tolist() == forms[1].tolist()
        assert reference.is_full_board(forms[0].tolist())
        assert forms[0].tolist() <= min(boards[0].tolist(), image.tolist())
        keys = engine.keys([boards[0], image], blocks=shape.blocks, symmetry=symmetry)
        assert keys[0].tolist() == keys[1].tolist()


@settings(max_examples=20)
@given(shape=up_to(12), seed=seeds)
def test_images_of_a_puzzle_have_its_canonical_form(shape, seed):
    with boards_of(shape, 1, seed) as boards:
        puzzle = engine.carve(boards[0], blocks=shape.blocks, seed=seed, clues=max(1, shape.cells * 2 // 3))
        image = random_image(puzzle, np.random.default_rng(seed), shape)
        forms = engine.canonical([puzzle, image], blocks=shape.blocks, symmetry="full")
        assert forms[0].tolist() == forms[1].tolist()


@pytest.mark.daily("d4-shape3", "d4+relabel-shape4", "full-shape2", "full-shape4", "d4-shape0")
@pytest.mark.parametrize("shape", [Shape(1, 3), Shape(1, 4), Shape(2, 2), Shape(2, 3), Shape(3, 2)])
@pytest.mark.parametrize("symmetry", engine.SYMMETRIES)
def test_canonical_puzzles_are_those_of_the_oracle(shape, symmetry):
    with boards_of(shape, 3, 92) as boards:
        puzzles = engine.carve(boards, blocks=shape.blocks, seed=92)
        forms = engine.canonical(puzzles, blocks=shape.blocks, symmetry=symmetry)
        for puzzle, board, form in zip(puzzles.tolist(), boards.tolist(), forms.tolist(), strict=True):
            assert form == reference.canonical_puzzle(puzzle, symmetry, board)


# --- Published numbers --------------------------------------------------------------------------------------


@pytest.mark.slow_cases("6-None-28200960", "6-none-812851200")
@pytest.mark.parametrize(
    ("size", "blocks", "boards"),
    [
        *[(size, "none", count) for size, count in enumerate([1, 2, 12, 576, 161280, 812851200], 1)],  # OEIS A002860
        (4, None, 288),  # OEIS A107739
        (6, None, 28_200_960),  # published with the count of 49 below
        (6, "3x2", 28_200_960),
    ],
)
def test_the_boards_of_a_shape_are_as_many_as_published(size, blocks, boards):
    assert count_boards(size, blocks) == boards


@pytest.mark.slow
def test_the_solutions_of_the_empty_6x6_grid_are_all_its_boards():
    assert engine.count_solutions(np.zeros(36, np.uint8), limit=10**9) == 28_200_960


def test_the_boards_of_9x9_are_counted_as_published():
    """By the factors that they give: renamings of digits, what orders rows and columns, and a large prime."""
    found = count_boards(9)
    assert found == count_boards() == 6_670_903_752_021_072_936_960
    assert found % factorial(9) == 0 and found // factorial(9) == 72**2 * 2**7 * 27_704_267_971  # Felgenhauer, Jarvis


def test_boards_of_a_larger_shape_are_not_counted():
    with pytest.raises(ValueError, match="boards of size 16 are too many to count"):
        count_boards(16)


@pytest.mark.parametrize("known", engine.generation._KNOWN_COUNTS)
def test_known_numbers_of_boards_have_the_factors_of_their_symmetries(known):
    """Orders of the digits, and of lines of the first stack that the digits of the first block tell apart."""
    rows, columns = known
    size = rows * columns
    count = count_boards(size, "none" if rows == 1 else f"{columns}x{rows}")
    if rows == 1:  # a first row and a first column in order
        assert count % (factorial(size) * factorial(size - 1)) == 0
    else:
        assert count == count_boards(size, f"{rows}x{columns}")
        assert count % (factorial(size) * factorial(columns - 1) * factorial(rows) ** (columns - 1)) == 0


@pytest.mark.slow
def test_the_latin_squares_of_size_7_are_counted_as_published(monkeypatch):
    known = engine.generation._KNOWN_COUNTS
    monkeypatch.setattr(engine.generation, "_KNOWN_COUNTS", {})
    monkeypatch.setattr(engine.generation, "LARGEST_COUNTED", 7)
    assert count_boards(7, "none") == known[1, 7]


def symmetries(shape):
    """How many symmetries a shape has, renaming of the digits included."""
    high, wide = shape.rows, shape.columns
    lines = factorial(high) ** wide * factorial(wide) * factorial(wide) ** high * factorial(high)
    return lines * (2 if shape.transposed == shape else 1) * factorial(shape.size)


@pytest.mark.slow_cases("shape1-49-5000", "shape2-49-5000")
@pytest.mark.parametrize(
    ("shape", "different", "made"),
    [
        (Shape(2, 2), 2, 100),
        (Shape(2, 3), 49, 5000),
        (Shape(3, 2), 49, 5000),
        (Shape(1, 4), 2, 100),  # isotopy classes, OEIS A040082; here transposed squares are the same too
        (Shape(1, 5), 2, 500),
    ],
)
def test_essentially_different_boards_make_up_all_boards(shape, different, made):
    boards = engine.generate(made, size=shape.size, blocks=shape.blocks, seed=93)
    forms = np.unique(engine.canonical(boards, blocks=shape.blocks, symmetry="full"), axis=0)
    assert len(forms) == different
    images = symmetries(shape) // engine.symmetry.automorphisms(forms, blocks=shape.blocks)
    assert images.sum() == count_boards(shape.size, shape.blocks)


# --- Regular boards -----------------------------------------------------------------------------------------


def cyclic(size):
    """The Latin square of the sums modulo its size."""
    row, column = np.divmod(np.arange(size**2), size)
    return ((row + column) % size + 1).astype(np.uint8)


@pytest.mark.parametrize("size", [3, 5, 6, 7, 12, 14])
def test_a_cyclic_square_has_its_automorphisms(size):
    # Shifts of rows and of columns, the automorphisms of the cyclic group, and transposition, as it is commutative.
    units = sum(gcd(number, size) == 1 for number in range(size))
    assert engine.symmetry.automorphisms(cyclic(size), blocks="none") == 2 * size**2 * units
    image = random_image(cyclic(size), np.random.default_rng(94), Shape(1, size))
    forms = engine.canonical([cyclic(size), image], blocks="none", symmetry="full")
    assert forms[0].tolist() == forms[1].tolist()


def test_the_least_image_is_that_of_all_images_where_blocks_have_two_rows():
    with boards_of(Shape(2, 4), 2, 95) as boards:
        full = engine.canonical(boards, symmetry="full")
        assert [row.tolist() for row in full] == [reference.least_by_sorting(board)[0] for board in boards.tolist()]


@pytest.mark.slow
def test_a_square_that_is_too_regular_is_refused():
    with pytest.raises(ValueError, match="too regular for symmetry"):
        engine.canonical(cyclic(25), blocks="none", symmetry="full")


# --- What the functions take --------------------------------------------------------------------------------


def test_a_pattern_that_does_not_fit_the_blocks_is_a_value_error():
    boards = engine.generate(1, size=6, seed=1)
    with pytest.raises(ValueError, match="pattern 'diagonal' does not fit blocks of 2x3: it is not one of rotate180"):
        engine.carve(boards, seed=1, pattern="diagonal")
    assert (engine.carve(boards, seed=1, pattern="mirrors") != 0).sum() % 2 == 0


@pytest.mark.parametrize("call", [engine.solve, engine.measure, engine.canonical, engine.carving.pattern_of])
def test_boards_with_other_blocks_are_refused(call):
    with pytest.raises(ValueError, match=r"shape \(81,\), not .* with S\*S one of 36"):
        call(np.zeros(81, np.uint8), blocks="2x3")
    with pytest.raises(ValueError, match=r"shape \(49,\), not .* with S\*S one of 16, 36, 64, 81"):
        call(np.zeros(49, np.uint8))
