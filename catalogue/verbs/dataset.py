"""Make a data set of puzzles to train and test models on, or prove one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from os import PathLike
from pathlib import Path
from typing import Annotated, Any

from ...engine.grades import Grade
from ...engine.names import JIGSAW, KILLER, MARKS, SAMPLINGS
from .. import runs
from ..puzzles.kinds import SCHEMAS, TEXTS
from ..puzzles.numbers import PROCESSORS
from ..requests.option import Option, choice, flag, text, whole
from ..requests.request import LongRequest
from ..requests.shared import THREADS, WORKERS, goals, goals_of
from ..requests.values import Goal, rating, share
from .sections import Figures, Sections

_SHARE = 0.05


def _share(help: str) -> Option:
    return Option(help=help, read=share, metavar="SHARE")


def _least_and_most(solutions: str | int | None) -> tuple[int, int]:
    """Read a number of solutions, or a range such as 2-10; one without it. ValueError for something else."""
    if solutions is None:
        return 1, 1
    least, dash, most = str(solutions).partition("-")
    most = most if dash else least
    if not (least.isdecimal() and most.isdecimal() and len(least + most) < 9):
        raise ValueError(f"`solutions`: {solutions!r} is no number such as 2 and no range such as 2-10")
    return int(least), int(most)


@dataclass(frozen=True, kw_only=True)
class DatasetRequest(LongRequest):
    """The content of a data set, and its folder. ValueError for numbers out of range and fields that contradict."""

    folder: Annotated[
        str | PathLike[str], text("Folder of the data set.", read=Path, metavar="DIR", is_argument=True, is_local=True)
    ] = field(kw_only=False)
    count: Annotated[int | None, whole("Number of puzzles in all splits together.", least=1)] = None
    seed: Annotated[int | None, whole("The same seed always gives the same data set.")] = None
    sampling: Annotated[
        str,
        choice(
            "How puzzles are chosen. carved favours few clues. fair makes every minimal puzzle equally likely, takes"
            " about 10 ms a puzzle, and adds a column of weights.",
            SAMPLINGS,
            is_rare=True,
        ),
    ] = SAMPLINGS[0]
    clues: Annotated[
        int | None,
        whole(
            "Stop removing clues at this many; with `rules` the least number. Default: remove every clue that can go.",
            least=1,
            greatest=256,
        ),
    ] = None
    grade: Annotated[
        Sequence[Goal | str],
        goals(f"N puzzles of a grade, in place of `count`; repeat it: {', '.join(Grade)}.", Grade, numbered=True),
    ] = ()
    validation: Annotated[float, _share("Share of the solutions in the validation split.")] = _SHARE
    test: Annotated[float, _share("Share of the solutions in the test split.")] = _SHARE
    hard: Annotated[
        float | None,
        Option(
            help="Add a split test_hard: puzzles with this rating or more, from a further share of the solutions, as"
            " large as the test share.",
            read=rating,
            metavar="RATING",
        ),
    ] = None
    size: Annotated[int | None, whole("Cells in a row, 4 to 16.", least=4, greatest=16)] = None
    rules: Annotated[
        str | None,
        text(
            "Kinds of variants that take turns, separated by commas, such as killer,thermo,diagonal+kropki; a plus sign"
            f" joins the rules of one kind. {', '.join(sorted((KILLER, JIGSAW, *MARKS)))}, and rules of the whole board"
            " such as windoku or anti-knight.",
            metavar="NAME,...",
        ),
    ] = None
    solutions: Annotated[
        str | int | None,
        text("Make puzzles with this many solutions, such as 2-10, and list all of them.", metavar="N[-N]"),
    ] = None
    schema: Annotated[
        str | None, choice("Name the columns as another data set does; further columns follow.", SCHEMAS)
    ] = None
    score: Annotated[
        bool | None,
        flag(
            "Add columns with the score and the level: HoDoKu's for plain 9x9 puzzles, about 1 ms each, else those of"
            " the path for people, which can take seconds. Default: for all but plain 9x9 puzzles.",
            switches_off=True,
        ),
    ] = None
    measure: Annotated[
        str | None,
        choice("Add columns with the counts of the textbook search too, about 2 ms a puzzle.", ("textbook",)),
    ] = None
    steps: Annotated[bool, flag("Add columns with the path of each puzzle: steps, sentences, and moves, records.")] = (
        False
    )
    text: Annotated[
        str | None,
        choice(
            "Write texts too, with the path if there are `steps`: chat, JSON lines of messages; plain; tokens, a word a"
            " cell.",
            TEXTS,
        ),
    ] = None
    layout: Annotated[
        str | None,
        choice(
            "Write arrays of numpy too: hrm, as HRM and TRM read them, 1 an empty cell and 2 to 10 digits.", ("hrm",)
        ),
    ] = None
    verify: Annotated[bool, flag("Prove the data set in DIR.")] = False
    threads: Annotated[int, THREADS] = PROCESSORS
    workers: Annotated[str | None, WORKERS] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.verify:
            self._check_verify()
        elif self.seed is None and (self.count is not None or self.grade):
            raise ValueError("give `seed` N: the data set depends on it")
        else:
            self.plan()

    def _check_verify(self) -> None:
        """ValueError for fields of a data set that is made."""
        for each in fields(self):
            if each.name not in _OF_BOTH and getattr(self, each.name) != each.default:
                raise ValueError(f"`verify` reads what was asked for in DIR: leave out `{each.name}`")

    def plan(self) -> runs.DatasetPlan:
        """The part of the request that the rows depend on."""
        wanted = goals_of(self.grade, Grade)
        grades = {str(goal.mark): goal.number for goal in wanted if goal.number is not None}
        if len(grades) < len(wanted):
            raise ValueError("give every `grade` once and with a number, such as `grade` easy=100")
        if (self.count is None) == (not grades):
            raise ValueError("give one of `count` and `grade` GRADE=N, or `verify`")
        if self.seed is None:
            raise ValueError("give `seed` N: the data set depends on it")
        least, most = _least_and_most(self.solutions)
        return runs.DatasetPlan(
            count=self.count or sum(grades.values()),
            seed=self.seed,
            sampling=self.sampling,
            clues=self.clues,
            grades=grades,
            validation=self.validation,
            test=self.test,
            hard=self.hard,
            score=self.score,
            size=self.size or runs.SIZE,
            rules=self.rules or "",
            schema=self.schema,
            least_solutions=least,
            most_solutions=most,
            textbook=self.measure is not None,
            steps=self.steps,
            text=self.text,
            layout=self.layout,
        )


_OF_BOTH = ("folder", "verify", "threads", *(each.name for each in fields(LongRequest)))


@dataclass(frozen=True)
class DatasetResult:
    """The content of a data set, or its faults."""

    rows: Mapping[str, int] = field(default_factory=dict)
    """Of each split that was made."""
    positions: int = 0
    """How many positions of the seed were tried."""
    duplicates: int = 0
    """Puzzles among them that are an earlier one up to symmetry."""
    faults: Sequence[str] = ()
    """The faults of a data set that was to be proven, in sentences."""

    def sections(self, seconds: float) -> Sections:
        """Return the figures of a data set that took so long, for people."""
        total = sum(self.rows.values())
        return [
            Figures(
                [
                    *self.rows.items(),
                    ("puzzles in total", total),
                    ("positions of the seed", self.positions),
                    ("duplicates left out", self.duplicates),
                    ("seconds", f"{seconds:.2f}"),
                    ("puzzles per second", f"{total / seconds:,.0f}"),
                ]
            )
        ]

    def data(self) -> dict[str, Any]:
        """Return the figures for programs."""
        return {**vars(self), "rows": dict(self.rows), "faults": list(self.faults)}


def dataset(request: DatasetRequest) -> DatasetResult:
    """Make a data set in a folder, where one that was interrupted goes on, or prove the one that is there.

    `on_progress` gets how many rows are found, or positions proven, and how many are wanted. CatalogueError
    if the folder holds something else, if pyarrow is missing, if the tries run out before there are enough puzzles of
    a grade, and if a file cannot be written.
    """
    folder = Path(request.folder)
    if request.verify:
        return DatasetResult(
            faults=runs.verify_dataset(folder, threads=request.threads, on_progress=request.on_progress),
        )
    plan = request.plan()
    made = runs.make_dataset(
        folder,
        plan,
        threads=request.threads,
        workers=request.workers,
        on_notice=request.on_notice,
        on_progress=lambda rows: request.on_progress(rows, plan.count),
    )
    return DatasetResult(made.rows, made.positions, made.duplicates)
