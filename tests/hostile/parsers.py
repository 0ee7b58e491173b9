"""Every parser that reads what strangers wrote, and what it may answer: a value, or one of its own errors."""

import contextlib
import tempfile
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import typer

from board_catalogue import engine
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.formats import FORMATS
from board_catalogue.catalogue.formats.opening import detect, records_in
from board_catalogue.catalogue.requests import request as values
from board_catalogue.catalogue.storage import files, home

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MOST = 100  # records that are read of a file

_temporary = tempfile.TemporaryDirectory(prefix="hostile")
_folder = Path(_temporary.name)


def _text(parse: Callable[[str], object]) -> Callable[[bytes], object]:
    return lambda data: parse(data.decode("utf-8", "surrogateescape"))


def _read(name: str) -> Callable[[bytes], object]:
    def read(data: bytes) -> object:
        path = _folder / "records"
        path.write_bytes(data)
        with path.open("rb") as file:
            return list(islice(FORMATS[name].read(file), MOST))

    return read


def _detect(data: bytes) -> object:
    name, _, head = data.partition(b"\n")
    return detect(name.decode("utf-8", "replace"), head)


def _open(data: bytes) -> object:
    path = _folder / "puzzles"
    path.write_bytes(data)
    with records_in(path) as (_, records):
        return list(islice(records, MOST))


def _mark(data: bytes) -> object:
    (_folder / "catalogue.unsynced").write_bytes(data)
    return files.unsynced(_folder)


def _lock(data: bytes) -> object:
    path = _folder / "catalogue.lock"
    path.write_bytes(data)
    with contextlib.closing(home.WriterLock(path)), contextlib.suppress(CatalogueError):
        home.WriterLock(path).close()


PARSERS: dict[str, Callable[[bytes], object]] = {
    "grid": _text(engine.Grid.parse),
    "whole": _text(values.read_whole()),
    "seconds": _text(values.seconds),
    "tenths": _text(values.tenths),
    "shares": _text(values.shares),
    "puzzle_number": _text(values.number_ranges),
    "number_ranges": _text(values.number_ranges),
    "several": _text(values.several(values.read_whole())),
    "detect": _detect,
    "open": _open,
    "mark": _mark,
    "lock": _lock,
    **{f"format {name}": _read(name) for name, each in FORMATS.items() if each.is_read},
}

ERRORS = (ValueError, CatalogueError, typer.BadParameter)  # UnicodeError is a ValueError

SAMPLES = [
    PUZZLE.encode(),
    "\n".join(PUZZLE[row : row + 9] for row in range(0, 81, 9)).encode(),
    b"\n".join(" ".join(PUZZLE[row : row + 9].replace(".", "0")).encode() for row in range(0, 81, 9)),
    b"0 1 8\n0 7 6\n1 1 6\n1 3 1\n",
    f"id,clues,givens,solution\n7,30,{PUZZLE},{PUZZLE}\n".encode(),
    f"id\tgivens\n7\t{PUZZLE}\n".encode(),
    f'[{{"id": 7, "givens": "{PUZZLE}"}}, {{"id": 8.5e300, "givens": null}}]'.encode(),
    f'{{"id": 7, "givens": "{PUZZLE}"}}\n{{"givens": []}}\n'.encode(),
    f'<?xml version="1.0"?><opensudoku><game data="{PUZZLE.replace(".", "0")}" /></opensudoku>'.encode(),
    str(engine.Grid.parse(PUZZLE)).encode(),
    b"\xef\xbb\xbf" + PUZZLE.encode() + b"\r\n",
    b"1e6", b"0-9,12,5-", b"5.1", b"0.7:0.3", b"test=0.2,train=0.8", b"1_000", b"12.5",
    b"000000000000000017 boot\n",
]  # fmt: skip


def check(name: str, data: bytes) -> None:
    """Parse; any error but those of the parser itself is a fault, and so is a message of several lines."""
    try:
        PARSERS[name](data)
    except ERRORS as error:
        assert str(error).count("\n") == 0, str(error)
