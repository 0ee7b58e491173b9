"""Wave function collapse: boards of a seed."""

from reference.inference import all_options, infer, settle
from reference.random_numbers import Random


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
