"""Hunt puzzles of few clues under rules: `python tests/benchmarks/few_clues.py SECONDS RULES...`.

Each of RULES, such as diagonal or diagonal,windoku, gets so many processor seconds. It begins with carved puzzles of
fewest clues. One after another of those with the fewest that are known loses a clue and gets another one, of any board,
in all ways that leave one solution; where a clue of the result can go, that is a puzzle of fewer. A certificate of the
best puzzle is checked by `engine/certificate_checker.py`, which shares no code with the solver.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from board_catalogue import engine
from board_catalogue.engine import Use, Variant, certificate_checker
from board_catalogue.engine.carving import vicinity
from board_catalogue.engine.certificates import certificate

BEGUN, MOST = 500, 5_000


def removed(puzzles: np.ndarray) -> np.ndarray:
    """Each puzzle without each of its clues in turn."""
    row, cell = np.nonzero(puzzles)
    fewer = puzzles[row]
    fewer[np.arange(len(row)), cell] = 0
    return fewer


def unique(puzzles: np.ndarray, rules: Variant) -> np.ndarray:
    return puzzles[engine.count_solutions(puzzles, rules) == 1] if len(puzzles) else puzzles


def hunted(rules: Variant, seconds: float) -> tuple[np.ndarray, int, list[str]]:
    """A puzzle of the fewest clues that was found, how many have them, and when the fewest fell."""
    random = np.random.default_rng(1)
    begin = time.process_time()
    carved = engine.carve(engine.generate(BEGUN, seed=1, rules=rules), seed=1, rules=rules)
    clues = np.count_nonzero(carved, axis=1)
    fewest, when = int(clues.min()), []
    waiting = list(carved[clues == fewest])
    known = {puzzle.tobytes() for puzzle in waiting}
    best = waiting[0]
    while waiting and time.process_time() - begin < seconds:
        puzzle = waiting.pop(int(random.integers(len(waiting))))
        near = np.concatenate([*vicinity(puzzle, remove=1, add=1, rules=rules)])
        near = near[[puzzle.tobytes() not in known for puzzle in near]]
        fewer = np.unique(unique(removed(near), rules), axis=0)
        if len(fewer):
            fewest, waiting, known = fewest - 1, [], set()
            best, near = fewer[0], fewer
            when.append(f"{fewest} after {time.process_time() - begin:.0f} s")
        known.update(puzzle.tobytes() for puzzle in near)
        waiting = [*waiting, *near][-MOST:]
    return best, len(known), when


def main() -> None:
    for names in sys.argv[2:]:
        rules = Variant.of(9, *map(Use, names.split(",")))
        puzzle, many, when = hunted(rules, float(sys.argv[1]))
        said = certificate_checker.check(certificate(puzzle, rules))
        line = "".join(map(str, puzzle)).replace("0", ".")
        fewest = np.count_nonzero(puzzle)
        print(f"{names}: {fewest} clues, {many:,} of them, {', '.join(when)}, certificate {said or 'holds'}: {line}")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
