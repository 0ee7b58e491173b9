"""What the caller says of a board before its text is read."""

from __future__ import annotations

from typing import NamedTuple

from engine.shape import NO_BLOCKS, SIZE_OF_CELLS, USUAL_BLOCKS, Shape

_USUAL_CELLS = ", ".join(str(size**2) for size in (1, *USUAL_BLOCKS))


class Wanted(NamedTuple):
    """The size of a board and its blocks, as `Shape.of` takes them; None for what the text is to show."""

    size: int | None
    blocks: str | None

    @classmethod
    def of(cls, size: int | None, blocks: str | None) -> Wanted:
        """Return what is wanted; ValueError for a shape that does not exist."""
        if size is None and blocks in (None, NO_BLOCKS):
            return cls(None, blocks)
        shape = Shape.of(size, blocks)
        return cls(shape.size, shape.blocks if blocks else None)

    @property
    def is_latin(self) -> bool:
        """Whether it is to be a Latin square."""
        return self.blocks == NO_BLOCKS

    def size_of(self, cells: int) -> int:
        """The size of a board with that many cells; ValueError where no board has them."""
        if cells not in SIZE_OF_CELLS:
            possible = _USUAL_CELLS if self.size is None else str(self.size**2)
            raise ValueError(f"{cells} cells are not a board, which has {possible}")
        return SIZE_OF_CELLS[cells]

    def shape(self, size: int, drawn: str | None = None) -> Shape:
        """The shape of a board of a size, drawn with those blocks; ValueError where it is not the wanted one."""
        if self.size not in (None, size):
            raise ValueError(f"a board of size {size}, not {self.size}")
        if self.blocks and drawn not in (None, self.blocks):
            raise ValueError(f"a drawing with blocks of {drawn}, not {self.blocks}")
        return Shape.of(size, self.blocks or drawn)
