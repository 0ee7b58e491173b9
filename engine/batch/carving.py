"""Shim until the merge."""

from engine.carving import (
    CARVED_CLUES as CARVED_CLUES,
)
from engine.carving import (
    EFFORT as EFFORT,
)
from engine.carving import (
    FEWEST_CLUES as FEWEST_CLUES,
)
from engine.carving import (
    MINIMAL_SIZES as MINIMAL_SIZES,
)
from engine.carving import (
    carve as carve,
)
from engine.carving import (
    minimal as minimal,
)
