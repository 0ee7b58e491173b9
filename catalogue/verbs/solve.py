"""Solve the puzzles that a person names, many by the engine or one step by step, with the cost; and show one."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from secrets import randbits
from typing import Annotated, Any, NamedTuple

from ... import engine
from ...engine import certificates, rules, teaching
from ...engine.names import SEARCH_RULES
from ...engine.reading.tables import Given
from ...engine.shape import DIGITS, Shape
from .. import storage
from ..errors import CatalogueError
from ..formats.door import Named, Word, for_engine, given_of, grid_of
from ..formats.opening import NotTogether
from ..puzzles.columns import parsed_number
from ..puzzles.stored import from_lines
from ..requests.named import WITH_RULES, Puzzles, Rows, Work, named_by, rows_of, single
from ..requests.request import LongRequest, choice, ignore, whole
from ..requests.shared import SIZE
from ..storage.home import Home
from .sections import Figures

COUNTED = 2
"""Solutions of each of many puzzles that are counted, unless `limit` says how many."""

MOST_COUNTED = 10_000
"""Solutions of one puzzle that are counted after those that were asked for; of more it says "more than"."""


@dataclass(frozen=True, kw_only=True)
class SolveRequest(LongRequest):
    """Which puzzles to solve, and how.

    ValueError for fields that do not go together: `puzzle` and `random`, `all` and `limit`, what only the search step
    by step knows and `search` fast.
    """

    puzzle: Word | None = field(default=None, kw_only=False)
    random: int | None = None
    seed: int | None = None
    search: Annotated[str | None, choice(("fast", "stack"), former="method")] = None
    next_cell: Annotated[str | None, choice(SEARCH_RULES, former="rule")] = None
    size: Annotated[int | None, SIZE] = None
    blocks: str | None = None
    base: int | None = None
    trust: bool = False
    rules: str | None = None
    all: bool = False
    limit: Annotated[int | None, whole(words={"counted": COUNTED})] = None
    max_steps: int | None = None
    max_seconds: float | None = None
    understood: bool = False
    puzzles: Annotated[str | None, choice(("one", "lines"))] = None
    on_begin: Callable[[Given], None] = field(default=ignore, compare=False, repr=False)
    """Gets the puzzle before it is searched, if it is one."""
    on_solution: Callable[[Sequence[int]], None] = field(default=ignore, compare=False, repr=False)
    """Gets each solution of one puzzle as it is found."""
    on_search: Callable[[Any], None] = field(default=ignore, compare=False, repr=False)
    """Gets the `Search` step by step before it begins."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.puzzle is None) == (self.random is None):
            raise ValueError("give either a PUZZLE or `random` N")
        if self.all and self.limit is not None:
            raise ValueError("give either `all` or `limit`")
        if self.search == "fast" and (self.next_cell or self.max_steps is not None):
            raise ValueError("`next_cell` and `max_steps` need `search` stack")
        if self.search == "fast" and self.seed is not None and self.random is None:
            raise ValueError("`seed` needs `search` stack, or `random`")

    @property
    def in_part(self) -> bool:
        """Whether a puzzle that is not understood whole is read: its row says so."""
        return True

    @property
    def wanted(self) -> int | None:
        """How many solutions of one puzzle to find at most; None for all."""
        return None if self.all else self.limit or 1

    def check_for_many(self, source: str) -> None:
        """ValueError for fields that are for one puzzle."""
        known = ("seed", "all", "max_steps", "max_seconds", "size", "blocks")
        if found := [name for name in known if getattr(self, name)]:
            raise ValueError(f"{source} has many puzzles: `{found[0]}` is for one")


# --- Many puzzles ----------------------------------------------------------------------------------------------------


