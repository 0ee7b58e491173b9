"""The ground of a verification: one moment of the rows, the settings, the recipes, and each seed's boards.

Settings and recipes cannot be computed. They count as right if boards agree with them, and are never guessed.
"""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....engine.boards import as_lines
from ....engine.carving import FAIR_SIZES
from ....engine.generation import methods_of
from ....engine.names import SYMMETRIES
from ....engine.shape import Shape
from ...puzzles.game import Game, Own, chosen_of, game_of
from ...puzzles.settings import Settings
from ...puzzles.stored import from_lines
from ...storage.files import BoardFiles, count_boards
from ...storage.store import Store
from ..making import Columns, Drafts, carved
from ..pipeline import Stopwatch
from ..recipe import FAIR, HARD, RULED, Plan, Recipe, Ticket

# --- One moment ---

_MANY = 512  # values looked up by one statement


class Snapshot:
    """Reads rows as they are stored, in the transaction of a `store.moment()`; threads take turns."""

    def __init__(self, store: Store) -> None:
        self.database, self.connection = store.database, store.connection
        self._turn = threading.Lock()

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        with self._turn:
            return self.database.rows(self.connection, query, values)

    def value(self, query: str, values: Sequence[object] = ()) -> Any:
        """The first column of the first row; None if there is no row."""
        found = self.rows(query + " LIMIT 1", values)
        return found[0][0] if found else None

    def looked_up(self, query: str, values: Sequence[object]) -> Iterator[tuple[Any, ...]]:
        """The rows of a query that ends with `IN`, for any number of values."""
        for first in range(0, len(values), _MANY):
            part = values[first : first + _MANY]
            yield from self.rows(f"{query} ({', '.join('?' * len(part))})", part)

    def owners(self, keys: Sequence[bytes]) -> dict[bytes, Any]:
        """The numbers that some keys are claimed for."""
        return dict(self.looked_up("SELECT key, board_id FROM claims WHERE key IN", keys))


