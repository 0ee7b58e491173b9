"""One long verb at a time, such as a fill, in a thread of the server, with its API and the page that starts a fill."""

import threading
from collections.abc import AsyncIterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, cast

from anyio import sleep
from starlette.requests import Request
from starlette.responses import Response

from ... import engine
from ...engine.grades import Grade, Level
from ...engine.shape import LARGEST_SIZE
from ..errors import BusyCatalogue, CatalogueError
from ..puzzles.kinds import Depth
from ..puzzles.settings import Settings
from ..puzzles.techniques import SCORED_NUMBERS, TECHNIQUE_NUMBERS
from ..requests.request import LongRequest
from ..runs.recipe import SAMPLINGS
from ..storage.home import Home
from ..verbs import VERBS, Verb
from ..verbs.fill import FillRequest
from .operation import Operation
from .schemas import or_null, record, request_in, schema_of, some_object, text
from .site import Data, Event, Site, answered, check_not_read_only, event_stream, json_of, site_of

_TO_BEGIN = 3.0  # seconds in which most of what can be wrong with a fill shows
_TO_END = 30.0  # seconds in which a fill keeps what is finished


class Job(threading.Thread):
    """A verb that runs in the background, or has ended."""

    def __init__(self, home: Home, verb: Verb, request: LongRequest, options: Mapping[str, Any]) -> None:
        super().__init__(name=verb.name)
        self.verb = verb
        self.options = {name: value for name, value in options.items() if value is not None}
        self._request = request
        self.stop = threading.Event()
        self.failure: Exception | None = None
        self._home = home
        self._under_way = threading.Event()  # it is at work, or has failed
        self._progress: tuple[Any, ...] | None = None
        self._report: Any = None

    def run(self) -> None:
        """Do it."""
        try:
            request = replace(self._request, stop=self.stop, on_progress=self._look)
            self._report = self.verb.done(self._home, request)
        except (CatalogueError, ValueError) as failure:
            self.failure = failure
        except Exception as failure:
            self.failure = failure
            raise  # the server prints it
        finally:
            self._under_way.set()

    def began(self) -> None:
        """Wait until it is at work, though not for long; raises what has gone wrong until then."""
        self._under_way.wait(_TO_BEGIN)
        if self.failure:
            raise self.failure

    @property
    def is_under_way(self) -> bool:
        """Whether it has neither ended nor failed."""
        return self._report is None and self.failure is None

    def state(self) -> Data:
        """Return the state of the job, for the page and for programs."""
        report = self._report
        return {
            "verb": self.verb.name,
            "state": self._state(report),
            "options": self.options,
            "progress": _progress(self._progress),
            "report": None if report is None else report.data(),
            "error": _plain(self.verb, self.failure) if self.failure else None,
        }

    def _state(self, report: Any) -> str:
        if report is not None:
            return "ended"
        if self.failure:
            return "failed"
        return "stopping" if self.stop.is_set() else "running"

    def _look(self, *progress: Any) -> None:
        self._progress = progress
        self._under_way.set()


def _progress(told: tuple[Any, ...] | None) -> Data | None:
    """How far a verb is: the figures that it has told, by name, or how many are done and how many are wanted."""
    if not told:
        return None
    if is_dataclass(told[0]) and not isinstance(told[0], type):
        return {each.name: getattr(told[0], each.name) for each in fields(told[0])}
    if hasattr(told[0], "_asdict"):
        return dict(told[0]._asdict())
    return dict(zip(("done", "wanted"), told, strict=False))


