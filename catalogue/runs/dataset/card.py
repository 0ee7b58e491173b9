"""The pages of a data set: the card for the hubs, README.md, and the Croissant metadata. Their texts: `card.toml`."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as parquet

from .... import engine
from ....engine.grades import Grade, Level
from ...puzzles.columns import PUZZLE_METRICS, TEXTBOOK_METRICS
from .plan import MONTHS, DatasetPlan, DatasetReport, month_number


@cache
def _texts() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


# --- Columns -------------------------------------------------------------------------------------------------------

_TYPES = {"int64": "sc:Integer", "float64": "sc:Float", "string": "sc:Text", "bool": "sc:Boolean", "list": "sc:Text"}
"""The types of columns as the hubs spell them, and as Croissant does."""


def _type(field: pa.Field) -> str:
    name = str(field.type)
    return "list" if name.startswith("list") else name.replace("double", "float64")


def _feature(field: pa.Field) -> str:
    """The type of a column as the hubs spell it; that of a list of records has a line for each field."""
    if _type(field) != "list":
        return f"dtype: {_type(field)}"
    if not _is_of_records(field):
        return f"list: {field.type.value_type}"
    return "\n".join(["list:", *(f"    - name: {each.name}\n      {_feature(each)}" for each in field.type.value_type)])


def _is_of_records(field: pa.Field) -> bool:
    return _type(field) == "list" and field.type.value_type.num_fields > 0


def _meaning(column: str, request: DatasetPlan) -> str:
    texts = _texts()["columns"]
    known = texts["plain"] | (texts["variants"] if request.is_ruled else {})
    known |= texts.get(request.schema, {})
    return known.get(column) or (PUZZLE_METRICS | TEXTBOOK_METRICS)[column].meaning


# --- README.md -----------------------------------------------------------------------------------------------------

_SIZES = ("n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M", "100M<n<1B")


def card(request: DatasetPlan, report: DatasetReport, schema: pa.Schema, data: Path) -> str:
    """Return README.md: YAML that hubs read without a script, then what the columns mean and how it was made."""
    rows = {name: report.rows[name] for name, _ in request.splits if name in report.rows}
    sizes = {name: sum(path.stat().st_size for path in _files(data, name)) for name in rows}
    total = sum(rows.values())

    def lines(text: str) -> str:
        return "\n".join(text.format(name=name, bytes=sizes[name], rows=number) for name, number in rows.items())

    page: str = _texts()["page"]
    return page.format(
        size_category=_SIZES[max(0, min(len(_SIZES) - 1, len(str(total)) - 3))],
        features="\n".join(f"  - name: {field.name}\n    {_feature(field)}" for field in schema),
        splits=lines("  - name: {name}\n    num_bytes: {bytes}\n    num_examples: {rows}"),
        bytes=sum(sizes.values()),
        files=lines("  - split: {name}\n    path: data/{name}-*"),
        total=total,
        promise=_promise(request),
        rows="\n".join(f"| {name} | {number:,} | `{report.hashes[name]}` |" for name, number in rows.items()),
        counts=_counts(request, list(rows), data),
        columns="\n".join(f"| `{field.name}` | {_type(field)} | {_meaning(field.name, request)} |" for field in schema),
        version=engine.__version__,
        last=report.positions - 1,
        seed=request.seed,
        recipe=_recipe(request) + (f", without the classes of SHA-256 {request.excluded}" if request.excluded else ""),
        duplicates=report.duplicates,
        exception=", except for the further solutions of a puzzle" if request.has_several else "",
    )


def _files(data: Path, split: str) -> Sequence[Path]:
    return list(data.glob(f"{split}-[0-9]*.parquet"))


def _promise(request: DatasetPlan) -> str:
    """Sentences that hold for all puzzles."""
    texts = _texts()
    number = texts["several"].format(**vars(request)) if request.has_several else "one solution"
    said: str = texts["ruled" if request.is_ruled else "plain"].format(number=number)
    if request.benchmark is not None:
        month = {"month": request.benchmark, "months": MONTHS, "number": month_number(request.benchmark)}
        said += texts["benchmark"].format(**month)
    return said


def _counts(request: DatasetPlan, splits: Sequence[str], data: Path) -> str:
    """Tables of how many puzzles of each split have each grade, or each level and kind."""
    columns: dict[str, Sequence[str]] = {"grade": list(Grade)}
    if request.is_ruled:
        columns = {"level": list(Level)} if request.scores else {}
        columns |= {"kind": [name for name, _ in request.kinds]}
    lines = []
    for column, values in columns.items():
        lines += [f"| {column} | {' | '.join(values)} |", f"| --- | {' | '.join('---:' for _ in values)} |"]
        for split in splits:
            found: Counter[str] = Counter()
            for path in _files(data, split):
                found.update(parquet.read_table(path, columns=[column]).column(column).to_pylist())
            lines.append(f"| {split} | {' | '.join(f'{found[value]:,}' for value in values)} |")
        lines.append("")
    return "\n".join(lines)


def _recipe(request: DatasetPlan) -> str:
    if request.sampling in (known := _texts()["samplings"]):
        return str(known[request.sampling])
    least = "puzzles of at least {} clues" if request.is_ruled else "puzzles carved to {} clues where possible"
    clues = f"{request.clues} to {request.most_clues}" if request.most_clues else request.clues
    kind = "minimal puzzles" if request.clues is None else least.format(clues)
    if request.benchmark is not None:
        kind = "minimal puzzles, and some of more clues,"
    if request.is_ruled:
        kind = f"{kind} of size {request.size}{f', rules {request.rules}' if request.rules else ''}"
    said = ", ".join([kind, "carved at random", *(f"{number:,} {grade}" for grade, number in request.grades.items())])
    return f"{said}{known['searched'] if request.searches else ''}"


# --- The Croissant metadata ---------------------------------------------------------------------------------------

_SPLITS, _SPLIT = "splits", "splits/name"


def croissant(
    request: DatasetPlan, schema: pa.Schema, sums: Mapping[str, str], paths: Mapping[str, Sequence[Path]], folder: Path
) -> dict[str, Any]:
    """Return the metadata in the Croissant format (mlcommons.org/croissant/1.0): a set of records for each file."""
    name = f"sudoku-seed-{request.seed}-count-{request.count}"
    return {
        "@context": _texts()["context"],
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": name,
        "version": engine.__version__,
        "datePublished": _texts()["released"],
        "citeAs": f"Board Catalogue {engine.__version__}, data set {name}, {_texts()['released']}",
        "description": "Sudoku puzzles with one solution each, rated, without duplicates up to symmetry.",
        "license": "https://creativecommons.org/publicdomain/zero/1.0/",
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": name,
                "name": name,
                "contentUrl": name,
                "contentSize": f"{(folder / name).stat().st_size} B",
                "encodingFormat": "application/x-parquet",
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
            "dataType": _TYPES[_type(column)],
            **({"repeated": True} if _type(column) == "list" else {}),
            **({"references": {"field": {"@id": _SPLIT}}} if column.name == "split" else {}),
            "source": {"fileObject": {"@id": file}, "extract": {"column": column.name}},
        }
        for column in schema
        if not _is_of_records(column)  # its reference library (1.0) reads no records from Parquet
    ]
    return {"@type": "cr:RecordSet", "@id": name, "name": name, "field": fields}
