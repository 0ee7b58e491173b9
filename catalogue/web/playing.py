"""A puzzle to play: of the catalogue, of a list that is played in its order, or any that a person types or pastes."""

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from hashlib import blake2b
from typing import Any
from urllib.parse import parse_qs, urlencode

from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ...engine import Grid, Variant, count_solutions, solve, time_limit
from ...engine.names import JIGSAW, KILLER, MARKS
from ...engine.paths import example_of, lesson_of
from ...engine.rules.formats import constraint_text
from ...engine.rules.rulebook import whole_board_rules
from ...engine.shape import DIGITS
from ...engine.words import words_in
from ..errors import CatalogueError
from ..pages.boards import Image, grid_view, image_in, name_of
from ..pages.contents import moment_of, play_values, start_of
from ..pages.rendering import translator
from ..verbs.create import CreateRequest, create_with_rules
from ..verbs.looking import last_board
from .boards import found_puzzle
from .listings import check_numbers, total_of, view_of
from .messages import said_in
from .puzzles import drawn_rows, how_to_score, kind_in, level_of, offers_for
from .safety import is_for_programs
from .site import answered, language_of, site_of
from .solving import puzzle_in, read_with_rules


def _play(request: Request) -> Response:
    """The puzzle that an address asks for, or the page where one is chosen; a fault stands there beside its field."""
    parameters = request.query_params
    if parameters.get("board"):
        try:
            return _of_catalogue(request, parameters["board"].strip())
        except HTTPException as error:
            if is_for_programs(request):
                raise
            return _choice(request, error.detail, "board", status=error.status_code)
    if "puzzle" in parameters and not parameters.get("example"):
        try:
            return _of_text(request, parameters)
        except ValueError as error:  # also of a rule that the page cannot write down
            return _choice(request, str(error), "puzzle", parameters)
    field = "rules" if parameters.get("rules") and not parameters.get("example") else "kind"
    try:
        return _made_ruled(parameters["rules"]) if field == "rules" else _of_kind(request, parameters)
    except ValueError as error:
        return _choice(request, str(error), field)


def _of_kind(request: Request, parameters: Mapping[str, str]) -> Response:
    """An example, the first puzzle of a list, one of a level or technique, or that of a day. ValueError for none."""
    if name := parameters.get("example"):
        return _of_example(request, name)
    kind, playlist = kind_in(parameters), _playlist_in(parameters)
    if not (kind or playlist) and "day" not in parameters:
        return _choice(request)
    if not site_of(request).has_boards():
        raise ValueError("the catalogue has no boards yet")
    with site_of(request).readers.store() as store:
        boards = last_board(store) + 1
        if playlist:
            numbers = _numbers(playlist)
            if numbers is None:
                rows = view_of(QueryParams(playlist["in"])).puzzles(store).page(1, columns=("id",))
                numbers = [str(row[0]) for row in rows]
            if not numbers:
                raise ValueError("the list has no puzzle")
            return RedirectResponse(_in_list(numbers[0], playlist, 1), 303)
        if kind:  # at random, and not the one that was played last
            numbers = [each["id"] for each in drawn_rows(store, kind, 2)]
            if not numbers:
                raise ValueError(f"the catalogue has no puzzle with {' and '.join(kind.values())}")
            number = next((each for each in numbers if each != parameters.get("not")), numbers[0])
            return RedirectResponse(f"/play?{urlencode({'board': number, **kind})}", 303)
    return _of_day(request, parameters["day"], boards)


def _of_example(request: Request, name: str) -> Response:
    lesson, example = lesson_of(name), example_of(name)
    if example is None:
        raise ValueError(f"there is no example of {lesson.title}")
    about = {"start": start_of(example.position, example.step)}
    return _page(request, example.puzzle, f"{lesson.title}: the example", about)


