"""Schemas: of what a request brings, of what an answer says, and the check of a body by its schema."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, get_args, get_origin

from ...engine.grades import Level
from ...engine.words import LANGUAGES
from ..puzzles.columns import TABLE, Column
from ..requests.request import Option, Request, by_present_names, hints_of, made, options_of
from ..requests.values import GREATEST

Schema = Mapping[str, Any]


def text(description: str, **more: Any) -> Schema:
    """The schema of a text."""
    return {"type": "string", "description": description, **more}


def whole(description: str, least: int | None = None, most: int | None = None, **more: Any) -> Schema:
    """The schema of a whole number."""
    return {"type": "integer", "description": description, **_ends(least, most), **more}


def number(description: str, **more: Any) -> Schema:
    """The schema of a number."""
    return {"type": "number", "description": description, **more}


def flag(description: str) -> Schema:
    """The schema of true or false."""
    return {"type": "boolean", "description": description}


def several(of: Schema, description: str, **more: Any) -> Schema:
    """The schema of a list."""
    return {"type": "array", "items": of, "description": description, **more}


def counts(description: str) -> Schema:
    """The schema of numbers by name."""
    return {"type": "object", "additionalProperties": {"type": "integer"}, "description": description}


def some_object(description: str) -> Schema:
    """The schema of an object with any fields."""
    return {"type": "object", "description": description}


def record(fields: Mapping[str, Schema], needs: Iterable[str] = (), **more: str) -> dict[str, Any]:
    """The schema of an object; it always has the fields that it `needs`. The document has those with a title once."""
    found: dict[str, Any] = {"type": "object", "properties": dict(fields), **more}
    return found | ({"required": list(needs)} if needs else {})


def or_null(schema: Schema) -> Schema:
    """The schema of a value that may be null."""
    return {**schema, "type": [schema["type"], "null"]}


def _ends(least: int | None, most: int | None) -> Schema:
    return {name: end for name, end in (("minimum", least), ("maximum", most)) if end is not None}


EXAMPLE = "......45..1...8..97.5......4...2..1.....84.........7.624..5.....596....78...1...."
"""A puzzle for examples."""

PUZZLE = text("A puzzle in any format of text, such as 81 characters with . or 0 for empty cells.")
BLOCKS = text('Rows and columns of a block, such as "3x2", or "none" for a Latin square. Default: the usual ones.')
CONSTRAINTS = text(
    "Rules of a variant, as constraint text such as .Cage~15~R1C1~R1C2.Diagonal~1. Default: those in the"
    " text of the puzzle, if it is constraint text or a link of f-puzzles or SudokuPad."
)
LANGUAGE = text("Language of the sentences. Default: en.", enum=list(LANGUAGES))
NUMBER = text("The number of a puzzle: 12, or 12.1 for a further puzzle of board 12.", pattern=r"^\d+(\.\d+)?$")
LEVEL = or_null(text("Its level, on the scale of HoDoKu; null: not scored.", enum=[*Level, None]))
CELL = whole("Numbered row by row from 0.")

POSITION: dict[str, Schema] = {
    "puzzle": PUZZLE,
    "blocks": BLOCKS,
    "values": text("The board as it is now, one character per cell. Default: the puzzle."),
    "candidates": several(
        whole("A mask of digits, bit 0 for digit 1; 0 for no marks."), "The pencil marks, one number per cell."
    ),
    "constraints": CONSTRAINTS,
    "language": LANGUAGE,
}
"""What a request says of a board that a person has."""

STEP = record(
    {
        "version": whole("Of these fields."),
        "technique": text("Its name; of a variant perhaps the names of the rules that it follows from."),
        "name": text("Of a variant: the houses and rules that it follows from, such as cage 15 of r1c1."),
        "rating": or_null(number("Its rating, in the style rating; null if it follows from rules.")),
        "score": whole("What it adds to the score, in the style score."),
        "level": text("The least level of a puzzle that needs it, in the style score."),
        "cells": several(CELL, "The cells of the pattern."),
        "digits": several(whole("1 to the size."), "The digits of the pattern."),
        "units": several(text('Such as "row 3".'), "The units of the pattern."),
        "links": whole("The length of a chain; else 0."),
        "placement": {"type": ["array", "null"], "items": {"type": "integer"}, "description": "A cell and its digit."},
        "eliminations": several(
            several({"type": "integer"}, "A cell and a digit.", minItems=2, maxItems=2),
            "Cells, each with a candidate that it loses.",
        ),
        "parts": several({"type": "object"}, "The parts of the pattern by their role."),
        "chains": several({"type": "array", "items": {"type": "object"}}, "Every link of every branch."),
        "sentence": text("The step in words."),
        "title": text("The technique in words, if the step is drawn."),
        "worth": text("Its rating, or its score and level, in words, if the step is drawn."),
        "is_single": flag("Whether it can be seen without candidates, if the step is drawn."),
        "drawing": text("An SVG image to lie over the board, if the step is drawn."),
        "branches": several({"type": "object"}, "Its branches in words, if the step is drawn."),
    },
    needs=["version", "technique", "cells", "digits", "units", "placement", "eliminations", "sentence"],
    description="A step, as `catalogue path --format json` writes it.",
    title="Step",
)
"""A step of a path in an answer."""

_MISTAKE = record(
    {
        "cell": CELL,
        "digit": whole("The wrong digit in it; 0 if its marks lack the right one."),
        "sentence": text("The same in words."),
    },
    needs=["cell", "digit", "sentence"],
    title="Mistake",
)
_CONFLICT = record(
    {
        "sentence": text("What is broken, in words."),
        "rule": text("The rule; row, column or region for a house of those."),
        "cells": several(CELL, "The cells of the house or rule."),
    },
    needs=["sentence", "rule", "cells"],
    title="Conflict",
)

_KINDS = {int: whole, float: number, bool: flag, str: text, dict: counts, list: some_object}


def _of_column(column: Column) -> Schema:
    schema = _KINDS[column.kind](f"{column.meaning[0].upper()}{column.meaning[1:]}.")
    return or_null(schema) if column.is_null else schema


FIELDS: Mapping[str, Schema] = {
    **{each.name: _of_column(each) for each in TABLE},
    "tags": several({"type": "string"}, "Its tags."),
    "line": whole("Where a file has it: 1."),
    "puzzle": text("The puzzle as it was read, one character per cell."),
    "size": whole("Cells in a row."),
    "blocks": BLOCKS,
    "constraints": or_null(text("All rules of a variant, as constraint text; null for a plain puzzle.")),
    "solutions": several(text("One character per cell."), "At most as many as asked for."),
    "count": or_null(whole("How many solutions there are, as far as they are counted.")),
    "is_exact": flag("Whether there are no more."),
    "techniques": or_null(counts("How many steps of the path use each technique.")),
    "level": LEVEL,
    "status": text("How the rating ended; of a puzzle that has a score alone, how that did."),
    "logical": or_null({"type": "boolean", "description": "Whether named techniques alone solve it."}),
    "mistakes": several(_MISTAKE, "What is wrong already; then there is nothing else."),
    "conflicts": several(
        _CONFLICT, "In a variant: each house and each rule that no digits in the empty cells can satisfy."
    ),
    "steps": several(STEP, "In their order."),
    "is_solved": flag("Whether the known techniques solve the puzzle."),
    "none": text("Why there is no step."),
    "where": text("Where to look."),
    "units": several(text('Such as "row 3".'), "The units to look at."),
    "cells": several(CELL, "The cells to look at."),
    "technique": text("The technique."),
    "title": text("The technique in words."),
    "worth": text("Its rating, or its score and level, in words."),
    "meaning": text("What the technique is."),
    "step": STEP,
    "seed": whole("The one asked for, or a random one."),
    "canonical": text("The form that all images share, one character per cell."),
    "automorphisms": whole("How many symmetries it has; 1: none but doing nothing."),
}
"""What answers say, by name: the columns of the catalogue, and what is found of a puzzle."""


def answer_of(names: str = "", needs: str | None = None, **own: Any) -> dict[str, Any]:
    """The schema of an answer with some of FIELDS and its `own`. It always has those that it `needs`: all, if None."""
    found = {name: FIELDS[name] for name in names.split() if name not in own} | own
    return record(found, found if needs is None else needs.split())


# --- Values of an address ---

_TRUTHS = {"1": True, "true": True, "0": False, "false": False}


def truth(query: Mapping[str, str], name: str, *, default: bool = False) -> bool:
    """Whether a parameter says yes. ValueError for a value that says neither yes nor no."""
    value = query.get(name) or str(int(default))
    if value not in _TRUTHS:
        raise ValueError(f"{name} is 1 or 0, not {value!r}")
    return _TRUTHS[value]


def whole_in(query: Mapping[str, str], name: str, usual: int, least: int, greatest: int) -> int:
    """Return the whole number of a name, or the usual one if it is missing or empty; ValueError for another text."""
    text = query.get(name, "").strip()
    if not text:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= greatest):
        raise ValueError(f"{name} {text!r} is not a whole number in {least} .. {greatest}")
    return int(text)


# --- Requests ---

R = TypeVar("R", bound=Request)


def schema_of(request: type[Request], *names: str) -> dict[str, Schema]:
    """Return the schemas of the fields of a request that other machines may give, by name: some, or all of them."""
    hints = hints_of(request)
    given = {name: option for name, option in options_of(request).items() if not option.is_local}
    return {name: _schema(given[name], hints[name]) for name in names or given}


def request_in(body: Mapping[str, Any], request: type[R], **own: Any) -> R:
    """Make a request of the values of a body and of our `own`; what is null is by default. ValueError for others."""
    body = by_present_names(request, body)
    check(body, record(schema_of(request)))
    given = {name: tuple(value) if isinstance(value, list) else value for name, value in body.items()}
    return made(request, given | own)


def _schema(option: Option, hint: Any) -> Schema:
    kinds = {getattr(get_origin(kind) or kind, "__name__", "") for kind in (get_args(hint) or (hint,))} | {
        getattr(get_origin(hint) or hint, "__name__", "")
    }
    described: dict[str, Any] = {"description": option.help}
    one = _of_one(option, kinds)
    if option.choices and (option.or_file or option.is_closed) and one["type"] == "string":
        one = one | {"enum": [str(choice) for choice in option.choices()]}
    if kinds & {"Sequence", "tuple"}:
        return {"type": "array", "items": {"type": "integer"} if _items(hint) is int else one, **described}
    if "Mapping" in kinds:
        return {"type": [one["type"], "object"], "additionalProperties": one, **described}
    return one | described


def _items(hint: Any) -> Any:
    """The type of the values of a list; None if there are several."""
    lists = [kind for kind in (hint, *get_args(hint)) if getattr(get_origin(kind), "__name__", "") == "Sequence"]
    return get_args(lists[0])[0] if lists else None


def _of_one(option: Option, kinds: set[str]) -> dict[str, Any]:
    """The schema of one value."""
    if "bool" in kinds:
        return {"type": "boolean"}
    if "int" in kinds and not kinds & {"Depth", "str"}:
        return {"type": "integer", **_ends(option.least, option.greatest if option.greatest != GREATEST else None)}
    return {"type": "number" if "float" in kinds else "string"}


def check(body: Mapping[str, Any], schema: Schema) -> None:
    """ValueError for a field of a body that has no meaning, or another type or value than its schema says."""
    check_names(body, schema["properties"])
    for name, value in body.items():
        if value is not None:
            _check_value(name, value, schema["properties"][name])
    if missing := [name for name in schema.get("required", ()) if body.get(name) is None]:
        raise ValueError(f"give {missing[0]}")


def check_names(given: Iterable[str], known: Iterable[str]) -> None:
    """ValueError for a name that is not known; it says which are."""
    names = list(known)
    if unknown := [name for name in given if name not in names]:
        there_is = f"there is {', '.join(names)}" if names else "it takes no values"
        raise ValueError(f"nothing is called {unknown[0]!r} here; {there_is}")


_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
}


def _check_value(name: str, value: Any, schema: Schema) -> None:
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    kind = next((each for each in kinds if each != "null" and isinstance(value, _TYPES[each])), None)
    low, high = schema.get("minimum", 0), schema.get("maximum", GREATEST)
    is_bounded = kind != "integer" or low <= value <= high
    if kind is None or (isinstance(value, bool) and kind != "boolean") or not is_bounded:
        raise ValueError(f"{name} has to be {_in_words(schema, kinds[0])}")
    if kind == "array" and not all(_is_one(each, schema["items"]) for each in value):
        raise ValueError(f"{name} has to be {_in_words(schema, 'array')}")
    if "enum" in schema and value not in schema["enum"]:
        raise ValueError(f"{name} {value!r} is not one of {', '.join(map(str, schema['enum']))}")
    if kind == "object" and "additionalProperties" in schema:
        for key, each in value.items():
            _check_value(f"{name} of {key}", each, schema["additionalProperties"])


def _is_one(value: Any, schema: Schema) -> bool:
    try:
        _check_value("", value, schema)
    except ValueError:
        return False
    return True


_MANY = {"string": "texts", "integer": "whole numbers"}


def _in_words(schema: Schema, kind: str) -> str:
    if kind == "integer":
        ends = (schema.get("minimum", 0), schema.get("maximum"))
        return f"a whole number from {ends[0]} on" if ends[1] is None else f"a whole number in {ends[0]} .. {ends[1]}"
    if kind == "array":
        items = schema["items"]
        return f"a list of {_MANY.get(str(items['type']), 'values')}"
    return {"number": "a number", "boolean": "true or false", "object": "an object"}.get(kind, "a text")
