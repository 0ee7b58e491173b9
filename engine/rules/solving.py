"""Puzzles under rules: solved, counted, and the candidates that are part of some solution.

Rules go to the kernels as an array of numbers, their program; bad rules are refused there.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..boards import Boards, Whole, check_at_least_one, run
from ..native import MEASURED, core
from ..shape import NO_BLOCKS, Shape
from .frame import LONGEST, MOST_CELLS, name_of
from .model import (
    AnyOf,
    Automaton,
    CannotHold,
    Connected,
    Constraint,
    House,
    Kind,
    Mask,
    Pairs,
    Relation,
    Rules,
    Sum,
    cells_of,
)
from .variant import Variant

MOST_CONSTRAINTS = 4096
"""Houses and constraints together; alternatives count."""
MOST_ARCS = 1 << 16
WIDEST_SUM = 2047
"""The difference between the greatest and the least value of a sum."""

if {kind.name.lower(): kind.value for kind in Kind} != core.constraint_kinds:
    raise ImportError(f"the kernels' kinds of constraints are {core.constraint_kinds}, not those of Kind")


@lru_cache(maxsize=4096)
def program(rules: Rules, cells: int = 0) -> NDArray[np.int32]:
    """Return the numbers: the size, how many cells and constraints, then each constraint as its kind and its parts.

    With more `cells` than the rules have, those at the end hold the digit 1. ValueError for rules that fit no board.
    """
    if not (1 <= rules.size <= LONGEST and 1 <= rules.cells <= MOST_CELLS):
        raise ValueError(f"rules of size {rules.size}: there are 1 to {LONGEST} digits and at most {MOST_CELLS} cells")
    everything = (*rules.houses, *rules.constraints)
    if (many := _count(everything)) > MOST_CONSTRAINTS:
        raise ValueError(f"{many} constraints: {MOST_CONSTRAINTS} are the most")
    spare = range(rules.cells, cells)
    numbers = [rules.size, rules.cells + len(spare), len(everything) + len(spare)]
    for constraint in everything:
        numbers.extend(numbers_of(constraint, rules))
    for cell in spare:
        numbers += [Kind.MASK, cell, 1]
    array = np.array(numbers, np.int32)
    array.flags.writeable = False
    return array


def _count(constraints: Sequence[Constraint]) -> int:
    return sum(
        1 + sum(_count(some) for some in one.alternatives) if isinstance(one, AnyOf) else 1 for one in constraints
    )


def numbers_of(constraint: Constraint, rules: Rules) -> Iterator[int]:
    """Yield the numbers of a constraint: its kind and its parts. ValueError as from `program`."""
    if not isinstance(constraint, AnyOf):
        _check_cells(tuple(cells_of(constraint)), rules)
    every = (1 << rules.size) - 1
    match constraint:
        case House(cells):
            _check_different(cells, "a house", rules)
            if len(cells) > rules.size:
                raise CannotHold(f"a house of {len(cells)} cells cannot be all different with {rules.size} digits")
            yield from (Kind.HOUSE, len(cells), *cells)
        case Sum(cells, coefficients, total):
            _check_sum(constraint, rules)
            yield from (Kind.SUM, len(cells), *cells, *coefficients, total)
        case Relation(first, second, allowed):
            if first == second:
                raise ValueError(f"a relation of {name_of(first, rules.size)} with itself")
            if len(allowed) != rules.size:
                raise ValueError(f"a relation has {len(allowed)} sets of digits, not {rules.size}")
            yield from (Kind.RELATION, first, second, len(allowed), *(digits & every for digits in allowed))
        case Automaton(cells, arcs, accepting):
            yield from (Kind.AUTOMATON, len(cells), *cells)
            yield from _numbers_of_layers(len(cells), arcs, accepting, every)
        case Mask(cell, digits):
            yield from (Kind.MASK, cell, digits & every)
        case Connected(cells, columns, digits, count):
            yield from (Kind.CONNECTED, len(cells), *cells, columns, digits & every, count)
        case Pairs(cells, others, values):
            if len(cells) != len(others) or (values and len(cells) != rules.size * values):
                raise ValueError(f"pairs of {len(cells)} and {len(others)} cells, not of {rules.size * values}")
            yield from (Kind.PAIRS, 2 * len(cells), *cells, *others, values)
        case AnyOf(()):  # nothing holds: a cell without candidates says so
            yield from (Kind.MASK, 0, 0)
        case AnyOf(alternatives):
            possible = [some for one in alternatives if (some := _numbers_of_alternative(one, rules)) is not None]
            if not possible:
                raise CannotHold(f"none of {len(alternatives)} alternatives can hold")
            yield from (Kind.ANY_OF, len(possible), *chain.from_iterable(possible))


def _numbers_of_alternative(alternative: Sequence[Constraint], rules: Rules) -> list[int] | None:
    """The number of constraints, then each of them; None if one of them cannot hold."""
    try:
        return [len(alternative), *(number for one in alternative for number in numbers_of(one, rules))]
    except CannotHold:
        return None


@lru_cache(maxsize=256)  # many lines of a puzzle have the same automaton
def _numbers_of_layers(
    length: int, arcs: tuple[tuple[int, int, int], ...], accepting: tuple[int, ...], every: int
) -> tuple[int, ...]:
    """For each cell the number of arcs, then each arc: the state before it, its digits, the state after it.

    Only arcs that lie on a way from the start to the end; states are numbered from 0 in each layer.
    """
    by_state: dict[int, list[tuple[int, int]]] = {}
    for before, digits, after in arcs:
        by_state.setdefault(before, []).append((digits, after))
    reached = [{0}]
    for _ in range(length):
        reached.append({after for before in reached[-1] for digits, after in by_state.get(before, ()) if digits})
    alive = reached[-1] & set(accepting)
    backward: list[dict[tuple[int, int], int]] = []
    for states in reached[-2::-1]:
        layer: dict[tuple[int, int], int] = {}
        for before in states:
            for digits, after in by_state.get(before, ()):
                if after in alive:
                    layer[before, after] = layer.get((before, after), 0) | digits
        backward.append(layer)
        alive = {before for before, _ in layer}
    if sum(map(len, backward)) > MOST_ARCS:
        raise ValueError(f"an automaton of {sum(map(len, backward))} arcs along its line: {MOST_ARCS} are the most")
    numbers: list[int] = []
    number_of = {0: 0}
    for layer in reversed(backward):
        following: dict[int, int] = {}
        numbers.append(len(layer))
        for (before, after), digits in sorted(layer.items(), key=lambda arc: (number_of[arc[0][0]], arc[0][1])):
            numbers += (number_of[before], digits & every, following.setdefault(after, len(following)))
        number_of = following
    return tuple(numbers)


def _check_cells(cells: Sequence[int], rules: Rules) -> None:
    if not cells:
        raise ValueError("a constraint has no cells")
    if wrong := [cell for cell in cells if not 0 <= cell < rules.cells]:
        last = rules.cells - 1
        raise ValueError(f"cell {wrong[0]} is outside: the cells of size {rules.size} go from 0 to {last}")


def _check_different(cells: Sequence[int], what: str, rules: Rules) -> None:
    if twice := [cell for place, cell in enumerate(cells) if cell in cells[:place]]:
        raise ValueError(f"{what} has {name_of(twice[0], rules.size)} twice")


def _check_sum(constraint: Sum, rules: Rules) -> None:
    by, size = constraint.coefficients, rules.size
    if len(by) != len(constraint.cells):
        raise ValueError(f"a sum has {len(constraint.cells)} cells and {len(by)} coefficients")
    _check_different(constraint.cells, "a sum", rules)
    if sum(map(abs, by)) * (size - 1) > WIDEST_SUM:
        raise ValueError("the coefficients of a sum are too large")
    least, most = sum(min(n, n * size) for n in by), sum(max(n, n * size) for n in by)
    if not least <= constraint.total <= most:
        raise CannotHold(f"sum {constraint.total} is impossible: these cells add up to {least} to {most}")


AnyRules = Rules | Variant | Sequence[Rules | Variant]


class _Batch:
    """Puzzles with the numbers of their rules, as the kernels take them."""

    def __init__(self, rules: AnyRules, puzzles: ArrayLike | None) -> None:
        self.shared = isinstance(rules, Rules | Variant)
        each = [rules] if isinstance(rules, Rules | Variant) else list(rules)
        models = [one.rules if isinstance(one, Variant) else one for one in each]
        # those that a person sees, without the cells that rules add for themselves
        sides = {(one.size, one.cells if isinstance(one, Rules) else one.frame.all_cells) for one in each}
        if len(sides) > 1:
            sizes = ", ".join(str(size) for size, _ in sorted(sides))
            raise ValueError(f"puzzles of sizes {sizes} in one call: one size at a time")
        size, self.cells = sides.pop() if sides else (9, 81)
        self.shape = Shape.of(size, NO_BLOCKS)
        width = max((model.cells for model in models), default=self.cells)  # with cells of the rules' own
        programs = [program(model, width) for model in models]
        self.numbers = np.concatenate(programs) if programs else np.empty(0, np.int32)
        self.starts = np.cumsum([0, *map(len, programs)])[:-1].astype(np.int64)
        clues = self._clues(each, puzzles)
        self.clues: Boards = np.zeros((len(clues), width), np.uint8)
        self.clues[:, : clues.shape[1]] = clues

    def _clues(self, each: list[Rules | Variant], puzzles: ArrayLike | None) -> Boards:
        if puzzles is None:
            rows = [one.clues if isinstance(one, Variant) else np.zeros(self.cells, np.uint8) for one in each]
            return np.array(rows, np.uint8).reshape(len(rows), -1) if rows else np.zeros((0, self.cells), np.uint8)
        clues = np.atleast_2d(np.asarray(puzzles))
        widths = {self.cells, *(one.frame.cells for one in each if isinstance(one, Variant))}
        if clues.ndim != 2 or clues.shape[1] not in widths or clues.dtype.kind not in "ui":
            raise ValueError(f"puzzles of shape {clues.shape} under rules for {self.cells} cells")
        if not self.shared and len(clues) != len(each):
            raise ValueError(f"{len(clues)} puzzles and {len(each)} rules")
        if clues.size and not 0 <= clues.min() <= clues.max() <= self.shape.size:
            raise ValueError(f"digits go from 0 to {self.shape.size}")
        return np.ascontiguousarray(clues, np.uint8)

    def run(self, kernel: Callable[..., object], *given: object, threads: int) -> None:
        """Call a kernel with the shape, the clues, their rules, and what else it takes, as `engine.boards.run` does."""
        starts = Whole(self.starts) if self.shared else self.starts
        run(kernel, self.shape, self.clues, Whole(self.numbers), starts, self.shared, *given, threads=threads)


def solve_ruled(
    rules: AnyRules,
    puzzles: ArrayLike | None = None,
    *,
    limit: int = 2,
    threads: int = 1,
    most_guesses: int | None = None,
) -> tuple[Boards, NDArray[np.int32], NDArray[np.int64]]:
    """Return for each puzzle a solution, `uint8 (n, cells)`, the number of solutions up to `limit`, and the guesses.

    One set of rules holds for all puzzles, a sequence has a set for each; variants bring their own givens if no
    puzzles are passed. A puzzle without a solution is all zeros. With `most_guesses` a count that takes more is -1,
    except for houses and relations at 9x9 that all puzzles share: they have a faster search.
    ValueError for bad rules, puzzles that do not fit them, sizes that differ in one call, and a limit below 1.
    """
    most, give_up = check_at_least_one("limit", limit), most_guesses or 0
    batch = _Batch(rules, puzzles)
    solutions = np.zeros_like(batch.clues)
    counts, guesses = np.empty(len(solutions), np.int32), np.empty(len(solutions), np.int64)
    batch.run(core.solve_ruled, most, give_up, solutions, counts, guesses, threads=threads)
    return solutions[:, : batch.cells], counts, guesses


def solutions_ruled(variant: Variant) -> Iterator[Boards]:
    """Yield every solution of a puzzle, `uint8 (cells,)`, in ascending order. Errors as in `solve_ruled`."""
    solutions, counts, _guesses = solve_ruled(variant)
    waiting = [(variant.clues, solutions[0], int(counts[0]))]
    while waiting:
        clues, solution, count = waiting.pop()
        if count < 2:
            yield from [solution] * count
            continue
        cell = int(np.flatnonzero(clues == 0)[0])
        each = np.repeat(clues[None], variant.size, axis=0)
        each[:, cell] = range(1, variant.size + 1)
        found = zip(each, *solve_ruled(variant, each)[:2], strict=True)
        waiting += [(clues, solution, int(count)) for clues, solution, count in found][::-1]


def true_candidates_ruled(rules: AnyRules, puzzles: ArrayLike | None = None, *, threads: int = 1) -> NDArray[np.uint16]:
    """Return for each cell the digits of all solutions: `uint16 (n, cells)`, bit d - 1 for d. As in `solve_ruled`."""
    batch = _Batch(rules, puzzles)
    candidates = np.zeros(batch.clues.shape, np.uint16)
    batch.run(core.true_candidates, candidates, threads=threads)
    return candidates[:, : batch.cells]


MOST_NODES = 100_000
"""Positions after which the reference search under rules is cut short."""


def measure_ruled(
    rules: AnyRules, puzzles: ArrayLike | None = None, *, most_nodes: int | None = None, threads: int = 1
) -> NDArray[np.void]:
    """Count the reference search under rules, as `engine.measure` does; arguments as in `solve_ruled`."""
    most = check_at_least_one("most_nodes", MOST_NODES if most_nodes is None else most_nodes, 2**63 - 1)
    batch = _Batch(rules, puzzles)
    metrics = np.empty(len(batch.clues), MEASURED)
    batch.run(core.measure_ruled, most, metrics, threads=threads)
    return metrics
