"""Puzzles as people solve them, under any rules: techniques with names, a path in words, a score and a level."""

from typing import TYPE_CHECKING

from ..lazy import lazy_names

if TYPE_CHECKING:
    from . import lessons as lessons
else:
    __getattr__, __dir__ = lazy_names(__name__)
