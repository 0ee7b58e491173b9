"""The pages of the catalogue: the start, the list of puzzles, and the list as a file or a book."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ...engine import PATTERNS
from ...engine.grades import Level
from ...engine.words import words_in
from ..errors import CatalogueError, NoSuchPuzzle
from ..formats import FORMATS
from ..pages.boards import lines
from ..pages.contents import CARD_COLUMNS, card_of, numbers_of_list
from ..pages.rendering import translator
from ..puzzles.columns import MEANINGS, NUMBER_COLUMNS
from ..puzzles.kinds import TRIAL_DEPTHS
from ..puzzles.techniques import SCORED_NUMBERS, TECHNIQUE_NUMBERS
from ..requests.request import Option, hints_of, made, options_of
from ..requests.selection import NumberedSelection
from ..verbs.book import BookRequest, book
from ..verbs.export import EXPORTED, ExportRequest, export
from ..verbs.looking import USUAL, Opened, has_variants, labels
from ..verbs.query import QueryRequest, query
from . import listings
from .api import truth, whole_in
from .listings import View
from .messages import said_in
from .puzzles import how_to_score, listed_with_rules, listing_as_json, offers_of
from .safety import is_for_programs
from .site import PARAMETER, Site, answered, download, language_of, name_and_kind, site_of


def _start(request: Request) -> Response:
    return RedirectResponse("/puzzles", 303) if site_of(request).has_boards() else start_page(request)


def start_page(request: Request) -> Response:
    """Say how to get boards."""
    site = site_of(request)
    return site.page(request, "start.html", {"home": site.config.home})


# --- The list ---

_TABLE = tuple(name for name in USUAL if name != "id")


def _browse(request: Request) -> Response:
    """A page of the list. Parameters that a form left empty are taken out of the address.

    Figures of all puzzles are known; figures of some are counted once the page is there. If a filter is wrong, the page
    has the filters as they were given, and an error beside it.
    """
    site, language, wrong = site_of(request), language_of(request), None
    try:
        view = listings.view_of(request.query_params, (PARAMETER,))
    except ValueError:
        if is_for_programs(request) or (found := listings.wrong_filter(request.query_params)) is None:
            raise
        view, wrong = found[0], {**found[1], "message": said_in(language, found[1]["message"])}
    place = None if view.place in (None, 1) else str(view.place)
    here = view.address(after=view.after, before=view.before, last="1" if view.last else None, **{"from": place})
    if not wrong and not all(value for _, value in request.query_params.multi_items()):
        return RedirectResponse(f"/puzzles?{here}", 303)
    if not site.has_boards():
        return start_page(request)
    values = {"view": view, "wrong": wrong, "chips": listings.chips(view, language)}
    with site.readers.store() as store:
        values |= _nothing() if wrong else _page_of(site, store, view, language) | {"here": here}
        values |= _choices(site, store, language)
    return site.page(request, "browse.html", values, 400 if wrong else 200)


def _page_of(site: Site, store: Opened, view: View, language: str) -> dict[str, Any]:
    """The puzzles of a page of the list, the pages beside it, and the figures of the list if they are known."""
    numbers = numbers_of_list(view.sort, view.filters)
    columns = tuple(dict.fromkeys((*CARD_COLUMNS, *numbers)))
    found, (of_tag, of_rule) = listings.listed(store, view, columns, placed=True), labels(store)
    is_counted = view.criteria.exclude_nothing
    counted = {}
    if is_counted:
        counted = listings.figures(site, store, view, language)
        counted |= listings.technique_figures(site, store, view, language)
    return {
        "puzzles": [card_of(puzzle, store.settings, numbers, language) for puzzle in found.objects()],
        "lines": lines(store.settings.shape),
        "previous": found.previous,
        "next": found.next,
        "span": partial(_span, view, len(found.rows), language),
        "first": None if view.place == 1 else view.address(),
        "last": None if found.next is None else view.address(last="1"),
        "tags": of_tag,
        "rules": of_rule,
        "is_counted": is_counted,
        **counted,
    }


def _nothing() -> dict[str, Any]:
    lists = ("puzzles", "tags", "rules", "histograms", "of_ratings", "techniques", "of_ratings_too")
    pages = dict.fromkeys(("previous", "next", "first", "last"))
    return {**{name: [] for name in lists}, **pages, "here": "", "lines": "", "count": 0, "is_counted": True}


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
    counted, offers = listings.histograms_of(site, store, View()), offers_of(site, store)
    used = listings.techniques_of(site, store, View())
    techniques = [name for name in TECHNIQUE_NUMBERS if name in used]
    return {
        "sorts": list(NUMBER_COLUMNS),
        "in_words": partial(listings.stored_technique_in_words, language=language),
        "names": {
            "level": list(offers.levels),
            "grade": [grade for grade, count in counted.grades.items() if count],
            "pattern": PATTERNS,
            **({"trial_depth": TRIAL_DEPTHS} if isinstance(store.home, Path) else {}),  # a server computes none
            "technique": techniques,
            "without_technique": techniques,
            "only_technique": [name for name in SCORED_NUMBERS if name in {listings.plain_name(each) for each in used}],
        },
        "bounds": [(name, MEANINGS[name]) for name in NUMBER_COLUMNS],
        "formats": [FORMATS[name] for name in EXPORTED],
        "unscored": offers.unscored,
        "levels": offers.levels,
        "how_to_score": how_to_score(site),
        "book": _book_fields(),
        "chapters": list(map(str, Level)),
    }


def _part(template: str, of: Callable[[Site, Opened, View, str], dict[str, Any]], request: Request) -> Response:
    """A part of the page that counts, for a list with filters; techniques take longer."""
    site, view = site_of(request), listings.view_of(request.query_params, (PARAMETER,))
    with site.readers.store() as store:
        return site.page(request, template, of(site, store, view, language_of(request)))


def _page_as_csv(request: Request) -> Response:
    """A page of the list as a table; the header `Link` leads to the next one."""
    view = listings.view_of(request.query_params)
    with site_of(request).readers.store() as store:
        rules = ("rules", "constraints") if has_variants(store, view.criteria) else ()
        found = listed_with_rules(store, view, (*_TABLE, *rules))
    text = io.StringIO()
    FORMATS["csv"].write(found.rows, found.columns, text)
    link = {} if found.next is None else {"link": f'</puzzles.csv?{found.next}>; rel="next"'}
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8", headers=link)


# --- Files ---

_MOST_PICTURES = 500


def _chosen(parameters: QueryParams, others: Sequence[str]) -> dict[str, Any]:
    """Which puzzles an address asks for, as fields of a request: all of a list, or those that it names as `numbers`."""
    names = [name for text in parameters.getlist("numbers") for name in text.split(",") if name]
    listings.check_numbers(names)
    return listings.view_of(parameters, (*others, "numbers")).fields | {"numbers": names or None}


def _count(store: Opened, chosen: dict[str, Any], most: int) -> int:
    with query(store, QueryRequest(**chosen, limit=most)) as found:
        return len(found.puzzles)


def _export(request: Request) -> Response:
    parameters = request.query_params
    form = FORMATS.get(parameters.get("format", "csv"))
    if form is None or form.name not in EXPORTED:
        raise ValueError(f"format is not one of {', '.join(EXPORTED)}")
    chosen, solution = _chosen(parameters, ("format", "solution")), truth(parameters, "solution", default=True)
    with site_of(request).readers.store() as store:
        count = _count(store, chosen, _MOST_PICTURES + 1) if form.is_picture else 1
        if count > _MOST_PICTURES:
            raise ValueError(f"more than {_MOST_PICTURES} pictures: choose fewer puzzles, or another format")
        file = TemporaryFile()  # noqa: SIM115  the response closes it
        try:
            export(store, ExportRequest(**chosen, format=form.name, solution=solution, archive=count > 1, file=file))
        except BaseException as error:
            file.close()
            if isinstance(error, CatalogueError) and not isinstance(error, NoSuchPuzzle):
                raise ValueError(str(error)) from error  # what the format lacks for these puzzles
            raise
    return download(file, *name_and_kind(form, is_archive=count > 1))


# --- Books ---

_MOST_IN_BOOK = 2000
_MOST_LETTERS = 100
"""Of a text in a book."""


@dataclass(frozen=True)
class _Field:
    """An option of the dialog, with the kind of its control: text, whole, choice or flag."""

    name: str
    label: str
    kind: str
    choices: Sequence[str]
    default: str
    option: Option

    def read(self, text: str) -> object:
        """Return the value of a text. ValueError for one that it cannot have."""
        if len(text) > _MOST_LETTERS:
            article = "an" if self.label[0] in "AEIOU" else "a"
            raise ValueError(f"{article} {self.label.lower()} has at most {_MOST_LETTERS} characters")
        try:
            if self.kind == "flag":
                return truth({self.name: text}, self.name)
            if self.choices and text not in self.choices:
                raise ValueError(f"{text!r} is not one of {', '.join(self.choices)}")
            return self.option.read(text)
        except ValueError as error:
            raise ValueError(f"{self.label.lower()}: {error}") from None


def _book_fields() -> list[_Field]:
    """Return the options of a book that are not about which puzzles it has, nor files of the server."""
    others, defaults = (
        {*options_of(NumberedSelection), "base"},
        {each.name: each.default for each in fields(BookRequest)},
    )
    found = []
    for name, option in options_of(BookRequest).items():
        if name in others or option.is_local:
            continue
        choices = [str(each) for each in option.choices()] if option.choices else []
        kind = "choice" if choices else "text" if option.greatest is None else "whole"
        kind = "flag" if hints_of(BookRequest)[name] is bool else kind
        words = option.help.partition(". ")[0].partition(":")[0].partition(", or ")[0].rstrip(".")
        label = {"isbn": "ISBN"}.get(name, name.capitalize()) if kind == "text" else words
        usual = "" if defaults[name] in (None, MISSING, "") else str(defaults[name])
        found.append(_Field(name, label, kind, choices, usual, option))
    return found


def _book(request: Request) -> Response:
    """A PDF with puzzles; `chapter=easy=50`, perhaps several times, makes chapters of so many puzzles of a level.

    ValueError for an unknown value, for no puzzles, and for too many.
    """
    parameters, options = request.query_params, _book_fields()
    chosen = _chosen(parameters, (*(each.name for each in options), "chapter", "limit", "shuffled"))
    if truth(parameters, "shuffled"):
        chosen |= {"sort": "random", "desc": False}
    if limit := whole_in(parameters, "limit", 0, 1, _MOST_IN_BOOK):
        chosen["limit"] = limit
    if chapters := [text for text in parameters.getlist("chapter") if text]:
        _check_chapters(chapters, chosen.get("level"))
        chosen["level"] = chapters
    values = {each.name: each.read(text) for each in options if (text := parameters.get(each.name, "").strip())}
    with TemporaryFile() as file, site_of(request).readers.store() as store:
        asked = made(BookRequest, {**chosen, **values, "file": file})
        count = sum(asked.quotas.values()) or asked.limit or _count(store, chosen, _MOST_IN_BOOK + 1)
        if not count:
            raise ValueError("no puzzles for a book")
        if count > _MOST_IN_BOOK:
            raise ValueError(f"more than {_MOST_IN_BOOK:,} puzzles: choose fewer, or use catalogue book")
        book(store, asked)
        file.seek(0)
        headers = {"content-disposition": 'attachment; filename="puzzles.pdf"'}
        return Response(file.read(), media_type="application/pdf", headers=headers)


def _check_chapters(texts: Sequence[str], levels: Sequence[str] | None) -> None:
    """ValueError for a text without a number, or for a level that the list leaves out."""
    for text in texts:
        level, _, number = text.partition("=")
        if levels and level not in levels:
            raise ValueError(f"the list has no {level} puzzles: take away its filter of levels, or the chapter")
        if not number:
            raise ValueError(f"chapter {text!r} is not a level and a number, such as easy=50")


routes = [
    answered("/", _start),
    answered("/puzzles", _browse),
    answered("/puzzles/figures", partial(_part, "figures.html", listings.figures)),
    answered("/puzzles/techniques", partial(_part, "techniques.html", listings.technique_figures)),
    answered("/puzzles.json", listing_as_json),
    answered("/puzzles.csv", _page_as_csv),
    answered("/puzzles/export", _export, computes=True, seconds=600),  # a file of a million puzzles
    answered("/puzzles/book", _book, computes=True, seconds=60),
]
