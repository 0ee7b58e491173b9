"""Puzzles as people solve them, under any rules: techniques with names, a path in words, a score and a level."""

from ..lazy import lazy_names

__getattr__, __dir__ = lazy_names(__name__)
