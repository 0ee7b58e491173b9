"""Boards that are made and puzzles that are searched, step by step; experiments with searches: the API, the pages."""

import secrets
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from anyio import to_thread
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ...engine.grid import Grid
from ...engine.names import SEARCH_RULES
from ...engine.native import check_time, time_limit
from ...engine.random_numbers import RandomNumbers
from ...engine.shape import LARGEST_SIZE, NoUsualBlocks, RowColumn, Shape
from ...engine.teaching.experiments import Experiment, Outcome
from ...engine.teaching.making import Wave, collapse
from ...engine.teaching.search import RULE_FUNCTIONS, Ending, Search, SearchStep
from ..pages.boards import grid_view
from ..pages.rendering import translator
from ..verbs import plots
from ..verbs.plots import plot_outcomes
from .api import described, whole_in
from .messages import said_in
from .safety import is_for_programs
from .site import Data, Event, Site, answered, event_stream, language_of, site_of
from .solving import read_puzzle

_GREATEST_SEED = 2**63 - 1

Query = Mapping[str, str]


def shape_in(size: int | None, blocks: str | None) -> Shape:
    """Return the shape of a size and blocks. ValueError if there is none; it says which blocks can be chosen."""
    try:
        return Shape.of(size, blocks)
    except NoUsualBlocks as error:
        raise ValueError(error.advised("choose the blocks,")) from error


# --- Steps of wave function collapse ---

FIRST, MOST = 100, 800
"""Steps in the first piece and in any piece, at most."""


class _Full(Exception):
    """The piece has as many steps as it may have."""


def collapse_steps(shape: Shape, *, seed: int, index: int, start: int) -> tuple[list[Data], Data | None]:
    """Return some steps of the making of board `index` of a seed, and how it ended; None if more follow.

    Step 0 is the first; api.toml says what a step and the end have. ValueError as in
    `engine.teaching.making.collapse`, TimeoutError once `engine.time_limit` has passed.
    """
    steps: list[Data] = []
    room, seen, attempt = max(FIRST, min(start, MOST)), 0, -1
    before: dict[RowColumn, int] = {}

    def look(wave: Wave) -> None:
        nonlocal seen, attempt, before
        check_time()
        attempt += wave.choice is None
        seen += wave.choice is not None
        if wave.choice and seen < start:
            return
        now = {cell: mask_of(values) for cell, values in wave.left.items()}
        if wave.choice and seen > start:
            if len(steps) == room:
                raise _Full
            steps.append({"attempt": attempt, **_changes(wave, before, now)})
        before = now

    try:
        for wave in collapse(shape.size, blocks=shape.blocks, seed=seed, index=index, observer=look):
            board = wave.grid
    except _Full:
        return steps, None
    return steps, {"board": board.line(), "invalid": board.invalid_count}


def _changes(wave: Wave, before: Mapping[RowColumn, int], now: Mapping[RowColumn, int]) -> Data:
    assert wave.choice
    (row, column), candidates, value = wave.choice
    size = wave.grid.size
    return {
        "cell": row * size + column,
        "candidates": mask_of(candidates),
        "value": value,
        "undone": wave.grid.get(row, column) != value,
        "settled": [(cell[0] * size + cell[1], wave.grid.get(*cell)) for cell in before if cell not in now],
        "left": [(cell[0] * size + cell[1], left) for cell, left in now.items() if left != before[cell]],
        "dead_end": wave.dead_end,
    }


def mask_of(values: Iterable[int]) -> int:
    """Return candidates as a mask, bit 0 for digit 1."""
    return sum(1 << value - 1 for value in values)


# --- Steps of a search ---

PIECE = 200
"""In a piece, at most."""


class Piece(NamedTuple):
    """Some steps of a search, the grid after them, whether the last one emptied a cell, and how the search ended."""

    steps: list[Data]
    grid: Grid
    backed_out: bool
    ending: Ending | None
    """None if more steps follow."""


