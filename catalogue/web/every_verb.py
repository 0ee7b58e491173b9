"""Every verb through the API: its body has the fields of its request, and its answer is its report or its file.

Fields marked local, such as the names of files and the number of threads, are the server's own: a file comes in the
body, and goes out as a download. `restore` replaces a catalogue, so only a program on this machine may do it.
"""

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any
from weakref import finalize

from starlette.requests import Request
from starlette.responses import Response

from ..formats import FORMATS
from ..verbs import VERBS, Verb
from .downloads import download, name_and_kind
from .given import puzzle_in
from .jobs import STATE, jobs_of
from .operation import Operation
from .schemas import EXAMPLE, PUZZLE, answer_of, record, request_in, schema_of, some_object, text
from .site import SECONDS, Data, json_of, site_of

_SECONDS = 60.0
_MOST_ROWS = 10_000
"""Of a data set that a server makes."""

_FILES = {
    "import": {"content": text("The text of a file of puzzles."), "name": text("Its name, which is the source.")},
    "dedupe": {"content": text("The text of a file of puzzles."), "name": text("Its name, for errors.")},
    "audit": {"contents": some_object("The texts of the files of a data set, by their names.")},
    "check": {
        "contents": some_object("The texts of the file of answers and of that of puzzles, as answers and puzzles.")
    },
}
"""The fields of a body that replace files on the server."""

_NEEDS = {
    "import": ["content"],
    "dedupe": ["content"],
    "audit": ["contents"],
    "check": ["contents"],
    "tag": ["name"],
    "fewest": ["puzzle"],
}
_EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    "fill": {"count": 3, "seed": 1},
    "import": {"content": f"{EXAMPLE}\n", "name": "one.txt"},
    "hunt": {"limit": 1, "clues": 30, "count": 1},
    "verify": {"quick": True},
    "query": {"max_clues": 24, "limit": 3},
    "tag": {"name": "book-2026", "numbers": ["1", "2"]},
    "export": {"numbers": ["1", "2"], "format": "csv"},
    "book": {"limit": 4},
    "site": {"limit": 2},
    "report": {"clues": [24, 30], "puzzles": 10},
    "dataset": {"count": 20, "seed": 1},
    "audit": {"contents": {"train.csv": f"puzzle\n{EXAMPLE}\n"}},
    "check": {"contents": {"answers": json.dumps({"puzzle": EXAMPLE, "answer": EXAMPLE})}},
    "techniques": {"technique": "x-wing"},
    "dedupe": {"content": f"{EXAMPLE}\n{EXAMPLE}\n"},
    "fewest": {"puzzle": EXAMPLE, "clues": 7},
    "create": {"clues": 30, "pattern": "rotate180", "seed": 1},
}


# --- What is sent ---


@contextmanager
def _sent(contents: Mapping[str, Any]) -> Iterator[list[Path]]:
    """Give files with the texts of a body. ValueError for names with folders, and for what is no text."""
    with TemporaryDirectory(prefix="catalogue-") as folder:
        yield _written(Path(folder), contents)


def _written(folder: Path, contents: Mapping[str, Any]) -> list[Path]:
    files = []
    for name, content in contents.items():
        if not isinstance(content, str) or Path(name).name != name or name in ("", "..") or not name.isprintable():
            raise ValueError("a file has a name without folders, and a text")
        files.append(folder / name)
        files[-1].write_text(content, encoding="utf-8")
    return files


def _contents(verb: Verb, body: dict[str, Any]) -> dict[str, Any]:
    """Take the files out of a body."""
    if "contents" in _FILES[verb.name]:
        found = body.pop("contents", None)
    else:
        found = {body.pop("name", None) or "puzzles.txt": body.pop("content", None)}
    if not isinstance(found, dict) or not found or not all(isinstance(name, str) for name in found):
        raise ValueError(f"{' and '.join(_NEEDS[verb.name])} have to be texts")
    if verb.name == "check" and ("answers" not in found or set(found) - {"answers", "puzzles"}):
        raise ValueError("contents are the texts of answers, and of puzzles where answers do not name them")
    return found


def _as_fields(verb: Verb, files: list[Path]) -> dict[str, Any]:
    """The fields of a request that name the files."""
    if verb.name == "check":
        return {path.name: path for path in files}
    return {"puzzle": str(files[0])} if verb.takes == "puzzles" else {"files": files}


# --- How each kind is answered ---


def _report(verb: Verb, request: Request) -> Data:
    """Do it, and answer with its report."""
    body, site = json_of(request), site_of(request)
    if verb.name in _FILES:
        with _sent(_contents(verb, body)) as files:
            return _told(verb.done(None, request_in(body, verb.request, **_as_fields(verb, files))))
    asked = request_in(body, verb.request)
    if verb.takes == "place":
        with site.readers.store() as place:
            return _told(verb.done(place, asked))
    return _told(verb.done(site.config.home, asked))


def _told(report: Any) -> Data:
    return {"report": report.data()}


