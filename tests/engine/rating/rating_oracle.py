"""Each technique short of chains in slow plain Python, from its definition: everything it could place or remove.

A position is (values, candidates): 81 digits, 0 where empty, and 81 sets of digits, empty for filled cells. Every
function returns a set of (cell, digit): placements for singles and direct steps, else eliminations.
"""

from itertools import combinations, permutations, product

Found = set[tuple[int, int]]

ROWS = [[9 * i + j for j in range(9)] for i in range(9)]
COLUMNS = [[9 * j + i for j in range(9)] for i in range(9)]
BLOCKS = [[27 * (i // 3) + 3 * (i % 3) + 9 * (j // 3) + j % 3 for j in range(9)] for i in range(9)]
REGIONS = BLOCKS + COLUMNS + ROWS
SEEN = [{c for region in REGIONS if cell in region for c in region} - {cell} for cell in range(81)]
CROSSINGS = [
    (a, b) for first, second in ((BLOCKS, ROWS + COLUMNS), (ROWS + COLUMNS, BLOCKS)) for a in first for b in second
    if set(a) & set(b)
]  # fmt: skip


def position_of(puzzle):
    values = list(puzzle)
    candidates = [
        set() if values[cell] else set(range(1, 10)) - {values[other] for other in SEEN[cell]} for cell in range(81)
    ]
    return values, candidates


def places(position, region, digit):
    return [cell for cell in region if digit in position[1][cell]]


def hidden_single(position) -> Found:
    found = ((places(position, region, digit), digit) for region in REGIONS for digit in range(1, 10))
    return {(cells[0], digit) for cells, digit in found if len(cells) == 1}


def naked_single(position) -> Found:
    return {(cell, digit) for cell, digits in enumerate(position[1]) if len(digits) == 1 for digit in digits}


def _locked(position):
    """Every (from, to, digit) where two or more places in `from`, all of the digit's there, lie in `to` too."""
    for start, end in CROSSINGS:
        for digit in range(1, 10):
            cells = places(position, start, digit)
            if len(cells) > 1 and set(cells) <= set(end):
                yield start, end, digit


def locking(position) -> Found:
    return {
        (cell, digit) for start, end, digit in _locked(position) for cell in places(position, end, digit)
        if cell not in start
    }  # fmt: skip


def direct_locking(position) -> Found:
    found = set()
    for start, end, digit in _locked(position):
        for kind in (BLOCKS, COLUMNS, ROWS):
            for other in kind if start in kind else []:
                before = places(position, other, digit)
                left = [cell for cell in before if cell not in end]
                if other != start and len(before) > 1 and len(left) == 1:
                    found.add((left[0], digit))
    return found


def _hidden_tuples(position, n):
    """Every (region, digits, cells) of n digits that share n cells of the region, two or more each."""
    for region in REGIONS:
        where = {digit: set(places(position, region, digit)) for digit in range(1, 10)}
        for digits in combinations([digit for digit, cells in where.items() if len(cells) > 1], n):
            cells = set().union(*(where[digit] for digit in digits))
            if len(cells) == n:
                yield region, set(digits), cells


def _empty(position, region):
    return sum(not position[0][cell] for cell in region)


def hidden_set(position, n) -> Found:
    return {
        (cell, digit) for region, digits, cells in _hidden_tuples(position, n) if _empty(position, region) > 2 * n
        for cell in cells for digit in position[1][cell] - digits
    }  # fmt: skip


def direct_hidden_set(position, n) -> Found:
    found = set()
    for region, digits, cells in _hidden_tuples(position, n):
        for digit in set(range(1, 10)) - digits:
            before = set(places(position, region, digit))
            if len(before) > 1 and len(before - cells) == 1:
                found |= {(cell, digit) for cell in before - cells}
    return found


def naked_set(position, n) -> Found:
    found = set()
    for region in REGIONS:
        if _empty(position, region) < 2 * n:
            continue
        for cells in combinations([cell for cell in region if len(position[1][cell]) > 1], n):
            digits = set().union(*(position[1][cell] for cell in cells))
            if len(digits) == n:
                found |= {(other, digit) for other in set(region) - set(cells) for digit in position[1][other] & digits}
    return found


def fish(position, n) -> Found:
    found = set()
    for lines, crossing in ((COLUMNS, ROWS), (ROWS, COLUMNS)):
        for digit in range(1, 10):
            if 9 - position[0].count(digit) < 2 * n:
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
    found = set()
    for hinge, digits in enumerate(position[1]):
        if len(digits) != hinge_size:
            continue
        for one, two in permutations([cell for cell in SEEN[hinge] if len(position[1][cell]) == 2], 2):
            shared = position[1][one] & position[1][two]
            if len(shared) != 1 or len(digits | position[1][one] | position[1][two]) != 3:
                continue
            if (shared <= digits and hinge_size == 2) or len(digits & position[1][one]) != hinge_size - 1:
                continue
            seen = SEEN[one] & SEEN[two] - {hinge} if hinge_size == 2 else SEEN[one] & SEEN[two] & SEEN[hinge]
            found |= {(cell, digit) for cell in seen for digit in shared & position[1][cell]}
    return found


def aligned(position, n) -> Found:
    """Exclusion among n cells by cells of 2 to n candidates; of three, one must be such a cell too and see another."""
    candidates = position[1]
    small = {cell for cell, digits in enumerate(candidates) if 2 <= len(digits) <= n}
    single = {cell for cell, digits in enumerate(candidates) if len(digits) == 1}
    base = [
        cell for cell, digits in enumerate(candidates)
        if len(digits) > 1 and SEEN[cell] & small and not SEEN[cell] & single
    ]  # fmt: skip
    found = set()
    for cells in combinations(base, n):
        limits = [candidates[c] for c in set.intersection(*(SEEN[cell] for cell in cells)) & small]
        if len(limits) < 2 or (n == 3 and not any(a in SEEN[b] and a in small for a, b in permutations(cells, 2))):
            continue
        fits = [
            way for way in product(*(candidates[cell] for cell in cells))
            if not any(way[i] == way[j] and cells[i] in SEEN[cells[j]] for i, j in combinations(range(n), 2))
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