def _of_day(request: Request, text: str, boards: int) -> Response:
    """The puzzle of a day, such as 2026-11-22: the same in every copy of the catalogue. Default: today."""
    if not text:
        return RedirectResponse(f"/play?day={date.today()}", 303)
    try:
        day = date.fromisoformat(text).isoformat()
    except ValueError:
        raise ValueError(f"{text!r} is not a day such as {date.today()}") from None
    drawn = int.from_bytes(blake2b(day.encode(), digest_size=8).digest())
    return _of_catalogue(request, str(drawn % boards), day)


def _of_catalogue(request: Request, number: str, day: str | None = None) -> Response:
    parameters, language = request.query_params, language_of(request)
    found = found_puzzle(request, number)[1]
    image = Image() if found.variant else image_in(parameters, found.grid)
    puzzle = found.variant or image.of(found.grid)
    level, words = level_of(found), words_in(language)
    level_in_words = words.say("levels", level.name) if level else None
    kind = kind_in(parameters) or ({"level": level.name} if level else {})
    moment = moment_of(found.variant or found.grid, kind["technique"]) if kind.get("technique") else None
    about: dict[str, Any] = {
        "number": number,
        "level": level.name if level else None,
        "about": level_in_words,
        "next": f"/play?{urlencode(kind | {'not': number})}" if kind else None,
        "day": day,
        "start": start_of(moment.position, moment.step) if moment else None,  # where its technique applies
    }
    if playlist := _playlist_in(parameters):
        place = _place_of(request, playlist, number)
        about |= {"about": ", ".join(filter(None, (level_in_words, place["words"]))), "next": place["next"]}
        about["place"] = place
    name = name_of(number, image, language)
    if day:
        name = translator(language)("{name}, of {day}", name=name, day=day)
    return _page(request, puzzle, name, about)


# --- Lists that are played ---


def _playlist_in(parameters: Mapping[str, str]) -> dict[str, str]:
    """Read from an address which list is played: `in` has the query of a list, `these` has numbers of puzzles."""
    return {name: parameters[name] for name in ("these", "in") if name in parameters}


def _numbers(playlist: Mapping[str, str]) -> Sequence[str] | None:
    """The numbers that a list names; None for a list that is asked for by a query."""
    if "these" not in playlist:
        return None
    numbers = [each.strip() for each in playlist["these"].split(",") if each.strip()]
    check_numbers(numbers)
    return list(dict.fromkeys(numbers))


def _place_of(request: Request, playlist: Mapping[str, str], number: str) -> dict[str, str | None]:
    """Where a puzzle stands in a list: in `words`, such as "3 of 24", the `next` one, and `back` to the list.

    ValueError for an unknown filter.
    """
    site, language, at = site_of(request), language_of(request), request.query_params.get("at")
    place = int(at) if at and at.isascii() and at.isdigit() and len(at) < 10 else None
    numbers = _numbers(playlist)
    if numbers is not None:
        place = numbers.index(number) + 1 if number in numbers else None
        following = numbers[place] if place and place < len(numbers) else None
        total, back = len(numbers), "/puzzles"
    else:
        view = view_of(QueryParams(playlist["in"]))
        with site.readers.store() as store:
            rows = view.puzzles(store).page(1, after=number, columns=("id",))
            total, back = total_of(site, store, view), f"/puzzles?{view.address()}"
        following = str(rows[0][0]) if rows else None
    translate, written = translator(language), words_in(language).number
    words = translate("of {total} in the list", total=written(total))
    if place:
        words = translate("{place} of {total} in the list", place=written(place), total=written(total))
    following = _in_list(following, playlist, place + 1 if place else None) if following else None
    return {"words": words, "next": following, "back": back}


def _in_list(number: str, playlist: Mapping[str, str], place: int | None) -> str:
    at = {} if place is None else {"at": str(place)}
    return f"/play?{urlencode({'board': number, **playlist, **at}, safe=',')}"


# --- Other puzzles ---

_SECONDS = 2  # to count the solutions of a puzzle that is not in the catalogue
_SECONDS_TO_MAKE = 10  # to make a puzzle under rules


