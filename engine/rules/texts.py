"""Variants in text: rules stated with their cells, rules in words with their meanings, and boards in box characters.

A statement such as "cage 3 of r1c1, r1c2" says a rule for which a format has no mark, and `stated_in` reads it back;
marks show where it is, whatever the format draws them with. Only an automaton, and a choice within a choice, have none.
A drawing in characters has heavy borders of regions and light ones of cages, with the sum in the border of the first
cell; a dashed one goes through a cage. Its legend lists lines, and marks for which there is no room, by their cells.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, pairwise
from textwrap import wrap
from typing import NamedTuple

from ..words import ENGLISH, Words, words_in
from .coding import constraints_of
from .frame import Cells, cell_of, touch
from .named.rule import Board, Use, Value, shown, title_in
from .variant import RULES, Variant, cells_in, drawn_uses

_LONGEST = 4000
"""The most characters of a line that is read."""
_BEFORE_CHOICE, _ALL_CELLS, _NO_RULE = "one of: ", "all cells", "nothing"
_CELL = r"(?:r\d{1,2}c\d{1,2})"
_CELLS = rf"(?:{_ALL_CELLS}|{_CELL}(?:, {_CELL})*(?: and {_CELL}(?:, {_CELL})*)*)"


# --- Writing ------------------------------------------------------------------------------------------------------


def statement(use: Use, board: Board) -> str:
    """Return a rule with what it takes and its cells. It is read back unless it has cells beside the grid."""
    if use.rule == "or":
        return _BEFORE_CHOICE + " or ".join(together(some, board) for some in use.alternatives)
    parts = " ".join(filter(None, (use.rule, value_text(use, board))))
    groups = use.groups or ((use.cells,) if use.cells else ())
    every = tuple(range(board.frame.cells))
    names = [_ALL_CELLS if group == every else ", ".join(map(board.frame.cell_name, group)) for group in groups]
    cells = " and ".join(names)
    if use.groups and use.cells:
        cells = f"{board.frame.cell_name(use.cells[0])} by {cells}"
    return f"{parts} of {cells}" if cells else parts


def together(uses: Sequence[Use], board: Board) -> str:
    """Return rules that hold together, in one line."""
    return " and ".join(statement(use, board) for use in uses) or _NO_RULE


def value_text(use: Use, board: Board) -> str:
    """Return what a rule takes besides cells, "" for nothing."""
    rule = RULES[use.rule]
    text = rule.takes.text(rule.filled(use, board.size), board)
    return " ".join(filter(None, (use.title, text))) if rule.takes.titled else text


def paragraphs(uses: Sequence[Use], board: Board) -> list[str]:
    """Return the lines that state rules: for each rule its words, then a line for each use.

    ValueError for a rule without words, with cells beside the grid, or with more cells than a line has room for.
    """
    by_rule: dict[str, list[str]] = {}
    for use in uses:
        line = statement(use, board)
        read = _read(line, board)
        if len(line) > _LONGEST or read is None or [*constraints_of(board, read)] != [*constraints_of(board, use)]:
            inner = (one.rule for some in use.alternatives for one in some if not RULES[one.rule].takes.read)
            raise ValueError(f"the rule {next(inner, use.rule)!r} has no words for a link: constraint text keeps it")
        by_rule.setdefault(use.rule, []).append(f"- {line}")
    return [line for rule, lines in by_rule.items() for line in (_heading(rule), *lines)]


def _heading(rule: str) -> str:
    return f"{rule.capitalize()}: {RULES[rule].words}"


# --- Reading ------------------------------------------------------------------------------------------------------


class Stated(NamedTuple):
    """A rule that a text states, with the line that states it."""

    line: str
    use: Use


def stated_in(text: str, size: int) -> tuple[list[Stated], str]:
    """Return the rules that lines of a text state, and the rest of the text.

    A line states a rule if the words of that rule are a line of the text, too.
    """
    lines, found, rest = [line.strip() for line in text.split("\n")], [], []
    board, said = Board(size), set(lines)
    for line in lines:
        use = _read(line.removeprefix("- "), board) if line.startswith("- ") and len(line) <= _LONGEST else None
        if use is not None and _heading(use.rule) in said:
            found.append(Stated(line, use))
        else:
            rest.append(line)
    headings = {_heading(stated.use.rule) for stated in found}
    return found, "\n".join(line for line in rest if line not in headings)


def _read(line: str, board: Board) -> Use | None:
    """Read a statement, None for another text."""
    if line.startswith(_BEFORE_CHOICE):
        choices = [
            tuple(_read(one, board) for one in _split(" and ", some)) if some != _NO_RULE else ()
            for some in _split(" or ", line.removeprefix(_BEFORE_CHOICE))
        ]
        is_read = all(None not in some for some in choices)
        return Use("or", alternatives=tuple(choices)) if is_read else None  # type: ignore[arg-type]
    match = _pattern().fullmatch(line)
    if not match:
        return None
    rule, in_groups = match["rule"], RULES[match["rule"]].where == "groups"
    try:
        groups = _groups(match["cells"], board.size) if match["cells"] else ()
        title, value = _value_of(rule, match["value"] or "", board)
    except ValueError:
        return None
    if in_groups != bool(groups) and (in_groups or len(groups) > 1):
        return None
    if in_groups:
        return Use(rule, value=value, groups=groups, title=title)
    return Use(rule, groups[0] if groups else (), value, title=title)


def _split(between: str, text: str) -> list[str]:
    """The parts of a text between which a word stands and after it the name of a rule."""
    return re.split(rf"{between}(?=(?:{_names()}|{_NO_RULE})(?: |$))", text)


@cache
def _names() -> str:
    known = sorted((name for name, rule in RULES.items() if rule.takes.read and name != "or"), key=len, reverse=True)
    return "|".join(map(re.escape, known))


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(rf"(?P<rule>{_names()})(?: (?P<value>(?!of ).+?))?(?: of (?P<cells>{_CELLS}))?")


def _groups(text: str, size: int) -> tuple[Cells, ...]:
    if text == _ALL_CELLS:
        return (tuple(range(size * size)),)
    return tuple(tuple(cell_of(name, size) for name in group.split(", ")) for group in text.split(" and "))


def _value_of(name: str, text: str, board: Board) -> tuple[str, Value]:
    """The title and the value that a statement gives. ValueError for what is no value of the rule."""
    rule = RULES[name]
    if rule.takes.titled and rule.takes.read:
        return title_in(text), rule.takes.read(text, board)
    if text and rule.value and rule.takes.read:
        return "", rule.takes.read(text, board)
    if text or (rule.value and not rule.value.startswith("[")):
        raise ValueError(f"{name} takes {rule.value or 'nothing'}, not {text!r}")
    return "", None


# --- Marks that show where a stated rule is ------------------------------------------------------------------------


LINE_COLOUR = "#b9a450"
SHADES = ("#efe6b8", "#e6dca0", "#ded28a")
"""The colours of lines and of shaded cells, group by group; no rule that is drawn without words of its own has them."""


class Mark(NamedTuple):
    """A "line" of cells, "shade" over some, a "label" in the corner of a cell, or a text "outside" before a line."""

    kind: str
    cells: Cells
    text: str = ""
    """The colour of a shade."""


def marks_of(use: Use, board: Board) -> Iterator[Mark]:
    """Yield the marks of a rule; of a choice those of every part, none of a rule of the whole board."""
    rule, where = RULES[use.rule], RULES[use.rule].where
    if where == "alternatives":
        for one in chain.from_iterable(use.alternatives):
            yield from marks_of(one, board)
    elif rule.is_clue:
        yield Mark("outside", use.cells, str(use.value))
    elif where == "line" and _is_drawn(use.cells, board.frame.columns):
        yield Mark("line", use.cells)
    else:
        shaded = use.groups or ((use.cells,) if len(use.cells) < board.frame.cells else ())
        yield from (Mark("shade", cells, SHADES[n % len(SHADES)]) for n, cells in enumerate(shaded) if cells)
    text = (use.title or "*") if rule.takes.titled else value_text(use, board)
    cells = use.cells or (*use.groups, ())[0]
    if text and cells and where != "alternatives" and not rule.is_clue:
        yield Mark("label", cells[:1], text)


def _is_drawn(cells: Cells, wide: int) -> bool:
    """Whether each cell of a line touches the next."""
    steps = [(divmod(a, wide), divmod(b, wide)) for a, b in pairwise(cells)]
    return all(max(abs(r - to_r), abs(c - to_c)) == 1 for (r, c), (to_r, to_c) in steps)


# --- Rules and their meanings, as a page prints them ---------------------------------------------------------------


def in_words(variant: Variant, language: str = ENGLISH) -> list[str]:
    """Return each rule in use in words, with how often it is used if that is more than once on some cells.

    What a picture cannot show is spelled out: tables, expressions, the branches of "or", cells beside the grid. The
    last two are English in every language: they name rules as texts of rules do.
    """
    words = words_in(language)
    return [words.say("places", "line", name=name, said=said) for name, said in named_rules(variant, language)]


def named_rules(variant: Variant, language: str = ENGLISH) -> list[tuple[str, str]]:
    """Return the lines of `in_words` in two parts: the name of a rule, with how often, and what it says."""
    words = words_in(language)
    named = [(use, RULES[use.rule].spelled(use, variant)) for use in uses_by_name(variant)]
    counts = Counter(name for _, name in named)
    found: dict[str, tuple[str, str]] = {}
    for use, name in named:
        times = f"{counts[name]} x " if counts[name] > 1 and not RULES[use.rule].is_whole else ""
        found.setdefault(name, (times + words.rule(use.rule, name), _said(variant, use, name, named, words)))
    return [*found.values(), *_beside(variant)]


def _beside(variant: Variant) -> Iterator[tuple[str, str]]:
    """The cells beside the grid and their rules, in the words of texts of rules."""
    for group in variant.frame.groups:
        cells, _ = variant.frame.group_cells(group.prefix)
        last = f" to {variant.frame.cell_name(cells[-1])}" if len(cells) > 1 else ""
        yield "cells beside the grid", f"{variant.frame.cell_name(cells[0])}{last} {group.label}".rstrip()
    drawn = set(map(id, drawn_uses(variant)))
    plain = (use for use in uses_by_name(variant) if use.rule != "or" and id(use) not in drawn)
    beside = [*(statement(use, variant) for use in plain), *_titles(variant)]
    if beside:
        yield "with cells beside the grid", "; ".join(beside)


def uses_by_name(variant: Variant) -> list[Use]:
    """Return the rules that their names say: not those of a second layer or of values, which have titles."""
    return [use for use in variant.uses if not _titled(use, variant)]


def _titled(use: Use, variant: Variant) -> str:
    """The title of a rule, or the rule that it was made of with number and places; "" where its name says all."""
    if not use.title or RULES[use.rule].takes.titled:
        return ""
    name, _, number = use.title.partition(": ")
    if name not in RULES:
        return use.title
    last = (use, *(one for some in use.alternatives[-1:] for one in some))[-1]
    places = ", ".join(variant.frame.cell_name(cell) for cell in last.cells if cell < variant.frame.cells)
    return f"{name}{number and f' {number}'} of {places}, by values"


def _titles(variant: Variant) -> list[str]:
    """What titles say, each once; of the different digits of a cage with a total only that."""
    titles = dict.fromkeys(filter(None, (_titled(use, variant) for use in variant.uses)))
    totals = {title.partition(" of ")[2] for title in titles if not title.startswith("cage of ")}
    return [one for one in titles if not one.startswith("cage of ") or one.partition(" of ")[2] not in totals]


def _said(variant: Variant, use: Use, name: str, named: Sequence[tuple[Use, str]], words: Words) -> str:
    """The words of a rule; of "or" with what there is to choose from: its marks stand in the picture all together."""
    said = words.rule_meaning(use.rule) if words.language != ENGLISH else ""
    said = said or RULES[use.rule].words  # English until its line is there
    if use.rule != "or":
        return said
    same = [other.alternatives for other, its in named if its == name]
    choices = "; ".join(" or ".join(together(some, variant) for some in each) for each in same)
    return f"{said.rstrip('.')}: {choices}."


# --- Box characters -----------------------------------------------------------------------------------------------


COLUMNS = 80
"""The legend is as wide as a usual terminal."""

_WIDE = 4  # characters from a cell to the next
_JOINS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""Where borders meet: by the weight (0, 1 or 2) of the one up, right, down and left, the last counting the least."""
_ACROSS = ("   ", "───", "━━━", "╍╍╍")
_DOWN = (" ", "│", "┃", "╏")
_THROUGH_CAGE = 3  # the style of a border, or its weight

