"""Fill a catalogue with new boards and their puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from os import PathLike
from typing import Annotated

from ... import engine
from ...engine.grades import Grade, Level
from ...engine.names import METHODS, PATTERNS, SAMPLINGS, SYMMETRIES
from .. import runs, storage
from ..puzzles.filters import kind_of
from ..puzzles.kinds import DEFAULT_DEPTH, DEPTHS_HELP, Depth
from ..puzzles.numbers import PROCESSORS, RULED_TRIES, TRIES
from ..requests.request import LongRequest, choice, flag, whole
from ..requests.shared import (
    BLOCKS_IN_FULL,
    EFFORT,
    LEVEL,
    ONLY_TECHNIQUE,
    RULES_OPTION,
    SIZE,
    TECHNIQUE,
    THREADS,
    WAIT,
    WORKERS,
    goals,
    goals_of,
    quotas_of,
)
from ..requests.values import Goal, Mark
from ..storage.home import Home, with_files
from .sections import Bars, Figures, Sections, histogram, line


@dataclass(frozen=True, kw_only=True)
class FillRequest(LongRequest):
    """How many boards to add, and which.

    Give one of `count`, `total`, and numbers in `grade` or `level`. In Python, `count` may also be a mapping that says
    how many boards of each grade, or of each level if its keys are of the type `engine.grades.Level`. The settings of
    a catalogue (`size`, `blocks`, `rules`, `symmetry`, `method`, `sampling`, `files`) are for one that does not
    exist yet; an existing catalogue has to match those that are given, except that `files` can change.

    ValueError for a number out of bounds, an unknown name, and fields that do not go together.
    """

    count: Annotated[
        int | Mapping[str, int] | None, whole("Number of boards to add.", least=1, letter="-n"),
    ] = field(default=None, kw_only=False)  # fmt: skip
    total: Annotated[int | None, whole("Stop when the catalogue holds this many.", least=1)] = None
    seed: Annotated[
        int | None,
        whole("The same seed always gives the same boards. Default: the catalogue's own seed, random when it is new."),
    ] = None
    size: Annotated[int | None, SIZE] = None
    blocks: Annotated[str | None, BLOCKS_IN_FULL] = None
    rules: Annotated[str | None, RULES_OPTION] = None
    symmetry: Annotated[
        str | None,
        choice(
            "Which boards count as the same: rotated and mirrored ones (d4), also with digits renamed (d4+relabel),"
            " also with rows and columns permuted (full). New catalogue: d4.",
            SYMMETRIES,
        ),
    ] = None
    method: Annotated[
        str | None,
        choice(
            "How boards are generated. uniform, at sizes 4 and 9, makes every board equally likely. permutation shifts"
            " one random block, which is always the same board with other digits. class, at size 9, takes"
            " all boards that differ under every symmetry in a random order, none twice; class-order by their numbers,"
            " from the number that `seed` says. New catalogue: wfc up to size 9, wfc+backtrack above.",
            METHODS,
            is_rare=True,
        ),
    ] = None
    sampling: Annotated[
        str | None,
        choice(
            "How puzzles are chosen. carved favours few clues. fair, at sizes 4 and 9, makes every minimal puzzle"
            " equally likely, takes about 10 ms a puzzle, and stores the weight that stats --weighted uses. New"
            " catalogue: carved.",
            SAMPLINGS,
            is_rare=True,
        ),
    ] = None
    clues: Annotated[
        int | None, whole("Stop removing clues at this many. Default: remove every clue that can go.", least=1)
    ] = None
    effort: Annotated[int | None, EFFORT] = None
    strict: Annotated[bool, flag("With `clues`: store only puzzles that have exactly that many.")] = False
    pattern: Annotated[
        str | Sequence[str],
        choice(
            f"Symmetry of the clues, and of marks of rules where they have room: {', '.join(PATTERNS[:-1])} or"
            f" {PATTERNS[-1]}. Repeat it and boards take the patterns in turn.",
            PATTERNS,
            metavar="NAME",
        ),
    ] = ()
    rate: Annotated[
        Depth | str | None,
        choice(
            f"Rate the puzzles: {DEPTHS_HELP} full takes about five times as long as everything else. Default:"
            f" {DEFAULT_DEPTH}.",
            Depth,
        ),
    ] = None
    measure: Annotated[
        str | None,
        choice(
            "Measure the puzzles by the textbook search too: its comparisons, backtracks and depth. At 9x9 that takes"
            " about 2 ms a puzzle, and longer with fewer clues. catalogue measure does it later.",
            ("textbook",),
        ),
    ] = None
    grade: Annotated[
        str | Sequence[str | Goal],
        goals(
            f"Grade of the puzzles: {', '.join(Grade)}. Repeat it to accept several; hard=500 adds 500 of that"
            " grade, without `count`.",
            Grade,
        ),
    ] = ()
    level: Annotated[str | Sequence[str | Goal], LEVEL] = ()
    technique: Annotated[str | Sequence[str], TECHNIQUE] = ()
    only_technique: Annotated[str | None, ONLY_TECHNIQUE] = None
    max_tries: Annotated[
        int | None,
        whole(
            "With `grade`, `level`, `technique` or `strict`: give up after this many boards. Default:"
            f" {TRIES.least:,}, or {TRIES.each:,} for each puzzle wanted; with rules {RULED_TRIES.least:,}, or"
            f" {RULED_TRIES.each:,} for each.",
            least=1,
            is_rare=True,
        ),
    ] = None
    threads: Annotated[int, THREADS] = PROCESSORS
    workers: Annotated[str | None, WORKERS] = None
    files: Annotated[
        bool | str | PathLike[str] | None,
        flag(
            "Write a file boards/N.txt for each board, or none, from now on. New catalogue: --files."
            " catalogue export --format files makes them later. On a database server, boards get files only with"
            " --files DIR, which writes DIR/N.txt.",
            switches_off=True,
        ),
    ] = None
    durable: Annotated[
        bool,
        flag(
            "Lose no board even in a power cut: each commit waits for the disk. Without it, a power cut may undo"
            " the last commits, and the next fill writes damaged files again.",
            is_rare=True,
        ),
    ] = False
    wait: Annotated[float, WAIT] = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if [isinstance(self.count, int), self.total is not None, bool(self._quotas)].count(True) != 1:
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
        return bool(self.grade or self.level or self.technique or self.only_technique or self._quotas)

    @property
    def selects(self) -> bool:
        """Whether boards are stored only with puzzles that are asked for."""
        return self.names_kind or self.strict

    def order(self) -> runs.Order:
        """Return how many boards a run makes, and by which recipe. ValueError for a kind that no puzzle can have."""
        grades, levels = self._goals("grade", Grade), self._goals("level", Level)
        quotas = self._quotas
        if isinstance(self.count, Mapping) and (grades if isinstance(next(iter(quotas)), Grade) else levels):
            twice = "grade" if isinstance(next(iter(quotas)), Grade) else "level"
            raise ValueError(f"count says how many of each: leave out {twice}")
        by_level = isinstance(next(iter(quotas), None), Level)
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
        return runs.Order(recipe=recipe, boards=boards, total=self.total, seed=self.seed, max_tries=self.max_tries)

    def choices(self) -> runs.Choices:
        """Return the settings that are named."""
        return runs.Choices(
            size=self.size,
            blocks=self.blocks,
            symmetry=self.symmetry,
            method=self.method,
            sampling=self.sampling,
            rules=self.rules,
            files=None if self.files is None else bool(self.files),
        )

    @property
    def _quotas(self) -> dict[Mark, int]:
        """How many boards of each grade, or of each level, are wanted; empty if no number is given."""
        if isinstance(self.count, Mapping):
            kind = Level if any(isinstance(name, Level) for name in self.count) else Grade
            return {kind(name): number for name, number in self.count.items()}
        return quotas_of(self._goals("grade", Grade), self._goals("level", Level))

    def _goals(self, name: str, marks: type[Grade] | type[Level]) -> Sequence[Goal]:
        return goals_of(getattr(self, name), marks)


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
    """How the fill ended, if that was not at its goal."""
    clues = request.clues
    if clues and (missed := report.boards - report.clues[clues]):
        yield (
            f"{missed:,} of {report.boards:,} puzzles have more than {clues} clues: the search did not reach"
            " that many. --strict stores only puzzles that do; at 9x9 a greater --effort reaches it more often."
        )
    if report.exhausted:
        yield _exhausted(report, home)
    if report.given_up:
        yield (
            f"Gave up after {report.looked_at:,} boards: {report.boards:,} of {report.wanted:,} puzzles found."
            f" {_why_few(report, request)}The next fill continues from here."
        )
    if report.interrupted:
        yield "Interrupted; the next fill continues from here."


def _why_few(report: runs.FillReport, request: FillRequest) -> str:
    """Why puzzles of a level are rare under rules."""
    rules = report.settings.rules
    if not rules or not (request.level or isinstance(request.count, Mapping)):
        return ""
    return f"Few minimal puzzles under the rules {rules} are that hard, and further clues only make them easier. "


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
    with runs.open_to_fill(place, request.choices(), order, opener=opener, durable=request.durable) as store:
        return runs.fill(store, order, request)
