"""The rules that a command or a catalogue names, such as `diagonal,windoku` or `jigsaw`, and how puzzles are made.

Rules of the whole board hold for every puzzle. Cages, lines, dots and regions drawn at random are a puzzle's own: one
line of constraint text, without givens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from math import isqrt
from string import ascii_uppercase

import numpy as np
from numpy.typing import NDArray

from ..boards import Boards
from ..names import JIGSAW, KILLER, MARKS
from ..random_numbers import RandomNumbers
from ..shape import NO_BLOCKS, Shape
from .formats import constraint_text
from .frame import Cells, beside, columns, rows
from .making import QUICK_SIZE, boards_ruled, carve_ruled, make_drawn, make_killer
from .named.rule import Use
from .random_marks import Marks
from .solving import program
from .variant import RULES, Variant, usual_regions

_LAYOUTS = 1000  # tried for one that a board can have


def whole_board_rules() -> list[str]:
    """Return the names of the rules that need no mark."""
    return [name for name, rule in RULES.items() if rule.where == "board" and not name.startswith("all ")]


@dataclass(frozen=True)
class Rulebook:
    """Rules by their names, for boards of a shape."""

    shape: Shape
    whole: tuple[str, ...] = ()
    """Rules of the whole board, in the order of their names."""
    marks: tuple[Marks, ...] = ()
    """Cages, lines and dots, in the order of their names."""
    layout: str | None = None
    """Of a jigsaw: a letter for each cell, or "" for regions at random; None: no jigsaw."""

    @staticmethod
    def read(text: str, size: int | None = None, blocks: str | None = None) -> Rulebook:
        """Return the rulebook that names these rules, separated by commas, such as "diagonal,killer".

        "thermo=12" asks for so many lines, dots or cages of a kind, "kropki=all" for all dots of the board, with the
        rule that no others are.

        "jigsaw" has regions at random, "jigsaw=AAAB..." those that the letters name, one a cell. ValueError for a rule
        that cannot be made, with all that can, for rules that do not go together, and for a shape that they do not fit.
        TypeError for names that are no text.
        """
        if not isinstance(text, str):
            raise TypeError(f"rules are named in text such as diagonal,windoku, not {type(text).__name__}")
        layouts, names, marks = [], [], []
        for part in dict.fromkeys(part.strip() for part in text.split(",")):
            name, _, value = part.partition("=")
            if _is_jigsaw(part):
                layouts.append(value.strip())
            elif (mark := Marks.named(part)) is not None:
                marks.append(mark)
            elif value:
                raise ValueError(f"rule {name!r} takes no value")
            else:
                names.append(part.lower())
        if len(layouts) > 1:
            raise ValueError("a board has one jigsaw")
        whole, layout = whole_board_rules(), layouts[0] if layouts else None
        if wrong := [name for name in names if name not in whole]:
            known = ", ".join((*whole, JIGSAW, KILLER, *MARKS))
            raise ValueError(f"rule {wrong[0]!r} cannot be made; these can: {known}")
        kinds = [mark.kind for mark in marks]
        if twice := next((kind for kind in kinds if kinds.count(kind) > 1), None):
            raise ValueError(f"rule {twice!r} is named twice")
        if layout is not None and blocks not in (None, NO_BLOCKS):
            raise ValueError("a jigsaw has regions in place of blocks: leave out blocks")
        shape = Shape.of(size, NO_BLOCKS if layout is not None else blocks)
        layout = layout and _checked_layout(layout, shape.size)
        book = Rulebook(shape, tuple(sorted(names)), tuple(sorted(marks)), layout)
        program(book.board)  # a rule that does not fit the shape is refused here
        return book

    @property
    def text(self) -> str:
        """The rules as `read` takes them, always in the same order."""
        jigsaw = () if self.layout is None else (f"{JIGSAW}={self.layout}" if self.layout else JIGSAW,)
        return ",".join((*self.whole, *jigsaw, *(mark.text for mark in self.marks)))

    @property
    def draws_regions(self) -> bool:
        """Whether each board has regions of its own."""
        return self.layout == ""

    @property
    def has_own(self) -> bool:
        """Whether puzzles have constraints of their own."""
        return self.draws_regions or bool(self.marks)

    @property
    def named_rules(self) -> set[str]:
        """The named rules that a puzzle may have."""
        return set(self.whole).union(*(mark.rules for mark in self.marks))

    @property
    def is_houses(self) -> bool:
        """Whether all that the rules say is which cells differ, house by house; regions at random are such, too."""
        return not self.marks and not self.board.rules.constraints

    @property
    def making(self) -> int | None:
        """Which way of making its puzzles is used, by number; None where there was never another.

        Version 0.2 placed other marks for a seed, and proved each clue of larger boards to the end.
        """
        return 2 if self.marks or self.shape.size > QUICK_SIZE else None

    @property
    def digits_count(self) -> bool:
        """Whether puzzles have marks that say more of digits than which are equal."""
        return bool(self.marks)

    @property
    def reverses(self) -> bool:
        """Whether marks are still such marks when each digit d becomes size + 1 - d."""
        return all(mark.reverses for mark in self.marks)

    @cached_property
    def board(self) -> Variant:
        """The rules of every puzzle."""
        uses = tuple(Use(name) for name in self.whole)
        board = Variant.of(self.shape.size, *uses, blocks=self.shape.blocks)
        return Variant(board.size, regions_of(self.layout), uses) if self.layout else board

    @property
    def easier(self) -> Rulebook:
        """The same rules with more lines, dots and clues where no number says how many."""
        return replace(self, marks=tuple(mark._replace(more=True) for mark in self.marks))

    def variant(self, own: str | None = None, givens: Sequence[int] = ()) -> Variant:
        """Return a puzzle: what holds for all with its own constraints and givens.

        ValueError for constraints that cannot be read, or that belong to other regions or another size.
        """
        board = self.board.with_givens(givens)
        if own is None or own == "":
            return board
        if not isinstance(own, str):
            raise ValueError(f"constraints {own!r} are no text")
        read = constraint_text.read(own)
        if read.size != board.size:
            raise ValueError(f"constraints of size {read.size} on a board of size {board.size}")
        regions = read.regions if self.draws_regions else board.regions
        return replace(board, regions=regions, uses=(*board.uses, *read.uses))

    def constraints(self, own: str | None = None) -> str:
        """Return the constraint text of all that a puzzle obeys, without givens. ValueError as from `variant`."""
        return constraint_text.write(self.variant(own))

    def own_of(self, variant: Variant) -> str | None:
        """Return what a variant has besides the rules of the whole board; None for nothing.

        ValueError if it lacks one of these rules, if it has other regions or further rules of the whole board, and for
        marks of any kind where the puzzles here have none.
        """
        if variant.size != self.shape.size:
            raise ValueError(f"a puzzle of size {variant.size} among puzzles of size {self.shape.size}")
        if not self.draws_regions and set(map(frozenset, variant.regions)) != set(map(frozenset, self.board.regions)):
            raise ValueError("the puzzle has other regions than the boards of this catalogue")
        needed, plain = self.board.rules, set(variant.with_uses(()).rules.houses)
        own = [use for use in variant.uses if self._is_own(use)]
        has = variant.with_uses([use for use in variant.uses if use not in own]).rules
        lacks = {*needed.houses, *needed.constraints} - {*has.houses, *has.constraints}
        further = set(has.houses) - plain - set(needed.houses)
        if lacks or further or len(has.constraints) > len(needed.constraints):
            raise ValueError(f"the puzzle is not under the rules {self.text}")
        if own and not self.marks:
            raise ValueError(f"the puzzle has the rule {own[0].rule!r} besides {self.text}")
        return self._own_text(own, variant.regions)

    def _is_own(self, use: Use) -> bool:
        """Whether a rule is a puzzle's own: its marks, and that there are no others."""
        return RULES[use.rule].where != "board" or any(use.rule in mark.rules for mark in self.marks)

    def _own_text(self, uses: Sequence[Use], regions: tuple[Cells, ...]) -> str | None:
        if not uses and not self.draws_regions:
            return None
        shown = regions if self.draws_regions else usual_regions(self.shape.size)
        return constraint_text.write(Variant(self.shape.size, shown, tuple(uses)))

    # --- Making ---

    def boards(self, count: int, *, seed: int, start: int = 0) -> tuple[Boards, NDArray[np.int32]]:
        """Return boards `start` and following of a seed, `uint8 (count, cells)`, and the layouts that each took.

        ValueError if no board obeys the rules.
        """
        if not self.draws_regions:
            return boards_ruled(self.board, count, seed=seed, start=start), np.ones(count, np.int32)
        drawn = [_jigsaw(self.board, seed, position) for position in range(start, start + count)]
        boards = np.array([board for _, board, _ in drawn], np.uint8).reshape(count, self.shape.cells)
        return boards, np.array([attempts for *_, attempts in drawn], np.int32)

    def carve(
        self, boards: Boards, *, seed: int, positions: Sequence[int], pattern: str | None = None
    ) -> tuple[Boards, list[str | None] | None]:
        """Return minimal puzzles of boards at these positions of a seed, and the constraints that each has of its own.

        The puzzle of a board depends on the seed, the board and its position alone. A `pattern` is the symmetry of the
        givens, and of cages, lines and dots as far as a board has room for that, though not of regions at random.

        ValueError for a pattern that does not fit, and for a number of marks for which there is no room.
        """
        if not self.has_own:
            return carve_ruled(self.board, boards, seed=seed, positions=positions, pattern=pattern), None
        each = zip(boards, positions, strict=True)
        made = [self._made(board, seed, position, pattern) for board, position in each]
        clues = np.array([variant.clues for variant in made], np.uint8).reshape(boards.shape)
        uses = len(self.board.uses)
        return clues, [self._own_text(variant.uses[uses:], variant.regions) for variant in made]

    def _made(self, board: Boards, seed: int, position: int, pattern: str | None) -> Variant:
        base = self.board
        if self.draws_regions:
            base = Variant(base.size, _jigsaw(base, seed, position)[0], base.uses)
        if (
            [mark._replace(more=False) for mark in self.marks] == [Marks(KILLER)]
            and self.shape.size <= QUICK_SIZE
            and not pattern
        ):
            return make_killer(base, position, seed=seed, board=board)
        if self.marks:
            return make_drawn(base, self.marks, position, seed=seed, board=board, pattern=pattern)
        givens = carve_ruled(base, board[None], seed=seed, start=position, pattern=pattern)[0]
        return base.with_givens(givens.tolist())