_INEQUALITY = {(0, 1): ">", (0, -1): "<", (1, 0): "v", (-1, 0): "^"}  # by where the lesser cell is


def boxes(variant: Variant, digits: Sequence[int]) -> str:
    """Draw digits with box characters, borders of regions and cages, dots and clues outside."""
    return _Drawing(variant, digits).text()


def described(variant: Variant, language: str = ENGLISH) -> str:
    """Draw a puzzle, with the legend and the rules in words below: all that a person needs to solve it."""
    words = [wrap(line, COLUMNS, subsequent_indent="  ") for line in in_words(variant, language)]
    return "\n".join([boxes(variant, variant.clues.tolist()), *legend(variant), *chain.from_iterable(words)])


def legend(variant: Variant) -> list[str]:
    """Return the lines that say where the marks are that `boxes` does not draw; `in_words` says what titles do."""
    drawing = _Drawing(variant, variant.clues.tolist())
    listed: dict[str, list[str]] = {}
    for use in drawing.listed:
        if not _titled(use, variant):
            name, cells = _spelled(use, variant)
            listed.setdefault(name, []).append(cells)
    lines = []
    if drawing.crosses_cages:
        lines.append("A cage goes on across a dashed border.")
    for name, several in listed.items():
        single = all(" " not in cells for cells in several)
        for cells in [" ".join(several)] if single else several:
            lines += wrap(f"{name}: {cells}", COLUMNS, subsequent_indent="  ")
    return lines


