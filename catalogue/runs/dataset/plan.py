"""The recipe of a data set: which puzzles it holds, in which splits, and all that its rows depend on."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

from .... import engine
from ....engine.grades import BOUNDS, Grade, Level
from ....engine.hard_puzzles import CHAIN, LEAST
from ....engine.names import check_clues
from ....engine.shape import NoUsualBlocks, Shape
from ...puzzles.game import Game, game_of
from ...puzzles.kinds import LAYOUTS, QUESTIONS, SCHEMAS, SUDOKU_BENCH, TEXTS, Depth
from ..recipe import FAIR, HARD, RULED, SAMPLINGS, WITH_BOARDS, Plan, Recipe

SIZE = 9
MOST_TOGETHER = {"carved": 4096, FAIR: 256, HARD: CHAIN}
MOST_SMALL, MOST_RULED, MOST_SEARCHED = 256, 64, 1 << 16
"""Most positions of a ticket: a few seconds of one thread."""

SMALL = 6
"""Up to this size puzzles under rules take milliseconds."""

TICKETS = 64
"""A small data set has about as many tickets, so that all threads have work."""

TRIES_EACH, TRIES_OF_RULED = 1_000, 100
"""Positions that are tried for each row that is wanted; puzzles under rules take longer."""

PARTS, UNFINISHED, REQUEST, SUMS = ".parts", ".unfinished", "dataset.json", "SHA256SUMS"

HARD_SPLIT = "test_hard"
"""The split that holds only puzzles of a rating or above."""

HARD_CLASSES = 0.5
"""The share of the classes that this split has where its puzzles are searched: else most that are found were lost."""

DIABOLICAL = 1 / 3
"""About how many carved puzzles are of the grade that searched ones have."""

SUDOKU = "sudoku"
"""The name of the kind without rules."""

TOGETHER = "+"
"""Between the rules of one kind of puzzle; a comma separates kinds."""

SEVERAL = range(2, 11)
"""How many solutions puzzles may be asked to have."""

FIRST_MONTH, MONTHS = 2026, 240
"""The year with whose January the months of benchmarks begin, and how many there are: each class belongs to one."""

_ONLY_IF_GIVEN = ("text", "layout", "excluded", "augment", "most_clues", "benchmark")
"""Fields that a request of earlier versions lacks."""

_OF_RULED = ("size", "rules", "schema", "least_solutions", "most_solutions")


Key = TypeVar("Key")


def parts_of(number: int, shares: Mapping[Key, float]) -> dict[Key, int]:
    """Divide a number by shares; what rounding leaves goes to the greatest fractions, the first of equal ones."""
    exact = {name: number * share / sum(shares.values()) for name, share in shares.items()}
    parts = {name: int(part) for name, part in exact.items()}
    by_fraction = sorted(exact, key=lambda name: parts[name] - exact[name])
    return parts | {name: parts[name] + 1 for name in by_fraction[: number - sum(parts.values())]}


@cache
def _like() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads(Path(__file__).with_name("like.toml").read_text(encoding="utf-8"))


def like_row(name: str) -> Mapping[str, Any]:
    """Return the options that make a data set like one of others, by its name among `puzzles.kinds.LIKE`."""
    return _like()[name]


def benchmark_row() -> Mapping[str, Any]:
    """Return the options of the benchmark of a month."""
    return {name: value for name, value in _like()["benchmark"].items() if name != "kinds"}


def month_number(month: str) -> int:
    """Return the number of a month such as 2026-12, from 0 on. ValueError for one that has no benchmark."""
    if re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])", month):
        number = (int(month[:4]) - FIRST_MONTH) * 12 + int(month[5:]) - 1
        if 0 <= number < MONTHS:
            return number
    last = FIRST_MONTH + MONTHS // 12 - 1
    raise ValueError(f"`benchmark` {month!r} is no month from {FIRST_MONTH}-01 to {last}-12, such as 2026-12")


@dataclass(frozen=True, kw_only=True)
class DatasetPlan:
    """Which puzzles a data set holds.

    `count` rows in all splits together, of the puzzles of a `seed`: carved to minimal or to `clues` clues, where
    `most_clues` is given to each number up to that in turn, or with `sampling` "fair" a fair sample of all minimal
    puzzles, with "hard" puzzles searched around hard ones. `grades` gives a number of rows for each grade in place of
    `count`, of which each split gets its share. A class of solutions belongs to one split: `validation` and `test` are
    their shares of the classes; with `hard`, a rating, another share as large as that of `test` holds only puzzles of
    that rating or above, searched ones too if it `searches`. `score` adds HoDoKu's score and level, `textbook` what the
    textbook search counts, `steps` the path of each puzzle in sentences and as moves. `text` and `layout` add files for
    trainers with the same rows, where `augment` symmetric copies follow each row to train on.

    Puzzles of another `size`, or under `rules`, have a score and a level instead, unless `score` is False. Kinds of
    rules are separated by commas and take turns; plus signs join the rules of one kind, as in "killer,diagonal+thermo".
    `schema` names the columns as another data set does. `least_solutions` to `most_solutions` is how many solutions
    each puzzle has. `excluded` is the digest of the classes of solutions that no puzzle has (`runs.known`).

    `benchmark` is a month: solutions are of its classes alone (`rows.month_of`), and each kind has so many puzzles of
    each level as `like.toml` says.

    ValueError for numbers out of range and options that do not go together.
    """

    count: int
    seed: int
    sampling: str = "carved"
    clues: int | None = None
    grades: Mapping[str, int] = field(default_factory=dict)
    validation: float = 0.05
    test: float = 0.05
    hard: float | None = None
    score: bool | None = None
    textbook: bool = False
    steps: bool = False
    text: str | None = None
    layout: str | None = None
    size: int = SIZE
    rules: str = ""
    schema: str | None = None
    least_solutions: int = 1
    most_solutions: int = 1
    excluded: str | None = None
    augment: int = 0
    most_clues: int | None = None
    benchmark: str | None = None

    def __post_init__(self) -> None:
        if self.is_ruled:
            self._check_ruled()
        if self.clues is not None and not self.rules:
            check_clues(self.clues, self.kinds[0][1].shape)
        if self.clues is not None and self.clues > self.size**2:
            raise ValueError(f"clues {self.clues} is more than the {self.size**2} cells of a board")
        if self.count < 1:
            raise ValueError(f"count {self.count} is below 1")
        if self.sampling not in SAMPLINGS:
            raise ValueError(f"sampling {self.sampling!r} is not {' or '.join(SAMPLINGS)}")
        if self.sampling in WITH_BOARDS and self.clues is not None:
            raise ValueError(f"a {self.sampling} sample has minimal puzzles: leave out clues")
        if self.grades and sum(self.grades.values()) != self.count:
            raise ValueError("the count is not the sum of the grades")
        for grade in self.grades:
            Grade(grade)
        if self.most_clues is not None and (
            self.clues is None or self.is_ruled or not self.clues <= self.most_clues < 81
        ):
            raise ValueError(f"clues {self.clues}-{self.most_clues}: a range is for plain 9x9 puzzles, such as 31-51")
        if self.augment and (self.layout is None or self.rules):
            raise ValueError("`augment` is for arrays of puzzles without rules: give `layout`, leave out `rules`")
        if min(self.validation, self.test) < 0 or self.splits[0][1] < 0:
            raise ValueError("the shares of validation and test do not leave a train split")
        if self.hard is not None and not self.test:
            raise ValueError("the hard split is as large as the test split: give test a share above 0")
        for name, known in (("text", TEXTS), ("layout", LAYOUTS), ("schema", SCHEMAS)):
            if getattr(self, name) not in (None, *known):
                raise ValueError(f"{name} {getattr(self, name)!r} is not {' or '.join(known)}")
        if self.text == QUESTIONS and self.schema != SUDOKU_BENCH:
            raise ValueError(f"text {QUESTIONS} is for `schema` {SUDOKU_BENCH}")
        if self.benchmark is not None:
            self._check_benchmark()
        if self.is_ruled and (self.text in ("csv", "gym") or self.schema not in (None, SUDOKU_BENCH)):
            raise ValueError(f"{self.schema or self.text} is for plain 9x9 puzzles: leave it out, or rules and size")

    def _check_ruled(self) -> None:
        """ValueError for what only plain 9x9 puzzles of one solution have, and for rules that cannot be made."""
        is_chosen, has_hard = self.sampling in WITH_BOARDS, self.hard is not None
        given = {"sampling": is_chosen, "grade": self.grades, "hard": has_hard, "measure": self.textbook}
        for name, is_given in (given | {"steps": self.steps}).items():
            if is_given:
                advice = "leave it out, or rules, size, schema and solutions"
                raise ValueError(f"`{name}` is for plain 9x9 puzzles: {advice}")
        if self.has_several:
            if not SEVERAL[0] <= self.least_solutions <= self.most_solutions <= SEVERAL[-1]:
                raise ValueError(f"solutions are from {SEVERAL[0]} to {SEVERAL[-1]}, such as 2-10")
            if self.score or self.clues is not None or self.text or self.layout:
                raise ValueError("puzzles of several solutions have no score, clues, text or layout: leave these out")
        if not 4 <= self.size <= 16:
            raise ValueError(f"size {self.size} is not from 4 to 16")
        assert self.kinds  # which reads the rules

    def _check_benchmark(self) -> None:
        known = _like()["benchmark"]["kinds"]
        assert month_number(str(self.benchmark)) >= 0
        if self.size != SIZE or self.clues is not None or not self.scores or self.schema != SUDOKU_BENCH:
            raise ValueError(
                "a benchmark has 9x9 puzzles with scores: leave out size, clues, solutions, score and schema"
            )
        if unknown := [name for name, _ in self.kinds if name not in known]:
            raise ValueError(f"no benchmark has the kind {unknown[0]}; these can be: {', '.join(known)}")

    @property
    def is_ruled(self) -> bool:
        """Whether its puzzles have rules, another size or several solutions, so that it has other columns."""
        return self.size != SIZE or bool(self.rules) or self.schema == SUDOKU_BENCH or self.has_several

    @property
    def has_several(self) -> bool:
        """Whether each puzzle has several solutions."""
        return (self.least_solutions, self.most_solutions) != (1, 1)

    @property
    def scores(self) -> bool:
        """Whether rows have a score and a level."""
        return not self.has_several and (self.is_ruled if self.score is None else self.score)

    @cached_property
    def kinds(self) -> Sequence[tuple[str, Game]]:
        """The kinds of puzzles that take turns, each with its name and its game. ValueError for unknown rules."""
        games = []
        try:
            for kind in self.rules.split(",") if self.rules else ():
                if kind.strip() == SUDOKU:
                    games.append((SUDOKU, game_of(Shape.of(self.size))))
                    continue
                names = ",".join(name.strip() for name in kind.split(TOGETHER))
                book = engine.Rulebook.read(names, self.size)
                games.append((book.text.replace(",", TOGETHER), game_of(book.shape, book.text)))
            games = games or [(SUDOKU, game_of(Shape.of(self.size)))]
        except NoUsualBlocks:
            raise ValueError(f"size {self.size} has no usual blocks: name rules with jigsaw among them") from None
        except ValueError as error:
            raise ValueError(f"`rules`: {error}") from error
        if len({name for name, _ in games}) < len(games):
            raise ValueError("a kind of rules is named twice")
        return games

    @property
    def splits(self) -> Sequence[tuple[str, float]]:
        """The splits with their shares of the classes; there is no train split if others have all."""
        hard = self.test if self.hard is not None else 0.0
        shares = {"validation": self.validation, "test": self.test, HARD_SPLIT: hard}
        rest = round(1 - sum(shares.values()), 12)
        return [(name, share) for name, share in [("train", rest), *shares.items()] if share]

    @property
    def quotas(self) -> dict[tuple[str | None, str | None], int]:
        """How many rows of each grade each split gets: its share of them. Without grades, how many there are in all.

        In a benchmark, how many of each level each kind has. Of searched ones the hard split has its share.
        """
        if self.benchmark is not None:
            mix = {
                name: zip(Level, _like()["benchmark"]["kinds"][name]["levels"], strict=True) for name, _ in self.kinds
            }
            return parts_of(
                self.count, {(level.value, name): rows for name, some in mix.items() for level, rows in some}
            )
        quotas: dict[tuple[str | None, str | None], int] = {}
        for grade, number in self.grades.items():
            shares = {name: share for name, share in self.splits if name != HARD_SPLIT or self._can_be_hard(grade)}
            for name, rows in parts_of(number, shares).items():
                quotas[grade, name] = rows
        if self.hard_is_rare and not self.grades:
            hard = parts_of(self.count, dict(self.splits))[HARD_SPLIT]
            return {(None, HARD_SPLIT): hard, (None, None): self.count - hard}
        return quotas or {(None, None): self.count}

    @property
    def searches(self) -> bool:
        """Whether the hard split has puzzles searched around hard ones, as it asks for ratings that hardly any has."""
        return any(rows for (_, split), rows in self.quotas.items() if split == HARD_SPLIT and self.hard_is_rare)

    @property
    def hard_is_rare(self) -> bool:
        """Whether the hard split is of carved puzzles, hardly any of which is hard enough."""
        return self.hard is not None and self.hard >= LEAST and self.sampling == SAMPLINGS[0] and self.clues is None

    @property
    def class_shares(self) -> Sequence[tuple[str, float]]:
        """The splits with their shares of the classes, those of `splits` unless it `searches`."""
        if not self.searches:
            return self.splits
        left = (1 - HARD_CLASSES) / (1 - self.test)
        return [(name, HARD_CLASSES if name == HARD_SPLIT else share * left) for name, share in self.splits]

    def is_searched(self, ticket: int) -> bool:
        """Whether the puzzles of a ticket are a chain of searched ones: every second is, at its first positions."""
        return self.searches and ticket % 2 == 0

    def _can_be_hard(self, grade: str) -> bool:
        """Whether the hard split holds puzzles of a grade: of one that is hard enough, or partly so if none is."""
        if self.hard is None:
            return False
        enough = {each for each in self.grades if BOUNDS[Grade(each)][0] >= 10 * self.hard}
        highest = BOUNDS[Grade(grade)][1]
        return grade in enough if enough else not highest or highest >= 10 * self.hard

    @property
    def batch(self) -> int:
        """Positions of a ticket. The files do not depend on it, unless it `searches`."""
        if self.searches:  # each chain comes with as many carved puzzles as make its share that of `test`
            carved = CHAIN * (1 / self.test - 1) / (1 - HARD_CLASSES) / (DIABOLICAL if self.grades else 1)
            return min(MOST_SEARCHED, max(CHAIN, round(carved)))
        of_ruled = MOST_SMALL if self.size <= SMALL else MOST_RULED
        least, most = (1, of_ruled) if self.is_ruled else (16, MOST_TOGETHER[self.sampling])
        return CHAIN if self.sampling == HARD else min(most, max(least, -(-self.count // TICKETS)))

    @property
    def turns(self) -> Sequence[tuple[str, Game, int | None]]:
        """What takes turns: each kind of puzzles with each number of clues."""
        if self.benchmark is not None:
            known = _like()["benchmark"]["kinds"]
            return [(name, game, least or None) for name, game in self.kinds for least in known[name]["clues"]]
        clues = [self.clues] if self.clues is None else range(self.clues, (self.most_clues or self.clues) + 1)
        return [(name, game, number) for number in clues for name, game in self.kinds]

    def plan_of(self, turn: int) -> Plan:
        """How the puzzles of a turn are made."""
        _, game, clues = self.turns[turn]
        method = engine.generation.default_method(game.shape.size) if game.rulebook is None else RULED
        depth = Depth.none if self.is_ruled else Depth.full
        recipe = Recipe(clues=clues, depth=depth, textbook=self.textbook)
        return Plan(self.seed, game, self.sampling if self.sampling in WITH_BOARDS else method, recipe)

    def spelled(self) -> dict[str, Any]:
        """All that the rows depend on."""
        versions = {
            **{"metrics": engine.native.METRICS_VERSION, "rating": engine.grades.RATING_VERSION},
            **({"quotas": 2} if self.grades else {}),  # since 2, each split gets its share of a grade
            **({"steps": 2} if self.steps else {}),  # since 2, `moves` too
            **({"training": 1} if self.text or self.layout else {}),
            **({"benchmark": 1} if self.benchmark else {}),
            **({"searched": 1} if self.searches else {}),
            **({"variants": 1, "score": engine.grades.SCORE_VERSION} if self.is_ruled else {}),
        }
        said = {name: value for name, value in asdict(self).items() if value or name not in _ONLY_IF_GIVEN}
        if not self.is_ruled:
            said = {
                name: value for name, value in said.items() if name not in _OF_RULED or (name == "schema" and value)
            }
            said["score"] = self.scores
        return {**said, "grades": dict(self.grades), "versions": versions}


@dataclass(frozen=True)
class DatasetReport:
    """The content of a data set."""

    rows: Mapping[str, int]
    """Of each split."""
    positions: int
    """How many positions of the seed were tried."""
    duplicates: int
    """Puzzles among them that are an earlier one up to symmetry."""
    excluded: Sequence[int] = field(default_factory=list)
    """The excluded classes that a puzzle among them has."""
    hashes: Mapping[str, str] = field(default_factory=dict)
    """Of each split, from its puzzles and solutions alone, in any order: `rows.row_hash`."""

    def data(self) -> dict[str, Any]:
        """Return it for programs, without classes if none was met."""
        return {name: value for name, value in asdict(self).items() if name not in ("excluded", "hashes") or value}
