"""The writing of a fill: claims on new boards, then their rows, which the database numbers, their puzzles and tallies.

Claims are inserted in the order of the numbers, so a claim knows the number that its board will get. Nothing here
commits; claims wait in the open transaction with the rows of earlier batches. A claim that was committed without its
board is left over from a crash. `forget_unfinished` drops it. The stream of the seed moves on only with numbered
boards, so it makes the board again.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from functools import cache
from operator import ge, lt
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, bindparam, delete, exists, func, insert, or_, select, update

from ... import engine
from ...engine.grades import RATING_VERSION, SCORE_VERSION, RatingStatus
from ..errors import CatalogueError, is_printable
from ..puzzles.columns import FIRST_SCORED, PUZZLE_METRICS, TEXTBOOK_METRICS
from ..puzzles.kinds import Depth
from ..puzzles.stored import RATING, SCORE, BoardRows, PuzzleRows, RatingRows, Stretch
from .database import Insertion, add_up, insert_numbered, insert_rows
from .digests import add_to_digest, changing
from .schema import (
    boards,
    claims,
    forms,
    origins,
    puzzles,
    recipes,
    settings,
    sources,
    streams,
    tags,
    tallies,
    uses,
)
from .store import Store


def check_metrics(store: Store) -> None:
    """CatalogueError if the puzzles were measured by another version of the metrics."""
    version = store.settings.metrics_version
    if version != engine.native.METRICS_VERSION:
        raise CatalogueError(
            f"the catalogue in {store.home} was measured by version {version} of the metrics,"
            f" not {engine.native.METRICS_VERSION}; start another one with --home"
        )


def check_scales(store: Store, depth: Depth) -> None:
    """CatalogueError if another version rated or scored puzzles as a depth asks; if none is, record our version."""
    if depth.rates:
        if other := store.other_ratings():
            raise CatalogueError(f"{other} first")
        if store.settings.rating_version != RATING_VERSION:
            forget_ratings(store)
    if depth.scores:
        if other := store.other_scores():
            raise CatalogueError(f"{other} first")
        if store.settings.score_version != SCORE_VERSION:
            forget_scores(store)


def forget_scores(store: Store) -> None:
    """Drop all scores and record our version; ratings stay."""
    _forget(store, puzzles.c.score, SCORE, ge, score_version=SCORE_VERSION)


def forget_ratings(store: Store) -> None:
    """Drop all ratings and record our version; scores stay."""
    _forget(store, puzzles.c.rating_status, RATING, lt, rating_version=RATING_VERSION)


def _forget(
    store: Store, mark: Column[Any], columns: Sequence[str], is_of: Callable[..., ColumnElement[bool]], **version: int
) -> None:
    """Drop what a scale says, in one transaction: at every moment all of it is of the version recorded."""
    counted = or_(
        tallies.c.metric.in_(columns), (tallies.c.metric == "technique") & is_of(tallies.c.value, FIRST_SCORED)
    )
    with store.turn() as connection:
        connection.execute(update(puzzles).where(mark.is_not(None)).values(dict.fromkeys(columns)))
        connection.execute(delete(uses).where(is_of(uses.c.technique, FIRST_SCORED)))
        connection.execute(delete(tallies).where(counted))
        with changing(connection, "settings"):
            connection.execute(update(settings).values(version))
    store.commit()


_BOARDS = Insertion(boards, ("id", "seed", "position", "solution"))
_PUZZLES = Insertion(puzzles, ("id", "board_id", "givens", "minimal", "pattern", *PUZZLE_METRICS))
_USES = Insertion(uses, ("technique", "puzzle_id", "times"))
_TALLIES = add_up(tallies, ("metric", "value"), ("puzzles",))
_STREAMS = add_up(streams, ("seed",), ("attempts", "duplicates", "unwanted"), ("position",))


def position(store: Store, seed: int) -> int:
    """Return the first board of a seed that was not looked at yet."""
    found: int | None = store.connection.execute(select(streams.c.position).where(streams.c.seed == seed)).scalar()
    return found or 0


def next_number(store: Store) -> int:
    """Return the number that the next board gets."""
    last: int | None = store.connection.execute(select(func.max(boards.c.id))).scalar()
    return 0 if last is None else last + 1


def further_puzzles(store: Store) -> int:
    """Return how many puzzles are further ones of their boards."""
    further = select(func.count()).select_from(puzzles).where(puzzles.c.place > 0)
    found: int = store.connection.execute(further).scalar_one()
    return found


def forget_unfinished(store: Store) -> int:
    """Drop claims whose boards or puzzles got no number, and return how many boards there were."""
    unnumbered = ~exists().where(puzzles.c.board_id == forms.c.board_id, puzzles.c.place == forms.c.place)
    with store.turn() as connection:
        dropped = connection.execute(delete(claims).where(claims.c.board_id >= next_number(store))).rowcount
        unfinished = list(map(tuple, connection.execute(select(forms).where(unnumbered))))
        add_to_digest(connection, "forms", removed=unfinished)
        connection.execute(delete(forms).where(unnumbered))
    store.commit()
    return dropped


def claim(store: Store, keys: Sequence[bytes], first: int, wanted: int) -> tuple[Sequence[int], int]:
    """Claim keys in their order for the boards numbered from `first` on, until `wanted` were new.

    The UNIQUE key decides. Returns the indices of the new ones, and how many keys were looked at.
    """
    with store.turn() as connection:
        return store.database.claim(connection, keys, first, wanted)


def record(store: Store, first: int, stretch: Stretch, rows: BoardRows, further: int = 0) -> range:
    """Keep new boards with their puzzles, and move the stream of the seed on, all or none; return the boards' numbers.

    The boards must have been claimed for their numbers; `further` puzzles of other boards have numbers N.k.
    CatalogueError if the database does not give the numbers from `first` on. The caller commits.
    """
    numbers = range(first, first + len(rows.positions))
    with store.turn() as connection:
        insert_rows(connection, _STREAMS, [astuple(stretch)])
        numbers = insert_boards(connection, numbers, [stretch.seed] * len(numbers), rows.positions, rows.solutions)
        insert_puzzles(connection, range(first + further, first + further + len(numbers)), numbers, rows.puzzles)
    return numbers


def insert_boards(
    connection: Connection,
    numbers: range,
    seeds: Sequence[int | None],
    positions: Sequence[int | None],
    solutions: Sequence[str],
) -> range:
    """Insert boards, and return the numbers that they got. CatalogueError if those are not the ones expected."""
    return insert_numbered(connection, _BOARDS, numbers, seeds, positions, solutions)


def insert_puzzles(
    connection: Connection,
    ids: range,
    board_ids: Sequence[int],
    rows: PuzzleRows,
    more: Mapping[str, Sequence[object]] | None = None,
) -> range:
    """Insert puzzles with their ratings and tallies, and return the ids that they got; `more` are further columns.

    CatalogueError if those are not the ones expected.
    """
    added: dict[str, Sequence[object]] = {}  # in the order of the table
    if rows.textbook is not None:
        added |= zip(TEXTBOOK_METRICS, rows.textbook, strict=True)
    for ratings in rows.ratings:
        added |= ratings.columns
    if rows.weights is not None:
        added["weight"] = rows.weights
    added |= more or {}
    if rows.constraints is not None:
        added["constraints"] = rows.constraints
    if rows.rules is not None:
        added["rules"] = rows.rules
    columns = (board_ids, rows.givens, rows.minimal, rows.patterns, *rows.metrics, *added.values())
    ids = insert_numbered(connection, _puzzles_with(*added), ids, *columns)
    insert_rows(connection, _TALLIES, rows.tally)
    for ratings in rows.ratings:
        _record_uses(connection, ids, ratings)
        insert_rows(connection, _TALLIES, ratings.tally)
    return ids


@cache
def _puzzles_with(*more: str) -> Insertion:
    """The insertion of puzzles that have more than all have."""
    return replace(_PUZZLES, columns=(*_PUZZLES.columns, *more))


def record_ratings(store: Store, ids: Sequence[int], ratings: RatingRows, completed: int) -> None:
    """Keep the ratings of puzzles, by their ids; `completed` of them were marked as above until now.

    The caller commits.
    """
    with store.turn() as connection:
        _change_puzzles(connection, ids, ratings.columns)
        _record_uses(connection, ids, ratings)
        insert_rows(connection, _TALLIES, ratings.tally)
        if completed:
            insert_rows(connection, _TALLIES, [("rating_status", RatingStatus.ABOVE, -completed)])
            connection.execute(delete(tallies).where(tallies.c.puzzles == 0))


def record_textbook(store: Store, ids: Sequence[int], counts: Sequence[Sequence[int]]) -> None:
    """Keep what the textbook search has counted of puzzles, column by column. The caller commits."""
    with store.turn() as connection:
        _change_puzzles(connection, ids, dict(zip(TEXTBOOK_METRICS, counts, strict=True)))


def _change_puzzles(connection: Connection, ids: Sequence[int], columns: Mapping[str, Sequence[object]]) -> None:
    changes: dict[str, object] = {name: bindparam(name) for name in columns}
    connection.execute(
        update(puzzles).where(puzzles.c.id == bindparam("of")).values(changes),
        [dict(zip((*columns, "of"), row, strict=True)) for row in zip(*columns.values(), ids, strict=True)],
    )


def _record_uses(connection: Connection, ids: Sequence[int], ratings: RatingRows) -> None:
    insert_rows(connection, _USES, [(technique, ids[puzzle], times) for technique, puzzle, times in ratings.uses])


def keep_recipe(store: Store, seed: int, start: int, recipe: str) -> None:
    """Keep the recipe of the boards of a seed from `start` on, in the transaction that commits the first of them."""
    of_seed = recipes.c.seed == seed
    with store.turn() as connection:
        last = select(recipes.c.recipe).where(of_seed).order_by(recipes.c.start.desc()).limit(1)
        if connection.execute(last).scalar() != recipe:
            own = seed == store.settings.seed
            connection.execute(insert(recipes).values(seed=seed, start=start, recipe=recipe, own=own))


def kept_text(text: str) -> str:
    """Return text as every database keeps it: with U+FFFD for NUL, and for half of a surrogate pair."""
    return re.sub("[\0\ud800-\udfff]", "\ufffd", text)


LONGEST = 100  # characters of a tag


def check_tag(name: str) -> str:
    """Return the tag; ValueError for one that is empty, long, or not plain text."""
    if not 0 < len(name) <= LONGEST or not is_printable(name) or name != name.strip():
        raise ValueError(f"a tag has 1 to {LONGEST} printable characters and no spaces around them, not {name!r}")
    return name


def add_tag(store: Store, name: str, puzzles: Sequence[int]) -> int:
    """Give a tag to puzzles, by their row ids, and return how many did not have it.

    ValueError for a name that cannot be a tag.
    """
    check_tag(name)
    with store.turn() as connection:
        tagged = set(connection.execute(select(tags.c.puzzle_id).where(tags.c.name == name)).scalars())
        new = [(name, id) for id in puzzles if id not in tagged]
        if new:
            insert_tags(connection, new)
    store.commit()
    return len(new)


def insert_tags(connection: Connection, rows: Sequence[tuple[str, int]]) -> None:
    """Insert tags, names and row ids of puzzles, that none of these has."""
    connection.execute(insert(tags), [{"name": name, "puzzle_id": id} for name, id in rows])
    add_to_digest(connection, "tags", rows)


def remove_tag(store: Store, name: str, puzzles: Sequence[int]) -> int:
    """Remove a tag from puzzles, by their row ids, and return how many had it."""
    with store.turn() as connection:
        tagged = set(connection.execute(select(tags.c.puzzle_id).where(tags.c.name == name)).scalars())
        mine = delete(tags).where(tags.c.name == name)
        removed = [(name, id) for id in dict.fromkeys(puzzles) if id in tagged]
        for _, id in removed:
            connection.execute(mine.where(tags.c.puzzle_id == id))
        add_to_digest(connection, "tags", removed=removed)
    store.commit()
    return len(removed)


@dataclass(frozen=True)
class Origin:
    """The file that a puzzle was imported from, its line there, and what else the file says of it."""

    source: str
    line: int
    details: Mapping[str, str]


def origins_of(store: Store, board: int, place: int) -> list[Origin]:
    """Return the sources that have puzzle `place` of a board, the one that brought it first."""
    columns = select(sources.c.name, origins.c.line, origins.c.details)
    joined = origins.join(sources).join(puzzles, puzzles.c.id == origins.c.puzzle_id)
    query = columns.select_from(joined).where(puzzles.c.board_id == board, puzzles.c.place == place)
    rows = store.connection.execute(query.order_by(origins.c.joined, origins.c.source_id)).all()
    return [Origin(name, line, json.loads(details) if details else {}) for name, line, details in rows]
