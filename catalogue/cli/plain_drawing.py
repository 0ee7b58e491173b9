"""Drawings in the characters of a terminal that has few: ASCII in place of box characters, bars and dots."""

import codecs

HANDLER = "drawn"
"""The name of the handler of `str.encode` that draws what an encoding lacks; anything else becomes a question mark."""

_SIGNS = {"█": "#", "▓": "#", "▒": ":", "░": ".", "●": "*", "○": "o", "…": "...", "≤": "<=", "≥": ">=", "²": "2"}
_ACROSS, _DOWN = {"HORIZONTAL", "LEFT", "RIGHT"}, {"VERTICAL", "UP", "DOWN"}


def plain(character: str) -> str:
    """Return a character in ASCII: a box character as a line or a corner, a sign as one that is alike, else `?`."""
    import unicodedata  # only such terminals need it

    words = set(unicodedata.name(character, "").split())
    if {"BOX", "DRAWINGS"} <= words:
        return "+" if words & _ACROSS and words & _DOWN else "-" if words & _ACROSS else "|"
    return _SIGNS.get(character, "?")


def _handle(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain, error.object[error.start : error.end])), error.end


codecs.register_error(HANDLER, _handle)
