"""`catalogue export`: boards by their numbers or by filters, in the format another program wants."""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import typer

from catalogue.cli.commands.export import FILES, Options
from catalogue.cli.ratable import check_ratable
from catalogue.cli.runs.export_columns import Wanted, wanted_columns
from catalogue.cli.selected import check_ratings, chooses, criteria_of, say_gaps, selected
from catalogue.errors import CatalogueError, advised
from catalogue.formats import FORMATS, Format, format_for
from catalogue.own_files import is_boards_folder
from catalogue.store import Store
from catalogue.store.reading.queries import Criteria, Row, check_numbers, numbered
from catalogue.store.verification import write_board_files
from catalogue.whole_files import binary_output, check_output, output_file, write_output


def run(options: Options) -> None:
    """Write the boards to a file or to the standard output."""
    ranges = tuple(chain.from_iterable(options.numbers or ()))
    criteria = criteria_of(options, ranges)
    if not ranges and not chooses(options):
        raise typer.BadParameter("name board numbers, all, or options that choose puzzles")
    form = None if options.format == FILES else _format(options)
    wanted = wanted_columns(options, form) if form else None
    with Store.read(options.home) as store:
        check_numbers(store, ranges)
        say_gaps(store, ranges)
        check_ratings(store, options, criteria)
        if not form or not wanted:
            _write_files(store, options, criteria)
            return
        if wanted.hints:
            check_ratable(store)
        blocks = store.settings.shape.blocks
        rows = _rows(store, options, criteria, wanted.asked)
        first = next(rows, None)
        rows = chain([first] if first else [], rows)
        if options.split:
            _write_split(options, form, wanted, rows, blocks)
        else:
            _write(options, form, wanted.headings, wanted.completed(rows, blocks), options.output, blocks)
    if first is None:
        print("No matching puzzles.", file=sys.stderr)


def _format(options: Options) -> Format:
    """The format that is named, or that the ending of the file says; BadParameter for options that it cannot have."""
    named = FORMATS[options.format] if options.format else None
    form = named or (format_for(options.output.name) if options.output else None) or FORMATS["grid"]
    if options.service and form.name != "link":
        raise typer.BadParameter("--service needs --format link")
    if options.split and not options.output:
        raise typer.BadParameter("--split needs --output")
    if form.is_binary and not options.output and sys.stdout.isatty():
        raise typer.BadParameter(f"{form.name} is not for a terminal; name a file with --output")
    return form


def _write(
    options: Options,
    form: Format,
    headings: Sequence[str],
    rows: Iterable[Row],
    path: Path | None,
    blocks: str,
    about: Mapping[str, str] | None = None,
) -> None:
    extra: dict[str, Any] = {"service": options.service} if options.service else {}
    if about and form.keeps_about:
        extra["about"] = about
    if form.shows_blocks:
        extra["blocks"] = blocks
    output = binary_output if form.is_binary else output_file
    try:
        with output(path, force=options.force) as file:
            form.write(rows, headings, file, **extra)
    except ValueError as error:
        raise CatalogueError(f"{form.name}: {error}") from error


def _write_split(options: Options, form: Format, wanted: Wanted, rows: Iterator[Row], blocks: str) -> None:
    """Write a file for each share, and what is guaranteed where the format has no room for it."""
    from catalogue.formats.splitting import GUARANTEE, Split  # imports the kernels

    output = options.output or Path()
    shares = options.split or {}
    paths = {name: output.with_name(f"{output.stem}-{name}{output.suffix}") for name in shares}
    companion = None if form.keeps_about else output.with_name(f"{output.stem}-split.json")
    for path in (*paths.values(), companion):
        check_output(path, force=options.force)
    with Split(rows, shares, blocks) as split:
        for name, path in paths.items():
            own = wanted.completed(split.rows(name), blocks)
            _write(options, form, wanted.headings, own, path, blocks, split.about(name))
        if companion:
            about = {
                "files": {paths[name].name: {"share": shares[name], "rows": split.counts[name]} for name in shares},
                "guarantee": GUARANTEE,
            }
            write_output(companion, json.dumps(about, indent=2) + "\n", force=options.force)
        print(", ".join(f"{name} {count:,}" for name, count in split.counts.items()))


def _write_files(store: Store, options: Options, criteria: Criteria) -> None:
    """Write a file for each board."""
    own = store.board_files.folder if store.board_files else None
    folder = options.output or own
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
    if chooses(options):
        return selected(store, options, criteria, columns)
    return numbered(store, criteria.ranges, columns=columns)
