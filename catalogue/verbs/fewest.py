"""Find puzzles with few clues: the fewest of a board, with a proof, and those around other puzzles."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Annotated

import numpy as np

from ... import engine
from ...engine.carving import FEWEST_CLUES
from ...engine.shape import Shape
from .. import runs, storage
from ..errors import CatalogueError
from ..formats.door import Named, Word, for_engine
from ..puzzles.game import Game, game_of
from ..puzzles.kinds import ANY
from ..requests.named import named_by
from ..requests.request import LongRequest, ignore, text
from ..requests.selection import Selection, chosen
from ..requests.shared import STANDARD_OUTPUT, Target, rulebook_of, target_of
from ..storage.home import Home
from .sections import Report


def _read_resume(value: str) -> str:
    if not re.fullmatch(r"\d{1,9}:\d{1,9}:\d{1,9}", value, re.ASCII):
        raise ValueError(f"`resume` {value!r} is not CLUES:PART:PARTS, three numbers as the search printed them")
    return value


@dataclass(frozen=True, kw_only=True)
class FewestRequest(LongRequest):
    """Which board to search. `on_progress` gets an `engine.carving.Progress` for each part that is done."""

    puzzle: Word = field(kw_only=False)
    base: int | None = None
    rules: str | None = None
    trust: bool = False
    clues: int | None = None
    prove: bool = False
    resume: Annotated[str | None, text(read=_read_resume)] = None


@dataclass(frozen=True)
class FewestReport:
    """A puzzle of few clues, or that there is none."""

    puzzle: engine.boards.Boards | None
    """`uint8 (S*S,)`; None: no puzzle of the board has so few clues."""
    is_fewest: bool
    """Whether no puzzle of the board has fewer."""
    by_theorem: bool
    """Whether that no puzzle has fewer than 17 clues was taken from the literature, and not searched for."""

    def data(self) -> dict[str, object]:
        """Return it for programs."""
        line = None if self.puzzle is None else engine.Grid(self.puzzle).line()
        return {"puzzle": line, "is_fewest": self.is_fewest, "by_theorem": self.by_theorem}


class _EndedError(Exception):
    pass


def fewest(home: Home | None, request: FewestRequest) -> FewestReport:
    """Search all ways to place few clues on the board of a puzzle, which takes from minutes to hours.

    That no plain 9x9 board has a puzzle of fewer than 17 clues is taken as known, unless the request says to prove it.

    CatalogueError for boards of more than 81 cells, for rules with cells of their own, for a puzzle without exactly one
    solution, for a search that `resume` does not continue, and for one that was stopped; it says how to continue.
    """
    with named_by(home, request) as found:
        board, rules = _board(found)
    reached: list[engine.carving.Progress] = []

    def watch(here: engine.carving.Progress) -> None:
        reached.append(here)
        request.on_progress(here)
        if request.stop and request.stop.is_set():
            raise _EndedError

    resume = engine.carving.Progress(*map(int, request.resume.split(":"))) if request.resume else None
    search = (
        partial(engine.carving.puzzle_within, clues=request.clues) if request.clues else engine.carving.fewest_clues
    )
    try:
        puzzle = search(board, rules=rules, progress=watch, resume=resume, prove=request.prove)
    except _EndedError:
        raise CatalogueError(f"ended early; to continue, add --resume {':'.join(map(str, reached[-1]))}") from None
    except ValueError as error:  # it resumes another search, or rules have cells of their own
        raise CatalogueError(str(error)) from error
    excluded = request.clues or 0 if puzzle is None else int(np.count_nonzero(puzzle)) - 1
    is_known = rules is None and not request.prove and excluded < FEWEST_CLUES and (puzzle is None or not request.clues)
    return FewestReport(puzzle, not request.clues, is_known)


def _board(found: Named) -> tuple[engine.boards.Boards, engine.Variant | None]:
    given = found.single()
    if given.size > Shape.of(9).size:
        raise CatalogueError(f"{found.source}: the search is for boards of up to 81 cells, not {given.shape}")
    puzzle, rules = for_engine(given), given.variant
    if engine.count_solutions(puzzle, blocks=None if rules else given.blocks) != 1:
        raise CatalogueError(f"{found.source}: a puzzle without exactly one solution has no board to search")
    if rules is None and given.shape != Shape.of(9):
        rules = engine.Variant.of(given.size, blocks=given.blocks)
    return engine.solve(puzzle, blocks=None if given.variant else given.blocks), rules


# --- Puzzles around others --------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class HuntRequest(Selection):
    """Where to search, and for how long. `on_puzzles` gets each few new puzzles, one character per cell.

    ValueError for fields that do not go together.
    """

    puzzles: str | PathLike[str] | None = field(default=None, kw_only=False)
    clues: int = 17
    remove: int = 1
    add: int = 1
    limit: int | None = None
    count: int | None = None
    total: int | None = None
    seconds: int | None = None
    output: str | PathLike[str] | None = None
    force: bool = False
    wait: float = 0.0
    on_puzzles: Callable[[Sequence[str]], object] = field(default=ignore, compare=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        others = replace(self, puzzles=None, rules=(), clues=FEWEST_CLUES) if self.puzzles and self.rules else self
        if self.puzzles and others.chooses:
            raise ValueError("options that choose puzzles are for those of the catalogue: leave out FILE")
        if self.clues < FEWEST_CLUES and not (self.puzzles and self.rules):
            raise ValueError(f"`clues` {self.clues}: no plain puzzle has fewer than {FEWEST_CLUES}")
        self.game()  # refuses rules that it cannot read
        if self.total is not None and (self.puzzles or self.count is not None):
            raise ValueError("`total` counts puzzles of the catalogue: leave out FILE and `count`")

    def game(self) -> Game:
        """The rules of the puzzles of a file. ValueError for others than those of a whole 9x9 board."""
        if not (self.puzzles and self.rules):
            return game_of(Shape.of(9))
        book = rulebook_of(",".join(self.rules), 9, None)
        if book.has_own or not book.shape.is_usual:
            raise ValueError(f"`rules`: a hunt is for rules of the whole board, not {book.text}")
        return game_of(book.shape, book.text)

    def target(self) -> Target:
        """Where the puzzles are written. ValueError for an ending of another format."""
        output = None if self.output is None else Path(self.output)
        return target_of(output, None, ("line",), default="line", force=self.force)


@dataclass(frozen=True)
class HuntReport(Report):
    """How many puzzles the search began around, how many new ones it found, and why it ended."""

    begun: int
    new: int
    ending: runs.Ending


def hunt(home: Home, request: HuntRequest) -> HuntReport:
    """Search for puzzles with few clues around the puzzles of a file, or of the catalogue if no file is named.

    What is found around puzzles of the catalogue is stored there, with the source "hunt". With `output`, each few new
    puzzles are written there as soon as they are found. CatalogueError for a file or a catalogue without plain 9x9
    puzzles, and if the catalogue cannot be written.
    """
    target = request.target() if request.output and Path(request.output) != STANDARD_OUTPUT else None
    begin = time.monotonic()
    game = request.game()
    with ExitStack() as stack:
        if request.puzzles:
            store = None
            known = begun = runs.puzzles_of_file(Path(request.puzzles), game)
        else:
            store = stack.enter_context(storage.Store.write(home, wait=request.wait, on_wait=request.on_notice))
            known = runs.puzzles_of_catalogue(store)
            plain = replace(request, without_rules=(*request.without_rules, ANY))
            begun = runs.as_boards([givens for (givens,) in chosen(store, plain).rows(("givens",))])
            if not len(begun):
                request.on_notice("No matching puzzles.")
        out = stack.enter_context(target.growing()) if target else None
        near = runs.Neighbourhood(
            clues=request.clues,
            remove=request.remove,
            add=request.add,
            count=request.count if request.total is None else runs.lacking(known, request.clues, request.total),
            seconds=None if request.seconds is None else request.seconds - (time.monotonic() - begin),
        )
        found = runs.Hunt(begun, known, near, request, store, game)
        for puzzles in found:
            if out:
                print("\n".join(puzzles), file=out, flush=True)
            request.on_puzzles(puzzles)
    return HuntReport(len(begun), found.number, found.ending)
