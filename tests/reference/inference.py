"""The candidates of open cells, and what follows from them by singles and locked candidates."""

from reference.shapes import BLOCKS, peers, units

Options = dict[int, frozenset[int]]  # the digits that each open cell may still hold, lowest cell first


def all_options(size: int) -> Options:
    return {cell: frozenset(range(1, size + 1)) for cell in range(size * size)}


def settle(options: Options, cell: int, digit: int, size: int) -> Options:
    """The candidates of the other cells once the cell holds the digit."""
    others = options.copy()
    del others[cell]
    for peer in peers(size)[cell]:
        if peer in others:
            others[peer] -= {digit}
    return others


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
