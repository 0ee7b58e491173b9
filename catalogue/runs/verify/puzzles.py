"""The rows of puzzles: carved from their boards by the recipe, or accepted if they are consistent.

Everything else in a row follows from the clues: metrics, minimality, pattern, rating, techniques, form. The clues of a
fill follow from the board and the recipe. If a puzzle agrees with its row but its recipe carves another one, either
may have been altered: then nothing of its stretch is computed again.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .... import engine
from ....engine.boards import as_lines
from ....engine.grades import RatingStatus, why_unscored
from ...puzzles.columns import FIRST_SCORED, PUZZLE_METRICS, TEXTBOOK_METRICS
from ...puzzles.game import chosen_of
from ...puzzles.kinds import Depth
from ...puzzles.stored import RATING, SCORE, RatingRows, from_lines, rating_rows, score_rows
from ...puzzles.techniques import TECHNIQUE_NUMBERS
from ..making import Columns, Measured, carved, minimal_by, proven, puzzle_rows, textbook_columns
from ..pipeline import in_order
from ..recipe import WITH_BOARDS, Recipe
from .boards import Row
from .ground import UNKNOWN, Fault, Ground, Stretch, differences, extra, keys_of, made, missing, parsed, wrong

PLAIN = ("minimal", "pattern", *PUZZLE_METRICS)
"""Columns that follow from the clues alone."""
COLUMNS = (
    *("id", "board_id", "place", "solution", "givens", "constraints", "rules"),
    *(*PLAIN, "weight", *TEXTBOOK_METRICS, *RATING, *SCORE),
)
_AT = {name: place for place, name in enumerate(COLUMNS)}
_SELECT = f"SELECT {', '.join(COLUMNS)} FROM puzzles"
TECHNIQUES = ", ".join(map(str, TECHNIQUE_NUMBERS.values()))

Stored = tuple[Any, ...]
"""A row, in the order of COLUMNS."""

Tally = Counter[tuple[str, int]]
"""How many puzzles have each value of each metric."""


@dataclass(frozen=True)
class Batch:
    """Some boards with what is stored of their puzzles."""

    boards: Sequence[Row]
    first: Mapping[int, Stored]
    """The row of each board's first puzzle, by the number of the board."""
    further: Sequence[Stored]
    strays: Sequence[Stored]
    """Rows that claim to be first puzzles where another one is."""
    forms: Mapping[int, Mapping[bytes, int]]
    uses: Mapping[int, Mapping[int, int]]


class Case(NamedTuple):
    """A puzzle to be judged: its board's number, its place, the position of its board, and its row if there is one."""

    number: int
    place: int
    position: int
    row: Stored | None


@dataclass
class Verdict:
    """The verdict on many puzzles."""

    faults: list[Fault] = field(default_factory=list)
    by_recipe: dict[Stretch, list[Fault]] = field(default_factory=lambda: defaultdict(list))
    """Faults of rows that are made again by the recipe of a stretch."""
    disputed: set[Stretch] = field(default_factory=set)
    tally: Tally = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    """Puzzles that are not proven in full: that no seed has made (`imported`), or one without a known recipe
    (`unknown`); and missing rows that may have been rated (`unrated`) or searched (`unmeasured`)."""
    formless: list[tuple[int, bytes, int]] = field(default_factory=list)
    """The rows of `forms` that imported boards without any may have lost."""

    def add(self, other: "Verdict") -> None:
        """Take over what another one says."""
        self.faults += other.faults
        for stretch, faults in other.by_recipe.items():
            self.by_recipe[stretch] += faults
        self.disputed |= other.disputed
        self.tally.update(other.tally)
        self.counts.update(other.counts)
        self.formless += other.formless

    def all_faults(self) -> list[Fault]:
        """All faults; what the recipe of a disputed stretch would repair is left as it is."""
        said = "does not make all of its puzzles: it was altered, or they were"
        faults = [Fault("recipes", f"{seed} {start}", None, said) for seed, start in sorted(self.disputed)]
        faults += self.faults
        for stretch, those in self.by_recipe.items():
            lost = stretch in self.disputed
            faults += [replace(fault, expected=UNKNOWN, repair=None) if lost else fault for fault in those]
        return faults


