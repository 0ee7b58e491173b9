"""The puzzles that the options of a `Selection` choose, for every command that reads many."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace

import typer

from catalogue.cli.ratable import check_ratable
from catalogue.cli.selection import Selection
from catalogue.library.puzzles import Puzzles
from catalogue.metrics import RANDOM
from catalogue.puzzle_numbers import Range
from catalogue.rating.grades import FAST_CEILING
from catalogue.store import Store
from catalogue.store.reading.queries import Criteria, Row, missing_numbers, rated


def criteria_of(selection: Selection, ranges: Sequence[Range] = ()) -> Criteria:
    """Return what the puzzles have to meet; BadParameter for options that do not go together."""
    if selection.seed is not None and selection.sort != RANDOM:
        raise typer.BadParameter("--seed needs --sort random")
    if selection.desc and selection.sort == RANDOM:
        raise typer.BadParameter("--desc does not go with --sort random")
    plain = Criteria(
        selection.bounds,
        grades=selection.grade or (),
        ranges=ranges,
        tags=selection.tag or (),
        without_tags=selection.without_tag or (),
    )
    if not (selection.pattern or selection.technique or selection.without_technique):
        return plain
    from catalogue.cli.puzzle_kinds import chosen_techniques  # needs the engine; most queries do not
    from catalogue.library.filters import patterns_like

    return replace(
        plain,
        patterns=patterns_like(selection.pattern),
        techniques=chosen_techniques("--technique", selection.technique),
        without_techniques=chosen_techniques("--without-technique", selection.without_technique),
    )


def chooses(selection: Selection) -> bool:
    """Whether any option chooses or orders puzzles."""
    named = (getattr(selection, field.name) for field in fields(Selection) if field.name not in ("bounds", "limit"))
    bounded = any(bound is not None for both in selection.bounds.values() for bound in both)
    return bounded or any(named) or selection.limit is not None


def check_ratings(store: Store, selection: Selection, criteria: Criteria) -> None:
    """Where ratings decide, say on stderr how many puzzles have none; CatalogueError for a size that has no rating."""
    if not criteria.concern_ratings and selection.sort != "rating":
        return
    check_ratable(store)
    puzzles, high = rated(store), criteria.highest_rating
    parts = [f"{puzzles.unrated:,} puzzles are not rated"] if puzzles.unrated else []
    if puzzles.above and (high is None or high > 10 * FAST_CEILING):
        parts.append(f"{puzzles.above:,} are rated only as above {FAST_CEILING}")
    if parts:
        print(f"{', '.join(parts)}: catalogue rate --home {store.home}", file=sys.stderr)


def say_gaps(store: Store, ranges: Sequence[Range]) -> None:
    """Say on stderr which boards are missing where all are asked for."""
    for each in ranges:
        if each.last is None and (missing := missing_numbers(store, each)):
            print(f"{missing}: the numbers have gaps; look at: catalogue verify --home {store.home}", file=sys.stderr)


def selected(store: Store, selection: Selection, criteria: Criteria, columns: Sequence[str]) -> Iterator[Row]:
    """Return the rows of the puzzles, in the order asked for."""
    puzzles = Puzzles(store, criteria, selection.sort or "id", selection.desc, selection.seed, selection.limit)
    return puzzles.rows(columns)
