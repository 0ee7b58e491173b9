"""Shim until the merge."""

from engine.generation import (
    LARGEST_COUNTED as LARGEST_COUNTED,
)
from engine.generation import (
    Digits as Digits,
)
from engine.generation import (
    State as State,
)
from engine.generation import (
    count_boards as count_boards,
)
