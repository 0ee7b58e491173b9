"""Shim until the merge."""

from engine.shape import (
    DEFAULT_SIZE as DEFAULT_SIZE,
)
from engine.shape import (
    LARGEST_SIZE as LARGEST_SIZE,
)
from engine.shape import (
    NO_BLOCKS as NO_BLOCKS,
)
from engine.shape import (
    SIZE_OF_CELLS as SIZE_OF_CELLS,
)
from engine.shape import (
    USUAL_BLOCKS as USUAL_BLOCKS,
)
from engine.shape import (
    NoUsualBlocks as NoUsualBlocks,
)
from engine.shape import (
    Shape as Shape,
)
