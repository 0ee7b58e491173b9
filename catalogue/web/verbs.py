"""Every verb through the API, the long ones one at a time in a thread of the server; and the page that starts a fill.

The body of a verb has the fields of its request, and its answer is its report or its file. Fields marked local, such as
the names of files and the number of threads, are the server's own: a file comes in the body, and goes out as a
download. `restore` replaces a catalogue, so only a program on this machine may do it.
"""

import shutil
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import fields, is_dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast
from weakref import finalize

from anyio import sleep
from starlette.requests import Request
from starlette.responses import Response

from ... import engine
from ...engine.grades import Grade, Level
from ...engine.shape import LARGEST_SIZE
from ..errors import BusyCatalogue, CatalogueError
from ..formats import FORMATS
from ..puzzles.kinds import Depth
from ..puzzles.techniques import SCORED_NUMBERS, TECHNIQUE_NUMBERS
from ..requests.request import LongRequest
from ..runs.recipe import SAMPLINGS
from ..storage.home import Home
from ..verbs import VERBS, Verb
from ..verbs.fill import FillRequest
from .api import EXAMPLE, Operation, described, request_in, schema_of, told_of_verb
from .messages import said_in
from .site import (
    SECONDS,
    Data,
    Event,
    answered,
    check_not_read_only,
    download,
    event_stream,
    json_of,
    language_of,
    name_and_kind,
    site_of,
)
from .solving import puzzle_in

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
        self.under_way = threading.Event()  # it is at work, or has failed
        self._progress: tuple[Any, ...] = ()
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
            self.under_way.set()

    @property
    def is_under_way(self) -> bool:
        """Whether it has neither ended nor failed."""
        return self._report is None and self.failure is None

    def state(self) -> Data:
        """Return the state of the job, for the page and for programs."""
        report, failure = self._report, self.failure
        state = "stopping" if self.stop.is_set() else "running"
        if report is not None or failure:  # not as they are by now: the thread may end in between
            state = "failed" if report is None else "ended"
        said = None
        if failure:
            is_known = isinstance(failure, (CatalogueError, ValueError))
            said = str(failure) if is_known else f"the {self.verb.name} failed; what the server prints says why"
        if isinstance(failure, BusyCatalogue):
            said = failure.on_a_page
        return {
            "verb": self.verb.name,
            "state": state,
            "options": self.options,
            "progress": _progress(self._progress),
            "report": None if report is None else report.data(),
            "error": said,
        }

    def _look(self, *progress: Any) -> None:
        self._progress = progress
        self.under_way.set()


def _progress(told: tuple[Any, ...]) -> Data | None:
    """How far a verb is: the figures that it has told, by name, or how many are done and how many are wanted."""
    if not told:
        return None
    if is_dataclass(told[0]):
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
            begun.under_way.wait(_TO_BEGIN)
            if begun.failure:
                raise begun.failure
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


def _jobs(request: Request) -> Jobs:
    return cast(Jobs, request.app.state.jobs)


# --- The last job ---

_PERIOD = 0.2  # seconds between two looks at a job


def _state(request: Request) -> Data:
    """The last job of this server: a fill, an import or another verb that may take long."""
    return _said(request, _jobs(request).state())


def _stop(request: Request) -> Data:
    """Ask the job that runs to end; what is finished is kept."""
    return _jobs(request).stop()


def _start(request: Request) -> Data:
    """Start a fill with the options of `catalogue fill`; a missing catalogue is made."""
    body = json_of(request)
    return _jobs(request).start(VERBS["fill"], request_in(body, FillRequest), body)


def _said(request: Request, state: Data) -> Data:
    """A state whose error is said in the language of a request."""
    return state | {"error": said_in(language_of(request), state["error"] or "") or None}


async def _follow(request: Request) -> Response:
    """Send the state of the job whenever it has changed, until the job has ended."""
    return event_stream(_states(request))


async def _states(request: Request) -> AsyncIterator[Event]:
    site, jobs, last = site_of(request), _jobs(request), None
    while not site.is_ending:
        state = jobs.state()
        if state != last:
            yield "state", _said(request, state)
            last = state
        if state["state"] not in ("running", "stopping"):
            return
        await sleep(_PERIOD)


operations_of_jobs = described(
    {
        "GET /api/fill": _state,
        "POST /api/fill": _start,
        "POST /api/fill/stop": _stop,
        "GET /api/fill/events": _follow,
        "GET /api/work": _state,
        "POST /api/work/stop": _stop,
    },
    FILL=schema_of(FillRequest),
)


# --- How each kind of verb is answered ---

_SECONDS = 60.0
_MOST_ROWS = 10_000
"""Of a data set that a server makes."""

_ROWS = ("inspect", "canonical", "automorphisms", "rank")
"""The verbs that answer for one puzzle."""


