"""Texts in LZ-string, as the links of f-puzzles and SudokuPad hold them: compressed, then in base64.

The method is LZ78 over UTF-16 units. Codes of a growing number of bits name phrases seen before; 0 and 1 announce a new
unit of 8 or 16 bits, and 2 ends the text (https://github.com/pieroxy/lz-string).
"""

LONGEST = 1 << 20
"""The most units that a text may have: a short link can stand for a very long text."""

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_TURNED = {digit: int(f"{value:06b}"[::-1], 2) for value, digit in enumerate(_DIGITS)}
"""The bits of a digit, the first one lowest."""
_NEW_BYTE, _NEW_UNIT, _END = range(3)


class _CutError(Exception):
    """The bits end before the text does."""


def decompressed(packed: str) -> str:
    """Return the text of a packed one. ValueError for what is none, and for one longer than LONGEST."""
    try:
        return _from_units("".join(_phrases(_Bits(packed.rstrip("=\\")))))
    except _CutError:
        raise ValueError("the text is cut, or it is no LZ-string") from None


class _Bits:
    """The bits of a packed text, taken as numbers."""

    def __init__(self, packed: str) -> None:
        self._digits = iter(packed)
        self._held = self._count = 0

    def take(self, width: int) -> int:
        """Return the number in the next bits, the lowest first."""
        while self._count < width:
            digit = next(self._digits, None)
            if digit is None:
                raise _CutError
            if digit not in _TURNED:
                raise ValueError(f"{digit!r} is no digit of base64")
            self._held |= _TURNED[digit] << self._count
            self._count += 6
        number = self._held & ((1 << width) - 1)
        self._held >>= width
        self._count -= width
        return number


def _phrases(bits: _Bits) -> list[str]:
    known = ["", "", ""]
    found: list[str] = []
    width, before, length = 2, "", 0
    while True:
        code = bits.take(width)
        if code == _END:
            return found
        if code in (_NEW_BYTE, _NEW_UNIT):
            known.append(chr(bits.take(8 if code == _NEW_BYTE else 16)))
            code = len(known) - 1
        if code < len(known):
            phrase = known[code]
        elif code == len(known) and before:
            phrase = before + before[0]
        else:
            raise ValueError(f"code {code} names no phrase")
        length += len(phrase)
        if length > LONGEST:
            raise ValueError(f"the text has more than {LONGEST:,} characters")
        found.append(phrase)
        if before:
            known.append(before + phrase[0])
        before = phrase
        width = len(known).bit_length()


def compressed(text: str) -> str:
    """Return a text packed, as `decompressed` reads it."""
    bits: list[int] = []

    def add(number: int, width: int) -> None:
        bits.extend(number >> place & 1 for place in range(width))

    known: dict[str, int] = {}
    fresh: set[str] = set()
    size, width, room, phrase = 3, 2, 2, ""

    def emit(phrase: str) -> None:
        nonlocal width, room
        if phrase in fresh:
            fresh.remove(phrase)
            unit = ord(phrase)
            kind = _NEW_BYTE if unit < 256 else _NEW_UNIT
            add(kind, width)
            add(unit, 8 if kind == _NEW_BYTE else 16)
            room -= 1
            if not room:
                room, width = 1 << width, width + 1
        else:
            add(known[phrase], width)
        room -= 1
        if not room:
            room, width = 1 << width, width + 1

    for unit in _to_units(text):
        if unit not in known:
            known[unit], size = size, size + 1
            fresh.add(unit)
        if phrase + unit in known:
            phrase += unit
            continue
        emit(phrase)
        known[phrase + unit], size = size, size + 1
        phrase = unit
    if phrase:
        emit(phrase)
    add(_END, width)
    bits += [0] * (6 - len(bits) % 6)
    packed = "".join(_DIGITS[int("".join(map(str, bits[start : start + 6])), 2)] for start in range(0, len(bits), 6))
    return packed + "=" * (-len(packed) % 4)


def _to_units(text: str) -> str:
    """The text with each character beyond 16 bits as two units."""
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(data[place] | data[place + 1] << 8) for place in range(0, len(data), 2))


def _from_units(units: str) -> str:
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