def parsed(
    lines: Sequence[Any], game: Game, *, full: bool, own: Own = None
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Read boards, which are `full`, or puzzles as they are stored, `(n, S*S)`, and say which have one solution."""
    cells = game.shape.cells
    good = [isinstance(line, str) and len(line) == cells and line.isascii() for line in lines]
    texts = [str(line) if fine else "." * cells for line, fine in zip(lines, good, strict=True)]
    found = from_lines(texts) if texts else np.empty((0, cells), np.uint8)
    found[found > game.shape.size] = 0
    empty = [text.count(".") for text in texts]  # no other character stands for an empty cell
    sound = np.asarray(good, np.bool_) & ((found == 0).sum(axis=1) == np.asarray(empty, np.int64))
    if full:
        sound &= (found > 0).all(axis=1)
    chosen = np.flatnonzero(sound)
    sound[chosen] = _counts(game, found[chosen], chosen_of(own, chosen.tolist())) == 1
    return found, sound


def _counts(game: Game, puzzles: NDArray[np.uint8], own: Own) -> NDArray[np.int32]:
    """How many solutions puzzles have, up to 2; none if their constraints cannot be read."""
    try:
        return game.count_solutions(puzzles, own)
    except ValueError:
        if len(puzzles) == 1:
            return np.zeros(1, np.int32)
    each = [_counts(game, puzzles[[row]], chosen_of(own, [row])) for row in range(len(puzzles))]
    return np.concatenate(each)


def keys_of(boards: NDArray[np.uint8], settings: Settings) -> list[bytes]:
    """Return the keys of legal boards."""
    return [key.tobytes() for key in settings.game.keys(boards, settings.symmetry)]


# --- Settings ---

_NAMES = tuple(field.name for field in fields(Settings))
_SAMPLE = 32  # boards that the settings are tried on


def settings_of(snapshot: Snapshot, files: BoardFiles | None) -> tuple[Settings | None, list[Fault]]:
    """Return the settings, and what is wrong with them; None if nothing else can be computed before a repair."""
    first, *more = snapshot.rows(f"SELECT rowid, {', '.join(_NAMES)} FROM settings ORDER BY rowid") or [()]
    if not first or any(row[1:] != first[1:] for row in more):
        return None, [Fault("settings", None, None, "has rows that differ" if first else None)]
    faults = [extra("settings", {"rowid": rowid}, "the same row again") for rowid, *_ in more]
    row = dict(zip(_NAMES, first[1:], strict=True))
    if lie := _disproven(snapshot, row):
        return None, [*faults, wrong("settings", {"rowid": first[0]}, lie, row[lie])]
    expected = row | {"seed": _own_seed(snapshot, row["seed"])}
    if row["files"] not in (0, 1):
        expected["files"] = int(files is not None and count_boards(files.folder) > 0)
    faults += [
        wrong("settings", {"rowid": first[0]}, name, row[name], expected[name])
        for name in _NAMES
        if row[name] != expected[name]
    ]
    return Settings(**expected), faults


def _disproven(snapshot: Snapshot, row: dict[str, Any]) -> str | None:
    """The name of a setting that cannot be, or that none of the first boards agrees with."""
    for name in ("seed", "metrics_version", "rating_version", "score_version"):
        if not isinstance(row[name], int):
            return name
    sample = snapshot.rows("SELECT id, seed, position, solution FROM boards ORDER BY id LIMIT ?", (_SAMPLE,))
    blamed = "size"
    try:
        shape = Shape.of(row["size"], row["blocks"])
        blamed = "rules"
        game = game_of(shape, row["rules"])
    except (TypeError, ValueError):
        return blamed
    if (game.rulebook.text if game.rulebook else "") != row["rules"] or (not row["rules"] and row["method"] == RULED):
        return "rules"
    boards, legal = parsed([line for *_, line in sample], game, full=True)
    if sample and not legal.any():
        if all(len(str(line)) != shape.cells for *_, line in sample):
            return "size"
        return "rules" if row["rules"] else "blocks"
    settings = Settings(**row)
    methods = [RULED] if row["rules"] else [*methods_of(shape.size, shape.blocks)]
    if not row["rules"] and shape.size in FAIR_SIZES and shape.is_usual:
        methods += [FAIR, *([HARD] if shape == Shape.of(9) else [])]
    placed = [each for each in sample if is_place(each[1], each[2])]
    if row["method"] not in methods or (
        placed and not any(as_lines(made(settings, seed, [at]).boards)[0] == line for _, seed, at, line in placed)
    ):
        return "rules" if row["rules"] else "method"
    if row["symmetry"] not in SYMMETRIES:
        return "symmetry"
    try:
        owners = snapshot.owners(keys_of(boards[legal], settings))
    except ValueError:  # rules with too many symmetries
        return "symmetry"
    numbers = {number for number, fine in zip((each[0] for each in sample), legal, strict=True) if fine}
    return "symmetry" if sample and not numbers.intersection(owners.values()) else None


def _own_seed(snapshot: Snapshot, stored: object) -> object:
    """The seed that the recipes alone call the catalogue's own; the stored one if they do not agree."""
    own = {seed for (seed,) in snapshot.rows("SELECT DISTINCT seed FROM recipes WHERE own = ?", (True,))}
    others = {seed for (seed,) in snapshot.rows("SELECT DISTINCT seed FROM recipes WHERE own = ?", (False,))}
    return own.pop() if len(own) == 1 and not own & others else stored


# --- Recipes ---

Stretch = tuple[int, int]
"""A seed, and the first position that one row of `recipes` holds for."""


class Recipes:
    """The recipe of every position of every seed; None if it is not known, or an earlier way of making puzzles."""

    def __init__(self, snapshot: Snapshot, settings: Settings) -> None:
        self.faults: list[Fault] = []
        self.starts: dict[int, list[int]] = {}
        """Where the stretches of each seed begin, in order."""
        self.earlier: set[Stretch] = set()
        """Those whose puzzles an earlier program made, in a way that this one does not have."""
        self._recipes: dict[Stretch, Recipe] = {}
        rows = snapshot.rows("SELECT seed, start, recipe, own FROM recipes ORDER BY seed, start")
        for seed, start, text, own in rows:
            key = {"seed": seed, "start": start}
            if not is_place(seed, start):  # SQLite takes any type in any column
                self.faults.append(extra("recipes", key, text))
                continue
            if own != (seed == settings.seed):
                self.faults.append(wrong("recipes", key, "own", own, int(seed == settings.seed)))
            self.starts.setdefault(seed, []).append(start)
            try:
                recipe = Recipe.read(str(text))
            except ValueError:
                self.faults.append(wrong("recipes", key, "recipe", text))
                continue
            if recipe.making == settings.making:
                self._recipes[seed, start] = recipe
            else:
                self.earlier.add((seed, start))

    def stretch(self, seed: int, position: int) -> Stretch:
        """Return the stretch that a position belongs to; from 0, if no row says so."""
        starts = self.starts.get(seed, [])
        place = bisect_right(starts, position)
        return seed, starts[place - 1] if place else 0

    def of(self, stretch: Stretch) -> Recipe | None:
        """Return the recipe of a stretch, or None if it is not known."""
        return self._recipes.get(stretch)

    def at(self, seed: int, position: int) -> Recipe | None:
        """Return the recipe of a position, or None if it is not known."""
        return self.of(self.stretch(seed, position))


@dataclass(frozen=True)
class Ground:
    """The facts that every check needs besides the rows."""

    snapshot: Snapshot
    board_files: BoardFiles | None
    settings: Settings
    recipes: Recipes
    rate: bool
    """Whether rated puzzles are rated again."""
    numbered_alike: bool
    """Whether every puzzle has the number of its board: none was imported."""
    threads: int

    @property
    def game(self) -> Game:
        """The rules of boards and puzzles."""
        return self.settings.game


# --- Boards of a seed ---

_NEAR = 16  # unneeded boards between two positions that cost less than another call
_MOST = 1024  # boards made by one call


def is_place(seed: object, position: object) -> bool:
    """Whether a seed and a position are such as boards have."""
    return all(isinstance(value, int) and 0 <= value < 2**63 - 1 for value in (seed, position))


@dataclass(frozen=True)
class Made(Columns):
    """Boards of a seed, `(n, S*S)`, the attempts at each, and in a fair sample their puzzles and weights."""

    boards: NDArray[np.uint8]
    attempts: NDArray[np.int64]
    puzzles: NDArray[np.uint8] | None
    weights: NDArray[np.float64] | None


def made(settings: Settings, seed: int, positions: Sequence[int]) -> Made:
    """Make the boards of a seed at some positions, in any order."""
    places = np.asarray(positions, np.int64)
    order = np.argsort(places, kind="stable")
    parts = []
    for run in _runs(places[order]):
        first = int(run[0])
        batch = Plan(seed, settings.game, settings.method).make(Ticket(first, int(run[-1]) - first + 1))
        found = Made(batch.boards, batch.attempts.astype(np.int64), batch.puzzles, batch.weights)
        parts.append(found.only((run - first).tolist()))
    return Made.joined(parts).only(np.argsort(order, kind="stable").tolist())


def _runs(positions: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Ascending positions, split if they are far apart."""
    for run in np.split(positions, np.flatnonzero(np.diff(positions) > _NEAR) + 1):
        while len(run):
            end = int(np.searchsorted(run, run[0] + _MOST))
            yield run[:end]
            run = run[end:]


def wanted_by(
    ground: Ground, boards: NDArray[np.uint8], positions: Sequence[int], seed: int, recipe: Recipe
) -> NDArray[np.bool_]:
    """Which boards have a puzzle that the recipe keeps, `bool (n,)`."""
    puzzles, own = carved(boards, positions, seed, recipe, ground.game)
    drafts = Drafts(puzzles, None, None, None, own)
    drafts = drafts.rated(recipe.selects_by, recipe.ceiling, ground.game, Stopwatch())
    return drafts.wanted(recipe)


# --- Faults -----------------------------------------------------------------------------------------------------------

Rows = Mapping[tuple[Any, ...], tuple[Any, ...]]
"""Rows of a table: their other columns by their keys."""


UNKNOWN = object()
"""The only value for what cannot be computed."""


@dataclass(frozen=True)
class Statement:
    """A change of one row."""

    sql: str
    values: tuple[object, ...]
    then: str | None = None
    """A statement to run when all rows are right: it makes an index or a view again."""


@dataclass(frozen=True)
class BoardFile:
    """A change of one file of the folder of boards: its content, or None if it is to be removed."""

    name: str
    content: bytes | None


@dataclass(frozen=True)
class Fault:
    """A value that is wrong, or a row or file that is missing or should not be there (`column` is None).

    `expected` is UNKNOWN, and `repair` None, if it cannot be computed.
    """

    table: str
    row: object
    column: str | None
    found: object
    expected: object = UNKNOWN
    repair: Statement | BoardFile | None = None

    def __str__(self) -> str:
        where = self.table if self.row is None else f"{self.table} {self.row}"
        if self.column is not None:
            should = "and should be something else" if self.expected is UNKNOWN else f"not {spelled(self.expected)}"
            return f"{where}: {self.column} is {spelled(self.found)}, {should}"
        if self.expected is None:
            return f"{where} should not be there"
        return f"{where} is missing" if self.found is None else f"{where}: {self.found}"

    def as_json(self) -> dict[str, object]:
        """The fault as `--format json` has it."""
        return {
            "table": self.table,
            "number": jsonable(self.row),
            "column": self.column,
            "found": jsonable(self.found),
            "expected": None if self.expected is UNKNOWN else jsonable(self.expected),
            "computable": self.repair is not None,
        }


def spelled(value: object) -> str:
    """A value in a line, without control characters."""
    return value.hex() if isinstance(value, bytes) else "NULL" if value is None else repr(value)


def jsonable(value: object) -> object:
    """A value as JSON can hold it."""
    if isinstance(value, bytes):
        return value.hex()
    return {name: jsonable(part) for name, part in value.items()} if isinstance(value, Mapping) else value


def wrong(table: str, key: Mapping[str, object], column: str, found: object, expected: object = UNKNOWN) -> Fault:
    """A column of a row that holds something else than it should."""
    if expected is UNKNOWN:
        return Fault(table, _label(key), column, found)
    update = f"UPDATE {table} SET {_quoted(column)} = ? WHERE {_of(key)}"
    return Fault(table, _label(key), column, found, expected, Statement(update, (expected, *key.values())))


def missing(table: str, key: Mapping[str, object], rest: Mapping[str, object]) -> Fault:
    """A row that should be there; `rest` has the columns besides its key."""
    row = {**key, **rest}
    insert = f"INSERT INTO {table} ({', '.join(map(_quoted, row))}) VALUES ({', '.join('?' * len(row))})"
    return Fault(table, _label(key), None, None, row, Statement(insert, tuple(row.values())))


def extra(table: str, key: Mapping[str, object], found: object) -> Fault:
    """A row that should not be there."""
    delete = f"DELETE FROM {table} WHERE {_of(key)}"
    return Fault(table, _label(key), None, found, None, Statement(delete, tuple(key.values())))


def differences(table: str, key: Sequence[str], columns: Sequence[str], stored: Rows, expected: Rows) -> list[Fault]:
    """Compare the rows of a table with those that should be there, column by column."""
    faults: list[Fault] = []
    for values in sorted(stored.keys() | expected.keys(), key=str):
        named = dict(zip(key, values, strict=True))
        found, right = stored.get(values), expected.get(values)
        if right is None:
            faults.append(extra(table, named, found[0] if found else None))
        elif found is None:
            faults.append(missing(table, named, dict(zip(columns, right, strict=True))))
        elif found != right:
            cells = zip(columns, found, right, strict=True)
            faults += [wrong(table, named, column, was, should) for column, was, should in cells if was != should]
    return faults


def _of(key: Mapping[str, object]) -> str:
    return " AND ".join(f"{_quoted(name)} IS ?" for name in key)


def _quoted(name: str) -> str:
    return f'"{name}"'


def _label(key: Mapping[str, object]) -> object:
    """A number by itself, anything else as text."""
    values = list(key.values())
    if len(values) == 1 and isinstance(values[0], int):
        return values[0]
    return " ".join(spelled(value) if isinstance(value, bytes) else str(value) for value in values) or None
