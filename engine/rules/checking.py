"""Whether full boards obey rules, in plain Python: the oracle of the kernels."""

from collections.abc import Sequence

from engine.rules.model import AnyOf, Automaton, Constraint, House, Mask, Relation, Rules, Sum


def broken(rules: Rules, board: Sequence[int]) -> list[Constraint]:
    """Return the houses and constraints that a full board breaks, in their order; none where it obeys the rules."""
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
        case AnyOf(alternatives):
            return any(all(holds(one, board) for one in alternative) for alternative in alternatives)


def _accepts(automaton: Automaton, board: Sequence[int]) -> bool:
    states = {0}
    for cell in automaton.cells:
        digit = 1 << (board[cell] - 1)
        states = {after for before, digits, after in automaton.arcs if before in states and digits & digit}
    return not states.isdisjoint(automaton.accepting)
