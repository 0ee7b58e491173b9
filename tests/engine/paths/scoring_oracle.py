"""Techniques of `ALL_RULES` in slow plain Python, from their definitions: everything that they could remove.

What rating_oracle has too is taken from there. A position is as there; each function returns a set of (cell, digit).
"""

from itertools import combinations, product

from rating_oracle import NINE, places

BASIC, FRANKEN, MUTANT = "basic", "franken", "mutant"


def seen_by_all(cells):
    """The cells that see each of these."""
    return set.intersection(*(NINE.seen[cell] for cell in cells)) if cells else set(range(81))


def holding(position, digit, cells):
    return {(cell, digit) for cell in cells if digit in position.candidates[cell]}


def naked_set(position, size):
    found = set()
    for unit in NINE.units:
        for cells in combinations([cell for cell in unit if position.candidates[cell]], size):
            digits = set().union(*(position.candidates[cell] for cell in cells))
            if len(digits) == size:
                found |= {
                    (cell, digit) for cell in set(unit) - set(cells) for digit in position.candidates[cell] & digits
                }
    return found


def hidden_set(position, size):
    found = set()
    for unit in NINE.units:
        where = {digit: set(places(position, unit, digit)) for digit in position.digits}
        for digits in combinations([digit for digit in position.digits if where[digit]], size):
            cells = set().union(*(where[digit] for digit in digits))
            if len(cells) == size:
                found |= {(cell, digit) for cell in cells for digit in position.candidates[cell] - set(digits)}
    return found


def strong_pairs(position, digit, units):
    """The units with two places for the digit, each with these two."""
    return [cells for unit in units if len(cells := places(position, unit, digit)) == 2]


def skyscraper(position):
    found = set()
    for digit in position.digits:
        for lines, across in ((NINE.rows, NINE.columns), (NINE.columns, NINE.rows)):
            line_of = {cell: number for number, line in enumerate(across) for cell in line}
            for one, two in combinations(strong_pairs(position, digit, lines), 2):
                for (a, tip), (b, other) in ((one, two), (one[::-1], two[::-1])):  # HoDoKu leaves out crossed pairs
                    if line_of[a] == line_of[b] and line_of[tip] != line_of[other]:
                        found |= holding(position, digit, seen_by_all([tip, other]))
    return found


def on_one_line(a, b):
    return a // 9 == b // 9 or a % 9 == b % 9


def turbot_fish(position):
    """A strong link, a weak one, a strong one; the ends may be one cell, which then must hold the digit."""
    found = set()
    for digit in position.digits:
        # Two places of a block on one line are linked by that line only, as HoDoKu has it.
        blocks = [pair for pair in strong_pairs(position, digit, NINE.blocks) if not on_one_line(*pair)]
        both = strong_pairs(position, digit, NINE.rows + NINE.columns) + blocks
        pairs = [order for pair in both for order in (pair, pair[::-1])]
        for (a, b), (c, d) in product(pairs, repeat=2):
            if c in NINE.seen[b] and c != a and d != b:
                found |= holding(position, digit, seen_by_all([a, d]))
    return found


def empty_rectangle(position):
    found = set()
    for digit, block, row, column in product(position.digits, NINE.blocks, NINE.rows, NINE.columns):
        cells = set(places(position, block, digit))
        on_row, on_column = cells & set(row), cells & set(column)
        if not set(row) & set(column) & set(block) or cells - on_row - on_column or not 2 <= len(cells) <= 5:
            continue
        if not on_row - on_column or not on_column - on_row or max(len(on_row), len(on_column)) < 2:
            continue
        for line, cross, across in ((row, column, NINE.columns), (column, row, NINE.rows)):
            for a, b in strong_pairs(position, digit, across):
                for start, end in ((a, b), (b, a)):
                    if start in line and start not in block and end not in line:
                        hits = NINE.seen[end] & set(cross) - set(block)
                        lines = NINE.rows if across is NINE.columns else NINE.columns
                        of_end = next(each for each in lines if end in each)
                        found |= holding(position, digit, hits & set(of_end))
    return found


def w_wing(position):
    found = set()
    twos = [cell for cell in range(81) if len(position.candidates[cell]) == 2]
    for a, b in combinations(twos, 2):
        if position.candidates[a] != position.candidates[b]:
            continue
        for linked in position.candidates[a]:
            (digit,) = position.candidates[a] - {linked}
            for pair in strong_pairs(position, linked, NINE.units):
                first = [cell for cell in pair if cell in NINE.seen[a]]
                second = [cell for cell in pair if cell in NINE.seen[b] and cell not in NINE.seen[a]]
                if len(first) == len(second) == 1 and not {a, b} & set(pair):
                    found |= holding(position, digit, seen_by_all([a, b]))
    return found


