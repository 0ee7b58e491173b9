"""Checks a step of a person by the plain definition of the rules: what it removes follows from the cells that it names.

Everything here is slow and plain: units are searched cell by cell, and a named rule is tried with every way to fill its
cells, where those that the step does not name may hold any digit.
"""

from functools import cache
from itertools import combinations, product

from board_catalogue.engine.people.program import BoardOfPeople
from board_catalogue.engine.people.sentences import Why
from board_catalogue.engine.people.techniques import MACHINES
from board_catalogue.engine.rules.model import House, Mask, Relation, Rules, holds
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
        self.fits = cache(self._fits)

    def sees(self, one, other):
        return frozenset((one, other)) in self.differ

    def clash(self, one, digit, other, second):
        """Whether two candidates cannot both hold, by what the rules say of their two cells."""
        return not self.fits(one, other)[digit - 1] >> (second - 1) & 1

    def _fits(self, one, other):
        """For each digit in a cell, the digits that another may hold beside it, by what the rules say of the two."""
        own = [1 << place for place in range(self.size)]
        if one == other:
            return own
        fits = [self.every & ~digit if self.sees(one, other) else self.every for digit in own]
        for each in self.relations:
            if (each.first, each.second) == (one, other):
                fits = [mask & allowed for mask, allowed in zip(fits, each.allowed, strict=True)]
            if (each.second, each.first) == (one, other):
                back = [sum(own[place] for place in range(self.size) if each.allowed[place] & digit) for digit in own]
                fits = [mask & allowed for mask, allowed in zip(fits, back, strict=True)]
        return fits

    def check(self, facts):
        machine = MACHINES[facts["machine"]].name
        masks, filled = facts["masks"], facts["filled"]
        lost = [(cell, digit) for cell, mask in facts["lost"] for digit in digits(mask)]
        assert all(masks[cell] >> (digit - 1) & 1 and not filled[cell] for cell, digit in lost)
        CHECKS[machine](self, facts, masks, filled, lost)

    def left(self, part, known):
        """The digits of a part's cells that some way to fill them has; cells that see each other are different."""
        count = 1
        for mask in known.values():
            count *= mask.bit_count()
        cells = sorted(known)
        seen = [pair for pair in combinations(cells, 2) if self.sees(*pair)]
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

    def can_hold(self, known, cell, digit):
        """Whether cells can be filled one by one, with a digit in one of them, by what rules say of two cells."""

        def fill(left):
            if not left:
                return True
            one = min(left, key=lambda each: left[each].bit_count())
            for each in digits(left[one]):
                beside = {other: mask & self.fits(one, other)[each - 1] for other, mask in left.items() if other != one}
                if all(beside.values()) and fill(beside):
                    return True
            return False

        return fill({**known, cell: 1 << (digit - 1)})

    def check_rule(self, part, known, lost):
        left = self.left(part, known)
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
    if len(facts["units"]) > 1:
        assert set(facts["cells"]) <= set(self.board.units[facts["units"][1]].cells)
    assert lost
    assert all(self.clash(place, digit, cell, gone) for cell, gone in lost for place in facts["cells"])


def _naked(self, facts, masks, filled, lost):
    cells = facts["cells"]
    together = {digit for cell in cells for digit in digits(masks[cell])}
    assert len(together) == len(cells)
    assert all(self.sees(*pair) for pair in combinations(cells, 2))
    for cell, digit in lost:
        assert digit in together
        assert all(self.sees(cell, other) for other in places(cells, masks, digit))


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


def _rule(self, facts, masks, filled, lost):
    part = self.board.parts[facts["part"]]
    known = {cell: masks[cell] if cell in facts["cells"] else self.every for cell in part.cells}
    self.check_rule(part, known, lost)


def _ways_in_unit(self, facts, masks, filled, lost):
    (unit,) = facts["units"]
    cells = self.board.units[unit].cells
    known = {cell: masks[cell] if cell in facts["cells"] else self.every for cell in cells}
    assert lost
    assert not any(self.can_hold(known, cell, digit) for cell, digit in lost)


