"""How far proofs take a carved 25x25 puzzle down: python tests/benchmarks/prove_clues.py [SECONDS]

Each clue is tried once, in random order. It goes where SECONDS (6 by default) prove that the puzzle has one
solution without it.
"""

import sys
import time

import numpy as np

import engine


def main(seconds: float) -> None:
    board = engine.generate(1, size=25, seed=1)
    puzzle = engine.carve(board, seed=1)[0]
    tried = dict.fromkeys(["removed", "necessary", "open"], 0)
    begin = time.process_time()
    for cell in np.random.default_rng(1).permutation(np.flatnonzero(puzzle)):
        without = puzzle.copy()
        without[cell] = 0
        try:
            with engine.time_limit(seconds):
                answer = "removed" if engine.count_solutions(without) == 1 else "necessary"
        except TimeoutError:
            answer = "open"
        tried[answer] += 1
        if answer == "removed":
            puzzle = without
        taken = time.process_time() - begin
        counts = ", ".join(f"{count} {name}" for name, count in tried.items())
        print(f"{np.count_nonzero(puzzle)} clues after {taken:.1f} processor seconds: {counts}", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 6)
