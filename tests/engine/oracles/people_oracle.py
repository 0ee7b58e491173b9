"""Checks a step of a person by the plain definition of the rules: what it removes follows from the cells that it names.

Everything here is slow and plain: units are searched cell by cell, and a named rule is tried with every way to fill its
cells, where those that the step does not name may hold any digit. Cells see each other only by the units and rules that
the step names.
"""

from collections import Counter
from itertools import combinations, product

import numpy as np
from reference.constraints import holds

from board_catalogue.engine.paths.people import MACHINES
from board_catalogue.engine.paths.rule_sentences import BoardOfPeople, RulePart, Why
from board_catalogue.engine.rules.model import House, Mask, Relation, Rules, Sum
from board_catalogue.engine.rules.solving import true_candidates_ruled

MOST_WAYS = 20_000


class Checked:
    """A board with what its rules say of two cells."""

    def __init__(self, board: BoardOfPeople):
        self.board, self.size = board, board.size
        self.every = (1 << board.size) - 1
        houses = [unit.cells for unit in board.units]
        constraints = [one for part in board.parts for one in part.constraints]
        houses += [one.cells for one in constraints if isinstance(one, House)]
        self.relations = [one for one in constraints if isinstance(one, Relation)]
        self.differ = {frozenset(pair) for house in houses for pair in combinations(house, 2)}
        self.differ |= {
            frozenset((one.first, one.second))
            for one in self.relations
            if all(each == self.every & ~(1 << digit) for digit, each in enumerate(one.allowed))
        }

    def sees(self, one, other):
        return frozenset((one, other)) in self.differ

    def bans(self, sight, digit, second):
        """Whether the unit or rule of a sight says that a digit in its first cell rules out one in the other."""
        one, other, unit, part = sight
        if part < 0:
            return digit == second and {one, other} <= set(self.board.units[unit].cells)
        for each in self.board.parts[part].constraints:
            if isinstance(each, House) and {one, other} <= set(each.cells) and digit == second:
                return True
            if isinstance(each, Relation):
                pair = (each.first, each.second)
                if pair == (one, other) and not each.allowed[digit - 1] >> (second - 1) & 1:
                    return True
                if pair == (other, one) and not each.allowed[second - 1] >> (digit - 1) & 1:
                    return True
        return False

    def apart(self, facts):
        """The pairs of cells that the step says to be different; each is by a unit or rule that it names."""
        found = set()
        for sight in facts["apart"]:
            assert all(self.bans(sight, digit, digit) for digit in range(1, self.size + 1))
            found.add(frozenset(sight[:2]))
        return found

    def check_sights(self, facts, places, digit, lost):
        """All places of a digit rule out each loss, by what the step names."""
        assert lost
        for place in places:
            for cell, gone in lost:
                assert any(sight[:2] == (place, cell) and self.bans(sight, digit, gone) for sight in facts["sights"])

    def clash_by(self, facts, one, digit, other, second):
        """Whether a sight of the step says that two candidates cannot both hold."""
        return any(sight[:2] == (one, other) and self.bans(sight, digit, second) for sight in facts["sights"])

    def check(self, facts):
        machine = MACHINES[facts["machine"]].name
        masks, filled = facts["masks"], facts["filled"]
        lost = [(cell, digit) for cell, mask in facts["lost"] for digit in digits(mask)]
        assert all(masks[cell] >> (digit - 1) & 1 and not filled[cell] for cell, digit in lost)
        CHECKS[machine](self, facts, masks, filled, lost)

    def left(self, part, known, apart):
        """The digits of a part's cells that some way to fill them has, where pairs of cells are different."""
        count = 1
        for mask in known.values():
            count *= mask.bit_count()
        cells = sorted(known)
        seen = [pair for pair in combinations(cells, 2) if frozenset(pair) in apart]
        if count <= MOST_WAYS:
            left = dict.fromkeys(cells, 0)
            board = [1] * self.size**2
            for way in product(*(digits(known[cell]) for cell in cells)):
                for cell, digit in zip(cells, way, strict=True):
                    board[cell] = digit
                if all(board[a] != board[b] for a, b in seen) and all(holds(one, board) for one in part.constraints):
                    for cell, digit in zip(cells, way, strict=True):
                        left[cell] |= 1 << (digit - 1)
            return left
        different = tuple(self.every & ~(1 << digit) for digit in range(self.size))
        masked = [Mask(cell, mask) for cell, mask in known.items()]
        others = [Mask(cell, 1) for cell in range(self.size**2) if cell not in known]
        rules = Rules(self.size).with_constraints(
            *part.constraints, *(Relation(a, b, different) for a, b in seen), *masked, *others
        )
        found = true_candidates_ruled([rules])[0].tolist()
        return {cell: found[cell] for cell in cells}

    def can_hold(self, known, relations, cell, digit):
        """Whether cells can be filled with different digits, one by one, with a digit in one of them, by relations."""

        def fill(left):
            if not left:
                return True
            one = min(left, key=lambda each: left[each].bit_count())
            for each in digits(left[one]):
                beside = {other: mask & ~(1 << (each - 1)) for other, mask in left.items() if other != one}
                for relation in relations:
                    if relation.first == one and relation.second in beside:
                        beside[relation.second] &= relation.allowed[each - 1]
                    if relation.second == one and relation.first in beside:
                        fits = (own for own in range(self.size) if relation.allowed[own] >> (each - 1) & 1)
                        beside[relation.first] &= sum(1 << own for own in fits)
                if all(beside.values()) and fill(beside):
                    return True
            return False

        return fill({**known, cell: 1 << (digit - 1)})

    def check_rule(self, part, known, apart, lost):
        left = self.left(part, known, apart)
        assert any(left.values())
        assert all(not left[cell] >> (digit - 1) & 1 for cell, digit in lost)


