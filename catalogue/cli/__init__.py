"""The `catalogue` program: one module a command, and here what they share at the door."""

import io
import os
import sys
from typing import Any

import typer

# Numpy brings threads for linear algebra, of which there is none here: they would spin beside ours for a while.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from catalogue.cli import (
    create,
    demo,
    explore,
    export,
    fill,
    frontier,
    hint,
    path,
    query,
    rate,
    report,
    show,
    solve,
    stats,
    verify,
)
from catalogue.errors import CatalogueError, OutdatedCatalogue, advised

# Whatever parser typer rests on, its usage errors are the base of this one, and know their command and message.
UsageError: Any = typer.BadParameter.__bases__[0]

app = typer.Typer(
    name="catalogue",
    help="Sudoku boards by the hundred thousand: unique, proven, measured, numbered and queryable.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)
for module in (
    fill,
    rate,
    query,
    export,
    show,
    hint,
    path,
    stats,
    report,
    verify,
    create,
    solve,
    demo,
    explore,
    frontier,
):
    app.command(module.__name__.rpartition(".")[2])(module.command)


def main() -> None:
    """Run the program: errors in one line on stderr, 1 for what went wrong, 2 for how it was called."""
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without box characters shows question marks
    try:
        status = _run()
        sys.stdout.flush()
        sys.exit(status)
    except UsageError as error:
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "catalogue"
        _end(2, f"{command}: {error.format_message()} (see {command} --help)")
    except CatalogueError as error:
        _end(1, f"catalogue: {error}")
    except (KeyboardInterrupt, typer.Abort):
        _end(130, "")  # whoever pressed Ctrl-C knows
    except BrokenPipeError:  # whoever read the output has gone
        _end(141, "")
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # the parser has seen it first, and made a 1 of it
            _end(141, "")
        raise
    except ModuleNotFoundError as error:
        _end(1, f"catalogue: {error}; install board-catalogue again")
    except ImportError as error:
        _end(1, f"catalogue: {error}")
    except OSError as error:
        _end(1, f"catalogue: {advised(error.filename or 'output', error)}")


def _run() -> Any:
    """Run the command. One that reads an old catalogue runs again once that is upgraded."""
    words = sys.argv[1:] or ["--help"]
    try:
        return app(words, standalone_mode=False)
    except OutdatedCatalogue as old:
        from catalogue.store import Store

        Store.write(old.home).close()
        print(f"upgraded {old.home} from schema {old.revision} to {old.newest}", file=sys.stderr)
        return app(words, standalone_mode=False)


def _open_what_is_closed() -> None:
    """Where the program was started without a standard stream, Python has none either: nothing comes or goes there."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115  for as long as the program runs


def _end(status: int, message: str) -> None:
    if message:
        print(" ".join(message.split()), file=sys.stderr)
    try:
        sys.stdout.flush()
    except OSError:
        # What cannot be written would be tried again, and complained about, when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)
