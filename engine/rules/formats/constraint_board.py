"""The board of a constraint text: its frame, its regions, and the rules that these bring."""

from __future__ import annotations

import re
from urllib.parse import unquote

from ..frame import Frame, Group, box_sides
from ..geometry import Cells, blocks
from ..named.regions import with_chaos, with_doppelgangers
from ..named.rule import Use
from ..named.words import integer_in, no_more, shortened
from ..variant import Variant

LAYOUT = ("Shape", "Var", "NoBoxes", "RegionSize", "Jigsaw", "ChaosConstruction", "Doppelganger")
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