def _paste(request: Request) -> Response:
    fields = parse_qs(request.state.body.decode("utf-8", "replace"), keep_blank_values=True)
    told = {name: fields.get(name, [""])[0] for name in ("puzzle", "blocks", "rules")}
    try:
        return _led_to(read_with_rules(told["puzzle"], told["rules"].strip(), told["blocks"].strip() or None))
    except ValueError as error:
        return _choice(request, str(error), "puzzle", told)


def _made_ruled(rules: str) -> Response:
    try:
        with time_limit(_SECONDS_TO_MAKE):
            return _led_to(next(create_with_rules(CreateRequest(rules=rules)).puzzles))
    except TimeoutError:
        raise ValueError(f"no puzzle under {rules} was found in {_SECONDS_TO_MAKE} seconds") from None
    except CatalogueError as error:
        raise ValueError(str(error)) from error


def _led_to(puzzle: Grid | Variant) -> Response:
    if isinstance(puzzle, Variant):
        address = {"puzzle": constraint_text.write(puzzle)}
    else:
        address = {"puzzle": puzzle.line()} | ({} if puzzle.board_shape.is_usual else {"blocks": puzzle.blocks})
    return RedirectResponse(f"/play?{urlencode(address)}", 303)


def _of_text(request: Request, parameters: Mapping[str, str]) -> Response:
    text, blocks, rules = (parameters.get(name, "") for name in ("puzzle", "blocks", "rules"))
    if parameters.get("constraints"):
        puzzle = puzzle_in({"puzzle": text, "constraints": parameters["constraints"]})
    else:
        puzzle = read_with_rules(text, rules.strip(), blocks or None)
    translate = translator(language_of(request))
    warning = _warning(puzzle)
    return _page(request, puzzle, translate("Your puzzle"), {}, warning and translate(warning, seconds=_SECONDS))


_TOO_LONG = "Its solutions cannot be counted in {seconds} seconds: there may be none, or several."
_SEVERAL = "This puzzle has several solutions."
_WARNINGS = {0: "This puzzle has no solution.", 1: None}


def _warning(puzzle: Grid | Variant) -> str | None:
    try:
        with time_limit(_SECONDS):
            solutions = solve([puzzle], limit=2)[1][0] if isinstance(puzzle, Variant) else count_solutions(puzzle)
        return _WARNINGS.get(int(solutions), _SEVERAL)
    except TimeoutError:
        return _TOO_LONG


def _page(
    request: Request, puzzle: Grid | Variant, name: str, about: Mapping[str, Any], warning: str | None = None
) -> Response:
    """The page where a puzzle is played. ValueError for a variant with a rule that constraint text lacks."""
    can_add = not (about or isinstance(puzzle, Variant) or warning or site_of(request).config.read_only)
    values = play_values(puzzle, name, warning, about, language_of(request)) | {"can_add": can_add}
    return site_of(request).page(request, "play.html", values)


def _choice(
    request: Request, fault: str = "", field: str = "puzzle", told: Mapping[str, str] | None = None, status: int = 400
) -> Response:
    """The page where a puzzle is chosen, with what was told; a fault stands beside its field, or the puzzle."""
    language, told, last = language_of(request), told or {}, -1
    translate = translator(language)
    with suppress(CatalogueError), site_of(request).readers.store() as store:
        last = last_board(store)
    values = {
        "random": None if last < 0 else secrets.randbelow(last + 1),
        "offers": offers_for(request),
        "how_to_score": how_to_score(site_of(request)),
        "empty": grid_view(Grid.empty(9), translate("The puzzle that you enter"), language),
        "symbols": DIGITS[1:10],
        "text": told.get("puzzle", ""),
        "blocks": told.get("blocks", ""),
        "rules": told.get("rules", ""),
        "rulebooks": [*whole_board_rules(), JIGSAW, KILLER, *MARKS],
        "message": translate("This cannot be played: {fault}.", fault=said_in(language, fault)) if fault else "",
        "field": field,
        "asked": request.query_params,
    }
    return site_of(request).page(request, "choose.html", values, status if fault else 200)


routes = [
    answered("/play", _play),
    answered("/play", _paste, methods=["POST"]),
]
