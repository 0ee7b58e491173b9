"""Prove the boards: they are legal, those of their seeds, claimed by their keys, and in their files.

Batches of them are read in the order of their numbers, proven side by side, and surveyed in order.
"""

import os
from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from catalogue import pipeline
from catalogue._files import differing_files
from catalogue.files import board_name, board_texts
from catalogue.formats.cells import from_lines
from catalogue.game import Game
from catalogue.pipeline import Run
from catalogue.settings import Settings
from catalogue.verify.faults import UNKNOWN, wrong
from catalogue.verify.ground import Ground, made
from catalogue.verify.puzzles import Verdict, judge
from catalogue.verify.snapshot import COLUMNS, PLACE, Case, Row, Snapshot, value
from engine.rating import TECHNIQUES

LARGEST = 2**63 - 1


@dataclass(frozen=True)
class Stored:
    """Rows of consecutive boards, column by column, and the rows that belong to them."""

    numbers: Sequence[int]
    seeds: Sequence[Any]
    positions: Sequence[Any]
    solutions: Sequence[Any]
    puzzles: Mapping[int, Sequence[Row]]
    """First puzzles by the number of their board."""
    further: Sequence[Row]
    uses: Mapping[int, Mapping[int, int]]
    """Techniques and how often, by the id of the puzzle."""


@dataclass
class Proof:
    """What comes of a batch. Boards are `doubtful` where row, seed, claim and puzzle do not agree."""

    stored: Stored
    boards: NDArray[np.uint8]
    doubtful: set[int] = field(default_factory=set)
    different_files: list[int] = field(default_factory=list)
    attempts: Counter[int] = field(default_factory=Counter)  # at the boards of each seed that are not doubtful
    verdict: Verdict = field(default_factory=Verdict)


def prove(ground: Ground, snapshot: Snapshot, stored: Stored) -> Proof:
    """Prove the boards of a batch, and judge the puzzles of those that are not doubtful."""
    boards, legal = parsed(stored.solutions, ground.game)
    proof = Proof(stored, boards)
    which = np.flatnonzero(legal).tolist()
    proof.different_files = differing(ground, [stored.numbers[index] for index in which], boards[which])
    if not ground.recompute:
        return proof
    sure = legal & _claimed(ground, snapshot, stored.numbers, boards, legal) & _has_puzzle(stored, boards)
    makers = _by_seed(stored, np.flatnonzero(sure).tolist(), not ground.numbered_alike)
    sure[:] = False
    for seed, indices in makers.items():
        if seed is None:
            sure[indices] = True
            proof.verdict.add(judge(ground, [case_of(stored, index) for index in indices], boards[indices]))
            continue
        positions = [stored.positions[index] for index in indices]
        again = made(ground.settings, seed, positions)
        same = (again.boards == boards[indices]).all(axis=1)
        mine = np.flatnonzero(same)
        chosen = [indices[place] for place in mine.tolist()]
        sure[indices] = same
        proof.attempts[seed] += int(again.attempts[mine].sum())
        cases = [case_of(stored, index) for index in chosen]
        puzzles = None if again.puzzles is None else again.puzzles[mine]
        weights = None if again.weights is None else again.weights[mine]
        proof.verdict.add(judge(ground, cases, boards[chosen], puzzles, weights))
    proof.verdict.add(_judge_further(ground, stored, boards, sure))
    proof.doubtful = {stored.numbers[index] for index in np.flatnonzero(~sure).tolist()}
    return proof


