"""Puzzles under rules: solved, counted, and the candidates that are part of some solution.

Rules go to the kernels as an array of numbers, their program; bad rules are refused there.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..boards import Boards, Whole, check_at_least_one, run
from ..native import MEASURED, core
from ..shape import NO_BLOCKS, Shape
from .coding import Numbers, answer, model_numbers
from .model import Rules
from .named.rule import Board
from .variant import Variant

MOST_CONSTRAINTS: int = core.most_constraints
"""Houses and constraints together; alternatives count."""


def program(rules: Rules | Board, cells: int = 0) -> Numbers:
    """Return the numbers: the size, how many cells and constraints, then each constraint as its kind and its parts.

    With more `cells` than the rules have, those at the end hold the digit 1. ValueError for rules that fit no board.
    """
    if isinstance(rules, Rules):
        return compiled(core.program_of, model_numbers(rules).tobytes(), cells)
    return compiled(core.program_of_board, rules.numbers.tobytes(), cells)


@lru_cache(maxsize=4096)
def compiled(compile_rules: Callable[[Numbers, int], tuple[str, bytes]], numbers: bytes, cells: int) -> Numbers:
    """Return the program that a kernel makes of the numbers of rules."""
    return answer(compile_rules(np.frombuffer(numbers, np.int32), cells))


AnyRules = Rules | Variant | Sequence[Rules | Variant]


class _Batch:
    """Puzzles with the numbers of their rules, as the kernels take them."""

    def __init__(self, rules: AnyRules, puzzles: ArrayLike | None) -> None:
        self.shared = isinstance(rules, Rules | Variant)
        each = [rules] if isinstance(rules, Rules | Variant) else list(rules)
        programs = [program(one) for one in each]
        # those that a person sees, without the cells that rules add for themselves
        sides = {(one.size, one.cells if isinstance(one, Rules) else one.frame.all_cells) for one in each}
        if len(sides) > 1:
            sizes = ", ".join(str(size) for size, _ in sorted(sides))
            raise ValueError(f"puzzles of sizes {sizes} in one call: one size at a time")
        size, self.cells = sides.pop() if sides else (9, 81)
        self.shape = Shape.of(size, NO_BLOCKS)
        width = max((int(numbers[1]) for numbers in programs), default=self.cells)  # with cells of the rules' own
        programs = [
            numbers if numbers[1] == width else program(one, width) for one, numbers in zip(each, programs, strict=True)
        ]
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


def can_hold(programs: Sequence[Numbers]) -> list[bool]:
    """Return whether each program, all of one size and as many cells, has a solution."""
    size, cells = programs[0][:2].tolist() if programs else (1, 1)
    boards, counts = np.zeros((len(programs), cells), np.uint8), np.zeros(len(programs), np.int32)
    starts = np.cumsum([0, *map(len, programs)])[:-1].astype(np.int64)
    numbers = Whole(np.concatenate(programs) if programs else np.empty(0, np.int32))
    found = np.zeros_like(boards), counts, np.zeros(len(counts), np.int64)
    run(core.solve_ruled, Shape.of(size, NO_BLOCKS), boards, numbers, starts, False, 1, 0, *found, threads=1)
    return [count > 0 for count in counts.tolist()]


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
