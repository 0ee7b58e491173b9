"""Which puzzles of a catalogue a verb is for: the filters, their order, and how many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Annotated

from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.puzzles.filters import Criteria, criteria
from board_catalogue.catalogue.puzzles.kinds import FAST_CEILING, Depth, why_unfilled
from board_catalogue.catalogue.puzzles.numbers import NUMBER_COLUMNS, RANDOM, Range
from board_catalogue.catalogue.verbs.bounds import Bounds
from board_catalogue.catalogue.verbs.option import choice, flag, text, whole
from board_catalogue.catalogue.verbs.request import LongRequest
from board_catalogue.catalogue.verbs.shared import (
    LEVEL,
    ONLY_TECHNIQUE,
    TECHNIQUE,
    goals,
    goals_of,
    quotas_of,
    technique_field,
)
from board_catalogue.catalogue.verbs.values import Goal, Mark
from board_catalogue.engine.grades import BOUNDS, Grade, Level, spelled
from board_catalogue.engine.names import PATTERNS

if TYPE_CHECKING:
    from board_catalogue.catalogue.storage.columns import Row
    from board_catalogue.catalogue.storage.store import Store


def _grade_help() -> str:
    """Say which ratings each grade has."""
    ends = (f"{grade} {f'to {spelled(high)}' if high else 'above'}" for grade, (_, high) in BOUNDS.items())
    return f"Grade of the puzzle, by its rating: {', '.join(ends)}."


@dataclass(frozen=True, kw_only=True)
class Selection(LongRequest):
    """Which puzzles, in which order, and how many. A repeated grade, level or pattern means any of these.

    ValueError for an unknown name, and fields that do not go together.
    """

    bounds: Bounds = field(default_factory=Bounds)
    pattern: Annotated[
        Sequence[str],
        choice(
            f"Symmetry of the clues: {', '.join(PATTERNS[:-1])} or {PATTERNS[-1]}. Repeat it to accept several.",
            PATTERNS,
            metavar="NAME",
        ),
    ] = ()
    grade: Annotated[
        Sequence[Goal | str],
        goals(f"{_grade_help()} Repeat it to accept several; easy=5 takes five of that grade.", Grade),
    ] = ()
    minimal: Annotated[bool, flag("Only minimal puzzles: without any one clue they have several solutions.")] = False
    level: Annotated[Sequence[Goal | str], LEVEL] = ()
    technique: Annotated[Sequence[str], TECHNIQUE] = ()
    only_technique: Annotated[str | None, ONLY_TECHNIQUE] = None
    without_technique: Annotated[
        Sequence[str], technique_field("Technique that the path avoids; repeat it to exclude several.")
    ] = ()
    tag: Annotated[Sequence[str], text("Tag of the puzzle; repeat it to require several.", metavar="NAME")] = ()
    without_tag: Annotated[
        Sequence[str], text("Tag that the puzzle lacks; repeat it to exclude several.", metavar="NAME")
    ] = ()
    source: Annotated[
        Sequence[str],
        text(
            "File that the puzzle was imported from, or a part of its name; repeat it to accept several.",
            metavar="WORDS",
        ),
    ] = ()
    about: Annotated[
        Sequence[str],
        text(
            "Text in the title, author or description that the puzzle was imported with; repeat it to accept several.",
            metavar="WORDS",
        ),
    ] = ()
    sort: Annotated[
        str | None,
        choice(
            "Sort by this, ties by board number; random shuffles. Default: id.",
            (*NUMBER_COLUMNS, RANDOM),
            metavar="COLUMN",
        ),
    ] = None
    desc: Annotated[bool, flag("Greatest first.")] = False
    seed: Annotated[
        int | None, whole("For `sort` random: the same seed always gives the same order. Default: random.")
    ] = None
    limit: Annotated[int | None, whole("At most this many puzzles.", letter="-n")] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.seed is not None and self.sort != RANDOM:
            raise ValueError("`seed` needs `sort` random")
        if self.desc and self.sort == RANDOM:
            raise ValueError("`desc` does not go with `sort` random")
        if self.quotas and self.limit is not None:
            raise ValueError("give either `limit` or `grade` and `level` with numbers")

    @property
    def quotas(self) -> dict[Mark, int]:
        """How many puzzles of each grade, or of each level, are wanted; nothing if no number is given."""
        return quotas_of(goals_of(self.grade, Grade), goals_of(self.level, Level))

    @property
    def chooses(self) -> bool:
        """Whether any field chooses or orders puzzles."""
        named = (getattr(self, each.name) for each in fields(Selection) if each.name not in ("bounds", "limit", *_RUNS))
        bounded = any(bound is not None for bound in self.bounds.values())
        return bounded or any(named) or self.limit is not None

    def criteria(self, ranges: Sequence[Range] = ()) -> Criteria:
        """Return what the puzzles have to meet. ValueError for an unknown name."""
        names = ("pattern", "technique", "without_technique", "tag", "without_tag", "source", "about")
        wanted = criteria(
            grade=[goal.mark for goal in goals_of(self.grade, Grade)],
            level=[goal.mark for goal in goals_of(self.level, Level)],
            minimal=self.minimal,
            only_technique=self.only_technique,
            **{name: getattr(self, name) for name in names},
            **self.bounds,
        )
        return replace(wanted, ranges=ranges)


_RUNS = tuple(each.name for each in fields(LongRequest))


def of_mark(criteria: Criteria, mark: Mark) -> Criteria:
    """Return the criteria for the puzzles of one grade or level alone."""
    return replace(criteria, levels=[mark]) if isinstance(mark, Level) else replace(criteria, grades=[mark])


def check_ratings(store: Store, selection: Selection, criteria: Criteria) -> None:
    """If ratings decide, notice how many puzzles have none; CatalogueError for a size that has no rating."""
    by_score = criteria.concern_scores or selection.sort == "score"
    by_rating = criteria.concern_ratings or selection.sort == "rating"
    if not by_score and not by_rating:
        return
    from board_catalogue.catalogue.storage.queries import rated, scored

    check_ratable(store)
    if by_score:
        check_ratable(store, Depth.score)
    puzzles, (_, unscored), high = rated(store), scored(store), criteria.highest_rating
    parts = [f"{puzzles.unrated:,} puzzles are not rated"] if by_rating and puzzles.unrated else []
    if by_score and unscored:
        parts.append(f"{unscored:,} puzzles have no score")
    if by_rating and puzzles.above and (high is None or high > 10 * FAST_CEILING):
        parts.append(f"{puzzles.above:,} are rated only as above {FAST_CEILING}")
    if parts:
        depth = Depth.of(rates=by_rating, scores=by_score)
        words = "" if depth is Depth.full else f" --rate {depth}"
        selection.on_notice(f"{', '.join(parts)}: catalogue rate{words} --home {store.home}")


def say_gaps(store: Store, ranges: Sequence[Range], on_notice: Callable[[str], None]) -> None:
    """Notice which boards are missing if all are asked for."""
    from board_catalogue.catalogue.storage.queries import missing_numbers

    for each in ranges:
        if each.last is None and (missing := missing_numbers(store, each)):
            on_notice(f"{missing}: the numbers have gaps; look at: catalogue verify --home {store.home}")


def selected(store: Store, selection: Selection, criteria: Criteria, columns: Sequence[str]) -> Iterator[Row]:
    """Return the rows of the puzzles, in the order asked for."""
    from board_catalogue.catalogue.verbs.query import Puzzles

    wanted = Puzzles(store, criteria, selection.sort or "id", selection.desc, selection.seed, selection.limit)
    quotas = selection.quotas
    if not quotas:
        return wanted.rows(columns)
    parts = [replace(wanted, criteria=of_mark(criteria, mark), most=number) for mark, number in quotas.items()]
    return (row for part in parts for row in part.rows(columns))


def how_many(store: Store, selection: Selection, criteria: Criteria) -> int:
    """Count the puzzles that are chosen, without the limit."""
    from board_catalogue.catalogue.storage.queries import count

    quotas = selection.quotas
    if not quotas:
        return count(store, criteria)
    return sum(min(number, count(store, of_mark(criteria, mark))) for mark, number in quotas.items())


def check_ratable(store: Store, depth: Depth = Depth.full) -> None:
    """CatalogueError for a catalogue whose puzzles have nothing that a depth asks for."""
    if reason := why_unfilled(depth, store.settings.shape, store.settings.rules):
        raise CatalogueError(f"{store.home}: {reason}; name another --home")
