"""Values that an import keeps from another catalogue: ratings, scores, counts of searches, tags."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select

from ....engine.grades import RATING_VERSION, SCORE_VERSION, RatingStatus
from ...puzzles.columns import TEXTBOOK_METRICS
from ...puzzles.kinds import Depth
from ...puzzles.numbers import FIRST_SCORED, parsed_number
from ...puzzles.rows import RATING, SCORE, RatingRows
from ...puzzles.techniques import RATED_NUMBERS
from ...storage.schema import puzzles, tags, tallies, uses
from ...storage.store import Store
from ...storage.writing import insert_tags, record_ratings, record_textbook

_LOOKED_UP = 500  # puzzles, by one statement


@dataclass(frozen=True)
class Known:
    """The known values of one puzzle."""

    rating: Sequence[Any] | None
    """In the order of `schema.RATING`; None: not rated, or by another version."""
    score: Sequence[int] | None
    """In the order of `schema.SCORE`; None: not scored, or by another version."""
    textbook: Sequence[int] | None
    """In the order of TEXTBOOK_METRICS; None: not measured."""
    uses: list[tuple[int, int]] = field(default_factory=list)
    """Numbers of techniques, and how often each is used."""
    tags: list[str] = field(default_factory=list)


def known_of(store: Store, numbers: Sequence[str]) -> list[Known]:
    """Return what a catalogue knows of its puzzles with these numbers."""
    found: list[Known] = []
    for first in range(0, len(numbers), _LOOKED_UP):
        found += _some_known_of(store, numbers[first : first + _LOOKED_UP])
    return found


def _some_known_of(store: Store, numbers: Sequence[str]) -> list[Known]:
    wanted = [(each.first, each.place or 0) for each in map(parsed_number, numbers) if each]
    columns = [puzzles.c[name] for name in ("id", "board_id", "place", *RATING, *SCORE, *TEXTBOOK_METRICS)]
    query = select(*columns).where(puzzles.c.board_id.in_({board for board, _ in wanted}))
    is_current = store.settings.rating_version == RATING_VERSION
    scores_are_current = store.settings.score_version == SCORE_VERSION
    by_id: dict[int, Known] = {}
    by_number: dict[tuple[int, int], Known] = {}
    for id, board, place, *values in store.connection.execute(query).all():
        rating, rest = values[: len(RATING)], values[len(RATING) :]
        score, textbook = rest[: len(SCORE)], rest[len(SCORE) :]
        known = Known(
            rating if is_current and rating[0] is not None else None,
            score if scores_are_current and None not in score else None,
            None if None in textbook else textbook,
        )
        by_id[id] = by_number[board, place] = known
    # The uses are ordered by technique, so they are looked up for each that comes up at all.
    used = select(tallies.c.value).where(tallies.c.metric == "technique")
    for row in store.connection.execute(select(uses).where(uses.c.technique.in_(used), uses.c.puzzle_id.in_(by_id))):
        by_id[row.puzzle_id].uses.append((row.technique, row.times))
    for row in store.connection.execute(select(tags).where(tags.c.puzzle_id.in_(by_id)).order_by(tags.c.name)):
        by_id[row.puzzle_id].tags.append(row.name)
    return [by_number[number] for number in wanted]


def keep_known(store: Store, ids: Sequence[int], known: Sequence[Known | None], depth: Depth = Depth.none) -> None:
    """Keep what is known of puzzles and not stored, by their ids, but for what their `depth` has filled."""
    found = [(id, each) for id, each in zip(ids, known, strict=True) if each]
    if not depth.rates and (rated := [(id, each) for id, each in found if each.rating]):
        record_ratings(store, [id for id, _ in rated], rating_rows_of([each for _, each in rated]), 0)
    if not depth.scores and (scored := [(id, each) for id, each in found if each.score]):
        record_ratings(store, [id for id, _ in scored], _score_rows([each for _, each in scored]), 0)
    if measured := [(id, each.textbook) for id, each in found if each.textbook]:
        rows = zip(*(textbook for _, textbook in measured), strict=True)
        record_textbook(store, [id for id, _ in measured], [list(row) for row in rows])
    if tagged := [(name, id) for id, each in found for name in each.tags]:
        with store.turn() as connection:
            insert_tags(connection, tagged)


def rating_rows_of(known: Sequence[Known]) -> RatingRows:
    """Return what is known of the ratings of puzzles that have one, as rows to store."""
    tally: Counter[tuple[str, int]] = Counter()
    for each in known:
        values: Mapping[str, Any] = dict(zip(RATING, each.rating or (), strict=True))
        tally["rating_status", values["rating_status"]] += 1
        if values["rating_status"] == RatingStatus.RATED:
            tally["rating", values["rating"]] += 1
        if values["hardest"] is not None:
            tally["hardest", RATED_NUMBERS[values["hardest"]]] += 1
    return _rows(RATING, [each.rating or () for each in known], _uses(known, scored=False), tally)


def _score_rows(known: Sequence[Known]) -> RatingRows:
    scores = [each.score or () for each in known]
    tally = Counter(pair for values in scores for pair in zip(SCORE, values, strict=True))
    return _rows(SCORE, scores, _uses(known, scored=True), tally)


def _uses(known: Sequence[Known], *, scored: bool) -> list[tuple[int, int, int]]:
    """The techniques of ratings or of scores: technique, place of the puzzle, how often."""
    return [
        (technique, place, times)
        for place, each in enumerate(known)
        for technique, times in each.uses
        if (technique >= FIRST_SCORED) == scored
    ]


def _rows(
    names: Sequence[str],
    values: Sequence[Sequence[Any]],
    uses: list[tuple[int, int, int]],
    tally: Counter[tuple[str, int]],
) -> RatingRows:
    tally.update(("technique", technique) for technique, _, _ in uses)
    columns = {name: list(column) for name, column in zip(names, zip(*values, strict=True), strict=True)}
    return RatingRows(columns, uses, [(metric, value, count) for (metric, value), count in tally.items()])
