"""Measure the puzzles of a catalogue by the textbook search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from .. import runs, storage
from ..puzzles.numbers import PROCESSORS
from ..requests.request import LongRequest
from ..requests.shared import THREADS, WAIT
from .sections import Figures, Sections, line

if TYPE_CHECKING:
    from ..storage.home import Home


@dataclass(frozen=True, kw_only=True)
class MeasureRequest(LongRequest):
    """By how many threads."""

    threads: Annotated[int, THREADS] = PROCESSORS
    wait: Annotated[float, WAIT] = 0.0


@dataclass(frozen=True)
class MeasureReport:
    """How many puzzles were measured now, out of how many, and how many puzzles are not measured."""

    measured: int
    wanted: int
    seconds: float
    unmeasured: int

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped early."""
        return self.measured < self.wanted

    def sections(self) -> Sections:
        """Return the figures for people."""
        figures = Figures(
            [
                ("puzzles measured now", self.measured),
                ("not measured", self.unmeasured),
                ("seconds", f"{self.seconds:.2f}"),
                ("puzzles per second", f"{self.measured / self.seconds:,.0f}"),
            ]
        )
        return [figures, *([line("Interrupted; the next run continues from here.")] if self.interrupted else [])]

    def data(self) -> dict[str, object]:
        """Return the figures for programs."""
        return dict(vars(self))


def measure(home: Home, request: MeasureRequest) -> MeasureReport:
    """Measure the puzzles that the textbook search has not measured (`engine.textbook`).

    The next call continues from where this one is stopped. CatalogueError if the catalogue cannot be written.
    """
    with storage.Store.write(home, wait=request.wait, on_wait=request.on_notice) as store:
        report = runs.measure_unmeasured(
            store, threads=request.threads, stop=request.stop, on_progress=request.on_progress
        )
        return MeasureReport(report.measured, report.wanted, report.seconds, storage.statistics.unmeasured(store))
