"""Symmetric patterns of clues."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.batch.boards import check_puzzles, size_of
from engine.native import core

PATTERNS: tuple[str, ...] = tuple(core.patterns)
"""Names of the patterns: the turns and mirrors that leave the cells of the clues the same.

`rotate180`: a half turn. `rotate90`: a quarter turn. `mirror`: left and right exchanged. `flip`: top and bottom
exchanged. `diagonal`, `antidiagonal`: mirrored in the diagonal from the top left, from the top right corner.
`mirrors`: both left and right, top and bottom. `diagonals`: both diagonals. `all`: any turn or mirror.
"""

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


def pattern_of(puzzles: ArrayLike) -> NDArray[np.object_]:
    """Return the name of the pattern that the clues of each puzzle form, the one with most symmetries; or None.

    `object (n,)`, or a scalar array for a single puzzle. ValueError as in `engine.batch.boards.check_puzzles`.
    """
    checked = check_puzzles(puzzles)
    found = np.empty(checked.shape[:-1], np.uint8)
    core.clue_symmetries(size_of(checked), np.atleast_2d(checked), np.atleast_1d(found))
    names = np.empty(found.shape, np.object_)
    names[...] = np.array([_NAMES.get(images) for images in range(256)], np.object_)[found]
    return names


def patterns_within(pattern: str) -> list[str]:
    """Return the patterns whose puzzles also have this one: `rotate180` is within `rotate90`, `mirrors` and others.

    ValueError for a name that is not one of PATTERNS.
    """
    wanted = pattern_images(pattern)
    return [name for name in PATTERNS if pattern_images(name) & wanted == wanted]
