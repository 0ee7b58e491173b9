"""A puzzle turned and mirrored, in the ways that keep the shape of its blocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine import Grid


class Image(NamedTuple):
    """A way to look at a board: mirrored left to right or not, then turned clockwise so many quarters."""

    turns: int = 0
    is_mirrored: bool = False

    def of(self, grid: Grid) -> Grid:
        """Return the image of a grid."""
        seen = grid.transpose().rotate() if self.is_mirrored else grid
        for _ in range(self.turns):
            seen = seen.rotate()
        return seen

    def turned(self, grid: Grid) -> Image:
        """The next image by turning: a quarter, or a half where a quarter would change the blocks."""
        quarters = 1 if grid.board_shape.transposed == grid.board_shape else 2
        return Image((self.turns + quarters) % 4, self.is_mirrored)

    def mirrored(self) -> Image:
        """The image in a mirror that stands to its right."""
        return Image(-self.turns % 4, not self.is_mirrored)

    @property
    def words(self) -> list[str]:
        """What is done to the board, in words; none for the board itself."""
        return [*(["mirrored"] if self.is_mirrored else []), *([f"turned-{90 * self.turns}"] if self.turns else [])]

    @property
    def query(self) -> str:
        """The part of an address that names it; empty for the board itself."""
        parts = [f"turns={self.turns}"] if self.turns else []
        return "&".join([*parts, *(["mirrored=1"] if self.is_mirrored else [])])


def image_in(parameters: Mapping[str, str], grid: Grid) -> Image:
    """The image that an address names. ValueError for one that changes the blocks of the board."""
    turns, mirrored = parameters.get("turns", "0"), parameters.get("mirrored", "0")
    if turns not in ("0", "1", "2", "3") or mirrored not in ("0", "1"):
        raise ValueError("turns is 0 to 3, mirrored 0 or 1")
    image = Image(int(turns), mirrored == "1")
    if image.of(grid).board_shape != grid.board_shape:
        raise ValueError("turned like this the board has other blocks")
    return image


def title_of(number: str, image: Image) -> str:
    """The name of a puzzle of the catalogue on a page, such as "Puzzle 12, turned by 90°"."""
    turned = [f"turned by {90 * image.turns}°"] if image.turns else []
    return ", ".join([f"Puzzle {number}", *(["mirrored"] if image.is_mirrored else []), *turned])
