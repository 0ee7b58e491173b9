"""Every step of many puzzles explained: its links followed one by one in plain Python."""

import pytest
from explanation_checks import check
from positions import along
from rating_oracle import NINE, board_of

from board_catalogue import engine
from board_catalogue.engine import Grid

# Puzzles that people call the hardest; one needs every kind of nested chain short of the last.
HARD = {
    "golden nugget": ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "easter monster": "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "platinum blonde": ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
}


def check_all(puzzles, board=NINE):
    """Check each step; return the names of the techniques that had chains or parts."""
    explained = set()
    for puzzle in puzzles:
        for position, step in along(puzzle.tolist(), board):
            check(step, position)
            if step.chains or step.parts:
                explained.add(step.technique)
    return explained


@pytest.mark.slow
def test_every_link_of_a_path_holds():
    explained = check_all(engine.carve(engine.generate(150, seed=8), seed=8))
    assert {"x-chain", "forcing-chain", "xy-cycle", "xy-wing", "swordfish", "unique-rectangle", "nishio"} <= explained


@pytest.mark.daily("6-1")
@pytest.mark.parametrize(("size", "rows"), [(6, 2), (6, 1), (8, 2)])
def test_every_link_holds_at_other_shapes(size, rows):
    blocks = f"{rows}x{size // rows}" if rows > 1 else "none"
    puzzles = engine.carve(engine.generate(60, size=size, blocks=blocks, seed=8), blocks=blocks, seed=8)
    assert check_all(puzzles, board_of(rows, size // rows)) & {"x-chain", "forcing-chain", "xy-wing"}


@pytest.mark.slow
def test_every_link_of_5000_puzzles_holds():
    explained = check_all(engine.carve(engine.generate(5000, seed=9), seed=9))
    assert {"cell-chains", "region-chains", "dynamic-chains", "jellyfish", "x-cycle"} <= explained


@pytest.mark.slow
@pytest.mark.parametrize("name", HARD)
def test_every_link_of_nested_chains_holds(name):
    explained = check_all([Grid.parse(HARD[name]).to_numpy().ravel()])
    assert explained & {"nested-chains", "nested-multiple-chains", "nested-dynamic-chains"}
