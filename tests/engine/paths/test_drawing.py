"""Positions on the way to a solution, drawn as text and as SVG; the command `hint` is tested cell by cell."""

import re
from xml.etree import ElementTree

import pytest
from technique_examples import EXAMPLES

from board_catalogue import engine
from board_catalogue.engine import Grid
from board_catalogue.engine.paths.drawing import SHAPES, draw_step, single_of, svg_overlay, svg_step
from board_catalogue.engine.paths.record import Position, is_single, marks_of
from board_catalogue.engine.shape import DIGITS, Shape

PUZZLES = engine.carve(engine.generate(60, seed=5), seed=5)


@pytest.mark.slow
def test_steps_lead_to_the_solution_and_no_candidate_of_it_goes():
    for puzzle in PUZZLES:
        check_path(puzzle)


def check_path(puzzle):
    solution = engine.solve(puzzle).tolist()
    position = Position.of(Grid(puzzle))
    for step in engine.steps(puzzle):
        for cell in range(81):
            left = position.candidates(cell)
            filled = position.values[cell]
            assert filled in (0, solution[cell])
            assert left == [] if filled else solution[cell] in left
        if step.placement:
            assert step.placement[1] in position.candidates(step.placement[0])
        for cell, digit in step.eliminations:
            assert digit in position.candidates(cell) or step.placement
        position.take(step)
    assert position.values == solution


def test_a_position_leaves_the_puzzle_alone():
    puzzle = Grid(PUZZLES[0])
    position = Position.of(puzzle)
    position.take(engine.steps(PUZZLES[0])[0])
    assert puzzle == Grid(PUZZLES[0])
    assert position.values != [cell.value for cell in puzzle]


# Few puzzles have so many candidates: only 17 clues.
SEVENTEEN = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


def lines_of_drawing(puzzle, step):
    lines = draw_step(Position.of(puzzle), step).plain.split("\n")
    assert len({len(line) for line in lines[1:]}) == 1  # a rectangle, under the labels of the columns
    assert max(map(len, lines)) <= 80
    return lines


@pytest.mark.parametrize("puzzle", [PUZZLES[0], Grid.parse(SEVENTEEN).to_numpy().ravel()], ids=range(2))
def test_a_drawing_has_14_lines_of_80_columns_with_every_candidate_in_its_place(puzzle):
    grid = Grid(puzzle)
    lines = lines_of_drawing(grid, engine.steps(puzzle)[0])
    assert len(lines) == 14
    assert lines[0].split() == [f"c{column}" for column in range(1, 10)]
    rows = [line for line in lines[1:] if "═" not in line]
    words = [line.replace("║", " ").split() for line in rows]
    assert [label for label, *_ in words] == [f"r{row}" for row in range(1, 10)]
    shown = [re.sub("[-+*]", "", word) for row in words for word in row[1:]]
    assert shown == [
        f"[{value}]" if value else "".join(map(str, grid.candidates(row, column))) for row, column, value, _ in grid
    ]


def test_too_many_candidates_for_a_line_take_two():
    step = engine.steps(PUZZLES[0])[0]
    lines = lines_of_drawing(Grid.empty(9), step)
    assert len(lines) == 23
    shown = re.sub(r"[-+*\s║]|r\d", "", "".join(line for line in lines[1:] if "═" not in line))
    assert shown == ("12345" * 9 + "6789" * 9) * 9


