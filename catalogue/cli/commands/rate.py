"""Rate the puzzles that have no rating yet.

A puzzle's rating is that of its hardest step, on the scale of Sudoku Explainer. Ctrl-C ends the command early and loses
nothing; the next one continues from there.

\b
Examples:
  catalogue rate --depth fast
  catalogue rate
"""

from dataclasses import dataclass
from typing import Annotated

from catalogue.cli.options import DEFAULT_HOME, PROCESSORS, Home, Wait, choice, thread_count
from catalogue.rating.grades import FAST_CEILING, Depth


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzles are rated, and how far."""

    depth: Annotated[
        Depth,
        choice(
            f"fast stops at the first step above {FAST_CEILING} and marks the puzzle as above; full also rates the"
            " puzzles marked so.",
            (Depth.full, Depth.fast),
        ),
    ] = Depth.full
    threads: Annotated[int, thread_count("Threads that rate.", show_default="processors")] = PROCESSORS
    wait: Wait = 0.0
    home: Home = DEFAULT_HOME
