"""The columns of puzzles: as they are stored, looked up in other tables, or computed as they are read."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from sqlalchemy import (
    JSON,
    ColumnElement,
    Select,
    String,
    TypeDecorator,
    case,
    func,
    literal_column,
    or_,
    select,
    type_coerce,
)

from ... import engine
from ...engine.grades import BOUNDS, Level, RatingStatus
from ..puzzles.columns import BY_NAME, NOTES, NUMBER_COLUMNS, PUZZLE_METRICS, TEXTBOOK_METRICS
from ..puzzles.stored import trial_depth_of
from .database import collected, json_text, puzzle_number
from .schema import boards, origins, puzzles, settings, sources, tags, tallies, uses

NO_END = 999  # above any rating


def name_of(number: int) -> str:
    """Return the name of a technique by its stored number; the list of them is loaded only if it is needed."""
    from ..puzzles import techniques

    return techniques.name_of(number)


class _Made(TypeDecorator[Any]):
    """The result of a function here for a text in a database."""

    impl: Any = String
    cache_ok = True

    def __init__(self, make: Callable[[Any], Any]) -> None:
        super().__init__()
        self.make = make

    def process_result_value(self, value: Any, dialect: object) -> Any:
        return self.make(value)


class _MadeOfJson(_Made):
    """The result of a function here for an object of JSON in a database."""

    impl = JSON
    cache_ok = True


def _technique_counts(times: dict[str, int] | None) -> dict[str, int] | None:
    """How often each technique is used, by its name; in the JSON by its number."""
    return None if times is None else {name_of(number): times[str(number)] for number in sorted(map(int, times))}


def _joined(names: dict[str, Any] | None) -> str | None:
    return ", ".join(sorted(names)) if names else None


def _number_of_board(name: str, solution: str | None) -> int | None:
    """A count or number by a function of the engine; None for other sizes than 9 and for Latin squares."""
    from ...engine.boards import from_lines

    if solution is None or len(solution) != 81:
        return None
    try:
        found = getattr(engine, name)(from_lines([solution])[0])
        return int(found) if found.ndim == 0 else len(found)
    except ValueError:  # a Latin square
        return None


def _puzzle_key(both: str | None) -> str | None:
    """The key of a puzzle up to every symmetry (`engine.puzzle_keys`), from the puzzle and its solution in one text.

    It is the same in every catalogue. Boards with unusual blocks, or none, and puzzles with own rules have None.
    """
    from ...engine.boards import from_lines

    if both is None:
        return None
    puzzle, solution = from_lines([both[: len(both) // 2], both[len(both) // 2 :]])
    try:
        return engine.puzzle_keys(puzzle, solutions=solution, symmetry="full").tobytes().hex()
    except ValueError:  # of unusual blocks, or none
        return None


COLUMNS: dict[str, ColumnElement[Any]] = {
    "id": puzzle_number(puzzles.c.board_id, puzzles.c.place),
    **{each.name: puzzles.c[stored] for stored, each in (PUZZLE_METRICS | TEXTBOOK_METRICS).items()},
    "minimal": puzzles.c.minimal,
    "pattern": puzzles.c.pattern,
    "rating_status": case(
        {status: status.name.lower() for status in RatingStatus}, value=puzzles.c.rating_status, else_=None
    ),
    **{name: (puzzles.c[name] / 10.0).label(name) for name in ("rating", "pearl", "diamond")},
    "grade": case(
        *((puzzles.c.rating.between(low, high or NO_END), grade.value) for grade, (low, high) in BOUNDS.items())
    ),
    "hardest": puzzles.c.hardest,
    "score": puzzles.c.score,
    "level": case({place: level.value for place, level in enumerate(Level)}, value=puzzles.c.level, else_=None),
    "givens": puzzles.c.givens,
    "solution": func.coalesce(puzzles.c.solution, boards.c.solution).label("solution"),
}
"""The columns of a result: the puzzle's number (N, as text N.k), the metrics, the rating, the puzzle, its solution."""


