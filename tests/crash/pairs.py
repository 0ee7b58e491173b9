"""Runs two commands on one catalogue at the same time, and looks at what they say and leave.

    pytest tests/crash/test_failures.py -m slow -s

Each ends with status 0, or with one line that names the other process. What is left is proven by `verify --full`.
"""

import argparse
import random
import shutil
import threading
from collections import Counter
from pathlib import Path

import forked
import kills

WRITING = [
    ("fill", "--count", "40", "--seed", "7"),
    ("fill", "--count", "20", "--seed", "9", "--wait", "30"),
    ("rate",),
    ("import", "{scratch}/puzzles.txt", "--wait", "30"),
    ("tag", "0-9", "book"),
    ("verify", "--repair"),
    ("restore", "{scratch}/copy.db", "--force", "--wait", "30"),
]
READING = [
    ("query", "--format", "csv"),
    ("stats", "--format", "json"),
    ("show", "3"),
    ("export", "all", "--format", "jsonl"),
    ("verify", "--quick"),
    ("verify",),
    ("report", "--clues", "30", "--puzzles", "2"),
    ("backup", "{scratch}/other.db", "--force"),
]


class Trials:
    """Pairs of commands, each on a copy of one catalogue."""

    def __init__(self, folder: Path) -> None:
        self._home, self._sound, self._scratch = folder / "home", folder / "sound", folder / "scratch"
        self._scratch.mkdir()
        kills.listed(self._sound, self._scratch)
        assert self._run(self._sound, ("backup", "{scratch}/copy.db"), 0).status == 0

    def _run(self, home: Path, words: tuple[str, ...], which: int) -> forked.Ended:
        output = self._scratch / str(which)
        output.mkdir(exist_ok=True)
        return forked.run([*(word.format(scratch=self._scratch) for word in words), "--home", home], output)

    def pair(self, chance: random.Random, results: Counter[str]) -> list[str]:
        """Run two commands, and return what is wrong."""
        shutil.rmtree(self._home, ignore_errors=True)
        shutil.copytree(self._sound, self._home)
        both = [chance.choice(WRITING), chance.choice(WRITING + READING)]
        ended: list[forked.Ended | None] = [None, None]

        def run(which: int) -> None:
            ended[which] = self._run(self._home, both[which], which + 1)

        threads = [threading.Thread(target=run, args=(which,)) for which in (0, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        place, faults = " and ".join(" ".join(words) for words in both), []
        for words, each in zip(both, ended, strict=True):
            assert each is not None
            lines = each.err.splitlines()
            results["ended" if each.status == 0 else "refused"] += 1
            is_line = bool(lines) and lines[-1].startswith("catalogue: ") and "is writing to" in lines[-1]
            is_beside = words[0] == "verify" and "restore" in place  # files of a moment between two databases
            if "Traceback" in each.err or (each.status and not is_line and not is_beside):
                faults.append(f"{place}: {' '.join(words)}: status {each.status}: {each.err[-900:]} {each.out[-300:]}")
        proof = self._run(self._home, ("verify", "--full"), 3)
        return faults + ([f"{place}: {proof.out}"] if proof.status else [])


def main() -> None:
    """Print how many commands ended rightly, or with one line, and the faults."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    forked.in_small_steps()
    trials, chance = Trials(options.folder), random.Random(options.seed)
    results: Counter[str] = Counter()
    faults = [fault for _ in range(options.count) for fault in trials.pair(chance, results)]
    print(f"{'pairs':8} {'ended':>6} {'refused':>8} {'faults':>6}")
    print(f"{options.count:8} {results['ended']:6} {results['refused']:8} {len(faults):6}")
    for fault in faults[:10]:
        print("   ", fault)


if __name__ == "__main__":
    main()
