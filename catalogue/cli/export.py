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

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from catalogue.cli.options import (
    DEFAULT_HOME,
    Columns,
    Force,
    Home,
    Numbers,
    Output,
    format_choice,
    looked_up,
    own_names,
)
from catalogue.cli.output import STANDARD_OUTPUT, Target, beside, target_of
from catalogue.cli.selection import Selection, check_ratable, check_ratings, chooses, criteria_of, say_gaps, selected
from catalogue.cli.terminal import notice
from catalogue.cli.values import shares
from catalogue.errors import CatalogueError, advised
from catalogue.formats import FORMATS, Format
from catalogue.home import is_boards_folder
from catalogue.whole_files import check_output, write_output

if TYPE_CHECKING:
    from catalogue.queries import Criteria, Row
    from catalogue.settings import Settings
    from catalogue.store import Store

FILES = "files"
"""The format that is a folder of files."""

_FORMATS = (*(name for name in FORMATS if name != "table"), FILES)


def _services() -> Sequence[str]:
    from catalogue.formats.applications import SERVICES

    return tuple(SERVICES)


@dataclass(frozen=True, kw_only=True)
class Options(Selection):
    """Which boards to write, and how."""

    numbers: Numbers = None
    format: Annotated[
        str | None,
        format_choice(
            f"{', '.join(_FORMATS)}. txt is the format of boards/N.txt. files writes those: a file for each board, into"
            " the folder --output or into boards/ of the catalogue. Default: by the ending of --output, or grid.",
            *_FORMATS,
            metavar="NAME",
        ),
    ] = None
    solution: Annotated[bool, typer.Option(help="Include the solutions, where the format has room for them.")] = True
    columns: Columns = None
    hints: Annotated[
        bool, typer.Option("--hints", help="Add the steps of each solution as sentences: sqlite, json and jsonl.")
    ] = False
    split: Annotated[
        Mapping[str, float] | None,
        typer.Option(
            help="Write a file for each share, such as NAME-train.csv. Puzzles that are the same up to any symmetry"
            " are in the same file.",
            parser=shares,
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
    from catalogue.queries import check_numbers
    from catalogue.store import Store

    ranges = tuple(chain.from_iterable(options.numbers or ()))
    criteria = criteria_of(options, ranges)
    if not ranges and not chooses(options):
        raise typer.BadParameter("name board numbers, all, or options that choose puzzles")
    target = None if options.format == FILES else _target(options)
    form = FORMATS[target.format] if target else None
    wanted = _wanted_columns(options, form) if form else None
    with Store.read(options.home) as store:
        check_numbers(store, ranges)
        say_gaps(store, ranges)
        check_ratings(store, options, criteria)
        if not target or not form or not wanted:
            _write_files(store, options, criteria)
            return
        if wanted.hints:
            check_ratable(store)
        blocks = store.settings.shape.blocks
        if store.settings.rules:
            _check_rules(options, form, store.settings)
        if store.settings.rules and form.keeps_rules:
            first = _write_ruled(store, options, criteria, target)
            if first is None:
                notice("No matching puzzles.")
            return
        rows = _rows(store, options, criteria, wanted.asked)
        first = next(rows, None)
        rows = chain([first] if first else [], rows)
        if options.split:
            _write_split(options, target, wanted, rows, blocks)
        else:
            _write(options, target, wanted.headings, wanted.completed(rows, blocks), blocks)
    if first is None:
        notice("No matching puzzles.")


def _target(options: Options) -> Target:
    """Where the output goes; BadParameter for options that its format cannot have."""
    names = [name for name in _FORMATS if name != FILES]
    target = target_of(
        options.output, options.format, names, default="grid", force=options.force or options.split is not None
    )
    if options.service and target.format != "link":
        raise typer.BadParameter("--service needs --format link")
    if options.split and not target.path:
        raise typer.BadParameter("--split needs --output")
    return target


def _write(
    options: Options,
    target: Target,
    headings: Sequence[str],
    rows: Iterable[Row],
    blocks: str,
    about: Mapping[str, str] | None = None,
) -> None:
    form = FORMATS[target.format]
    extra: dict[str, Any] = {"service": options.service} if options.service else {}
    if about and form.keeps_about:
        extra["about"] = about
    if form.shows_blocks:
        extra["blocks"] = blocks
    try:
        with target.opened() as file:
            form.write(rows, headings, file, **extra)
    except ValueError as error:
        raise CatalogueError(f"{form.name}: {error}") from error


_BARE = ("line", "txt", "triples")
"""Formats of the cells alone, for people who know the rules."""


def _check_rules(options: Options, form: Format, settings: Settings) -> None:
    """CatalogueError for a format that would lose the rules of puzzles; BadParameter for what is for plain ones."""
    if options.split:
        raise typer.BadParameter("--split is for plain puzzles, not for those under more rules")
    has_own = settings.game.rulebook is not None and settings.game.rulebook.has_own
    if not (form.keeps_columns or form.keeps_rules or (form.name in _BARE and not has_own)):
        able = ", ".join(name for name, each in FORMATS.items() if each.keeps_rules)
        raise CatalogueError(f"{form.name} has no room for the rules {settings.rules}: use --format {able}")


def _write_ruled(store: Store, options: Options, criteria: Criteria, target: Target) -> Row | None:
    """Write puzzles with their rules, and return the first row; None where there is none."""
    from catalogue.formats.cells import from_lines

    book = store.settings.game.rulebook
    assert book is not None
    rows = _rows(store, options, criteria, ("givens", "constraints", "solution"))
    first = next(rows, None)
    variants = (
        (book.variant(own, from_lines([givens])[0].tolist()), solution if options.solution else None)
        for givens, own, solution in chain([first] if first else [], rows)
    )
    form = FORMATS[target.format]
    extra = {"service": options.service} if options.service else {}
    try:
        with target.opened() as file:
            form.write_variants(variants, file, **extra)
    except ValueError as error:
        raise CatalogueError(f"{form.name}: {error}") from error
    return first


def _write_split(options: Options, target: Target, wanted: Wanted, rows: Iterator[Row], blocks: str) -> None:
    """Write a file for each share, and what is guaranteed where the format has no room for it."""
    from catalogue.formats.splitting import GUARANTEE, Split

    output = target.path or Path()
    shares = options.split or {}
    paths = {name: beside(output, name) for name in shares}
    companion = None if FORMATS[target.format].keeps_about else beside(output, "split", ".json")
    for path in (*paths.values(), companion):
        check_output(path, force=options.force)
    with Split(rows, shares, blocks) as split:
        for name, path in paths.items():
            own = Target(path, target.format, options.force)
            _write(options, own, wanted.headings, wanted.completed(split.rows(name), blocks), blocks, split.about(name))
        if companion:
            about = {
                "files": {paths[name].name: {"share": shares[name], "rows": split.counts[name]} for name in shares},
                "guarantee": GUARANTEE,
            }
            write_output(companion, json.dumps(about, indent=2) + "\n", force=options.force)
        print(", ".join(f"{name} {count:,}" for name, count in split.counts.items()))


def _write_files(store: Store, options: Options, criteria: Criteria) -> None:
    """Write a file for each board."""
    from catalogue.recovery import write_board_files

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
    from catalogue.queries import numbered

    if chooses(options):
        return selected(store, options, criteria, columns)
    return numbered(store, criteria.ranges, columns=columns)


# --- Columns -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wanted:
    """The columns of an export."""

    asked: Sequence[str]
    """What the store is asked for; with a split, the solution comes last once more."""
    headings: Sequence[str]
    """What they are called in the file."""
    hints: bool
    """Whether the steps of each solution are added, from the puzzle that is then the last column."""

    def completed(self, rows: Iterable[Row], blocks: str) -> Iterable[Row]:
        """Replace the puzzle in the last column, of boards with these blocks, by its steps where they are wanted."""
        return _with_steps(rows, blocks) if self.hints else rows


def _wanted_columns(options: Options, form: Format) -> Wanted:
    """Return the columns; BadParameter for options that the format cannot have."""
    from catalogue.puzzles import WITH_OBJECTS

    headings = _headings(options, form)
    asked = [*own_names(headings)]
    if options.hints:
        with_steps = ("sqlite", *WITH_OBJECTS)
        if form.name not in with_steps:
            raise typer.BadParameter(f"--hints needs one of the formats {', '.join(with_steps)}")
        asked.append("givens")
        headings = [*headings, "steps"]
    if options.split:
        asked.append("solution")
    return Wanted(asked, headings, options.hints)


def _headings(options: Options, form: Format) -> Sequence[str]:
    from catalogue.puzzles import usual_columns

    if options.columns and not form.keeps_columns:
        able = ", ".join(name for name, each in FORMATS.items() if each.keeps_columns and name != "table")
        raise typer.BadParameter(f"--columns needs one of the formats {able}")
    return options.columns or usual_columns(form, solution=options.solution)


def _with_steps(rows: Iterable[Row], blocks: str) -> Iterator[Row]:
    from catalogue.formats.cells import grid_of
    from engine import steps

    for *values, givens in rows:
        found = steps(grid_of(givens, blocks))
        yield [
            *values,
            [{"technique": step.technique, "rating": step.rating / 10, "sentence": step.sentence} for step in found],
        ]
