"""Write puzzles and their solutions.

Name boards by their numbers, or choose puzzles with the options of catalogue query, or both. The ending of --output
chooses the format: catalogue/formats/README.md lists them.

\b
Examples:
  catalogue export 123
  catalogue export 3,5 10-20 --format line --no-solution --output puzzles.txt
  catalogue export all --max-clues 22 --format csv
  catalogue export all --columns quizzes,solutions --output sudoku.csv
  catalogue export all --output sudoku.parquet --split train=0.9,test=0.1
  catalogue export 0-99 --hints --output hints.db
  catalogue export 7 --format link --service sudokuwiki
  catalogue export --grade easy --sort random --seed 1 --limit 9 --format txt
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Annotated

import typer

from board_catalogue.catalogue.cli.options import (
    DEFAULT_HOME,
    Columns,
    Force,
    Home,
    Numbers,
    Output,
    StyleChoice,
    format_choice,
    looked_up,
)
from board_catalogue.catalogue.cli.output import STANDARD_OUTPUT, Target, target_of
from board_catalogue.catalogue.cli.terminal import notice, progress
from board_catalogue.catalogue.cli.values import parser, usage_errors
from board_catalogue.catalogue.errors import CatalogueError, advised
from board_catalogue.catalogue.formats import FORMATS, Format
from board_catalogue.catalogue.storage.home import is_boards_folder
from board_catalogue.catalogue.verbs.selection import (
    Selection,
    check_ratable,
    check_ratings,
    say_gaps,
    selected,
)
from board_catalogue.catalogue.verbs.values import shares

if TYPE_CHECKING:
    from board_catalogue.catalogue.puzzles.filters import Criteria
    from board_catalogue.catalogue.puzzles.settings import Settings
    from board_catalogue.catalogue.storage.columns import Row
    from board_catalogue.catalogue.storage.store import Store
    from board_catalogue.catalogue.verbs.export import Export

FILES = "files"
"""The format that is a folder of files."""

_FORMATS = (*(name for name in FORMATS if name != "table"), FILES)


def _services() -> Sequence[str]:
    from board_catalogue.catalogue.formats.applications import SERVICES

    return tuple(SERVICES)


@dataclass(frozen=True, kw_only=True)
class Options(Selection):
    """Which boards to write, and how."""

    numbers: Numbers = None
    format: Annotated[
        str | None,
        format_choice(
            f"{', '.join(_FORMATS)}. txt is the format of boards/N.txt. files writes one such file for each board, into"
            " the folder --output or into boards/ of the catalogue. Default: by the ending of --output, or grid.",
            *_FORMATS,
            metavar="NAME",
        ),
    ] = None
    solution: Annotated[bool, typer.Option(help="Include the solutions, if the format has room for them.")] = True
    columns: Columns = None
    hints: Annotated[
        bool,
        typer.Option(
            "--hints",
            help="Add the steps of each solution, as catalogue path --format json has them: sqlite, json and jsonl.",
        ),
    ] = False
    style: StyleChoice = None
    split: Annotated[
        Mapping[str, float] | None,
        typer.Option(
            help="Write a file for each share, such as NAME-train.csv. Puzzles that are the same up to any symmetry"
            " are in the same file.",
            parser=parser(shares),
            metavar="NAME=SHARE,...",
        ),
    ] = None
    service: Annotated[
        str | None,
        looked_up("For --format link: sudokupad, the default, f-puzzles, sudokuwiki or opensudoku.", _services),
    ] = None
    output: Output = None
    force: Force = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Write the boards to a file or to the standard output."""
    from board_catalogue.catalogue.storage.queries import check_numbers, count, notes_in
    from board_catalogue.catalogue.storage.store import Store
    from board_catalogue.catalogue.verbs.export import with_rules, write_split

    ranges = tuple(chain.from_iterable(options.numbers or ()))
    with usage_errors():
        criteria = options.criteria(ranges)
    if not ranges and not options.chooses:
        raise typer.BadParameter("name board numbers, all, or options that choose puzzles")
    if options.format == FILES:
        _check_files(options)
    target = None if options.format == FILES else _target(options)
    wanted = _wanted(options, target.format) if target else None
    with Store.read(options.home) as store:
        check_numbers(store, ranges)
        say_gaps(store, ranges, notice)
        check_ratings(store, options, criteria)
        if not target or not wanted:
            _write_files(store, options, criteria)
            return
        wanted = replace(wanted, notes=notes_in(store))
        if wanted.hints:
            check_ratable(store)
        blocks = store.settings.shape.blocks
        if store.settings.rules:
            _check_rules(options, wanted.form, store.settings)
            wanted = replace(wanted, ruled=True)
        if store.settings.rules and wanted.form.keeps_rules:
            if _write_ruled(store, options, criteria, target) is None:
                notice("No matching puzzles.")
            return
        asked = [*wanted.asked, *(["solution"] if options.split else [])]
        rows = iter(with_rules(_rows(store, options, criteria, asked), asked, store.settings))
        if wanted.hints and (target.path or not sys.stdout.isatty()):
            rows = _shown(rows, min(options.limit or sys.maxsize, count(store, criteria)))
        first = next(rows, None)
        rows = chain([first] if first else [], rows)
        if options.split and target.path:
            counts = write_split(target.path, wanted, rows, blocks, options.split, force=options.force)
            print(", ".join(f"{name} {count:,}" for name, count in counts.items()))
        else:
            with target.opened() as file:
                wanted.write(rows, file, blocks)
    if first is None:
        notice("No matching puzzles.")


