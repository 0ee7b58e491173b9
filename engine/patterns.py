"""Patterns that the clues of a puzzle can form: the turns and mirrors that map their cells to themselves."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import puzzles_and_shape
from .names import PATTERNS
from .native import core
from .shape import Shape

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
    checked, shape = puzzles_and_shape(puzzles, blocks)
    found = np.empty(checked.shape[:-1], np.uint8)
    core.clue_symmetries(shape, np.atleast_2d(checked), np.atleast_1d(found))
    names = np.empty(found.shape, np.object_)
    names[...] = np.array([_NAMES.get(images) for images in range(256)], np.object_)[found]
    return names


def patterns_within(pattern: str) -> list[str]:
    """Return the patterns whose puzzles also have this one: `rotate180` is within `rotate90`, `mirrors` and others.

    ValueError for a name that is not one of PATTERNS.
    """
    wanted = pattern_images(pattern)
    return [name for name in PATTERNS if pattern_images(name) & wanted == wanted]
