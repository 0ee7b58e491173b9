"""Loses connections to PostgreSQL at random messages of each command, and looks at what it says and leaves.

    pytest tests/crash/test_servers.py -m slow -s

Between the program and the server stands a proxy that counts what the program sends. At one of these messages it drops
the connection, or has the server cancel the statement, end the session, or stop without a word and start again. The
command then ends rightly, or with one line on stderr and status 1; what it has printed is the beginning of the right
answer. The same command, run again, has to leave the catalogue of an undisturbed run.
"""

import argparse
import random
import shutil
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import forked
import plain_view
import psycopg
from postgresql_server import PostgresqlServer, connected, database_of
from proxy import Proxy

from board_catalogue.catalogue.storage.home import Server

READING = [
    ("query", "--format", "csv"),
    ("query", "--sort", "random", "--seed", "4", "--format", "line"),
    ("query", "--grade", "easy=3", "--grade", "hard=5", "--format", "jsonl"),
    ("export", "all", "--format", "jsonl", "--output", "-"),
    ("show", "3"),
    ("stats", "--format", "json"),
    ("report", "--clues", "30", "--puzzles", "2"),
    ("verify",),
    ("backup", "{scratch}/copy.db", "--force"),
]
WRITING = [
    ("fill", "--count", "60", "--seed", "7", "--quiet"),
    ("fill", "--count", "40", "--seed", "7", "--quiet", "--files", "{scratch}/files"),
    ("rate",),
    ("tag", "0-9", "book"),
    ("import", "{scratch}/../mine.txt"),
    ("verify", "--repair"),
    ("restore", "{scratch}/../copy.db", "--force"),
]
VARYING = ("stats", "backup")  # which print sizes and paths that differ from run to run
BOARDS = 120
ACTIONS = ("drop", "restart", "pg_cancel_backend", "pg_terminate_backend")


class Meddler(Proxy):
    """A proxy that does something to the session before it forwards the message `at` of the program."""

    def __init__(self, server: PostgresqlServer, home: Server, action: str = "", at: int = 0) -> None:
        super().__init__(f"{server.socket}/.s.PGSQL.5432")
        self._server, self._home, self._action, self._at = server, home, action, at
        self._lock, self._is_done = threading.Lock(), threading.Event()
        self.messages = 0

    def __exit__(self, *failure: object) -> None:
        """Wait for what is done to the session: the command may have ended before."""
        if 0 < self._at <= self.messages:
            self._is_done.wait(forked.PATIENCE)
        super().__exit__(*failure)

    def _forward(self, source: socket.socket, target: socket.socket, count: str) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                is_due = count == "sent" and self._is_due()
                if is_due and self._action == "drop":
                    self._is_done.set()
                    break
                target.sendall(data)
                if is_due:
                    self._meddle()
                    self._is_done.set()
        for each in (source, target):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def _is_due(self) -> bool:
        with self._lock:
            self.messages += 1
            return self.messages == self._at

    def _meddle(self) -> None:
        if self._action == "restart":
            self._server.stop()
            self._server.start()
            return
        with connected(self._home) as admin:
            admin.execute(f"SELECT {self._action}(pid) FROM pg_stat_activity WHERE application_name ~ 'process .* on'")


@dataclass
class Results:
    """What became of the runs of a command."""

    ended: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)


