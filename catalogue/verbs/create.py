"""Make a puzzle with one solution, as it is asked for, puzzles under rules, and boards to watch."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count as count_from
from itertools import islice
from typing import Annotated, Any, NamedTuple

from ... import engine
from ...engine import paths, rules, teaching
from ...engine.grades import LARGEST_RATED_SIZE, Grade, Level, spelled
from ...engine.names import CLASSES, PATTERNS, beyond_record, check_clues
from ...engine.shape import Shape
from .. import puzzles
from ..errors import CatalogueError
from ..puzzles.columns import SCORED_PREFIX
from ..puzzles.kinds import Kind, kind_of, near_techniques, why_unfilled
from ..requests.request import LongRequest, choice, ignore
from ..requests.shared import (
    CLASS_NUMBER,
    RULES_OPTION,
    SIZE,
    TECHNIQUE,
    rulebook_of,
    shape_of,
)
from .sections import Figures
from .solve import reference_figures, textbook_figures

MOST_TRIES = 20_000
"""How many puzzles are made to find one with a technique or a level."""

MOST_TRIES_WITH_RULES = 1_000
"""The same for puzzles under rules, which take longer."""

_USUAL = Shape.of(9)


@dataclass(frozen=True, kw_only=True)
class CreateRequest(LongRequest):
    """Which puzzle to make. ValueError for fields that exclude each other or ask for what no puzzle has."""

    clues: int | None = None
    effort: int | None = None
    empty: int | None = None
    grade: Grade | str | None = None
    level: Level | str | None = None
    technique: Annotated[str | Sequence[str], TECHNIQUE] = ()
    only_technique: Annotated[str | None, TECHNIQUE] = None
    pattern: Annotated[str | None, choice(PATTERNS)] = None
    method: Annotated[str, choice(("wfc", "permutation"), others={"collapse": "wfc"})] = "wfc"
    class_number: Annotated[int | None, CLASS_NUMBER] = None
    rules: Annotated[str | None, RULES_OPTION] = None
    logical: bool = False
    count: int | None = None
    size: Annotated[int | None, SIZE] = None
    blocks: str | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rules:
            plain = (self.effort, self.empty, self.class_number, self.grade, self.only_technique)
            if self.method != "wfc" or any(option is not None for option in plain):
                raise ValueError(
                    "`rules` goes with `count`, `level`, `technique`, `clues`, `pattern`, `logical`, `size`, `blocks`"
                    " and `seed` alone"
                )
            return
        if self.count or self.logical:
            raise ValueError(f"`{'count' if self.count else 'logical'}` needs `rules`")
        chosen = self.what_chooses
        if chosen and (self.pattern or self.method != "wfc"):
            raise ValueError(f"`{chosen[0]}` goes with neither `pattern` nor `method` permutation")
        if [self.clues is None, self.empty is None, not chosen].count(False) > 1:
            raise ValueError(f"give one of `clues`, `empty` and `{chosen[0] if chosen else 'grade'}`")
        if self.class_number is not None:
            _check_has_classes(self.shape)
            if chosen:
                raise ValueError(f"`class` names the board: leave out `{chosen[0]}`")
        self._check_clues()

    def _check_clues(self) -> None:
        wanted = self.wanted
        if wanted is None:
            return
        if not 1 <= wanted <= self.shape.cells:
            raise ValueError(f"{wanted} clues are not in 1 .. {self.shape.cells}")
        try:
            check_clues(wanted, self.shape)
        except ValueError as error:
            raise ValueError(f"`{'clues' if self.empty is None else 'empty'}`: {error}") from error

    @property
    def what_chooses(self) -> list[str]:
        """The fields that choose among the puzzles that are made."""
        return [name for name in ("grade", "level", "technique", "only_technique") if getattr(self, name)]

    @property
    def shape(self) -> Shape:
        """The board; ValueError for a size and blocks that do not go together."""
        return shape_of(self.size, self.blocks)

    @property
    def wanted(self) -> int | None:
        """The number of clues that is asked for."""
        return self.clues if self.empty is None else self.shape.cells - self.empty


def _check_has_classes(shape: Shape) -> None:
    if shape != _USUAL:
        raise ValueError(f"`class` is for 9x9 boards, not {shape}")


def seed_of(request: CreateRequest | DemoRequest) -> int:
    """Return the seed, a random one by default."""
    return secrets.randbits(32) if request.seed is None else request.seed


# --- Plain puzzles ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CreateReport:
    """A puzzle, and what making it took."""

    request: CreateRequest
    found: engine.rating.GradedPuzzle
    seed: int
    seconds: float
    """Of the processor."""

    @property
    def grid(self) -> engine.Grid:
        """The puzzle."""
        return engine.Grid(self.found.puzzle, blocks=self.request.shape.blocks)

    @property
    def solution(self) -> engine.Grid:
        """Its solution."""
        blocks = self.request.shape.blocks
        return engine.Grid(engine.solve(self.found.puzzle, blocks=blocks), blocks=blocks)

    @property
    def why_more(self) -> str | None:
        """Why it has more clues than were asked for; None if it has not."""
        wanted, shape = self.request.wanted, self.request.shape
        if wanted is None or self.grid.locked_count <= wanted:
            return None
        if unknown := beyond_record(wanted, shape):
            return unknown
        if shape == _USUAL:
            return "more --effort may lead to fewer"
        if shape.size in engine.carving.MINIMAL_SIZES:
            return "without any one of them it has more than one solution"
        return "the proof that another one can be removed would need a guess"

    def figures(self) -> Figures:
        """Return what is counted of the puzzle, and what it cost, for a person."""
        grid, number = self.grid, self.request.class_number
        return Figures(
            [
                *reference_figures(grid),
                *textbook_figures(grid),
                *_worth(grid),
                ("class", None if number is None else str(number)),
                ("puzzles made", self.found.tried),
                ("attempts at boards", self.found.attempts or None),
                ("proofs that a clue can go or not", self.found.proofs),
                ("processor seconds to make", f"{self.seconds:.6f}"),
                ("seed", str(self.seed)),
            ]
        )

    def data(self) -> dict[str, object]:
        """Return the puzzle for programs."""
        return {"seed": self.seed, "givens": self.grid.line(), "solution": self.solution.line()}


def _worth(grid: engine.Grid) -> Iterator[tuple[str, str]]:
    if grid.size <= LARGEST_RATED_SIZE and not grid.is_solved:
        rating = engine.rate(grid)
        yield "rating", spelled(int(rating["rating"]))
        yield "hardest step", engine.native.technique_of(int(rating["hardest"])).name
    if grid.board_shape == _USUAL and not grid.is_solved:
        found = engine.score(grid.to_numpy().ravel())
        yield "score", f"{int(found['score']):,}"
        yield "level", engine.LEVELS[int(found["level"])]


def create_plain(request: CreateRequest) -> CreateReport:
    """Make a plain puzzle with one solution; the same seed always gives the same one.

    CatalogueError if the seed has no such puzzle.
    """
    engine.native.build_info()  # loads the kernels, which is not part of the puzzle's cost
    seed, begin = seed_of(request), time.process_time()
    found = _puzzle(request, seed)
    return CreateReport(request, found, seed, time.process_time() - begin)


def _puzzle(request: CreateRequest, seed: int) -> engine.rating.GradedPuzzle:
    shape = request.shape
    if request.class_number is not None:
        return _carved(engine.random_images(engine.unrank(request.class_number), seed), request, seed)
    if request.level or request.technique or request.only_technique:
        return _puzzle_of_kind(request, shape, seed)
    if request.grade:
        return _puzzle_of_grade(Grade(request.grade), shape, seed)
    if request.wanted is None and request.pattern is None and request.method == "wfc":
        for grade in (Grade.medium, Grade.easy):  # the smallest boards have no medium puzzles, some none that is easy
            with suppress(CatalogueError):
                return _puzzle_of_grade(grade, shape, seed)
    how: dict[str, Any] = {"size": shape.size, "blocks": shape.blocks}
    if request.method == "permutation":
        return _carved(engine.grid.permutation_grid(seed, **how).to_numpy().ravel(), request, seed)
    (board,), (attempts,) = engine.generate(1, seed=seed, return_attempts=True, **how)
    return _carved(board, request, seed, attempts=int(attempts))


def _carved(
    board: engine.boards.Boards, request: CreateRequest, seed: int, attempts: int = 0
) -> engine.rating.GradedPuzzle:
    puzzle, proofs = engine.carve(
        board,
        blocks=request.shape.blocks,
        seed=seed,
        clues=request.wanted,
        pattern=request.pattern,
        effort=request.effort or engine.carving.EFFORT,
        return_proofs=True,
    )
    return engine.rating.GradedPuzzle(puzzle, position=0, tried=1, attempts=attempts, proofs=int(proofs))


def _puzzle_of_grade(grade: Grade, shape: Shape, seed: int) -> engine.rating.GradedPuzzle:
    try:
        return engine.rating.find_puzzle(grade, size=shape.size, blocks=shape.blocks, seed=seed)
    except ValueError as error:  # the seed has none
        raise CatalogueError(str(error)) from error


def _puzzle_of_kind(request: CreateRequest, shape: Shape, seed: int) -> engine.rating.GradedPuzzle:
    _, kind = kind_of(None, request.grade or (), request.technique, request.only_technique, request.level or ())
    assert kind
    if reason := why_unfilled(kind.depth, shape, "") or puzzles.game.game_of(shape).why_untaken(kind.techniques):
        raise CatalogueError(reason)

    def suits(puzzles: engine.boards.Boards) -> Any:
        ratings = engine.rate(puzzles, blocks=shape.blocks, ceiling=kind.ceiling) if kind.depth.rates else None
        return kind.of(ratings, engine.score(puzzles) if kind.depth.scores else None)

    grade = Grade(request.grade) if request.grade else None
    found = engine.rating.first_puzzle(suits, shape, seed, grade=grade, most=MOST_TRIES)
    if found is None:
        raise CatalogueError(f"none of the first {MOST_TRIES:,} puzzles of seed {seed} fits: try another seed")
    return found


# --- Puzzles under rules ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CreatedWithRules:
    """Puzzles under rules, made as they are read. CatalogueError for rules that no board obeys."""

    seed: int
    puzzles: Iterator[engine.Variant]
    tried: list[int]
    """How many puzzles were made for each of those that were read."""

    def data(self) -> dict[str, object]:
        """Return them for programs."""
        return {"seed": self.seed, "puzzles": list(map(rules.formats.constraint_text.write, self.puzzles))}


def create_with_rules(request: CreateRequest) -> CreatedWithRules:
    """Make puzzles under the rules of the request; the same seed always gives the same ones.

    Clues are added to minimal puzzles as far as the level, the techniques, the number of clues or `logical` need it.
    ValueError for rules that cannot be made, and for a kind that no puzzle can have.
    """
    request = replace(request, seed=seed_of(request))
    rules, tried = rulebook_of(request.rules or "", request.size, request.blocks), list[int]()
    engine.native.check_pattern(request.pattern, rules.shape)
    levels = (Level(request.level),) if request.level else ()
    _, kind = kind_of(None, (), _scored_names(request.technique), None, levels)
    if kind and (reason := puzzles.game.game_of(rules.shape, rules.text).why_untaken(kind.techniques)):
        raise ValueError(reason)
    wish = paths.Wish(levels, request.clues, request.logical, request.pattern)
    suited = islice(_suited(rules, request, wish, kind, tried), request.count or 1)
    return CreatedWithRules(request.seed or 0, suited, tried)


def _suited(
    rules: engine.Rulebook, request: CreateRequest, wish: paths.Wish, kind: Kind | None, tried: list[int]
) -> Iterator[engine.Variant]:
    """The puzzles of a seed that are of the kind. CatalogueError after so many that are not.

    `on_progress` of the request gets how many are made, and how many boards were tried.
    """
    before = 0
    for index in count_from(0):
        request.on_progress(len(tried), index)
        variant, board = _variant_of(rules, index, request.seed or 0, wish)
        tries: Iterable[engine.Variant] = [variant]
        if names := [name.removeprefix(SCORED_PREFIX) for name in _scored_names(request.technique)]:
            loose = not wish.pattern and all(mark.number is None and not mark.every for mark in rules.marks)
            marks = len(variant.uses) - len(rules.board.uses) if loose else 0
            tries = paths.with_techniques(variant, board, names, wish.pattern, request.seed or 0, index, marks=marks)
        fitting = (each for each in tries if kind is None or kind.of(None, engine.score([each]))[0])
        if found := next(fitting, None):
            tried.append(index + 1 - before)
            before = index + 1
            yield found
        elif index + 1 - before >= MOST_TRIES_WITH_RULES:
            raise CatalogueError(
                f"none of {MOST_TRIES_WITH_RULES:,} puzzles of seed {request.seed} fits: try another seed"
            )


_TURBOT_FISH = dict.fromkeys(("skyscraper", "two-string-kite"), "turbot-fish")  # what people call both


def _scored_names(names: str | Sequence[str]) -> list[str]:
    """The names of techniques of people, which rules have, as scores. ValueError for one that people do not have."""
    found = [name.removeprefix(SCORED_PREFIX) for name in ([names] if isinstance(names, str) else names)]
    for name in found:
        if name not in puzzles.techniques.NUMBERS_OF_PEOPLE:
            near = near_techniques(_TURBOT_FISH.get(name, name), puzzles.techniques.NUMBERS_OF_PEOPLE)
            raise ValueError(f"no path under rules takes a technique {name!r}; {near}")
    return [SCORED_PREFIX + name if name in puzzles.techniques.RATED_NUMBERS else name for name in found]


def _variant_of(
    rules: engine.Rulebook, index: int, seed: int, wish: paths.Wish
) -> tuple[engine.Variant, engine.boards.Boards]:
    book = rules.easier if wish.levels == (Level.easy,) else rules
    try:
        boards, _ = rules.boards(1, seed=seed, start=index)
        puzzles, own = book.carve(boards, seed=seed, positions=[index], pattern=wish.pattern)
    except ValueError as error:
        raise CatalogueError(str(error)) from error
    variant = rules.variant(own[0] if own else None, puzzles[0].tolist())
    return (paths.with_clues(variant, boards[0], wish, seed, index) if wish.adds_clues else variant), boards[0]


def create(request: CreateRequest) -> CreateReport | CreatedWithRules:
    """Make a puzzle with one solution, or puzzles under `rules`; the same seed always gives the same ones.

    CatalogueError if the seed has no such puzzle. ValueError for rules that cannot be made.
    """
    return create_with_rules(request) if request.rules else create_plain(request)


# --- Boards as they are made ------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class DemoRequest(LongRequest):
    """Which boards to make. ValueError for fields that do not suit the board of a class.

    `on_progress` gets each `Wave` that has ended, in a board or a dead end, `on_wave` the wave after each choice.
    """

    boards: int | None = None
    size: Annotated[int | None, SIZE] = None
    blocks: str | None = None
    seed: int | None = None
    class_number: Annotated[int | None, CLASS_NUMBER] = None
    method: Annotated[str, choice(("wfc", "permutation"), others={"collapse": "wfc"})] = "wfc"
    on_wave: Callable[[Any], None] | None = field(default=None, compare=False, repr=False)
    on_board: Callable[[str], None] = field(default=ignore, compare=False, repr=False)
    """Gets the name of each board before it is made."""

    def __post_init__(self) -> None:
        super().__post_init__()
        shape = shape_of(self.size, self.blocks)
        if self.class_number is not None:
            _check_has_classes(shape)
            if self.seed is not None or self.method != "wfc":
                raise ValueError("`class` names the board: leave out `seed` and `method`")


class DemoBoard(NamedTuple):
    """A board, and what it is called."""

    name: str
    grid: engine.Grid

    def data(self) -> dict[str, object]:
        """Return it for programs."""
        return {"name": self.name, "board": self.grid.line(), "has_rectangle": self.grid.has_rectangle()}


def demo(request: DemoRequest) -> Iterator[DemoBoard]:
    """Yield boards as they are made; without `boards` there is no end, but that of the classes."""
    seed, first = seed_of(request), request.class_number
    for index in range(request.boards or sys.maxsize):
        if first is None:
            request.on_board(name := f"board {index} of seed {seed}")
            yield DemoBoard(name, _board(request, seed, index))
        elif first + index < CLASSES:
            request.on_board(name := f"class {first + index}")
            yield DemoBoard(name, engine.Grid(engine.unrank(first + index)))
        else:
            return


def _board(request: DemoRequest, seed: int, index: int) -> engine.Grid:
    shape = Shape.of(request.size, request.blocks)
    how: dict[str, Any] = {"blocks": shape.blocks, "seed": seed}
    if request.method == "permutation":
        (board,) = engine.generate(1, size=shape.size, start=index, method="permutation", **how)
        return engine.Grid(board, blocks=shape.blocks)
    for wave in teaching.collapse(shape.size, index=index, observer=request.on_wave, **how):
        request.on_progress(wave)
    return wave.grid
