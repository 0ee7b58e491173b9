"""Fill a catalogue: generators, checkers, a filer where boards have files, one writer; threads around bounded queues.

    generator (N threads)  ->  checker (M threads)         ->  filer (one)      ->  writer (one)
    boards of a ticket         claim, carve, rate, measure     files of boards      rows, numbers, commits

A message is a batch of up to about a thousand boards. Python runs a few times a batch; the kernels do the rest without
the interpreter lock. Every batch carries a ticket; claims and numbers are given in the order of the tickets, so the
catalogue does not depend on how the threads were scheduled.
"""

from catalogue.fill.pipeline import fill
from catalogue.fill.report import FillReport, Progress
from catalogue.fill.request import FillRequest

__all__ = ["FillReport", "FillRequest", "Progress", "fill"]
