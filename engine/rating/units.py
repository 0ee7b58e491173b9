"""Units by the names that steps give them, such as "row 3"."""

from collections.abc import Iterable, Sequence

from engine.board.shape import Shape


def unit_holds(unit: str, cells: Iterable[int], shape: Shape) -> bool:
    """Whether all of the cells lie in the unit."""
    kind, number = unit.split()
    place = int(number) - 1 + {"row": 0, "column": shape.size, "block": 2 * shape.size}[kind]
    return set(cells) <= set(shape.units[place])


def fish_lines(
    units: Sequence[str], eliminations: Sequence[tuple[int, int]], shape: Shape
) -> tuple[list[str], list[str]]:
    """The lines in which a digit has few places, and the lines that cross them there, which lose it elsewhere."""
    rows, columns = ([unit for unit in units if unit.startswith(kind)] for kind in ("row", "column"))
    return (columns, rows) if any(unit_holds(row, [eliminations[0][0]], shape) for row in rows) else (rows, columns)