def _judge_further(ground: Ground, stored: Stored, boards: NDArray[np.uint8], sure: NDArray[np.bool_]) -> Verdict:
    """Judge the further puzzles of boards that are not doubtful, each by its own image of the board."""
    at = {number: index for index, number in enumerate(stored.numbers)}
    rows = [row for row in stored.further if value(row, "board_id") in at and sure[at[value(row, "board_id")]]]
    if not rows:
        return Verdict()
    indices = [at[value(row, "board_id")] for row in rows]
    solutions = [value(row, "solution") for row in rows]
    own, legal = parsed(solutions, ground.game)
    none = np.asarray([solution is None for solution in solutions], np.bool_)
    own[none] = boards[indices][none]
    whose = np.flatnonzero(legal | none)
    keys = keys_of(own[whose], ground.settings), keys_of(boards[indices], ground.settings)
    same = {place for place, key in zip(whose.tolist(), keys[0], strict=True) if key == keys[1][place]}
    verdict = Verdict()
    for place, row in enumerate(rows):
        if place not in same:
            verdict.faults.append(wrong("puzzles", {"id": value(row, "id")}, "solution", solutions[place], UNKNOWN))
    fine = sorted(same)
    cases = [
        Case(stored.numbers[indices[place]], None, None, rows[place], stored.uses.get(rows[place][0], {}))
        for place in fine
    ]
    verdict.add(judge(ground, cases, own[fine]))
    return verdict


def parsed(solutions: Sequence[Any], game: Game) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Read boards as they are stored, and say which of them are full and legal."""
    cells = game.shape.cells
    good = [isinstance(text, str) and len(text) == cells and text.isascii() for text in solutions]
    lines = [text if fine else "." * cells for text, fine in zip(solutions, good, strict=True)]
    boards = from_lines(lines) if lines else np.empty((0, cells), np.uint8)
    boards[boards > game.shape.size] = 0
    legal = np.asarray((boards > 0).all(axis=1), np.bool_)
    chosen = np.flatnonzero(legal)
    legal[chosen] = game.are_legal(boards[chosen])
    return boards, legal


def keys_of(boards: NDArray[np.uint8], settings: Settings) -> list[bytes]:
    """Return the keys of legal boards."""
    return [key.tobytes() for key in settings.game.keys(boards, settings.symmetry)]


def differing(ground: Ground, numbers: Sequence[int], boards: NDArray[np.uint8]) -> list[int]:
    """Return the numbers of the boards whose files hold something else, or are missing.

    None is missing in a catalogue that keeps no files; those that were exported into it are compared all the same.
    """
    if not numbers or ground.board_files is None:
        return []
    path = ground.board_files.folder
    names = [board_name(number) for number in numbers]
    try:
        folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return list(numbers) if ground.settings.files else []
    try:
        found = differing_files(folder, names, board_texts(boards))
    finally:
        os.close(folder)
    return [numbers[index] for index in found if ground.settings.files or os.path.lexists(path / names[index])]


def case_of(stored: Stored, index: int) -> Case:
    """What is stored of a board's puzzle."""
    number = stored.numbers[index]
    (row,) = stored.puzzles[number]
    return Case(number, stored.seeds[index], stored.positions[index], row, stored.uses.get(row[PLACE["id"]], {}))


def is_place(seed: object, position: object) -> bool:
    """Whether a seed and a position are such as boards have."""
    return all(isinstance(value, int) and 0 <= value < LARGEST for value in (seed, position))


