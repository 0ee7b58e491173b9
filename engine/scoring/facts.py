"""A step as the kernels give it, before it is explained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Spot = tuple[int, int]
"""A cell and a digit."""


@dataclass(frozen=True, slots=True)
class StepFacts:
    """The fields of a step in engine/core/scoring/step.hpp; cells from 0, digits from 1, units rows first."""

    technique: int
    placed: tuple[Spot, ...]
    removed: tuple[Spot, ...]
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    fins: tuple[Spot, ...]
    endo_fins: tuple[Spot, ...]
    base: tuple[int, ...]
    cover: tuple[int, ...]
    sets: tuple[tuple[tuple[int, ...], int], ...]
    """Almost locked sets: cells and a mask of digits."""
    common: tuple[Spot, ...]
    """Restricted commons: the place of a set, which shares the digit with the next one."""
    chains: tuple[tuple[int, ...], ...]
    groups: tuple[tuple[tuple[int, ...], int], ...]
    colors: tuple[tuple[int, ...], ...]

    @staticmethod
    def of(given: Mapping[str, Any]) -> StepFacts:
        """Take over what the kernels return."""
        return StepFacts(**{name: _frozen(value) for name, value in given.items()})


def _frozen(value: Any) -> Any:
    return tuple(_frozen(each) for each in value) if isinstance(value, list | tuple) else value
