"""Variants as constraint text: `.Cage~15~R1C1~R1C2.Thermo~R5C5~R4C5.~R1C1_5`.

It is the notation of Interactive-Sudoku-Solver: each constraint after a dot, its parts after tildes. Blanks, line
ends and lines that begin with # count for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..automata import decoded
from ..geometry import Cells, columns, rows
from ..named.rule import Use
from ..variant import Variant
from .all_different import named
from .codes import bits_of, table_in
from .constraint_board import LAYOUT, Item, board_of, integer_in, no_more, shortened, unquoted
from .constraint_words import (
    DIGITS_FIRST,
    FROM_BOTH_ENDS,
    GROUPS,
    LINES,
    NUMBER_FIRST,
    PAIRS,
    TABLES,
    WHOLE_BOARD,
    WORDLESS,
)
from .constraint_writing import diagonal_from
from .constraint_writing import write as write

IGNORED = {"SearchPriority": "SearchPriority only says where a search begins"}
"""Words that say nothing of the rules."""

_SIMPLE = (*LINES, *NUMBER_FIRST, *DIGITS_FIRST, *PAIRS, *TABLES, *FROM_BOTH_ENDS, *GROUPS)


def read(text: str) -> Variant:
    """Return the variant of a text. ValueError for what is not constraint text, and for a rule that is not known."""
    return reading(text)[0]


def reading(text: str) -> tuple[Variant, list[str]]:
    """Return the variant of a text, and what of it says nothing of the rules. ValueError as from `read`."""
    items = items_of(text)
    board, layout_uses = board_of(items)
    reader = _Reader(board)
    uses = reader.uses(iter([item for item in items if item[0] not in LAYOUT]), nested=False)
    variant = replace(reader.board, uses=(*layout_uses, *uses, *reader.masks))
    return named(variant, WORDLESS), reader.ignored


def items_of(text: str) -> list[Item]:
    """Return each constraint as its word and its parts. ValueError for text that does not begin with a dot."""
    text = "".join("".join(line for line in text.splitlines() if not line.lstrip().startswith("#")).split())
    if not text.startswith("."):
        raise ValueError(f"constraint text begins with a dot, not with {text[:10]!r}")
    return [
        ["" if word == "Given" else word, *parts] for word, *parts in (item.split("~") for item in text[1:].split("."))
    ]


# --- The rules -----------------------------------------------------------------------------------------------------


class _Reader:
    """Reads item after item; givens go to the board, all else is a use of a rule."""

    def __init__(self, board: Variant) -> None:
        self.board = board
        self.frame = board.frame
        self.masks: list[Use] = []
        self.ignored: list[str] = []
        self.shift = (0, 0)
        """Rows and columns that Replicate moves cells by."""
        self.shifted: str | None = None
        """The group of cells that it moves."""

    def uses(self, items: Iterator[Item], *, nested: bool) -> list[Use]:
        """Read to the end, or to the End of what they are nested in."""
        uses: list[Use] = []
        for item in items:
            if item[0] == "End":
                if nested:
                    return uses
                raise ValueError("End closes nothing")
            uses += self._item(item, items, nested=nested)
        if nested:
            raise ValueError("Or is not closed by End")
        return uses

    def _item(self, item: Item, items: Iterator[Item], *, nested: bool) -> list[Use]:
        word, *parts = item
        if word == "Or":
            return [self._or(parts, items)]
        if word == "And":
            return self.uses(items, nested=True)
        if word == "Replicate":
            return self._replicate(parts, items)
        if word == "" and not nested:
            return self._givens(parts)
        return self._use(word, parts)

    def _or(self, parts: Item, items: Iterator[Item]) -> Use:
        no_more("Or", parts)
        alternatives: list[tuple[Use, ...]] = []
        for item in items:
            if item[0] == "End":
                return Use("or", alternatives=tuple(alternatives))
            alternatives.append(tuple(self._item(item, items, nested=True)))
        raise ValueError("Or is not closed by End")

    def _replicate(self, parts: Item, items: Iterator[Item]) -> list[Use]:
        """The rules within, once for each target, moved from the origin to it."""
        if not 1 <= len(parts) <= 2:
            raise ValueError("Replicate takes a set of targets, and the cell that is moved to them")
        within, depth = [], 1
        for item in items:
            depth += (item[0] in ("Or", "And", "Replicate")) - (item[0] == "End")
            if not depth:
                break
            within.append(item)
        else:
            raise ValueError("Replicate is not closed by End")
        origin = self.frame.cell(parts[1] if len(parts) > 1 else "R1C1")
        group, row, column = self.frame.place(origin)
        members = self.frame.group_cells(group)[0]
        uses: list[Use] = []
        kept = self.shift, self.shifted
        for step in bits_of(parts[0]):
            if origin + step not in members:
                raise ValueError("Replicate has a target that is not on the board")
            _, to_row, to_column = self.frame.place(origin + step)
            (down, right), _ = kept
            self.shift, self.shifted = (down + to_row - row, right + to_column - column), group
            for item in (inner := iter(within)):
                uses += self._item(item, inner, nested=True)
        self.shift, self.shifted = kept
        return uses

    def _use(self, word: str, parts: Item) -> list[Use]:
        try:
            return self._known(word, parts)
        except IndexError:
            raise ValueError(f"{word} is not complete: it needs more cells or numbers") from None

    def _known(self, word: str, parts: Item) -> list[Use]:
        if word == "":  # within Or; elsewhere they are givens
            return [Use("digits", (cell,), digits) for cell, digits in map(self._restricted, parts)]
        if word in IGNORED:
            self.ignored.append(IGNORED[word])
            return []
        if word in WHOLE_BOARD:
            no_more(word, parts)
            return [Use(WHOLE_BOARD[word])]
        kinds = (LINES, NUMBER_FIRST, DIGITS_FIRST, PAIRS, TABLES, FROM_BOTH_ENDS, GROUPS)
        readers = (
            *(self._line_of_cells, self._number_first, self._digits_first, self._pairs, self._tables),
            *(self._from_both_ends, self._groups_of_cells),
        )
        for table, reader in zip(kinds, readers, strict=True):
            if word in table:
                return reader(word, parts)
        if word not in SPECIAL:
            raise ValueError(f"rule {shortened(word)!r} is not known")
        uses: list[Use] = getattr(self, f"_{word.lower()}")(parts)
        return uses

    # --- Kinds of words ---

    def _line_of_cells(self, word: str, parts: Item) -> list[Use]:
        return [Use(LINES[word], self._cells(parts))]

    def _number_first(self, word: str, parts: Item) -> list[Use]:
        rule, cells = NUMBER_FIRST[word], parts[1:]
        if word == "Whisper" and parts and parts[0][:1] in "Rr":
            return [Use(rule, self._cells(parts), 5)]
        if word == "LookAndSay":
            return [Use(rule, self._cells(cells), parts[0])]
        if word == "SumLine" and parts[-1] == "LOOP":
            rule, cells = "sum loop", cells[:-1]
        number, _, coefficients = parts[0].partition("_=_")
        if word == "Cage" and number == "":
            return [Use(rule, self._cells(cells))]
        value = integer_in(word, number)
        if coefficients:
            factors = tuple(integer_in(word, factor) for factor in coefficients.split("_"))
            return [Use(rule, self._cells(cells), (value, *factors))]
        return [Use(rule, self._cells(cells), None if word == "Cage" and value == 0 else value)]

    def _digits_first(self, word: str, parts: Item) -> list[Use]:
        digits = tuple(integer_in(word, digit) for digit in parts[0].split("_"))
        return [Use(DIGITS_FIRST[word], self._cells(parts[1:]), digits)]

    def _pairs(self, word: str, parts: Item) -> list[Use]:
        cells = self._cells(parts)
        order = {cell: place for place, cell in reversed(list(enumerate(cells)))}
        pairs = [(a, b) for a in sorted(order) for b in self._beside(a) if a < b and b in order]
        if len(cells) == 2 and not pairs and self._touch_at_a_corner(*cells):
            pairs = [(cells[0], cells[1])]
        if alone := [cell for cell in order if not any(cell in pair for pair in pairs)]:
            name = self.frame.cell_text(alone[0])
            raise ValueError(f"{word} has {name}, which shares no edge with another of its cells")
        if not pairs:
            raise ValueError(f"{word} has no cells that share an edge")
        if word == "GreaterThan":
            return [Use("inequality", tuple(sorted(pair, key=order.__getitem__))) for pair in pairs]
        return [Use(PAIRS[word], pair) for pair in pairs]

    def _tables(self, word: str, parts: Item, *, swapped: bool = False) -> list[Use]:
        table = table_in(parts[0], self.board.size, swapped=swapped)
        lines = self._named_lines(parts[1:])
        return [Use(TABLES[word], self._cells(line), table, title=title) for title, line in lines]

    def _from_both_ends(self, word: str, parts: Item) -> list[Use]:
        no_more(word, parts[3:])
        line = self._line(word, parts[0])
        ends = [(line, number) for number in parts[1:2]] + [(line[::-1], number) for number in parts[2:3]]
        uses = [Use(FROM_BOTH_ENDS[word], cells, integer_in(word, number)) for cells, number in ends if number]
        if not uses:
            raise ValueError(f"{word} is not complete: it has no number")
        return uses

    def _groups_of_cells(self, word: str, parts: Item) -> list[Use]:
        return [Use(GROUPS[word], groups=self._segments(parts))]

    # --- Words of their own ---

    def _pillarrow(self, parts: Item) -> list[Use]:
        length, cells = integer_in("PillArrow", parts[0]), self._cells(parts[1:])
        return [Use("pill arrow", (*sorted(cells[:length]), *cells[length:]), length)]

    def _binary(self, parts: Item) -> list[Use]:
        return self._tables("Pair", parts, swapped=True)

    def _binaryx(self, parts: Item) -> list[Use]:
        return self._tables("PairX", parts, swapped=True)

    def _nfa(self, parts: Item) -> list[Use]:
        lines = self._named_lines(parts[1:])
        return [Use("automaton", value=parts[0], groups=self._segments(line), title=title) for title, line in lines]

    def _regex(self, parts: Item) -> list[Use]:
        try:
            pattern = decoded(parts[0]).decode()
        except ValueError:
            raise ValueError(f"the expression of Regex, {parts[0][:10]!r}, is not in base64") from None
        return [Use("regular expression", self._cells(line), pattern) for _, line in self._named_lines(parts[1:])]

    def _sandwich(self, parts: Item) -> list[Use]:
        no_more("Sandwich", parts[2:])
        return [Use("sandwich", self._line("Sandwich", parts[1]), integer_in("Sandwich", parts[0]))]

    def _littlekiller(self, parts: Item) -> list[Use]:
        cells = self._cells(parts[1:])
        line = diagonal_from(self.frame, cells[0]) if len(cells) == 1 else cells
        return [Use("little killer", line, integer_in("LittleKiller", parts[0]))]

    def _diagonal(self, parts: Item) -> list[Use]:
        no_more("Diagonal", parts[1:])
        which = {1: "/", -1: "\\"}.get(integer_in("Diagonal", parts[0]))
        if not which:
            raise ValueError(f"Diagonal~{shortened(parts[0])} is not known: 1 rises, -1 falls")
        return [Use("diagonal", value=which)]

    def _quad(self, parts: Item) -> list[Use]:
        group, row, column = self.frame.place(self._cell(parts[0]))
        square = [self.frame.at(group, row + down, column + right) for down in (0, 1) for right in (0, 1)]
        cells = tuple(cell for cell in square if cell is not None)
        if len(cells) < 4:
            raise ValueError(f"Quad begins at {shortened(parts[0])}, where no four cells meet")
        digits = tuple(integer_in("Quad", digit) for digit in parts[1:])
        if not digits:
            raise ValueError("Quad is not complete: it has no digits")
        return [Use("quadruple", cells, digits)]

    def _indexing(self, parts: Item) -> list[Use]:
        if parts[0] not in ("C", "R"):
            raise ValueError(f"Indexing~{shortened(parts[0])} is not known: C is for columns, R for rows")
        return [Use("indexing column" if parts[0] == "C" else "indexing row", self._cells(parts[1:]))]

    def _samevalues(self, parts: Item) -> list[Use]:
        cells, sets = self._cells(parts[1:]), integer_in("SameValues", parts[0])
        if sets < 1 or not cells or len(cells) % sets:
            raise ValueError(f"SameValues has {len(cells)} cells in {sets} sets")
        each = len(cells) // sets
        groups = tuple(cells[place : place + each] for place in range(0, len(cells), each))
        return [Use("clone" if each == 1 else "same digits", groups=groups)]

    def _connectedvalues(self, parts: Item) -> list[Use]:
        no_more("ConnectedValues", parts[3:])
        members, _ = self.frame.group_cells(parts[0])
        digits = tuple(integer_in("ConnectedValues", digit) for digit in parts[1].split("_"))
        count = integer_in("ConnectedValues", parts[2]) if len(parts) > 2 and parts[2] else 0
        return [Use("connected", tuple(members), (count, *digits))]

    def _chaosarrow(self, parts: Item) -> list[Use]:
        return [self._of_chaos("ChaosArrow", "chaos arrow", parts)]

    def _chaoscount(self, parts: Item) -> list[Use]:
        return [self._of_chaos("ChaosCount", "chaos count", parts)]

    def _of_chaos(self, word: str, rule: str, parts: Item) -> Use:
        offset = integer_in(word, parts[1]) if len(parts) > 1 and parts[1] else 0
        if offset not in (0, 1):
            raise ValueError(f"{word} has {offset} where 0 or 1 is needed")
        cells, groups = (self._cell(parts[0]),), self._segments(parts[2:]) if parts[2:] else ()
        if not all(groups):
            raise ValueError(f"{word} has an arm without cells")
        return Use(rule, cells, offset, groups)

    def _fullrankties(self, parts: Item) -> list[Use]:
        no_more("FullRankTies", parts[1:])
        return [Use("full rank ties", value=parts[0])]

    # --- Parts ---

    def _givens(self, parts: Item) -> list[Use]:
        """Digits of the grid go to the board; several for a cell, and those beside the grid, are masks at the end."""
        givens = list(self.board.givens)
        for cell, digits in map(self._restricted, parts):
            digit = digits[0] - self.frame.lowest + 1
            if len(digits) == 1 and cell < self.frame.cells and givens[cell] in (0, digit):
                givens[cell] = digit
            else:
                self.masks.append(Use("digits", (cell,), digits))
        self.board = replace(self.board, givens=tuple(givens))
        return []

    def _restricted(self, part: str) -> tuple[int, tuple[int, ...]]:
        name, *words = part.split("_")
        cell, digits = self._cell(name), tuple(integer_in("a given", word) for word in words)
        if not digits:
            raise ValueError(f"{shortened(part)!r} has no digit: the line is cut, or it is something else")
        values = self.board.values
        if wrong := [digit for digit in digits if digit not in values]:
            raise ValueError(f"{self.frame.cell_name(cell)}: value {wrong[0]} is not in {values[0]}..{values[-1]}")
        return cell, digits

    def _named_lines(self, parts: Item) -> list[tuple[str, Item]]:
        """Lines of cells with an empty part between them, and the name that stands before them."""
        lines: list[tuple[str, Item]] = []
        title, goes_on = "", False
        for part in parts:
            if part.startswith("_"):
                title, goes_on = unquoted(part[1:]), False
            elif not part:
                goes_on = False
            elif goes_on:
                lines[-1][1].append(part)
            else:
                lines.append((title, [part]))
                goes_on = True
        if not lines:
            raise IndexError
        return lines

    def _segments(self, parts: Item) -> tuple[Cells, ...]:
        """Groups of cells with a dash, or an empty part, between them."""
        groups: list[list[int]] = [[]]
        for part in parts:
            if part in ("-", ""):
                groups.append([])
            else:
                groups[-1].append(self._cell(part))
        return tuple(map(tuple, groups))

    def _line(self, word: str, which: str) -> Cells:
        match = re.fullmatch(r"([RC])([1-9a-g]|1\d)(?:,-?1)?", which)
        number = int(match[2], 10 if match[2].isdecimal() else 17) - 1 if match else -1
        lines = (rows if match and match[1] == "R" else columns)(self.frame.rows, self.frame.columns)
        if not 0 <= number < len(lines):
            raise ValueError(f"{word} has line {shortened(which)!r}, which is not on the board")
        return lines[number]

    def _cells(self, parts: Sequence[str]) -> Cells:
        return tuple(self._cell(part) for part in parts)

    def _cell(self, name: str) -> int:
        cell = self.frame.cell(name)
        if self.shifted is None:
            return cell
        group, row, column = self.frame.place(cell)
        moved = self.frame.at(group, row + self.shift[0], column + self.shift[1])
        if group != self.shifted or moved is None:
            raise ValueError(f"Replicate moves {name} off the board")
        return moved

    def _beside(self, cell: int) -> list[int]:
        group, row, column = self.frame.place(cell)
        steps = ((-1, 0), (1, 0), (0, -1), (0, 1))
        around = [self.frame.at(group, row + down, column + right) for down, right in steps]
        return sorted(one for one in around if one is not None)

    def _touch_at_a_corner(self, one: int, other: int) -> bool:
        (group, row, column), (to, to_row, to_column) = self.frame.place(one), self.frame.place(other)
        return group == to and abs(row - to_row) == 1 == abs(column - to_column)


SPECIAL = (
    *("PillArrow", "Binary", "BinaryX", "NFA", "Regex", "Sandwich", "LittleKiller", "Diagonal", "Quad", "Indexing"),
    *("SameValues", "ConnectedValues", "ChaosArrow", "ChaosCount", "FullRankTies"),
)
"""Words with parts of their own."""

KNOWN = (*WHOLE_BOARD, *_SIMPLE, *SPECIAL, *LAYOUT, *IGNORED, "Given", "Or", "And", "Replicate", "End")
"""Every word that is read."""
