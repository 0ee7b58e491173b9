"""What unique loops and bivalue universal graves rest on, said in plain Python.

Both say: unless one of a few further candidates holds, the puzzle has two solutions. So what they remove must be
impossible together with each of these candidates: seen directly, or because a unit could not be filled any more.
"""

from itertools import combinations, product


def is_loop(position, cells, pair):
    """Whether the cells have both digits and two of them lie in each unit they touch, in two alternating colours."""
    if not all(set(pair) <= position.candidates[cell] for cell in cells):
        return False
    neighbours = {cell: set() for cell in cells}
    for unit in position.units:
        inside = [cell for cell in cells if cell in unit]
        if len(inside) not in (0, 2):
            return False
        if inside:
            neighbours[inside[0]].add(inside[1])
            neighbours[inside[1]].add(inside[0])
    colour, todo = {cells[0]: 0}, [cells[0]]
    while todo:
        cell = todo.pop()
        for other in neighbours[cell]:
            if other not in colour:
                colour[other] = 1 - colour[cell]
                todo.append(other)
            elif colour[other] == colour[cell]:
                return False
    return len(colour) == len(cells)


def graves(position, cells):
    """Every choice of further candidates of these cells without which the position is a grave."""
    candidates = position.candidates
    if any(
        len(digits) != 2 for cell, digits in enumerate(candidates) if not position.values[cell] and cell not in cells
    ):
        return
    for kept in product(*(combinations(sorted(candidates[cell]), 2) for cell in cells)):
        left = dict(zip(cells, map(set, kept), strict=True))
        rest = [left.get(cell, digits) for cell, digits in enumerate(candidates)]
        if all(sum(digit in rest[c] for c in unit) in (0, 2) for unit in position.units for digit in position.digits):
            yield {(cell, digit) for cell in cells for digit in candidates[cell] - left[cell]}


def excluded(position, further, units, cell, digit):
    """Whether the digit cannot hold in the cell together with any one of the further candidates."""
    return all(_clash(position, one, units, (cell, digit)) for one in further)


def _clash(position, one, units, two):
    if one == two:
        return False
    if one[0] == two[0] or (one[1] == two[1] and one[0] in position.seen[two[0]]):
        return True
    return any(not _fillable(position, position.board.named[name], dict([one, two])) for name in units)


def _fillable(position, unit, fixed):
    """Whether the unit's empty cells can take different digits, some of them given."""
    cells = sorted((cell for cell in unit if not position.values[cell]), key=lambda cell: cell not in fixed)

    def fill(i, used):
        if i == len(cells):
            return True
        own = {fixed[cells[i]]} if cells[i] in fixed else position.candidates[cells[i]]
        return any(fill(i + 1, used | {digit}) for digit in own - used)

    return fill(0, frozenset())


def rectangles(position):
    """Whether some rectangle, in two blocks if there are any, removes anything as type 1, 2 or 4, and is met."""
    candidates, size = position.candidates, position.board.size
    for r1, r2 in combinations(range(size), 2):
        for c1, c2 in combinations(range(size), 2):
            cells = [size * r1 + c1, size * r1 + c2, size * r2 + c1, size * r2 + c2]
            if any(sum(cell in block for cell in cells) not in (0, 2) for block in position.board.blocks):
                continue
            for pair in combinations(sorted(set.intersection(*(candidates[cell] for cell in cells))), 2):
                wide = [cell for cell in cells if len(candidates[cell]) > 2]
                extras = [candidates[cell] - set(pair) for cell in wide]
                if not 1 <= len(wide) <= 3 or not is_met(position, cells, set(pair)):
                    continue
                if len(wide) == 1:
                    return True
                if len(set.union(*extras)) == 1 and any(
                    extras[0] <= candidates[cell]
                    for cell in set.intersection(*(position.seen[w] for w in wide)) - set(cells)
                ):
                    return True
                if len(wide) == 3:
                    continue
                for unit in position.units:
                    if set(wide) <= set(unit):
                        for digit in pair:
                            if all(digit not in candidates[cell] for cell in set(unit) - set(wide)):
                                return True
    return False


def is_met(position, cells, pair):
    """Whether the search of Sudoku Explainer comes around the rectangle.

    It begins in a cell without a further digit, and goes on to cells without one, to two at most with any, and to
    others if all cells that it has looked at share their only further digit, those that it passes by too.
    """

    board = position.board

    def follow(way, spare, further, last):
        for kind in (board.blocks, board.rows, board.columns):
            for cell in () if kind is last else next((unit for unit in kind if way[-1] in unit), ()):
                if not pair <= position.candidates[cell]:
                    continue
                if cell == way[0] and len(way) == 4:
                    return True
                if cell in way:
                    continue
                further = further | (position.candidates[cell] - pair)
                is_bare = position.candidates[cell] == pair
                may_go = cell in cells and (is_bare or len(further) == 1 or spare > 0)
                if may_go and follow([*way, cell], spare - (not is_bare), further, kind):
                    return True
        return False

    return any(position.candidates[cell] == pair and follow([cell], 2, set(), None) for cell in cells)
