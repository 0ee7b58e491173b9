"""The kind of puzzle that a fill can look for, by the ratings of `engine.rate`."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from catalogue.rating.grades import spelled
from catalogue.store.techniques import NUMBERS
from engine import RatingStatus
from engine.rating.grades import BOUNDS, Grade
from engine.rating.techniques import technique_of


def technique_numbers(names: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers of techniques by their names; ValueError for an unknown one, with near ones, or all."""
    for name in names:
        if name not in NUMBERS:
            from difflib import get_close_matches  # slow to import

            near = get_close_matches(name.lower().replace("_", "-").replace(" ", "-"), NUMBERS, n=4)
            others = f"near ones are {', '.join(near)}" if near else f"the techniques are {', '.join(NUMBERS)}"
            raise ValueError(f"no technique is called {name!r}; {others}")
    return tuple(NUMBERS[name] for name in names)


@dataclass(frozen=True)
class Kind:
    """Puzzles of any of some grades, or with every one of some techniques on their path (by number), or both."""

    grades: tuple[Grade, ...] = ()
    techniques: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """ValueError for a kind that no puzzle can have."""
        most = self._most
        for technique in (technique_of(number) for number in self.techniques):
            if most is not None and technique.rating > most:
                hardest = max(self.grades, key=list(BOUNDS).index)
                raise ValueError(
                    f"no {hardest} puzzle needs {technique.name}:"
                    f" that is {spelled(technique.rating)}, and {hardest} ends at {spelled(most)}"
                )

    @property
    def ceiling(self) -> float | None:
        """The rating above which a puzzle cannot be of the kind, as `engine.rate` takes it; None: no ceiling."""
        return None if self._most is None else self._most / 10

    def of(self, ratings: NDArray[np.void]) -> NDArray[np.bool_]:
        """Return which puzzles are of the kind, by their ratings up to the `ceiling`: `bool (n,)`."""
        suited: NDArray[np.bool_] = ratings["status"] == RatingStatus.RATED
        if self.grades:
            ranges = [BOUNDS[grade] for grade in self.grades]
            rating = ratings["rating"]
            suited &= np.any([(rating >= low) & (rating <= (high or rating)) for low, high in ranges], axis=0)
        for technique in self.techniques:
            suited &= ratings[technique_of(technique).name] > 0
        return suited

    @property
    def _most(self) -> int | None:
        highs = [BOUNDS[grade][1] for grade in self.grades]
        known = [high for high in highs if high is not None]
        return max(known) if known and len(known) == len(highs) else None
