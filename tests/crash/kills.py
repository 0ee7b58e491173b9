"""Kills commands of `catalogue` at every kind of change that they make to the disk, and at random moments.

    pytest tests/crash/test_kills.py -m slow -s        (prints the table of explanation/tested.md)

A command is killed before, halfway through or after a change: the creation, writing, resizing, syncing, renaming or
removing of a file of the catalogue, chosen at random among all that an undisturbed run makes. Then
- what it had reported as done is in the database, which passes SQLite's own check;
- the same command, run again, ends with status 0;
- the catalogue is then the same, byte for byte, as after an undisturbed run.
"""

import argparse
import random
import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import forked
import plain_view
import tape
from tape import Change, Death, Kind, Moment

from board_catalogue import engine

BY_CHANGE = 0.8  # the share of the kills at a change; the others are at random moments


@dataclass(frozen=True)
class Command:
    """A command that is killed, and the catalogue that it begins with."""

    words: tuple[str, ...]
    begin: Callable[[Path, Path], None]
    counted: str | None = None  # what it reports as done, as SQL, where that is kept even if it is killed


def _new(home: Path, scratch: Path) -> None:
    """No catalogue at all."""


def some(home: Path, scratch: Path) -> None:
    assert forked.run(("fill", "--count", 60, "--seed", 7, "--home", home), scratch).status == 0


def _faulty(home: Path, scratch: Path) -> None:
    some(home, scratch)
    for number in range(0, 60, 3):
        (home / "boards" / f"{number}.txt").unlink()
    for number in range(1, 60, 3):
        (home / "boards" / f"{number}.txt").write_text("1 2 3\n")
    with closing(sqlite3.connect(home / "catalogue.db")) as database:
        database.executescript(
            "UPDATE boards SET solution = replace(solution, '1', '2') WHERE id % 20 = 5;"
            "DELETE FROM puzzles WHERE id = 7; DELETE FROM claims WHERE board_id = 8; DELETE FROM tallies"
        )


def listed(home: Path, scratch: Path) -> None:
    """Puzzles to import, some of them twice, besides those that are there."""
    some(home, scratch)
    puzzles = engine.carve(engine.generate(100, seed=8), seed=8)
    lines = ["".join(map(str, puzzle)) for puzzle in [*puzzles, *puzzles[::7]]]
    (scratch / "puzzles.txt").write_text("\n".join(lines).replace("0", ".") + "\n")


def backed_up(home: Path, scratch: Path) -> None:
    """A backup of some boards, in the place of which there are others."""
    some(home, scratch)
    assert forked.run(("backup", scratch / "copy.db", "--home", home), scratch).status == 0
    assert forked.run(("fill", "--count", 9, "--home", home), scratch).status == 0


COMMANDS = {
    "fill": Command(("fill", "--total", "100", "--seed", "7"), _new, "SELECT count(*) FROM boards"),
    "fill again": Command(("fill", "--total", "100", "--rate", "full"), some, "SELECT count(*) FROM boards"),
    "fill grades": Command(
        ("fill", "--total", "easy=2", "--total", "medium=20", "--seed", "7"), _new, "SELECT count(*) FROM boards"
    ),
    "rate": Command(("rate",), some, "SELECT count(*) FROM puzzles WHERE rating_status IS NOT NULL"),
    "import": Command(("import", "{scratch}/puzzles.txt"), listed, "SELECT coalesce(max(position), 0) FROM sources"),
    "repair": Command(("verify", "--repair"), _faulty, "SELECT count(*) FROM boards"),
    "tag": Command(("tag", "0-9", "book"), some),
    "export": Command(("export", "all", "--format", "files", "--output", "{home}/files", "--force"), some),
    "backup": Command(("backup", "{home}/copy.db", "--force"), some),
    "restore": Command(("restore", "{scratch}/copy.db", "--force"), backed_up),
}


OUTPUTS = ("files/", "copy.db")
"""Files that are not the catalogue's: what a killed command had begun of them stays, under a name with .part in it."""


