"""Which board a number has where its row, claim, puzzle and file do not agree: the one that most of them speak for.

A candidate is a board that its seed makes: at the place that the row says, or between the boards of the numbers before
and after.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from catalogue.formats.board_file import board_texts
from catalogue.formats.board_names import board_name
from catalogue.formats.digits import as_lines, from_lines
from catalogue.verify.checks.proving import is_place, keys_of
from catalogue.verify.ground import Ground
from catalogue.verify.making import made
from catalogue.verify.rows import Row, value
from catalogue.verify.snapshot import Snapshot
from catalogue.verify.survey import StoredBoard, Survey

_ENOUGH = 2  # of the row's place, the row's solution, the claim, the file, the clues, and the order of the positions
_ENOUGH_ELSEWHERE = 3  # for a place that the boards around it contradict
_CHUNK = 512
_FARTHEST = 200_000  # positions that are searched for one board
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
class _Witness:
    """What is left of a board: its row, the keys claimed for its number, its clues, and its file."""

    row: StoredBoard | None
    keys: set[bytes]
    clues: Sequence[NDArray[np.uint8]]
    file: bytes | None

    def votes(self, board: NDArray[np.uint8], key: bytes) -> int:
        """Return how many speak for a board."""
        solution = as_lines(board[None])[0]
        fits = any(((clues == 0) | (clues == board)).all() for clues in self.clues)
        file = self.file is not None and self.file == board_texts(board[None])[0]
        return (self.row is not None and self.row.solution == solution) + (key in self.keys) + fits + file


@dataclass
class Settled:
    """The numbers whose boards are known now, and those of which nothing is."""

    truths: dict[int, Truth] = field(default_factory=dict)
    lost: list[int] = field(default_factory=list)


def settle(
    ground: Ground, snapshot: Snapshot, survey: Survey, ends: Mapping[int, int], numbers: Sequence[int]
) -> Settled:
    """Find the boards of some numbers. `ends` has the position up to which the boards of each seed were looked at."""
    wanted = set(numbers)
    claimed: dict[int, set[bytes]] = {}
    if wanted:
        for key, number in snapshot.rows("SELECT key, board_id FROM claims"):
            if number in wanted:
                claimed.setdefault(number, set()).add(key)
    clues = _clues(ground, survey.doubtful_puzzles)
    settled = Settled()
    for number in numbers:
        file = None
        with suppress(OSError):
            file = _read(ground, number)
        witness = _Witness(survey.doubtful.get(number), claimed.get(number, set()), clues.get(number, ()), file)
        truth = _settle_one(ground, survey, ends, number, witness)
        if truth is None:
            settled.lost.append(number)
        else:
            settled.truths[number] = truth
            survey.keep(truth.seed, number, truth.position)
    return settled


def _settle_one(
    ground: Ground, survey: Survey, ends: Mapping[int, int], number: int, witness: _Witness
) -> Truth | None:
    best, most = None, 0
    row = witness.row
    if row is not None and is_place(row.seed, row.position):
        assert isinstance(row.seed, int) and isinstance(row.position, int)
        low, high = _between(survey, ends, row.seed, number)
        fitting = low < row.position < high
        (found,) = _made(ground, number, row.seed, [row.position])
        votes = 1 + fitting + witness.votes(found.board, found.key)
        if votes >= (_ENOUGH if fitting else _ENOUGH_ELSEWHERE):
            best, most = found, votes
        if most >= 5:  # two of the six cannot outvote them
            return best
    for seed in sorted(ends.keys() | survey.seeds, key=lambda seed: _distance(survey, seed, number)):
        low, high = _between(survey, ends, seed, number)
        for found in _candidates(ground, number, seed, low + 1, min(high, low + 1 + _FARTHEST)):
            votes = 1 + witness.votes(found.board, found.key)
            if row is not None and (row.seed, row.position) == (found.seed, found.position):
                votes += 1
            if votes >= _ENOUGH and votes > most:
                best, most = found, votes
    return best


def _between(survey: Survey, ends: Mapping[int, int], seed: int, number: int) -> tuple[int, int]:
    """The positions between which a number's can lie."""
    low, high = survey.between(seed, number)
    end = ends.get(seed, 0)
    return low, high if high is not None else min(max(end, low + 1), low + 1 + _BEYOND)


def _distance(survey: Survey, seed: int, number: int) -> int:
    """How far the nearest proven board of a seed is: a fill adds boards of one seed."""
    numbers = survey.numbers.get(seed)
    return min((abs(other - number) for other in (numbers[0], numbers[-1])), default=0) if numbers else 1 << 62


def _candidates(ground: Ground, number: int, seed: int, start: int, end: int) -> Iterator[Truth]:
    for first in range(start, end, _CHUNK):
        yield from _made(ground, number, seed, range(first, min(first + _CHUNK, end)))


def _made(ground: Ground, number: int, seed: int, positions: Sequence[int]) -> Iterator[Truth]:
    boards = made(ground.settings, seed, positions).boards
    keys = keys_of(boards, ground.settings)
    for position, board, key in zip(positions, boards, keys, strict=True):
        yield Truth(number, seed, position, board, key)


def _clues(ground: Ground, rows: Sequence[Row]) -> dict[int, list[NDArray[np.uint8]]]:
    """The clues that are stored for each number, as the board and as the id of a puzzle."""
    width = ground.settings.size**2
    found: dict[int, list[NDArray[np.uint8]]] = {}
    for row in rows:
        givens = value(row, "givens")
        if isinstance(givens, str) and len(givens) == width and givens.isascii() and givens.strip("."):
            clues = from_lines([givens])[0]
            names = ("board_id", "id") if ground.numbered_alike else ("board_id",)
            for number in {value(row, name) for name in names}:
                if isinstance(number, int):
                    found.setdefault(number, []).append(clues)
    return found


def _read(ground: Ground, number: int) -> bytes | None:
    if ground.board_files is None:
        return None
    path = ground.board_files.folder / board_name(number)
    return path.read_bytes() if path.is_file() and not path.is_symlink() else None