def digits(mask):
    return [digit for digit in range(1, 17) if mask >> (digit - 1) & 1]


def places(cells, masks, digit):
    return [cell for cell in cells if masks[cell] >> (digit - 1) & 1]


def _full_house(self, facts, masks, filled, lost):
    (unit,) = facts["units"]
    open_cells = [cell for cell in self.board.units[unit].cells if not filled[cell]]
    assert open_cells == [facts["placed"][0]]
    held = {masks[cell].bit_length() for cell in self.board.units[unit].cells if filled[cell]}
    assert facts["placed"][1] not in held


def _naked_single(self, facts, masks, filled, lost):
    cell, digit = facts["placed"]
    assert digits(masks[cell]) == [digit]
    assert not filled[cell]


def _hidden_single(self, facts, masks, filled, lost):
    (unit,), (cell, digit) = facts["units"], facts["placed"]
    assert places(self.board.units[unit].cells, masks, digit) == [cell]


def _locked(self, facts, masks, filled, lost):
    (digit,) = digits(facts["digits"])
    unit = self.board.units[facts["units"][0]]
    assert sorted(places(unit.cells, masks, digit)) == sorted(facts["cells"])
    assert lost
    if len(facts["units"]) > 1:
        cells = set(self.board.units[facts["units"][1]].cells)
        assert {*facts["cells"], *(cell for cell, _ in lost)} <= cells
        assert all(gone == digit and cell not in facts["cells"] for cell, gone in lost)
    else:
        self.check_sights(facts, facts["cells"], digit, lost)


def _naked(self, facts, masks, filled, lost):
    cells = facts["cells"]
    together = {digit for cell in cells for digit in digits(masks[cell])}
    assert len(together) == len(cells)
    assert {frozenset(pair) for pair in combinations(cells, 2)} == self.apart(facts)
    for cell, digit in lost:
        assert digit in together
        self.check_sights(facts, places(cells, masks, digit), digit, [(cell, digit)])


