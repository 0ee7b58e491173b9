"""How people solve puzzles: whole paths, the next step, all that apply, and the techniques with an example of each.

A program gives the board as a person has it in `board`: paths and hints lead on from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, ClassVar, NamedTuple

from ... import engine
from ...engine import paths, rules
from ...engine.grades import Style, grade_of, why_unrated, why_unscored
from ...engine.reading.tables import Given
from ...engine.words import ENGLISH, LANGUAGES, words_in
from ..errors import CatalogueError
from ..formats.door import Named, Word, for_engine, grid_of
from ..puzzles.kinds import near_techniques
from ..requests.named import Marked, Puzzles, Rows, Work, read_marked, rows_of, single
from ..requests.request import LongRequest, Request, choice
from ..requests.shared import SIZE
from ..storage.home import Home

_COLUMNS = ("line", "puzzle", "score", "rating", "steps")
_BATCH = 64  # puzzles solved before their rows are written


@dataclass(frozen=True, kw_only=True)
class PathRequest(LongRequest):
    """Which puzzles, and whose steps."""

    puzzle: Word = field(kw_only=False)
    style: Style | None = None
    size: Annotated[int | None, SIZE] = None
    blocks: str | None = None
    base: int | None = None
    trust: bool = False
    rules: str | None = None
    language: Annotated[str, choice(LANGUAGES)] = ENGLISH
    board: Marked | None = field(default=None, compare=False, repr=False)
    """For programs: the board as a person has it."""


@dataclass(frozen=True, kw_only=True)
class HintRequest(PathRequest):
    """Which step of which puzzle. ValueError for a step of a board that has been begun."""

    step: int = 1
    at: Path | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.at and self.step != 1:
            raise ValueError("`step` counts from the puzzle, `at` is for the next step of your board")


# --- Many puzzles ----------------------------------------------------------------------------------------------------


class PathRow(NamedTuple):
    """A puzzle with its steps, and what they are worth."""

    given: Given
    score: int | None
    rating: float | None
    steps: Sequence[paths.Step]
    by_rating: bool
    language: str

    def words(self) -> Sequence[str]:
        """Return the puzzle, its score or its rating, and the techniques."""
        worth = self.rating if self.by_rating else self.score
        return self.given.written, "-" if worth is None else str(worth), self._techniques()

    def values(self, format: str) -> Sequence[object]:
        """Return the columns: for programs with all that is known of each step."""
        as_objects = format in ("json", "jsonl")
        steps = [paths.as_data(step, self.language) for step in self.steps] if as_objects else self._techniques()
        return self.given.line, self.given.written, self.score, self.rating, steps

    def _techniques(self) -> str:
        return " ".join(step.technique for step in self.steps)


def path_each(home: Home | None, request: PathRequest) -> Rows:
    """Give the steps of each puzzle, with its score and its rating.

    CatalogueError names the line of a puzzle without a path: above 16x16, or without exactly one solution.
    """

    def work(found: Named, some: Sequence[Given], puzzles: Puzzles) -> Sequence[PathRow]:
        blocks, solved = some[0].shape.blocks, []
        for given, puzzle in zip(some, puzzles, strict=True):
            try:
                solved.append(paths.path_of(puzzle, blocks, request.style))
            except ValueError as error:
                raise CatalogueError(f"{found.source}: line {given.line}: {error}") from error
        by_rating = all(path[0].rating is not None for path in solved if path)
        return [
            PathRow(given, _points(given), _as_decimal(_rating(given)), path, by_rating, request.language)
            for given, path in zip(some, solved, strict=True)
        ]

    return rows_of(_COLUMNS, home, request, Work(work, _BATCH, with_rules=_BATCH))


def _rating(given: Given) -> int | None:
    """The rating of a puzzle in tenths; None for a size or rules without ratings."""
    if not rules.houses.has_techniques(given.variant) if given.variant else why_unrated(given.size):
        return None
    return int(engine.rate(for_engine(given), blocks=given.shape.blocks)["rating"])


def _as_decimal(tenths: int | None) -> float | None:
    return None if tenths is None else tenths / 10


def _points(given: Given) -> int | None:
    found = score_of(given)
    return None if found is None else int(found["score"])


def score_of(given: Given) -> Any | None:
    """Return the record of the score of a puzzle; None for a size without scores."""
    return None if why_unscored(given.size) else engine.score(for_engine(given), blocks=given.shape.blocks)


# --- One puzzle ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PathReport:
    """The steps of one puzzle, and where they lead."""

    given: Given
    steps: Sequence[paths.Step]
    end: paths.Position
    """The position that the steps lead to."""
    language: str
    """That of the sentences."""

    @property
    def is_solved(self) -> bool:
        """Whether the steps lead to the solution."""
        return bool(self.steps) and self.end.is_solved

    @property
    def by_score(self) -> bool:
        """Whether they are the steps of the score."""
        return bool(self.steps) and self.steps[0].rating is None

    @cached_property
    def rating(self) -> int | None:
        """The rating of the puzzle in tenths, if it is solved and has one."""
        if not self.is_solved or (self.by_score and self.given.variant):
            return None
        return _rating(self.given) if self.by_score else paths.rating_of(self.steps)

    @cached_property
    def score(self) -> Any:
        """The record of `engine.score`, if it is solved and has one."""
        return score_of(self.given) if self.is_solved and self.by_score else None

    @property
    def grade(self) -> str | None:
        """The grade of the puzzle."""
        return None if self.rating is None else grade_of(self.rating)

    def data(self) -> list[dict[str, Any]]:
        """Return all that is known of each step, for programs."""
        return [paths.as_data(step, self.language) for step in self.steps]


def path(home: Home | None, request: PathRequest) -> PathReport:
    """Solve one puzzle step by step.

    Steps that follow from rules lead as far as they can where there are several solutions. CatalogueError for several
    puzzles, and for one without a path: without a solution, or above 16x16.
    """
    found, given = single(home, request)
    some, end = list(_steps(found, given, request)), _position(given, request.board)
    for step in some:
        end.take(step)
    return PathReport(given, some, end, request.language)


def _position(given: Given, board: Marked | None = None) -> paths.Position:
    return paths.Position.of(given.variant or grid_of(given), *(board or ()))


@dataclass(frozen=True)
class HintReport:
    """A step, and the position before it."""

    given: Given
    position: paths.Position
    steps: Sequence[paths.Step]
    """The step; where a program gives the board of a puzzle with rules, all that the next digit needs."""
    place: str
    """Which step it is, in words."""
    language: str
    """That of the words."""

    @property
    def step(self) -> paths.Step:
        """The step."""
        return self.steps[0]

    def data(self) -> dict[str, Any]:
        """Return all that is known of the step, for programs."""
        return paths.as_data(self.step, self.language)


class NoStep(CatalogueError):
    """There is no next step; `why` says why, in words that languages translate."""

    def __init__(self, why: str) -> None:
        super().__init__(f"there is no next step: {why}")
        self.why = why


def hint(home: Home | None, request: HintRequest) -> HintReport:
    """Give the next step of one puzzle, or a later one.

    CatalogueError for several puzzles, for one without a path, and for a mistake in a board that has been begun.
    """
    found, given = single(home, request)
    return (_begun if request.board or request.at else _on_path)(found, given, request)


def _on_path(found: Named, given: Given, request: HintRequest) -> HintReport:
    position, some = _position(given), list(_steps(found, given, request))
    if not some:
        raise NoStep("the puzzle is full" if position.is_solved else "nothing follows: there are several solutions")
    if request.step > len(some):
        raise CatalogueError(f"no step {request.step}: the path of the puzzle has {len(some)}")
    *before, now = some[: request.step]
    for earlier in before:
        position.take(earlier)
    place = words_in(request.language).say("path", "step", step=request.step, count=len(some))
    return HintReport(given, position, [now], place, request.language)


def _begun(found: Named, given: Given, request: HintRequest) -> HintReport:
    _check(found, given, request.style)
    board = read_marked(request.at, given) if request.at else request.board
    assert board
    to_digit = request.board is not None and given.variant is not None
    how = (for_engine(given), board.values, board.marks, given.shape.blocks, request.style)
    try:
        begun = paths.begun(*how)
        some = begun.to_next_digit() if to_digit else [begun.next()]
    except ValueError as error:
        raise CatalogueError(f"{request.at or found.source}: {error}") from error
    known = [step for step in some if step]
    if not known:
        raise NoStep("the board is full" if all(board.values) else "no technique applies")
    place = words_in(request.language).say("path", "next")
    return HintReport(given, _position(given, board), known, place, request.language)


def _steps(found: Named, given: Given, request: PathRequest) -> Sequence[paths.Step]:
    style, cells, blocks = request.style, for_engine(given), given.shape.blocks
    _check(found, given, style)
    try:
        if request.board:
            return [*paths.begun(cells, *request.board, blocks, style).steps()]
        if given.variant and style is not Style.rating:
            return paths.people_steps(given.variant, needs_one=False)
        return paths.path_of(cells, blocks, style)
    except ValueError as error:
        raise CatalogueError(f"{found.source}: {error}" if given.variant else str(error)) from error


# --- A board that has been begun --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StepsReport:
    """All steps that a board allows, and the position that they start from."""

    position: paths.Position
    steps: Sequence[paths.Step]


def steps(home: Home | None, request: PathRequest) -> StepsReport:
    """Give all steps that a board allows now, the easiest technique first, each conclusion once a technique.

    In the style `rating` these are the first step of each technique. Of a technique with many steps there are the
    first 20. CatalogueError as from `path`.
    """
    found, given = single(home, request)
    _check(found, given, request.style)
    board = request.board or Marked(_position(given).values, [0] * given.shape.cells)
    try:
        some = paths.begun(for_engine(given), *board, given.shape.blocks, request.style).possible()
    except ValueError as error:
        raise CatalogueError(f"{found.source}: {error}") from error
    return StepsReport(_position(given, board), some)


def mistakes(home: Home | None, request: PathRequest) -> dict[str, Any]:
    """Name the digits and marks of a board that rule out the solution; of a variant the rules that are broken, too.

    CatalogueError for a puzzle without exactly one solution, and for a board on which a clue has changed.
    """
    _, given = single(home, request)
    board = request.board or Marked(_position(given).values, [0] * given.shape.cells)
    how: dict[str, Any] = {"blocks": given.shape.blocks, "language": request.language}
    try:
        wrong = engine.mistakes(for_engine(given), *board, **how)
    except ValueError as error:
        raise CatalogueError(str(error)) from error
    data: dict[str, Any] = {"mistakes": [asdict(each) for each in wrong]}
    if given.variant:
        broken = rules.houses.broken_rules(given.variant, board.values, request.language)
        data["conflicts"] = [each._asdict() for each in broken]
    return data


def _check(found: Named, given: Given, style: Style | None) -> None:
    """CatalogueError for a puzzle without a path, and for one whose size or rules do not have the style."""
    if given.variant is None:
        reason = why_unrated(given.size)
        if style is not Style.rating:  # sizes below 4 have ratings alone, those above 12 scores alone
            reason = why_unscored(given.size) if style or reason else None
        if reason:
            raise CatalogueError(f"{found.source}: {reason}{'; name another --home' * bool(given.number)}")
        return

    if style is Style.rating:
        try:
            rules.houses.houses_of(given.variant)
        except ValueError as error:
            raise CatalogueError(f"{found.source}: {error}") from error
    if not engine.count_solutions(given.variant, limit=1):
        raise CatalogueError(f"{found.source}: it has no solution, so it has no path")


# --- Techniques -------------------------------------------------------------------------------------------------------


COLUMNS = ("name", "other_name", "title", "score", "level", "rating", "highest_rating", "meaning", "example")
"""The facts listed for each technique."""


@dataclass(frozen=True, kw_only=True)
class TechniquesRequest(Request):
    """Which technique; all of them without a name."""

    technique: str | None = field(default=None, kw_only=False)
    language: Annotated[str, choice(LANGUAGES)] = ENGLISH


@dataclass(frozen=True)
class TechniquesReport:
    """Techniques, the easiest first."""

    lessons: Sequence[paths.Lesson]
    columns: ClassVar[Sequence[str]] = COLUMNS

    def rows(self) -> list[Sequence[object]]:
        """Return a row of `COLUMNS` for each technique."""
        return [list(each.values()) for each in self.data()]

    def data(self) -> list[dict[str, object]]:
        """Return an object for each technique, for programs."""
        return list(map(_facts, self.lessons))


def techniques(request: TechniquesRequest) -> TechniquesReport:
    """Return all techniques, of rules too, or one by its name. CatalogueError for a name that none has."""
    name, every = request.technique, (*paths.LESSONS, *paths.PEOPLE_LESSONS)
    found = every if name is None else [lesson for lesson in paths.PEOPLE_LESSONS if lesson.name == name]
    try:
        found = found or [paths.lesson_of(str(name))]
    except ValueError as error:
        known = [each for lesson in every for each in lesson.names]
        raise CatalogueError(f"{error}; {near_techniques(str(name), known)}") from error
    return TechniquesReport([lesson.said_in(request.language) for lesson in found])


def _facts(lesson: paths.Lesson) -> dict[str, object]:
    named = (lesson.name, next(iter(lesson.names[1:]), None), lesson.title, lesson.score, lesson.level)
    return dict(
        zip(
            COLUMNS,
            (*named, _as_decimal(lesson.rating), _as_decimal(lesson.highest), lesson.meaning, lesson.example),
            strict=True,
        )
    )
