"""Damages databases at random, and looks at what every command says about them.

    pytest tests/crash/test_damage.py -m slow -s        (prints the table of explanation/tested.md)

Bytes are flipped or overwritten, pages zeroed, swapped, copied or cut off, in the database or in its log. Commands
then run on a copy, some that read and all that write. Each ends with the right answer, or with one line on stderr and
status 1. Where a value was altered that SQLite cannot know, a command may show it, but then `verify --full` reports it.
No file of a board that is right is changed or removed, and nothing adds to a database that does not pass SQLite's own
check.
"""

import argparse
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import forked
import tape

VERIFY = ("verify", "--full")
READING = [
    ("query", "--count-only"),
    ("query", "--limit", "1000", "--format", "csv"),
    ("query", "--min-rating", "2", "--sort", "rating", "--format", "json"),
    ("stats", "--format", "json"),
    ("show", "5"),
    ("hint", "5"),
    ("path", "5"),
    ("report", "--clues", "30", "--puzzles", "2"),
    ("export", "all", "--format", "json"),
    ("export", "0-9", "--format", "txt"),
    ("verify",),
    VERIFY,
]
WRITING = [("fill", "--count", "3"), ("rate",), ("verify", "--repair"), ("backup", "{scratch}/copy.db", "--force")]
BOARDS = 40
READ, WRITTEN = 3, 2  # commands that are tried of each damage


def flipped(content: bytearray, chance: random.Random) -> None:
    """Flip a bit of up to eight bytes."""
    for _ in range(chance.randint(1, 8)):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)


def overwritten(content: bytearray, chance: random.Random) -> None:
    """Overwrite a few bytes in a row."""
    start, size = chance.randrange(len(content)), chance.randint(1, 200)
    content[start : start + size] = chance.randbytes(len(content[start : start + size]))


def header_flipped(content: bytearray, chance: random.Random) -> None:
    """Alter the first page, which has the header and the schema."""
    for _ in range(chance.randint(1, 4)):
        end = chance.choice([100, 4096])  # of the header, and of the page
        content[chance.randrange(min(len(content), end))] = chance.randrange(256)


def _pages(content: bytearray, chance: random.Random) -> Iterator[slice]:
    count = len(content) // 4096
    while True:
        first = chance.randrange(max(1, count)) * 4096
        yield slice(first, min(first + 4096, len(content)))


def zeroed(content: bytearray, chance: random.Random) -> None:
    """Fill pages with zeros."""
    pages = _pages(content, chance)
    for _ in range(chance.randint(1, 3)):
        page = next(pages)
        content[page] = bytes(page.stop - page.start)


def swapped(content: bytearray, chance: random.Random) -> None:
    """Exchange two pages."""
    pages = _pages(content, chance)
    one, other = next(pages), next(pages)
    content[one], content[other] = content[other], content[one]


def copied(content: bytearray, chance: random.Random) -> None:
    """Write one page over another."""
    pages = _pages(content, chance)
    content[next(pages)] = content[next(pages)]


def cut(content: bytearray, chance: random.Random) -> None:
    """Cut off the end."""
    del content[chance.randrange(len(content)) :]


DAMAGES = (flipped, overwritten, header_flipped, zeroed, swapped, copied, cut)


@dataclass
class Results:
    """What became of the commands."""

    right: int = 0
    refused: int = 0
    altered: int = 0
    faults: list[str] = field(default_factory=list)


