"""Rules by their names: how they are spelled, what puzzles they make, and which puzzles are the same."""

import pickle
from functools import cache
from itertools import pairwise, permutations, product

import numpy as np
import pytest
from reference.constraints import broken

from board_catalogue import engine
from board_catalogue.catalogue.puzzles.game import game_of, symmetries_ruled
from board_catalogue.engine import Rulebook
from board_catalogue.engine.random_numbers import RandomNumbers
from board_catalogue.engine.rules.comparing import forms_ruled
from board_catalogue.engine.rules.formats import constraint_text
from board_catalogue.engine.rules.frame import neighbours
from board_catalogue.engine.rules.model import with_cells
from board_catalogue.engine.rules.rulebook import random_regions
from board_catalogue.engine.rules.solving import measure_ruled, solve_ruled
from board_catalogue.engine.shape import Shape

LAYOUT = "AABBACBBACDDCCDD"


def test_rules_have_one_spelling():
    for text, spelled in (
        ("windoku, Diagonal", "diagonal,windoku"),
        ("xv,thermometer", "thermo,xv"),
        ("killer,anti-knight,killer", "anti-knight,killer"),
        ("jigsaw", "jigsaw"),
        ("Thermometer = 12, killer", "killer,thermo=12"),
        ("all kropki,xv=ALL", "kropki=all,xv=all"),
    ):
        book = Rulebook.read(text)
        assert book.text == spelled
        assert Rulebook.read(spelled, 9, book.shape.blocks) == book
    assert Rulebook.read(f"jigsaw={LAYOUT.lower()}", 4).text == f"jigsaw={LAYOUT}"
    assert Rulebook.read("jigsaw").shape == Shape.of(9, "none")


@pytest.mark.parametrize(
    ("text", "size", "blocks", "message"),
    [
        ("fog", 9, None, "these can: diagonal"),
        ("", 9, None, "cannot be made"),
        ("diagonal=1", 9, None, "no value"),
        ("thermo=0", 9, None, "a number from 1 to 144, not '0'"),
        ("thermo=all", 9, None, "a number from 1 to 144, not 'all'"),
        ("kropki=some", 9, None, "a number from 1 to 144 or all"),
        ("xv,xv=3", 9, None, "named twice"),
        ("argyle", 6, None, "size 9"),
        ("windoku", 9, "none", "needs a board with blocks"),
        ("jigsaw", 9, "3x3", "leave out blocks"),
        ("jigsaw=AB", 4, None, "16 letters"),
        (f"jigsaw={LAYOUT},jigsaw", 4, None, "one jigsaw"),
        ("jigsaw=" + "A" * 16, 4, None, "4 regions"),
        ("diagonal", 3, "none", "sizes go from 4"),
    ],
)
def test_rules_that_cannot_be(text, size, blocks, message):
    with pytest.raises(ValueError, match=message):
        Rulebook.read(text, size, blocks)


@pytest.mark.daily("diagonal", "thermo,xv", f"jigsaw={LAYOUT}", "killer,thermo=1")
@pytest.mark.parametrize(
    "text", ["diagonal", "jigsaw", "killer=4", "thermo,xv", "killer,thermo=1", "kropki=all", f"jigsaw={LAYOUT}"]
)
def test_a_puzzle_depends_on_its_position_alone(text):
    book = Rulebook.read(text, 4 if "=" in text else 6)
    boards, attempts = book.boards(4, seed=3)
    assert (book.boards(2, seed=3, start=2)[0] == boards[2:]).all() and (attempts >= 1).all()
    puzzles, own = book.carve(boards, seed=3, positions=range(4))
    some, some_own = book.carve(boards[[3, 1]], seed=3, positions=[3, 1])
    assert (some == puzzles[[3, 1]]).all()
    assert (own is None) == (not book.has_own)
    assert some_own == (own and [own[3], own[1]])
    for place, (board, puzzle) in enumerate(zip(boards.tolist(), puzzles.tolist(), strict=True)):
        variant = book.variant(own and own[place], puzzle)
        assert not broken(variant.ruled, board)
        assert solve_ruled(variant)[1].tolist() == [1]
        assert book.own_of(engine.read_variant(constraint_text.write(variant))) == (own and own[place])


