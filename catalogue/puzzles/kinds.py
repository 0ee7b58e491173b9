"""Which puzzles are wanted: by how far they are rated, of a kind that a fill looks for, or by criteria of a query.

Nothing here imports numpy or the kernels before it is called, for the options of the commands come from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from ... import engine
from ...engine.grades import BOUNDS, Grade, Level, RatingStatus, grade_of, spelled, why_unrated, why_unscored
from .. import puzzles
from .columns import FIRST_SCORED, FORMER, NUMBER_COLUMNS, SCORED_PREFIX, Range

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...engine.shape import Shape


FAST_CEILING = 4.5


class Depth(StrEnum):
    """On which scales puzzles are rated, and how far: the one place that says what each of these means."""

    all = "all"
    """The rating in full, and the score and the level of boards that have them."""
    full = "full"
    """The rating."""
    fast = "fast"
    """The rating up to FAST_CEILING; a puzzle that needs more is marked as above."""
    score = "score"
    """The score and the level: HoDoKu's of plain 9x9 puzzles, those of people of all others."""
    none = "none"

    @staticmethod
    def of(*, rates: bool, scores: bool) -> Depth:
        """Return the depth that fills these scales, the rating in full."""
        if rates:
            return Depth.all if scores else Depth.full
        return Depth.score if scores else Depth.none

    @property
    def rates(self) -> bool:
        """Whether puzzles get a rating, on the scale of Sudoku Explainer."""
        return self in (Depth.all, Depth.full, Depth.fast)

    @property
    def scores(self) -> bool:
        """Whether puzzles get a score and a level, on the scale of HoDoKu."""
        return self in (Depth.all, Depth.score)

    @property
    def ceiling(self) -> float | None:
        """The ceiling that `engine.rate` is given; None: no ceiling."""
        return FAST_CEILING if self is Depth.fast else None


DEPTHS_HELP = (
    f"full gives the rating; fast stops at the first step above {FAST_CEILING} and marks the puzzle as above; score"
    " gives the score and the level, which are HoDoKu's for plain 9x9 puzzles; all gives both."
)
"""For options."""

DEFAULT_DEPTH = Depth.none
"""How far a fill rates by default."""

AUDITED = 20_000
"""Puzzles of each file that an audit rates by default."""


def why_unfilled(depth: Depth, shape: Shape, rules: str) -> str | None:
    """Return why puzzles of a shape, under rules or "", lack what a depth asks for; None if they have it."""
    if depth is Depth.score:
        return why_unscored(shape.size)
    if rules:
        return puzzles.game.game_of(shape, rules).why_unrated()
    return why_unrated(shape.size)


# --- Kinds ---