def _asked_for(rule: str) -> str:
    """The name by which people look for puzzles with a rule: that of their kind."""
    return (RULES[rule].kind if rule in RULES else "") or rule


def rule_names(variant: Variant) -> tuple[str, ...]:
    """Return the names of the rules of a puzzle, each once and in order, without the rule of usual blocks.

    They are named as `Rulebook.read` does if it makes them: killer, thermo, kropki, jigsaw, ...
    """
    names = {_asked_for(one.rule) for use in variant.uses for one in use.each()}
    if set(map(frozenset, variant.regions)) != set(map(frozenset, usual_regions(variant.size))):
        names.add(JIGSAW if variant.regions else _NO_REGIONS)
    return tuple(sorted(names))


def marks_of(variant: Variant) -> Counter[str]:
    """Return how many marks a puzzle has of each rule, by its name as of `rule_names`; none for the whole board."""
    return Counter(_asked_for(use.rule) for use in variant.uses if not RULES[use.rule].is_whole)


_NO_REGIONS = "latin"
"""The name of a board without blocks or regions."""


def checked_name(name: str) -> str:
    """Return the name that `rule_names` gives a rule. ValueError for a name that no rule has, with near ones."""
    known = sorted({*(_asked_for(each) for each in RULES), JIGSAW, _NO_REGIONS})
    wanted = name.strip().lower().replace("_", " ")
    for each in (wanted, wanted.replace("-", " "), wanted.replace(" ", "-")):
        if _asked_for(each) in known:
            return _asked_for(each)
    from difflib import get_close_matches  # slow to import

    near = get_close_matches(wanted, known, n=4)
    raise ValueError(f"no rule is called {name!r}; {'similar' if near else 'the'} names are {', '.join(near or known)}")


