"""The program `catalogue` in a fork of this process: small batches and many commits, so that there is much to stop."""

import faulthandler
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import event
from sqlalchemy.engine import Engine

from board_catalogue.catalogue.cli import main, terminal
from board_catalogue.catalogue.runs import filling as filling
from board_catalogue.catalogue.runs import keeping, pipeline
from board_catalogue.catalogue.runs import rating as rating_later

PATIENCE = 60  # seconds after which a program counts as hanging


@dataclass(frozen=True)
class Ended:
    """How a program ended: its status, or minus the signal that killed it, and what it said."""

    status: int
    out: str
    err: str

    @property
    def was_killed(self) -> bool:
        """Whether it was killed as asked."""
        return self.status == -signal.SIGKILL


def in_small_steps() -> None:
    """Commit, checkpoint and report as often as possible from now on."""
    filling.BATCH = 8
    pipeline.PERIOD = 0.002
    keeping.COMMIT_PERIOD = 0.01
    rating_later.BATCH = 8
    terminal.PERIOD = 0

    def rewrite(connection, cursor, statement, parameters, context, executemany):
        if statement.startswith("PRAGMA wal_autocheckpoint"):
            statement = "PRAGMA wal_autocheckpoint = 8"
        return statement, parameters

    event.listen(Engine, "before_cursor_execute", rewrite, retval=True)


def run(words: Sequence[object], scratch: Path, begin: Callable[[], None] | None = None, kill_at: float | None = None):
    """Run the program with these words and return how it ended.

    `begin` is called first, in its process; with `kill_at` it is killed after so many seconds. A program that hangs
    ends with status 1, and stderr has the calls that its threads are in.
    """
    out, err = scratch / "out", scratch / "err"
    for path in (out, err):
        path.write_bytes(b"")  # a child that is killed before it begins has said nothing
    child = os.fork()
    if child == 0:
        status = 99
        try:
            for path, stream in ((out, sys.stdout), (err, sys.stderr)):
                os.dup2(os.open(path, os.O_WRONLY), stream.fileno())
            faulthandler.dump_traceback_later(PATIENCE, exit=True)
            sys.argv = ["catalogue", *map(str, words)]
            if begin:
                begin()
            main()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        except BaseException:
            sys.excepthook(*sys.exc_info())
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    killer = threading.Timer(2 * PATIENCE if kill_at is None else kill_at, os.kill, (child, signal.SIGKILL))
    killer.start()
    _, ended = os.waitpid(child, 0)
    killer.cancel()
    killer.join()
    return Ended(os.waitstatus_to_exitcode(ended), out.read_text(errors="replace"), err.read_text(errors="replace"))
