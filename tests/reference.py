"""Slow, obvious oracles in plain Python for every kernel of the engine, at any shape.

A board is a list of S*S digits, row by row, 0 for an empty cell. Nothing here is shared with the engine and
nothing is clever: each function says in a few lines what the kernel of the same name must answer.

Boards of a size have the blocks that BLOCKS says; for others ask within `with reference.blocks(3, 2):`.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice, permutations, product
from math import factorial, inf, isqrt

# --- Geometry -----------------------------------------------------------------------------------------------


BLOCKS = {
    size: (rows, size // rows) for size, rows in ((1, 1), (4, 2), (6, 2), (8, 2), (9, 3), (12, 3), (16, 4), (25, 5))
}
"""Rows and columns of a block, by size; of one row in a Latin square, where the blocks are the rows."""


@contextmanager
def blocks(rows: int, columns: int) -> Iterator[None]:
    """Blocks of rows x columns for the boards of that size."""
    size = rows * columns
    before = BLOCKS.get(size)
    BLOCKS[size] = (rows, columns)
    try:
        yield
    finally:
        if before:
            BLOCKS[size] = before
        else:
            del BLOCKS[size]


def units(size: int) -> list[list[int]]:
    """The cells of every row, column and block."""
    return units_of_blocks(*BLOCKS[size])


def peers(size: int) -> list[set[int]]:
    """For each cell the others that share a row, column or block with it."""
    return peers_of_blocks(*BLOCKS[size])


def keeps_shape_transposed(size: int) -> bool:
    """Whether blocks stay of the same shape when rows become columns."""
    high, wide = BLOCKS[size]
    return high in (1, wide)


@cache
def units_of_blocks(high: int, wide: int) -> list[list[int]]:
    size = high * wide
    rows = [[row * size + column for column in range(size)] for row in range(size)]
    columns = [[row * size + column for row in range(size)] for column in range(size)]
    blocks = [
        [(top + row) * size + left + column for row in range(high) for column in range(wide)]
        for top in range(0, size, high)
        for left in range(0, size, wide)
    ]
    return rows + columns + (blocks if high > 1 else [])


@cache
def peers_of_blocks(high: int, wide: int) -> list[set[int]]:
    units = units_of_blocks(high, wide)
    return [{other for unit in units if cell in unit for other in unit} - {cell} for cell in range((high * wide) ** 2)]


def size_of(board: list[int]) -> int:
    return isqrt(len(board))


def fits(board: list[int], cell: int, digit: int) -> bool:
    return all(board[peer] != digit for peer in peers(size_of(board))[cell])


def is_full_board(board: list[int]) -> bool:
    size = size_of(board)
    return all({board[cell] for cell in unit} == set(range(1, size + 1)) for unit in units(size))


def all_boards(size: int) -> list[list[int]]:
    """Every full board in ascending order, grown cell by cell."""
    boards: list[list[int]] = [[]]
    for cell in range(size * size):
        earlier = [peer for peer in peers(size)[cell] if peer < cell]
        boards = [
            [*board, digit]
            for board in boards
            for digit in range(1, size + 1)
            if all(board[peer] != digit for peer in earlier)
        ]
    return boards


# --- Random numbers -----------------------------------------------------------------------------------------

WORD = 2**64
GOLDEN_GAMMA = 0x9E3779B97F4A7C15


def mix(word: int) -> int:
    """The finalizer of SplitMix64 (Steele, Lea, Flood 2014)."""
    word %= WORD
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB % WORD
    return word ^ word >> 31


class Random:
    """The random numbers of (seed, index)."""

    def __init__(self, seed: int, index: int) -> None:
        self.state = mix(mix(seed + GOLDEN_GAMMA) + index)

    def below(self, bound: int) -> int:
        self.state += GOLDEN_GAMMA
        return (mix(self.state) >> 32) * bound >> 32

    def shuffled(self, count: int) -> list[int]:
        items = list(range(count))
        for left in range(count, 1, -1):
            drawn = self.below(left)
            items[left - 1], items[drawn] = items[drawn], items[left - 1]
        return items


# --- What is still possible ---------------------------------------------------------------------------------

Options = dict[int, frozenset[int]]  # the digits that each open cell may still hold, lowest cell first


def all_options(size: int) -> Options:
    return {cell: frozenset(range(1, size + 1)) for cell in range(size * size)}


def settle(options: Options, cell: int, digit: int, size: int) -> Options:
    """The candidates of the other cells once the cell holds the digit."""
    seen = peers(size)[cell]
    return {other: digits - {digit} if other in seen else digits for other, digits in options.items() if other != cell}


# --- Inference ----------------------------------------------------------------------------------------------


def infer(options: Options, size: int, locked: bool = False) -> Options | None:
    """All that follows by naked and hidden singles, and if `locked` by locked candidates; None at a contradiction.

    Here a cell that holds its digit stays among the options, with that digit alone.
    """
    left = {cell: set(digits) for cell, digits in options.items()}
    before = None
    while before != (before := sum(map(len, left.values()))):
        for cell, digits in left.items():
            if len(digits) == 1:
                for peer in peers(size)[cell]:
                    left[peer] -= digits
        for unit in units(size):
            for digit in range(1, size + 1):
                places = {cell for cell in unit if digit in left[cell]}
                if not places:
                    return None
                if len(places) == 1:
                    left[min(places)] &= {digit}
                elif locked and len(places) <= max(BLOCKS[size]):
                    for other in units(size):
                        if places < set(other):
                            for cell in set(other) - set(unit):
                                left[cell] -= {digit}
        if not all(left.values()):
            return None
    return {cell: frozenset(digits) for cell, digits in left.items()}


# --- Generation ---------------------------------------------------------------------------------------------


def collapse(size: int, random: Random) -> list[int] | None:
    """One attempt at wave function collapse; None when some cell has nothing left."""
    board = [0] * size**2
    options = all_options(size)
    while options:
        fewest = min(map(len, options.values()))
        if fewest == 0:
            return None
        ties = [cell for cell, digits in options.items() if len(digits) == fewest]
        cell = ties[0] if fewest == 1 else ties[random.below(len(ties))]
        digits = sorted(options[cell])
        board[cell] = digits[random.below(len(digits))]
        options = settle(options, cell, board[cell], size)
    return board


def collapse_singles(size: int, random: Random, take_back: bool) -> list[int] | None:
    """One attempt that follows up singles after each choice; with `take_back` a choice may turn out wrong."""
    options = all_options(size)
    while any(len(digits) > 1 for digits in options.values()):
        fewest = min(len(digits) for digits in options.values() if len(digits) > 1)
        ties = [cell for cell, digits in options.items() if len(digits) == fewest]
        cell = ties[random.below(len(ties))]
        digit = sorted(options[cell])[random.below(fewest)]
        then = infer({**options, cell: frozenset({digit})}, size)
        if then is None and take_back:
            then = infer({**options, cell: options[cell] - {digit}}, size)
        if then is None:
            return None
        options = then
    return [min(options[cell]) for cell in range(size * size)]


def generate(seed: int, index: int, size: int, method: str = "wfc") -> tuple[list[int], int]:
    """Board `index` of a seed and how many attempts it took."""
    random = Random(seed, index)
    attempts = 1
    while (board := attempt(method, size, random)) is None:
        attempts += 1
    return board, attempts


def attempt(method: str, size: int, random: Random) -> list[int] | None:
    return collapse(size, random) if method == "wfc" else collapse_singles(size, random, method == "wfc+backtrack")


# --- Symmetry and keys --------------------------------------------------------------------------------------


def rows_of(board: list[int]) -> list[list[int]]:
    size = size_of(board)
    return [board[start : start + size] for start in range(0, size * size, size)]


def transpose(board: list[int]) -> list[int]:
    return [digit for column in zip(*rows_of(board), strict=True) for digit in column]


def rotate(board: list[int]) -> list[int]:
    return [digit for column in zip(*reversed(rows_of(board)), strict=True) for digit in column]


def images(board: list[int]) -> list[list[int]]:
    """The board turned four ways, and each of those mirrored in its diagonal, where its blocks keep their shape."""
    turned = [board]
    for _ in range(3):
        turned.append(rotate(turned[-1]))
    mirrored = [transpose(image) for image in turned]
    if keeps_shape_transposed(size_of(board)):
        return turned + mirrored
    return [turned[0], turned[2], mirrored[1], mirrored[3]]


def canonical(board: list[int]) -> list[int]:
    return min(images(board))


def renamed(board: list[int]) -> list[int]:
    """The digits called 1, 2, 3, ... in the order of the first row, which makes the board least."""
    names = {digit: name for name, digit in enumerate(board[: size_of(board)], 1)}
    return [names[digit] for digit in board]


def canonical_relabelled(board: list[int]) -> list[int]:
    return min(map(renamed, images(board)))


@cache
def orders_of_lines(size: int, together: int) -> list[list[int]]:
    """Every order of the rows in which bands of so many stay together; the same for columns and stacks."""
    bands = [range(start, start + together) for start in range(0, size, together)]
    return [
        [row for band in choice for row in band]
        for order in permutations(bands)
        for choice in product(*map(permutations, order))
    ]


def all_images(board: list[int]) -> Iterator[list[int]]:
    """Every image under the full group, digits renamed: 128 at size 4, and 3,359,232 at size 9."""
    for cells in rearranged(board, "full"):
        yield renamed([board[cell] for cell in cells])


def canonical_full(board: list[int]) -> list[int]:
    return min(all_images(board))


def automorphisms(board: list[int]) -> int:
    return sum(image == renamed(board) for image in all_images(board))


def least_by_sorting(board: list[int]) -> tuple[list[int], int]:
    """What `canonical_full` and `automorphisms` say, fast enough for size 9: every order of the columns and every
    first row, which gives the digits their names; the bands and rows that follow are sorted."""
    size = size_of(board)
    high, wide = BLOCKS[size]
    least: list[bytes] = []
    ties = 0
    for turned in (board, transpose(board))[: 1 + keeps_shape_transposed(size)]:
        rows = list(map(bytes, rows_of(turned)))
        for columns in orders_of_lines(size, wide):
            ordered = [bytes(map(row.__getitem__, columns)) for row in rows]
            for first in ordered:
                names = bytes.maketrans(first, bytes(range(1, size + 1)))
                named = [row.translate(names) for row in ordered]
                image = sorted(sorted(named[start : start + high]) for start in range(0, size, high))
                flat = [row for band in image for row in band]
                if not least or flat < least:
                    least, ties = flat, 0
                ties += flat == least
    return list(b"".join(least)), ties


def rearranged(board: list[int], symmetry: str) -> Iterator[list[int]]:
    """The board's cells as they stand in each image, by number; digits keep their names."""
    cells = list(range(len(board)))
    if symmetry != "full":
        yield from images(cells)
        return
    size = size_of(board)
    high, wide = BLOCKS[size]
    for turned in (cells, transpose(cells))[: 1 + keeps_shape_transposed(size)]:
        rows = rows_of(turned)
        for row_order in orders_of_lines(size, high):
            for columns in orders_of_lines(size, wide):
                yield [rows[row][column] for row in row_order for column in columns]


