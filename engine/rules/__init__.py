"""Variants: boards with rules in addition to rows, columns and blocks, or in place of them."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .houses import rate_ruled as rate_ruled
    from .making import boards_ruled as boards_ruled
    from .making import carve_ruled as carve_ruled
    from .model import Rules as Rules
    from .rulebook import Rulebook as Rulebook
    from .solving import measure_ruled as measure_ruled
    from .solving import solve_ruled as solve_ruled
    from .solving import true_candidates_ruled as true_candidates_ruled
    from .symmetry import Symmetries as Symmetries
    from .symmetry import canonical_ruled as canonical_ruled
    from .symmetry import symmetries as symmetries
    from .variant import Variant as Variant
else:
    from ..lazy import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)
