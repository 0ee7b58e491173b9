"""The verbs of a catalogue: `VERBS` lists them.

A verb is a module with a frozen request, whose fields say what they mean and which values they have, a function that
does it, and a report with `data()`. Command line, library and API read the requests, and call the functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ...engine.lazy import lazy_names
from .sections import Sections

if TYPE_CHECKING:
    from . import (
        book,
        check,
        create,
        dataset,
        export,
        fewest,
        fill,
        import_,
        inspect,
        path,
        plots,
        puzzles,
        query,
        rate,
        solve,
        stats,
        symmetry,
        verify,
    )
else:
    __getattr__, __dir__ = lazy_names(__name__)


@dataclass(frozen=True)
class Verb:
    """A verb by the names of its module, its request and its function, which are imported when they are asked for."""

    name: str
    module: str
    request_name: str
    takes: str = "place"
    """The argument before the request: a `place` to read, a `home` to write to, a home or none for `puzzles` that a
    person names, or `nothing`."""
    is_long: bool = False
    """Whether it may take minutes, so that a server does it in the background."""
    is_for_all: bool = True
    """Whether another machine may ask for it; only what replaces a catalogue is for this one alone."""
    function_name: str | None = None
    """Of the function, if that is not called as the verb."""
    own_address: str | None = None
    """Of the API, where that asks for more, or for less, than the request does."""

    @property
    def address(self) -> str | None:
        """Its address in the API; None if that has none."""
        if not self.is_for_all:
            return None
        return self.own_address or f"/api/{'work' if self.is_long else 'catalogue'}/{self.name}"

    @property
    def request(self) -> type[Any]:
        """Its request."""
        found: type[Any] = getattr(self._imported(), self.request_name)
        return found

    @property
    def function(self) -> Callable[..., Any]:
        """The function that does it."""
        found: Callable[..., Any] = getattr(self._imported(), self.function_name or self.name)
        return found

    def done(self, place: Any, request: Any) -> Any:
        """Do it, and return its report."""
        return self.function(request) if self.takes == "nothing" else self.function(place, request)

    def sections(self, report: Any, *more: Any, **named: Any) -> Sections:
        """Return what a report says to people; the records of runs and of the storage have a function for it."""
        of_record = getattr(self._imported(), f"{self.name}_sections", None)
        made: Sections = of_record(report, *more, **named) if of_record else report.sections(*more, **named)
        return made

    def _imported(self) -> Any:
        return import_module(f"{__name__}.{self.module}")


_ALL = (
    Verb("fill", "fill", "FillRequest", "home", is_long=True),
    Verb("import", "import_", "ImportRequest", "home", is_long=True, function_name="import_files"),
    Verb("rate", "rate", "RateRequest", "home", is_long=True),
    Verb("measure", "rate", "MeasureRequest", "home", is_long=True),
    Verb("tag", "query", "TagRequest", "home"),
    Verb("hunt", "fewest", "HuntRequest", "home", is_long=True),
    Verb("query", "query", "QueryRequest"),
    Verb("export", "export", "ExportRequest"),
    Verb("book", "book", "BookRequest"),
    Verb("site", "book", "SiteRequest"),
    Verb("stats", "stats", "StatsRequest", "home"),
    Verb("estimate", "stats", "EstimateRequest"),
    Verb("tags", "query", "TagsRequest"),
    Verb("report", "stats", "ReportRequest"),
    Verb("verify", "verify", "VerifyRequest", "home", is_long=True),
    Verb("backup", "verify", "BackupRequest"),
    Verb("restore", "verify", "RestoreRequest", "home", is_for_all=False),
    Verb("dataset", "dataset", "DatasetRequest", "nothing"),
    Verb("audit", "dataset", "AuditRequest", "nothing"),
    Verb("check", "check", "CheckRequest", "nothing"),
    Verb("techniques", "path", "TechniquesRequest", "nothing"),
    Verb("show", "solve", "ShowRequest", "puzzles", own_address="/api/boards/{number}"),
    Verb("solve", "solve", "SolveRequest", "puzzles", function_name="solve_each", own_address="/api/solve"),
    Verb("rate_puzzles", "rate", "RatePuzzlesRequest", "puzzles", own_address="/api/rate"),
    Verb("hint", "path", "HintRequest", "puzzles", own_address="/api/hint"),
    Verb("path", "path", "PathRequest", "puzzles", function_name="path_each", own_address="/api/path"),
    Verb("inspect", "inspect", "InspectRequest", "puzzles", own_address="/api/inspect"),
    Verb("canonical", "symmetry", "CanonicalRequest", "puzzles", own_address="/api/canonical"),
    Verb("automorphisms", "symmetry", "AutomorphismsRequest", "puzzles", own_address="/api/automorphisms"),
    Verb("rank", "symmetry", "RankRequest", "puzzles", own_address="/api/rank"),
    Verb("dedupe", "symmetry", "DedupeRequest", "puzzles"),
    Verb("fewest", "fewest", "FewestRequest", "puzzles", is_long=True),
    Verb("create", "create", "CreateRequest", "nothing"),
    Verb("demo", "create", "DemoRequest", "nothing", own_address="/api/watch/collapse"),
)

VERBS: Mapping[str, Verb] = {each.name: each for each in _ALL}
"""All verbs by their names."""
