"""Singles are drawn with their unit and the digits that leave no other place."""

import pytest

from board_catalogue import engine
from board_catalogue.engine import Grid
from board_catalogue.engine.paths.drawing import single_of, svg_overlay
from board_catalogue.engine.paths.record import Position

SHAPES = [("3x3", 9), ("2x3", 6), ("3x4", 12), ("none", 5)]


def singles(blocks, size):
    """Singles on the paths of some puzzles, each with its position."""
    boards = engine.generate(6, size=size, blocks=blocks, seed=3)
    for puzzle in engine.carve(boards, blocks=blocks, seed=3):
        paths = [engine.steps(puzzle, blocks=blocks)]
        if size == 9:
            paths.append(engine.solving_steps(puzzle))
        for path in paths:
            position = Position.of(Grid(puzzle, blocks=blocks))
            for step in path:
                single = single_of(position, step)
                assert single is None or step.placement == (single.cell, single.digit)
                if single:
                    yield position, step, single
                position.take(step)


@pytest.mark.parametrize(("blocks", "size"), SHAPES)
def test_excluders_rule_out_what_they_can(blocks, size):
    techniques = set()
    for position, step, single in singles(blocks, size):
        techniques.add(step.technique)
        shape, values = position.shape, position.values
        grid = Grid(values, blocks=blocks)
        assert all(values[cell] for cell in single.excluders)
        if not single.unit:
            excluded = [values[cell] for cell in single.excluders]
            assert len(excluded) == len(set(excluded)) and single.digit not in excluded
            assert set(excluded) == {values[peer] for peer in shape.peers[single.cell] if values[peer]}
            continue
        assert sorted(single.unit) in [sorted(unit) for unit in shape.units]
        empty = {cell for cell in single.unit if not values[cell]}
        assert empty == {single.cell, *single.ruled_out}
        assert all(values[cell] == single.digit for cell in single.excluders)
        seen = {cell for place in single.excluders for cell in shape.peers[place]} & set(single.ruled_out)
        possible = {cell for cell in single.ruled_out if grid.fits(*divmod(cell, size), single.digit)}
        assert seen == set(single.ruled_out) - possible  # what is left went by a step before
        assert single.cell not in {cell for place in single.excluders for cell in shape.peers[place]}
    assert any("hidden" in name for name in techniques)
    assert "naked-single" in techniques or size < 12


def test_an_overlay_of_a_single_shades_the_unit_and_rings_the_excluders():
    position, step, single = next(found for found in singles("3x3", 9) if found[2].excluders and found[2].unit)
    overlay = svg_overlay(position, step)
    assert overlay.count('class="ground unit"') == 9
    assert overlay.count('class="excluder"') == len(single.excluders)
    assert overlay.count('class="ruled-out"') == len(single.ruled_out)