def _hidden(self, facts, masks, filled, lost):
    mine = digits(facts["digits"])
    unit = self.board.units[facts["units"][0]]
    assert len(mine) == len(facts["cells"])
    assert all(set(places(unit.cells, masks, digit)) <= set(facts["cells"]) for digit in mine)
    assert all(cell in facts["cells"] and digit not in mine for cell, digit in lost)


def _fish(self, facts, masks, filled, lost):
    (digit,) = digits(facts["digits"])
    bases, covers = ([self.board.units[unit] for unit in facts[name]] for name in ("units", "others"))
    assert len(bases) == len(covers)
    assert len({cell for unit in bases for cell in unit.cells}) == len(bases) * self.size
    base = {cell for unit in bases for cell in places(unit.cells, masks, digit)}
    cover = {cell for unit in covers for cell in unit.cells}
    assert base <= cover
    assert all(cell in cover - base and gone == digit for cell, gone in lost)


def _cells_of_units(self, numbers):
    cells = [cell for number in numbers for cell in self.board.units[number].cells]
    assert len(set(cells)) == len(cells)  # each digit is in them as often as there are units
    return set(cells)


def _leftovers(self, facts, masks, filled, lost):
    assert len(facts["units"]) == len(facts["others"])
    lines, others = (_cells_of_units(self, facts[name]) for name in ("units", "others"))
    known, cells = set(facts["cells"]), set(facts["minus"])
    assert (known, cells) in ((lines - others, others - lines), (others - lines, lines - others))
    assert lost
    assert all(cell in cells and not places(known, masks, digit) for cell, digit in lost)


def _finned(self, facts, masks, filled, lost):
    ((cell, digit),) = lost
    bases = [set(places(self.board.units[unit].cells, masks, digit)) for unit in facts["units"]]
    seen, left = set(facts["cells"]), set(facts["minus"])
    assert set().union(*bases) == seen | left
    assert cell not in seen | left
    self.check_sights(facts, seen, digit, lost)
    assert len({one for base in bases for one in base & left}) == sum(len(base & left) for base in bases)
    covers = []
    for number in facts["others"]:
        part = number - len(self.board.units)
        if part < 0:
            covers.append(set(self.board.units[number].cells))
        else:
            houses = (one for one in self.board.parts[part].constraints if isinstance(one, House))
            covers.append(max((set(one.cells) for one in houses), key=lambda one: len(one & left)))
    assert len(covers) < len(bases)
    assert left <= set().union(*covers)


def _rule(self, facts, masks, filled, lost):
    part = self.board.parts[facts["part"]]
    known = {cell: masks[cell] if cell in facts["cells"] else self.every for cell in part.cells}
    self.check_rule(part, known, self.apart(facts), lost)


def _together(self, facts, masks, filled, lost):
    """What the rules and units that it names leave the cells that it names, and those that they have."""
    houses = tuple(House(self.board.units[unit].cells) for unit in facts["units"])
    parts = [self.board.parts[part] for part in facts["others"]]
    constraints = (*houses, *(one for part in parts for one in part.constraints))
    cells = {*facts["cells"], *(cell for cell, _ in lost), *(cell for one in (*parts, *houses) for cell in one.cells)}
    known = {cell: masks[cell] if cell in facts["cells"] else self.every for cell in cells}
    joined = RulePart(None, "rule", constraints, tuple(sorted(cells)))
    self.check_rule(joined, known, self.apart(facts), lost)


def odd_digits(size):
    return sum(1 << (digit - 1) for digit in range(1, size + 1, 2))


def parity_sums(self, units, parts, masks):
    """Cells, and whether their digits add up to an odd number, by these units and rules."""
    for unit in units:
        yield {*self.board.units[unit].cells}, self.size * (self.size + 1) // 2 % 2
    for one in (one for part in parts for one in self.board.parts[part].constraints):
        if isinstance(one, Sum):
            terms = zip(one.cells, one.coefficients, strict=True)
            odds = Counter(each for each, times in terms if times % 2)
            yield {each for each, times in odds.items() if times % 2}, one.total % 2
        if isinstance(one, Relation):
            ways = product(digits(masks[one.first]), digits(masks[one.second]))
            sums = {(a + b) % 2 for a, b in ways if one.allowed[a - 1] >> (b - 1) & 1}
            yield from (({one.first, one.second}, each) for each in sums if len(sums) == 1)


