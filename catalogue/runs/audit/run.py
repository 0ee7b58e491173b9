"""An audit from start to end: read the files row by row, compare them, and write them again without faulty rows."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .... import engine
from ....engine.names import SYMMETRIES
from ....engine.shape import NO_BLOCKS, USUAL_BLOCKS, Shape
from ...errors import CatalogueError
from ...formats import CONSTRAINTS
from ...puzzles.game import Game, Own, chosen_of, game_of
from ...puzzles.kinds import AUDITED
from ...puzzles.numbers import PROCESSORS
from .files import Columns, DataFile, boards_of, columns_of, texts_of
from .findings import DUPLICATES, FORM, FileReport, Keys, Parts, Sample, compare

if TYPE_CHECKING:
    import pyarrow as pa


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
    files = [DataFile.of(path, format, encoding) for path in paths]
    columns_in = partial(columns_of, puzzle=puzzle, solution=solution, label=label)
    looked = [_opened(file, number, columns_in(file), rated) for number, file in enumerate(files)]
    if output is not None:
        _check_output(output, [each.file for each in looked])
    if len({each.columns.cells for each in looked}) > 1:
        raise CatalogueError("the files hold puzzles of different sizes; audit them one size at a time")
    with tempfile.TemporaryDirectory(prefix="catalogue-audit-") as folder:
        plain, ruled = (
            {kind: Parts(Path(folder) / f"{of}{kind}") for kind in DUPLICATES} for of in ("", "with rules, ")
        )
        keys = Keys(plain, ruled, looked[0].columns.cells, threads)
        done, wanted = 0, sum(each.file.rows_about() for each in looked)
        for each in looked:
            _look(each, keys, partial(_pass_on, on_progress, done, wanted))
            done += each.report.rows
        repeated = compare([each.report for each in looked], keys)
    for each in looked:
        each.sample.report(each.report, threads)
    if output is not None:
        with tempfile.TemporaryDirectory(prefix=f"{output.name}.", dir=output.parent) as unfinished:
            folder_of_files = Path(unfinished) / "files"
            folder_of_files.mkdir()
            for number, each in enumerate(looked):
                _write_kept(each, repeated[number], folder_of_files)
            folder_of_files.rename(output)
    return [each.report for each in looked]


def _pass_on(on_progress: Callable[[str, int, int], None], before: int, wanted: int, file: str, rows: int) -> None:
    on_progress(file, before + rows, wanted)


def _opened(file: DataFile, number: int, columns: Columns, rated: int) -> _Looked:
    return _Looked(file, number, columns, FileReport(file.path.name), Sample(rated, columns.label, number))


# --- Row by row -----------------------------------------------------------------------------------------------


def _look(looked: _Looked, keys: Keys, on_progress: Callable[[str, int], None]) -> None:
    """Read a file, count what is wrong with its rows, and keep what they are compared by."""
    report, columns = looked.report, looked.columns
    for batch in looked.file.batches():
        puzzles, known = boards_of(batch.column(columns.puzzle), columns.cells)
        look = _look_at_ruled if _rules_in(batch) else _look_at_plain
        sound = look(looked, batch, puzzles, known, keys)
        report.rows += batch.num_rows
        looked.sound.append(sound)
        on_progress(report.file, report.rows)


def _look_at_plain(
    looked: _Looked, batch: Any, puzzles: NDArray[np.uint8], known: NDArray[np.bool_], keys: Keys
) -> NDArray[np.bool_]:
    """Count what is wrong with plain puzzles, keep what they are compared by, and return which rows are sound."""
    report, columns, start, threads = looked.report, looked.columns, looked.report.rows, keys.threads
    report.broken += int(np.count_nonzero(~known))
    counts = np.zeros(len(puzzles), np.int64)
    counts[known] = engine.count_solutions(puzzles[known], threads=threads)
    report.no_solution += int(np.count_nonzero(known & (counts == 0)))
    report.several_solutions += int(np.count_nonzero(counts > 1))
    keys.plain["exact"].add(puzzles[known], np.flatnonzero(known) + start, looked.number)
    rows = np.flatnonzero(counts == 1)
    proper = puzzles[rows]
    report.count_clues(proper)
    wrong = _wrong(batch, columns, proper, rows, threads)
    report.wrong_solution += int(np.count_nonzero(wrong))
    report.not_minimal += int(np.count_nonzero(~engine.minimal(proper, threads=threads)))
    measured = engine.measure(proper, threads=threads)
    report.singles_only += int(np.count_nonzero(measured["nodes"] == 1))
    for symmetry in SYMMETRIES:
        some = engine.puzzle_keys(proper, symmetry=symmetry, threads=threads)
        keys.plain[symmetry].add(some, rows + start, looked.number, beginning=some.shape[1] - (columns.cells + 7) // 8)
    labels = texts_of(batch.column(columns.label)) if columns.label else None
    looked.sample.add(proper, [labels[row] for row in rows] if labels else None)
    return _mask(len(puzzles), rows[~wrong])


def _wrong(
    batch: Any, columns: Columns, proper: NDArray[np.uint8], rows: NDArray[np.intp], threads: int
) -> NDArray[np.bool_]:
    """Which of some puzzles with one solution come with another solution, or with none that can be read."""
    if columns.solution is None:
        return np.zeros(len(rows), np.bool_)
    given, readable = boards_of(batch.column(columns.solution), columns.cells)
    same = (given[rows] == engine.solve(proper, threads=threads)).all(axis=1)
    agrees: NDArray[np.bool_] = same & readable[rows]
    return ~agrees


def _mask(length: int, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
    mask = np.zeros(length, np.bool_)
    mask[rows] = True
    return mask


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
    import pyarrow as pa

    path = output / looked.file.cleaned_name
    batches, start, kept = looked.file.batches(), 0, 0
    first = next(batches)
    with looked.file.written(path, first.schema) as write:
        for sound, batch in zip(looked.sound, _chained(first, batches), strict=True):
            keep = sound & ~repeated[start : start + len(sound)]
            write(batch.filter(pa.array(keep)))
            start, kept = start + len(sound), kept + int(np.count_nonzero(keep))
    looked.report.kept = kept


def _chained(first: Any, rest: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from rest


# --- Rows of variants -------------------------------------------------------------------------------------------------


def _rules_in(batch: pa.RecordBatch) -> Sequence[str | None] | None:
    """Return the constraint text of each row, None for a plain puzzle; None if no row has one."""
    if CONSTRAINTS not in batch.schema.names:
        return None
    texts = [text or None for text in texts_of(batch.column(CONSTRAINTS))]
    return texts if any(texts) else None


def _look_at_ruled(
    looked: _Looked, batch: Any, puzzles: NDArray[np.uint8], known: NDArray[np.bool_], keys: Keys
) -> NDArray[np.bool_]:
    """The same for puzzles of which some have rules."""
    report, column = looked.report, looked.columns.solution
    size = round(puzzles.shape[1] ** 0.5)
    game = game_of(Shape.of(size, None if size in USUAL_BLOCKS else NO_BLOCKS))
    own, start = list(_rules_in(batch) or ()), report.rows
    readable = np.array([_is_readable(game, text) for text in own], np.bool_) & known
    report.broken += int(np.count_nonzero(~readable))
    rows = np.flatnonzero(readable)
    of_rows = chosen_of(own, rows.tolist())
    boards, counts = game.solved(puzzles[rows], of_rows)
    report.no_solution += int(np.count_nonzero(counts == 0))
    report.several_solutions += int(np.count_nonzero(counts > 1))
    keys.ruled["exact"].add(_with_rules(puzzles[rows], of_rows), rows + start, looked.number)
    proper, found = rows[counts == 1], boards[counts == 1]
    of_proper = chosen_of(own, proper.tolist())
    report.count_clues(puzzles[proper])
    wrong = _differ(batch.column(column) if column else None, proper, found)
    report.wrong_solution += int(np.count_nonzero(wrong))
    report.not_minimal += int(np.count_nonzero(~game.minimal(puzzles[proper], of_proper)))
    _add_keys(game, _Ruled(proper + start, found, puzzles[proper], of_proper), keys, looked.number)
    sound = np.zeros(len(puzzles), np.bool_)
    sound[proper[~wrong]] = True
    return sound


def _is_readable(game: Game, text: str | None) -> bool:
    """Whether rules can be read and have the size of the puzzles."""
    try:
        return text is None or engine.read_variant(text).size == game.shape.size
    except ValueError:
        return False


def _differ(solutions: pa.Array | None, rows: NDArray[np.intp], found: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which rows come with another solution than the one that was found, or with none that can be read."""
    if solutions is None:
        return np.zeros(len(rows), np.bool_)
    given, readable = boards_of(solutions, found.shape[1])
    same: NDArray[np.bool_] = (given[rows] == found).all(axis=1) & readable[rows]
    return ~same


