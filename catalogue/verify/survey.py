"""What a pass over all boards has found out, for the steps after it that look at the whole."""

from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from catalogue.verify.checks.proving import Proof
from catalogue.verify.checks.puzzles import Verdict
from catalogue.verify.rows import Row, value

_SMALL = 1024  # numbers of a gap that are looked for one by one


@dataclass(frozen=True)
class StoredBoard:
    """The row of a board that is in doubt."""

    seed: object
    position: object
    solution: object


@dataclass
class Survey:
    """All that is known of the boards, number by number."""

    boards: int = 0
    last: int = -1  # the greatest number
    greatest: int = -1  # and that of a board that is proven
    verdict: Verdict = field(default_factory=Verdict)
    attempts: Counter[int] = field(default_factory=Counter)
    doubtful: dict[int, StoredBoard] = field(default_factory=dict)
    doubtful_puzzles: list[Row] = field(default_factory=list)
    puzzles: int = 0  # rows that were read
    gaps: list[tuple[int, int]] = field(default_factory=list)  # numbers without a row: first and last
    different_files: list[int] = field(default_factory=list)
    numbers: dict[int, "array[int]"] = field(default_factory=lambda: defaultdict(lambda: array("q")))
    """The proven boards of each seed, and in `positions` their positions, in the order of the numbers."""
    positions: dict[int, "array[int]"] = field(default_factory=lambda: defaultdict(lambda: array("q")))

    def add(self, proof: Proof) -> None:
        """Take over a proof; proofs come in the order of the numbers."""
        stored = proof.stored
        self.boards += len(stored.numbers)
        for index, number in enumerate(stored.numbers):
            if number > self.last + 1:
                self.gaps.append((self.last + 1, number - 1))
            self.last = max(self.last, number)
            if number in proof.doubtful:
                row = StoredBoard(stored.seeds[index], stored.positions[index], stored.solutions[index])
                self.doubtful[number] = row
                self.doubtful_puzzles += stored.puzzles.get(number, ())
                self.doubtful_puzzles += (row for row in stored.further if value(row, "board_id") == number)
                continue
            self.greatest = max(self.greatest, number)
            if stored.seeds[index] is not None:
                self.numbers[stored.seeds[index]].append(number)
                self.positions[stored.seeds[index]].append(stored.positions[index])
        self.puzzles += sum(map(len, stored.puzzles.values())) + len(stored.further)
        self.verdict.add(proof.verdict)
        self.attempts.update(proof.attempts)
        self.different_files += proof.different_files

    @property
    def seeds(self) -> set[int]:
        """The seeds of the boards that are proven."""
        return {seed for seed, numbers in self.numbers.items() if numbers}

    def between(self, seed: int, number: int) -> tuple[int, int | None]:
        """Return the positions of a seed between which that of a number lies; None: there is no proven one above."""
        numbers, positions = self.numbers[seed], self.positions[seed]
        place = bisect_left(numbers, number)
        above = positions[place] if place < len(numbers) else None
        return (positions[place - 1] if place else -1), above

    def below(self, seed: int, number: int) -> int | None:
        """Return the greatest proven number of a seed below a number."""
        numbers = self.numbers[seed]
        place = bisect_left(numbers, number)
        return numbers[place - 1] if place else None

    def keep(self, seed: int, number: int, position: int) -> None:
        """Add a board that turned out to be true."""
        self.greatest = max(self.greatest, number)
        place = bisect_left(self.numbers[seed], number)
        self.numbers[seed].insert(place, number)
        self.positions[seed].insert(place, position)

    def small_gaps(self) -> Iterator[int]:
        """Numbers without a row, except those of very wide gaps."""
        for first, last in self.gaps:
            if last - first < _SMALL:
                yield from range(first, last + 1)
