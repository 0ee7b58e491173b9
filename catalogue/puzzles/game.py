"""The rules of the boards and puzzles of a catalogue: the plain rules of a shape, alone or with a rulebook.

A game knows how boards are made, compared, carved, proven and measured; the runs ask it, so no other module has to
know whether they are variants. `own` are the constraints that each puzzle has besides the rules of all: one text or
None per puzzle, or None if no puzzle has any.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from board_catalogue import engine
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.engine.grades import SCORED_BLOCKS, why_unrated
from board_catalogue.engine.scoring.scorer import SCORED
from board_catalogue.engine.shape import Shape

if TYPE_CHECKING:
    from board_catalogue.engine import Variant
    from board_catalogue.engine.rules.rulebook import Rulebook
    from board_catalogue.engine.rules.symmetry import Symmetries

Boards = NDArray[np.uint8]
Own = Sequence[str | None] | None


def chosen_of(own: Own, rows: Sequence[int]) -> Own:
    """The constraints of some puzzles."""
    return None if own is None else [own[row] for row in rows]


@lru_cache(maxsize=64)
def game_of(shape: Shape, rules: str = "") -> Game:
    """Return the game of a shape and the text of its rules, "" for none. ValueError for rules that cannot be made."""
    if not rules:
        return Game(shape)
    from board_catalogue.engine.rules.rulebook import Rulebook

    return RuledGame(Rulebook.read(rules, shape.size, shape.blocks))


class Game:
    """Plain Sudoku of a shape, or Latin squares."""

    rulebook: Rulebook | None = None

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
        return self.puzzle_keys(puzzles, puzzles, own, symmetry)[1]

    def puzzle_keys(self, boards: Boards, puzzles: Boards, own: Own, symmetry: str) -> tuple[list[bytes], list[bytes]]:
        """Return the keys of the boards of puzzles, their solutions, and the forms of the puzzles."""
        keys = engine.puzzle_keys(puzzles, symmetry=symmetry, blocks=self.blocks)
        width = keys.shape[1] - (puzzles.shape[1] + 7) // 8
        whole = [row.tobytes() for row in keys]
        return [key[:width] for key in whole], [key[width:] for key in whole]

    def carve(
        self,
        boards: Boards,
        *,
        seed: int,
        positions: Sequence[int],
        clues: int | None,
        effort: int,
        pattern: str | None,
    ) -> tuple[Boards, Own]:
        """Return puzzles whose only solutions are these boards, at their positions of a seed."""
        puzzles = engine.carve(boards, blocks=self.blocks, seed=seed, clues=clues, effort=effort, pattern=pattern)
        return puzzles, None

    def minimal(self, puzzles: Boards, own: Own = None) -> NDArray[np.bool_]:
        """Return which puzzles have no clue that can go: `bool (n,)`."""
        return engine.minimal(puzzles, blocks=self.blocks)

    def solved(self, puzzles: Boards, own: Own = None) -> tuple[Boards, NDArray[np.int32]]:
        """Return a solution of each puzzle, all zeros if there is none, and how many it has, up to 2."""
        return engine.solve(puzzles, blocks=self.blocks), self.count_solutions(puzzles)

    def count_solutions(self, puzzles: Boards, own: Own = None) -> NDArray[np.int32]:
        """Count the solutions of puzzles up to 2."""
        return engine.count_solutions(puzzles, blocks=self.blocks)

    def measure(self, puzzles: Boards, own: Own = None) -> NDArray[np.void]:
        """Return what the reference search counts, one record per puzzle; `solutions` is -1 if it was cut short."""
        return engine.measure(puzzles, blocks=self.blocks)

    def variant(self, givens: str, own: str | None) -> Variant | None:
        """Return a stored puzzle with its rules; None for a plain one."""
        return None

    def why_unrated(self) -> str | None:
        """Return why the puzzles have no rating; None if they have one."""
        return why_unrated(self.shape.size)

    def rate(self, puzzles: Boards, own: Own, ceiling: float | None) -> NDArray[np.void]:
        """Return the ratings of puzzles up to a ceiling, one record per puzzle."""
        return engine.rate(puzzles, blocks=self.blocks, ceiling=ceiling)

    @property
    def scored(self) -> np.dtype[np.void]:
        """The dtype of what `score` returns."""
        from board_catalogue.engine.people.scorer import PEOPLE_SCORED

        return SCORED if self.blocks == SCORED_BLOCKS and not self.rulebook else PEOPLE_SCORED

    def score(self, puzzles: Boards, own: Own = None) -> NDArray[np.void]:
        """Return the scores and levels of puzzles, one record per puzzle."""
        return engine.score(puzzles, blocks=self.blocks)

    def own_of(self, text: str | None) -> str | None:
        """Return the constraints of a puzzle's own, from the constraint text of everything that holds beside givens.

        None for a puzzle without rules, such as other formats have. ValueError for rules that this game does not have.
        """
        if (
            text is None
            or engine.read_variant(text).rules == engine.Variant.of(self.shape.size, blocks=self.blocks).rules
        ):
            return None
        raise ValueError("the puzzle has more rules than the boards of this catalogue")


class RuledGame(Game):
    """Boards and puzzles under a rulebook."""

    rulebook: Rulebook

    def __init__(self, rulebook: Rulebook) -> None:
        super().__init__(rulebook.shape)
        self.rulebook = rulebook

    def boards(self, count: int, *, seed: int, start: int, method: str) -> tuple[Boards, NDArray[np.int32]]:
        """Draw boards; the attempts are the layouts drawn if each board has regions of its own."""
        return self.rulebook.boards(count, seed=seed, start=start)

    def keys(self, boards: Boards, symmetry: str) -> Boards:
        """Return the least images by the symmetries that the rules have, two cells per byte."""
        from board_catalogue.engine.rules.symmetry import least_images

        least = least_images(self._symmetries(symmetry), boards) - 1
        least = np.pad(least, ((0, 0), (0, least.shape[1] % 2)))
        packed = (least[:, ::2] << 4 | least[:, 1::2]).astype(np.uint8)
        return packed

    def puzzle_keys(self, boards: Boards, puzzles: Boards, own: Own, symmetry: str) -> tuple[list[bytes], list[bytes]]:
        """Return the keys; forms say which cells have clues and which constraints the least image has of its own."""
        from board_catalogue.engine.rules.symmetry import forms_ruled

        constraints = None
        if self.rulebook.has_own:
            common = self.rulebook.board.rules
            shared = {*common.houses, *common.constraints}
            ruled = [self.rulebook.variant(text).rules for text in own or [None] * len(puzzles)]
            constraints = [[one for one in (*each.houses, *each.constraints) if one not in shared] for each in ruled]
        keys = [row.tobytes() for row in self.keys(boards, symmetry)]
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
    ) -> tuple[Boards, Own]:
        """Return minimal puzzles with their own constraints. Rules leave no choice of clues, effort or pattern."""
        return self.rulebook.carve(boards, seed=seed, positions=positions)

    def forms(self, puzzles: Boards, own: Own, symmetry: str) -> list[bytes]:
        """Return what tells puzzles of one board apart."""
        return self.puzzle_keys(self.solved(puzzles, own)[0], puzzles, own, symmetry)[1]

    def minimal(self, puzzles: Boards, own: Own = None) -> NDArray[np.bool_]:
        """Return which puzzles have no given that can go: `bool (n,)`."""
        rows, cells = np.nonzero(puzzles)
        fewer = puzzles[rows]
        fewer[np.arange(len(rows)), cells] = 0
        counts = self.count_solutions(fewer, None if own is None else [own[row] for row in rows.tolist()])
        minimal = np.ones(len(puzzles), np.bool_)
        minimal[rows[counts < 2]] = False
        return minimal

    def solved(self, puzzles: Boards, own: Own = None) -> tuple[Boards, NDArray[np.int32]]:
        """Return a solution of each puzzle under the rules and its own constraints, and how many it has, up to 2."""
        return engine.solve(puzzles, self._rules(own), limit=2)

    def count_solutions(self, puzzles: Boards, own: Own = None) -> NDArray[np.int32]:
        """Count the solutions of puzzles up to 2."""
        return self.solved(puzzles, own)[1]

    def measure(self, puzzles: Boards, own: Own = None) -> NDArray[np.void]:
        """Return what the reference search under rules counts."""
        return engine.measure(puzzles, self._rules(own))

    def variant(self, givens: str, own: str | None) -> Variant:
        """Return a stored puzzle with the rules of the catalogue and its own.

        CatalogueError if it is none, as in a damaged catalogue.
        """
        from board_catalogue.catalogue.puzzles.stored import from_lines

        try:
            if not isinstance(givens, str) or len(givens) != self.shape.cells:
                raise ValueError(f"givens {givens!r} are not {self.shape.cells} cells")
            return self.rulebook.variant(own, from_lines([givens])[0].tolist())
        except ValueError as error:
            raise CatalogueError(f"the catalogue has a row that is no puzzle: {error}; run catalogue verify") from error

    def why_unrated(self) -> str | None:
        """Return why the puzzles have no rating: only those whose rules are houses have one."""
        from board_catalogue.engine.rules.houses import houses_of

        if not self.rulebook.is_houses:
            return f"puzzles under the rules {self.rulebook.text} have no ratings: only rules that are houses have them"
        try:
            houses_of(self.rulebook.board)
        except ValueError as error:
            return str(error)
        return None

    def rate(self, puzzles: Boards, own: Own, ceiling: float | None) -> NDArray[np.void]:
        """Return the ratings of puzzles by their houses."""
        return engine.rate(puzzles, self._rules(own), ceiling=ceiling)

    def score(self, puzzles: Boards, own: Own = None) -> NDArray[np.void]:
        """Return the scores and levels of puzzles under their rules."""
        return engine.score(puzzles, self._rules(own))

    def own_of(self, text: str | None) -> str | None:
        """Return the constraints of a puzzle's own."""
        return None if text is None else self.rulebook.own_of(engine.read_variant(text))

    def _rules(self, own: Own) -> Any:
        """The rules of all puzzles, or those of each."""
        book = self.rulebook
        return book.board if own is None or not any(own) else [book.variant(text) for text in own]

    def _symmetries(self, symmetry: str) -> Symmetries:
        return symmetries_ruled(self.rulebook, symmetry)


@lru_cache(maxsize=16)
def symmetries_ruled(rulebook: Rulebook, symmetry: str) -> Symmetries:
    """Return by which images boards under a rulebook are the same. ValueError if they are too many to list.

    If the marks of puzzles depend on more than which digits are equal, digits are not renamed; they are reversed if
    the marks keep their meaning.
    """
    from board_catalogue.engine.rules.symmetry import symmetries_of

    if symmetry == "full" and rulebook.draws_regions:
        raise ValueError("jigsaws with regions at random are compared by d4 or d4+relabel")
    found = symmetries_of(rulebook.board.rules, symmetry)
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
    from board_catalogue.engine.rules.rulebook import Rulebook

    book = Rulebook.read(text, size, blocks)
    return book.text, book.shape
