"""Steps of many paths checked in plain Python: each conclusion follows from what the step names."""

from dataclasses import replace

import numpy as np
import pytest
from scoring_positions import along, find
from step_checks import check

from board_catalogue import engine

# Puzzles that people call the hardest.
HARD = {
    "golden nugget": ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "easter monster": "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
}


def check_all(puzzles):
    """Check each step of the paths; return the names of their techniques."""
    seen = set()
    for puzzle, solution in zip(puzzles.tolist(), engine.solve(puzzles).tolist(), strict=True):
        for position, step in along(puzzle):
            check(step, position, solution)
            seen.add(step.technique)
    return seen


COMMON = {
    *("full-house", "naked-single", "hidden-single", "locked-pair", "pointing", "claiming", "naked-pair"),
    *("naked-triple", "hidden-pair", "hidden-triple", "remote-pair", "bug-plus-1", "skyscraper", "two-string-kite"),
    *("turbot-fish", "empty-rectangle", "w-wing", "xy-wing", "xyz-wing", "uniqueness-1", "hidden-rectangle"),
    *("finned-swordfish", "sue-de-coq", "xy-chain", "discontinuous-nice-loop", "continuous-nice-loop", "aic"),
    *("grouped-discontinuous-nice-loop", "grouped-aic", "als-xz", "als-xy-wing", "x-wing", "swordfish"),
}


def test_every_step_follows_from_what_it_names():
    seen = check_all(engine.carve(engine.generate(150, seed=8), seed=8))
    assert seen >= COMMON, COMMON - seen


@pytest.mark.parametrize("name", HARD)
def test_every_net_follows_from_its_links(name):
    puzzle = np.array([[0 if char == "." else int(char) for char in HARD[name]]], np.uint8)
    assert check_all(puzzle) >= {"forcing-net-contradiction", "forcing-chain-contradiction", "brute-force"}


def test_the_check_notices_what_does_not_follow():
    puzzle = np.array([0 if char == "." else int(char) for char in HARD["golden nugget"]], np.uint8)
    solution = engine.solve(puzzle).tolist()
    refused = 0
    for position, step in along(puzzle.tolist()):
        wrong = {
            (cell, digit)
            for cell, digits in enumerate(position.candidates)
            for digit in digits - {solution[cell]}
            if (cell, digit) not in step.eliminations
        }
        if step.eliminations and wrong:
            with pytest.raises(AssertionError):
                check(replace(step, eliminations=tuple(wrong)), position, solution)
            refused += 1
    assert refused


def test_wide_searches_find_more_and_it_follows_too():
    more = dict.fromkeys(("grouped-nice-loop", "als-xy-wing"), 0)
    puzzles = engine.carve(engine.generate(40, seed=9), seed=9)
    for puzzle, solution in zip(puzzles, engine.solve(puzzles).tolist(), strict=True):
        for position, step in along(puzzle.tolist()):
            if step.level not in ("unfair", "extreme"):
                continue
            for rule in more:
                plain, wide = find(rule, puzzle, position), find(rule, puzzle, position, wide=True)
                more[rule] += len(wide) - len(plain)
                for each in wide[:10]:
                    check(each, position, solution)
            break
    assert all(more.values()), more


@pytest.mark.slow
def test_every_step_of_thousands_of_paths():
    seen = check_all(engine.carve(engine.generate(4000, seed=9), seed=9))
    missing = {technique.name for technique in engine.SOLVING_TECHNIQUES if technique.enabled} - seen
    rare = {"avoidable-rectangle-2", "jellyfish", "sashimi-jellyfish", "multi-colors-2", "simple-colors-wrap"}
    rare |= {"uniqueness-5", "franken-x-wing", "franken-swordfish", "finned-franken-x-wing", "brute-force"}
    assert missing <= rare
