"""What is fixed when a catalogue is created."""

from dataclasses import dataclass

from engine.board.shape import Shape


@dataclass(frozen=True)
class Settings:
    """What is fixed when a catalogue is created, and two that may change.

    The rating version is that of the first puzzle rated. `files` says whether boards get files; a fill can change it.
    """

    size: int
    symmetry: str
    seed: int
    metrics_version: int
    method: str
    rating_version: int
    files: bool = True
    blocks: str | None = None
    """Rows and columns of a block, such as "3x3", or "none"; the usual ones of the size where none are given."""

    def __post_init__(self) -> None:
        if self.blocks is None:
            object.__setattr__(self, "blocks", Shape.of(self.size).blocks)

    @property
    def shape(self) -> Shape:
        """The size and the blocks of the boards; ValueError where no board has them."""
        return Shape.of(self.size, self.blocks)