class Solved(NamedTuple):
    """A puzzle with its solution. What a program reads of each puzzle is named here once."""

    line: int
    puzzle: str
    solutions: int | None
    """How many were counted, up to the limit; None for a puzzle that was refused."""
    more: bool | None
    """Whether there are others."""
    solution: str | None
    """None if there is none, or several."""
    understood: bool
    """Whether all words and all of the drawing were understood; else the answer is for the rest, and no proof."""
    left: Sequence[str]
    """The words and parts of the drawing that were not understood."""
    searched: Sequence[int]
    """The counts of a search by a rule up to its first solution; empty without a rule."""

    def words(self) -> Sequence[str]:
        """Return the puzzle, its solution or why it has none, and what a search counts."""
        found = self.solution or ("no-solution" if not self.solutions else "several-solutions")
        return self.puzzle, found if self.understood else "not-understood", *map(str, self.searched)

    def values(self, format: str) -> Sequence[object]:
        """Return the columns."""
        left = list(self.left) if format in ("json", "jsonl") else "; ".join(self.left)
        return *self[:-2], left, *self.searched

    @property
    def kind(self) -> int:
        """How many solutions it has: none, one or several (2), or PART."""
        return PART if self.left else min((self.solutions or 0) + bool(self.more), 2)


PART = -1
"""Stands for the number of solutions of a puzzle that is not understood whole."""


@dataclass(frozen=True)
class SolvedRows(Rows):
    """The puzzles with their solutions."""

    counted: Counter[int]
    """How many have no solution, one, and several (2), or are not understood (PART); known at the end."""


def solve_each(home: Home | None, request: SolveRequest) -> SolvedRows:
    """Prove each puzzle by the engine's solver and give its solution.

    With `next_cell`, each plain puzzle is also searched so. CatalogueError, with the line, for what cannot be read, and
    for a puzzle with rules if an order of cells is named.
    """
    counted: Counter[int] = Counter()
    limit = request.limit or COUNTED

    def row(given: Given, count: int, text: str, searched: Sequence[int]) -> Solved:
        left = given.left
        if request.understood and left:
            return Solved(given.line, given.written, None, None, None, False, left, searched)
        found = min(count, limit), count > limit, text if count == 1 else None
        return Solved(given.line, given.written, *found, not left, left, searched)

    def work(found: Named, some: Sequence[Given], puzzles: Puzzles) -> Sequence[Solved]:
        blocks = None if some[0].variant else some[0].shape.blocks
        solutions, counts = engine.solve(puzzles, blocks=blocks, limit=limit + 1)
        searched = _searched(request, some, puzzles, blocks)
        texts = engine.boards.as_lines(solutions) if blocks else _texts(some, solutions.tolist())
        rows = list(map(row, some, counts.tolist(), texts, searched))
        counted.update(each.kind for each in rows)  # nothing fails, or takes too long, after it
        return rows

    by = "textbook" if request.next_cell == "row-major" else request.next_cell
    searched = [f"{by}_{name}" for name in _COUNTS] if by else []  # named like the columns of the catalogue
    rows = rows_of((*Solved._fields[:-1], *searched), home, request, Work(work, with_rules=WITH_RULES))
    return SolvedRows(rows.columns, rows.batches, counted)


def _texts(some: Sequence[Given], solutions: Sequence[Sequence[int]]) -> Sequence[str]:
    """Solutions in the digits of each puzzle, which may begin with another one than 1, a character a cell."""
    return [
        each.variant.text_of(cells) if each.variant else "".join(DIGITS[digit] for digit in cells)
        for each, cells in zip(some, solutions, strict=True)
    ]


_COUNTS = ("comparisons", "backtracks", "depth")


