"""`catalogue hunt`: new puzzles of few clues around known ones."""

import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

import numpy as np
import typer

import engine
from catalogue.cli.commands.hunt import Options
from catalogue.cli.opening import open_to_write
from catalogue.cli.selected import check_ratings, chooses, criteria_of, selected
from catalogue.cli.terminal.interruption import ended_by_ctrl_c
from catalogue.errors import CatalogueError
from catalogue.formats.digits import as_lines, from_lines
from catalogue.formats.opening import opened
from catalogue.importing import Found, import_puzzles
from catalogue.store import Store
from catalogue.store.reading.queries import Criteria, find
from catalogue.whole_files import check_output
from engine.batch.boards import Boards

SOURCE = "hunt"
"""The source that a catalogue names for what was found."""

_PERIOD = 2.0  # seconds between two stores: the catalogue is checked before each
_CELLS = 81


@dataclass
class Finds:
    """New puzzles, written line by line; first stored, where there is a catalogue for them."""

    out: TextIO
    store: Store | None
    most: int | None
    """So many are wanted; None: no end."""
    number: int = 0
    waiting: list[str] = field(default_factory=list)
    flushed: float = field(default_factory=time.monotonic)

    @property
    def are_enough(self) -> bool:
        """Whether as many are found as are wanted."""
        return self.number == self.most

    def add(self, puzzles: Sequence[str]) -> None:
        """Keep puzzles, not more than are wanted. Without a catalogue they are written now, otherwise soon."""
        wanted = puzzles[: None if self.most is None else self.most - self.number]
        self.number += len(wanted)
        self.waiting += wanted
        if self.store is None or time.monotonic() - self.flushed > _PERIOD:
            self.flush()

    def flush(self) -> None:
        """Store and write what waits."""
        if not self.waiting:
            return
        if self.store:
            import_puzzles(self.store, Found(SOURCE, tuple(self.waiting)))
        print("\n".join(self.waiting), file=self.out, flush=True)
        self.waiting.clear()
        self.flushed = time.monotonic()


def run(options: Options) -> None:
    """Hunt, and write each new puzzle as it is found."""
    check_output(options.output, force=True)  # it adds to a file, and overwrites none
    criteria = criteria_of(options)
    if options.puzzles and chooses(options):
        raise typer.BadParameter("options that choose puzzles are for those of the catalogue: leave out FILE")
    start = time.monotonic()
    with ExitStack() as stack:
        if options.puzzles:
            store, begun = None, _in_file(options.puzzles)
            known = begun
        else:
            store = stack.enter_context(open_to_write(options.home, wait=options.wait))
            known, begun = _in_catalogue(store), _chosen(store, options, criteria)
        stop = stack.enter_context(ended_by_ctrl_c())
        out = stack.enter_context(options.output.open("a")) if options.output else sys.stdout
        finds = Finds(out, store, options.count)
        for puzzles in _new_puzzles(begun, known, options):
            finds.add(puzzles)
            late = options.seconds is not None and time.monotonic() - start >= options.seconds
            if stop.is_set() or late or finds.are_enough:
                break
        finds.flush()


def _new_puzzles(begun: Boards, known: Boards, options: Options) -> Iterator[list[str]]:
    """Yield a puzzle of each class that is not known, some or none at a time."""
    seen = {key.tobytes() for key in engine.puzzle_keys(known, symmetry="full")}
    waiting = deque(begun)
    while waiting:
        puzzle = waiting.popleft()
        for near in engine.vicinity(puzzle, remove=options.remove, add=options.add):
            few = near[np.count_nonzero(near, axis=1) <= options.clues]
            new = []
            for other, key in zip(few, engine.puzzle_keys(few, symmetry="full"), strict=True):
                if key.tobytes() not in seen:
                    seen.add(key.tobytes())
                    new.append(other)
            if options.add >= options.remove:
                waiting.extend(new)
            yield as_lines(np.array(new)) if new else []


# --- Where the hunt begins ----------------------------------------------------------------------------------------


def _in_catalogue(store: Store) -> Boards:
    """All puzzles of a catalogue; CatalogueError for another shape than 9x9."""
    shape = store.settings.shape
    if shape.size != 9 or not shape.is_usual:
        raise CatalogueError(f"{store.home} holds boards of {shape}; hunt is for 9x9: name another --home")
    return _as_boards([givens for (givens,) in find(store, Criteria(), columns=("givens",))])


def _chosen(store: Store, options: Options, criteria: Criteria) -> Boards:
    check_ratings(store, options, criteria)
    chosen = _as_boards([givens for (givens,) in selected(store, options, criteria, ("givens",))])
    if not len(chosen):
        print("No matching puzzles.", file=sys.stderr)
    return chosen


def _in_file(path: Path) -> Boards:
    """The puzzles of a file; CatalogueError names the line of the first that is not 9x9 or has not one solution."""
    with opened(path) as (_, records):
        read = list(records)
    for record in read:
        if len(record.puzzle) != _CELLS:
            raise CatalogueError(f"{path}: line {record.line} is not a 9x9 puzzle")
    puzzles = _as_boards([record.puzzle for record in read])
    if not len(puzzles):
        raise CatalogueError(f"{path}: no puzzle in it")
    unsound = np.flatnonzero(engine.count_solutions(puzzles) != 1)
    if len(unsound):
        line = read[unsound[0]].line
        raise CatalogueError(f"{path}: line {line}: the puzzle does not have exactly one solution")
    return puzzles


def _as_boards(puzzles: Sequence[str]) -> Boards:
    return from_lines(puzzles) if puzzles else np.empty((0, _CELLS), np.uint8)
