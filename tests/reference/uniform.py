"""The uniform sampler of boards in slow, plain Python: the same draws, every table listed anew. Sizes 4 and 9."""

from functools import cache
from itertools import combinations, permutations, product
from math import isqrt, prod

from reference.random_numbers import GOLDEN_GAMMA, WORD, Random, mix

Partition = tuple[tuple[int, ...], ...]  # the digits of a block by column, digits from 0
Stack = tuple[Partition, ...]  # by band; the columns in the same order in each


class EvenRandom(Random):
    """Draws without bias: those that would favour some numbers are drawn again."""

    def evenly_below(self, *bounds: int) -> list[int]:
        while True:
            self.state += GOLDEN_GAMMA
            whole, rest = divmod(mix(self.state) * prod(bounds), WORD)
            if rest >= WORD % prod(bounds):
                break
        numbers = []
        for bound in reversed(bounds):
            whole, number = divmod(whole, bound)
            numbers.append(number)
        return numbers[::-1]

    def evenly_shuffled(self, items: list[int]) -> list[int]:
        for left in range(len(items), 1, -1):
            (drawn,) = self.evenly_below(left)
            items[left - 1], items[drawn] = items[drawn], items[left - 1]
        return items


@cache
def partitions(size: int) -> list[Partition]:
    """Every way to part the digits, each set and its lowest digit in ascending order; as numbers with a bit a digit."""

    def parted(digits: set[int]) -> list[Partition]:
        if not digits:
            return [()]
        lowest = min(digits)
        return [
            ((lowest, *others), *rest)
            for others in combinations(sorted(digits - {lowest}), isqrt(size) - 1)
            for rest in parted(digits - {lowest, *others})
        ]

    return sorted(parted(set(range(size))), key=lambda sets: [bits(digits) for digits in sets])


def bits(digits: tuple[int, ...]) -> int:
    return sum(1 << digit for digit in digits)


def partition_of(sets: Partition) -> Partition:
    return tuple(sorted(sets))


def renamed(sets: Partition, names: list[int]) -> Partition:
    return tuple(tuple(sorted(names[digit] for digit in digits)) for digits in sets)


@cache
def stacks(size: int) -> list[Stack]:
    """The column sets of a stack, those that begin with partition 0 first, and then their images."""
    box, listed = isqrt(size), partitions(size)
    first = [(listed[0],)]
    for _ in range(1, box):
        first = [
            (*stack, sets)
            for stack in first
            for partition in listed
            for sets in sorted(permutations(partition), key=lambda sets: [bits(digits) for digits in sets])
            if all(not set(digits) & set(block[column]) for block in stack for column, digits in enumerate(sets))
        ]
    names = [[digit for digits in partition for digit in digits] for partition in listed]
    return [tuple(renamed(block, name) for block in stack) for name in names for stack in first]


def ways(columns: Partition) -> list[list[int]]:
    """Every way to fill a band whose columns have these digits, cell by cell; at size 9 only those in which the first
    column's lowest digit is in the first row: the others are the same with the rows turned."""
    if len(columns) == 4:
        return last_two_rows(columns)
    rows = [row for row in product(columns[0][:1], *columns[1:]) if len(set(row)) == len(row)]
    return [
        [*row, *rest]
        for row in rows
        for rest in last_two_rows(
            tuple(tuple(set(column) - {digit}) for column, digit in zip(columns, row, strict=True))
        )
    ]


def last_two_rows(columns: Partition) -> list[list[int]]:
    """The fillings of two rows: each chain of columns, linked by digits that they share, either way."""
    chain_of: dict[int, int] = {}
    upper: dict[int, int] = {}
    for start in range(len(columns)):
        if start in chain_of:
            continue
        chain, column, digit = len(set(chain_of.values())), start, min(columns[start])
        while column not in chain_of:
            chain_of[column], upper[column] = chain, digit
            (column,) = (other for other in range(len(columns)) if digit in columns[other] and other != column)
            (digit,) = set(columns[column]) - {digit}
    lower = {column: sum(columns[column]) - digit for column, digit in upper.items()}
    order = range(len(columns))
    return [
        [(lower if number >> chain_of[column] & 1 else upper)[column] for column in order]
        + [(upper if number >> chain_of[column] & 1 else lower)[column] for column in order]
        for number in range(2 ** len(set(chain_of.values())))
    ]


@cache
def _count(blocks: tuple[Partition, ...]) -> int:
    columns = tuple(digits for block in blocks for digits in block)
    return len(ways(columns)) * (1 if len(columns) == 4 else 3)


def count_ways(blocks: tuple[Partition, ...]) -> int:
    """In how many ways a band can be filled: the same when digits are renamed, columns or blocks change places."""
    partition, *others = (partition_of(block) for block in blocks)
    names = {digit: name for name, digit in enumerate(digit for digits in partition for digit in digits)}
    renaming = [names[digit] for digit in range(len(names))]
    alike = sorted(partition_of(renamed(block, renaming)) for block in others)
    return _count((partitions(len(names))[0], *alike))


MOST_WAYS = {4: 4, 9: 1728}


def generate(seed: int, index: int, size: int) -> tuple[list[int], int]:
    """Board `index` of a seed, and how often column sets were drawn for it."""
    box, every, most = isqrt(size), stacks(size), MOST_WAYS[size]
    beginning = len(every) // len(partitions(size))
    drawing, filling = EvenRandom(seed, index), EvenRandom(mix(WORD - 1 - seed), index)
    attempts = 0
    while True:
        attempts += 1
        *drawn, judge = drawing.evenly_below(beginning, *[len(every)] * (box - 1), most)
        chosen = [every[number] for number in drawn]
        for band in range(box):
            if judge >= count_ways(tuple(stack[band] for stack in chosen)):
                break
            if band == box - 1:
                return fill(filling, chosen, size), attempts
            (judge,) = drawing.evenly_below(most)


def fill(random: EvenRandom, chosen: list[Stack], size: int) -> list[int]:
    box = isqrt(size)
    orders = [random.evenly_shuffled(list(range(box))) for _ in range(box)]
    names = random.evenly_shuffled(list(range(1, size + 1)))
    board: list[int] = []
    for band in range(box):
        columns = tuple(stack[band][column] for stack, order in zip(chosen, orders, strict=True) for column in order)
        every = ways(columns)
        turns = 1 if size == 4 else 3
        (number,) = random.evenly_below(len(every) * turns)
        cells = every[number // turns]
        rows = [cells[row * size : (row + 1) * size] for row in range(box)]
        turn = number % turns
        board += [names[digit] for row in range(box) for digit in rows[(row - turn) % box]]
    return board
