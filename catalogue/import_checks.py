"""What an import finds out of puzzles: whether each has one solution, whether it is new, its measures and its rating.

The kernels are pure functions of the puzzles; claims are made in the order of the puzzles, by one thread.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, select

import engine
from catalogue.cluster import compact, expanded
from catalogue.database import Insertion, insert_rows
from catalogue.formats import Record
from catalogue.formats.cells import from_lines
from catalogue.import_source import Batch
from catalogue.kinds import Depth
from catalogue.pipeline import Stopwatch
from catalogue.rating import rate_in_time
from catalogue.schema import claims, forms, puzzles
from catalogue.store import Store
from engine.boards import as_lines

_CLAIMS = Insertion(claims, ("key", "board_id"))
_FORMS = Insertion(forms, ("board_id", "form", "place"))

DUPLICATE = "duplicate"
NO_SOLUTION = "no solution"
SEVERAL_SOLUTIONS = "several solutions"
WRONG_SOLUTION = "another solution than the file says"
UNSOUND = (NO_SOLUTION, SEVERAL_SOLUTIONS, WRONG_SOLUTION)


class Refusal(NamedTuple):
    """A puzzle, or what is none, that was not imported."""

    line: int
    reason: str
    """`DUPLICATE`, one of `UNSOUND`, or why the line is no puzzle."""
    number: str | None
    """Of the puzzle in the catalogue that a duplicate equals."""
    puzzle: str
    """Empty where the line is no puzzle."""


# --- Kernels ---


@dataclass(frozen=True)
class Proof:
    """How many solutions puzzles have, 0, 1 or 2; their solutions; and `engine.puzzle_keys` of those that have one."""

    counts: NDArray[np.integer[Any]]
    solutions: NDArray[np.uint8]
    keys: NDArray[np.uint8]


@dataclass(frozen=True)
class Values:
    """Which puzzles are minimal, what `engine.measure` finds, and their ratings and scores where the depth asks.

    They are of the first puzzles alone where there was no time for more.
    """

    minimal: NDArray[np.bool_]
    metrics: NDArray[np.void]
    ratings: NDArray[np.void] | None
    scores: NDArray[np.void] | None


class Kernels:
    """Computes in the thread that asks."""

    def __init__(self, symmetry: str, blocks: str, depth: Depth) -> None:
        self._symmetry, self._blocks, self._depth = symmetry, blocks, depth

    def proof(self, puzzles: NDArray[np.uint8], watch: Stopwatch) -> Proof:
        """Count and find the solutions of puzzles, and compute the keys of those that have one."""
        with watch.timed("prove"):
            counts = engine.count_solutions(puzzles, blocks=self._blocks)
            solutions = engine.solve(puzzles, blocks=self._blocks)
        with watch.timed("keys"):
            keys = engine.puzzle_keys(puzzles[counts == 1], symmetry=self._symmetry, blocks=self._blocks)
        return Proof(counts, solutions, keys)

    def values(self, puzzles: NDArray[np.uint8], watch: Stopwatch) -> Values:
        """Rate and measure puzzles, as many of them as there is time to rate."""
        blocks, depth = self._blocks, self._depth
        with watch.timed("rate"):
            ratings, scores, done = rate_in_time(puzzles, blocks, depth)
            some = puzzles[:done]
        with watch.timed("measure"):
            minimal = engine.minimal(some, blocks=blocks) if len(some) else np.ones(0, np.bool_)
            return Values(minimal, engine.measure(some, blocks=blocks), ratings, scores)


def compute(kernels: Kernels, what: str, packed: bytes) -> bytes:
    """What a worker does: the method `what` of some puzzles."""
    watch = Stopwatch()
    return compact((getattr(kernels, what)(expanded(packed), watch), dict(watch)))


# --- Proofs ---


@dataclass(frozen=True)
class Proven:
    """The puzzles of a batch that have one solution, row by row, and the refusals of the others."""

    batch: Batch
    records: list[Record]
    puzzles: NDArray[np.uint8]
    solutions: list[str]
    board_keys: list[bytes]
    forms: list[bytes]
    """One bit for each cell of the canonical puzzle; with the key of the board it is the key of the puzzle."""
    refusals: list[Refusal]

    def cut(self, rows: Sequence[int]) -> list["Proven"]:
        """Cut the batch before each of these rows; refusals stay with the puzzles that they are among."""
        place_of = {id(record): place for place, record in enumerate(self.batch.records)}
        places = [place_of[id(self.records[row])] for row in rows]
        lines = [self.records[row].line for row in rows]
        return [
            self._part(slice(*of_rows), slice(*of_places), *of_lines)
            for of_rows, of_places, of_lines in zip(
                pairwise([0, *rows, len(self.records)]),
                pairwise([0, *places, len(self.batch.records)]),
                pairwise([0, *lines, inf]),
                strict=True,
            )
        ]

    def _part(self, rows: slice, places: slice, first_line: float, end_line: float) -> "Proven":
        return Proven(
            Batch(self.batch.start + places.start, self.batch.records[places], known=self.batch.known),
            self.records[rows],
            self.puzzles[rows],
            self.solutions[rows],
            self.board_keys[rows],
            self.forms[rows],
            [refusal for refusal in self.refusals if first_line <= refusal.line < end_line],
        )


def proven(batch: Batch, puzzles: NDArray[np.uint8], proof: Proof) -> Proven:
    """Return the puzzles of a batch that have one solution, and if the batch names one, no other."""
    solutions = as_lines(proof.solutions)
    counts = proof.counts.tolist()
    reasons = [
        _reason(count, record, solution)
        for count, record, solution in zip(counts, batch.records, solutions, strict=True)
    ]
    sound = [row for row, reason in enumerate(reasons) if reason is None]
    with_one = [reason is None for reason, count in zip(reasons, counts, strict=True) if count == 1]
    board_keys, forms = split_keys(proof.keys[with_one], puzzles.shape[1])
    return Proven(
        batch,
        [batch.records[row] for row in sound],
        puzzles[sound],
        [solutions[row] for row in sound],
        board_keys,
        forms,
        [
            *(Refusal(line, reason, None, "") for line, reason in batch.faults),
            *(
                Refusal(record.line, reason, None, record.puzzle)
                for record, reason in zip(batch.records, reasons, strict=True)
                if reason
            ),
        ],
    )


def forms_of(puzzles: NDArray[np.uint8], symmetry: str, blocks: str) -> list[bytes]:
    """Return the forms of puzzles, which tell those of one board apart."""
    return split_keys(engine.puzzle_keys(puzzles, symmetry=symmetry, blocks=blocks), puzzles.shape[1])[1]


def split_keys(keys: NDArray[np.uint8], cells: int) -> tuple[list[bytes], list[bytes]]:
    """Return the keys of the boards of puzzles, and the forms of the puzzles, from `engine.puzzle_keys`."""
    width = keys.shape[1] - (cells + 7) // 8
    whole = [row.tobytes() for row in keys]
    return [key[:width] for key in whole], [key[width:] for key in whole]


def _reason(count: int, record: Record, solution: str) -> str | None:
    """Why a puzzle is refused; None: it is not."""
    if count != 1:
        return SEVERAL_SOLUTIONS if count else NO_SOLUTION
    return WRONG_SOLUTION if record.solution not in (None, solution) else None


# --- Claims ---


class Claim(NamedTuple):
    """The number of a puzzle: of one that is new, or of the one in the catalogue that it equals."""

    board: int
    place: int
    is_new: bool


class Claims:
    """Claims numbers for puzzles. Used by one thread at a time."""

    def __init__(self, store: Store, next_board: int, forms_of: Callable[[NDArray[np.uint8]], Sequence[bytes]]) -> None:
        """`next_board` is the next number of a board; `forms_of` computes the forms of puzzles, `(n, S*S)`."""
        self._store, self._forms_of = store, forms_of
        self.next_board = next_board

    def claim(self, keys: Sequence[bytes], given: Sequence[bytes]) -> list[Claim]:
        """Claim puzzles by the keys of their boards and their forms, in this order.

        A puzzle whose board is new claims the next number N; one with a new form on a board that is there claims the
        next place on it, N.k. The caller commits.
        """
        with self._store.turn() as connection:
            boards = _boards_of(connection, set(keys))
            places = self._places_on(connection, set(boards.values()))
            new_boards: list[tuple[bytes, int]] = []
            new_forms: list[tuple[int, bytes, int]] = []
            found: list[Claim] = []
            for key, form in zip(keys, given, strict=True):
                board = boards.get(key)
                if board is None:
                    board = boards[key] = self.next_board
                    self.next_board += 1
                    places[board] = {}
                    new_boards.append((key, board))
                on_board = places[board]
                is_new = form not in on_board
                if is_new:
                    on_board[form] = len(on_board)
                    new_forms.append((board, form, on_board[form]))
                found.append(Claim(board, on_board[form], is_new))
            insert_rows(connection, _CLAIMS, new_boards)
            insert_rows(connection, _FORMS, new_forms)
        return found

    def _places_on(self, connection: Connection, boards: Collection[int]) -> dict[int, dict[bytes, int]]:
        """The places of the puzzles on some boards, by their forms.

        A board of a fill has one puzzle, whose form nothing needed to know until now.
        """
        places: dict[int, dict[bytes, int]] = {}
        for board, form, place in connection.execute(select(forms).where(forms.c.board_id.in_(boards))):
            places.setdefault(board, {})[form] = place
        alone = select(puzzles.c.board_id, puzzles.c.givens).where(
            puzzles.c.board_id.in_([board for board in boards if board not in places])
        )
        if rows := connection.execute(alone).all():
            first = [
                (row.board_id, form, 0)
                for row, form in zip(rows, self._forms_of(from_lines([row.givens for row in rows])), strict=True)
            ]
            insert_rows(connection, _FORMS, first)
            places |= {board: {form: place} for board, form, place in first}
        return places


def _boards_of(connection: Connection, keys: Collection[bytes]) -> dict[bytes, int]:
    """The numbers of the boards that have some of the keys."""
    rows = connection.execute(select(claims).where(claims.c.key.in_(keys)))
    return {row.key: row.board_id for row in rows}
