"""Search around puzzles for others with few clues."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Annotated

from .. import runs, storage
from ..puzzles.filters import ANY
from ..requests.option import text, whole
from ..requests.request import ignore
from ..requests.selection import Selection, chosen
from ..requests.shared import FORCE, OUTPUT, WAIT
from ..requests.target import STANDARD_OUTPUT, Target, target_of
from ..storage.home import Home


@dataclass(frozen=True, kw_only=True)
class HuntRequest(Selection):
    """Where to search, and for how long. `on_puzzles` gets each few new puzzles, one character per cell.

    ValueError for fields that do not go together.
    """

    puzzles: Annotated[
        str | PathLike[str] | None,
        text(
            "File of puzzles; - for standard input.",
            read=Path,
            metavar="[FILE]",
            is_argument=True,
            is_local=True,
        ),
    ] = field(default=None, kw_only=False)
    clues: Annotated[int, whole("Write puzzles with at most this many clues.", least=17, greatest=81)] = 17
    remove: Annotated[int, whole("Clues to remove.", least=1, greatest=4)] = 1
    add: Annotated[int, whole("Clues to add.", least=1, greatest=2)] = 1
    limit: Annotated[int | None, whole("Search around at most this many puzzles of the catalogue.")] = None
    count: Annotated[int | None, whole("Stop after this many new puzzles.", least=1, letter="-n")] = None
    seconds: Annotated[int | None, whole("Stop after this many seconds.", least=1)] = None
    output: Annotated[str | PathLike[str] | None, OUTPUT] = None
    force: Annotated[bool, FORCE] = False
    wait: Annotated[float, WAIT] = 0.0
    on_puzzles: Callable[[Sequence[str]], object] = field(default=ignore, compare=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.puzzles and self.chooses:
            raise ValueError("options that choose puzzles are for those of the catalogue: leave out FILE")

    def target(self) -> Target:
        """Where the puzzles are written. ValueError for an ending of another format."""
        output = None if self.output is None else Path(self.output)
        return target_of(output, None, ("line",), default="line", force=self.force)


@dataclass(frozen=True)
class HuntReport:
    """How many puzzles the search began around, how many new ones it found, and why it ended."""

    begun: int
    new: int
    ending: runs.Ending

    def data(self) -> dict[str, object]:
        """Return the figures for programs."""
        return {"begun": self.begun, "new": self.new, "ending": str(self.ending)}


def hunt(home: Home, request: HuntRequest) -> HuntReport:
    """Search for puzzles with few clues around the puzzles of a file, or of the catalogue if no file is named.

    What is found around puzzles of the catalogue is stored there, with the source "hunt". With `output`, each few new
    puzzles are written there as soon as they are found. CatalogueError for a file or a catalogue without plain 9x9
    puzzles, and if the catalogue cannot be written.
    """
    target = request.target() if request.output and Path(request.output) != STANDARD_OUTPUT else None
    begin = time.monotonic()
    with ExitStack() as stack:
        if request.puzzles:
            store = None
            known = begun = runs.puzzles_of_file(Path(request.puzzles))
        else:
            store = stack.enter_context(storage.Store.write(home, wait=request.wait, on_wait=request.on_notice))
            known = runs.puzzles_of_catalogue(store)
            plain = replace(request, without_rules=(*request.without_rules, ANY))
            begun = runs.as_boards([givens for (givens,) in chosen(store, plain).rows(("givens",))])
            if not len(begun):
                request.on_notice("No matching puzzles.")
        out = stack.enter_context(target.growing()) if target else None
        found = runs.Hunt(
            begun,
            known,
            runs.Neighbourhood(clues=request.clues, remove=request.remove, add=request.add),
            store=store,
            count=request.count,
            seconds=None if request.seconds is None else request.seconds - (time.monotonic() - begin),
            stop=request.stop,
        )
        for puzzles in found:
            if out:
                print("\n".join(puzzles), file=out, flush=True)
            request.on_puzzles(puzzles)
    return HuntReport(len(begun), found.number, found.ending)
