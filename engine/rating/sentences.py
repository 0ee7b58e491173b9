"""A step in a sentence that a person understands."""

from collections.abc import Iterable

Placement = tuple[int, int] | None
Eliminations = tuple[tuple[int, int], ...]


def sentence_of(
    technique: str,
    cells: tuple[int, ...],
    digits: tuple[int, ...],
    regions: tuple[str, ...],
    links: int,
    placement: Placement,
    eliminations: Eliminations,
) -> str:
    """The reason of a step, then what follows from it: arguments as the fields of `engine.rating.path.Step`."""
    reason = _reason(technique, cells, digits, regions, placement)
    result = _result(technique, cells, regions, placement, eliminations)
    return f"{reason}{result}{f' ({links} links)' if links else ''}."


def cell_name(cell: int) -> str:
    """Such as r5c6."""
    return f"r{cell // 9 + 1}c{cell % 9 + 1}"


def _reason(
    technique: str, cells: tuple[int, ...], digits: tuple[int, ...], regions: tuple[str, ...], placement: Placement
) -> str:
    where, what, place = _cells(cells), _and(map(str, digits)), regions[0] if regions else ""
    match technique.removeprefix("direct-"):
        case "last-value" | "hidden-single-block" | "hidden-single-line":
            return f"In {place}, "
        case "naked-single":
            return ""
        case "pointing":
            return f"In {_base(regions, cells, 'block')}, {what} must stand on {_base(regions, cells, 'line')}"
        case "claiming":
            return f"On {_base(regions, cells, 'line')}, {what} must stand in {_base(regions, cells, 'block')}"
        case "hidden-pair" | "hidden-triplet" | "hidden-quad":
            return f"In {place}, {what} can only stand in {where}"
        case "naked-pair" | "naked-triplet" | "naked-quad":
            return f"In {place}, {where} hold nothing but {what}"
        case "x-wing" | "swordfish" | "jellyfish":
            rows, columns = ([r for r in regions if r.startswith(kind)] for kind in ("row", "column"))
            return f"Where {_regions(rows)} and {_regions(columns)} cross, {what} stands once in each of them"
        case "xy-wing" | "xyz-wing":
            return f"One of {where} holds {what} in any case"
        case "unique-rectangle" | "unique-loop":
            return f"If {where} held only {what}, they could be filled in two ways"
        case "bug-1" | "bug-2" | "bug-3" | "bug-4":
            return f"If {where} had not {what} as well, all open cells could be filled in two ways"
        case "aligned-pair-exclusion" | "aligned-triplet-exclusion":
            return f"Every way of filling {where} together leaves out some candidates"
        case "x-cycle" | "y-cycle" | "xy-cycle":
            return f"A chain through {where} on {what} closes, and holds either way round"
        case "nishio":
            return f"If {where} held {what}, the places of {what} would contradict each other"
        case "cell-chains":
            return f"Whichever of its candidates {where} takes, the same follows"
        case "region-chains":
            return f"Wherever {what} stands in {place}, the same follows"
        case "x-chain" | "forcing-chain" if placement is None:
            return f"If {where} held {what}, a chain of consequences would rule it out there"
        case "x-chain" | "forcing-chain":
            return f"If {where} did not hold {what}, a chain of consequences would put it there"
        case _:
            return f"Whatever is assumed of {what} in {where}, all that follows leaves one way"


def _result(
    technique: str, cells: tuple[int, ...], regions: tuple[str, ...], placement: Placement, eliminations: Eliminations
) -> str:
    if placement is None:
        return f", so {_removed(eliminations)}"
    cell, digit = cell_name(placement[0]), placement[1]
    match technique:
        case "last-value":
            return f"{cell} is the last empty cell and takes {digit}"
        case "hidden-single-block" | "hidden-single-line":
            return f"{digit} can only stand in {cell}"
        case "naked-single":
            return f"{cell} has no candidate but {digit}"
        case "direct-pointing" | "direct-claiming":
            other = next(region for region in regions if not any(_inside(region, c) for c in cells))
            return f", which leaves {digit} only {cell} in {other}"
        case "direct-hidden-pair" | "direct-hidden-triplet":
            return f", which leaves {digit} only {cell} there"
        case _:
            return f", so {cell} is {digit}"


def _removed(eliminations: Eliminations) -> str:
    by_digit: dict[int, list[int]] = {}
    for cell, digit in eliminations:
        by_digit.setdefault(digit, []).append(cell)
    return _and(f"{digit} goes from {_cells(cells)}" for digit, cells in sorted(by_digit.items()))


def _base(regions: tuple[str, ...], cells: tuple[int, ...], kind: str) -> str:
    """The block or the line that holds all the cells: a direct step names a third region too."""
    of_kind = (region for region in regions if region.startswith("block") == (kind == "block"))
    return next(region for region in of_kind if all(_inside(region, cell) for cell in cells))


def _inside(region: str, cell: int) -> bool:
    kind, number = region.split()
    at = {"block": cell // 27 * 3 + cell % 9 // 3, "row": cell // 9, "column": cell % 9}
    return at[kind] + 1 == int(number)


def _regions(regions: list[str]) -> str:
    kind = regions[0].split()[0]
    return f"{kind}s {_and(region.split()[1] for region in regions)}"


def _cells(cells: Iterable[int]) -> str:
    return _and(map(cell_name, cells))


def _and(words: Iterable[str]) -> str:
    *first, last = list(words) or [""]
    return f"{', '.join(first)} and {last}" if first else last