def search_steps(puzzle: Grid, rule: str, *, after: Grid | None = None, backed_out: bool = False) -> Piece:
    """Return the first steps of the search for a solution, or those that follow the grid and the end of a piece.

    ValueError for an unknown rule, and for a grid to which the search does not come. TimeoutError once
    `engine.time_limit` has passed.
    """
    if rule not in RULE_FUNCTIONS:
        raise ValueError(f"rule {rule!r} is not one of {', '.join(RULE_FUNCTIONS)}")
    search = Search(puzzle, rule=RULE_FUNCTIONS[rule], max_steps=PIECE)
    steps: list[Data] = []

    def look(step: SearchStep) -> None:
        check_time()
        candidates = mask_of(search.grid.candidates(step.row, step.column))
        steps.append({"cell": step.row * puzzle.size + step.column, "value": step.value, "candidates": candidates})

    search.observer = look
    if after is not None:
        search.resume(after, backed_out=backed_out)
    ending = search.run()
    is_back = not steps[-1]["value"] if steps else backed_out
    return Piece(steps, search.grid, is_back, None if ending is Ending.GAVE_UP else ending)


# --- What is watched ---

_METHODS = ("collapse", "search")
_CLUES_OF_A_BOARD = 0.3
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
        method, rule = query.get("method") or _METHODS[0], query.get("rule") or "fewest"
        for name, known in ((method, _METHODS), (rule, tuple(RULE_FUNCTIONS))):
            if name not in known:
                raise ValueError(f"{name!r} is not one of {', '.join(known)}")
        shape = shape_in(whole_in(query, "size", 0, 1, LARGEST_SIZE) or None, query.get("blocks") or None)
        return cls(
            method,
            shape,
            whole_in(query, "seed", seed, 0, _GREATEST_SEED),
            whole_in(query, "index", 0, 0, _GREATEST_SEED),
            rule,
            whole_in(query, "clues", round(_CLUES_OF_A_BOARD * shape.cells), 0, shape.cells),
            query.get("puzzle", "").strip() if method == "search" else "",
        )

    def start(self) -> Grid:
        """The grid before the first step. ValueError for a text that is no puzzle, and clues that are too many."""
        if self.method == "collapse":
            return Grid.empty(self.shape.size, blocks=self.shape.blocks)
        if self.pasted:
            return read_puzzle(self.pasted, blocks=None if self.shape.is_usual else self.shape.blocks)
        own = RandomNumbers(self.seed, self.index).below(2**32)
        return Grid.random(locked=self.clues, seed=own, size=self.shape.size, blocks=self.shape.blocks)

    def query(self, **more: Any) -> str:
        """The query that asks for the same board, and more."""
        return urlencode({"size": self.shape.size, "blocks": self.shape.blocks, "seed": self.seed, **more})

    def next_page(self) -> str | None:
        """The address of the page with the next board; None for a pasted puzzle, which has none."""
        if self.pasted:
            return None
        of_search = {"clues": self.clues, "rule": self.rule} if self.method == "search" else {}
        return f"/watch?method={self.method}&{self.query(index=self.index + 1, **of_search)}"

    def steps_from(self, first: int) -> str:
        """The address of the steps of a collapse, from one of them on."""
        return f"/api/watch/collapse?{self.query(index=self.index, **{'from': first})}"

    def caption(self, clues: int, language: str) -> str:
        """Describe it in one line."""
        translate = translator(language)
        if self.pasted:
            return translate("A puzzle with {clues} clues", clues=clues)
        if self.method == "collapse":
            return translate("Board {index} of seed {seed}", index=self.index, seed=self.seed)
        return translate(
            "Board {index} of seed {seed}, with {clues} random clues", index=self.index, seed=self.seed, clues=clues
        )


def _search_address(puzzle: Grid, rule: str, **place: str | int) -> str:
    query = {"puzzle": puzzle.line(), "blocks": puzzle.blocks, "rule": rule, **place}
    return f"/api/watch/search?{urlencode(query)}"


def _collapse(request: Request) -> Data:
    """Give the steps of wave function collapse that make a board, from one of them on.

    `next` is the address of those that follow, and `end` how the run ended. Candidates are masks, bit 0 for digit 1.
    """
    watched = Watched.of(request.query_params, seed=0)
    start = whole_in(request.query_params, "from", 0, 0, _GREATEST_SEED)
    steps, end = collapse_steps(watched.shape, seed=watched.seed, index=watched.index, start=start)
    return {"steps": steps, "end": end, "next": None if end else watched.steps_from(start + len(steps))}