class _Drawing:
    """Characters by line and column; whatever finds no room is in `listed`."""

    def __init__(self, variant: Variant, digits: Sequence[int]) -> None:
        self.variant, self.high, self.size = variant, variant.frame.rows, variant.frame.columns
        self.characters: dict[tuple[int, int], str] = {}
        self.crosses_cages = False
        self.cage_of = _cages_apart(variant)
        self._draw_borders()
        for cell, digit in enumerate(digits[: variant.frame.cells]):
            row, column = divmod(cell, self.size)
            self.characters[2 * row + 1, _WIDE * column + 2] = variant.frame.symbol(digit)
        outside = {use.rule for use in variant.uses if RULES[use.rule].where == "outside"}
        marks = (use for use in variant.uses if not RULES[use.rule].is_whole)
        self.listed = [use for use in marks if not self._draw(use, several_outside=len(outside) > 1)]
        if self.listed and not outside & {use.rule for use in variant.uses if use not in self.listed}:
            for number in range(self.size):
                self._put(-1, _WIDE * number + 2, f"c{number + 1}")
            for number in range(self.high):
                self._put(2 * number + 1, -_WIDE, f"r{number + 1}")

    def text(self) -> str:
        """The lines, without those between rows that are empty."""
        left = min(column for _, column in self.characters)
        lines: dict[int, list[str]] = {}
        for (line, column), character in sorted(self.characters.items()):
            row = lines.setdefault(line, [])
            row += [" "] * (column - left - len(row)) + [character]
        return "\n".join(text for line in sorted(lines) if (text := "".join(lines[line]).rstrip()))

    # --- Borders ---

    def _draw_borders(self) -> None:
        for row in range(self.high + 1):
            for column in range(self.size + 1):
                up = self._border((row - 1, column - 1), (row - 1, column))
                down = self._border((row, column - 1), (row, column))
                left = self._border((row - 1, column - 1), (row, column - 1))
                right = self._border((row - 1, column), (row, column))
                weights = [min(style, 2) for style in (up, right, down, left)]
                join = _JOINS[27 * weights[0] + 9 * weights[1] + 3 * weights[2] + weights[3]]
                line, before = 2 * row, _WIDE * column
                self._put(line, before, join + (_ACROSS[right] if column < self.size else ""))
                if row < self.high:
                    self._put(line + 1, before, _DOWN[down])

    def _border(self, one: tuple[int, int], other: tuple[int, int]) -> int:
        cages = [self.cage_of.get(row * self.size + column) for row, column in (one, other) if self._has(row, column)]
        same_cage = len(cages) == 2 and cages[0] == cages[1]
        if self.variant.region_of(*one) == self.variant.region_of(*other):
            return int(len(cages) == 2 and not same_cage)
        if same_cage and cages[0] is not None:
            self.crosses_cages = True
            return _THROUGH_CAGE
        return 2

    def _has(self, row: int, column: int) -> bool:
        return 0 <= row < self.high and 0 <= column < self.size

    # --- Marks ---

    def _draw(self, use: Use, *, several_outside: bool) -> bool:
        """Draw a mark if the picture has room for it and says all about it."""
        if any(cell >= self.variant.frame.cells for cell in cells_in(use)):
            return False
        if use.rule == "cage":
            return self._label_cage(use)
        if RULES[use.rule].where == "outside":
            return not several_outside and self._write_outside(use)
        character = RULES[use.rule].character
        if len(use.cells) != 2 or use.value is not None or not character:
            return False
        (row, column), (to_row, to_column) = (divmod(cell, self.size) for cell in use.cells)
        towards = (to_row - row, to_column - column)
        if towards not in _INEQUALITY:
            return False
        at = (row + to_row + 1, _WIDE * (column + to_column) // 2 + 2)
        return self._write(*at, _INEQUALITY[towards] if character == "<" else character)

    def _label_cage(self, use: Use) -> bool:
        row, column = divmod(min(use.cells), self.size)
        is_drawn = min(use.cells) in self.cage_of
        return is_drawn and (use.value is None or self._write(2 * row, _WIDE * column + 1, str(use.value)))

    def _write_outside(self, use: Use) -> bool:
        (row, column), (to_row, to_column) = (divmod(cell, self.size) for cell in use.cells[:2])
        text = str(use.value)
        if to_row < row or to_row > row:
            return self._write(2 * self.high + 1 if to_row < row else -1, _WIDE * column + 2 - len(text) // 2, text)
        return self._write(2 * row + 1, _WIDE * self.size + 2 if to_column < column else -1 - len(text), text)

    def _put(self, line: int, column: int, text: str) -> None:
        for place, character in enumerate(text):
            self.characters[line, column + place] = character

    def _write(self, line: int, column: int, text: str) -> bool:
        """Write over borders, if no other mark is there."""
        there = (self.characters.get((line, column + place), " ") for place in range(len(text)))
        if len(text) >= _WIDE or not all(character in _JOINS + "╍╏" for character in there):
            return False
        self._put(line, column, text)
        return True


def _cages_apart(variant: Variant) -> dict[int, int]:
    """The number of the cage of each cell, of cages of touching cells that no other cage shares."""
    frame, cages = variant.frame, [use.cells for use in variant.uses if use.rule == "cage"]
    holds = Counter(cell for cage in cages for cell in set(cage))
    apart = {
        number: cage
        for number, cage in enumerate(cages)
        if all(cell < frame.cells and holds[cell] == 1 for cell in cage) and touch(set(cage), frame.rows, frame.columns)
    }
    return {cell: number for number, cage in apart.items() for cell in cage}


# --- The legend ----------------------------------------------------------------------------------------------------


def _spelled(use: Use, variant: Variant) -> tuple[str, str]:
    """A rule with what it takes, and its cells."""
    if use.rule == "or":
        some = ("; ".join(": ".join(_spelled(one, variant)) for one in each) or "nothing" for each in use.alternatives)
        return use.rule, " or ".join(some)
    if use.rule == "sum" and isinstance(use.value, tuple):
        terms = (f"{by}*{_cells((cell,), variant)}" for by, cell in zip(use.value[1:], use.cells, strict=True))
        return f"{use.rule} {use.value[0]}", " + ".join(terms)
    name = RULES[use.rule].spelled(use, variant)
    if name == use.rule and use.value is not None:
        name += f" {shown(use.value)}"
    groups = " = ".join(_cells(cells, variant) for cells in use.groups)
    return name, " by ".join(filter(None, (_cells(use.cells, variant), groups)))


def _cells(cells: Cells, variant: Variant) -> str:
    if cells == tuple(range(variant.frame.cells)):
        return "all cells"
    return " ".join(map(variant.frame.cell_name, cells))
