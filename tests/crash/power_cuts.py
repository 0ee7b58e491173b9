"""Cuts the power under a fill, in a model of a disk that drops and reorders whatever was not synced.

    pytest tests/crash/test_power_cuts.py -m slow -s        (prints the table of explanation/tested.md)

A fill is recorded change by change (tape.c). A power cut after some change leaves, of what was not synced until then,
any part: of the writes to a file any of them, in whole or in sectors; of a name in a folder any of the files that it
named. What was synced stays: the contents by fsync of the file, the names by fsync of the folder. No file system
promises less.

Then the database has to be whole, the next fill has to end with status 0 and to leave the same catalogue as an
undisturbed one. After a fill with --durable whatever it has reported has to be there, with its file.
"""

import argparse
import random
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import forked
import plain_view
import tape
from kills import everything, reported
from tape import Change, Kind

from board_catalogue.catalogue.storage import files as unsynced

SECTOR = 512


@dataclass(eq=False)
class File:
    """A file on the disk: what was synced, and the changes since. A folder is a file without content."""

    is_folder: bool = False
    synced: bytes = b""
    pending: list[Change] = field(default_factory=list)

    def content(self, changes: Sequence[Change]) -> bytes:
        """The content with some of the changes."""
        content = bytearray(self.synced)
        for change in changes:
            if change.kind == Kind.WRITE:
                end = change.offset + len(change.content)
                content.extend(bytes(max(0, end - len(content))))
                content[change.offset : end] = change.content
            else:
                del content[change.size :]
                content.extend(bytes(change.size - len(content)))
        return bytes(content)

    def after_cut(self, chance: random.Random, share: float) -> bytes:
        """The content with about that share of the changes that were not synced, some of them in part."""
        kept = []
        for change in self.pending:
            if chance.random() < share:
                kept.append(change)
            elif change.kind == Kind.WRITE and chance.random() < share:
                cut = chance.randrange(0, len(change.content) + 1, SECTOR)
                kept.append(Change(change.kind, change.path, "", change.offset, cut, change.content[:cut]))
        return self.content(kept)


class Disk:
    """What is on the disk while changes are made: names with the files that they may name after a power cut."""

    def __init__(self, initial: Path, root: Path) -> None:
        """`initial` has been on the disk for long; changes are made to it in the place `root`."""
        self._root = root
        self._names: dict[Path, list[File | None]] = {root: [File(is_folder=True)]}
        for path in sorted(initial.rglob("*")) if initial.exists() else []:
            synced = b"" if path.is_dir() else path.read_bytes()
            self._names[root / path.relative_to(initial)] = [File(path.is_dir(), synced)]

    def make(self, change: Change) -> None:
        """Make one change."""
        path = Path(change.path)
        names = self._names.setdefault(path, [None])
        match change.kind:
            case Kind.CREATE:
                names.append(File())
            case Kind.MKDIR:
                names.append(File(is_folder=True))
            case Kind.UNLINK:
                names.append(None)
            case Kind.RENAME | Kind.LINK:
                self._names.setdefault(Path(change.second), [None]).append(names[-1])
                if change.kind == Kind.RENAME:
                    names.append(None)
            case Kind.SYNC_ALL:
                for place, files in list(self._names.items()):
                    self._sync(place, files[-1])
            case Kind.CLOSE:
                pass
            case Kind.SYNC:
                self._sync(path, names[-1])
            case Kind.WRITE | Kind.RESIZE | Kind.EMPTY:
                file = names[-1] or self._unlinked(names)
                file.pending.append(change)

    @staticmethod
    def _unlinked(names: list[File | None]) -> File:
        """A file that lost its name while it is open."""
        return next(file for file in reversed(names) if file)

    def _sync(self, path: Path, file: File | None) -> None:
        if file is None:
            return
        if file.is_folder:
            for name, files in self._names.items():
                if name.parent == path:
                    del files[:-1]
        else:
            file.synced = file.content(file.pending)
            file.pending.clear()

    def cut(self, chance: random.Random, place: Path) -> None:
        """Write what a power cut leaves to a place."""
        share = chance.choice([0, 0, 1, chance.random(), chance.random()])
        left: dict[File, bytes] = {}
        for path, files in sorted(self._names.items()):
            file = files[-1] if chance.random() < share else chance.choice(files)
            target = place / path.relative_to(self._root)
            if file is None or (path != self._root and not target.parent.is_dir()):
                continue
            if file.is_folder:
                target.mkdir(parents=True)
            else:
                if file not in left:
                    left[file] = file.after_cut(chance, share)
                target.write_bytes(left[file])