def technique_numbers(names: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers of techniques by their names; ValueError for an unknown one, with near ones.

    A name that both scales have means that of the rating; `score:x-wing` means that of the score.
    """
    if not names:
        return ()  # most queries name none, and need no list of techniques
    known = puzzles.techniques.TECHNIQUE_NUMBERS
    for name in names:
        if name not in known and name.removeprefix(SCORED_PREFIX) not in known:
            raise ValueError(f"no technique is called {name!r}; {near_techniques(name, known)}")
    return tuple(known[name] if name in known else known[name.removeprefix(SCORED_PREFIX)] for name in names)


def alone(name: str) -> tuple[int, tuple[int, ...]]:
    """Return the number of a technique of the score, and the numbers of all others but singles and pairs.

    ValueError for an unknown name, or one that only ratings have.
    """
    numbers = puzzles.techniques.SCORED_NUMBERS
    scored = name.removeprefix(SCORED_PREFIX)
    if scored not in numbers:
        raise ValueError(f"no technique of the score is called {name!r}; {near_techniques(scored, numbers)}")
    known = (scored, *SINGLES_AND_PAIRS)
    return numbers[scored], tuple(number for each, number in numbers.items() if each not in known)


SINGLES_AND_PAIRS = ("full-house", "naked-single", "hidden-single", "locked-pair", "naked-pair", "hidden-pair")
"""The techniques of the score that every player knows."""


def near_techniques(name: str, known: Iterable[str]) -> str:
    """Say which names of techniques are near an unknown one, or where they are listed."""
    from difflib import get_close_matches  # slow to import

    names = list(known)
    near = get_close_matches(name.lower().replace("_", "-").replace(" ", "-"), names, n=4)
    return f"similar names are {', '.join(near)}" if near else "catalogue techniques lists all names"


@dataclass(frozen=True)
class Kind:
    """Puzzles of any of some grades and levels, with some techniques (by number) on their paths, and without others."""

    grades: tuple[Grade, ...] = ()
    techniques: tuple[int, ...] = ()
    without: tuple[int, ...] = ()
    levels: tuple[Level, ...] = ()

    def __post_init__(self) -> None:
        """ValueError for a kind that no puzzle can have, KeyError for a number that no technique has."""
        if not self.techniques:
            return
        for number in (*self.techniques, *self.without):
            puzzles.techniques.technique_with(number)

        most = self._most
        for technique in (engine.native.technique_of(number) for number in self.techniques if number < FIRST_SCORED):
            if most is not None and technique.rating > most:
                hardest = max(self.grades, key=list(BOUNDS).index)
                raise ValueError(
                    f"no {hardest} puzzle needs {technique.name}:"
                    f" that is {spelled(technique.rating)}, and {hardest} ends at {spelled(most)}"
                )
        if self.levels:
            self._check_levels()

    def _check_levels(self) -> None:
        """ValueError for a technique that the score has in harder puzzles only."""
        order = list(Level)
        hardest = max(self.levels, key=order.index)
        for technique in engine.SOLVING_TECHNIQUES:
            needs = Level(technique.level)
            if technique.number + FIRST_SCORED in self.techniques and order.index(needs) > order.index(hardest):
                raise ValueError(f"no {hardest} puzzle needs {technique.name}: that is {needs}")

    @property
    def ceiling(self) -> float | None:
        """The rating above which a puzzle cannot be of the kind, as `engine.rate` takes it; None: no ceiling."""
        return None if self._most is None else self._most / 10

    @property
    def floor(self) -> float:
        """The rating below which no puzzle is of the kind, by its techniques; 0: no floor."""
        rated = (engine.native.technique_of(number) for number in self.techniques if number < FIRST_SCORED)
        return max((technique.rating for technique in rated), default=0) / 10

    @property
    def depth(self) -> Depth:
        """How far puzzles have to be rated to know whether they are of the kind."""
        numbers = (*self.techniques, *self.without)
        rates = bool(self.grades) or any(number < FIRST_SCORED for number in numbers)
        return Depth.of(rates=rates, scores=bool(self.levels) or any(number >= FIRST_SCORED for number in numbers))

    def of(self, ratings: NDArray[np.void] | None, scores: NDArray[np.void] | None) -> NDArray[np.bool_]:
        """Return which puzzles are of the kind, `bool (n,)`, by their ratings up to the `ceiling` and their scores.

        Either is needed only if `depth` says so.
        """
        import numpy as np

        suited = np.ones(len(scores if ratings is None else ratings), np.bool_)  # type: ignore[arg-type]
        if ratings is not None and self.depth.rates:
            suited &= ratings["status"] == RatingStatus.RATED
        if ratings is not None and self.grades:
            ranges = [BOUNDS[grade] for grade in self.grades]
            rating = ratings["rating"]
            suited &= np.any([(rating >= low) & (rating <= (high or rating)) for low, high in ranges], axis=0)
        if scores is not None and self.levels:
            suited &= np.isin(scores["level"], [list(Level).index(level) for level in self.levels])
        for number in self.techniques:
            suited &= _times(number, ratings, scores) > 0
        for number in self.without:
            suited &= _times(number, ratings, scores) == 0
        return suited

    @property
    def _most(self) -> int | None:
        highs = [BOUNDS[grade][1] for grade in self.grades]
        known = [high for high in highs if high is not None]
        return max(known) if known and len(known) == len(highs) else None


def _times(number: int, ratings: NDArray[np.void] | None, scores: NDArray[np.void] | None) -> NDArray[np.uint16]:
    """How often each puzzle's path takes a technique."""
    import numpy as np

    found = ratings if number < FIRST_SCORED else scores
    assert found is not None  # `Kind.depth` asks for it
    name = puzzles.techniques.technique_with(number).name
    if name not in (found.dtype.names or ()):  # one of HoDoKu's alone, under rules, or the other way round
        return np.zeros(len(found), np.uint16)
    times: NDArray[np.uint16] = found[name]
    return times


QUESTIONS = "questions"
TEXTS = ("chat", "plain", "tokens", "csv", "gym", QUESTIONS)
"""The texts that a data set writes for language models."""

LAYOUTS = ("hrm",)
"""The arrays that a data set writes, by the trainers that read them."""

SUDOKU_BENCH = "sudoku-bench"
LIKE = ("hrm-1k", "reasoning-gym", "sudoku-bench", "sudoku-extreme")
"""Sets of others whose sizes, splits and columns a data set can have: the rows of `runs/dataset/like.toml`."""

SUDOKU_EXTREME, REASONING_GYM = "sudoku-extreme", "reasoning-gym"
SCHEMAS = (SUDOKU_BENCH, SUDOKU_EXTREME, REASONING_GYM)
"""The data sets whose columns another one can have."""


# --- Criteria ---------------------------------------------------------------------------------------------------------

Names = str | Iterable[str] | None
"""One name or several."""

TRIAL_DEPTHS = ("0", "1", "2", "3")
"""How deep trial and error may have to look, as a filter names it."""

ANY = "any"
"""The word for every rule: with it, puzzles that have any; without it, puzzles that have none."""


@dataclass(frozen=True)
class Criteria:
    """Which puzzles to keep: by the least and the greatest of their numbers (None: no bound), and by their pattern.

    The numbers are `storage.columns.NUMBERS`. Also by their grade and their level, any of those given, and by the
    techniques, as numbers, that are all on their paths, or are not; this is known only for puzzles that are rated on
    that scale. Numbers are in one of the `ranges`. Puzzles have all of the `tags` and none of the `without_tags`; only
    minimal ones if `minimal` is set. The name of the file that they were imported from has any of the texts in
    `sources`, and its title, author or description any of those in `about`, whatever the case.
    """

    bounds: Mapping[str, tuple[int | None, int | None]] = field(default_factory=dict)
    patterns: Sequence[str] | None = None
    grades: Sequence[Grade] = ()
    levels: Sequence[Level] = ()
    techniques: Sequence[int] = ()
    without_techniques: Sequence[int] = ()
    ranges: Sequence[Range] = ()
    tags: Sequence[str] = ()
    without_tags: Sequence[str] = ()
    minimal: bool = False
    sources: Sequence[str] = ()
    about: Sequence[str] = ()
    rules: Sequence[str] = ()
    """Names of rules that the puzzles all have, as `rule_names` gives them."""
    without_rules: Sequence[str] = ()
    trial_depths: Sequence[int] = ()
    """How deep trial and error has to look, any of those given: `engine.solving.trial_depth`."""

    @property
    def exclude_nothing(self) -> bool:
        """Whether every puzzle meets the criteria."""
        bounded = any(bound is not None for both in self.bounds.values() for bound in both)
        others = (
            *(self.grades, self.levels, self.techniques, self.without_techniques),
            *(self.ranges, self.tags, self.without_tags, self.sources, self.about, self.rules, self.without_rules),
            self.trial_depths,
        )
        return not (bounded or self.minimal) and self.patterns is None and not any(others)

    @property
    def concern_ratings(self) -> bool:
        """Whether only rated puzzles can meet the criteria."""
        numbers = (*self.techniques, *self.without_techniques)
        return any(number < FIRST_SCORED for number in numbers) or self.has_rating_bounds

    @property
    def concern_scores(self) -> bool:
        """Whether only scored puzzles can meet the criteria."""
        numbers = (*self.techniques, *self.without_techniques)
        by_technique = any(number >= FIRST_SCORED for number in numbers)
        return by_technique or bool(self.levels) or self.bounds.get("score", (None, None)) != (None, None)

    @property
    def has_rating_bounds(self) -> bool:
        """Whether the criteria admit some ratings and no others."""
        return bool(self.grades) or self.bounds.get("rating", (None, None)) != (None, None)

    def admits_rating(self, rating: int) -> bool:
        """Whether a puzzle with a rating in tenths can meet the criteria."""
        low, high = self.bounds.get("rating", (None, None))
        inside = (low is None or rating >= low) and (high is None or rating <= high)
        return inside and (not self.grades or grade_of(rating) in self.grades)

    @property
    def highest_rating(self) -> int | None:
        """The greatest rating, in tenths, that meets the criteria; None: no bound."""
        ends = [self.bounds.get("rating", (None, None))[1]]
        if self.grades:
            highs = [BOUNDS[grade][1] for grade in self.grades]
            ends.append(None if None in highs else max(high for high in highs if high))
        return min((end for end in ends if end is not None), default=None)


PLAIN = Criteria(without_rules=(ANY,))
"""Puzzles without rules."""


def criteria(
    *,
    numbers: Iterable[int] | None = None,
    grade: Names = None,
    level: Names = None,
    pattern: Names = None,
    minimal: bool = False,
    technique: Names = None,
    without_technique: Names = None,
    only_technique: str | None = None,
    tag: Names = None,
    without_tag: Names = None,
    source: Names = None,
    about: Names = None,
    rules: Names = None,
    without_rules: Names = None,
    trial_depth: Names = None,
    **bounds: float | None,
) -> Criteria:
    """Return what puzzles have to meet, from the keywords of `Catalogue.puzzles`.

    TypeError for an unknown keyword. ValueError for an unknown name, and for a least value above the greatest.
    """
    techniques, others = _techniques(technique, only_technique)
    return Criteria(
        bounds=_bounds(bounds),
        patterns=_patterns_like(_names(pattern)),
        minimal=minimal,
        grades=[Grade(name) for name in _names(grade)],
        levels=[Level(name) for name in _names(level)],
        techniques=techniques,
        without_techniques=(*technique_numbers(_names(without_technique)), *others),
        ranges=board_ranges(numbers),
        tags=_names(tag),
        without_tags=_names(without_tag),
        sources=_names(source),
        about=_names(about),
        rules=_rules(rules),
        without_rules=_rules(without_rules),
        trial_depths=[TRIAL_DEPTHS.index(depth) for depth in _names(trial_depth)],
    )


def _names(names: Names) -> Sequence[str]:
    return [names] if isinstance(names, str) else list(names or ())


def _rules(names: Names) -> Sequence[str]:
    """The names that rules have in a catalogue; several may stand in one text. ValueError for an unknown one."""
    if not names:
        return ()
    from ...engine.rules.rulebook import checked_name  # a query by other filters needs no rules

    every = (each.strip() for name in _names(names) for each in name.split(","))
    return [ANY if each == ANY else checked_name(each) for each in every]


def _techniques(names: Names, only: str | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers of techniques that a path takes, and of those that it does not take if one is the only one."""
    numbers = technique_numbers(_names(names))
    if only is None:
        return numbers, ()
    number, others = alone(only)
    return (*numbers, number), others


def _patterns_like(names: Sequence[str] | None) -> Sequence[str] | None:
    """Return the patterns of puzzles that have one of these; None for any pattern. ValueError for an unknown one."""
    if not names:
        return None

    return sorted({pattern for name in names for pattern in engine.native.patterns_within(name)})


def _bounds(values: dict[str, float | None]) -> dict[str, tuple[int | None, int | None]]:
    bounds: dict[str, tuple[int | None, int | None]] = {}
    for keyword, value in values.items():
        side, _, name = keyword.partition("_")
        name = FORMER.get(name, name)
        if side not in ("min", "max") or name not in NUMBER_COLUMNS:
            known = ", ".join(NUMBER_COLUMNS)
            raise TypeError(f"no filter is called {keyword!r}; bounds are min_ or max_ before one of {known}")
        low, high = bounds.get(name, (None, None))
        bound = _stored(name, value)
        bounds[name] = (bound, high) if side == "min" else (low, bound)
    for column, (low, high) in bounds.items():
        if low is not None and high is not None and low > high:
            raise ValueError(f"the least {column} is above the greatest")
    return bounds


def _stored(column: str, value: Any) -> int | None:
    """A bound as it is stored: ratings are in tenths."""
    if value is None:
        return None
    stored = round(value * 10, 6) if column == "rating" else value
    if stored != int(stored):
        raise ValueError(f"{column} {value} is not {'in tenths' if column == 'rating' else 'a whole number'}")
    return int(stored)


def board_ranges(numbers: Iterable[int] | None) -> Sequence[Range]:
    """Board numbers as ranges from first to last; those that follow each other make one."""
    if numbers is None:
        return ()
    ranges: list[Range] = []
    for number in sorted(set(numbers)):
        if ranges and ranges[-1].last == number - 1:
            ranges[-1] = ranges[-1]._replace(last=number)
        else:
            ranges.append(Range(number, number))
    return ranges or [Range(-1, -1)]  # no number: no board


def kind_of(
    count: int | Mapping[str, int] | None,
    grade: Names,
    technique: Names,
    only_technique: str | None = None,
    level: Names = None,
) -> tuple[int | Mapping[Grade, int] | Mapping[Level, int] | None, Kind | None]:
    """Return how many boards a fill adds, in all or of each grade or level, and the kind of puzzle that it looks for.

    The keys of a mapping are levels if they are of the type `Level`. ValueError for an unknown name, for a kind that
    no puzzle can have, and for grades given twice.
    """
    boards: int | Mapping[Grade, int] | Mapping[Level, int] | None
    if isinstance(count, Mapping):
        is_by_level = any(isinstance(name, Level) for name in count)
        if _names(level if is_by_level else grade):
            raise ValueError(f"count says how many of each: leave out {'level' if is_by_level else 'grade'}")
        if is_by_level:
            boards = {Level(name): number for name, number in count.items()}
            level = count
        else:
            boards = {Grade(name): number for name, number in count.items()}
            grade = count
    else:
        boards = count
    grades = tuple(dict.fromkeys(Grade(name) for name in _names(grade)))
    levels = tuple(dict.fromkeys(Level(name) for name in _names(level)))
    techniques, others = _techniques(technique, only_technique)
    return boards, Kind(grades, techniques, others, levels) if grades or techniques or levels else None


class Tries(NamedTuple):
    """How many boards a fill that selects puzzles looks at, at most."""

    least: int
    each: int
    """For each puzzle wanted, if that is more."""

    def of(self, wanted: int) -> int:
        """Return the number for so many puzzles."""
        return max(self.least, self.each * wanted)


TRIES = Tries(1_000_000, 1_000)
RULED_TRIES = Tries(1_000, 100)
"""With rules, under which a puzzle takes about as long as a hundred plain ones."""
