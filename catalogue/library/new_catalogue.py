"""What a caller asks of the catalogue itself: the settings of a new one, which an existing one has to have."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass

import engine
from catalogue.fill.stages.generator import method_of, sampling_of
from catalogue.home import Home
from catalogue.store import Settings
from engine.batch.symmetry import check_symmetry
from engine.board.shape import Shape
from engine.rating.rater import RATING_VERSION


class DifferentCatalogue(ValueError):
    """The catalogue exists, with other settings than those asked for."""


@dataclass(frozen=True, kw_only=True)
class Choices:
    """The settings that a caller names. None leaves the choice to a new catalogue, and fits any existing one."""

    size: int | None = None
    """New catalogue: 9, or the size of the blocks."""
    blocks: str | None = None
    """Rows and columns of a block, such as "3x2", or "none"; new catalogue: the usual ones of the size."""
    symmetry: str | None = None
    """One of `engine.SYMMETRIES`; new catalogue: "d4"."""
    method: str | None = None
    """One of `engine.METHODS`; new catalogue: `engine.default_method` of the size."""
    sampling: str | None = None
    """One of `catalogue.fill.stages.generator.SAMPLINGS`; new catalogue: "carved"."""
    files: bool | None = None
    """Whether boards get files; new catalogue: True. The one setting that an existing catalogue can change."""

    def settings(self, seed: int | None = None) -> Settings:
        """Return the settings of a new catalogue; a random seed where none is given.

        ValueError for values that do not exist or do not go together.
        """
        shape = Shape.of(self.size, self.blocks)
        return Settings(
            size=shape.size,
            blocks=shape.blocks,
            symmetry=check_symmetry(self.symmetry or "d4"),
            seed=secrets.randbits(32) if seed is None else seed,
            metrics_version=engine.METRICS_VERSION,
            method=method_of(self.sampling, self.method, shape),
            rating_version=RATING_VERSION,
            files=self.files is not False,
        )

    def check_same(self, home: Home, existing: Settings) -> None:
        """DifferentCatalogue where the catalogue in `home` has other settings, its `files` excepted."""
        for asked, is_, what in self._compared(existing):
            if asked not in (None, is_):
                raise DifferentCatalogue(f"{home} {what} {is_}, not {asked}")

    def _compared(self, existing: Settings) -> Iterator[tuple[object, object, str]]:
        blocks = Shape.of(self.size, self.blocks).blocks if self.blocks else None
        yield self.size, existing.size, "holds boards of size"
        yield blocks, existing.blocks, "holds boards with blocks of"
        yield self.symmetry, existing.symmetry, "compares boards up to"
        yield self.method, existing.method, "generates boards by"
        yield self.sampling, sampling_of(existing.method), "holds puzzles that are"
