"""Shim until the merge."""

from engine.fewest import (
    PARTS_AT_A_TIME as PARTS_AT_A_TIME,
)
from engine.fewest import (
    Progress as Progress,
)
from engine.fewest import (
    completions as completions,
)
from engine.fewest import (
    fewest_clues as fewest_clues,
)
from engine.fewest import (
    puzzle_within as puzzle_within,
)
