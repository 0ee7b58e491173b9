"""A puzzle to play: of the catalogue, or any that a person types or pastes."""

import secrets
from typing import Any
from urllib.parse import parse_qs, urlencode

from sqlalchemy import func, select
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from catalogue.errors import CatalogueError
from catalogue.store.schema import boards
from catalogue.web.boards import LEGEND, grid_view, image_in, read_puzzle, title_of
from catalogue.web.handling import answered
from catalogue.web.pages.catalogue import found_puzzle
from catalogue.web.site import site_of
from engine import Grid, count_solutions, time_limit
from engine.board.symbols import DIGITS
from engine.rating.stored import why_unrated

_SECONDS = 2  # to count the solutions of a puzzle that is not in the catalogue


def _play(request: Request) -> Response:
    parameters = request.query_params
    if "board" in parameters:
        number = parameters["board"].strip()
        puzzle = found_puzzle(request, number)[1].grid
        image = image_in(parameters, puzzle)
        return _page(request, image.of(puzzle), title_of(number, image), number, None)
    if "puzzle" in parameters:
        return _of_text(request, parameters["puzzle"], parameters.get("blocks", ""))
    return _choice(request)


def _paste(request: Request) -> Response:
    """Lead from a text that was pasted to the address of its puzzle."""
    fields = parse_qs(request.state.body.decode("utf-8", "replace"), keep_blank_values=True)
    text, blocks = (fields.get(name, [""])[0] for name in ("puzzle", "blocks"))
    try:
        grid = read_puzzle(text, blocks=blocks.strip() or None)
    except ValueError as error:
        return _choice(request, text, blocks, str(error))
    return RedirectResponse(f"/play?{urlencode(_address(grid))}", 303)


def _of_text(request: Request, text: str, blocks: str) -> Response:
    try:
        grid = read_puzzle(text, blocks=blocks or None)
    except ValueError as error:
        return _choice(request, text, blocks, str(error))
    return _page(request, grid, "Your puzzle", None, _warning(grid))


def _page(request: Request, grid: Grid, name: str, number: str | None, warning: str | None) -> Response:
    values: dict[str, Any] = {
        "name": name,
        "number": number,
        "grid": grid_view(grid, name),
        "symbols": DIGITS[1 : grid.size + 1],
        "legend": LEGEND,
        "warning": warning,
        "why_no_hint": _why_no_hint(grid, warning),
    }
    return site_of(request).page(request, "play.html", values)


def _choice(request: Request, text: str = "", blocks: str = "", fault: str = "") -> Response:
    """The page where a puzzle is chosen, with what is wrong with the last one."""
    message = f"This cannot be played: {fault}." if fault else ""
    values = {"random": _any_board(request), "text": text, "blocks": blocks, "message": message}
    return site_of(request).page(request, "choose.html", values, 400 if fault else 200)


def _any_board(request: Request) -> int | None:
    """A number of a board at random; None without any."""
    try:
        with site_of(request).readers.store() as store:
            last = store.connection.execute(select(func.max(boards.c.id))).scalar()
    except CatalogueError:
        return None
    return None if last is None else secrets.randbelow(last + 1)


def _address(grid: Grid) -> dict[str, str]:
    return {"puzzle": grid.line()} | ({} if grid.board_shape.is_usual else {"blocks": grid.blocks})


def _warning(grid: Grid) -> str | None:
    """What a player should know of a puzzle that is not proven to have one solution."""
    try:
        with time_limit(_SECONDS):
            solutions = int(count_solutions(grid))
    except TimeoutError:
        return f"Its solutions cannot be counted in {_SECONDS} seconds: there may be none, or several."
    return {0: "This puzzle has no solution.", 1: None}.get(solutions, "This puzzle has several solutions.")


def _why_no_hint(grid: Grid, warning: str | None) -> str | None:
    if warning:
        return "Hints are for puzzles with exactly one solution."
    if why_unrated(grid.size):
        return "Hints are for boards up to 12x12."
    return None


routes = [
    answered("/play", _play),
    answered("/play", _paste, methods=["POST"]),
]
