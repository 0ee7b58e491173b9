"""The kernel beside the plain check of every rule: all boards of 4x4, and random rules."""

from functools import cache
from itertools import combinations, cycle, permutations, product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.constraints import broken, holds

from board_catalogue import engine
from board_catalogue.engine import Use
from board_catalogue.engine.native import core
from board_catalogue.engine.rules.model import AnyOf, Automaton, House, Mask, Pairs, Relation, Rules, Sum
from board_catalogue.engine.rules.solving import _Batch, program, solve_ruled, true_candidates_ruled
from board_catalogue.engine.rules.variant import RULES, Variant

CELLS = 16
LATIN = np.array(
    [
        (*sum(rows, ()), *(10 - sum(column) for column in zip(*rows, strict=True)))  # what is left for the last row
        for rows in product(permutations(range(1, 5)), repeat=3)
        if all(len(set(column)) == 3 for column in zip(*rows, strict=True))
    ],
    np.uint8,
)

FEW = (
    *("anti-king", "anti-knight", "non-consecutive", "disjoint groups", "counting circles", "x", "pill arrow"),
    *("all kropki", "all white dots", "all ratios", "all xv", "anti-taxicab", "hidden skyscraper", "equality cage"),
    *("rellik cage", "global modular", "same digits"),
)
"""Rules that few or none of the small boards obey."""


@cache
def all_boards() -> np.ndarray:
    return np.array(list(engine.generation.all_boards(4)), np.uint8).reshape(-1, CELLS)


def compare(rules: Rules, boards: np.ndarray) -> int:
    """The number of boards that obey the rules, after the kernel has agreed."""
    obeying = [board for board in boards.tolist() if not broken(rules, board)]
    solutions, counts, _ = solve_ruled(rules, np.zeros((1, CELLS), np.uint8), limit=1000)
    assert counts[0] == len(obeying)
    assert not obeying or solutions[0].tolist() in obeying
    assert learned_count(rules, np.zeros(CELLS, np.uint8), 1000) == len(obeying)
    union = [sum({1 << (board[cell] - 1) for board in obeying}) for cell in range(CELLS)]
    assert true_candidates_ruled(rules, np.zeros((1, CELLS), np.uint8))[0].tolist() == union
    return len(obeying)


def learned_count(rules: Rules, clues: np.ndarray, limit: int) -> int:
    """The number of solutions by the search that learns, which counts only what takes long otherwise."""
    batch = _Batch(rules, clues[None])
    solutions, counts = np.zeros_like(batch.clues), np.empty(1, np.int32)
    batch.run(core.learn_ruled, limit, solutions, counts, threads=1)
    assert not counts[0] or not broken(rules, solutions[0].tolist())
    assert not counts[0] or (solutions[0][clues > 0] == clues[clues > 0]).all()
    return int(counts[0])


def uses_of(name: str, rng: np.random.Generator) -> Use:
    """The rule at random cells, with a value that some board obeys often."""
    rule = RULES[name]
    if rule.where in ("board", "frame"):
        return Use(name)
    line = [*range(4)] if rng.random() < 0.5 else [*range(1, CELLS, 4)]
    if rule.where == "outside":
        return Use(name, tuple(line), int(rng.integers(1, 6 if name == "sandwich" else 5)))
    if rule.where == "groups":
        cells = [int(cell) for cell in rng.permutation(CELLS)[:6]]
        groups = (tuple(cells[:2]), tuple(cells[2:4]), tuple(cells[4:]))
        return Use(name, groups=groups[: 2 if name == "clone" else 3])
    if rule.where == "alternatives":
        return Use(name, alternatives=tuple((uses_of(some, rng),) for some in ("arrow", "thermometer", "cage")))
    count = 2 if name in ("inequality", "white dot", "black dot", "x", "v", "table") else int(rng.integers(2, 5))
    cells = tuple(int(cell) for cell in rng.permutation(CELLS)[:count])
    values = {
        "cage": count * 2 + 1,
        "sum": count * 2 + 1,
        "little killer": count * 2,
        "digits": (1, 2, 4),
        "quadruple": (1, 3),
        "pill arrow": 2,
        "sum line": 5,
        "sum loop": 5,
        "lockout": 2,
        "whispers": 2,
        "table": (2, 13, 8, 5),
        "table of all": (14, 13, 11, 7),
        "contains": (1, 3),
        "contains exactly": (1, 3),
        "look and say": "1301",
        "rellik cage": 4,
        "lunchbox": 2,
        "regular expression": ".*(1|24?)[3-4]*.?",
    }
    if name == "pill arrow":
        cells = tuple(int(cell) for cell in rng.permutation(CELLS)[:6])
    return Use(name, cells, values.get(name))


HERE = [
    name
    for name, rule in RULES.items()
    if rule.where != "frame" and name not in ("chaos arrow", "chaos count", "connected", "automaton", "full rank")
]
"""The rules that a board of 4x4 can have; test_meanings has the others."""


@pytest.mark.daily(every=3)
@pytest.mark.parametrize(("name", "blocks"), list(zip(HERE, cycle(["2x2", "none", "2x2"]))))
def test_named_rules_agree_with_the_plain_check(name: str, blocks: str):
    compare_named(name, blocks, times=4)


@pytest.mark.slow
@pytest.mark.parametrize("name", HERE)
@pytest.mark.parametrize("blocks", ["2x2", "none"])
def test_named_rules_agree_at_many_places(name: str, blocks: str):
    compare_named(name, blocks, times=30)


