"""Count the depths of trial and error of lists of puzzles: `python tests/benchmarks/trials.py [--every N] FILE...`.

A line each: the depth with how many puzzles have it, those without one solution apart, and the processor seconds. The
check is another way to depth 0: the reference search needs no guess exactly where singles solve a puzzle.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

import numpy as np

from board_catalogue import engine
from board_catalogue.engine.boards import from_lines
from board_catalogue.engine.solving import trial_depth

TOGETHER = 64


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("files", nargs="+", type=Path)
    options.add_argument("--every", type=int, default=1, help="look at every Nth puzzle")
    given = options.parse_args()
    for path in given.files:
        lines = [line[:81] for line in path.read_text().splitlines() if line[:1] in set(".0123456789")]
        some = from_lines([line.replace("0", ".") for line in lines[:: given.every]])
        sound = engine.count_solutions(some) == 1
        begin, found = time.process_time(), Counter[int]()
        for start in range(0, int(sound.sum()), TOGETHER):
            part = some[sound][start : start + TOGETHER]
            depths = trial_depth(part)
            assert ((depths == 0) == (engine.measure(part)["guesses"] == 0)).all()
            found.update(depths.tolist())
        seconds = time.process_time() - begin
        unsound = int(np.count_nonzero(~sound))
        print(f"{path.name}: {len(some):,} of {len(lines):,}, {unsound:,} without one solution, {seconds:.0f} s")
        print("  ", ", ".join(f"{depth}: {many:,}" for depth, many in sorted(found.items())), flush=True)


if __name__ == "__main__":
    main()
