"""Measures how many puzzles under rules named techniques solve, and how long a score takes.

    python tests/benchmarks/people.py [RULES:COUNT ...]

The puzzles are those that `catalogue fill --rules RULES --seed 11` makes at default settings, 100 unless COUNT says how
many: minimal, 9x9. "Logical" is the share that named techniques alone solve. Each puzzle is scored in a call of
its own; milliseconds are processor time of one thread, the proof that it has one solution included.
"""

import statistics
import sys
import time

from board_catalogue import engine
from board_catalogue.engine.rules.variant import Variant

USUAL = (
    *("killer", "thermo", "arrow", "kropki", "whispers", "renban"),
    *("xv", "diagonal", "windoku", "anti-knight"),
)
SEED = 11


def made(rules: str, count: int) -> list[Variant]:
    book = engine.Rulebook.read(rules)
    boards, _ = book.boards(count, seed=SEED, start=0)
    clues, own = book.carve(boards, seed=SEED, positions=range(count))
    return [book.variant(own and own[place], clues[place].tolist()) for place in range(count)]


def scored(variant: Variant) -> tuple[bool, float]:
    """Return whether named techniques alone solve a puzzle, and the milliseconds of its score."""
    begin = time.process_time()
    found = engine.score([variant])[0]
    return bool(found["logical"]), (time.process_time() - begin) * 1000


def main() -> None:
    print("| rules | puzzles | logical | mean ms | median ms | most ms |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    for each in sys.argv[1:] or USUAL:
        rules, _, number = each.partition(":")
        variants = made(rules, int(number or 100))
        logical, times = zip(*map(scored, variants), strict=True)
        share, middle = sum(logical) / len(variants), statistics.median(times)
        row = f"{share:.0%} | {statistics.mean(times):.1f} | {middle:.1f} | {max(times):.0f}"
        print(f"| {rules} | {len(variants)} | {row} |", flush=True)


if __name__ == "__main__":
    main()
