"""Verify a catalogue: all checks in their order, on one snapshot, and the report of what they found."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from sqlalchemy.exc import DBAPIError

import engine
from catalogue.files import board_files
from catalogue.numbers import PUZZLE_METRICS
from catalogue.schema import RATING
from catalogue.store import Store
from catalogue.verify.faults import UNKNOWN, BoardFile, Fault, wrong
from catalogue.verify.foundations import foundations, guessed_recipe
from catalogue.verify.ground import Ground, Recipes
from catalogue.verify.proving import Survey, survey_boards
from catalogue.verify.puzzles import Tally, stray_uses
from catalogue.verify.references import (
    count_faults,
    form_faults,
    has_imports,
    import_faults,
    reference_faults,
    sequence_faults,
    stored_ratings,
    structure_faults,
    tag_faults,
    tally_faults,
    technique_faults,
)
from catalogue.verify.replaying import file_faults, resolve
from catalogue.verify.snapshot import Snapshot, snapshot_of
from catalogue.verify.streams import stored_ends, stream_faults
from engine.grades import LARGEST_RATED_SIZE
from engine.rating import RATING_VERSION


class Depth(StrEnum):
    """How much is computed again."""

    quick = "quick"
    """Nothing: files, counts, and what SQLite checks."""
    usual = "usual"
    """All but the ratings."""
    full = "full"


@dataclass(frozen=True)
class Report:
    """What a verification has found."""

    depth: Depth
    boards: int
    faults: Sequence[Fault]
    notes: Sequence[str]
    """What cannot be proven, in sentences."""


OnProgress = Callable[[int, int], None]


def verify(
    store: Store,
    *,
    depth: Depth = Depth.usual,
    threads: int = 2,
    on_progress: OnProgress = lambda done, wanted: None,
) -> Report:
    """Prove an open catalogue as it is at this moment; a fill may go on meanwhile.

    `on_progress` takes how many boards are done, and how many there are.
    """
    growing = store.is_written_elsewhere
    files = store.board_files
    # Before the snapshot: a fill writes files before their rows.
    names = list(board_files(files.folder)) if files else []
    try:
        with snapshot_of(store) as snapshot:
            report = _Check(store, snapshot, depth, growing, threads, on_progress).report()
    except (sqlite3.DatabaseError, DBAPIError) as error:
        fault = Fault("database", None, None, str(error), UNKNOWN)
        return Report(depth, 0, [fault], [])
    stale = _stale(store, names, report.boards)
    return replace(report, faults=[*report.faults, *stale])


class _Check:
    """One verification."""

    def __init__(
        self, store: Store, snapshot: Snapshot, depth: Depth, growing: bool, threads: int, on_progress: OnProgress
    ) -> None:
        self._store, self._snapshot, self._depth, self._threads = store, snapshot, depth, threads
        self._growing = growing
        self._on_progress = on_progress
        self._faults: list[Fault] = []
        self._notes: list[str] = []
        self._done = 0
        self._wanted = snapshot.value("SELECT count(*) FROM boards")

    def report(self) -> Report:
        """Check everything that the depth asks for."""
        snapshot = self._snapshot
        self._faults += structure_faults(snapshot)
        found = foundations(snapshot, self._store.board_files)
        if isinstance(found, str):
            fault = wrong("settings", {"rowid": 1}, found, None, UNKNOWN)
            return self._report([*self._faults, fault], 0)
        self._faults += [*found.faults, *technique_faults(snapshot)]
        settings = found.settings
        rates = self._depth is Depth.full and settings.size <= LARGEST_RATED_SIZE
        ground = Ground(
            self._store.board_files,
            settings,
            Recipes(found.recipes, settings.method == "fair"),
            recompute=self._depth is not Depth.quick,
            rate=rates,
            rates_some=rates and bool(snapshot.value("SELECT 1 FROM puzzles WHERE rating_status IS NOT NULL")),
            growing=self._growing or self._store.is_written_elsewhere,
            numbered_alike=not has_imports(snapshot),
        )
        survey = self._survey(ground)
        if self._depth is Depth.quick:
            self._faults += [*count_faults(snapshot), *reference_faults(snapshot)]
            self._faults += file_faults(ground, snapshot, survey, {})
        else:
            self._prove(ground, survey)
        return self._report(self._faults, survey.boards)

    def _survey(self, ground: Ground) -> Survey:
        survey = survey_boards(
            ground, self._snapshot, self._threads, lambda done: self._on_progress(done, self._wanted)
        )
        self._done = survey.boards
        return survey

    def _prove(self, ground: Ground, survey: Survey) -> None:
        """What depends on more than one board."""
        snapshot = self._snapshot
        resolved = resolve(ground, snapshot, survey, stored_ends(snapshot))
        faults = [*resolved.faults]
        faults += stream_faults(ground, snapshot, survey, resolved.new_keys, self._advance_beyond)
        faults += self._recipe_faults(ground, survey)
        if ground.rate:
            faults += stray_uses(snapshot)
        faults += survey.verdict.faults
        faults = self._without_other_versions(ground, survey, faults)
        faults += sequence_faults(snapshot, resolved.last)
        if resolved.lost or any(fault.expected is UNKNOWN and fault.table == "puzzles" for fault in faults):
            self._notes.append("the tallies are not compared: some puzzles cannot be computed")
        else:
            rated: Tally = Counter() if ground.rate else stored_ratings(snapshot)
            tally = survey.verdict.tally + rated
            faults += tally_faults(snapshot, tally)
        faults += file_faults(ground, snapshot, survey, resolved.solutions)
        faults += form_faults(ground, snapshot, survey.doubtful)
        faults += [*import_faults(snapshot, survey.doubtful, faults), *tag_faults(snapshot, faults)]
        self._faults += faults
        proven = "they are proven to have one solution, that of their board"
        if survey.verdict.imported:
            self._notes.append(f"{survey.verdict.imported:,} puzzles were imported: {proven}")
        if survey.verdict.unknown:
            self._notes.append(f"the recipe of {survey.verdict.unknown:,} puzzles is not known: {proven}")

    def _recipe_faults(self, ground: Ground, survey: Survey) -> list[Fault]:
        """Where most puzzles of a stretch are sound but not what its recipe carves, the recipe is wrong."""
        faults: list[Fault] = []
        for stretch, cases in survey.verdict.contested.items():
            if len(cases) <= survey.verdict.agreed[stretch]:
                faults += [fault for case in cases for fault in case.faults]
                for case in cases:
                    survey.verdict.tally.update(case.by_recipe)
                continue
            for case in cases:
                survey.verdict.tally.update(case.as_stored)
            recipe, guess = ground.recipes.of(stretch), guessed_recipe(self._snapshot, stretch, ground.settings)
            key = {"seed": stretch[0], "start": stretch[1]}
            faults.append(wrong("recipes", key, "recipe", recipe and recipe.spelled, guess and guess.spelled))
        return faults

    def _without_other_versions(self, ground: Ground, survey: Survey, faults: list[Fault]) -> list[Fault]:
        """Another version of metrics or ratings may differ everywhere; where nothing differs, the version is wrong."""
        settings = ground.settings
        for name, stored, current, columns in (
            ("metrics_version", settings.metrics_version, engine.METRICS_VERSION, PUZZLE_METRICS),
            ("rating_version", settings.rating_version, RATING_VERSION, RATING),
        ):
            if stored == current:
                continue
            concerned = [fault for fault in faults if fault.table == "puzzles" and fault.column in columns]
            proven = name == "metrics_version" or ground.rate
            if proven and 2 * len(concerned) <= survey.boards:
                key = {"rowid": self._snapshot.value("SELECT rowid FROM settings")}
                faults = [*faults, wrong("settings", key, name, stored, current)]
            elif proven:
                faults = [fault for fault in faults if fault not in concerned]
                self._notes.append(f"{name} is {stored}, and this program has {current}: they are not compared")
        return faults

    def _advance(self, boards: int) -> None:
        self._done += boards
        self._on_progress(self._done, self._wanted)

    def _advance_beyond(self, boards: int) -> None:
        """Show life: boards of a seed that have no number are computed, and are none of the catalogue's."""
        self._advance(0)

    def _report(self, faults: Sequence[Fault], boards: int) -> Report:
        return Report(self._depth, boards, faults, self._notes)


def _stale(store: Store, names: Sequence[tuple[str, int | None]], boards: int) -> list[Fault]:
    """Files of no board. A fill that is at work has not committed the boards of the last ones yet."""
    with snapshot_of(store) as now:
        last = now.value("SELECT max(id) FROM boards")
    existing = max(boards, 0 if last is None else last + 1)
    stale = [name for name, number in names if number is None or number >= existing]
    if store.is_written_elsewhere:
        return []
    return [Fault("files", name, None, "file", None, BoardFile(name, None)) for name in sorted(stale)]