def _searched(
    request: SolveRequest, some: Sequence[Given], puzzles: Puzzles, blocks: str | None
) -> Sequence[Sequence[int]]:
    """The counts of a search by a rule for each puzzle up to its first solution; none without a rule."""
    if request.next_cell is None:
        return [()] * len(some)
    _check_plain(request, some[0])
    if request.next_cell == "row-major":
        return engine.solving.textbook(puzzles, blocks=blocks)[list(_COUNTS)].tolist()  # type: ignore[no-any-return]

    found = []
    for puzzle in puzzles:
        search = teaching.Search(engine.Grid(puzzle, blocks=blocks), rule=teaching.RULE_FUNCTIONS[request.next_cell])
        search.run()
        found.append((search.metrics.comparisons, search.metrics.backtracks, search.metrics.max_depth))
    return found


def _check_plain(request: SolveRequest, given: Given) -> None:
    """ValueError for what only the search step by step knows, if the puzzle has rules."""
    of_stack = {"next_cell": request.next_cell, "max_steps": request.max_steps, "seed": request.seed}
    named = [name for name, value in of_stack.items() if value is not None]
    if given.variant and (request.search == "stack" or named):
        raise NotTogether(f"only the engine's solver knows rules: leave out `{(named or ['search'])[0]}`")


# --- One puzzle ------------------------------------------------------------------------------------------------------


class NotUnderstood(CatalogueError):
    """A puzzle whose words or drawing are not understood whole, where only such are wanted."""


@dataclass(frozen=True)
class SolveReport:
    """The solutions of one puzzle, as many as were wanted, and what finding them cost."""

    given: Given
    solutions: Sequence[Sequence[int]]
    """A digit for each cell."""
    count: int | None
    """How many solutions there are; None if the search gave up."""
    is_exact: bool = False
    """Whether there are no more."""
    is_counted: bool = False
    """Whether it is known that there are more, if it is not exact."""
    gave_up_after: int | None = None
    """Steps after which the search gave up."""
    figures: Callable[[], Figures] = field(default=lambda: Figures(()), compare=False, repr=False)
    """Counts the puzzle and the search, for a person."""

    def data(self) -> dict[str, object]:
        """Return it for programs."""
        return {"puzzle": self.given.written, "solutions": self.lines, "count": self.count, "is_exact": self.is_exact}

    @property
    def lines(self) -> list[str]:
        """The solutions in the digits of the puzzle, one character a cell."""
        return list(_texts([self.given] * len(self.solutions), self.solutions))


def solve(home: Home | None, request: SolveRequest) -> SolveReport:
    """Solve one puzzle, or a random board, and say how many solutions it has and what it cost.

    A plain one is searched step by step unless `search` is fast. ValueError for what a puzzle with rules does not know,
    NotUnderstood for one that `understood` refuses, TimeoutError after `max_seconds`, if the engine solves it.
    """
    given = _random_board(request) if request.puzzle is None else single(home, request)[1]
    _check_plain(request, given)
    if request.understood and given.reading and given.left:
        raise NotUnderstood(given.reading.refusal)
    request.on_begin(given)
    if given.variant is None and request.search != "fast":
        return _by_stack(given, request)
    with nullcontext() if request.max_seconds is None else engine.time_limit(request.max_seconds):
        return _by_kernel(given, request)


def certificate_of(report: SolveReport, max_seconds: float | None = None) -> str:
    """Return the certificate that a puzzle has one solution (`engine.certificates`), as JSON.

    CatalogueError for a puzzle that has another number of them, or is not understood whole; TimeoutError after
    `max_seconds`.
    """
    given = report.given
    if given.left:
        raise CatalogueError("a puzzle that is not understood whole has no certificate")
    puzzle: Any = given.variant or grid_of(given)
    try:
        with nullcontext() if max_seconds is None else engine.time_limit(max_seconds):
            return f"{json.dumps(certificates.certificate(puzzle))}\n"
    except ValueError as error:
        raise CatalogueError(f"{given.written}: {error}") from error


