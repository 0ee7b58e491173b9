"""Ratings over more houses: the definitions of techniques in plain Python, with the houses written out here."""

import functools

import chain_oracle
import numpy as np
import positions
import pytest
import rating_oracle
import uniqueness_oracle
from path_checks import check_path
from reference.constraints import holds

from board_catalogue import engine
from board_catalogue.engine import Use, Variant
from board_catalogue.engine.paths.path import begun
from board_catalogue.engine.random_numbers import RandomNumbers
from board_catalogue.engine.rules.houses import broken_rules, houses_of, rate_ruled
from board_catalogue.engine.rules.making import boards_ruled, carve_ruled
from board_catalogue.engine.rules.rulebook import random_regions
from board_catalogue.engine.rules.solving import solve_ruled
from board_catalogue.engine.words import words_in

LINE = range(9)
DIAGONALS = (("diagonal", [[10 * i for i in LINE]]), ("diagonal", [[8 * i + 8 for i in LINE]]))
GROUPS = [[27 * i + 3 * j + 9 * a + b for i in range(3) for j in range(3)] for a in range(3) for b in range(3)]
PARTS = ((0, 4, 8), (1, 2, 3), (5, 6, 7))
OWN = [[9 * r + c for r in PARTS[a] for c in PARTS[b]] for a in (1, 2) for b in (1, 2)]
FOLLOW = [[9 * r + c for r in PARTS[a] for c in PARTS[b]] for a, b in ((0, 0), (0, 1), (0, 2), (1, 0), (2, 0))]
SIX = [[12 * i + 3 * j + 6 * a + b for i in range(3) for j in range(2)] for a in range(2) for b in range(3)]
BOARDS = {
    "diagonal": (9, DIAGONALS),
    "windoku": (9, (("window", OWN + FOLLOW),)),
    "disjoint groups": (9, (("group", GROUPS),)),
    "disjoint groups at 6x6": (6, (("group", SIX),)),
    "jigsaw": (9, ()),
    "jigsaw at 6x6": (6, ()),
}


