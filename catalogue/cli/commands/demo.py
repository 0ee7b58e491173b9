"""Make boards by wave function collapse and show them.

Prints each dead end, the board, and its number of invalid cells. Above size 9, forced cells are filled first and a
choice that leads to a dead end is undone: plain collapse would take some 65,000 attempts at size 25. With --by
permutation, it also says whether two rows and two columns cross in a rectangle with equal diagonals.

Press Enter for another board, q to quit. Input from a pipe works the same, one line for each board.

\b
Examples:
  catalogue demo --boards 3
  catalogue demo --boards 1 --size 16 --seed 1
  catalogue demo --boards 1 --size 6
  catalogue demo --boards 1 --by permutation
"""

from dataclasses import dataclass
from typing import Annotated

from catalogue.cli.options import Blocks, Seed, Size, Watch, choice, frame_delay, number

DELAY = 30
"""Milliseconds between two frames of an animation."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which boards to make, and how."""

    boards: Annotated[
        int | None, number("Make this many without asking. Default: another one for each Enter.", least=1)
    ] = None
    size: Size = None
    blocks: Blocks = None
    seed: Seed = None
    by: Annotated[
        str,
        choice("Wave function collapse, or cyclic permutations of one random block.", ("collapse", "permutation")),
    ] = "collapse"
    watch: Watch = False
    delay: Annotated[int | None, frame_delay(DELAY)] = None
