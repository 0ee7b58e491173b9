"""Links that open a puzzle in an application, one a line.

- SudokuPad and f-puzzles take the board as JSON, compressed by LZ-string: the extra `link`.
- sudokuwiki.org takes 81 digits.
- OpenSudoku opens files of type `application/x-opensudoku`, so its link is such a file.
"""

import base64
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TextIO
from urllib.parse import quote

from catalogue.errors import CatalogueError
from catalogue.formats.apps import opensudoku
from catalogue.formats.digits import checked
from engine.board.shape import SIZE_OF_CELLS
from engine.board.symbols import VALUES


def write(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO, service: str = "sudokupad") -> None:
    """Write a link for the puzzle of each row. CatalogueError without what the service needs."""
    for row in rows:
        file.write(SERVICES[service](row[0]) + "\n")


def _sudokupad(puzzle: str) -> str:
    return f"https://sudokupad.app/fpuzzles{quote(_compressed(puzzle), safe='')}"


def _f_puzzles(puzzle: str) -> str:
    return f"https://f-puzzles.com/?load={quote(_compressed(puzzle), safe='')}"


def _sudokuwiki(puzzle: str) -> str:
    if len(puzzle) != 81:
        raise ValueError("sudokuwiki has boards of 9x9 only")
    return f"https://www.sudokuwiki.org/sudoku.htm?bd={puzzle.replace('.', '0')}"


def _opensudoku(puzzle: str) -> str:
    file = io.StringIO()
    opensudoku.write([(puzzle,)], ("givens",), file)
    return f"data:application/x-opensudoku;base64,{base64.b64encode(file.getvalue().encode()).decode()}"


def _compressed(puzzle: str) -> str:
    try:
        from lzstring import LZString
    except ImportError:
        raise CatalogueError(
            "these links need lzstring; install it with: pip install 'board-catalogue[link]'"
        ) from None
    size = SIZE_OF_CELLS[len(checked(puzzle))]
    cells = [{} if symbol == "." else {"value": VALUES[symbol], "given": True} for symbol in puzzle]
    board = {"size": size, "grid": [cells[start : start + size] for start in range(0, len(cells), size)]}
    text: str = LZString().compressToBase64(json.dumps(board, separators=(",", ":")))
    return text


SERVICES: Mapping[str, Callable[[str], str]] = {
    "sudokupad": _sudokupad,
    "f-puzzles": _f_puzzles,
    "sudokuwiki": _sudokuwiki,
    "opensudoku": _opensudoku,
}
