"""The files of a data set: Parquet for each split, the card for the hubs, the Croissant metadata, the checksums."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from board_catalogue import engine
from board_catalogue.catalogue.puzzles.columns import PUZZLE_METRICS, TEXTBOOK_METRICS
from board_catalogue.catalogue.runs.dataset.rows import REQUEST, SUMS, DatasetPlan, DatasetReport
from board_catalogue.catalogue.runs.dataset.training import digest, training_files
from board_catalogue.catalogue.storage.whole_files import write_whole
from board_catalogue.engine.grades import Grade

if TYPE_CHECKING:
    import pyarrow as pa

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
        self._file: Any = None
        self._writer: Any = None
        self.paths: list[Path] = []

    def add(self, table: pa.Table) -> None:
        """Take rows, and write those that fill a group."""
        self._waiting.append(table)
        self._rows += len(table)
        while self._rows >= ROWS_PER_GROUP:
            self._write(ROWS_PER_GROUP)

    def close(self) -> None:
        """Write what is left, and name the files by how many there are."""
        if self._rows:
            self._write(self._rows)
        self._end_file()
        names = [f"{self._name}-{number:05}-of-{len(self.paths):05}.parquet" for number in range(len(self.paths))]
        self.paths = [path.rename(path.with_name(name)) for path, name in zip(self.paths, names, strict=True)]

    def _write(self, rows: int) -> None:
        import pyarrow as pa
        import pyarrow.parquet as parquet

        table = pa.concat_tables(self._waiting).combine_chunks()
        if self._writer is None:
            self.paths.append(self._folder / f"{self._name}-{len(self.paths)}.part")
            self._file = self.paths[-1].open("wb")
            self._writer = parquet.ParquetWriter(self._file, table.schema, compression="zstd")
        self._writer.write_table(table.slice(0, rows), row_group_size=ROWS_PER_GROUP)
        self._waiting, self._rows = [table.slice(rows)], self._rows - rows
        if self._file.tell() >= BYTES_PER_FILE:
            self._end_file()

    def _end_file(self) -> None:
        if self._writer:
            self._writer.close()
            self._file.close()
            self._writer = None


# --- The card -----------------------------------------------------------------------------------------------------

_MEANINGS = {
    "puzzle": "81 cells row by row, `.` for an empty one; exactly one solution",
    "solution": "its solution",
    "canonical": "the least puzzle that is the same up to symmetry; two puzzles are the same exactly if these are",
    "class": "number of the solution among the 5,472,730,538 classes of boards up to symmetry, from 0",
    "clues": "cells that are given",
    "minimal": "whether every clue is needed",
    "rating": "Sudoku Explainer 1.2.1's rating: the hardest step of the easiest path",
    "pearl": "its rating of the hardest step up to the first placement",
    "diamond": "its rating of the first step",
    "grade": "the grade of the rating: easy, medium, hard, fiendish or diabolical",
    "hardest": "the technique of the hardest step",
    "techniques": "all techniques on the path",
    "score": "HoDoKu's score",
    "level": "HoDoKu's level",
    "automorphisms": "symmetries that map the solution to itself, the identity included",
    "seed": "with the position all that the row depends on",
    "position": "of the puzzle among those of the seed",
    "weight": "how many puzzles of the fair sample it counts for",
    "steps": "the path, a sentence each",
    "moves": "the same as records: step, technique, cell (0 to 80), digit, action (place or remove), and causes, the"
    " cells that it follows from",
    "split": "the split, a function of the class",
}

_TYPES = {"int64": "int64", "double": "float64", "string": "string", "bool": "bool"}


def _type(field: pa.Field) -> str:
    return "list" if str(field.type).startswith("list") else _TYPES[str(field.type)]


def _features(schema: pa.Schema) -> str:
    return "\n".join(f"  - name: {field.name}\n    {_feature(field)}" for field in schema)


def _feature(field: pa.Field) -> str:
    """The type of a column as the hubs spell it; that of a list of records has a line for each field."""
    if _type(field) != "list":
        return f"dtype: {_type(field)}"
    if not _is_of_records(field):
        return f"list: {field.type.value_type}"
    lines = []
    for each in field.type.value_type:
        kind = f"list: {each.type.value_type}" if _type(each) == "list" else f"dtype: {_type(each)}"
        lines.append(f"    - name: {each.name}\n      {kind}")
    return "\n".join(["list:", *lines])


def _is_of_records(field: pa.Field) -> bool:
    return _type(field) == "list" and field.type.value_type.num_fields > 0


def _card(request: DatasetPlan, report: DatasetReport, schema: pa.Schema, data: Path) -> str:
    """Return README.md: YAML that hubs read without a script, then what the columns mean and how it was made."""
    sizes = {name: sum(path.stat().st_size for path in data.glob(f"{name}-[0-9]*.parquet")) for name in report.rows}
    total = sum(report.rows.values())
    splits = "\n".join(
        f"  - name: {name}\n    num_bytes: {sizes[name]}\n    num_examples: {report.rows[name]}"
        for name, _ in request.splits
        if name in report.rows
    )
    files = "\n".join(
        f"  - split: {name}\n    path: data/{name}-*" for name, _ in request.splits if name in report.rows
    )
    columns = "\n".join(f"| `{field.name}` | {_type(field)} | {_meaning(field.name)} |" for field in schema)
    rows = "\n".join(f"| {name} | {report.rows[name]:,} |" for name, _ in request.splits if name in report.rows)
    grades = "\n".join(_grades(name, data) for name, _ in request.splits if name in report.rows)
    return f"""---
