"""Rows of variants in an audit: each puzzle is proven and compared under the rules that its row names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .... import engine
from ....engine.names import SYMMETRIES
from ....engine.shape import NO_BLOCKS, USUAL_BLOCKS, Shape
from ...formats import CONSTRAINTS
from ...puzzles.game import Game, chosen_of, game_of
from .files import boards_of, texts_of
from .findings import FORM, FileReport, Parts

if TYPE_CHECKING:
    import pyarrow as pa


def rules_in(batch: pa.RecordBatch) -> Sequence[str | None] | None:
    """Return the constraint text of each row, None for a plain puzzle; None if no row has one."""
    if CONSTRAINTS not in batch.schema.names:
        return None
    texts = [text or None for text in texts_of(batch.column(CONSTRAINTS))]
    return texts if any(texts) else None


def look_at_ruled(
    puzzles: NDArray[np.uint8],
    known: NDArray[np.bool_],
    texts: Sequence[str | None],
    solutions: pa.Array | None,
    report: FileReport,
    keys: Mapping[str, Parts],
    number: int,
) -> NDArray[np.bool_]:
    """Count what is wrong with rows, keep what they are compared by, and return which are sound: `bool (n,)`.

    Rows are numbered from `report.rows` on. `solutions` is the column of solutions, if there is one.
    """
    size = round(puzzles.shape[1] ** 0.5)
    game = game_of(Shape.of(size, None if size in USUAL_BLOCKS else NO_BLOCKS))
    own, start = list(texts), report.rows
    readable = np.array([_is_readable(game, text) for text in own], np.bool_) & known
    report.broken += int(np.count_nonzero(~readable))
    rows = np.flatnonzero(readable)
    of_rows = chosen_of(own, rows.tolist())
    boards, counts = game.solved(puzzles[rows], of_rows)
    report.no_solution += int(np.count_nonzero(counts == 0))
    report.several_solutions += int(np.count_nonzero(counts > 1))
    keys["exact"].add(_with_rules(puzzles[rows], of_rows), rows + start, number)
    proper, found = rows[counts == 1], boards[counts == 1]
    of_proper = chosen_of(own, proper.tolist())
    report.count_clues(puzzles[proper])
    wrong = _differ(solutions, proper, found)
    report.wrong_solution += int(np.count_nonzero(wrong))
    report.not_minimal += int(np.count_nonzero(~game.minimal(puzzles[proper], of_proper)))
    _add_keys(game, proper, found, puzzles[proper], of_proper, keys, number, start)
    sound = np.zeros(len(puzzles), np.bool_)
    sound[proper[~wrong]] = True
    return sound


def _is_readable(game: Game, text: str | None) -> bool:
    """Whether rules can be read and have the size of the puzzles."""
    try:
        return text is None or engine.read_variant(text).size == game.shape.size
    except ValueError:
        return False


def _differ(solutions: pa.Array | None, rows: NDArray[np.intp], found: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which rows come with another solution than the one that was found, or with none that can be read."""
    if solutions is None:
        return np.zeros(len(rows), np.bool_)
    given, readable = boards_of(solutions, found.shape[1])
    same: NDArray[np.bool_] = (given[rows] == found).all(axis=1) & readable[rows]
    return ~same


def _with_rules(puzzles: NDArray[np.uint8], own: Sequence[str | None] | None) -> NDArray[np.uint8]:
    """The cells of puzzles and a digest of the rules of each."""
    digests = [_digest((text or "").encode()) for text in own or ()]
    return np.hstack([puzzles, np.array(digests, np.uint8).reshape(len(puzzles), FORM)])


def _digest(content: bytes) -> list[int]:
    return list(blake2b(content, digest_size=FORM).digest())


def _add_keys(
    game: Game,
    rows: NDArray[np.intp],
    boards: NDArray[np.uint8],
    puzzles: NDArray[np.uint8],
    own: Sequence[str | None] | None,
    keys: Mapping[str, Parts],
    number: int,
    start: int,
) -> None:
    """Keep the keys under every symmetry: the board, then FORM bytes. A jigsaw is compared as it is."""
    on_blocks = np.array([_has_blocks(game, text) for text in own or ()], np.bool_)
    some, others = np.flatnonzero(on_blocks), np.flatnonzero(~on_blocks)
    for symmetry in SYMMETRIES:
        if some.size:
            of_some = chosen_of(own, some.tolist())
            classes, forms = game.puzzle_keys(boards[some], puzzles[some], of_some, symmetry)
            whole = [[*key, *_digest(form)] for key, form in zip(classes, forms, strict=True)]
            keys[symmetry].add(np.array(whole, np.uint8), rows[some] + start, number, beginning=len(classes[0]))
        if others.size:
            exact = _with_rules(puzzles[others], chosen_of(own, others.tolist()))
            forms_there = np.array([_digest(row.tobytes()) for row in exact], np.uint8)
            whole_there = np.hstack([boards[others], forms_there])
            keys[symmetry].add(whole_there, rows[others] + start, number, beginning=boards.shape[1])


def _has_blocks(game: Game, text: str | None) -> bool:
    """Whether a puzzle has the usual blocks, so that its board has symmetries that are known."""
    return text is None or engine.read_variant(text).board_shape == game.shape
