"""The picture of a variant: the board, marks of rules, digits and clues outside, from the lowest figure to the topmost.

Marks are those that players know, and stand in the rows of rules (`engine.rules.named`). SVG, PNG and books draw the
figures, each in its own way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from colorsys import hls_to_rgb, rgb_to_hls
from functools import partial
from html import escape
from itertools import product, zip_longest
from textwrap import wrap

from ..paths.drawing import Room, svg_overlay
from ..paths.record import Position, Step
from ..words import ENGLISH
from .coding import constraints_of
from .frame import Cells, Frame
from .model import House
from .named.figures import (
    INK,
    PIXEL,
    WHITE,
    Circle,
    Figure,
    Lines,
    Mark,
    Point,
    Spot,
    Text,
    around_clue,
    box,
    centre,
    path,
    sign,
    square,
)
from .named.rule import Use
from .texts import in_words
from .variant import RULES, Variant, cells_in, drawn_uses

_MARKED, _CLUE, _FILLED, _THIN = "#d3e5fb", "#1a4fa3", "#1d7a35", "#9a9a9a"


def figures(
    variant: Variant, digits: Sequence[int] | None = None, *, marked: Cells = (), clue_ink: str = _CLUE
) -> Iterator[Figure]:
    """Yield the figures of a variant from the lowest to the topmost, with the digits of a board too.

    The `marked` cells are coloured.
    """
    under, cages, over, numbers, outside = _marks(variant)
    yield from (square(cell, variant.frame.columns, 0, _MARKED) for cell in marked)
    yield from under
    yield from borders(variant)
    yield from _digits(variant, digits, clue_ink)
    yield from (*cages, *over, *numbers, *outside)


def layers(variant: Variant) -> tuple[list[Figure], list[Figure]]:
    """Return the figures of the rules alone, for a board that another program draws.

    The first ones mix with the cells: white is no colour in them. The others cover the cells and their borders.
    """
    under, cages, over, numbers, outside = _marks(variant)
    return [*under, *cages, *numbers, *outside], over


def board(variant: Variant) -> Iterator[Figure]:
    """Yield the lines of the board and its clues, without the rules."""
    yield from borders(variant)
    yield from _digits(variant, None, INK)


def labelled(variant: Variant) -> frozenset[int]:
    """Return the cells that have a text of a rule in their upper left corner."""
    return frozenset(_texts(drawn_uses(variant), variant))


_ABOVE, _BESIDE = 0.24, 0.18


def room_for_candidates(variant: Variant) -> Room:
    """Return what candidates leave free: a band above where a rule has a text in a corner, the sides where marks lie.

    Marks on edges and corners, and black rings in cells, take the sides; lines lie under candidates.
    """
    under, _, over, _, _ = _marks(variant)
    has_rings = any(isinstance(each, Circle) and each.stroke == INK for each in under)
    return Room(_ABOVE if labelled(variant) else 0, _BESIDE if over or has_rings else 0)


def margin(variant: Variant) -> int:
    """How many cells the clues outside need on each side: 1 or 0."""
    return int(any(RULES[use.rule].is_clue for use in drawn_uses(variant)))


def borders(variant: Variant) -> Iterator[Figure]:
    """Thin lines between cells, then thick ones around regions and the board."""
    high, wide, region_of = variant.frame.rows, variant.frame.columns, variant.region_of
    across = [((0, at), (wide, at)) for at in range(1, high)]
    down = [((at, 0), (at, high)) for at in range(1, wide)]
    yield Lines([*across, *down], _THIN, PIXEL)
    thick: list[Sequence[Point]] = []
    for row, column in product(range(high + 1), range(wide + 1)):
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


def _marks(variant: Variant) -> tuple[list[Figure], ...]:
    """What is under the digits, the outlines of cages, what is over them, numbers in corners, and clues outside."""
    drawn = drawn_uses(variant)
    seen: Counter[str] = Counter()
    spots: list[tuple[Mark, Spot]] = []
    for use in drawn:
        spots.append((RULES[use.rule].mark, Spot(use, variant, seen[use.rule], partial(_houses, use, variant))))
        seen[use.rule] += 1
    under = [figure for mark, spot in spots if mark.under for figure in mark.under(spot)]
    under.sort(key=lambda figure: not _is_ground(figure))
    over = [figure for mark, spot in spots if mark.over for figure in mark.over(spot)]
    lines = [line for mark, spot in spots if mark.outlined for line in _outline(spot.use.cells, variant.frame)]
    cages: list[Figure] = [Lines(lines, INK, 1.3 * PIXEL, dashed=True)] if lines else []
    return under, cages, over, _numbers(drawn, variant), list(_outside(drawn, variant.frame))


def _is_ground(figure: Figure) -> bool:
    """Whether a figure fills cells, so that lines have to lie over it."""
    return isinstance(figure, Lines) and bool(figure.fill) and not figure.stroke


def _houses(use: Use, variant: Variant) -> list[Cells]:
    return [constraint.cells for constraint in constraints_of(variant, use) if isinstance(constraint, House)]


# --- Numbers that rules carry ------------------------------------------------------------------------------------


def _numbers(uses: Sequence[Use], variant: Variant) -> list[Figure]:
    """The text in the upper left corner of the first cell of a rule; of several rules in one line, with blanks.

    It stands on white, so that a dashed line does not cross it.
    """
    grounds: list[Figure] = []
    texts: list[Figure] = []
    for cell, several in _texts(uses, variant).items():
        row, column = divmod(cell, variant.frame.columns)
        text, left, top, height = " ".join(several), column + 3 * PIXEL, row + 1.5 * PIXEL, 0.2
        grounds.append(box((left, top), (left + height * 0.6 * len(text) + 3 * PIXEL, top + height), WHITE))
        texts.append(Text((left + PIXEL, top + height / 2), text, height, INK, from_left=True))
    return grounds + texts


def _texts(uses: Sequence[Use], variant: Variant) -> dict[int, list[str]]:
    """The texts of each cell that has the label of a rule."""
    labels: dict[int, list[str]] = {}
    for use in uses:
        rule, cells = RULES[use.rule], list(cells_in(use))
        if cells and not rule.is_clue and (text := rule.label(use, variant) or rule.mark.label):
            first = min(cells) if rule.mark.outlined else cells[0]
            for cell in cells if rule.mark.labels_each else [first]:
                labels.setdefault(cell, []).append(text)
    return labels


def _outline(cells: Cells, frame: Frame) -> Sequence[Sequence[Point]]:
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
        turns = [
            not any(a == b == c for a, b, c in zip(*three, strict=True))
            for three in zip(line, line[1:], line[2:], strict=False)
        ]
        lines.append([point for point, turn in zip(line, [True, *turns, True], strict=True) if turn])
    return lines


def _outside(uses: Sequence[Use], frame: Frame) -> Iterator[Figure]:
    """The numbers of clues before their lines, one below the other if several have the same place; in their signs."""
    numbers: dict[Point, list[tuple[str, str]]] = {}
    wide = frame.columns
    for use in uses:
        if not RULES[use.rule].is_clue:
            continue
        (x, y), (next_x, next_y) = centre(use.cells[0], wide), centre(use.cells[-1], wide)
        if len(use.cells) == 1:  # a diagonal of one cell, in a corner
            next_x, next_y = x + (1 if x < wide / 2 else -1), y + (1 if y < frame.rows / 2 else -1)
        dx, dy = sign(next_x - x), sign(next_y - y)
        numbers.setdefault((x - dx, y - dy), []).append((str(use.value), RULES[use.rule].mark.sign))
        if dx and dy:
            x, y = x - dx * 0.55, y - dy * 0.55
            yield path([(x - dx * 0.2, y - dy * 0.2), (x, y)], INK, 2)
            yield path([(x - dx * 0.125, y), (x, y), (x, y - dy * 0.125)], INK, 2)
    for (x, y), texts in numbers.items():
        room = 0.5 if len(texts) == 1 else 0.84 / len(texts)
        for place, (text, sign_around) in enumerate(texts):
            at, height = (x, y + room * (place - (len(texts) - 1) / 2)), 0.72 * room
            yield from around_clue(sign_around, at, 0.6 * height * len(text), 0.86 * room)
            yield Text(at, text, height, INK)


# --- Rules in words ----------------------------------------------------------------------------------------------


_WORDS = 0.22
"""The height of the words, in cells."""


def words_below(variant: Variant, language: str = ENGLISH) -> tuple[list[Figure], float]:
    """Return the rules in words as figures below a board and its clues outside, and how many cells high they are.

    Before the words of a rule of clues outside stands the sign that these have.
    """
    named = {RULES[use.rule].spelled(use, variant): RULES[use.rule].mark.sign for use in variant.uses}
    outside, step, shown = margin(variant), 1.4 * _WORDS, list[Figure]()
    left, top = -outside, variant.frame.rows + outside + step / 2
    before = 0.6 if any(named.values()) else 0.0
    room = int((variant.frame.columns + 2 * outside - before) / (0.57 * _WORDS))
    count = 0
    for said, sign_around in zip_longest(in_words(variant, language), named.values(), fillvalue=""):
        if sign_around:
            at = (left + 0.25, top + count * step)
            shown += [*around_clue(sign_around, at, 0.6 * _WORDS, 1.2 * _WORDS), Text(at, "7", _WORDS, INK)]
        for line in wrap(said, max(room, 20)):
            shown.append(Text((left + before, top + count * step), line, _WORDS, INK, from_left=True))
            count += 1
    return shown, count * step


# --- SVG -----------------------------------------------------------------------------------------------------------


_CELL = 64  # pixels
_MARGIN = 8


def _sides(variant: Variant, around: int) -> tuple[int, int]:
    """The width and the height of an image with so many pixels around the cells."""
    frame = variant.frame
    return frame.columns * _CELL + 2 * around, frame.rows * _CELL + 2 * around


def svg(variant: Variant, digits: Sequence[int] | None = None, *, marked: Cells = (), language: str = ENGLISH) -> str:
    """Draw a variant as an SVG image, with the digits of a board in addition to the givens, and with marked cells.

    The rules stand below in words.
    """
    before = _MARGIN + _CELL * margin(variant)
    wide, high = _sides(variant, before)
    words, below = words_below(variant, language)
    high += round(_CELL * below)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">',
            f"<title>{escape('; '.join(in_words(variant)) or 'Sudoku')}</title>",
            f'<rect width="{wide}" height="{high}" fill="#ffffff"/>',
            f'<g transform="translate({before} {before})" font-family="sans-serif" fill="none"'
            ' text-anchor="middle" stroke-linecap="round" stroke-linejoin="round">',
            *map(_element, (*figures(variant, digits, marked=marked), *words)),
            "</g>",
            "</svg>",
        ]
    )


def svg_with_step(variant: Variant, position: Position, step: Step, language: str = ENGLISH) -> str:
    """Draw a variant as it is in a position, with a step over it: its cells marked, its candidates in their shapes."""
    drawing = svg(variant, position.values, marked=step.cells, language=language)
    side, before = variant.size * _CELL, _MARGIN + _CELL * margin(variant)
    place = f'<svg x="{before}" y="{before}" width="{side}" height="{side}" '
    overlay = svg_overlay(position, step, language, room=room_for_candidates(variant)).replace("<svg ", place, 1)
    return f"{drawing.removesuffix('</svg>')}{overlay}\n</svg>"


def svg_layers(variant: Variant) -> tuple[str, str]:
    """Draw the rules alone as two SVG images over a board in the light or the dark, each as large as its cells.

    The first one mixes with the cells: what is white in the light and black in the dark has no colour. The second one
    covers them. Clues outside the board lie outside the images, which the page has to show. Empty texts for no marks.
    """
    mixed, covering = layers(variant)
    return _layer(variant, _in_both(mixed)), _layer(variant, _in_both(covering, covers=True))


def svg_small(variant: Variant) -> str:
    """Draw a variant for a list on a page in the light or the dark; the whole image mixes with the page, as above."""
    mixed, covering = layers(variant)
    shown = [*_in_both([*mixed, *board(variant)]), *_in_both(covering, covers=True)]
    return _layer(variant, shown, _MARGIN + _CELL * margin(variant))


def _layer(variant: Variant, shown: Iterable[Figure], around: int = 0) -> str:
    """An SVG image of figures; an empty text without figures."""
    elements = "".join(map(_element, shown))
    wide, high = _sides(variant, around)
    fonts = 'font-family="sans-serif" text-anchor="middle"'
    lines = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-around} {-around} {wide} {high}" {fonts} {lines}>'
    return f"{head}{elements}</svg>" if elements else ""


def _in_both(figures: Iterable[Figure], *, covers: bool = False) -> Iterator[Figure]:
    """Figures in colours for the light and the dark.

    Where they cover, a disc and the text on it keep theirs, so that a white dot is white in the dark too.
    """
    for figure in figures:
        if isinstance(figure, Text):
            yield figure if covers else figure._replace(ink=_light_dark(figure.ink))
        else:
            fill = figure.fill if covers else figure.fill and _light_dark(figure.fill)
            yield figure._replace(fill=fill, stroke=figure.stroke and _light_dark(figure.stroke))


def _light_dark(colour: str) -> str:
    """A colour in the light, and one about as far from a dark ground as that is from white.

    Digits stand out, and a colour that lies under candidates is so dark that they do, too.
    """
    hue, lightness, saturation = rgb_to_hls(*(value / 255 for value in bytes.fromhex(colour[1:])))
    dark_lightness = min(0.92, (1.3 - 0.8 * saturation) * (1 - lightness))
    turned = hls_to_rgb(hue, dark_lightness, saturation)
    while lightness > 0.5 and _luminance(turned) > 0.1:
        dark_lightness *= 0.95
        turned = hls_to_rgb(hue, dark_lightness, saturation)
    dark = "".join(f"{round(255 * part):02x}" for part in turned)
    return f"light-dark({colour},#{dark})"


def _luminance(colour: Sequence[float]) -> float:
    """About how bright red, green and blue from 0 to 1 are together (WCAG, with one power for all)."""
    red, green, blue = (float(each**2.2) for each in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _element(figure: Figure) -> str:
    if isinstance(figure, Lines):
        path = "".join(map(_path, figure.lines))
        return f'<path d="{path}"{_paint(figure.fill, figure.stroke, figure.width)}{_DASHED * figure.dashed}/>'
    (x, y) = (_CELL * place for place in figure.at)
    if isinstance(figure, Circle):
        paint = _paint(figure.fill, figure.stroke, figure.width)
        return f'<circle cx="{x:g}" cy="{y:g}" r="{_CELL * figure.radius:g}"{paint}/>'
    height = _CELL * figure.height
    how = ' font-weight="bold"' * figure.bold + ' text-anchor="start"' * figure.from_left
    return (
        f'<text x="{x:g}" y="{y + height * 0.36:.1f}" font-size="{height:.4g}" fill="{figure.ink}"{how}>'
        f"{escape(figure.text)}</text>"
    )


_DASHED = ' stroke-dasharray="5 3" stroke-linecap="butt"'


def _path(points: Sequence[Point]) -> str:
    """The commands of a path, in tenths of a pixel."""
    (x, y), *rest = ((round(_CELL * right, 1), round(_CELL * down, 1)) for right, down in points)
    path = f"M{x:g} {y:g}"
    for to_x, to_y in rest:
        path += f"H{to_x:g}" if to_y == y else f"V{to_y:g}" if to_x == x else f"L{to_x:g} {to_y:g}"
        x, y = to_x, to_y
    return path


def _paint(fill: str | None, stroke: str | None, width: float) -> str:
    line = f' stroke="{stroke}" stroke-width="{_CELL * width:g}"' if stroke else ""
    return (f' fill="{fill}"' if fill else "") + line