def _random_board(request: SolveRequest) -> Given:
    shape = Shape.of(request.size, request.blocks)
    seed = randbits(32) if request.seed is None else request.seed
    try:
        board = engine.Grid.random(locked=request.random or 0, seed=seed, size=shape.size, blocks=shape.blocks)
    except ValueError as error:
        raise ValueError(f"`random`: {error}") from error
    if request.seed is None:
        request.on_notice(f"the board is that of --seed {seed}, except for the order of its digits")
    return given_of(board)


def _taken(solutions: Iterator[Sequence[int]], request: SolveRequest) -> list[Sequence[int]]:
    """The solutions that are wanted, each told as it is found."""
    found = []
    for solution in islice(solutions, request.wanted):
        found.append(solution)
        request.on_solution(solution)
    return found


def _by_kernel(given: Given, request: SolveRequest) -> SolveReport:
    spent = 0.0
    every: Iterator[Any]
    if given.variant:
        every = rules.solving.solutions_ruled(given.variant)
    else:
        every = (cells.reshape(-1) for cells in teaching.solutions(grid_of(given)))

    def timed() -> Iterator[Sequence[int]]:
        nonlocal spent
        while True:
            begin = time.perf_counter()
            solution = next(every, None)
            spent += time.perf_counter() - begin
            if solution is None:
                return
            yield solution.tolist()

    found = _taken(timed(), request)
    if given.variant:
        is_exact = request.wanted is None or len(found) < request.wanted or next(every, None) is None
        return SolveReport(given, found, len(found), is_exact, True)

    grid = grid_of(given)

    def figures() -> Figures:
        return Figures([*reference_figures(grid), *textbook_figures(grid), *_times(spent)])

    return SolveReport(given, found, *_counted(grid, len(found), request.wanted), figures=figures)


def _by_stack(given: Given, request: SolveRequest) -> SolveReport:
    grid, rule = grid_of(given), request.next_cell or "fewest"
    limits: dict[str, Any] = {"max_steps": request.max_steps, "max_seconds": request.max_seconds}
    search = teaching.Search(grid, rule=teaching.RULE_FUNCTIONS[rule], seed=request.seed, **limits)
    request.on_search(search)
    found = _taken(([cell.value for cell in each] for each in search.solutions()), request)
    figures = partial(_search_figures, search, "textbook" if rule == "row-major" and request.seed is None else rule)
    if search.ending is teaching.Ending.GAVE_UP:
        return SolveReport(given, found, None, gave_up_after=search.metrics.steps, figures=figures)
    return SolveReport(given, found, *_counted(grid, len(found), request.wanted), figures=figures)


def _counted(puzzle: engine.Grid, found: int, wanted: int | None) -> tuple[int, bool, bool]:
    """How many solutions there are, at least as many as were found, whether that is all, and whether that is known.

    Above 9x9 it is counted up to the next one if the reference search is cut short.
    """
    if wanted is None or found < wanted:
        return found, True, True
    if puzzle.size > 9 and engine.measure(puzzle)["solutions"] < 2:
        with suppress(TimeoutError):  # what is proven in the time allowed
            return found, int(engine.count_solutions(puzzle, limit=found + 1)) == found, False
        return found, False, False
    most = max(MOST_COUNTED, found)
    count = int(engine.count_solutions(puzzle, limit=most + 1))
    return min(count, most), count <= most, True


# --- What it cost ----------------------------------------------------------------------------------------------------

Counts = Sequence[tuple[str, str | int]]
"""Names and their numbers."""


def reference_figures(grid: engine.Grid) -> Counts:
    """Return what the reference search counts on a puzzle (`engine.measure`)."""
    metrics = engine.measure(grid)
    names = {"comparisons": "comparisons", "backtracks": "backtracks", "depth": "max_depth"}
    counts = [(f"reference search, {label}", int(metrics[name])) for label, name in names.items()]
    return [("clues", sum(cell.value != 0 for cell in grid)), *counts]


