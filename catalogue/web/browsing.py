"""The pages of the catalogue: the start, and the list of puzzles."""

import io
from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ...engine import PATTERNS
from ...engine.words import words_in
from ..formats import FORMATS
from ..pages.boards import lines
from ..pages.contents import CARD_COLUMNS, card_of, numbers_of_list
from ..pages.rendering import translator
from ..puzzles.columns import MEANINGS, NUMBER_COLUMNS
from ..puzzles.techniques import SCORED_NUMBERS, TECHNIQUE_NUMBERS
from ..verbs.looking import USUAL, Opened, has_variants, labels
from .downloads import CHAPTERS, DOWNLOADS, book_fields, bound, exported
from .listings import (
    View,
    Wrong,
    chips,
    facets_of,
    histogram_bars,
    histograms_of,
    listed,
    plain_name,
    stored_technique_in_words,
    technique_bars,
    techniques_of,
    view_of,
    wrong_filter,
)
from .puzzles import how_to_score, listed_with_rules, listing_as_json, offers_of
from .safety import is_for_programs
from .site import Site, answered, language_of, site_of


def _start(request: Request) -> Response:
    return RedirectResponse("/puzzles", 303) if site_of(request).has_boards() else start_page(request)


def start_page(request: Request) -> Response:
    """Say how to get boards."""
    site = site_of(request)
    return site.page(request, "start.html", {"home": site.config.home})


_TABLE = tuple(name for name in USUAL if name != "id")
_SECONDS_TO_WRITE = 600  # for a file of a million puzzles


def _browse(request: Request) -> Response:
    """A page of the list. Parameters that a form left empty are taken out of the address.

    Figures of all puzzles are known; figures of some are counted once the page is there.
    """
    site = site_of(request)
    try:
        view = view_of(request.query_params)
    except ValueError:
        if is_for_programs(request) or (wrong := wrong_filter(request.query_params)) is None:
            raise
        return _refused(request, *wrong)
    here = _here(view)
    if not all(value for _, value in request.query_params.multi_items()):
        return RedirectResponse(f"/puzzles?{here}", 303)
    if not site.has_boards():
        return start_page(request)
    with site.readers.store() as store:
        numbers = numbers_of_list(view.sort, view.filters)
        columns = tuple(dict.fromkeys((*CARD_COLUMNS, *numbers)))
        found, (of_tag, of_rule) = listed(store, view, columns, placed=True), labels(store)
        shape = store.settings.shape
        listing = [card_of(puzzle, store.settings, numbers, language_of(request)) for puzzle in found.objects()]
        values = {
            "view": view,
            "chips": chips(view, language_of(request)),
            "puzzles": listing,
            "lines": lines(shape),
            "previous": found.previous,
            "next": found.next,
            "here": here,
            "span": partial(_span, view, len(found.rows), language_of(request)),
            "first": None if view.place == 1 else view.address(),
            "last": None if found.next is None else view.address(last="1"),
            "tags": of_tag,
            "rules": of_rule,
            "wrong": None,
            **_choices(site, store, language_of(request)),
            "is_counted": view.criteria.exclude_nothing,
            **(
                _figures(site, store, view, language_of(request)) | _techniques(site, store, view, language_of(request))
                if view.criteria.exclude_nothing
                else {}
            ),
        }
    return site.page(request, "browse.html", values)


def _refused(request: Request, view: View, wrong: Wrong) -> Response:
    """The page of the list with its filters as they were given, and an error beside one of them."""
    site = site_of(request)
    if not site.has_boards():
        return start_page(request)
    values = {
        "view": view,
        "wrong": wrong,
        "chips": chips(view, language_of(request)),
        "puzzles": [],
        "tags": [],
        "rules": [],
        "is_counted": True,
    }
    nothing = dict.fromkeys(("previous", "next", "first", "last"))
    figures = {"count": 0, "histograms": [], "of_ratings": [], "techniques": [], "of_ratings_too": []}
    figures |= {"here": "", "lines": ""}
    with site.readers.store() as store:
        return site.page(
            request, "browse.html", {**values, **nothing, **figures, **_choices(site, store, language_of(request))}, 400
        )