def test_a_puzzle_of_other_rules_is_refused():
    diagonal = Rulebook.read("diagonal")
    for text, message in (
        (".Windoku", "not under the rules"),
        (".Diagonal~1", "not under the rules"),
        (".Diagonal~1.Diagonal~-1.AntiKnight", "not under the rules"),
        (".Diagonal~1.Diagonal~-1.Windoku", "not under the rules"),
        (".Diagonal~1.Diagonal~-1.Cage~3~R1C1~R1C2", "besides diagonal"),
        (".NoBoxes.Diagonal~1.Diagonal~-1", "other regions"),
        (".Shape~6x6.Diagonal~1.Diagonal~-1", "size 6"),
    ):
        with pytest.raises(ValueError, match=message):
            diagonal.own_of(engine.read_variant(text))


@pytest.mark.parametrize("size", [4, 6, 9])
def test_regions_are_of_touching_cells(size):
    beside = set(map(frozenset, neighbours(size)))
    layouts = [random_regions(size, RandomNumbers(5, index)) for index in range(6)]
    assert len(set(layouts)) > 1
    for regions in layouts:
        assert sorted(cell for region in regions for cell in region) == list(range(size * size))
        for region in regions:
            assert len(region) == size
            reached = {region[0]}
            for _ in region:
                reached |= {cell for cell in region if any(frozenset((cell, other)) in beside for other in reached)}
            assert reached == set(region)


@cache
def latin_squares():
    """All 576 of 4x4."""
    lines = list(permutations((1, 2, 3, 4)))
    squares = (rows for rows in product(lines, repeat=4) if all(len(set(c)) == 4 for c in zip(*rows, strict=True)))
    return np.array([sum(rows, ()) for rows in squares], np.uint8)


@pytest.mark.daily("d4-windoku", "d4+relabel-xv", "d4+relabel-diagonal")
@pytest.mark.parametrize(
    "text", ["diagonal", "windoku", "disjoint groups", "diagonal,killer", "xv", "jigsaw", f"jigsaw={LAYOUT}"]
)
@pytest.mark.parametrize("symmetry", ["d4", "d4+relabel"])
def test_keys_by_force(text, symmetry):
    """Boards of 4x4 have one key just where a turn or mirror image that keeps the rules maps one to the other."""
    book = Rulebook.read(text, 4)
    game = game_of(book.shape, book.text)
    every = latin_squares()
    boards = every[game.count_solutions(every) == 1]
    grids = [board.reshape(4, 4) for board in boards]
    rules = book.board.rules
    turns = [lambda g, k=k, m=m: np.rot90(g.T if m else g, k) for k in range(4) for m in (False, True)]
    kept = [turn for turn in turns if not any(broken(rules, turn(grid).ravel().tolist()) for grid in grids)]
    if symmetry == "d4":
        names = [(0, 1, 2, 3, 4)]
    elif book.marks:
        names = [(0, 1, 2, 3, 4), *([(0, 4, 3, 2, 1)] if book.reverses else [])]
    else:
        names = [(0, *order) for order in permutations((1, 2, 3, 4))]
    classes = {}
    for number, grid in enumerate(grids):
        if grid.tobytes() not in classes:
            images = (np.array(each, np.uint8)[turn(grid)].tobytes() for turn in kept for each in names)
            classes |= dict.fromkeys(images, number)
    keys = [key.tobytes() for key in game.keys(boards, symmetry)]
    pairs = {(key, classes[grid.tobytes()]) for key, grid in zip(keys, grids, strict=True)}
    assert len(pairs) == len({key for key, _ in pairs}) == len({number for _, number in pairs})


def test_forms_tell_puzzles_of_a_board_apart():
    book = Rulebook.read("killer", 4)
    symmetries = symmetries_ruled(book, "d4")
    board = book.boards(1, seed=1)[0]
    texts = [f".Shape~4x4.Cage~{board[0, c] + board[0, c + 1]}~R1C{c + 1}~R1C{c + 2}" for c in (0, 2)]
    own = [list(book.variant(text).rules.constraints) for text in texts]
    none = np.zeros_like(board)
    first, second = (forms_ruled(symmetries, board, none, [one])[0] for one in own)
    assert first != second
    mirrored = board.reshape(4, 4)[:, ::-1].reshape(1, 16)
    assert forms_ruled(symmetries, mirrored, none, [_mirrored(own[0])])[0] == first


