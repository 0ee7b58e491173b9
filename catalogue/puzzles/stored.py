"""The text of boards and puzzles as a catalogue stores them, checked before it is used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ... import engine
from ...engine.grades import RatingStatus
from ...engine.shape import DIGITS, SIZE_OF_CELLS
from .. import puzzles
from ..errors import RESTORE, CatalogueError
from .columns import FIRST_SCORED

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...engine.grid import Grid

_DIGITS = {size: frozenset(DIGITS[: size + 1]) for size in range(1, len(DIGITS))}


def from_lines(lines: Sequence[str]) -> NDArray[np.uint8]:
    """Return the boards that `engine.boards.as_lines` wrote. CatalogueError for a line that is not a board."""
    from ...engine.boards import from_lines as boards_from_lines  # with numpy, which writing does without

    try:
        return boards_from_lines(lines)
    except ValueError:
        raise _no_board(lines) from None


def grid_of(line: str, blocks: str | None = None) -> Grid:
    """Return a stored puzzle or solution as a grid; CatalogueError for a line that is none."""
    try:
        return engine.Grid(from_lines([line])[0], blocks=blocks)
    except ValueError:
        raise _no_board([line]) from None


def checked(line: str) -> str:
    """Return a line of digits; CatalogueError if no board is written so."""
    if not _is_board(line):
        raise _no_board([line])
    return line


def size_of(line: str) -> int:
    """Return the size of a line of digits; CatalogueError if no board is written so."""
    return SIZE_OF_CELLS[len(checked(line))]


def _is_board(line: str) -> bool:
    size = SIZE_OF_CELLS.get(len(line))
    return size is not None and _DIGITS[size].issuperset(line)


def _no_board(lines: Sequence[str]) -> CatalogueError:
    usual = Counter(map(len, lines)).most_common(1)[0][0]
    wrong = next((line for line in lines if len(line) != usual or not _is_board(line)), lines[0])
    return CatalogueError(f"the database holds {wrong!r} in the place of a board or a puzzle; {RESTORE}")


def row_lines(rows: Sequence[Sequence[int]]) -> str:
    """Write a board as in a file `N.txt`: a line a row, spaces between digits, 0 for an empty cell of a puzzle."""
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def line_of_rows(text: bytes, size: int) -> str | None:
    """Read the full board that `row_lines` wrote as a line of digits; None if the text is no such board."""
    symbols = {str(value).encode(): DIGITS[value] for value in range(1, size + 1)}
    words = text.split()
    if len(words) != size * size or not symbols.keys() >= set(words):
        return None
    return "".join(symbols[word] for word in words)


# --- Rows -------------------------------------------------------------------------------------------------------------

RATING = ("rating_status", "rating", "pearl", "diamond", "hardest")
"""The columns of `puzzles` that a rating fills, all of them at a time."""

SCORE = ("score", "level")
"""The columns of `puzzles` that a score fills, both at a time."""


@dataclass(frozen=True)
class Stretch:
    """Boards of a seed that were looked at: up to `end`, with this many attempts.

    Some of them were refused as duplicates, or passed over because their puzzles were not of the kind wanted.
    """

    seed: int
    end: int
    attempts: int
    duplicates: int
    unwanted: int = 0


@dataclass(frozen=True)
class RatingRows:
    """Rows of ratings on one scale; uses count puzzles from 0."""

    columns: Mapping[str, Sequence[object]]  # those of RATING or of SCORE
    uses: Sequence[tuple[int, int, int]]  # technique, which puzzle, how often
    tally: Sequence[tuple[str, int, int]]  # metric, value, how many puzzles have it


@dataclass(frozen=True)
class PuzzleRows:
    """Rows of puzzles, column by column; metrics in the order of PUZZLE_METRICS."""

    givens: Sequence[str]
    minimal: Sequence[bool]
    patterns: Sequence[str | None]
    metrics: Sequence[Sequence[int]]
    tally: Sequence[tuple[str, int, int]]  # metric, value, how many puzzles have it
    ratings: Sequence[RatingRows] = ()
    """On each scale on which they are rated."""
    weights: Sequence[float] | None = None
    textbook: Sequence[Sequence[int]] | None = None
    """Column by column in the order of TEXTBOOK_METRICS."""
    constraints: Sequence[str | None] | None = None
    """The rules of each puzzle besides the settings, as constraint text; None if none has more."""
    rules: Sequence[str | None] | None = None
    """The names of the rules of each puzzle's own; None as for `constraints`."""


