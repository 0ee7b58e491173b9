import numpy as np
import pytest
import reference

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


@pytest.mark.parametrize(
    ("size", "count"),
    [(4, 100), (9, 6), *[pytest.param(size, 1000, marks=pytest.mark.fuzz) for size in (4, 9)]],
)
def test_puzzles_are_those_of_the_oracle(size, count):
    for pattern in engine.PATTERNS:
        boards = engine.generate(count, size=size, seed=61)
        puzzles = engine.carve(boards, seed=62, pattern=pattern)
        for board, puzzle in zip(boards.tolist(), puzzles.tolist(), strict=True):
            assert puzzle == reference.carve(board, 62, pattern=pattern)


@pytest.mark.parametrize(
    ("size", "clues", "count", "patterns"),
    [
        (4, 7, 2, engine.PATTERNS),
        (4, 3, 2, engine.PATTERNS),
        (9, 37, 1, engine.PATTERNS),
        (16, 252, 1, ("rotate90", "diagonals")),
        pytest.param(16, 252, 1, engine.PATTERNS, marks=pytest.mark.fuzz),
    ],
)
def test_puzzles_of_a_wanted_clue_count_are_those_of_the_oracle(size, clues, count, patterns):
    boards = engine.generate(count, size=size, seed=63)
    for pattern in patterns:
        puzzles = engine.carve(boards, seed=64, pattern=pattern, clues=clues)
        for board, puzzle in zip(boards.tolist(), puzzles.tolist(), strict=True):
            assert puzzle == reference.carve(board, 64, clues, pattern), pattern


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


@pytest.mark.parametrize("size", [4, 9])
def test_a_clue_count_that_orbits_of_two_cannot_meet_is_met_from_above(size):
    boards = engine.generate(300, size=size, seed=69)
    wanted = size * size // 2 | 1
    for pattern in ("mirror", "rotate180"):
        clues = (engine.carve(boards, seed=70, pattern=pattern, clues=wanted) != 0).sum(axis=1)
        centred = size % 2  # only then a cell can be an orbit of its own, and the count be odd
        assert (clues >= wanted).all() and (clues <= wanted + 1).all()
        assert centred or (clues == wanted + 1).all()


@pytest.mark.parametrize("size", [4, 9])
def test_the_pattern_of_a_puzzle_is_that_of_the_oracle(size):
    boards = engine.generate(40, size=size, seed=71)
    for pattern in (None, *engine.PATTERNS):
        puzzles = engine.carve(boards, seed=72, pattern=pattern)
        found = engine.pattern_of(puzzles)
        assert found.tolist() == [reference.pattern_of(puzzle) for puzzle in puzzles.tolist()]
        for name in found[:5]:
            assert pattern is None or name in engine.patterns_within(pattern)


def test_the_pattern_has_the_shape_of_the_question():
    puzzles = engine.carve(engine.generate(3, seed=73), seed=74, pattern="flip")
    assert engine.pattern_of(puzzles).tolist() == ["flip"] * 3
    assert engine.pattern_of(puzzles[0]).shape == ()
    assert engine.pattern_of(puzzles[0]).item() == "flip"
    assert engine.pattern_of(puzzles[:0]).shape == (0,)
    assert engine.pattern_of(np.zeros(81, np.uint8)).item() == "all"


def test_a_pattern_within_another_has_all_its_images():
    for pattern in engine.PATTERNS:
        rng = np.random.default_rng(75)
        for name in engine.PATTERNS:
            cells = np.zeros((50, 81), np.uint8)
            for orbit in reference.orbits(9, name):
                cells[:, sorted(orbit)] = rng.integers(0, 2, 50)[:, np.newaxis]
            assert have(cells, pattern).all() == (name in engine.patterns_within(pattern))


def test_an_unknown_pattern_is_a_value_error_that_names_the_known_ones():
    for ask in (
        lambda: engine.carve(engine.generate(1, seed=1), seed=1, pattern="star"),
        lambda: engine.patterns_within("star"),
    ):
        with pytest.raises(ValueError, match="pattern 'star' is not one of rotate180, rotate90, mirror"):
            ask()
