"""Filters as keywords, with the names that the options of `catalogue query` have."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from catalogue.kinds import Kind, alone, technique_numbers
from catalogue.numbers import NUMBER_COLUMNS, Range
from catalogue.queries import Criteria
from engine import patterns_within
from engine.grades import Grade, Level

Names = str | Iterable[str] | None
"""One name or several."""


def criteria(
    *,
    numbers: Iterable[int] | None = None,
    grade: Names = None,
    level: Names = None,
    pattern: Names = None,
    technique: Names = None,
    without_technique: Names = None,
    only_technique: str | None = None,
    tag: Names = None,
    without_tag: Names = None,
    **bounds: float | None,
) -> Criteria:
    """Return what puzzles have to meet, from the keywords of `Catalogue.puzzles`.

    TypeError for an unknown keyword. ValueError for an unknown name, and for a least value above the greatest.
    """
    techniques, others = _techniques(technique, only_technique)
    return Criteria(
        bounds=_bounds(bounds),
        patterns=patterns_like(_names(pattern)),
        grades=[Grade(name) for name in _names(grade)],
        levels=[Level(name) for name in _names(level)],
        techniques=techniques,
        without_techniques=(*technique_numbers(_names(without_technique)), *others),
        ranges=_ranges(numbers),
        tags=_names(tag),
        without_tags=_names(without_tag),
    )


def _names(names: Names) -> Sequence[str]:
    return [names] if isinstance(names, str) else list(names or ())


def _techniques(names: Names, only: str | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers of techniques that a path takes, and of those that it does not take where one is the only one."""
    numbers = technique_numbers(_names(names))
    if only is None:
        return numbers, ()
    number, others = alone(only)
    return (*numbers, number), others


def patterns_like(names: Sequence[str] | None) -> Sequence[str] | None:
    """Return the patterns of puzzles that have one of these; None for any pattern. ValueError for an unknown one."""
    return sorted({pattern for name in names for pattern in patterns_within(name)}) if names else None


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


def _ranges(numbers: Iterable[int] | None) -> Sequence[Range]:
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

    The keys of a mapping are levels where they are of the type `Level`. ValueError for an unknown name, for a kind that
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