def under(rules: str, givens: Sequence[int], blocks: str | None = None) -> Variant:
    """Return a puzzle, a digit or 0 for each cell, under rules of the whole board that are named as in `Rulebook.read`.

    `blocks` are as in `Shape.of`. ValueError as in `read`, and for rules that each puzzle has of its own.
    """
    book = _book(rules, isqrt(len(givens)), blocks)
    if book.has_own:
        own = ", ".join(mark.kind for mark in book.marks) or "jigsaw without its regions"
        raise ValueError(f"{own} differs from puzzle to puzzle: write the puzzle as constraint text")
    return book.variant(givens=givens)


@lru_cache(maxsize=64)
def _book(rules: str, size: int, blocks: str | None) -> Rulebook:
    return Rulebook.read(rules, size, blocks)


def blocks_ruled(rules: str) -> str | None:
    """Return the blocks to read a puzzle with: none if it is to be a jigsaw, else those that its text shows."""
    return NO_BLOCKS if any(map(_is_jigsaw, rules.split(","))) else None


def _is_jigsaw(part: str) -> bool:
    return part.partition("=")[0].strip().lower() == JIGSAW


def _checked_layout(layout: str, size: int) -> str:
    if len(layout) != size**2:
        raise ValueError(f"a jigsaw of size {size} has {size**2} letters, not {len(layout)}")
    if any(len(region) != size for region in regions_of(layout)):
        raise ValueError(f"a jigsaw of size {size} has {size} regions of {size} cells")
    letters = list(dict.fromkeys(layout))
    return "".join(ascii_uppercase[letters.index(name)] for name in layout)