@dataclass(frozen=True)
class Setting:
    """A fill, the boards that the catalogue has before it, and whether it promises to lose nothing."""

    words: tuple[str, ...]
    before: int
    is_durable: bool


FILL = ("fill", "--total", "100", "--seed", "7")
SETTINGS = {
    "new": Setting(FILL, 0, False),
    "grown": Setting(FILL, 60, False),
    "new, durable": Setting((*FILL, "--durable"), 0, True),
    "grown, durable": Setting((*FILL, "--durable"), 60, True),
}


class Cuts:
    """Power cuts under one fill, which is recorded once."""

    def __init__(self, setting: Setting, folder: Path) -> None:
        self.setting = setting
        self.disk, self.initial = folder / "disk", folder / "initial"
        self.home, self.scratch = self.disk / "home", folder / "scratch"
        for place in (self.disk, self.initial, self.scratch):
            place.mkdir()
        if setting.before:
            self._run(("fill", "--count", str(setting.before), "--seed", "7"))
            shutil.copytree(self.disk, self.initial, dirs_exist_ok=True)
        tape_path = folder / "tape"
        self._run(setting.words, lambda: tape.start(self.disk, tape_path))
        self.changes = tape.read(tape_path)
        self.expected = everything(self.home)

    def _run(self, words: Sequence[str], begin: Callable[[], None] | None = None) -> None:
        ended = forked.run((*words, "--home", self.home), self.scratch, begin or (lambda: tape.start(self.disk)))
        assert ended.status == 0, ended

    def cut(self, chance: random.Random) -> None:
        """Cut the power after some change, and check what is left. AssertionError for a fault."""
        end = chance.randrange(len(self.changes) + 1)
        disk = Disk(self.initial, self.disk)
        said = b""
        for change in self.changes[:end]:
            if change.path == tape.SAID:
                said += change.content
            else:
                disk.make(change)
        shutil.rmtree(self.disk)
        disk.cut(chance, self.disk)
        if self.setting.is_durable:
            self._check_kept(reported(said.decode()))
        self._run(self.setting.words, self._after_restart)
        assert comparable(everything(self.home)) == comparable(self.expected), "not the catalogue of an undisturbed run"

    def _after_restart(self) -> None:
        tape.start(self.disk)
        unsynced.boot_id = lambda: "another-boot"

    def _check_kept(self, count: int) -> None:
        count += self.setting.before
        copy = self.scratch / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        for path in self.home.glob("catalogue.db*"):
            shutil.copy(path, copy)
        with closing(sqlite3.connect(copy / "catalogue.db")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            solutions = connection.execute("SELECT id, solution FROM boards ORDER BY id").fetchall() if count else []
        assert len(solutions) >= count, f"{len(solutions)} are left of {count} reported"
        for number, solution in solutions[:count]:
            content = (self.home / "boards" / f"{number}.txt").read_bytes()
            assert content == plain_view.file_text(solution), f"{number}.txt is damaged"


def comparable(home: dict[str, object]) -> dict[str, object]:
    """What two catalogues have in common; a durable one may have no mark."""
    return home | {"names": [name for name in home["names"] if name != "catalogue.unsynced"]}


def campaign(seed: int, count: int, folder: Path, only: list[str]) -> dict[str, tuple[int, list[str]]]:
    """For each setting: how often the power was cut, and what went wrong."""
    forked.in_small_steps()
    results = {}
    for name in only:
        place = folder / name.replace(" ", "-")
        place.mkdir()
        cuts, faults = Cuts(SETTINGS[name], place), []
        for trial in range(count // len(only)):
            try:
                cuts.cut(random.Random(f"{seed} {name} {trial}"))
            except Exception as fault:
                faults.append(f"{name}, {trial}: {type(fault).__name__} {str(fault)[:2000]}")
        results[name] = (count // len(only), faults)
    return results


def main() -> None:
    """Print a line a setting: how often the power was cut, and the faults."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", choices=SETTINGS, default=list(SETTINGS))
    options = parser.parse_args()
    print(f"{'fill':16} {'power cuts':>10} {'faults':>6}")
    for name, (cuts, faults) in campaign(options.seed, options.count, options.folder, options.only).items():
        print(f"{name:16} {cuts:10} {len(faults):6}")
        for fault in faults[:20]:
            print("   ", fault)


if __name__ == "__main__":
    main()
