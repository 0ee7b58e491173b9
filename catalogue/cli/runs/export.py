"""`catalogue export`: boards by their numbers or by filters, in the format another program wants."""

import sys
from collections.abc import Iterator, Sequence
from itertools import chain

import typer

from catalogue.cli.commands.export import Options
from catalogue.cli.selected import check_ratings, criteria_of, selected
from catalogue.errors import CatalogueError, advised
from catalogue.formats import FORMATS
from catalogue.own_files import is_boards_folder
from catalogue.store import Store
from catalogue.store.queries import COLUMNS, Criteria, Row, check_numbers, numbered
from catalogue.store.store import boards_path
from catalogue.store.verification import write_board_files
from catalogue.whole_files import output_file


def run(options: Options) -> None:
    """Write the boards to a file or to the standard output."""
    ranges = tuple(chain.from_iterable(options.numbers or ()))
    criteria = criteria_of(options, ranges)
    if not ranges and not _chooses(options):
        raise typer.BadParameter("name board numbers, all, or options that choose puzzles")
    columns = _columns(options)
    with Store.read(options.home) as store:
        check_numbers(store, ranges)
        check_ratings(store, options, criteria)
        if options.format == "files":
            _write_files(store, options, criteria)
            return
        rows = _rows(store, options, criteria, columns)
        first = next(rows, None)
        with output_file(options.output, force=options.force) as file:
            FORMATS[options.format].write(chain([first] if first else [], rows), columns, file)
    if first is None:
        print("No matching puzzles.", file=sys.stderr)


def _write_files(store: Store, options: Options, criteria: Criteria) -> None:
    """Write a file for each board."""
    own = boards_path(options.home)
    folder = options.output or own
    if is_boards_folder(folder.resolve()) and folder.resolve() != own.resolve():
        raise CatalogueError(f"{folder} holds the boards of another catalogue; name another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CatalogueError(advised(folder, error)) from error
    numbers = [row[0] for row in _rows(store, options, criteria, ("id",))]
    write_board_files(store, numbers, folder, replace=options.force)


def _rows(store: Store, options: Options, criteria: Criteria, columns: Sequence[str]) -> Iterator[Row]:
    """Numbers alone keep the order in which they are given."""
    if _chooses(options):
        return selected(store, options, criteria, columns)
    return numbered(store, criteria.ranges, columns=columns)


def _chooses(options: Options) -> bool:
    """Whether any option chooses or orders puzzles."""
    named = (options.pattern, options.grade, options.technique, options.without_technique, options.sort, options.desc)
    bounded = any(bound is not None for both in options.bounds.values() for bound in both)
    return bounded or any(named) or options.limit is not None


def _columns(options: Options) -> Sequence[str]:
    if options.format not in ("csv", "json"):
        return ("givens", "solution") if options.solution else ("givens",)
    columns = tuple(name for name in COLUMNS if options.solution or name != "solution")
    return (*columns, "techniques") if options.format == "json" else columns
