"""A fill rated in full by 1 and 2 threads and by 1 and 2 workers, in turns; prints the best of each.

    python tests/benchmarks/scaling.py [BOARDS [TURNS]]      200,000 boards and 2 turns: some five minutes on two cores

Seconds are those of whole processes, with the start of the workers. Only a machine that does nothing else gives the
ratio.
"""

import shutil
import sys
import tempfile
from pathlib import Path

import fill
import pages

KINDS = {
    "1 thread": ("--threads", "1"),
    "2 threads": ("--threads", "2"),
    "local:1": ("--workers", "local:1"),
    "local:2": ("--workers", "local:2"),
}


def main(boards: str = "200000", turns: str = "2") -> None:
    """Measure and print."""
    best = dict.fromkeys(KINDS, float("inf"))
    with tempfile.TemporaryDirectory(dir="/dev/shm") as work:
        home = Path(work, "home")
        for _ in range(int(turns)):
            for name, words in KINDS.items():
                seconds, _ = fill.run(home, "fill", "--count", boards, "--seed", "1", "--rate", "full", *words)
                best[name] = min(best[name], seconds)
                shutil.rmtree(home)
    one = best["1 thread"]
    lines = [[name, pages.number(of), pages.number(int(boards) / of), f"{one / of:.2f}"] for name, of in best.items()]
    print(pages.table(["", "s", "boards/s", "times 1 thread"], lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
