"""One fill at a time, in a thread of the server, and what a request may ask of it."""

import threading
from collections.abc import AsyncIterator, Mapping
from dataclasses import asdict, replace
from typing import Any, cast

from anyio import sleep
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from board_catalogue import engine
from board_catalogue.catalogue.errors import BusyCatalogue, CatalogueError
from board_catalogue.catalogue.puzzles.kinds import Depth
from board_catalogue.catalogue.puzzles.settings import Settings
from board_catalogue.catalogue.puzzles.techniques import SCORED_NUMBERS, TECHNIQUE_NUMBERS
from board_catalogue.catalogue.runs.filling import FillReport, Progress
from board_catalogue.catalogue.runs.recipe import SAMPLINGS
from board_catalogue.catalogue.storage.home import Home
from board_catalogue.catalogue.storage.store import exists
from board_catalogue.catalogue.verbs.fill import FillRequest, fill
from board_catalogue.catalogue.web.operation import Operation, or_null, record, some_object, text
from board_catalogue.catalogue.web.requests import request_in, schema_of
from board_catalogue.catalogue.web.site import (
    Event,
    Site,
    answered,
    check_not_read_only,
    event_stream,
    json_of,
    site_of,
)
from board_catalogue.engine.grades import Grade, Level
from board_catalogue.engine.shape import LARGEST_SIZE

Data = dict[str, Any]

_TO_BEGIN = 3.0  # seconds in which most of what can be wrong with a fill shows
_TO_END = 30.0  # seconds in which a fill keeps what is finished


class Fill(threading.Thread):
    """A fill that runs, or has ended."""

    def __init__(self, home: Home, options: Mapping[str, Any]) -> None:
        super().__init__(name="fill")
        self.options = {name: value for name, value in options.items() if value is not None}
        self._request = request_in(options, FillRequest)
        self.stop = threading.Event()
        self.failure: Exception | None = None
        self._home = home
        self._under_way = threading.Event()  # it generates boards, or has failed
        self._progress: Progress | None = None
        self._report: FillReport | None = None

    def run(self) -> None:
        """Fill the catalogue."""
        try:
            self._report = fill(self._home, replace(self._request, stop=self.stop, on_progress=self._look))
        except (CatalogueError, ValueError) as failure:
            self.failure = failure
        except Exception as failure:
            self.failure = failure
            raise  # the server prints it
        finally:
            self._under_way.set()

    def began(self) -> None:
        """Wait until boards are generated, though not for long; raises what has gone wrong until then."""
        self._under_way.wait(_TO_BEGIN)
        if self.failure:
            raise self.failure

    @property
    def is_under_way(self) -> bool:
        """Whether it has neither ended nor failed."""
        return self._report is None and self.failure is None

    def state(self) -> Data:
        """What is known of the fill, for the page and for programs."""
        progress, report = self._progress, self._report
        return {
            "state": self._state(report),
            "options": self.options,
            "progress": asdict(progress) if progress else None,
            "report": report.data() if report else None,
            "error": _plain(self.failure) if self.failure else None,
        }

    def _state(self, report: FillReport | None) -> str:
        if report:
            return "ended"
        if self.failure:
            return "failed"
        return "stopping" if self.stop.is_set() else "running"

    def _look(self, progress: Progress) -> None:
        self._progress = progress
        self._under_way.set()


