"""How a person solves a puzzle: the `path`, step by step, and the next step from any position.

`explanations` are steps as data, `sentences` steps in words, and `examples` has a step of each technique. `drawing`
draws the `positions` on the way with their candidates and a step, `single_drawing` the step of a single.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__)