def _claimed(
    ground: Ground, snapshot: Snapshot, numbers: Sequence[int], boards: NDArray[np.uint8], legal: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which boards are claimed by their keys, `bool (n,)`."""
    which = np.flatnonzero(legal).tolist()
    keys = keys_of(boards[which], ground.settings)
    claims = dict(snapshot.looked_up("SELECT key, board_id FROM claims WHERE key IN", keys))
    claimed = np.zeros(len(numbers), np.bool_)
    claimed[which] = [claims.get(key) == numbers[index] for index, key in zip(which, keys, strict=True)]
    return claimed


def _has_puzzle(stored: Stored, boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which boards have one first puzzle, whose clues are cells of the board: `bool (n,)`."""
    rows = [stored.puzzles.get(number, ()) for number in stored.numbers]
    width = boards.shape[1]
    texts = [found[0][PLACE["givens"]] if len(found) == 1 else None for found in rows]
    good = [isinstance(text, str) and len(text) == width and text.isascii() for text in texts]
    lines = [text if fine else "." * width for text, fine in zip(texts, good, strict=True)]
    clues = from_lines([str(line) for line in lines]) if lines else boards
    fits: NDArray[np.bool_] = np.asarray(good, np.bool_) & ((clues == 0) | (clues == boards)).all(axis=1)
    return fits


def _by_seed(stored: Stored, indices: Iterable[int], imported: bool) -> dict[int | None, list[int]]:
    """Boards by their seeds; None for those that came without one. Those with no possible place are left out."""
    found: dict[int | None, list[int]] = defaultdict(list)
    for index in indices:
        seed, position = stored.seeds[index], stored.positions[index]
        if seed is None and position is None and imported:
            found[None].append(index)
        elif is_place(seed, position):
            found[seed].append(index)
    return found


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


BATCH = 1024  # boards in a message
SLOW_BATCH = 128  # where their puzzles are rated, or are larger than 9x9
LEAST = -(2**63)


class _Verification(Run[Stored, Proof, Proof, Proof]):
    """Tickets are boards by their numbers. Nothing is claimed."""

    def __init__(self, ground: Ground, snapshot: Snapshot) -> None:
        self._ground, self._snapshot = ground, snapshot
        self.survey = Survey()

    def items(self) -> Iterator[Stored]:
        """Read all boards with their puzzles."""
        slow = self._ground.rates_some or self._ground.settings.size > 9
        query = "SELECT id, seed, position, solution FROM boards WHERE id > ? ORDER BY id LIMIT ?"
        before = LEAST
        while rows := self._snapshot.rows(query, (before, SLOW_BATCH if slow else BATCH)):
            numbers, seeds, positions, solutions = zip(*rows, strict=True)
            last = numbers[-1]
            puzzles, further = self._puzzles(before, last) if self._ground.recompute else ({}, [])
            uses = self._uses(puzzles, further) if self._ground.rate else {}
            yield Stored(numbers, seeds, positions, solutions, puzzles, further, uses)
            before = last

    def work(self, item: Stored) -> Proof:
        """Prove them."""
        return prove(self._ground, self._snapshot, item)

    def turn(self, made: Proof) -> Proof:
        """Nothing is claimed."""
        return made

    def finish(self, due: Proof) -> Proof:
        """All is done."""
        return due

    def keep(self, done: Proof) -> None:
        """Take over the proofs."""
        self.survey.add(done)

    def _puzzles(self, before: int, last: int) -> tuple[dict[int, list[Row]], list[Row]]:
        """The first puzzles by their boards, and the further ones."""
        found: dict[int, list[Row]] = defaultdict(list)
        further = []
        board, place = PLACE["board_id"], PLACE["place"]
        query = (
            f"SELECT {', '.join(COLUMNS)} FROM puzzles WHERE board_id > ? AND board_id <= ? ORDER BY board_id, place"
        )
        for row in self._snapshot.rows(query, (before, last)):
            if row[place] == 0:
                found[row[board]].append(row)
            else:
                further.append(row)
        return found, further

    def _uses(self, puzzles: dict[int, list[Row]], further: list[Row]) -> dict[int, dict[int, int]]:
        first = [value(row, "id") for rows in puzzles.values() for row in rows]
        return uses_of(self._snapshot, first) | uses_of(self._snapshot, [value(row, "id") for row in further])


def survey_boards(ground: Ground, snapshot: Snapshot, threads: int, look: Callable[[int], None]) -> Survey:
    """Prove all boards in some threads; `look` is called now and then with how many are done.

    Raises the first failure of any thread.
    """
    run = _Verification(ground, snapshot)
    pipeline.run(run, threads=threads, look=lambda: look(run.survey.boards))
    return run.survey


def uses_of(snapshot: Snapshot, ids: list[int]) -> dict[int, dict[int, int]]:
    """The rows of `uses` of some puzzles that lie near each other: technique and how often, by the id of the puzzle."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    if ids:
        known = ", ".join(str(technique.number) for technique in TECHNIQUES)
        query = (
            f"SELECT technique, puzzle_id, times FROM uses WHERE technique IN ({known}) AND puzzle_id BETWEEN ? AND ?"
        )
        for technique, puzzle, times in snapshot.rows(query, (min(ids), max(ids))):
            found[puzzle][technique] = times
    return found
