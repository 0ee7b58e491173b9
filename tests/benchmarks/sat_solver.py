"""Compares proofs that puzzles have one solution with those of a SAT solver.

    python tests/benchmarks/sat_solver.py FILE [NAME]

FILE has a puzzle in each line, with a character for each cell. NAME is a solver of PySAT (`pip install python-sat`),
`cadical153` by default. It gets the usual clauses: each cell has a digit, each unit has each digit, and no two of them;
the time to hand them over is not counted.
"""

import sys
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import numpy as np
from pysat.solvers import Solver

from board_catalogue import engine


def clauses_of(shape: engine.Shape) -> list[list[int]]:
    """Exactly one of each group: digits of a cell, places of a digit in a unit. Variables count from 1."""
    size = shape.size
    groups = [[cell * size + digit for digit in range(1, size + 1)] for cell in range(shape.cells)]
    groups += [[cell * size + digit for cell in unit] for unit in shape.units for digit in range(1, size + 1)]
    return groups + [[-a, -b] for group in groups for a, b in combinations(group, 2)]


def has_one_solution(solver: Solver) -> bool:
    if not solver.solve():
        return False
    solver.add_clause([-variable for variable in solver.get_model() if variable > 0])
    return not solver.solve()


def timed(prove: Callable[[], bool]) -> tuple[bool, float]:
    begin = time.process_time()
    return prove(), time.process_time() - begin


def main(file: Path, name: str) -> None:
    ratios = []
    for number, line in enumerate(file.read_text().split()):
        grid = engine.Grid.parse(line)
        puzzle = np.asarray(grid, np.uint8).ravel()
        shape = grid.board_shape
        with Solver(name=name, bootstrap_with=clauses_of(shape)) as solver:
            for cell in np.flatnonzero(puzzle).tolist():
                solver.add_clause([cell * shape.size + int(puzzle[cell])])
            one, seconds = timed(lambda solver=solver: has_one_solution(solver))
        answer, own = timed(lambda grid=grid: int(engine.count_solutions(grid)) == 1)
        assert answer == one
        ratios.append(seconds / own)
        print(f"{number}: engine {own:.2f} s, {name} {seconds:.2f} s, ratio {ratios[-1]:.2f}", flush=True)
    faster = sum(ratio > 1 for ratio in ratios)
    print(f"engine faster on {faster} of {len(ratios)}, geometric mean of ratios {np.exp(np.mean(np.log(ratios))):.2f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "cadical153")
