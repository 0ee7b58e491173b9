"""The checks of an import, and what it keeps: whether puzzles have one solution, whether they are new, and their rows.

The kernels are pure functions of the puzzles; claims are made in the order of the puzzles, by one thread. A puzzle that
the catalogue has gets the source as one more of its sources, and what it lacks. Nothing that is there is replaced. What
differs is named.
"""

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, compress, pairwise
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, func, insert, select, update

from ....engine.boards import as_lines
from ....engine.grades import RatingStatus
from ....engine.reading.tables import Given
from ...formats import CONSTRAINTS
from ...puzzles.columns import NOTES, TEXTBOOK_METRICS, number_of
from ...puzzles.game import Game, Own, chosen_of
from ...puzzles.kinds import Depth
from ...puzzles.stored import RATING, SCORE, PuzzleRows, from_lines
from ...storage.database import Insertion, insert_rows
from ...storage.digests import add_to_digest, changing
from ...storage.schema import claims, forms, origins, puzzles, sources, tags
from ...storage.store import Store
from ...storage.writing import insert_boards, insert_puzzles, kept_text, record_ratings
from ..pipeline import Stopwatch
from ..rating import RatingJob
from .source import Batch, Found, Known, Listing, keep_known, pieces, rows_of_known

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

    @property
    def is_fault(self) -> bool:
        """Whether the line is not a puzzle of the catalogue's kind."""
        return self.reason not in (DUPLICATE, *UNSOUND)


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
            add_to_digest(connection, "forms", new_forms)
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
            add_to_digest(connection, "forms", first)
            places |= {board: {form: place} for board, form, place in first}
        return places


# --- Joining a source to puzzles that the catalogue has ---------------------------------------------------------------

ORIGINS = Insertion(origins, ("puzzle_id", "source_id", "line", "details", "joined"))


@dataclass(frozen=True)
class Row:
    """A puzzle of a source, new or not: its number, its line, and what the source says and knows of it."""

    board: int
    place: int
    line: int
    details: str | None
    known: Known | None


@dataclass(frozen=True)
class Joined:
    """How many puzzles that were there got what, by its kind, and what differs."""

    added: Counter[str]
    differing: Sequence[str]


def join(store: Store, source: int, meetings: Sequence[Row]) -> Joined:
    """Add what the puzzles lack, in the open transaction; the first line of a source with a puzzle counts."""
    first = {(each.board, each.place): each for each in reversed(meetings)}
    added: Counter[str] = Counter()
    differing: list[str] = []
    if not first:
        return Joined(added, differing)
    with store.turn() as connection:
        rows = _rows_of(connection, sorted({board for board, _ in first}))
        found = [(rows[number], first[number]) for number in sorted(first) if number in rows]
        added["sources"] = _add_origins(connection, source, found)
        tagged = _tags_of(connection, [row["id"] for row, _ in found])
    lacking: dict[int, Known] = {}
    above: dict[int, Known] = {}
    for row, meeting in found:
        if meeting.known is not None:
            id = row["id"]
            lacking[id], is_above = _lacking(row, tagged.get(id, set()), meeting, added, differing)
            if is_above:
                above[id], lacking[id] = lacking[id], replace(lacking[id], rating=None)
    keep_known(store, list(lacking), list(lacking.values()))
    if above:
        record_ratings(store, list(above), rows_of_known(list(above.values())), len(above))
    return Joined(+added, differing)


def _rows_of(connection: Connection, boards: Sequence[int]) -> dict[tuple[int, int], dict[str, Any]]:
    """Return the stored rows of the puzzles of some boards, by their numbers."""
    names = ("id", "board_id", "place", *RATING, *SCORE, *TEXTBOOK_METRICS)
    columns = select(*(puzzles.c[name] for name in names))
    return {
        (row.board_id, row.place): dict(zip(names, row, strict=True))
        for some in pieces(boards)
        for row in connection.execute(columns.where(puzzles.c.board_id.in_(some)))
    }


def _add_origins(connection: Connection, source: int, found: Sequence[tuple[dict[str, Any], Row]]) -> int:
    """Note that the source has the puzzles too, unless that is known, and return how many these are."""
    ids = [row["id"] for row, _ in found]
    known: set[int] = set()
    for some in pieces(ids):
        mine = origins.c.source_id == source, origins.c.puzzle_id.in_(some)
        known.update(connection.execute(select(origins.c.puzzle_id).where(*mine)).scalars())
    rows = [(row["id"], source, each.line, each.details) for row, each in found if row["id"] not in known]
    insert_rows(connection, ORIGINS, [(*row, True) for row in rows])
    add_to_digest(connection, "origins", rows)
    return len(rows)


def _tags_of(connection: Connection, ids: Sequence[int]) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for some in pieces(ids):
        for name, id in connection.execute(select(tags).where(tags.c.puzzle_id.in_(some))):
            found.setdefault(id, set()).add(name)
    return found


