"""The pages of a data set: the card for the hubs, README.md, and the Croissant metadata."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .... import engine
from ....engine.grades import Grade, Level
from ...puzzles.columns import PUZZLE_METRICS, TEXTBOOK_METRICS
from ...puzzles.kinds import SUDOKU_BENCH
from .plan import DatasetPlan, DatasetReport

if TYPE_CHECKING:
    import pyarrow as pa

# --- Columns -------------------------------------------------------------------------------------------------------

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

_OF_VARIANTS = {
    "puzzle": "cells row by row, `.` for an empty one, from 10 on a letter",
    "rules": "the rules in words",
    "visual_elements": "the drawing as JSON: regions, cages, lines, dots and texts, each with its cells and colour",
    "constraints": "the rules as constraint text, without the clues; none for plain Sudoku",
    "kind": "the names of the rules",
    "size": "cells in a row",
    "class": "a number that all images of the solution share",
    "score": "the sum of the steps of a person, each with its cost",
    "level": "the level of the score: easy, medium, hard, unfair or extreme",
    "logical": "whether named techniques alone solve it",
    "hardest": "the technique of the hardest step",
    "solution_count": "how many solutions it has",
    "all_solutions": "all of them, ascending",
}

_OF_SUDOKU_BENCH = {
    "puzzle_id": "a name of the puzzle: its seed and position",
    "author": "who made it",
    "title": "its kind and position",
    "rules": "the rules in words, as a text of JSON",
    "initial_board": "cells row by row, `.` for an empty one, from 10 on a letter",
    "rows": "rows of the board",
    "cols": "columns of the board",
    "encoded_puzzle": "the puzzle as SudokuPad takes it after `https://sudokupad.app/`",
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


def card(request: DatasetPlan, report: DatasetReport, schema: pa.Schema, data: Path) -> str:
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
    columns = "\n".join(f"| `{field.name}` | {_type(field)} | {_meaning(field.name, request)} |" for field in schema)
    rows = "\n".join(f"| {name} | {report.rows[name]:,} |" for name, _ in request.splits if name in report.rows)
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

{_promise(request)}

| split | rows |
| --- | ---: |
{rows}

{_counts(request, report, data)}
| column | type | what it is |
| --- | --- | --- |
{columns}

Made by `board-catalogue` {engine.__version__} from positions 0 to {report.positions - 1:,} of seed {request.seed}
({_recipe(request)}); {report.duplicates:,} puzzles that repeat earlier ones are left out. The same request always gives
the same files. `catalogue dataset DIR --verify` makes every row again, compares it, and checks the files against
`SHA256SUMS`. A class belongs to the split that a hash of its number names, so data sets of other seeds with the same
shares share no solution between different splits either{_exception(request)}.
"""


def _promise(request: DatasetPlan) -> str:
    """Sentences that hold for all puzzles."""
    if not request.is_ruled:
        return (
            "Each puzzle is proven to have one solution. No two are the same up to any of the 3,359,232 x 9! symmetries"
            " of Sudoku. No\ntwo splits share a solution, up to these symmetries."
        )
    number = "one solution"
    if request.has_several:
        number = f"{request.least_solutions} to {request.most_solutions} solutions, all of which are listed"
    return (
        f"Each puzzle is proven to have {number}. No two of a kind are the same up to the symmetries of their rules."
        "\nNo two splits share a solution, up to every symmetry of the board; of a jigsaw, up to turns, mirrors and"
        " names of digits."
    )


def _exception(request: DatasetPlan) -> str:
    return ", except for the further solutions of a puzzle" if request.has_several else ""


def _counts(request: DatasetPlan, report: DatasetReport, data: Path) -> str:
    """Tables of how many puzzles of each split have each grade, or each level and kind."""
    columns: dict[str, Sequence[str]] = {"grade": list(Grade)}
    if request.is_ruled:
        columns = {"level": list(Level)} if request.scores else {}
        columns |= {"kind": [name for name, _ in request.kinds]}
    return "\n".join(_table(column, values, request, report, data) for column, values in columns.items())


def _table(column: str, values: Sequence[str], request: DatasetPlan, report: DatasetReport, data: Path) -> str:
    import pyarrow.parquet as parquet

    lines = [f"| {column} | {' | '.join(values)} |", f"| --- | {' | '.join('---:' for _ in values)} |"]
    for split in (name for name, _ in request.splits if name in report.rows):
        found: Counter[str] = Counter()
        for path in data.glob(f"{split}-[0-9]*.parquet"):
            found.update(parquet.read_table(path, columns=[column]).column(column).to_pylist())
        lines.append(f"| {split} | {' | '.join(f'{found[value]:,}' for value in values)} |")
    return "\n".join([*lines, ""])


def _recipe(request: DatasetPlan) -> str:
    if request.sampling == "fair":
        return "a fair sample of all minimal puzzles; means need the weights"
    kind = "minimal puzzles" if request.clues is None else f"puzzles carved to {request.clues} clues where possible"
    if request.is_ruled:
        kind = "minimal puzzles" if request.clues is None else f"puzzles of at least {request.clues} clues"
        kind = f"{kind} of size {request.size}{f', rules {request.rules}' if request.rules else ''}"
    grades = ", ".join(f"{number:,} {grade}" for grade, number in request.grades.items())
    return f"{kind}, carved at random{f', {grades}' if grades else ''}"


def _meaning(column: str, request: DatasetPlan) -> str:
    known = _MEANINGS
    if request.is_ruled:
        known = known | _OF_VARIANTS | (_OF_SUDOKU_BENCH if request.schema == SUDOKU_BENCH else {})
    return known.get(column) or (PUZZLE_METRICS | TEXTBOOK_METRICS)[column].meaning


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


def croissant(
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
                _records(split if len(files) == 1 else path.stem, f"data/{path.name}", schema, request)
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


def _records(name: str, file: str, schema: pa.Schema, request: DatasetPlan) -> dict[str, Any]:
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"{name}/{column.name}",
            "name": column.name,
            "description": _meaning(column.name, request),
            "dataType": _CROISSANT_TYPES[_type(column)],
            **({"repeated": True} if _type(column) == "list" else {}),
            **({"references": {"field": {"@id": _SPLIT}}} if column.name == "split" else {}),
            "source": {"fileObject": {"@id": file}, "extract": {"column": column.name}},
        }
        for column in schema
        if not _is_of_records(column)  # its reference library (1.0) reads no records from Parquet
    ]
    return {"@type": "cr:RecordSet", "@id": name, "name": name, "field": fields}
