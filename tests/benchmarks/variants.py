"""Measures how fast puzzles under rules are made, boards included, and proven.

    python tests/benchmarks/variants.py [RULES:COUNT ...]

In processor time of one thread. Proofs are of the minimal puzzles made, beside those of plain 9x9 puzzles; puzzles with
marks or regions of their own are made only.
"""

import sys
import time
from collections.abc import Callable

from board_catalogue import engine
from board_catalogue.engine.boards import Boards
from board_catalogue.engine.rules.solving import solve_ruled

USUAL = (
    *("disjoint groups:3000", "diagonal:3000", "windoku:3000", "anti-king:3000", "anti-knight:1000", "argyle:400"),
    *("non-consecutive:300", "jigsaw:200", "killer:200", "thermo:300", "arrow:300", "whispers:200", "xv:150"),
    *("renban:150", "kropki:60", "thermo,kropki:60"),
)


def per_second(count: int, work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return count / (time.process_time() - begin)


def proven(book: engine.Rulebook, puzzles: Boards) -> float:
    return per_second(len(puzzles), lambda: solve_ruled(book.board, puzzles, limit=2))


def main() -> None:
    plain = engine.carve(engine.generate(20000, seed=1), seed=1)
    print("| rules | made | proven | of plain proofs |\n| --- | ---: | ---: | ---: |")
    for each in sys.argv[1:] or USUAL:
        name, _, number = each.partition(":")
        count = int(number or 100)
        book = engine.Rulebook.read(name)
        made = []

        def make(book: engine.Rulebook = book, made: list[Boards] = made, count: int = count) -> None:
            boards, _ = book.boards(count, seed=1)
            made.append(book.carve(boards, seed=1, positions=range(count))[0])

        rate = per_second(count, make)
        if book.has_own:
            print(f"| {name} | {rate:,.0f} | | |", flush=True)
            continue
        proofs = proven(book, made[0])
        beside = per_second(len(plain), lambda: engine.count_solutions(plain))
        print(f"| {name} | {rate:,.0f} | {proofs:,.0f} | {proofs / beside:.2g} |", flush=True)


if __name__ == "__main__":
    main()
