"""Each step of people follows from what it names, by the plain definition of the rules (`oracles.people_oracle`)."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from made_variants import KINDS, made
from people_oracle import Checked, odd_digits, parity_sums

from board_catalogue import engine
from board_catalogue.engine.grades import Level
from board_catalogue.engine.native import core
from board_catalogue.engine.paths import people
from board_catalogue.engine.paths.claims import claims_in
from board_catalogue.engine.paths.people import (
    ALL_RULES,
    BY_NUMBER,
    MACHINES,
    board_of_people,
    people_steps,
    possible_people,
    rule_needed,
)
from board_catalogue.engine.paths.record import Position
from board_catalogue.engine.paths.rule_sentences import LONGEST
from board_catalogue.engine.paths.scores import Wish, score_people, with_clues
from board_catalogue.engine.rules.formats import constraint_text
from board_catalogue.engine.rules.rulebook import Rulebook
from board_catalogue.engine.rules.solving import solve_ruled
from board_catalogue.engine.rules.variant import Variant
from board_catalogue.engine.shape import Unit, cell_name
from board_catalogue.engine.words import LANGUAGES, words_in

LONG = [("arrow,renban", 9), ("non-consecutive", 9)]  # seconds a path
ALL = [*KINDS, *(pytest.param(*kind, marks=pytest.mark.slow) for kind in LONG)]


def facts_of(variant):
    solution = solve_ruled(variant)[0][0].tolist()
    board = board_of_people(variant.with_givens(()))
    marks = np.zeros(variant.size**2, np.uint16)
    return (
        board,
        solution,
        core.path_of_people(board.numbers, variant.clues, marks, np.array(solution, np.uint8), 10**6),
    )


@cache
def solved(rules, size):
    """Two puzzles, what the kernels find in each, and the steps."""
    return [(variant, *facts_of(variant), people_steps(variant)) for variant in made(rules, size, 2)]


def check(board, solution, found):
    checked = Checked(board)
    for facts in found:
        assert not any(mask >> (solution[cell] - 1) & 1 for cell, mask in facts["lost"])
        cell, digit = facts["placed"]
        assert cell < 0 or solution[cell] == digit
        checked.check(facts)
    masks = found[-1]["masks"] if found else []
    assert all(mask >> (digit - 1) & 1 for mask, digit in zip(masks, solution, strict=True))


@pytest.mark.daily("killer-6", "arrow,renban-6", "kropki-6", "non-consecutive-6", "jigsaw-6")
@pytest.mark.parametrize(("rules", "size"), ALL)
def test_steps_follow_from_what_they_name(rules, size):
    for _variant, board, solution, found, _steps in solved(rules, size):
        check(board, solution, found)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["anti-knight", pytest.param("diagonal", marks=pytest.mark.slow)])
def test_nets_of_16x16_follow_from_what_they_name(rules):
    (variant,) = made(rules, 16, 1)
    board, solution, found = facts_of(variant)
    checked = Checked(board)
    nets = [facts for facts in found if MACHINES[facts["machine"]].name in ("contradiction-net", "finned-fish")]
    assert len({facts["machine"] for facts in nets}) == 2
    for facts in nets:
        assert not any(mask >> (solution[cell] - 1) & 1 for cell, mask in facts["lost"])
        checked.check(facts)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "size"), [*KINDS, *LONG])
def test_many_steps_follow_from_what_they_name(rules, size):
    for variant in made(rules, size, 30, seed=8):
        check(*facts_of(variant))


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_plain_puzzles_of_other_shapes(size):
    for puzzle in engine.carve(engine.generate(2, size=size, seed=3), seed=3):
        check(*facts_of(Variant.of(size).with_givens(puzzle.tolist())))


@pytest.mark.slow_cases("renban-9", "thermo-9", "whispers-9", "xv-9", "anti-knight-9", "disjoint groups,windoku-9")
@pytest.mark.parametrize(("rules", "size"), ALL)
def test_a_path_ends_at_the_solution_and_says_nothing_twice(rules, size):
    variant, _board, solution, _found, steps = solved(rules, size)[0]
    sentences = [step.sentence for step in steps]
    assert len(set(sentences)) == len(sentences)
    placed = dict(step.placement for step in steps if step.placement)
    assert placed == {cell: solution[cell] for cell, clue in enumerate(variant.clues) if not clue}
    assert all(len(step.sentence) <= LONGEST for step in steps if not step.chains or step.unfolds)
    assert all(link.where for step in steps if step.unfolds for link in step.chains[0][1:])


def named_in(board, facts):
    """The names that the sentence of a step has: of its rules, and of what cells differ and see each other by."""
    sources = {sight[2:] for sight in (*facts["apart"], *facts["sights"])}
    if sources == {(unit, -1) for unit in facts["units"][:1]}:
        sources = set()  # in the named unit alone
    names = [board.units[unit].where for unit, part in sources if part < 0]
    parts = [board.parts[part] for _, part in sources if part >= 0]
    if MACHINES[facts["machine"]].name in ("ways-to-fill-a-unit", "rules-together", "ways-to-fill-rules", "sum-parity"):
        parts += [board.parts[part] for part in facts["others"]]
    names += [board.parts[facts["part"]].where] if facts["part"] >= 0 else []
    names += [board.units[unit].where for unit in facts["units"]]
    return {words_in().unit(name) for name in names}, parts


@pytest.mark.slow_cases("renban-9", "thermo-9", "whispers-9", "xv-9", "anti-knight-9", "disjoint groups,windoku-9")
@pytest.mark.parametrize(("rules", "size"), ALL)
def test_a_sentence_names_its_rules_and_its_cells(rules, size):
    for _variant, board, _solution, found, steps in solved(rules, size):
        for step, facts in zip(steps, found, strict=True):
            if step.chains or step.placement or step.technique in FISH:
                continue
            said = step.sentence.lower()
            units, parts = named_in(board, facts)
            cells = {cell_name(*divmod(cell, size)) for cell in (*facts["cells"], *facts["minus"])}
            if step.technique == "rule-of-45":  # of several units and many cages
                own = {board.units[unit].where.name for unit in facts["units"]}
                units = units if len(own) == 1 else (units - own) | {f"{name.split()[0]}s" for name in own}
                firsts = {cell for part in facts["others"] for cell in board.parts[part].where.cells[:1]}
                cells |= firsts if f"{len(firsts)} cages (" not in said else set()
            assert all(unit in said for unit in units), said
            for part in parts:  # those of one kind stand together
                thing, _, place = part.where.name.partition(" of ")
                assert (part.rule in said) if part.is_wide else (thing in said and place in said), said
            assert (
                "by its candidates" in said or "cells have the rest" in said or all(cell in said for cell in cells)
            ), said


@pytest.mark.daily("killer-6", "arrow,renban-6", "kropki-6", "non-consecutive-6", "jigsaw-6", "diagonal-9")
@pytest.mark.parametrize(("rules", "size"), ALL)
def test_a_sentence_is_read_as_its_step(rules, size):
    steps = solved(rules, size)[0][-1]
    for step, claim in zip(steps, claims_in([f"{step.technique}: {step}" for step in steps], size), strict=True):
        assert (claim.technique, claim.placement) == (step.technique, step.placement)
        says_all = all(cell_name(*divmod(cell, size)) in step.sentence for cell, _ in step.eliminations)
        assert not says_all or claim.eliminations == tuple(sorted(step.eliminations)), step.sentence


def test_sentences_under_rules_are_proven():
    for rules in ("killer", "kropki"):
        variant, *_, steps = solved(rules, 6)[0]
        said = [f"{step.technique}: {step}" for step in steps]
        found = engine.check_steps(variant, said)
        assert len(found) == len(said)
        assert all(step.is_right for step in found), found


NAMED = {
    ".Thermo~R1C1~R1C2~R1C3.Thermo~R1C1~R2C1~R3C1": ["thermometer of r1c1-r1c3", "thermometer of r1c1-r3c1"],
    ".Thermo~R4C1~R4C2.Cage~5~R1C1~R1C2": ["thermometer of r4c1", "cage 5 of r1c1"],
    ".WhiteDot~R1C1~R1C2.BlackDot~R1C1~R2C1": ["white dot of r1c1-r1c2", "black dot of r1c1-r2c1"],
    ".Whisper~4~R1C1~R2C2~R3C3": ["whispers line (4) of r1c1"],
    ".NFA~RlUHgF8CrfAqwA~_Some%20name~R1C1~R1C2~R2C1": ["Some name of r1c1-r2c1"],
    ".Diagonal~1": ["diagonal 2"],  # it rises
}


@pytest.mark.parametrize("text", NAMED)
def test_a_rule_is_found_by_its_name(text):
    board = board_of_people(constraint_text.read(text))
    named = [*board.units[27:], *(part for part in board.parts if not part.meets)]
    assert [each.where.name for each in named] == NAMED[text]


def test_diagonals_fall_and_rise():
    both = [Unit("diagonal", number) for number in (1, 2)]
    said = {language: [*map(words_in(language).unit, both)] for language in LANGUAGES}
    assert said["en"] == ["the falling diagonal", "the rising diagonal"]
    assert said["fr"] == ["la diagonale descendante", "la diagonale montante"]
    assert said["es"] == ["la diagonal descendente", "la diagonal ascendente"]
    assert said["de"] == ["Diagonale 1 (fallend)", "Diagonale 2 (steigend)"]


FISH = ("x-wing", "swordfish", "jellyfish", "finned-fish")  # "rows 1 and 4", whose cells need no names


@pytest.mark.daily("killer", "diagonal")
@pytest.mark.parametrize(
    "rules", ["killer", "windoku", "diagonal", "disjoint groups", "disjoint groups,windoku", "jigsaw", "anti-knight"]
)
def test_each_step_changes_the_position_as_it_is_drawn(rules):
    for variant, _board, _solution, found, steps in solved(rules, 9):
        position = Position.of(variant)
        for step, facts in zip(steps, found, strict=True):
            before = [0 if filled else mask for filled, mask in zip(facts["filled"], facts["masks"], strict=True)]
            assert position.masks == before
            assert step.placement or step.eliminations
            assert all(digit in position.candidates(cell) for cell, digit in step.eliminations)
            position.take(step)
        assert position.is_solved


@pytest.mark.daily("killer-6", "arrow,renban-6", "kropki-6", "non-consecutive-6", "killer-9")
@pytest.mark.parametrize(("rules", "size"), ALL)
def test_a_score_is_the_sum_of_the_steps(rules, size):
    some = solved(rules, size)
    scores = score_people([variant for variant, *_ in some])
    for (*_, steps), found in zip(some, scores, strict=True):
        assert found["score"] == sum(step.score for step in steps)
        assert found["steps"] == len(steps)
        assert {rule_needed(step.technique) for step in steps} <= {None, *Rulebook.read(rules, size).named_rules}
        assert found["logical"] == all(step.technique != ALL_RULES for step in steps)
        for name in {step.technique for step in steps}:
            assert found[name] == sum(step.technique == name for step in steps)
        hardest = BY_NUMBER[found["hardest"]].name
        assert hardest in {step.technique for step in steps}


@pytest.mark.slow
def test_shared_rules_and_threads_score_the_same():
    boards = engine.generate(6, seed=1, rules="diagonal")
    puzzles = engine.carve(boards, seed=1, rules="diagonal")
    one = engine.score(puzzles, "diagonal")
    each = engine.score([Rulebook.read("diagonal").variant(None, puzzle.tolist()) for puzzle in puzzles], threads=2)
    assert (one == each).all()


def test_a_puzzle_without_exactly_one_solution_has_no_score():
    board = Rulebook.read("diagonal").board
    found = engine.score([board, board.with_givens([1, 1, *[0] * 79])])
    assert found["status"].tolist() == [2, 1]
    assert found["score"].tolist() == [0, 0]
    with pytest.raises(ValueError, match="several solutions"):
        people_steps(board)


def test_a_path_goes_on_from_a_position():
    variant, *_, steps = solved("killer", 9)[0]
    position = Position.of(variant)
    for step in steps[:40]:
        position.take(step)
    rest = people_steps(variant, position.values, position.masks)
    assert rest == steps[40:]
    (step,) = people_steps(variant, position.values, position.masks, most=1)
    assert step == steps[40]
    wrong = list(position.values)
    empty = wrong.index(0)
    wrong[empty] = solve_ruled(variant)[0][0][empty] % 9 + 1
    with pytest.raises(ValueError, match="contradicts"):
        people_steps(variant, wrong)


def test_the_kernels_and_the_table_have_the_same_machines():
    assert len(MACHINES) == 33
    for facts in solved("killer", 9)[0][3]:
        of = MACHINES[facts["machine"]]
        if of.cost:
            assert BY_NUMBER[facts["technique"]] is of


NUMBER = [machine.name for machine in MACHINES].index("ways-to-fill-a-unit")
MOST_CHANGED = 5
"""Cells of one step."""


def boards(rules, size, count):
    book = Rulebook.read(rules, size)
    filled, _ = book.boards(count, seed=3, start=0)
    _clues, own = book.carve(filled, seed=3, positions=range(count))
    return [board_of_people(book.variant(own and own[place], ())) for place in range(count)]


def says_more(checked, one):
    return any(allowed != checked.every & ~(1 << place) for place, allowed in enumerate(one.allowed))


@pytest.mark.daily("kropki-6")
@pytest.mark.parametrize(("rules", "size"), [("kropki", 6), ("whispers", 6), ("kropki", 9)])
def test_the_first_row_keeps_what_some_way_to_fill_it_has(rules, size):
    random = np.random.default_rng(5)
    narrowed = kept = impossible = 0
    for board in boards(rules, size, 9):
        checked, row = Checked(board), board.units[0].cells
        relations = [one for one in checked.relations if {one.first, one.second} <= set(row)]
        if not any(says_more(checked, one) for one in relations):
            continue
        for _ in range(6):
            drawn = random.integers(1, 1 << size, (2, size))
            known = dict(zip(row, (drawn[0] | drawn[1]).tolist(), strict=True))
            marks = np.zeros(size**2, np.uint16)
            marks[list(row)] = list(known.values())
            lost = []
            for cell in row:
                own = [place for place in range(size) if known[cell] >> place & 1]
                gone = sum(1 << place for place in own if not checked.can_hold(known, relations, cell, place + 1))
                if gone:
                    lost.append((cell, gone))
            steps = core.possible_of_people(board.numbers, np.zeros(size**2, np.uint8), marks)
            found = [step["lost"] for step in steps if step["machine"] == NUMBER and step["units"] == [0]]
            if any(known[cell] == gone for cell, gone in lost):
                assert not found
                impossible += 1
                continue
            assert found == ([lost[:MOST_CHANGED]] if lost else [])
            narrowed += bool(lost)
            kept += not lost
    assert narrowed
    assert kept
    assert impossible or size == 9


PARITY = [machine.name for machine in MACHINES].index("sum-parity")


def told_by_two_sums(checked, masks):
    """The cells whose parity one sum or two say, and the candidates do not."""
    odd = odd_digits(checked.size)
    is_open = {cell for cell, mask in enumerate(masks) if mask & odd and mask & ~odd}
    parts = [number for number, part in enumerate(checked.board.parts) if not part.meets]
    every = [cells for cells, _ in parity_sums(checked, range(len(checked.board.units)), parts, masks)]
    sums = [cells & is_open for cells in every if len(cells) > 2 or cells <= is_open]  # else the rule of two says it
    alone = [cells for cells in sums if len(cells) == 1]
    return {cell for cells in (*alone, *(a ^ b for a, b in combinations(sums, 2))) if len(cells) == 1 for cell in cells}


@pytest.mark.slow_cases("killer-2")
@pytest.mark.parametrize("count", [2, pytest.param(500, marks=pytest.mark.slow)])
@pytest.mark.parametrize("rules", ["arrow", "killer", "kropki", "xv"])
def test_parity_is_found_where_sums_say_it(rules, count):
    random = np.random.default_rng(7)
    found = several = 0
    for variant in made(rules, 6, 4, seed=5):
        solution = solve_ruled(variant)[0][0].astype(int)
        checked = Checked(board_of_people(variant.with_givens(())))
        for _ in range(count):
            one, other, more = random.integers(0, 1 << 6, (3, 36))
            marks = ((one & other | (more if random.random() < 0.3 else 0)) | 1 << solution - 1).astype(np.uint16)
            possible = core.possible_of_people(checked.board.numbers, np.zeros(36, np.uint8), marks)
            steps = [step for step in possible if step["machine"] == PARITY]
            for step in steps:
                checked.check(step)
            told = told_by_two_sums(checked, marks.tolist())
            assert len(steps) == MOST_STEPS or told <= {cell for step in steps for cell in step["cells"]}
            found += bool(steps)
            several += any(len(step["units"]) + len(step["others"]) > 2 for step in steps)
    assert found
    assert several or count < 100


@pytest.mark.slow_cases("sandwich-1", "x-sum-1")
@pytest.mark.parametrize("count", [1, pytest.param(120, marks=pytest.mark.slow)])
@pytest.mark.parametrize("rules", ["arrow", "little killer", "sandwich", "skyscraper", "x-sum"])
def test_few_rules_leave_a_digit_no_way(rules, count, monkeypatch):
    unnamed = {number: technique._replace(cost=0) for number, technique in BY_NUMBER.items()}
    monkeypatch.setattr(people, "BY_NUMBER", unnamed)  # no technique by a rule comes before
    random = np.random.default_rng(7)
    found = 0
    for variant in made(rules, 6, 4, seed=5):
        solution = solve_ruled(variant)[0][0].astype(int)
        board = board_of_people.__wrapped__(variant.with_givens(()))
        checked = Checked(board)
        for _ in range(count):
            most = random.random((36, 6)) < 0.93
            marks = ((most << np.arange(6)).sum(axis=1) | 1 << solution - 1).astype(np.uint16)
            for step in core.possible_of_people(board.numbers, np.zeros(36, np.uint8), marks):
                if MACHINES[step["machine"]].name == "ways-to-fill-rules":
                    checked.check(step)
                    assert not any(mask >> (solution[cell] - 1) & 1 for cell, mask in step["lost"])
                    found += 1
    assert found


MOST_STEPS = 4
"""That a machine finds in a position."""


def begun(rules, size, count=2, seed=3):
    book = Rulebook.read(rules, size)
    boards, _ = book.boards(count, seed=seed, start=0)
    clues, own = book.carve(boards, seed=seed, positions=range(count))
    return [(book.variant(own and own[row], clues[row].tolist()), boards[row]) for row in range(count)]


@pytest.mark.daily("easy-diagonal-9", "hard-thermo-6")
@pytest.mark.parametrize(("rules", "size"), [("diagonal", 9), ("killer", 9), ("thermo", 6), ("anti-knight", 9)])
@pytest.mark.parametrize("level", [Level.easy, Level.hard])
def test_a_level_is_met_with_clues_of_the_solution(rules, size, level):
    for position, (variant, board) in enumerate(begun(rules, size)):
        wish = Wish((level,))
        easier = with_clues(variant, board, wish, 3, position)
        assert engine.LEVELS.index(level) >= engine.score(easier)["level"]
        assert engine.score(easier)["logical"]
        given = np.array(easier.givens) != 0
        assert (easier.clues[given] == board[given]).all()
        assert given[variant.clues != 0].all()
        assert solve_ruled(easier)[1][0] == 1
        assert with_clues(variant, board, wish, 3, position) == easier
        if wish.suits(variant):
            assert easier.clues.tolist() == variant.clues.tolist()


def test_clues_are_at_least_so_many():
    for position, (variant, board) in enumerate(begun("killer", 9)):
        assert np.count_nonzero(with_clues(variant, board, Wish(clues=12), 1, position).clues) == 12


def test_a_logical_puzzle_needs_no_step_by_all_rules():
    found = [with_clues(variant, board, Wish(logical=True), 3, 0) for variant, board in begun("kropki", 6)]
    assert engine.score(found)["logical"].all()


def test_a_cage_that_names_a_cell_twice_has_no_sets_of_digits():
    steps = possible_people(constraint_text.read(".Windoku.Cage~20~R4C2~R4C3~R4C4~R4C4"))
    assert steps and not any("can only be" in step.say() for step in steps)
    removed = {spot for step in steps for spot in step.eliminations}
    assert removed == {(30, 1), (30, 9)}  # r4c4: 1 would want 18 of two cells, 9 would want 2
