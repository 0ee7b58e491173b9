"""Check the rows of boards: legal, made by their seeds, in the order of their positions, claimed, and in their files.

A seed makes its boards in the order of their positions, and numbers follow that order. So numbers whose rows are in
doubt or missing get the boards between the proven ones around them that are not duplicates and that the recipe wants.
If that leaves a choice, a number gets the board that is claimed for it, or that its row agrees on. The board of an
imported puzzle is the solution of the puzzle.
"""

import os
from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....engine.boards import as_lines
from ...puzzles.game import chosen_of
from ...storage.files import board_name, board_texts, differing_files
from ..pipeline import in_order
from .ground import BoardFile, Fault, Ground, differences, extra, is_place, keys_of, made, parsed, wanted_by, wrong

BATCH = 1024  # boards proven together
_SELECT = "SELECT id, seed, position, solution FROM boards"
_COLUMNS = ("seed", "position", "solution")
_WIDE = 1024  # numbers of a gap that are not looked for
_CHUNK = 512  # boards made at a time
_FARTHEST = 200_000  # positions that are looked at for one run of numbers
_BEYOND = 4096  # and after the last board of a seed


class Row(NamedTuple):
    """The row of a board as it is stored, or as it should be."""

    number: int
    seed: int | None
    position: int | None
    solution: str


@dataclass(frozen=True)
class Proof:
    """The proof of some rows: which of them are proven, and which files hold something else."""

    rows: Sequence[Row]
    proven: NDArray[np.bool_]
    attempts: Counter[int]
    """At the proven boards of each seed."""
    differing: Sequence[int]


def batches(ground: Ground, size: int = BATCH) -> Iterator[list[Row]]:
    """Read all rows in the order of their numbers."""
    before = -(2**63)
    while rows := ground.snapshot.rows(f"{_SELECT} WHERE id > ? ORDER BY id LIMIT ?", (before, size)):
        yield [Row(*row) for row in rows]
        before = rows[-1][0]


def prove(ground: Ground, rows: Sequence[Row], *, recompute: bool = True) -> Proof:
    """Prove some rows, and compare their files; unless they are to be computed again, the files alone."""
    boards, legal = parsed([row.solution for row in rows], ground.game, full=True)
    which = np.flatnonzero(legal).tolist()
    differing = differing_from(ground, [rows[index].number for index in which], boards[which])
    attempts: Counter[int] = Counter()
    if not recompute:
        return Proof(rows, legal, attempts, differing)
    keys = keys_of(boards[which], ground.settings)
    owners = ground.snapshot.owners(keys)
    proven = np.zeros(len(rows), np.bool_)
    by_seed: dict[int, list[int]] = defaultdict(list)
    for index, key in zip(which, keys, strict=True):
        row = rows[index]
        if owners.get(key) != row.number:
            continue
        if row.seed is None and row.position is None:
            proven[index] = not ground.numbered_alike
        elif is_place(row.seed, row.position):
            by_seed[row.seed or 0].append(index)
    for seed, indices in by_seed.items():
        again = made(ground.settings, seed, [rows[index].position or 0 for index in indices])
        same = (again.boards == boards[indices]).all(axis=1)
        proven[indices] = same
        attempts[seed] += int(again.attempts[same].sum())
    return Proof(rows, proven, attempts, differing)


