"""Prove a catalogue: whatever it holds can be computed again, and is compared with what is stored.

A board follows from its seed and position, a puzzle from its board and recipe, the rest of a row from its puzzle. The
boards go through `catalogue.pipeline` in the order of their numbers (`proving`); numbers in doubt get the boards that
their seeds make (`replaying`); then come the checks that look at the whole (`checking`). Nothing here changes anything:
each fault has the statement or the file that repairs it, for `catalogue.repair`.
"""

from catalogue.verify.checking import Depth, Report, verify
from catalogue.verify.faults import Fault

__all__ = ["Depth", "Fault", "Report", "verify"]
