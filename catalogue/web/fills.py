"""One fill at a time, in a thread of the server, and what a request may ask of it."""

import threading
from collections.abc import AsyncIterator, Mapping
from dataclasses import asdict
from typing import Any, cast

from anyio import sleep
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.errors import BusyCatalogue, CatalogueError
from board_catalogue.catalogue.puzzles.kinds import Depth
from board_catalogue.catalogue.puzzles.settings import Settings
from board_catalogue.catalogue.puzzles.techniques import SCORED_NUMBERS, TECHNIQUE_NUMBERS
from board_catalogue.catalogue.runs.filling import FillReport, Progress
from board_catalogue.catalogue.runs.recipe import SAMPLINGS
from board_catalogue.catalogue.storage.home import Home
from board_catalogue.catalogue.storage.store import exists
from board_catalogue.catalogue.web.operation import Operation, flag, or_null, record, several, some_object, text, whole
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

Wanted = dict[str, Any]

_GREATEST = 2**63 - 1  # what a column of the database holds
NUMBERS = ("count", "total", "clues", "effort", "max_tries", "seed", "size")
NAMES = ("rate", "only_technique", "blocks", "symmetry", "method", "sampling")
LISTS = ("grade", "level", "technique", "pattern")
FLAGS = ("strict", "files", "durable")
"""The options by the kind of their values."""


def wanted_of(body: Mapping[str, Any]) -> Wanted:
    """Return the arguments of `Catalogue.fill`; what is null is left out. ValueError for anything else.

    `count` may be an object that says how many boards of each grade are wanted. Whether names and numbers are possible
    is for the fill to say.
    """
    wanted = {name: value for name, value in body.items() if value is not None}
    for name, value in wanted.items():
        _check(name, value)
    return wanted


def _check(name: str, value: object) -> None:
    if name == "count" and isinstance(value, dict):
        for grade, number in value.items():
            _check_number(f"count of {grade}", number)
    elif name in NUMBERS:
        _check_number(name, value)
    elif name in NAMES:
        _check_is(isinstance(value, str), name, "a name")
    elif name in LISTS:
        _check_is(isinstance(value, list) and all(isinstance(each, str) for each in value), name, "a list of names")
    elif name in FLAGS:
        _check_is(isinstance(value, bool), name, "true or false")
    else:
        known = ", ".join((*NUMBERS, *NAMES, *LISTS, *FLAGS))
        raise ValueError(f"no option of a fill is called {name!r}; the options are {known}")


def _check_number(name: str, value: object) -> None:
    whole = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _GREATEST
    _check_is(whole, name, "a whole number from 0 on")


def _check_is(right: bool, name: str, what: str) -> None:
    if not right:
        raise ValueError(f"{name} has to be {what}")


Data = dict[str, Any]

_TO_BEGIN = 3.0  # seconds in which most of what can be wrong with a fill shows
_TO_END = 30.0  # seconds in which a fill keeps what is finished


class Fill(threading.Thread):
    """A fill that runs, or has ended."""

    def __init__(self, home: Home, wanted: Mapping[str, Any]) -> None:
        super().__init__(name="fill")
        self.wanted = wanted
        self.stop = threading.Event()
        self.failure: Exception | None = None
        self._home = home
        self._under_way = threading.Event()  # it generates boards, or has failed
        self._progress: Progress | None = None
        self._report: FillReport | None = None

    def run(self) -> None:
        """Fill the catalogue."""
        try:
            self._report = catalogue.open(self._home).fill(stop=self.stop, on_progress=self._look, **self.wanted)
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
            "options": dict(self.wanted),
            "progress": asdict(progress) if progress else None,
            "report": report.data(self.wanted.get("clues")) if report else None,
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

    def start(self, wanted: Mapping[str, Any]) -> Data:
        """Start a fill with these arguments of `Catalogue.fill`, and return its state.

        CatalogueError if a fill of this server or of another process is under way, or the catalogue cannot be
        filled; ValueError for arguments that are wrong. Then the fill before is still the last one.
        """
        with self._turn:
            if self._closed or (self._last and self._last.is_under_way):
                raise CatalogueError("this server is already filling the catalogue; stop that fill, or wait for it")
            fill = Fill(self._home, wanted)
            fill.start()
            fill.began()
            self._last = fill
            return fill.state()

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
    return JSONResponse(fills_of(request).start(wanted_of(json_of(request))), 202)


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

_OPTIONS = {
    "count": {"type": ["integer", "object"], "description": "Boards to add, or so many of each grade."},
    "total": whole("Boards that there are to be in the end."),
    **{name: whole(f"As --{name.replace('_', '-')}.") for name in NUMBERS[2:]},
    **{name: text(f"As --{name.replace('_', '-')}.") for name in NAMES},
    **{name: several(text(f"As --{name}."), f"As --{name}, any number of them.") for name in LISTS},
    **{name: flag(f"As --{name}.") for name in FLAGS},
}


operations = [
    Operation(path="/api/fill", work=_state, answer=_STATE),
    Operation(
        path="/api/fill",
        method="POST",
        work=_start,
        body=record(_OPTIONS),
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
