"""Lets every call of a command fail, one after another, and asks each time what tests/crash/failures.py asks.

    pytest tests/crash/test_failures.py -m slow -s -k every

A command runs again and again: its first change to the disk fails, its second one, and so on, until a run makes no
further one; then its first request for memory by SQLite or a kernel, its second one, and so on. Changes are writes,
syncs, renames, links, deletions, new files and folders, and files that are opened. A catalogue has few boards here, so
that all points can be visited; of memory every so many can be.
"""

import argparse
import errno
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import failures
import forked
import tape
from kills import Command
from tape import Failure, Kind

from board_catalogue import engine

FEW = 6  # boards


def few(home: Path, scratch: Path) -> None:
    """A catalogue of some boards."""
    assert forked.run(("fill", "--count", FEW, "--seed", 7, "--home", home), scratch).status == 0


def listed(home: Path, scratch: Path) -> None:
    """Puzzles to import, one of them twice."""
    few(home, scratch)
    puzzles = ["".join(map(str, puzzle)) for puzzle in engine.carve(engine.generate(FEW, seed=8), seed=8)]
    (scratch / "puzzles.txt").write_text("\n".join([*puzzles, puzzles[0]]).replace("0", ".") + "\n")


def faulty(home: Path, scratch: Path) -> None:
    """A catalogue with a file that is gone, one that is wrong, and faults of the database."""
    few(home, scratch)
    (home / "boards" / "0.txt").unlink()
    (home / "boards" / "1.txt").write_text("1 2 3\n")
    with closing(sqlite3.connect(home / "catalogue.db")) as database:
        database.executescript(
            "UPDATE boards SET solution = replace(solution, '1', '2') WHERE id = 2;"
            "DELETE FROM claims WHERE board_id = 3; DELETE FROM tallies"
        )


def backed_up(home: Path, scratch: Path) -> None:
    """A backup of some boards, in the place of which there are others."""
    few(home, scratch)
    assert forked.run(("backup", scratch / "copy.db", "--home", home), scratch).status == 0
    assert forked.run(("fill", "--count", 2, "--home", home), scratch).status == 0


def no_catalogue(home: Path, scratch: Path) -> None:
    """None at all."""


COMMANDS = {
    "fill": Command(("fill", "--total", "9", "--seed", "7"), no_catalogue, "SELECT count(*) FROM boards"),
    "import": Command(("import", "{scratch}/puzzles.txt"), listed, "SELECT coalesce(max(position), 0) FROM sources"),
    "rate": Command(("rate",), few, "SELECT count(*) FROM puzzles WHERE rating_status IS NOT NULL"),
    "tag": Command(("tag", "0-3", "book"), few),
    "repair": Command(("verify", "--repair"), faulty, "SELECT count(*) FROM boards"),
    "backup": Command(("backup", "{home}/copy.db", "--force"), few),
    "restore": Command(("restore", "{scratch}/copy.db", "--force"), backed_up),
}


@dataclass(frozen=True)
class Point:
    """The call number `number` from 0, which fails with an error."""

    number: int
    error: int

    def __str__(self) -> str:
        kind = tape.failed().value - 1
        return f"{errno.errorcode[self.error]} at {Kind(kind).name.lower() if kind >= 0 else 'nothing'} {self.number}"


def visited(trials: failures.Trials, kind: int, every: int, most: int | None) -> tuple[Counter[str], failures.Results]:
    """Let calls of a kind fail in turn, to the last one or to so many; how many there were of each kind."""
    points: Counter[str] = Counter()
    results, failed, number = failures.Results(), tape.failed(), 0
    while most is None or number < most:
        failed.value = 0
        error = errno.ENOMEM if kind == Kind.ALLOCATE else (errno.EIO, errno.ENOSPC)[number % 2]
        point = Point(number, error)
        trials.disturb(point, lambda point=point: tape.fail(Failure(kind, "", point.number, point.error)), results)
        if not failed.value:
            break
        points[Kind(failed.value - 1).name.lower()] += 1
        number += every
    return points, results


def main() -> None:
    """Print a line for each command and what fails: the points, how they ended, and the faults."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", choices=COMMANDS, default=list(COMMANDS))
    parser.add_argument("--memory", type=int, default=1, help="every so many requests for memory; 0 for none")
    parser.add_argument("--most", type=int, help="no more points of a command and kind than this")
    options = parser.parse_args()
    tape.failed()  # before the first fork
    forked.in_small_steps()
    print(f"{'command':8} {'fails':6} {'points':>6} {'ended':>6} {'refused':>8} {'faults':>6}", flush=True)
    seen: Counter[str] = Counter()
    for name in options.only:
        for what, kind, every in (("disk", tape.ANY, 1), ("memory", Kind.ALLOCATE, options.memory)):
            if every:
                place = options.folder / f"{name}-{what}"
                shutil.rmtree(place, ignore_errors=True)
                place.mkdir()
                points, results = visited(failures.Trials(COMMANDS[name], place), kind, every, options.most)
                seen += points
                numbers = f"{sum(points.values()):6} {results.ended:6} {results.refused:8} {len(results.faults):6}"
                print(f"{name:8} {what:6} {numbers}", flush=True)
                for fault in results.faults[:10]:
                    print("   ", fault.replace("\n", " | "), flush=True)
    part = f", of memory every {options.memory}th" if options.memory > 1 else ""
    kinds = ", ".join(f"{number:,} {kind}" for kind, number in seen.items())
    print(f"{sum(seen.values()):,} points{part}, each visited: {kinds}; 0")


if __name__ == "__main__":
    main()
