"""Prove a catalogue: whatever it holds can be computed again, and is compared with what is stored.

    reader (one thread) -> TicketQueue -> prover (N threads) -> TicketQueue -> caller, in the order of the numbers
    rows of a snapshot                   boards, keys, puzzles, files           doubtful numbers, seeds, tallies

A board follows from its seed and position, a puzzle from its board and recipe, the rest of a row from its puzzle.
"""

from catalogue.verify.checking import Depth, Report, verify
from catalogue.verify.faults import Fault

__all__ = ["Depth", "Fault", "Report", "verify"]
