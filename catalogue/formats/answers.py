"""Files of answers: what a model gave for each puzzle, in the ways that people keep it.

JSON lines, JSON, CSV and Parquet have a column `answer`, perhaps `steps`, and `puzzle` with the cells or the row of the
puzzle, counted from 0; without it the answers are in the order of the puzzles. Arrays of numpy, and texts, have answers
alone.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...engine.answers import read_answer
from ...engine.reading.files import as_utf8, buffered, unpacked
from ...engine.shape import USUAL_BLOCKS, Shape
from ..errors import CatalogueError
from .columns import with_parquet
from .opening import STRANGE

ANSWER, PUZZLE, STEPS = "answer", "puzzle", "steps"


class Answer(NamedTuple):
    """A model's answer to a puzzle."""

    line: int
    """Where the file has it, from 1: its line, or its row."""
    puzzle: str | int | None
    """The cells of the puzzle, or its row from 0; None: it is the next one."""
    answer: Any
    """The answer in a form that `engine.read_answer` takes."""
    steps: Any = None
    """The steps in a form that `engine.check_steps` takes; None if the model gave none."""


def answers_in(path: Path, size: int, puzzles: int) -> Iterator[Answer]:
    """Yield the answers of a file, `-` for the standard input, to so many puzzles of a size.

    CatalogueError for a file that cannot be read, and one without a column of answers.
    """
    ending = Path(path.name.lower().removesuffix(".gz")).suffix
    try:
        if ending in (".npy", ".npz"):
            yield from _of_arrays(path, size)
        elif ending == ".parquet":
            yield from _of_rows(path, _parquet_rows(path))
        else:
            yield from _of_text(path, ending, size, puzzles)
    except OSError as error:
        raise CatalogueError(f"{path}: {error.strerror or error}; name a file of answers") from error
    except (ValueError, csv.Error, *STRANGE) as error:
        raise CatalogueError(f"{path}: {error}") from error


def _of_text(path: Path, ending: str, size: int, puzzles: int) -> Iterator[Answer]:
    with buffered(io.FileIO(os.dup(0) if str(path) == "-" else path)) as file:
        text = as_utf8(unpacked(file, path.name)[0]).read().decode("utf-8-sig")
    if ending in (".csv", ".tsv"):
        csv.field_size_limit(max(csv.field_size_limit(), len(text)))
        first = text.partition("\n")[0]
        delimiter = next((mark for mark in ("\t", ";", ",") if mark in first), ",")
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
        return _of_rows(path, ((reader.line_num, row) for row in reader))
    if ending in (".json", ".jsonl", ".ndjson") or (ending in ("", ".txt") and text.lstrip()[:1] == "{"):
        return _of_json(path, text)
    return _of_plain(text, size, puzzles)


# --- Rows with names ------------------------------------------------------------------------------------------------


def _of_rows(path: Path, rows: Iterator[tuple[int, Any]]) -> Iterator[Answer]:
    for line, row in rows:
        if not isinstance(row, Mapping):
            yield Answer(line, None, row)
            continue
        if ANSWER not in row:
            raise CatalogueError(f"{path}: line {line}: no {ANSWER} among {', '.join(map(str, row)) or 'no columns'}")
        yield Answer(line, _puzzle_of(path, line, row.get(PUZZLE)), row[ANSWER], _steps_of(row.get(STEPS)))


def _steps_of(value: Any) -> Any:
    """Steps, from JSON if a text holds them so, as in CSV; None for none."""
    if isinstance(value, str) and value.lstrip()[:1] == "[":
        with suppress(ValueError, RecursionError):
            return json.loads(value)
    return None if isinstance(value, str) and not value.strip() else value


def _puzzle_of(path: Path, line: int, value: Any) -> str | int | None:
    if value is None or isinstance(value, int) or value == "":
        return None if value == "" else value
    if isinstance(value, str):
        return int(value) if value.isdecimal() and len(value) < 16 else value
    raise CatalogueError(f"{path}: line {line}: {PUZZLE} is neither cells in a text nor the number of a row")


def _parquet_rows(path: Path) -> Iterator[tuple[int, Any]]:
    with with_parquet().parquet.ParquetFile(path) as file:
        known = [name for name in (PUZZLE, ANSWER, STEPS) if name in file.schema_arrow.names]
        if ANSWER not in known:
            raise ValueError(f"no column {ANSWER}; there are {', '.join(file.schema_arrow.names)}")
        rows = (row for batch in file.iter_batches(columns=known) for row in batch.to_pylist())
        yield from enumerate(rows, 1)


