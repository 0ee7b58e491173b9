"""Check a certificate that a puzzle has one solution: `python certificate_checker.py FILE`; it needs this file alone.

A certificate is JSON: `size` (how many digits), `cells` (how many), `blocks` (rows and columns of one, or null),
`constraints` (those of `engine.rules.model`, as name and parts), `givens` (a digit for each cell, 0 for none),
`solution`, `refutations`. Cells count from 0; bit d - 1 of a set of digits stands for digit d.

A refutation is a list of guesses `[cell, digit]` that single constraints contradict: so the last guess is excluded if
those before it hold. In the end each cell has one digit left.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from copy import copy
from functools import reduce
from itertools import combinations
from operator import or_
from pathlib import Path
from typing import Any


class ContradictionError(Exception):
    """No digits obey the constraints."""


def houses(size: int, high: int, wide: int) -> list[Any]:
    """Return the rows, columns and blocks of a plain puzzle as constraints."""
    units = defaultdict[Any, list[int]](list)
    for cell in range(size * size):
        row, column = divmod(cell, size)
        for unit in (("row", row), ("column", column), ("block", row // high, column // wide)):
            units[unit].append(cell)
    return [["house", unit] for unit in units.values()]


class State:
    """The digits that each cell may still have, in `left`."""

    def __init__(self, certificate: dict[str, Any]) -> None:
        """Begin with the givens."""
        size, blocks, self.size = certificate["size"], certificate["blocks"], certificate["size"]
        self.constraints = (houses(size, *blocks) if blocks else []) + certificate["constraints"]
        self.units = [set(parts[0]) for kind, *parts in self.constraints if kind == "house"]
        digits = certificate["givens"] + [0] * (certificate["cells"] - len(certificate["givens"]))
        self.left = [1 << (digit - 1) if digit else (1 << size) - 1 for digit in digits]

    def copy(self) -> "State":
        """Return one that changes alone."""
        twin = copy(self)
        twin.left = [*self.left]
        return twin

    def digits(self, cell: int) -> list[int]:
        """Return the digits that a cell may have."""
        return [digit for digit in range(1, self.size + 1) if self.left[cell] >> (digit - 1) & 1]

    def is_single(self, cell: int) -> bool:
        """Whether a cell has at most one digit left."""
        return not self.left[cell] & (self.left[cell] - 1)

    def keep(self, cell: int, digits: int) -> None:
        """Exclude all other digits. ContradictionError if none is left."""
        self.left[cell] &= digits
        if not self.left[cell]:
            raise ContradictionError

    def take(self, cell: int, digits: int) -> None:
        """Exclude all other digits, and narrow. ContradictionError as from `narrow`."""
        self.keep(cell, digits)
        self.narrow()

    def narrow(self, constraints: Sequence[Any] | None = None) -> None:
        """Exclude what single constraints exclude, until nothing changes. ContradictionError if no digit is left."""
        before: list[int] = []
        while before != self.left:
            before = self.left.copy()
            if 0 in before:
                raise ContradictionError
            for kind, *parts in self.constraints if constraints is None else constraints:
                _MEANINGS[kind](self, *parts)


def _house(state: State, cells: Sequence[int]) -> None:
    for cell in filter(state.is_single, cells):
        for other in cells:
            if state.left[other] & state.left[cell] and other != cell:
                state.keep(other, ~state.left[cell])
    if len(cells) == state.size:  # each digit has its place
        once = twice = 0
        for digits in map(state.left.__getitem__, cells):
            once, twice = once | digits, twice | once & digits
        for cell in cells:
            if state.left[cell] & ~twice or once.bit_count() < state.size:
                state.keep(cell, once & ~twice)


def _along(state: State, cells: Sequence[int], step: Callable[[int, int], Any], ends: Callable[[int], bool]) -> None:
    """Keep the digits with which steps lead from 0 to an end, along the cells."""
    layers = [{0}]
    for cell in cells:
        layers.append({after for before in layers[-1] for digit in state.digits(cell) for after in step(before, digit)})
    alive = {last for last in layers.pop() if ends(last)}
    for cell in reversed(cells):
        ways = [(b, d) for b in layers.pop() for d in state.digits(cell) if not alive.isdisjoint(step(b, d))]
        alive = {before for before, _ in ways}
        state.keep(cell, sum({1 << (digit - 1) for _, digit in ways}))


def _sum(state: State, cells: Sequence[int], coefficients: Sequence[int], total: int) -> None:
    if {*coefficients} == {1} and any(unit.issuperset(cells) for unit in state.units):  # all different: sets of digits
        _along(state, cells, lambda had, d: () if had >> (d - 1) & 1 else (had | 1 << (d - 1),),
               lambda had: sum(d + 1 for d in range(state.size) if had >> d & 1) == total)  # fmt: skip
        return
    each = [[n * digit for digit in state.digits(cell)] for cell, n in zip(cells, coefficients, strict=True)]
    least, most = sum(map(min, each)), sum(map(max, each))
    for cell, n, some in zip(cells, coefficients, each, strict=True):
        likely = range(total - most + max(some), total - least + min(some) + 1)
        state.keep(cell, sum(1 << (d - 1) for d in state.digits(cell) if n * d in likely))


def _relation(state: State, first: int, second: int, allowed: Sequence[int]) -> None:
    state.keep(first, sum(1 << (d - 1) for d in state.digits(first) if allowed[d - 1] & state.left[second]))
    state.keep(second, reduce(or_, (allowed[digit - 1] for digit in state.digits(first))))


def _automaton(state: State, cells: Sequence[int], arcs: Sequence[Any], accepting: Sequence[int]) -> None:
    table = defaultdict[int, list[tuple[int, int]]](list)
    for before, digits, after in arcs:
        table[before].append((digits, after))
    _along(state, cells, lambda before, d: [after for digits, after in table[before] if digits >> (d - 1) & 1],
           accepting.__contains__)  # fmt: skip


def _any_of(state: State, alternatives: Sequence[Any]) -> None:
    possible = []
    for some in alternatives:
        with suppress(ContradictionError):
            state.copy().narrow(some)
            possible.append(some)
    if len(possible) < 2:
        state.narrow(possible[0] if possible else [["mask", 0, 0]])


def _connected(state: State, cells: Sequence[int], columns: int, digits: int, count: int) -> None:
    must = {i for i, cell in enumerate(cells) if not state.left[cell] & ~digits}
    may = {i for i, cell in enumerate(cells) if state.left[cell] & digits}
    reached, fresh = set(), sorted(must)[:1]
    while fresh:
        reached.add(i := fresh.pop())
        beside = (i - columns, i + columns, *([i - 1] if i % columns else []), *([i + 1] if (i + 1) % columns else []))
        fresh += [j for j in beside if j in may and j not in reached]
    if must - reached or (count and not len(must) <= count <= len(may)):
        raise ContradictionError


def _pairs(state: State, cells: Sequence[int], others: Sequence[int], values: int) -> None:
    for other in others if values else ():
        state.keep(other, (1 << values) - 1)
    pairs = [pair for pair in zip(cells, others, strict=True) if all(map(state.is_single, pair))]
    if any(all(state.left[a] == state.left[b] for a, b in zip(*two, strict=True)) for two in combinations(pairs, 2)):
        raise ContradictionError


_OTHERS = (_house, _sum, _relation, _automaton, _any_of, _connected, _pairs)
_MEANINGS: dict[str, Callable[..., None]] = {"mask": State.keep} | {each.__name__[1:]: each for each in _OTHERS}


def check(certificate: dict[str, Any]) -> str | None:
    """Return the fault of a certificate, None if it proves that its solution is the only one."""
    states, path = [State(certificate)], list[Any]()
    try:
        states[0].narrow()
        for number, guesses in enumerate(certificate["refutations"], 1):
            if not guesses or guesses[: len(path)] != path:
                return f"refutation {number} does not follow the one before it"
            try:
                for cell, digit in guesses[len(path) :]:
                    path.append([cell, digit])
                    states.append(states[-1].copy())
                    states[-1].take(cell, 1 << (digit - 1))
                states[-1].narrow()
                return f"refutation {number} leads to no contradiction"
            except ContradictionError:
                states.pop()
                cell, digit = path.pop()
            with suppress(ContradictionError) if path else nullcontext():  # the next refutation meets it
                states[-1].take(cell, ~(1 << (digit - 1)))
    except ContradictionError:
        return "the puzzle has no solution"
    singles = [1 << (digit - 1) for digit in certificate["solution"]]
    return "more than the solution is left" if path or singles != states[0].left else None


if __name__ == "__main__":
    sys.excepthook = lambda _kind, error, _trace: print(f"no certificate: {error!r}", file=sys.stderr)
    given = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    sys.exit(check(given) or print(f"{given['puzzle']} has one solution: {len(given['refutations'])} refutations hold"))
