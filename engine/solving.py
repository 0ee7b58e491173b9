"""Solutions of puzzles, how many there are, and what two slower searches count on the way.

A puzzle is cells, and rules, perhaps none. The functions of the API take both; without rules no module of
`engine.rules` is imported.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeGuard, Union, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import rules as variants
from .boards import Batch, Boards, check_at_least_one, check_puzzles, check_within, reshaped
from .native import MEASURED, MOST_NODES, core, record_dtype
from .shape import LARGEST_SIZE, NO_BLOCKS

# --- Puzzles and their rules --------------------------------------------------------------------------------------

AnyRules = Union["variants.Rules", "variants.Variant", str, "Sequence[variants.Rules | variants.Variant | str]"]
"""Rules, a variant with them, or the names of rules of the whole board such as "diagonal,windoku"; or those of each."""

Puzzles = Union[ArrayLike, "variants.Variant", "Sequence[variants.Variant]"]
"""Puzzles as arrays of digits, or variants, which bring their givens and their rules."""


class Ruled(NamedTuple):
    """The arguments of the functions under rules."""

    rules: Any
    """Rules or a variant for all puzzles, or a list with those of each."""
    puzzles: Any
    """`uint8 (n, cells)`; None: the givens of the variants."""
    is_single: bool
    """Whether one puzzle was given, so that the answer has no batch axis either."""

    def variant(self) -> variants.Variant:
        """Return the one puzzle with its rules. ValueError for several puzzles, and for rules without names."""
        if not self.is_single:
            raise ValueError("one puzzle is needed, not several")
        if not isinstance(self.rules, variants.Variant):
            raise ValueError("rules of a path are a variant, or names such as diagonal,windoku")
        return self.rules if self.puzzles is None else self.rules.with_givens(tuple(self.puzzles[0].tolist()))


def ruled(puzzles: Puzzles | None, rules: AnyRules | None, blocks: str | None = None) -> Ruled | None:
    """Return puzzles with their rules; None if they have none. ValueError for rules that cannot be made."""
    if rules is None:
        if is_variant(puzzles):
            return Ruled(puzzles, None, is_single=True)
        if isinstance(puzzles, Sequence) and len(puzzles) and is_variant(puzzles[0]):
            return Ruled([_known(each) for each in puzzles], None, is_single=False)
        return None
    if puzzles is None:
        return Ruled(_made(rules, None, blocks), None, is_single=False)
    cells = check_puzzles(puzzles, NO_BLOCKS)  # type: ignore[arg-type]  # the rules say what blocks there are
    size = round(cells.shape[-1] ** 0.5)
    return Ruled(_made(rules, size, blocks), np.atleast_2d(cells), is_single=cells.ndim == 1)


def is_variant(puzzle: object) -> TypeGuard[variants.Variant]:
    """Whether this is a variant, found without importing what variants are."""
    return hasattr(puzzle, "with_givens")


def _made(rules: Any, size: int | None, blocks: str | None) -> Any:
    if isinstance(rules, str):
        return variants.Rulebook.read(rules, size, blocks).board
    if isinstance(rules, list | tuple):
        return [_made(each, size, blocks) for each in rules]
    return _known(rules)


def _known(rules: Any) -> Any:
    if not isinstance(rules, variants.Rules | variants.Variant):
        raise TypeError(
            "rules are a variant, or names such as diagonal,windoku, for all puzzles, or a list with those of each;"
            f" not {type(rules).__name__}"
        )
    return rules


def model_of(rules: AnyRules, size: int | None = None) -> variants.Rules:
    """Return rules for all boards. TypeError for anything else, ValueError for names of none."""
    made = _made(rules, size, None)
    if isinstance(made, list):
        raise TypeError("rules of one puzzle are needed, not a list")
    model: variants.Rules = getattr(made, "rules", made)
    return model


def board_of(rules: AnyRules, size: int | None = None, blocks: str | None = None) -> variants.Variant:
    """Return rules for all boards as a variant. ValueError for rules that cannot be made, or have no names."""
    made = _made(rules, size, blocks)
    if not is_variant(made):
        raise ValueError("rules of boards are a variant, or names such as diagonal,windoku")
    board: variants.Variant = made
    return board


# --- Solutions ----------------------------------------------------------------------------------------------------


class Solved(NamedTuple):
    """Solutions of puzzles, and how many each puzzle has up to a limit."""

    solutions: Boards
    """A solution of each puzzle, in its shape; all zeros if it has none."""
    counts: NDArray[np.int32]
    """How many it has, `int32 (n,)`, a scalar array for a single puzzle."""


@overload
def solve(
    puzzles: Puzzles | None, rules: AnyRules | None = None, *, blocks: str | None = None, threads: int = 1
) -> Boards: ...
@overload
def solve(
    puzzles: Puzzles | None,
    rules: AnyRules | None = None,
    *,
    limit: int,
    blocks: str | None = None,
    threads: int = 1,
) -> Solved: ...
def solve(
    puzzles: Puzzles | None,
    rules: AnyRules | None = None,
    *,
    limit: int | None = None,
    blocks: str | None = None,
    threads: int = 1,
) -> Boards | Solved:
    """Return a solution of each puzzle, in the same shape; all zeros for a puzzle without a solution.

    If there are several, it is always the same one. With `limit`, also count the solutions of each up to that many: the
    answer is a `Solved`.

    `rules` hold for all puzzles, or a list has a set for each: `Rules`, a `Variant`, or names of rules of the whole
    board such as "diagonal,windoku". A variant, or a list of them, in place of the puzzles brings its givens and its
    rules.

    No known method solves every puzzle above size 9 in a short time; `engine.time_limit` sets a limit. ValueError for a
    limit below 1, rules that fit no board or not these puzzles, and as in `engine.boards.check_puzzles`.
    """
    most = 1 if limit is None else check_at_least_one("limit", limit)
    if under := ruled(puzzles, rules, blocks):
        found, counts, _guesses = variants.solve_ruled(under.rules, under.puzzles, limit=most, threads=threads)
        found, counts = (found[0], counts[0]) if under.is_single else (found, counts)
        shaped = found if under.puzzles is None else reshaped(found, puzzles)  # type: ignore[arg-type]
        return shaped if limit is None else Solved(shaped, np.asarray(counts))
    batch = Batch.of(puzzles, blocks)  # type: ignore[arg-type]
    solutions = np.zeros_like(batch.rows)
    counts = _solved(batch, solutions, most, threads)
    shaped = reshaped(batch.shaped(solutions), puzzles)  # type: ignore[arg-type]
    return shaped if limit is None else Solved(shaped, batch.shaped(counts))


def count_solutions(
    puzzles: Puzzles | None,
    rules: AnyRules | None = None,
    *,
    limit: int = 2,
    blocks: str | None = None,
    threads: int = 1,
) -> NDArray[np.int32]:
    """Count the solutions of each puzzle up to `limit`: `int32 (n,)`, or a scalar array for a single puzzle.

    With the default limit, 1 proves that a puzzle has one solution. Rules, time and errors as in `solve`.
    """
    if ruled(puzzles, rules, blocks):
        return solve(puzzles, rules, limit=limit, blocks=blocks, threads=threads).counts
    most = check_at_least_one("limit", limit)
    batch = Batch.of(puzzles, blocks)  # type: ignore[arg-type]
    return batch.shaped(_solved(batch, np.empty(0, np.uint8), most, threads))


def _solved(batch: Batch, solutions: Boards, most: int, threads: int) -> NDArray[np.int32]:
    """Count the solutions of each puzzle up to `most`, and write one of each into `solutions` if that has rows."""
    counts = np.empty(len(batch), np.int32)
    batch.run(core.solve, most, solutions, counts, threads=threads)
    return counts


def only_solutions(batch: Batch, threads: int = 1) -> Boards:
    """Return the solutions of puzzles, `uint8 (n, S*S)`; ValueError for the first that has none, or several."""
    solutions = np.zeros_like(batch.rows)
    counts = _solved(batch, solutions, 2, threads)
    if (counts != 1).any():
        row = int(np.argmax(counts != 1))
        raise ValueError(f"board [{row}] has {'several solutions' if counts[row] else 'no solution'}, not one")
    return solutions


def true_candidates(
    puzzles: Puzzles | None, rules: AnyRules | None = None, *, blocks: str | None = None, threads: int = 1
) -> NDArray[np.uint16]:
    """Return for each cell the digits that it has in some solution: `uint16`, bit d - 1 for digit d, a cell each.

    The shape is `(n, S*S)`, or `(S*S,)` for a single puzzle. A puzzle without a solution has none in any cell. Rules
    and errors as in `solve`; sizes go up to 16.
    """
    under = ruled(puzzles, rules, blocks)
    if under is None:
        shape = Batch.of(puzzles, blocks).shape  # type: ignore[arg-type]
        under = ruled(puzzles, variants.Variant.of(shape.size, blocks=shape.blocks))
        assert under is not None
    found = variants.true_candidates_ruled(under.rules, under.puzzles, threads=threads)
    return found[0] if under.is_single else found


# --- The reference search ------------------------------------------------------------------------------------------


def measure(
    puzzles: Puzzles | None,
    rules: AnyRules | None = None,
    *,
    blocks: str | None = None,
    most_nodes: int | None = None,
    threads: int = 1,
) -> NDArray[np.void]:
    """Counts of the reference search, a structured array of `int64` fields, one row per puzzle.

    The search goes depth first. At each node naked singles, and if there are none hidden singles, are filled until
    none is left; then it branches on the empty cell with the fewest candidates, the lowest first, digits ascending. It
    ends when a second solution is found or excluded. `explanation/counts.md` of the documents has every detail.

    - `solutions`: 0, 1 or 2; -1 if the search was cut short before it was known
    - `guesses`: cells in which it had to guess; 0 for a puzzle that singles solve
    - `backtracks`: nodes that ended in a contradiction
    - `nodes`: positions looked at, the given one and one for each digit guessed
    - `max_depth`: most guesses on one branch
    - `comparisons`: tests whether a digit is a candidate of a cell
    - `filled`: cells that singles fill before the first guess; 0 if they end in a contradiction
    - `hidden_rounds`: searches for hidden singles among empty cells before the first guess: how often naked singles run
      out

    Above size 9 the search is cut short before it looks at more than `most_nodes` positions, MOST_NODES by
    default; all counts are then of the part that was done. The last two are never cut short.

    Under `rules`, taken as by `solve`, the search infers from each rule and from two houses that cross, and looks at
    100,000 positions by default (`engine.rules.solving.measure_ruled`). ValueError for `most_nodes` below 1, and as in
    `solve`.
    """
    if under := ruled(puzzles, rules, blocks):
        found = variants.measure_ruled(under.rules, under.puzzles, most_nodes=most_nodes, threads=threads)
        return found[0] if under.is_single else found
    most = 0 if most_nodes is None else check_at_least_one("most_nodes", most_nodes, 2**63 - 1)
    batch = Batch.of(puzzles, blocks)  # type: ignore[arg-type]
    metrics = np.empty(len(batch), MEASURED)
    batch.run(core.measure, most or MOST_NODES[batch.shape.size], metrics, threads=threads)
    return batch.shaped(metrics)


# --- The textbook search -------------------------------------------------------------------------------------------

TEXTBOOK = record_dtype(core.textbook_layout)
"""The dtype of what `textbook` returns."""

MOST_COMPARISONS = {size: 1_000_000_000 if size <= 9 else 10_000_000 for size in range(1, LARGEST_SIZE + 1)}
"""Comparisons after which the textbook search of a size is cut short: up to size 9 some two seconds."""


def textbook(
    puzzles: ArrayLike, *, blocks: str | None = None, most: int | None = None, threads: int = 1
) -> NDArray[np.void]:
    """Counts of the textbook search, a structured array of `int64` fields, one row per puzzle.

    The search takes the empty cells in order, row by row, and the digits of a cell in ascending order; it infers
    nothing, and ends at the first solution. It is `engine.teaching.search.Search` with the rule `row_by_row`.

    - `solutions`: 1 if it found one, 0 if there is none, -1 if it was cut short
    - `comparisons`: tests of a digit against the row, the column and the block of a cell
    - `backtracks`: cells that had no digit left and were emptied
    - `depth`: most cells that it had filled at the same time

    A search that has not ended after `most` comparisons, MOST_COMPARISONS by default, is cut short; its counts are
    counts of the part that was done. ValueError for `most` below 1, and as in `engine.boards.check_puzzles`.
    """
    limit = 0 if most is None else check_at_least_one("most", most, 2**62)
    batch = Batch.of(puzzles, blocks)
    counts = np.empty(len(batch), TEXTBOOK)
    batch.run(core.textbook, limit or MOST_COMPARISONS[batch.shape.size], counts, threads=threads)
    return batch.shaped(counts)


# --- Trial and error -----------------------------------------------------------------------------------------------

DEEPEST = 3
"""The most that trial and error has had to look, by what is known of 9x9 puzzles."""


def trial_depth(
    puzzles: ArrayLike, *, blocks: str | None = None, most: int = DEEPEST, threads: int = 1
) -> NDArray[np.int8]:
    """Return how deep trial and error has to look, `int8 (n,)`, or `()` for one: Berthier's T&E(n) with singles.

    0: singles solve the puzzle. 1: removing each candidate that leads to a contradiction by singles does. 2: removing
    each that leads to one by that; and so on. -1: no depth up to `most` does. ValueError for a puzzle without exactly
    one solution, `most` outside 0 .. 9, and as in `engine.boards.check_puzzles`.
    """
    batch = Batch.of(puzzles, blocks)
    check_within("most", most, 0, 9)
    depths = np.empty(len(batch), np.int8)
    batch.run(core.trial_depth, only_solutions(batch, threads), most, depths, threads=threads)
    return batch.shaped(depths)
