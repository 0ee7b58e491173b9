"""The parts of a step's pattern, by their role: pictures tint, frame and mark them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.explanations import Part, digits_of
from engine.scoring.chains import Spot, StepFacts, locked_sets
from engine.shape import Shape

_SHAPE = Shape.of(9)
_ALL = 2**_SHAPE.size - 1


def _units_around(cell: int) -> list[tuple[int, tuple[int, ...]]]:
    """The units of a cell, each with its other cells, the block first."""
    row, column, block = _SHAPE.units_of[cell]
    return [(unit, tuple(each for each in _SHAPE.units[unit] if each != cell)) for unit in (block, row, column)]


_OTHERS = list(map(_units_around, range(_SHAPE.cells)))


def is_fish(technique: str) -> bool:
    """Whether a technique has base and cover units."""
    return technique.endswith(("x-wing", "swordfish", "jellyfish")) or technique.startswith("kraken-fish")


def units_of(technique: str, facts: StepFacts, candidates: Sequence[int]) -> tuple[str, ...]:
    """The units that a step names: those of its pattern, or the one that makes a single one."""
    if technique in ("full-house", "hidden-single"):
        (single,) = facts.placed
        return (unit_of_single(technique, single, candidates),)
    if technique == "locked-pair" or technique == "locked-triple":
        return _names(unit for unit, cells in enumerate(_SHAPE.units) if set(facts.cells) <= set(cells))
    return _names((*facts.base, *facts.cover))


def unit_of_single(technique: str, single: Spot, candidates: Sequence[int]) -> str:
    """The block if it makes the digit a single, else a line."""
    cell, digit = single
    unwanted = _ALL if technique == "full-house" else 1 << digit - 1
    for unit, others in _OTHERS[cell]:
        seen = 0
        for other in others:
            seen |= candidates[other]
        if not seen & unwanted:
            return _SHAPE.unit_name(unit)
    raise AssertionError(f"{single} is no {technique}")


def parts_of(technique: str, facts: StepFacts, candidates: Sequence[int]) -> tuple[Part, ...]:
    """The parts of a pattern in a position with these masks of candidates; none for singles and chains."""
    if technique.startswith("als-"):
        return (*_sets(facts), *_commons(facts))
    if technique.startswith("grouped-"):
        return tuple(_set(cells, candidates) for cells in locked_sets(facts, candidates))
    if technique == "death-blossom":
        return (Part("stem", facts.cells, facts.digits, ()), *_sets(facts))
    if is_fish(technique):
        return _fish(facts)
    match technique:
        case "pointing" | "claiming":
            return (Part("places", facts.cells, facts.digits, _names((*facts.base, *facts.cover))),)
        case "locked-pair" | "locked-triple":
            return (Part("set", facts.cells, facts.digits, units_of(technique, facts, candidates)),)
        case "skyscraper":
            tips, ends = facts.cells[:2], facts.cells[2:]
            return tuple(
                Part("strong", pair, facts.digits, _names([line]))
                for pair, line in zip(zip(tips, ends, strict=True), facts.base, strict=True)
            )
        case "two-string-kite":
            row_tip, column_tip, row_end, column_end = facts.cells
            row, column = _names(facts.base)
            return (
                Part("strong", (row_tip, row_end), facts.digits, (row,)),
                Part("strong", (column_tip, column_end), facts.digits, (column,)),
            )
        case "empty-rectangle":
            places = tuple(cell for cell, _digit in facts.fins)
            return (
                Part("places", places, facts.digits, _names(facts.base)),
                Part("strong", facts.cells, facts.digits, _names(facts.cover[2:])),
            )
        case "w-wing":
            first, second, *link = facts.cells
            return (
                *(Part("pincer", (cell,), digits_of(candidates[cell]), ()) for cell in (first, second)),
                Part("strong", tuple(link), facts.digits[1:], _names(facts.base)),
            )
        case "xy-wing" | "xyz-wing":
            roles = ("pivot", "pincer", "pincer")
            return tuple(
                Part(role, (cell,), digits_of(candidates[cell]), ())
                for role, cell in zip(roles, facts.cells, strict=True)
            )
        case "bug-plus-1":
            return (Part("extra", facts.cells, facts.digits, ()),)
        case "sue-de-coq":
            roles = ("crossing", "set", "set")
            names = [_names(facts.base), *((name,) for name in _names(facts.base))]
            return tuple(
                Part(role, cells, digits_of(mask), units)
                for role, (cells, mask), units in zip(roles, facts.sets, names, strict=True)
            )
        case _ if technique.startswith(("simple-colors", "multi-colors")):
            colors = [cells for cells in facts.colors if cells]
            return tuple(Part(f"color-{number}", cells, facts.digits, ()) for number, cells in enumerate(colors, 1))
        case _ if technique.startswith(("uniqueness", "hidden-rectangle", "avoidable")):
            return _rectangle(facts, candidates)
        case _ if technique.startswith(("naked-", "hidden-")) and technique not in ("naked-single", "hidden-single"):
            return (Part("set", facts.cells, facts.digits, _names(facts.base)),)
    return ()


def _fish(facts: StepFacts) -> tuple[Part, ...]:
    fins = [
        Part(role, tuple(cell for cell, _digit in spots), facts.digits, ())
        for role, spots in (("fin", facts.fins), ("endo-fin", facts.endo_fins))
        if spots
    ]
    base, cover = _names(facts.base), _names(facts.cover)
    return Part("base", facts.cells, facts.digits, base), Part("cover", facts.cells, facts.digits, cover), *fins


def _sets(facts: StepFacts) -> list[Part]:
    return [
        Part("set", cells, digits_of(mask), _names([_common_unit(cells)] if len(cells) > 1 else []))
        for cells, mask in facts.sets
    ]


def _set(cells: tuple[int, ...], candidates: Sequence[int]) -> Part:
    digits = {digit for cell in cells for digit in digits_of(candidates[cell])}
    return Part("set", cells, tuple(sorted(digits)), _names([_common_unit(cells)]))


def _commons(facts: StepFacts) -> list[Part]:
    """The cells of two neighbouring sets that share a digit which only one of them can hold."""
    return [
        Part("common", tuple(sorted({*facts.sets[first][0], *facts.sets[first + 1][0]})), (digit,), ())
        for first, digit in facts.common
    ]


def _rectangle(facts: StepFacts, candidates: Sequence[int]) -> tuple[Part, ...]:
    further = {
        cell: tuple(digit for digit in digits_of(candidates[cell]) if digit not in facts.digits) for cell in facts.cells
    }
    extras = [Part("extra", (cell,), digits, ()) for cell, digits in further.items() if digits]
    corners = set(facts.cells)
    sets = [
        Part("set", tuple(cell for cell in cells if cell not in corners), digits_of(mask), _names(facts.base))
        for cells, mask in facts.sets
    ]
    return Part("loop", facts.cells, facts.digits, ()), *extras, *sets


def _common_unit(cells: Iterable[int]) -> int:
    return next(number for number, unit in enumerate(_SHAPE.units) if set(cells) <= set(unit))


def _names(units: Iterable[int]) -> tuple[str, ...]:
    return tuple(_SHAPE.unit_name(unit) for unit in units)
