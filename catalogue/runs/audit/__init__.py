"""Audit a data set of puzzles: sound rows, duplicates, leaks between its files, and the meaning of its labels.

A file is read once, in batches (`files`). What rows are compared by (keys of 30 bytes) goes to parts on the disk and is
compared part by part, so the memory does not grow with the number of rows; some puzzles are rated (`findings`).
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .... import engine
from ....engine.names import SYMMETRIES
from ....engine.shape import NO_BLOCKS, USUAL_BLOCKS, Shape
from ...errors import CatalogueError
from ...formats import CONSTRAINTS
from ...puzzles.game import Game, Own, chosen_of, game_of
from ...puzzles.kinds import AUDITED
from ..how import PROCESSORS

try:
    import pyarrow as pa  # all modules of this package import it
except ImportError:
    raise CatalogueError("audit needs pyarrow; install it with: pip install 'board-catalogue[parquet]'") from None

from .files import Columns, DataFile, boards_of, columns_of, texts_of
from .findings import DUPLICATES, FORM, FileReport, Keys, Parts, Sample, compare


@dataclass
class _Looked:
    """A file that is being looked at."""

    file: DataFile
    number: int
    columns: Columns
    report: FileReport
    sample: Sample
    sound: list[NDArray[np.bool_]] = field(default_factory=list)
    """Of each batch: which rows have one solution, and no wrong one."""


def audit(
    paths: Sequence[Path],
    *,
    puzzle: str | None = None,
    solution: str | None = None,
    label: str | None = None,
    format: str | None = None,
    encoding: str | None = None,
    rated: int = AUDITED,
    output: Path | None = None,
    threads: int = PROCESSORS,
    on_progress: Callable[[str, int, int], None] = lambda file, done, wanted: None,
) -> list[FileReport]:
    """Look at the files of a data set, such as its splits, and report on each.

    The columns are found by their contents, or named; so are the `format`, one of `catalogue.formats.readable`, and the
    `encoding` of text. `rated` puzzles of each file are rated. With `output`, a folder
    that does not exist yet, the rows that are sound are written to files of the same names there: of duplicates up to
    every symmetry the first one, and none whose solution an earlier file has, up to symmetry. `on_progress` gets the
    name of the file at work, how many rows are read, and about how many there are in all files.

    CatalogueError for a file that cannot be read or holds no puzzles, for files of different sizes, and if `output`
    exists.
    """
    looked: list[_Looked] = []
    if not paths:
        return []
    for number, path in enumerate(paths):
        file = DataFile.of(path, format, encoding)
        columns = columns_of(file, puzzle=puzzle, solution=solution, label=label)
        looked.append(_Looked(file, number, columns, FileReport(path.name), Sample(rated, columns.label, number)))
    reports = [each.report for each in looked]
    if output is not None:
        _check_output(output, [each.file for each in looked])
    if len({each.columns.cells for each in looked}) > 1:
        raise CatalogueError("the files hold puzzles of different sizes; audit them one size at a time")
    with tempfile.TemporaryDirectory(prefix="catalogue-audit-") as folder:
        plain, ruled = (
            {kind: Parts(Path(folder) / f"{of}{kind}") for kind in DUPLICATES} for of in ("", "with rules, ")
        )
        keys = Keys(plain, ruled, looked[0].columns.cells, threads)
        wanted = sum(each.file.rows_about() for each in looked)
        for each in looked:
            for batch in each.file.batches():
                each.sound.append(_look_at(batch, each, keys))
                each.report.rows += batch.num_rows
                on_progress(each.report.file, sum(report.rows for report in reports), wanted)
        repeated = compare(reports, keys)
    for each in looked:
        each.sample.report(each.report, threads)
    if output is not None:
        with tempfile.TemporaryDirectory(prefix=f"{output.name}.", dir=output.parent) as unfinished:
            folder_of_files = Path(unfinished) / "files"
            folder_of_files.mkdir()
            for number, each in enumerate(looked):
                _write_kept(each, repeated[number], folder_of_files)
            folder_of_files.rename(output)
    return reports


# --- Row by row -----------------------------------------------------------------------------------------------


def _look_at(batch: pa.RecordBatch, looked: _Looked, keys: Keys) -> NDArray[np.bool_]:
    """Count what is wrong with rows, keep what they are compared by, and return which are sound.

    Plain puzzles have quicker kernels; where one row has rules, all go the way of those.
    """
    report, columns, start, threads = looked.report, looked.columns, looked.report.rows, keys.threads
    puzzles, known = boards_of(batch.column(columns.puzzle), columns.cells)
    rules, game = rules_in(batch), game_of_cells(columns.cells)
    if rules:
        known &= np.array([is_readable(game, text) for text in rules], np.bool_)
    rows = np.flatnonzero(known)
    given, own = puzzles[rows], chosen_of(rules, rows.tolist())
    report.broken += len(puzzles) - len(rows)
    if rules:
        boards, counts = game.solved(given, own)
        keys.ruled["exact"].add(_with_rules(given, own), rows + start, looked.number)
    else:
        counts = engine.count_solutions(given, threads=threads)
        keys.plain["exact"].add(given, rows + start, looked.number)
    report.no_solution += int(np.count_nonzero(counts == 0))
    report.several_solutions += int(np.count_nonzero(counts > 1))
    one = np.flatnonzero(counts == 1)
    proper = _Proper(rows[one], rows[one] + start, given[one], chosen_of(own, one.tolist()))
    report.count_clues(proper.puzzles)
    if rules:
        minimal, solved = game.minimal(proper.puzzles, proper.own), boards[one]
        _add_ruled(game, proper, solved, keys, looked.number)
    else:
        minimal = engine.minimal(proper.puzzles, threads=threads)
        solved = engine.solve(proper.puzzles, threads=threads) if columns.solution else proper.puzzles
        _add_plain(batch, proper, looked, keys)
    report.not_minimal += int(np.count_nonzero(~minimal))
    sound = np.zeros(len(puzzles), np.bool_)
    sound[proper.rows] = True
    if columns.solution:
        stated, readable = boards_of(batch.column(columns.solution), columns.cells)
        sound[proper.rows] = (stated[proper.rows] == solved).all(axis=1) & readable[proper.rows]
        report.wrong_solution += int(np.count_nonzero(~sound[proper.rows]))
    return sound


@dataclass(frozen=True)
class _Proper:
    """Puzzles that have one solution: which rows of their batch they are, and which of their file."""

    rows: NDArray[np.intp]
    numbers: NDArray[np.intp]
    puzzles: NDArray[np.uint8]
    own: Own


def _add_plain(batch: pa.RecordBatch, proper: _Proper, looked: _Looked, keys: Keys) -> None:
    """Keep the keys of puzzles under every symmetry, and some of the puzzles to rate."""
    puzzles, columns = proper.puzzles, looked.columns
    measured = engine.measure(puzzles, threads=keys.threads)
    looked.report.singles_only += int(np.count_nonzero(measured["nodes"] == 1))
    for symmetry in SYMMETRIES:
        some = engine.puzzle_keys(puzzles, symmetry=symmetry, threads=keys.threads)
        beginning = some.shape[1] - (columns.cells + 7) // 8
        keys.plain[symmetry].add(some, proper.numbers, looked.number, beginning=beginning)
    labels = texts_of(batch.column(columns.label)) if columns.label else None
    looked.sample.add(puzzles, [labels[row] for row in proper.rows] if labels else None)


# --- The rows that are left -----------------------------------------------------------------------------------


def _check_output(output: Path, files: Sequence[DataFile]) -> None:
    if output.exists():
        raise CatalogueError(f"{output} exists; name a new folder for the cleaned files")
    if not output.parent.is_dir():
        raise CatalogueError(f"{output}: there is no folder {output.parent} to make it in")
    names = [file.cleaned_name for file in files]
    if repeated := [name for name in names if names.count(name) > 1]:
        raise CatalogueError(f"two cleaned files would be called {repeated[0]}; rename one of them")


def _write_kept(looked: _Looked, repeated: NDArray[np.bool_], output: Path) -> None:
    """Write the rows of a file that are sound and repeat no other, with all their columns."""
    batches, start, looked.report.kept = looked.file.batches(), 0, 0
    first = next(batches)
    with looked.file.written(output / looked.file.cleaned_name, first.schema) as write:
        for sound, batch in zip(looked.sound, chain([first], batches), strict=True):
            keep = sound & ~repeated[start : start + len(sound)]
            write(batch.filter(pa.array(keep)))
            start += len(sound)
            looked.report.kept += int(np.count_nonzero(keep))


# --- Rows of variants -------------------------------------------------------------------------------------------------


def rules_in(batch: pa.RecordBatch) -> list[str | None] | None:
    """Return the constraint text of each row, None for a plain puzzle; None if no row has one."""
    if CONSTRAINTS not in batch.schema.names:
        return None
    texts = [text or None for text in texts_of(batch.column(CONSTRAINTS))]
    return texts if any(texts) else None


def game_of_cells(cells: int) -> Game:
    """Return the game of plain puzzles with so many cells."""
    size = round(cells**0.5)
    return game_of(Shape.of(size, None if size in USUAL_BLOCKS else NO_BLOCKS))


def is_readable(game: Game, text: str | None) -> bool:
    """Whether rules can be read and have the size of the puzzles."""
    try:
        return text is None or engine.read_variant(text).size == game.shape.size
    except ValueError:
        return False


def _with_rules(puzzles: NDArray[np.uint8], own: Own) -> NDArray[np.uint8]:
    """The cells of puzzles and a digest of the rules of each."""
    digests = [_digest((text or "").encode()) for text in own or ()]
    return np.hstack([puzzles, np.array(digests, np.uint8).reshape(len(puzzles), FORM)])


def _digest(content: bytes) -> list[int]:
    return list(blake2b(content, digest_size=FORM).digest())


def _add_ruled(game: Game, proper: _Proper, boards: NDArray[np.uint8], keys: Keys, number: int) -> None:
    """Keep the keys under every symmetry: the board, then FORM bytes. A jigsaw is compared as it is."""
    rows, puzzles, own = proper.numbers, proper.puzzles, proper.own
    on_blocks = np.array([has_blocks(game, text) for text in own or ()], np.bool_)
    some, others = np.flatnonzero(on_blocks), np.flatnonzero(~on_blocks)
    for symmetry in SYMMETRIES:
        if some.size:
            of_some = chosen_of(own, some.tolist())
            classes, forms = game.puzzle_keys(boards[some], puzzles[some], of_some, symmetry)
            whole = [[*key, *_digest(form)] for key, form in zip(classes, forms, strict=True)]
            keys.ruled[symmetry].add(np.array(whole, np.uint8), rows[some], number, beginning=len(classes[0]))
        if others.size:
            exact = _with_rules(puzzles[others], chosen_of(own, others.tolist()))
            forms_there = np.array([_digest(row.tobytes()) for row in exact], np.uint8)
            whole_there = np.hstack([boards[others], forms_there])
            keys.ruled[symmetry].add(whole_there, rows[others], number, beginning=boards.shape[1])


def has_blocks(game: Game, text: str | None) -> bool:
    """Whether a puzzle has the usual blocks, so that its board has symmetries that are known."""
    return text is None or engine.read_variant(text).board_shape == game.shape
