"""Which puzzles an agent gets, stage by stage: by clues, level, rating or rules, easy ones first.

Puzzle k of a stage depends on the stage, the seed and k alone. So workers and repeated attempts agree without a word,
training goes on where it was, and no puzzle is kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from . import rules as variants
from .boards import check_at_least_one, check_seed, check_within
from .carving import carve
from .generation import generate
from .grades import RatingStatus, ScoreStatus
from .paths.scores import LEVELS, score
from .random_numbers import RandomNumbers
from .rating import rate
from .shape import Shape

_TRIED = 16
"""So many puzzles are made and compared at once."""

_MOST_TRIED = 2048
"""After so many puzzles none is expected: puzzle k + 1 of a seed begins that much further on."""


@dataclass(frozen=True, kw_only=True)
class Stage:
    """The puzzles of a stage: minimal ones of 9x9, as far as no field says otherwise."""

    size: int | None = None
    blocks: str | None = None
    clues: int | None = None
    """How many there are at least. Under rules, where puzzles are carved to the end, digits are given back."""
    level: str | None = None
    """One of `engine.LEVELS`."""
    rating: tuple[float, float] | None = None
    """The least and the greatest, such as (1.5, 2.6)."""
    rules: str | None = None
    """Their names as in `engine.Rulebook.read`, such as "diagonal,killer"."""

    def __post_init__(self) -> None:
        """ValueError for an unknown level, rules or shape, and a range that has no number."""
        if self.level not in (None, *LEVELS):
            raise ValueError(f"level {self.level!r} is not one of {', '.join(LEVELS)}")
        if self.rating is not None and not self.rating[0] <= self.rating[1]:
            raise ValueError(f"ratings {self.rating[0]} to {self.rating[1]} are no range")
        size = Shape.of(self.size, self.blocks).size if self.rules is None else self._book().shape.size
        check_within("size", size, variants.model.SIZES[0], variants.model.SIZES[-1])
        if self.clues is not None:
            check_within("clues", self.clues, 1, size**2)

    def puzzle(self, seed: int, number: int) -> variants.Variant:
        """Return puzzle `number` of a seed. ValueError if none of 2,048 candidates has the level or the rating."""
        return _puzzle(self, check_seed(seed), number)

    def _book(self) -> variants.Rulebook:
        return variants.Rulebook.read(self.rules or "", self.size, self.blocks)

    def _made(self, seed: int, start: int, count: int) -> list[variants.Variant]:
        """Puzzles `start` and following of a seed, of any level and rating."""
        if self.rules is None:
            shape = Shape.of(self.size, self.blocks)
            boards = generate(count, seed=seed, start=start, size=shape.size, blocks=shape.blocks)
            puzzles = carve(boards, seed=seed, clues=self.clues, blocks=shape.blocks)
            plain = variants.Variant.of(shape.size, blocks=shape.blocks)
            return [plain.with_givens(row) for row in puzzles.tolist()]
        book, places = self._book(), range(start, start + count)
        boards, _ = book.boards(count, seed=seed, start=start)
        puzzles, own = book.carve(boards, seed=seed, positions=places)
        for board, puzzle, place in zip(boards, puzzles, places, strict=True):
            missing = (self.clues or 0) - int(np.count_nonzero(puzzle))
            back = RandomNumbers(seed, place).shuffled(np.flatnonzero(puzzle == 0).tolist())[: max(0, missing)]
            puzzle[back] = board[back]
        return [book.variant(own[row] if own else None, puzzle.tolist()) for row, puzzle in enumerate(puzzles)]

    def _wanted(self, made: Sequence[variants.Variant]) -> variants.Variant | None:
        """The first puzzle with the level and the rating."""
        given: Any = list(made)
        how: dict[str, Any] = {}
        if self.rules is None:
            given, how = np.array([each.clues for each in made]), {"blocks": self.blocks}
        fits = np.ones(len(made), bool)
        if self.level is not None:
            found = score(given, **how)
            fits &= (found["status"] == ScoreStatus.SCORED) & (found["level"] == LEVELS.index(self.level))
        if self.rating is not None:
            found, (least, most) = rate(given, **how, ceiling=self.rating[1]), self.rating
            tenths = found["rating"]
            fits &= (
                (found["status"] == RatingStatus.RATED) & (tenths >= 10 * least - 1e-6) & (tenths <= 10 * most + 1e-6)
            )
        return made[int(fits.argmax())] if fits.any() else None


@lru_cache(maxsize=512)  # the attempts of a group are at the same puzzle
def _puzzle(stage: Stage, seed: int, number: int) -> variants.Variant:
    if stage.level is None and stage.rating is None:
        return stage._made(seed, number, 1)[0]
    for start in range(number * _MOST_TRIED, (number + 1) * _MOST_TRIED, _TRIED):
        if (found := stage._wanted(stage._made(seed, start, _TRIED))) is not None:
            return found
    raise ValueError(f"no puzzle of {stage} among {_MOST_TRIED:,}: widen the range, or leave out other fields")


class Curriculum:
    """Stages, and the one that an agent has reached: the next one follows when it solves enough puzzles."""

    def __init__(self, stages: Sequence[Stage | Mapping[str, Any]], *, episodes: int = 64, share: float = 0.75) -> None:
        """Begin at the first stage; it ends when at least a `share` of the last `episodes` is solved, which may be 0.

        Stages are fields of `Stage` by their names. ValueError for none, unknown fields, and as from `Stage`.
        """
        if not stages:
            raise ValueError("a curriculum has at least one stage")
        self.stages = tuple(each if isinstance(each, Stage) else _stage(each) for each in stages)
        self.share, self.stage = share, 0
        self._last = deque[bool](maxlen=check_at_least_one("episodes", episodes))

    def record(self, *, solved: bool) -> None:
        """Count an episode that has ended."""
        self._last.append(solved)
        if len(self._last) == self._last.maxlen and sum(self._last) >= self.share * len(self._last):
            self.stage = min(self.stage + 1, len(self.stages) - 1)
            self._last.clear()

    def puzzle(self, seed: int, number: int) -> variants.Variant:
        """Return puzzle `number` of a seed at the present stage. ValueError as from `Stage.puzzle`."""
        return self.stages[self.stage].puzzle(seed, number)


def _stage(fields: Mapping[str, Any]) -> Stage:
    if unknown := fields.keys() - Stage.__dataclass_fields__.keys():
        known = ", ".join(Stage.__dataclass_fields__)
        raise ValueError(f"a stage has no field {min(unknown)!r}: there are {known}")
    rating = fields.get("rating")
    return Stage(**{**fields, "rating": None if rating is None else tuple(rating)})