@dataclass
class Survey:
    """All that is known of the boards, number by number."""

    boards: int = 0
    last: int = -1  # the greatest number
    attempts: Counter[int] = field(default_factory=Counter)
    doubtful: dict[int, Row] = field(default_factory=dict)
    missing: set[int] = field(default_factory=set)  # numbers without a row, except in very wide gaps
    wide: list[tuple[int, int]] = field(default_factory=list)  # these, first and last number
    differing: list[int] = field(default_factory=list)  # numbers whose files do not hold their boards
    imported: int = -1  # the greatest number of a proven board without a seed
    numbers: dict[int, "array[int]"] = field(default_factory=lambda: defaultdict(lambda: array("q")))
    """The proven boards of each seed, and in `positions` their positions, in the order of the numbers."""
    positions: dict[int, "array[int]"] = field(default_factory=lambda: defaultdict(lambda: array("q")))

    def add(self, proof: Proof) -> None:
        """Take over a proof; proofs come in the order of the numbers."""
        self.attempts.update(proof.attempts)
        for row, proven in zip(proof.rows, proof.proven.tolist(), strict=True):
            gap = range(self.last + 1, row.number)
            if len(gap) < _WIDE:
                self.missing.update(gap)
            else:
                self.wide.append((gap[0], gap[-1]))
            self.last = max(self.last, row.number)
            if not proven:
                self.doubtful[row.number] = row
            elif row.seed is None:
                self.imported = row.number
            else:
                self.numbers[row.seed].append(row.number)
                self.positions[row.seed].append(row.position or 0)

    def doubt_disorder(self, ground: Ground) -> None:
        """Doubt proven boards of a seed that may have changed places."""
        for seed in list(self.numbers):
            numbers, at = np.array(self.numbers[seed], np.int64), np.array(self.positions[seed], np.int64)
            if (np.diff(at) > 0).all():
                continue
            highest, lowest = np.maximum.accumulate(at), np.minimum.accumulate(at[::-1])[::-1]
            ordered = (at == highest) & (at == lowest)  # above all before them, and below all after them
            out = np.flatnonzero(~ordered)
            self.attempts[seed] -= int(made(ground.settings, seed, at[out].tolist()).attempts.sum())
            rows = ground.snapshot.looked_up(f"{_SELECT} WHERE id IN", numbers[out].tolist())
            self.doubtful |= {row[0]: Row(*row) for row in rows}
            self.numbers[seed], self.positions[seed] = (array("q", part[ordered].tolist()) for part in (numbers, at))

    @property
    def greatest(self) -> int:
        """The greatest number of a board that is known; -1 if there is none."""
        return max([self.imported, *(numbers[-1] for numbers in self.numbers.values() if numbers)])

    def around(self, seed: int, number: int) -> tuple[int, int | None]:
        """The positions of a seed between which that of a number lies; None: there is no proven one above."""
        place, positions = bisect_left(self.numbers[seed], number), self.positions[seed]
        return (positions[place - 1] if place else -1), (positions[place] if place < len(positions) else None)

    def below(self, seed: int, number: int) -> int:
        """How far the nearest proven number of a seed below a number is; very far if there is none."""
        place = bisect_left(self.numbers[seed], number)
        return number - self.numbers[seed][place - 1] if place else 1 << 62

    def keep(self, truth: "Truth") -> None:
        """Add a board that is known now."""
        if truth.seed is None or truth.position is None:
            self.imported = max(self.imported, truth.number)
            return
        place = bisect_left(self.numbers[truth.seed], truth.number)
        self.numbers[truth.seed].insert(place, truth.number)
        self.positions[truth.seed].insert(place, truth.position)


def survey_boards(ground: Ground, on_progress: Callable[[int], None], *, recompute: bool = True) -> Survey:
    """Prove all boards, or compare their files alone; `on_progress` takes how many are done."""
    survey = Survey()
    for proof in in_order(batches(ground), lambda rows: prove(ground, rows, recompute=recompute), ground.threads):
        survey.boards += len(proof.rows)
        survey.differing += proof.differing
        if recompute:
            survey.add(proof)
        on_progress(survey.boards)
    survey.doubt_disorder(ground)
    return survey


# --- Numbers in doubt ---


@dataclass(frozen=True)
class Truth:
    """The board of a number, and where its seed has it; without a seed it came with an imported puzzle."""

    number: int
    seed: int | None
    position: int | None
    board: NDArray[np.uint8]
    key: bytes
    owner: object = None
    """The number that the key is claimed for."""
    certain: bool = True
    """Whether the recipe makes sure that the board has a number."""

    @property
    def row(self) -> Row:
        """The row that the number should have."""
        return Row(self.number, self.seed, self.position, as_lines(self.board[None])[0])


