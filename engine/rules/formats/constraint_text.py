"""Variants as constraint text, one in a line: `.Cage~15~R1C1~R1C2.Thermo~R5C5~R4C5.~R1C1_5`.

It is the notation of Interactive-Sudoku-Solver: each constraint after a dot, its parts after tildes.
"""

import base64
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from board_catalogue.engine.rules.formats.all_different import named, spelled_out
from board_catalogue.engine.rules.geometry import Cells, neighbours, ray
from board_catalogue.engine.rules.model import SIZES
from board_catalogue.engine.rules.named.rule import Use
from board_catalogue.engine.rules.variant import Variant, usual_regions
from board_catalogue.engine.shape import cell_name

WHOLE_BOARD = {
    "Windoku": "windoku",
    "DisjointSets": "disjoint groups",
    "AntiKnight": "anti-knight",
    "AntiKing": "anti-king",
    "AntiConsecutive": "non-consecutive",
    "StrictKropki": "all kropki",
    "StrictXV": "all xv",
}
WORDLESS = ("argyle",)
"""Rules without a word, written as lines of different digits."""
LINES = {
    "Thermo": "thermometer",
    "Arrow": "arrow",
    "DoubleArrow": "double arrow",
    "Renban": "renban",
    "Palindrome": "palindrome",
    "Between": "between",
    "RegionSumLine": "region sum",
    "Zipper": "zipper",
    "Entropic": "entropic",
    "AllDifferent": "all different",
    "CountingCircles": "counting circles",
}
NUMBER_FIRST = {
    "Cage": "cage",
    "Sum": "sum",
    "PillArrow": "pill arrow",
    "Lockout": "lockout",
    "SumLine": "sum line",
    "Modular": "modular",
    "Whisper": "whispers",
}
PAIRS = {"WhiteDot": "white dot", "BlackDot": "black dot", "X": "x", "V": "v"}
FROM_BOTH_ENDS = {"XSum": "x-sum", "Skyscraper": "skyscraper", "NumberedRoom": "numbered room"}

_CELL = re.compile(r"R([1-9a-z]\d?)C([1-9a-z]\d?)")


def read(text: str) -> Variant:
    """Return the variant of a line. ValueError for what is not constraint text, and for a rule that is not known."""
    text = "".join(text.split())
    if not text.startswith("."):
        raise ValueError(f"constraint text begins with a dot, not with {text[:10]!r}")
    items = [item.split("~") for item in text[1:].split(".")]
    shape = next((parts[1:] for name, *parts in ([i[0], *i] for i in items) if name == "Shape"), ["9x9"])
    size = _size(shape or [""])
    no_boxes = any(item[0] == "NoBoxes" for item in items)
    board = Variant(size, () if no_boxes else usual_regions(size), givens=(0,) * size**2)
    reader = _Reader(board)
    uses = reader.uses(iter([item for item in items if item[0] not in ("Shape", "NoBoxes")]), nested=False)
    return named(replace(reader.board, uses=(*uses, *reader.masks)), WORDLESS)


def _size(shape: list[str]) -> int:
    size, _, other = shape[0].partition("x")
    if not size.isdecimal() or size != other or int(size) not in SIZES:
        raise ValueError(f"Shape {shape[0]} is not known: boards are 4x4 to 16x16")
    if len(shape) > 1 and shape[1] not in (size, f"1-{size}", ""):
        raise ValueError(f"Shape with digits {shape[1]} is not known: digits are 1 to {size}")
    if len(shape) > 2:
        raise ValueError(f"Shape {'~'.join(shape)} is not known")
    return int(size)


