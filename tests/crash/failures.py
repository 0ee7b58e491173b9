"""Lets calls of each command fail once, or gives it too little memory, too few threads or too small files.

    pytest tests/crash/test_failures.py -m slow -s

One change that a command makes to the disk fails, chosen at random among all that an undisturbed run makes, or the
start of a thread; or the process may have little more memory than it has, or only small files. Then
- the command ends with status 0, or with status 1 and one line that says what to do;
- what it had reported as done is in the database, which passes SQLite's own check;
- the same command, run again, ends with status 0, and the catalogue is that of an undisturbed run, byte for byte.
"""

import argparse
import errno
import random
import resource
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import forked
import kills
import tape
from tape import Failure, Kind

MEGABYTE = 1 << 20
ABORTED, NO_ROOM = 127, "cannot allocate memory for thread-local data"
WAYS = ("call", "call", "call", "thread", "memory", "file size")


@dataclass
class Results:
    """What became of the runs."""

    ended: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)


class Trials(kills.Trials):
    """Failures of one command, one after another."""

    def way(self, chance: random.Random) -> tuple[str, Callable[[], None]]:
        """Something that goes wrong: what it is, and how it is set up in the process."""
        kind = chance.choice(WAYS)
        if kind == "call":
            counts = Counter(
                (change.kind, kills.part_of(change)) for change in self.changes if change.kind != Kind.CLOSE
            )
            what, part = chance.choice(list(counts))
            failure = Failure(
                what, part, chance.randrange(counts[what, part]), chance.choice([errno.EIO, errno.ENOSPC])
            )
            return str(failure), lambda: tape.fail(failure)
        if kind == "thread":
            failure = Failure(Kind.THREAD, "", chance.randrange(10), errno.EAGAIN)
            return str(failure), lambda: tape.fail(failure)
        if kind == "memory":
            more = int(MEGABYTE * 400 ** chance.random())
            return f"{more / MEGABYTE:.1f} MB more memory", lambda: _limit_memory(more)
        most = int(4096 * 200 ** chance.random())
        return f"files of {most} bytes", lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    def disturb(self, point: object, begin: Callable[[], None], results: Results) -> None:
        """Run the command with something that goes wrong, then without. The point says what, once it has."""
        self._restore()

        def begin_all() -> None:
            tape.start(self.home)
            begin()

        ended = forked.run(self._words(), self.scratch, begin_all)
        what = str(point)
        place = f"{' '.join(self.command.words)}: {what}"
        lines = [line for line in ended.err.splitlines() if " of " not in line]
        if ended.status == 0:
            results.ended += 1
        else:
            results.refused += 1
        if ended.status == ABORTED and NO_ROOM in ended.err:
            pass  # the C library says so itself, in one line
        elif ended.status not in (0, 1) or "Traceback" in ended.err or (ended.status and not lines):
            results.faults.append(f"{place}: status {ended.status}: {ended.err[-1800:]}")
        elif ended.status and not lines[-1].startswith("catalogue: "):
            results.faults.append(f"{place}: {ended.err[-600:]}")
        if (self.home / "catalogue.db").exists():
            try:
                self.check_kept(ended.err)
            except AssertionError as fault:
                results.faults.append(f"{place}: {fault}")
        if (left := kills.unfinished_outputs(self.home)) and " at unlink " not in what:
            results.faults.append(f"{place}: leaves {left}")
        again = self._run()
        if again.status:
            results.faults.append(f"{place}: again: {again}")
        elif kills.everything(self.home) not in self.expected:
            results.faults.append(f"{place}: not the catalogue of an undisturbed run")


def _limit_memory(more: int) -> None:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + more
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def main() -> None:
    """Print a line a command: how often it ended rightly, or with one line, and the faults."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", choices=kills.COMMANDS, default=list(kills.COMMANDS))
    options = parser.parse_args()
    forked.in_small_steps()
    print(f"{'command':12} {'ended':>6} {'refused':>8} {'faults':>6}", flush=True)
    for name in options.only:
        place = options.folder / name.replace(" ", "-")
        place.mkdir()
        trials, chance, results = (
            Trials(kills.COMMANDS[name], place),
            random.Random(f"{options.seed} {name}"),
            Results(),
        )
        for _ in range(options.count // len(options.only)):
            trials.disturb(*trials.way(chance), results)
        print(f"{name:12} {results.ended:6} {results.refused:8} {len(results.faults):6}", flush=True)
        for fault in results.faults[:10]:
            print("   ", fault, flush=True)


if __name__ == "__main__":
    main()