@dataclass(frozen=True)
class Settled:
    """The boards that numbers in doubt have, and the numbers of which nothing is known."""

    truths: dict[int, Truth]
    lost: list[int]


def settled(ground: Ground, survey: Survey) -> Settled:
    """Find the boards of the numbers in doubt, run by run."""
    wanted = {*survey.doubtful, *survey.missing, *_spoken_for(ground, survey)}
    found = Settled({truth.number: truth for truth in _solved(ground, survey, wanted)}, [])
    for truth in found.truths.values():
        survey.keep(truth)
    seeking = sorted(wanted - found.truths.keys())
    streams = ground.snapshot.rows("SELECT seed, position FROM streams")
    ends = {seed: position if isinstance(position, int) else 0 for seed, position in streams}
    search = _Search(ground, survey, ends, set(seeking))
    for _, run in groupby(enumerate(seeking), lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in run]
        for truth in search.boards_of(numbers, found.truths):
            found.truths[truth.number] = truth
            survey.keep(truth)
        found.lost.extend(number for number in numbers if number not in found.truths)
    for truth in found.truths.values():
        if truth.seed is not None and truth.position is not None:
            again = made(ground.settings, truth.seed, [truth.position])
            survey.attempts[truth.seed] += int(again.attempts[0])
    return found


def _spoken_for(ground: Ground, survey: Survey) -> set[int]:
    """Numbers without a row that puzzles or the count of all numbers speak for."""
    snapshot = ground.snapshot
    query = "SELECT board_id FROM puzzles WHERE NOT EXISTS (SELECT 1 FROM boards AS b WHERE b.id = board_id)"
    numbers = {number for (number,) in snapshot.rows(query)}
    given = snapshot.database.last_number(snapshot.connection)
    if isinstance(given, int) and survey.last < given <= survey.last + _WIDE:
        numbers |= set(range(survey.last + 1, given + 1))
    last = max(survey.last, 0) + _WIDE
    return {number for number in numbers if isinstance(number, int) and 0 <= number <= last}


def _solved(ground: Ground, survey: Survey, numbers: set[int]) -> Iterator[Truth]:
    """The boards that are the solutions of imported puzzles, if claimed, or stored and claimed for no other number."""
    imported = [n for n in sorted(numbers) if n not in survey.doubtful or survey.doubtful[n].seed is None]
    if ground.numbered_alike or not imported:
        return
    query = (
        "SELECT board_id, givens, constraints FROM puzzles WHERE place = 0"
        " AND EXISTS (SELECT 1 FROM origins WHERE puzzle_id = puzzles.id AND NOT joined) AND board_id IN"
    )
    rows = list(ground.snapshot.looked_up(query, imported))
    own = [constraints for *_, constraints in rows]
    puzzles, sound = parsed([givens for _, givens, _ in rows], ground.game, full=False, own=own)
    which = np.flatnonzero(sound).tolist()
    boards, _ = ground.game.solved(puzzles[which], chosen_of(own, which))
    keys = keys_of(boards, ground.settings)
    owners = ground.snapshot.owners(keys)
    for index, board, key in zip(which, boards, keys, strict=True):
        truth = Truth(rows[index][0], None, None, board, key, owners.get(key))
        if truth.owner == truth.number or (truth.owner is None and survey.doubtful.get(truth.number) == truth.row):
            yield truth


