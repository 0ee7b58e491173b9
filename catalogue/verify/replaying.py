"""The numbers whose rows do not agree or are missing: which boards their seeds give them, and what each row should be.

A seed makes its boards in the order of their positions, and numbers follow that order. So a run of numbers in doubt has
the boards between the proven ones around it that are no duplicates, and that the recipe wants. Where that does not say
which they are, a number has the board that is claimed for it, or that its row agrees on.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from catalogue.files import board_name, board_texts
from catalogue.verify.faults import UNKNOWN, BoardFile, Fault, extra, missing, wrong
from catalogue.verify.ground import Ground, made
from catalogue.verify.proving import Survey, differing, keys_of, parsed, uses_of
from catalogue.verify.puzzles import Verdict, judge
from catalogue.verify.snapshot import COLUMNS, Case, Row, Snapshot, value
from catalogue.verify.streams import wanted_by
from engine.boards import as_lines

_CHUNK = 512  # boards made at a time
_FARTHEST = 200_000  # positions that are looked at for one run of numbers
_BEYOND = 4096  # and after the last board of a seed


@dataclass(frozen=True)
class Truth:
    """The board of a number."""

    number: int
    seed: int
    position: int
    board: NDArray[np.uint8]
    key: bytes

    @property
    def solution(self) -> str:
        """The board as its row has it."""
        return as_lines(self.board[None])[0]


@dataclass
class Settled:
    """The numbers whose boards are known now, and those of which nothing is."""

    truths: dict[int, Truth] = field(default_factory=dict)
    lost: list[int] = field(default_factory=list)


class _Replay:
    """Finds the boards of numbers in doubt, run by run."""

    def __init__(
        self, ground: Ground, snapshot: Snapshot, survey: Survey, ends: Mapping[int, int], numbers: Sequence[int]
    ) -> None:
        self._ground, self._snapshot, self._survey, self._ends = ground, snapshot, survey, ends
        self._numbers = set(numbers)
        self._known: set[bytes] = set()  # keys of boards that were in doubt
        self._rows = {(row.seed, row.position, row.solution) for row in survey.doubtful.values()}

    def settled(self) -> Settled:
        """Settle each run of numbers that follow each other, the lowest first."""
        settled = Settled()
        for _, run in groupby(enumerate(sorted(self._numbers)), lambda pair: pair[1] - pair[0]):
            numbers = [number for _, number in run]
            for truth in self._boards_of(numbers):
                settled.truths[truth.number] = truth
                self._known.add(truth.key)
                self._survey.keep(truth.seed, truth.number, truth.position)
            settled.lost += [number for number in numbers if number not in settled.truths]
        return settled

    def _boards_of(self, numbers: Sequence[int]) -> Sequence[Truth]:
        """The boards of a run of numbers, as far as they are known."""
        made_again = [each for seed in self._seeds(numbers[0]) for each in self._candidates(seed, numbers[0])]
        is_last = numbers[-1] >= self._survey.greatest
        certain = [candidate for candidate, is_certain, _ in made_again if is_certain]
        if len(certain) == len(made_again) and (
            len(certain) == len(numbers) or (is_last and len(certain) < len(numbers))
        ):
            return [
                Truth(number, found.seed, found.position, found.board, found.key)
                for number, found in zip(numbers, certain, strict=False)
            ]
        found: list[Truth] = []
        for number in numbers:
            rest = [(each, owner) for each, _, owner in made_again if not found or _follows(each, found[-1])]
            own = [each for each, owner in rest if owner == number] or [
                each for each, _ in rest if self._is_in_its_row(number, each)
            ]
            found += [Truth(number, each.seed, each.position, each.board, each.key) for each in own[:1]]
        return found

    def _is_in_its_row(self, number: int, truth: Truth) -> bool:
        row, place = self._survey.doubtful.get(number), (truth.seed, truth.position, truth.solution)
        return row is not None and (row.seed, row.position, row.solution) == place

    def _seeds(self, number: int) -> Sequence[int]:
        """All seeds, that of the nearest proven number below first: a fill adds boards of one seed."""

        def distance(seed: int) -> int:
            below = self._survey.below(seed, number)
            return number - below if below is not None else 1 << 62

        return sorted(self._ends.keys() | self._survey.seeds, key=lambda seed: (distance(seed), seed))

    def _candidates(self, seed: int, number: int) -> Iterator[tuple[Truth, bool, int | None]]:
        """Boards that numbers from `number` on may have: whether the recipe is sure of it, and who claims it."""
        low, high = self._survey.between(seed, number)
        if high is None:
            high = min(max(self._ends.get(seed, 0), low + 1), low + 1 + _BEYOND)
        for first in range(low + 1, min(high, low + 1 + _FARTHEST), _CHUNK):
            yield from self._fitting(seed, range(first, min(first + _CHUNK, high)))

    def _fitting(self, seed: int, positions: Sequence[int]) -> Iterator[tuple[Truth, bool, int | None]]:
        ground = self._ground
        boards = made(ground.settings, seed, positions).boards
        keys = keys_of(boards, ground.settings)
        claims = dict(self._snapshot.looked_up("SELECT key, board_id FROM claims WHERE key IN", keys))
        seen = set(self._known)
        for index, (position, key) in enumerate(zip(positions, keys, strict=True)):
            owner = claims.get(key)
            truth = Truth(-1, seed, position, boards[index], key)
            if key in seen or (self._is_proven(owner) and (seed, position, truth.solution) not in self._rows):
                continue  # a duplicate
            recipe = ground.recipes.of(ground.recipes.stretch(seed, position))
            is_certain = recipe is not None and not recipe.has_quotas
            selects = recipe is not None and is_certain and recipe.selects
            if recipe and selects and not wanted_by(ground, boards[[index]], [position], seed, recipe)[0]:
                continue
            seen.add(key)
            yield truth, is_certain, owner

    def _is_proven(self, number: object) -> bool:
        return isinstance(number, int) and 0 <= number <= self._survey.last and number not in self._numbers


def _follows(one: Truth, other: Truth) -> bool:
    return one.seed != other.seed or one.position > other.position


@dataclass(frozen=True)
class Resolved:
    """What is wrong with boards, claims and puzzles, and what is true of the numbers that were in doubt."""

    faults: Sequence[Fault]
    solutions: Mapping[int, str]
    new_keys: set[bytes]
    lost: Sequence[int]
    last: int
    """The greatest number of a board, -1 where there is none."""


def resolve(ground: Ground, snapshot: Snapshot, survey: Survey, ends: Mapping[int, int]) -> Resolved:
    """Settle what is doubtful or missing, and compare it with what is stored."""
    orphans = _orphans(ground, snapshot, survey)
    survey.doubtful_puzzles += orphans
    wanted = sorted({*survey.doubtful, *survey.small_gaps(), *_named(snapshot, survey, orphans)})
    settled = _Replay(ground, snapshot, survey, ends, wanted).settled()
    truths = settled.truths
    faults = [fault for truth in truths.values() for fault in _board_faults(survey, truth)]
    faults += _lost(survey, settled)
    faults += _claim_faults(ground, snapshot, survey, settled)
    faults += _puzzle_faults(ground, snapshot, survey, truths)
    if truths:
        boards = np.stack([truth.board for truth in truths.values()])
        survey.different_files = [number for number in survey.different_files if number not in truths]
        survey.different_files += differing(ground, list(truths), boards)
    greatest = survey.greatest
    kept = [number for number in settled.lost if number in survey.doubtful and number <= greatest]
    solutions = {number: truth.solution for number, truth in truths.items()}
    return Resolved(faults, solutions, {truth.key for truth in truths.values()}, kept, greatest)


def file_faults(ground: Ground, snapshot: Snapshot, survey: Survey, truths: Mapping[int, str]) -> list[Fault]:
    """What is wrong with the files of boards whose rows are right, or will be."""
    solutions = dict(snapshot.looked_up("SELECT id, solution FROM boards WHERE id IN", survey.different_files))
    solutions |= truths
    faults = []
    for number in sorted(survey.different_files):
        boards, legal = parsed([solutions.get(number)], ground.game)
        content = board_texts(boards)[0] if legal[0] else None
        name = board_name(number)
        exists = ground.board_files is not None and os.path.lexists(ground.board_files.folder / name)
        repair = BoardFile(name, content) if content is not None else None
        faults.append(Fault("files", number, None, "differs from its board" if exists else None, UNKNOWN, repair))
    return faults


def _orphans(ground: Ground, snapshot: Snapshot, survey: Survey) -> list[Row]:
    """Puzzles whose boards have no row."""
    if snapshot.value("SELECT count(*) FROM puzzles") == survey.puzzles and not survey.gaps:
        return []
    of_none = "NOT EXISTS (SELECT 1 FROM boards AS b WHERE b.id = board_id)"
    query = f"SELECT {', '.join(COLUMNS)} FROM puzzles WHERE {of_none}"
    return snapshot.rows(query)


def _named(snapshot: Snapshot, survey: Survey, orphans: Sequence[Row]) -> set[int]:
    """Numbers without a row that a puzzle or the count of all numbers speaks for."""
    numbers = {value(row, name) for row in orphans for name in ("board_id", "id")}
    given = snapshot.last_number()
    if isinstance(given, int) and survey.last < given <= survey.last + 1024:
        numbers |= set(range(survey.last + 1, given + 1))
    present = dict(snapshot.looked_up("SELECT id, 1 FROM boards WHERE id IN", list(numbers)))
    return {number for number in numbers if isinstance(number, int) and number >= 0 and number not in present}


def _board_faults(survey: Survey, truth: Truth) -> list[Fault]:
    key = {"id": truth.number}
    expected = {"seed": truth.seed, "position": truth.position, "solution": truth.solution}
    row = survey.doubtful.get(truth.number)
    if row is None:
        return [missing("boards", key, expected)]
    return [
        wrong("boards", key, name, getattr(row, name), value)
        for name, value in expected.items()
        if getattr(row, name) != value
    ]


def _lost(survey: Survey, settled: Settled) -> list[Fault]:
    """Rows at the end that nothing speaks for should not be there; elsewhere a board is lost."""
    greatest = survey.greatest
    faults: list[Fault] = []
    for number in settled.lost:
        row = survey.doubtful.get(number)
        if row is not None and row.seed is not None and (number > greatest or number < 0):
            faults.append(extra("boards", {"id": number}, row.solution))
        elif row is not None:
            faults.append(wrong("boards", {"id": number}, "solution", row.solution, UNKNOWN))
        elif number <= greatest:
            faults.append(Fault("boards", number, None, None, UNKNOWN))
    for first, last in survey.gaps:
        if last - first >= 1024 and first <= greatest:
            faults.append(Fault("boards", f"{first} to {min(last, greatest)}", None, None, UNKNOWN))
    return faults


def _claim_faults(ground: Ground, snapshot: Snapshot, survey: Survey, settled: Settled) -> list[Fault]:
    keys = {truth.key: truth.number for truth in settled.truths.values()}
    stored = dict(snapshot.looked_up("SELECT key, board_id FROM claims WHERE key IN", list(keys)))
    faults: list[Fault] = []
    for key, number in keys.items():
        if key not in stored:
            faults.append(missing("claims", {"key": key}, {"board_id": number}))
        elif stored[key] != number:
            faults.append(wrong("claims", {"key": key}, "board_id", stored[key], number))
    doubtful = {*settled.truths, *settled.lost}
    whole = snapshot.value("SELECT count(*) FROM claims")
    if whole == survey.boards and not doubtful:
        return faults
    numbers = {number: key for key, number in keys.items()}
    several = snapshot.rows(
        "SELECT key, board_id FROM claims WHERE board_id IN"
        " (SELECT board_id FROM claims GROUP BY board_id HAVING count(*) > 1)"
        " OR NOT EXISTS (SELECT 1 FROM boards AS b WHERE b.id = board_id)"
    )
    several += [row for row in snapshot.rows("SELECT key, board_id FROM claims") if row[1] in doubtful]
    for key, number in dict(several).items():
        if isinstance(number, int) and number > survey.last:
            continue  # of a board that a fill is adding, or was when it was killed: the next one drops the claim
        if key not in keys and key != _key_of(ground, snapshot, numbers, number):
            faults.append(extra("claims", {"key": key}, number))
    return faults


def _key_of(ground: Ground, snapshot: Snapshot, truths: Mapping[int, bytes], number: object) -> bytes | None:
    """The key of a number's board; None where that is not known."""
    if isinstance(number, int) and number in truths:
        return truths[number]
    boards, legal = parsed([snapshot.value("SELECT solution FROM boards WHERE id = ?", (number,))], ground.game)
    return keys_of(boards, ground.settings)[0] if legal[0] else None