def fish(position, kind, size, finned):
    found = set()
    numbered = list(enumerate(NINE.rows + NINE.columns + NINE.blocks))
    rows, columns, blocks = numbered[:9], numbered[9:18], numbered[18:]
    further = [] if kind == BASIC else blocks
    ways = [(rows + further, columns + further), (columns + further, rows + further)]
    if kind == MUTANT:
        ways = [(rows + columns + blocks, rows + columns + blocks)]
    for digit, (bases, covers) in product(position.digits, ways):
        spots = {number: set(places(position, unit, digit)) for number, unit in rows + columns + blocks}
        most = 9 if finned else size  # HoDoKu tries no others, so it leaves out some Franken fish
        for base in combinations([number for number, _ in bases if 0 < len(spots[number]) <= most], size):
            in_base = set().union(*(spots[each] for each in base))
            endo = {cell for a, b in combinations(base, 2) for cell in spots[a] & spots[b]}
            before = [set().union(*(spots[each] for each in base[:i])) for i in range(size)]
            overlaps = sum(len(spots[number] & other) for number, other in zip(base, before, strict=True))
            if overlaps > (2 if finned and kind != BASIC else 0):
                continue
            usable = [number for number, _ in covers if number not in base and spots[number] & in_base]
            for cover in combinations(usable, size):
                in_cover = set().union(*(spots[each] for each in cover))
                fins = in_base - in_cover | endo
                twice = {cell for a, b in combinations(cover, 2) for cell in spots[a] & spots[b]}
                if (0 < len(fins) <= 5) if finned else not fins:
                    found |= {(cell, digit) for cell in (in_cover - in_base | twice) & seen_by_all(fins)}
    return found


def color_pairs(position, digit):
    """The pairs of colours that strong links make."""
    pairs = strong_pairs(position, digit, NINE.units)
    left = {cell for pair in pairs for cell in pair}
    while left:
        colors = {left.pop(): 0}
        grown = True
        while grown:
            new = {b: 1 - colors[a] for pair in pairs for a, b in (pair, pair[::-1]) if a in colors and b not in colors}
            colors |= new
            grown = bool(new)
        left -= set(colors)
        yield tuple({cell for cell, color in colors.items() if color == which} for which in (0, 1))


def clash(a, b):
    return any(NINE.seen[cell] & b for cell in a)


def simple_colors(position):
    found = set()
    for digit in position.digits:
        for a, b in color_pairs(position, digit):
            found |= {(cell, digit) for color in (a, b) if clash(color, color) for cell in color}
            found |= {spot for x, y in product(a, b) for spot in holding(position, digit, seen_by_all([x, y]))}
    return found


def multi_colors(position):
    found = set()
    for digit in position.digits:
        for one, other in product(list(color_pairs(position, digit)), repeat=2):
            if one == other:
                continue
            found |= {(cell, digit) for color in one if all(clash(color, each) for each in other) for cell in color}
            for i, j in product((0, 1), repeat=2):
                if clash(one[i], other[j]):
                    ends = product(one[1 - i], other[1 - j])
                    found |= {spot for x, y in ends for spot in holding(position, digit, seen_by_all([x, y]))}
    return found


def almost_locked(position):
    """Sets of cells of a unit with one digit more than cells."""
    sets = {}
    for unit in NINE.units:
        cells = [cell for cell in unit if position.candidates[cell]]
        for size in range(1, 9):
            for some in combinations(cells, size):
                digits = set().union(*(position.candidates[cell] for cell in some))
                if len(digits) == size + 1:
                    sets[frozenset(some)] = digits
    return list(sets.items())


def with_digit(position, cells, digit):
    return {cell for cell in cells if digit in position.candidates[cell]}


def als_xz(position):
    found = set()
    for (a, of_a), (b, of_b) in combinations(almost_locked(position), 2):
        if a & b:
            continue
        seen = {
            digit: holding(position, digit, seen_by_all(with_digit(position, a | b, digit))) for digit in of_a & of_b
        }
        common = [
            digit
            for digit in of_a & of_b
            if all(y in NINE.seen[x] for x in with_digit(position, a, digit) for y in with_digit(position, b, digit))
        ]
        for digit in common:
            found |= {spot for other in of_a & of_b - {digit} for spot in seen[other]}
        if len(common) > 1:
            for cells, digits in ((a, of_a), (b, of_b)):
                for digit in digits - set(common[:1] + common[-1:]):
                    outside = seen_by_all(with_digit(position, cells, digit)) - a - b
                    found |= holding(position, digit, outside)
    return found


def sue_de_coq(position):
    found = set()
    for line, block in product(NINE.rows + NINE.columns, NINE.blocks):
        empty = [cell for cell in range(81) if position.candidates[cell]]
        crossing = [cell for cell in line if cell in block and cell in empty]
        for size in (2, 3):
            for core in combinations(crossing, size):
                digits = set().union(*(position.candidates[cell] for cell in core))
                if len(digits) >= size + 2:
                    found |= _around(position, digits, set(core), set(line) & set(empty), set(block) & set(empty))
    return found


def subsets(cells):
    return (set(some) for size in range(1, len(cells) + 1) for some in combinations(sorted(cells), size))


def _around(position, digits, core, line, block):
    found = set()
    surplus = len(digits) - len(core)
    for a in subsets(line - core):
        of_a = set().union(*(position.candidates[cell] for cell in a))
        locks = len(a) - len(of_a - digits)
        if not of_a & digits or not 0 < locks < surplus:
            continue
        for b in subsets(block - core - a):
            of_b = set().union(*(position.candidates[cell] for cell in b))
            if of_a & of_b & digits or not of_b & digits or locks + len(b) - len(of_b - digits) != surplus:
                continue
            both = of_a & of_b
            for cells, gone in (
                (block - b - core, (digits | of_b) - of_a | both),
                (line - a - core, (digits | of_a) - of_b | both),
            ):
                found |= {(cell, digit) for cell in cells for digit in position.candidates[cell] & gone}
    return found
