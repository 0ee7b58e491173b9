"""`catalogue query`: find puzzles by their numbers."""

import sys
from itertools import chain
from pathlib import Path

from catalogue.cli.commands.query import Options
from catalogue.cli.filters import SORTABLE
from catalogue.cli.ratable import check_ratable
from catalogue.formats import ROWS
from catalogue.metrics import PUZZLE_METRICS
from catalogue.rating.grades import FAST_CEILING
from catalogue.store import Store
from catalogue.store.queries import COLUMNS, Criteria, Rated, count, find, rated
from engine.rating.grades import BOUNDS, Grade


def run(options: Options) -> None:
    """Print the puzzles that match, or their number."""
    criteria = _criteria(options)
    with Store.read(options.home) as store:
        known = rated(store)
        if _concerns_ratings(criteria, options.sort):
            check_ratable(store)
            _report_unrated(known, criteria.bounds["rating"][1], options.home)
        if options.count_only:
            print(count(store, criteria))
            return
        columns = _columns(options.format, with_rating=known.rated > 0)
        rows = find(
            store,
            criteria,
            columns=columns,
            sort=SORTABLE[options.sort],
            descending=options.desc,
            limit=options.limit,
        )
        first = next(rows, None)
        ROWS[options.format](chain([first] if first else [], rows), columns, sys.stdout)
    if first is None:
        print("No matching puzzles.", file=sys.stderr)


def _criteria(options: Options) -> Criteria:
    bounds = options.bounds | {"rating": _rating_bounds(*options.bounds["rating"], options.grade)}
    if not (options.pattern or options.technique or options.without_technique):
        return Criteria(bounds)
    from catalogue.cli.puzzle_kinds import chosen_patterns, chosen_techniques  # needs the engine; most queries do not

    return Criteria(
        bounds,
        chosen_patterns(options.pattern),
        chosen_techniques("--technique", options.technique),
        chosen_techniques("--without-technique", options.without_technique),
    )


def _rating_bounds(low: int | None, high: int | None, grade: Grade | None) -> tuple[int | None, int | None]:
    """Where the bounds given and those of the grade meet."""
    lows, highs = zip((low, high), BOUNDS[grade] if grade else (None, None), strict=True)
    return (
        max((bound for bound in lows if bound is not None), default=None),
        min((bound for bound in highs if bound is not None), default=None),
    )


def _concerns_ratings(criteria: Criteria, sort: str) -> bool:
    by_technique = criteria.techniques or criteria.without_techniques
    return bool(by_technique) or criteria.bounds["rating"] != (None, None) or sort == "rating"


def _columns(format: str, *, with_rating: bool) -> tuple[str, ...]:
    """A terminal is too narrow for boards; a line is for programs that want nothing else."""
    if format == "line":
        return ("givens",)
    if format == "table":
        return ("id", *PUZZLE_METRICS, *(["rating"] if with_rating else []))
    return tuple(COLUMNS)


def _report_unrated(puzzles: Rated, high: int | None, home: Path) -> None:
    """Say how many puzzles such a query cannot see: not rated, or only known to be above the fast ceiling."""
    parts = [f"{puzzles.unrated:,} puzzles are not rated"] if puzzles.unrated else []
    if puzzles.above and (high is None or high > 10 * FAST_CEILING):
        parts.append(f"{puzzles.above:,} are rated only as above {FAST_CEILING}")
    if parts:
        print(f"{', '.join(parts)}: catalogue rate --home {home}", file=sys.stderr)