def _parity(self, facts, masks, filled, lost):
    """The sums that it names, added up, leave one cell whose digit may be odd or even."""
    (cell,) = facts["cells"]
    odd = odd_digits(self.size)
    rows = [*parity_sums(self, facts["units"], facts["others"], masks)]
    known = [each for each in range(self.size**2) if not masks[each] & odd or not masks[each] & ~odd]
    rows += [({each}, masks[each] & odd != 0) for each in known]
    assert cell not in known

    def rank(rows):
        """Of equations, each as bits, by elimination."""
        basis = {}
        for row in rows:
            while row and row.bit_length() in basis:
                row ^= basis[row.bit_length()]
            if row:
                basis[row.bit_length()] = row
        return len(basis)

    numbers = [sum(2 << each for each in cells) | int(total) for cells, total in rows]
    assert rank([*numbers, 2 << cell | facts["total"]]) == rank(numbers)
    gone = ~odd if facts["total"] else odd
    assert {digit for _, digit in lost} == {*digits(masks[cell] & gone)}
    assert all(each == cell for each, _ in lost)


def _ways_in_unit(self, facts, masks, filled, lost):
    (unit,) = facts["units"]
    cells = self.board.units[unit].cells
    known = {cell: masks[cell] if cell in facts["cells"] else self.every for cell in cells}
    constraints = (one for number in facts["others"] for one in self.board.parts[number].constraints)
    relations = [one for one in constraints if isinstance(one, Relation)]
    assert lost
    assert not any(self.can_hold(known, relations, cell, digit) for cell, digit in lost)


def _needed(self, facts, masks, filled, lost):
    (digit,) = digits(facts["digits"])
    part, where = self.board.parts[facts["part"]], facts["minus"]
    assert sorted(places(part.cells, masks, digit)) == sorted(where)
    self.check_sights(facts, where, digit, lost)
    without = {
        cell: (masks[cell] if cell in facts["cells"] else self.every) & ~(1 << (digit - 1)) for cell in part.cells
    }
    assert not any(self.left(part, without, self.apart(facts)).values())


