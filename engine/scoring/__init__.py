"""Scores and levels of puzzles as HoDoKu 2.2.0 gives them, the path that a person takes, and its steps explained."""

from typing import TYPE_CHECKING

from ..lazy import lazy_names

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__)
