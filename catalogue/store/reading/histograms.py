"""How the puzzles that meet some criteria are spread over clues, ratings, grades and techniques.

Of all puzzles the tallies say it immediately. Otherwise it takes a scan of the puzzles, and of the uses of techniques.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import func, select

from catalogue.store.reading.queries import Criteria, meeting, tallied
from catalogue.store.schema import puzzles, uses
from catalogue.store.store import Store
from engine.rating.grades import BOUNDS, grade_of


@dataclass(frozen=True)
class Histograms:
    """How many puzzles there are, and how many of each kind."""

    puzzles: int
    clues: Mapping[int, int]
    """By the number of clues."""
    ratings: Mapping[int, int]
    """By the rating in tenths; unrated puzzles are in none."""

    @property
    def grades(self) -> Mapping[str, int]:
        """By grade, easy ones first, those without puzzles too."""
        found = dict.fromkeys(map(str, BOUNDS), 0)
        for rating, number in self.ratings.items():
            if grade := grade_of(rating):
                found[grade] += number
        return found


def histograms(store: Store, criteria: Criteria) -> Histograms:
    """Count the puzzles that meet the criteria, by clues and by rating."""
    if criteria.exclude_nothing:
        clues = tallied(store, "clues")
        return Histograms(sum(clues.values()), clues, tallied(store, "rating"))
    by = (puzzles.c.clues, puzzles.c.rating)
    rows = store.connection.execute(meeting(criteria, select(*by, func.count()).group_by(*by)))
    by_clues, by_rating = Counter[int](), Counter[int]()
    for clues_of, rating, number in rows:
        by_clues[clues_of] += number
        if rating is not None:
            by_rating[rating] += number
    return Histograms(by_clues.total(), dict(sorted(by_clues.items())), dict(sorted(by_rating.items())))


def technique_counts(store: Store, criteria: Criteria) -> Mapping[str, int]:
    """How many of the puzzles that meet the criteria use each technique, in the order of engine.TECHNIQUES."""
    from catalogue.store.techniques import name_of  # imports numpy

    if criteria.exclude_nothing:
        return {name_of(number): count for number, count in tallied(store, "technique").items()}
    chosen = meeting(criteria, select(puzzles.c.id))
    counted = (
        select(uses.c.technique, func.count())
        .where(uses.c.puzzle_id.in_(chosen))
        .group_by(uses.c.technique)
        .order_by(uses.c.technique)
    )
    return {name_of(row[0]): row[1] for row in store.connection.execute(counted)}
