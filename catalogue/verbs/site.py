"""Write a catalogue, or a part of it, as a site of plain files: for any web host, a USB stick or a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ...engine.words import ENGLISH, LANGUAGES
from .. import storage
from ..errors import CatalogueError
from ..requests.option import choice, text
from ..requests.selection import NumberedSelection, chosen
from ..requests.shared import NUMBERS
from ..requests.values import Ranges
from ..storage.whole_folder import File, check_folder, write_folder
from .sections import Figures, Sections

if TYPE_CHECKING:
    from ..pages.site_pages import SitePages, SitePuzzle


@dataclass(frozen=True, kw_only=True)
class SiteRequest(NumberedSelection):
    """Which puzzles the site has, and its folder. ValueError for fields that do not go together."""

    folder: Annotated[
        str | PathLike[str],
        text(
            "Folder of the site, such as site: new, empty, or a site.",
            read=Path,
            metavar="FOLDER",
            is_argument=True,
            is_local=True,
        ),
    ] = field(kw_only=False)
    numbers: Annotated[Sequence[Ranges | int | str] | None, replace(NUMBERS, is_argument=False)] = None
    title: Annotated[str, text("Title of the site.", metavar="WORDS")] = "Sudoku"
    language: Annotated[str, choice("Language of the site.", LANGUAGES)] = ENGLISH

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.title.strip():
            raise ValueError("`title` is empty")


@dataclass(frozen=True)
class SiteReport:
    """The folder of the site, and how large it is."""

    folder: Path
    puzzles: int
    bytes: int

    def sections(self, seconds: float) -> Sections:
        """Return the figures of a site that took so long, for people."""
        return [
            Figures(
                [
                    ("puzzles", self.puzzles),
                    ("megabytes", f"{self.bytes / 1e6:.1f}"),
                    ("seconds", f"{seconds:.2f}"),
                    ("open", str(self.folder / "index.html")),
                ]
            )
        ]

    def data(self) -> dict[str, object]:
        """Return the figures for programs."""
        return {"puzzles": self.puzzles, "bytes": self.bytes}


def site(place: storage.Place, request: SiteRequest) -> SiteReport:
    """Write puzzles of the catalogue, with their paths, lists and lessons, as a site that needs no server.

    The folder appears whole or not at all, and replaces a site that it held. CatalogueError if it holds anything else,
    if no puzzle matches, or jinja2 is missing.
    """
    folder = Path(request.folder)
    check_folder(folder)
    with storage.reading(place) as store:
        pages = _pages(request.title.strip(), store, request.language)
        found: list[SitePuzzle] = []
        size = write_folder(folder, _files(store, request, pages, found))
    return SiteReport(folder, len(found), size)


def _pages(title: str, store: storage.Store, language: str) -> SitePages:
    try:
        from ..pages.site_pages import SitePages
    except ModuleNotFoundError as error:
        if error.name != "jinja2":
            raise
        raise CatalogueError("a site needs jinja2; install it with: pip install 'board-catalogue[web]'") from None
    return SitePages(title, store.settings, language)


def _files(store: storage.Store, request: SiteRequest, pages: SitePages, found: list[SitePuzzle]) -> Iterator[File]:
    """Yield the files of the site, and keep what it has of each puzzle."""
    puzzles = chosen(store, request)
    count = len(puzzles)
    if not count:
        raise CatalogueError("no puzzle matches: choose others, or fill the catalogue")
    for row in puzzles.rows(pages.columns):
        each, file = pages.puzzle(dict(zip(pages.columns, row, strict=True)))
        found.append(each)
        yield file
        request.on_progress(len(found), count)
    yield from pages.of_all(found)