license: cc0-1.0
pretty_name: Sudoku puzzles, proven, rated and without duplicates
tags:
- sudoku
- reasoning
size_categories:
- {_size_category(total)}
dataset_info:
  features:
{_features(schema)}
  splits:
{splits}
  download_size: {sum(sizes.values())}
  dataset_size: {sum(sizes.values())}
configs:
- config_name: default
  data_files:
{files}
---

# {total:,} Sudoku puzzles

Each puzzle is proven to have one solution. No two are the same up to any of the 3,359,232 x 9! symmetries of Sudoku. No
two splits share a solution, up to these symmetries.

| split | rows |
| --- | ---: |
{rows}

| grade | {" | ".join(Grade)} |
| --- | {" | ".join("---:" for _ in Grade)} |
{grades}

| column | type | what it is |
| --- | --- | --- |
{columns}

Made by `board-catalogue` {engine.__version__} from positions 0 to {report.positions - 1:,} of seed {request.seed}
({_recipe(request)}); {report.duplicates:,} puzzles that repeat earlier ones are left out. The same request always gives
the same files. `catalogue dataset DIR --verify` makes every row again, compares it, and checks the files against
`SHA256SUMS`. A class belongs to the split that a hash of its number names, so data sets of other seeds with the same
shares share no solution between different splits either.
"""


def _grades(split: str, data: Path) -> str:
    """How many puzzles of a split have each grade, as a line of a table."""
    import pyarrow.parquet as parquet

    found: Counter[str] = Counter()
    for path in data.glob(f"{split}-[0-9]*.parquet"):
        found.update(parquet.read_table(path, columns=["grade"]).column("grade").to_pylist())
    return f"| {split} | {' | '.join(f'{found[grade]:,}' for grade in Grade)} |"


def _recipe(request: DatasetPlan) -> str:
    if request.sampling == "fair":
        return "a fair sample of all minimal puzzles; means need the weights"
    kind = "minimal puzzles" if request.clues is None else f"puzzles carved to {request.clues} clues where possible"
    grades = ", ".join(f"{number:,} {grade}" for grade, number in request.grades.items())
    return f"{kind}, carved at random{f', {grades}' if grades else ''}"


def _meaning(column: str) -> str:
    return _MEANINGS.get(column) or (PUZZLE_METRICS | TEXTBOOK_METRICS)[column].meaning


def _size_category(rows: int) -> str:
    names = ["n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M", "100M<n<1B"]
    return names[max(0, min(len(names) - 1, len(str(rows)) - 3))]


# --- The Croissant metadata ---------------------------------------------------------------------------------------

_CROISSANT_TYPES = {
    "int64": "sc:Integer",
    "float64": "sc:Float",
    "string": "sc:Text",
    "bool": "sc:Boolean",
    "list": "sc:Text",
}


_PARQUET = "application/x-parquet"

_TERMS = (
    "citeAs column equivalentProperty extract field fileObject fileProperty fileSet format includes isLiveDataset"
    " jsonPath key md5 parentField path recordSet references regex repeated replace samplingRate separator source"
    " subField transform"
)

_CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    **{name: f"cr:{name}" for name in _TERMS.split()},
}
"""The context of Croissant 1.0: readers pass over what another one names, and give no records."""

_SPLITS = "splits"
_SPLIT = f"{_SPLITS}/name"


def _croissant(
    request: DatasetPlan, schema: pa.Schema, sums: Mapping[str, str], paths: Mapping[str, Sequence[Path]], folder: Path
) -> dict[str, Any]:
    """Return the metadata in the Croissant format (mlcommons.org/croissant/1.0): a set of records for each file."""
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": f"sudoku-seed-{request.seed}-count-{request.count}",
        "description": "Sudoku puzzles with one solution each, rated, without duplicates up to symmetry.",
        "license": "https://creativecommons.org/publicdomain/zero/1.0/",
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": name,
                "name": name,
                "contentUrl": name,
                "contentSize": f"{(folder / name).stat().st_size} B",
                "encodingFormat": _PARQUET,
                "sha256": said,
            }
            for name, said in sums.items()
            if name.endswith(".parquet")
        ],
        "recordSet": [
            *(
                _records(split if len(files) == 1 else path.stem, f"data/{path.name}", schema)
                for split, files in paths.items()
                for path in files
            ),
            {
                "@type": "cr:RecordSet",
                "@id": _SPLITS,
                "name": _SPLITS,
                "dataType": "cr:Split",
                "key": {"@id": _SPLIT},
                "field": [{"@type": "cr:Field", "@id": _SPLIT, "name": "name", "dataType": "sc:Text"}],
                "data": [{_SPLIT: split} for split in paths],
            },
        ],
    }


def _records(name: str, file: str, schema: pa.Schema) -> dict[str, Any]:
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"{name}/{column.name}",
            "name": column.name,
            "description": _meaning(column.name),
            "dataType": _CROISSANT_TYPES[_type(column)],
            **({"repeated": True} if _type(column) == "list" else {}),
            **({"references": {"field": {"@id": _SPLIT}}} if column.name == "split" else {}),
            "source": {"fileObject": {"@id": file}, "extract": {"column": column.name}},
        }
        for column in schema
        if not _is_of_records(column)  # its reference library (1.0) reads no records from Parquet
    ]
    return {"@type": "cr:RecordSet", "@id": name, "name": name, "field": fields}


# --- All of them --------------------------------------------------------------------------------------------------


def write_pages(
    folder: Path,
    request: DatasetPlan,
    report: DatasetReport,
    paths: Mapping[str, Sequence[Path]],
    training: Sequence[str],
) -> None:
    """Write all that is beside the Parquet files of each split, at `paths`, and the files for trainers, by name."""
    import pyarrow.parquet as parquet

    schema = parquet.read_schema(next(iter(paths.values()))[0])
    sums = {f"data/{path.name}": digest(path) for some in paths.values() for path in some}
    pages = {
        REQUEST: as_json({**request.spelled(), "report": asdict(report)}),
        "README.md": _card(request, report, schema, folder / "data").encode(),
        "croissant.json": as_json(_croissant(request, schema, sums, paths, folder)),
    }
    for name, content in pages.items():
        write_whole(folder / name, content)
        sums[name] = hashlib.sha256(content).hexdigest()
    sums |= {name: digest(folder / name) for name in training}
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
