"""The engine as WebAssembly finds what Python finds, under node: the same hashes."""

import hashlib
import json
import random

import pytest
from browser_families import BROWSER, NEEDS, SHAPES, SOURCES, differences, families, node, package, text_of

from board_catalogue import engine
from board_catalogue.catalogue.pages.boards import drawn, hinted
from board_catalogue.catalogue.pages.contents import moment_of
from board_catalogue.engine.grades import Style
from board_catalogue.engine.paths.lessons import exercises
from board_catalogue.engine.paths.path import begun
from board_catalogue.engine.paths.record import Position, as_data
from board_catalogue.engine.paths.scored import find_solving_steps
from board_catalogue.engine.shape import DIGITS, Shape
from board_catalogue.engine.words import LANGUAGES

pytestmark = NEEDS


@pytest.mark.parametrize("sources", SOURCES, ids=lambda path: path.stem)
def test_the_kernels_are_made_of_these_sources(sources):
    """Else: pip install ziglang==0.17.1 && python engine/browser/build.py."""
    listed = [line.split("  ") for line in sources.read_text().splitlines()]
    changed = [
        name for known, name in listed if hashlib.sha256((BROWSER.parent / name).read_bytes()).hexdigest() != known
    ]
    assert len(listed) > 20 and changed == []


def test_a_board_in_node():
    puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    script = "console.log(JSON.stringify([await engine.solve(given[0]), await engine.countSolutions(given[0])]))"
    assert node(script, puzzle) == ["".join(map(str, engine.solve(puzzle))), 1]


RUN = """
const code = (await import("node:fs")).readFileSync(given[1]);
await engine.load({ module: await WebAssembly.compile(code) });
const { families } = await import("./browser_families.mjs");
console.log(JSON.stringify(await families(engine, given[0])));
"""


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("file", ["engine.wasm", "engine-without-simd.wasm"])
@pytest.mark.parametrize(("count", "rated_count"), [(20, 3), pytest.param(100_000, 5_000, marks=pytest.mark.slow)])
def test_every_family_in_node(count, rated_count, file, capsys):
    code = (package() if file == "engine.wasm" else BROWSER / "dist") / file
    if not code.exists():
        pytest.skip("not compiled: python engine/browser/build.py")
    shapes = SHAPES if count > 1000 else {"2x3": 2, "none 5": 1}
    browser = node(RUN, {"count": count, "rated": rated_count, "shapes": shapes, "languages": LANGUAGES}, str(code))
    python = families(count, rated_count, shapes)
    if count > 1000:  # the time of each as a multiple of that of the native kernels
        with capsys.disabled():
            print("\n" + "\n".join(f"{name:20}{browser[name][1] / python[name][1]:6.2f}" for name in python))
    assert not differences(python, browser)


# --- Hints ------------------------------------------------------------------------------------------------------------


def positions(style, count, blocks):
    """Positions of the paths of some puzzles, with digits found beside them, as the arguments of begun."""
    shape, luck = Shape.of(None, blocks), random.Random(8)
    boards = engine.generate(count, blocks=blocks, seed=8)
    for puzzle, board in zip(engine.carve(boards, blocks=blocks, seed=8), boards, strict=True):
        position = Position(shape, puzzle.tolist())
        while not position.is_solved:
            marks = [0 if luck.random() < 0.02 else mask for mask in position.masks]  # and some cells without marks
            given = (puzzle, list(position.values), marks, blocks, style)
            step = begun(*given).next()
            yield given
            if step is None:
                break
            position.take(step)
            empty = [cell for cell, value in enumerate(position.values) if not value]
            if empty and luck.random() < 0.1:
                cell = luck.choice(empty)
                values = [int(board[cell]) if each == cell else value for each, value in enumerate(position.values)]
                position = Position(shape, values, [mask or 2**shape.size - 1 for mask in position.masks])


def told(step, position, language):
    """A step as a page needs it."""
    hint = hinted(step, language)
    beside = {"where": hint["where"], "look": {"units": hint["units"], "cells": hint["cells"]}}
    return as_data(step, language) | beside | {"meaning": hint["meaning"]} | drawn(position, step, language)


HINTS = """
const found = [];
for (const [place, [puzzle, values, candidates, blocks, style]] of given[0].entries()) {
  const options = { candidates, blocks, style, language: given[1][place % 4], drawn: true };
  const next = await engine.nextStep(puzzle, values, options);
  found.push([next, place % given[2] ? [] : await engine.possibleSteps(puzzle, values, options)]);
}
console.log(JSON.stringify(found));
"""