# The uses are ordered by technique, so those of a puzzle are looked up for each technique that comes up at all.
_uses_of_puzzle = (
    select(collected(uses.c.technique, uses.c.times))
    .where(
        uses.c.technique.in_(select(tallies.c.value).where(tallies.c.metric == "technique")),
        uses.c.puzzle_id == puzzles.c.id,
    )
    .correlate(puzzles)
    .scalar_subquery()
)
_tags_of_puzzle = (
    select(collected(tags.c.name, tags.c.puzzle_id)).where(tags.c.puzzle_id == puzzles.c.id).correlate(puzzles)
).scalar_subquery()

_sources_of_puzzle = (
    select(collected(sources.c.name, origins.c.line))
    .join(origins, origins.c.source_id == sources.c.id)
    .where(origins.c.puzzle_id == puzzles.c.id)
    .correlate(puzzles)
).scalar_subquery()


_shared_rules = func.nullif(select(settings.c.rules).scalar_subquery(), "")
_rules_of_puzzle = case(
    (puzzles.c.rules.is_(None), _shared_rules),
    (_shared_rules.is_(None), puzzles.c.rules),
    else_=_shared_rules + "," + puzzles.c.rules,
).label("rules")


PLAIN_GIVENS = case((_rules_of_puzzle.is_(None), puzzles.c.givens))
"""The clues of a puzzle without rules; NULL under rules."""


_OTHER_NAMES = {"title": ("name",)}


def _note_of_puzzle(name: str) -> ColumnElement[Any]:
    """The note on an imported puzzle in its file."""
    mine = select(note_text(name)).where(origins.c.puzzle_id == puzzles.c.id, note_text(name).is_not(None))
    first = mine.order_by(origins.c.joined, origins.c.source_id).limit(1)
    return first.correlate(puzzles).scalar_subquery()


def note_text(name: str) -> ColumnElement[Any]:
    """The note of an origin on a puzzle, by one of `puzzles.columns.NOTES`."""
    texts = [json_text(origins.c.details, literal_column(f"'{each}'")) for each in (name, *_OTHER_NAMES.get(name, ()))]
    return func.coalesce(*texts) if len(texts) > 1 else texts[0]


source_text = json_text(origins.c.details, literal_column("'source'"))
"""Where another catalogue had a puzzle from."""

ON_REQUEST: dict[str, ColumnElement[Any]] = {
    "techniques": type_coerce(
        case((or_(puzzles.c.rating_status == RatingStatus.RATED, puzzles.c.score.is_not(None)), _uses_of_puzzle)),
        _MadeOfJson(_technique_counts),
    ),
    "tags": type_coerce(_tags_of_puzzle, _MadeOfJson(lambda names: sorted(names or ()))),
    **{name: _note_of_puzzle(name) for name in NOTES},
    "source": type_coerce(_sources_of_puzzle, _MadeOfJson(_joined)),
    "rules": _rules_of_puzzle,
    "constraints": puzzles.c.constraints,
    **{
        name: type_coerce(COLUMNS["solution"], _Made(partial(_number_of_board, function)))
        for name, function in (("class", "rank"), ("band", "band"), ("unavoidable", "unavoidable_sets"))
    },
    "trial_depth": type_coerce(PLAIN_GIVENS, _Made(trial_depth_of)),
    "key": type_coerce(
        case((puzzles.c.constraints.is_(None), puzzles.c.givens + COLUMNS["solution"])), _Made(_puzzle_key)
    ),
    "board": puzzles.c.board_id,
    "place": puzzles.c.place,
}
"""Columns returned only when requested; techniques take longer than all others together, class, band and key 0.1 ms
each, trial_depth up to 5 ms, unavoidable 200 ms."""

ROW_ID = "puzzle_id"
"""The column of the ids by which other tables name puzzles: not for people."""

NULLABLE = tuple(name for name in NUMBER_COLUMNS if BY_NAME[name].is_null)
"""The numbers that not every puzzle has."""

NUMBERS: dict[str, ColumnElement[Any]] = {
    name: puzzles.c.board_id if name == "id" else puzzles.c[BY_NAME[name].stored] for name in NUMBER_COLUMNS
}
"""The numbers that bounds and orders apply to; the rating in tenths."""

Row = Sequence[Any]


def rows_query(columns: Sequence[str]) -> Select[Any]:
    """Select all puzzles as rows of the columns, in no order. KeyError for an unknown column."""
    return select(*((COLUMNS | ON_REQUEST | {ROW_ID: puzzles.c.id})[name] for name in columns)).select_from(
        puzzles.join(boards)
    )
