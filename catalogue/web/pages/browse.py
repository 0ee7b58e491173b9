"""The list of puzzles: filters, histograms, pages, tags, downloads."""

import io
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from catalogue.book.paper import GRIDS, PAPERS
from catalogue.formats import FORMATS
from catalogue.metrics import NUMBER_COLUMNS
from catalogue.store import Store
from catalogue.store.reading.queries import COLUMNS, tag_counts
from catalogue.web.api.puzzles import listing_as_json
from catalogue.web.browsing.bars import histogram_bars, technique_bars
from catalogue.web.browsing.chips import chips
from catalogue.web.browsing.downloads import DOWNLOADS, book, exported
from catalogue.web.browsing.figures import histograms_of, techniques_of
from catalogue.web.browsing.filters import View, view_of
from catalogue.web.browsing.listing import listed
from catalogue.web.browsing.miniature import lines, miniature
from catalogue.web.handling import answered
from catalogue.web.pages.start import start_page
from catalogue.web.site import Site, site_of
from engine import PATTERNS, TECHNIQUES
from engine.rating.grades import Grade

_COLUMNS = ("clues", "rating", "grade", "hardest", "pattern", "tags", "givens")
_TABLE = tuple(name for name in COLUMNS if name != "id")
_TECHNIQUE_NAMES = [technique.name for technique in TECHNIQUES]
_SECONDS_TO_WRITE = 600  # for a file of a million puzzles


def _browse(request: Request) -> Response:
    """A page of the list. Parameters that a form left empty are taken out of the address.

    Figures of all puzzles are known; those of some are counted once the page is there.
    """
    site, view = site_of(request), view_of(request.query_params)
    if not all(value for _, value in request.query_params.multi_items()):
        return RedirectResponse(f"/puzzles?{view.address(after=view.after, before=view.before)}", 303)
    if not site.has_boards():
        return start_page(request)
    with site.readers.store() as store:
        found = listed(store, view, _COLUMNS)
        shape = store.settings.shape
        values = {
            "view": view,
            "chips": chips(view),
            "puzzles": [puzzle | {"drawing": miniature(puzzle["givens"], shape.size)} for puzzle in found.objects()],
            "lines": lines(shape),
            "previous": found.previous,
            "next": found.next,
            "here": view.address(after=view.after, before=view.before),
            "tags": tag_counts(store),
            **_choices(),
            "is_counted": view.criteria.exclude_nothing,
            **(_figures(site, store, view) | _techniques(site, store, view) if view.criteria.exclude_nothing else {}),
        }
    return site.page(request, "browse.html", values)


def _choices() -> dict[str, Any]:
    return {
        "sorts": list(NUMBER_COLUMNS),
        "names": {
            "grade": list(Grade),
            "pattern": PATTERNS,
            "technique": _TECHNIQUE_NAMES,
            "without_technique": _TECHNIQUE_NAMES,
        },
        "bounds": list(NUMBER_COLUMNS),
        "papers": list(PAPERS),
        "per_page": list(GRIDS),
        "formats": [FORMATS[name] for name in DOWNLOADS],
    }


def _figures(site: Site, store: Store, view: View) -> dict[str, Any]:
    found = histograms_of(site, store, view)
    return {"count": found.puzzles, "histograms": histogram_bars(found, view)}


def _techniques(site: Site, store: Store, view: View) -> dict[str, Any]:
    histogram = technique_bars(techniques_of(site, store, view), view)
    return {"techniques": [histogram] if histogram.bars else []}


def _figures_part(request: Request) -> Response:
    """The part of the page that counts, for a list with filters."""
    return _part(request, "figures.html", _figures)


def _techniques_part(request: Request) -> Response:
    """The part that counts techniques, which takes longer."""
    return _part(request, "techniques.html", _techniques)


def _part(request: Request, template: str, figures: Callable[[Site, Store, View], dict[str, Any]]) -> Response:
    site, view = site_of(request), view_of(request.query_params)
    with site.readers.store() as store:
        return site.page(request, template, figures(site, store, view))


def _json(request: Request) -> Response:
    return listing_as_json(request)


def _csv(request: Request) -> Response:
    """A page of the list as a table; the header `Link` leads to the next one."""
    view = view_of(request.query_params)
    with site_of(request).readers.store() as store:
        found = listed(store, view, _TABLE)
    text = io.StringIO()
    FORMATS["csv"].write(found.rows, found.columns, text)
    link = {} if found.next is None else {"link": f'</puzzles.csv?{found.next}>; rel="next"'}
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8", headers=link)


def _export(request: Request) -> Response:
    with site_of(request).readers.store() as store:
        return exported(store, request.query_params)


def _book(request: Request) -> Response:
    with site_of(request).readers.store() as store:
        return book(store, request.query_params)


routes = [
    answered("/puzzles", _browse),
    answered("/puzzles/figures", _figures_part),
    answered("/puzzles/techniques", _techniques_part),
    answered("/puzzles.json", _json),
    answered("/puzzles.csv", _csv),
    answered("/puzzles/export", _export, computes=True, seconds=_SECONDS_TO_WRITE),
    answered("/puzzles/book", _book, computes=True, seconds=60),
]
