"""The settings of a catalogue."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from ...engine.grades import SCORE_VERSION
from ...engine.shape import Shape
from .. import puzzles
from ..errors import RESTORE, CatalogueError
from .kinds import Depth, why_unfilled

if TYPE_CHECKING:
    from .game import Game


@dataclass(frozen=True)
class Settings:
    """The settings fixed when a catalogue is created, and two that may change.

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
    """Rows and columns of a block, such as "3x3", or "none"; the usual ones of the size if none are given."""
    rules: str = ""
    """Rules that all share, as `engine.Rulebook` spells them, such as "diagonal,windoku"; "" for none."""
    score_version: int = SCORE_VERSION
    """That of the first puzzle scored, as the rating version is."""

    def __post_init__(self) -> None:
        if self.blocks is None:
            object.__setattr__(self, "blocks", Shape.of(self.size).blocks)

    @property
    def shape(self) -> Shape:
        """The size and the blocks of the boards; ValueError if no board has them."""
        return Shape.of(self.size, self.blocks)

    @property
    def has_own(self) -> bool:
        """Whether puzzles have constraints of their own besides the rules."""
        rulebook = self.game.rulebook if self.rules else None
        return rulebook is not None and rulebook.has_own

    @property
    def making(self) -> int | None:
        """Which way of making puzzles under its rules a fill uses; None where there was never another."""
        rulebook = self.game.rulebook if self.rules else None
        return rulebook.making if rulebook else None

    def why_unfilled(self, depth: Depth) -> str | None:
        """Return why puzzles lack what a depth asks for; None if they have it, but for rules of their own."""
        return why_unfilled(depth, self.shape, self.rules)

    @property
    def game(self) -> Game:
        """The rules of boards and puzzles; ValueError for rules that cannot be made."""
        return puzzles.game.game_of(self.shape, self.rules)


_LARGEST = 64  # size of any board
_TYPES = {"str": str, "int": int, "bool": bool, "str | None": str}


def checked(home: object, settings: Settings) -> Settings:
    """Return the settings of a catalogue.

    CatalogueError for a value of another type (SQLite keeps anything in any column) and for a shape that no board has.
    """
    for field in fields(Settings):
        value = getattr(settings, field.name)
        if not isinstance(value, _TYPES[str(field.type)]):
            raise CatalogueError(f"{home}: settings has {field.name} {value!r}; {RESTORE}")
    if not 1 <= settings.size <= _LARGEST:
        raise CatalogueError(f"{home}: settings has size {settings.size}; {RESTORE}")
    try:
        settings.shape  # noqa: B018
    except ValueError:
        fault = f"settings has size {settings.size} and blocks {settings.blocks!r}"
        raise CatalogueError(f"{home}: {fault}; {RESTORE}") from None
    try:
        settings.rules and settings.game  # noqa: B018
    except ValueError:
        raise CatalogueError(f"{home}: settings has rules {settings.rules!r}; {RESTORE}") from None
    return settings
