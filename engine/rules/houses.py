"""The houses of a variant: rows, columns, regions of any form, and those that named rules add, each with its name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, wraps
from itertools import chain, combinations, islice, product
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..boards import in_pieces
from ..grades import why_unrated
from ..native import NO_CEILING, RATED, core
from ..shape import Place, Shape, Unit, Where, cell_name
from ..words import ENGLISH, words_in
from .coding import Numbers, answer, constraints_of
from .frame import Cells, columns, rows
from .model import Constraint, House, Relation
from .model import cells_of as constraint_cells
from .named.rule import Use
from .solving import can_hold, program, solve_ruled
from .variant import RULES, Variant


@dataclass(frozen=True)
class Houses(Shape):
    """A board with regions of any form or none, and further houses, by kinds: houses of one kind share no cell."""

    regions: tuple[Cells, ...] = ()
    further: tuple[tuple[str, tuple[Cells, ...]], ...] = field(default=())
    """Each kind with its name and its houses."""
    apart: frozenset[tuple[int, int]] = frozenset()
    """Further pairs of cells that are different, by cages or chess moves, the lesser cell first."""

    @property
    def has_blocks(self) -> bool:
        """Whether there are regions."""
        return bool(self.regions)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds of units, in the order of `units`."""
        return ("row", "column", "block" if self.rows > 1 else "region", *(name for name, _ in self.further))

    @cached_property
    def units(self) -> tuple[Cells, ...]:
        """The cells of rows, columns, regions and further houses, as many of each kind; some are empty."""
        kinds = (rows(self.size), columns(self.size), self.regions, *(houses for _, houses in self.further))
        return tuple(unit for kind in kinds for unit in (*kind, *[()] * (self.size - len(kind))))

    def unit(self, place: int) -> Unit:
        """Return the kind and the number of a unit; those of the same name are counted through all kinds."""
        kind, number = divmod(place, self.size)
        same = (len(houses) for name, houses in self.further[: max(0, kind - 3)] if name == self.kinds[kind])
        return house_named(self.kinds[kind], sum(same) + number + 1, self.units[place])

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the cells that must differ from it, in ascending order."""
        found = [set(cells) for cells in super().peers]
        for one, other in self.apart:
            found[one].add(other)
            found[other].add(one)
        return tuple(tuple(sorted(cells)) for cells in found)

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


def house_named(rule: str, number: int, cells: Cells) -> Unit:
    """Name a house that a rule adds, by its number among those of the rule; of diagonals, 1 falls and 2 rises."""
    if rule == "diagonal":
        number = 1 if 0 in cells else 2
    return Unit(_kind_of(rule), number)


def _kind_of(rule: str) -> str:
    """What the houses of a rule are called."""
    return (RULES[rule].house if rule in RULES else "") or rule


Found = TypeVar("Found")


def _of_board(find: Callable[[Variant], Found]) -> Callable[[Variant], Found]:
    """Keep what is found for a board, whatever its givens are."""
    found = lru_cache(maxsize=256)(find)
    return wraps(find)(lambda variant: found(variant.with_givens(())))


@_of_board
def houses_of(variant: Variant) -> Houses:
    """Return the houses of a board for ratings. ValueError for rules that say more, and if too many houses cross."""
    size = variant.size
    if reason := why_unrated(size):
        raise ValueError(reason)
    added = list(_further(variant))  # refuses other rules before they are compiled, which takes longer
    program(variant)  # refuses houses that are not on the board
    whole = {frozenset(line) for line in (*rows(size), *columns(size), *variant.regions)}
    kinds: list[tuple[str, list[Cells]]] = []
    for name, house in added:
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


@_of_board
def has_techniques(variant: Variant) -> bool:
    """Whether all rules are houses, so that the techniques of ratings lead to the solution."""
    try:
        return bool(houses_of(variant))
    except ValueError:
        return False


@_of_board
def full_houses_of(board: Variant) -> Houses:
    """Return the houses with every digit, and which further cells differ, whatever else the rules say."""
    if has_techniques(board):
        return houses_of(board)
    regions = tuple(region for region in board.regions if len(region) == board.size)
    added = [
        (_kind_of(use.rule), (one.cells,))
        for use in board.uses
        for one in constraints_of(board, use)
        if isinstance(one, House) and len(one.cells) == board.size
    ]
    if len(set(chain.from_iterable(regions))) < sum(map(len, regions)):  # regions of one kind share no cell
        added = [*(("region", (region,)) for region in regions), *added]
        regions = ()
    shape = board.board_shape
    return Houses(shape.rows, shape.columns, regions, tuple(added), _apart(board))


def _apart(board: Variant) -> frozenset[tuple[int, int]]:
    """The pairs of cells that rules make different, by smaller houses and by relations that say no more."""
    pairs = {pair for house in board.rules.houses for pair in combinations(sorted(house.cells), 2)}
    relations = (one for one in board.rules.constraints if isinstance(one, Relation) and one.is_difference)
    pairs |= {(min(one.first, one.second), max(one.first, one.second)) for one in relations}
    return frozenset(pairs)


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
        yield from ((_kind_of(use.rule), house) for house in (*own, *_that_follow(own, variant.size)))


def _that_follow(houses: Sequence[Cells], size: int) -> list[Cells]:
    """The houses that two or three lines leave beside one or two of the houses that lie in them."""
    given = {frozenset(house) for house in houses if len(house) == size}
    lines = {frozenset(line) for line in (*rows(size), *columns(size))}
    known = set(given)
    while fresh := _beside(known, size) - known - lines:
        known |= fresh
    return sorted(tuple(sorted(house)) for house in known - given)


def _beside(houses: Set[frozenset[int]], size: int) -> set[frozenset[int]]:
    """The rest of two or three lines without one or two of the houses that lie in them, if it is a house."""
    found = set()
    for lines, count in product((rows(size), columns(size)), (2, 3)):
        for together in map(frozenset, map(chain.from_iterable, combinations(lines, count))):
            inside = [house for house in houses if house <= together]
            found |= {together.difference(*some) for some in combinations(inside, count - 1)}
    return {house for house in found if len(house) == size}


# --- Ratings -------------------------------------------------------------------------------------------------------


def rate_ruled(
    rules: Variant | Sequence[Variant],
    puzzles: ArrayLike | None = None,
    *,
    ceiling: float | None = None,
    threads: int = 1,
) -> NDArray[np.void]:
    """Rate puzzles whose rules are houses, as `engine.rate` says; arguments as in `solve_ruled`.

    A hidden single of a further house counts as that of a line (1.5), a digit locked between two houses as pointing
    (2.6) if it goes from a row or column, else as claiming (2.8), as SukakuExplainer has it.
    ValueError for other rules, above 12x12, if too many houses cross, and as in `solve_ruled`.
    """
    if ceiling is not None and not ceiling >= 0:
        raise ValueError(f"ceiling {ceiling} is no rating")
    tenths = NO_CEILING if ceiling is None else round(10 * min(ceiling, NO_CEILING / 10))
    shared = isinstance(rules, Variant)
    each = [rules] if isinstance(rules, Variant) else list(rules)
    boards = [houses_of(variant) for variant in each]
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


# --- What the digits of a player break, each house and named rule by itself ------------------------------------------


class Basis(NamedTuple):
    """A house or a named rule by itself."""

    where: Where
    rule: str
    """As in `Broken`."""
    cells: Cells
    program: Numbers
    """Of what has a solution as long as it may hold, whatever the rest of the board is."""


class Broken(NamedTuple):
    """A house or a named rule that no digits in the empty cells can satisfy."""

    sentence: str
    rule: str
    """The name of the rule; "row", "column" or "region" for a house of those."""
    cells: Cells


def broken_rules(
    variant: Variant, values: Sequence[int], language: str = ENGLISH, *, cell: int | None = None
) -> list[Broken]:
    """Return the houses and named rules that no digits in the empty cells can satisfy, each by itself.

    `values` has a digit or 0 for each cell, the givens among them; with `cell` only what holds for that cell is looked
    at. ValueError for other values and an unknown language.
    """
    words = words_in(language)
    if len(values) != variant.frame.cells or not all(0 <= value <= variant.size for value in values):
        raise ValueError(f"values are not {variant.frame.cells} digits from 0 to {variant.size}")
    bases = [basis for basis in _bases(variant, values) if cell is None or cell in basis.cells]
    holds = can_hold([basis.program for basis in bases])
    broken = [basis for basis, each in zip(bases, holds, strict=True) if not each]
    names = [words.unit(basis.where) for basis in broken]
    said = [words.say("mistakes", "broken", Name=name[:1].upper() + name[1:]) for name in names]
    return [Broken(sentence, one.rule, one.cells) for sentence, one in zip(said, broken, strict=True)]


def _bases(variant: Variant, values: Sequence[int]) -> Iterator[Basis]:
    """A rule of the whole board has one for each of its houses or pairs (`Alone` in core/rules/named/meaning.hpp)."""
    found, counted = iter(answer(core.alone(variant.numbers, np.array(values, np.int32))).tolist()), Counter[str]()
    for _ in range(next(found)):
        what, number = islice(found, 2)
        own, program = (tuple(islice(found, next(found))) for _ in range(2))
        cells = tuple(cell for cell in own if cell < variant.frame.cells)
        if what < len(_HOUSES):
            where: Where = Unit(_HOUSES[what], number + 1)
            yield Basis(where, _HOUSES[what], cells, np.array(program, np.int32))
            continue
        use = variant.uses[number]
        if what == len(_HOUSES):
            where = place_of(use, use.rule, variant.frame.columns)
        elif what == len(_HOUSES) + 1:  # with its number as `Houses` counts
            counted[use.rule] += 1
            where = house_named(use.rule, counted[use.rule], cells)
        else:
            where = Place(use.rule)
        yield Basis(where, use.rule, cells, np.array(program, np.int32))


_HOUSES = ("row", "column", "region")


def cells_of(constraints: Sequence[Constraint]) -> Cells:
    """Return the cells that constraints are about, in ascending order."""
    return tuple(sorted({cell for one in constraints for cell in constraint_cells(one)}))


_LONGEST_VALUE = 12
"""Characters of a value that a name has; automata have codes of hundreds."""


def place_of(use: Use, thing: str, size: int, *, to_last: bool = False) -> Place:
    """Name a rule where it holds, such as "cage 15 of r1c1".

    The last cell is named too of a mark between two, such as "white dot of r1c1-r1c2", with `to_last`, and where a code
    says what the rule is.
    """
    cells = tuple(chain.from_iterable(one.cells or chain(*one.groups) for one in use.each())) or (0,)
    value = f" {use.value}" if isinstance(use.value, int | str) else ""
    if thing.endswith("line") and value:
        value = f" ({use.value})"  # a bare number would be that of the line
    if len(value) > _LONGEST_VALUE:
        value, thing, to_last = "", use.title or thing, True
    ends = dict.fromkeys((cells[0], cells[-1] if to_last or RULES[use.rule].where == "pair" else cells[0]))
    return Place(thing, value, tuple(cell_name(*divmod(cell, size)) for cell in ends))