def judge_all(
    ground: Ground, batches: Iterator[Sequence[Row]], doubtful: Sequence[int], on_progress: Callable[[int], None]
) -> Verdict:
    """Judge the puzzles of all boards; `on_progress` takes how many boards are done.

    Rows of `doubtful` boards may have changed places.
    """
    rows = ground.snapshot.looked_up(f"{_SELECT} WHERE board_id IN", doubtful)
    moved = {row[_AT["givens"]]: row for row in rows}
    verdict, done = Verdict(), 0
    read = (_read(ground, boards) for boards in batches if boards)
    for batch, found in in_order(read, lambda batch: (batch, _Judge(ground, batch, moved).judged()), ground.threads):
        verdict.add(found)
        done += len(batch.boards)
        on_progress(done)
    return verdict


# --- What is stored ---


def _read(ground: Ground, boards: Sequence[Row]) -> Batch:
    snapshot = ground.snapshot
    numbers = {board.number for board in boards}
    reach = (min(numbers), max(numbers))
    rows = snapshot.rows(f"{_SELECT} WHERE board_id BETWEEN ? AND ? ORDER BY board_id, place, id", reach)
    rows = [row for row in rows if row[1] in numbers]
    further = [] if ground.numbered_alike else [row for row in rows if row[2] != 0]
    first, strays = _firsts(ground, [row for row in rows if ground.numbered_alike or row[2] == 0], numbers)
    forms: dict[int, dict[bytes, int]] = defaultdict(dict)
    query = "SELECT board_id, form, place FROM forms WHERE board_id BETWEEN ? AND ?"
    for number, form, place in snapshot.rows(query, reach):
        forms[number][form] = place
    uses: dict[int, dict[int, int]] = defaultdict(dict)
    if ground.rate:
        ids = [row[0] for row in (*first.values(), *further)] + [number for number in numbers if number not in first]
        query = f"SELECT technique, puzzle_id, times FROM uses WHERE technique IN ({TECHNIQUES}) AND puzzle_id BETWEEN"
        for technique, puzzle, times in snapshot.rows(f"{query} ? AND ?", (min(ids), max(ids))):
            uses[puzzle][technique] = times
    return Batch(boards, first, further, strays, forms, uses)


def _firsts(ground: Ground, rows: Sequence[Stored], numbers: set[int]) -> tuple[dict[int, Stored], Sequence[Stored]]:
    """The first puzzles by the numbers of their boards, and the other rows.

    If every puzzle has the number of its board, one of the two may be wrong: the other one says which board it is.
    """
    found: dict[int, Stored] = {}
    if ground.numbered_alike:
        found = {row[0]: row for row in rows if row[0] in numbers}
        lacking = sorted(numbers - found.keys())
        found |= {row[0]: row for row in ground.snapshot.looked_up(f"{_SELECT} WHERE id IN", lacking)}
    used = set(found)
    strays = []
    for row in rows:
        if row[1] not in found:
            found[row[1]] = row
        elif row[0] not in used:
            strays.append(row)
    return found, strays


# --- Judgement ---


@dataclass(frozen=True)
class _Puzzles(Columns):
    """Puzzles, with what does not follow from their clues."""

    cases: Sequence[Case]
    clues: NDArray[np.uint8]
    own: Sequence[str | None]
    solutions: Sequence[str | None] | None = None
    weights: NDArray[np.float64] | None = None


