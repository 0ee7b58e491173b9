"""The rules of the boards and puzzles of a catalogue: the plain rules of a shape, alone or with a rulebook.

A game knows how boards are made, compared, carved, proven and measured; the runs ask it, so no other module has to
know whether they are variants. `own` is what each puzzle obeys besides the rules of all: one text or None per puzzle,
or None if no puzzle has any. Each puzzle goes the fastest way: without rules through the plain kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import isqrt
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ... import engine
from ...engine import paths
from ...engine.grades import SCORED_BLOCKS, Level, why_unrated
from ...engine.shape import Shape
from ..errors import CatalogueError
from .stored import from_lines

if TYPE_CHECKING:
    from ...engine import Variant
    from ...engine.rules.rulebook import Rulebook
    from ...engine.rules.symmetry import Symmetries

Boards = NDArray[np.uint8]
Own = Sequence[str | None] | None
Found = TypeVar("Found", NDArray[Any], tuple[NDArray[Any], NDArray[Any]])
"""The findings of a kernel, a row for each puzzle."""


def chosen_of(own: Own, rows: Sequence[int]) -> Own:
    """The constraints of some puzzles."""
    return None if own is None else [own[row] for row in rows]


@lru_cache(maxsize=64)
def game_of(shape: Shape, rules: str = "") -> Game:
    """Return the game of a shape and the text of its rules, "" for none. ValueError for rules that cannot be made."""
    if not rules:
        return Game(shape)

    return RuledGame(engine.Rulebook.read(rules, shape.size, shape.blocks))


class Game:
    """Plain Sudoku of a shape, or Latin squares."""

    rulebook: Rulebook | None = None
    is_slow = False
    """Whether boards and puzzles take long to make, and there may be few."""

    def __init__(self, shape: Shape) -> None:
        self.shape, self.blocks = shape, shape.blocks

    def __reduce__(self) -> tuple[Any, ...]:
        return game_of, (self.shape, self.rulebook.text if self.rulebook else "")

    def boards(self, count: int, *, seed: int, start: int, method: str) -> tuple[Boards, NDArray[np.int32]]:
        """Make boards `start` and following of a seed, and return how many attempts each took."""
        return engine.generate(
            count,
            size=self.shape.size,
            blocks=self.blocks,
            seed=seed,
            start=start,
            method=method,
            return_attempts=True,
        )

    def keys(self, boards: Boards, symmetry: str) -> Boards:
        """Return what boards are compared by, up to a symmetry: `uint8 (n, width)`."""
        return engine.keys(boards, symmetry=symmetry, blocks=self.blocks)

    def forms(self, puzzles: Boards, own: Own, symmetry: str) -> list[bytes]:
        """Return what tells puzzles of one board apart."""
        return self.puzzle_keys(self.solved(puzzles, own)[0], puzzles, own, symmetry)[1]

    def puzzle_keys(self, boards: Boards, puzzles: Boards, own: Own, symmetry: str) -> tuple[list[bytes], list[bytes]]:
        """Return the keys of the boards of puzzles, their solutions, and the forms of the puzzles.

        A form has one bit for each cell of the canonical puzzle. Rules of a puzzle's own make it longer.
        """
        keys = engine.puzzle_keys(puzzles, solutions=boards, symmetry=symmetry, blocks=self.blocks)
        width = keys.shape[1] - (puzzles.shape[1] + 7) // 8
        whole = [row.tobytes() for row in keys]
        forms = [key[width:] for key in whole]
        if which := [row for row, text in enumerate(own or ()) if text is not None]:
            rules = [variant.rules for variant in self._rules(chosen_of(own, which)) or ()]
            from ...engine.rules.comparing import forms_beside

            found = forms_beside(self.shape, symmetry, boards[which], puzzles[which], rules)
            for row, form in zip(which, found, strict=True):
                forms[row] = form
        return [key[:width] for key in whole], forms

    def carve(
        self,
        boards: Boards,
        *,
        seed: int,
        positions: Sequence[int],
        clues: int | None,
        effort: int,
        pattern: str | None,
        levels: Sequence[Level] = (),
    ) -> tuple[Boards, Own]:
        """Return puzzles whose only solutions are these boards, at their positions of a seed."""
        puzzles = engine.carve(boards, blocks=self.blocks, seed=seed, clues=clues, effort=effort, pattern=pattern)
        return puzzles, None

    def minimal(self, puzzles: Boards, own: Own = None) -> NDArray[np.bool_]:
        """Return which puzzles have no clue that can go: `bool (n,)`."""
        return self._by_rules(puzzles, own, lambda some: engine.minimal(some, blocks=self.blocks), _minimal_ruled)

    def solved(self, puzzles: Boards, own: Own = None) -> tuple[Boards, NDArray[np.int32]]:
        """Return a solution of each puzzle, all zeros if there is none, and how many it has, up to 2."""

        def plain(some: Boards) -> tuple[NDArray[Any], NDArray[Any]]:
            return engine.solve(some, blocks=self.blocks), engine.count_solutions(some, blocks=self.blocks)

        return self._by_rules(puzzles, own, plain, lambda some, rules: engine.solve(some, rules, limit=2))

    def count_solutions(self, puzzles: Boards, own: Own = None) -> NDArray[np.int32]:
        """Count the solutions of puzzles up to 2."""

        def plain(some: Boards) -> NDArray[Any]:
            return engine.count_solutions(some, blocks=self.blocks)

        return self._by_rules(puzzles, own, plain, lambda some, rules: engine.solve(some, rules, limit=2)[1])

    def measure(self, puzzles: Boards, own: Own = None) -> NDArray[np.void]:
        """Return what the reference search counts, one record per puzzle; `solutions` is -1 if it was cut short."""
        return self._by_rules(puzzles, own, lambda some: engine.measure(some, blocks=self.blocks), engine.measure)

    def rate(self, puzzles: Boards, own: Own, ceiling: float | None) -> NDArray[np.void]:
        """Return the ratings of puzzles up to a ceiling, one record per puzzle. ValueError for those that have none."""
        return self._by_rules(
            puzzles,
            own,
            lambda some: engine.rate(some, blocks=self.blocks, ceiling=ceiling),
            lambda some, rules: engine.rate(some, rules, ceiling=ceiling),
        )

    def _by_rules(
        self,
        puzzles: Boards,
        own: Own,
        plain: Callable[[Boards], Found],
        ruled: Callable[[Boards, Any], Found],
    ) -> Found:
        """Have one kernel look at the puzzles without rules, another one at those that have some."""
        which = np.array([text is not None for text in own or ()], np.bool_)
        if not which.any():
            return plain(puzzles)
        under = ruled(puzzles[which], self._rules(chosen_of(own, np.flatnonzero(which).tolist())))
        if which.all():
            return under
        return _merged(which, plain(puzzles[~which]), under)

    def _rules(self, own: Own) -> Any:
        """The rules of each puzzle that has some."""
        return [_read(text) for text in own or () if text is not None]

    # --- One puzzle ---

    def variant(self, givens: str, own: str | None) -> Variant | None:
        """Return a stored puzzle with its rules; None for a plain one.

        CatalogueError if it is none, as in a damaged catalogue.
        """
        return None if own is None else self._variant(givens, lambda cells: _read(own).with_givens(cells))

    def _variant(self, givens: str, read: Callable[[Sequence[int]], Variant]) -> Variant:
        try:
            if not isinstance(givens, str) or len(givens) != self.shape.cells:
                raise ValueError(f"givens {givens!r} are not {self.shape.cells} cells")
            return read(from_lines([givens])[0].tolist())
        except ValueError as error:
            raise CatalogueError(f"the catalogue has a row that is no puzzle: {error}; run catalogue verify") from error

    def with_rules(self, givens: str, own: str | None) -> Variant:
        """Return a stored puzzle with all that it obeys, a plain one too. CatalogueError as in `variant`."""
        plain = engine.Variant.of(self.shape.size, blocks=self.blocks)
        return self.variant(givens, own) or self._variant(givens, plain.with_givens)

    def all_of(self, own: str | None) -> str | None:
        """Return the constraint text of all that a puzzle obeys; None for a plain one."""
        return own

    def names_of(self, own: str | None) -> str | None:
        """Return the names of the rules of a puzzle's own, with commas between; None for a puzzle without."""
        return None if own is None else ",".join(engine.rules.rulebook.rule_names(_read(own)))

    def why_unrated(self, own: str | None = None) -> str | None:
        """Return why a puzzle has no rating; None if it has one."""
        if own is None:
            return why_unrated(self.shape.size)
        try:
            engine.rules.houses.houses_of(_read(own))
        except ValueError as error:
            return str(error)
        return None

    def has_rating(self, own: Own, count: int) -> NDArray[np.bool_]:
        """Return which of `count` puzzles have a rating: `bool (count,)`."""
        plain = self.why_unrated() is None
        if not any(own or ()):
            return np.full(count, plain)
        return np.array([plain if text is None else self.why_unrated(text) is None for text in own or ()], np.bool_)

    def why_untaken(self, techniques: Iterable[int]) -> str | None:
        """Return why no path takes one of some techniques, by number; None if each may be taken."""
        from .techniques import why_untaken

        return why_untaken(techniques, self.scored().names or (), self.rulebook)

    def scored(self, own: Own = None) -> np.dtype[np.void]:
        """Return the dtype of what `score` returns."""
        if self.blocks != SCORED_BLOCKS or self.rulebook:
            return paths.PEOPLE_SCORED
        return _scored_on_both() if any(own or ()) else paths.SCORED

    def score(self, puzzles: Boards, own: Own = None, dtype: np.dtype[np.void] | None = None) -> NDArray[np.void]:
        """Return scores and levels of puzzles, one record per puzzle; the `dtype` is that of `scored`, or this one."""
        kind = dtype or self.scored(own)

        def kept(found: NDArray[np.void]) -> NDArray[np.void]:
            if found.dtype == kind:
                return found
            records = np.zeros(len(found), kind)
            for name in found.dtype.names or ():
                if name in (kind.names or ()):
                    records[name] = found[name]
            return records

        return self._by_rules(
            puzzles,
            own,
            lambda some: kept(engine.score(some, blocks=self.blocks)),
            lambda some, rules: kept(engine.score(some, rules)),
        )

    def own_of(self, text: str | None) -> str | None:
        """Return what a puzzle obeys besides the rules of all, from the constraint text of everything beside givens.

        None for a puzzle without rules, such as other formats have. ValueError for a puzzle that does not obey the
        rules that all share.
        """
        if text is None:
            return None
        variant = engine.read_variant(text).with_givens(())
        if variant.size != self.shape.size:
            raise ValueError(f"a puzzle of size {variant.size} among puzzles of size {self.shape.size}")
        shared, has = engine.Variant.of(self.shape.size, blocks=self.blocks).rules, variant.rules
        if has == shared:
            return None
        if not {frozenset(house.cells) for house in shared.houses} <= {frozenset(house.cells) for house in has.houses}:
            raise ValueError(f"the puzzle has other regions than the boards of this catalogue, {self.shape}")
        from ...engine.rules.formats import constraint_text

        return constraint_text.write(variant)


