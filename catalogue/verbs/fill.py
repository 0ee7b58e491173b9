"""Fill a catalogue with new boards and their puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from os import PathLike
from typing import Annotated, Any, cast

from ... import engine
from ...engine.grades import Grade, Level
from ...engine.hard_puzzles import LEAST
from ...engine.names import METHODS, PATTERNS, SAMPLINGS, SYMMETRIES
from ...engine.shape import USUAL_BLOCKS
from .. import runs, storage
from ..puzzles.kinds import DEFAULT_DEPTH, RULED_TRIES, TRIES, Depth, kind_of
from ..requests.request import Goal, LongRequest, Mark, Option, choice, text, whole
from ..requests.selection import check_ratings
from ..requests.shared import (
    DEPTH,
    RULES_OPTION,
    SIZE,
    TECHNIQUE,
    THREADS,
    TOTAL,
    WORKERS,
    goals,
    goals_of,
    mark_named,
    quotas_of,
    total,
)
from ..runs.how import PROCESSORS
from ..runs.recipe import HARD
from ..storage.home import Home, with_files
from .sections import Bars, Figures, Sections, histogram, line


def _usual_blocks() -> str:
    return ", ".join(f"{rows}x{columns} for {size}" for size, (rows, columns) in USUAL_BLOCKS.items())


@dataclass(frozen=True, kw_only=True)
class FillRequest(LongRequest):
    """How many boards to add, and which.

    Give one of `count`, `total`, and numbers in `grade` or `level`. In Python, `count` and `total` may also be mappings
    from grades or levels to numbers. A name in place of an `engine.grades.Grade` or `Level` is that of a grade in
    `count`, and that of a level, or of a grade, in `total`, as on the command line. The settings of a catalogue
    (`size`, `blocks`, `rules`, `symmetry`, `method`, `sampling`, `files`) are for one that does not exist yet; an
    existing catalogue has to match those that are given, except that `files` can change.

    ValueError for a number out of bounds, an unknown name, and fields that do not go together.
    """

    count: Annotated[int | Mapping[str, int] | None, whole()] = field(default=None, kw_only=False)
    total: Annotated[int | Mapping[str, int] | Sequence[int | str | Goal] | None, TOTAL] = None
    seed: int | None = None
    size: Annotated[int | None, SIZE] = None
    blocks: Annotated[str | None, text(words={"usual": _usual_blocks()})] = None
    rules: Annotated[str | None, RULES_OPTION] = None
    symmetry: Annotated[str | None, choice(SYMMETRIES)] = None
    method: Annotated[str | None, choice(METHODS)] = None
    sampling: Annotated[str | None, choice(SAMPLINGS)] = None
    clues: int | None = None
    effort: int | None = None
    strict: bool = False
    pattern: Annotated[str | Sequence[str], choice(PATTERNS)] = ()
    rate: Annotated[Depth | str | None, DEPTH] = None
    measure: Annotated[str | None, choice(("textbook",))] = None
    grade: Annotated[str | Sequence[str | Goal], goals(Grade)] = ()
    level: Annotated[str | Sequence[str | Goal], goals(Level)] = ()
    technique: Annotated[str | Sequence[str], TECHNIQUE] = ()
    only_technique: Annotated[str | None, TECHNIQUE] = None
    max_tries: Annotated[int | None, whole(words={"plain": TRIES, "ruled": RULED_TRIES})] = None
    threads: Annotated[int, THREADS] = PROCESSORS
    workers: Annotated[str | None, WORKERS] = None
    files: Annotated[bool | str | PathLike[str] | None, Option(switches_off=True)] = None
    durable: bool = False
    wait: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if [isinstance(self.count, int), bool(self.total), bool(self._quotas)].count(True) != 1:
            raise ValueError("give one of `count`, `total`, `grade` GRADE=N and `level` LEVEL=N")
        if self.strict and self.clues is None:
            raise ValueError("`strict` needs `clues`")
        if self.max_tries is not None and not self.selects:
            raise ValueError("`max_tries` needs `grade`, `level` or `technique`, or `strict`")
        if self.names_kind and self.rate in (Depth.fast, Depth.none):
            raise ValueError(f"`grade`, `level` and `technique` rate puzzles in full, not `rate` {self.rate}")

    @property
    def names_kind(self) -> bool:
        """Whether puzzles of some grade, level or technique are asked for."""
        return bool(self.grade or self.level or self.technique or self.only_technique or self._quotas or self._totals)

    @property
    def selects(self) -> bool:
        """Whether boards are stored only with puzzles that are asked for."""
        return self.names_kind or self.strict

    def order(self) -> runs.Order:
        """Return how many boards a run makes, and by which recipe. ValueError for a kind that no puzzle can have."""
        grades, levels = goals_of(self.grade, Grade), goals_of(self.level, Level)
        quotas = self._quotas or self._totals
        by_level = isinstance(next(iter(quotas), None), Level)
        if (isinstance(self.count, Mapping) or self._totals) and (levels if by_level else grades):
            said, twice = "total" if self._totals else "count", "level" if by_level else "grade"
            raise ValueError(f"`{said}` says how many of each: leave out `{twice}`")
        boards, kind = kind_of(
            quotas or self.count,  # type: ignore[arg-type]  # marks are texts
            [] if quotas and not by_level else [goal.mark for goal in grades],
            self.technique,
            self.only_technique,
            [] if by_level else [goal.mark for goal in levels],
        )
        recipe = runs.Recipe(
            clues=self.clues,
            effort=self.effort or engine.carving.EFFORT,
            patterns=(self.pattern,) if isinstance(self.pattern, str) else tuple(self.pattern) or (None,),
            depth=Depth(self.rate or DEFAULT_DEPTH),
            kind=kind,
            strict=self.strict,
            quotas=tuple(boards) if isinstance(boards, Mapping) else (),
            textbook=self.measure == "textbook",
        )
        goal: dict[str, Any] = {"boards": boards} if self.total is None else {"total": boards or self._total}
        return runs.Order(recipe=recipe, **goal, seed=self.seed, max_tries=self.max_tries)

    def choices(self) -> runs.Choices:
        """Return the settings that are named."""
        same = ("size", "blocks", "symmetry", "method", "sampling", "rules")
        files = None if self.files is None else bool(self.files)
        return runs.Choices(**{name: getattr(self, name) for name in same}, files=files)

    @property
    def _quotas(self) -> dict[Mark, int]:
        """How many boards of each grade, or of each level, are wanted; empty if no number is given."""
        if isinstance(self.count, Mapping):
            kind = Level if any(isinstance(name, Level) for name in self.count) else Grade
            return {kind(name): number for name, number in self.count.items()}
        return quotas_of(goals_of(self.grade, Grade), goals_of(self.level, Level))

    @property
    def _total(self) -> int | list[Goal]:
        """How many boards the catalogue then holds, or of each grade or level."""
        if isinstance(self.total, Mapping):
            return [Goal(mark_named(name), number) for name, number in self.total.items()]
        some = [self.total] if isinstance(self.total, int | str) else self.total or ()
        found = [each if isinstance(each, int | Goal) else total(each) for each in some]
        goals = [each for each in found if isinstance(each, Goal)]
        if len(goals) < len(found) and len(found) > 1:
            raise ValueError("give `total` one number, or one of each grade or level such as hard=500")
        return goals if goals or not found else cast(int, found[0])

    @property
    def _totals(self) -> dict[Mark, int]:
        """How many of each grade, or of each level, the catalogue then holds; empty if no `total` says so."""
        goals = [] if isinstance(self._total, int) else self._total
        by = {kind: [goal for goal in goals if isinstance(goal.mark, kind)] for kind in (Grade, Level)}
        return quotas_of(by[Grade], by[Level])


# --- What is said of it -----------------------------------------------------------------------------------------------

_CHANGES = {  # what each symmetry may do to a board
    "d4": "rotating and mirroring",
    "d4+relabel": "rotating, mirroring and renaming digits",
    "full": "transposing, permuting rows and columns, and renaming digits",
}


def fill_sections(report: runs.FillReport, request: FillRequest, home: Home, *, stages: bool = False) -> Sections:
    """Return the figures of a fill for people, perhaps with the processor seconds of each stage."""
    selects, times = request.selects, report.stages.items() if stages else ()
    figures = Figures(
        [
            ("boards added", report.boards),
            ("boards in total", report.total),
            ("boards tried", report.looked_at if selects else None),
            *([(f"with {request.clues} clues", report.clues[request.clues])] if request.clues else []),
            ("attempts per board", f"{report.attempts / report.looked_at:.2f}" if report.looked_at else "-"),
            ("duplicates refused", report.duplicates),
            ("boards skipped", report.unwanted if selects else None),
            *((f"processor seconds: {stage}", f"{seconds:.2f}") for stage, seconds in times),
            ("seconds in total", f"{report.seconds:.2f}"),
            ("boards per second", f"{report.boards / report.seconds:,.0f}"),
            ("seed", str(report.seed)),
        ]
    )
    marks = [Bars(scale, counts) for scale, counts in report.marks.items()]
    return [figures, *histogram("clues", report.clues), *marks, *map(line, _messages(report, request, home))]


def _messages(report: runs.FillReport, request: FillRequest, home: Home) -> Iterator[str]:
    clues = request.clues
    if clues and (missed := report.boards - report.clues[clues]):
        yield (
            f"{missed:,} of {report.boards:,} puzzles have more than {clues} clues: the search did not reach"
            " that many. --strict stores only puzzles that do; at 9x9 a greater --effort reaches it more often."
        )
    if report.exhausted:
        yield _exhausted(report, home)
    if report.given_up:
        rules, why = report.settings.rules, ""
        if rules and (request.level or isinstance(request.count, Mapping)):
            why = (
                f"Few minimal puzzles under the rules {rules} are that hard, and further clues only make them easier. "
            )
        yield (
            f"Gave up after {report.looked_at:,} boards: {report.boards:,} of {report.wanted:,} puzzles found."
            f" {why}The next fill continues from here."
        )
    if report.interrupted:
        yield "Interrupted; the next fill continues from here."


def _exhausted(report: runs.FillReport, home: Home) -> str:
    settings = report.settings
    changes = _CHANGES[settings.symmetry]
    if settings.method == "permutation":
        count = runs.permutation_boards(settings.shape, settings.symmetry)
        return (
            f"All boards that the method permutation makes are stored: {home} has one board of {settings.shape} with"
            f" its digits exchanged, {count:,} board{'s' * (count > 1)} up to {changes}. Other methods make others."
        )
    boards = f"{report.total:,} boards of {settings.shape} that differ by more than {changes}"
    return f"All possible boards are already stored, the space is exhausted: {home} has all {boards}."


# --- The work ---------------------------------------------------------------------------------------------------------


def fill(home: Home, request: FillRequest) -> runs.FillReport:
    """Add boards to the catalogue; a missing one is made.

    ValueError for what cannot be made or contradicts the catalogue, CatalogueError if it cannot be written.
    """
    order = request.order()
    opener = partial(storage.Store.write, wait=request.wait, on_wait=request.on_notice)
    place = with_files(home, request.files)
    choices = request.choices()
    if not storage.exists(place) and choices.can_be_hard and order.recipe.is_rare:
        choices = replace(choices, sampling=HARD)
        request.on_notice(f"puzzles of {LEAST} or more are searched around hard ones, as by sampling hard")
    with runs.open_to_fill(place, choices, order, opener=opener, durable=request.durable) as store:
        if order.total is not None:
            check_ratings(store, order.recipe.criteria, request.on_notice)  # what is not rated does not count
        return runs.fill(store, order, request)
