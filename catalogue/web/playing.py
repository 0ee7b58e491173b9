"""A puzzle to play: of the catalogue, of a list that is played in its order, or any that a person types or pastes."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
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
from ..verbs.looking import Found, Opened, last_board
from .boards import found_puzzle
from .listings import check_numbers, total_of, view_of
from .puzzles import drawn_rows, how_to_score, kind_in, level_of, offers_for
from .safety import is_for_programs
from .site import Site, answered, language_of, site_of
from .solving import puzzle_in, read_with_rules


@dataclass(frozen=True)
class Place:
    """Where a puzzle stands in a list that is played."""

    words: str
    """Such as "3 of 24"; "of 24" if its place is not known."""
    next: str | None
    """The address of the one after it; None at the end."""
    back: str
    """The address of the list."""


def playlist_in(parameters: Mapping[str, str]) -> dict[str, str]:
    """Read from an address which list is played: `in` has the query of a list, `these` has numbers of puzzles."""
    return {name: parameters[name] for name in ("these", "in") if name in parameters}


def first_of(store: Opened, playlist: Mapping[str, str]) -> str | None:
    """Return the address of the first puzzle of a list; None for an empty one. ValueError for an unknown filter."""
    if "these" in playlist:
        numbers = _numbers(playlist["these"])
        return _in_list(numbers[0], playlist, 1) if numbers else None
    rows = view_of(QueryParams(playlist["in"])).puzzles(store).page(1, columns=("id",))
    return _in_list(str(rows[0][0]), playlist, 1) if rows else None


def place_of(
    site: Site, store: Opened, playlist: Mapping[str, str], number: str, at: str | None, language: str
) -> Place:
    """Return where a puzzle stands in a list; `at` is its place as the address has it. ValueError as `first_of`."""
    place = int(at) if at and at.isascii() and at.isdigit() and len(at) < 10 else None
    if "these" in playlist:
        numbers = _numbers(playlist["these"])
        place = numbers.index(number) + 1 if number in numbers else None
        following = numbers[place] if place and place < len(numbers) else None
        total, back = len(numbers), "/puzzles"
    else:
        view = view_of(QueryParams(playlist["in"]))
        rows = view.puzzles(store).page(1, after=number, columns=("id",))
        following = str(rows[0][0]) if rows else None
        total, back = total_of(site, store, view), f"/puzzles?{view.address()}"
    translate, written = translator(language), words_in(language).number
    words = translate("of {total} in the list", total=written(total))
    if place:
        words = translate("{place} of {total} in the list", place=written(place), total=written(total))
    return Place(words, _in_list(following, playlist, place + 1 if place else None) if following else None, back)


def _numbers(text: str) -> list[str]:
    numbers = [each.strip() for each in text.split(",") if each.strip()]
    check_numbers(numbers)
    return list(dict.fromkeys(numbers))


def _in_list(number: str, playlist: Mapping[str, str], place: int | None) -> str:
    at = {} if place is None else {"at": str(place)}
    return f"/play?{urlencode({'board': number, **playlist, **at}, safe=',')}"


_SECONDS = 2  # to count the solutions of a puzzle that is not in the catalogue
_SECONDS_TO_MAKE = 10  # to make a puzzle under rules


def _play(request: Request) -> Response:
    parameters = request.query_params
    kind = kind_in(parameters)
    if parameters.get("board"):
        try:
            return _of_catalogue(request, parameters["board"].strip())
        except HTTPException as error:
            if is_for_programs(request):
                raise
            return _choice(request, fault=error.detail, field="board", status=error.status_code)
    if parameters.get("example"):
        return _of_example(request, parameters["example"])
    if "puzzle" in parameters:
        return _of_text(request, parameters)
    if parameters.get("rules"):
        return _made_ruled(request, parameters["rules"])
    playlist = playlist_in(parameters)
    if not (kind or playlist) and "day" not in parameters:
        return _choice(request)
    if not site_of(request).has_boards():
        return _choice(request, fault="the catalogue has no boards yet", field="kind")
    if playlist:
        return _first_of_list(request, playlist)
    return _one_of_kind(request, kind) if kind else _of_day(request, parameters["day"])


def _of_catalogue(request: Request, number: str, day: str | None = None) -> Response:
    parameters = request.query_params
    found = found_puzzle(request, number)[1]
    puzzle = found.variant or image_in(parameters, found.grid).of(found.grid)
    image = Image() if found.variant else image_in(parameters, found.grid)
    level, language = level_of(found), language_of(request)
    translate = translator(language)
    level_in_words = words_in(language).say("levels", level.name) if level else None
    kind = kind_in(parameters) or ({"level": level.name} if level else {})
    about: dict[str, Any] = {
        "number": number,
        "level": level.name if level else None,
        "about": level_in_words,
        "next": f"/play?{urlencode(kind | {'not': number})}" if kind else None,
        "day": day,
        "start": _start_in(found, kind.get("technique")),
    }
    if playlist := playlist_in(parameters):
        with site_of(request).readers.store() as store:
            place = place_of(site_of(request), store, playlist, number, parameters.get("at"), language)
        words = filter(None, (level_in_words, place.words))
        about |= {"about": ", ".join(words), "next": place.next, "place": place}
    name = name_of(number, image, language)
    if day:
        name = translate("{name}, of {day}", name=name, day=day)
    return _page(request, puzzle, name, None, about)


def _start_in(found: Found, technique: str | None) -> str | None:
    """Where a puzzle begins that is played for a technique: at the first step of it; None for other puzzles."""
    moment = moment_of(found.variant or found.grid, technique) if technique else None
    return start_of(moment.position, moment.step) if moment else None


def _of_example(request: Request, name: str) -> Response:
    """The example of a lesson, from its position on."""
    try:
        lesson, example = lesson_of(name), example_of(name)
    except ValueError as error:
        return _choice(request, fault=str(error), field="kind")
    if example is None:
        return _choice(request, fault=f"there is no example of {lesson.title}", field="kind")
    about = {"start": start_of(example.position, example.step)}
    return _page(request, example.puzzle, f"{lesson.title}: the example", None, about)


def _first_of_list(request: Request, playlist: Mapping[str, str]) -> Response:
    """Lead to the first puzzle of a list that is played in its order."""
    try:
        with site_of(request).readers.store() as store:
            first = first_of(store, playlist)
    except ValueError as error:
        return _choice(request, fault=str(error), field="kind")
    return RedirectResponse(first, 303) if first else _choice(request, fault="the list has no puzzle", field="kind")


def _one_of_kind(request: Request, kind: Mapping[str, str]) -> Response:
    """Lead to a puzzle of the kind, drawn at random; not to the one that was played last."""
    try:
        with site_of(request).readers.store() as store:
            numbers = [each["id"] for each in drawn_rows(store, kind, 2)]
    except ValueError as error:
        return _choice(request, fault=str(error), field="kind")
    if not numbers:
        return _choice(request, fault=f"the catalogue has no puzzle with {' and '.join(kind.values())}", field="kind")
    last = request.query_params.get("not")
    number = next((each for each in numbers if each != last), numbers[0])
    return RedirectResponse(f"/play?{urlencode({'board': number, **kind})}", 303)


def _of_day(request: Request, text: str) -> Response:
    """The puzzle of a day, such as 2026-11-22: the same in every copy of the catalogue. Default: today."""
    if not text:
        return RedirectResponse(f"/play?day={date.today()}", 303)
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return _choice(request, fault=f"{text!r} is not a day such as {date.today()}", field="kind")
    with site_of(request).readers.store() as store:
        boards = last_board(store) + 1
    drawn = int.from_bytes(blake2b(day.isoformat().encode(), digest_size=8).digest())
    return _of_catalogue(request, str(drawn % boards), day.isoformat())


def _paste(request: Request) -> Response:
    """Lead from a text that was pasted to the address of its puzzle."""
    fields = parse_qs(request.state.body.decode("utf-8", "replace"), keep_blank_values=True)
    text, blocks, rules = (fields.get(name, [""])[0] for name in ("puzzle", "blocks", "rules"))
    try:
        address = _address(read_with_rules(text, rules.strip(), blocks.strip() or None))
    except ValueError as error:
        return _choice(request, text, blocks, str(error), rules=rules)
    return RedirectResponse(f"/play?{urlencode(address)}", 303)


def _of_text(request: Request, parameters: Mapping[str, str]) -> Response:
    """The page of a puzzle that its address holds, with its rules as constraint text or by their names."""
    text, blocks, rules = (parameters.get(name, "") for name in ("puzzle", "blocks", "rules"))
    try:
        if parameters.get("constraints"):
            puzzle = puzzle_in({"puzzle": text, "constraints": parameters["constraints"]})
        else:
            puzzle = read_with_rules(text, rules.strip(), blocks or None)
        name = translator(language_of(request))("Your puzzle")
        return _page(request, puzzle, name, _warning(puzzle), {})
    except ValueError as error:  # also of a rule that the page cannot write down
        return _choice(request, text, blocks, str(error), rules=rules)


def _made_ruled(request: Request, rules: str) -> Response:
    """Lead to a new puzzle under rules."""
    try:
        with time_limit(_SECONDS_TO_MAKE):
            puzzle = next(create_with_rules(CreateRequest(rules=rules)).puzzles)
    except TimeoutError:
        return _choice(request, fault=f"no puzzle under {rules} was found in {_SECONDS_TO_MAKE} seconds", field="rules")
    except (ValueError, CatalogueError) as error:
        return _choice(request, fault=str(error), field="rules")
    return RedirectResponse(f"/play?{urlencode(_address(puzzle))}", 303)


def _page(
    request: Request, puzzle: Grid | Variant, name: str, warning: str | None, about: Mapping[str, Any]
) -> Response:
    """The page where a puzzle is played. ValueError for a variant with a rule that constraint text lacks."""
    can_add = not (about or isinstance(puzzle, Variant) or warning or site_of(request).config.read_only)
    language = language_of(request)
    said = warning and translator(language)(warning, seconds=_SECONDS)
    values = play_values(puzzle, name, said, about, language) | {"can_add": can_add}
    return site_of(request).page(request, "play.html", values)


def _choice(
    request: Request,
    text: str = "",
    blocks: str = "",
    fault: str = "",
    field: str = "puzzle",
    status: int = 400,
    rules: str = "",
) -> Response:
    """The page where a puzzle is chosen. What is wrong stands beside the field: board, kind, rules or puzzle."""
    language = language_of(request)
    translate = translator(language)
    values = {
        "random": _any_board(request),
        "offers": offers_for(request),
        "how_to_score": how_to_score(site_of(request)),
        "empty": grid_view(Grid.empty(9), translate("The puzzle that you enter"), language),
        "symbols": DIGITS[1:10],
        "text": text,
        "blocks": blocks,
        "rules": rules,
        "rulebooks": [*whole_board_rules(), JIGSAW, KILLER, *MARKS],
        "message": translate("This cannot be played: {fault}.", fault=fault) if fault else "",
        "field": field,
        "asked": request.query_params,
    }
    return site_of(request).page(request, "choose.html", values, status if fault else 200)


def _any_board(request: Request) -> int | None:
    """A number of a board at random; None without any."""
    try:
        with site_of(request).readers.store() as store:
            last = last_board(store)
    except CatalogueError:
        return None
    return None if last < 0 else secrets.randbelow(last + 1)


def _address(puzzle: Grid | Variant) -> dict[str, str]:
    if isinstance(puzzle, Variant):
        return {"puzzle": constraint_text.write(puzzle)}
    grid = puzzle
    return {"puzzle": grid.line()} | ({} if grid.board_shape.is_usual else {"blocks": grid.blocks})


_TOO_LONG = "Its solutions cannot be counted in {seconds} seconds: there may be none, or several."
_SEVERAL = "This puzzle has several solutions."
_WARNINGS = {0: "This puzzle has no solution.", 1: None}


def _warning(puzzle: Grid | Variant) -> str | None:
    """Return the warning about a puzzle that is not proven to have one solution."""
    try:
        with time_limit(_SECONDS):
            if isinstance(puzzle, Variant):
                solutions = int(solve([puzzle], limit=2)[1][0])
            else:
                solutions = int(count_solutions(puzzle))
    except TimeoutError:
        return _TOO_LONG
    return _WARNINGS.get(solutions, _SEVERAL)


routes = [
    answered("/play", _play),
    answered("/play", _paste, methods=["POST"]),
]
