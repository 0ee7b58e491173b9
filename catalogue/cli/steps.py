"""`catalogue hint` and `catalogue path`: the steps that lead to the solution of a puzzle."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from board_catalogue import engine
from board_catalogue.catalogue.cli.many import Rows, holds_many, target_of_many, write_each
from board_catalogue.catalogue.cli.options import (
    DEFAULT_HOME,
    FORMATS_OF_MANY,
    Base,
    Blocks,
    Force,
    Home,
    Output,
    PuzzleSource,
    RulesOfPuzzle,
    Size,
    StyleChoice,
    choice,
    format_choice,
    number,
)
from board_catalogue.catalogue.cli.output import Target, target_of
from board_catalogue.catalogue.cli.puzzles import kept_standard_input, ratable_puzzle, read_puzzle
from board_catalogue.catalogue.cli.ruled import Line, name_of, variant_named, variants_of
from board_catalogue.catalogue.cli.ruled_steps import Begun, print_next_digit, print_path, print_steps, write_paths
from board_catalogue.catalogue.cli.terminal import draw, draw_explained, folded
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.formats import FORMATS, Record
from board_catalogue.engine.grades import Style, grade_of, spelled
from board_catalogue.engine.shape import DIGITS, Shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from board_catalogue.engine import Grid
    from board_catalogue.engine.paths.positions import Position
    from board_catalogue.engine.paths.styles import AnyStep


_HINT_FORMATS = ("text", "json", "svg")


@dataclass(frozen=True, kw_only=True)
class _Options:
    """Which puzzle, whose steps, and where they go."""

    puzzle: PuzzleSource
    style: StyleChoice = None
    output: Output = None
    force: Force = False
    size: Size = None
    blocks: Blocks = None
    base: Base = None
    rules: RulesOfPuzzle = None
    home: Home = DEFAULT_HOME

    def grid(self) -> Grid:
        """Return the puzzle; CatalogueError if there is none that can be rated."""
        return ratable_puzzle(self.puzzle, self.home, self.size, self.blocks, self.base)


def steps_of(puzzle: Grid, style: Style | None) -> Sequence[AnyStep]:
    """Return the steps to its solution; CatalogueError for a puzzle without exactly one, or without such steps."""
    from board_catalogue.engine.paths.styles import path_of

    try:
        return path_of(puzzle.to_numpy().reshape(-1), puzzle.blocks, style)
    except ValueError as error:
        raise CatalogueError(f"{error}") from error


# --- hint ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class HintOptions(_Options):
    """Which step of which puzzle to draw."""

    step: Annotated[int, number("Number of the step, as catalogue path counts them.", least=1)] = 1
    at: Annotated[
        Path | None,
        typer.Option(help="File with the board as you have it.", metavar="FILE"),
    ] = None
    depth: Annotated[
        str, choice("How much to say: where to look, which technique too, or all.", ("where", "technique", "all"))
    ] = "all"
    format: Annotated[
        str | None,
        format_choice("text for people, json for programs, svg for an image. Default: text.", *_HINT_FORMATS),
    ] = None


def _check_ruled(options: _Options) -> None:
    """BadParameter for options that are for plain puzzles."""
    if options.size or options.blocks or options.base is not None:
        raise typer.BadParameter("a variant takes neither --size, --blocks nor --base")
    if options.style is Style.score:
        raise typer.BadParameter("a variant has no score: use --style rating, or leave it out")


def hint(options: HintOptions) -> None:
    """Draw the next step of a puzzle among its candidates.

    It is the first step that applies, in the order in which people look for steps (HoDoKu's). --style rating takes the
    easiest step of Sudoku Explainer, as boards of sizes other than 9x9 always do. A digit in brackets is the value of
    its cell. Candidates are marked: + is placed, - is removed, * belongs to the pattern behind the step. On a chain, ?
    is assumed, * then holds and ~ does not.

    --at takes a puzzle that you have begun: a file with your digits, or with a word for each cell: its candidates or
    its value in brackets, as hint draws them. If one is wrong, hint names it and gives no step.

    For a variant, such as a killer, it says which house or mark leads to the next digit. If all rules
    are houses, as in a diagonal or a jigsaw, --style rating takes Sudoku Explainer's techniques.

    \b
    Examples:
      catalogue hint 123
      catalogue hint 123 --step 20
      catalogue hint 123 --depth where
      catalogue hint 123 --style rating
      catalogue hint 123 --format json
      catalogue hint 123 --format svg > hint.svg
      catalogue hint puzzle.txt
      catalogue hint latin.txt --size 3 --blocks none
    """
    target = target_of(options.output, options.format, _HINT_FORMATS, default="text", force=options.force)
    if options.depth != "all" and target.format != "text":
        raise typer.BadParameter(f"--depth is for text: --format {target.format} always has all of the step")
    if options.at and options.step != 1:
        raise typer.BadParameter("--step counts from the puzzle, --at is for the next step of your board")
    with kept_standard_input(Path(options.puzzle)):
        variant = variant_named(options.puzzle, options.home, options.rules)
        if not variant:
            _hint(options, target)
            return
        _check_ruled(options)
        if options.step != 1 or options.depth != "all":
            raise typer.BadParameter("a variant takes neither --step nor --depth")
        empty = engine.Grid.empty(variant.size, blocks=variant.board_shape.blocks)
        begun = read_marked(options.at, empty) if options.at else None
        print_next_digit(variant, target, options.style, str(options.at or name_of(options.puzzle)), begun)


def _hint(options: HintOptions, target: Target) -> None:
    from board_catalogue.engine.paths.drawing import svg_step
    from board_catalogue.engine.paths.styles import as_data, meaning_of, weight_of, where_to_look

    grid = options.grid()
    position, step, place = (
        _next(grid, options.at, options.style) if options.at else _on_path(grid, options.step, options.style)
    )
    with target.printed():
        if target.format == "json":
            print(json.dumps(as_data(step)))
        elif target.format == "svg":
            print(svg_step(position, step))
        elif options.depth == "all":
            draw_explained(position, step, f"{place}: {step.technique}, {weight_of(step)}")
        else:
            print(folded(where_to_look(step, grid.size)))
            if options.depth == "technique":
                print(folded(f"{step.technique}, {weight_of(step)}: {meaning_of(step)}"))


def _on_path(grid: Grid, number: int, style: Style | None) -> tuple[Position, AnyStep, str]:
    """The position before a step of the puzzle's path, the step, and its place for people."""
    from board_catalogue.engine.paths.positions import Position

    steps = steps_of(grid, style)
    if not steps and grid.is_solved:
        raise CatalogueError("there is no next step: the puzzle is full")
    if number > len(steps):
        raise CatalogueError(f"no step {number}: the path of the puzzle has {len(steps)}")
    position = Position.of(grid)
    *before, now = steps[:number]
    for earlier in before:
        position.take(earlier)
    return position, now, f"step {number} of {len(steps)}"


def _next(grid: Grid, file: Path, style: Style | None) -> tuple[Position, AnyStep, str]:
    """The same for a board that has been begun."""
    from board_catalogue.engine.paths.positions import Position
    from board_catalogue.engine.paths.styles import next_of

    board = read_marked(file, grid)
    try:
        step = next_of(grid.to_numpy().ravel(), board.values, board.marks, grid.blocks, style)
    except ValueError as error:
        raise CatalogueError(f"{file}: {error}") from error
    if step is None:
        full = all(board.values)
        raise CatalogueError(f"there is no next step: {'the board is full' if full else 'no technique applies'}")
    return Position.of(grid, board.values, board.marks), step, "next step"


# --- A board that a person has begun ------------------------------------------------------------------------------

_LARGEST_PLAIN = 9
"""Above, a word such as 12 may be a value; brackets show that it is none."""

_LABEL = r"\b[rc]\d+\b"
_NO_WORD = r"[^\w.\[\]]+"


def read_marked(path: Path, puzzle: Grid) -> Begun:
    """Read a board of a puzzle from a file: one word per cell with its marks, as `catalogue hint` draws, or any board.

    Values are in brackets; if none are, a word of one digit is a value. A word `.` is an empty cell without marks.
    CatalogueError if the file has no board of that size.
    """
    from board_catalogue.engine.reading.reader import read_text

    try:
        text = read_text(path)
    except OSError as error:
        raise CatalogueError(f"{path}: {error.strerror or error}; name a file that holds a board") from error
    except ValueError as error:
        raise CatalogueError(f"{path}: {error}") from error
    words = _words(text)
    # Single digits alone are a board in one of many formats; 27 triples have 81 of them, too.
    has_marks = "[" in text or (puzzle.size <= _LARGEST_PLAIN and any(len(word) > 1 for word in words))
    if has_marks and len(words) == puzzle.board_shape.cells:
        return _marked(words, "[" in text, path)
    board = read_puzzle(path, puzzle.size, puzzle.blocks)
    return Begun(board.to_numpy().ravel().tolist(), [0] * board.board_shape.cells)


def _words(text: str) -> list[str]:
    """The words without labels, frames, and the signs before candidates."""
    lines = (re.sub(r"[-+*?~]", "", re.sub(_LABEL, " ", line)) for line in text.splitlines())
    return [word for line in lines for word in re.split(_NO_WORD, line) if word]


def _marked(words: Sequence[str], has_brackets: bool, path: Path) -> Begun:
    values, marks = [], []
    for word in words:
        is_value = word.startswith("[") if has_brackets else len(word) == 1
        symbols = word.strip("[]").replace(".", "").replace("0", "")
        if not set(symbols) <= set(DIGITS[1:]) or (is_value and len(symbols) > 1):
            raise CatalogueError(f"{path}: {word!r} has no digits of a cell")
        digits = [DIGITS.index(symbol) for symbol in symbols]
        values.append(digits[0] if is_value and digits else 0)
        marks.append(0 if is_value else sum({1 << digit - 1 for digit in digits}))
    return Begun(values, marks)


# --- path ----------------------------------------------------------------------------------------------------------

_COLUMNS = ("line", "puzzle", "score", "rating", "steps")  # of a file with many puzzles
_BATCH = 64  # puzzles solved before their lines are written
_PATH_FORMATS = tuple(dict.fromkeys(("text", "json", *FORMATS_OF_MANY)))


@dataclass(frozen=True, kw_only=True)
class PathOptions(_Options):
    """Which puzzle to solve."""

    format: Annotated[
        str | None,
        format_choice(
            f"text for people, json for programs; of many puzzles: {', '.join(FORMATS_OF_MANY)}. Default: text, or"
            " line.",
            *_PATH_FORMATS,
            metavar="NAME",
        ),
    ] = None


def path(options: PathOptions) -> None:
    """Solve a puzzle step by step, as a person could.

    Each step uses the first technique that applies, in the order in which people look for steps (HoDoKu's), and is
    printed with its score. --style rating takes the order and the ratings of Sudoku Explainer, as boards of sizes
    other than 9x9 always do. In a file with many puzzles, each is written with its figures and its steps; --format
    line, csv or jsonl chooses how.

    \b
    Examples:
      catalogue path 123
      catalogue path 123 --format json
      catalogue path puzzle.txt
      catalogue path latin.txt --size 3 --blocks none
      catalogue path puzzles.csv --format csv
    """
    with kept_standard_input(Path(options.puzzle)):
        target = target_of(options.output, options.format, _PATH_FORMATS, default="text", force=options.force)
        if variants := variants_of(options.puzzle, options.home, options.rules):
            return _path_under_rules(options, target, variants)
        is_one = bool(options.size or options.blocks)
        if target.format not in ("text", "json") or (not is_one and holds_many(options.puzzle, options.base)):
            return _path_of_each(options)
        _path(options, target)


def _path_under_rules(options: PathOptions, target: Target, variants: Iterator[Line]) -> None:
    _check_ruled(options)
    first = list(islice(variants, 2))
    if len(first) == 1 and target.format in ("text", "json"):
        source = name_of(options.puzzle)
        if target.format == "json":
            return print_steps(first[0].variant, target, source)
        return print_path(first[0].variant, options.style, target, source)
    _check_lines(options)
    lines = target_of_many(options.output, options.format, force=options.force)
    write_paths(chain(first, variants), _COLUMNS, lines, options.puzzle)


def _check_lines(options: PathOptions) -> None:
    """BadParameter for a format that is for one puzzle."""
    if options.format == "text":
        raise typer.BadParameter(f"{options.puzzle} has many puzzles: give --format {', '.join(FORMATS_OF_MANY)}")


def _path(options: PathOptions, target: Target) -> None:
    from board_catalogue.engine.paths.styles import as_data

    grid = options.grid()
    steps = steps_of(grid, options.style)
    with target.printed():
        if target.format == "json":
            rows = list(map(as_data, steps))
            FORMATS["json"].write([list(row.values()) for row in rows], list(rows[0]) if rows else [], sys.stdout)
            return
        draw(grid)
        for number, step in enumerate(steps, 1):
            print(_line(number, step))
        print(_end(grid, steps))


def _line(number: int, step: AnyStep) -> str:
    weight = str(step.score) if isinstance(step, engine.SolvingStep) else spelled(step.rating or 0)
    return folded(f"{number:3}  {weight:>4}  {step.technique}: {step.sentence}", indent=11)


def _end(puzzle: Grid, steps: Sequence[AnyStep]) -> str:
    from board_catalogue.engine.paths.positions import Position

    position = Position.of(puzzle)
    for step in steps:
        position.take(step)
    if not position.is_solved:
        return "No technique known here applies any further."
    if not steps:
        return "The puzzle is full."
    cells = puzzle.to_numpy().ravel()
    rating = int(engine.rate(cells, blocks=puzzle.blocks)["rating"])
    rated = ", ".join(filter(None, (f"rated {spelled(rating)}", grade_of(rating))))
    first = steps[0]
    if isinstance(first, engine.Step):
        hardest = max(steps, key=lambda step: (isinstance(step, engine.Step) and step.rating) or 0)
        return f"{rated}, {hardest.technique}"
    scored = engine.score(cells)
    name = engine.SOLVING_TECHNIQUES[scored["hardest"]].name
    return f"score {scored['score']:,} ({engine.LEVELS[scored['level']]}), {name}; {rated}"


# --- A file of many puzzles ---------------------------------------------------------------------------------------


def _path_of_each(options: PathOptions) -> None:
    """Write each puzzle with its score, rating and steps: their techniques, or in jsonl all that is known of a step.

    CatalogueError names the line of a puzzle above 12x12, or one that does not have exactly one solution.
    """
    from board_catalogue.engine.boards import size_of
    from board_catalogue.engine.grades import SCORED_BLOCKS
    from board_catalogue.engine.paths.styles import as_data, path_of

    _check_lines(options)
    target = target_of_many(options.output, options.format, force=options.force)

    def work(records: Sequence[Record], puzzles: NDArray[np.uint8]) -> Rows:
        blocks = options.blocks or Shape.of(size_of(puzzles)).blocks
        paths = [_steps(record, puzzle, blocks) for record, puzzle in zip(records, puzzles, strict=True)]
        ratings = engine.rate(puzzles, blocks=blocks)["rating"] / 10
        scores = engine.score(puzzles)["score"].tolist() if blocks == SCORED_BLOCKS else [None] * len(paths)
        return list(map(_row, records, paths, ratings.tolist(), scores))

    def _steps(record: Record, puzzle: NDArray[np.uint8], blocks: str) -> Sequence[AnyStep]:
        try:
            return path_of(puzzle, blocks, options.style)
        except ValueError as error:
            raise CatalogueError(f"{options.puzzle}: line {record.line}: {error}") from error

    def _row(record: Record, path: Sequence[AnyStep], rating: float, score: int | None) -> Sequence[object]:
        techniques = " ".join(step.technique for step in path)
        if target.format == "line":
            by_rating = score is None or options.style is Style.rating
            return record.puzzle, rating if by_rating else score, techniques
        known = list(map(as_data, path)) if target.format in ("json", "jsonl") else techniques
        return record.line, record.puzzle, score, rating, known

    write_each(options.puzzle, options.home, _COLUMNS, work, target=target, batch=_BATCH, base=options.base)
