"""What the kernels list by name: counts of the reference search, techniques of ratings, patterns of clues."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import Batch
from .names import PATTERNS
from .native import core, flat_dtype, record_dtype
from .shape import LARGEST_SIZE, Shape

METRICS_VERSION: int = core.metrics_version
"""Goes up if the reference search or the list of its counts changes, because they are stored."""

MEASURED = record_dtype(core.metrics_layout)
"""The dtype of what `measure` returns."""

METRICS: tuple[str, ...] = MEASURED.names or ()
"""The names of the counts, in the order of the kernels' one list (`core/search/metrics.hpp`)."""

MOST_NODES = {size: 2**63 - 1 if size <= 9 else 100_000 for size in range(1, LARGEST_SIZE + 1)}
"""Positions after which the reference search of a size is cut short; none is at sizes up to 9."""


@dataclass(frozen=True, slots=True)
class Technique:
    """A way of solving: its `rating` in tenths, and the `highest` that the size of a step can make of it.

    Ratings and steps name a technique by its `number`, which never changes; a new technique gets the next one.
    """

    number: int
    name: str
    rating: int
    highest: int
    meaning: str


TECHNIQUES = tuple(Technique(*facts) for facts in core.techniques)
"""Every technique, in the order in which tables list them."""

_BY_NUMBER = {technique.number: technique for technique in TECHNIQUES}


def technique_of(number: int) -> Technique:
    """The technique of a number, as ratings and steps have it; KeyError for a number that no technique has."""
    return _BY_NUMBER[number]


NO_CEILING: int = core.no_ceiling
"""Tenths, above every rating."""

_RECORD = record_dtype(core.rating_layout)

RATED = flat_dtype(_RECORD, {technique.name: technique.number for technique in TECHNIQUES})
"""The dtype of what `rate` returns."""


def technique_counts(ratings: NDArray[np.void]) -> NDArray[np.uint16]:
    """How often each technique was used, `uint16 (n, len(TECHNIQUES))` by its number: a view of what `rate` returned.

    `(len(TECHNIQUES),)` for a single rating. TypeError for anything else.
    """
    given = np.asarray(ratings)
    if given.dtype != RATED:
        raise TypeError("technique_counts takes what engine.rate returned, with all its fields")
    counts: NDArray[np.uint16] = given.view(_RECORD)["counts"]
    return counts


if list(PATTERNS) != list(core.patterns):
    raise ImportError(f"the kernels' patterns are {list(core.patterns)}, not those of PATTERNS")

_TRANSPOSING = 0b11110000
"""Images in which rows become columns: none of them if blocks have another shape then."""

_NAMES = {images: name for name, images in core.patterns.items()}


def pattern_images(pattern: str | None) -> int:
    """Return the set of turns and mirrors of a pattern, a bit for each; for None only the identity.

    ValueError for a name that is not one of PATTERNS.
    """
    if pattern is None:
        return 1
    if pattern not in PATTERNS:
        raise ValueError(f"pattern {pattern!r} is not one of {', '.join(PATTERNS)}")
    return int(core.patterns[pattern])


def patterns_of_shape(shape: Shape) -> tuple[str, ...]:
    """Return the patterns that fit a shape: those whose turns and mirrors keep its blocks.

    All nine fit if blocks are square or absent; `rotate180`, `mirror`, `flip` and `mirrors` fit the others.
    """
    square = shape.transposed == shape
    return PATTERNS if square else tuple(name for name in PATTERNS if not pattern_images(name) & _TRANSPOSING)


def check_pattern(pattern: str | None, shape: Shape) -> int:
    """Like `pattern_images`; ValueError too for a pattern that does not fit the shape."""
    images = pattern_images(pattern)
    if pattern is not None and pattern not in (fitting := patterns_of_shape(shape)):
        raise ValueError(
            f"pattern {pattern!r} does not fit blocks of {shape.blocks}: it is not one of {', '.join(fitting)}"
        )
    return images


def pattern_of(puzzles: ArrayLike, *, blocks: str | None = None) -> NDArray[np.object_]:
    """Return the name of the pattern that the clues of each puzzle form, the one with most symmetries; or None.

    `object (n,)`, or a scalar array for a single puzzle. ValueError as in `engine.boards.check_puzzles`.
    """
    batch = Batch.of(puzzles, blocks)
    found = np.empty(len(batch), np.uint8)
    batch.run(core.clue_symmetries, found)
    return batch.shaped(np.array([_NAMES.get(images) for images in range(256)], np.object_)[found])


def patterns_within(pattern: str) -> list[str]:
    """Return the patterns whose puzzles also have this one: `rotate180` is within `rotate90`, `mirrors` and others.

    ValueError for a name that is not one of PATTERNS.
    """
    wanted = pattern_images(pattern)
    return [name for name in PATTERNS if pattern_images(name) & wanted == wanted]
