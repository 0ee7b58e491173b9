"""The page's own singles and subsets, compared with those of the engine in random positions of several shapes."""

import json
import shutil
import subprocess
from functools import cache
from itertools import combinations

import pytest

from board_catalogue import engine
from board_catalogue.catalogue.pages.rendering import STATIC, scripts_of
from board_catalogue.catalogue.pages.site_pages import site_words
from board_catalogue.engine import Grid
from board_catalogue.engine.grades import Style
from board_catalogue.engine.paths.path import path_of
from board_catalogue.engine.paths.record import Position
from board_catalogue.engine.paths.sentences import where_to_look
from board_catalogue.engine.shape import Shape
from board_catalogue.engine.words import LANGUAGES

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(not NODE, reason="needs node")

NAMES = ("pair", "triple", "quadruple")
RUN = """
const { words, positions } = JSON.parse(require("fs").readFileSync(0));
for (const { size, units, masks } of positions) {
  const own = new catalogue.simple_words.SimpleWords(words, size);
  const steps = catalogue.simple_steps.simpleSteps(size, units, masks, Object.keys(words.techniques));
  console.log(JSON.stringify(steps.map((step) => ({ ...step, sentence: own.sentence(step), where: own.where(step) }))));
}
"""


def found_by_the_page(positions, language="en"):
    """The steps that the script finds in each position, and says in a language."""
    names = dict.fromkeys([*scripts_of("simple_steps.js"), *scripts_of("simple_words.js")])
    scripts = [(STATIC / name).read_text(encoding="utf-8") for name in names]
    program = "\n".join(["const catalogue = {};", *scripts, RUN])
    boards = [{"size": at.shape.size, "units": units_of(at.shape), "masks": at.masks} for at in positions]
    given = json.dumps({"words": site_words(language), "positions": boards})
    done = subprocess.run([NODE, "-e", program], input=given, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def units_of(shape):
    return [{"name": shape.unit(number).name, "cells": cells} for number, cells in enumerate(shape.units)]


def positions_on_the_path(shape, count, seed):
    """Positions before each step of some puzzles that is no brute force, with the marks that are left."""
    blocks = shape.blocks
    boards = engine.generate(count, size=shape.size, blocks=blocks, seed=seed)
    found = []
    for cells in engine.carve(boards, seed=seed, blocks=blocks):
        grid = Grid(cells, blocks=blocks)
        position = Position.of(grid)
        for step in path_of(cells, blocks, Style.score):
            found.append((grid, Position(shape, position.values, position.masks)))
            position.take(step)
    return found


def conclusions(found):
    """All that steps place and remove."""
    placed = {tuple(step["placement"]) for step in found if step["placement"]}
    return placed, {tuple(each) for step in found for each in step["eliminations"]}


SINGLES = ("full-house", "naked-single", "hidden-single")
SUBSETS = ("locked-pair", "locked-triple", *(f"{kind}-{name}" for kind in ("naked", "hidden") for name in NAMES))


def of_the_engine(grid, position):
    """The same as the engine finds it by the rules of HoDoKu."""
    found = {
        name: engine.paths.scored.find_solving_steps(name, grid.to_numpy().reshape(-1), position.values, position.masks)
        for name in (*SINGLES, *SUBSETS)
    }
    placed = {step.placement for name in SINGLES for step in found[name]}
    return placed, {gone for name in SUBSETS for step in found[name] for gone in step.eliminations}


def by_definition(shape, masks):
    """The same by the plain definitions: of every set of cells, and of every set of digits, in every unit."""
    placed, removed = set(), set()
    for cell, mask in enumerate(masks):
        if mask.bit_count() == 1:
            placed.add((cell, mask.bit_length()))
    for unit in shape.units:
        places = {digit: {cell for cell in unit if masks[cell] >> digit - 1 & 1} for digit in range(1, shape.size + 1)}
        placed |= {(next(iter(cells)), digit) for digit, cells in places.items() if len(cells) == 1}
        for count in (2, 3, 4):
            for cells in combinations([cell for cell in unit if masks[cell].bit_count() > 1], count):
                digits = {digit for digit in places if places[digit] & set(cells)}
                if len(digits) == count:
                    around = {each for other in shape.units if set(cells) <= set(other) for each in other} - set(cells)
                    removed |= {(cell, digit) for cell in around for digit in digits if masks[cell] >> digit - 1 & 1}
            for digits in combinations([digit for digit in places if len(places[digit]) > 1], count):
                cells = set().union(*(places[digit] for digit in digits))
                if len(cells) == count:
                    others = set(places) - set(digits)
                    removed |= {(cell, digit) for cell in cells for digit in others if masks[cell] >> digit - 1 & 1}
    return placed, removed


@pytest.mark.slow
@pytest.mark.parametrize(("size", "count"), [(9, 4), (6, 6)])
def test_the_page_finds_the_singles_and_subsets_of_the_definitions(size, count):
    positions = positions_on_the_path(Shape.of(size), count, seed=40)
    assert len(positions) > 10 * count
    answers = found_by_the_page([position for _, position in positions])
    for (grid, position), found in zip(positions, answers, strict=True):
        assert conclusions(found) == by_definition(position.shape, position.masks)
        if size == 9 and not conclusions(found)[0]:  # with a single the engine counts its cell as part of a subset
            assert conclusions(found) == of_the_engine(grid, position)
    assert sum(bool(conclusions(found)[1]) for found in answers) > count


@cache
def said_by_the_engine():
    """Positions with the steps that the engine finds in each."""
    found = []
    for grid, position in positions_on_the_path(Shape.of(9), 3, seed=41):
        cells, steps = grid.to_numpy().reshape(-1), {}
        for name in (*SINGLES, *SUBSETS):
            for step in engine.paths.scored.find_solving_steps(name, cells, position.values, position.masks):
                steps[key(name, step.units, step.placement, step.eliminations)] = step
        found.append((position, steps))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_a_step_as_the_engine_does(language):
    """Of subsets in one unit: those in two are locked ones to the engine, which says so."""
    known = said_by_the_engine()
    said = 0
    for (_, steps), found in zip(known, found_by_the_page([at for at, _ in known], language), strict=True):
        for own in found:
            if step := steps.get(key(own["technique"], own["units"], own["placement"], own["eliminations"])):
                said += 1
                assert (own["sentence"], own["where"]) == (step.say(language), where_to_look(step, language))
    assert said > 100


def key(name, units, placement, eliminations):
    return name, tuple(units), placement and tuple(placement), tuple(map(tuple, eliminations))