def _brought(verb: Verb, body: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Take the puzzle or the files out of a body, as fields of a request; the files are written into a folder.

    ValueError for names with folders, and for what is no text.
    """
    own = [name for each in told_of_verb(verb.name).get("body", []) for name in each]
    if not own:
        given = {name: body.get(name) for name in ("puzzle", "blocks", "base")}
        return {"puzzle": puzzle_in(given | {"puzzle": body.pop("puzzle", None)})} if verb.takes == "puzzles" else {}
    if own == ["contents"]:
        contents = body.pop("contents", None)
    else:
        contents = {body.pop("name", None) or "puzzles.txt": body.pop("content", None)}
    if not isinstance(contents, dict) or not contents or not all(isinstance(name, str) for name in contents):
        raise ValueError(f"{own[0]} have to be texts")
    if verb.name == "check" and ("answers" not in contents or set(contents) - {"answers", "puzzles"}):
        raise ValueError("contents are the texts of answers, and of puzzles where answers do not name them")
    for name, content in contents.items():
        if not isinstance(content, str) or Path(name).name != name or name in ("", "..") or not name.isprintable():
            raise ValueError("a file has a name without folders, and a text")
        (folder / name).write_text(content, encoding="utf-8")
    files = [folder / name for name in contents]
    if verb.name == "check":
        return {path.name: path for path in files}
    return {"puzzle": str(files[0])} if verb.takes == "puzzles" else {"files": files}


def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="catalogue-")


def _report(verb: Verb, request: Request) -> Data:
    body, site = json_of(request), site_of(request)
    with _folder() as folder:
        own = _brought(verb, body, Path(folder))
        asked = request_in(body, verb.request, **own)
        if verb.takes == "place":
            with site.readers.store() as place:
                return {"report": verb.done(place, asked).data()}
        return {"report": verb.done(None if own else site.config.home, asked).data()}


def _row(verb: Verb, request: Request) -> Data:
    body = json_of(request)
    own = _brought(verb, body, Path())
    (row,) = verb.done(None, request_in(body, verb.request, **own)).data()
    groups = [some.split() if isinstance(some, str) else some for some in told_of_verb(verb.name)["gives"]]
    return {name: row[name] for group in groups for name in group}


def _job(verb: Verb, request: Request) -> Data:
    body = json_of(request)
    told = {name: value for name, value in body.items() if name != "content"}
    folder = _folder()
    try:
        asked = request_in(body, verb.request, **_brought(verb, body, Path(folder.name)))
    except ValueError:
        folder.cleanup()
        raise
    finalize(asked, folder.cleanup)  # when no job knows the request any more
    return _jobs(request).start(verb, asked, told)


def _file(verb: Verb, request: Request) -> Response:
    body, kind = json_of(request), told_of_verb(verb.name)["file"]
    place: AbstractContextManager[Any] = nullcontext()
    with _folder() as folder:
        path = Path(folder) / "file"
        if verb.name == "dataset":
            asked = request_in(body, verb.request, folder=path)
            if asked.verify:
                raise ValueError("verify is for a folder of this machine: use catalogue dataset")
            if asked.plan().count > _MOST_ROWS:
                raise ValueError(f"more than {_MOST_ROWS:,} puzzles: ask for fewer, or use catalogue dataset")
        else:
            place = site_of(request).readers.store()
        with place as opened, path.open("wb") if verb.name in ("export", "book") else nullcontext(path) as target:
            own = {"folder" if kind == "application/zip" else "file": target}
            report = verb.done(opened, request_in(body, verb.request, **own))
        if path.is_dir():
            archive = shutil.make_archive(f"{path}-made", "zip", path)
            return download(Path(archive).open("rb"), f"{verb.name}.zip", kind)
        name = {"book": "book.pdf", "backup": "catalogue.db"}.get(verb.name)
        if name is None:
            name, kind = name_and_kind(FORMATS[report.format], is_archive=bool(body.get("archive")))
        return download(path.open("rb"), name, kind)


_REPORT = [{"report": {"description": "The report, as the library gives it with data()."}}]


def _operation(verb: Verb) -> Operation:
    is_row, told = verb.name in _ROWS, told_of_verb(verb.name)
    work = partial(_row if is_row else _job if verb.is_long else _file if "file" in told else _report, verb)
    work.__doc__ = verb.function.__doc__
    puzzle = [{"puzzle": "given"}] if is_row or (verb.takes == "puzzles" and verb.is_long) else []
    usual: dict[str, Any] = {
        "gives": ["STATE"] if verb.is_long else _REPORT,
        "status": 202 if verb.is_long else 200,
        "writes": verb.is_long or verb.name == "tag",
        "seconds": _SECONDS,
    }
    if is_row:
        own = {"needs": ["puzzle"], "example": {"puzzle": EXAMPLE}, "computes": True, "brings_all": True}
        usual |= own | {"seconds": SECONDS}
    body = [*puzzle, schema_of(verb.request), *told.get("body", [])]
    return Operation.of(str(verb.address), work, usual | told | {"body": body})


operations_of_rows = [_operation(VERBS[name]) for name in _ROWS]
operations_of_verbs = [_operation(verb) for verb in VERBS.values() if verb.is_for_all and verb.own_address is None]


# --- The page ---


def _make(request: Request) -> Response:
    check_not_read_only(request)
    site = site_of(request)
    settings, usual_depth = None, Depth.all
    if site.exists():
        with site.readers.store() as store:
            settings = store.settings
        has_scores = settings.why_unfilled(Depth.score) is None
        usual_depth = Depth.of(rates=settings.game.why_unrated() is None, scores=has_scores)
    values = {
        "settings": settings,
        "depths": list(Depth),
        "usual_depth": usual_depth,
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
    return site.page(request, "make.html", values)


routes = [answered("/make", _make)]
