"""Forms of puzzles with rules of their own on plain boards: equal exactly for images of each other."""

from dataclasses import replace

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.engine import Use, Variant
from board_catalogue.engine.rules.comparing import forms_beside
from board_catalogue.engine.shape import Shape

SHAPES = [Shape.of(4), Shape.of(6), Shape.of(9)]
SYMMETRIES = ["d4", "d4+relabel", "full"]


def marked(board, random, size):
    """Rules that a board obeys: a cage, a dot, a line along which digits rise, and a diagonal that need not be."""
    cells = random.permutation(size**2).tolist()
    cage = [cells[0]]
    for cell in cells[1:]:
        if len(cage) < 3 and board[cell] not in board[cage]:
            cage.append(cell)
    rising = sorted(cells[5:8], key=lambda cell: board[cell])
    apart = next((a, a + 1) for a in cells if a % size < size - 1 and abs(int(board[a]) - int(board[a + 1])) == 1)
    uses = [Use("cage", tuple(cage), int(board[cage].sum())), Use("white dot", apart)]
    if len({board[cell] for cell in rising}) == 3:
        uses.append(Use("thermometer", tuple(rising)))
    return uses


def image_of(board, clues, uses, symmetry, shape, random):
    """A random image of a puzzle: its board, its clues and its rules."""
    size = shape.size
    cells = np.arange(size**2).reshape(size, size)
    if symmetry == "full":
        cells = cells[shuffled(shape.bands, random)][:, shuffled(shape.stacks, random)]
        if shape.transposed == shape and random.integers(2):
            cells = cells.T
    else:
        cells = np.rot90(cells, 2 * random.integers(2) if shape.transposed != shape else random.integers(4))
        cells = cells.T if shape.transposed == shape and random.integers(2) else cells[::-1]
    source = cells.ravel()
    goes_to = np.argsort(source)
    moved = [replace(use, cells=tuple(goes_to[list(use.cells)].tolist())) for use in uses]
    return board[source], clues[source], moved


def shuffled(parts, random):
    return np.concatenate([random.permutation(list(parts[place])) for place in random.permutation(len(parts))])


def form_of(board, clues, uses, symmetry, shape):
    rules = Variant.of(shape.size, *uses, blocks=shape.blocks).rules
    return forms_beside(shape, symmetry, board[None], clues[None], [rules])[0]


@pytest.mark.daily("9x9-d4+relabel", "4x4-d4", "4x4-d4+relabel")
@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_images_have_the_same_form_and_others_have_not(shape, symmetry):
    random = np.random.default_rng(shape.size)
    for board in engine.generate(6, size=shape.size, seed=3):
        uses = marked(board, random, shape.size)
        clues = np.where(random.random(shape.cells) < 0.3, board, 0).astype(np.uint8)
        form = form_of(board, clues, uses, symmetry, shape)
        assert form_of(*image_of(board, clues, uses, symmetry, shape, random), symmetry, shape) == form
        other = [replace(uses[0], value=uses[0].value + 1), *uses[1:]]
        assert form_of(board, clues, other, symmetry, shape) != form
        assert form_of(board, clues, uses[1:], symmetry, shape) != form
        fewer = clues.copy()
        fewer[np.flatnonzero(clues)[:1]] = 0
        assert form_of(board, fewer, uses, symmetry, shape) != form


@pytest.mark.parametrize("symmetry", SYMMETRIES[1:])
def test_other_names_of_the_digits_count_where_sums_do(symmetry):
    """Digits in another order make the same puzzle under houses, and another one beside sums, unless reversed."""
    shape, random = Shape.of(9), np.random.default_rng(1)
    (board,) = engine.generate(1, seed=5)
    clues = np.where(random.random(81) < 0.4, board, 0).astype(np.uint8)
    cage = Use("cage", (0, 1, 2), int(board[:3].sum()))
    swapped = np.array([0, *random.permutation(9) + 1], np.uint8)
    reversed_ = np.array([0, *range(9, 0, -1)], np.uint8)
    windows = form_of(board, clues, [Use("all different", (0, 10, 20))], symmetry, shape)
    assert form_of(swapped[board], swapped[clues], [Use("all different", (0, 10, 20))], symmetry, shape) == windows
    form = form_of(board, clues, [cage], symmetry, shape)
    assert form_of(swapped[board], swapped[clues], [cage], symmetry, shape) != form
    turned = replace(cage, value=30 - cage.value)
    assert form_of(reversed_[board], reversed_[clues], [turned], symmetry, shape) == form


@pytest.mark.slow_cases("full")
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_rule_that_counts_in_cells_beside_the_grid_tells_puzzles_apart(symmetry):
    shape = Shape.of(4)
    board, clues = engine.generate(1, size=4, seed=1)[0].ravel(), np.zeros(16, np.uint8)
    ranks = [Use("full rank", tuple(range(4)), place) for place in (1, 2)]
    forms = [form_of(board, clues, [use], symmetry, shape) for use in (*ranks, ranks[0])]
    assert forms[0] == forms[2] != forms[1]


@pytest.mark.slow
def test_the_many_symmetries_of_a_regular_board_are_looked_at():
    """The board with most automorphisms: an image by one of them is the same puzzle."""
    shape, random = Shape.of(9), np.random.default_rng(2)
    row = np.arange(9)
    board = np.concatenate([np.roll(row, -(3 * (r % 3) + r // 3)) + 1 for r in range(9)]).astype(np.uint8)
    assert engine.symmetry.automorphisms(board) > 1
    clues = np.where(random.random(81) < 0.4, board, 0).astype(np.uint8)
    uses = [Use("all different", (0, 13, 40))]
    forms = {form_of(*image_of(board, clues, uses, "full", shape, random), "full", shape) for _ in range(2)}
    assert len(forms) == 1
