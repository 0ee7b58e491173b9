"""Measures the solver of puzzles under rules beside Interactive-Sudoku-Solver, on the texts that it brings with it.

    python tests/benchmarks/interactive.py CHECKOUT [WORD ...] [--seconds N] [--folder DIR]

CHECKOUT is the path of one of sigh/Interactive-Sudoku-Solver, which runs under node. Each text of its collections,
examples and tests, or each file .iss in DIR, or those with one of the words in their names, is solved by both until it
is proven that there is one solution, none, or another; after N seconds by the clock, 60 by default, a text is given up.
Counts and solutions are compared. The table has what is proven here, and milliseconds from the rules as read to the
proof, the least of three runs for texts that do not take long: processor time of one thread here, and there the lesser
of processor time and clock, since node compiles and cleans up in threads. The exit status is 1 if a count or a solution
differs.
"""

import argparse
import json
import math
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tabulate import tabulate

from board_catalogue import engine
from board_catalogue.engine.rules.reading import read_variant
from board_catalogue.engine.rules.solving import compiled, solve_ruled

SCRIPT = Path(__file__).with_suffix(".mjs")
RUNS, ENOUGH = 3, 0.3
"""A text is run so often, unless it takes longer than so many seconds."""
SLOW = 10.0
"""Seconds that no text is to take."""


class Answer(NamedTuple):
    """The end of a solver's work on a text."""

    seconds: float = math.inf
    solutions: int = -1
    guesses: int = 0
    solution: Sequence[int] | None = None
    error: str = ""

    @property
    def time(self) -> str:
        """The milliseconds, or why there are none."""
        return self.error or (f"{self.seconds * 1000:.2f}" if self.seconds < math.inf else "no end")


