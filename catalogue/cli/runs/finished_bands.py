"""A grid drawn each time another of its bands is complete."""

from engine import Grid


class FinishedBands:
    """The most bands that were full in a grid so far."""

    def __init__(self) -> None:
        self._most = 0

    def news(self, grid: Grid) -> str | None:
        """Say how many bands are full if these are more than before; None if not. An empty grid starts again."""
        cells = [cell.value for cell in grid]
        bands = grid.board_shape.bands
        full = sum(all(cells[grid.size * band.start : grid.size * band.stop]) for band in bands)
        if full <= self._most and any(cells):
            return None
        self._most = full
        return f"{full} of {len(bands)} bands" if full else None
