"""Symmetric patterns of clues."""

from reference.shapes import keeps_shape_transposed, size_of

# Where each pattern's turns and mirrors carry the cell (row, column) of a board whose last row is `last`.
PATTERN_IMAGES = {
    "rotate180": lambda row, column, last: [(last - row, last - column)],
    "rotate90": lambda row, column, last: [(column, last - row), (last - row, last - column), (last - column, row)],
    "mirror": lambda row, column, last: [(row, last - column)],
    "flip": lambda row, column, last: [(last - row, column)],
    "diagonal": lambda row, column, last: [(column, row)],
    "antidiagonal": lambda row, column, last: [(last - column, last - row)],
    "mirrors": lambda row, column, last: [(row, last - column), (last - row, column), (last - row, last - column)],
    "diagonals": lambda row, column, last: [(column, row), (last - column, last - row), (last - row, last - column)],
    "all": lambda row, column, last: [
        place for name in ("rotate90", "mirrors", "diagonals") for place in PATTERN_IMAGES[name](row, column, last)
    ],
}


def orbits(size: int, pattern: str | None) -> list[set[int]]:
    """The groups of cells that a pattern's turns and mirrors carry into each other, by their first cells."""
    images = PATTERN_IMAGES[pattern] if pattern else lambda row, column, last: []
    groups: list[set[int]] = []
    for cell in range(size * size):
        row, column = divmod(cell, size)
        group = {cell, *(r * size + c for r, c in images(row, column, size - 1))}
        if group not in groups:
            groups.append(group)
    return groups


def patterns_of(size: int) -> list[str]:
    """The patterns that fit the blocks: where those would have another shape, rows stay rows."""
    return [*PATTERN_IMAGES] if keeps_shape_transposed(size) else ["rotate180", "mirror", "flip", "mirrors"]


def pattern_of(puzzle: list[int]) -> str | None:
    """The pattern with the most turns and mirrors that the clues form."""
    size = size_of(puzzle)
    clues = {cell for cell, digit in enumerate(puzzle) if digit}

    def forms(name: str) -> bool:
        return all(not clues & orbit or orbit <= clues for orbit in orbits(size, name))

    formed = filter(forms, patterns_of(size))
    return max(formed, key=lambda name: len(PATTERN_IMAGES[name](0, 1, size - 1)), default=None)
