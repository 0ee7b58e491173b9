"""Ratings and steps of puzzles whose rules are houses: Sudoku Explainer's techniques over more houses.

Diagonals, windows, disjoint groups and jigsaw regions are houses like rows and columns: they have hidden singles, naked
and hidden sets, and chains go through them. A digit is locked if its places in one house lie in another one. Fish
take rows and columns alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain, combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from board_catalogue.engine.boards import check_puzzles, in_pieces
from board_catalogue.engine.grades import why_unrated
from board_catalogue.engine.native import core
from board_catalogue.engine.paths.explanations import Step
from board_catalogue.engine.paths.records import FAMILIES, path_of, step_of
from board_catalogue.engine.rules.advice import HOUSE_NAMES
from board_catalogue.engine.rules.geometry import Cells, columns, rows
from board_catalogue.engine.rules.model import House
from board_catalogue.engine.rules.solving import program, solve_ruled
from board_catalogue.engine.rules.variant import Variant, constraints_of
from board_catalogue.engine.shape import NO_BLOCKS, Shape
from board_catalogue.engine.techniques import NO_CEILING, RATED


@dataclass(frozen=True)
class Houses(Shape):
    """A board with regions of any form or none, and further houses, by kinds: those of one kind share no cell."""

    regions: tuple[Cells, ...] = ()
    further: tuple[tuple[str, tuple[Cells, ...]], ...] = field(default=())
    """Each kind with its name and its houses."""

    @property
    def has_blocks(self) -> bool:
        """Whether there are regions."""
        return bool(self.regions)

    @property
    def kinds(self) -> tuple[str, ...]:
        """What units are called, in the order of `units`."""
        return ("row", "column", "block" if self.rows > 1 else "region", *(name for name, _ in self.further))

    @cached_property
    def units(self) -> tuple[Cells, ...]:
        """The cells of rows, columns, regions and further houses, as many of each kind; some are empty."""
        kinds = (rows(self.size), columns(self.size), self.regions, *(houses for _, houses in self.further))
        return tuple(unit for kind in kinds for unit in (*kind, *[()] * (self.size - len(kind))))

    def unit_name(self, unit: int) -> str:
        """Name a unit; those of the same name are counted through all kinds."""
        kind, number = divmod(unit, self.size)
        same = (len(houses) for name, houses in self.further[: max(0, kind - 3)] if name == self.kinds[kind])
        return f"{self.kinds[kind]} {sum(same) + number + 1}"

    def unit_named(self, name: str) -> Cells:
        """Return the cells of the unit of a name. KeyError for another name."""
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, Cells]:
        return {self.unit_name(place): unit for place, unit in enumerate(self.units) if unit}

    @cached_property
    def numbers(self) -> NDArray[np.uint8]:
        """The house of each cell by kind, regions first, as the kernels take it: `uint8 (kinds, cells)`.

        None at all where there are blocks of the shape alone, so that plain boards have their plain ratings.
        """
        if self.rows > 1 and not self.further:
            return np.zeros((0, self.cells), np.uint8)
        numbers = np.full((1 + len(self.further), self.cells), core.no_house, np.uint8)
        for kind, houses in enumerate((self.regions, *(houses for _, houses in self.further))):
            for number, house in enumerate(houses):
                numbers[kind, list(house)] = number
        return numbers


@lru_cache(maxsize=256)
def houses_of(variant: Variant) -> Houses:
    """Return the houses of a board. ValueError for rules that say more, and for houses that cross too often."""
    size = variant.size
    if reason := why_unrated(size):
        raise ValueError(reason)
    program(variant.rules)  # refuses houses that are not on the board
    whole = {frozenset(line) for line in (*rows(size), *columns(size), *variant.regions)}
    kinds: list[tuple[str, list[Cells]]] = []
    for name, house in _further(variant):
        if len(house) != size:
            raise ValueError(f"{name}: only rules whose houses have {size} cells have ratings")
        if frozenset(house) in whole:
            continue
        whole.add(frozenset(house))
        free = (kind for kind in kinds if kind[0] == name and all(set(house).isdisjoint(one) for one in kind[1]))
        kind = next(free, None)
        if kind is None:
            kinds.append(kind := (name, []))
        kind[1].append(tuple(sorted(house)))
    if len(kinds) > core.most_rated_kinds[size] - 3:
        raise ValueError("puzzles with so many houses that cross have no ratings")
    shape = variant.board_shape
    further = tuple((name, tuple(houses)) for name, houses in kinds)
    return Houses(shape.rows, shape.columns, variant.regions, further)


def _further(variant: Variant) -> Iterator[tuple[str, Cells]]:
    """The houses that rules add, each with what it is called, and those that follow from them."""
    if any(len(region) != variant.size for region in variant.regions):
        raise ValueError("regions of another size than the board have no ratings")
    if sum(map(len, variant.regions)) > len(set(chain.from_iterable(variant.regions))):
        raise ValueError("regions that share cells have no ratings")
    for use in variant.uses:
        added = list(constraints_of(variant, use))
        if not all(isinstance(one, House) for one in added):
            raise ValueError(f"{use.rule}: only puzzles whose rules are houses have ratings")
        own = [one.cells for one in added if isinstance(one, House)]
        yield from ((HOUSE_NAMES.get(use.rule, use.rule), house) for house in (*own, *_that_follow(own, variant.size)))


def _that_follow(houses: Sequence[Cells], size: int) -> list[Cells]:
    """What two or three lines leave beside one or two of the houses that lie in them: one house more."""
    given = {frozenset(house) for house in houses if len(house) == size}
    lines = {frozenset(line) for line in (*rows(size), *columns(size))}
    known = set(given)
    while fresh := _beside(known, size) - known - lines:
        known |= fresh
    return sorted(tuple(sorted(house)) for house in known - given)


def _beside(houses: Set[frozenset[int]], size: int) -> set[frozenset[int]]:
    """What is left of two or three lines without one or two of the houses that lie in them, if that is a house."""
    groups = (
        group for lines in (rows(size), columns(size)) for count in (2, 3) for group in combinations(lines, count)
    )
    found = set()
    for group in groups:
        together = frozenset(chain.from_iterable(group))
        inside = [house for house in houses if house <= together]
        found |= {together.difference(*some) for some in combinations(inside, len(group) - 1)}
    return {house for house in found if len(house) == size}


def rate_ruled(
    rules: Variant | Sequence[Variant],
    puzzles: ArrayLike | None = None,
    *,
    ceiling: float | None = None,
    threads: int = 1,
) -> NDArray[np.void]:
    """Rate puzzles whose rules are houses, as `engine.rate` rates plain ones: the same fields, one row per puzzle.

    One variant holds for all `puzzles`, `uint8 (n, cells)`, a sequence has that of each; variants bring their givens
    if no puzzles are passed. Beyond what `engine.rate` says, a hidden single of a further house counts as that of a
    line (1.5); a digit locked between two houses counts as pointing (2.6) if it goes from a row or column, else as
    claiming (2.8), as SukakuExplainer has it. Houses that follow from the rules, such as what three rows leave beside
    two windows, count too.

    Every rule has to mean houses of as many cells as the board has rows: `diagonal`, `windoku`, `disjoint groups` and
    regions of any form do. ValueError for other rules, above 12x12, if too many houses cross, and as in
    `solve_ruled`.
    """
    if ceiling is not None and not ceiling >= 0:
        raise ValueError(f"ceiling {ceiling} is no rating")
    tenths = NO_CEILING if ceiling is None else round(10 * min(ceiling, NO_CEILING / 10))
    shared = isinstance(rules, Variant)
    each = [rules] if isinstance(rules, Variant) else list(rules)
    boards = [houses_of(variant.with_givens(())) for variant in each]
    batch = np.array([one.clues for one in each], np.uint8) if puzzles is None else np.atleast_2d(np.asarray(puzzles))
    solutions = solve_ruled(rules, batch, threads=threads)[1].astype(np.int32)
    batch, ratings = np.ascontiguousarray(batch, np.uint8), np.zeros(len(batch), RATED)

    def rate(some: slice) -> None:
        parts = [(some, boards[0])] if shared else [(slice(i, i + 1), boards[i]) for i in range(len(batch))[some]]
        for part, houses in parts:
            out = ratings[part].view(np.uint8)
            core.any_rating.rate(houses, batch[part], houses.numbers, tenths, solutions[part], out)

    in_pieces(rate, len(batch), threads)
    return ratings


def steps_ruled(variant: Variant) -> list[Step]:
    """Return the steps that `rate_ruled` takes for the givens of a variant; errors as there.

    ValueError too for a puzzle without exactly one solution.
    """
    houses = houses_of(variant.with_givens(()))
    if solve_ruled(variant)[1][0] != 1:
        raise ValueError("the puzzle does not have exactly one solution, so it has no solution path")
    return path_of(core.any_rating, houses, houses.numbers, variant.clues)


def find_step_ruled(family: str, variant: Variant, values: ArrayLike, candidates: ArrayLike) -> Step | None:
    """Return the first step of a family of techniques in a position, as `engine.find_step`; errors as in `rate_ruled`.

    `values` are `(cells,)`, 0 for an empty cell; `candidates` has a mask for each cell. ValueError too for others.
    """
    if family not in FAMILIES:
        raise ValueError(f"no family {family!r}: see engine.FAMILIES")
    houses = houses_of(variant.with_givens(()))
    filled = check_puzzles(values, NO_BLOCKS)
    return step_of(core.any_rating, houses, houses.numbers, family, filled, np.asarray(candidates))
