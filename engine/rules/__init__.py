"""Variants: boards with rules in addition to rows, columns and blocks, or in place of them."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .houses import rate_ruled
    from .making import boards_ruled, carve_ruled, obeying
    from .model import Rules
    from .rulebook import Rulebook
    from .solving import measure_ruled, program, solve_ruled, true_candidates_ruled
    from .symmetry import Symmetries, canonical_ruled, symmetries
    from .variant import Variant
else:
    from ..lazy import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)
