"""Shim until the merge."""

from engine.boards import (
    Boards as Boards,
)
from engine.boards import (
    check_complete as check_complete,
)
from engine.boards import (
    check_puzzles as check_puzzles,
)
from engine.boards import (
    check_seed as check_seed,
)
from engine.boards import (
    complete_and_shape as complete_and_shape,
)
from engine.boards import (
    first_incomplete as first_incomplete,
)
from engine.boards import (
    puzzles_and_shape as puzzles_and_shape,
)
from engine.boards import (
    refuse_incomplete as refuse_incomplete,
)
from engine.boards import (
    size_of as size_of,
)
