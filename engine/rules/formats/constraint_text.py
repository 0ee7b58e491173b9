"""Variants as constraint text: `.Cage~15~R1C1~R1C2.Thermo~R5C5~R4C5.~R1C1_5`.

It is the notation of Interactive-Sudoku-Solver: each constraint after a dot, its parts after tildes. Blanks, line
ends and lines that begin with # count for nothing. The words of rules stand in their rows (`engine.rules.named`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from urllib.parse import unquote

from ..frame import Cells, Frame, Group, blocks, box_sides, with_chaos, with_doppelgangers, with_other_values
from ..named.parts import Names, integer_in, no_more, quoted, said, shortened
from ..named.rule import Board, Use, bits_of
from ..named.words import restricted
from ..solving import MOST_CONSTRAINTS
from ..variant import RULES, Variant, spelled_out, with_named

LAYOUT = ("Shape", "Var", "NoBoxes", "RegionSize", "Jigsaw", "ChaosConstruction", "Doppelganger", "OtherValues")
"""The words that say something of the board."""

Item = list[str]
"""The word of a constraint and its parts, or the parts alone."""


def board_of(items: list[Item]) -> tuple[Variant, list[Use]]:
    """Return the board without the rules of lines and cells, and the rules that its frame or its regions bring.

    ValueError for a board that no puzzle has.
    """
    by_word: dict[str, list[Item]] = {}
    for word, *parts in items:
        by_word.setdefault(word, []).append(parts)
    frame = _frame(by_word)
    sizes = {integer_in("RegionSize", "".join(parts)) for parts in by_word.get("RegionSize", [])}
    if len(sizes) > 1:
        raise ValueError("RegionSize is given twice")
    size = sizes.pop() if sizes else max(frame.rows, frame.columns)
    uses: list[Use] = []
    for word in ("NoBoxes", "ChaosConstruction", "Doppelganger"):
        for parts in by_word.get(word, []):
            no_more(word, parts)
    if size < 1:
        raise ValueError(f"RegionSize {size} is not known: regions have a cell or more")
    regions = () if "NoBoxes" in by_word or not frame.lines else _boxes(frame, size)
    for parts in by_word.get("Jigsaw", []):
        pieces = _jigsaw(parts, frame, size)
        if regions:
            uses += [Use("all different", piece) for piece in pieces]
        else:
            regions = pieces
    if "ChaosConstruction" in by_word:
        frame = with_chaos(frame)
        uses.append(Use("chaos construction", value=size))
    if "Doppelganger" in by_word:
        frame = with_doppelgangers(frame)
        uses.append(Use("doppelganger"))
    for number, *more in by_word.get("OtherValues", []):
        no_more("OtherValues", more)
        frame = with_other_values(frame)
        uses.append(Use("other values", value=integer_in("OtherValues", number)))
    return Variant(frame.digits, regions, givens=(0,) * frame.cells, frame=frame), uses


def _frame(by_word: dict[str, list[Item]]) -> Frame:
    shapes = {tuple(part for part in parts) for parts in by_word.get("Shape", [["9x9"]])}
    if len(shapes) > 1:
        raise ValueError("Shape is given twice, and says different things")
    sides, digits, kind, *more = (*shapes.pop(), "", "", "")
    match, numbers = re.fullmatch(r"(\d{1,2})x(\d{1,2})", sides), re.fullmatch(r"(?:(\d{1,3})-)?(\d{1,3})|", digits)
    if not match or not numbers or kind not in ("", "Sudoku", "Raw") or any(more):
        raise ValueError(
            f"Shape {shortened('~'.join((sides, digits, kind)).rstrip('~'))} is not known: it is like 6x8 or 9x9~0-8"
        )
    high, wide = int(match[1]), int(match[2])
    lowest = int(numbers[1]) if numbers[1] else 1
    count = int(numbers[2]) - lowest + 1 if numbers[2] else max(high, wide)
    frame = Frame(high, wide, count, lowest, lines=kind != "Raw")
    for parts in by_word.get("Var", []):
        prefix, label, extent, *more = (*parts, "", "", "")
        sized = re.fullmatch(r"(?:(\d{1,2})x)?(\d{1,3})|", extent)
        if not re.fullmatch("[A-Z]+", prefix) or not sized or any(more):
            raise ValueError(f"Var {shortened('~'.join(parts))} is not known: it is like Var~X~name~9")
        down, across = int(sized[1] or 1), int(sized[2] or 1)
        group = Group(f"V{prefix}", down * across, across if sized[1] else 0, unquote(label))
        frame = frame.with_groups(group)
    return frame


def _boxes(frame: Frame, size: int) -> tuple[Cells, ...]:
    sides = box_sides(frame.rows, frame.columns, size)
    return tuple(blocks(frame.rows, *sides, frame.columns)) if sides else ()


def _jigsaw(parts: Item, frame: Frame, size: int) -> tuple[Cells, ...]:
    layout = "".join(parts[-1:])
    if len(layout) != frame.cells:
        raise ValueError(f"Jigsaw has {len(layout)} cells, not {frame.cells}")
    pieces = [tuple(c for c, name in enumerate(layout) if name == one) for one in dict.fromkeys(layout)]
    wrong = [piece for piece in pieces if len(piece) != size]
    if len(pieces) > 1 and len(wrong) > 1:
        raise ValueError(f"Jigsaw has a region that is not of {size} cells")
    return tuple(piece for piece in pieces if len(piece) == size)


IGNORED = {"SearchPriority": "SearchPriority only says where a search begins"}
"""Words that say nothing of the rules."""

WORDS = {word.name: (rule.name, word) for rule in RULES.values() for word in rule.text if word.read}
"""The rule of each word that is read by itself."""

KNOWN = (*filter(None, WORDS), *LAYOUT, *IGNORED, "Given", "Or", "And", "Replicate", "End")
"""Every word that is read."""

WORDLESS = tuple(rule.name for rule in RULES.values() if rule.house and not rule.text)
"""Rules without a word, written as lines of different digits."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmnopqrstuvwxyz"
"""The names of regions, one character each; catalogues of every release have stored jigsaws with them."""