class Jobs:
    """The jobs of a server in the background: the last one, and never two at a time."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._turn = threading.Lock()
        self._last: Job | None = None
        self._closed = False

    def start(self, verb: Verb, request: LongRequest, options: Mapping[str, Any]) -> Data:
        """Start a verb, and return its state; `options` are what was asked for.

        CatalogueError if a job of this server or of another process is under way, or the catalogue cannot be written;
        ValueError for options that are wrong. Then the job before is still the last one.
        """
        with self._turn:
            if self._closed or (self._last and self._last.is_under_way):
                doing = self._last.verb.name if self._last else verb.name
                work = "filling" if doing == "fill" else f"at work on {doing} in"
                raise CatalogueError(f"this server is already {work} the catalogue; stop that fill, or wait for it")
            begun = Job(self._home, verb, request, options)
            begun.start()
            begun.began()
            self._last = begun
            return begun.state()

    def stop(self) -> Data:
        """Ask the job that runs to end, and return its state; what is finished is kept."""
        if self._last:
            self._last.stop.set()
        return self.state()

    def state(self) -> Data:
        """Return the state of the last job; `state` is idle if there was none, running, stopping, ended or failed."""
        if self._last:
            return self._last.state()
        return {"verb": None, "state": "idle", "options": None, "progress": None, "report": None, "error": None}

    def close(self) -> None:
        """End the job that runs, and start no other. What is finished is kept, if that takes less than _TO_END."""
        with self._turn:
            self._closed = True
            if self._last:
                self._last.stop.set()
                self._last.join(_TO_END)


def jobs_of(request: Request) -> Jobs:
    """The jobs of the server that a request came to."""
    return cast(Jobs, request.app.state.jobs)


def _plain(verb: Verb, failure: Exception) -> str:
    """Return an error in one line for the page."""
    if isinstance(failure, BusyCatalogue):
        return failure.on_a_page
    if isinstance(failure, (CatalogueError, ValueError)):
        return str(failure)
    return f"the {verb.name} failed; what the server prints says why"


# --- The API ---


_PERIOD = 0.2  # seconds between two looks at a job


def _state(request: Request) -> Data:
    """The last job of this server: a fill, an import or another verb that may take long."""
    return jobs_of(request).state()


def _stop(request: Request) -> Data:
    """Ask the job that runs to end; what is finished is kept."""
    return jobs_of(request).stop()


def _start(request: Request) -> Data:
    """Start a fill with the options of `catalogue fill`; a missing catalogue is made."""
    body = json_of(request)
    return jobs_of(request).start(VERBS["fill"], request_in(body, FillRequest), body)


async def _follow(request: Request) -> Response:
    """Send the state of the job whenever it has changed, until the job has ended."""
    return event_stream(_states(site_of(request), jobs_of(request)))


async def _states(site: Site, jobs: Jobs) -> AsyncIterator[Event]:
    last = None
    while not site.is_ending:
        state = jobs.state()
        if state != last:
            yield "state", state
            last = state
        if state["state"] not in ("running", "stopping"):
            return
        await sleep(_PERIOD)


STATE = record(
    {
        "verb": or_null(text("What is done, such as fill; null if nothing was.")),
        "state": text("Of the last job.", enum=["idle", "running", "stopping", "ended", "failed"]),
        "options": or_null(some_object("As they were asked for.")),
        "progress": or_null(some_object("How far it is.")),
        "report": {
            "type": ["object", "array", "null"],
            "description": "Its report, as the library and `--format json` give it, once it has ended.",
        },
        "error": or_null(text("Why it failed.")),
    },
    needs=["verb", "state", "options", "progress", "report", "error"],
)
_NOTHING = record({})

operations = [
    Operation(path="/api/fill", work=_state, answer=STATE),
    Operation(
        path="/api/fill",
        work=_start,
        body=record(schema_of(FillRequest)),
        answer=STATE,
        status=202,
        example={"count": 3, "seed": 1},
        writes=True,
    ),
    Operation(path="/api/fill/stop", work=_stop, body=_NOTHING, answer=STATE, status=202, writes=True),
    Operation(path="/api/fill/events", work=_follow, answer=STATE, is_stream=True),
    Operation(path="/api/work", work=_state, answer=STATE),
    Operation(path="/api/work/stop", work=_stop, body=_NOTHING, answer=STATE, status=202, writes=True),
]


# --- The page ---


def _make(request: Request) -> Response:
    check_not_read_only(request)
    site = site_of(request)
    settings = _settings(site)
    choices = {
        "depths": list(Depth),
        "usual_depth": _usual_depth(settings),
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


def _usual_depth(settings: Settings | None) -> Depth:
    """All that puzzles of the catalogue can have; of what the first fill makes too."""
    if settings is None:
        return Depth.all
    has_scores = settings.why_unfilled(Depth.score) is None
    return Depth.of(rates=settings.game.why_unrated() is None, scores=has_scores)


def _settings(site: Site) -> Settings | None:
    """The settings of the catalogue; None if the first fill makes it."""
    if not site.exists():
        return None
    with site.readers.store() as store:
        return store.settings


routes = [answered("/make", _make)]