class Trials:
    """Kills of one command, one after another, in a folder of their own."""

    def __init__(self, command: Command, folder: Path) -> None:
        self.command, self.folder = command, folder
        self.home, self.initial, reference = folder / "home", folder / "initial", folder / "undisturbed"
        self.scratch = folder / "scratch"
        self.scratch.mkdir()
        command.begin(self.initial, self.scratch)
        self._restore()
        tape_path = folder / "tape"
        ended = self._run(tape_path)
        assert ended.status == 0, ended
        self.changes = [change for change in tape.read(tape_path) if not change.path.endswith(("-shm", tape.SAID))]
        self.home.rename(reference)
        self.expected = [everything(reference)]
        reference.rename(self.home)  # killed after its last change, a command has nothing left to do when it runs again
        assert self._run().status == 0
        self.expected.append(everything(self.home))

    def _restore(self) -> None:
        shutil.rmtree(self.home, ignore_errors=True)
        if self.initial.exists():
            shutil.copytree(self.initial, self.home)

    def _run(self, tape_path: Path | None = None, death: Death | None = None, kill_at: float | None = None):
        return forked.run(self._words(), self.scratch, lambda: tape.start(self.home, tape_path, death), kill_at)

    def _words(self) -> list[str]:
        words = [word.format(scratch=self.scratch, home=self.home) for word in self.command.words]
        return [*words, "--home", str(self.home)]

    def deaths(self, chance: random.Random) -> Iterator[Death]:
        """Places to die: every kind of change to every kind of file is as likely."""
        counts = Counter((change.kind, part_of(change)) for change in self.changes)
        while True:
            kind, part = chance.choice(list(counts))
            moments = list(Moment) if kind == Kind.WRITE else [Moment.BEFORE, Moment.AFTER]
            yield Death(kind, part, chance.randrange(counts[kind, part]), chance.choice(moments))

    def kill(self, chance: random.Random, death: Death) -> bool:
        """Kill the command and check what is left; whether it was killed before its end. AssertionError for a fault."""
        self._restore()
        by_change = chance.random() < BY_CHANGE
        ended = self._run(death=death) if by_change else self._run(kill_at=chance.uniform(0, 0.4))
        assert ended.was_killed or ended.status == 0, ended
        if ended.was_killed:
            self.check_kept(ended.err)
            again = self._run()
            assert again.status == 0, again
        assert everything(self.home) in self.expected, "not the catalogue of an undisturbed run"
        return ended.was_killed

    def check_kept(self, err: str) -> None:
        """AssertionError for a database that is not sound, or that lacks what the command has said on stderr is done.

        It is read in a copy, because SQLite finishes or undoes there what was left half done.
        """
        copy = self.scratch / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        for path in self.home.glob("catalogue.db*"):
            shutil.copy(path, copy)
        with closing(sqlite3.connect(copy / "catalogue.db")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
            if self.command.counted and (said := reported(err)):
                kept = connection.execute(self.command.counted).fetchone()[0]
                assert kept >= said, f"{kept} are left of {said} reported"


def part_of(change: Change) -> str:
    """Which of the files of a catalogue a change is about, as a part of its path."""
    name = Path(change.path).name
    for part in ("catalogue.db-wal", "catalogue.db", ".part", ".txt"):
        if part in name:
            return part
    return name


def reported(err: str) -> int:
    """How many the last line of progress says are done."""
    counts = re.findall(r"^([\d,]+) of ", err, re.MULTILINE)
    return int(counts[-1].replace(",", "")) if counts else 0


def everything(home: Path) -> dict[str, object]:
    """The files, the folders' names and all the tables."""
    names = sorted(str(path.relative_to(home)) for path in home.rglob("*"))
    names = [name for name in names if "before-repair" not in name]  # a copy for each time that a repair began
    names = [name for name in names if name not in unfinished_outputs(home)]
    exported = {path.name: path.read_bytes() for path in (home / "files").glob("*.txt")}
    return {"names": names, "files": plain_view.files(home), "exported": exported, "tables": plain_view.tables(home)}


def unfinished_outputs(home: Path) -> set[str]:
    """What is left of files that are not the catalogue's."""
    names = {str(path.relative_to(home)) for path in home.rglob("*.part*")}
    return {name for name in names if name.startswith(OUTPUTS)}


def campaign(seed: int, count: int, folder: Path, only: list[str]) -> dict[str, tuple[int, int, list[str]]]:
    """For each command: how often it was killed, how often it had ended before, and what went wrong."""
    forked.in_small_steps()
    results = {}
    for name in only:
        place = folder / name.replace(" ", "-")
        place.mkdir()
        trials = Trials(COMMANDS[name], place)
        chance = random.Random(f"{seed} {name}")
        killed, faults = 0, []
        for _, death in zip(range(count // len(only)), trials.deaths(chance), strict=False):
            try:
                killed += trials.kill(chance, death)
            except Exception as fault:
                faults.append(f"{name}, {death}: {type(fault).__name__} {str(fault)[:2000]}")
        results[name] = (killed, count // len(only) - killed - len(faults), faults)
    return results


def main() -> None:
    """Print a line a command: how often it was killed, how often it ended first, and the faults."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", choices=COMMANDS, default=list(COMMANDS))
    options = parser.parse_args()
    print(f"{'command':12} {'killed':>6} {'ended first':>11} {'faults':>6}")
    for name, (killed, ended, faults) in campaign(options.seed, options.count, options.folder, options.only).items():
        print(f"{name:12} {killed:6} {ended:11} {len(faults):6}")
        for fault in faults[:20]:
            print("   ", fault)


if __name__ == "__main__":
    main()