class _Reader:
    """Reads item after item; regions and givens go to the board, all else is a use of a rule."""

    def __init__(self, board: Variant) -> None:
        self.board = board
        self.masks: list[Use] = []

    def uses(self, items: Iterator[list[str]], *, nested: bool) -> list[Use]:
        uses: list[Use] = []
        for name, *parts in items:
            if name == "End":
                if nested:
                    return uses
                raise ValueError("End closes nothing")
            if name == "Or":
                uses.append(self._or(items))
            elif name == "And":
                uses += self.uses(items, nested=True)
            elif name == "" and not nested:
                self._givens(parts)
            elif name == "Jigsaw" and not nested:
                uses += self._jigsaw(parts)
            else:
                uses += self._use(name, parts)
        if nested:
            raise ValueError("Or is not closed by End")
        return uses

    def _or(self, items: Iterator[list[str]]) -> Use:
        alternatives: list[tuple[Use, ...]] = []
        for name, *parts in items:
            if name == "End":
                return Use("or", alternatives=tuple(alternatives))
            if name == "And":
                alternatives.append(tuple(self.uses(items, nested=True)))
            elif name == "Or":
                alternatives.append((self._or(items),))
            else:
                uses = self._use(name, parts)
                alternatives.append(tuple(uses))
        raise ValueError("Or is not closed by End")

    def _use(self, name: str, parts: list[str]) -> list[Use]:
        try:
            return self._known(name, parts)
        except IndexError:
            raise ValueError(f"{name} is not complete: it needs more cells or numbers") from None

    def _known(self, name: str, parts: list[str]) -> list[Use]:
        if name == "":  # within Or; elsewhere they are givens
            return self._given(parts)
        if name in WHOLE_BOARD:
            _no_more(name, parts)
            return [Use(WHOLE_BOARD[name])]
        if name in LINES:
            return [Use(LINES[name], self._cells(parts))]
        if name in NUMBER_FIRST:
            return [self._number_first(name, parts)]
        if name in PAIRS or name == "GreaterThan":
            return self._pairs(name, self._cells(parts))
        if name in FROM_BOTH_ENDS:
            return self._from_both_ends(name, parts)
        if name not in SPECIAL:
            raise ValueError(f"rule {name!r} is not known")
        uses: list[Use] = getattr(self, f"_{name.lower()}")(parts)
        return uses

    def _number_first(self, name: str, parts: list[str]) -> Use:
        rule, cells = NUMBER_FIRST[name], parts[1:]
        if name == "Whisper" and parts and parts[0].startswith("R"):
            return Use(rule, self._cells(parts), 5)
        if name == "SumLine" and parts[-1] == "LOOP":
            rule, cells = "sum loop", cells[:-1]
        number, _, coefficients = (parts or [""])[0].partition("_=_")
        value = _integer(name, number)
        if coefficients:
            factors = tuple(_integer(name, factor) for factor in coefficients.split("_"))
            return Use(rule, self._cells(cells), (value, *factors))
        if name == "PillArrow":
            return self._pill(value, self._cells(cells))
        return Use(rule, self._cells(cells), None if name == "Cage" and value == 0 else value)

    @staticmethod
    def _pill(length: int, cells: Cells) -> Use:
        return Use("pill arrow", (*sorted(cells[:length]), *cells[length:]), length)

    def _pairs(self, name: str, cells: Cells) -> list[Use]:
        order = {cell: place for place, cell in reversed(list(enumerate(cells)))}
        pairs = [p for p in neighbours(self.board.size) if p[0] in order and p[1] in order]
        if not pairs:
            raise ValueError(f"{name} has no cells that share an edge")
        if name == "GreaterThan":
            return [Use("inequality", tuple(sorted(pair, key=order.__getitem__))) for pair in pairs]
        return [Use(PAIRS[name], pair) for pair in pairs]

    def _from_both_ends(self, name: str, parts: list[str]) -> list[Use]:
        _no_more(name, parts[3:])
        line = self._line(name, parts[0])
        ends = [(line, number) for number in parts[1:2]] + [(line[::-1], number) for number in parts[2:3]]
        return [Use(FROM_BOTH_ENDS[name], cells, _integer(name, number)) for cells, number in ends if number]

    def _sandwich(self, parts: list[str]) -> list[Use]:
        _no_more("Sandwich", parts[2:])
        return [Use("sandwich", self._line("Sandwich", parts[1]), _integer("Sandwich", parts[0]))]

    def _littlekiller(self, parts: list[str]) -> list[Use]:
        _no_more("LittleKiller", parts[2:])
        line = diagonal_from(self.board.size, self._cell(parts[1]))
        return [Use("little killer", line, _integer("LittleKiller", parts[0]))]

    def _diagonal(self, parts: list[str]) -> list[Use]:
        _no_more("Diagonal", parts[1:])
        return [Use("diagonal", value="/" if _integer("Diagonal", parts[0]) > 0 else "\\")]

    def _quad(self, parts: list[str]) -> list[Use]:
        cell, size = self._cell(parts[0]), self.board.size
        if not _has_square(cell, size):
            raise ValueError(f"Quad begins at {parts[0]}, where no four cells meet")
        digits = tuple(_integer("Quad", digit) for digit in parts[1:])
        return [Use("quadruple", (cell, cell + 1, cell + size, cell + size + 1), digits)]

    def _indexing(self, parts: list[str]) -> list[Use]:
        return [Use("indexing column" if parts[0] == "C" else "indexing row", self._cells(parts[1:]))]

    def _samevalues(self, parts: list[str]) -> list[Use]:
        cells, sets = self._cells(parts[1:]), _integer("SameValues", parts[0])
        if sets != len(cells):
            raise ValueError("rule 'SameValues' is known for sets of one cell only")
        return [Use("clone", groups=tuple((cell,) for cell in cells))]

    def _equalsum(self, parts: list[str]) -> list[Use]:
        groups = " ".join(parts).split("  ")
        return [Use("equal sums", groups=tuple(self._cells(group.split()) for group in groups))]

    def _regex(self, parts: list[str]) -> list[Use]:
        pattern = parts[0]
        try:
            pattern = base64.b64decode(pattern + "=" * (-len(pattern) % 4), altchars=b"-_", validate=True).decode()
        except ValueError:
            raise ValueError(f"the expression of Regex, {pattern[:10]!r}, is not in base64") from None
        lines = " ".join(parts[1:]).split("  ")
        return [Use("regular expression", self._cells(line.split()), pattern) for line in lines]

    def _given(self, parts: list[str]) -> list[Use]:
        return [Use("digits", (cell,), digits) for cell, digits in map(self._restricted, parts)]

    def _givens(self, parts: list[str]) -> None:
        givens, masks = list(self.board.givens), []
        for cell, digits in map(self._restricted, parts):
            if len(digits) == 1 and givens[cell] in (0, digits[0]):
                givens[cell] = digits[0]
            else:
                masks.append(Use("digits", (cell,), digits))
        self.board = replace(self.board, givens=tuple(givens))
        self.masks += masks

    def _restricted(self, part: str) -> tuple[int, tuple[int, ...]]:
        name, *words = part.split("_")
        cell, digits, size = self._cell(name), tuple(_integer("a given", word) for word in words), self.board.size
        if not digits:
            raise ValueError(f"{part!r} has no digit: the line is cut, or it is something else")
        if wrong := [digit for digit in digits if not 1 <= digit <= size]:
            raise ValueError(f"{cell_name(*divmod(cell, size))}: value {wrong[0]} is not in 1..{size}")
        return cell, digits

    def _jigsaw(self, parts: list[str]) -> list[Use]:
        layout, size = "".join(parts[-1:]), self.board.size
        if len(layout) != size**2:
            raise ValueError(f"Jigsaw has {len(layout)} cells, not {size**2}")
        regions = tuple(tuple(c for c, name in enumerate(layout) if name == one) for one in dict.fromkeys(layout))
        if any(len(region) != size for region in regions):
            raise ValueError(f"Jigsaw has a region that is not of {size} cells")
        if self.board.regions:
            return [Use("all different", region) for region in regions]
        self.board = replace(self.board, regions=regions)
        return []

    def _line(self, name: str, which: str) -> Cells:
        match = re.fullmatch(r"([RC])([1-9a-z]\d?)(?:,-?1)?", which)
        number = _number_of(match[2]) - 1 if match else -1
        size = self.board.size
        if not match or not 0 <= number < size:
            raise ValueError(f"{name} has line {which!r}, which is not on the board")
        return tuple(range(number * size, number * size + size) if match[1] == "R" else range(number, size**2, size))

    def _cells(self, parts: list[str]) -> Cells:
        return tuple(self._cell(part) for part in parts)

    def _cell(self, name: str) -> int:
        match, size = _CELL.fullmatch(name), self.board.size
        row, column = (_number_of(match[1]), _number_of(match[2])) if match else (0, 0)
        if not (1 <= row <= size and 1 <= column <= size):
            raise ValueError(f"cell {name!r} is not on the board of size {size}")
        return (row - 1) * size + column - 1


