"""New puzzles with few clues around known ones: some clues are removed and others added, in all ways."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import numpy as np

from ... import engine
from ...engine import Shape, Variant
from ...engine.boards import Boards, as_lines
from ..errors import CatalogueError
from ..formats import MORE_RULES, rules_of
from ..formats.opening import records_in
from ..puzzles.game import Game
from ..puzzles.kinds import PLAIN
from ..puzzles.stored import from_lines
from ..storage.queries import find
from ..storage.store import Store
from .how import How, HowToImport
from .importing.run import import_puzzles
from .importing.source import Found

SOURCE = "hunt"
"""The source that a catalogue names for what was found."""

PERIOD = 2.0
"""Seconds between two stores: the catalogue is checked before each."""

_CELLS, _PLAIN = 81, Game(Shape.of(9))


class Ending(StrEnum):
    """Why a hunt ended."""

    enough = "as many as were asked for"
    late = "the time is over"
    stopped = "interrupted"
    exhausted = "nothing is left to search around"


@dataclass(frozen=True, kw_only=True)
class Neighbourhood:
    """Which puzzles are near another one: those with at most this many `clues`, with some removed and others added.

    A hunt ends after a `count` of them, or so many `seconds`.
    """

    clues: int
    remove: int = 1
    add: int = 1
    count: int | None = None
    seconds: float | None = None


class Hunt:
    """A hunt: iterate over it for batches of new puzzles; `number` and `ending` say what came of it.

    It searches around the puzzles `begun`, 9x9, and around what it finds, unless that has fewer clues. A puzzle is new
    if no symmetry maps it to one that is `known`. With a store, puzzles are in the catalogue before they are given.
    """

    def __init__(
        self,
        begun: Boards,
        known: Boards,
        near: Neighbourhood,
        how: How,
        store: Store | None = None,
        game: Game = _PLAIN,
    ) -> None:
        self._game = game
        self._begun, self._known, self._near, self._how, self._store = begun, known, near, how, store
        self.number = 0
        self.ending = Ending.exhausted

    def __iter__(self) -> Iterator[Sequence[str]]:
        """Yield new puzzles, one character per cell, some at a time."""
        if self._near.count == 0:
            self.ending = Ending.enough
            return
        begin = stored = time.monotonic()
        waiting: list[str] = []
        for puzzles in self._new_puzzles():
            wanted = puzzles[: None if self._near.count is None else self._near.count - self.number]
            self.number += len(wanted)
            waiting += wanted
            now = time.monotonic()
            if waiting and (self._store is None or now - stored > PERIOD):
                yield self._kept(waiting)
                waiting, stored = [], time.monotonic()
            if ending := self._ending(now - begin):
                self.ending = ending
                break
        if waiting:
            yield self._kept(waiting)

    def _ending(self, seconds: float) -> Ending | None:
        if self._how.is_stopped:
            return Ending.stopped
        if self.number == self._near.count:
            return Ending.enough
        return Ending.late if self._near.seconds is not None and seconds >= self._near.seconds else None

    def _kept(self, puzzles: list[str]) -> list[str]:
        if self._store:
            import_puzzles(self._store, Found(SOURCE, tuple(puzzles)), HowToImport())
        return puzzles

    def _new_puzzles(self) -> Iterator[list[str]]:
        """Yield a puzzle of each class that is not known, some or none at a time."""
        near = self._near
        seen, rules = set(self._keys(self._known)), _rules(self._game)
        waiting = deque(self._begun)
        while waiting:
            for around in engine.carving.vicinity(waiting.popleft(), remove=near.remove, add=near.add, rules=rules):
                few = around[np.count_nonzero(around, axis=1) <= near.clues]
                new = []
                for other, key in zip(few, self._keys(few), strict=True):
                    if key not in seen:
                        seen.add(key)
                        new.append(other)
                if near.add >= near.remove:
                    waiting.extend(new)
                yield as_lines(np.array(new)) if new else []

    def _keys(self, puzzles: Boards) -> list[bytes]:
        """The same for puzzles that a symmetry of the rules maps to each other."""
        solved = engine.solve(puzzles, _rules(self._game))
        return [b"".join(both) for both in zip(*self._game.puzzle_keys(solved, puzzles, None, "full"), strict=True)]


def _rules(game: Game) -> Variant | None:
    """Return the rules of a game's board, as `engine.solve` takes them; None for plain Sudoku."""
    return game.rulebook.board if game.rulebook else None


# --- Where a hunt begins ------------------------------------------------------------------------------------------


def puzzles_of_catalogue(store: Store) -> Boards:
    """Return all plain puzzles of a catalogue; CatalogueError for another shape than 9x9."""
    shape = store.settings.shape
    if store.settings.rules:
        raise CatalogueError(f"{store.home} holds variants, and hunt is for plain puzzles: name another --home")
    if shape.size != 9 or not shape.is_usual:
        raise CatalogueError(f"{store.home} holds boards of {shape}; hunt is for 9x9: name another --home")
    return as_boards([givens for (givens,) in find(store, PLAIN, columns=("givens",))])


def puzzles_of_file(path: Path, game: Game = _PLAIN) -> Boards:
    """Return the puzzles of a file; CatalogueError at the first that is not 9x9 or does not have one solution."""
    with records_in(path) as (_, records):
        read = list(records)
    for record in read:
        if rules_of(record):
            raise CatalogueError(f"{path}: line {record.line}: {MORE_RULES}")
        if len(record.puzzle) != _CELLS:
            raise CatalogueError(f"{path}: line {record.line} is not a 9x9 puzzle")
    puzzles = as_boards([record.puzzle for record in read])
    if not len(puzzles):
        raise CatalogueError(f"{path}: no puzzle in it")
    unsound = np.flatnonzero(engine.count_solutions(puzzles, _rules(game)) != 1)
    if len(unsound):
        line = read[unsound[0]].line
        raise CatalogueError(f"{path}: line {line}: the puzzle does not have exactly one solution")
    return puzzles


def lacking(known: Boards, clues: int, total: int) -> int:
    """Return how many puzzles with at most so many clues are missing to a total of them."""
    return max(0, total - int((np.count_nonzero(known, axis=1) <= clues).sum()))


def as_boards(puzzles: Sequence[str]) -> Boards:
    """Return 9x9 puzzles as an array `uint8 (n, 81)`, of which there may be none."""
    return from_lines(puzzles) if puzzles else np.empty((0, _CELLS), np.uint8)