def _row(verb: Verb, request: Request) -> Data:
    """Do it for one puzzle, and answer with its row."""
    body = json_of(request)
    puzzle = puzzle_in({name: body.get(name) for name in ("puzzle", "blocks", "base")})
    fields = {name: value for name, value in body.items() if name != "puzzle"}
    (row,) = verb.done(None, request_in(fields, verb.request, puzzle=puzzle)).data()
    return {name: row[name] for name in ROWS[verb.name]["properties"]}


def _job(verb: Verb, request: Request) -> Data:
    """Start it, and answer with the state of the job."""
    body = json_of(request)
    told, own, folder = dict(body), {}, None
    if verb.takes == "puzzles":
        own = {"puzzle": puzzle_in({"puzzle": body.pop("puzzle", None), "base": body.get("base")})}
    elif verb.name in _FILES:
        folder = Path(mkdtemp(prefix="catalogue-"))
        try:
            own = _as_fields(verb, _written(folder, _contents(verb, body)))
        except ValueError:
            shutil.rmtree(folder)
            raise
    asked = request_in(body, verb.request, **own)
    told.pop("content", None)
    try:
        return jobs_of(request).start(verb, asked, told)
    finally:
        if folder:
            finalize(asked, shutil.rmtree, folder, ignore_errors=True)  # when no job knows the request any more


def _file(verb: Verb, request: Request) -> Response:
    """Do it, and answer with the file that it writes."""
    body, site = json_of(request), site_of(request)
    with TemporaryDirectory(prefix="catalogue-") as folder:
        path = Path(folder) / "file"
        if verb.name == "dataset":
            asked = request_in(body, verb.request, folder=path)
            _check_small(asked)
            verb.done(None, asked)
            return _archive(path, "dataset.zip")
        with site.readers.store() as place:
            if verb.name == "site":
                verb.done(place, request_in(body, verb.request, folder=path))
                return _archive(path, "site.zip")
            if verb.name == "backup":
                verb.done(place, request_in(body, verb.request, file=path))
                return download(path.open("rb"), "catalogue.db", _DOWNLOADS["backup"])
            with path.open("wb") as file:
                report = verb.done(place, request_in(body, verb.request, file=file))
        if verb.name == "book":
            return download(path.open("rb"), "book.pdf", _DOWNLOADS["book"])
        return download(path.open("rb"), *name_and_kind(FORMATS[report.format], is_archive=bool(body.get("archive"))))


def _check_small(asked: Any) -> None:
    """ValueError for a data set that is not for a server."""
    if asked.verify:
        raise ValueError("verify is for a folder of this machine: use catalogue dataset")
    if asked.plan().count > _MOST_ROWS:
        raise ValueError(f"more than {_MOST_ROWS:,} puzzles: ask for fewer, or use catalogue dataset")


def _archive(folder: Path, name: str) -> Response:
    """A folder as a ZIP archive."""
    path = shutil.make_archive(f"{folder}-made", "zip", folder)
    return download(Path(path).open("rb"), name, "application/zip")


# --- The table ---

_DOWNLOADS = {
    "export": "application/octet-stream",
    "book": "application/pdf",
    "backup": "application/vnd.sqlite3",
    "dataset": "application/zip",
    "site": "application/zip",
}
ROWS = {
    "canonical": answer_of("puzzle canonical key"),
    "automorphisms": answer_of("puzzle automorphisms"),
    "rank": answer_of("puzzle class"),
}
"""What verbs answer for one puzzle."""

_REPORT = record({"report": {"description": "The report, as the library gives it with data()."}}, needs=["report"])


def operation_of(verb: Verb) -> Operation:
    """The operation of a verb, by what it takes and gives."""
    is_row, is_file = verb.name in ROWS, verb.name in _DOWNLOADS
    kind = _row if is_row else _job if verb.is_long else _file if is_file else _report
    work = partial(kind, verb)
    work.__doc__ = verb.function.__doc__
    takes_text = is_row or (verb.takes == "puzzles" and verb.is_long)
    text = {"puzzle": PUZZLE} if takes_text else {}
    fields = text | schema_of(verb.request) | _FILES.get(verb.name, {})
    return Operation(
        path=str(verb.address),
        work=work,
        body=record(fields, needs=["puzzle"] if is_row else _NEEDS.get(verb.name, [])),
        answer=ROWS.get(verb.name) or (STATE if verb.is_long else _REPORT),
        file=_DOWNLOADS.get(verb.name),
        status=202 if verb.is_long else 200,
        example={"puzzle": EXAMPLE} if is_row else _EXAMPLES.get(verb.name, {}),
        writes=verb.is_long or verb.name == "tag",
        computes=is_row or is_file or verb.name in ("report", "audit", "check", "dedupe", "create"),
        brings_all=is_row,
        seconds=SECONDS if is_row else _SECONDS,
    )


rows = [operation_of(VERBS[name]) for name in ROWS]
operations = [operation_of(verb) for verb in VERBS.values() if verb.is_for_all and verb.own_address is None]
