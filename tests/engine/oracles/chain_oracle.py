"""Chains as their definitions say them, in plain Python: every candidate assumed, everything followed to the end.

A literal is (cell, digit, holds). A position and its board are as in rating_oracle. What is found is compared by
Sudoku Explainer's order: rating, number of literals, kind of argument; the first found of equals.
"""

from dataclasses import dataclass, field
from itertools import chain

import positions

STEPS = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512]


@dataclass
class Found:
    """A chain: its rank, and what it places or rules out."""

    rank: tuple
    eliminations: frozenset
    placement: tuple | None = None

    @property
    def rating(self) -> int:
        return int((self.rank[0] + 0.05) * 10)

    @property
    def links(self) -> int:
        return self.rank[1]


def rank(base, links, kind):
    """The easiest first, then the shortest, then by kind. The sums are Sudoku Explainer's, to the last bit."""
    added = 0.0
    for _ in range(sum(links - 2 > step for step in STEPS)):
        added += 0.1
    return base + added, links, kind


def first(chains):
    """The first of the best, or None."""
    return min(chains, key=lambda found: found.rank, default=None)


def settled(candidates, cell, digit, holds):
    """What follows for the candidates once a literal is known."""
    if holds:
        return frozenset((cell, other) for other in candidates[cell] - {digit}), (cell, digit)
    return frozenset([(cell, digit)]), None


def ruled_out(board, candidates, cell, digit, cells=True):
    """What an on rules out, in order: the rest of its cell, then of its digit's block, row and column."""
    within = [(cell, other) for other in sorted(candidates[cell]) if other != digit] if cells else []
    around = ((other, digit) for other in chain(*board.ordered[cell]) if other != cell and digit in candidates[other])
    return list(dict.fromkeys([*within, *around]))


def forced(board, candidates, cell, digit, cells=True, units=True):
    """What an off forces, in order, each with the cells and digits it is the last of: (cell, digit, group)."""
    result = {}
    if cells and len(candidates[cell]) == 2:
        (other,) = candidates[cell] - {digit}
        result[cell, other] = [(cell, each) for each in board.digits]
    for unit in board.ordered[cell] if units else []:
        places = [place for place in unit if digit in candidates[place]]
        if len(places) == 2:
            (other,) = [place for place in places if place != cell]
            result.setdefault((other, digit), [(place, digit) for place in unit])
    return [(*target, group) for target, group in result.items()]


# Cycles and forcing chains --------------------------------------------------------------------------------------------


def loops(board, candidates):
    """All cycles and forcing chains: along one digit, along cells of two candidates, along both."""
    for cells, units in ((False, True), (True, False), (True, True)):
        for cell in board.cells:
            choices = len(candidates[cell])
            if choices < 2 or (choices > 2 and not units):
                continue
            for digit in sorted(candidates[cell]):
                yield from cycles(board, candidates, (cell, digit), cells, units)
                if units:
                    for holds in (True, False):
                        if length := contradiction(board, candidates, (cell, digit), holds, cells):
                            which = rank(7.0 if cells else 6.6, length, 4 if cells else 2)
                            yield Found(which, *settled(candidates, cell, digit, not holds))


def cycles(board, candidates, source, cells, units):
    """The cycles met by a walk from the source that takes each on once and no off twice on one way."""
    base, kind = (7.0, 4) if cells and units else (6.5, 3 if cells else 2)
    ons, seen, length = [(source,)], {source}, 0
    while ons:
        length += 2
        offs = [
            (off, *way) for way in ons for off in ruled_out(board, candidates, *way[0], cells) if off not in way[1::2]
        ]
        ons = []
        for way in offs:
            for *on, _ in forced(board, candidates, *way[0], cells, units):
                on = tuple(on)
                if on == source and length >= 4 and (gone := cycle_eliminations(board, candidates, way)):
                    yield Found(rank(base, length, kind), gone)
                if on not in seen:
                    seen.add(on)
                    ons.append((on, *way))


def cycle_eliminations(board, candidates, way):
    """Of each digit, what sees both an on and an off of the cycle and is not in one of its cells."""
    on_cycle = {cell for cell, _ in way}
    seen = [
        {(other, digit) for cell, digit in part for other in chain(*board.ordered[cell]) if digit in candidates[other]}
        for part in (way[0::2], way[1::2])
    ]
    return frozenset((cell, digit) for cell, digit in seen[0] & seen[1] if cell not in on_cycle)


