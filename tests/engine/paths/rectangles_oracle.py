"""Uniqueness in slow plain Python, from its definitions: what rectangles that could be filled in two ways remove.

Positions and results are as in scoring_oracle. Each function of `UNIQUE` takes a rectangle: its corners without further
candidates, those with some, and its two digits.
"""

from itertools import combinations

from rating_oracle import NINE
from scoring_oracle import holding, on_one_line, seen_by_all


def rectangles():
    """The corners of every rectangle in two rows, two columns and two blocks; opposite ones add up to 3 by place."""
    for top, bottom in combinations(range(9), 2):
        for left, right in combinations(range(9), 2):
            if (top // 3 == bottom // 3) != (left // 3 == right // 3):
                yield [9 * row + column for row in (top, bottom) for column in (left, right)]


def unique_rectangles(position, missing):
    """Empty rectangles with a cell of two candidates; up to `missing` of the eight may be ruled out by a filled cell.

    With `missing` None all eight have to be candidates still.
    """
    for cells in rectangles():
        if any(position.values[cell] for cell in cells):
            continue
        for pair in {frozenset(position.candidates[cell]) for cell in cells if len(position.candidates[cell]) == 2}:
            if missing is None:
                fits = all(pair <= position.candidates[cell] for cell in cells)
            else:
                seen = [(c, d) for c in cells for d in pair if any(position.values[p] == d for p in NINE.seen[c])]
                fits = len(seen) <= missing
            if fits:
                plain = [cell for cell in cells if position.candidates[cell] <= pair]
                yield plain, [cell for cell in cells if cell not in plain], pair


def further_digits(position, cells, pair):
    return set().union(*(position.candidates[cell] - pair for cell in cells))


def are_diagonal(a, b):
    return not on_one_line(a, b)


def test_1(position, plain, further, pair):
    return {(cell, digit) for cell in further for digit in pair & position.candidates[cell] if len(further) == 1}


def shared(position, further, pair):
    digits = further_digits(position, further, pair)
    return set().union(*(holding(position, digit, seen_by_all(further)) for digit in digits if len(digits) == 1))


def test_2(position, plain, further, pair):
    is_side = len(further) == 2 and on_one_line(*further)
    return shared(position, further, pair) if is_side else set()


def test_5(position, plain, further, pair):
    fits = len(further) == 3 or (len(further) == 2 and are_diagonal(*further))
    return shared(position, further, pair) if fits else set()


def test_3(position, plain, further, pair):
    found = set()
    if len(further) != 2:
        return found
    for unit in (unit for unit in NINE.units if set(further) <= set(unit)):
        others = [c for c in unit if position.candidates[c] and not position.candidates[c] & pair and c not in further]
        for size in range(1, len(others) + 1):
            for chosen in combinations(others, size):
                digits = further_digits(position, further, pair).union(*(position.candidates[c] for c in chosen))
                if len(digits) == size + 1:
                    cells = {*further, *chosen}
                    both = [each for each in NINE.units if cells <= set(each)]
                    rest = set().union(*both) - cells
                    found |= {(cell, digit) for cell in rest for digit in digits & position.candidates[cell]}
    return found


def test_4(position, plain, further, pair):
    found = set()
    if len(further) == 2 and on_one_line(*further):
        for strong in pair:
            (gone,) = pair - {strong}
            if not holding(position, strong, seen_by_all(further)):
                found |= holding(position, gone, further)
    return found


def lines_through(cells):
    return {c for c in range(81) if any(c // 9 == cell // 9 or c % 9 == cell % 9 for cell in cells)}


def test_6(position, plain, further, pair):
    found = set()
    if len(further) == 2 and are_diagonal(*further):
        for digit in pair:
            if not holding(position, digit, lines_through(further) - {*plain, *further}):
                found |= holding(position, digit, further)
    return found


def hidden(position, plain, further, pair):
    found = set()
    if len(plain) == 1 or (len(plain) == 2 and are_diagonal(*plain)):
        for corner in plain:
            (opposite,) = [cell for cell in (*plain, *further) if are_diagonal(cell, corner)]
            for strong in pair:
                if not holding(position, strong, lines_through([opposite]) - {*plain, *further}):
                    found |= holding(position, *(pair - {strong}), [opposite])
    return found


UNIQUE = {
    **{f"uniqueness-{n}": test for n, test in enumerate((test_1, test_2, test_3, test_4, test_5, test_6), 1)},
    "hidden-rectangle": hidden,
}


def of_unique(position, rule, missing):
    """What a rule removes by all rectangles of a position."""
    return set().union(*(UNIQUE[rule](position, *each) for each in unique_rectangles(position, missing)))


def of_avoidable(position, clues, rule):
    """What rectangles of filled cells that are no clues remove: three filled corners, or two in one block."""
    found = set()
    for cells in rectangles():
        if any(clues[cell] for cell in cells):
            continue
        values = [position.values[cell] for cell in cells]
        empty = [place for place in range(4) if not values[place]]
        twos = all(len(position.candidates[cells[place]]) == 2 for place in empty)
        wanted = {place: values[3 - place] for place in empty}  # what would complete the rectangle
        if not twos or any(digit not in position.candidates[cells[place]] for place, digit in wanted.items()):
            continue
        filled = [place for place in range(4) if values[place]]
        if rule == "avoidable-rectangle-1" and len(empty) == 1:
            (place,) = empty
            if values[place ^ 1] == values[place ^ 2]:
                found.add((cells[place], wanted[place]))
        if rule == "avoidable-rectangle-2" and len(empty) == 2 and sum(filled) != 3:
            if not any({cells[place] for place in filled} <= set(block) for block in NINE.blocks):
                continue
            (one,), (other,) = (position.candidates[cells[place]] - {wanted[place]} for place in empty)
            if one == other:
                found |= holding(position, one, seen_by_all([cells[place] for place in empty]))
    return found
