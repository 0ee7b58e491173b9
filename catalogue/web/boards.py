"""The page of a puzzle of the catalogue with its files, and of a class: its board, and the puzzles that share it."""

import secrets
from functools import partial
from io import BytesIO
from urllib.parse import quote, urlencode

from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ...engine import Grid, rank, unrank
from ...engine.boards import Boards
from ...engine.names import CLASSES
from ...engine.paths import technique_in_words
from ...engine.rules.model import SIZES
from ...engine.rules.texts import named_rules
from ...engine.shape import Shape
from ...engine.symmetry import automorphisms, pack
from ...engine.words import words_in
from ..errors import NoSuchPuzzle
from ..formats import FORMATS
from ..pages.boards import Image, file_formats, grid_view, image_in, legend, links_out, name_of, written
from ..pages.rendering import translator
from ..puzzles.columns import PUZZLE_METRICS, Range, number_of
from ..puzzles.kinds import FAST_CEILING
from ..verbs.looking import Found, by_class, last_board, looked_up, of_key, state
from .listings import view_of
from .puzzles import level_of, number_in
from .site import answered, download, language_of, name_and_kind, site_of

_USUAL = Shape.of(9)


def found_puzzle(request: Request, text: str) -> tuple[Range, Found]:
    """Return the puzzle with a number; HTTPException 404 if there is none."""
    number = number_in({"number": text})
    try:
        with site_of(request).readers.store() as store:
            return number, looked_up(store, number)
    except NoSuchPuzzle as error:
        raise HTTPException(404, str(error)) from error


def _board(request: Request) -> Response:
    """The page of a puzzle, as it is turned; a variant has its rules in words, and stays as it is."""
    number, found = found_puzzle(request, request.path_params["number"])
    puzzle, language = found.variant or found.grid, language_of(request)
    image = None if found.variant else image_in(request.query_params, found.grid)
    shown = image.of(found.grid) if image else puzzle
    name = number_of(number.first, number.place or 0)
    title, is_usual = name_of(name, image or Image(), language), not found.variant and found.blocks == _USUAL.blocks
    values = {
        "name": title,
        "number": name,
        "grid": grid_view(shown, title, language),
        "solution": image.of(found.solution).line() if image else found.row["solution"],
        "image": image,
        "address": partial(_address, request.query_params.get("in")),
        **({"turned": image.turned(found.grid), "mirrored": image.mirrored()} if image else {}),
        "list": request.query_params.get("in"),
        "facts": _facts(found, Shape.of(puzzle.size, found.blocks), language),
        "counts": [
            (each.name, found.row[each.name], each.meaning) for each in PUZZLE_METRICS.values() if each.name != "clues"
        ],
        "origins": found.origins,
        "tags": found.tags,
        "siblings": [number_of(number.first, place) for place in range(found.places)],
        "neighbours": _neighbours(request, name, number.first, found.last),
        "rules": named_rules(found.variant, language) if found.variant else None,
        "has_regions": bool(found.variant and found.variant.regions),
        "is_scored": is_usual,
        "has_class": is_usual,
        "files": [form.name for form in file_formats(puzzle)],
        "links": links_out(shown),
        "legend": legend(language),
        "why_no_path": None if puzzle.size <= SIZES[-1] else f"Paths are for boards up to {SIZES[-1]}x{SIZES[-1]}.",
    }
    return site_of(request).page(request, "board.html", values)


def _address(listing: str | None, number: str, image: Image | None = None) -> str:
    """The address of a board, as it is turned, and within the list that it was reached from."""
    turned = image.query if image else ""
    query = "&".join(filter(None, [turned, urlencode({"in": listing}) if listing else ""]))
    return f"/boards/{number}" + (f"?{query}" if query else "")


def _neighbours(request: Request, name: str, board: int, last: int) -> tuple[str | None, str | None]:
    listing = request.query_params.get("in")
    if listing is None:
        return (str(board - 1) if board else None, str(board + 1) if board < last else None)
    with site_of(request).readers.store() as store:
        found = view_of(QueryParams(listing)).puzzles(store)
        before, after = found.page(1, before=name, columns=("id",)), found.page(1, after=name, columns=("id",))
    return (str(before[0][0]) if before else None, str(after[0][0]) if after else None)