@dataclass(frozen=True)
class _Search:
    """A search for the boards of some numbers, `seeking`; `ends` says how far each seed was looked at."""

    ground: Ground
    survey: Survey
    ends: Mapping[int, int]
    seeking: set[int]

    def boards_of(self, numbers: Sequence[int], known: Mapping[int, Truth]) -> Sequence[Truth]:
        """The boards of a run of numbers, as far as they are known."""
        survey, first = self.survey, numbers[0]
        seeds = sorted(self.ends.keys() | survey.numbers.keys(), key=lambda seed: (survey.below(seed, first), seed))
        taken = {truth.key for truth in known.values()}
        offered = [each for seed in seeds for each in self._offered(seed, first, taken)]
        sure = all(each.certain for each in offered)
        if sure and (len(offered) == len(numbers) or (numbers[-1] > survey.greatest and len(offered) < len(numbers))):
            return [replace(each, number=number) for number, each in zip(numbers, offered, strict=False)]
        named = []
        for number in numbers:
            own = [each for each in offered if each.owner == number]
            if not own and (row := survey.doubtful.get(number)):
                own = [each for each in offered if each.row[1:] == row[1:]]
            named += [(number, each) for each in own[:1]]
        kept = _ascending(named)
        kept |= self._between(numbers, kept, offered)
        return [replace(each, number=number) for number, each in sorted(kept.items(), key=itemgetter(0))]

    def _between(
        self, numbers: Sequence[int], kept: Mapping[int, Truth], offered: Sequence[Truth]
    ) -> Iterator[tuple[int, Truth]]:
        """The boards of numbers between known ones, if as many that are claimed for others in doubt fit there."""
        used = {each.key for each in kept.values()}
        left = [each for each in offered if each.key not in used and each.owner in self.seeking]
        for is_known, group in groupby(numbers, kept.__contains__):
            run = list(group)
            below = max((number for number in kept if number < run[0]), default=None)
            above = min((number for number in kept if number > run[-1]), default=None)
            fitting = [
                each
                for each in left
                if (below is None or _follows(each, kept[below])) and (above is None or _follows(kept[above], each))
            ]
            if not is_known and len(fitting) == len(run):
                yield from zip(run, fitting, strict=True)

    def _offered(self, seed: int, number: int, taken: set[bytes]) -> Iterator[Truth]:
        """The boards of a seed that numbers from `number` on may have."""
        ground, survey = self.ground, self.survey
        low, high = survey.around(seed, number)
        if high is None:
            high = min(max(self.ends.get(seed, 0), low + 1), low + 1 + _BEYOND)
        high = min(high, low + 1 + _FARTHEST)
        stored = {row[1:] for row in survey.doubtful.values()}
        for first in range(low + 1, high, _CHUNK):
            positions = range(first, min(first + _CHUNK, high))
            boards = made(ground.settings, seed, positions).boards
            keys = keys_of(boards, ground.settings)
            owners = ground.snapshot.owners(keys)
            for board, position, key in zip(boards, positions, keys, strict=True):
                owner = owners.get(key)
                recipe = ground.recipes.at(seed, position)
                certain = recipe is not None and not recipe.has_quotas
                truth = Truth(-1, seed, position, board, key, owner, certain)
                is_proven = isinstance(owner, int) and 0 <= owner <= survey.last and owner not in self.seeking
                if key in taken or (is_proven and truth.row[1:] not in stored):
                    continue  # a duplicate
                selects = recipe is not None and certain and recipe.selects
                if recipe and selects and not wanted_by(ground, board[None], [position], seed, recipe)[0]:
                    continue
                taken.add(key)
                yield truth


def _follows(one: Truth, other: Truth) -> bool:
    return one.seed != other.seed or (one.position or 0) > (other.position or 0)


def _ascending(named: Sequence[tuple[int, Truth]]) -> dict[int, Truth]:
    """As many boards as can stand where they are: in each seed their positions ascend. Others have changed places."""
    kept: dict[int, Truth] = {}
    for seed in {truth.seed for _, truth in named}:
        mine = [pair for pair in named if pair[1].seed == seed]
        ends: list[int] = []  # the least position at which so many can end, and whose it is
        whose: list[int] = []
        before: list[int] = []
        for index, (_, truth) in enumerate(mine):
            length = bisect_left(ends, truth.position or 0)
            before.append(whose[length - 1] if length else -1)
            ends[length : length + 1], whose[length : length + 1] = [truth.position or 0], [index]
        index = whose[-1]
        while index >= 0:
            kept[mine[index][0]] = mine[index][1]
            index = before[index]
    return kept