# --- Reading ------------------------------------------------------------------------------------------------------


def read(text: str) -> Variant:
    """Return the variant of a text. ValueError for what is not constraint text, and for a rule that is not known."""
    return reading(text)[0]


def reading(text: str) -> tuple[Variant, list[str]]:
    """Return the variant of a text, and what of it says nothing of the rules. ValueError as from `read`."""
    items = items_of(text)
    if len(items) > MOST_CONSTRAINTS:
        raise ValueError(f"{len(items):,} constraints: {MOST_CONSTRAINTS:,} are the most")
    board, layout_uses = board_of(items)
    reader = _Reader(board)
    _check_depth(items)
    uses = reader.uses(iter([item for item in items if item[0] not in LAYOUT]), nested=False)
    variant = replace(reader.board, uses=(*layout_uses, *uses, *reader.masks))
    return with_named(variant, WORDLESS), reader.ignored


def items_of(text: str) -> list[Item]:
    """Return each constraint as its word and its parts. ValueError for text that does not begin with a dot."""
    text = "".join("".join(line for line in text.splitlines() if not line.lstrip().startswith("#")).split())
    if not text.startswith("."):
        raise ValueError(f"constraint text begins with a dot, not with {text[:10]!r}")
    return [
        ["" if word == "Given" else word, *parts]
        for word, *parts in (item.split("~") for item in text[1:].split(".") if item)
    ]


_DEEPEST = 50


def _check_depth(items: Sequence[Item]) -> None:
    """ValueError for groups in groups that nobody writes: each of them is read by a call in a call."""
    depth = 0
    for word, *_ in items:
        depth += (word in ("Or", "And", "Replicate")) - (word == "End")
        if depth > _DEEPEST:
            raise ValueError(f"groups are nested more than {_DEEPEST} deep")


