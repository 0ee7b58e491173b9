"""Count all minimal puzzles of small boards: `python tests/benchmarks/minimal.py [SIZE [RULES [CLUES]]]`.

Each class of boards is enumerated once. Its minimal puzzles count as often as it has boards; up to symmetry they are
counted by Burnside's lemma over the symmetries of the board. Checks, of which a failure ends with status 1: the boards
of the classes are all boards; puzzles drawn at random from a list have one solution and are minimal, and sets drawn at
random that are minimal puzzles by the solver are in it; the classes of the fewest clues are counted by canonical form;
with CLUES, the solver looks at all sets of up to so many cells of the board with fewest symmetries. RULES may be "".
`engine/results.md` has what it found.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from itertools import combinations, islice
from math import factorial

import numpy as np

from board_catalogue import engine
from board_catalogue.engine import Use, Variant
from board_catalogue.engine.minimal_puzzles import minimal_puzzles

DRAWN, TOGETHER = 2_000, 1 << 17


def classes(rules: Variant) -> tuple[np.ndarray, np.ndarray, int]:
    """The least board of each class, the symmetries, and how many renamings there are; all classes are found."""
    symmetries = engine.symmetries_of(rules)
    assert symmetries.digits is None
    found: dict[bytes, np.ndarray] = {}
    how = {"rules": rules} if rules.uses else {}
    for seed in range(10):
        boards = engine.generate(2_000, seed=seed, **(how or {"size": rules.size}))
        for least in np.unique(engine.canonical(boards, symmetry="full", **how), axis=0):
            found[least.tobytes()] = least
    return np.array(list(found.values())), symmetries.cells, factorial(rules.size)


def same_up_to_names(board: np.ndarray, image: np.ndarray) -> bool:
    return len(set(zip(board.tolist(), image.tolist(), strict=True))) == board.max()


def as_puzzles(clues: np.ndarray, board: np.ndarray) -> np.ndarray:
    return (clues[:, None] >> np.arange(len(board), dtype=np.uint64) & np.uint64(1)).astype(np.uint8) * board


def is_minimal(puzzles: np.ndarray, rules: Variant) -> np.ndarray:
    """By the solver: one solution, and several without any one clue."""
    sound = engine.count_solutions(puzzles, rules) == 1
    for cell in range(puzzles.shape[1]):
        fewer = puzzles.copy()
        fewer[:, cell] = 0
        there = sound & (puzzles[:, cell] > 0)
        sound[there] = engine.count_solutions(fewer[there], rules) == 2
    return sound


def checked(clues: np.ndarray, board: np.ndarray, rules: Variant, random: np.random.Generator) -> bool:
    """Puzzles of the list are minimal by the solver; carved ones, and subsets of random sets, are in the list."""
    mine = as_puzzles(random.choice(clues, min(DRAWN, len(clues)), replace=False), board)
    carved = engine.carve(np.repeat(board[None], 200, axis=0), seed=int(random.integers(1 << 30)), rules=rules)
    masks = ((carved > 0) * (np.uint64(1) << np.arange(len(board), dtype=np.uint64))).sum(axis=1, dtype=np.uint64)
    return bool(is_minimal(mine, rules).all() and np.isin(masks, clues).all())


def by_solver(board: np.ndarray, rules: Variant, most: int) -> Counter[int]:
    """How many sets of each number of cells, up to `most`, are minimal puzzles: the solver looks at every set."""
    found = Counter[int]()
    for number in range(1, most + 1):
        sets = combinations(range(len(board)), number)
        while len(some := np.array(list(islice(sets, TOGETHER)))):
            puzzles = np.zeros((len(some), len(board)), np.uint8)
            np.put_along_axis(puzzles, some, board[some], axis=1)
            puzzles = puzzles[engine.count_solutions(puzzles, rules if rules.uses else None) == 1]
            found[number] += int(is_minimal(puzzles, rules).sum())
    return +found


def main(size: int, names: str, most: int) -> int:
    begin = time.process_time()
    rules = Variant.of(size, *map(Use, names.split(",") if names else ()))
    boards, images, renamings = classes(rules)
    random = np.random.default_rng(1)
    total, distinct, every, faults = Counter[int](), Counter[int](), 0, 0
    fewest: list[np.ndarray] = []
    fewest_symmetries, generic, counts = sys.maxsize, boards[0], Counter[int]()
    for board in boards:
        clues = minimal_puzzles(board, rules)
        own = [image for image in images if same_up_to_names(board, board[image])]
        of_class = len(images) * renamings // len(own)
        every += of_class
        numbers = np.bitwise_count(clues)
        for clue_count, many in zip(*np.unique(numbers, return_counts=True), strict=True):
            total[int(clue_count)] += int(many) * of_class
        fixed = Counter[int]()
        for image in own:  # each maps puzzles of the board to puzzles of it
            moved = np.zeros_like(clues)
            for cell, source in enumerate(image):
                moved |= (clues >> np.uint64(source) & np.uint64(1)) << np.uint64(cell)
            for clue_count, many in zip(*np.unique(numbers[moved == clues], return_counts=True), strict=True):
                fixed[int(clue_count)] += int(many)
        for clue_count, many in fixed.items():
            assert many % len(own) == 0
            distinct[clue_count] += many // len(own)
        faults += not checked(clues, board, rules, random)
        if len(own) < fewest_symmetries:
            fewest_symmetries, generic, counts = len(own), board, Counter(numbers.tolist())
        fewest.append(as_puzzles(clues[numbers <= 8], board))
        print(
            f"{len(own):4} symmetries, {of_class:9,} boards, {len(clues):9,} minimal puzzles",
            file=sys.stderr,
            flush=True,
        )
    few = np.concatenate(fewest)
    if not names and len(few):
        least = min(np.count_nonzero(few, axis=1))
        few = few[np.count_nonzero(few, axis=1) == least]
        keys = len(np.unique(engine.puzzle_keys(few, symmetry="full"), axis=0))
        print(f"fewest, {least}: {keys:,} classes by canonical form, {distinct[least]:,} by Burnside's lemma")
        faults += keys != distinct[least]
    if most:
        again = by_solver(generic, rules, most)
        print(f"by the solver, one board with {fewest_symmetries} symmetries: {dict(sorted(again.items()))}")
        faults += again != Counter({number: counts[number] for number in range(most + 1) if counts[number]})
    known = (
        engine.generation.count_boards(size) if not names else len(list(engine.rules.solving.solutions_ruled(rules)))
    )
    print(f"{every:,} boards in {len(boards)} classes; there are {known:,}; {faults} faults")
    print("| clues | minimal puzzles | up to symmetry |\n| ---: | ---: | ---: |")
    for clue_count in sorted(total):
        print(f"| {clue_count} | {total[clue_count]:,} | {distinct[clue_count]:,} |")
    print(f"| all | {total.total():,} | {distinct.total():,} |\n\n{time.process_time() - begin:.0f} s")
    return int(bool(faults) or every != known)


if __name__ == "__main__":
    sys.exit(main(int("".join(sys.argv[1:2]) or 6), "".join(sys.argv[2:3]), int("".join(sys.argv[3:4]) or 0)))
