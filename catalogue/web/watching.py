"""Boards that are made, and puzzles that are searched, step by step: the steps, the API, the page."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from ...engine.grid import Grid
from ...engine.native import check_time
from ...engine.random_numbers import RandomNumbers
from ...engine.shape import LARGEST_SIZE, NoUsualBlocks, RowColumn, Shape
from ...engine.teaching.making import Wave, collapse
from ...engine.teaching.search import RULE_FUNCTIONS, Ending, Search, SearchStep
from ..pages.boards import grid_view
from ..verbs import VERBS
from .api import described, whole_in
from .given import read_puzzle
from .safety import is_for_programs
from .site import Data, answered, site_of

GREATEST_SEED = 2**63 - 1


def shape_in(size: int | None, blocks: str | None) -> Shape:
    """Return the shape of a size and blocks. ValueError if there is none; it says which blocks can be chosen."""
    try:
        return Shape.of(size, blocks)
    except NoUsualBlocks as error:
        raise ValueError(error.advised("choose the blocks,")) from error


Query = Mapping[str, str]

METHODS = ("collapse", "search")
CLUES_OF_A_BOARD = 0.3
"""Which share of the cells are random clues, unless it is named: at 9x9 some such boards have solutions, some not."""


@dataclass(frozen=True)
class Watched:
    """A collapse that makes board `index` of a seed, or the search of a puzzle with a rule.

    The puzzle is pasted, or board `index` of a seed with some random `clues`.
    """

    method: str
    shape: Shape
    seed: int
    index: int
    rule: str
    clues: int
    pasted: str

    @classmethod
    def of(cls, query: Query, seed: int) -> "Watched":
        """Return what a query asks for; a `seed` of its own goes before. ValueError says what is wrong."""
        method, rule = query.get("method") or METHODS[0], query.get("rule") or "fewest"
        for name, known in ((method, METHODS), (rule, tuple(RULE_FUNCTIONS))):
            if name not in known:
                raise ValueError(f"{name!r} is not one of {', '.join(known)}")
        shape = shape_in(whole_in(query, "size", 0, 1, LARGEST_SIZE) or None, query.get("blocks") or None)
        usual_clues = round(CLUES_OF_A_BOARD * shape.cells)
        return cls(
            method,
            shape,
            whole_in(query, "seed", seed, 0, GREATEST_SEED),
            whole_in(query, "index", 0, 0, GREATEST_SEED),
            rule,
            whole_in(query, "clues", usual_clues, 0, shape.cells),
            query.get("puzzle", "").strip() if method == "search" else "",
        )

    def start(self) -> Grid:
        """The grid before the first step. ValueError for a text that is no puzzle, and clues that are too many."""
        if self.method == "collapse":
            return Grid.empty(self.shape.size, blocks=self.shape.blocks)
        if self.pasted:
            usual = None if self.shape.is_usual else self.shape.blocks
            return read_puzzle(self.pasted, blocks=usual)
        own = RandomNumbers(self.seed, self.index).below(2**32)
        return Grid.random(locked=self.clues, seed=own, size=self.shape.size, blocks=self.shape.blocks)

    def next_page(self) -> str | None:
        """The address of the page with the next board; None for a pasted puzzle, which has none."""
        if self.pasted:
            return None
        wanted = {
            "method": self.method,
            "size": self.shape.size,
            "blocks": self.shape.blocks,
            "seed": self.seed,
            "index": self.index + 1,
        }
        if self.method == "search":
            wanted |= {"clues": self.clues, "rule": self.rule}
        return f"/watch?{urlencode(wanted)}"


FIRST, MOST = 100, 800
"""Steps in the first piece and in any piece, at most."""


def collapse_steps(shape: Shape, *, seed: int, index: int, start: int) -> tuple[list[Data], Data | None]:
    """Return some steps of the making of board `index` of a seed, and how it ended; None if more follow.

    Step 0 is the first; cells count row by row from 0. A step says which `attempt` it belongs to, from 0, which `cell`
    was chosen, its `candidates`, the `value` that it took, and whether that was `undone`. `settled` has the cells that
    then got a value, `left` the open cells whose candidates became fewer, and `dead_end` names what has nothing left.
    Candidates are masks, bit 0 for digit 1; an attempt starts with all of them in all cells. The end has the `board`,
    one character per cell, and how many cells are `invalid`.

    ValueError as in `engine.teaching.making.collapse`, TimeoutError once `engine.time_limit` has passed.
    """
    recorder = _Recorder(start)
    try:
        for wave in collapse(shape.size, blocks=shape.blocks, seed=seed, index=index, observer=recorder):
            board = wave.grid
    except _Full:
        return recorder.steps, None
    return recorder.steps, {"board": board.line(), "invalid": board.invalid_count}


class _Full(Exception):
    """The piece has as many steps as it may have."""


class _Recorder:
    """Keeps what changes from one state of the wave to the next, from step `start` on."""

    def __init__(self, start: int) -> None:
        self.steps: list[Data] = []
        self._start, self._room = start, max(FIRST, min(start, MOST))
        self._seen, self._attempt = 0, -1
        self._before: dict[RowColumn, int] = {}

    def __call__(self, wave: Wave) -> None:
        """Look at a state; _Full if it is one too many."""
        check_time()
        if wave.choice is None:
            self._attempt += 1
            self._before = _candidates(wave)
            return
        self._seen += 1
        if self._seen < self._start:
            return
        now = _candidates(wave)
        if self._seen > self._start:
            if len(self.steps) == self._room:
                raise _Full
            self.steps.append(self._step(wave, now))
        self._before = now

    def _step(self, wave: Wave, now: dict[RowColumn, int]) -> Data:
        assert wave.choice
        (row, column), candidates, value = wave.choice
        size = wave.grid.size
        return {
            "attempt": self._attempt,
            "cell": row * size + column,
            "candidates": mask_of(candidates),
            "value": value,
            "undone": wave.grid.get(row, column) != value,
            "settled": [(cell[0] * size + cell[1], wave.grid.get(*cell)) for cell in self._before if cell not in now],
            "left": [(cell[0] * size + cell[1], left) for cell, left in now.items() if left != self._before[cell]],
            "dead_end": wave.dead_end,
        }


def _candidates(wave: Wave) -> dict[RowColumn, int]:
    return {cell: mask_of(values) for cell, values in wave.left.items()}


def mask_of(values: Iterable[int]) -> int:
    """Return candidates as a mask, bit 0 for digit 1."""
    return sum(1 << value - 1 for value in values)


PIECE = 200
"""In a piece, at most."""


class Piece(NamedTuple):
    """Some steps of a search, the grid after them, whether the last one emptied a cell, and how the search ended.

    A step has its `cell`, counted row by row from 0, the `value` that it got, 0 if the search emptied it, and the
    `candidates` that break no rule there, as a mask, bit 0 for digit 1. The ending is None if more steps follow.
    """

    steps: list[Data]
    grid: Grid
    backed_out: bool
    ending: Ending | None


def search_steps(puzzle: Grid, rule: str, *, after: Grid | None = None, backed_out: bool = False) -> Piece:
    """Return the first steps of the search for a solution, or those that follow the end of a piece.

    `rule` is a name in `engine.teaching.search.RULE_FUNCTIONS`, `after` and `backed_out` are the grid and the end of
    the piece before. ValueError for an unknown rule, and for a grid to which the search does not come. TimeoutError
    once `engine.time_limit` has passed.
    """
    if rule not in RULE_FUNCTIONS:
        raise ValueError(f"rule {rule!r} is not one of {', '.join(RULE_FUNCTIONS)}")
    search = Search(puzzle, rule=RULE_FUNCTIONS[rule], max_steps=PIECE)
    steps: list[Data] = []

    def look(step: SearchStep) -> None:
        check_time()
        nonlocal backed_out
        candidates = search.grid.candidates(step.row, step.column)
        cell = step.row * puzzle.size + step.column
        steps.append({"cell": cell, "value": step.value, "candidates": mask_of(candidates)})
        backed_out = not step.value

    search.observer = look
    if after is not None:
        search.resume(after, backed_out=backed_out)
    ending = search.run()
    return Piece(steps, search.grid, backed_out, None if ending is Ending.GAVE_UP else ending)


# --- The API ---


COLLAPSE, SEARCH = str(VERBS["demo"].address), "/api/watch/search"


def first_piece(watched: Watched, start: Grid) -> str:
    """Return the address of the first steps."""
    if watched.method == "collapse":
        return _collapse_address(watched, 0)
    return _search_address(start, watched.rule, {})


def _collapse(request: Request) -> Data:
    """Give the steps of wave function collapse that make a board, from one of them on.

    `next` is the address of those that follow, and `end` how the run ended. Candidates are masks, bit 0 for digit 1.
    """
    watched = Watched.of(request.query_params, seed=0)
    start = whole_in(request.query_params, "from", 0, 0, GREATEST_SEED)
    steps, end = collapse_steps(watched.shape, seed=watched.seed, index=watched.index, start=start)
    following = None if end else _collapse_address(watched, start + len(steps))
    return {"steps": steps, "end": end, "next": following}


def _search(request: Request) -> Data:
    """Give the first steps of the search on a stack for a solution, or those after a piece.

    `next` is the address of those that follow, and `end` how the search ended. Candidates are masks, bit 0 for digit 1.
    """
    query = request.query_params
    blocks, rule = query.get("blocks") or None, query.get("rule") or "fewest"
    puzzle = read_puzzle(query.get("puzzle", ""), blocks=blocks)
    after = Grid.parse(query["after"], blocks=puzzle.blocks) if query.get("after") else None
    piece = search_steps(puzzle, rule, after=after, backed_out=query.get("backed_out") == "1")
    if piece.ending:
        end = {"ending": piece.ending, "board": piece.grid.line(), "invalid": piece.grid.invalid_count}
        return {"steps": piece.steps, "end": end, "next": None}
    following = _search_address(puzzle, rule, {"after": piece.grid.line(), "backed_out": int(piece.backed_out)})
    return {"steps": piece.steps, "end": None, "next": following}


def _collapse_address(watched: Watched, start: int) -> str:
    shape = watched.shape
    wanted = {"size": shape.size, "blocks": shape.blocks, "seed": watched.seed, "index": watched.index, "from": start}
    return f"{COLLAPSE}?{urlencode(wanted)}"


def _search_address(puzzle: Grid, rule: str, place: dict[str, str | int]) -> str:
    return f"{SEARCH}?{urlencode({'puzzle': puzzle.line(), 'blocks': puzzle.blocks, 'rule': rule, **place})}"


operations = described({"GET /api/watch/collapse": _collapse, "GET /api/watch/search": _search})


# --- The page ---


def _watch(request: Request) -> Response:
    """The page of a run; if nothing can be watched as it is asked for, that of another one says why in its form."""
    query: Query = request.query_params
    seed, message = secrets.randbits(32), ""
    try:
        watched = Watched.of(query, seed)
        start = watched.start()
    except ValueError as error:
        if is_for_programs(request):
            raise
        message = str(error)
        watched = Watched.of({"method": "search"} if query.get("method") == "search" else {}, seed)
        start = watched.start()
    return site_of(request).page(
        request,
        "watch.html",
        {
            "watched": watched,
            "caption": _caption(watched, start.locked_count),
            "view": grid_view(start, "The board"),
            "first_piece": first_piece(watched, start),
            "next_page": watched.next_page(),
            "asked": query,
            "message": message,
            "rules": list(RULE_FUNCTIONS),
            "largest_size": LARGEST_SIZE,
        },
        400 if message else 200,
    )


def _caption(watched: Watched, clues: int) -> str:
    """Describe the search on the page in one line."""
    if watched.pasted:
        return f"A puzzle with {clues} clues"
    board = f"Board {watched.index} of seed {watched.seed}"
    return board if watched.method == "collapse" else f"{board}, with {clues} random clues"


routes = [answered("/watch", _watch)]
