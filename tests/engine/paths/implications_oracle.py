"""What follows from a candidate by strong and weak links in turn, in slow plain Python: all that chains can conclude.

A node is some cells and a digit: one candidate, or the places where a line crosses a block. It holds if one of its
cells has the digit. Positions and results are as in scoring_oracle.
"""

from collections import deque
from itertools import combinations

from rating_oracle import NINE, places
from scoring_oracle import holding, seen_by_all


class Links:
    """The nodes of a position with what each implies: if it does not hold, `strong` do; if it does, `weak` do not."""

    def __init__(self, position, with_groups):
        self.position = position
        self.candidates = [(frozenset([cell]), digit) for cell in range(81) for digit in position.candidates[cell]]
        self.nodes = self.candidates + (self.groups() if with_groups else [])
        self.weak = {node: self.weak_links(node) for node in self.nodes}
        self.strong = {node: self.strong_links(node) for node in self.nodes}

    def groups(self):
        found = []
        for line in NINE.rows + NINE.columns:
            for block in NINE.blocks:
                cells = set(line) & set(block)
                for digit in self.position.digits:
                    some = frozenset(places(self.position, cells, digit))
                    if len(some) > 1:
                        found.append((some, digit))
        return found

    def weak_links(self, node):
        cells, digit = node
        seen = seen_by_all(cells)
        found = [other for other in self.nodes if other[1] == digit and other[0] <= seen]
        if len(cells) == 1:
            found += [other for other in self.candidates if other[0] == cells and other[1] != digit]
        return found

    def strong_links(self, node):
        cells, digit = node
        found = []
        for unit in NINE.units:
            if cells <= set(unit):
                rest = frozenset(places(self.position, unit, digit)) - cells
                found += [(rest, digit)] if (rest, digit) in self.weak else []
        (first, *_) = cells
        if len(cells) == 1 and len(self.position.candidates[first]) == 2:
            found += [(cells, other) for other in self.position.candidates[first] - {digit}]
        return found

    def after(self, node, holds):
        """Everything that follows: nodes, each with whether it holds."""
        known, queue = {(node, holds)}, deque([(node, holds)])
        while queue:
            at, is_on = queue.popleft()
            for other in self.weak[at] if is_on else self.strong[at]:
                if (other, not is_on) not in known:
                    known.add((other, not is_on))
                    queue.append((other, not is_on))
        return known


def by_loops(position, with_groups):
    """Candidates that imply their own opposite: those that go, and those that are placed."""
    links = Links(position, with_groups)
    gone = {
        (*cells, digit)
        for cells, digit in links.candidates
        if ((cells, digit), False) in links.after((cells, digit), True)
    }
    placed = {
        (*cells, digit)
        for cells, digit in links.candidates
        if ((cells, digit), True) in links.after((cells, digit), False)
    }
    return gone, placed


def by_forcing(position):
    """Candidates whose consequences contradict each other, or that every choice somewhere rules out."""
    links = Links(position, True)
    after = {(node, holds): links.after(node, holds) for node in links.candidates for holds in (True, False)}
    gone, placed = set(), set()
    for (cells, digit), holds in after:
        if contradictory(links, after[(cells, digit), holds]):
            (gone if holds else placed).add((*cells, digit))
    choices = [
        [((frozenset([c]), d), True) for d in position.candidates[c]] for c in range(81) if position.candidates[c]
    ]
    for unit in NINE.units:
        for digit in position.digits:
            some = places(position, unit, digit)
            choices += [[((frozenset([cell]), digit), True) for cell in some]] if some else []
    choices += [[(node, True), (node, False)] for node in links.candidates]
    for choice in choices:
        for (cells, digit), holds in set.intersection(*(after[each] for each in choice)):
            if len(cells) == 1:
                (placed if holds else gone).add((*cells, digit))
    return gone, placed


def contradictory(links, known):
    position = links.position
    on = [node for node, holds in known if holds and len(node[0]) == 1]
    off = {(*cells, digit) for (cells, digit), holds in known if not holds and len(cells) == 1}
    if any((*cells, digit) in off for cells, digit in on):
        return True
    if any(a[0] == b[0] or (a[1] == b[1] and b[0] <= seen_by_all(a[0])) for a, b in combinations(on, 2)):
        return True
    if any(digits and all((cell, digit) in off for digit in digits) for cell, digits in enumerate(position.candidates)):
        return True
    return any(
        some and all((cell, digit) in off for cell in some)
        for unit in NINE.units
        for digit in position.digits
        for some in [places(position, unit, digit)]
    )


def by_x_chains(position):
    """What sees both ends of a chain of one digit, one of which has it; or one end that implies itself."""
    found = set()
    links = Links(position, False)
    for digit in position.digits:
        for cells, of in links.candidates:
            if of == digit:
                ends = one_digit(links, (cells, digit))
                found |= {spot for end in ends for spot in holding(position, digit, seen_by_all(cells | end))}
    return found


def one_digit(links, start):
    """The cells of the nodes that hold if the start does not, by links of its digit alone."""
    known, queue = set(), deque([(start, False)])
    while queue:
        at, is_on = queue.popleft()
        for other in links.weak[at] if is_on else links.strong[at]:
            if other[1] == start[1] and (other, not is_on) not in known:
                known.add((other, not is_on))
                queue.append((other, not is_on))
    return {cells for (cells, _), holds in known if holds}


def by_remote_pairs(position):
    """Cells with the same two candidates, linked in a chain, take them in turn: what sees both kinds loses both."""
    found = set()
    twos = [cell for cell in range(81) if len(position.candidates[cell]) == 2]
    for start in twos:
        colors, queue = {start: 0}, [start]
        for cell in queue:  # grows on the way
            for other in twos:
                is_next = other in NINE.seen[cell] and position.candidates[other] == position.candidates[start]
                if is_next and other not in colors:
                    colors[other] = 1 - colors[cell]
                    queue.append(other)
        for a, b in combinations(colors, 2):
            if colors[a] != colors[b]:
                for digit in position.candidates[start]:
                    found |= holding(position, digit, seen_by_all([a, b]))
    return found