@functools.cache
def board_of(name):
    size, further = BOARDS[name]
    if "jigsaw" in name:
        variant = Variant(size, random_regions(size, RandomNumbers(5, 0)))
    else:
        variant = Variant.of(size, Use(name.partition(" at")[0]))
    rows = {9: 3, 6: 2}[size]
    return rating_oracle.Board(rows, size // rows, variant, further)


@functools.cache
def puzzles_of(name, seed, count):
    variant = board_of(name).variant
    boards = boards_ruled(variant, count, seed=seed)
    puzzles, random = carve_ruled(variant, boards, seed=seed), np.random.default_rng(seed)
    for place, puzzle in enumerate(puzzles):  # minimal ones are hard: the others get some clues back
        cells = random.choice(np.flatnonzero(puzzle == 0), place % 4 * variant.size // 3, replace=False)
        puzzle[cells] = boards[place, cells]
    return puzzles, boards


def random_positions(name, seed, count, shares):
    random = np.random.default_rng(seed)
    for puzzle, solution in zip(*(rows.tolist() for rows in puzzles_of(name, seed, count)), strict=True):
        yield positions.struck(puzzle, solution, random, random.choice(shares), board_of(name)), solution


@pytest.mark.daily("disjoint groups at 6x6-1", "jigsaw at 6x6-1")
@pytest.mark.parametrize("share", [1, pytest.param(50, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", BOARDS)
def test_a_family_applies_exactly_where_its_definition_says(name, share):
    met = set()
    for family in rating_oracle.FAMILIES:
        count = share * (1 if "aligned" in family else 8)
        for position, _ in random_positions(name, 81, count, [0, 0.2, 0.4, 0.6, 0.8]):
            if positions.applies(family, position):
                met.add(family)
    assert {"hidden-single", "naked-single", "naked-pair", "locking"} <= met


@pytest.mark.slow_cases("jigsaw at 6x6-2")
@pytest.mark.parametrize("count", [2, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["disjoint groups at 6x6", "jigsaw at 6x6"])
def test_the_first_chain_is_that_of_a_search_through_everything(name, count):
    for family in chain_oracle.FAMILIES:
        for position, _ in random_positions(name, 91, count, [0.4, 0.6, 0.7, 0.8, 0.9]):
            chain_oracle.applies(family, position)


@pytest.mark.parametrize("count", [6, pytest.param(500, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", BOARDS)
def test_a_path_is_sound_complete_and_what_the_rating_says(name, count):
    puzzles, boards = puzzles_of(name, 92, count)
    board = board_of(name)
    ratings = rate_ruled(board.variant, puzzles)
    for puzzle, solution, rating in zip(puzzles.tolist(), boards.tolist(), ratings, strict=True):
        if count < 100 and rating["rating"] > 70:
            continue  # what explains long chains takes a second each
        check_path(puzzle, solution, rating, board)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOARDS)
def test_unique_loops_rest_on_what_their_definition_says(name):
    puzzles, _ = puzzles_of(name, 85, 600)
    for puzzle in puzzles.tolist():
        for position, step in positions.along(puzzle, board_of(name)):
            if step.technique in ("unique-rectangle", "unique-loop"):
                assert uniqueness_oracle.is_loop(position, step.cells, step.digits)


def test_a_plain_board_has_the_plain_ratings():
    puzzles = engine.carve(engine.generate(60, seed=3), seed=3)
    assert (rate_ruled(Variant.of(9), puzzles) == engine.rate(puzzles)).all()
    latin = engine.carve(engine.generate(20, size=5, blocks="none", seed=3), seed=3, blocks="none")
    rated = rate_ruled([Variant.of(5).with_givens(puzzle) for puzzle in latin], threads=2)
    assert (rated == engine.rate(latin, blocks="none")).all()


def test_ratings_of_many_boards_are_those_of_each():
    variants = [Variant(6, random_regions(6, RandomNumbers(seed, 0))) for seed in range(6)]
    variants = [one for one in variants if solve_ruled(one)[1][0]]
    boards = np.array([boards_ruled(one, 1, seed=1)[0] for one in variants])
    puzzles = np.array([carve_ruled(v, b[None], seed=1)[0] for v, b in zip(variants, boards, strict=True)])
    together = rate_ruled(variants, puzzles, threads=2)
    alone = [rate_ruled(variant.with_givens(puzzle))[0] for variant, puzzle in zip(variants, puzzles, strict=True)]
    assert together.tolist() == [one.tolist() for one in alone]


def test_chains_through_many_kinds_of_houses():
    """A candidate that goes can force others in its cell and in houses of up to seven kinds together."""
    variant = Variant.of(9, Use("diagonal"), Use("windoku"))
    line = "..98.5............86.....315...............8...............2........4....2.....1."
    puzzle = [int(digit) for digit in line.replace(".", "0")]
    (rating,) = rate_ruled(variant, [puzzle])
    hardest = max(step.rating for step in engine.steps(variant.with_givens(puzzle)))
    assert rating["rating"] == hardest == 92


def test_a_ceiling_and_puzzles_without_one_solution():
    variant, (puzzles, _) = board_of("diagonal").variant, puzzles_of("diagonal", 92, 6)
    status = rate_ruled(variant, [*puzzles, np.zeros(81, np.uint8)], ceiling=0)["status"].tolist()
    assert status == [engine.RatingStatus.ABOVE] * 6 + [engine.RatingStatus.SEVERAL_SOLUTIONS]


@pytest.mark.parametrize(
    ("variant", "message"),
    [
        (Variant.of(9, Use("anti-knight")), "rules are houses"),
        (Variant.of(9, Use("cage", (0, 1), 5)), "rules are houses"),
        (Variant.of(9, Use("argyle")), "houses have 9 cells"),
        (Variant.of(16), "up to 12x12"),
        (Variant(9, ((*range(9),),) * 30), "regions that share cells"),
        (Variant(9, ((*range(73, 82),),)), "cell 81 is outside"),
        (Variant.of(12, Use("diagonal"), Use("disjoint groups"), Use("windoku")), "so many houses"),
    ],
)
def test_what_has_no_rating(variant, message):
    for call in (rate_ruled, houses_of):
        with pytest.raises(ValueError, match=message):
            call(variant)


def test_steps_name_the_houses():
    named = set()
    for puzzle in puzzles_of("diagonal", 92, 6)[0][1:]:
        for step in engine.steps(board_of("diagonal").variant.with_givens(puzzle)):
            named |= {unit.name for unit in step.where if words_in().unit(unit) in str(step)}
    assert {"diagonal 1", "diagonal 2", "block 1", "row 1", "column 1"} <= named


# --- What digits break ---------------------------------------------------------------------------------------------


def made(rules, size, position=0, seed=4):
    book = engine.Rulebook.read(rules, size)
    boards, _ = book.boards(1, seed=seed, start=position)
    puzzles, own = book.carve(boards, seed=seed, positions=[position])
    return book.variant(own[0] if own else None, puzzles[0].tolist()), boards[0].tolist()


@pytest.mark.daily("diagonal-6", "killer-4", "xv-6")
@pytest.mark.parametrize(
    ("rules", "size"),
    [("diagonal", 6), ("jigsaw", 6), ("anti-king", 6), ("killer", 6), ("thermo,kropki", 6), ("killer", 4), ("xv", 6)],
)
def test_steps_lead_to_the_solution(rules, size):
    variant, solution = made(rules, size)
    values = list(variant.clues.tolist())
    while steps := begun(variant, values, [0] * len(values), variant.board_shape.blocks).to_next_digit():
        for step in steps:
            assert all(solution[cell] != digit for cell, digit in step.eliminations)
            assert step.sentence.endswith((".", f"{step.placement and step.placement[1]}"))
        cell, digit = steps[-1].placement
        assert not values[cell] and solution[cell] == digit
        assert all(step.placement is None for step in steps[:-1])
        values[cell] = digit
    assert values == solution
    assert not broken_rules(variant, values)


def test_conflicts_are_named_by_their_rules():
    variant = Variant.of(9, Use("thermometer", (0, 1, 2)), Use("anti-knight"), Use("cage", (9, 10), 4))
    values = [0] * 81
    values[0] = 9  # no digit is above it
    assert [each.sentence for each in broken_rules(variant, values)] == ["Thermometer of r1c1 is broken."]
    values[0], values[19] = 3, 3  # a knight's move
    found = broken_rules(variant, values)
    assert {each.sentence for each in found} == {"Region 1 is broken.", "Anti-knight is broken."}
    values = [0] * 81
    values[9] = values[10] = 2
    assert [each.sentence for each in broken_rules(variant, values)] == [
        "Row 2 is broken.",
        "Region 1 is broken.",
        "Cage 4 of r2c1 is broken.",
    ]


@pytest.mark.parametrize("rules", ["diagonal", "killer", "thermo,kropki"])
def test_full_boards_have_the_conflicts_that_the_plain_check_finds(rules):
    variant, solution = made(rules, 6)
    random = np.random.default_rng(1)
    for _ in range(20):
        board = list(solution)
        board[random.integers(36)] = int(random.integers(1, 7))
        broken = any(not holds(one, board) for one in (*variant.rules.houses, *variant.rules.constraints))
        assert bool(broken_rules(variant, board)) == broken


def test_values_that_are_no_digits_are_refused():
    with pytest.raises(ValueError, match="16 digits from 0 to 4"):
        broken_rules(Variant.of(4), [5] * 16)


def test_a_rule_with_cells_of_its_own_can_be_broken():
    (broken,) = broken_rules(Variant.of(4, Use("full rank", (0, 1, 2, 3), 1)), [2, *[0] * 15])
    assert broken.rule == "full rank" and set(broken.cells) == set(range(16))
