"""Each technique short of chains in slow plain Python, from its definition: everything it could place or remove.

A position is the values of its cells, 0 where empty, and their candidates, a set of digits, empty for filled cells.
Every function returns a set of (cell, digit): placements for singles and direct steps, which do nothing else, or else
eliminations.
"""

from functools import cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from board_catalogue.engine.shape import Shape

Found = set[tuple[int, int]]


class Board:
    """The units of a board with blocks of so many rows and columns; a Latin square has blocks of one row.

    A variant may have regions of any form in place of blocks, and further houses: lists of them by name, of houses that
    share no cell.
    """

    def __init__(self, rows, columns, variant=None, further=()):
        self.size = size = rows * columns
        self.text = f"{rows}x{columns}" if rows > 1 else "none"  # as the engine takes it
        self.variant = variant
        self.cells = range(size * size)
        self.digits = range(1, size + 1)
        at = [divmod(cell, size) for cell in self.cells]
        self.rows = [[cell for cell in self.cells if at[cell][0] == i] for i in range(size)]
        self.columns = [[cell for cell in self.cells if at[cell][1] == i] for i in range(size)]
        self.blocks = [
            [cell for cell in self.cells if (at[cell][0] // rows, at[cell][1] // columns) == (band, stack)]
            for band in range(size // rows)
            for stack in range(size // columns)
            if rows > 1
        ]
        if variant:
            self.blocks = [list(unit) for unit in variant.regions]
        self.kinds = [self.blocks, self.columns, self.rows, *(houses for _, houses in further)]
        self.units = [unit for kind in self.kinds for unit in kind]
        self.seen = [{c for unit in self.units if cell in unit for c in unit} - {cell} for cell in self.cells]
        lines = self.rows + self.columns
        pairs = [(self.blocks, lines), (lines, self.blocks)]
        for place, (_, houses) in enumerate(further):
            others = [*lines, *self.blocks, *(house for _, some in further[:place] for house in some)]
            pairs += [(houses, others), (others, houses)]
        self.crossings = [(a, b) for first, second in pairs for a in first for b in second if set(a) & set(b)]
        unit = "region" if variant and not further and self.blocks != usual_blocks(size) else "block"
        named = [(unit, self.blocks), ("row", self.rows), ("column", self.columns)]
        self.named = {f"{kind} {i + 1}": unit for kind, all_ in named for i, unit in enumerate(all_)}
        for name in dict.fromkeys(name for name, _ in further):
            same = [house for other, houses in further if other == name for house in houses]
            self.named |= {f"{name} {i + 1}": house for i, house in enumerate(same)}
        # Block, row and column of each cell.
        self.ordered = [[unit for unit in self.named.values() if cell in unit] for cell in self.cells]


def usual_blocks(size):
    return [list(unit) for unit in Shape.of(size).units[2 * size :]]


board_of = cache(Board)
NINE = board_of(3, 3)


class Position(NamedTuple):
    values: list
    candidates: list
    board: Board

    @property
    def units(self):
        return self.board.units

    @property
    def digits(self):
        return self.board.digits

    @property
    def seen(self):
        return self.board.seen


def position_of(puzzle, board=NINE):
    values = list(puzzle)
    candidates = [
        set() if values[cell] else set(board.digits) - {values[other] for other in board.seen[cell]}
        for cell in board.cells
    ]
    return Position(values, candidates, board)


def places(position, unit, digit):
    return [cell for cell in unit if digit in position.candidates[cell]]


def hidden_single(position) -> Found:
    found = ((places(position, unit, digit), digit) for unit in position.units for digit in position.digits)
    return {(cells[0], digit) for cells, digit in found if len(cells) == 1}


def naked_single(position) -> Found:
    return {(cell, digit) for cell, digits in enumerate(position.candidates) if len(digits) == 1 for digit in digits}


def _locked(position):
    """Every (from, to, digit) where two or more places in `from`, all of the digit's there, lie in `to` too."""
    for start, end in position.board.crossings:
        for digit in position.digits:
            cells = places(position, start, digit)
            if len(cells) > 1 and set(cells) <= set(end):
                yield start, end, digit


def locking(position) -> Found:
    return {
        (cell, digit) for start, end, digit in _locked(position) for cell in places(position, end, digit)
        if cell not in start
    }  # fmt: skip


def direct_locking(position) -> Found:
    found, board = set(), position.board
    for start, end, digit in _locked(position):
        for kind in board.kinds:
            for other in kind if start in kind else []:
                before = places(position, other, digit)
                left = [cell for cell in before if cell not in end]
                if other != start and len(before) > 1 and len(left) == 1:
                    found.add((left[0], digit))
    return found


def _hidden_tuples(position, n):
    """Every (unit, digits, cells) of n digits that share n cells of the unit, two or more each."""
    for unit in position.units:
        where = {digit: set(places(position, unit, digit)) for digit in position.digits}
        for digits in combinations([digit for digit, cells in where.items() if len(cells) > 1], n):
            cells = set().union(*(where[digit] for digit in digits))
            if len(cells) == n:
                yield unit, set(digits), cells


def _empty(position, unit):
    return sum(not position.values[cell] for cell in unit)


def hidden_set(position, n) -> Found:
    return {
        (cell, digit) for unit, digits, cells in _hidden_tuples(position, n) if _empty(position, unit) > 2 * n
        for cell in cells for digit in position.candidates[cell] - digits
    }  # fmt: skip


def direct_hidden_set(position, n) -> Found:
    found = set()
    for unit, digits, cells in _hidden_tuples(position, n):
        for digit in set(position.digits) - digits:
            before = set(places(position, unit, digit))
            if len(before) > 1 and len(before - cells) == 1:
                found |= {(cell, digit) for cell in before - cells}
    return found


def naked_set(position, n) -> Found:
    found = set()
    for unit in position.units:
        if _empty(position, unit) < 2 * n:
            continue
        for cells in combinations([cell for cell in unit if len(position.candidates[cell]) > 1], n):
            digits = set().union(*(position.candidates[cell] for cell in cells))
            if len(digits) == n:
                found |= {
                    (other, digit) for other in set(unit) - set(cells) for digit in position.candidates[other] & digits
                }
    return found


def fish(position, n) -> Found:
    found, board = set(), position.board
    for lines, crossing in ((board.columns, board.rows), (board.rows, board.columns)):
        for digit in position.digits:
            if board.size - position.values.count(digit) < 2 * n:
                continue
            where = {i: {line.index(c) for c in places(position, line, digit)} for i, line in enumerate(lines)}
            for base in combinations([i for i, at in where.items() if len(at) > 1], n):
                covers = set().union(*(where[i] for i in base))
                if len(covers) == n:
                    for j in covers:
                        found |= {
                            (c, digit) for c in places(position, crossing[j], digit) if crossing[j].index(c) not in base
                        }
    return found


def wing(position, hinge_size) -> Found:
    found, candidates, seen = set(), position.candidates, position.seen
    for hinge, digits in enumerate(candidates):
        if len(digits) != hinge_size:
            continue
        for one, two in permutations([cell for cell in seen[hinge] if len(candidates[cell]) == 2], 2):
            shared = candidates[one] & candidates[two]
            if len(shared) != 1 or len(digits | candidates[one] | candidates[two]) != 3:
                continue
            if (shared <= digits and hinge_size == 2) or len(digits & candidates[one]) != hinge_size - 1:
                continue
            victims = seen[one] & seen[two] - {hinge} if hinge_size == 2 else seen[one] & seen[two] & seen[hinge]
            found |= {(cell, digit) for cell in victims for digit in shared & candidates[cell]}
    return found


def aligned(position, n) -> Found:
    """Exclusion among n cells by cells of 2 to n candidates; of three, one must be such a cell too and see another."""
    candidates, seen = position.candidates, position.seen
    small = {cell for cell, digits in enumerate(candidates) if 2 <= len(digits) <= n}
    single = {cell for cell, digits in enumerate(candidates) if len(digits) == 1}
    base = [
        cell for cell, digits in enumerate(candidates)
        if len(digits) > 1 and seen[cell] & small and not seen[cell] & single
    ]  # fmt: skip
    found = set()
    for cells in combinations(base, n):
        limits = [candidates[c] for c in set.intersection(*(seen[cell] for cell in cells)) & small]
        if len(limits) < 2 or (n == 3 and not any(a in seen[b] and a in small for a, b in permutations(cells, 2))):
            continue
        fits = [
            way for way in product(*(candidates[cell] for cell in cells))
            if not any(way[i] == way[j] and cells[i] in seen[cells[j]] for i, j in combinations(range(n), 2))
            and not any(digits <= set(way) for digits in limits)
        ]  # fmt: skip
        for i, cell in enumerate(cells):
            found |= {(cell, digit) for digit in candidates[cell] - {way[i] for way in fits}}
    return found


FAMILIES = {
    "hidden-single": hidden_single,
    "direct-locking": direct_locking,
    "direct-hidden-pair": lambda position: direct_hidden_set(position, 2),
    "naked-single": naked_single,
    "direct-hidden-triplet": lambda position: direct_hidden_set(position, 3),
    "locking": locking,
    "naked-pair": lambda position: naked_set(position, 2),
    "x-wing": lambda position: fish(position, 2),
    "hidden-pair": lambda position: hidden_set(position, 2),
    "naked-triplet": lambda position: naked_set(position, 3),
    "swordfish": lambda position: fish(position, 3),
    "hidden-triplet": lambda position: hidden_set(position, 3),
    "xy-wing": lambda position: wing(position, 2),
    "xyz-wing": lambda position: wing(position, 3),
    "naked-quad": lambda position: naked_set(position, 4),
    "jellyfish": lambda position: fish(position, 4),
    "hidden-quad": lambda position: hidden_set(position, 4),
    "aligned-pair-exclusion": lambda position: aligned(position, 2),
    "aligned-triplet-exclusion": lambda position: aligned(position, 3),
}
