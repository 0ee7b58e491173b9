"""The labels of a picture beside the mark of a rule: numbers, titles and expressions that the mark does not say."""

from __future__ import annotations

from .named.rule import Board, Use
from .variant import RULES

_SPELLED = ("table", "table of all", "automaton", "regular expression")
"""Rules that words spell out: the picture has their titles."""

_OF_ALL = ("connected", "chaos construction", "full rank ties")
"""Rules of the whole board that take something."""

_SIGNED = {"rellik cage": "≠{}", "pill arrow": "", "white dot": "", "black dot": "", "quadruple": "", "connected": ""}
"""Rules whose number is printed otherwise, or has a place of its own."""


def label_of(use: Use, board: Board) -> str:
    """Return what a picture prints beside the mark of a rule, "" for nothing."""
    if use.rule == "sum" and isinstance(use.value, tuple):
        total, *factors = use.value
        return f"{total} = {' '.join(f'{factor:+d}' for factor in factors)}"
    if use.rule in _SPELLED:
        return use.title or (str(use.value) if use.rule == "regular expression" else "*")
    if use.rule in ("contains", "contains exactly", "digits"):
        values = use.value if isinstance(use.value, tuple) else (use.value,)
        sign = "=" if use.rule == "contains exactly" else ""
        return sign + ("" if all(isinstance(one, int) and one < 10 for one in values) else ",").join(map(str, values))
    if use.rule == "connected" and isinstance(use.value, tuple):
        count, *digits = use.value
        return ",".join(map(str, digits)) + (f" x{count}" if count else "")
    number = RULES[use.rule].number(use, board.size)
    if number is None or number == RULES[use.rule].usual:
        return ""
    return _SIGNED.get(use.rule, "{}").format(number)


def spelled(use: Use, board: Board) -> str:
    """Return a rule with what its words have to say besides: a number that is not usual, a table, an expression."""
    if use.rule in ("table", "table of all") and isinstance(use.value, tuple):
        return " ".join(filter(None, (use.rule, use.title, table_text(use.value, board))))
    number = RULES[use.rule].number(use, board.size)
    if use.rule in _SPELLED or use.rule in _OF_ALL:
        return " ".join(
            filter(None, (use.rule, use.title, str(number if number is not None else label_of(use, board))))
        )
    return f"{use.rule} {number}" if RULES[use.rule].usual not in (None, number) else use.rule


def table_text(table: tuple[int, ...], board: Board) -> str:
    """Return the pairs of a table, such as `1-2 4-1`."""
    symbols = [board.frame.symbol(place + 1) for place in range(board.size)]
    pairs = (
        (one, place)
        for one, mask in zip(symbols, table, strict=True)
        for place in range(board.size)
        if mask >> place & 1
    )
    return " ".join(f"{one}-{symbols[place]}" for one, place in pairs)