@pytest.mark.parametrize("shape", [Shape(2, 3), Shape(3, 4), Shape(1, 7)], ids=str)
def test_a_drawing_of_another_shape_shows_its_boxes_and_every_candidate(shape):
    board = engine.generate(1, size=shape.size, blocks=shape.blocks, seed=6)
    puzzle = engine.carve(board, blocks=shape.blocks, seed=6)[0]
    grid = Grid(puzzle, blocks=shape.blocks)
    lines = lines_of_drawing(grid, engine.steps(puzzle, blocks=shape.blocks)[0])
    assert lines[0].split() == [f"c{column}" for column in range(1, shape.size + 1)]
    boxes = shape.size // shape.rows if shape.has_blocks else 1
    assert sum("═" in line for line in lines) == boxes + 1
    assert lines[1].count("╦") + 1 == (shape.size // shape.columns if shape.has_blocks else 1)
    shown = re.sub(r"[-+*\s║]|r\d+", "", "".join(line for line in lines[1:] if "═" not in line))
    wanted = [
        [DIGITS[value]] if value else [DIGITS[digit] for digit in grid.candidates(row, column)]
        for row, column, value, _ in grid
    ]
    assert sorted(shown.replace("[", "").replace("]", "")) == sorted(symbol for cell in wanted for symbol in cell)


def test_steps_lead_to_the_solution_at_12x12_where_digits_above_9_are_letters():
    puzzle = engine.carve(engine.generate(1, size=12, seed=6), seed=6)[0]
    position = Position.of(Grid(puzzle))
    steps = engine.steps(puzzle)
    for step in steps:
        position.take(step)
    assert position.is_solved
    placed = next(step for step in steps if step.technique == "hidden-single-block" and step.placement[1] == 12)
    row, column = divmod(placed.placement[0], 12)
    assert placed.sentence == f"In {placed.units[0]}, C can only be in r{row + 1}c{column + 1}."


def drawn(puzzle, count, draw=svg_step):
    """The image of a step of a puzzle's path, with the position and the step."""
    steps = engine.steps(puzzle.to_numpy().ravel(), blocks=puzzle.blocks)
    position = Position.of(puzzle)
    for step in steps[:count]:
        position.take(step)
    return draw(position, steps[count]), position, steps[count]


def test_an_image_shows_values_candidates_marks_and_links():
    for example in EXAMPLES:
        check_image(example)


def check_image(example):
    image, position, step = drawn(Grid.parse(example[2]), example[3])
    root = ElementTree.fromstring(image)
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    candidates = 1 if is_single(step) else sum(len(position.candidates(cell)) for cell in range(81))
    filled = sum(value > 0 for value in position.values)
    marks = {mark for candidate, mark in marks_of(step).items() if candidate[1] in position.candidates(candidate[0])}
    assert sum(bool(re.fullmatch("[1-9]", word)) for word in words) == candidates + filled
    links = {(b[place].cell, b[place].digit, k.cell, k.digit) for b in step.chains for k in b for place in k.after}
    assert image.count("marker-end") == len(links)
    assert root[0].text == step.sentence
    assert len([word for word in words if not re.fullmatch(r"[1-9]|[rc]\d", word)]) >= len(marks)


def test_an_overlay_has_the_marks_and_links_alone():
    for example in EXAMPLES[::4]:
        check_overlay(example)


def check_overlay(example):
    overlay, position, step = drawn(Grid.parse(example[2]), example[3], svg_overlay)
    root = ElementTree.fromstring(overlay)
    marks = {at: mark for at, mark in marks_of(step).items() if at[1] in position.candidates(at[0])}
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert sorted(words) == sorted(str(digit) for _, digit in marks)
    assert all(overlay.count(SHAPES[mark]) == [*marks.values()].count(mark) for mark in marks.values())
    links = {(b[place].cell, b[place].digit, k.cell, k.digit) for b in step.chains for k in b for place in k.after}
    assert overlay.count("marker-end") == len(links)


def test_an_image_of_12x12_has_letters():
    puzzle = Grid(engine.carve(engine.generate(1, size=12, seed=6), seed=6)[0])
    image, *_ = drawn(puzzle, 0)
    assert {">A<", ">B<", ">C<"} <= set(re.findall(">[A-Z]<", image))


SINGLES = [("3x3", 9), ("2x3", 6), ("3x4", 12), ("none", 5)]


def singles(blocks, size):
    """Singles on the paths of some puzzles, each with its position."""
    boards = engine.generate(6, size=size, blocks=blocks, seed=3)
    for puzzle in engine.carve(boards, blocks=blocks, seed=3):
        paths = [engine.steps(puzzle, blocks=blocks)]
        if size == 9:
            paths.append(engine.paths.scored.solving_steps(puzzle))
        for path in paths:
            position = Position.of(Grid(puzzle, blocks=blocks))
            for step in path:
                single = single_of(position, step)
                if single:
                    yield position, step, single
                position.take(step)


@pytest.mark.slow_cases("3x4-12", "3x3-9")
@pytest.mark.parametrize(("blocks", "size"), SINGLES)
def test_excluders_rule_out_what_they_can(blocks, size):
    techniques = set()
    for position, step, single in singles(blocks, size):
        techniques.add(step.technique)
        shape, values = position.shape, position.values
        grid = Grid(values, blocks=blocks)
        assert all(values[cell] for cell in single.excluders)
        if not single.unit:
            excluded = [values[cell] for cell in single.excluders]
            assert len(excluded) == len(set(excluded)) and step.placement[1] not in excluded
            assert set(excluded) == {values[peer] for peer in shape.peers[step.placement[0]] if values[peer]}
            continue
        assert sorted(single.unit) in [sorted(unit) for unit in shape.units]
        empty = {cell for cell in single.unit if not values[cell]}
        assert empty == {step.placement[0], *single.ruled_out}
        assert all(values[cell] == step.placement[1] for cell in single.excluders)
        seen = {cell for place in single.excluders for cell in shape.peers[place]} & set(single.ruled_out)
        possible = {cell for cell in single.ruled_out if grid.fits(*divmod(cell, size), step.placement[1])}
        assert seen == set(single.ruled_out) - possible  # what is left went by a step before
        assert step.placement[0] not in {cell for place in single.excluders for cell in shape.peers[place]}
    assert any("hidden" in name for name in techniques)
    assert "naked-single" in techniques or size < 12


def test_an_overlay_of_a_single_shades_the_unit_and_rings_the_excluders():
    position, step, single = next(found for found in singles("3x3", 9) if found[2].excluders and found[2].unit)
    overlay = svg_overlay(position, step)
    assert overlay.count('class="ground unit"') == 9
    assert overlay.count('class="excluder"') == len(single.excluders)
    assert overlay.count('class="ruled-out"') == len(single.ruled_out)
