"""The `catalogue` program: how it runs a command, and how it ends.

`group` has the names of the commands and loads the one that is called. Commands that are one idea share a module:
`keeping`, `finding`, `making`, `solving`, `explaining` and `watching`. A command is a function
of its `calls.Call`, and `commands.txt` has its help, `requests/options.txt` that of its options. `calls` reads what is
typed, `terminal` shows what a report says, and with `animation` what goes on meanwhile.
"""

import io
import os
import sys
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import typer

# Numpy starts threads for linear algebra, which nothing here uses: they would only take time from ours.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from .. import runs
from ..errors import (
    NO_MEMORY,
    NO_THREADS,
    CatalogueError,
    OtherRatings,
    OutdatedCatalogue,
    advised,
    is_lack_of_threads,
    on_one_line,
)
from ..storage.whole_files import plain_stream
from .group import COMMANDS, filters, meant, program
from .terminal import HANDLER, for_people, notice

# Whatever parser typer rests on, this is the base of its usage errors, which know their command and message.
UsageError: Any = typer.BadParameter.__bases__[0]


def main() -> None:
    """Run the program. An error is one line on stderr; the status is 1 for a failure, 2 for a wrong call."""
    _open_missing_streams()
    _buffer_output()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=HANDLER)  # a terminal without box characters gets lines of ASCII
    with for_people():
        _run_to_the_end()


def _run_to_the_end() -> None:
    try:
        status = _run()
        sys.stdout.flush()
        sys.exit(status)
    except UsageError as error:
        context = getattr(error, "ctx", None)
        command = context.command_path if context else " ".join(["catalogue", *_command_named()])
        _end(2, f"{command}: {meant(error) or error.format_message()} (see {command} --help)")
    except CatalogueError as error:
        _end(1, f"catalogue: {error}")
    except (KeyboardInterrupt, typer.Abort):
        _end(130, "")  # the user knows
    except BrokenPipeError:  # the reader of the output is gone
        _end(141, "")
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # the parser saw it first and exits with 1
            _end(141, "")
        raise
    except ModuleNotFoundError as error:
        _end(1, f"catalogue: {error}; install board-catalogue again")
    except ImportError as error:
        _end(1, f"catalogue: {error}")
    except MemoryError:
        _end(1, f"catalogue: {NO_MEMORY}")
    except RuntimeError as error:
        if not is_lack_of_threads(error):
            raise
        _end(1, f"catalogue: {NO_THREADS}")
    except OSError as error:
        _end(1, f"catalogue: {advised(error.filename or 'output', error)}")
    except UnicodeEncodeError as error:
        _end(2, f"catalogue: {error.object!r} is not UTF-8 text")


def _command_named() -> list[str]:
    """The name of the command that was called, if it is one."""
    return [word for word in sys.argv[1:2] if word in COMMANDS]


def _words() -> list[str]:
    """The words of the call: `help fill` and `version` are what other programs have for options."""
    match sys.argv[1:]:
        case [] | ["help"]:
            return ["--help"]
        case ["help", *names, "--all"]:
            return [*names, "--help-all"]
        case ["help", *names]:
            return [*names, "--help"]
        case ["version"]:
            return ["--version"]
        case words:
            return words


def _run() -> Any:
    """Run the command, again if the catalogue was old and is upgraded."""
    words = _words()
    if words == ["filters", "--help"]:
        print(filters())
        return 0
    warnings.showwarning = partial(_show_warning, set(), warnings.showwarning)
    try:
        return program(words, standalone_mode=False)
    except OutdatedCatalogue as old:
        runs.opening.upgrade(old.home)
        print(f"upgraded {old.home} from schema {old.revision} to {old.newest}", file=sys.stderr)
    return program(words, standalone_mode=False)


def _show_warning(
    shown: set[str], others: Callable[..., None], message: Warning | str, *more: Any, **named: Any
) -> None:
    """Print a warning of ours as one line, once in a command; others show the warnings of libraries."""
    if isinstance(message, OtherRatings):
        if str(message) not in shown:
            notice(on_one_line(str(message)))
        shown.add(str(message))
    else:
        others(message, *more, **named)


def _open_missing_streams() -> None:
    """Replace a standard stream that the program was started without, for which Python has None."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115  open until the program ends


def _buffer_output() -> None:
    """Put a buffer on the standard output: without one, Python drops what a full disk or pipe refuses."""
    before = sys.stdout
    if type(before) is io.TextIOWrapper:
        encoding, line_buffering = before.encoding, before.line_buffering
        inner: Any = before.detach()
        buffer = io.BufferedWriter(inner) if isinstance(inner, io.RawIOBase) else inner
        sys.stdout = io.TextIOWrapper(buffer, encoding, line_buffering=line_buffering)


def _end(status: int, message: str) -> None:
    if message:
        print(on_one_line(message), file=sys.stderr)
    try:
        plain_stream(sys.stdout).flush()  # which the parser may have covered, so that it complains of nothing
    except OSError:
        # Otherwise the interpreter tries to write the rest when it ends, and complains.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)