def _shown(rows: Iterator[Row], total: int) -> Iterator[Row]:
    """Yield the rows, and show on stderr how many of them have been taken: their steps may take long."""
    begin = time.perf_counter()
    with progress("puzzles") as show:
        for done, row in enumerate(rows):
            if done:
                show(done, total, time.perf_counter() - begin, "")
            yield row


def _check_files(options: Options) -> None:
    """BadParameter for options that a folder of files has no room for: each file has a board."""
    given = {name: getattr(options, name) for name in ("columns", "hints", "style", "split", "service")}
    given["no-solution"] = not options.solution
    if name := next((name for name, value in given.items() if value), None):
        raise typer.BadParameter(f"--{name} does not go with --format {FILES}, which writes boards alone")


def _target(options: Options) -> Target:
    """Where the output goes; BadParameter for options that its format cannot have."""
    names = [name for name in _FORMATS if name != FILES]
    target = target_of(
        options.output, options.format, names, default="grid", force=options.force or options.split is not None
    )
    if options.split and not target.path:
        raise typer.BadParameter("--split needs --output")
    return target


def _wanted(options: Options, format: str) -> Export:
    from board_catalogue.catalogue.verbs.export import Export

    with usage_errors("--"):
        return Export(
            format=format,
            columns=options.columns,
            solution=options.solution,
            hints=options.hints,
            style=options.style,
            service=options.service,
        )


def _check_rules(options: Options, form: Format, settings: Settings) -> None:
    """CatalogueError for a format that would lose the rules of puzzles; BadParameter for what is for plain ones."""
    from board_catalogue.catalogue.verbs.export import check_rules

    for name, given in (("--split", options.split), ("--hints", options.hints)):
        if given:
            raise typer.BadParameter(f"{name} is for plain puzzles, not for variants")
    check_rules(form, settings)


def _write_ruled(store: Store, options: Options, criteria: Criteria, target: Target) -> Row | None:
    """Write puzzles with their rules, and return the first row; None if there is none."""
    from board_catalogue.catalogue.verbs.export import RULED_COLUMNS, variants_of

    rows = _rows(store, options, criteria, RULED_COLUMNS)
    first = next(rows, None)
    every = chain([first] if first else [], rows)
    form = FORMATS[target.format]
    extra = {"service": options.service} if options.service else {}
    try:
        with target.opened() as file:
            form.write_variants(variants_of(every, store.settings, solution=options.solution), file, **extra)
    except ValueError as error:
        raise CatalogueError(f"{form.name}: {error}") from error
    return first


def _write_files(store: Store, options: Options, criteria: Criteria) -> None:
    """Write a file for each board."""
    from board_catalogue.catalogue.runs.recovery import write_board_files

    own = store.board_files.folder if store.board_files else None
    folder = options.output or own
    if folder == STANDARD_OUTPUT:
        raise typer.BadParameter("--format files needs a folder as --output")
    if folder is None:
        raise typer.BadParameter(f"{options.home} has no folder for files: name one with --output")
    if is_boards_folder(folder.resolve()) and (own is None or folder.resolve() != own.resolve()):
        raise CatalogueError(f"{folder} holds the boards of another catalogue; name another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CatalogueError(advised(folder, error)) from error
    numbers = [row[0] for row in _rows(store, options, criteria, ("id",))]
    write_board_files(store, numbers, folder, replace=options.force)


def _rows(store: Store, options: Options, criteria: Criteria, columns: Sequence[str]) -> Iterator[Row]:
    """Numbers alone keep the order in which they are given."""
    from board_catalogue.catalogue.storage.queries import numbered

    if options.chooses:
        return selected(store, options, criteria, columns)
    return numbered(store, criteria.ranges, columns=columns)
