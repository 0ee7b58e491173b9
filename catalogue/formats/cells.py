"""The cells of a board in a file, in one way whatever characters the file has for them."""

from engine.board.cell import cell_name
from engine.board.reading.source import shown
from engine.board.shape import SIZE_OF_CELLS, USUAL_BLOCKS
from engine.board.symbols import DIGITS, VALUES

_WRONG = b"!"


def _table(size: int) -> bytes:
    """What each character becomes on a board of one size."""
    table = bytearray(_WRONG * 256)
    for symbol, value in VALUES.items():
        if value <= size:
            table[ord(symbol)] = ord(DIGITS[value])
    return bytes(table)


_TABLES = {size**2: _table(size) for size in USUAL_BLOCKS}


def is_board(text: str) -> bool:
    """Whether a text has one character for each cell of a board, and none that its size does not have."""
    table = _TABLES.get(len(text))
    return bool(table and text.isascii() and _WRONG not in text.encode().translate(table))


def normalised(text: str) -> str:
    """A board, one character a cell, with full stops for empty cells; ValueError where it is none."""
    table = _TABLES.get(len(text))
    if not table:
        raise ValueError(f"{shown(text)} has {len(text)} characters; a board has {', '.join(map(str, _TABLES))}")
    cells = text.encode("ascii", "replace").translate(table)
    if _WRONG in cells:
        place = cells.index(_WRONG)
        cell = cell_name(*divmod(place, SIZE_OF_CELLS[len(text)]))
        raise ValueError(f"{cell}: {shown(text[place])} is not a digit there")
    return cells.decode("ascii")
