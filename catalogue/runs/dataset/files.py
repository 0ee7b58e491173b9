"""The files of a data set: Parquet for each split, the pages beside them, the checksums, and files for trainers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
from numpy.typing import NDArray

from ....engine.boards import from_lines
from ....engine.paths import PLACE
from ....engine.shape import cell_name
from ....engine.symmetry import random_images
from ...puzzles.kinds import LAYOUTS, QUESTIONS
from ...storage.whole_files import write_whole
from .card import card, croissant
from .plan import REQUEST, SUMS, DatasetPlan, DatasetReport
from .rows import SOURCE, gym_entry

# --- Parquet ------------------------------------------------------------------------------------------------------

ROWS_PER_GROUP = 65_536
BYTES_PER_FILE = 300_000_000
"""A file ends with the group of rows that reaches this size."""


class SplitFiles:
    """The Parquet files of one split, in groups of rows that do not depend on how the rows came."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        self._waiting: list[pa.Table] = []
        self._rows = 0
        self._open = ExitStack()
        self._file: Any = None
        self._writer: Any = None
        self._paths: list[Path] = []

    def add(self, table: pa.Table) -> None:
        """Take rows, and write those that fill a group."""
        self._waiting.append(table)
        self._rows += len(table)
        while self._rows >= ROWS_PER_GROUP:
            self._write(ROWS_PER_GROUP)

    def close(self) -> list[Path]:
        """Write what is left, and name the files by how many there are."""
        if self._rows:
            self._write(self._rows)
        self._open.close()
        names = [f"{self._name}-{number:05}-of-{len(self._paths):05}.parquet" for number in range(len(self._paths))]
        return [path.rename(path.with_name(name)) for path, name in zip(self._paths, names, strict=True)]

    def _write(self, rows: int) -> None:
        table = pa.concat_tables(self._waiting).combine_chunks()
        if self._writer is None:
            self._paths.append(self._folder / f"{self._name}-{len(self._paths)}.part")
            self._file = self._open.enter_context(self._paths[-1].open("wb"))
            self._writer = self._open.enter_context(parquet.ParquetWriter(self._file, table.schema, compression="zstd"))
        self._writer.write_table(table.slice(0, rows), row_group_size=ROWS_PER_GROUP)
        self._waiting, self._rows = [table.slice(rows)], self._rows - rows
        if self._file.tell() >= BYTES_PER_FILE:
            self._open.close()
            self._writer = None


# --- All of them --------------------------------------------------------------------------------------------------


def write_pages(
    folder: Path,
    request: DatasetPlan,
    report: DatasetReport,
    paths: Mapping[str, Sequence[Path]],
    training: Sequence[str],
) -> None:
    """Write all that is beside the Parquet files of each split, at `paths`, and the files for trainers, by name."""
    schema = parquet.read_schema(next(iter(paths.values()))[0])
    sums = {f"data/{path.name}": digest(path) for some in paths.values() for path in some}
    pages = {
        REQUEST: as_json({**request.spelled(), "report": report.data()}),
        "README.md": card(request, report, schema, folder / "data").encode(),
        "croissant.json": as_json(croissant(request, schema, sums, paths, folder)),
    }
    for name, content in pages.items():
        write_whole(folder / name, content)
    sums |= {name: digest(folder / name) for name in (*pages, *training)}
    lines = "".join(f"{said}  {name}\n" for name, said in sorted(sums.items()))
    write_whole(folder / SUMS, lines.encode())


def wrong_sums(folder: Path) -> Iterator[str]:
    """Yield a sentence for each file that is missing, not as it was written, or not of the data set."""
    try:
        lines = (folder / SUMS).read_text().splitlines()
    except OSError:
        yield f"{SUMS}: it is missing"
        return
    listed = {name: said for said, mark, name in (line.partition("  ") for line in lines) if mark}
    for name, said in listed.items():
        path = folder / name
        if not path.is_file():
            yield f"{name}: it is missing"
        elif digest(path) != said:
            yield f"{name}: it is not the file that was written"
    there = {*(f"data/{path.name}" for path in (folder / "data").glob("*")), *training_files(folder)}
    yield from (f"{name}: it is not of this data set" for name in sorted(there - set(listed)))


def as_json(value: Any) -> bytes:
    """A page of JSON that is the same for equal values."""
    return (json.dumps(value, indent=2, sort_keys=True) + "\n").encode()


# --- For trainers -----------------------------------------------------------------------------------------------------

_ENDINGS = {"chat": "jsonl", "plain": "txt", "tokens": "txt", "csv": "csv", "gym": "jsonl", QUESTIONS: "jsonl"}
_HEADINGS = {"csv": "source,question,answer,rating\n"}
TEXT_FOLDER = "text"
FOLDERS = (TEXT_FOLDER, *LAYOUTS)

