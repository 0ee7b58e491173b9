"""The checks of an import: whether each has one solution, whether it is new, its metrics and rating.

The kernels are pure functions of the puzzles; claims are made in the order of the puzzles, by one thread.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress, pairwise
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, select

from ....engine.boards import as_lines
from ....engine.reading.tables import Given
from ...puzzles.game import Game, Own, chosen_of
from ...puzzles.kinds import Depth
from ...puzzles.stored import from_lines
from ...storage.databases.base import Insertion, insert_rows
from ...storage.schema import claims, forms, puzzles
from ...storage.store import Store
from ..pipeline import Stopwatch
from ..rating import RatingJob
from .source import Batch

_CLAIMS = Insertion(claims, ("key", "board_id"))
_FORMS = Insertion(forms, ("board_id", "form", "place"))

DUPLICATE = "duplicate"
NO_SOLUTION = "no solution"
SEVERAL_SOLUTIONS = "several solutions"
WRONG_SOLUTION = "another solution than the file says"
UNSOUND = (NO_SOLUTION, SEVERAL_SOLUTIONS, WRONG_SOLUTION)


class Refusal(NamedTuple):
    """A puzzle, or a line that is not a puzzle, that was not imported."""

    line: int
    reason: str
    """`DUPLICATE`, one of `UNSOUND`, or why the line is not a puzzle."""
    number: str | None
    """Of the puzzle in the catalogue that a duplicate equals."""
    puzzle: str
    """Empty if the line is not a puzzle."""


# --- Kernels ---


@dataclass(frozen=True)
class Proof:
    """How many solutions puzzles have, 0, 1 or 2; their solutions; and of those that have one their keys and forms."""

    counts: NDArray[np.integer[Any]]
    solutions: NDArray[np.uint8]
    board_keys: list[bytes]
    forms: list[bytes]


@dataclass(frozen=True)
class Values:
    """Which puzzles are minimal, what `engine.measure` finds, and their ratings and scores if the depth asks.

    They are of the first puzzles alone if there was no time for more.
    """

    minimal: NDArray[np.bool_]
    metrics: NDArray[np.void]
    ratings: NDArray[np.void] | None
    scores: NDArray[np.void] | None
    rated: NDArray[np.bool_]
    """Which have a rating: not those under rules that have none."""

    @property
    def unrated(self) -> int:
        """How many have no rating although one was asked for."""
        return 0 if self.ratings is None else int((~self.rated).sum())


def proof(game: Game, symmetry: str, puzzles: NDArray[np.uint8], own: Own, watch: Stopwatch) -> Proof:
    """Count and find the solutions of puzzles, and compute the keys of those that have one."""
    with watch.timed("prove"):
        solutions, counts = game.solved(puzzles, own)
    with watch.timed("keys"):
        one = np.flatnonzero(counts == 1)
        keys, forms = game.puzzle_keys(solutions[one], puzzles[one], chosen_of(own, one.tolist()), symmetry)
    return Proof(counts, solutions, keys, forms)


def values(game: Game, depth: Depth, puzzles: NDArray[np.uint8], own: Own, watch: Stopwatch) -> Values:
    """Rate and measure puzzles, as many of them as there is time to rate."""
    rated = game.has_rating(own, len(puzzles))
    ratings, scores, done = RatingJob(game, depth, own, rated).in_time(puzzles, watch)
    some, of_some = puzzles[:done], chosen_of(own, range(done))
    with watch.timed("measure"):
        minimal = game.minimal(some, of_some) if done else np.ones(0, np.bool_)
        return Values(minimal, game.measure(some, of_some), ratings, scores, rated[:done])


# --- Proofs ---


@dataclass(frozen=True)
class Proven:
    """The puzzles of a batch that have one solution, row by row, and the refusals of the others."""

    batch: Batch
    records: list[Given]
    puzzles: NDArray[np.uint8]
    own: Own
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
        ends = zip(
            pairwise([0, *rows, len(self.records)]),
            pairwise([0, *places, len(self.batch.records)]),
            pairwise([0, *lines, inf]),
            strict=True,
        )
        return [
            Proven(
                Batch(self.batch.start + first, self.batch.records[first:end], known=self.batch.known),
                self.records[some],
                self.puzzles[some],
                None if self.own is None else self.own[some],
                self.solutions[some],
                self.board_keys[some],
                self.forms[some],
                [refusal for refusal in self.refusals if first_line <= refusal.line < end_line],
            )
            for of_rows, (first, end), (first_line, end_line) in ends
            for some in [slice(*of_rows)]
        ]


def proven(
    batch: Batch, puzzles: NDArray[np.uint8], own: Own, proof: Proof, others: Mapping[int, str] | None = None
) -> Proven:
    """Return the puzzles of a batch that have one solution, and if the batch names one, no other.

    `others` are refused as they are, with the reason, by their lines.
    """
    solutions = as_lines(proof.solutions)
    counts = proof.counts.tolist()
    reasons = [
        (others or {}).get(record.line) or _reason(count, record, solution)
        for count, record, solution in zip(counts, batch.records, solutions, strict=True)
    ]
    sound = [row for row, reason in enumerate(reasons) if reason is None]
    with_one = [reason is None for reason, count in zip(reasons, counts, strict=True) if count == 1]
    return Proven(
        batch,
        [batch.records[row] for row in sound],
        puzzles[sound],
        chosen_of(own, sound),
        [solutions[row] for row in sound],
        list(compress(proof.board_keys, with_one)),
        list(compress(proof.forms, with_one)),
        [
            *(Refusal(line, reason, None, "") for line, reason in batch.faults),
            *(
                Refusal(each.line, why, None, each.puzzle)
                for each, why in zip(batch.records, reasons, strict=True)
                if why
            ),
        ],
    )


def _reason(count: int, record: Given, solution: str) -> str | None:
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

    def __init__(self, store: Store, next_board: int) -> None:
        """`next_board` is the next number of a board."""
        self._store, self._game, self._symmetry = store, store.settings.game, store.settings.symmetry
        self.next_board = next_board

    def claim(self, keys: Sequence[bytes], given: Sequence[bytes]) -> list[Claim]:
        """Claim puzzles by the keys of their boards and their forms, in this order.

        A puzzle whose board is new claims the next number N; one with a new form on a board that is there claims the
        next place on it, N.k. The caller commits.
        """
        with self._store.turn() as connection:
            boards = dict(
                connection.execute(select(claims.c.key, claims.c.board_id).where(claims.c.key.in_(set(keys)))).all()
            )
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
        alone = select(puzzles.c.board_id, puzzles.c.givens, puzzles.c.constraints).where(
            puzzles.c.board_id.in_([board for board in boards if board not in places])
        )
        if rows := connection.execute(alone).all():
            ids, givens, own = zip(*rows, strict=True)
            computed = self._game.forms(from_lines(givens), own, self._symmetry)
            first = [(board, form, 0) for board, form in zip(ids, computed, strict=True)]
            insert_rows(connection, _FORMS, first)
            places |= {board: {form: place} for board, form, place in first}
        return places
