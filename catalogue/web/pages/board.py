"""A board of the catalogue: drawn large, its solution, its path step by step, its files and links."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from catalogue.formats.digits import grid_of
from catalogue.formats.registry import FORMATS
from catalogue.metrics import PUZZLE_METRICS
from catalogue.puzzle_numbers import Range, number_of
from catalogue.rating.grades import FAST_CEILING
from catalogue.store import Store
from catalogue.store.provenance import Origin, origin_of
from catalogue.store.reading.queries import COLUMNS, ROW_ID, numbered
from catalogue.store.schema import boards, puzzles, tags
from catalogue.web.api.boards import number_in
from catalogue.web.boards.files import file_formats, links_out, written
from catalogue.web.boards.grid_view import grid_view
from catalogue.web.boards.images import image_in, title_of
from catalogue.web.boards.step_drawing import LEGEND
from catalogue.web.browsing.downloads import check_there, media_type
from catalogue.web.handling import answered
from catalogue.web.site import site_of
from engine import Grid
from engine.board.shape import Shape
from engine.rating.stored import why_unrated


@dataclass(frozen=True)
class Found:
    """A puzzle of the catalogue and what is beside it."""

    row: Mapping[str, Any]
    blocks: str
    origin: Origin | None
    tags: Sequence[str]
    places: int
    """How many puzzles its board has."""
    last: int
    """The greatest number of a board."""

    @property
    def grid(self) -> Grid:
        """The puzzle."""
        return grid_of(self.row["givens"], self.blocks)

    @property
    def solution(self) -> Grid:
        """Its solution."""
        return grid_of(self.row["solution"], self.blocks)


def found_puzzle(request: Request, text: str) -> tuple[Range, Found]:
    """Return the puzzle with a number; HTTPException 404 where there is none."""
    number = number_in({"number": text})
    with site_of(request).readers.store() as store:
        return number, _looked_up(store, number)


def _looked_up(store: Store, number: Range) -> Found:
    check_there(store, [number])
    columns = (*COLUMNS, ROW_ID)
    (values,) = numbered(store, [number], columns=columns)
    row = dict(zip(columns, values, strict=True))
    names = select(tags.c.name).where(tags.c.puzzle_id == row[ROW_ID])
    places = select(func.count()).select_from(puzzles).where(puzzles.c.board_id == number.first)
    return Found(
        row,
        store.settings.shape.blocks,
        origin_of(store, number.first, number.place or 0),
        store.connection.execute(names.order_by(tags.c.name)).scalars().all(),
        store.connection.execute(places).scalar_one(),
        store.connection.execute(select(func.max(boards.c.id))).scalar_one(),
    )


def _board(request: Request) -> Response:
    number, found = found_puzzle(request, request.path_params["number"])
    puzzle = found.grid
    image = image_in(request.query_params, puzzle)
    grid, shape = image.of(puzzle), puzzle.board_shape
    name = number_of(number.first, number.place or 0)
    title = title_of(name, image)
    values = {
        "name": title,
        "number": name,
        "grid": grid_view(grid, title),
        "solution": image.of(found.solution).line(),
        "image": image,
        "turned": image.turned(puzzle),
        "mirrored": image.mirrored(),
        "facts": _facts(found.row, shape),
        "counts": [(each.label, found.row[name]) for name, each in PUZZLE_METRICS.items() if name != "clues"],
        "origin": found.origin,
        "tags": found.tags,
        "siblings": [number_of(number.first, place) for place in range(found.places)],
        "before": number.first - 1 if number.first else None,
        "after": number.first + 1 if number.first < found.last else None,
        "files": [form.name for form in file_formats(shape)],
        "links": links_out(grid.line()),
        "legend": LEGEND,
        "why_no_path": why_unrated(grid.size),
    }
    return site_of(request).page(request, "board.html", values)


def _facts(row: Mapping[str, Any], shape: Shape) -> list[tuple[str, str]]:
    """The figures of a puzzle, by their names."""
    facts = [
        ("shape", str(shape)),
        ("clues", f"{row['clues']}, {'minimal' if row['minimal'] else 'not proven minimal'}"),
    ]
    match row["rating_status"]:
        case "rated":
            facts += [("rating", f"{row['rating']:.1f}, {row['grade']}"), ("hardest", row["hardest"])]
        case "above":
            facts += [("rating", f"above {FAST_CEILING}")]
        case "beyond":
            facts += [("rating", "beyond all techniques known here")]
    return facts + ([("pattern", row["pattern"])] if row["pattern"] else [])


def _file(request: Request) -> Response:
    """The puzzle in a format, as it is turned on the page."""
    number, found = found_puzzle(request, request.path_params["number"])
    puzzle = found.grid
    form = FORMATS.get(request.path_params["form"])
    if form not in file_formats(puzzle.board_shape):
        names = ", ".join(each.name for each in file_formats(puzzle.board_shape))
        raise HTTPException(404, f"this puzzle has files of the formats {names}")
    assert form is not None  # it is one of them
    image = image_in(request.query_params, puzzle)
    content = written(form, image.of(puzzle).line(), image.of(found.solution).line(), puzzle.blocks)
    ending = form.endings[0] if form.endings else ".txt"
    name = "-".join(["puzzle", number_of(number.first, number.place or 0), *image.words]) + ending
    return Response(
        content, media_type=media_type(form),
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )  # fmt: skip


routes = [
    answered("/boards/{number}", _board),
    answered("/boards/{number}/{form}", _file),
]