def _here(view: View) -> str:
    """The query of the address of a page of the list."""
    place = None if view.place in (None, 1) else str(view.place)
    return view.address(after=view.after, before=view.before, last="1" if view.last else None, **{"from": place})


def _span(view: View, rows: int, language: str, total: int) -> str:
    """Which part of a list its page has, such as "51 to 100 of 1,328"; nothing if that is not known."""
    begin = total - rows + 1 if view.last else view.place
    translate, number = translator(language), words_in(language).number
    if not begin:
        return translate("of {total}", total=number(total))
    last = number(begin + rows - 1)
    return translate("{first} to {last} of {total}", first=number(begin), last=last, total=number(total))


def _choices(site: Site, store: Opened, language: str) -> dict[str, Any]:
    """The choices of filters and dialogs: of grades, levels and techniques only what the catalogue has."""
    counted, offers = histograms_of(site, store, View()), offers_of(site, store)
    used = techniques_of(site, store, View())
    techniques = [name for name in TECHNIQUE_NUMBERS if name in used]
    return {
        "sorts": list(NUMBER_COLUMNS),
        "in_words": partial(stored_technique_in_words, language=language),
        "names": {
            "level": list(offers.levels),
            "grade": [grade for grade, count in counted.grades.items() if count],
            "pattern": PATTERNS,
            "technique": techniques,
            "without_technique": techniques,
            "only_technique": [name for name in SCORED_NUMBERS if name in {plain_name(each) for each in used}],
        },
        "bounds": [(name, MEANINGS[column]) for name, column in NUMBER_COLUMNS.items()],
        "formats": [FORMATS[name] for name in DOWNLOADS],
        "unscored": offers.unscored,
        "levels": offers.levels,
        "how_to_score": how_to_score(site),
        "book": book_fields(),
        "chapters": CHAPTERS,
    }


def _figures(site: Site, store: Opened, view: View, language: str) -> dict[str, Any]:
    found = facets_of(site, store, view)
    usual, explainer = histogram_bars(found, view, language)
    return {"count": found.puzzles, "histograms": usual, "of_ratings": explainer}


def _techniques(site: Site, store: Opened, view: View, language: str) -> dict[str, Any]:
    usual, explainer = technique_bars(techniques_of(site, store, view), view, language)
    return {"techniques": usual, "of_ratings_too": explainer}


def _figures_part(request: Request) -> Response:
    """The part of the page that counts, for a list with filters."""
    return _part(request, "figures.html", _figures)


def _techniques_part(request: Request) -> Response:
    """The part that counts techniques, which takes longer."""
    return _part(request, "techniques.html", _techniques)


def _part(request: Request, template: str, figures: Callable[[Site, Opened, View, str], dict[str, Any]]) -> Response:
    site, view = site_of(request), view_of(request.query_params)
    with site.readers.store() as store:
        return site.page(request, template, figures(site, store, view, language_of(request)))


def _page_as_json(request: Request) -> Response:
    return listing_as_json(request)


def _page_as_csv(request: Request) -> Response:
    """A page of the list as a table; the header `Link` leads to the next one."""
    view = view_of(request.query_params)
    with site_of(request).readers.store() as store:
        found = listed_with_rules(
            store, view, (*_TABLE, "rules", "constraints") if has_variants(store, view.criteria) else _TABLE
        )
    text = io.StringIO()
    FORMATS["csv"].write(found.rows, found.columns, text)
    link = {} if found.next is None else {"link": f'</puzzles.csv?{found.next}>; rel="next"'}
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8", headers=link)


def _export(request: Request) -> Response:
    with site_of(request).readers.store() as store:
        return exported(store, request.query_params)


def _book(request: Request) -> Response:
    with site_of(request).readers.store() as store:
        return bound(store, request.query_params)


routes = [
    answered("/", _start),
    answered("/puzzles", _browse),
    answered("/puzzles/figures", _figures_part),
    answered("/puzzles/techniques", _techniques_part),
    answered("/puzzles.json", _page_as_json),
    answered("/puzzles.csv", _page_as_csv),
    answered("/puzzles/export", _export, computes=True, seconds=_SECONDS_TO_WRITE),
    answered("/puzzles/book", _book, computes=True, seconds=60),
]
