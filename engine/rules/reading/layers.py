"""Boards with a second layer, a cell beside each cell of the grid: colours that meet each digit once, shades, regions.

The rules that a layer has are rules of its cells: `connected`, `all different`, `contains`.
"""

from collections.abc import Collection, Iterator
from itertools import combinations

from ..frame import Cells, Frame, Group, around, columns, name_of, rows, with_chaos
from ..named.rule import Use
from .drawing import OUTSIDE, Element
from .making import Ground, PartOfRule, check_text
from .patterns import Meaning

COLOURS, SHADES, REGIONS = "colours and digits", "yin yang", "regions to be found"
LAYERS = (COLOURS, SHADES, REGIONS)
MIXED, EACH_ONCE = "both shades in any 2x2", "each digit and colour once"
OF_LAYER = {MIXED: SHADES, EACH_ONCE: COLOURS}
"""Rules that hold in a layer, each with the layer that another sentence has to name."""
_GROUPS = {COLOURS: ("VE", "colours"), SHADES: ("VS", "shades, 1 for shaded cells")}


def with_layer(frame: Frame, layer: str, more: str = "") -> Frame:
    """Return the frame with the cells of a layer, and `more` to say of them."""
    if layer == REGIONS:
        return with_chaos(frame)
    prefix, label = _GROUPS[layer]
    return frame.with_groups(Group(prefix, frame.cells, frame.columns, label + more))


def check_layer(said: Collection[str], *, is_of_shades: bool) -> None:
    """PartOfRule where cells have other values by shades that the text does not speak of, or beside a second layer."""
    if is_of_shades and SHADES not in said:
        raise PartOfRule("no sentence says which cells are shaded")
    if said and not is_of_shades:
        raise PartOfRule("the text speaks of cells with another value and of a second layer")


def rules_of_layer(said: Collection[str], ground: Ground) -> Iterator[Use]:
    """Yield the rules of the layer that a text speaks of. PartOfRule if it speaks of two, or says too little of one."""
    layers = sorted({OF_LAYER.get(one, one) for one in said})
    if len(layers) > 1 or layers[0] not in said:
        raise PartOfRule(f"the text speaks of {' and of '.join(layers)} together, or does not say what it is")
    yield from _MAKERS[layers[0]](ground, MIXED in said)


LARGEST_OF_COLOURS = 7
"""Rows of a board of which all pairs of cells have a rule within the constraints that a board may have."""


def _colours(ground: Ground, _: bool) -> Iterator[Use]:
    """Colours have no names, so the first row has them in order."""
    size, first = ground.size, ground.size**2
    if size > LARGEST_OF_COLOURS:
        raise PartOfRule(f"boards of more than {LARGEST_OF_COLOURS} rows have too many pairs of cells for it")
    houses = (*rows(size), *columns(size), *ground.regions)
    for house in houses:
        yield Use("all different", tuple(first + cell for cell in house), title="each colour once in a line or region")
    in_order = "the colours of the first row in their order"
    yield from (Use("digits", (first + turn,), (turn + 1,), title=in_order) for turn in range(size))
    together = {pair for house in houses for pair in combinations(sorted(house), 2)}
    for pair in combinations(range(first), 2):
        if pair not in together:
            each = (Use("all different", pair), Use("all different", (first + pair[0], first + pair[1])))
            yield Use("or", alternatives=((each[0],), (each[1],)), title="each digit and colour meet once")


def _shades(ground: Ground, is_mixed: bool) -> Iterator[Use]:
    size, first = ground.size, ground.size**2
    shades = tuple(range(first, 2 * first))
    yield from (Use("digits", (cell,), (1, 2), title="a cell is shaded or not") for cell in shades)
    for shade, name in ((1, "shaded cells"), (2, "cells without a shade")):
        yield Use("connected", shades, (0, shade), title=f"{name} hang together by their edges")
    for cell in range(first - size) if is_mixed else ():
        if (cell + 1) % size:
            square = (cell, cell + 1, cell + size, cell + size + 1)
            yield Use("contains", tuple(first + one for one in square), (1, 2), title="any 2x2 cells have both shades")


def _regions(ground: Ground, _: bool) -> Iterator[Use]:
    yield Use("chaos construction", value=ground.size)


_MAKERS = {COLOURS: _colours, SHADES: _shades, REGIONS: _regions}


# --- Marks that count shaded cells --------------------------------------------------------------------------------

COUNTED = ("shaded cells around", "shaded cells of a line")


def count_of_shades(mark: Element, meaning: Meaning, ground: Ground) -> Iterator[Use]:
    """Yield that a circle counts the shaded cells around it, or the others, or a clue outside those of its line.

    PartOfRule where no sentence says what is shaded, for what is no number outside, and for a text in a circle.
    """
    size, is_unshaded = ground.size, "unshaded" in meaning.flags
    if SHADES not in ground.silent:
        raise PartOfRule("no sentence says which cells are shaded")
    if mark.kind == OUTSIDE and not (mark.text.isdecimal() and mark.cells):
        raise PartOfRule("it is no number beside a row or column")
    check_text(mark.kind == OUTSIDE or not mark.text, "in")
    counts: list[tuple[str, Cells, Cells, int]]
    if mark.kind == OUTSIDE:
        counts = [(mark.named(size), (), mark.cells, int(mark.text))]
    else:
        itself = "itself" in meaning.flags
        counts = [
            (f"the circle {name_of(cell, size)}", (cell,), around(size)[cell] + (cell,) * itself, 0)
            for cell in mark.cells
        ]
    kind, sign = ("cells without a shade", -1) if is_unshaded else ("shaded cells", 1)
    for name, own, cells, number in counts:
        # second cells hold 1 or 2: their sum less their number is that of others, so that of shaded cells is the rest
        total = len(cells) + number if is_unshaded else 2 * len(cells) - number
        seconds = tuple(size**2 + cell for cell in cells)
        yield Use(
            "sum", (*own, *seconds), (total, *[sign] * len(own), *[1] * len(cells)), title=f"{name} counts {kind}"
        )
