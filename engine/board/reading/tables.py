"""What `export` and `query` write for programs: CSV, TSV, JSON and JSON Lines with a column `givens`."""

import json
from collections.abc import Sequence
from typing import Any

from engine.board.reading.source import in_range, shown, value_of
from engine.board.reading.wanted import Wanted

PUZZLE_COLUMNS = ("givens", "puzzle", "puzzles", "quiz", "quizzes", "question", "questions")
"""The names of the column that has the puzzle, one character a cell."""


def is_like(text: str) -> bool:
    """Whether a text begins as JSON does, or with the heading of such a table."""
    first = text.lstrip().partition("\n")[0]
    return first.startswith(("[{", "{")) or first.strip() == "[" or any(name in PUZZLE_COLUMNS for name in _cut(first))


def read(text: str, asked: Wanted) -> list[int]:
    """The cells of the one puzzle of a table; ValueError for another number of puzzles."""
    puzzles = _from_json(text) if text.lstrip().startswith(("[", "{")) else _from_lines(text.strip().splitlines())
    if len(puzzles) != 1:
        raise ValueError(f"a table of {len(puzzles)} puzzles: keep one")
    (puzzle,) = puzzles
    try:
        asked.size_of(len(puzzle))
    except ValueError as error:
        raise ValueError(f"{shown(puzzle)}: {error}") from None
    return in_range([value_of(symbol, 1) for symbol in puzzle])


def _from_json(text: str) -> list[str]:
    try:
        content = json.loads(text)
    except ValueError:
        content = [_parsed(line) for line in text.splitlines() if line.strip()]
    return [_puzzle(row) for row in (content if isinstance(content, list) else [content])]


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:
        raise ValueError(f"{shown(line)} is not JSON: {error}") from None


def _puzzle(row: Any) -> str:
    found = [row[name] for name in PUZZLE_COLUMNS if name in row] if isinstance(row, dict) else []
    if not found or not isinstance(found[0], str):
        raise ValueError("JSON without givens: no board in it")
    return found[0]


def _from_lines(lines: Sequence[str]) -> list[str]:
    heading, *rows = (_cut(line) for line in lines if line.strip())
    place = next(heading.index(name) for name in PUZZLE_COLUMNS if name in heading)
    if any(len(row) != len(heading) for row in rows):
        raise ValueError("the rows of the table are not as long as its heading")
    return [row[place] for row in rows]


def _cut(line: str) -> list[str]:
    return [word.strip().strip('"') for word in line.split("\t" if "\t" in line else ",")]
