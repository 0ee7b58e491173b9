"""`catalogue export`: boards by their numbers, in the format another program wants."""

import io
import sys

from catalogue.cli.commands.export import Options
from catalogue.errors import CatalogueError, advised
from catalogue.formats import ROWS, boards
from catalogue.store import Store
from catalogue.store.queries import COLUMNS, numbered
from catalogue.store.store import boards_path
from catalogue.store.verification import write_board_files
from catalogue.whole_files import write_whole


def run(options: Options) -> None:
    """Write the boards to a file or to the standard output."""
    if options.format == "files":
        _write_files(options)
        return
    columns = _columns(options)
    text = io.StringIO()
    with Store.read(options.home) as store:
        rows = numbered(store, options.numbers, columns=columns)
        if options.format == "grid":
            boards.write_grids(rows, text)
        elif options.format == "txt":
            boards.write_rows(rows, text)
        else:
            ROWS[options.format](rows, columns, text)
    if options.output:
        write_whole(options.output, text.getvalue())
    else:
        sys.stdout.write(text.getvalue())


def _write_files(options: Options) -> None:
    """Write a file for each board."""
    folder = options.output or boards_path(options.home)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CatalogueError(advised(folder, error)) from error
    with Store.read(options.home) as store:
        write_board_files(store, [row[0] for row in numbered(store, options.numbers, columns=("id",))], folder)


def _columns(options: Options) -> tuple[str, ...]:
    if options.format not in ("csv", "json"):
        return ("givens", "solution") if options.solution else ("givens",)
    columns = tuple(name for name in COLUMNS if options.solution or name != "solution")
    return (*columns, "techniques") if options.format == "json" else columns
