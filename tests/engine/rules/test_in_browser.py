"""Puzzles under rules in node, with rules as rows of numbers: what Python finds."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from random import Random

import numpy as np
import pytest
from browser_families import NEEDS, node
from made_variants import KINDS, made
from rule_uses import SIZES, uses, variant_of

from board_catalogue import engine
from board_catalogue.catalogue.pages.boards import drawn, hinted, room_of
from board_catalogue.engine import Use
from board_catalogue.engine.paths.people import board_of_people, people_steps, possible_people
from board_catalogue.engine.paths.record import Position, Step, as_data
from board_catalogue.engine.rules import picture
from board_catalogue.engine.rules.frame import Frame
from board_catalogue.engine.rules.houses import broken_rules, full_houses_of
from board_catalogue.engine.rules.solving import solve_ruled, true_candidates_ruled
from board_catalogue.engine.rules.texts import in_words
from board_catalogue.engine.rules.variant import RULES, Variant, usual_regions
from board_catalogue.engine.shape import DIGITS
from board_catalogue.engine.words import LANGUAGES, words_in

pytestmark = NEEDS

RUN = """
const found = [];
for (const [puzzle, digits, options] of given[0]) {
  const { solutions, counts } = await engine.solve(puzzle, { ...options, limit: 2 });
  const candidates = Array.from(await engine.trueCandidates(puzzle, options));
  const broken = await engine.brokenRules(digits, options);
  found.push([solutions, counts, candidates, broken.map(({ rule, cells }) => [rule, cells])]);
}
console.log(JSON.stringify(found));
"""


def text(board) -> str:
    return "".join(DIGITS[digit] for digit in board)


def options(variant: Variant) -> dict:
    groups = [{"prefix": one.prefix, "count": one.count, "columns": one.columns} for one in variant.frame.groups]
    rows, columns, digits = variant.frame.rows, variant.frame.columns, variant.frame.digits
    sides = {"rows": rows, "columns": columns, "size": digits, "lines": variant.frame.lines, "regions": variant.regions}
    further = {} if rows == columns == digits and variant.frame.lines else sides
    return {"uses": [asdict(use) for use in variant.uses], "groups": groups, "lowest": variant.frame.lowest} | further


def case(variant: Variant, luck: Random):
    """A puzzle, perhaps with one solution, digits, some of them wrong, and what Python finds; None without boards."""
    boards, counts, _guesses = solve_ruled(variant, limit=1)
    if not counts[0]:
        return None
    board = boards[0, : variant.frame.cells].tolist()
    puzzle = [digit if luck.random() < 0.6 else 0 for digit in board]
    digits = [digit if luck.random() < 0.9 else luck.randint(0, variant.size) for digit in board]
    given = np.array([puzzle], np.uint8)
    solutions, counts, _guesses = solve_ruled(variant, given)
    found = [text(solutions[0, : variant.frame.cells]), int(counts[0])]
    found.append(true_candidates_ruled(variant, given)[0, : variant.frame.cells].tolist())
    found.append([[one.rule, list(one.cells)] for one in broken_rules(variant, digits)])
    return [text(puzzle), text(digits), options(variant)], found


@pytest.mark.slow
def test_every_rule():
    luck = Random(5)
    boards = [variant_of(use, size) for name in RULES for size in SIZES for use in list(uses(name, size))[:3]]
    cases = [found for board in boards if (found := case(board, luck))]
    assert len({use["rule"] for (*_, how), _ in cases for use in how["uses"]}) >= len(RULES) - 5  # some have no board
    assert sum(bool(broken) for _, (*_, broken) in cases) > 100
    assert node(RUN, [given for given, _ in cases]) == [found for _, found in cases]


def test_several_rules_on_a_board():
    some = Use("cage", (0, 1, 9), 15), Use("thermometer", (2, 11, 20)), Use("anti-knight")
    from_zero = Variant(9, usual_regions(9), some, frame=Frame(9, 9, 9, 0))
    wide = Variant(8, (), (Use("cage", (0, 1, 8), 15), Use("odd", (9,))), frame=Frame(4, 8, 8))
    few = Variant(3, (), (Use("thermometer", (0, 1, 6)), Use("even", (2,))), frame=Frame(4, 6, 3, lines=False))
    boards = [Variant.of(9, *some)] * 4 + [from_zero, wide, few]
    cases = [case(board, Random(seed)) for seed, board in enumerate(boards)]
    assert node(RUN, [given for given, _ in cases]) == json.loads(json.dumps([found for _, found in cases]))


def test_what_a_puzzle_needs_and_what_contradicts():
    script = """
    const found = [];
    for (const [puzzle, { uses }] of given[0])
      for (const name of ["needless", "contradiction"])
        found.push(await engine[name](puzzle, uses.length ? { uses } : {}).catch(({ message }) => message));
    console.log(JSON.stringify(found));
    """
    luck, cases = Random(11), [Variant.of(4).with_givens([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])]
    for _ in range(20):
        some = Use("cage", (0, 1, 2), luck.randint(6, 9)), Use("thermometer", (7, 11, 15)), Use("odd", (4, 5))
        givens = [luck.randint(1, 4) if luck.random() < 0.25 else 0 for _ in range(16)]
        cases.append(Variant.of(4, *luck.sample(some, luck.randint(0, 3))).with_givens(givens))
    python = []
    for variant in cases:
        for find in (engine.needless, engine.contradiction):
            try:
                parts = find(variant)
                python.append({"clues": [*parts.clues], "uses": [variant.uses.index(use) for use in parts.uses]})
            except ValueError as error:
                python.append(str(error))
    assert len({str(each) for each in python}) > 10
    assert node(script, [(text(variant.givens), options(variant)) for variant in cases]) == python


def ground_of(variant: Variant) -> dict:
    """The options of a board with its blocks or regions."""
    blocks = variant.board_shape.blocks
    return options(variant) | ({"regions": variant.regions} if blocks == "none" else {"blocks": blocks})


STEPS = """
const found = [];
for (const [puzzle, values, options] of given[0]) {
  found.push([await engine.steps(puzzle, { ...options, values }), await engine.possibleSteps(puzzle, values, options)]);
}
console.log(JSON.stringify(found));
"""


DRAW = """
const found = [];
for (const [puzzle, values, options, more] of given[0]) {
  const { mixed, covering, margin, room, labelled } = await engine.drawMarks(puzzle, options);
  const small = await engine.drawVariant(puzzle, { ...options, small: true });
  const drawing = await engine.drawVariant(puzzle, { ...options, ...more, values });
  found.push([[mixed, covering], margin, [room.above, room.beside], labelled, small, drawing]);
}
console.log(JSON.stringify(found));
"""


def told(variant: Variant, begun: Position, found: Sequence[Step], language: str, *, is_path: bool):
    """Steps as a page needs them."""
    at = Position(begun.shape, begun.values, begun.masks)
    for step in found:
        hint = hinted(step, language)
        beside = {"where": hint["where"], "look": {"units": hint["units"], "cells": hint["cells"]}}
        drawing = drawn(at, step, language, room_of(variant))
        yield as_data(step, language) | beside | {"meaning": hint["meaning"]} | drawing
        if is_path:
            at.take(step)


def explained(variant: Variant, luck: Random):
    """A puzzle under rules, its path from a position on, and the steps that are possible there."""
    boards, counts, _guesses = solve_ruled(variant)
    if not counts[0]:
        return None
    board, cells, share = boards[0].tolist(), range(variant.size**2), 0.0 if counts[0] == 1 else 0.3
    while True:
        puzzle = variant.with_givens([digit if luck.random() < share else 0 for digit in board])
        if solve_ruled(puzzle)[1][0] == 1:
            break
        share += 0.05
    values = [board[cell] if luck.random() < 0.1 else puzzle.givens[cell] for cell in cells]
    every = Position.of(puzzle, values).masks
    marks = [0 if luck.random() < 0.5 else mask for mask in every]
    at, language = Position.of(puzzle, values, marks), luck.choice(LANGUAGES)
    further = {"candidates": marks, "language": language, "drawn": True, "room": room_of(puzzle)._asdict()}
    steps, possible = people_steps(puzzle, values, marks), possible_people(puzzle, values, marks)
    said = [[*told(puzzle, at, found, language, is_path=found is steps)] for found in (steps, possible)]
    return [text(puzzle.givens), text(values), ground_of(variant) | further], json.loads(json.dumps(said))


def same_steps(cases) -> int:
    """How many steps of paths node finds as Python does."""
    python = [found for _, found in cases]
    assert node(STEPS, [given for given, _ in cases]) == python
    return sum(len(steps) for steps, _ in python)


@pytest.mark.parametrize(
    ("rules", "size", "count"),
    [
        ("killer", 4, 1),
        *(
            pytest.param(*kind, 20, marks=pytest.mark.slow)
            for kind in (
                *KINDS,
                ("windoku", 9),
                ("diagonal,jigsaw", 9),
                ("thermo,kropki", 9),
                ("killer,xv", 9),
                ("renban,whispers", 6),
            )
        ),
    ],
)
def test_paths_are_those_of_python(rules, size, count):
    luck = Random(7)
    cases = [explained(variant, luck) for variant in made(rules, size, count)]
    assert same_steps(cases) > 3 * count


@pytest.mark.slow
def test_paths_under_every_rule():
    luck, boards = Random(8), [variant_of(use, 6) for name in RULES for use in list(uses(name, 6))[:3]]
    cases = []
    for variant in boards:
        with suppress(ValueError):  # with cells beside the grid, and where no board obeys the rule
            if found := explained(variant, luck):
                cases.append(found)
    assert (
        len({use["rule"] for (*_, how), _ in cases for use in how["uses"]}) >= len(RULES) - 20
    )  # some have cells beside
    assert same_steps(cases) > 1000


GROUND = """
const found = [];
for (const [digits, options] of given[0]) {
  const engine_ = await engine.load({ rules: true, languages: [options.language] });
  const { units, parts, peers } = engine_.ground(digits, options);
  const broken = engine_.brokenRules(digits, options).map(({ name }) => name);
  found.push([units, parts.map(({ name, said, cells }) => [name, said, cells]), peers, broken]);
}
console.log(JSON.stringify(found));
"""


def grounded(variant: Variant, luck: Random, language: str):
    """What a page learns of a board: its units and parts of rules by name, peers, and names of what digits break."""
    board, words = board_of_people(variant.with_givens(())), words_in(language)
    named = {frozenset(house.cells) for house in variant.rules.houses}
    units = [
        {"name": unit.where.name, "said": words.unit(unit.where), "cells": list(unit.cells)}
        | {"isImplied": frozenset(unit.cells) not in named}
        for unit in board.units
    ]
    parts = [[part.where.name, words.unit(part.where), list(part.cells)] for part in board.parts]
    peers = [list(each) for each in full_houses_of(variant).peers]
    digits = [luck.choice([0, 0, 0, 1, 2, 3]) for _ in range(variant.size**2)]
    broken = [each.sentence for each in broken_rules(variant, digits, language)]
    return [text(digits), ground_of(variant) | {"language": language}], [units, parts, peers, broken]


def test_what_a_page_learns_of_a_board():
    luck = Random(6)
    boards = [Variant.of(9, Use("windoku")), Variant.of(9, Use("anti-knight"), Use("cage", (0, 1, 9), 15))]
    boards += [Variant.of(6, Use("white dot", (0, 1)), Use("white dot", (1, 2)), Use("thermometer", (7, 8, 9)))]
    cases = [grounded(each, luck, language) for each in boards for language in ("en", "de")]
    found = node(GROUND, [given for given, _ in cases])
    for (_, (*python, sentences)), (*browser, names) in zip(cases, found, strict=True):
        assert browser == python
        assert len(names) == len(sentences) > 2
        assert all(name.lower() in said.lower() for name, said in zip(names, sentences, strict=True))
    assert sum(unit["isImplied"] for unit in found[0][0]) == 5


def pictured(variant: Variant, values, marked, language: str):
    """What Python draws."""
    place = [list(picture.room_for_candidates(variant)), list(picture.labelled(variant))]
    small = picture.svg_small(variant)
    whole = picture.svg(variant, values, marked=marked, language=language)
    return [[*picture.svg_layers(variant)], picture.margin(variant), place[0], sorted(place[1]), small, whole]


@pytest.mark.parametrize("size", [4, *(pytest.param(size, marks=pytest.mark.slow) for size in (6, 9))])
def test_pictures_are_those_of_python(size):
    luck, cases, python = Random(size), [], []
    known = [use for name in RULES for use in uses(name, size) if variant_of(use, size).frame.is_square]
    for place in range(len(known) // 6):
        variant = Variant.of(size, *luck.sample(known, 5)).with_givens(luck.choices(range(size + 1), k=size**2))
        values, marked = luck.choices(range(size + 1), k=size**2), tuple(luck.sample(range(size**2), 2))
        language = LANGUAGES[place % 4]
        try:
            python.append(pictured(variant, values, marked, language))
        except ValueError:
            continue
        more = {
            "marked": marked,
            "title": "; ".join(in_words(variant)),
            "sentences": picture.sentences(variant, language),
        }
        cases.append([text(variant.givens), text(values), options(variant), more])
    assert len(cases) > 10
    found = node(DRAW, cases)
    for one in found:
        one[3].sort()
    assert found == json.loads(json.dumps(python))


def test_what_is_wrong_is_said():
    script = """
    const said = [];
    const empty = ".".repeat(81);
    for (const use of given[0]) said.push(await engine.solve(empty, { uses: [use] }).catch(({ message }) => message));
    said.push(await engine.rate(empty, { uses: [] }).catch(({ message }) => message));
    said.push(await engine.countSolutions(empty, { uses: [{ rule: "anti-king" }] }));
    console.log(JSON.stringify(said));
    """
    wrong = Use("cage"), Use("sum", (0, 1)), Use("skyscraper", tuple(range(9)), 10)
    said = []
    for use in wrong:
        with pytest.raises(ValueError, match=" ") as refused:
            solve_ruled(Variant.of(9, use))
        said.append(str(refused.value))
    unknown = {"rule": "cages"}
    assert node(script, [*map(asdict, wrong), unknown]) == [
        *said,
        'rule "cages" is not known',
        "rate takes no rules in a browser",
        2,
    ]


@pytest.mark.slow
def test_paths_of_large_and_of_other_plain_boards():
    """As `style="score"` has them in Python."""
    found = []
    for size, blocks in ((16, "4x4"), (8, "none"), (6, "2x3")):
        board = engine.generate(1, size=size, blocks=blocks, seed=2)
        puzzle = engine.carve(board, blocks=blocks, seed=2)[0]
        filled = np.where(np.arange(size**2) % 3 > 0, board[0], puzzle) if size > 9 else puzzle
        steps = engine.steps(filled, blocks=blocks, style="score")
        found.append([text(filled.tolist()), {"blocks": blocks, "style": "score"}, [as_data(step) for step in steps]])
    script = """
    const found = [];
    for (const [puzzle, options] of given[0]) found.push(await engine.steps(puzzle, options));
    console.log(JSON.stringify(found));
    """
    python = json.loads(json.dumps([steps for *_, steps in found]))
    assert node(script, [given for *given, _ in found]) == python and all(python)
