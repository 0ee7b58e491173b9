"""`catalogue hunt`: new puzzles of few clues around known ones."""

import re
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import numpy as np

import engine
from catalogue.cli.commands.hunt import Options
from catalogue.cli.puzzles import read_puzzle
from catalogue.cli.terminal.interruption import ended_by_ctrl_c
from catalogue.errors import CatalogueError
from catalogue.whole_files import check_output
from engine.batch.boards import Boards

_ONE_LINE = re.compile(r"[0-9.]{81}(?![0-9.])")


def run(options: Options) -> None:
    """Hunt, and write each new puzzle as it is found."""
    check_output(options.output, force=True)  # it adds to a file, and overwrites none
    known = _puzzles_in(options)
    start = time.monotonic()
    found = 0
    with ExitStack() as stack:
        stop = stack.enter_context(ended_by_ctrl_c())
        out = stack.enter_context(options.output.open("a")) if options.output else sys.stdout

        def is_over() -> bool:
            late = options.seconds is not None and time.monotonic() - start >= options.seconds
            return stop.is_set() or late or found == options.count

        for puzzle in _new_puzzles(known, options, is_over):
            found += 1
            print(_line(puzzle), file=out, flush=True)


def _new_puzzles(known: Boards, options: Options, is_over: Callable[[], bool]) -> Iterator[Boards]:
    """Yield a puzzle of each new class, until the hunt is over."""
    seen = {key.tobytes() for key in engine.puzzle_keys(known, symmetry="full")}
    waiting = deque(known)
    while waiting and not is_over():
        puzzle = waiting.popleft()
        for near in engine.vicinity(puzzle, remove=options.remove, add=options.add):
            few = near[np.count_nonzero(near, axis=1) <= options.clues]
            for other, key in zip(few, engine.puzzle_keys(few, symmetry="full"), strict=True):
                if key.tobytes() in seen or is_over():
                    continue
                seen.add(key.tobytes())
                if options.add >= options.remove:
                    waiting.append(other)
                yield other
            if is_over():
                return


def _puzzles_in(options: Options) -> Boards:
    """The puzzles of the file; CatalogueError names the first line that is none."""
    try:
        lines = options.puzzles.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CatalogueError(f"{options.puzzles}: {getattr(error, 'strerror', None) or error}") from error
    if any(map(_ONE_LINE.match, lines)):
        puzzles = np.array(list(_rows(options.puzzles, lines)), np.uint8)
    else:
        puzzles = read_puzzle(options.puzzles, 9).to_numpy().reshape(1, -1)
    several = np.flatnonzero(engine.count_solutions(puzzles) != 1)
    if len(several):
        raise CatalogueError(f"{options.puzzles}: puzzle {several[0] + 1} does not have exactly one solution")
    return puzzles


def _rows(path: Path, lines: Sequence[str]) -> Iterator[list[int]]:
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        if not _ONE_LINE.match(line):
            raise CatalogueError(f"{path}: line {number} is not a 9x9 puzzle of 81 digits, . or 0 for empty")
        yield [int(digit) for digit in line[:81].replace(".", "0")]


def _line(puzzle: Boards) -> str:
    return "".join(map(str, puzzle)).replace("0", ".")