def _lacking(
    row: dict[str, Any], tagged: set[str], meeting: Row, added: Counter[str], differing: list[str]
) -> tuple[Known, bool]:
    """Return a puzzle's known values that are not stored, and whether its rating replaces the mark "above"."""
    known = meeting.known or Known(None, None, None)
    number = number_of(meeting.board, meeting.place)
    is_above = bool(
        known.rating and row["rating_status"] == RatingStatus.ABOVE and known.rating[0] != RatingStatus.ABOVE
    )
    is_below = bool(known.rating and known.rating[0] == RatingStatus.ABOVE)  # the stored one says more

    def new(what: str, names: Sequence[str], values: Sequence[Any] | None, *, replaces: bool = False) -> Any:
        mine = [row[name] for name in names]
        if values is None or (mine == list(values)):
            return None
        if any(value is not None for value in mine) and not replaces:
            if not (what == "ratings" and is_below):
                differing.append(_difference(number, names, mine, values))
            return None
        added[what] += 1
        return values

    tags_new = [name for name in known.tags if name not in tagged]
    added["tags"] += len(tags_new)
    rating = new("ratings", RATING, known.rating, replaces=is_above)
    score = new("scores", SCORE, known.score)
    textbook = new("textbook counts", tuple(TEXTBOOK_METRICS), known.textbook)
    return Known(rating, score, textbook, known.uses, tags_new), is_above


def _difference(number: str, names: Sequence[str], mine: Sequence[Any], theirs: Sequence[Any]) -> str:
    """Name the first column that differs, ratings as people write them."""
    name, here, there = next(each for each in zip(names, mine, theirs, strict=True) if each[1] != each[2])
    if name in ("rating", "pearl", "diamond"):
        here, there = (value if value is None else value / 10 for value in (here, there))
    return f"puzzle {number}: {name} is {here} here and {there} there"


# --- Rows -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ImportRows:
    """The rows of a batch, which ends before puzzle `end` of the source."""

    end: int
    new: Sequence[Row]
    met: Sequence[Row]
    """Puzzles that were there before."""
    puzzles: PuzzleRows
    """The new ones, column by column."""
    solutions: Sequence[str]
    """Of the new ones, which are their boards."""
    refusals: list[Refusal]
    unkept: int
    """Puzzles with details that no database keeps as they are."""
    unrated: int
    """Puzzles whose rules have no rating, if one was asked for."""

    @property
    def boards(self) -> dict[int, str]:
        """The new boards by their numbers."""
        return {row.board: line for row, line in zip(self.new, self.solutions, strict=True) if row.place == 0}


@dataclass(frozen=True)
class Source:
    """A source of a catalogue, how many of its puzzles have been looked at, and whether that was all, before."""

    id: int
    position: int
    is_known: bool = False


def source_of(store: Store, listing: Listing | Found) -> Source:
    """Return the source of the file, if it has been imported, in part or as a whole, or else a new one.

    A file that is imported again adds no second source: a server may have ended the connection right after the last
    commit, so that nothing was reported. The id is the next one, whatever the server has counted in transactions that
    were undone. The caller commits.
    """
    same = (sources.c.name == listing.name, sources.c.digest == listing.digest)
    with store.turn() as connection:
        known = select(sources.c.id, sources.c.position, sources.c.finished).where(*same).order_by(sources.c.id.desc())
        if begun := connection.execute(known).first():
            return Source(begun.id, 0 if begun.finished else begun.position, begun.finished)
        id = connection.execute(select(func.coalesce(func.max(sources.c.id), 0) + 1)).scalar_one()
        new = {"id": id, "name": listing.name, "digest": listing.digest, "position": 0, "finished": False}
        connection.execute(insert(sources).values(new))
        add_to_digest(connection, "sources", [tuple(new.values())])
        return Source(id, 0)


def write_rows(store: Store, source: Source, rows: ImportRows, is_all: bool) -> range:
    """Keep the rows of a batch and how far the source is, all or nothing; return the numbers of the new boards.

    CatalogueError if the database gives other numbers than those that were claimed. The caller commits.
    """
    new, boards = rows.new, rows.boards
    first, none = next(iter(boards), 0), [None] * len(boards)
    with store.turn() as connection:
        expected = range(first, first + len(boards))
        numbers = insert_boards(connection, expected, none, none, list(boards.values()))
        last: int | None = connection.execute(select(func.max(puzzles.c.id))).scalar()
        start = 0 if last is None else last + 1
        solutions = [line if row.place else None for row, line in zip(new, rows.solutions, strict=True)]
        more: dict[str, Sequence[object]] = {"place": [row.place for row in new], "solution": solutions}
        of_boards = [row.board for row in new]
        ids = insert_puzzles(connection, range(start, start + len(new)), of_boards, rows.puzzles, more)
        brought = [(id, source.id, row.line, row.details) for id, row in zip(ids, new, strict=True)]
        insert_rows(connection, ORIGINS, [(*row, False) for row in brought])
        add_to_digest(connection, "origins", brought)
        if not source.is_known:
            looked_at = {"position": rows.end, "finished": is_all}
            with changing(connection, "sources", sources.c.id == source.id):
                connection.execute(update(sources).where(sources.c.id == source.id).values(looked_at))
    filled = {name for ratings in rows.puzzles.ratings for name in ratings.columns}
    depth = Depth.of(rates="rating" in filled, scores="score" in filled)
    keep_known(store, ids, [row.known for row in new], depth)  # in the same transaction, in other turns
    return numbers


def details_of(columns: Mapping[str, str]) -> str | None:
    """Return a file's remarks on a puzzle as JSON; remarks that have a column of ours are under its name."""
    kept = {
        name.lower() if name.lower() in (*NOTES, "name") else kept_text(name): kept_text(text)
        for name, text in columns.items()
        if name != CONSTRAINTS
    }
    return json.dumps(kept, ensure_ascii=False) if kept else None


def is_kept(columns: Mapping[str, str]) -> bool:
    """Whether a database keeps all that a file says of a puzzle letter by letter."""
    return all(kept_text(text) == text for text in chain.from_iterable(columns.items()))