class Peer:
    """Interactive-Sudoku-Solver in a process of its own, which is begun again if a text does not end."""

    def __init__(self, checkout: Path, folder: Path | None) -> None:
        self._command = ["node", str(SCRIPT), str(checkout.resolve()), *([str(folder)] if folder else [])]
        self._begin()

    def _begin(self) -> None:
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.texts: list[dict[str, str]] = list(iter(self._read, None))

    def _read(self) -> Any:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            sys.exit(f"{SCRIPT.name}: Interactive-Sudoku-Solver does not start from this checkout")
        return json.loads(line)

    def solve(self, number: int, seconds: float) -> Answer:
        """Return what it makes of a text by its number."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(f"{number}\n")
        self._process.stdin.flush()
        if not select.select([self._process.stdout], [], [], seconds)[0]:
            self.end()
            self._begin()
            return Answer()
        answer = self._read()
        if "error" in answer:
            return Answer(error="refused")
        return Answer(answer["ms"] / 1000, answer["count"], answer["guesses"], answer["solution"])

    def end(self) -> None:
        """End its process."""
        self._process.kill()
        self._process.wait()


def solve_here(text: str, seconds: float) -> Answer:
    """Return what our solver makes of a text."""
    try:
        variant = read_variant(text)
    except ValueError:
        return Answer(error="refused")
    answer, spent = Answer(), 0.0
    for _ in range(RUNS):
        compiled.cache_clear()
        fresh = variant.with_givens(variant.givens)  # of which nothing is compiled
        begin = time.process_time()
        try:
            with engine.time_limit(seconds):
                solutions, counts, guesses = solve_ruled(fresh)
        except TimeoutError:
            break
        took = time.process_time() - begin
        digits = solutions[0, : variant.frame.cells].tolist()
        solution = [variant.values[digit - 1] for digit in digits] if counts[0] else None
        answer = Answer(min(answer.seconds, took), int(counts[0]), int(guesses[0]), solution)
        spent += took
        if spent > ENOUGH:
            break
    return answer


class Line(NamedTuple):
    """A text as both solve it."""

    name: str
    ours: Answer
    theirs: Answer

    @property
    def ratio(self) -> float:
        """How many times as fast it is here; nan unless both come to an end."""
        both = self.ours.seconds < math.inf and self.theirs.seconds < math.inf
        return self.theirs.seconds / self.ours.seconds if both else math.nan

    @property
    def differs(self) -> bool:
        """Whether the counts, or the only solutions, are not the same."""
        if self.ours.solutions < 0 or self.theirs.solutions < 0:
            return False
        if self.ours.solutions != self.theirs.solutions:
            return True
        one, other = self.ours.solution or [], self.theirs.solution or []
        return self.ours.solutions == 1 and list(one) != list(other)[: len(one)]

    @property
    def status(self) -> str:
        """What is proven here, and whether there too."""
        proven = {-1: "not proven", 0: "no solution", 1: "one solution", 2: "several"}[self.ours.solutions]
        return f"{proven}, differs" if self.differs else proven

    @property
    def slower(self) -> bool:
        """Whether it takes longer here, or ends only there."""
        return self.ours.seconds > self.theirs.seconds and not self.ours.error

    def row(self) -> tuple[str, ...]:
        """The cells of the table."""
        ratio = "" if math.isnan(self.ratio) else f"{self.ratio:.2f}"
        guesses = (f"{answer.guesses:,}" if answer.solutions >= 0 else "" for answer in (self.ours, self.theirs))
        return (self.name, self.status, self.ours.time, self.theirs.time, ratio, *guesses)


def compare(checkout: Path, words: Sequence[str], seconds: float, folder: Path | None = None) -> Iterator[Line]:
    """Yield a line for each text with one of the words in its name, for each text if there are no words."""
    peer = Peer(checkout, folder)
    try:
        for number, text in enumerate(peer.texts):
            if not words or any(word.lower() in text["name"].lower() for word in words):
                if sys.stderr.isatty():
                    print(f"{number + 1} of {len(peer.texts)}: {text['name'][:60]}", end="\033[K\r", file=sys.stderr)
                ours = solve_here(text["text"], seconds)
                yield Line(text["name"], ours, peer.solve(number, seconds))
    finally:
        peer.end()


def table(lines: Sequence[Line]) -> str:
    """Return the lines as a table."""
    headers = ("text", "here", "ms here", "ms there", "times as fast", "guesses here", "there")
    align = ("left", "left", *["right"] * 5)
    return tabulate([line.row() for line in lines], headers, "github", disable_numparse=True, colalign=align)


def summary(lines: Sequence[Line], seconds: float) -> str:
    """Return how the two compare over all texts, of which each had so many seconds."""
    slow = min(SLOW, seconds)
    ratios = [line.ratio for line in lines if not math.isnan(line.ratio)]
    mean = f"{math.exp(math.fsum(map(math.log, ratios)) / len(ratios)):.2f}" if ratios else "-"
    lines_of_text = [
        f"{len(lines)} texts; {sum(line.ours.solutions == 1 for line in lines)} have one solution here",
        f"{len(ratios)} end in both, here {mean} times as fast (geometric mean)",
        *(f"differs: {line.name}" for line in lines if line.differs),
        *(f"refused here: {line.name}" for line in lines if line.ours.error),
        *(f"over {slow:g} s here: {line.name}" for line in lines if line.ours.seconds > slow and not line.ours.error),
    ]
    if slower := [line for line in lines if line.slower]:
        lines_of_text.append(f"{len(slower)} slower here:\n\n{table(slower)}")
    return "\n".join(lines_of_text)


def main() -> None:
    parser = argparse.ArgumentParser(description="Puzzles under rules beside Interactive-Sudoku-Solver.")
    parser.add_argument("checkout", type=Path, help="the path of one of sigh/Interactive-Sudoku-Solver")
    parser.add_argument("words", nargs="*", metavar="WORD", help="only texts with one of these in their names")
    parser.add_argument("--seconds", type=float, default=60.0, help="by the clock, after which a text is given up")
    parser.add_argument("--folder", type=Path, help="of files .iss, in place of the texts of the checkout")
    asked = parser.parse_args()
    if not shutil.which("node"):
        sys.exit("interactive.py: install node: Interactive-Sudoku-Solver runs under it")
    if not (asked.checkout / "js/solver/sudoku_builder.js").is_file():
        sys.exit(
            f"interactive.py: {asked.checkout} has no js/solver/sudoku_builder.js: "
            "give the path of a checkout of https://github.com/sigh/Interactive-Sudoku-Solver"
        )
    lines = sorted(
        compare(asked.checkout, asked.words, asked.seconds, asked.folder),
        key=lambda line: -1 if line.slower and math.isnan(line.ratio) else line.ratio if line.ratio > 0 else math.inf,
    )
    print(f"{table(lines)}\n\n{summary(lines, asked.seconds)}")
    sys.exit(any(line.differs for line in lines))


if __name__ == "__main__":
    main()
