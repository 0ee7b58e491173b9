"""The changes that a program makes to a folder, and its end at any of them: see tape.c.

The program runs in a fork of a process that was started with the library preloaded, so a run takes a fraction of the
time that a start of Python takes.
"""

import ctypes
import errno
import os
import shutil
import struct
import subprocess
import sys
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

SOURCE = Path(__file__).with_name("tape.c")
_HEADER = struct.Struct("=iii4xqq")


class Kind(IntEnum):
    """The kinds of change, in the order of tape.c."""

    CREATE = 0
    EMPTY = 1
    WRITE = 2
    RESIZE = 3
    SYNC = 4
    RENAME = 5
    LINK = 6
    UNLINK = 7
    MKDIR = 8
    CLOSE = 9
    SYNC_ALL = 10
    THREAD = 11
    """No change to a file: the start of a thread."""
    OPEN = 12
    """Nor this: a file that is there is opened."""
    ALLOCATE = 13
    """Nor this: SQLite or a kernel asks for memory."""


ANY = -2
"""All kinds of what may fail on a disk: all but the close of a file, the start of a thread and memory."""


class Moment(IntEnum):
    """When the program ends: before the change, halfway through a write, or after it."""

    BEFORE = 0
    HALFWAY = 1
    AFTER = 2


@dataclass(frozen=True)
class Change:
    """One change: `second` is the new name of what is renamed or linked, `size` the one that a file gets."""

    kind: Kind
    path: str
    second: str
    offset: int
    size: int
    content: bytes


@dataclass(frozen=True)
class Death:
    """Where a program ends: at the change number `after` of a kind to a path that contains `part`."""

    kind: Kind
    part: str
    after: int
    moment: Moment

    def __str__(self) -> str:
        return f"{self.moment.name.lower()} {self.kind.name.lower()} {self.after} of {self.part or 'anything'}"


@dataclass(frozen=True)
class Failure:
    """What fails once, with a number of `errno`: the change number `after` of a kind to a path that contains `part`."""

    kind: Kind
    part: str
    after: int
    error: int

    def __str__(self) -> str:
        return f"{errno.errorcode[self.error]} at {self.kind.name.lower()} {self.after} of {self.part or 'anything'}"


def failed() -> "ctypes.c_int":
    """What has failed here and in forks of this process: its kind plus one, or 0."""
    told = ctypes.CDLL(None).tape_failed
    told.restype = ctypes.POINTER(ctypes.c_int)
    return told().contents


def fail(failure: Failure) -> None:
    """Let a change, the start of a thread, or memory, fail from now on; `start` says below which folder."""
    if failure.kind == Kind.ALLOCATE:
        ctypes.CDLL(None).tape_see_memory()
    ctypes.CDLL(None).tape_fail(failure.kind, os.fsencode(failure.part), ctypes.c_long(failure.after), failure.error)


def compiler() -> str | None:
    """The compiler for the library; None where this system cannot preload one."""
    return shutil.which("cc") if sys.platform == "linux" else None


def library(folder: Path) -> Path:
    """Compile the library, and return where it is."""
    path = folder / "tape.so"
    command = [compiler() or "cc", "-shared", "-fPIC", "-O1", "-pthread", "-o", path, SOURCE, "-ldl"]
    subprocess.run(command, check=True, timeout=60)
    return path


def run_preloaded(script: Path, folder: Path, *words: object, timeout: float) -> str:
    """Run a script of this folder with the library preloaded, and return what it prints; its errors go to ours."""
    preloaded = {"LD_PRELOAD": str(library(folder)), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, script, *map(str, words)],
        env=os.environ | preloaded,
        stdout=subprocess.PIPE,
        text=True,
        timeout=timeout,
        check=True,
    )
    return done.stdout


SAID = "what the program says"
"""The path of what is written to the standard error."""


def start(folder: Path, record_to: Path | None = None, death: Death | None = None) -> None:
    """See changes below the folder from now on, record them with what is said, and die where that is asked for."""
    this = ctypes.CDLL(None)
    this.tape_start(os.fsencode(folder.resolve()), os.fsencode(record_to) if record_to else b"")
    if record_to:
        this.tape_follow(2, os.fsencode(SAID))
    if death:
        this.tape_kill(death.kind, os.fsencode(death.part), ctypes.c_long(death.after), death.moment)


def read(path: Path) -> list[Change]:
    """The changes on a tape, the last one left out where it is cut off."""
    tape, changes, at = path.read_bytes(), [], 0
    while at + _HEADER.size <= len(tape):
        kind, path_size, second_size, offset, size = _HEADER.unpack_from(tape, at)
        at += _HEADER.size
        content_size = size if kind == Kind.WRITE else 0
        parts = []
        for length in (path_size, second_size, content_size):
            parts.append(tape[at : at + length])
            at += length
        if at <= len(tape):
            name, second, content = parts
            changes.append(Change(Kind(kind), os.fsdecode(name), os.fsdecode(second), offset, size, content))
    return changes