def _puzzle_faults(ground: Ground, snapshot: Snapshot, survey: Survey, truths: Mapping[int, Truth]) -> list[Fault]:
    """Give each true board its puzzle, judge it, and return what is wrong with the rest."""
    faults: list[Fault] = []
    rows: dict[int, Row] = {}
    others: list[Row] = []
    for row in survey.doubtful_puzzles:
        number = value(row, "id" if ground.numbered_alike else "board_id")
        if isinstance(number, int) and number in truths and number not in rows:
            rows[number] = row
            if value(row, "board_id") != number:
                faults.append(wrong("puzzles", {"id": value(row, "id")}, "board_id", value(row, "board_id"), number))
        else:
            others.append(row)
    for row in others:
        number = value(row, "board_id")
        if isinstance(number, int) and number in truths and number not in rows:
            rows[number] = row
        else:
            faults.append(extra("puzzles", {"id": value(row, "id")}, value(row, "givens")))
    by_seed: dict[int, list[Truth]] = {}
    for truth in truths.values():
        by_seed.setdefault(truth.seed, []).append(truth)
    for group in by_seed.values():
        survey.verdict.add(_judged(ground, snapshot, survey, group, rows))
    return faults


def _judged(
    ground: Ground, snapshot: Snapshot, survey: Survey, truths: Sequence[Truth], rows: Mapping[int, Row]
) -> Verdict:
    cases = []
    for truth in truths:
        row = rows.get(truth.number, ())
        id = value(row, "id") if row else truth.number
        uses = uses_of(snapshot, [id]).get(id, {}) if ground.rate and isinstance(id, int) else {}
        cases.append(Case(truth.number, truth.seed, truth.position, row, uses))
    again = made(ground.settings, truths[0].seed, [truth.position for truth in truths])
    survey.attempts[truths[0].seed] += int(again.attempts.sum())
    return judge(ground, cases, again.boards, again.puzzles, again.weights)
