"""Prove a catalogue: whatever it holds can be computed again, and is compared with what is stored.

`ground` reads one moment of the rows, and what all of them follow from: settings, recipes, seeds. `boards` makes the
boards again, `puzzles` their puzzles; `tables` has the rest, also what got no number. `checking` runs them in this
order, and repairs: each fault has the statement or the file that does it. `adoption` makes a lost database from the
files of the boards.
"""

from .checking import Extent, Report, verify
from .ground import Fault

__all__ = ["Extent", "Fault", "Report", "verify"]