def _unit_sum(self, facts, masks, filled, lost):
    """The sum follows from those of its units and rules and the digits there, line by line of a system of equations."""
    terms = Counter(facts["cells"])
    terms.subtract(facts["minus"])
    parts = [self.board.parts[number] for number in facts["others"]]
    sums = [one for part in parts for one in part.constraints if isinstance(one, Sum)]
    known = [(dict(zip(one.cells, one.coefficients, strict=True)), one.total) for one in sums]
    known += [({cell: 1}, masks[cell].bit_length()) for cell, is_filled in enumerate(filled) if is_filled]
    units = [
        (dict.fromkeys(self.board.units[unit].cells, 1), self.size * (self.size + 1) // 2) for unit in facts["units"]
    ]

    def rank(rows):
        return np.linalg.matrix_rank(
            [[*(row.get(cell, 0) for cell in range(self.size**2)), total] for row, total in rows]
        )

    every = [*known, *units]
    assert rank([*every, (terms, facts["total"])]) == rank(every)
    cells, pairs = tuple(terms), self.apart(facts)
    total = Sum(cells, tuple(terms.values()), facts["total"])
    part = RulePart(None, "rule", (total,), cells)
    left = self.left(part, {cell: masks[cell] for cell in cells}, pairs)
    assert lost
    assert all(not left[cell] >> (digit - 1) & 1 for cell, digit in lost)


def _chain(self, facts, masks, filled, lost):
    links = [(cell, *digits(mask), holds) for cell, mask, holds, *_ in facts["links"]]
    assert len(links) % 2 == 0
    assert [link[2] for link in links] == [place % 2 == 1 for place in range(len(links))]
    for (cell, digit, _), (other, second, _) in zip(links[1::2], links[2::2], strict=False):
        assert cell == other or self.clash_by(facts, cell, digit, other, second)
    for (cell, digit, _), (other, second, _) in zip(links[::2], links[1::2], strict=True):
        in_cell = cell == other and digits(masks[cell]) == sorted((digit, second))
        units = [unit for unit in self.board.units if sorted(places(unit.cells, masks, digit)) == sorted((cell, other))]
        assert in_cell or (digit == second and units)
    first, last = links[0], links[-1]
    assert lost
    for cell, digit in lost:
        for end in (first, last):
            assert (cell == end[0] and digit != end[1]) or self.clash_by(facts, end[0], end[1], cell, digit)


def _contradiction(self, facts, masks, filled, lost):
    """All candidates that are left, with the assumed one: the rules that the links name have no way to hold."""
    ((cell, digit),) = lost
    for one, mask, _holds, reason, number, _after in facts["links"]:
        if reason == Why.SEEN:
            assert all(self.clash_by(facts, number, gone, one, gone) for gone in digits(mask))
    in_units = (Why.UNIT, Why.LOCKED, Why.WAYS)
    units = {number for _c, _d, _h, reason, number, _a in facts["links"] if reason in in_units}
    parts = {number for _c, _d, _h, reason, number, _a in facts["links"] if reason == Why.PART} | {*facts["others"]}
    constraints = [House(self.board.units[unit].cells) for unit in units]
    constraints += [one for part in parts for one in self.board.parts[part].constraints]
    different = tuple(self.every & ~(1 << digit) for digit in range(self.size))
    cells = {cell, *(one for house in constraints if isinstance(house, House) for one in house.cells)}
    cells |= {one for part in parts for one in self.board.parts[part].cells}
    cells |= {one for one, *_ in facts["links"] if one >= 0}
    held = {frozenset(pair) for unit in units for pair in combinations(self.board.units[unit].cells, 2)}
    apart = (pair for pair in combinations(sorted(cells), 2) if self.sees(*pair) and frozenset(pair) not in held)
    constraints += [Relation(*pair, different) for pair in apart]
    known = [Mask(one, 1 << (digit - 1) if one == cell else masks[one]) for one in cells]
    others = [Mask(one, 1) for one in range(self.size**2) if one not in cells]
    rules = Rules(self.size).with_constraints(*constraints, *known, *others)
    assert not true_candidates_ruled([rules])[0].any()


def _all_rules(self, facts, masks, filled, lost):
    cell, _digit = facts["placed"]
    assert not filled[cell]


CHECKS = {
    "full-house": _full_house,
    "naked-single": _naked_single,
    "hidden-single": _hidden_single,
    **dict.fromkeys(("locked-candidates", "seen-by-all-places"), _locked),
    **dict.fromkeys(("naked-pair", "naked-triple", "naked-quadruple"), _naked),
    **dict.fromkeys(("hidden-pair", "hidden-triple", "hidden-quadruple"), _hidden),
    **dict.fromkeys(("x-wing", "swordfish", "jellyfish"), _fish),
    **dict.fromkeys(("rule", "rule in units", "ways-to-fill-a-rule"), _rule),
    **dict.fromkeys(("rules-together", "ways-to-fill-rules"), _together),
    "sum-parity": _parity,
    "needed digit": _needed,
    "rule-of-45": _unit_sum,
    **dict.fromkeys(("turbot-fish", "x-chain", "xy-wing", "xy-chain", "aic"), _chain),
    **dict.fromkeys(("contradiction-chain", "contradiction-net"), _contradiction),
    "ways-to-fill-a-unit": _ways_in_unit,
    "law-of-leftovers": _leftovers,
    "finned-fish": _finned,
    "all-rules": _all_rules,
}
