"""Steps as SVG images: well formed, with each candidate, each mark and an arrow for each link."""

import re
from xml.etree import ElementTree

import pytest
from technique_examples import EXAMPLES

import engine
from engine import Grid
from engine.rating.explanations.marks import marks_of
from engine.rating.explanations.step_layers import SHAPES, svg_overlay
from engine.rating.explanations.step_svg import svg_step
from engine.rating.position import Position


def drawn(puzzle, count, draw=svg_step):
    """The image of a step of a puzzle's path, with the position and the step."""
    steps = engine.steps(puzzle.to_numpy().ravel(), blocks=puzzle.blocks)
    position = Position(puzzle)
    for step in steps[:count]:
        position.take(step)
    return draw(position, steps[count]), position, steps[count]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example[0] for example in EXAMPLES])
def test_an_image_shows_values_candidates_marks_and_links(example):
    image, position, step = drawn(Grid.parse(example[2]), example[3])
    root = ElementTree.fromstring(image)
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    candidates = sum(len(position.candidates(cell)) for cell in range(81))
    filled = sum(value > 0 for _, _, value, _ in position.grid)
    marks = {mark for candidate, mark in marks_of(step).items() if candidate[1] in position.candidates(candidate[0])}
    assert sum(bool(re.fullmatch("[1-9]", word)) for word in words) == candidates + filled
    links = {(b[place].cell, b[place].digit, k.cell, k.digit) for b in step.chains for k in b for place in k.after}
    assert image.count("marker-end") == len(links)
    assert root[0].text == step.sentence
    assert len([word for word in words if not re.fullmatch(r"[1-9]|[rc]\d", word)]) >= len(marks)


@pytest.mark.parametrize("example", EXAMPLES[::4], ids=[example[0] for example in EXAMPLES[::4]])
def test_an_overlay_has_the_marks_and_links_alone(example):
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