SPECIAL = ("Sandwich", "LittleKiller", "Diagonal", "Quad", "Indexing", "SameValues", "EqualSum", "Regex", "Given")


def _no_more(name: str, parts: list[str]) -> None:
    """ValueError for what a rule does not take: nothing is dropped."""
    if any(parts):
        raise ValueError(f"{name} does not take {'~'.join(parts)!r}")


def _number_of(text: str) -> int:
    return int(text) if text.isdecimal() else ord(text[0]) - ord("a") + 10


def _integer(name: str, text: str) -> int:
    if not re.fullmatch(r"-?\d{1,6}", text):
        raise ValueError(f"{name} has {text!r} where a number is needed")
    return int(text)


def diagonal_from(size: int, start: int) -> Cells:
    """Return the diagonal that a little killer clue at an edge cell sees."""
    row, column = divmod(start, size)
    if column == 0 and row < size - 1:
        return ray(size, row, 0, 1, 1)
    if row == 0 and column:
        return ray(size, 0, column, 1, -1)
    if column == size - 1 and row < size - 1:
        return ray(size, row, column, -1, -1)
    if row == size - 1:
        return ray(size, row, column, -1, 1)
    raise ValueError(f"LittleKiller begins at R{row + 1}C{column + 1}, which is not at the edge")


