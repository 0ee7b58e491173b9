"""What all boards and puzzles are computed from: the settings, and the recipes of each seed."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from catalogue.fill.recipe import Recipe
from catalogue.fill.stages.generator import FAIR
from catalogue.settings import Settings
from catalogue.store.board_files import BoardFiles

Stretch = tuple[int, int]
"""A seed, and the first position that one row of `recipes` holds for."""


class Recipes:
    """The recipe of every position of every seed, where it is known."""

    def __init__(self, rows: Iterable[tuple[int, int, Recipe | None]], fair: bool) -> None:
        """Rows are of a seed, a start, and the recipe from there on."""
        self._fair = fair
        self._starts: dict[int, list[int]] = defaultdict(list)
        self._recipes: dict[Stretch, Recipe | None] = {}
        for seed, start, recipe in sorted(rows, key=lambda row: row[:2]):
            self._starts[seed].append(start)
            self._recipes[seed, start] = recipe

    def stretch(self, seed: int, position: int) -> Stretch:
        """Return the stretch that a position belongs to; from 0, where no row says so."""
        starts = self._starts.get(seed, [])
        place = bisect_right(starts, position)
        return seed, starts[place - 1] if place else 0

    def of(self, stretch: Stretch) -> Recipe | None:
        """Return the recipe of a stretch, or None where it is not known."""
        return Recipe() if self._fair else self._recipes.get(stretch)


@dataclass(frozen=True)
class Ground:
    """What a prover needs to know beside the rows."""

    board_files: BoardFiles | None
    settings: Settings
    recipes: Recipes
    recompute: bool
    """Whether anything is made again, or only the files are compared with the rows."""
    rate: bool
    rates_some: bool
    """Whether it takes long: some of the puzzles are rated."""
    growing: bool
    """Whether another process may be adding boards, whose claims come before their rows."""
    numbered_alike: bool
    """Whether every puzzle has the number of its board."""

    @property
    def blocks(self) -> str:
        """The blocks of the boards."""
        return self.settings.shape.blocks

    @property
    def fair(self) -> bool:
        """Whether the seed makes the puzzles, too."""
        return self.settings.method == FAIR