def _search(request: Request) -> Data:
    """Give the first steps of the search on a stack for a solution, or those after a piece.

    `next` is the address of those that follow, and `end` how the search ended. Candidates are masks, bit 0 for digit 1.
    """
    query = request.query_params
    rule = query.get("rule") or "fewest"
    puzzle = read_puzzle(query.get("puzzle", ""), blocks=query.get("blocks") or None)
    after = Grid.parse(query["after"], blocks=puzzle.blocks) if query.get("after") else None
    steps, grid, backed_out, ending = search_steps(puzzle, rule, after=after, backed_out=query.get("backed_out") == "1")
    if ending:
        end = {"ending": ending, "board": grid.line(), "invalid": grid.invalid_count}
        return {"steps": steps, "end": end, "next": None}
    following = _search_address(puzzle, rule, after=grid.line(), backed_out=int(backed_out))
    return {"steps": steps, "end": None, "next": following}


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
        message = said_in(language_of(request), str(error))
        watched = Watched.of({"method": "search"} if query.get("method") == "search" else {}, seed)
        start = watched.start()
    is_collapse = watched.method == "collapse"
    values = {
        "watched": watched,
        "caption": watched.caption(start.locked_count, language_of(request)),
        "view": grid_view(start, translator(language_of(request))("The board"), language_of(request)),
        "first_piece": watched.steps_from(0) if is_collapse else _search_address(start, watched.rule),
        "next_page": watched.next_page(),
        "asked": query,
        "message": message,
        "rules": list(RULE_FUNCTIONS),
        "largest_size": LARGEST_SIZE,
    }
    return site_of(request).page(request, "watch.html", values, 400 if message else 200)


# --- Experiments ---

_CLUES = (0, 10, 20, 30, 40)
_RUNS, _MOST_RUNS = 30, 500
_STEPS, _MOST_STEPS = 10_000, 1_000_000
_SECONDS = (0.1, 1.0, 5.0)
"""The least, usual and greatest time after which a search gives up."""

_MOST_NUMBERS = 20  # of clues, and of sizes


def _experiment_in(query: QueryParams, seed: int = 0) -> Experiment:
    rules = tuple(dict.fromkeys(query.getlist("rule"))) or ("row-major",)
    for rule in rules:
        if rule not in SEARCH_RULES:
            raise ValueError(f"rule {rule!r} is not one of {', '.join(SEARCH_RULES)}")
    blocks = query.get("blocks") or None
    sizes = _numbers_in(query, "sizes", 1, LARGEST_SIZE)
    return Experiment(
        clues=_numbers_in(query, "clues", 0, 81) or _CLUES,
        runs=whole_in(query, "runs", _RUNS, 1, _MOST_RUNS),
        seed=whole_in(query, "seed", seed, 0, _GREATEST_SEED),
        shapes=tuple(dict.fromkeys(shape_in(size, blocks) for size in sizes or (None,))),
        rules=rules,
        max_steps=whole_in(query, "max_steps", _STEPS, 1, _MOST_STEPS),
        max_seconds=_seconds_in(query),
    )


def _numbers_in(query: QueryParams, name: str, least: int, greatest: int) -> tuple[int, ...]:
    words = [word for word in query.get(name, "").split(",") if word.strip()]
    if len(words) > _MOST_NUMBERS:
        raise ValueError(f"{name} are at most {_MOST_NUMBERS} numbers")
    return tuple(dict.fromkeys(whole_in({name: word}, name, 0, least, greatest) for word in words))


def _seconds_in(query: QueryParams) -> float:
    least, usual, greatest = _SECONDS
    text = query.get("max_seconds", "").strip()
    try:
        found = float(text) if text else usual
    except ValueError:
        found = 0.0
    if not least <= found <= greatest:
        raise ValueError(f"max_seconds {text!r} is not a number in {least:g} .. {greatest:g}")
    return found


