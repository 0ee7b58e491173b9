"""How far proofs take a carved 25x25 puzzle down: python tests/benchmarks/prove_clues.py [SECONDS]

Each clue is tried once, in random order. It goes where SECONDS of the processor (6 by default) prove that the puzzle
has one solution without it.
"""

import signal
import sys
import time
from types import FrameType

import numpy as np

from board_catalogue import engine


def end_proof(number: int, frame: FrameType | None) -> None:
    raise TimeoutError


def main(seconds: float) -> None:
    board = engine.generate(1, size=25, seed=1)
    puzzle = engine.carve(board, seed=1)[0]
    signal.signal(signal.SIGPROF, end_proof)
    tried = dict.fromkeys(["removed", "necessary", "open"], 0)
    begin = time.process_time()
    for cell in np.random.default_rng(1).permutation(np.flatnonzero(puzzle)):
        without = puzzle.copy()
        without[cell] = 0
        try:
            signal.setitimer(signal.ITIMER_PROF, seconds)
            answer = "removed" if engine.count_solutions(without) == 1 else "necessary"
        except TimeoutError:
            answer = "open"
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        tried[answer] += 1
        if answer == "removed":
            puzzle = without
        taken = time.process_time() - begin
        counts = ", ".join(f"{count} {name}" for name, count in tried.items())
        print(f"{np.count_nonzero(puzzle)} clues after {taken:.1f} processor seconds: {counts}", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 6)