def textbook_figures(grid: engine.Grid) -> Counts:
    """Return what the textbook search counts on a puzzle (`engine.solving.textbook`), and whether it was cut short."""
    counts = engine.solving.textbook(grid)
    cut = " (cut short)" if counts["solutions"] < 0 else ""
    return [(f"textbook search, {name}", f"{counts[name]:,}{cut}") for name in _COUNTS]


def _search_figures(search: teaching.Search, name: str) -> Figures:
    metrics = search.metrics
    names = {"depth": "max_depth"}
    counts = [(f"{name} search, {what}", getattr(metrics, names.get(what, what))) for what in (*_COUNTS, "assignments")]
    return Figures([("clues", metrics.clues), *counts, *_times(metrics.seconds)])


def _times(spent: float) -> Counts:
    return [
        ("seconds to solve", f"{spent:.6f}"),
        ("processor seconds in total", f"{time.process_time():.3f}"),  # of the program, from its very start
    ]


# --- Show one ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ShowRequest(LongRequest):
    """Which puzzle, and whether its solution is wanted."""

    puzzle: Word = field(kw_only=False)
    base: int | None = None
    trust: bool = False
    rules: str | None = None
    solution: bool = False


@dataclass(frozen=True)
class ShowReport:
    """A puzzle, perhaps its solution, and what the catalogue knows of it if it has a number."""

    given: Given
    solution: Sequence[int] | None
    """A digit for each cell, if it was asked for."""
    row: Mapping[str, Any] | None
    """The columns of the catalogue; None for a puzzle that is not of one."""
    class_number: int | None
    origins: Sequence[storage.Origin]
    """The files that have it, the one that brought it first."""

    def data(self) -> dict[str, Any]:
        """Return it for programs."""
        own = {"puzzle": self.given.written, "class": self.class_number}
        return dict(self.row or {}) | own


def show(home: Home | None, request: ShowRequest) -> ShowReport:
    """Read a puzzle, and find its solution if that is wanted.

    CatalogueError for several puzzles, and for one without exactly one solution if it is wanted.
    """
    with named_by(home, request) as found:
        given = found.single()
        if given.number is not None and home is not None:
            return _stored(home, request, given)
        return ShowReport(given, _solution(found, given) if request.solution else None, None, None, ())


def variants_named(home: Home | None, request: ShowRequest) -> Iterator[tuple[engine.Variant, str | None]]:
    """Yield the puzzles that a request names, a file of many too, as formats take those with rules.

    With the solution, if that is wanted. CatalogueError as from `show`.
    """
    with named_by(home, request) as found:
        for given in found.each():
            variant = given.variant or _as_variant(given)
            solution = variant.text_of(_solution(found, given)) if request.solution else None
            yield variant, solution


def _as_variant(given: Given) -> engine.Variant:
    cells = grid_of(given).to_numpy().ravel().tolist()
    return engine.Variant.of(given.size, blocks=given.shape.blocks).with_givens(cells)


def _solution(found: Named, given: Given) -> Sequence[int]:
    blocks = None if given.variant else given.shape.blocks
    answer = engine.solve(for_engine(given), blocks=blocks, limit=2)
    if answer.counts != 1:
        raise CatalogueError(
            f"{found.source}: the puzzle does not have exactly one solution; look at it with: catalogue solve"
        )
    cells: list[int] = answer.solutions.tolist()
    return cells


def _stored(home: Home, request: ShowRequest, given: Given) -> ShowReport:
    number = parsed_number(given.number or "")
    assert number is not None  # it was looked up by this
    with storage.Store.read(home) as store:
        (found,) = storage.numbered(store, [number])
        row = dict(zip(storage.COLUMNS, found, strict=True))
        origins = storage.origins_of(store, number.first, number.place or 0)
    board = from_lines([row["solution"]])
    is_usual = given.variant is None and given.shape == Shape.of(9)
    class_number = int(engine.rank(board)[0]) if is_usual else None
    return ShowReport(given, board[0].tolist() if request.solution else None, row, class_number, origins)