_WHOLE_BOARD, _LINES, _NUMBER_FIRST, _PAIRS, _FROM_BOTH_ENDS = (
    {rule: name for name, rule in table.items()} for table in (WHOLE_BOARD, LINES, NUMBER_FIRST, PAIRS, FROM_BOTH_ENDS)
)
_OUTSIDE = {**_FROM_BOTH_ENDS, "sandwich": "Sandwich"}


def write(variant: Variant) -> str:
    """Return the constraint text of a variant, one line. ValueError for a rule that it has no words for.

    Regions that overlap or leave cells out become lines of different digits.
    """
    size = variant.size
    parts = [] if size == 9 else [f".Shape~{size}x{size}"]
    if not variant.regions:
        parts.append(".NoBoxes")
    elif sorted(chain.from_iterable(variant.regions)) != list(range(size**2)):
        parts.append(".NoBoxes")
        parts += [_item("AllDifferent", *(_name(cell, size) for cell in region)) for region in variant.regions]
    elif variant.regions != usual_regions(size):
        region_of = {cell: number for number, region in enumerate(variant.regions) for cell in region}
        letters = "".join(chr(ord("A") + region_of[cell]) for cell in range(size**2))
        parts.append(f".NoBoxes.Jigsaw~{letters}")
    parts += [_use(use, size) for use in spelled_out(variant, WORDLESS)]
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


def _has_square(cell: int, size: int) -> bool:
    """Whether a cell is the first of two by two on the board."""
    return cell % size < size - 1 and cell < size * (size - 1)


def _is_square(cells: Cells, size: int) -> bool:
    first = min(cells)
    return _has_square(first, size) and sorted(cells) == [first, first + 1, first + size, first + size + 1]


def _item(name: str, *parts: object) -> str:
    return "~".join([f".{name}", *map(str, parts)])


def _name(cell: int, size: int) -> str:
    return "".join(letter + _base(number + 1) for letter, number in zip("RC", divmod(cell, size), strict=True))


def _base(number: int) -> str:
    """A number as one character, as constraint text names rows and columns."""
    return str(number) if number < 10 else chr(ord("a") + number - 10)
