"""Tables, sets of cells and lines as constraint text encodes them: 6 bits a character, the lowest first."""

from collections.abc import Iterable, Sequence

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""The characters of base64 for addresses (RFC 4648)."""

_SWAPPED = str.maketrans("-_", "_-")


def bits_of(code: str) -> list[int]:
    """Return the numbers of the bits that are set. ValueError for another character."""
    found = []
    for place, character in enumerate(code):
        value = ALPHABET.find(character)
        if value < 0:
            raise ValueError(f"the code {code[:20]!r} has {character!r}, which encodes nothing")
        found += [6 * place + bit for bit in range(6) if value >> bit & 1]
    return found


def code_of(bits: Iterable[int]) -> str:
    """Return the code of the numbers of bits; as short as can be."""
    values: dict[int, int] = {}
    for bit in bits:
        values[bit // 6] = values.get(bit // 6, 0) | 1 << bit % 6
    return "".join(ALPHABET[values.get(place, 0)] for place in range(max(values, default=-1) + 1))


def table_in(code: str, size: int, *, swapped: bool = False) -> tuple[int, ...]:
    """Return for each first digit the set of second ones. ValueError for a code of a larger table.

    In older texts "-" and "_" are `swapped`.
    """
    table = [0] * size
    for bit in bits_of(code.translate(_SWAPPED) if swapped else code):
        first, second = divmod(bit, size)
        if first >= size:
            raise ValueError(f"the code {code[:20]!r} is of a table of more than {size} digits")
        table[first] |= 1 << second
    return tuple(table)


def table_code(table: Sequence[int]) -> str:
    """Return the code of a table."""
    size = len(table)
    return code_of(
        size * first + second for first in range(size) for second in range(size) if table[first] >> second & 1
    )
