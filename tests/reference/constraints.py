"""What constraints mean, checked on a full board in plain Python."""

from collections.abc import Sequence
from functools import lru_cache

from board_catalogue.engine.rules.model import (
    AnyOf,
    Automaton,
    Connected,
    Constraint,
    House,
    Mask,
    Pairs,
    Relation,
    Rules,
    Sum,
)


def broken(rules: Rules, board: Sequence[int]) -> list[Constraint]:
    """Return the houses and constraints that a full board breaks, in their order; none if it obeys the rules."""
    return [one for one in (*rules.houses, *rules.constraints) if not holds(one, board)]


def holds(constraint: Constraint, board: Sequence[int]) -> bool:
    """Whether a full board obeys one constraint."""
    match constraint:
        case House(cells):
            return len({board[cell] for cell in cells}) == len(cells)
        case Sum(cells, coefficients, total):
            return sum(n * board[cell] for n, cell in zip(coefficients, cells, strict=True)) == total
        case Relation(first, second, allowed):
            return bool(allowed[board[first] - 1] >> (board[second] - 1) & 1)
        case Automaton():
            return _accepts(constraint, board)
        case Mask(cell, digits):
            return bool(digits >> (board[cell] - 1) & 1)
        case Connected():
            return _hangs_together(constraint, board)
        case Pairs(cells, others, values):
            pairs = {(board[one], board[other]) for one, other in zip(cells, others, strict=True)}
            return len(pairs) == len(cells) and (not values or max(board[other] for other in others) <= values)
        case AnyOf(alternatives):
            return any(all(holds(one, board) for one in alternative) for alternative in alternatives)


def _hangs_together(region: Connected, board: Sequence[int]) -> bool:
    left = {place for place, cell in enumerate(region.cells) if region.digits >> (board[cell] - 1) & 1}
    if region.count and len(left) != region.count:
        return False
    fresh = [left.pop()] if left else []
    while fresh:
        row, column = divmod(fresh.pop(), region.columns)
        around = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        found = {r * region.columns + c for r, c in around if 0 <= c < region.columns} & left
        left -= found
        fresh += found
    return not left


@lru_cache(maxsize=64)
def _leads(arcs: tuple[tuple[int, int, int], ...]) -> dict[int, list[tuple[int, int]]]:
    """The digits and the next state of the arcs of each state."""
    found: dict[int, list[tuple[int, int]]] = {}
    for before, digits, after in arcs:
        found.setdefault(before, []).append((digits, after))
    return found


def _accepts(automaton: Automaton, board: Sequence[int]) -> bool:
    states, leads = {0}, _leads(automaton.arcs)
    for cell in automaton.cells:
        digit = 1 << (board[cell] - 1)
        states = {after for state in states for digits, after in leads.get(state, ()) if digits & digit}
    return not states.isdisjoint(automaton.accepting)