class Trials:
    """Damages to two catalogues, one with all in the database and one with a part in its log."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.scratch = folder, folder / "scratch"
        self.scratch.mkdir()
        self.home = folder / "home"  # the same name for all, because answers have it
        self.sound = [folder / "closed", folder / "with-log"]
        self._fill(BOARDS // 2, "--rate", "full")
        with closing(sqlite3.connect(self.home / "catalogue.db")) as keeper:  # as long as it is open the log stays
            keeper.execute("SELECT count(*) FROM boards").fetchone()
            self._fill(BOARDS, "--rate", "fast")
            shutil.copytree(self.home, self.sound[1])
        assert (self.sound[1] / "catalogue.db-wal").stat().st_size > 0
        (self.home / "catalogue.db-wal").unlink(missing_ok=True)
        shutil.rmtree(self.home)
        self._fill(BOARDS // 2, "--rate", "full")
        self._fill(BOARDS, "--rate", "fast")
        self.home.rename(self.sound[0])
        self.answers = [{words: self._ended(sound, words) for words in READING} for sound in self.sound]
        for answers in self.answers:
            assert all(ended.status == 0 for ended in answers.values()), [
                ended for ended in answers.values() if ended.status
            ]

    def _fill(self, total: int, *words: str) -> None:
        ended = forked.run(("fill", "--total", total, "--seed", 7, *words, "--home", self.home), self.scratch)
        assert ended.status == 0, ended

    def _ended(self, sound: Path, words: tuple[str, ...], damaged: dict[str, bytes] | None = None) -> forked.Ended:
        """Run a command on a fresh copy with the damage."""
        shutil.rmtree(self.home, ignore_errors=True)
        shutil.copytree(sound, self.home)
        for name, content in (damaged or {}).items():
            (self.home / name).write_bytes(content)
        words = tuple(word.format(scratch=self.scratch) for word in words)
        return forked.run((*words, "--home", self.home), self.scratch, lambda: tape.start(self.home))

    def damage(self, chance: random.Random, results: dict[str, Results]) -> None:
        """Damage one file in one way and try every command."""
        which = chance.randrange(2)
        sound, answers = self.sound[which], self.answers[which]
        name = chance.choice(["catalogue.db", "catalogue.db-wal"]) if which else "catalogue.db"
        content = bytearray((sound / name).read_bytes())
        damage = chance.choice(DAMAGES)
        damage(content, chance)
        damaged, what = {name: bytes(content)}, f"{damage.__name__} {name}"
        if content == (sound / name).read_bytes():
            return
        result = results.setdefault(what, Results())
        altered = []
        for words in chance.sample(READING, READ):
            ended = self._ended(sound, words, damaged)
            verdict = self._judge(ended, answers[words], f"{what}: {' '.join(words)}", result)
            if verdict == "altered":
                altered.append(words)
        if altered and self._ended(sound, VERIFY, damaged).status == 0:
            result.faults.append(f"{what}: verify --full finds nothing, yet {altered} answer differently")
        is_sound = self._is_sound(sound, damaged)
        for words in chance.sample(WRITING, WRITTEN):
            ended = self._ended(sound, words, damaged)
            place = f"{what}: {' '.join(words)}"
            self._judge(ended, None, place, result)
            if words[0] in ("fill", "rate") and not is_sound and ended.status == 0:
                result.faults.append(f"{place}: writes to a database that does not pass the check")
            if lost := self._lost_files(sound):
                result.faults.append(f"{place}: {lost} was right and is gone")

    def _lost_files(self, sound: Path) -> str:
        """The first file of a board whose content is nowhere any more; a repair moves what it replaces."""
        kept = {(path.name, path.read_bytes()) for path in self.home.rglob("*.txt") if path.is_file()}
        files = sorted((sound / "boards").iterdir())
        return next((path.name for path in files if (path.name, path.read_bytes()) not in kept), "")

    def _judge(self, ended: forked.Ended, answer: forked.Ended | None, place: str, result: Results) -> str:
        lines = [line for line in ended.err.splitlines() if not line.startswith("upgraded ")]
        notes = ("rated only as above", " boards, ")  # on a query before it fails, and on progress
        lines = [line for line in lines if not any(note in line for note in notes)]
        if ended.status == 1 and len(lines) == 1 and lines[0].startswith("catalogue: "):
            result.refused += 1
            return "refused"
        if ended.status != 0 or "Traceback" in ended.err:
            result.faults.append(f"{place}: status {ended.status}: {ended.err[-600:]}")
            return "fault"
        if answer is None or ended.out == answer.out:
            result.right += 1
            return "right"
        result.altered += 1
        return "altered"

    def _is_sound(self, sound: Path, damaged: dict[str, bytes]) -> bool:
        copy = self.folder / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        for path in sound.glob("catalogue.db*"):
            shutil.copy(path, copy)
        for name, content in damaged.items():
            (copy / name).write_bytes(content)
        try:
            with closing(sqlite3.connect(copy / "catalogue.db")) as connection:
                return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        except (sqlite3.Error, UnicodeDecodeError):  # of a message that quotes what is there
            return False


def campaign(seed: int, count: int, folder: Path) -> dict[str, Results]:
    """So many damages, and the results by kind."""
    trials, results = Trials(folder), {}
    chance = random.Random(seed)
    for _ in range(count):
        trials.damage(chance, results)
    return results


def main() -> None:
    """Print a line a kind of damage: how often the answer was right, refused or altered, and the faults."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    results = campaign(options.seed, options.count, options.folder)
    print(f"{'damage':32} {'right':>6} {'refused':>8} {'altered':>8} {'faults':>6}")
    for name, of in sorted(results.items()):
        print(f"{name:32} {of.right:6} {of.refused:8} {of.altered:8} {len(of.faults):6}")
        for fault in of.faults[:10]:
            print("   ", fault)


if __name__ == "__main__":
    main()