def contradiction(board, candidates, source, holds, cells):
    """The number of literals of the shortest chain from a candidate holding (or not) to the opposite; 0 for none."""
    front, length = {source}, 1
    reached = {True: set(), False: set()}
    while front:
        reached[holds] |= front
        length, holds, before = length + 1, not holds, holds
        step = (
            (lambda c: ruled_out(board, candidates, *c, cells))
            if before
            else (lambda c: [(a, b) for a, b, _ in forced(board, candidates, *c, cells)])
        )
        front = {target for candidate in front for target in step(candidate)}
        if source in front and length % 2 == 0:
            return length
        front -= reached[holds]
    return 0


# Multiple, dynamic and nishio chains ----------------------------------------------------------------------------------


@dataclass
class Run:
    """What follows from an assumption: every literal with those it stands on, in the order found."""

    parents: dict = field(default_factory=dict)
    clash: tuple | None = None  # (literal on, literal off) that cannot both be, with the reason of the newer one

    def of(self, holds):
        return [literal for literal in self.parents if literal[2] == holds]

    def length(self, literal, reason=None):
        """How many literals lead to one, itself counted with them."""
        ancestors, todo = {literal}, list(self.parents.get(literal, ()) if reason is None else reason)
        while todo:
            parent = todo.pop()
            if parent not in ancestors:
                ancestors.add(parent)
                todo += self.parents[parent]
        return len(ancestors)

    def clash_length(self):
        newer, reason, older = self.clash
        return self.length(newer, reason) + self.length(older)


def follow(board, candidates, assumption, dynamic, cells=True):
    """Everything that follows: ons before offs, each kind as found; it ends at a clash."""
    now = [set(digits) for digits in candidates]
    run = Run({assumption: ()})
    queue = {True: [], False: []}
    queue[assumption[2]].append(assumption)
    while queue[True] or queue[False]:
        cell, digit, holds = literal = queue[True].pop(0) if queue[True] else queue[False].pop(0)
        if holds:
            news = [((*target, False), [literal]) for target in ruled_out(board, now, cell, digit, cells)]
        else:
            news = []
            for *target, group in forced(board, now, cell, digit, cells):
                lost = [(a, b, False) for a, b in group if b in candidates[a] and b not in now[a]]
                news.append(((*target, True), [literal, *lost]))
            if dynamic:
                now[cell].discard(digit)
        for (a, b, new), reason in news:
            if (a, b, not new) in run.parents:
                run.clash = (a, b, new), reason, (a, b, not new)
                return run
            if (a, b, new) not in run.parents:
                run.parents[a, b, new] = reason
                queue[new].append((a, b, new))
    return run


def arguments(board, candidates, dynamic, cells=True, base=8.0):
    """All agreements of choices, and where dynamic all contradictions, in the order of search."""
    runs = {}

    def on(cell, digit):
        if (cell, digit) not in runs:
            runs[cell, digit] = follow(board, candidates, (cell, digit, True), dynamic, cells)
        return runs[cell, digit]

    def agreed(choices, kind):
        for holds in (True, False):
            for literal in choices[0].of(holds):
                if all(literal in run.parents for run in choices):
                    eliminations, placement = settled(candidates, *literal)
                    if eliminations:
                        links = sum(run.length(literal) for run in choices)
                        yield Found(rank(base, links, kind), eliminations, placement)

    for cell in board.cells:
        if len(candidates[cell]) < (2 if dynamic else 3):
            continue
        for digit in sorted(candidates[cell]):
            if dynamic:
                off = follow(board, candidates, (cell, digit, False), dynamic, cells)
                for run, holds in ((on(cell, digit), False), (off, True)):
                    if run.clash:
                        yield Found(rank(base, run.clash_length(), 7), *settled(candidates, cell, digit, holds))
                if cells and len(candidates[cell]) >= 3:
                    yield from agreed([on(cell, digit), off], 1)
            for unit in board.ordered[cell] if cells else []:
                places = [place for place in unit if digit in candidates[place]]
                if len(places) >= 2 and places[0] == cell:
                    yield from agreed([on(place, digit) for place in places], 6)
        if cells:
            yield from agreed([on(cell, digit) for digit in sorted(candidates[cell])], 5)


FAMILIES = {
    "chains": lambda position: first(loops(position.board, position.candidates)),
    "nishio": lambda position: first(arguments(position.board, position.candidates, True, cells=False, base=7.5)),
    "multiple-chains": lambda position: first(arguments(position.board, position.candidates, False)),
    "dynamic-chains": lambda position: first(arguments(position.board, position.candidates, True, base=8.5)),
}


def applies(family, position):
    """Whether a family applies; AssertionError unless its step is the first of a search through everything."""
    expected, step = FAMILIES[family](position), positions.find(family, position)
    assert (step is None) == (expected is None)
    if step:
        assert (step.rating, step.placement) == (expected.rating, expected.placement)
        assert set(step.eliminations) == expected.eliminations
    return step is not None
