"""For each technique a position where it applies, and the same with one more candidate, where its family finds nothing.

Dynamic and nested chains have only the first: with one more candidate they find another way.
"""

import numpy as np
import positions
import pytest

import engine

# Technique, family, puzzle, number of steps before it is used, and the candidate (cell, digit) that spoils it.
EXAMPLES = [
    (
        "hidden-single-block",
        "hidden-single",
        "...........78...56.34...7..9.8....1...5..84.2....2.93.4.......3.8.95......9.63.2.",
        24,
        37,
        1,
    ),
    (
        "hidden-single-line",
        "hidden-single",
        ".5...1...6......123.7.....58...4....5.67........89...6...45.39...59...28.......6.",
        3,
        14,
        3,
    ),
    (
        "direct-pointing",
        "direct-locking",
        "..52....48......5......1..2.......2.6.....9..9.43....5791.........7.96...6..5....",
        26,
        43,
        8,
    ),
    (
        "direct-hidden-pair",
        "direct-hidden-pair",
        "4.16.........89..7..6.57..........35.....5..8...9.....8...4.2....2..86...4.72...1",
        33,
        29,
        9,
    ),
    (
        "naked-single",
        "naked-single",
        "8.....2........573.34....1.....6......1..27.8.5...492....7.....14..5....28.4.1...",
        47,
        61,
        3,
    ),
    (
        "direct-hidden-triplet",
        "direct-hidden-triplet",
        "....6.79.5..2.7....1......38.6.3..2.17.8......5...1....2.....39....2.8..3....6.7.",
        39,
        22,
        4,
    ),
    (
        "pointing",
        "locking",
        "8.....2........573.34....1.....6......1..27.8.5...492....7.....14..5....28.4.1...",
        6,
        61,
        3,
    ),
    (
        "claiming",
        "locking",
        "8.....2........573.34....1.....6......1..27.8.5...492....7.....14..5....28.4.1...",
        21,
        48,
        3,
    ),
    (
        "naked-pair",
        "naked-pair",
        "...........78...56.34...7..9.8....1...5..84.2....2.93.4.......3.8.95......9.63.2.",
        26,
        63,
        1,
    ),
    ("x-wing", "x-wing", "..1....7.......2.66.7.43...4...2..6....4...5.2..5.87.9..3..6.......3.9..5.47.....", 29, 5, 9),
    (
        "hidden-pair",
        "hidden-pair",
        "...45.72..........6.9..73..2..6...3.8.....2.4.95....6...1.6....52.34.....3..1..5.",
        13,
        9,
        1,
    ),
    (
        "naked-triplet",
        "naked-triplet",
        "8..9......6.7.......3.6.79..9...1...6.....4....7.....8..9..4.25.32.7..1......8...",
        22,
        26,
        2,
    ),
    (
        "swordfish",
        "swordfish",
        "....6.79.5..2.7....1......38.6.3..2.17.8......5...1....2.....39....2.8..3....6.7.",
        38,
        3,
        4,
    ),
    (
        "hidden-triplet",
        "hidden-triplet",
        "..52....48......5......1..2.......2.6.....9..9.43....5791.........7.96...6..5....",
        25,
        7,
        3,
    ),
    (
        "xy-wing",
        "xy-wing",
        ".5...1...6......123.7.....58...4....5.67........89...6...45.39...59...28.......6.",
        35,
        29,
        3,
    ),
    (
        "xyz-wing",
        "xyz-wing",
        "...1..7.....8....95..9.2.1..3......296..1.5....4....3....5...2...1...9.3.7..3..4.",
        17,
        63,
        2,
    ),
    (
        "unique-rectangle",
        "unique-loop",
        ".6...9..42....6.9....1.......18...6...........54.17..3...9...71......2355..2.....",
        36,
        19,
        3,
    ),
    (
        "unique-loop",
        "unique-loop",
        ".8...7.6.....9...11.9....8..3..726....5...173..81.....6..2.1..54............69...",
        30,
        52,
        4,
    ),
    (
        "naked-quad",
        "naked-quad",
        ".....9..8138..47....23...1.945......7.........1..3..9...7.5..3.....82..........62",
        22,
        31,
        2,
    ),
    (
        "jellyfish",
        "jellyfish",
        "....9...1..8..2.6..9.4..27...4.2.3...5............4..6..7..3.....657...2..2.86.53",
        17,
        13,
        1,
    ),
    (
        "hidden-quad",
        "hidden-quad",
        "...582....8.....2....4......1.....37.9.8.7.4.4........6...18.7..493...8.5...6..1.",
        29,
        60,
        3,
    ),
    ("bug-1", "bug", "...24.8...4.7..93......327.4.3......6.......9....9.5..1....9....2...1..383.5.4...", 39, 35, 6),
    ("bug-2", "bug", "......3.785..4.......5.2.9..24.....83.........8..6.12.7...9.6.5..2......4.58.....", 44, 2, 6),
    ("bug-3", "bug", "...17....8..6......95.........2..38.6.......4....3..727.68...35.....521..4.......", 42, 14, 4),
    ("bug-4", "bug", "..5..9.2.1...4....76.3.2..9..3.........86.24.....3.8...9.....8.5.46...9..3.1.....", 44, 32, 7),
    (
        "aligned-pair-exclusion",
        "aligned-pair-exclusion",
        "8.....2........573.34....1.....6......1..27.8.5...492....7.....14..5....28.4.1...",
        44,
        59,
        3,
    ),
    (
        "x-cycle",
        "chains",
        ".1..4.5..64.....73...9..6...5...4.1.7..3..8..........7..8...1.....8.1..25...7..6.",
        39,
        31,
        9,
    ),
    (
        "y-cycle",
        "chains",
        "......7..8.36...4........12..7.4....2.......31.6.5....6..81...7.8.5.7.6...2.3.8..",
        36,
        61,
        5,
    ),
    (
        "x-chain",
        "chains",
        "..4...6...2.6...9...63.8.4..4.......5.7.8.........2..93..24..17....7.36....5....2",
        18,
        65,
        5,
    ),
    (
        "xy-cycle",
        "chains",
        ".3...4...6.4..92.1.7.5.....4...1......3.8.......6..58..9...7......2..8.7.......12",
        17,
        45,
        2,
    ),
    (
        "forcing-chain",
        "chains",
        "8.....2........573.34....1.....6......1..27.8.5...492....7.....14..5....28.4.1...",
        40,
        36,
        6,
    ),
    (
        "aligned-triplet-exclusion",
        "aligned-triplet-exclusion",
        ".6......7...9..1..3.7....8.4......98....95.......2.37...43..75......6.1.82...4...",
        15,
        28,
        3,
    ),
    (
        "nishio",
        "nishio",
        ".67....5.19...3.....5....9..2...59...83..1.2....76....9.....6...5..1.......27...3",
        26,
        65,
        4,
    ),
    (
        "cell-chains",
        "multiple-chains",
        "..4..18..2..7...19..369........7..94.3....1..95...6...8..2...5..............4.278",
        18,
        8,
        3,
    ),
    (
        "region-chains",
        "multiple-chains",
        "....6.3.99.7......1......4...3..5..2..13..6......9.41.4...1..3..2....8....5..2...",
        23,
        34,
        7,
    ),
]


