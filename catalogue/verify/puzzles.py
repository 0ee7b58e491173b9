"""The rows of puzzles as they should be, their ratings too, beside those that are stored."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.formats.cells import from_lines
from catalogue.game import Game, Own
from catalogue.kinds import CEILINGS, Depth, rating_rows
from catalogue.making import carved, chosen_of, minimal_by, proven, puzzle_rows, textbook_columns
from catalogue.numbers import PUZZLE_METRICS, TEXTBOOK_METRICS
from catalogue.request import Recipe
from catalogue.schema import RATING
from catalogue.verify.faults import UNKNOWN, Fault, extra, missing, wrong
from catalogue.verify.ground import Ground, Stretch
from catalogue.verify.snapshot import Case, Snapshot, by_column, value
from engine.grades import RatingStatus
from engine.rating import TECHNIQUES

_FOUND = RATING[1:]


@dataclass(frozen=True)
class RatedAgain:
    """The columns of a rating as they should be, their tally, and what is wrong with the rows of `uses`."""

    columns: Mapping[str, Sequence[object]]
    tally: Counter[tuple[str, int]]
    faults: Sequence[Fault]


def rated_again(cases: Sequence[Case], puzzles: NDArray[np.uint8], blocks: str) -> RatedAgain:
    """Rate the puzzles that have a rating."""
    columns: dict[str, list[object]] = {name: [None] * len(cases) for name in RATING}
    tally: Counter[tuple[str, int]] = Counter()
    uses: dict[int, dict[int, int]] = defaultdict(dict)
    depths = [_depth(case) for case in cases]
    for depth, ceiling in CEILINGS.items():
        which = [index for index, found in enumerate(depths) if found is depth]
        if not which:
            continue
        rows = rating_rows(engine.rate(puzzles[which], blocks=blocks, ceiling=ceiling))
        for name, values in zip(RATING, rows.columns, strict=True):
            for index, found in zip(which, values, strict=True):
                columns[name][index] = found
        for metric, number, count in rows.tally:
            tally[metric, number] += count
        for technique, index, times in rows.uses:
            uses[which[index]][technique] = times
    faults = [fault for index, case in enumerate(cases) for fault in _uses_faults(case, uses[index])]
    return RatedAgain(columns, tally, faults)


def stray_uses(snapshot: Snapshot) -> list[Fault]:
    """Rows of `uses` that belong to no puzzle, or to no technique."""
    known = ", ".join(str(technique.number) for technique in TECHNIQUES)
    of_none = "NOT EXISTS (SELECT 1 FROM puzzles WHERE id = puzzle_id)"
    query = f"SELECT * FROM uses WHERE technique NOT IN ({known}) OR {of_none}"
    return [
        extra("uses", {"technique": technique, "puzzle_id": puzzle}, times)
        for technique, puzzle, times in snapshot.rows(query)
    ]


def _depth(case: Case) -> Depth:
    """How far a puzzle was rated. One that has more than its status may say was rated in full."""
    status = value(case.row, "rating_status") if case.row else None
    if case.uses or (case.row and any(value(case.row, name) is not None for name in _FOUND)):
        return Depth.full
    if status is None:
        return Depth.none
    return Depth.fast if status == RatingStatus.ABOVE else Depth.full


def _uses_faults(case: Case, expected: Mapping[int, int]) -> list[Fault]:
    if case.uses == expected:
        return []
    faults = []
    for technique in case.uses.keys() | expected.keys():
        key = {"technique": technique, "puzzle_id": value(case.row, "id") if case.row else case.number}
        found, times = case.uses.get(technique), expected.get(technique)
        if found is None:
            faults.append(missing("uses", key, {"times": times}))
        elif times is None:
            faults.append(extra("uses", key, found))
        elif found != times:
            faults.append(wrong("uses", key, "times", found, times))
    return faults


Tally = Counter[tuple[str, int]]
"""How many puzzles have each value of each metric."""

_PLAIN = ("minimal", "pattern", *PUZZLE_METRICS)
"""Columns that follow from the clues alone."""


@dataclass(frozen=True)
class Contested:
    """A puzzle that is right in itself, but not what the recipe carves: one of the two is wrong."""

    faults: Sequence[Fault]  # if the recipe is right
    by_recipe: Tally
    as_stored: Tally


@dataclass
class Verdict:
    """What comes of many puzzles."""

    faults: list[Fault] = field(default_factory=list)
    tally: Tally = field(default_factory=Counter)
    agreed: Counter[Stretch] = field(default_factory=Counter)  # puzzles that are what the recipe carves
    contested: dict[Stretch, list[Contested]] = field(default_factory=lambda: defaultdict(list))
    imported: int = 0  # puzzles that no seed has made
    unknown: int = 0  # puzzles of a seed without a known recipe

    def add(self, other: "Verdict") -> None:
        """Take over what another one says."""
        self.faults += other.faults
        self.tally.update(other.tally)
        self.agreed.update(other.agreed)
        for stretch, cases in other.contested.items():
            self.contested[stretch] += cases
        self.imported += other.imported
        self.unknown += other.unknown


@dataclass(frozen=True)
class _Group:
    """Cases of one stretch with their boards and, in a fair sample, the weights of their puzzles."""

    cases: Sequence[Case]
    boards: NDArray[np.uint8]
    weights: NDArray[np.float64] | None = None

    def only(self, which: Sequence[int]) -> "_Group":
        chosen = list(which)
        weights = None if self.weights is None else self.weights[chosen]
        return _Group([self.cases[index] for index in chosen], self.boards[chosen], weights)


def judge(
    ground: Ground,
    cases: Sequence[Case],
    boards: NDArray[np.uint8],
    puzzles: NDArray[np.uint8] | None = None,
    weights: NDArray[np.float64] | None = None,
) -> Verdict:
    """Compare puzzles with what boards and recipes come to; `puzzles` and `weights` are those of a fair sample."""
    verdict = Verdict()
    stretches: dict[Stretch | None, list[int]] = defaultdict(list)
    for index, case in enumerate(cases):
        known = case.seed is not None and case.position is not None
        stretches[ground.recipes.stretch(case.seed, case.position) if known else None].append(index)  # type: ignore[arg-type]
    whole = _Group(cases, boards, weights)
    for stretch, indices in stretches.items():
        group = whole.only(indices)
        recipe = ground.recipes.of(stretch) if stretch else None
        if stretch is None or recipe is None:
            verdict.imported += len(indices) if stretch is None else 0
            verdict.unknown += len(indices) if stretch else 0
            _judge_without_recipe(ground, group, verdict)
        else:
            made, own = _carved(ground, group, recipe) if puzzles is None else (puzzles[indices], None)
            _judge_by_recipe(ground, stretch, recipe, group, made, own, verdict)
    return verdict


def _carved(ground: Ground, group: _Group, recipe: Recipe) -> tuple[NDArray[np.uint8], Own]:
    seed = group.cases[0].seed
    assert seed is not None
    positions = [case.position or 0 for case in group.cases]
    return carved(group.boards, positions, seed, recipe, ground.game)


def _judge_by_recipe(
    ground: Ground,
    stretch: Stretch,
    recipe: Recipe,
    group: _Group,
    puzzles: NDArray[np.uint8],
    own: Own,
    verdict: Verdict,
) -> None:
    stored, readable, stored_own = _stored(ground, group)
    other = (stored != puzzles).any(axis=1)
    if own is not None:
        other |= np.asarray([there != made for there, made in zip(stored_own, own, strict=True)], np.bool_)
    sound = np.zeros(len(other), np.bool_)
    doubtful = np.flatnonzero(other & readable)
    if doubtful.size and not ground.fair:
        there = doubtful.tolist()
        sound[doubtful] = _is_sound(ground, group.only(there), stored[doubtful], chosen_of(stored_own, there))
    agreed = np.flatnonzero(~sound).tolist()
    faults, tally = _compare(
        ground,
        group.only(agreed),
        puzzles[agreed],
        chosen_of(own, agreed),
        minimal_by(recipe, puzzles[agreed], ground.game, chosen_of(own, agreed)),
    )
    verdict.faults += faults
    verdict.tally.update(tally)
    verdict.agreed[stretch] += int((~other).sum())
    for index in np.flatnonzero(sound).tolist():
        case = group.only([index])
        mine, theirs = chosen_of(own, [index]), chosen_of(stored_own, [index])
        by_rule = minimal_by(recipe, puzzles[[index]], ground.game, mine)
        faults, by_recipe = _compare(ground, case, puzzles[[index]], mine, by_rule)
        by_clues = ground.game.minimal(stored[[index]], theirs)
        _, as_stored = _compare(ground, case, stored[[index]], theirs, by_clues)
        verdict.contested[stretch].append(Contested(faults, by_recipe, as_stored))


def _judge_without_recipe(ground: Ground, group: _Group, verdict: Verdict) -> None:
    """Believe clues that fit the rest of their row; else look for a recipe that fits it."""
    stored, readable, own = _stored(ground, group)
    sound = np.zeros(len(stored), np.bool_)
    chosen = np.flatnonzero(readable)
    which = chosen.tolist()
    sound[chosen] = _is_sound(ground, group.only(which), stored[chosen], chosen_of(own, which))
    for index in np.flatnonzero(~sound).tolist():
        found = _inferred(ground, group.only([index]))
        if found is not None:
            stored[index], own[index] = found
        elif readable[index]:
            found = stored[index], own[index]  # one solution, the board's: the rest of the row is wrong
        if found is None:
            case = group.cases[index]
            verdict.faults.append(
                wrong("puzzles", {"id": value(case.row, "id")}, "givens", value(case.row, "givens"), UNKNOWN)
            )
        sound[index] = found is not None
    fine = np.flatnonzero(sound).tolist()
    kept = chosen_of(own, fine)
    faults, tally = _compare(ground, group.only(fine), stored[fine], kept, ground.game.minimal(stored[fine], kept))
    verdict.faults += faults
    verdict.tally.update(tally)


def _inferred(ground: Ground, group: _Group) -> tuple[NDArray[np.uint8], str | None] | None:
    """The puzzle of one board that carving by a plain recipe makes, if it fits the rest of the stored row."""
    (case,) = group.cases
    if case.seed is None or not case.row:
        return None
    for recipe in plain_recipes(value(case.row, "clues"), value(case.row, "pattern")):
        puzzle, own = _carved(ground, group, recipe)
        if _is_sound(ground, group, puzzle, own)[0]:
            return puzzle[0], own[0] if own else None
    return None


def plain_recipes(clues: object, pattern: object) -> Sequence[Recipe]:
    """The recipes that a puzzle looks like it was carved by: to the end, to its clues, in its pattern."""
    counts = [None] + ([clues] if isinstance(clues, int) and clues in range(1, 626) else [])
    patterns: list[str | None] = [None] + ([pattern] if pattern in engine.PATTERNS else [])
    return [Recipe(count, patterns=(name,)) for name in patterns for count in counts]


def _stored(ground: Ground, group: _Group) -> tuple[NDArray[np.uint8], NDArray[np.bool_], list[str | None]]:
    """Clues and constraints as they are stored; which of them are a puzzle with the board as its only solution."""
    width = group.boards.shape[1]
    texts = [value(case.row, "givens") for case in group.cases]
    empty = "." * width
    good = [isinstance(text, str) and len(text) == width and text.isascii() for text in texts]
    lines = [str(text) if fine else empty for text, fine in zip(texts, good, strict=True)]
    puzzles = from_lines(lines) if lines else np.empty((0, width), np.uint8)
    fits = np.asarray(good, np.bool_) & ((puzzles == 0) | (puzzles == group.boards)).all(axis=1)
    puzzles[~fits] = 0
    clues = (puzzles > 0).sum(axis=1)
    fits &= np.asarray([text.count(".") for text in lines], np.int64) == width - clues  # no other character
    chosen = np.flatnonzero(fits)
    own = [text if isinstance(text := value(case.row, "constraints"), str) else None for case in group.cases]
    fits[chosen] = count_under(ground.game, puzzles[chosen], chosen_of(own, chosen.tolist())) == 1
    return puzzles, fits, own


def count_under(game: Game, puzzles: NDArray[np.uint8], own: Own) -> NDArray[np.int32]:
    """How many solutions puzzles have, up to 2; none where their constraints cannot be read."""
    try:
        return game.count_solutions(puzzles, own)
    except ValueError:
        if len(puzzles) == 1:
            return np.zeros(1, np.int32)
    each = [count_under(game, puzzles[[row]], chosen_of(own, [row])) for row in range(len(puzzles))]
    return np.concatenate(each)


def _is_sound(ground: Ground, group: _Group, puzzles: NDArray[np.uint8], own: Own) -> NDArray[np.bool_]:
    """Which puzzles, with one solution, fit everything else that is stored of them: `bool (n,)`."""
    expected, _ = _columns(ground, group, puzzles, own, ground.game.minimal(puzzles, own))
    fits = np.ones(len(puzzles), np.bool_)
    stored = by_column([case.row for case in group.cases])
    for name in _PLAIN:
        if expected:
            fits &= [found == there for found, there in zip(stored[name], expected[name], strict=True)]
    return fits


def _columns(
    ground: Ground, group: _Group, puzzles: NDArray[np.uint8], own: Own, minimal: NDArray[np.bool_]
) -> tuple[dict[str, Sequence[object]], Tally]:
    """The columns that follow from the clues, and their tally."""
    if not group.cases:
        return {}, Counter()
    measured, _ = proven(puzzles, ground.game, own)
    first = group.cases[0].seed is not None
    rows = puzzle_rows(puzzles, ground.game, minimal, measured, weights=group.weights, own=own)
    columns: dict[str, Sequence[object]] = {
        "givens": rows.givens,
        "minimal": rows.minimal,
        "pattern": rows.patterns,
        **dict(zip(PUZZLE_METRICS, rows.metrics, strict=True)),
        **({"place": [0] * len(puzzles), "solution": [None] * len(puzzles)} if first else {}),
        "weight": rows.weights or [None] * len(puzzles),
        "constraints": rows.constraints or [None] * len(puzzles),
    }
    return columns, Counter({(metric, value): count for metric, value, count in rows.tally})


def _searched_again(cases: Sequence[Case], puzzles: NDArray[np.uint8], blocks: str) -> dict[str, Sequence[object]]:
    """What the textbook search counts of the puzzles that it has measured; None of the others."""
    columns: dict[str, list[object]] = {name: [None] * len(cases) for name in TEXTBOOK_METRICS}
    measured = [
        place
        for place, case in enumerate(cases)
        if case.row and any(value(case.row, name) is not None for name in TEXTBOOK_METRICS)
    ]
    if measured:
        counts = textbook_columns(engine.textbook(puzzles[measured], blocks=blocks))
        for column, values in zip(columns.values(), counts, strict=True):
            for place, count in zip(measured, values, strict=True):
                column[place] = count
    return {**columns}


def _compare(
    ground: Ground, group: _Group, puzzles: NDArray[np.uint8], own: Own, minimal: NDArray[np.bool_]
) -> tuple[list[Fault], Tally]:
    """Compare stored rows with those that the puzzles come to."""
    columns, tally = _columns(ground, group, puzzles, own, minimal)
    if not columns:
        return [], tally
    if ground.numbered_alike:
        columns = {"id": [case.number for case in group.cases], **columns}
    faults: list[Fault] = []
    columns |= _searched_again(group.cases, puzzles, ground.game.blocks)
    if ground.rate:
        again = rated_again(group.cases, puzzles, ground.game.blocks)
        columns |= again.columns
        tally.update(again.tally)
        faults += again.faults
    stored = by_column([case.row for case in group.cases])
    for name, expected in columns.items():
        if stored[name] == tuple(expected):
            continue
        for case, found, there in zip(group.cases, stored[name], expected, strict=True):
            if found != there and case.row:
                faults.append(wrong("puzzles", {"id": value(case.row, "id")}, name, found, there))
    for index, case in enumerate(group.cases):
        if not case.row:
            rest = {name: values[index] for name, values in columns.items() if name != "id"}
            rest |= {name: None for name in RATING if name not in rest}
            faults.append(missing("puzzles", {"id": case.number}, {"board_id": case.number, **rest}))
    return faults, tally
