"""What a fill computes of a ticket: a pure function of the plan and the ticket, in a thread or on another machine."""

from dataclasses import dataclass

from catalogue.fill.recipe import Recipe
from catalogue.fill.stages.generator import Source


@dataclass(frozen=True)
class Plan:
    """Boards of a `source` become puzzles by a `recipe`; images by the `symmetry` count as the same board."""

    source: Source
    recipe: Recipe
    symmetry: str

    @property
    def blocks(self) -> str:
        """The blocks of the boards, as the engine takes them."""
        return self.source.shape.blocks