def _with_rules(puzzles: NDArray[np.uint8], own: Sequence[str | None] | None) -> NDArray[np.uint8]:
    """The cells of puzzles and a digest of the rules of each."""
    digests = [_digest((text or "").encode()) for text in own or ()]
    return np.hstack([puzzles, np.array(digests, np.uint8).reshape(len(puzzles), FORM)])


def _digest(content: bytes) -> list[int]:
    return list(blake2b(content, digest_size=FORM).digest())


@dataclass(frozen=True)
class _Ruled:
    """Puzzles under rules that have one solution, and which rows they are."""

    rows: NDArray[np.intp]
    boards: NDArray[np.uint8]
    puzzles: NDArray[np.uint8]
    own: Own


def _add_keys(game: Game, ruled: _Ruled, keys: Keys, number: int) -> None:
    """Keep the keys under every symmetry: the board, then FORM bytes. A jigsaw is compared as it is."""
    rows, boards, puzzles, own = ruled.rows, ruled.boards, ruled.puzzles, ruled.own
    on_blocks = np.array([_has_blocks(game, text) for text in own or ()], np.bool_)
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


def _has_blocks(game: Game, text: str | None) -> bool:
    """Whether a puzzle has the usual blocks, so that its board has symmetries that are known."""
    return text is None or engine.read_variant(text).board_shape == game.shape