def position_after(puzzle, count):
    """The position of the puzzle's path after so many steps, and the step made there."""
    for number, (position, step) in enumerate(positions.along([int(digit) for digit in puzzle.replace(".", "0")])):
        if number == count:
            return position, step
    raise AssertionError(f"the path has no step {count}")


@pytest.mark.parametrize(
    ("technique", "family", "puzzle", "count", "cell", "digit"), EXAMPLES, ids=[example[0] for example in EXAMPLES]
)
def test_a_technique_applies_and_with_one_more_candidate_it_does_not(technique, family, puzzle, count, cell, digit):
    position, made = position_after(puzzle, count)
    assert made.technique == technique
    assert positions.find(family, position) == made
    assert digit not in position[1][cell]
    position[1][cell].add(digit)
    assert positions.find(family, position) is None


def test_the_last_value_of_a_region_applies_and_with_two_empty_cells_everywhere_it_does_not():
    board = engine.generate(1, seed=98)[0]
    for emptied, technique in (([40], "last-value"), ([40, 41, 49, 50], "hidden-single-block")):
        puzzle = board.copy()
        puzzle[emptied] = 0
        step = engine.find_step("hidden-single", puzzle, np.full(81, 511))
        assert step.placement in {(cell, int(board[cell])) for cell in emptied}
        assert step.technique == technique


def test_every_technique_that_random_puzzles_need_has_an_example():
    rare = {"last-value", "direct-claiming"} | {t.name for t in engine.TECHNIQUES if t.rating >= 85}
    assert {example[0] for example in EXAMPLES} == {technique.name for technique in engine.TECHNIQUES} - rare