@pytest.mark.parametrize(
    ("style", "blocks", "count"),
    [
        ("eye", "3x3", 1),
        *(pytest.param(*case, marks=pytest.mark.slow) for case in (("eye", "3x3", 20), ("score", "3x3", 10))),
        *(pytest.param(*case, marks=pytest.mark.slow) for case in (("rating", "3x3", 4), ("rating", "2x3", 10))),
    ],
)
def test_hints_are_those_of_python(style, blocks, count):
    """With their drawings and words in four languages, from every position of a path and beside it; and all steps."""
    known = list(positions(Style(style), count, blocks))
    rarely = 40 if count == 1 else 12  # all steps take half a second by Python
    texts = [
        ("".join(DIGITS[each] for each in puzzle), "".join(DIGITS[each] for each in values), *more)
        for puzzle, values, *more in known
    ]
    python = []
    for place, given in enumerate(known):
        at, language = begun(*given), LANGUAGES[place % 4]
        position = Position(Shape.of(None, blocks), given[1], [mask or 2**16 - 1 for mask in given[2]])
        every = [] if place % rarely else at.possible()
        python.append([told(at.next(), position, language), [told(each, position, language) for each in every]])
    assert len(known) > 20 * count
    assert node(HINTS, texts, LANGUAGES, rarely) == json.loads(text_of(python))


@pytest.mark.slow
def test_all_steps_of_a_technique_are_those_of_python():
    """In the position of the first exercise of each lesson, as its page takes them."""
    rules, asked, python = {each.name: each.rule for each in engine.SOLVING_TECHNIQUES}, [], []
    for name, (line, *_) in exercises().items():
        moment = moment_of(engine.Grid.parse(line), name)
        values, masks = moment.position.values, moment.position.masks
        found = find_solving_steps(rules[name], engine.Grid.parse(line).to_numpy().ravel(), values, masks)
        python.append([as_data(step) for step in found if step.technique == name])
        asked.append((line, "".join(DIGITS[each] for each in values), {"candidates": masks, "technique": name}))
    script = """
    const found = [];
    for (const [puzzle, values, options] of given[0]) {
      found.push(await engine.possibleSteps(puzzle, values, { ...options, style: "score" }));
    }
    console.log(JSON.stringify(found));
    """
    assert node(script, asked) == json.loads(text_of(python)) and all(python)


def test_a_call_ends_by_its_signal():
    script = """
    const ending = new AbortController();
    const made = await engine.generate(3, { seed: 1, signal: ending.signal });
    setTimeout(() => ending.abort(), 100);
    const long = engine.generate(4_000_000, { seed: 1, signal: ending.signal });
    const how = await long.catch(({ name }) => name);
    const again = await engine.generate(2, { seed: 1, signal: new AbortController().signal });
    console.log(JSON.stringify([made.length, how, again.length]));
    """
    assert node(script) == [3 * 81, "AbortError", 2 * 81]


WRONG = [
    ('solve("12")', "a board of 2 characters has no square of cells"),
    ('solve("1".repeat(80) + "x!")', "a board of 82 characters has no square of cells"),
    ('solve("!" + ".".repeat(80))', '"!" is no digit and no empty cell'),
    ("solve(new Uint8Array(80))", "80 cells are no boards of 81"),
    ("solve(new Uint8Array(81).fill(10))", "board [0]: r1c1 is 10, not in 0..9"),
    ('steps(".".repeat(81))', "the puzzle has several solutions, so it has no solution path"),
    (
        'carve(".".repeat(81), { seed: 1 })',
        "board [0] is not a full board: some row, column or block lacks a digit",
    ),
    ("generate(1)", "a seed is needed: a whole number from 0 on"),
    ('score(".".repeat(36))', "scores are for 9x9 puzzles here, not 6x6 in blocks of 2x3"),
    ('rate(".".repeat(256))', "puzzles of size 16 have no rating: only those up to 12x12 have one"),
    ('steps("4", { blocks: "7x7" })', "there are no boards of size 1 with blocks 7x7"),
]


def test_what_is_wrong_is_said():
    calls = ", ".join(f"() => engine.{call}" for call, _ in WRONG)
    script = (
        f"const said = []; for (const call of [{calls}]) said.push(await call().catch(({{ message }}) => message));"
    )
    assert node(f"{script} console.log(JSON.stringify(said));") == [message for _, message in WRONG]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_an_engine_goes_on_after_a_kernel_gave_up():
    """A Latin square so regular that its canonical form would take minutes."""
    board = [(row + column) % 25 + 1 for row in range(25) for column in range(25)]
    script = """
    const board = Uint8Array.from(given[0]);
    const options = { size: 25, blocks: "none", symmetry: "full" };
    const said = await engine.canonical(board, options).catch(({ message }) => message);
    console.log(JSON.stringify([said, await engine.countSolutions(".".repeat(16))]));
    """
    with pytest.raises(ValueError, match="too regular") as refused:
        engine.canonical(board, blocks="none", symmetry="full")
    assert node(script, board) == [str(refused.value), 2]
