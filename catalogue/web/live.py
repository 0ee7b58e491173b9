"""Runs that a page shows as they happen: a collapse, a search, an experiment."""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from anyio import CapacityLimiter
from starlette.datastructures import QueryParams

from catalogue.web.boards import read_puzzle
from engine.grid import Grid
from engine.native import check_time
from engine.random_numbers import RandomNumbers
from engine.shape import LARGEST_SIZE, RowColumn, Shape
from engine.teaching.collapse import Wave, collapse
from engine.teaching.experiments import Experiment, Outcome
from engine.teaching.search import RULES, Ending, Search, SearchStep

GREATEST_SEED = 2**63 - 1


def whole_in(query: Mapping[str, str], name: str, usual: int, least: int, greatest: int) -> int:
    """Return the whole number of a name, or the usual one where it is missing or empty; ValueError for another text."""
    text = query.get(name, "").strip()
    if not text:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= greatest):
        raise ValueError(f"{name} {text!r} is not a whole number in {least} .. {greatest}")
    return int(text)


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
        for name, known in ((method, METHODS), (rule, tuple(RULES))):
            if name not in known:
                raise ValueError(f"{name!r} is not one of {', '.join(known)}")
        shape = Shape.of(whole_in(query, "size", 0, 1, LARGEST_SIZE) or None, query.get("blocks") or None)
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
"""Steps in the first piece and in any piece, at the most."""

Data = dict[str, Any]


def collapse_steps(shape: Shape, *, seed: int, index: int, start: int) -> tuple[list[Data], Data | None]:
    """Return some steps of the making of board `index` of a seed, and how it ended; None where more follow.

    Step 0 is the first; cells count row by row from 0. A step says which `attempt` it belongs to, from 0, which `cell`
    was chosen, its `candidates`, the `value` that it took, and whether that was `undone`. `settled` has the cells that
    then got a value, `left` the open cells whose candidates became fewer, and `dead_end` names what has nothing left.
    Candidates are masks, bit 0 for digit 1; an attempt starts with all of them in all cells. The end has the `board`,
    a character a cell, and how many cells are `invalid`.

    ValueError as in `engine.teaching.collapse.collapse`, TimeoutError once `engine.time_limit` has passed.
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
        """Look at a state; _Full where it is one too many."""
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
"""In a piece, at the most."""


class Piece(NamedTuple):
    """Some steps of a search, the grid after them, whether the last one emptied a cell, and how the search ended.

    A step has its `cell`, counted row by row from 0, the `value` that it got, 0 where the search emptied it, and the
    `candidates` that break no rule there, as a mask, bit 0 for digit 1. The ending is None where more steps follow.
    """

    steps: list[Data]
    grid: Grid
    backed_out: bool
    ending: Ending | None


def search_steps(puzzle: Grid, rule: str, *, after: Grid | None = None, backed_out: bool = False) -> Piece:
    """Return the first steps of the search for a solution, or those that follow where a piece ended.

    `rule` is a name in `engine.teaching.search.RULES`, `after` and `backed_out` are the grid and the end of the piece
    before. ValueError for an unknown rule, and for a grid to which the search does not come. TimeoutError once
    `engine.time_limit` has passed.
    """
    if rule not in RULES:
        raise ValueError(f"rule {rule!r} is not one of {', '.join(RULES)}")
    search = Search(puzzle, rule=RULES[rule], max_steps=PIECE)
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


CLUES = (0, 10, 20, 30, 40)
RUNS, MOST_RUNS = 30, 500
STEPS, MOST_STEPS = 10_000, 1_000_000
SECONDS = (0.1, 1.0, 5.0)
"""The least, usual and greatest time after which a search gives up."""

_MOST_NUMBERS = 20  # of clues, and of sizes


def experiment_in(query: QueryParams, seed: int) -> Experiment:
    """Return the experiment of a query; a `seed` of its own goes before. ValueError says what is wrong."""
    rules = tuple(dict.fromkeys(query.getlist("rule"))) or ("row-major",)
    for rule in rules:
        if rule not in RULES:
            raise ValueError(f"rule {rule!r} is not one of {', '.join(RULES)}")
    blocks = query.get("blocks") or None
    sizes = _numbers_in(query, "sizes", 1, LARGEST_SIZE)
    return Experiment(
        clues=_numbers_in(query, "clues", 0, 81) or CLUES,
        runs=whole_in(query, "runs", RUNS, 1, MOST_RUNS),
        seed=whole_in(query, "seed", seed, 0, GREATEST_SEED),
        shapes=tuple(dict.fromkeys(Shape.of(size, blocks) for size in sizes or (None,))),
        rules=rules,
        max_steps=whole_in(query, "max_steps", STEPS, 1, MOST_STEPS),
        max_seconds=_seconds_in(query),
    )


def query_of(experiment: Experiment) -> str:
    """Return the query that asks for this experiment."""
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


def _numbers_in(query: QueryParams, name: str, least: int, greatest: int) -> tuple[int, ...]:
    """Whole numbers with commas between them, each once."""
    words = [word for word in query.get(name, "").split(",") if word.strip()]
    if len(words) > _MOST_NUMBERS:
        raise ValueError(f"{name} are at most {_MOST_NUMBERS} numbers")
    return tuple(dict.fromkeys(whole_in({name: word}, name, 0, least, greatest) for word in words))


def _seconds_in(query: QueryParams) -> float:
    least, usual, greatest = SECONDS
    text = query.get("max_seconds", "").strip()
    try:
        found = float(text) if text else usual
    except ValueError:
        found = 0.0
    if not least <= found <= greatest:
        raise ValueError(f"max_seconds {text!r} is not a number in {least:g} .. {greatest:g}")
    return found


_KEPT = 8  # experiments


class Experiments:
    """The last experiments of a server; one is worked on at a time."""

    def __init__(self) -> None:
        self.limiter = CapacityLimiter(1)
        self._lock = threading.Lock()
        self._kept: OrderedDict[Experiment, list[Outcome]] = OrderedDict()

    def run(self, experiment: Experiment) -> Iterator[Outcome]:
        """Run an experiment and yield its outcomes, which are kept as they come; errors as from `Experiment`."""
        outcomes: list[Outcome] = []
        with self._lock:
            self._kept.pop(experiment, None)
            self._kept[experiment] = outcomes
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        for outcome in experiment.outcomes():
            outcomes.append(outcome)
            yield outcome

    def outcomes(self, experiment: Experiment) -> list[Outcome]:
        """Return what is known of an experiment: all or some of its outcomes; it is run where nothing is kept."""
        with self._lock:
            kept = self._kept.get(experiment)
        return list(kept) if kept else list(self.run(experiment))