def canonical_puzzle(puzzle: list[int], symmetry: str, board: list[int] | None = None) -> list[int]:
    """The least image of the solution, and of all that lead there the least image of the puzzle."""
    board = board or next(solutions(puzzle))
    candidates = []
    for cells in rearranged(board, symmetry):
        image = [board[cell] for cell in cells]
        if symmetry != "d4":
            image = renamed(image)
        candidates.append((image, [digit if puzzle[cell] else 0 for cell, digit in zip(cells, image, strict=True)]))
    return min(candidates)[1]


def row_bits(size: int) -> int:
    return len(f"{factorial(size) - 1:b}")


def pack(board: list[int]) -> bytes:
    """All rows but the last by their rank among the permutations, one after another as binary numbers."""
    size = size_of(board)
    text = ""
    for row in rows_of(board)[:-1]:
        smaller_later = [sum(later < digit for later in row[i:]) for i, digit in enumerate(row)]
        rank = sum(count * factorial(size - 1 - i) for i, count in enumerate(smaller_later))
        text += f"{rank:0{row_bits(size)}b}"
    text = text or "0"  # one byte at least
    text += "0" * (-len(text) % 8)
    return int(text, 2).to_bytes(len(text) // 8, "big")


def unpack(packed: bytes, size: int) -> list[int]:
    text = "".join(f"{byte:08b}" for byte in packed)
    bits = row_bits(size)
    rows: list[list[int]] = []
    for start in range(0, (size - 1) * bits, bits):
        rank = int(text[start : start + bits], 2)
        unseen = list(range(1, size + 1))
        rows.append([])
        for left in range(size - 1, -1, -1):
            place, rank = divmod(rank, factorial(left))
            rows[-1].append(unseen.pop(place))
    last = [sum(range(1, size + 1)) - sum(column) for column in zip(*rows, strict=True)]
    return [digit for row in [*rows, last] for digit in row]


# --- Solving ------------------------------------------------------------------------------------------------


def completions(options: Options, size: int) -> Iterator[dict[int, int]]:
    """Every way to fill the open cells, by backtracking on a cell with the fewest digits left."""
    if not options:
        yield {}
        return
    cell = min(options, key=lambda cell: len(options[cell]))
    for digit in sorted(options[cell]):
        for rest in completions(settle(options, cell, digit, size), size):
            yield {cell: digit, **rest}


def solutions(puzzle: list[int]) -> Iterator[list[int]]:
    size = size_of(puzzle)
    options = all_options(size)
    for cell, digit in enumerate(puzzle):
        if digit:
            if digit not in options[cell]:
                return
            options = settle(options, cell, digit, size)
    for filled in completions(options, size):
        yield [digit or filled[cell] for cell, digit in enumerate(puzzle)]


def count_solutions(puzzle: list[int], limit: int) -> int:
    return sum(1 for _ in islice(solutions(puzzle), limit))


def solve(puzzle: list[int]) -> list[int] | None:
    return next(solutions(puzzle), None)


def completed(puzzle: list[int]) -> Iterator[list[int]]:
    """All puzzles with one solution that have one clue more, in the order of cells and digits."""
    size = size_of(puzzle)
    for cell in range(size * size):
        for digit in range(1, size + 1):
            if not puzzle[cell] and fits(puzzle, cell, digit):
                more = [*puzzle[:cell], digit, *puzzle[cell + 1 :]]
                if count_solutions(more, 2) == 1:
                    yield more


def vicinity(puzzle: list[int], cells: Iterable[int]) -> Iterator[list[int]]:
    """The other puzzles with one solution in which the clue of one of these cells has gone and one has come."""
    for cell in cells:
        if puzzle[cell]:
            yield from (more for more in completed(without(puzzle, cell)) if more[cell] != puzzle[cell])


# --- Few clues ----------------------------------------------------------------------------------------------


def fewest_clues_added(kept: list[int], board: list[int]) -> int:
    """How many clues of the board, at least, give the puzzle that keeps some of them just one solution: one clue in
    each set of cells in which another solution differs."""
    found = {frozenset(c for c in range(len(board)) if other[c] != board[c]) for other in solutions(kept)} - {
        frozenset()
    }
    sets = sorted((s for s in found if not any(other < s for other in found)), key=len)
    return next(clues for clues in range(len(board)) if can_meet(sets, clues))


def can_meet(sets: list[frozenset[int]], cells: int) -> bool:
    """Whether so many cells can meet all of the sets."""
    if not sets:
        return True
    return cells > 0 and any(can_meet([s for s in sets if cell not in s], cells - 1) for cell in sets[0])


# --- Carving ------------------------------------------------------------------------------------------------

MOST_PASSES = {size: 100 if size <= 9 else 10 for size in range(1, 26)}


def clues_of(puzzle: list[int]) -> int:
    return sum(digit != 0 for digit in puzzle)


def without(puzzle: list[int], cell: int) -> list[int]:
    return [0 if other == cell else digit for other, digit in enumerate(puzzle)]


def is_minimal(puzzle: list[int]) -> bool:
    """Has it one solution, and more than one without any of its clues?"""
    clues = [cell for cell, digit in enumerate(puzzle) if digit]
    return count_solutions(puzzle, 2) == 1 and all(count_solutions(without(puzzle, cell), 2) == 2 for cell in clues)


def board_number(board: list[int]) -> int:
    """The index of the random numbers that make the board's orders."""
    number = 0
    for row in rows_of(board):
        digits = 0
        for digit in row:
            digits = digits * 31 + digit
        number = mix(number + digits)
    return number


# Where each pattern's turns and mirrors carry the cell (row, column) of a board whose last row is `last`.
PATTERN_IMAGES = {
    "rotate180": lambda row, column, last: [(last - row, last - column)],
    "rotate90": lambda row, column, last: [(column, last - row), (last - row, last - column), (last - column, row)],
    "mirror": lambda row, column, last: [(row, last - column)],
    "flip": lambda row, column, last: [(last - row, column)],
    "diagonal": lambda row, column, last: [(column, row)],
    "antidiagonal": lambda row, column, last: [(last - column, last - row)],
    "mirrors": lambda row, column, last: [(row, last - column), (last - row, column), (last - row, last - column)],
    "diagonals": lambda row, column, last: [(column, row), (last - column, last - row), (last - row, last - column)],
    "all": lambda row, column, last: [
        place for name in ("rotate90", "mirrors", "diagonals") for place in PATTERN_IMAGES[name](row, column, last)
    ],
}


def orbits(size: int, pattern: str | None) -> list[set[int]]:
    """The groups of cells that a pattern's turns and mirrors carry into each other, by their first cells."""
    images = PATTERN_IMAGES[pattern] if pattern else lambda row, column, last: []
    groups: list[set[int]] = []
    for cell in range(size * size):
        row, column = divmod(cell, size)
        group = {cell, *(r * size + c for r, c in images(row, column, size - 1))}
        if group not in groups:
            groups.append(group)
    return groups


def patterns_of(size: int) -> list[str]:
    """The patterns that fit the blocks: where those would have another shape, rows stay rows."""
    return [*PATTERN_IMAGES] if keeps_shape_transposed(size) else ["rotate180", "mirror", "flip", "mirrors"]


def pattern_of(puzzle: list[int]) -> str | None:
    """The pattern with the most turns and mirrors that the clues form."""
    size = size_of(puzzle)
    clues = {cell for cell, digit in enumerate(puzzle) if digit}

    def forms(name: str) -> bool:
        return all(not clues & orbit or orbit <= clues for orbit in orbits(size, name))

    formed = filter(forms, patterns_of(size))
    return max(formed, key=lambda name: len(PATTERN_IMAGES[name](0, 1, size - 1)), default=None)


def inference_excludes_another(puzzle: list[int], cell: int) -> bool:
    """Does inference alone prove that every solution has the digit of the clue in this cell?"""
    size = size_of(puzzle)
    options = {other: frozenset({digit} if digit else range(1, size + 1)) for other, digit in enumerate(puzzle)}
    options[cell] = frozenset(range(1, size + 1)) - {puzzle[cell]}
    return infer(options, size, locked=True) is None


def can_go(puzzle: list[int], cell: int) -> bool:
    """May carving remove this clue of a puzzle with one solution?"""
    if size_of(puzzle) > 16:
        return inference_excludes_another(puzzle, cell)
    return count_solutions(without(puzzle, cell), 2) == 1


def carve(board: list[int], seed: int, clues: int | None = None, pattern: str | None = None) -> list[int]:
    """The puzzle with the fewest clues of as many passes as it takes to come down to `clues`."""
    groups = orbits(size_of(board), pattern)
    best = board
    for number in range(MOST_PASSES[size_of(board)]):
        puzzle = board
        for group in Random(seed, board_number(board) + number).shuffled(len(groups)):
            fewer = puzzle
            for cell in groups[group]:
                if fewer is not None:
                    fewer = without(fewer, cell) if can_go(fewer, cell) else None
            if fewer is not None and clues_of(fewer) >= (clues or 0):
                puzzle = fewer
        if clues_of(puzzle) < clues_of(best):
            best = puzzle
        if clues is None or clues_of(best) <= clues:
            break
    return best


# --- Measuring ----------------------------------------------------------------------------------------------

METRICS = (
    "solutions",
    "guesses",
    "backtracks",
    "nodes",
    "max_depth",
    "comparisons",
    "filled",
    "hidden_rounds",
)


class DeadEnd(Exception):
    """No solution has the digits placed so far."""


class CutShort(Exception):
    """The search would look at more positions than it may."""


def measure(puzzle: list[int], most_nodes: float = inf) -> dict[str, int]:
    """Follow the reference search step by step and count as it goes."""
    counts = dict.fromkeys(METRICS, 0)
    counts["nodes"] = 1
    # Clues that break a rule are a dead end before any candidate is tested.
    if all(digit == 0 or fits(puzzle, cell, digit) for cell, digit in enumerate(puzzle)):
        try:
            look(list(puzzle), 0, counts, most_nodes)
        except CutShort:
            counts["solutions"] = -1
    else:
        counts["backtracks"] = 1
    return counts


def look(board: list[int], depth: int, counts: dict[str, int], most_nodes: float) -> None:
    empty = board.count(0)
    try:
        options = fill_singles(board, counts)
    except DeadEnd:
        counts["backtracks"] += 1
        return
    if depth == 0:
        counts["filled"] = empty - board.count(0)
    if not options:
        counts["solutions"] += 1
        return
    counts["guesses"] += 1
    counts["max_depth"] = max(counts["max_depth"], depth + 1)
    cell = min(options, key=lambda cell: len(options[cell]))
    for digit in options[cell]:
        if counts["solutions"] < 2:
            if counts["nodes"] == most_nodes:
                raise CutShort
            counts["nodes"] += 1
            look([digit if other == cell else held for other, held in enumerate(board)], depth + 1, counts, most_nodes)


def fill_singles(board: list[int], counts: dict[str, int]) -> dict[int, list[int]]:
    """Fill singles until there are none, and return the candidates of the cells that stay empty."""
    while True:
        options = candidates(board, counts)
        singles = [(cell, digits[0]) for cell, digits in options.items() if len(digits) == 1]
        if not singles:
            counts["hidden_rounds"] += counts["nodes"] == 1 and 0 in board
            singles = hidden_singles(board, options, counts)
        if not singles:
            return options
        for cell, digit in singles:
            if board[cell] not in (0, digit) or not fits(board, cell, digit):
                raise DeadEnd
            board[cell] = digit


def candidates(board: list[int], counts: dict[str, int]) -> dict[int, list[int]]:
    """A naked round: every empty cell is tested against every digit."""
    options: dict[int, list[int]] = {}
    for cell, held in enumerate(board):
        if held == 0:
            options[cell] = []
            for digit in range(1, size_of(board) + 1):
                counts["comparisons"] += 1
                if fits(board, cell, digit):
                    options[cell].append(digit)
    if [] in options.values():
        raise DeadEnd
    return options


def hidden_singles(board: list[int], options: dict[int, list[int]], counts: dict[str, int]) -> list[tuple[int, int]]:
    """A hidden round: in every unit each missing digit is tested against each empty cell."""
    size = size_of(board)
    singles = []
    lost = False  # a dead end is noticed only after the last unit
    for unit in units(size):
        held = [board[cell] for cell in unit]
        for digit in range(1, size + 1):
            if digit not in held:
                places = []
                for cell in unit:
                    if board[cell] == 0:
                        counts["comparisons"] += 1
                        if digit in options[cell]:
                            places.append(cell)
                lost = lost or not places
                if len(places) == 1:
                    singles.append((places[0], digit))
    if lost:
        raise DeadEnd
    return singles
