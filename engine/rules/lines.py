"""Automata that named rules are made of: their arcs from state to state, found by walking from the start."""

from collections.abc import Callable, Hashable

from engine.rules.model import Automaton

MOST_STATES = 1 << 16


def automaton(
    size: int,
    cells: tuple[int, ...],
    start: Hashable,
    step: Callable[[Hashable, int], Hashable | None],
    accepts: Callable[[Hashable], bool],
) -> Automaton:
    """Return the automaton of a step from state and digit to the next state, or None where there is none.

    States may be anything that can be hashed; only those that are reached within the line count.
    ValueError for too many.
    """
    numbers: dict[Hashable, int] = {start: 0}
    fresh = [start]
    arcs: dict[tuple[int, int], int] = {}
    for _ in cells:
        newer = []
        for state in fresh:
            for digit in range(1, size + 1):
                after = step(state, digit)
                if after is None:
                    continue
                if after not in numbers:
                    numbers[after] = len(numbers)
                    newer.append(after)
                key = (numbers[state], numbers[after])
                arcs[key] = arcs.get(key, 0) | 1 << (digit - 1)
        fresh = newer
        if len(numbers) > MOST_STATES:
            raise ValueError(f"an automaton of more than {MOST_STATES} states")
    accepting = tuple(number for state, number in numbers.items() if accepts(state))
    return Automaton(cells, tuple((before, digits, after) for (before, after), digits in arcs.items()), accepting)
