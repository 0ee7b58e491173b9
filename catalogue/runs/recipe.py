"""The request of a fill: how many boards, from which source, and by which recipe their puzzles are carved."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ... import engine
from ...engine.boards import check_seed
from ...engine.carving import CARVED_CLUES, EFFORT, FAIR_SIZES
from ...engine.generation import check_method
from ...engine.grades import Grade, Level
from ...engine.hard_puzzles import LEAST, hard_puzzles
from ...engine.names import SAMPLINGS as SAMPLINGS
from ...engine.names import check_clues
from ...engine.native import check_pattern
from ...engine.shape import Shape
from ..puzzles.game import Game
from ..puzzles.kinds import Criteria, Depth, Kind
from ..puzzles.settings import Settings

# --- Boards ---

FAIR = "fair"
"""The method of a catalogue whose puzzles are a fair sample of all minimal puzzles (`engine.fair_puzzles`)."""

HARD = "hard"
"""The method of a catalogue whose puzzles are searched around hard ones (`engine.hard_puzzles`)."""

WITH_BOARDS = (FAIR, HARD)
"""The methods whose puzzles come with their boards."""


RULED = "rules"
"""The method of a catalogue of variants: boards drawn by a search at random (`engine.generate` with rules)."""


def sampling_of(method: str) -> str:
    """The sampling of a catalogue with this method."""
    return method if method in WITH_BOARDS else "carved"


def method_of(sampling: str | None, method: str | None, shape: Shape) -> str:
    """The method of a new catalogue. ValueError if the arguments do not go together."""
    if sampling not in WITH_BOARDS:
        return check_method(method or engine.generation.default_method(shape.size), shape.size, shape.blocks)
    if method is not None:
        raise ValueError(f"a {sampling} sample chooses its boards itself: leave out the method")
    if sampling == HARD and shape != Shape.of(9):
        raise ValueError(f"a hard sample is for size 9, not {shape}")
    if sampling == FAIR and (shape.size not in FAIR_SIZES or not shape.is_usual):
        raise ValueError(f"fair samples are for sizes 4 and 9, not {shape}")
    return str(sampling)


@dataclass(frozen=True)
class Generated:
    """Boards of a seed from `start` on, `(n, S*S)`, and how many attempts each took.

    In a fair or hard sample a board comes with its puzzle, and in a fair one the puzzle with its weight.
    """

    seed: int
    start: int
    boards: NDArray[np.uint8]
    attempts: NDArray[np.int32]
    puzzles: NDArray[np.uint8] | None = None
    weights: NDArray[np.float64] | None = None


class Ticket(NamedTuple):
    """Boards of a seed that are made together: so many from a position on."""

    start: int
    boards: int

    def split(self, done: int) -> "list[Ticket]":
        """Return what is left after the first `done` boards, in tickets of the same size."""
        end = self.start + self.boards
        return [Ticket(start, min(done, end - start)) for start in range(self.start + done, end, done)]


# --- Puzzles ---

QUICK_SIZE = 9
"""Up to this size carving to minimal puzzles takes less than a second a ticket."""


@dataclass(frozen=True)
class Recipe:
    """Which puzzles are made of the boards: minimal ones, or with `clues` clues for an `effort`, or in a pattern.

    Boards take the `patterns` in turn. Puzzles are rated to a `depth`. With a `kind`, only puzzles of that kind are
    wanted, rated in full as far as the kind needs it; `strict` wants only those that have exactly `clues` clues.
    `quotas` says that each grade of the kind, or each level, has a quota of its own. `textbook`
    measures puzzles by the textbook search too. `making` numbers the way of making puzzles under rules; an
    earlier program made others from the same boards.
    """

    clues: int | None = None
    effort: int = EFFORT
    patterns: Sequence[str | None] = (None,)
    depth: Depth = Depth.none
    kind: Kind | None = None
    strict: bool = False
    quotas: Sequence[Grade | Level] = ()
    textbook: bool = False
    making: int | None = None

    @property
    def selects(self) -> bool:
        """Whether a board is stored only if its puzzle is wanted."""
        return self.kind is not None or self.strict

    @property
    def is_rare(self) -> bool:
        """Whether it wants minimal puzzles with techniques that hardly any carved one needs: rated LEAST or more."""
        kind = self.kind or Kind()
        return kind.floor >= LEAST and self.clues is None and self.patterns == (None,)

    @property
    def criteria(self) -> Criteria:
        """What the puzzles that it selects meet."""
        kind, exact = self.kind or Kind(), self.clues if self.strict else None
        return Criteria(
            bounds={"clues": (exact, exact)},
            grades=kind.grades,
            levels=kind.levels,
            techniques=kind.techniques,
            without_techniques=kind.without,
        )

    @property
    def has_quotas(self) -> bool:
        """Whether a board may be passed over because there are enough of its grade or level."""
        return self.kind is not None and max(len(self.kind.grades), len(self.kind.levels)) > 1

    @property
    def rates_in_full(self) -> bool:
        """Whether puzzles are rated up to the hardest technique, or scored."""
        return self.fills not in (Depth.none, Depth.fast) and self.ceiling is None

    @property
    def ceiling(self) -> float | None:
        """Up to which rating puzzles are rated; None: no ceiling."""
        return self.kind.ceiling if self.kind else self.depth.ceiling

    @property
    def selects_by(self) -> Depth:
        """How far puzzles are rated before it is known which of them are wanted."""
        return self.kind.depth if self.kind else Depth.none

    @property
    def fills(self) -> Depth:
        """How far the puzzles that are kept are rated: as asked for, and in full as far as the kind needs it."""
        if not self.kind:
            return self.depth
        needed = self.kind.depth
        return Depth.of(rates=self.depth.rates or needed.rates, scores=self.depth.scores or needed.scores)

    @property
    def spelled(self) -> str:
        """Return the settings that puzzles depend on, as a JSON object without the defaults."""
        searched = self.clues is not None and self.clues < CARVED_CLUES and self.patterns == (None,)
        kind = self.kind or Kind()
        parts = {
            "clues": self.clues,
            "effort": self.effort if searched else None,
            "patterns": self.patterns if self.patterns != (None,) else None,
            "grades": kind.grades,
            "techniques": kind.techniques,
            "without": kind.without,
            "levels": kind.levels,
            "strict": self.strict,
            "making": self.making,
        }
        return json.dumps({name: part for name, part in parts.items() if part})

    @classmethod
    def read(cls, text: str) -> "Recipe":
        """Return the recipe that a catalogue spells so. ValueError for any other text."""
        try:
            parts = json.loads(text)
            marks = {"grades": Grade, "levels": Level, "techniques": int, "without": int}
            kind = Kind(**{name: tuple(map(mark, parts.pop(name, ()))) for name, mark in marks.items()})
            patterns = tuple(parts.pop("patterns", (None,)))
            found = cls(**parts, patterns=patterns, kind=kind if kind != Kind() else None)
            if found.spelled == text:
                return found
        except (AttributeError, TypeError, ValueError, KeyError, IndexError):
            pass
        raise ValueError(f"no recipe is spelled {text!r}")


@dataclass(frozen=True)
class Plan:
    """A seed's boards from `start` on, `batch` to a ticket, and the recipe by which they become puzzles.

    Images by the `symmetry` count as the same board.
    """

    seed: int
    game: Game
    method: str
    recipe: Recipe = Recipe()
    symmetry: str = "full"
    start: int = 0
    batch: int = 1

    def make(self, ticket: Ticket) -> Generated:
        """Make the boards of a ticket."""
        start, count = ticket
        if self.method == FAIR:
            sample = engine.fair_puzzles(count, size=self.game.shape.size, seed=self.seed, start=start)
            return Generated(self.seed, start, sample.boards, sample.attempts, sample.puzzles, sample.weights)
        if self.method == HARD:
            hard = hard_puzzles(count, seed=self.seed, start=start)
            return Generated(self.seed, start, hard.boards, hard.attempts, hard.puzzles)
        boards, attempts = self.game.boards(count, seed=self.seed, start=start, method=self.method)
        return Generated(self.seed, start, boards, attempts)

    @property
    def takes_long(self) -> bool:
        """Whether a ticket of puzzles may take longer than people wait for a sign of life."""
        recipe = self.recipe
        return recipe.clues is not None or recipe.rates_in_full or self.game.shape.size > QUICK_SIZE


# --- How many, and all of it ---


@dataclass(frozen=True, kw_only=True)
class Order:
    """How many boards a fill adds, which ones, and by which recipe.

    Give either `boards`, how many to add, or of each grade or level of the recipe's kind; or `total`, how many the
    catalogue then holds, which a fill that was killed ends with too. `seed` is the catalogue's own by default. If the
    recipe selects puzzles, only these count for a `total`, and a fill gives up after `max_tries` boards.
    """

    recipe: Recipe = Recipe()
    boards: int | Mapping[Grade, int] | Mapping[Level, int] | None = None
    total: int | Mapping[Grade, int] | Mapping[Level, int] | None = None
    seed: int | None = None
    max_tries: int | None = None

    def check_against(self, settings: Settings) -> None:
        """ValueError if a catalogue with these settings cannot hold such puzzles."""
        recipe = self.recipe
        if self.seed is not None:
            check_seed(self.seed)
        if settings.rules and recipe.textbook:
            raise ValueError("the textbook search is for plain puzzles: leave out measure")
        if settings.method in WITH_BOARDS and (recipe.clues is not None or recipe.patterns != (None,)):
            raise ValueError(
                f"a {settings.method} sample has minimal puzzles of any pattern: leave out clues and pattern"
            )
        if settings.method == HARD and recipe.kind and (recipe.kind.ceiling or LEAST) < LEAST:
            raise ValueError(f"a hard sample has puzzles of {LEAST} or more: leave out grades that end below")
        if recipe.clues is not None:
            check_clues(recipe.clues, settings.shape)
            if recipe.clues > settings.size**2:
                raise ValueError(f"clues {recipe.clues} is more than the {settings.size**2} cells of a board")
        for pattern in recipe.patterns:
            check_pattern(pattern, settings.shape)
        depth = recipe.fills
        if depth is not Depth.none and (reason := settings.why_unfilled(depth)):
            raise ValueError(f"{reason}; leave out rate, grade and technique")
        if recipe.kind and (reason := settings.game.why_untaken(recipe.kind.techniques)):
            raise ValueError(reason)

    def wanted(self, held: Callable[[Grade | Level | None], int]) -> Sequence[int]:
        """Return how many boards to add: of each grade or level of the kind, or in all.

        `held` counts what the catalogue has already, of a grade or level or in all.
        """
        asked = self.boards if self.total is None else self.total
        of_each: Mapping[Any, int] = asked if isinstance(asked, Mapping) else {None: asked or 0}
        return [number if self.total is None else max(0, number - held(mark)) for mark, number in of_each.items()]


class Goal:
    """How many boards a run claims, and how many it has claimed; only the thread that claims changes it.

    A goal has one quota or several; each board counts towards one of them, named by its index.
    """

    def __init__(self, first: int, quotas: Sequence[int], room: int | None, max_tries: int | None = None) -> None:
        """Fill the quotas with boards numbered from `first` on.

        `room` is how many different boards are left (None: no limit), and a goal never wants more. No more than
        `max_tries` boards are looked at.
        """
        self._missing = [quota if room is None else min(quota, room) for quota in quotas]
        self.wanted = sum(self._missing)
        self.claimed = 0
        self._first, self._room, self.tries_left = first, room, max_tries

    @property
    def next_number(self) -> int:
        """The number of the board that is claimed next."""
        return self._first + self.claimed

    @property
    def reached(self) -> bool:
        """Whether all boards are claimed."""
        return self.claimed >= self.wanted

    @property
    def given_up(self) -> bool:
        """Whether the tries have run out before the goal was reached."""
        return self.tries_left == 0 and not self.reached

    @property
    def is_open(self) -> bool:
        """Whether boards are still to be looked at."""
        return self.tries_left != 0 and not self.reached

    @property
    def exhausted(self) -> bool:
        """Whether all possible boards have been claimed."""
        return self._room is not None and self.claimed == self._room

    def fitting(self, quotas: Sequence[int]) -> int:
        """Return how many boards, in order and by the quota each counts towards, have room in their quotas."""
        if len(self._missing) == 1:
            return min(len(quotas), self._missing[0])
        left = list(self._missing)
        for place, quota in enumerate(quotas):
            if not left[quota]:
                return place
            left[quota] -= 1
        return len(quotas)

    def claim(self, quotas: Sequence[int]) -> None:
        """Count claimed boards, given as the quota that each counts towards."""
        for quota in set(quotas):
            self._missing[quota] -= quotas.count(quota)
        self.claimed += len(quotas)

    def look(self, boards: int) -> None:
        """Count boards that were looked at."""
        if self.tries_left is not None:
            self.tries_left -= boards