SUDOKU = "Each row, column and 3x3 block holds the digits 1 to 9 once."
SYSTEM = "Solve the Sudoku. {} Empty cells are dots. Give the {} digits, row by row, between <answer> and </answer>."
STEP_BY_STEP = " Before it give each step on a line: its technique, a colon, and why it holds. Cells are r1c1 to r9c9."


class TrainingFiles:
    """The texts and the arrays of a data set, as its rows come."""

    def __init__(self, folder: Path, request: DatasetPlan, rows: Mapping[str, int]) -> None:
        """Write puzzles into a folder as a request says. `rows` says how many each split has."""
        self._folder, self._kind, self._layout = folder, request.text, request.layout
        self._texts: dict[str, IO[str]] = {}
        with_arrays = [name for name, number in rows.items() if number and request.layout]
        copies = {TRAIN: request.augment}
        self._arrays = {
            name: _Arrays(folder / str(request.layout) / name, rows[name], request, copies.get(name, 0))
            for name in with_arrays
        }

    def add(self, split: str, table: pa.Table) -> None:
        """Write the rows of a table."""
        if self._kind:
            self._text_of(split).writelines(map(_TEXTS[self._kind], table.to_pylist()))
        if split in self._arrays:
            puzzle = _PUZZLE if _PUZZLE in table.column_names else _BOARD
            self._arrays[split].add(*(from_lines(table.column(name).to_pylist()) for name in (puzzle, "solution")))

    def close(self) -> list[str]:
        """Finish the files, and return their names below the folder."""
        for file in self._texts.values():
            file.close()
        for each in self._arrays.values():
            each.close()
        if self._arrays:
            (self._folder / str(self._layout) / "identifiers.json").write_text(_NO_IDENTIFIERS)
        return sorted(training_files(self._folder))

    def _text_of(self, split: str) -> IO[str]:
        if split not in self._texts:
            path = self._folder / TEXT_FOLDER / f"{split}.{_ENDINGS[str(self._kind)]}"
            path.parent.mkdir(parents=True, exist_ok=True)
            self._texts[split] = path.open("w", encoding="ascii", newline="\n")
            self._texts[split].write(_HEADINGS.get(str(self._kind), ""))
        return self._texts[split]


def training_files(folder: Path) -> Iterator[str]:
    """Yield the names of the files for trainers that a data set has."""
    paths = (path for name in FOLDERS for path in (folder / name).rglob("*") if path.is_file())
    return (path.relative_to(folder).as_posix() for path in paths)


def differing_files(folder: Path, made: Path) -> Iterator[str]:
    """Name the files for trainers that are not as those that were made again."""
    for name in sorted(training_files(made)):
        stored = folder / name
        if stored.is_file() and digest(stored) != digest(made / name):
            yield f"{name}: it is not what its rows give"


def digest(path: Path) -> str:
    """The SHA-256 of a file as `sha256sum` prints it."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# --- Texts ------------------------------------------------------------------------------------------------------------

_PUZZLE, _BOARD = "puzzle", "initial_board"
"""The column of puzzles, and its name in Sudoku-Bench."""

_NO_MARKS = "[]"
_NO_IDENTIFIERS = '["<blank>"]\n'
"""What HRM's pages show for the identifier 0, which all puzzles have."""

TRAIN = "train"
"""The split that gets symmetric copies."""

_COPIED = 65_536
"""Rows of arrays that are made together."""


def _chat(row: Mapping[str, Any]) -> str:
    """A line of JSON with the messages of the system, the user and the assistant, as trainers of chats read them."""
    said = "".join(f"{line}\n" for line in _sentences(row))
    puzzle = _puzzle_of(row)
    size = round(len(puzzle) ** 0.5)
    grid = "\n".join(puzzle[start : start + size] for start in range(0, len(puzzle), size))
    rules = row.get("rules") or SUDOKU
    marks = row.get("visual_elements", _NO_MARKS)
    shown = "" if marks == _NO_MARKS else f"\n\nMarks: {marks}"
    system = SYSTEM.format(json.loads(rules) if rules.startswith('"') else rules, len(puzzle))
    messages = [
        {"role": "system", "content": system + (STEP_BY_STEP if said else "")},
        {"role": "user", "content": grid + shown},
        {"role": "assistant", "content": f"{said}<answer>{row['solution']}</answer>"},
    ]
    return json.dumps({"messages": messages}) + "\n"


def _plain(row: Mapping[str, Any]) -> str:
    """The puzzle, its steps, and its solution, a line each, and an empty line; rules as constraint text before it."""
    rules = [row["constraints"]] if row.get("constraints") else []
    return "\n".join([*rules, _puzzle_of(row), *_sentences(row), row["solution"], "", ""])


