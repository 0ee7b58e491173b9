"""The counts of the search that rates how hard a puzzle is."""

from math import inf

from reference.shapes import fits, size_of, units

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