@lru_cache(maxsize=4096)  # a puzzle is proven, compared and measured in turn
def _read(text: str) -> Variant:
    """Read a puzzle's own rules as they are stored. ValueError for a text that holds none."""
    from ...engine.rules.formats import constraint_text

    if not isinstance(text, str):
        raise ValueError(f"constraints {text!r} are no text")
    return constraint_text.read(text)


@lru_cache(maxsize=1)
def _scored_on_both() -> np.dtype[np.void]:
    """The dtype of scores of plain 9x9 puzzles among others: a technique of one name has one number."""
    kinds = {name: kind[name] for kind in (paths.PEOPLE_SCORED, paths.SCORED) for name in kind.names or ()}
    return np.dtype([(name, kind) for name, kind in kinds.items() if name != "hardest"])


def _merged(which: NDArray[np.bool_], plain: Found, ruled: Found) -> Found:
    """Merge the results of plain puzzles and of variants, in the order of the puzzles."""
    if isinstance(plain, tuple):
        return tuple(_merged(which, one, other) for one, other in zip(plain, ruled, strict=True))  # type: ignore[return-value]
    found = np.empty((len(which), *plain.shape[1:]), plain.dtype)
    found[~which], found[which] = plain, ruled
    return found


def _minimal_ruled(puzzles: Boards, rules: Any) -> NDArray[np.bool_]:
    """Which puzzles under rules, of all or of each, have no given that can go, as far as few guesses prove it."""
    rows, cells = np.nonzero(puzzles)
    minimal = np.ones(len(puzzles), np.bool_)
    if not rows.size:
        return minimal
    fewer = puzzles[rows]
    fewer[np.arange(len(rows)), cells] = 0
    of_each = [rules[row] for row in rows.tolist()] if isinstance(rules, list) else rules
    most = engine.rules.making.most_guesses(isqrt(puzzles.shape[1]))
    counts = engine.rules.solving.solve_ruled(of_each, fewer, limit=2, most_guesses=most)[1]
    minimal[rows[counts < 2]] = False
    return minimal