# --- Faults ---


def board_faults(ground: Ground, survey: Survey, found: Settled) -> list[Fault]:
    """Find faults in the rows of boards and in the claims."""
    stored = {(n,): row[1:] for n, row in survey.doubtful.items() if n in found.truths}
    expected = {(n,): truth.row[1:] for n, truth in found.truths.items()}
    faults = differences("boards", ("id",), _COLUMNS, stored, expected)
    for number in found.lost:
        row = survey.doubtful.get(number)
        if row is None:
            faults += [Fault("boards", number, None, None)] if number <= survey.greatest else []
        elif row.seed is not None and not 0 <= number <= survey.greatest:
            faults.append(extra("boards", {"id": number}, row.solution))
        else:
            faults.append(wrong("boards", {"id": number}, "solution", row.solution))
    faults += [
        Fault("boards", f"{first} to {min(last, survey.greatest)}", None, None)
        for first, last in survey.wide
        if first <= survey.greatest
    ]
    return faults + _claim_faults(ground, survey, found)


def _claim_faults(ground: Ground, survey: Survey, found: Settled) -> list[Fault]:
    """Find claims that are missing, wrong or left over. A fill at work, or a killed one, has claims without rows."""
    snapshot = ground.snapshot
    expected = {(truth.key,): (number,) for number, truth in found.truths.items()}
    owners = snapshot.owners([key for (key,) in expected])
    stored = {(key,): (number,) for key, number in owners.items()}
    if snapshot.value("SELECT count(*) FROM claims") != survey.boards or expected or found.lost:
        columns = "SELECT c.key, c.board_id, b.solution FROM claims AS c LEFT JOIN boards AS b ON b.id = c.board_id"
        several = "SELECT board_id FROM claims GROUP BY board_id HAVING count(*) > 1"
        rows = snapshot.rows(f"{columns} WHERE b.id IS NULL OR c.board_id IN ({several})")
        rows += snapshot.looked_up(f"{columns} WHERE c.board_id IN", [*found.truths, *found.lost])
        for key, number, solution in rows:
            if isinstance(number, int) and number > survey.last:
                continue
            boards, legal = parsed([solution], ground.game, full=True)
            if number in found.truths or not (
                (number in found.lost and 0 <= number <= survey.greatest)  # all that is left of it
                or (legal[0] and keys_of(boards, ground.settings)[0] == key)
            ):
                stored[key,] = (number,)
    return differences("claims", ("key",), ("board_id",), stored, expected)


# --- Files ---


def differing_from(ground: Ground, numbers: Sequence[int], boards: NDArray[np.uint8]) -> list[int]:
    """Return the numbers of the boards whose files hold something else, or are missing.

    None is missing in a catalogue that keeps no files; those that were exported into it are compared all the same.
    """
    if not numbers or ground.board_files is None:
        return []
    folder = ground.board_files.folder
    try:
        found = differing_files(folder, numbers, boards)
    except OSError:
        found = numbers
    return [number for number in found if ground.settings.files or os.path.lexists(folder / board_name(number))]


def file_faults(ground: Ground, survey: Survey, truths: Mapping[int, Truth]) -> list[Fault]:
    """Find faults in the files of boards whose rows are right, or will be."""
    rest = [number for number in survey.differing if number not in truths]
    lines = dict(ground.snapshot.looked_up("SELECT id, solution FROM boards WHERE id IN", rest))
    if truths:
        rest += differing_from(ground, list(truths), np.stack([truth.board for truth in truths.values()]))
        lines |= {number: truth.row.solution for number, truth in truths.items()}
    faults = []
    for number in sorted(rest):
        boards, legal = parsed([lines.get(number)], ground.game, full=True)
        name = board_name(number)
        repair = BoardFile(name, board_texts(boards)[0]) if legal[0] else None
        exists = ground.board_files is not None and os.path.lexists(ground.board_files.folder / name)
        faults.append(Fault("files", number, None, "differs from its board" if exists else None, repair=repair))
    return faults
