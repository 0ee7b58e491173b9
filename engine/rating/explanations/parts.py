"""The parts of a step's pattern, by their role."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.board.shape import Shape
from engine.rating.explanations.explanation import Part
from engine.rating.units import fish_lines


def parts_of(
    technique: str,
    cells: tuple[int, ...],
    digits: tuple[int, ...],
    units: tuple[str, ...],
    eliminations: Sequence[tuple[int, int]],
    shape: Shape,
    candidates: Sequence[int],
) -> tuple[Part, ...]:
    """The parts of a pattern in a position with these masks of candidates; none for singles and chains."""
    own = {cell: digits_of(candidates[cell]) for cell in cells}
    match technique:
        case "xy-wing" | "xyz-wing":
            pivot = _pivot(technique, own, digits)
            pincers = [cell for cell in cells if cell != pivot]
            return (_cell("pivot", pivot, own), *(_cell("pincer", cell, own) for cell in pincers))
        case "x-wing" | "swordfish" | "jellyfish":
            base, cover = fish_lines(units, eliminations, shape)
            return Part("base", cells, digits, tuple(base)), Part("cover", cells, digits, tuple(cover))
        case "unique-rectangle" | "unique-loop":
            return Part("loop", cells, digits, ()), *_extras(cells, digits, own)
        case "bug-1" | "bug-2" | "bug-3" | "bug-4":
            return tuple(
                Part("extra", (cell,), tuple(digit for digit in own[cell] if digit in digits), ()) for cell in cells
            )
        case "aligned-pair-exclusion" | "aligned-triplet-exclusion":
            return tuple(_cell("set", cell, own) for cell in cells)
        case "pointing" | "claiming" | "direct-pointing" | "direct-claiming":
            return (Part("places", cells, digits, units),)
        case _ if technique.endswith(("-pair", "-triplet", "-quad")):
            return (Part("set", cells, digits, units[:1]),)
    return ()


def digits_of(mask: int) -> tuple[int, ...]:
    """The digits of a mask."""
    return tuple(bit + 1 for bit in range(int(mask).bit_length()) if int(mask) >> bit & 1)


def _cell(role: str, cell: int, own: dict[int, tuple[int, ...]]) -> Part:
    return Part(role, (cell,), own[cell], ())


def _pivot(technique: str, own: dict[int, tuple[int, ...]], digits: tuple[int, ...]) -> int:
    """The pivot of an XY-wing is the cell without the shared digit, that of an XYZ-wing has three candidates."""
    return next(
        cell for cell, held in own.items() if (digits[0] not in held if technique == "xy-wing" else len(held) == 3)
    )


def _extras(cells: Iterable[int], digits: tuple[int, ...], own: dict[int, tuple[int, ...]]) -> list[Part]:
    """The cells of a loop that have further candidates, with these."""
    further = {cell: tuple(digit for digit in own[cell] if digit not in digits) for cell in cells}
    return [Part("extra", (cell,), held, ()) for cell, held in further.items() if held]