def _facts(found: Found, shape: Shape, language: str) -> list[tuple[str, str]]:
    row, level, translate, words = found.row, level_of(found), translator(language), words_in(language)
    facts = [("shape", str(shape))]
    if level:
        named, score = words.say("levels", level.name), words.number(level.score)
        facts.insert(0, ("level", translate("{level}, with a score of {score}", level=named, score=score)))
    clues = translate("{count}, minimal") if row["minimal"] else translate("{count}, not proven minimal")
    facts.append(("clues", clues.format(count=row["clues"])))
    if row["pattern"] and row["clues"]:
        facts.append(("pattern", row["pattern"]))
    said = {"above": translate("rated above {rating}", rating=FAST_CEILING)}
    said["beyond"] = translate("beyond all techniques known here")
    if row["rating_status"] == "rated":
        said["rated"] = translate(
            "rated {rating}, {grade}; hardest step: {hardest}",
            rating=words.decimal(f"{row['rating']:.1f}"),
            grade=words.say("levels", row["grade"]),
            hardest=technique_in_words(row["hardest"], language) if row["hardest"] else translate("none"),
        )
    if row["rating_status"] in said:
        facts.append(("Sudoku Explainer", said[row["rating_status"]]))
    return facts


def _file(request: Request) -> Response:
    number, found = found_puzzle(request, request.path_params["number"])
    puzzle, solution = found.variant or found.grid, str(found.row["solution"])
    form, able = FORMATS.get(request.path_params["form"]), file_formats(puzzle)
    if form is None or form not in able:
        raise HTTPException(404, f"this puzzle has files of the formats {', '.join(each.name for each in able)}")
    image = Image() if found.variant else image_in(request.query_params, found.grid)
    if not found.variant:
        puzzle, solution = image.of(found.grid), image.of(found.solution).line()
    name = "-".join(["puzzle", number_of(number.first, number.place or 0), *image.words])
    return download(BytesIO(written(form, puzzle, solution)), *name_and_kind(form, name))


# --- Classes ---

_MOST_RANKED = 20_000  # boards, of which the class takes 0.1 ms each
_MOST_OF_CLASS = 200


def _class_of_board(request: Request) -> Response:
    found = found_puzzle(request, request.path_params["number"])[1]
    solution = found.solution
    if found.variant or solution.board_shape != _USUAL:
        raise HTTPException(404, "only boards of 9x9 have a class with a number")
    return RedirectResponse(f"/class/{rank(solution)}", 303)


def _class(request: Request) -> Response:
    """The board of a class, and the puzzles of the catalogue whose solution is one of its images."""
    text = request.path_params["number"]
    if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) < CLASSES):
        raise HTTPException(404, f"{text!r} is not the number of a class: they go from 0 to {CLASSES - 1:,}")
    number = int(text)
    board = unrank(number)
    name = f"Class {number:,}"
    values = {
        "number": number,
        "classes": CLASSES,
        "grid": grid_view(Grid(board), name),
        "name": name,
        "line": Grid(board).line(),
        "automorphisms": int(automorphisms(board)),
        "random": secrets.randbelow(CLASSES),
        "found": _in_class(request, number, board),
    }
    return site_of(request).page(request, "class.html", values)


def _class_of_number(request: Request) -> Response:
    """Lead to the class of a number, or of any."""
    text = request.query_params.get("number", "").replace(",", "").strip()
    return RedirectResponse(f"/class/{quote(text, safe='') if text else secrets.randbelow(CLASSES)}", 303)


def _in_class(request: Request, number: int, board: Boards) -> list[str] | None:
    """The puzzles of the catalogue with a class, at most some; None if the catalogue does not know classes."""
    site = site_of(request)
    if not site.has_boards():
        return []
    with site.readers.store() as store:
        if store.settings.shape != _USUAL:
            return []
        if store.settings.symmetry == "full":
            return of_key(store, pack(board[None])[0].tobytes(), _MOST_OF_CLASS)
        if last_board(store) >= _MOST_RANKED:
            return None
        key = ("classes", state(store))
        return site.remembered.get(key, lambda: by_class(store)).get(number, [])[:_MOST_OF_CLASS]


routes = [
    answered("/boards/{number}/class", _class_of_board, computes=True),  # before files, which have any name
    answered("/boards/{number}", _board),
    answered("/boards/{number}/{form}", _file),
    answered("/class", _class_of_number),
    answered("/class/{number}", _class, computes=True),
]
