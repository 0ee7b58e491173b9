"""The picture of a variant: the board, marks of rules, digits and clues outside, from the lowest figure to the topmost.

Marks are those that players know, and stand in the rows of rules (`engine.rules.named`). SVG, PNG and books draw the
figures, each in its own way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain

from .frame import Frame
from .geometry import Cells
from .model import House
from .named.figures import (
    INK,
    PIXEL,
    WHITE,
    Figure,
    Lines,
    Mark,
    Point,
    Spot,
    Text,
    box,
    centre,
    path,
    sign,
    square,
)
from .named.rule import Use
from .variant import RULES, Variant

_MARKED, _CLUE, _FILLED, _THIN = "#d3e5fb", "#1a4fa3", "#1d7a35", "#9a9a9a"


def figures(
    variant: Variant, digits: Sequence[int] | None = None, *, marked: Cells = (), clue_ink: str = _CLUE
) -> Iterator[Figure]:
    """Yield the figures of a variant from the lowest to the topmost, with the digits of a board too.

    The `marked` cells are coloured.
    """
    wide = variant.frame.columns
    drawn = drawn_uses(variant)
    yield from (square(cell, wide, 0, _MARKED) for cell in marked)
    yield from _all_under(drawn, variant)
    yield from borders(variant)
    yield from _digits(variant, digits, clue_ink)
    yield from _all_cages(drawn, variant)
    yield from _all_over(drawn, variant)
    yield from _numbers(drawn, variant)
    yield from _outside(drawn, variant.frame)


def layers(variant: Variant) -> tuple[list[Figure], list[Figure]]:
    """Return the figures of the rules alone, for a board that another program draws.

    The first ones mix with the cells: white is no colour in them. The others cover the cells and their borders.
    """
    drawn = drawn_uses(variant)
    mixed = [*_all_under(drawn, variant), *_all_cages(drawn, variant), *_numbers(drawn, variant)]
    return [*mixed, *_outside(drawn, variant.frame)], list(_all_over(drawn, variant))


def board(variant: Variant) -> Iterator[Figure]:
    """Yield the lines of the board and its clues, without the rules."""
    yield from borders(variant)
    yield from _digits(variant, None, INK)


def labelled(variant: Variant) -> frozenset[int]:
    """Return the cells that have a text of a rule in their upper left corner."""
    return frozenset(_texts(drawn_uses(variant), variant))


def drawn_uses(variant: Variant) -> list[Use]:
    """Return the rules with marks, also from the branches of "or", but no rule that needs cells beside the grid."""
    cells = variant.frame.cells
    return [use for use in _branches(variant.uses) if all(cell < cells for cell in cells_of(use))]


def cells_of(use: Use) -> Iterator[int]:
    """Yield the cells of a rule and of its groups."""
    yield from use.cells
    for group in use.groups:
        yield from group


def _branches(uses: Iterable[Use]) -> Iterator[Use]:
    for use in uses:
        if use.rule == "or":
            for alternative in use.alternatives:
                yield from _branches(alternative)
        else:
            yield use


def margin(variant: Variant) -> int:
    """How many cells the clues outside need on each side: 1 or 0."""
    return int(any(map(_is_outside, drawn_uses(variant))))


def _is_outside(use: Use) -> bool:
    return RULES[use.rule].is_clue


def borders(variant: Variant) -> Iterator[Figure]:
    """Thin lines between cells, then thick ones around regions and the board."""
    high, wide, region_of = variant.frame.rows, variant.frame.columns, variant.region_of
    across = [((0, at), (wide, at)) for at in range(1, high)]
    down = [((at, 0), (at, high)) for at in range(1, wide)]
    yield Lines([*across, *down], _THIN, PIXEL)
    thick: list[Sequence[Point]] = []
    for row in range(high + 1):
        for column in range(wide + 1):
            if region_of(row - 1, column) != region_of(row, column):
                thick.append(((column, row), (column + 1, row)))
            if region_of(row, column - 1) != region_of(row, column):
                thick.append(((column, row), (column, row + 1)))
    yield Lines(_joined(thick), INK, 4 * PIXEL)


def _digits(variant: Variant, digits: Sequence[int] | None, clue_ink: str) -> Iterator[Figure]:
    for cell in range(variant.frame.cells):
        given = variant.givens[cell] if variant.givens else 0
        if shown := given or (digits[cell] if digits else 0):
            ink = clue_ink if given else _FILLED
            at = centre(cell, variant.frame.columns)
            yield Text(at, variant.frame.symbol(shown), 0.58, ink, bold=bool(given))


# --- Marks -------------------------------------------------------------------------------------------------------


def _spots(drawn: Sequence[Use], variant: Variant) -> Iterator[tuple[Mark, Spot]]:
    seen: Counter[str] = Counter()
    for use in drawn:
        yield RULES[use.rule].mark, Spot(use, variant, seen[use.rule], partial(_houses, use, variant))
        seen[use.rule] += 1


def _houses(use: Use, variant: Variant) -> list[Cells]:
    made = RULES[use.rule].make(variant, use)
    return [constraint.cells for constraint in made if isinstance(constraint, House)]


def _all_under(drawn: Sequence[Use], variant: Variant) -> Iterator[Figure]:
    return chain.from_iterable(mark.under(spot) for mark, spot in _spots(drawn, variant) if mark.under)


def _all_over(drawn: Sequence[Use], variant: Variant) -> Iterator[Figure]:
    return chain.from_iterable(mark.over(spot) for mark, spot in _spots(drawn, variant) if mark.over)


# --- Numbers that rules carry ------------------------------------------------------------------------------------


def _numbers(uses: Sequence[Use], variant: Variant) -> Iterator[Figure]:
    """The text in the upper left corner of the first cell of a rule; of several rules in one line, with blanks."""
    columns = variant.frame.columns
    made = [tuple(_label(cell, columns, " ".join(texts))) for cell, texts in _texts(uses, variant).items()]
    yield from (ground for ground, _ in made)
    yield from (text for _, text in made)


def _texts(uses: Sequence[Use], variant: Variant) -> dict[int, list[str]]:
    labels: dict[int, list[str]] = {}
    for use in uses:
        rule, cells = RULES[use.rule], list(cells_of(use))
        text = rule.label(use, variant) if cells and not rule.is_clue else ""
        for cell in _labelled(rule.mark, cells) if text else ():
            labels.setdefault(cell, []).append(text)
    return labels


def _labelled(mark: Mark, cells: list[int]) -> list[int]:
    """The cells that have the label of a rule."""
    return cells if mark.labels_each else [min(cells) if mark.outlined else cells[0]]


def _all_cages(drawn: Sequence[Use], variant: Variant) -> Iterator[Figure]:
    """The dashed outlines of cages, in one figure."""
    cages = [use for use in drawn if RULES[use.rule].mark.outlined]
    lines = [line for use in cages for line in _outline(use.cells, variant.frame)]
    if lines:
        yield Lines(lines, INK, 1.3 * PIXEL, dashed=True)


def _outline(cells: Iterable[int], frame: Frame) -> Sequence[Sequence[Point]]:
    """The outline of a cage, inside its cells."""
    size = frame.columns
    own, inset = set(cells), 5 * PIXEL
    parts: list[Sequence[Point]] = []
    for cell in sorted(own):
        top, left = divmod(cell, size)

        def has(down: int, right: int, row: int = top, column: int = left) -> bool:
            inside = 0 <= row + down < frame.rows and 0 <= column + right < size
            return inside and (row + down) * size + column + right in own

        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if has(down, right):
                continue
            ends: list[float] = []
            for side in (-1, 1):
                straight = (0, side) if down else (side, 0)
                across = (down or side, right or side)
                # The outline turns in the cell, or goes on into the neighbour, and where the cage turns further.
                ends.append(inset if not has(*straight) else -inset if has(*across) else 0)
            low, high = ends[0], 1 - ends[1]
            at = inset if (down or right) < 0 else 1 - inset
            parts.append(
                ((left + low, top + at), (left + high, top + at))
                if down
                else ((left + at, top + low), (left + at, top + high))
            )
    return _joined(parts)


def _joined(segments: Sequence[Sequence[Point]]) -> list[Sequence[Point]]:
    """Segments put together into lines that are as long as can be, without the points on the way that do not turn."""
    at: dict[Point, list[Sequence[Point]]] = {}
    for segment in segments:
        for end in segment:
            at.setdefault(end, []).append(segment)
    left = dict.fromkeys(map(tuple, segments))
    lines: list[Sequence[Point]] = []
    while left:
        line = list(left.popitem()[0])
        for _ in range(2):
            while following := next((one for one in at[line[-1]] if tuple(one) in left), None):
                del left[tuple(following)]
                line.append(following[1] if following[0] == line[-1] else following[0])
            line.reverse()
        lines.append([point for place, point in enumerate(line) if not _goes_on(line[place - 1 : place + 2])])
    return lines


def _goes_on(points: Sequence[Point]) -> bool:
    """Whether three points lie on a row or column."""
    return len(points) == 3 and (len({x for x, _ in points}) == 1 or len({y for _, y in points}) == 1)


def _outside(uses: Sequence[Use], frame: Frame) -> Iterator[Figure]:
    """The numbers of clues before their lines, one below the other if several have the same place."""
    numbers: dict[Point, list[str]] = {}
    for use in filter(_is_outside, uses):
        (x, y), (dx, dy) = _begin_and_way(use, frame)
        numbers.setdefault((x - dx, y - dy), []).append(str(use.value))
        if dx and dy:
            x, y = x - dx * 0.55, y - dy * 0.55
            yield path([(x - dx * 0.2, y - dy * 0.2), (x, y)], INK, 2)
            yield path([(x - dx * 0.125, y), (x, y), (x, y - dy * 0.125)], INK, 2)
    for (x, y), texts in numbers.items():
        height = 0.36 if len(texts) == 1 else 0.6 / len(texts)
        for place, text in enumerate(texts):
            yield Text((x, y + height * (place - (len(texts) - 1) / 2)), text, height, INK)


def _begin_and_way(use: Use, frame: Frame) -> tuple[Point, tuple[int, int]]:
    """The middle of the first cell of a clue, and the way from it along the line: right and down, -1 to 1."""
    wide = frame.columns
    (x, y), (next_x, next_y) = centre(use.cells[0], wide), centre(use.cells[-1], wide)
    if len(use.cells) == 1:  # a diagonal of one cell, in a corner
        next_x, next_y = x + (1 if x < wide / 2 else -1), y + (1 if y < frame.rows / 2 else -1)
    return (x, y), (sign(next_x - x), sign(next_y - y))


def _label(cell: int, size: int, text: str) -> Iterator[Figure]:
    """A small text in the upper left corner of a cell, on white so that a dashed line does not cross it."""
    row, column = divmod(cell, size)
    left, top, height = column + 3 * PIXEL, row + 3 * PIXEL, 0.24
    yield box((left, top), (left + height * 0.6 * len(text) + 3 * PIXEL, top + height), WHITE)
    yield Text((left + PIXEL, top + height / 2), text, height, INK, from_left=True)