def _tokens(row: Mapping[str, Any]) -> str:
    """A line of words: 81 cells, the moves between bars if there are any, an equals sign, and 81 digits."""
    moves = [
        word
        for move in row.get("moves") or ()
        for word in ("+" if move["action"] == PLACE else "-", cell_name(*divmod(move["cell"], 9)), str(move["digit"]))
    ]
    return " ".join([*_puzzle_of(row), *(["|", *moves] if moves else ()), "=", *row["solution"]]) + "\n"


def _csv(row: Mapping[str, Any]) -> str:
    """The four columns of Sudoku-Extreme; its rating is how often a search turns back."""
    return f"{SOURCE},{row['puzzle']},{row['solution']},{row['backtracks']}\n"


def _gym(row: Mapping[str, Any]) -> str:
    return json.dumps(gym_entry(row)) + "\n"


_TELLING = ("solution", "class", "seed", "position", "score", "logical", "hardest", "minimal", "split")
"""Columns that questions lack: the solution, and what is known of it."""


def _question(row: Mapping[str, Any]) -> str:
    return json.dumps({name: value for name, value in row.items() if name not in _TELLING}) + "\n"


_TEXTS = {
    **{"chat": _chat, "plain": _plain, "tokens": _tokens, "csv": _csv, "gym": _gym},
    QUESTIONS: _question,
}


def _sentences(row: Mapping[str, Any]) -> Iterator[str]:
    """The steps with their techniques."""
    techniques = {move["step"]: move["technique"] for move in row.get("moves") or ()}
    return (f"{techniques[number]}: {step}" for number, step in enumerate(row.get("steps") or (), 1))


def _puzzle_of(row: Mapping[str, Any]) -> str:
    return str(row[_PUZZLE] if _PUZZLE in row else row[_BOARD])


# --- Arrays -----------------------------------------------------------------------------------------------------------


class _Arrays:
    """A split as HRM and TRM read it: 1 is an empty cell, from 2 on are digits.

    A row and its symmetric copies, as many as are asked for, are the puzzles of a group.
    """

    def __init__(self, folder: Path, rows: int, request: DatasetPlan, copies: int) -> None:
        folder.mkdir(parents=True)
        self._folder, self._rows, self._size, self._seed = folder, rows, request.size, request.seed
        self._done, self._of_group = 0, 1 + copies
        self._files = [
            self._opened(name, (rows * self._of_group, self._size**2), np.uint8) for name in ("inputs", "labels")
        ]

    def _opened(self, name: str, shape: tuple[int, ...], dtype: Any = np.int32) -> NDArray[Any]:
        path = self._folder / f"all__{name}.npy"
        return np.lib.format.open_memmap(path, mode="w+", dtype=dtype, shape=shape)

    def add(self, *boards: NDArray[np.uint8]) -> None:
        """Write puzzles and solutions, each with its copies: those of row k have the numbers k * copies on."""
        together = max(1, _COPIED // self._of_group)
        for start in range(0, len(boards[0]), together):
            for file, every in zip(self._files, boards, strict=True):
                some = every[start : start + together]
                whole = np.repeat(some, self._of_group, axis=0).reshape(len(some), self._of_group, -1)
                if self._of_group > 1:
                    images = random_images(
                        whole[:, 1:].reshape(-1, whole.shape[2]), self._seed, start=self._done * (self._of_group - 1)
                    )
                    whole[:, 1:] = images.reshape(len(some), self._of_group - 1, -1)
                first = self._done * self._of_group
                file[first : first + len(some) * self._of_group] = whole.reshape(-1, whole.shape[2]) + 1
            self._done += len(some)

    def close(self) -> None:
        """Write the indices, and what the arrays are."""
        self._files.clear()
        puzzles = self._rows * self._of_group
        self._opened("puzzle_identifiers", (puzzles,))[:] = 0
        self._opened("puzzle_indices", (puzzles + 1,))[:] = np.arange(puzzles + 1)
        self._opened("group_indices", (self._rows + 1,))[:] = np.arange(self._rows + 1) * self._of_group
        facts = {
            **dict.fromkeys(("pad_id", "ignore_label_id", "blank_identifier_id"), 0),
            "vocab_size": self._size + 2,
            "seq_len": self._size**2,
            "num_puzzle_identifiers": 1,
            "total_groups": self._rows,
            "total_puzzles": self._rows,  # as the builders of HRM and TRM count: without copies
            "mean_puzzle_examples": 1,  # a copy is a puzzle of its group, with one example
            "sets": ["all"],
        }
        (self._folder / "dataset.json").write_text(json.dumps(facts) + "\n")