def compare_named(name: str, blocks: str, *, times: int) -> None:
    rng = np.random.default_rng(sum(map(ord, name)))
    found = 0
    for _ in range(times):
        variant = Variant.of(4, uses_of(name, rng), blocks=blocks)
        if name in ("argyle", "global entropy", "dutch flatmates") or (
            blocks == "none" and name in ("windoku", "disjoint groups", "region sum", "indexing box")
        ):
            with pytest.raises(ValueError, match="needs a"):
                _ = variant.rules
            return
        if name == "entropic":
            with pytest.raises(ValueError, match="three equal parts"):
                _ = variant.rules
            return
        try:
            rules = variant.rules
            program(rules)
        except ValueError:
            continue
        found += compare(rules, all_boards() if blocks == "2x2" else LATIN)
    assert found or name in FEW


def digit_sets():
    return st.integers(0, 15)


def some_cells(least: int, most: int):
    return st.lists(st.integers(0, CELLS - 1), min_size=least, max_size=most, unique=True).map(tuple)


def differ(first: int, second: int, size: int = 4) -> Relation:
    return Relation(first, second, tuple((1 << size) - 1 - (1 << digit) for digit in range(size)))


@st.composite
def simple(draw):
    match draw(st.sampled_from(["house", "sum", "relation", "automaton", "mask"])):
        case "house":
            return House(draw(some_cells(1, 4)))
        case "sum":
            cells = draw(some_cells(1, 7))
            by = tuple(draw(st.integers(-3, 3)) for _ in cells)
            values = [draw(st.integers(1, 4)) for _ in cells]
            return Sum(cells, by, sum(a * b for a, b in zip(by, values, strict=True)))
        case "relation":
            cells = draw(some_cells(2, 2))
            unequal = draw(st.booleans())
            return differ(*cells) if unequal else Relation(*cells, tuple(draw(digit_sets()) for _ in range(4)))
        case "automaton":
            state = st.integers(0, 3)
            arcs = draw(st.lists(st.tuples(state, st.integers(1, 15), state), max_size=12))
            return Automaton(draw(some_cells(1, 6)), tuple(arcs), tuple(draw(st.sets(state, max_size=3))))
        case _:
            return Mask(draw(st.integers(0, CELLS - 1)), draw(digit_sets()))


def constraints():
    either = st.lists(st.lists(simple(), max_size=3).map(tuple), max_size=3).map(lambda some: AnyOf(tuple(some)))
    return simple() | either


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(st.lists(constraints(), max_size=6))
def test_random_rules_agree_with_the_plain_check(some):
    compare(Variant.of(4, blocks="none").rules.with_constraints(*some), LATIN)


@pytest.mark.slow
@settings(max_examples=5000, deadline=None)
@given(st.lists(constraints(), max_size=6))
def test_many_random_rules_agree_with_the_plain_check(some):
    compare(Variant.of(4, blocks="none").rules.with_constraints(*some), LATIN)


@pytest.mark.parametrize("others", [(), (differ(1, 11),), (Sum((4, 9, 14), (1, 1, 1), 6),)])
def test_alternatives_say_which_cells_differ(others):
    found = compare(Variant.of(4).rules.with_constraints(AnyOf(((differ(0, 10), *others),))), all_boards())
    assert 0 < found < len(all_boards())


@pytest.mark.parametrize("count", [17, 36])
def test_more_cells_than_digits_cannot_differ(count: int):
    pairs = [differ(*pair, size=6) for pair in combinations(range(count), 2)]
    assert solve_ruled(Rules(6, (), (*pairs, Sum(tuple(range(count)), (1,) * count, 3 * count))))[1][0] == 0


@settings(max_examples=20, deadline=None)
@given(st.lists(simple(), max_size=5), st.integers(0, 10**6))
def test_solutions_at_other_sizes_obey_the_rules(some, seed):
    """At 6x6, where a board is drawn and constraints that it breaks are dropped: it has to be among the solutions."""
    board = engine.generate(1, seed=seed, size=6)[0].tolist()
    kept = [one for one in some if not isinstance(one, Relation) and holds_at_six(one, board)]
    rules = Variant.of(6).rules.with_constraints(*kept)
    solutions, counts, _ = solve_ruled(rules, np.array([board[:14] + [0] * 22], np.uint8), limit=5)
    assert counts[0] >= 1
    assert not broken(rules, solutions[0].tolist())


def holds_at_six(constraint, board) -> bool:
    return holds(constraint, board)


def test_pairs_hold_within_their_values():
    """Places by two digits: none twice, and of the second digits only the first few, if their number is given."""
    board = [1, 2, 1, 3, 1, 1, 2, 2]
    assert holds(Pairs((0, 1, 2), (4, 5, 6)), board)
    assert not holds(Pairs((0, 2), (4, 5)), board)  # 1 with 1 twice
    assert holds(Pairs((0, 1), (4, 6), 2), board)
    assert not holds(Pairs((0, 1), (4, 3), 2), board)  # a 3


@pytest.mark.slow
def test_candidates_that_take_long_are_those_that_a_solution_has():
    """Diagonals of a full board, with the digit that they have most often: some candidates are in few solutions."""
    luck, board = Random(4), np.ravel(engine.generate(1, seed=4))
    every = [[c for c in range(81) if c // 9 + sign * (c % 9) == at] for sign in (1, -1) for at in range(-8, 17)]
    uses = []
    for cells in luck.sample([cells for cells in every if len(cells) > 4], 14):
        counts = np.bincount(board[cells])
        uses.append(Use("look and say", tuple(cells), f"{counts.max()}{counts.argmax()}"))
    variant = Variant.of(9, *uses)
    some = np.array(luck.sample(range(729), 60))
    cells, digits = some // 9, some % 9
    alone = np.zeros((60, 81), np.uint8)
    alone[np.arange(60), cells] = digits + 1
    counts = solve_ruled(variant, alone, limit=1)[1]
    assert (true_candidates_ruled(variant)[0, cells] >> digits & 1).tolist() == counts.tolist()
