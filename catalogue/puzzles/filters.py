"""Which puzzles are wanted: criteria, and the keywords that make them, named like the options of `catalogue query`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ... import engine
from ...engine.grades import BOUNDS, Grade, Level, grade_of
from .columns import NUMBER_COLUMNS
from .kinds import Kind, alone, technique_numbers
from .numbers import FIRST_SCORED, Range

Names = str | Iterable[str] | None
"""One name or several."""

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

    @property
    def exclude_nothing(self) -> bool:
        """Whether every puzzle meets the criteria."""
        bounded = any(bound is not None for both in self.bounds.values() for bound in both)
        others = (
            *(self.grades, self.levels, self.techniques, self.without_techniques),
            *(self.ranges, self.tags, self.without_tags, self.sources, self.about, self.rules, self.without_rules),
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

    return sorted({pattern for name in names for pattern in engine.patterns_within(name)})


def _bounds(values: dict[str, float | None]) -> dict[str, tuple[int | None, int | None]]:
    bounds: dict[str, tuple[int | None, int | None]] = {}
    for keyword, value in values.items():
        side, _, name = keyword.partition("_")
        if side not in ("min", "max") or name not in NUMBER_COLUMNS:
            known = ", ".join(NUMBER_COLUMNS)
            raise TypeError(f"no filter is called {keyword!r}; bounds are min_ or max_ before one of {known}")
        column = NUMBER_COLUMNS[name]
        low, high = bounds.get(column, (None, None))
        bound = _stored(column, value)
        bounds[column] = (bound, high) if side == "min" else (low, bound)
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
