"""The setter's desk: the page on which a puzzle is drawn, and what the page asks the server about a draft."""

from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ...engine import Variant
from ...engine.rules.formats import constraint_text
from ...engine.rules.reading import is_variant, reading_of
from ...engine.rules.texts import described
from ...engine.words import LANGUAGES
from ..formats import FORMATS
from ..pages.boards import links_out, written
from ..pages.desk import described_draft, desk_values, draft_of, puzzle_of_draft, variant_of
from ..verbs.book import BookRequest, book
from ..verbs.query import TagRequest, tag
from .boards import found_puzzle
from .puzzles import added
from .site import Data, answered, download, json_of, language_of, site_of
from .solving import puzzle_of


def _desk(request: Request) -> Response:
    """The page, perhaps with a puzzle of the catalogue."""
    number, draft = request.query_params.get("board"), None
    if number:
        found = found_puzzle(request, number.strip())[1]
        draft = draft_of(found.variant or found.grid)
    return site_of(request).page(request, "set.html", desk_values(language_of(request)) | {"draft": draft})


def _answer(work: Callable[[Request, Mapping[str, Any]], Data | Response]) -> Callable[[Request], Response]:
    """A function of a request and its data as a handler; ValueError for a draft of another form."""

    def answer(request: Request) -> Response:
        data = json_of(request)
        try:
            found = work(request, data)
        except (AttributeError, IndexError, KeyError, TypeError):
            raise ValueError("this is no draft of the desk") from None
        return found if isinstance(found, Response) else JSONResponse(found)

    return answer


def _described(request: Request, data: Mapping[str, Any]) -> Data:
    language = data.get("language")
    return described_draft(data, language if language in LANGUAGES else language_of(request))


def _read(request: Request, data: Mapping[str, Any]) -> Data:
    text = str(data["text"])
    draft = draft_of(puzzle_of(text))
    if is_variant(text):
        reading = reading_of(text)
        draft |= {name: said for name in ("title", "author") if (said := getattr(reading, name))}
    return draft


def _links(request: Request, data: Mapping[str, Any]) -> Data:
    about = {name: str(data[name]) for name in ("title", "author") if data.get(name)}
    return {"links": links_out(variant_of(data) if about else puzzle_of_draft(data), about)}


def _save(request: Request, data: Mapping[str, Any]) -> Data:
    """Add a draft to the catalogue with its title, author, words and tags."""
    site, told = site_of(request), {"title": data["title"], "author": data["author"], "description": data["words"]}
    found = added(site, puzzle_of_draft(data["draft"]), {name: str(text) for name, text in told.items() if text})
    for name in filter(None, map(str.strip, str(data["tags"]).split(","))):
        tag(site.config.home, TagRequest(name=name, numbers=[found["number"]]))
    return found


def _file(request: Request, data: Mapping[str, Any]) -> Response:
    """A draft as a file: a picture, text for a terminal, or a page of a book."""
    language = language_of(request)
    variant, form, title = variant_of(data["draft"]), str(data["format"]), str(data["title"]) or "Sudoku"
    if form not in _FILES:
        raise ValueError(f"format {form[:20]!r} is not one of {', '.join(_FILES)}")
    content = _FILES[form](variant, language, title, str(data["author"]))
    return download(BytesIO(content), f"puzzle.{form}", _KINDS[form])


def _png(variant: Variant, *_: str) -> bytes:
    return written(FORMATS["png"], variant, "")


def _pdf(variant: Variant, language: str, title: str, author: str) -> bytes:
    out = BytesIO()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "draft.constraints"
        file.write_text(f"{constraint_text.write(variant)}\n", encoding="utf-8")
        asked = BookRequest(puzzles=file, title=title, author=author, per_page=1, language=language, file=out)
        book(Path(folder), asked)
    return out.getvalue()


_FILES: dict[str, Callable[..., bytes]] = {
    "png": _png,
    "txt": lambda variant, language, *_: described(variant, language).encode(),
    "pdf": _pdf,
}
_KINDS = {"png": "image/png", "txt": "text/plain; charset=utf-8", "pdf": "application/pdf"}


routes = [
    answered("/set", _desk),
    answered("/set/described", _answer(_described), methods=["POST"]),
    answered("/set/read", _answer(_read), methods=["POST"]),
    answered("/set/links", _answer(_links), methods=["POST"]),
    answered("/set/save", _answer(_save), methods=["POST"], writes=True, seconds=60),
    answered("/set/file", _answer(_file), methods=["POST"], computes=True, seconds=30),
]
