"""Rate the puzzles of a catalogue that have no rating yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from .. import runs, storage
from ..puzzles.kinds import DEPTHS_HELP, FAST_CEILING, Depth
from ..puzzles.numbers import PROCESSORS
from ..requests.option import choice, flag
from ..requests.request import LongRequest
from ..requests.shared import THREADS, WAIT, WORKERS
from .sections import Figures, Sections, line

if TYPE_CHECKING:
    from ..storage.home import Home

DEPTHS: Sequence[Depth] = (Depth.full, Depth.fast, Depth.score, Depth.all)
"""How far puzzles can be rated later."""


@dataclass(frozen=True, kw_only=True)
class RateRequest(LongRequest):
    """How far to rate, and by how many threads."""

    rate: Annotated[
        Depth | str | None,
        choice(f"{DEPTHS_HELP} full and all also rate the puzzles marked as above. Default: full.", DEPTHS),
    ] = field(default=None, kw_only=False)
    again: Annotated[
        bool,
        flag(
            "First drop the ratings of another version of the program, so that all puzzles are rated anew. Scores and"
            " ratings of this version stay."
        ),
    ] = False
    threads: Annotated[int, THREADS] = PROCESSORS
    workers: Annotated[str | None, WORKERS] = None
    wait: Annotated[float, WAIT] = 0.0


@dataclass(frozen=True)
class RateReport:
    """How many puzzles were rated now, out of how many, and how many are rated in all."""

    depth: Depth
    rated: int
    wanted: int
    seconds: float
    rated_in_total: int
    above: int
    beyond: int
    unrated: int
    scored_in_total: int
    unscored: int

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped early."""
        return self.rated < self.wanted

    def sections(self) -> Sections:
        """Return the figures for people."""
        rated = [
            ("rated in total", self.rated_in_total),
            (f"only as above {FAST_CEILING}", self.above),
            ("beyond all techniques known here", self.beyond or None),
            ("not rated", self.unrated),
        ]
        scored = [("scored in total", self.scored_in_total), ("not scored", self.unscored)]
        figures = Figures(
            [
                ("puzzles rated now", self.rated),
                *(rated if self.depth.rates else []),
                *(scored if self.depth.scores else []),
                ("seconds", f"{self.seconds:.2f}"),
                ("puzzles per second", f"{self.rated / self.seconds:,.0f}"),
            ]
        )
        return [figures, *([line("Interrupted; the next run continues from here.")] if self.interrupted else [])]

    def data(self) -> dict[str, object]:
        """Return the figures for programs."""
        return dict(vars(self))


def rate(home: Home, request: RateRequest) -> RateReport:
    """Rate the puzzles that are not rated; the next call continues from where this one is stopped.

    CatalogueError for a catalogue whose puzzles have no such ratings, or that cannot be written.
    """
    from ..requests.selection import check_ratable

    depth = Depth(request.rate or Depth.full)
    with storage.Store.write(home, wait=request.wait, on_wait=request.on_notice) as store:
        check_ratable(store, depth)
        report = runs.rate_unrated(
            store,
            depth=depth,
            again=request.again,
            threads=request.threads,
            workers=request.workers,
            stop=request.stop,
            on_progress=request.on_progress,
            on_notice=request.on_notice,
        )
        puzzles, (with_score, without_score) = storage.rated(store), storage.scored(store)
    return RateReport(
        depth=depth,
        rated=report.rated,
        wanted=report.wanted,
        seconds=report.seconds,
        rated_in_total=puzzles.rated,
        above=puzzles.above,
        beyond=puzzles.beyond,
        unrated=puzzles.unrated,
        scored_in_total=with_score,
        unscored=without_score,
    )
