"""Variants written as constraint text, which `engine.rules.constraint_text` reads."""

import base64

from engine.rules.constraint_text import FROM_BOTH_ENDS, LINES, NUMBER_FIRST, PAIRS, WHOLE_BOARD, diagonal_from
from engine.rules.geometry import Cells
from engine.rules.uses import Use
from engine.rules.variant import Variant, usual_regions

_WHOLE_BOARD, _LINES, _NUMBER_FIRST, _PAIRS, _FROM_BOTH_ENDS = (
    {rule: name for name, rule in table.items()} for table in (WHOLE_BOARD, LINES, NUMBER_FIRST, PAIRS, FROM_BOTH_ENDS)
)
_OUTSIDE = {**_FROM_BOTH_ENDS, "sandwich": "Sandwich"}


def write(variant: Variant) -> str:
    """Return the constraint text of a variant, one line. ValueError for a rule that it has no words for."""
    size = variant.size
    parts = [] if size == 9 else [f".Shape~{size}x{size}"]
    if not variant.regions:
        parts.append(".NoBoxes")
    elif variant.regions != usual_regions(size):
        region_of = {cell: number for number, region in enumerate(variant.regions) for cell in region}
        letters = "".join(chr(ord("A") + region_of[cell]) for cell in range(size**2))
        parts.append(f".NoBoxes.Jigsaw~{letters}")
    parts += [_use(use, size) for use in variant.uses]
    given = [f"{_name(cell, size)}_{digit}" for cell, digit in enumerate(variant.givens) if digit]
    return "".join(parts) + (".~" + "~".join(given) if given else "") or "."


def _use(use: Use, size: int) -> str:
    rule, value, cells = use.rule, use.value, [_name(cell, size) for cell in use.cells]
    if rule == "or":
        inner = ["".join(_use(one, size) for one in some) for some in use.alternatives]
        return ".Or" + "".join(f".And{one}.End" for one in inner) + ".End"
    if rule in _WHOLE_BOARD:
        return f".{_WHOLE_BOARD[rule]}"
    if rule == "diagonal":
        signs = {"/": [1], "\\": [-1]}.get(str(value), [1, -1])
        return "".join(f".Diagonal~{sign}" for sign in signs)
    if rule in _LINES:
        return _item(_LINES[rule], *cells)
    if rule in ("sum", "little killer", "sum line", "sum loop") or rule in _NUMBER_FIRST:
        return _with_number(use, cells, size)
    if rule in _PAIRS and value is None:
        return _item(_PAIRS[rule], *cells)
    if rule == "inequality":
        return _item("GreaterThan", *cells)
    if rule in _OUTSIDE:
        return _outside(use, size)
    return _other(use, cells, size)


def _with_number(use: Use, cells: list[str], size: int) -> str:
    if use.rule == "little killer":
        try:
            if diagonal_from(size, use.cells[0]) == use.cells:
                return _item("LittleKiller", use.value, cells[0])
        except ValueError:
            pass
        return _item("Sum", use.value, *cells)
    if use.rule == "sum loop":
        return _item("SumLine", use.value, *cells, "LOOP")
    if isinstance(use.value, tuple):
        return _item("Sum", f"{use.value[0]}_=_" + "_".join(map(str, use.value[1:])), *cells)
    usual = {"cage": 0, "lockout": 4, "modular": 3, "whispers": (size + 1) // 2}
    return _item(_NUMBER_FIRST[use.rule], usual.get(use.rule) if use.value is None else use.value, *cells)


def _outside(use: Use, size: int) -> str:
    line, name = use.cells, _OUTSIDE[use.rule]
    first = min(line[0], line[-1])
    which = f"R{first // size + 1}" if abs(line[1] - line[0]) == 1 else f"C{first % size + 1}"
    if len(line) != size:
        raise ValueError(f"constraint text has no words for {use.rule} on a part of a line")
    if use.rule == "sandwich":
        return _item(name, use.value, which)
    return _item(name, which, use.value, "") if line[0] < line[-1] else _item(name, which, "", use.value)


def _other(use: Use, cells: list[str], size: int) -> str:
    if use.rule in ("odd", "even"):
        digits = range(1 if use.rule == "odd" else 2, size + 1, 2)
        return _item("", *(f"{cell}_" + "_".join(map(str, digits)) for cell in cells))
    if use.rule == "digits":
        digits = use.value if isinstance(use.value, tuple) else (use.value,)  # type: ignore[assignment]
        return _item("", *(f"{cell}_" + "_".join(map(str, digits)) for cell in cells))
    if use.rule == "quadruple" and isinstance(use.value, tuple) and _is_square(use.cells, size):
        return _item("Quad", _name(min(use.cells), size), *use.value)
    if use.rule in ("indexing column", "indexing row"):
        return _item("Indexing", "C" if use.rule == "indexing column" else "R", *cells)
    if use.rule == "clone":
        columns = zip(*use.groups, strict=True)
        return "".join(_item("SameValues", len(use.groups), *(_name(c, size) for c in same)) for same in columns)
    if use.rule == "equal sums":
        return _item("EqualSum", "~~".join("~".join(_name(cell, size) for cell in group) for group in use.groups))
    if use.rule == "regular expression":
        return _item("Regex", base64.urlsafe_b64encode(str(use.value).encode()).decode().rstrip("="), *cells)
    raise ValueError(f"constraint text has no words for the rule {use.rule!r}")


def _is_square(cells: Cells, size: int) -> bool:
    first = min(cells)
    return sorted(cells) == [first, first + 1, first + size, first + size + 1]


def _item(name: str, *parts: object) -> str:
    return "~".join([f".{name}", *map(str, parts)])


def _name(cell: int, size: int) -> str:
    return "".join(letter + _base(number + 1) for letter, number in zip("RC", divmod(cell, size), strict=True))


def _base(number: int) -> str:
    """A number as one character, as constraint text names rows and columns."""
    return str(number) if number < 10 else chr(ord("a") + number - 10)