class _Reader:
    """Reads item after item; givens go to the board, all else is a use of a rule."""

    def __init__(self, board: Variant) -> None:
        self.board = board
        self.names = Names(board.frame)
        self.masks: list[Use] = []
        self.ignored: list[str] = []

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
        if word in IGNORED:
            self.ignored.append(IGNORED[word])
            return []
        if word not in WORDS:
            raise ValueError(f"rule {shortened(word)!r} is not known")
        rule, form = WORDS[word]
        try:
            return form.read(rule, parts, self.names) if form.read else []
        except IndexError:
            raise ValueError(f"{word} is not complete: it needs more cells or numbers") from None

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
        names, frame = self.names, self.board.frame
        origin = frame.cell(parts[1] if len(parts) > 1 else "R1C1")
        group, row, column = frame.place(origin)
        members = frame.group_cells(group)[0]
        uses: list[Use] = []
        kept = names.shift, names.shifted
        for step in bits_of(parts[0]):
            if origin + step not in members:
                raise ValueError("Replicate has a target that is not on the board")
            _, to_row, to_column = frame.place(origin + step)
            (down, right), _ = kept
            names.shift, names.shifted = (down + to_row - row, right + to_column - column), group
            for item in (inner := iter(within)):
                uses += self._item(item, inner, nested=True)
        names.shift, names.shifted = kept
        return uses

    def _givens(self, parts: Item) -> list[Use]:
        """Digits of the grid go to the board; several for a cell, and those beside the grid, are masks at the end."""
        givens, frame = list(self.board.givens), self.board.frame
        for cell, digits in (restricted(part, self.names) for part in parts):
            digit = digits[0] - frame.lowest + 1
            if len(digits) == 1 and cell < frame.cells and givens[cell] in (0, digit):
                givens[cell] = digit
            else:
                self.masks.append(Use("digits", (cell,), digits))
        self.board = replace(self.board, givens=tuple(givens))
        return []


# --- Writing ------------------------------------------------------------------------------------------------------


def write(variant: Variant) -> str:
    """Return the constraint text of a variant, one line. ValueError for a rule that it has no words for.

    Regions that overlap become lines of different digits.
    """
    frame = variant.frame
    parts = [] if frame.name == "9x9" else [said("Shape", frame.name)]
    for group in frame.groups:
        if group.prefix.startswith("V"):
            extent = f"{group.count // group.columns}x{group.columns}" if group.columns else str(group.count)
            parts.append(said("Var", group.prefix[1:], quoted(group.label), extent))
    chaos = next((use.value for use in variant.uses if use.rule == "chaos construction"), None)
    region = chaos or (len(variant.regions[0]) if variant.regions else None)
    if region and region != max(frame.rows, frame.columns):
        parts.append(said("RegionSize", region))
    parts += _regions(variant)
    parts += [_written(use, variant) for use in spelled_out(variant, WORDLESS)]
    values = frame.values
    given = [f"{frame.cell_text(cell)}_{values[digit - 1]}" for cell, digit in enumerate(variant.givens) if digit]
    return "".join(parts) + (said("", *given) if given else "") or "."


def _regions(variant: Variant) -> Iterable[str]:
    frame, regions = variant.frame, variant.regions
    size = len(regions[0]) if regions else max(frame.rows, frame.columns)
    sides = box_sides(frame.rows, frame.columns, size) if frame.lines else None
    usual = tuple(blocks(frame.rows, *sides, frame.columns)) if sides else ()
    if regions == usual:
        return
    if usual:
        yield said("NoBoxes")
    cells = list(chain.from_iterable(regions))
    if len(set(cells)) < len(cells) or len({len(region) for region in regions}) > 1:
        yield from (_written(Use("all different", region), variant) for region in regions)
    elif regions:
        number_of = {cell: number for number, region in enumerate(regions) for cell in region}
        rest = len(regions)  # cells of no region have the name that is left
        yield said("Jigsaw", "".join(LETTERS[number_of.get(cell, rest)] for cell in range(frame.cells)))


def _written(use: Use, board: Board) -> str:
    """The text of a rule in the first of its words that says it."""
    if use.rule == "or":
        inner = ["".join(_written(one, board) for one in some) for some in use.alternatives]
        return ".Or" + "".join(f".And{one}.End" for one in inner) + ".End"
    rule = RULES[use.rule]
    if use.value is None and rule.default:
        use = replace(use, value=rule.default(board.size))
    texts = (word.write(use, board.frame) for word in rule.text if word.write)
    text = next(filter(None, texts), None)
    if text is None:
        raise ValueError(f"constraint text has no words for the rule {use.rule!r}")
    return text