class RuledGame(Game):
    """Boards and puzzles under a rulebook."""

    rulebook: Rulebook
    is_slow = True

    def __init__(self, rulebook: Rulebook) -> None:
        super().__init__(rulebook.shape)
        self.rulebook = rulebook

    def boards(self, count: int, *, seed: int, start: int, method: str) -> tuple[Boards, NDArray[np.int32]]:
        """Draw boards; the attempts are the layouts drawn if each board has regions of its own."""
        return self.rulebook.boards(count, seed=seed, start=start)

    def keys(self, boards: Boards, symmetry: str) -> Boards:
        """Return the least images by the symmetries that the rules have, two cells per byte."""
        least = engine.rules.symmetry.least_images(self._symmetries(symmetry), boards) - 1
        least = np.pad(least, ((0, 0), (0, least.shape[1] % 2)))
        packed = (least[:, ::2] << 4 | least[:, 1::2]).astype(np.uint8)
        return packed

    def puzzle_keys(self, boards: Boards, puzzles: Boards, own: Own, symmetry: str) -> tuple[list[bytes], list[bytes]]:
        """Return the keys; forms say which cells have clues and which constraints the least image has of its own."""
        constraints = None
        if self.rulebook.has_own:
            common = self.rulebook.board.rules
            shared = {*common.houses, *common.constraints}
            ruled = [self.rulebook.variant(text).rules for text in own or [None] * len(puzzles)]
            constraints = [[one for one in (*each.houses, *each.constraints) if one not in shared] for each in ruled]
        keys = [row.tobytes() for row in self.keys(boards, symmetry)]
        from ...engine.rules.comparing import forms_ruled

        return keys, forms_ruled(self._symmetries(symmetry), boards, puzzles, constraints)

    def carve(
        self,
        boards: Boards,
        *,
        seed: int,
        positions: Sequence[int],
        clues: int | None,
        effort: int,
        pattern: str | None,
        levels: Sequence[Level] = (),
    ) -> tuple[Boards, Own]:
        """Return puzzles with their own constraints: minimal ones, or with clues added.

        At least `clues`, and as many as make each puzzle as easy as one of the levels, which they take in turn. Rules
        leave no choice of effort.
        """
        puzzles, own = self.rulebook.carve(boards, seed=seed, positions=positions, pattern=pattern)
        if clues is None and not levels:
            return puzzles, own
        made = np.empty_like(puzzles)
        for row, (puzzle, position) in enumerate(zip(puzzles.tolist(), positions, strict=True)):
            mine = (levels[position % len(levels)],) if levels else ()
            if own and mine == (Level.easy,):
                easier = self.rulebook.easier
                found, marks = easier.carve(boards[[row]], seed=seed, positions=[position], pattern=pattern)
                puzzle, own[row] = found[0].tolist(), marks[0] if marks else None
            variant = self.rulebook.variant(own[row] if own else None, puzzle)
            made[row] = paths.with_clues(
                variant, boards[row], paths.Wish(mine, clues, pattern=pattern), seed, position
            ).clues
        return made, own

    def _by_rules(
        self,
        puzzles: Boards,
        own: Own,
        plain: Callable[[Boards], Found],
        ruled: Callable[[Boards, Any], Found],
    ) -> Found:
        """Have the kernel for rules look at all puzzles."""
        return ruled(puzzles, self._rules(own))

    def _rules(self, own: Own) -> Any:
        """The rules of all puzzles, or a list with the rules of each."""
        book = self.rulebook
        return book.board if own is None or not any(own) else [book.variant(text) for text in own]

    def variant(self, givens: str, own: str | None) -> Variant:
        """Return a stored puzzle with the rules of the catalogue and its own. CatalogueError if it is none."""
        return self._variant(givens, lambda cells: self.rulebook.variant(own, cells))

    def all_of(self, own: str | None) -> str | None:
        """Return the constraint text of all that a puzzle obeys."""
        return self.rulebook.constraints(own)

    def names_of(self, own: str | None) -> str | None:
        """Return None: all puzzles have the rules that the settings name."""
        return None

    def why_unrated(self, own: str | None = None) -> str | None:
        """Return why the puzzles have no rating: only those whose rules are houses have one."""
        if not self.rulebook.is_houses:
            return f"puzzles under the rules {self.rulebook.text} have no ratings: only rules that are houses have them"
        try:
            engine.rules.houses.houses_of(self.rulebook.board)
        except ValueError as error:
            return str(error)
        return None

    def has_rating(self, own: Own, count: int) -> NDArray[np.bool_]:
        """Return which of `count` puzzles have a rating: all or none."""
        return np.full(count, self.why_unrated() is None)

    def own_of(self, text: str | None) -> str | None:
        """Return the constraints of a puzzle's own."""
        return None if text is None else self.rulebook.own_of(engine.read_variant(text))

    def _symmetries(self, symmetry: str) -> Symmetries:
        return symmetries_ruled(self.rulebook, symmetry)


@lru_cache(maxsize=16)
def symmetries_ruled(rulebook: Rulebook, symmetry: str) -> Symmetries:
    """Return by which images boards under a rulebook are the same. ValueError if they are too many to list.

    If the marks of puzzles depend on more than which digits are equal, digits are not renamed; they are reversed if
    the marks keep their meaning.
    """
    if symmetry == "full" and rulebook.draws_regions:
        raise ValueError("jigsaws with regions at random are compared by d4 or d4+relabel")
    found = engine.symmetries_of(rulebook.board.rules, symmetry)
    if not rulebook.digits_count or symmetry == "d4":
        return found
    size = rulebook.shape.size
    names = [tuple(range(size + 1)), (0, *range(size, 0, -1))]
    reverses = rulebook.reverses and (found.digits is None or len(found.digits) == 2)
    return found._replace(digits=np.array(names[: 1 + reverses], np.uint8))


def kept_rules(text: str | None, size: int | None, blocks: str | None) -> tuple[str, Shape]:
    """Return rules as a catalogue keeps them, and the shape of its boards. ValueError for rules that cannot be made."""
    if not text:
        return "", Shape.of(size, blocks)

    book = engine.Rulebook.read(text, size, blocks)
    return book.text, book.shape