class Trials:
    """A catalogue on a server, and copies of it that are disturbed."""

    def __init__(self, folder: Path) -> None:
        tempfile.tempdir = str(folder)
        self._server = PostgresqlServer("-meddled")
        self.folder, self._scratch = folder, folder / "scratch"
        self._scratch.mkdir()
        self._sound = self._server.new()
        for words in (("--count", BOARDS // 2, "--rate", "full"), ("--count", BOARDS // 2)):
            assert self._run(self._sound, ("fill", "--seed", "7", "--quiet", *words)).status == 0
        assert self._run(self._sound, ("backup", folder / "copy.db")).status == 0
        rows = plain_view.table(self._sound, "puzzles", "1")
        lines = [row["givens"][::-1] for row in rows[:20]] + [
            line["solution"] for line in plain_view.table(self._sound, "boards", "1")
        ]
        (folder / "mine.txt").write_text("".join(f"{line[:77]}....\n" for line in lines))

    def _run(self, home: Server, words: tuple[object, ...]) -> forked.Ended:
        scratch = self._scratch
        words = tuple(word.format(scratch=scratch) if isinstance(word, str) else word for word in words)
        return forked.run((*words, "--home", home.url), scratch)

    def _fresh(self) -> Server:
        shutil.rmtree(self._scratch)
        self._scratch.mkdir()
        home = self._server.new()
        self._server.copy(self._sound, home)
        return home

    def _drop(self, home: Server) -> None:
        with self._server.connected("postgres") as admin:
            admin.execute(f"DROP DATABASE {database_of(home)} WITH (FORCE)")

    def disturbed(self, words: tuple[str, ...], action: str, at: int) -> tuple[forked.Ended, int, object]:
        """Run a command with the proxy; then once more without it where it failed, and return the rows left."""
        home = self._fresh()
        with Meddler(self._server, home, action, at) as meddler:
            place = meddler.address.removeprefix("tcp://")
            ended = self._run(Server(f"postgresql://postgres@{place}/{database_of(home)}"), words)
        again = self._run(home, words) if ended.status and words in WRITING else ended
        left = plain_view.tables(home) | {"files": sorted(path.name for path in self._scratch.rglob("*.txt"))}
        self._drop(home)
        if again.status and words in WRITING:
            left = again
        return ended, meddler.messages, left

    def command(self, words: tuple[str, ...], count: int, chance: random.Random) -> Results:
        """Disturb a command so often, each time at another of its messages."""
        results = Results()
        right, messages, rows = self.disturbed(words, "", 0)
        assert right.status == 0, right
        for at in chance.sample(range(1, messages + 1), min(count, messages)):
            action = chance.choice(ACTIONS)
            ended, _, left = self.disturbed(words, action, at)
            place = f"{' '.join(words)}: {action} at {at} of {messages}"
            lines = ended.err.splitlines()
            if ended.status == 0:
                results.ended += 1
            else:
                results.refused += 1
            if "Traceback" in ended.err or ended.status not in (0, 1):
                results.faults.append(f"{place}: status {ended.status}: {ended.err[-1500:]}")
            elif ended.status and not (lines and lines[-1].startswith("catalogue: ")):
                results.faults.append(f"{place}: {ended.err[-600:]}")
            same = ended.out == right.out if ended.status == 0 else right.out.startswith(ended.out)
            if words in READING and not same and words[0] not in VARYING:
                results.faults.append(f"{place}: prints another answer")
            if left != rows:
                which = [name for name in rows if left[name] != rows[name]] if isinstance(left, dict) else left
                results.faults.append(f"{place}: leaves other rows: {which}")
        return results


def campaign(seed: int, count: int, folder: Path, only: str = "") -> Iterator[tuple[str, Results]]:
    """So many disturbances of each command that contains these words."""
    trials, chance = Trials(folder), random.Random(seed)
    for words in (*READING, *WRITING):
        if only in " ".join(words):
            yield " ".join(words), trials.command(words, count, chance)


def main() -> None:
    """Print a line a command: how often it ended rightly, or with one line, and the faults."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="commands that contain this")
    options = parser.parse_args()
    print(f"{'command':60} {'ended':>6} {'refused':>8} {'faults':>6}")
    for name, of in campaign(options.seed, options.count, options.folder, options.only):
        print(f"{name[:60]:60} {of.ended:6} {of.refused:8} {len(of.faults):6}", flush=True)
        for fault in of.faults[:10]:
            print("   ", fault)


if __name__ == "__main__":
    psycopg.connect  # noqa: B018  loaded before the first fork
    main()