@lru_cache(maxsize=2048)
def _jigsaw(base: Variant, seed: int, position: int) -> tuple[tuple[Cells, ...], tuple[int, ...], int]:
    """The first regions of a position that a board can have, the board, and how many were drawn."""
    random = RandomNumbers(seed, position)
    for attempts in range(1, _LAYOUTS + 1):
        board = Variant(base.size, random_regions(base.size, random), base.uses)
        with suppress(ValueError):
            return board.regions, tuple(boards_ruled(board, 1, seed=seed, start=position)[0].tolist()), attempts
    raise ValueError("the rules contradict each other: no board obeys them with any regions drawn")


# --- Regions at random --------------------------------------------------------------------------------------------

_SWAPS = 8
"""Exchanges of two cells for each cell of the board."""


def random_regions(size: int, random: RandomNumbers) -> tuple[Cells, ...]:
    """Return regions of `size` touching cells each: rows or columns, after many exchanges of cells at their edges."""
    around = beside(size)
    region_of = [0] * size**2
    cells_of = [0] * size  # each region as a number with a bit for each cell
    for number, line in enumerate(rows(size) if random.below(2) else columns(size)):
        for cell in line:
            region_of[cell] = number
            cells_of[number] |= 1 << cell
    for _ in range(_SWAPS * size**2):
        one = random.below(size**2)
        mine = region_of[one]
        others = [region_of[cell] for cell in around[one] if region_of[cell] != mine]
        if not others:
            continue
        theirs = random.choice(others)
        rest = cells_of[mine] & ~(1 << one)
        edge = cells_of[theirs] & _around(rest, size)
        if not edge:
            continue
        for _ in range(random.below(edge.bit_count())):
            edge &= edge - 1
        other = edge & -edge
        changed = rest | other, cells_of[theirs] ^ other | 1 << one
        if _is_connected(changed[0], size) and _is_connected(changed[1], size):
            cells_of[mine], cells_of[theirs] = changed
            region_of[one], region_of[other.bit_length() - 1] = theirs, mine
    return regions_of(region_of)


def regions_of(layout: Sequence[object]) -> tuple[Cells, ...]:
    """Return the cells of each region of a layout, which names a region for each cell; in the order of first cells."""
    return tuple(tuple(cell for cell, name in enumerate(layout) if name == one) for one in dict.fromkeys(layout))


def _around(cells: int, size: int) -> int:
    """The cells that share an edge with any of some."""
    left, right = _edges(size)
    return cells << size | cells >> size | (cells & ~right) << 1 | (cells & ~left) >> 1


@cache
def _edges(size: int) -> tuple[int, int]:
    left = sum(1 << row * size for row in range(size))
    return left, left << size - 1


def _is_connected(cells: int, size: int) -> bool:
    """Whether each of the cells can be reached from any other through edges that they share."""
    reached, before = cells & -cells, 0
    while reached != before:
        before, reached = reached, reached | _around(reached, size) & cells
    return reached == cells