class _Judge:
    """Judges the puzzles of one batch."""

    def __init__(self, ground: Ground, batch: Batch, moved: Mapping[str, Stored]) -> None:
        self._ground, self._game, self._batch, self._moved = ground, ground.game, batch, moved
        self.verdict = Verdict()
        self._sound: list[_Puzzles] = []  # those that are known
        self._unsound: set[int] = set()  # boards with one that is not

    def judged(self) -> Verdict:
        self._first_puzzles()
        if self._batch.further:
            self._further_puzzles()
        self._compare_forms()
        self.verdict.faults += [extra("puzzles", {"id": row[0]}, row[_AT["givens"]]) for row in self._batch.strays]
        return self.verdict

    def _first_puzzles(self) -> None:
        ground, batch = self._ground, self._batch
        stretches: dict[Stretch | None, list[Case]] = defaultdict(list)
        solutions = {board.number: board.solution for board in batch.boards}
        for number, seed, position, _ in batch.boards:
            stretch = None if seed is None else ground.recipes.stretch(seed, position or 0)
            stretches[stretch].append(Case(number, 0, position or 0, batch.first.get(number)))
        for stretch, cases in stretches.items():
            boards = from_lines([solutions[case.number] for case in cases])
            stored, sound = self._stored(cases)
            sound &= ((stored.clues == 0) | (stored.clues == boards)).all(axis=1)
            recipe = ground.recipes.of(stretch) if stretch else None
            if stretch and recipe:
                self._by_recipe(stretch, recipe, boards, stored, sound)
                continue
            self.verdict.counts["unknown" if stretch else "imported"] += len(cases)
            self._as_stored(stored, sound, earlier=stretch in ground.recipes.earlier)

    def _further_puzzles(self) -> None:
        """Judge the further puzzles, each by its own image of the board."""
        known = {board.number: board.solution for board in self._batch.boards}
        cases = [Case(row[1], row[2], 0, row) for row in self._batch.further]
        self.verdict.counts["imported"] += len(cases)
        stored, sound = self._stored(cases)
        which = np.flatnonzero(sound).tolist()
        solutions = np.zeros_like(stored.clues)
        solutions[which] = self._game.solved(stored.clues[which], chosen_of(stored.own, which))[0]
        keys = keys_of(solutions[which], self._ground.settings)
        boards = keys_of(from_lines([known[cases[index].number] for index in which]), self._ground.settings)
        sound[which] = [key == board for key, board in zip(keys, boards, strict=True)]
        self._as_stored(replace(stored, solutions=as_lines(solutions)), sound)

    def _compare_forms(self) -> None:
        """Compare the forms of the boards that have some with the forms of their puzzles.

        A board that never met an imported puzzle needs none. A puzzle whose clues are wrong is left out.
        """
        stored = self._batch.forms
        imported = {board.number for board in self._batch.boards if board.seed is None} - self._unsound
        concerned = (stored.keys() | {row[1] for row in self._batch.further}) - self._unsound
        expected: dict[int, dict[bytes, int]] = defaultdict(dict)
        for puzzles in self._sound:
            asked = concerned | imported
            some = puzzles.only([place for place, case in enumerate(puzzles.cases) if case.number in asked])
            for case, form in zip(some.cases, self._forms_of(some), strict=True):
                if case.number not in concerned:
                    self.verdict.formless.append((case.number, form, case.place))
                elif form in expected[case.number]:
                    said = f"is the same puzzle as {case.number}.{expected[case.number][form]}"
                    self.verdict.faults.append(Fault("puzzles", case.row and case.row[0], None, said))
                else:
                    expected[case.number][form] = case.place
        for number in concerned & {board.number for board in self._batch.boards}:
            end = max(expected[number].values(), default=-1)
            # One beyond is of a puzzle that an import is adding, or was when it was killed: the next one drops it.
            kept = {
                (number, form): (place,)
                for form, place in stored.get(number, {}).items()
                if form in expected[number] or not (isinstance(place, int) and place > end)
            }
            right = {(number, form): (place,) for form, place in expected[number].items()}
            self.verdict.faults += differences("forms", ("board_id", "form"), ("place",), kept, right)

    def _forms_of(self, puzzles: _Puzzles) -> Sequence[bytes]:
        symmetry = self._ground.settings.symmetry
        return self._game.forms(puzzles.clues, puzzles.own, symmetry) if puzzles.cases else []

    def _stored(self, cases: Sequence[Case]) -> tuple[_Puzzles, NDArray[np.bool_]]:
        """Puzzles as they are stored, and which of them have one solution."""
        givens = [case.row[_AT["givens"]] if case.row else None for case in cases]
        own = [case.row[_AT["constraints"]] if case.row else None for case in cases]
        clues, sound = parsed(givens, self._game, full=False, own=own)
        return _Puzzles(cases, clues, own), sound

    def _by_recipe(
        self, stretch: Stretch, recipe: Recipe, boards: NDArray[np.uint8], stored: _Puzzles, sound: NDArray[np.bool_]
    ) -> None:
        """Compare puzzles with what the recipe carves, except those that agree with themselves and not with it."""
        right = self._carved(stretch, recipe, boards, stored.cases)
        other = (stored.clues != right.clues).any(axis=1)
        other |= np.asarray([there != here for there, here in zip(stored.own, right.own, strict=True)], np.bool_)
        disputed = other & sound
        if disputed.any():
            disputed[disputed] = self._agrees(stored.only(np.flatnonzero(disputed).tolist()))
        for index in np.flatnonzero(disputed).tolist():
            self.verdict.disputed.add(stretch)
            self._lose(stored.cases[index])
        for group, faults in ((~other, self.verdict.faults), (other & ~disputed, self.verdict.by_recipe[stretch])):
            some = right.only(np.flatnonzero(group).tolist())
            self._compare(some, minimal_by(recipe, some.clues, self._game, some.own), faults)

    def _carved(self, stretch: Stretch, recipe: Recipe, boards: NDArray[np.uint8], cases: Sequence[Case]) -> _Puzzles:
        positions = [case.position for case in cases]
        if self._ground.settings.method in WITH_BOARDS:
            again = made(self._ground.settings, stretch[0], positions)
            assert again.puzzles is not None
            return _Puzzles(cases, again.puzzles, [None] * len(cases), None, again.weights)
        clues, own = carved(boards, positions, stretch[0], recipe, self._game)
        return _Puzzles(cases, clues, own or [None] * len(cases))

    def _as_stored(self, stored: _Puzzles, sound: NDArray[np.bool_], earlier: bool = False) -> None:
        """Believe clues whose form, or the rest of whose row, agrees with them.

        Those of an `earlier` program need only have the board as their one solution: it may have counted otherwise.
        """
        some = stored.only(np.flatnonzero(sound).tolist())
        agree, forms = self._agrees(some), self._batch.forms
        if forms:
            known = zip(some.cases, self._forms_of(some), strict=True)
            agree |= np.asarray([forms.get(case.number, {}).get(form) == case.place for case, form in known], np.bool_)
        sound[sound] = agree | earlier
        for index in np.flatnonzero(~sound).tolist():
            self._lose(stored.cases[index])
        believed = stored.only(np.flatnonzero(sound).tolist())
        self._compare(believed, self._game.minimal(believed.clues, believed.own), self.verdict.faults)

    def _lose(self, case: Case) -> None:
        """Name clues that are wrong, or missing, and cannot be computed."""
        self._unsound.add(case.number)
        if row := case.row:
            self.verdict.faults.append(wrong("puzzles", {"id": row[0]}, "givens", row[_AT["givens"]]))
        else:
            self.verdict.faults.append(Fault("puzzles", case.number, None, None))

    def _agrees(self, puzzles: _Puzzles) -> NDArray[np.bool_]:
        """Which clues the rest of their rows agrees with, `bool (n,)`."""
        columns, _ = self._plain(puzzles, self._game.minimal(puzzles.clues, puzzles.own))
        agree = [
            case.row is not None and all(case.row[_AT[name]] == columns[name][index] for name in PLAIN)
            for index, case in enumerate(puzzles.cases)
        ]
        return np.asarray(agree, np.bool_)

    def _plain(self, puzzles: _Puzzles, minimal: NDArray[np.bool_]) -> tuple[dict[str, Sequence[object]], Tally]:
        """The columns that follow from clues, and their tally."""
        if not puzzles.cases:
            return {}, Counter()
        measured, _ = proven(puzzles.clues, self._game, puzzles.own)
        boards = puzzles.clues  # which no column of puzzles is of
        found = Measured(boards, puzzles.clues, minimal, measured, puzzles.weights, own=puzzles.own)
        rows = puzzle_rows(found, self._game)
        nothing = [None] * len(puzzles.cases)
        columns: dict[str, Sequence[object]] = {
            "givens": rows.givens,
            "constraints": puzzles.own,
            "rules": rows.rules or nothing,
            "minimal": rows.minimal,
            "pattern": rows.patterns,
            **dict(zip(PUZZLE_METRICS, rows.metrics, strict=True)),
            "weight": rows.weights or nothing,
            "board_id": [case.number for case in puzzles.cases],
            "place": [case.place for case in puzzles.cases],
            "solution": puzzles.solutions or nothing,
        }
        return columns, Counter({(metric, value): count for metric, value, count in rows.tally})

    def _compare(self, puzzles: _Puzzles, minimal: NDArray[np.bool_], faults: list[Fault]) -> None:
        if not puzzles.cases:
            return
        self._sound.append(puzzles)
        columns, tally = self._plain(puzzles, minimal)
        columns |= self._searched(puzzles)
        if self._ground.rate:
            columns |= self._ratings(puzzles, tally, faults)
        if self._ground.numbered_alike:
            columns["id"] = columns["board_id"]
        self.verdict.tally.update(tally)
        for name, expected in columns.items():
            at = _AT[name]
            for case, right in zip(puzzles.cases, expected, strict=True):
                if case.row is not None and case.row[at] != right:
                    faults.append(wrong("puzzles", {"id": case.row[0]}, name, case.row[at], right))
        for index, case in enumerate(puzzles.cases):
            if case.row is None:
                rest = {name: values[index] for name, values in columns.items() if name != "id"}
                self.verdict.counts["unrated"] += rest.get("rating_status") is None
                self.verdict.counts["unmeasured"] += rest.get(next(iter(TEXTBOOK_METRICS))) is None
                faults.append(missing("puzzles", {"id": case.number}, rest))

    def _searched(self, puzzles: _Puzzles) -> dict[str, Sequence[object]]:
        """Count again the textbook search of the puzzles that it has measured; None for the others."""
        rows = self._known_as(puzzles)
        columns: dict[str, list[object]] = {name: [None] * len(rows) for name in TEXTBOOK_METRICS}
        which = [index for index, row in enumerate(rows) if puzzles.own[index] is None and _has_any(row, columns)]
        if which:
            counts = textbook_columns(engine.solving.textbook(puzzles.clues[which], blocks=self._game.blocks))
            for column, values in zip(columns.values(), counts, strict=True):
                for index, count in zip(which, values, strict=True):
                    column[index] = count
        return dict(columns)

    def _known_as(self, puzzles: _Puzzles) -> list[Stored | None]:
        """The rows that say how far puzzles were measured: of some they have changed places."""
        lines = as_lines(puzzles.clues) if self._moved else repeat("")
        return [self._moved.get(line, case.row) for case, line in zip(puzzles.cases, lines, strict=False)]

    def _ratings(self, puzzles: _Puzzles, tally: Tally, faults: list[Fault]) -> dict[str, Sequence[object]]:
        """Rate and score the puzzles that have a rating or a score, and compare `uses`; return the columns."""
        ids = [case.row[0] if case.row else case.number for case in puzzles.cases]
        columns: dict[str, list[object]] = {name: [None] * len(ids) for name in (*RATING, *SCORE)}
        stored = {(technique, id): (times,) for id in ids for technique, times in self._batch.uses.get(id, {}).items()}
        expected: dict[tuple[int, int], tuple[int]] = {}
        for which, again in self._rated_again(puzzles, ids):
            for name, values in again.columns.items():
                for index, found in zip(which, values, strict=True):
                    columns[name][index] = found
            tally.update({(metric, value): count for metric, value, count in again.tally})
            expected |= {(technique, ids[which[index]]): (times,) for technique, index, times in again.uses}
        faults += differences("uses", ("technique", "puzzle_id"), ("times",), stored, expected)
        return dict(columns)

    def _rated_again(self, puzzles: _Puzzles, ids: Sequence[int]) -> Iterator[tuple[list[int], RatingRows]]:
        """Rate the puzzles again that have a rating, up to a ceiling or not, and score again the scored ones."""
        game, rows = self._game, self._known_as(puzzles)
        used = [self._batch.uses.get(row[0] if row else id, {}) for row, id in zip(rows, ids, strict=True)]
        able = game.has_rating(puzzles.own, len(rows))
        depths = [
            _depth(row, numbers) if fine else Depth.none for row, numbers, fine in zip(rows, used, able, strict=True)
        ]
        for depth in (Depth.full, Depth.fast):
            if which := [index for index, found in enumerate(depths) if found is depth]:
                own = chosen_of(puzzles.own, which)
                yield which, rating_rows(game.rate(puzzles.clues[which], own, depth.ceiling))
        which = [
            index
            for index, (row, numbers) in enumerate(zip(rows, used, strict=True))
            if _has_any(row, SCORE) or any(number >= FIRST_SCORED for number in numbers)
        ]
        if which and why_unscored(game.shape.size) is None:
            yield which, score_rows(game.score(puzzles.clues[which], chosen_of(puzzles.own, which)))


def _has_any(row: Stored | None, names: Iterable[str]) -> bool:
    return row is not None and any(row[_AT[name]] is not None for name in names)


def _depth(row: Stored | None, used: Collection[int]) -> Depth:
    """How far a puzzle was rated. One that has more than its status may say was rated in full."""
    status = row[_AT["rating_status"]] if row else None
    if _has_any(row, RATING[1:]) or any(number < FIRST_SCORED for number in used):
        return Depth.full
    if status is None:
        return Depth.none
    return Depth.fast if status == RatingStatus.ABOVE else Depth.full
