"""The rows of data sets of variants, and of plain puzzles of other sizes or of several solutions.

A data set has one kind of puzzle for each of its `rules`, in turn: position p has kind p % n. Solutions are compared up
to every symmetry of plain Sudoku, which has those of all rules on the same blocks; jigsaws up to turns, mirrors and
names of digits. So no symmetry leads from one split to another.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from .... import engine
from ....engine.boards import Boards, as_lines
from ....engine.names import SYMMETRIES
from ....engine.paths import hardest_of
from ....engine.rules.formats import constraint_text, sudokupad
from ....engine.rules.formats.sudokupad import elements_of
from ....engine.rules.making import with_solutions
from ....engine.shape import Shape
from ...puzzles.game import Game, Own
from ...puzzles.kinds import SUDOKU_BENCH
from ..making import draft, measured
from ..pipeline import Stopwatch
from ..recipe import RULED, Plan, Recipe, Ticket

if TYPE_CHECKING:
    import pyarrow as pa

    from ....engine import Variant
    from .plan import DatasetPlan

_KIND = 1 << 48
"""Added to the positions of a seed for each kind, so that no two kinds begin with the same boards."""


@dataclass
class _Puzzles:
    """Puzzles of one kind, with what is known of each."""

    kind: str
    game: Game
    positions: list[int]
    boards: Boards
    """The board that each was made of, a solution."""
    clues: Boards
    own: Own
    variants: list[Variant]
    solutions: list[list[Boards]] = field(default_factory=list)
    """All solutions of each, where several are wanted."""
    minimal: list[bool] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.positions)


def ruled_part(plan: DatasetPlan, ticket: int) -> pa.Table:
    """Make the rows of a ticket in the order of their positions, with the keys that find duplicates."""
    import pyarrow as pa

    first, end, turns = ticket * plan.batch, (ticket + 1) * plan.batch, len(plan.kinds)
    tables = []
    for number, (kind, game) in enumerate(plan.kinds):
        start, stop = (-((number - position) // turns) for position in (first, end))  # rounded up
        places = range(start, stop)
        if places:
            made = _made(plan, kind, game, number, places)
            tables.append(pa.table(_columns(plan, made)))
    return pa.concat_tables(tables, promote_options="permissive").sort_by("position")


def _made(plan: DatasetPlan, kind: str, game: Game, number: int, places: range) -> _Puzzles:
    """Puzzles of one kind: its boards at some places, each at position `number` + place times the number of kinds."""
    watch = Stopwatch()
    method = engine.default_method(game.shape.size) if game.rulebook is None else RULED
    of_kind, every = Plan(plan.seed, game, method, Recipe(clues=plan.clues)), range(len(places))
    batch = of_kind.make(Ticket(number * _KIND + places.start, len(places)))
    drafts = draft(batch, every, of_kind.recipe, game, watch)
    found = measured(batch, every, drafts, of_kind, watch)
    lines = as_lines(found.puzzles)
    variants = [game.with_rules(line, own) for line, own in zip(lines, found.own or [None] * len(lines), strict=True)]
    positions = [place * len(plan.kinds) + number for place in places]
    made = _Puzzles(kind, game, positions, found.boards, found.puzzles, found.own, variants)
    made.minimal = found.minimal.tolist()
    return _loosened(plan, made) if plan.has_several else made


def _loosened(plan: DatasetPlan, made: _Puzzles) -> _Puzzles:
    """The same puzzles with as many solutions as are wanted; without those that cannot have them."""
    book = made.game.rulebook
    fixed = len(book.board.uses) if book else 0
    several: dict[str, Any] = {"fixed": fixed, "seed": plan.seed}
    tried = (
        with_solutions(variant, plan.least_solutions, plan.most_solutions, position=position, **several)
        for variant, position in zip(made.variants, made.positions, strict=True)
    )
    kept = [(row, each) for row, each in enumerate(tried) if each is not None]
    rows = [row for row, _ in kept]
    variants = [variant for _, (variant, _) in kept]
    own = [book.own_of(variant) for variant in variants] if book and book.has_own else None
    clues = np.array([variant.clues for variant in variants], np.uint8).reshape(len(rows), made.boards.shape[1])
    positions = [made.positions[row] for row in rows]
    solutions = [boards for _, (_, boards) in kept]
    return _Puzzles(made.kind, made.game, positions, made.boards[rows], clues, own, variants, solutions)


# --- Columns ----------------------------------------------------------------------------------------------------------


def _columns(plan: DatasetPlan, made: _Puzzles) -> dict[str, Any]:
    import pyarrow as pa

    shown = _in_bench_schema if plan.schema == SUDOKU_BENCH else _in_own_schema
    classes = class_numbers(made.boards, made.game)
    columns: dict[str, Any] = {
        **shown(plan, made),
        "constraints": pa.array(_constraints(made), pa.string()),
        "kind": pa.array([made.kind] * len(made), pa.string()),
        "size": pa.array([made.game.shape.size] * len(made), pa.int64()),
        "class": classes,
        "clues": np.count_nonzero(made.clues, axis=1).astype(np.int64),
        **(_solution_columns(made) if plan.has_several else {"minimal": made.minimal}),
        **(_score_columns(made) if plan.scores else {}),
        "seed": np.full(len(made), plan.seed, np.int64),
        "position": np.array(made.positions, np.int64),
    }
    return {**columns, "key": pa.array(_keys(made), pa.binary(_KEY)), **_claims(plan, made)}


def _constraints(made: _Puzzles) -> list[str | None]:
    """The rules of each puzzle as constraint text, without the clues; none for plain ones."""
    if made.game.rulebook is None:
        return [None] * len(made)
    return [constraint_text.write(variant.with_givens(())) for variant in made.variants]


def _in_own_schema(plan: DatasetPlan, made: _Puzzles) -> dict[str, Any]:
    import pyarrow as pa

    return {
        "puzzle": pa.array(as_lines(made.clues), pa.string()),
        "solution": pa.array(_the_solutions(plan, made), pa.string()),
        "rules": pa.array([_words(variant) for variant in made.variants], pa.string()),
        "visual_elements": pa.array([json.dumps(elements_of(variant)) for variant in made.variants], pa.string()),
    }


def _in_bench_schema(plan: DatasetPlan, made: _Puzzles) -> dict[str, Any]:
    """The columns of Sudoku-Bench, in its order; the rules are a text of JSON there."""
    import pyarrow as pa

    size = pa.array([made.game.shape.size] * len(made), pa.int64())
    own = _in_own_schema(plan, made)
    packed = [unquote(sudokupad.write(variant)).removeprefix(sudokupad.ADDRESS) for variant in made.variants]
    ids = [f"board-catalogue_{plan.seed}_{position}" for position in made.positions]
    return {
        "puzzle_id": pa.array(ids, pa.string()),
        "author": pa.array(["board-catalogue"] * len(made), pa.string()),
        "title": pa.array([f"{made.kind.title()} {position}" for position in made.positions], pa.string()),
        "rules": pa.array([json.dumps(words) for words in own["rules"].to_pylist()], pa.string()),
        "initial_board": own["puzzle"],
        "solution": own["solution"],
        "rows": size,
        "cols": size,
        "visual_elements": own["visual_elements"],
        "encoded_puzzle": pa.array(packed, pa.string()),
    }


def _the_solutions(plan: DatasetPlan, made: _Puzzles) -> Sequence[str | None]:
    """The only solution of each puzzle; none where several are wanted."""
    return [None] * len(made) if plan.has_several else as_lines(made.boards)


def _words(variant: Variant) -> str:
    return str(sudokupad.document_of(variant)["metadata"]["rules"])


def _solution_columns(made: _Puzzles) -> dict[str, Any]:
    import pyarrow as pa

    lines = [as_lines(np.array(boards)) for boards in made.solutions]
    counts = pa.array(list(map(len, lines)), pa.int64())
    return {"solution_count": counts, "all_solutions": pa.array(lines, pa.list_(pa.string()))}


def _score_columns(made: _Puzzles) -> dict[str, Any]:
    """The score and the level, and by the path of people whether it is logical, and its hardest technique."""
    if made.game.rulebook:  # a score depends on the order of rules: that of the text which the row has
        scores = engine.score([constraint_text.read(constraint_text.write(variant)) for variant in made.variants])
    else:
        scores = made.game.score(made.clues)
    columns: dict[str, Any] = {
        "score": scores["score"].astype(np.int64),
        "level": [engine.LEVELS[level] for level in scores["level"].tolist()],
    }
    if "logical" in (scores.dtype.names or ()):
        columns |= {"logical": scores["logical"], "hardest": [hardest_of(score) for score in scores]}
    return columns


# --- What rows are compared by ----------------------------------------------------------------------------------------

_KEY = 16


def class_numbers(boards: Boards, game: Game) -> NDArray[np.int64]:
    """Return a number of each board, `int64 (n,)`, that all its images by the symmetries of the rules share.

    On plain 9x9 blocks it is that of `engine.rank`; otherwise a hash of the least image, so that boards which differ
    may share one by chance.
    """
    shape, book = game.shape, game.rulebook
    is_jigsaw = book is not None and book.layout is not None
    if shape == Shape.of(9) and not is_jigsaw:
        return engine.rank(boards)
    if is_jigsaw:
        least = game.keys(boards, symmetry_of(game))
    else:
        least = engine.canonical(boards, symmetry="full", blocks=shape.blocks)
    return np.array([int.from_bytes(_hash(row.tobytes(), 8)) >> 1 for row in least], np.int64)


@lru_cache(maxsize=64)  # it takes seconds to find that there are too many to list
def symmetry_of(game: Game) -> str:
    """Return the greatest of SYMMETRIES by which puzzles of a game can be compared."""
    if game.rulebook is None:
        return SYMMETRIES[-1]
    from ...puzzles.game import symmetries_ruled

    for symmetry in SYMMETRIES[:0:-1]:
        try:
            symmetries_ruled(game.rulebook, symmetry)
        except ValueError:  # too many to list
            continue
        return symmetry
    return SYMMETRIES[0]


def _keys(made: _Puzzles) -> list[bytes]:
    keys, forms = made.game.puzzle_keys(made.boards, made.clues, made.own, symmetry_of(made.game))
    return [_hash(b"\0".join([made.kind.encode(), *each]), _KEY) for each in zip(keys, forms, strict=True)]


def _hash(content: bytes, width: int) -> bytes:
    return hashlib.blake2b(content, digest_size=width).digest()


def _claims(plan: DatasetPlan, made: _Puzzles) -> dict[str, Any]:
    """The classes of all solutions of each puzzle, where several are wanted: no two splits share one."""
    if not plan.has_several:
        return {}
    import pyarrow as pa

    whole = np.array(list(chain.from_iterable(made.solutions)), np.uint8).reshape(-1, made.boards.shape[1])
    numbers: Iterator[int] = iter(class_numbers(whole, made.game).tolist())
    lists = [[next(numbers) for _ in boards] for boards in made.solutions]
    return {CLAIMS: pa.array(lists, pa.list_(pa.int64()))}


CLAIMS = "claims"
"""A column of parts, which the files do not get."""