class Fills:
    """The fills that a server has been asked for: the last one, and never two at a time."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._turn = threading.Lock()
        self._last: Fill | None = None
        self._closed = False

    def start(self, options: Mapping[str, Any]) -> Data:
        """Start a fill with these fields of a `FillRequest`, and return its state.

        CatalogueError if a fill of this server or of another process is under way, or the catalogue cannot be
        filled; ValueError for arguments that are wrong. Then the fill before is still the last one.
        """
        with self._turn:
            if self._closed or (self._last and self._last.is_under_way):
                raise CatalogueError("this server is already filling the catalogue; stop that fill, or wait for it")
            begun = Fill(self._home, options)
            begun.start()
            begun.began()
            self._last = begun
            return begun.state()

    def stop(self) -> Data:
        """Ask the fill that runs to end, and return its state; what is finished is kept."""
        if self._last:
            self._last.stop.set()
        return self.state()

    def state(self) -> Data:
        """What is known of the last fill; `state` is idle if there was none, running, stopping, ended or failed."""
        if self._last:
            return self._last.state()
        return {"state": "idle", "options": None, "progress": None, "report": None, "error": None}

    def close(self) -> None:
        """End the fill that runs, and start no other. What is finished is kept, if that takes less than _TO_END."""
        with self._turn:
            self._closed = True
            if self._last:
                self._last.stop.set()
                self._last.join(_TO_END)


def fills_of(request: Request) -> Fills:
    """The fills of the server that a request came to."""
    return cast(Fills, request.app.state.fills)


def _plain(failure: Exception) -> str:
    """What went wrong, in one line for the page."""
    if isinstance(failure, BusyCatalogue):
        return failure.on_a_page
    if isinstance(failure, (CatalogueError, ValueError)):
        return str(failure)
    return "the fill failed; what the server prints says why"


# --- The API ---


_PERIOD = 0.2  # seconds between two looks at a fill


def _state(request: Request) -> Response:
    """The last fill of this server."""
    return JSONResponse(fills_of(request).state())


def _start(request: Request) -> Response:
    """Start a fill with the options of `catalogue fill`; a missing catalogue is made."""
    return JSONResponse(fills_of(request).start(json_of(request)), 202)


def _stop(request: Request) -> Response:
    """Ask the fill that runs to end; what is finished is kept."""
    return JSONResponse(fills_of(request).stop(), 202)


async def _follow(request: Request) -> Response:
    """Send the state of the fill whenever it has changed, until the fill has ended."""
    return event_stream(_states(site_of(request), fills_of(request)))


async def _states(site: Site, fills: Fills) -> AsyncIterator[Event]:
    last = None
    while not site.is_ending:
        state = fills.state()
        if state != last:
            yield "state", state
            last = state
        if state["state"] not in ("running", "stopping"):
            return
        await sleep(_PERIOD)


_STATE = record(
    {
        "state": text("Of the last fill.", enum=["idle", "running", "stopping", "ended", "failed"]),
        "options": or_null(some_object("As they were asked for.")),
        "progress": or_null(some_object("How far it is.")),
        "report": or_null(some_object("The report of `catalogue fill --format json`, once it has ended.")),
        "error": or_null(text("Why it failed.")),
    },
    needs=["state", "options", "progress", "report", "error"],
)

operations = [
    Operation(path="/api/fill", work=_state, answer=_STATE),
    Operation(
        path="/api/fill",
        method="POST",
        work=_start,
        body=record(schema_of(FillRequest)),
        answer=_STATE,
        status=202,
        example={"count": 3, "seed": 1},
        writes=True,
    ),
    Operation(
        path="/api/fill/stop", method="POST", work=_stop, body=record({}), answer=_STATE, status=202, writes=True
    ),
    Operation(path="/api/fill/events", work=_follow, answer=_STATE, is_stream=True),
]


# --- The page ---


def _make(request: Request) -> Response:
    check_not_read_only(request)
    site = site_of(request)
    settings = _settings(site)
    choices = {
        "depths": list(Depth),
        "usual_depth": Depth.none if settings and settings.game.why_unrated() else Depth.fast,
        "grades": list(Grade),
        "levels": list(Level),
        "techniques": list(TECHNIQUE_NUMBERS),
        "scored_techniques": list(SCORED_NUMBERS),
        "patterns": engine.PATTERNS,
        "symmetries": engine.SYMMETRIES,
        "methods": engine.METHODS,
        "samplings": SAMPLINGS,
        "largest_size": LARGEST_SIZE,
    }
    return site.page(request, "make.html", {"settings": settings, **choices})


def _settings(site: Site) -> Settings | None:
    """The settings of the catalogue; None if the first fill makes it."""
    if not exists(site.config.home):
        return None
    with site.readers.store() as store:
        return store.settings


routes = [answered("/make", _make)]