@dataclass(frozen=True)
class BoardRows:
    """Rows of new boards of a seed, column by column, and of their puzzles."""

    positions: Sequence[int]
    solutions: Sequence[str]
    puzzles: PuzzleRows


# --- Ratings as rows --------------------------------------------------------------------------------------------------


def rows_of(
    ratings: NDArray[np.void] | None,
    scores: NDArray[np.void] | None,
    rated: NDArray[np.bool_] | None = None,
) -> Sequence[RatingRows]:
    """Return what `engine.rate` and `engine.score` found as rows to store, scale by scale; none for None.

    If `rated` is false, a puzzle has no rating, whatever its record says; by default it is true everywhere.
    """
    return [
        *([] if ratings is None else [_rated(ratings, rated)]),
        *([] if scores is None else [score_rows(scores)]),
    ]


def _rated(records: NDArray[np.void], which: NDArray[np.bool_] | None) -> RatingRows:
    """The rows of all puzzles, of which only some have a rating."""
    if which is None or which.all():
        return rating_rows(records)
    found, places = rating_rows(records[which]), which.nonzero()[0].tolist()
    columns: dict[str, list[object]] = {name: [None] * len(records) for name in found.columns}
    for name, values in found.columns.items():
        for place, value in zip(places, values, strict=True):
            columns[name][place] = value
    uses = [(technique, places[puzzle], times) for technique, puzzle, times in found.uses]
    return RatingRows(columns, uses, found.tally)


def rating_rows(ratings: NDArray[np.void]) -> RatingRows:
    """Return what `engine.rate` found as rows to store: columns of puzzles, rows of `uses`, and tallies."""
    rated = ratings["status"] == RatingStatus.RATED
    stepped = ratings[ratings["hardest"] >= 0]
    names = [engine.native.technique_of(number).name if number >= 0 else None for number in ratings["hardest"].tolist()]
    numbers = [_or_none(ratings[name], rated) for name in ("rating", "pearl", "diamond")]
    uses, used = _uses(engine.native.technique_counts(ratings), 0)
    tally = [
        *tally_of("rating_status", ratings["status"]),
        *tally_of("rating", ratings["rating"][rated]),
        *tally_of("hardest", stepped["hardest"]),
        *used,
    ]
    columns = [ratings["status"].tolist(), *numbers, names]
    return RatingRows(dict(zip(RATING, columns, strict=True)), uses, tally)


def score_rows(scores: NDArray[np.void]) -> RatingRows:
    """Return what `engine.score` found of puzzles with one solution as rows to store, in the same form."""
    import numpy as np

    all_numbers = puzzles.techniques.SCORED_NUMBERS | puzzles.techniques.NUMBERS_OF_PEOPLE
    numbers = {name: number for name, number in all_numbers.items() if name in (scores.dtype.names or ())}
    counts = np.zeros((len(scores), 1 + max(numbers.values()) - FIRST_SCORED), np.uint16)
    for name, number in numbers.items():
        counts[:, number - FIRST_SCORED] = scores[name]
    uses, used = _uses(counts, FIRST_SCORED)
    tally = [*tally_of("score", scores["score"]), *tally_of("level", scores["level"]), *used]
    return RatingRows({name: scores[name].tolist() for name in SCORE}, uses, tally)


def _uses(counts: NDArray[np.uint16], first: int) -> tuple[list[tuple[int, int, int]], list[tuple[str, int, int]]]:
    """Rows of `uses` and their tally, from how often each puzzle uses each technique, numbered from `first` on."""
    technique, puzzle = counts.T.nonzero()
    numbers = technique + first
    uses = zip(numbers.tolist(), puzzle.tolist(), counts[puzzle, technique].tolist(), strict=True)
    return list(uses), tally_of("technique", numbers)


def tally_of(metric: str, column: NDArray[np.integer]) -> list[tuple[str, int, int]]:
    """How many puzzles have each value of a metric: its name, the value, the number."""
    import numpy as np

    values, counts = np.unique(column, return_counts=True)
    return [(metric, value, count) for value, count in zip(values.tolist(), counts.tolist(), strict=True)]


def _or_none(column: NDArray[np.signedinteger], known: NDArray[np.bool_]) -> list[int | None]:
    return [value if there else None for value, there in zip(column.tolist(), known.tolist(), strict=True)]


def trial_depth_of(givens: str | None) -> int | None:
    """Return how deep trial and error has to look; None for other sizes than 9, for Latin squares and under rules."""
    try:
        return int(engine.solving.trial_depth(from_lines([givens])[0])) if givens and len(givens) == 81 else None
    except ValueError:  # a Latin square
        return None
