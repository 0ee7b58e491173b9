"""A grid drawn each time another of its bands is complete."""

from engine import Grid


class FinishedBands:
    """The most bands that were full in a grid so far."""

    def __init__(self) -> None:
        self._most = 0

    def news(self, grid: Grid) -> str | None:
        """Say how many bands are full if these are more than before; None if not. An empty grid starts again."""
        box = round(grid.size**0.5)
        cells = [cell.value for cell in grid]
        band = box * grid.size
        full = sum(all(cells[start : start + band]) for start in range(0, len(cells), band))
        if full <= self._most and any(cells):
            return None
        self._most = full
        return f"{full} of {box} bands" if full else None