def _needed(self, facts, masks, filled, lost):
    (digit,) = digits(facts["digits"])
    part, where = self.board.parts[facts["part"]], facts["minus"]
    assert sorted(places(part.cells, masks, digit)) == sorted(where)
    assert all(self.clash(place, digit, cell, gone) for cell, gone in lost for place in where)
    without = {
        cell: (masks[cell] if cell in facts["cells"] else self.every) & ~(1 << (digit - 1)) for cell in part.cells
    }
    assert not any(self.left(part, without).values())


def _unit_sum(self, facts, masks, filled, lost):
    terms = dict.fromkeys(range(self.size**2), 0)
    total = len(facts["units"]) * self.size * (self.size + 1) // 2
    for unit in facts["units"]:
        for cell in self.board.units[unit].cells:
            terms[cell] += 1
    assert max(terms.values()) == 1
    for number in facts["others"]:
        part = self.board.parts[number]
        assert part.rule == "cage"
        total -= int(part.name.split()[1])
        for cell in part.cells:
            terms[cell] -= 1
    for cell, times in terms.items():
        if times and filled[cell]:
            total -= times * masks[cell].bit_length()
    open_terms = {cell: times for cell, times in terms.items() if times and not filled[cell]}
    assert total == facts["total"]
    assert open_terms == {**dict.fromkeys(facts["cells"], 1), **dict.fromkeys(facts["minus"], -1)}
    cells = sorted(open_terms)
    left = dict.fromkeys(cells, 0)
    for way in product(*(digits(masks[cell]) for cell in cells)):
        held = dict(zip(cells, way, strict=True))
        if sum(open_terms[cell] * digit for cell, digit in held.items()) == total and all(
            held[a] != held[b] for a, b in combinations(cells, 2) if self.sees(a, b)
        ):
            for cell, digit in held.items():
                left[cell] |= 1 << (digit - 1)
    assert all(not left[cell] >> (digit - 1) & 1 for cell, digit in lost)


def _chain(self, facts, masks, filled, lost):
    links = [(cell, *digits(mask), holds) for cell, mask, holds, *_ in facts["links"]]
    assert len(links) % 2 == 0
    assert [link[2] for link in links] == [place % 2 == 1 for place in range(len(links))]
    for (cell, digit, _), (other, second, _) in zip(links[1::2], links[2::2], strict=False):
        assert self.clash(cell, digit, other, second)
    for (cell, digit, _), (other, second, _) in zip(links[::2], links[1::2], strict=True):
        in_cell = cell == other and digits(masks[cell]) == sorted((digit, second))
        units = [unit for unit in self.board.units if sorted(places(unit.cells, masks, digit)) == sorted((cell, other))]
        assert in_cell or (digit == second and units)
    first, last = links[0], links[-1]
    assert lost
    for cell, digit in lost:
        assert self.clash(first[0], first[1], cell, digit)
        assert self.clash(last[0], last[1], cell, digit)


def _contradiction(self, facts, masks, filled, lost):
    """All candidates that are left, with the assumed one: the rules that the links name have no way to hold."""
    ((cell, digit),) = lost
    in_units = (Why.UNIT, Why.LOCKED, Why.WAYS)
    units = {number for _c, _d, _h, reason, number, _a in facts["links"] if reason in in_units}
    parts = {number for _c, _d, _h, reason, number, _a in facts["links"] if reason == Why.PART}
    constraints = [House(self.board.units[unit].cells) for unit in units]
    constraints += [one for part in parts for one in self.board.parts[part].constraints]
    different = tuple(self.every & ~(1 << digit) for digit in range(self.size))
    cells = {cell, *(one for house in constraints if isinstance(house, House) for one in house.cells)}
    cells |= {one for part in parts for one in self.board.parts[part].cells}
    cells |= {one for one, *_ in facts["links"] if one >= 0}
    constraints += [Relation(*pair, different) for pair in combinations(sorted(cells), 2) if self.sees(*pair)]
    constraints += [one for one in self.relations if {one.first, one.second} <= cells]
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
    **dict.fromkeys(("rule", "rule in units"), _rule),
    "needed digit": _needed,
    "rule-of-45": _unit_sum,
    **dict.fromkeys(("turbot-fish", "x-chain", "xy-wing", "xy-chain", "aic"), _chain),
    **dict.fromkeys(("contradiction-chain", "contradiction-net"), _contradiction),
    "ways-to-fill-a-unit": _ways_in_unit,
    "all-rules": _all_rules,
}