def _mirrored(constraints):
    return [with_cells(one, [4 * (cell // 4) + 3 - cell % 4 for cell in range(16)]) for one in constraints]


def test_a_game_reaches_a_worker_whole():
    for rules in ("", "diagonal", "jigsaw"):
        game = game_of(Shape.of(9, "none" if rules == "jigsaw" else None), rules)
        again = pickle.loads(pickle.dumps(game))
        assert again is game


def test_full_symmetry_of_windoku_is_more_than_turns():
    book = Rulebook.read("windoku")
    counts = [len(symmetries_ruled(book, symmetry).cells) for symmetry in ("d4", "full")]
    assert counts[0] == 8 < counts[1]
    with pytest.raises(ValueError, match="d4 or"):
        symmetries_ruled(Rulebook.read("jigsaw"), "full")


# --- The reference search ------------------------------------------------------------------------------------------


def inferred(variant, candidates):
    """Naked singles, hidden singles and crossings of houses until nothing follows; None for a contradiction."""
    size = variant.size
    houses = [house.cells for house in variant.rules.houses]
    while True:
        before = [set(some) for some in candidates]
        for house in houses:
            for cell in house:
                if len(candidates[cell]) == 1:
                    for other in house:
                        if other != cell:
                            candidates[other] -= candidates[cell]
            digits = set().union(*(candidates[cell] for cell in house))
            if len(digits) < len(house) or not all(candidates[cell] for cell in house):
                return None
            if len(digits) == len(house):
                for digit in digits:
                    places = [cell for cell in house if digit in candidates[cell]]
                    if len(places) == 1:
                        candidates[places[0]] = {digit}
        full = [set(house) for house in houses if len(house) == size]
        for one in full:
            for other in full:
                if len(shared := one & other) > 1 and one != other:
                    for digit in set().union(*(candidates[cell] for cell in shared)):
                        if not any(digit in candidates[cell] for cell in one - shared):
                            for cell in other - shared:
                                candidates[cell] -= {digit}
        if not all(candidates):
            return None
        if candidates == before:
            return candidates


def measured(variant, givens):
    """Guesses, backtracks, nodes, depth, filled cells and solutions, in plain Python."""
    every = set(range(1, variant.size + 1))
    counts = dict.fromkeys(("guesses", "backtracks", "nodes", "max_depth", "filled", "solutions"), 0)

    def explore(candidates, depth):
        counts["nodes"] += 1
        counts["max_depth"] = max(counts["max_depth"], depth)
        known = sum(len(some) == 1 for some in candidates)
        found = inferred(variant, candidates)
        if depth == 0 and found:
            counts["filled"] = sum(len(some) == 1 for some in found) - known
        if not found:
            counts["backtracks"] += 1
            return
        if all(len(some) == 1 for some in found):
            counts["solutions"] += 1
            return
        counts["guesses"] += 1
        cell = min((c for c in range(len(found)) if len(found[c]) > 1), key=lambda c: len(found[c]))
        for digit in sorted(found[cell]):
            if counts["solutions"] < 2:
                explore([set(some) if place != cell else {digit} for place, some in enumerate(found)], depth + 1)

    explore([{digit} if digit else set(every) for digit in givens], 0)
    return counts


@pytest.mark.daily("jigsaw-5")
@pytest.mark.slow_cases("diagonal-6", "windoku-9", "disjoint groups-6")
@pytest.mark.parametrize(("text", "size"), [("diagonal", 6), ("windoku", 9), ("disjoint groups", 6), ("jigsaw", 5)])
def test_the_reference_search_counts_what_plain_python_counts(text, size):
    book = Rulebook.read(text, size, "none" if text == "jigsaw" else None)
    boards, _ = book.boards(5, seed=8)
    puzzles, own = book.carve(boards, seed=8, positions=range(5))
    fewer = puzzles.copy()
    fewer[np.arange(5), (puzzles > 0).argmax(axis=1)] = 0
    wrong = puzzles.copy()
    wrong[:, 0] = np.where(boards[:, 0] == 1, 2, 1)
    every = np.concatenate([puzzles, fewer, wrong])
    variants = [book.variant(own and own[place % 5]) for place in range(15)]
    found = measure_ruled(variants, every)
    for variant, puzzle, row in zip(variants, every.tolist(), found, strict=True):
        counts = measured(variant, puzzle)
        if counts["nodes"] == 1 and counts["backtracks"] == 1:
            counts["filled"] = 0
        assert {name: int(row[name]) for name in counts} == counts
    assert (found["solutions"][:5] == 1).all() and (found["comparisons"] > 0).all()
    assert all((measure_ruled(variants, every, threads=2)[name] == found[name]).all() for name in engine.METRICS)


def test_a_search_that_is_cut_short_does_not_know():
    book = Rulebook.read("anti-knight")
    puzzles, _ = book.carve(book.boards(4, seed=2)[0], seed=2, positions=range(4))
    found = measure_ruled(book.board, puzzles, most_nodes=5)
    assert (found["nodes"] <= 5).all() and (found["solutions"] == -1).any()
    assert all(one <= other for one, other in pairwise(sorted(found["nodes"])))
