"""Which puzzles of a catalogue a verb is for: the filters, their order, and how many."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any

from ...engine.grades import BOUNDS, Grade, Level, spelled
from ...engine.names import PATTERNS
from .. import storage
from ..errors import CatalogueError
from ..puzzles.columns import FORMER, FORMER_BOUNDS, MEANINGS, NAMED, NUMBER_COLUMNS, RANDOM, Range
from ..puzzles.kinds import FAST_CEILING, TRIAL_DEPTHS, Criteria, Depth, criteria
from .request import Goal, LongRequest, Mark, Option, Ranges, choice, rating, whole
from .shared import NUMBERS, TECHNIQUE, goals, goals_of, quotas_of, ranges_of

# --- Bounds of the numbers that puzzles have --------------------------------------------------------------------------

_IN_OPTIONS = {"id": "board number", "rating": "rating, such as 2.0", "score": "score on the scale of HoDoKu"}
"""The words of the help for a number, where they are not its name and its meaning."""


def least(label: str) -> Option:
    """A field for the least value to keep of a number, one of `NUMBER_COLUMNS`."""
    return _bound(label, f"Minimum {_IN_OPTIONS.get(label) or f'{label}: {MEANINGS[label]}'}.")


def greatest(label: str) -> Option:
    """A field for the greatest value to keep."""
    return _bound(label, f"Maximum {_IN_OPTIONS['id'] if label == 'id' else label}.")


def _bound(label: str, help: str) -> Option:
    name = f"{help[:3].lower()}_{label}"
    former = next((before for before, present in FORMER_BOUNDS.items() if present == name), None)
    return Option(help=help, read=rating, metavar="RATING") if label == "rating" else whole(help=help, former=former)


def crossed(bounds: Mapping[str, Any]) -> str | None:
    """Say which two bounds, by names such as min_clues, exclude every puzzle; None if none do."""
    for label in NUMBER_COLUMNS:
        low, high = bounds.get(f"min_{label}"), bounds.get(f"max_{label}")
        if low is not None and high is not None and low > high:
            return f"`min_{label}` {low} is above `max_{label}` {high}"
    return None


# --- Filters, order, number -------------------------------------------------------------------------------------------


def _grade_ends() -> str:
    return ", ".join(f"{grade} {f'to {spelled(high)}' if high else 'above'}" for grade, (_, high) in BOUNDS.items())


@dataclass(frozen=True, kw_only=True)
class Selection(LongRequest):
    """Which puzzles, in which order, and how many. A repeated grade, level or pattern means any of these.

    ValueError for an unknown name, and fields that do not go together.
    """

    min_id: Annotated[int | None, least("id")] = None
    max_id: Annotated[int | None, greatest("id")] = None
    min_clues: Annotated[int | None, least("clues")] = None
    max_clues: Annotated[int | None, greatest("clues")] = None
    min_backtracks: Annotated[int | None, least("backtracks")] = None
    max_backtracks: Annotated[int | None, greatest("backtracks")] = None
    min_depth: Annotated[int | None, least("depth")] = None
    max_depth: Annotated[int | None, greatest("depth")] = None
    min_comparisons: Annotated[int | None, least("comparisons")] = None
    max_comparisons: Annotated[int | None, greatest("comparisons")] = None
    min_filled: Annotated[int | None, least("filled")] = None
    max_filled: Annotated[int | None, greatest("filled")] = None
    min_hidden_rounds: Annotated[int | None, least("hidden_rounds")] = None
    max_hidden_rounds: Annotated[int | None, greatest("hidden_rounds")] = None
    min_textbook_comparisons: Annotated[int | None, least("textbook_comparisons")] = None
    max_textbook_comparisons: Annotated[int | None, greatest("textbook_comparisons")] = None
    min_textbook_backtracks: Annotated[int | None, least("textbook_backtracks")] = None
    max_textbook_backtracks: Annotated[int | None, greatest("textbook_backtracks")] = None
    min_textbook_depth: Annotated[int | None, least("textbook_depth")] = None
    max_textbook_depth: Annotated[int | None, greatest("textbook_depth")] = None
    min_rating: Annotated[float | None, least("rating")] = None
    max_rating: Annotated[float | None, greatest("rating")] = None
    min_score: Annotated[int | None, least("score")] = None
    max_score: Annotated[int | None, greatest("score")] = None
    pattern: Annotated[Sequence[str], choice(PATTERNS)] = ()
    grade: Annotated[Sequence[Goal | str], goals(Grade, words={"ends": _grade_ends()})] = ()
    minimal: bool = False
    level: Annotated[Sequence[Goal | str], goals(Level)] = ()
    trial_depth: Annotated[Sequence[str], choice(TRIAL_DEPTHS)] = ()
    technique: Annotated[Sequence[str], TECHNIQUE] = ()
    only_technique: Annotated[str | None, TECHNIQUE] = None
    without_technique: Annotated[Sequence[str], TECHNIQUE] = ()
    tag: Sequence[str] = ()
    without_tag: Sequence[str] = ()
    source: Sequence[str] = ()
    about: Sequence[str] = ()
    rules: Sequence[str] = ()
    without_rules: Sequence[str] = ()
    sort: Annotated[str | None, choice((*NUMBER_COLUMNS, RANDOM), others=FORMER)] = None
    desc: bool = False
    seed: int | None = None
    limit: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.seed is not None and self.sort != RANDOM:
            raise ValueError("`seed` needs `sort` random")
        if self.desc and self.sort == RANDOM:
            raise ValueError("`desc` does not go with `sort` random")
        if self.quotas and self.limit is not None:
            raise ValueError("give either `limit` or `grade` and `level` with numbers")
        if fault := crossed(self.bounds):
            raise ValueError(fault)

    @property
    def quotas(self) -> dict[Mark, int]:
        """How many puzzles of each grade, or of each level, are wanted; nothing if no number is given."""
        return quotas_of(goals_of(self.grade, Grade), goals_of(self.level, Level))

    @property
    def bounds(self) -> dict[str, Any]:
        """The bounds that are given, by names such as min_clues."""
        values = {name: getattr(self, name) for label in NUMBER_COLUMNS for name in (f"min_{label}", f"max_{label}")}
        return {name: value for name, value in values.items() if value is not None}

    @property
    def chooses(self) -> bool:
        """Whether any field chooses or orders puzzles."""
        named = (each.name for each in fields(Selection) if not each.name.startswith(("min_", "max_")))
        others = any(getattr(self, name) for name in named if name not in ("limit", *_RUNS))
        return others or bool(self.bounds) or self.limit is not None

    def criteria(self, ranges: Sequence[Range] = ()) -> Criteria:
        """Return what the puzzles have to meet. ValueError for an unknown name."""
        names = (
            *("pattern", "technique", "without_technique", "tag", "without_tag", "source", "about"),
            *("rules", "without_rules", "trial_depth"),
        )
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


@dataclass(frozen=True, kw_only=True)
class SelectionByClues(Selection):
    """Which puzzles, perhaps those with a number of clues, in which order, and how many."""

    clues: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.clues is not None and not self.min_clues is self.max_clues is None:
            raise ValueError("give either `clues` or `min_clues` and `max_clues`")

    @property
    def bounds(self) -> dict[str, Any]:
        """The bounds that are given, by names such as min_clues."""
        exact = {} if self.clues is None else {"min_clues": self.clues, "max_clues": self.clues}
        return {**super().bounds, **exact}


@dataclass(frozen=True, kw_only=True)
class NumberedSelection(SelectionByClues):
    """Which puzzles, by their numbers, by filters, or by both. Numbers alone keep the order in which they are given."""

    numbers: Annotated[Sequence[Ranges | int | str] | None, NUMBERS] = None

    @property
    def names_puzzles(self) -> bool:
        """Whether numbers or filters say which puzzles."""
        return bool(self.numbers) or self.chooses


def chosen(store: storage.Store, selection: Selection) -> storage.Choice:
    """Return the puzzles that a request names, in its order, and notice what it cannot find.

    ValueError for an unknown name, CatalogueError for a number that no puzzle has, and for what the puzzles of this
    catalogue lack.
    """
    numbers = selection.numbers if isinstance(selection, NumberedSelection) else None
    ranges = ranges_of(numbers or ())
    criteria = selection.criteria(ranges)
    storage.check_numbers(store, ranges)
    for each in ranges:
        if each.last is None and (missing := storage.missing_numbers(store, each)):
            selection.on_notice(f"{missing}: the numbers have gaps; look at: catalogue verify --home {store.home}")
    check_ratings(store, criteria, selection.on_notice, selection.sort)
    return storage.Choice(
        store,
        criteria,
        selection.sort or ("id" if selection.chooses or not ranges else NAMED),
        selection.desc,
        selection.seed,
        selection.limit,
        quotas=selection.quotas,
    )


def check_ratings(
    store: storage.Store, criteria: Criteria, on_notice: Callable[[str], None], sort: str | None = None
) -> None:
    """If ratings decide, notice how many puzzles have none; CatalogueError for a size that has no rating."""
    by_score = criteria.concern_scores or sort == "score"
    by_rating = criteria.concern_ratings or sort == "rating"
    if not by_score and not by_rating:
        return

    if by_rating:
        check_ratable(store)
    if by_score:
        check_ratable(store, Depth.score)
    puzzles, (_, unscored), high = storage.rated(store), storage.scored(store), criteria.highest_rating
    parts = [f"{puzzles.unrated:,} puzzles are not rated"] if by_rating and puzzles.unrated else []
    if by_score and unscored:
        parts.append(f"{unscored:,} puzzles have no score")
    if by_rating and puzzles.above and (high is None or high > 10 * FAST_CEILING):
        parts.append(f"{puzzles.above:,} are rated only as above {FAST_CEILING}")
    if parts:
        depth = Depth.of(rates=by_rating, scores=by_score)
        words = "" if depth is Depth.full else f" --rate {depth}"
        on_notice(f"{', '.join(parts)}: catalogue rate{words} --home {store.home}")


def check_ratable(store: storage.Store, depth: Depth = Depth.full) -> None:
    """CatalogueError for a catalogue whose puzzles have nothing that a depth asks for."""
    if reason := store.settings.why_unfilled(depth):
        raise CatalogueError(f"{store.home}: {reason}; name another --home")