def _query_of(experiment: Experiment) -> str:
    sizes, blocks = [shape.size for shape in experiment.shapes], {shape.blocks for shape in experiment.shapes}
    of_one_shape = len(blocks) == 1 and not experiment.shapes[0].is_usual
    fields = {
        "clues": ",".join(map(str, experiment.clues)),
        "sizes": ",".join(map(str, sizes)),
        "blocks": blocks.pop() if of_one_shape else "",
        "rule": experiment.rules,
        "runs": experiment.runs,
        "max_steps": experiment.max_steps,
        "max_seconds": experiment.max_seconds,
        "seed": experiment.seed,
    }
    return urlencode(fields, doseq=True)


def _run(site: Site, experiment: Experiment) -> Iterator[Outcome]:
    """Run an experiment and yield its outcomes, which are kept for its plot as they come."""
    outcomes: list[Outcome] = site.remembered.keep(experiment, [])
    for outcome in experiment.outcomes():
        outcomes.append(outcome)
        yield outcome


SECONDS_TO_RUN = 120.0
"""How long an experiment may take; then what is complete is its result."""


def _outcomes(request: Request) -> Data:
    """Run an experiment: search boards with random clues, and count how the searches end.

    The same query always gives the same boards. An experiment that takes longer than a request may is run with
    /api/experiment/events.
    """
    return {"outcomes": list(map(asdict, _run(site_of(request), _experiment_in(request.query_params))))}


async def _follow_experiment(request: Request) -> Response:
    """Run an experiment, and send each outcome when it is complete.

    The first event, `begin`, has the number of `rows`, the `seed`, and the addresses of the `plot` and of the `page`.
    `outcome` events have the fields of an outcome. The last event is `end`, with an `error` if not all rows are
    complete.
    """
    try:
        experiment = _experiment_in(request.query_params, seed=secrets.randbits(32))
    except ValueError as error:
        raise HTTPException(400, str(error)) from error
    return event_stream(_events(site_of(request), experiment, language_of(request)))


async def _events(site: Site, experiment: Experiment, language: str) -> AsyncIterator[Event]:
    query = _query_of(experiment)
    addresses = {"plot": f"/experiment.svg?{query}", "page": f"/experiment?{query}"}
    yield "begin", {"rows": experiment.rows, "seed": experiment.seed, **addresses}
    found = _run(site, experiment)
    deadline = time.monotonic() + SECONDS_TO_RUN
    error = ""
    try:
        while not site.is_ending:
            outcome = await to_thread.run_sync(_next, found, deadline, limiter=site.experimenting)
            if outcome is None:
                break
            yield "outcome", asdict(outcome)
    except TimeoutError:
        error = f"stopped after {SECONDS_TO_RUN:g} seconds; ask for fewer boards or steps"
    except ValueError as fault:  # so many clues are never found
        error = str(fault)
    yield "end", {"error": said_in(language, error) or None}


def _next(found: Iterator[Outcome], deadline: float) -> Outcome | None:
    with time_limit(max(0.0, deadline - time.monotonic())):
        return next(found, None)


def _experiment(request: Request) -> Response:
    query = request.query_params
    values = {
        "experiment": _experiment_in(query),
        **{name: query.get(name, "") for name in ("sizes", "blocks", "seed")},
        "rules": list(SEARCH_RULES),
        "most_runs": _MOST_RUNS,
        "most_steps": _MOST_STEPS,
        "seconds": _SECONDS,
    }
    return site_of(request).page(request, "experiment.html", values)


def _plot(request: Request) -> Response:
    """Draw the plot of an experiment; of one that has been stopped, with the outcomes that are complete."""
    plots.check_installed()
    site, experiment = site_of(request), _experiment_in(request.query_params)
    outcomes = list(site.remembered.get(experiment, list)) or list(_run(site, experiment))
    assert experiment.max_steps is not None
    svg = plot_outcomes(outcomes, experiment.max_steps, experiment.max_seconds, ".svg")
    return Response(svg, media_type="image/svg+xml")


operations = described(
    {
        "GET /api/watch/collapse": _collapse,
        "GET /api/watch/search": _search,
        "GET /api/experiment": _outcomes,
        "GET /api/experiment/events": _follow_experiment,
    }
)
routes = [
    answered("/watch", _watch),
    answered("/experiment", _experiment),
    answered("/experiment.svg", _plot, computes=True),
]