def _of_json(path: Path, text: str) -> Iterator[Answer]:
    """JSON lines; or one value, a list with an answer for each puzzle, or one answer."""
    try:
        whole = json.loads(text, parse_int=_number)
    except (ValueError, RecursionError):
        return _of_rows(path, _json_lines(text))
    rows = whole if isinstance(whole, list) and not _is_digits(whole) else [whole]
    return _of_rows(path, enumerate(rows, 1))


def _is_digits(value: Sequence[Any]) -> bool:
    return bool(value) and all(
        isinstance(each, int) or (isinstance(each, list) and len(each) < 26 and all(isinstance(x, int) for x in each))
        for each in value
    )


def _number(digits: str) -> int | str:
    return int(digits) if len(digits) < 99 else digits  # a model that repeats itself may write more than Python reads


def _json_lines(text: str) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield number, json.loads(line, parse_int=_number)
            except json.JSONDecodeError as error:
                raise ValueError(f"line {number}: {error.msg}: not JSON") from None
            except (ValueError, RecursionError) as error:  # numbers too long, brackets too deep
                raise ValueError(f"line {number}: {str(error).splitlines()[0]}") from None


# --- Texts and arrays -----------------------------------------------------------------------------------------------


def _of_plain(text: str, size: int, puzzles: int) -> Iterator[Answer]:
    """One text for one puzzle. For several a line each, if one of the first holds a board; else parts."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if puzzles == 1 and lines:
        return iter([Answer(lines[0][0], None, text)])
    if any(read_answer(line, size) is not None for _, line in lines[:10]):
        return (Answer(number, None, line) for number, line in lines)
    return _parts(text)


def _parts(text: str) -> Iterator[Answer]:
    part: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.strip():
            part.append(line)
        elif part:
            yield Answer(number - len(part), None, "\n".join(part))
            part = []


def _of_arrays(path: Path, size: int) -> Iterator[Answer]:
    """The rows of an array; of an archive, of the one called answers, else of the only one."""
    with path.open("rb") as file:
        try:
            found = np.load(file, allow_pickle=False)
        except (ValueError, EOFError):  # numpy speaks of pickles
            raise ValueError("not an array of numpy, as numpy.save and numpy.savez write them") from None
        if not isinstance(found, np.ndarray):
            names = found.files
            name = next((name for name in ("answers", ANSWER, "predictions") if name in names), names[0])
            if len(names) > 1 and name not in ("answers", ANSWER, "predictions"):
                raise ValueError(f"several arrays, {', '.join(names)}, and none is called answers")
            found = found[name]
    for row, board in enumerate(boards_of_array(found, size), 1):
        yield Answer(row, None, board)


def boards_of_array(array: NDArray[Any], size: int) -> NDArray[Any]:
    """Return boards, `(n, S*S)`, of an array in any usual layout.

    `(n, S*S)` or `(n, S, S)`, or one board without the first axis; with channels last or first, of which the greatest
    counts: S of them for the digits, S + 1 with the empty cell before them, or S + 2 with what HRM and TRM pad with
    before that. Of `(n, S, S, S)` the channels are where more blocks have every digit. Where some value is S + 1 and
    none is 0, a 1 is an empty cell and a digit is one more than it means, as HRM and TRM have it. ValueError for
    another shape.
    """
    cells = size * size
    if found := list(_by_channels(array, size)):
        return found[0] if len(found) == 1 else max(found, key=lambda boards: _whole_blocks(boards, size))
    if array.size % cells or array.shape[-1:] not in ((size,), (cells,)):
        raise ValueError(f"an array of shape {array.shape} is no boards of {size}x{size}")
    boards = array.reshape(-1, cells)
    is_shifted = array.dtype.kind in "iuf" and array.size > 0 and array.min() >= 1 and array.max() == size + 1
    return boards - 1 if is_shifted else boards


def _by_channels(array: NDArray[Any], size: int) -> Iterator[NDArray[Any]]:
    """The boards of an array with channels, for each axis that may be theirs."""
    cells, shape = size * size, array.shape
    for channels, first in ((size, 1), (size + 1, 0), (size + 2, -1)):
        is_last = len(shape) > 2 and array.size % (cells * channels) == 0
        if shape[-1:] == (channels,) and is_last and shape[-2] in (size, cells):
            yield np.asarray(array.reshape(-1, cells, channels).argmax(axis=2) + first)
        if shape[1:] in ((channels, size, size), (channels, cells)):
            yield np.asarray(array.reshape(-1, channels, cells).argmax(axis=1) + first)


def _whole_blocks(boards: NDArray[Any], size: int) -> int:
    """How many blocks hold every digit; 0 where a size has no usual blocks."""
    if size not in USUAL_BLOCKS:
        return 0
    blocks = np.array(Shape.of(size).units[-size:])
    return int((np.sort(boards[:, blocks], axis=2) == np.arange(1, size + 1)).all(axis=2).sum())
